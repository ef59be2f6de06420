//! Frames and hulls as rows of numbers, and what is asked of them.

use super::maps::Map;
use crate::common::answers::sweeps;
use crate::common::sweep::Sweep;
use crate::frames::all_pairs;
use crate::services;
use fastrand::Rng;
use motzkin::{CollisionService, ContactInterval, Pair, Shapes, Verdict, Wanted};
use std::fmt::Debug;

/// A shape in numbers.
#[derive(Clone, Debug)]
pub struct Body<const D: usize> {
    /// That of a frame; a hull has none.
    pub tag: f32,
    /// Points, or a point and the edges from there.
    pub rows: Vec<[f32; D]>,
    pub has_edges: bool,
    pub velocity: [f32; D],
}

impl<const D: usize> Body<D> {
    /// The image of the shape, where it is exact.
    pub fn mapped(&self, map: &Map<D>) -> Option<Self> {
        let row = |(number, row): (usize, &[f32; D])| match self.has_edges && number > 0 {
            true => map.edge(*row),
            false => map.place(*row, self.velocity),
        };
        let rows = self.rows.iter().enumerate().map(row).collect::<Option<_>>()?;
        Some(Self { rows, velocity: map.velocity(self.velocity)?, ..*self })
    }

    /// The same shape with its edges, or all its points, in another order.
    pub fn reordered(&self, rng: &mut Rng) -> Self {
        let mut other = self.clone();
        rng.shuffle(&mut other.rows[usize::from(self.has_edges)..]);
        other
    }
}

/// How bodies become what a service takes.
pub trait Kind<const D: usize> {
    type Shapes: Shapes + Debug;

    fn shapes(&self, bodies: &[Body<D>]) -> Self::Shapes;

    /// The same shape by other numbers.
    fn reworded(&self, rng: &mut Rng, body: &Body<D>) -> Body<D> {
        body.reordered(rng)
    }

    /// The images of the bodies, where they are exact.
    fn images(&self, _: &mut Rng, bodies: &[Body<D>], map: &Map<D>) -> Option<Self::Shapes> {
        let images: Option<Vec<Body<D>>> = bodies.iter().map(|body| body.mapped(map)).collect();
        images.map(|images| self.shapes(&images))
    }
}

/// What is told of pairs at rest and on their way.
#[derive(Debug, PartialEq)]
struct Told {
    verdicts: Vec<Verdict>,
    sweeps: Vec<Sweep>,
}

impl Told {
    fn of<T: Shapes>(service: &CollisionService, shapes: &T, pairs: &[Pair]) -> Self {
        let verdicts = service.verdicts(shapes, pairs).expect("valid shapes").into_vec();
        let query = service.query(shapes, pairs).moving().wanted(Wanted::INTERVAL);
        Self { verdicts, sweeps: sweeps(&query.run().expect("valid shapes")) }
    }

    /// Whether the other is what is told of pairs whose time runs backwards. Where they are at rest
    /// is another place then.
    fn is_backwards(&self, other: &Self) -> bool {
        let is_of_one = |(there, back): (&Sweep, &Sweep)| {
            there.verdict == back.verdict && are_reversed(there.interval, back.interval)
        };
        self.sweeps.len() == other.sweeps.len()
            && self.sweeps.iter().zip(&other.sweeps).all(is_of_one)
    }
}

/// Whether an interval is another one seen from its other end, each end to an ulp of 1.
fn are_reversed(a: Option<ContactInterval>, b: Option<ContactInterval>) -> bool {
    let near = |x: f32, y: f32| (f64::from(x) + f64::from(y) - 1.0).abs() < 2.0_f64.powi(-22);
    match (a, b) {
        (Some(a), Some(b)) => near(a.first, b.last) && near(a.last, b.first),
        (a, b) => a.is_none() && b.is_none(),
    }
}

/// Asks one of the services about all pairs of these bodies, and about their images.
pub fn hold<const D: usize, K: Kind<D>>(rng: &mut Rng, kind: &K, bodies: &[Body<D>]) {
    // The reference is a thousand times slower than the others.
    let services: Vec<_> = services().iter().filter(|(name, _)| name != "reference").collect();
    let (name, service) = services[rng.usize(..services.len())];
    let both = all_pairs(&(0..bodies.len() as u32).collect::<Vec<_>>());
    let pairs: Vec<Pair> = both.iter().map(|[a, b]| Pair::new(*a, *b)).collect();
    let swapped: Vec<Pair> = both.iter().map(|[a, b]| Pair::new(*b, *a)).collect();
    let shapes = kind.shapes(bodies);
    let told = Told::of(service, &shapes, &pairs);
    assert_eq!(Told::of(service, &shapes, &swapped), told, "{name}, swapped: {bodies:?}");
    let reworded: Vec<Body<D>> = bodies.iter().map(|body| kind.reworded(rng, body)).collect();
    let found = Told::of(service, &kind.shapes(&reworded), &pairs);
    assert_eq!(found, told, "{name}, in other words: {bodies:?} {reworded:?}");
    for map in Map::on_the_way(rng) {
        let Some(images) = kind.images(rng, bodies, &map) else { continue };
        let found = Told::of(service, &images, &pairs);
        let is_same = match map {
            Map::Backwards => told.is_backwards(&found),
            _ => found == told,
        };
        assert!(is_same, "{name}, {map:?}: {told:?} {found:?}: {bodies:?} {images:?}");
    }
}
