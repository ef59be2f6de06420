//! The tori of the 2013 paper: one box round each, then hundreds of primitives round patches of its
//! surface.

use super::scatter::rotation;
use fastrand::Rng;
use glam::{DVec2, DVec3, Quat, Vec3};
use motzkin_core::error::FrameError;
use motzkin_core::geom::Frame3;

/// The volumes of a tree with the numbers of their parents; the first is the root.
pub type Volumes = Vec<(Frame3, Option<u32>)>;

/// A torus about the z axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Torus {
    /// From the axis to the middle of the tube.
    pub major: f32,
    /// Half the tube's thickness; less than `major`.
    pub minor: f32,
}

/// What the patches of a torus' surface are covered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cover {
    /// Two tetrahedra round each patch, as in the paper.
    Tetras,
    /// A box round each patch.
    Boxes,
}

/// Samples along each side of a patch that its cover is fitted to.
const SAMPLES: usize = 6;

/// By how much a cover is larger than its samples ask for: more than the surface strays between
/// them.
const SPARE: f64 = 0.05;

impl Torus {
    /// Returns the point of the surface at these shares of a turn round the axis and round the
    /// tube, and its outward normal.
    pub fn surface(&self, round_axis: f64, round_tube: f64) -> (DVec3, DVec3) {
        let ((cos_u, sin_u), (cos_v, sin_v)) = (turn(round_axis), turn(round_tube));
        let normal = DVec3::new(cos_v * cos_u, cos_v * sin_u, sin_v);
        let ring = DVec3::new(cos_u, sin_u, 0.0) * f64::from(self.major);
        (ring + normal * f64::from(self.minor), normal)
    }

    /// Returns a root box, and below it the covers of `[round the axis, round the tube]` patches:
    /// one box or two tetrahedra each. The paper's 201 primitives are those of `[10, 10]` in
    /// [`Cover::Tetras`].
    ///
    /// # Errors
    ///
    /// Returns a [`FrameError`] for numbers of which no torus can be made.
    pub fn volumes(&self, patches: [usize; 2], cover: Cover) -> Result<Volumes, FrameError> {
        let mut covers = Vec::new();
        for i in 0..patches[0] {
            for j in 0..patches[1] {
                let at = |u: f64, v: f64| {
                    self.surface(
                        (i as f64 + u) / patches[0] as f64,
                        (j as f64 + v) / patches[1] as f64,
                    )
                };
                match cover {
                    Cover::Boxes => covers.push(box_round(at)?),
                    Cover::Tetras => {
                        covers.push(tetra_round(at)?);
                        covers.push(tetra_round(|u, v| at(1.0 - u, 1.0 - v))?);
                    }
                }
            }
        }
        let corners = || covers.iter().flat_map(Frame3::corners);
        let far = corners().fold(DVec3::ZERO, |far, corner| far.max(corner.abs())) * (1.0 + 1e-5);
        let root = Frame3::aligned_box(-far.as_vec3(), far.as_vec3())?;
        Ok(std::iter::once((root, None))
            .chain(covers.into_iter().map(|cover| (cover, Some(0))))
            .collect())
    }
}

/// Points of a patch, `u` and `v` in `[0, 1]`; of its lower left half where it is cut in two.
fn samples(half: bool, at: &impl Fn(f64, f64) -> (DVec3, DVec3)) -> Vec<DVec3> {
    let share = |i: usize| i as f64 / SAMPLES as f64;
    let places = (0..=SAMPLES).flat_map(|i| (0..=SAMPLES).map(move |j| (i, j)));
    places
        .filter(|(i, j)| !half || i + j <= SAMPLES)
        .map(|(i, j)| at(share(i), share(j)).0)
        .collect()
}

/// A box along the patch's own directions.
fn box_round(at: impl Fn(f64, f64) -> (DVec3, DVec3)) -> Result<Frame3, FrameError> {
    let (middle, normal) = at(0.5, 0.5);
    let along = at(1.0, 0.5).0 - at(0.0, 0.5).0;
    let first = (along - normal * along.dot(normal)).normalize_or(DVec3::X);
    let axes = [first, normal.cross(first), normal];
    let points = samples(false, &at);
    let mut corner = middle;
    let edges = axes.map(|axis| {
        let places = || points.iter().map(|point| (*point - middle).dot(axis));
        let (low, high) =
            (places().fold(f64::INFINITY, f64::min), places().fold(f64::NEG_INFINITY, f64::max));
        let spare = SPARE * (high - low);
        corner += axis * (low - spare);
        axis * (high - low + 2.0 * spare)
    });
    Frame3::cuboid(corner.as_vec3(), edges.map(|edge| edge.as_vec3()))
}

/// A tetrahedron round the triangle `u + v <= 1` of a patch: its base lies below the surface, its
/// apex above.
fn tetra_round(at: impl Fn(f64, f64) -> (DVec3, DVec3)) -> Result<Frame3, FrameError> {
    let normal = at(1.0 / 3.0, 1.0 / 3.0).1;
    let corners = [at(0.0, 0.0).0, at(1.0, 0.0).0, at(0.0, 1.0).0];
    let middle = (corners[0] + corners[1] + corners[2]) / 3.0;
    let first = (corners[1] - corners[0]).normalize_or(DVec3::X);
    let first = (first - normal * first.dot(normal)).normalize_or(DVec3::X);
    let second = normal.cross(first);
    let flat = |point: DVec3| DVec2::new((point - middle).dot(first), (point - middle).dot(second));
    let triangle = corners.map(flat);
    let points = samples(true, &at);
    let height = |point: &DVec3| (*point - middle).dot(normal);
    let (low, high) = points
        .iter()
        .map(height)
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)));
    let size = triangle.iter().map(|corner| corner.length()).fold(0.0, f64::max);
    let low = low - SPARE * (high - low);
    let apex = (4.0 * (high - low)).max(0.5 * size);
    // How much larger than the triangle its cross section at a point's height must be to hold the
    // point; and what the base must be for that.
    let scale = points.iter().map(|point| {
        let own = flat(*point);
        let margins = (0..3).map(|i| {
            let [p, q] = [triangle[(i + 1) % 3], triangle[(i + 2) % 3]];
            (q - p).perp_dot(own - p) / (q - p).perp_dot(triangle[i] - p)
        });
        (1.0 - 3.0 * margins.fold(f64::INFINITY, f64::min)) / (1.0 - (height(point) - low) / apex)
    });
    let scale = scale.fold(0.0, f64::max) * (1.0 + SPARE);
    let base = triangle
        .map(|corner| middle + (first * corner.x + second * corner.y) * scale + normal * low);
    let [a, b, c] = base.map(|corner| corner.as_vec3());
    Frame3::tetra_by_vertices([a, b, c, (middle + normal * (low + apex)).as_vec3()])
}

/// Cosine and sine of a share of a turn, by sums and products alone, so that they are the same on
/// every machine.
fn turn(share: f64) -> (f64, f64) {
    let share = share - share.round();
    // A sixteenth of a turn at most, and then doubled.
    let x = share * std::f64::consts::TAU / 8.0;
    let (mut cos, mut sin, mut term) = (0.0, 0.0, 1.0);
    for n in 0..16 {
        let sign = if n % 4 < 2 { 1.0 } else { -1.0 };
        *(if n % 2 == 0 { &mut cos } else { &mut sin }) += sign * term;
        term = term * x / (n as f64 + 1.0);
    }
    for _ in 0..3 {
        (cos, sin) = (cos * cos - sin * sin, 2.0 * cos * sin);
    }
    (cos, sin)
}

/// Where an object is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Which of the shapes it has.
    pub shape: usize,
    /// Turned about the coordinates' origin,
    pub rotation: Quat,
    /// then moved.
    pub translation: Vec3,
}

/// Tori in space.
#[derive(Clone, Debug)]
pub struct Tori {
    /// What they look like.
    pub shapes: Vec<Volumes>,
    /// One for each torus.
    pub places: Vec<Place>,
}

/// Sizes that the tori of a world come in.
const SIZES: usize = 8;

/// The cube root of the space that a torus has to itself.
const ROOM: f32 = 2.0;

impl Tori {
    /// Creates tori of eight sizes at random places in any orientation (2013 paper, section 6.2.2).
    /// A world of more tori is larger, so that each collides with some five others. The same seed
    /// gives the same bits on every machine.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Torus::volumes`].
    pub fn scattered(
        count: usize,
        patches: [usize; 2],
        cover: Cover,
        seed: u64,
    ) -> Result<Self, FrameError> {
        let mut rng = Rng::with_seed(seed);
        let sizes = (0..SIZES).map(|i| 0.6 + 0.1 * i as f32);
        let shapes = sizes
            .map(|major| {
                Torus { major, minor: major * (0.25 + 0.1 * rng.f32()) }.volumes(patches, cover)
            })
            .collect::<Result<_, _>>()?;
        let mut side = 0.0_f32;
        while side * side * side < count as f32 * ROOM * ROOM * ROOM {
            side += 0.0625;
        }
        let mut number = || (rng.f32() - 0.5) * side;
        let spots: Vec<Vec3> =
            (0..count).map(|_| Vec3::new(number(), number(), number())).collect();
        let place = |translation| {
            let shape = rng.usize(..SIZES);
            Place { shape, rotation: rotation(&mut rng), translation }
        };
        Ok(Self { shapes, places: spots.into_iter().map(place).collect() })
    }
}

/// Two tori, the paper's four cases (section 6.1.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TwoTori {
    /// Linked like the members of a chain, and not colliding.
    Linked,
    /// Side by side, and not colliding.
    Beside,
    /// Colliding in two places.
    TwoPlaces,
    /// Colliding in one place.
    OnePlace,
}

impl TwoTori {
    /// In the order of the paper.
    pub const ALL: [Self; 4] = [Self::Linked, Self::Beside, Self::TwoPlaces, Self::OnePlace];

    /// Returns the lower-case name that the command line prints.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Linked => "linked",
            Self::Beside => "beside",
            Self::TwoPlaces => "two-places",
            Self::OnePlace => "one-place",
        }
    }

    /// Returns the two tori; their roots' boxes meet in every case.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Torus::volumes`].
    pub fn scene(self, patches: [usize; 2], cover: Cover) -> Result<Tori, FrameError> {
        let shapes = vec![Torus { major: 1.0, minor: 0.25 }.volumes(patches, cover)?];
        let upright = Quat::from_xyzw(1.0, 0.0, 0.0, 1.0);
        let (rotation, translation) = match self {
            Self::Linked => (upright, Vec3::X),
            Self::Beside => (Quat::IDENTITY, Vec3::new(2.0, 2.0, 0.0)),
            Self::TwoPlaces => (Quat::IDENTITY, Vec3::X),
            Self::OnePlace => (Quat::IDENTITY, Vec3::X * 2.375),
        };
        let first = Place { shape: 0, rotation: Quat::IDENTITY, translation: Vec3::ZERO };
        Ok(Tori { shapes, places: vec![first, Place { shape: 0, rotation, translation }] })
    }

    /// Returns in how many places they collide.
    pub const fn places(self) -> usize {
        match self {
            Self::Linked | Self::Beside => 0,
            Self::TwoPlaces => 2,
            Self::OnePlace => 1,
        }
    }
}
