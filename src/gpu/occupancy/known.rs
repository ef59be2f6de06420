//! Boxes that touch a triangle, and boxes off it: by them a device shows that its test misses
//! nothing. All numbers are whole, times a power of two, and no `f32` rounds them.

use crate::geom::Aabb3;
use crate::gpu::self_test::draw::{Draw, power};
use crate::self_test::SelfTestFault;
use crate::verdict::{RawCode, Verdict};
use glam::{DVec3, Vec3};

const TRIANGLES: usize = 36;

/// The powers of two that triangles and boxes are multiplied by.
const EXPONENTS: [i32; 4] = [0, 30, -100, 100];

/// How far apart a triangle and a box off it are at the least, before they are multiplied.
const APART: f64 = 16.0;

/// A triangle and boxes.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// The triangle's corners.
    pub triangle: [[f32; 3]; 3],
    /// The first four share one point with the triangle, the last four share none.
    pub boxes: [Aabb3; 8],
}

impl Case {
    /// A bit for each box that shares a point with the triangle.
    pub const TOUCHED: u8 = 0b1111;

    /// In coordinates in which the common point is the origin, and the boxes lie where all
    /// coordinates are positive. Those that an edge of the triangle crosses reach to either side
    /// along x.
    fn new(draw: &mut Draw, number: usize) -> Self {
        let [a, b, c, d] = [(); 4].map(|()| draw.whole(1, 8));
        let [e, f] = [(); 2].map(|()| draw.whole(-8, 8));
        let corners = match number % 3 {
            // A corner at the corner of a box.
            0 => [[0.0; 3], [-a, -b, -c], [-d, -a, -b]],
            // An edge across the edge of a box.
            1 => [[e, a, -b], [-e, -a, b], [f, -c, -d]],
            // The middle of the face at the corner of a box.
            _ => [[a, -b, 0.0], [0.0, c, -d], [-a, b - c, d]],
        };
        let back = if number % 3 == 1 { DVec3::NEG_X } else { DVec3::ZERO };
        // Where that is: another axis first, mirrored, and off the origin.
        let signs = DVec3::from_array([(); 3].map(|()| 2.0 * draw.whole(0, 1) - 1.0));
        let turn = number / 3 % 3;
        let scale = power(EXPONENTS[number / 9 % EXPONENTS.len()]);
        let far = [1.0, 1024.0, 16384.0][draw.whole(0, 2) as usize];
        let place = DVec3::from_array([(); 3].map(|()| far * draw.whole(-2, 2)));
        let placed = |v: DVec3| {
            let mut turned = v.to_array();
            turned.rotate_right(turn);
            (scale * (place + signs * DVec3::from_array(turned))).as_vec3()
        };
        let boxes = std::array::from_fn(|i| {
            let size = DVec3::from_array([(); 3].map(|()| draw.whole(0, 8)));
            let off = if Self::TOUCHED >> i & 1 == 1 { DVec3::ZERO } else { DVec3::splat(APART) };
            let [p, q] = [off + draw.whole(0, 8) * back, off + size].map(placed);
            Aabb3 { min: p.min(q), max: p.max(q) }
        });
        Self { triangle: corners.map(|corner| Vec3::to_array(&placed(corner.into()))), boxes }
    }
}

/// Every case, alike on every machine.
pub fn cases() -> Vec<Case> {
    let mut draw = Draw(TRIANGLES as u64);
    (0..TRIANGLES).map(|number| Case::new(&mut draw, number)).collect()
}

/// Judges what a device found, a mask for each case.
pub fn judge(masks: &[u8]) -> Result<(), SelfTestFault> {
    let mut decided = 0;
    for (number, mask) in (0..).zip(masks) {
        let missed = Case::TOUCHED & !mask;
        if missed != 0 {
            let pair = 8 * number + missed.trailing_zeros();
            let (code, verdict) = (RawCode::SEPARATE, Verdict::Touching);
            return Err(SelfTestFault::Wrong {
                family: "a triangle at a box",
                pair,
                code,
                verdict,
            });
        }
        decided += (!Case::TOUCHED & !mask).count_ones();
    }
    let pairs = Case::TOUCHED.count_zeros() * masks.len() as u32;
    let least = pairs * 9 / 10;
    if decided < least {
        let family = "a triangle off a box";
        return Err(SelfTestFault::Undecided { family, decided, pairs, least });
    }
    Ok(())
}
