//! What a recording dispatches.

use crate::gpu::record::broad::bound::Bound;
use crate::gpu::record::shape_count::ShapeCount;
use crate::gpu::shader::bindings::grid;
use crate::gpu::shader::broad_layout::{
    BROAD_GROUP, BroadDispatches, SLICE, SORT_BLOCK, TOP_LEVEL, level_nodes,
};
use crate::gpu::shader::byte_table;
use crate::gpu::shader::stage::Stage;
use crate::gpu::stages::broad::{BroadStages, Scanned};
use std::mem::offset_of;
use wgpu::{BindGroup, ComputePass};

/// A recording.
pub(super) struct Steps<'a> {
    pub stages: &'a BroadStages,
    pub bound: &'a Bound,
    pub row: u32,
    pub shapes: ShapeCount,
    /// The most shapes.
    pub capacity: u32,
}

/// How many workgroups a stage takes.
#[derive(Clone, Copy)]
enum Work {
    /// An invocation for each shape.
    Shapes,
    /// A workgroup for each block of the sort.
    Blocks,
    /// An invocation for each node of a level.
    Level(u32),
    /// One workgroup.
    One,
}

/// One step, in a compute pass.
type Step<'s> = fn(&Steps<'s>, &mut ComputePass<'_>);

impl<'s> Steps<'s> {
    /// All of them, in their order.
    pub const ALL: [Step<'s>; 4] = [Self::place, Self::sort, Self::build, Self::find];

    /// Whether one workgroup tests all against all: no tree pays then.
    fn are_few(&self) -> bool {
        self.most() <= BROAD_GROUP
    }

    /// The most shapes that there may be.
    fn most(&self) -> u32 {
        match self.shapes {
            ShapeCount::Count(shapes) => shapes,
            ShapeCount::Indirect => self.capacity,
        }
    }

    /// Boxes, their bounds, and their places along the curve. Of few shapes all there is to do.
    fn place(&self, pass: &mut ComputePass<'_>) {
        let Self { stages, bound, .. } = self;
        if let Some(gathered) = &bound.gathered {
            gathered.record(pass, self.most());
        }
        pass.push_debug_group("motzkin broad phase boxes");
        stages.prepare.set(pass, 0, &bound.prepare, &byte_table::offsets(self.shapes.number()));
        pass.dispatch_workgroups(1, 1, 1);
        if self.are_few() {
            self.run(pass, &stages.few, 0, &bound.few, Work::One);
            pass.pop_debug_group();
            return;
        }
        self.run(pass, &stages.boxes, 0, &bound.boxes, Work::Shapes);
        self.run(pass, &stages.domain, 0, &bound.domain, Work::One);
        self.run(pass, &stages.codes, 0, &bound.codes, Work::Shapes);
        pass.pop_debug_group();
    }

    /// The order along the curve.
    fn sort(&self, pass: &mut ComputePass<'_>) {
        if self.are_few() {
            return;
        }
        let Self { stages, bound, .. } = self;
        pass.push_debug_group("motzkin broad phase sort");
        for [counted, moved] in &bound.turns {
            self.run(pass, &stages.histogram, 0, counted, Work::Blocks);
            // A row of 256 counts for each block is a block of the scan for each.
            self.scan(pass, Scanned::Table, &bound.table, Work::Blocks);
            self.run(pass, &stages.scatter, 0, moved, Work::Blocks);
        }
        pass.pop_debug_group();
    }

    /// The leaves and the levels above them.
    fn build(&self, pass: &mut ComputePass<'_>) {
        if self.are_few() {
            return;
        }
        let Self { stages, bound, .. } = self;
        pass.push_debug_group("motzkin broad phase tree");
        self.run(pass, &stages.leaves, 0, &bound.leaves, Work::Shapes);
        for (level, group) in (1..=TOP_LEVEL).zip(&bound.refit) {
            self.run(pass, &stages.refit, 0, group, Work::Level(level));
        }
        pass.pop_debug_group();
    }

    /// The pairs, counted, given places and listed.
    fn find(&self, pass: &mut ComputePass<'_>) {
        if self.are_few() {
            return;
        }
        let Self { stages, bound, .. } = self;
        pass.push_debug_group("motzkin broad phase pairs");
        for [count, _] in self.slices() {
            self.run(pass, &stages.count, 0, count, Work::Shapes);
        }
        self.scan(pass, Scanned::Pairs, &bound.pairs, Work::Shapes);
        self.run(pass, &stages.header, 0, &bound.header, Work::One);
        self.list(pass);
        pass.pop_debug_group();
    }

    /// The pairs within the window, once they have places.
    pub fn list(&self, pass: &mut ComputePass<'_>) {
        let Self { stages, bound, .. } = self;
        if self.are_few() {
            self.run(pass, &stages.few, 0, &bound.few, Work::One);
            return;
        }
        for [_, list] in self.slices() {
            self.run(pass, &stages.list, 0, list, Work::Shapes);
        }
    }

    /// The count and the list of each slice.
    fn slices(&self) -> &[[BindGroup; 2]] {
        let slices = self.most().div_ceil(SLICE).max(1);
        &self.bound.slices[..slices as usize]
    }

    /// Both levels of a scan.
    fn scan(&self, pass: &mut ComputePass<'_>, scanned: Scanned, group: &BindGroup, work: Work) {
        self.run(pass, &self.stages.scan, scanned as usize, group, work);
        self.run(pass, &self.stages.scan, scanned as usize + 1, group, Work::One);
    }

    fn run(
        &self,
        pass: &mut ComputePass<'_>,
        stage: &Stage,
        variant: usize,
        group: &BindGroup,
        work: Work,
    ) {
        stage.set(pass, variant, group, &[]);
        match (self.shapes, work) {
            (_, Work::One) => pass.dispatch_workgroups(1, 1, 1),
            (ShapeCount::Count(shapes), _) => {
                let [x, y] = grid(work.groups(shapes), self.row);
                pass.dispatch_workgroups(x, y, 1);
            }
            (ShapeCount::Indirect, _) => {
                pass.dispatch_workgroups_indirect(&self.bound.dispatches, work.offset());
            }
        }
    }
}

impl Work {
    /// Workgroups for so many shapes.
    fn groups(self, shapes: u32) -> u32 {
        match self {
            Self::Shapes => shapes.div_ceil(BROAD_GROUP),
            Self::Blocks => shapes.div_ceil(SORT_BLOCK),
            Self::Level(level) => level_nodes(shapes, level).div_ceil(BROAD_GROUP),
            Self::One => 1,
        }
    }

    /// Where [`BroadDispatches`] has their number.
    fn offset(self) -> u64 {
        let offset = match self {
            Self::Blocks => offset_of!(BroadDispatches, sort),
            Self::Level(level) => offset_of!(BroadDispatches, levels) + 12 * (level as usize - 1),
            Self::Shapes | Self::One => offset_of!(BroadDispatches, shapes),
        };
        offset as u64
    }
}
