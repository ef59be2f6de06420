//! The stages that test pairs: `shaders/verdicts.wgsl`, and `moving_` and `plane_` before it. Pairs
//! of mixed kinds in space have others, with `mixed_` before all that, which gather them by kind.

use crate::geom::{Form, PairKind};
use crate::gpu::shader::sources::{
    MIXED_MOVING_VERDICTS, MIXED_VERDICTS, MOVING_PLANE_VERDICTS, MOVING_VERDICTS, PLANE_VERDICTS,
    Source, VERDICTS,
};
use crate::gpu::shader::stage::{Compiler, Stage};
use crate::gpu::stages::frame_kind::FrameKind;
use crate::gpu::stages::on_demand::OnDemand;
use crate::gpu::stages::settle::{SettleBindings, SettleBuffers, SettleStages};
use crate::gpu::stages::workgroups::{Dispatched, Division};
use crate::gpu_error::GpuError;
use wgpu::BufferBinding;

/// Names the shapes that the pairs of a batch have. A pipeline made for one mix leaves pairs of
/// another mix undecided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ShapeMix {
    /// Any: every pair is answered.
    #[default]
    Any,
    /// Shapes of these forms in each pair, in either order.
    Only(PairKind),
}

impl ShapeMix {
    /// Returns the mix of pairs of two forms.
    pub const fn of(a: Form, b: Form) -> Self {
        Self::Only(PairKind::of(a, b))
    }
}

/// The numbers by which the shaders know the kinds of pairs, and behind them that of any.
const MIXES: [u32; PairKind::COUNT + 1] = {
    let mut numbers = [0; PairKind::COUNT + 1];
    let mut kind = 0;
    while kind < PairKind::COUNT {
        numbers[kind] = 1 + PairKind::ALL[kind].number() as u32;
        kind += 1;
    }
    numbers
};

/// The buffers that the stage reads and writes; [`layout`](crate::gpu::layout) says what lies in
/// them.
#[derive(Clone, Debug)]
pub(in crate::gpu) struct VerdictBuffers<'a> {
    pub params: BufferBinding<'a>,
    pub frames: BufferBinding<'a>,
    pub pairs: BufferBinding<'a>,
    /// Read where the params say so.
    pub filters: Option<BufferBinding<'a>>,
    /// Written.
    pub codes: BufferBinding<'a>,
    /// A word that the number of pairs is added to that are settled in whole numbers; none are
    /// without it.
    pub settled: Option<BufferBinding<'a>>,
}

/// Buffers bound to a [`VerdictStage`], with its pipelines for resting or for moving frames.
#[derive(Clone, Debug)]
pub(in crate::gpu) struct VerdictBindings {
    tests: Tests,
    group: wgpu::BindGroup,
    settling: Option<SettleBindings>,
    row: u32,
}

impl VerdictBindings {
    /// Records the test of the first pairs, at most
    /// [`MAX_PAIRS`](crate::gpu::layout::MAX_PAIRS), which are the number in the bound params; then
    /// the settling of those that are undecided, if that is bound.
    pub fn record(&self, pass: &mut wgpu::ComputePass<'_>, mix: ShapeMix, pairs: Dispatched<'_>) {
        let Tests { as_they_come, gathered } = &self.tests;
        match (mix, gathered) {
            (ShapeMix::Any, Some(gathered)) => {
                gathered.set(pass, 0, &self.group, &[]);
                pairs.dispatch(pass, Division::Spans, self.row);
            }
            _ => {
                let variant = match mix {
                    ShapeMix::Any => PairKind::COUNT,
                    ShapeMix::Only(kind) => kind.number(),
                };
                as_they_come.set(pass, variant, &self.group, &[]);
                pairs.dispatch(pass, Division::Pairs, self.row);
            }
        }
        if let Some(settling) = &self.settling {
            settling.record(pass, pairs, self.row);
        }
    }

    /// The label of the stage.
    pub fn label(&self) -> &str {
        self.tests.as_they_come.label()
    }
}

/// The stages for one kind of frames. They have the same bindings.
#[derive(Clone, Debug)]
struct Tests {
    /// A pipeline for each kind of pairs, and one for any where none are gathered.
    as_they_come: Stage,
    /// For pairs of mixed kinds. In the plane tests are so short that gathering does not pay.
    gathered: Option<Stage>,
}

impl Tests {
    fn new(compiler: Compiler<'_>, &(as_they_come, gathered): &(Source, Option<Source>)) -> Self {
        let mixes = if gathered.is_some() { &MIXES[..PairKind::COUNT] } else { &MIXES };
        Self {
            as_they_come: Stage::new(compiler, &as_they_come, "SHAPES", mixes),
            gathered: gathered.map(|source| Stage::new(compiler, &source, "", &[])),
        }
    }
}

/// One code a pair.
#[derive(Clone, Debug)]
pub(in crate::gpu) struct VerdictStage {
    resting: Tests,
    /// The others, in the order of [`OTHERS`], each compiled for the first batch that needs it.
    others: [OnDemand<Tests>; 3],
    settle: SettleStages,
    cache: Option<wgpu::PipelineCache>,
    row: u32,
}

const RESTING: (Source, Option<Source>) = (VERDICTS, Some(MIXED_VERDICTS));

const OTHERS: [(Source, Option<Source>); 3] = [
    (MOVING_VERDICTS, Some(MIXED_MOVING_VERDICTS)),
    (PLANE_VERDICTS, None),
    (MOVING_PLANE_VERDICTS, None),
];

impl VerdictStage {
    pub fn new(compiler: Compiler<'_>, row: u32) -> Self {
        let resting = Tests::new(compiler, &RESTING);
        let (others, settle) = Default::default();
        Self { resting, others, settle, cache: compiler.cache.cloned(), row }
    }

    /// Binds buffers of frames of this kind.
    pub fn bind(
        &self,
        device: &wgpu::Device,
        buffers: &VerdictBuffers<'_>,
        kind: FrameKind,
    ) -> Result<VerdictBindings, GpuError> {
        let VerdictBuffers { params, frames, pairs, filters, codes, settled } = buffers;
        // A binding has to hold something; without filters it is not read.
        let filters = filters.as_ref().unwrap_or(pairs);
        let compiler = Compiler { device, cache: self.cache.as_ref() };
        let other = |i: usize| self.others[i].get(device, || Tests::new(compiler, &OTHERS[i]));
        let tests = match (kind.in_plane, kind.moving) {
            (false, false) => self.resting.clone(),
            (false, true) => other(0)?,
            (true, false) => other(1)?,
            (true, true) => other(2)?,
        };
        let group = tests.as_they_come.bind(device, &[params, frames, pairs, filters, codes]);
        let settling = settled.clone().map(|settled| {
            let buffers = SettleBuffers {
                params: params.clone(),
                frames: frames.clone(),
                pairs: pairs.clone(),
                codes: codes.clone(),
                settled,
            };
            self.settle.bind(compiler, &buffers, kind)
        });
        let settling = settling.transpose()?;
        Ok(VerdictBindings { tests, group, settling, row: self.row })
    }
}
