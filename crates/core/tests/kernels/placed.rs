//! Polytopes of few vertices under transforms.

use crate::Found;
use crate::digest::Digest;
use crate::draw::{self, Style};
use crate::hulls::{contact, each};
use motzkin_core::geom::{Pair, PolytopeSet};
use motzkin_core::kernel::SimdLevel;
use motzkin_core::kernel::hull::{Prepared, approach, hull_codes, moving_hull_codes, nearest};
use motzkin_core::verdict::RawCode;
use motzkin_core::{Moving, Resting};

/// Polytopes in pairs.
pub struct Scene {
    set: PolytopeSet,
    pairs: Vec<Pair>,
}

impl Scene {
    pub fn new(style: Style) -> Self {
        let set = draw::placed_polytopes(style);
        let pairs = draw::pairs(set.len() / 2).split_off(1);
        Self { set, pairs }
    }

    /// What each kernel computes.
    pub fn found(&self, level: SimdLevel) -> Found {
        let set = &self.set;
        let codes = hull_codes(set, &self.pairs, level);
        let moving_codes = moving_hull_codes(set, &self.pairs, level);
        // What only a kernel knows to be separate, or to meet.
        let known = |codes: &[RawCode], as_code| -> Vec<Pair> {
            let some = self.pairs.iter().zip(codes);
            some.filter(|(_, code)| **code == as_code).map(|(pair, _)| *pair).collect()
        };
        let separate = known(&codes, RawCode::SEPARATE);
        let passing = known(&moving_codes, RawCode::SEPARATE);
        let moving = known(&moving_codes, RawCode::OVERLAPPING);
        // The first vertices of the other polytope, where it was stored.
        let met = |pair: Pair| {
            let one = |a: u32, b: u32| {
                let vertices = set.vertices_of(b);
                let corner = |i: usize| vertices[i % vertices.len()];
                let prepared = Prepared::new(set, a);
                [0, 1, 2].map(|i| prepared.meets(&[corner(i), corner(i + 1), corner(i + 2)]))
            };
            Digest::of(&[one(pair.a, pair.b), one(pair.b, pair.a)])
        };
        vec![
            ("codes", Digest::of(&codes)),
            ("few-codes", Digest::of(&hull_codes(set, &self.pairs[..3], level))),
            ("moving-codes", Digest::of(&moving_codes)),
            ("triangles", each(&self.pairs, &met)),
            ("approach", each(&separate, &|pair| Digest::of(&approach::<Resting>(set, pair)))),
            ("moving-approach", each(&passing, &|pair| Digest::of(&approach::<Moving>(set, pair)))),
            ("nearest", each(&separate, &|pair| Digest::of(&nearest(set, pair)))),
            ("contact-bounds", each(&moving, &|pair| contact(set, pair, level))),
        ]
    }
}
