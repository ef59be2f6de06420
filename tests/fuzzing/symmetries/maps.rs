//! Maps of coordinates that change no verdict, where they round no number.

use fastrand::Rng;
use std::array::from_fn;
use std::ops::Neg;

/// What happens to all shapes of a case.
#[derive(Clone, Copy, Debug)]
pub enum Map<const D: usize> {
    /// Every axis has the numbers of another axis, or of its mirror image.
    Axes { order: [usize; D], signs: [f32; D] },
    /// Every number is multiplied by a power of two.
    Power(i32),
    /// All stands elsewhere.
    Shift([f32; D]),
    /// A common velocity is added.
    Way([f32; D]),
    /// All goes from where it ends to where it began.
    Backwards,
}

/// A sum, where it is exact.
fn sum(a: f32, b: f32) -> Option<f32> {
    let sum = a + b;
    let [a, b, whole] = [a, b, sum].map(f64::from);
    (whole - a == b && whole - b == a && sum.is_finite()).then_some(sum)
}

/// A number times a power of two, where that is a finite `f32`.
fn scaled(x: f32, power: i32) -> Option<f32> {
    let exact = f64::from(x) * 2.0_f64.powi(power);
    Some(exact as f32).filter(|x| f64::from(*x) == exact && x.is_finite())
}

/// One number for each axis, if there is one for all.
fn each<const D: usize>(number: impl Fn(usize) -> Option<f32>) -> Option<[f32; D]> {
    let mut out = [0.0; D];
    for (axis, x) in out.iter_mut().enumerate() {
        *x = number(axis)?;
    }
    Some(out)
}

fn added<const D: usize>(a: [f32; D], b: [f32; D]) -> Option<[f32; D]> {
    each(|axis| sum(a[axis], b[axis]))
}

/// The middle between two places, where it is exact.
pub fn middle<const D: usize>(a: [f32; D], b: [f32; D]) -> Option<[f32; D]> {
    let half = Map::Power(-1);
    added(half.edge(a)?, half.edge(b)?)
}

impl<const D: usize> Map<D> {
    /// Draws a map of each kind that shapes at rest have.
    pub fn at_rest(rng: &mut Rng) -> [Self; 3] {
        let mut order = from_fn(|axis| axis);
        rng.shuffle(&mut order);
        let signs = [0; D].map(|_| if rng.bool() { 1.0 } else { -1.0 });
        let power = rng.i32(-140..=120);
        let reach = 1 << rng.u32(0..22);
        [Self::Axes { order, signs }, Self::Power(power), Self::Shift(whole(rng, reach))]
    }

    /// Draws a map of each kind.
    pub fn on_the_way(rng: &mut Rng) -> Vec<Self> {
        let mut all = Self::at_rest(rng).to_vec();
        all.extend([Self::Way(whole(rng, 8)), Self::Backwards]);
        all
    }

    /// Maps the way from one point to another.
    pub fn edge(&self, edge: [f32; D]) -> Option<[f32; D]> {
        match self {
            Self::Axes { order, signs } => Some(from_fn(|axis| signs[axis] * edge[order[axis]])),
            Self::Power(power) => each(|axis| scaled(edge[axis], *power)),
            Self::Shift(_) | Self::Way(_) | Self::Backwards => Some(edge),
        }
    }

    pub fn velocity(&self, velocity: [f32; D]) -> Option<[f32; D]> {
        match self {
            Self::Way(way) => added(velocity, *way),
            Self::Backwards => Some(velocity.map(Neg::neg)),
            Self::Axes { .. } | Self::Power(_) | Self::Shift(_) => self.edge(velocity),
        }
    }

    /// Maps a point of a shape that has this velocity.
    pub fn place(&self, place: [f32; D], velocity: [f32; D]) -> Option<[f32; D]> {
        match self {
            Self::Shift(by) => added(place, *by),
            Self::Backwards => added(place, velocity),
            Self::Axes { .. } | Self::Power(_) | Self::Way(_) => self.edge(place),
        }
    }
}

/// Whole numbers up to this one.
pub fn whole<const D: usize>(rng: &mut Rng, reach: i32) -> [f32; D] {
    [0; D].map(|_| rng.i32(-reach..=reach) as f32)
}
