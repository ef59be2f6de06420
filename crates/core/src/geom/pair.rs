//! A pair of shapes, by index.

use core::fmt;

/// Two indices into a slice, set or buffer of shapes: 8 bytes, with the same layout on CPU and GPU.
///
/// The order matters where a result has a direction: an axis points from `a` towards `b`. Verdicts
/// do not depend on the order.
///
/// # Examples
///
/// ```
/// use motzkin::Pair;
///
/// assert_eq!(Pair::new(3, 7), Pair { a: 3, b: 7 });
/// assert_eq!(Pair::from((3, 7)).to_string(), "(3, 7)");
/// ```
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    bytemuck::Zeroable,
    bytemuck::Pod,
)]
#[repr(C)]
pub struct Pair {
    /// Bytes 0 to 3: the index of the first shape.
    pub a: u32,
    /// Bytes 4 to 7: the index of the second shape.
    pub b: u32,
}

impl From<(u32, u32)> for Pair {
    fn from((a, b): (u32, u32)) -> Self {
        Self { a, b }
    }
}

impl Pair {
    /// Creates the pair of the shapes with the indices `a` and `b`.
    pub const fn new(a: u32, b: u32) -> Self {
        Self { a, b }
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.a, self.b)
    }
}
