//! Boxes by their ends, in `f32`.

use glam::Vec3A;

/// Returns what a function makes of the three axes. Arrays that are mapped cost calls where a crate
/// is compiled in many units.
#[inline(always)]
pub fn three<T>(of: impl Fn(usize) -> T) -> [T; 3] {
    [of(0), of(1), of(2)]
}

/// The least and the greatest coordinates of a box.
#[derive(Clone, Copy)]
pub struct Ends {
    pub low: Vec3A,
    pub high: Vec3A,
}

impl Ends {
    /// The box of everything.
    pub const ALL: Self = Self { low: Vec3A::NEG_INFINITY, high: Vec3A::INFINITY };

    /// Returns the box of a triangle.
    #[inline(always)]
    pub fn of([a, b, c]: [[f32; 3]; 3]) -> Self {
        let (a, b, c) = (Vec3A::from(a), Vec3A::from(b), Vec3A::from(c));
        Self { low: a.min(b).min(c), high: a.max(b).max(c) }
    }

    /// Returns how far two boxes are apart along the axis on which that is most; below zero if they
    /// overlap.
    #[inline(always)]
    pub fn between(&self, other: &Self) -> f32 {
        (other.low - self.high).max(self.low - other.high).max_element()
    }
}
