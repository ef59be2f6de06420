//! The article's way: cells are octants of octants, each is grey when any triangle of the whole
//! mesh passes through it, and cells of the last level whose spheres meet are a collision. On the
//! CPU; nothing is dropped, so that no cell is built twice.

use super::{Cast, Contestant, checked};
use motzkin::glam::Vec3;
use motzkin::tree::spheres::{CpuOccupancyTest, OccupancyParent, OccupancyTest};
use motzkin::{Pose, TriangleMesh};
use motzkin_core::geom::Aabb3;
use motzkin_lab::workload::flight;
use std::sync::Arc;

/// The article's depth.
const DEPTH: u8 = 5;

pub struct Article([Octree; 4]);

struct Octree {
    mesh: Arc<TriangleMesh>,
    all: Vec<u32>,
    cells: Vec<Cell>,
    grey: CpuOccupancyTest,
}

struct Cell {
    bounds: Aabb3,
    level: u8,
    /// Where its grey octants are, once they are known.
    kids: Option<(u32, u32)>,
}

impl Octree {
    fn open(&mut self, cell: u32) -> std::ops::Range<u32> {
        let Cell { bounds, level, kids } = self.cells[cell as usize];
        if let Some((first, last)) = kids {
            return first..last;
        }
        let middle = (bounds.min + bounds.max) * 0.5;
        let octants = std::array::from_fn(|octant| {
            let upper =
                motzkin::glam::BVec3::new(octant & 1 != 0, octant & 2 != 0, octant & 4 != 0);
            let min = Vec3::select(upper, middle, bounds.min);
            Aabb3 { min, max: Vec3::select(upper, bounds.max, middle) }
        });
        let parent = OccupancyParent { mesh: &self.mesh, triangles: &self.all, octants };
        let mask = self.grey.occupied(&[parent]).expect("the CPU answers")[0];
        let first = self.cells.len() as u32;
        let grey = (0..8).filter(|octant| mask >> octant & 1 == 1);
        self.cells.extend(grey.map(|i: usize| Cell {
            bounds: octants[i],
            level: level + 1,
            kids: None,
        }));
        let last = self.cells.len() as u32;
        self.cells[cell as usize].kids = Some((first, last));
        first..last
    }

    fn sphere(&self, cell: u32, pose: &Pose) -> (Vec3, f32) {
        let Aabb3 { min, max } = self.cells[cell as usize].bounds;
        (pose.place(((min + max) * 0.5).to_array()).into(), ((max - min) * 0.5).length())
    }
}

impl Contestant for Article {
    const NAME: &'static str = "article";

    fn start(cast: Cast) -> Self {
        Self(cast.map(|raw| {
            let mesh = Arc::new(checked(raw));
            let root =
                Cell { bounds: mesh.bounds().expect("there are triangles"), level: 0, kids: None };
            Octree {
                all: (0..mesh.len() as u32).collect(),
                mesh,
                cells: vec![root],
                grey: CpuOccupancyTest::default(),
            }
        }))
    }

    fn frame(&mut self, flyer: Pose) -> u8 {
        let [first, rest @ ..] = &mut self.0;
        let meets = |(number, other): (usize, &mut Octree)| {
            meet_trees(first, other, &flyer, &flight::stand(number))
        };
        (1..)
            .zip(rest)
            .map(meets)
            .enumerate()
            .fold(0, |mask, (bit, met)| mask | u8::from(met) << bit)
    }

    fn bytes(&self) -> usize {
        self.0.iter().map(|tree| tree.cells.len() * size_of::<Cell>()).sum()
    }
}

/// A level of both is built where cells meet.
fn meet_trees(a: &mut Octree, b: &mut Octree, of_a: &Pose, of_b: &Pose) -> bool {
    let mut stack = vec![(0, 0)];
    while let Some((i, j)) = stack.pop() {
        let ((p, r), (q, s)) = (a.sphere(i, of_a), b.sphere(j, of_b));
        if p.distance_squared(q) > (r + s) * (r + s) {
            continue;
        }
        if a.cells[i as usize].level == DEPTH {
            return true;
        }
        let (of_a, of_b) = (a.open(i), b.open(j));
        stack.extend(of_a.flat_map(|i| of_b.clone().map(move |j| (i, j))));
    }
    false
}
