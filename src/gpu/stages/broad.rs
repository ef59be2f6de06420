//! The stages of the broad phase, from shapes to pairs whose boxes meet: `shaders/broad_*.wgsl`.

use crate::gpu::shader::broad_sources as sources;
use crate::gpu::shader::stage::{Compiler, Stage};

/// The compiled stages.
#[derive(Clone, Debug)]
pub(in crate::gpu) struct BroadStages {
    pub prepare: Stage,
    pub boxes: Stage,
    pub domain: Stage,
    pub codes: Stage,
    pub histogram: Stage,
    /// A pipeline for each of [`Scanned`], and one more for its second level.
    pub scan: Stage,
    pub scatter: Stage,
    pub leaves: Stage,
    pub refit: Stage,
    pub count: Stage,
    pub header: Stage,
    pub list: Stage,
    pub few: Stage,
}

/// What a scan runs over, as the number of its first pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::gpu) enum Scanned {
    /// The number of pairs of each shape.
    Pairs = 0,
    /// The table of the sort.
    Table = 2,
}

impl BroadStages {
    pub fn new(compiler: Compiler<'_>, row: u32) -> Self {
        let plain = |source| Stage::new(compiler, source, "", &[]);
        Self {
            prepare: Stage::new(compiler, &sources::PREPARE, "ROW", &[row]),
            boxes: plain(&sources::BOXES),
            domain: plain(&sources::DOMAIN),
            codes: plain(&sources::CODES),
            histogram: plain(&sources::HISTOGRAM),
            scan: Stage::new(compiler, &sources::SCAN, "STEP", &[0, 1, 2, 3]),
            scatter: plain(&sources::SCATTER),
            leaves: plain(&sources::LEAVES),
            refit: plain(&sources::REFIT),
            count: plain(&sources::COUNT),
            header: plain(&sources::HEADER),
            list: plain(&sources::LIST),
            few: plain(&sources::FEW),
        }
    }
}
