//! The order in which a search shows all boxes: along Hilbert's curve, which goes from each cell of
//! a grid to one beside it.

use crate::common::seed::rng;
use motzkin::broad::{BoxTree, TreeBox};
use motzkin::{Aabb2, Aabb3};
use motzkin_core::geom::Aabb;
use rayon::ThreadPoolBuilder;
use std::ops::ControlFlow;

/// Points as boxes, in an order of their own.
fn shuffled<B>(mut boxes: Vec<B>, name: &str) -> Vec<B> {
    rng(name).shuffle(&mut boxes);
    boxes
}

fn order<B: TreeBox>(tree: &BoxTree<B>, everything: &B) -> Vec<u32> {
    let mut out = Vec::new();
    tree.visit(0, everything, |index| {
        out.push(index);
        ControlFlow::Continue(())
    });
    out
}

/// The steps of the order that do not lead from a cell of a grid to one beside it. What is beyond
/// the grid is passed over.
fn jumps<B: TreeBox>(order: &[u32], boxes: &[B], spacing: f32, side: f32) -> usize {
    let cell = |index: u32| {
        let mut cell = [0.0; 3];
        for (axis, cell) in cell.iter_mut().enumerate().take(B::AXES) {
            *cell = (boxes[index as usize].ends(axis)[0] / spacing).floor();
        }
        cell
    };
    let cells = order.iter().map(|&index| cell(index));
    let cells: Vec<[f32; 3]> = cells.filter(|cell| cell.iter().all(|at| *at < side)).collect();
    let length = |two: &[[f32; 3]]| (0..3).map(|k| (two[0][k] - two[1][k]).abs()).sum::<f32>();
    cells.windows(2).filter(|two| length(two) > 1.0).count()
}

/// Grids of so many cells of the curve a step, and one that is within a cell: the steps of all bits
/// of a code, and of finer codes. Two corners make the bounds.
#[test]
fn follows_a_curve_in_space() {
    let everything = Aabb3 { min: glam::Vec3::ZERO, max: glam::Vec3::splat(1023.0) };
    for spacing in [64.0, 8.0, 1.0, 1.0 / 64.0] {
        let point = |at: glam::Vec3| Aabb3 { min: at, max: at };
        let grid = (0..4096).map(|i| {
            let cell = [i % 16, i / 16 % 16, i / 256].map(|cell| cell as f32 + 0.5);
            point(spacing * glam::Vec3::from(cell))
        });
        let boxes = shuffled(grid.collect(), "a curve in space");
        let corners = [everything.min, everything.max].map(point);
        let boxes = [boxes, corners.to_vec()].concat();
        let order = order(&BoxTree::build(&boxes).expect("boxes"), &everything);
        // The corner at zero lies in the first cell.
        let jumps = jumps(&order[..], &boxes[..], spacing, 16.0);
        assert_eq!((order.len(), jumps), (4098, 0), "{spacing}");
    }
}

#[test]
fn follows_a_curve_in_the_plane() {
    let everything = Aabb2 { min: glam::Vec2::ZERO, max: glam::Vec2::splat(32_767.0) };
    for spacing in [512.0, 16.0, 1.0, 1.0 / 256.0] {
        let point = |at: glam::Vec2| Aabb2 { min: at, max: at };
        let grid = (0..4096).map(|i| {
            point(spacing * glam::Vec2::new((i % 64) as f32 + 0.5, (i / 64) as f32 + 0.5))
        });
        let boxes = shuffled(grid.collect(), "a curve in the plane");
        let corners = [everything.min, everything.max].map(point);
        let boxes = [boxes, corners.to_vec()].concat();
        let order = order(&BoxTree::build(&boxes).expect("boxes"), &everything);
        let jumps = jumps(&order[..], &boxes[..], spacing, 64.0);
        assert_eq!((order.len(), jumps), (4098, 0), "{spacing}");
    }
}

/// As many within a cell as are sorted in parts, by finer codes.
#[test]
fn follows_a_curve_on_threads() {
    let spacing = 1.0 / 256.0;
    let point = |at: glam::Vec2| Aabb2 { min: at, max: at };
    let cell = |i: u32| glam::Vec2::new((i % 128) as f32 + 0.5, (i / 128) as f32 + 0.5);
    let grid = (0..128 * 128).map(|i| point(spacing * cell(i)));
    let everything = Aabb2 { min: glam::Vec2::ZERO, max: glam::Vec2::splat(32_767.0) };
    let corners = [everything.min, everything.max].map(point);
    let boxes = [shuffled(grid.collect(), "a curve in a cell"), corners.to_vec()].concat();
    let pool = ThreadPoolBuilder::new().num_threads(3).build().expect("threads");
    let tree = pool.install(|| BoxTree::build(&boxes).expect("boxes"));
    let jumps = jumps(&order(&tree, &everything), &boxes, spacing, 128.0);
    assert_eq!(jumps, 0);
}

/// Half a million boxes are sorted in parts, whatever the number of threads. The curve fills a
/// square of which they are one half, and leaves it once at the most.
#[test]
fn is_the_same_on_any_number_of_threads() {
    let (wide, high) = (1024, 512);
    let grid = (0..wide * high).map(|i| {
        let at = 32.0 * glam::Vec2::new((i % wide) as f32 + 0.5, (i / wide) as f32 + 0.5);
        Aabb2 { min: at, max: at }
    });
    let boxes = shuffled(grid.collect(), "a curve on threads");
    let everything = Aabb2 { min: glam::Vec2::ZERO, max: glam::Vec2::splat(32_767.0) };
    let orders = [1, 3].map(|threads| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        pool.install(|| order(&BoxTree::build(&boxes).expect("boxes"), &everything))
    });
    assert!(orders[0] == orders[1]);
    let jumps = jumps(&orders[0], &boxes, 32.0, 1024.0);
    assert!(orders[0].len() == boxes.len() && jumps <= 1, "{jumps} jumps");
}

/// A box round everything, and 4,096 small boxes of a grid in it, shuffled.
fn grid(name: &str) -> (Aabb3, Vec<Aabb3>) {
    let everything = Aabb3 { min: glam::Vec3::splat(-9.0), max: glam::Vec3::splat(99.0) };
    let boxes = (0..4096).map(|i| {
        let min = glam::Vec3::from([i % 16, i / 16 % 16, i / 256].map(|cell| cell as f32));
        Aabb3 { min, max: min + 0.5 }
    });
    (everything, shuffled(boxes.collect(), name))
}

/// A tree whose boxes have all changed places is sorted anew, but not for two of them.
#[test]
fn is_renewed_where_boxes_have_left_it() {
    let (everything, boxes) = grid("an order");
    let mut tree = BoxTree::build(&boxes).expect("boxes");
    let old = order(&tree, &everything);
    // Two that change places lengthen the edges of two nodes.
    let mut swapped = boxes.clone();
    swapped.swap(old[0] as usize, old[2048] as usize);
    tree.refit(&swapped).expect("boxes");
    assert_eq!(order(&tree, &everything), old);
    assert_ne!(order(&BoxTree::build(&swapped).expect("boxes"), &everything), old);
    let others = shuffled(boxes, "another order");
    tree.refit(&others).expect("boxes");
    let fresh = BoxTree::build(&others).expect("boxes");
    assert_eq!(order(&tree, &everything), order(&fresh, &everything));
}

/// However long the edges of one box are, or once were, the others are sorted once they have mixed.
#[test]
fn is_renewed_beside_a_long_box() {
    let (everything, boxes) = grid("an order beside a long box");
    let others = shuffled(boxes.clone(), "another order beside a long box");
    let with = |boxes: &[Aabb3], last: Aabb3| [boxes, &[last]].concat();
    let cube = |half: f32| Aabb3 { min: glam::Vec3::splat(-half), max: glam::Vec3::splat(half) };
    let far = Aabb3 { min: glam::Vec3::splat(1e30), max: glam::Vec3::splat(1.1e30) };
    for last in [cube(0.25), cube(1e9), cube(f32::MAX), Aabb3::NOTHING] {
        for once in [last, far, cube(1e35)] {
            let mut tree = BoxTree::build(&with(&boxes, last)).expect("boxes");
            tree.refit(&with(&boxes, once)).expect("boxes");
            tree.refit(&with(&boxes, last)).expect("boxes");
            let old = order(&tree, &everything);
            tree.refit(&with(&others, last)).expect("boxes");
            let fresh = BoxTree::build(&with(&others, last)).expect("boxes");
            assert_eq!(order(&tree, &everything), order(&fresh, &everything), "{last:?}, {once:?}");
            assert_ne!(order(&tree, &everything), old);
        }
    }
}

/// A grid of cells whose numbers have ones where those of the grids above have zeros.
#[test]
fn follows_a_curve_far_from_zero() {
    let everything = Aabb3 { min: glam::Vec3::ZERO, max: glam::Vec3::splat(1023.0) };
    let point = |at: glam::Vec3| Aabb3 { min: at, max: at };
    let grid = (0..4096).map(|i| {
        let cell = [i % 16, i / 16 % 16, i / 256].map(|cell| cell as f32 + 0.5);
        point(glam::Vec3::from(cell))
    });
    let near = shuffled(grid.collect(), "a curve far from zero");
    let far: Vec<Aabb3> = near.iter().map(|own| point(own.min + 992.0)).collect();
    let corners = [everything.min, everything.max].map(point);
    let boxes = [far, corners.to_vec()].concat();
    let mut order = order(&BoxTree::build(&boxes).expect("boxes"), &everything);
    // The corners are not of the grid.
    order.retain(|&index| index < 4096);
    assert_eq!((order.len(), jumps(&order, &near, 1.0, 16.0)), (4096, 0));
}
