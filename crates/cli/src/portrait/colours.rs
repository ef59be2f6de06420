//! Who has which colour. What the pair shares has a hue that no mixture of the others comes near.

use crate::picture::{Paint, Pen, srgb};
use motzkin::glam::Vec3;

/// A web colour.
#[derive(Clone, Copy)]
pub struct Colour(u32);

/// Fill and edges of the first frame, of the second, and of what they share.
pub const FILLS: [Colour; 2] = [Colour(0x3f8cff), Colour(0xffa51f)];
pub const EDGES: [Colour; 2] = [Colour(0x1b4da6), Colour(0xb4620a)];
pub const SHARED: Colour = Colour(0xd81b4f);
pub const SHARED_EDGES: Colour = Colour(0xa00f38);
/// The smallest box.
pub const BOX: Colour = Colour(0x35404f);
/// Axes of separation and ways out.
pub const SEPARATION: Colour = Colour(0x141c28);
/// The planes that bound a gap.
pub const PLANES: Colour = Colour(0x54667d);
/// The coordinates.
pub const AXES: Colour = Colour(0x5a6675);

impl Colour {
    pub fn colour(self) -> Vec3 {
        srgb(self.0)
    }

    pub fn paint(self, alpha: f32) -> Paint {
        Paint::new(self.colour(), alpha)
    }

    pub fn pen(self, width: f32) -> Pen {
        Pen::new(self.colour(), width)
    }
}
