//! The search for the boxes that meet one.

use super::nodes::{Ends, FANOUT, ends_of};
use super::queue::{Two, split, two};
use super::tree::BoxTree;
use crate::geom::Aabb;
use crate::kernel::{Scan, Work, at_level};
use std::ops::{ControlFlow, Range};

/// Nodes that wait to be opened: at most eight of each of eleven levels.
const STACK: usize = 96;

/// What a search shows the index of each box that it finds.
pub type OnFound<'a> = dyn FnMut(u32) -> ControlFlow<()> + 'a;

/// Shows the boxes of a world that meet `own`. None meets a box whose ends are no numbers.
pub fn visit<B: Aabb>(tree: &BoxTree<B>, world: usize, own: &B, found: &mut OnFound<'_>) {
    let places = tree.worlds.range(world);
    let own = ends_of(own);
    if tree.is_empty() || own.as_flattened().iter().any(|end| end.is_nan()) {
        return;
    }
    // A box without an end would meet the one without a point, which begins and ends at infinity.
    let own = own.map(|[low, high]| [low.max(f32::MIN), high.min(f32::MAX)]);
    at_level(tree.level, Visit { tree, places, own, found });
}

struct Visit<'a, 'b, B> {
    tree: &'a BoxTree<B>,
    places: Range<u32>,
    own: Ends,
    found: &'a mut OnFound<'b>,
}

impl<B: Aabb> Work for Visit<'_, '_, B> {
    #[inline(always)]
    fn run<V: Scan>(self, token: V::Token) {
        let Self { tree, places, own, found } = self;
        let mut stack: [Two; STACK] = [0; STACK];
        stack[0] = two(tree.nodes.levels() as u32 - 1, 0);
        let mut waiting = 1;
        while waiting > 0 {
            waiting -= 1;
            let [level, node] = split(stack[waiting]);
            let nodes = tree.nodes.level(level as usize);
            let mut bits = nodes.meeting::<V::Eight>(token, node, &own);
            if level == 0 {
                while bits != 0 {
                    let place = node * FANOUT as u32 + bits.trailing_zeros();
                    bits &= bits - 1;
                    // The others of the node are of other worlds.
                    if places.contains(&place) && found(tree.order[place as usize]).is_break() {
                        return;
                    }
                }
                continue;
            }
            while bits != 0 {
                let lane = bits.ilog2();
                bits &= !(1 << lane);
                let child = node * FANOUT as u32 + lane;
                if tree.meets_places(level as usize, child, &places) {
                    stack[waiting] = two(level - 1, child);
                    waiting += 1;
                }
            }
        }
    }
}
