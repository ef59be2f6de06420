//! How many workgroups a stage takes.

use crate::gpu::shader::bindings::grid;
use crate::gpu::shader::stage_layout::{
    COUNTS_PER_BLOCK, Dispatches, PAIRS_PER_GROUP, PAIRS_PER_SPAN,
};
use std::mem::offset_of;

/// Whose pairs are dispatched.
#[derive(Clone, Copy, Debug)]
pub(in crate::gpu) enum Dispatched<'a> {
    /// So many.
    Of(u32),
    /// As many as these [`Dispatches`] say.
    In(&'a wgpu::Buffer),
}

/// How a stage divides pairs among workgroups.
#[derive(Clone, Copy, Debug)]
pub(in crate::gpu) enum Division {
    /// A pair an invocation.
    Pairs,
    /// The first level of a scan.
    Scan,
    /// A span a workgroup.
    Spans,
}

impl Division {
    /// Returns the pairs of a workgroup, and where the dispatches have their number.
    const fn pairs_and_offset(self) -> (u32, usize) {
        match self {
            Self::Pairs => (PAIRS_PER_GROUP, offset_of!(Dispatches, pairs)),
            Self::Scan => (PAIRS_PER_GROUP * COUNTS_PER_BLOCK, offset_of!(Dispatches, scan)),
            Self::Spans => (PAIRS_PER_SPAN, offset_of!(Dispatches, spans)),
        }
    }
}

impl Dispatched<'_> {
    /// Dispatches the stage that is set, in rows of at most `row` workgroups.
    pub fn dispatch(self, pass: &mut wgpu::ComputePass<'_>, division: Division, row: u32) {
        let (each, offset) = division.pairs_and_offset();
        match self {
            Self::Of(pairs) => {
                let [x, y] = grid(pairs.div_ceil(each), row);
                pass.dispatch_workgroups(x, y, 1);
            }
            Self::In(buffer) => pass.dispatch_workgroups_indirect(buffer, offset as u64),
        }
    }
}
