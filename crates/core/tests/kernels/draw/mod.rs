//! Pairs for the kernels. Every machine draws the same.

mod beside;
mod numbers;
mod placed;
mod shapes;

use beside::Parts;
use motzkin_core::geom::{Frame2, Frame3, Pair, PolytopeSet};
pub use numbers::{Numbers, power};
pub use placed::placed_polytopes;

/// Pairs of a scene: many groups of the widest vector for each pair of shapes, and no whole number
/// of them.
pub const PAIRS: usize = 5003;

/// Pairs of a scene of polytopes.
const HULL_PAIRS: usize = 401;

/// How the coordinates of a pair are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Numbers of 24 bits.
    Random,
    /// Small whole numbers: much touches, and edges are parallel.
    Whole,
    /// Edges that are nearly parallel to the axes or to each other.
    Turned,
    /// Plates and needles, and large shapes beside small ones.
    Thin,
    /// The second shape begins at a corner of the first, or a little away from it: errors decide.
    Close,
    /// The same of whole numbers, and of plates and needles whose numbers are short.
    Grazing,
    /// Pairs at all scales, to the ends of the range.
    Scaled,
    /// A point of the second shape passes a corner or an edge of the first on its way.
    Passing,
    /// The shapes lie on both sides of a plane, a little apart or a little within each other.
    Stacked,
    /// Edges of the second shape are nearly along those of the first, and so is the way.
    Aligned,
    /// Shapes that are squashed to almost nothing, and needles through sheets.
    Squashed,
    /// Thin and slow shapes, as small as may be left unscaled.
    Small,
}

impl Style {
    pub const ALL: [Self; 12] = [
        Self::Random,
        Self::Whole,
        Self::Turned,
        Self::Thin,
        Self::Close,
        Self::Grazing,
        Self::Scaled,
        Self::Passing,
        Self::Stacked,
        Self::Aligned,
        Self::Squashed,
        Self::Small,
    ];

    /// Those that are no others where there are no edges.
    pub const OF_POINTS: [Self; 7] = [
        Self::Random,
        Self::Whole,
        Self::Turned,
        Self::Thin,
        Self::Close,
        Self::Grazing,
        Self::Scaled,
    ];
}

/// The first with the second, the third with the fourth, and so on.
pub fn pairs(count: usize) -> Vec<Pair> {
    (0..count as u32).map(|i| Pair::new(2 * i, 2 * i + 1)).collect()
}

/// A kind of frame that is drawn.
pub trait Drawn: Sized {
    /// Which of its numbers is the tag.
    const TAG: usize;

    /// Two frames with velocities.
    fn draw(numbers: &mut Numbers, style: Style) -> [Self; 2];
}

impl Drawn for Frame3 {
    const TAG: usize = 3;

    fn draw(numbers: &mut Numbers, style: Style) -> [Self; 2] {
        let scale = numbers.scale(style);
        let first = numbers.frame(style, scale, None, None);
        let corners = first.corners();
        let size = first.aabb().max.abs().max_element();
        let at = numbers.second(style, |i| corners[i as usize % corners.len()].as_vec3(), size);
        let ends = if corners.len() == 8 { [1, 2, 4] } else { [1, 2, 3] };
        let edges = ends.map(|end| (corners[end] - corners[0]).as_vec3());
        let parts = Parts { origin: first.origin(), edges, velocity: first.velocity() };
        [first, numbers.frame(style, scale, at, Some(parts))]
    }
}

impl Drawn for Frame2 {
    const TAG: usize = 8;

    fn draw(numbers: &mut Numbers, style: Style) -> [Self; 2] {
        let scale = numbers.scale(style);
        let first = numbers.plane_frame(style, scale, None, None);
        let corners = first.corners();
        let size = first.aabb().max.abs().max_element();
        let at = numbers.second(
            style,
            |i| corners[i as usize % corners.len()].as_vec2().extend(0.0),
            size,
        );
        let edges = [1, 2, 1].map(|end| (corners[end] - corners[0]).as_vec2().extend(0.0));
        let [origin, velocity] = [first.origin(), first.velocity()].map(|own| own.extend(0.0));
        let parts = Parts { origin, edges, velocity };
        [first, numbers.plane_frame(style, scale, at, Some(parts))]
    }
}

/// The frames of [`PAIRS`].
pub fn frames<F: Drawn>(style: Style) -> Vec<F> {
    let mut numbers = Numbers::new(1);
    (0..PAIRS).flat_map(|_| F::draw(&mut numbers, style)).collect()
}

/// Polytopes in pairs, with velocities: of one point to some hundred, and every fourth pair in a
/// plane.
pub fn polytopes(style: Style) -> PolytopeSet {
    let (mut numbers, mut set) = (Numbers::new(2), PolytopeSet::new());
    for pair in 0..HULL_PAIRS {
        let (scale, is_flat) = (numbers.scale(style), pair % 4 == 0);
        let first = numbers.points(style, None, is_flat, scale);
        let size = first[0].abs().max_element();
        let at = numbers.second(style, |i| first[i as usize % first.len()], size);
        let second = numbers.points(style, at, is_flat, scale);
        for points in [first, second] {
            let polytope = set.push(&points).expect("finite points");
            set.set_velocity(polytope, numbers.place(style) * scale).expect("a velocity");
        }
    }
    set
}
