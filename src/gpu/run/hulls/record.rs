//! A polytope as the shader has it.

pub use crate::geom::Block;
use crate::geom::PolytopeSet;
use bytemuck::{Pod, Zeroable};

/// A polytope: 96 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Zeroable, Pod)]
#[repr(C)]
pub struct PlacedHull {
    /// Offset 0: the linear part of the transform by rows. In the last lanes: how far a placed
    /// vertex lies from the centre, at the most; the error of a coordinate of it, but for what the
    /// shader itself rounds; the unit of the centre.
    pub rows: [[f32; 4]; 3],
    /// Offset 48: the upper halves of the centre's coordinates in units.
    pub high: [i32; 3],
    /// Offset 60: the first block of vertices.
    pub start: u32,
    /// Offset 64: the lower halves.
    pub low: [u32; 3],
    /// Offset 76: how many blocks, and flags.
    pub blocks: u32,
    /// Offset 80: the velocity; zero in a batch at rest.
    pub velocity: [f32; 3],
    /// Offset 92.
    pub reserved: u32,
}

/// Numbers beyond this, and hulls that reach beyond it, are left to the CPU.
const MOST: f64 = 1_152_921_504_606_846_976.0; // 2^60

/// What `f32` arithmetic may lose of a denormal number.
const DENORMAL: f64 = f32::MIN_POSITIVE as f64;

impl PlacedHull {
    /// The bits of `blocks` that count.
    pub const COUNT: u32 = 0xff_ffff;
    /// All of it lies in the plane `z = 0`.
    pub const IN_PLANE: u32 = 1 << 31;
    /// The shader leaves its pairs undecided.
    pub const UNFIT: u32 = 1 << 30;
    /// More blocks would take too many turns of a loop.
    pub const MOST_BLOCKS: usize = 2048;

    /// Polytope number `index` of a set, its centre in such units.
    fn new(set: &PolytopeSet, index: u32, unit: f32, moving: bool) -> Self {
        let (polytope, (placed, scan)) = (&set.polytopes()[index as usize], set.placed(index));
        let linear = polytope.rows.map(|[x, y, z, _]| [x, y, z]);
        let largest =
            linear.iter().flatten().fold(0.0, |most: f64, x| most.max(f64::from(x.abs())));
        let velocity = if moving { set.velocities()[index as usize] } else { [0.0; 3] };
        let fastest = velocity.iter().fold(0.0, |most: f64, x| most.max(f64::from(x.abs())));
        // Out of the plane by a number that may count as zero.
        let creeps = placed.in_plane && velocity[2].is_subnormal();
        // Sums and products in f64 that make the centre and the vertices seen from it; half a unit;
        // entries that are taken for zero, of a velocity and of a difference of two.
        let error = (f64::from(polytope.count) + 16.0) * (f64::EPSILON / 2.0) * placed.size
            + f64::from(unit)
            + 3.0 * DENORMAL * (placed.extent + largest + 1.0);
        let fits = scan.len() <= Self::MOST_BLOCKS
            && !creeps
            && [placed.spread, placed.extent, largest, fastest, error].iter().all(|x| *x <= MOST)
            && in_range(placed.centre);
        let centre =
            placed.centre.map(|x| if fits { (x / f64::from(unit)).round() as i64 } else { 0 });
        let flag = |set: bool, flag: u32| if set { flag } else { 0 };
        let beside = [above(placed.spread), above(error), unit];
        Self {
            rows: std::array::from_fn(|i| {
                let [x, y, z] = linear[i];
                [x, y, z, if fits { beside[i] } else { 0.0 }]
            }),
            high: centre.map(|x| (x >> 32) as i32),
            start: placed.scan.start as u32,
            low: centre.map(|x| x as u32),
            blocks: Self::counted(scan.len())
                | flag(placed.in_plane, Self::IN_PLANE)
                | flag(!fits, Self::UNFIT),
            velocity: if fits { velocity } else { [0.0; 3] },
            reserved: 0,
        }
    }

    /// How many blocks the shader is told of: all that it may test, or one more. A hull of any size
    /// has some, since one without any is separate from all others.
    fn counted(blocks: usize) -> u32 {
        blocks.min(Self::MOST_BLOCKS + 1) as u32
    }

    /// Its first block and the number of its blocks.
    pub(super) fn range(&self) -> (u32, u32) {
        (self.start, self.blocks & Self::COUNT)
    }
}

/// The next number of `f32` above, after roundings.
fn above(x: f64) -> f32 {
    ((x * (1.0 + 1e-6)) as f32).next_up()
}

fn in_range(centre: [f64; 3]) -> bool {
    centre.iter().all(|x| x.abs() < 0.5 * MOST)
}

/// The polytopes of a set, with their velocities where they move, in units that all their centres
/// share: fine enough that the largest coordinate takes 61 bits.
pub fn placed_hulls(set: &PolytopeSet, moving: bool) -> Vec<PlacedHull> {
    let centres =
        || (0..set.len() as u32).map(|i| set.placed(i).0.centre).filter(|centre| in_range(*centre));
    let largest = centres().flatten().fold(0.0, |most: f64, x| most.max(x.abs()));
    // A power of two above the largest, over 2^61; not denormal.
    let exponent = (largest.max(f64::MIN_POSITIVE).to_bits() >> 52) as i32 - 1022;
    let unit = 2.0_f32.powi((exponent - 61).max(-126));
    (0..set.len() as u32).map(|i| PlacedHull::new(set, i, unit, moving)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hulls_of_any_size_have_blocks() {
        let most = PlacedHull::MOST_BLOCKS;
        for blocks in [most + 1, 1 << 24, 1 << 32] {
            assert_eq!(PlacedHull::counted(blocks) as usize, most + 1, "{blocks}");
        }
        assert_eq!([0, 1, most].map(PlacedHull::counted), [0, 1, most as u32]);
        assert!(most < PlacedHull::COUNT as usize);
    }
}
