//! What is known of a pair.

use super::body::Body;
use crate::picture::Convex;
use motzkin::glam::{DVec2, DVec3};
use motzkin::{
    Aabb2, Aabb3, BatchError, CollisionService, ContactInterval, Frame, Frame2, Frame3, Pair,
    Separation, Verdict, Wanted,
};

/// A pair with all that is known of it. In the plane, every z is zero.
pub struct Subject {
    pub a: Body,
    pub b: Body,
    /// Asked about over all `t`, not as if at rest.
    pub moves: bool,
    /// In the plane.
    pub flat: bool,
    pub verdict: Verdict,
    pub interval: Option<ContactInterval>,
    /// The best axis, and the gap or depth along it.
    pub separation: Option<(DVec3, f64)>,
    pub witness: Option<DVec3>,
    pub aabb: Option<[DVec3; 2]>,
}

/// A frame that can be drawn.
pub trait Shown: Frame {
    const FLAT: bool;
    fn convex(&self) -> Convex;
    fn drift(&self) -> DVec3;
    fn in_space(vector: Self::Point) -> DVec3;
    fn ends(aabb: Self::Bounds) -> [DVec3; 2];
}

impl Shown for Frame3 {
    const FLAT: bool = false;
    fn convex(&self) -> Convex {
        Convex::of_frame(self)
    }
    fn drift(&self) -> DVec3 {
        self.velocity().as_dvec3()
    }
    fn in_space(vector: DVec3) -> DVec3 {
        vector
    }
    fn ends(Aabb3 { min, max }: Aabb3) -> [DVec3; 2] {
        [min, max].map(|corner| corner.as_dvec3())
    }
}

impl Shown for Frame2 {
    const FLAT: bool = true;
    fn convex(&self) -> Convex {
        Convex::of_plane_frame(self)
    }
    fn drift(&self) -> DVec3 {
        Self::in_space(self.velocity().as_dvec2())
    }
    fn in_space(vector: DVec2) -> DVec3 {
        vector.extend(0.0)
    }
    fn ends(Aabb2 { min, max }: Aabb2) -> [DVec3; 2] {
        [min, max].map(|corner| Self::in_space(corner.as_dvec2()))
    }
}

impl Subject {
    /// Asks the service about two frames.
    pub fn of<F: Shown>(
        service: &CollisionService,
        frames: &[F; 2],
        moves: bool,
    ) -> Result<Self, BatchError> {
        let pair = [Pair::new(0, 1)];
        let common = Wanted::WITNESS | Wanted::BOX;
        let found = match moves {
            true => {
                service.query(frames, &pair).moving().wanted(Wanted::INTERVAL | common).run()?
            }
            false => {
                service.query(frames, &pair).wanted(Wanted::DEPTH | Wanted::GAP | common).run()?
            }
        };
        let [a, b] = frames.each_ref().map(|frame| Body {
            convex: frame.convex(),
            velocity: if moves { frame.drift() } else { DVec3::ZERO },
        });
        let verdict = found.verdicts()[0];
        let Some(detail) = found.details().first() else {
            let (interval, separation, witness, aabb) = (None, None, None, None);
            return Ok(Self {
                a,
                b,
                moves,
                flat: F::FLAT,
                verdict,
                interval,
                separation,
                witness,
                aabb,
            });
        };
        let separation = |Separation { axis, depth, .. }| (F::in_space(axis), depth);
        Ok(Self {
            a,
            b,
            moves,
            flat: F::FLAT,
            verdict,
            interval: detail.interval.map(|interval| interval.value),
            separation: detail.separation.map(separation),
            witness: detail.witness.map(|witness| F::in_space(witness.value)),
            aabb: detail.aabb.map(|aabb| F::ends(aabb.value)),
        })
    }
}
