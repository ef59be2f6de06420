//! Two trees of boxes by `obvhs`, built at start and gone down together: the larger box is opened,
//! boxes are told apart along the three axes of either, in `f32` with a slack, and triangles at the
//! leaves by the same exact test as ours.

use super::{Cast, Contestant, checked};
use motzkin::{Pose, TriangleMesh};
use motzkin_core::exact::triangles::{Triangle, meet};
use motzkin_lab::workload::flight;
use obvhs::BvhBuildParams;
use obvhs::bvh2::builder::build_bvh2_from_tris;
use obvhs::bvh2::{Bvh2, node::Bvh2Node};
use obvhs_glam::{Mat3A, Vec3, Vec3A};
use std::time::Duration;

pub struct Eager([(TriangleMesh, Bvh2); 4]);

/// Triangles of a leaf.
const LEAF: u32 = 4;

impl Contestant for Eager {
    const NAME: &'static str = "eager";

    fn start(cast: Cast) -> Self {
        let tree = |mesh: &TriangleMesh| {
            let corners = |triangle: u32| mesh.corners(triangle).map(Vec3A::from);
            let triangles: Vec<_> = (0..mesh.len() as u32)
                .map(|triangle| {
                    let [v0, v1, v2] = corners(triangle);
                    obvhs::triangle::Triangle { v0, v1, v2 }
                })
                .collect();
            let how = BvhBuildParams { max_prims_per_leaf: LEAF, ..BvhBuildParams::medium_build() };
            build_bvh2_from_tris(&triangles, how, &mut Duration::default())
        };
        Self(cast.map(|raw| {
            let mesh = checked(raw);
            let tree = tree(&mesh);
            (mesh, tree)
        }))
    }

    fn frame(&mut self, flyer: Pose) -> u8 {
        let meets = |number: usize| {
            meet_trees([&self.0[0], &self.0[number]], [&flyer, &flight::stand(number)])
        };
        (1..4).fold(0, |mask, number| mask | u8::from(meets(number)) << (number - 1))
    }

    fn bytes(&self) -> usize {
        let of = |tree: &Bvh2| {
            tree.nodes.len() * size_of::<Bvh2Node>()
                + tree.primitive_indices.len() * size_of::<u32>()
        };
        self.0.iter().map(|(_, tree)| of(tree)).sum()
    }
}

/// From the second one's coordinates to the first's.
struct Relative {
    turn: Mat3A,
    back: Mat3A,
    abs: Mat3A,
    abs_back: Mat3A,
    shift: Vec3A,
    slack: Vec3A,
}

impl Relative {
    fn new([a, b]: [&Pose; 2]) -> Self {
        let parts = |pose: &Pose| {
            let [x, y, z] =
                pose.rows().map(|[a, b, c, _]| Vec3A::new(a as f32, b as f32, c as f32));
            let shift = Vec3A::from(Vec3::from(pose.rows().map(|row| row[3] as f32)));
            (Mat3A::from_cols(x, y, z).transpose(), shift)
        };
        let ((of_a, at_a), (of_b, at_b)) = (parts(a), parts(b));
        let turn = of_a.transpose() * of_b;
        let back = turn.transpose();
        let size = at_a.abs().max_element() + at_b.abs().max_element() + 8.0;
        let shift = of_a.transpose() * (at_b - at_a);
        Self {
            turn,
            back,
            abs: turn.abs(),
            abs_back: back.abs(),
            shift,
            slack: Vec3A::splat(1e-6 * size),
        }
    }

    #[inline(always)]
    fn apart(&self, a: &Bvh2Node, b: &Bvh2Node) -> bool {
        let middle = |node: &Bvh2Node| (node.aabb().min + node.aabb().max) * 0.5;
        let half = |node: &Bvh2Node| (node.aabb().max - node.aabb().min) * 0.5;
        let between = self.turn * middle(b) + self.shift - middle(a);
        let (half_a, half_b) = (half(a), half(b));
        if between.abs().cmpgt(half_a + self.abs * half_b + self.slack).any() {
            return true;
        }
        (self.back * between).abs().cmpgt(half_b + self.abs_back * half_a + self.slack).any()
    }
}

fn meet_trees(sides: [&(TriangleMesh, Bvh2); 2], poses: [&Pose; 2]) -> bool {
    let relative = Relative::new(poses);
    let [a, b] = sides.map(|(_, tree)| &tree.nodes);
    let size = |node: &Bvh2Node| (node.aabb().max - node.aabb().min).length_squared();
    let mut stack = vec![(0_u32, 0_u32)];
    while let Some((i, j)) = stack.pop() {
        let (m, n) = (&a[i as usize], &b[j as usize]);
        if relative.apart(m, n) {
            continue;
        }
        match (m.is_leaf(), n.is_leaf()) {
            (true, true) => {
                if leaves_meet(sides, poses, m, n) {
                    return true;
                }
            }
            (true, false) => stack.extend([(i, n.first_index), (i, n.first_index + 1)]),
            (false, second) => match !second && size(n) > size(m) {
                true => stack.extend([(i, n.first_index), (i, n.first_index + 1)]),
                false => stack.extend([(m.first_index, j), (m.first_index + 1, j)]),
            },
        }
    }
    false
}

fn leaves_meet(
    sides: [&(TriangleMesh, Bvh2); 2],
    poses: [&Pose; 2],
    m: &Bvh2Node,
    n: &Bvh2Node,
) -> bool {
    let placed = |side: usize, place: u32| {
        let (mesh, tree) = sides[side];
        mesh.corners(tree.primitive_indices[place as usize]).map(|corner| poses[side].place(corner))
    };
    let mut others: [Triangle; LEAF as usize] = Default::default();
    let others = &mut others[..n.prim_count as usize];
    others.iter_mut().zip(n.first_index..).for_each(|(other, place)| *other = placed(1, place));
    (m.first_index..m.first_index + m.prim_count).any(|place| {
        let first = placed(0, place);
        others.iter().any(|other| meet(&first, other))
    })
}
