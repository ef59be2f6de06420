//! Pairs for the kernels. Every machine draws the same.

use glam::Vec3;
use motzkin_core::geom::{Frame2, Frame3, Pair, PolytopeSet};

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
}

impl Style {
    pub const ALL: [Self; 7] = [
        Self::Random,
        Self::Whole,
        Self::Turned,
        Self::Thin,
        Self::Close,
        Self::Grazing,
        Self::Scaled,
    ];
}

/// SplitMix64 after Steele, Lea and Flood, written out because what is recorded depends on each of
/// its bits.
pub struct Numbers(u64);

impl Numbers {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A whole number from 0 to `end - 1`.
    fn below(&mut self, end: u32) -> u32 {
        (((self.bits() >> 32) * u64::from(end)) >> 32) as u32
    }

    fn whole(&mut self, most: u32) -> f32 {
        self.below(2 * most + 1) as f32 - most as f32
    }

    /// A multiple of `2^-23` from -1 to 1.
    fn fraction(&mut self) -> f32 {
        self.whole(1 << 23) * power(-23)
    }

    /// A vector of fractions.
    pub fn direction(&mut self) -> Vec3 {
        let x = self.fraction();
        let y = self.fraction();
        Vec3::new(x, y, self.fraction())
    }

    /// A part between the first power of two and the last.
    fn part(&mut self, first: u32, last: u32) -> f32 {
        power(-((first + self.below(last - first + 1)) as i32))
    }

    fn vector(&mut self, style: Style, reach: u32) -> Vec3 {
        let mut whole = || self.whole(reach);
        let [x, y, z] = [whole(), whole(), whole()];
        match style {
            Style::Random | Style::Scaled if self.below(4) > 0 => self.direction() * reach as f32,
            Style::Thin | Style::Close => self.direction() * reach as f32,
            Style::Turned if self.below(2) == 0 => {
                let little = self.part(4, 23);
                Vec3::new(x, y, z) + self.direction() * little
            }
            _ => Vec3::new(x, y, z),
        }
    }

    /// A place near the origin, or a velocity.
    fn place(&mut self, style: Style) -> Vec3 {
        match style {
            Style::Thin => self.vector(style, 1) * 0.25,
            _ => self.vector(style, 3),
        }
    }

    /// Three edges.
    fn edges(&mut self, style: Style) -> [Vec3; 3] {
        let thin = matches!(style, Style::Thin | Style::Grazing | Style::Close);
        let of_all = if thin { self.part(0, 6) } else { 1.0 };
        [(); 3].map(|()| {
            let edge = self.vector(style, 3) * of_all;
            match self.below(3) {
                0 if thin => edge * self.part(0, 13),
                // Along the axes.
                0 if style != Style::Random => match self.below(3) {
                    0 => edge * Vec3::X,
                    1 => edge * Vec3::Y,
                    _ => edge * Vec3::Z,
                },
                _ => edge,
            }
        })
    }

    /// What a pair is multiplied by.
    fn scale(&mut self, style: Style) -> f32 {
        match style {
            Style::Scaled => {
                let exponents = [-140, -70, -20, 40, 90, 120];
                power(exponents[self.below(exponents.len() as u32) as usize])
            }
            _ => 1.0,
        }
    }

    /// Where the second of a pair begins, if that depends on the first.
    fn second(&mut self, style: Style, corner: impl Fn(u32) -> Vec3, size: f32) -> Option<Vec3> {
        matches!(style, Style::Close | Style::Grazing).then(|| {
            let corner = corner(self.below(8));
            let little = if self.below(4) == 0 { 0.0 } else { self.part(14, 27) };
            corner + self.direction() * (little * size)
        })
    }

    /// A frame with a velocity. Draws until its edges span space.
    fn frame(&mut self, style: Style, scale: f32, at: Option<Vec3>) -> Frame3 {
        loop {
            let kind = self.below(3);
            let origin = at.unwrap_or_else(|| self.place(style) * scale);
            let edges = self.edges(style).map(|edge| edge * scale);
            let velocity = self.place(style) * scale;
            let found = match kind {
                0 => Frame3::cuboid(origin, edges),
                1 => Frame3::tetra(origin, edges),
                _ => {
                    let [p, q, r] = edges.map(|edge| origin + edge);
                    Frame3::tetra_by_vertices([origin, p, q, r])
                }
            };
            if let Ok(frame) = found.and_then(|frame| frame.with_velocity(velocity)) {
                return frame;
            }
        }
    }

    fn plane_frame(&mut self, style: Style, scale: f32, at: Option<Vec3>) -> Frame2 {
        loop {
            let kind = self.below(3);
            let origin = at.unwrap_or_else(|| self.place(style) * scale).truncate();
            let [p, q, velocity] = self.edges(style).map(|edge| edge.truncate() * scale);
            let found = match kind {
                0 => Frame2::parallelogram(origin, [p, q]),
                1 => Frame2::triangle(origin, [p, q]),
                _ => Frame2::triangle_by_vertices([origin, origin + p, origin + q]),
            };
            if let Ok(frame) = found.and_then(|frame| frame.with_velocity(velocity)) {
                return frame;
            }
        }
    }

    /// Points about a place, with those of a frame among them.
    fn points(&mut self, style: Style, at: Option<Vec3>, is_flat: bool, scale: f32) -> Vec<Vec3> {
        let most = [6, 12, 24, 130][self.below(4) as usize];
        let origin = at.unwrap_or_else(|| self.place(style) * scale);
        let flat = |point: Vec3| if is_flat { point.with_z(0.0) } else { point };
        let others = self.below(most);
        let point = |_| flat(origin + self.edges(style)[0] * scale);
        std::iter::once(flat(origin)).chain((0..others).map(point)).collect()
    }
}

/// Two to a power.
pub fn power(exponent: i32) -> f32 {
    2.0_f64.powi(exponent) as f32
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
        let first = numbers.frame(style, scale, None);
        let corners = first.corners();
        let size = first.aabb().max.abs().max_element();
        let at = numbers.second(style, |i| corners[i as usize % corners.len()].as_vec3(), size);
        [first, numbers.frame(style, scale, at)]
    }
}

impl Drawn for Frame2 {
    const TAG: usize = 8;

    fn draw(numbers: &mut Numbers, style: Style) -> [Self; 2] {
        let scale = numbers.scale(style);
        let first = numbers.plane_frame(style, scale, None);
        let corners = first.corners();
        let size = first.aabb().max.abs().max_element();
        let at = numbers.second(
            style,
            |i| corners[i as usize % corners.len()].as_vec2().extend(0.0),
            size,
        );
        [first, numbers.plane_frame(style, scale, at)]
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
