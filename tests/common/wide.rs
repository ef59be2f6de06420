//! Frames whose numbers take so many bits over a common power of two.

use fastrand::Rng;
use glam::{Vec2, Vec3};
use motzkin_core::geom::{Frame2, Frame3, ShapeKind, ShapeKind2};

/// Draws numbers of so many bits: from 1, the unit, to all bits of an `f32` at the upper end.
pub struct Wide<'a> {
    pub rng: &'a mut Rng,
    pub width: u32,
}

impl Wide<'_> {
    /// `2^-149` is the least float there is; 180 bits end at `2^31` then.
    fn number(&mut self) -> f32 {
        let unit = 2_f64.powi(-149 + self.rng.i32(0..=1));
        let bits = self.width.min(24);
        let top = 2_f64.powi((self.width - bits) as i32);
        let full = f64::from((1_u32 << bits) - 1);
        let size = match self.rng.u32(0..6) {
            0 => 0.0,
            1 => 1.0,
            2 => 2_f64.powi(self.rng.i32(0..self.width as i32 - 1)),
            3 => f64::from(self.rng.u32(0..1 << bits)) * top,
            _ => full * top,
        };
        (if self.rng.bool() { size * unit } else { -size * unit }) as f32
    }

    fn vector(&mut self) -> Vec3 {
        Vec3::from_array([(); 3].map(|()| self.number()))
    }

    /// A frame beside another one: some rows are those of the other, so that pairs touch.
    pub fn frame(&mut self, other: Option<&Frame3>) -> Frame3 {
        loop {
            let kind = ShapeKind::ALL[self.rng.usize(..ShapeKind::ALL.len())];
            let mut rows = [(); 4].map(|()| self.vector());
            if let Some(other) = other {
                for (row, own) in rows.iter_mut().enumerate() {
                    if self.rng.bool() {
                        *own = other.row(row);
                    }
                }
            }
            let [origin, edges @ ..] = rows;
            let built = Frame3::of_kind(kind, origin, edges);
            if let Ok(frame) = built.and_then(|frame| frame.with_velocity(self.vector())) {
                return frame;
            }
        }
    }

    pub fn flat_frame(&mut self, other: Option<&Frame2>) -> Frame2 {
        loop {
            let kind = ShapeKind2::ALL[self.rng.usize(..ShapeKind2::ALL.len())];
            let mut rows = [(); 3].map(|()| Vec2::new(self.number(), self.number()));
            if let Some(other) = other {
                if self.rng.bool() {
                    rows[0] = other.origin();
                }
                if self.rng.bool() {
                    rows[1] = other.row(1);
                }
            }
            let [origin, edges @ ..] = rows;
            let velocity = Vec2::new(self.number(), self.number());
            let built = Frame2::of_kind(kind, origin, edges);
            if let Ok(frame) = built.and_then(|frame| frame.with_velocity(velocity)) {
                return frame;
            }
        }
    }
}
