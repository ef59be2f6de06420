//! What a tree of frames is asked about.

use super::ray::{Ray, Sure, Target};
use crate::error::PolytopeError;
use crate::exact::{self, PairFault};
#[cfg(feature = "motion")]
use crate::geom::ContactInterval;
use crate::geom::{Aabb, Pair, PolytopeSet};
use crate::verdict::Verdict;
use glam::Vec3;
#[cfg(feature = "motion")]
use motzkin_core::Moving;
use motzkin_core::{Frame, Motion, Resting};
use std::cell::OnceCell;

/// A shape that is tested with one frame after another.
pub struct Probe<'a, F> {
    /// The shape, where it is a frame.
    frame: Option<&'a F>,
    /// The shape, where it is a point.
    ray: Option<Ray<F>>,
    /// The shape as a polytope alone in its set; of a point, once something is in doubt. In a box,
    /// so that a ray is small.
    set: OnceCell<Box<PolytopeSet>>,
}

/// A point that moves, alone in a set.
fn alone(at: Vec3, velocity: Vec3) -> Result<PolytopeSet, PolytopeError> {
    let mut set = PolytopeSet::new();
    let polytope = set.push(&[at])?;
    set.set_velocity(polytope, velocity)?;
    Ok(set)
}

impl<'a, F: Frame> Probe<'a, F> {
    /// A frame.
    pub fn frame(frame: &'a F) -> Result<Self, PolytopeError> {
        let mut set = PolytopeSet::new();
        frame.push_to(&mut set)?;
        Ok(Self { frame: Some(frame), ..Self::of(set) })
    }

    /// A polytope alone in its set.
    fn of(set: PolytopeSet) -> Self {
        Self { frame: None, ray: None, set: OnceCell::from(Box::new(set)) }
    }

    /// A point that moves.
    pub fn point(at: Vec3, velocity: Vec3) -> Result<Self, PolytopeError>
    where
        F: Target,
    {
        if !(at.is_finite() && velocity.is_finite()) {
            // Which number is at fault, the set says.
            return Ok(Self::of(alone(at, velocity)?));
        }
        Ok(Self { frame: None, ray: Some(Ray::new(at, velocity)), set: OnceCell::new() })
    }

    /// A closed box, which may be flat.
    pub fn aligned_box(aabb: &F::Aabb) -> Result<Self, PolytopeError> {
        // A coordinate that the frames do not have is zero.
        let ends = |axis: usize| if axis < F::DIMENSION { aabb.ends(axis) } else { [0.0; 2] };
        let [x, y, z] = [0, 1, 2].map(ends);
        let corner = |bits: usize| Vec3::new(x[bits & 1], y[bits >> 1 & 1], z[bits >> 2]);
        let mut set = PolytopeSet::new();
        set.push(&[0, 1, 2, 3, 4, 5, 6, 7].map(corner))?;
        Ok(Self::of(set))
    }

    /// A box round the shape, over its way if it moves.
    pub fn bounds<M: Motion>(&self) -> F::Aabb {
        if let Some(ray) = &self.ray {
            return ray.bounds::<M>();
        }
        let aabb = self.set().bounds::<M>(0);
        F::Aabb::from_ends(|axis| aabb.ends(axis))
    }

    /// The set, which is made of a point when it is first asked for.
    fn set(&self) -> &PolytopeSet {
        // A set has room for a point, of which the numbers are finite.
        let of_point = |ray: &Ray<F>| alone(ray.from(), ray.way()).ok();
        self.set.get_or_init(|| Box::new(self.ray.as_ref().and_then(of_point).unwrap_or_default()))
    }

    /// Boxes round the shape where its way begins and where it ends. `None` where either comes near
    /// the end of the range of `f32`: a box between two that were cut off there says nothing.
    #[cfg(feature = "motion")]
    pub fn ends(&self) -> Option<[F::Aabb; 2]> {
        let of_set = || self.set().velocities()[0];
        let way = self.ray.as_ref().map_or_else(of_set, |ray| ray.way().to_array());
        let first = self.bounds::<Resting>();
        let last = F::Aabb::from_ends(|axis| {
            let [low, high] = first.ends(axis);
            [(low + way[axis]).next_down(), (high + way[axis]).next_up()]
        });
        let is_within = |aabb: &F::Aabb| {
            (0..F::DIMENSION).all(|axis| aabb.ends(axis).iter().all(|x| x.abs() < f32::MAX))
        };
        let both = [first, last];
        both.iter().all(is_within).then_some(both)
    }

    /// What is sure of the shape on its way and a frame, where it is a point.
    fn sure(&self, other: &F) -> Option<Sure> {
        self.ray.as_ref()?.past(other)
    }

    /// The verdict with a frame, both at rest. A point has no velocity.
    pub fn verdict(&self, other: &F) -> Result<Verdict, PairFault> {
        if let Some(own) = self.frame {
            return Ok(F::decide::<Resting>(own, other)?.verdict);
        }
        match self.sure(other) {
            Some(Sure::Misses) => return Ok(Verdict::Separate),
            Some(Sure::Overlaps(_)) => return Ok(Verdict::Overlapping),
            None => {}
        }
        let (set, pair) = self.with(other);
        Ok(exact::hull::decide(&set, pair).verdict)
    }

    /// The verdict with a frame at rest while the shape moves, and from when to when they meet;
    /// `None` if they never do.
    #[cfg(feature = "motion")]
    pub fn contact(&self, other: &F) -> Result<Option<(Verdict, ContactInterval)>, PairFault> {
        if let Some(own) = self.frame {
            let verdict = F::decide::<Moving>(own, other)?.verdict;
            let contact = || Ok((verdict, F::meeting_interval(own, other)?));
            return verdict.meets().then(contact).transpose();
        }
        match self.sure(other) {
            Some(Sure::Misses) => return Ok(None),
            Some(Sure::Overlaps([first, last])) => {
                return Ok(Some((Verdict::Overlapping, ContactInterval { first, last })));
            }
            None => {}
        }
        let (set, pair) = self.with(other);
        let verdict = exact::hull::decide_moving(&set, pair).verdict;
        let interval = exact::hull::contact_interval(&set, pair).filter(|_| verdict.meets());
        Ok(interval.map(|interval| (verdict, interval)))
    }

    /// The shape and a frame in one set.
    fn with(&self, other: &F) -> (PolytopeSet, Pair) {
        let mut set = self.set().clone();
        // Frames of a tree are valid, and two shapes fill no set.
        let pushed = other.push_to(&mut set).unwrap_or(0);
        (set, Pair::new(0, pushed))
    }
}
