//! Solids drawn alike on every machine: whole numbers, products and sums in `f64`, which IEEE 754
//! fixes to the last bit, and one rounding to what a frame stores.

use crate::geom::{Form, Frame3, ShapeKind, Stored};
use glam::DVec3;

/// Splitmix64.
pub(in crate::gpu) struct Draw(pub u64);

impl Draw {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut word = self.0;
        word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// From -1 to 1, with 24 bits.
    fn number(&mut self) -> f64 {
        f64::from((self.word() >> 40) as i32 - (1 << 23)) / f64::from(1 << 23)
    }

    pub fn vector(&mut self) -> DVec3 {
        DVec3::new(self.number(), self.number(), self.number())
    }

    /// A whole number from `low` to `high`.
    pub fn whole(&mut self, low: i32, high: i32) -> f64 {
        f64::from(low + (self.word() % (high - low + 1) as u64) as i32)
    }

    /// A solid in general position, about as thick as long.
    pub(super) fn solid(&mut self, kind: ShapeKind) -> Solid {
        loop {
            let edges = [self.vector(), self.vector(), self.vector()];
            let solid = Solid { kind, origin: 0.5 * self.vector(), edges };
            if solid.determinant().abs() > 0.25 {
                return solid;
            }
        }
    }
}

/// A power of two, exactly.
pub(in crate::gpu) fn power(exponent: i32) -> f64 {
    f64::from_bits(((1023 + exponent) as u64) << 52)
}

/// A frame before it is rounded.
#[derive(Clone, Copy)]
pub(super) struct Solid {
    pub kind: ShapeKind,
    pub origin: DVec3,
    pub edges: [DVec3; 3],
}

impl Solid {
    pub fn determinant(&self) -> f64 {
        let [a, b, c] = self.edges;
        a.dot(b.cross(c))
    }

    /// The solid times a power of two, its place too.
    pub fn scaled(self, exponent: i32) -> Self {
        let scale = power(exponent);
        Self { origin: self.origin * scale, edges: self.edges.map(|e| e * scale), ..self }
    }

    /// From the origin to the corner that lies least far along a direction.
    pub fn lowest(&self, along: DVec3) -> DVec3 {
        let below = self.edges.map(|edge| if edge.dot(along) < 0.0 { edge } else { DVec3::ZERO });
        let least =
            |low: DVec3, edge: DVec3| if edge.dot(along) < low.dot(along) { edge } else { low };
        match self.kind.form() {
            Form::Parallelotope => below[0] + below[1] + below[2],
            Form::Simplex => below.into_iter().fold(DVec3::ZERO, least),
        }
    }

    /// The frame of the rounded numbers.
    pub fn frame(&self) -> Frame3 {
        let rows = match self.kind.stored() {
            Stored::Edges => self.edges,
            Stored::Vertices => self.edges.map(|edge| self.origin + edge),
        };
        let row = |v: DVec3, w: f32| [v.x as f32, v.y as f32, v.z as f32, w];
        let [a, b, c] = rows.map(|edge| row(edge, 0.0));
        bytemuck::cast([row(self.origin, self.kind.tag()), a, b, c])
    }
}
