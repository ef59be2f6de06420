//! Convex polytopes.

use crate::Found;
use crate::digest::Digest;
use crate::draw::{self, Numbers, Style};
use motzkin_core::geom::{Pair, PolytopeSet};
use motzkin_core::kernel::SimdLevel;
use motzkin_core::kernel::hull::{
    Prepared, approach, contact_bounds, hull_codes, moving_hull_codes, nearest, supports_asked,
};
use motzkin_core::{Moving, Resting, exact};

/// Triangles that each polytope meets or not.
const TRIANGLES: usize = 12;

/// Polytopes in pairs, and what is known of these.
pub struct Scene {
    set: PolytopeSet,
    pairs: Vec<Pair>,
    triangles: Vec<[[f32; 3]; 3]>,
    /// Those that are separate, at rest and while they move, and those that meet while they move.
    separate: Vec<Pair>,
    passing: Vec<Pair>,
    moving: Vec<Pair>,
}

impl Scene {
    pub fn new(style: Style) -> Self {
        let set = draw::polytopes(style);
        let pairs = draw::pairs(set.len() / 2);
        let rests = |pair: &Pair| exact::hull::decide(&set, *pair).verdict.meets();
        let moves = |pair: &Pair| exact::hull::decide_moving(&set, *pair).verdict.meets();
        let separate: Vec<Pair> = pairs.iter().copied().filter(|pair| !rests(pair)).collect();
        let (moving, passing): (Vec<Pair>, Vec<Pair>) = pairs.iter().partition(|pair| moves(pair));
        for some in [&separate, &passing, &moving] {
            assert!(some.len() > 20, "{style:?}: {}", some.len());
        }
        let mut numbers = Numbers::new(3);
        let mut triangle = |(polytope, _)| {
            let bounds = set.aabb(polytope);
            let middle = (bounds.min + bounds.max) * 0.5;
            [(); 3].map(|()| (middle + 4.0 * numbers.direction()).to_array())
        };
        let places =
            (0..set.len() as u32).flat_map(|polytope| (0..TRIANGLES).map(move |i| (polytope, i)));
        let triangles = places.map(&mut triangle).collect();
        Self { triangles, pairs, separate, passing, moving, set }
    }

    /// What each kernel computes.
    pub fn found(&self, level: SimdLevel) -> Found {
        let set = &self.set;
        let meets = |polytope: u32| {
            let prepared = Prepared::new(set, polytope);
            let triangles = &self.triangles[polytope as usize * TRIANGLES..][..TRIANGLES];
            let met: Vec<_> = triangles.iter().map(|triangle| prepared.meets(triangle)).collect();
            Digest::of(&(prepared.vertices(), prepared.size(), met))
        };
        let met: Vec<_> = (0..set.len() as u32).map(meets).collect();
        vec![
            ("codes", Digest::of(&hull_codes(set, &self.pairs, level))),
            ("moving-codes", Digest::of(&moving_hull_codes(set, &self.pairs, level))),
            ("supports", each(&self.pairs, &|pair| supports_asked(set, pair) as u64)),
            ("triangles", Digest::of(&met)),
            ("approach", each(&self.separate, &|pair| Digest::of(&approach::<Resting>(set, pair)))),
            (
                "moving-approach",
                each(&self.passing, &|pair| Digest::of(&approach::<Moving>(set, pair))),
            ),
            ("nearest", each(&self.separate, &|pair| Digest::of(&nearest(set, pair)))),
            ("contact-bounds", each(&self.moving, &|pair| contact(set, pair, level))),
        ]
    }
}

/// The hash of what is asked of each pair.
pub fn each(pairs: &[Pair], ask: &dyn Fn(Pair) -> u64) -> u64 {
    Digest::of(&pairs.iter().map(|&pair| ask(pair)).collect::<Vec<_>>())
}

/// The hash of the bounds of a contact interval, of the interval itself and of its rounded ends.
pub fn contact(set: &PolytopeSet, pair: Pair, level: SimdLevel) -> u64 {
    let bounds = contact_bounds(set, pair, level);
    Digest::of(&bounds.map(|bounds| (bounds, bounds.outer(), bounds.rounded())))
}
