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

/// Origin, edges and velocity of a frame.
#[derive(Clone, Copy)]
struct Parts {
    origin: Vec3,
    edges: [Vec3; 3],
    velocity: Vec3,
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
            Style::Random | Style::Scaled | Style::Small if self.below(4) > 0 => {
                self.direction() * reach as f32
            }
            Style::Passing | Style::Stacked | Style::Aligned if self.below(2) == 0 => {
                self.direction() * reach as f32
            }
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
            Style::Thin | Style::Aligned | Style::Squashed => self.vector(style, 1) * 0.25,
            Style::Small => self.vector(style, 2) * self.part(2, 8),
            _ => self.vector(style, 3),
        }
    }

    /// Three edges.
    fn edges(&mut self, style: Style) -> [Vec3; 3] {
        let thin = matches!(style, Style::Thin | Style::Grazing | Style::Close | Style::Small);
        let of_all = if thin { self.part(0, 6) } else { 1.0 };
        [(); 3].map(|()| {
            let edge = self.vector(style, 3) * of_all;
            match self.below(3) {
                0 if style == Style::Small => edge * self.part(24, 44),
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
            Style::Small => self.part(21, 24),
            _ => 1.0,
        }
    }

    /// Where the second of a pair begins, if that depends on the first.
    fn second(&mut self, style: Style, corner: impl Fn(u32) -> Vec3, size: f32) -> Option<Vec3> {
        matches!(style, Style::Close | Style::Grazing | Style::Passing).then(|| {
            let mut corner = || corner(self.below(8));
            let corner = match style {
                Style::Passing => (corner() + corner()) * 0.5,
                _ => corner(),
            };
            let little = if self.below(4) == 0 { 0.0 } else { self.part(14, 27) };
            corner + self.direction() * (little * size)
        })
    }

    /// A frame with a velocity, beside the `first` of its pair if it is the second. Draws until its
    /// edges span space.
    fn frame(
        &mut self,
        style: Style,
        scale: f32,
        at: Option<Vec3>,
        first: Option<Parts>,
    ) -> Frame3 {
        loop {
            let kind = if style == Style::Aligned && self.below(8) > 0 { 0 } else { self.below(3) };
            let origin = at.unwrap_or_else(|| self.place(style) * scale);
            let edges = self.edges(style).map(|edge| edge * scale);
            let velocity = self.place(style) * scale;
            let own = Parts { origin, edges, velocity };
            let Parts { origin, edges, velocity } = self.changed(own, style, kind == 0, first);
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

    fn plane_frame(
        &mut self,
        style: Style,
        scale: f32,
        at: Option<Vec3>,
        first: Option<Parts>,
    ) -> Frame2 {
        loop {
            let kind = self.below(3);
            let origin = at.unwrap_or_else(|| self.place(style) * scale);
            let [p, q, mut velocity] = self.edges(style).map(|edge| edge * scale);
            if style == Style::Small {
                velocity = self.vector(style, 2) * scale;
            }
            let [origin, p, q, velocity] = [origin, p, q, velocity].map(|own| own.with_z(0.0));
            let own = Parts { origin, edges: [p, q, p], velocity };
            let Parts { origin, edges, velocity } = self.changed(own, style, kind == 0, first);
            let (origin, velocity) = (origin.truncate(), velocity.truncate());
            let [p, q, _] = edges.map(Vec3::truncate);
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

    /// A frame as a style changes it.
    fn changed(&mut self, own: Parts, style: Style, is_box: bool, first: Option<Parts>) -> Parts {
        match (style, first) {
            (Style::Passing, Some(first)) => {
                let way = (own.velocity - first.velocity) * self.part(0, 2);
                Parts { origin: own.origin - way, ..own }
            }
            (Style::Stacked, first) => self.stacked(own, is_box, first),
            (Style::Aligned, Some(first)) => self.aligned(own, first),
            (Style::Squashed, _) => self.squashed(own, is_box),
            _ => own,
        }
    }

    /// Stands on the plane at right angles to y, or hangs from it.
    fn stacked(&mut self, own: Parts, is_box: bool, first: Option<Parts>) -> Parts {
        let flat = Vec3::new(1.0, 0.0, 1.0);
        let Parts { mut origin, edges: [mut p, q, mut r], mut velocity } = own;
        (origin, p, r) = (origin * flat, p * flat, r * flat);
        if self.below(3) > 0 {
            velocity *= flat;
        }
        let Some(first) = first else {
            let edges = [p, q.with_y(q.y.abs()), r];
            return Parts { origin: Vec3::ZERO, edges, velocity };
        };
        origin.y = self.fraction() * self.part(18, 50);
        if is_box && self.below(2) == 0 {
            // It moves between two of its edges, nearly along both.
            let (along, beside) = (p * Vec3::X, Vec3::Z * self.part(2, 8));
            (p, r) = (along + beside, along - beside);
            velocity = first.velocity + along * self.part(0, 2);
            origin.y = self.part(4, 13) * (self.fraction() + 1.0);
        }
        Parts { origin, edges: [p, q.with_y(-q.y.abs()), r], velocity }
    }

    /// Of nearly the same directions as the first, or turned about one edge, or longer; within the
    /// other, or face to face with it.
    fn aligned(&mut self, own: Parts, first: Parts) -> Parts {
        let mut edges = first.edges;
        edges.rotate_left(self.below(3) as usize);
        let [a, b, c] = edges;
        let size = a.abs().max_element();
        let [mut p, mut q, mut r] =
            edges.map(|edge| edge + self.direction() * (size * self.part(13, 17)));
        let long = 8.0 * self.part(0, 5);
        match self.below(4) {
            0 => (p, q, r) = (p * long, (b + c) * self.part(0, 4), (b - c) * self.part(0, 4)),
            1 => (p, q, r) = (p * long, b + c * self.part(0, 2), c * self.part(0, 4)),
            2 => p *= long,
            _ => {}
        }
        let from = if self.below(3) == 0 {
            (a + b + c - p - q - r) * 0.5 + a * self.part(2, 5)
        } else {
            r = -r;
            let within = self.part(10, 14) * (self.fraction() + 0.75);
            (a - p) * 0.5 + b * self.part(1, 3) + c * within
        };
        if self.below(2) == 0 {
            (q, r) = (r, q);
        }
        let velocity = match self.below(8) {
            0 => first.velocity + a,
            1 => first.velocity + (q - r) * 0.5,
            2 => own.velocity,
            _ => first.velocity,
        };
        Parts { origin: first.origin + from, edges: [p, q, r], velocity }
    }

    /// By powers of two, along axes or edge by edge: needles, sheets, and slivers of any kind.
    fn squashed(&mut self, own: Parts, is_box: bool) -> Parts {
        let [thin, thinner] = [self.part(22, 28), self.part(42, 52)];
        let by = match self.below(4) {
            0 if is_box => Vec3::new(1.0, thinner, 1.0),
            0 => Vec3::new(1.0, thin, thin),
            1 => Vec3::new(1.0, self.part(20, 112), 1.0),
            2 => Vec3::new(self.part(0, 60), 1.0, self.part(0, 60)),
            _ => Vec3::ONE,
        };
        let [p, q, r] = own.edges;
        let edges = match self.below(2) {
            0 => [p * by, q * by, r * by],
            _ => [p * by.x, q * by.y, r * by.z],
        };
        let origin = if self.below(3) == 0 { own.origin * by } else { own.origin };
        Parts { origin, edges, ..own }
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
