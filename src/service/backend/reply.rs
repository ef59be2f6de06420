//! What a backend answers, or why it has no answer.

use crate::gpu_error::GpuError;
use crate::timing::{StageTimes, timed};
use crate::tree::bvh::SearchFault;
use crate::verdict::RawCode;
use std::pin::Pin;

/// Why a backend has no answer.
#[derive(Debug)]
pub enum Declined {
    /// The backend has no such kernel.
    #[cfg_attr(not(feature = "gpu"), expect(dead_code, reason = "the CPU declines nothing"))]
    Unsupported,
    /// The GPU failed.
    #[cfg_attr(not(feature = "gpu"), expect(dead_code, reason = "without a GPU none fails"))]
    Gpu(GpuError),
    /// The world of a search is at fault; no engine has an answer.
    Search(SearchFault),
}

impl From<SearchFault> for Declined {
    fn from(fault: SearchFault) -> Self {
        Self::Search(fault)
    }
}

/// An answer that is there, or on its way.
pub enum Reply<'a, T> {
    /// The answer.
    Ready(Result<T, Declined>),
    /// A future of the answer.
    #[cfg_attr(not(feature = "gpu"), expect(dead_code, reason = "only a GPU takes its time"))]
    Later(Pin<Box<dyn Future<Output = Result<T, Declined>> + Send + 'a>>),
}

impl<T> Reply<'_, T> {
    /// Waits for the answer.
    pub async fn get(self) -> Result<T, Declined> {
        match self {
            Self::Ready(answer) => answer,
            Self::Later(future) => future.await,
        }
    }
}

/// What kernels or shaders say of a batch.
#[derive(Clone, Debug, Default)]
pub struct RawCodes {
    /// One code for each pair.
    pub codes: Vec<RawCode>,
    /// The undecided pairs, ascending.
    pub undecided: Vec<u32>,
    /// How many pairs the kernels left undecided that the GPU settled.
    pub settled_gpu: usize,
    /// How many pairs the kernels left undecided that [`refine`](Self::refine) decided.
    pub settled_f64: usize,
    /// The GPU's list of undecided pairs was too small, so that they were listed from the codes.
    pub list_overflowed: bool,
    /// A finer engine may decide some of the undecided pairs.
    pub coarse: bool,
    /// How long the stages took, where times are asked for.
    pub times: Option<StageTimes>,
    /// Why the CPU answered in place of the GPU, if it did.
    pub gpu_failure: Option<GpuError>,
}

/// What a device says of groups of pairs, whose codes it kept to itself.
#[derive(Clone, Debug)]
pub struct RawGroups {
    /// Bit `g % 32` of word `g / 32` is set where some pair of group `g` meets.
    pub words: Vec<u32>,
    /// The undecided pairs, ascending: all of them that are in groups without a pair that meets.
    pub undecided: Vec<u32>,
    /// How many pairs are undecided.
    pub open: usize,
    /// How many pairs the kernels left undecided that the GPU settled.
    pub settled: usize,
    /// How long the stages took, where times are asked for.
    pub times: Option<StageTimes>,
}

impl RawCodes {
    /// Replaces the codes of the undecided pairs by finer ones, which `codes_of` returns for these
    /// pairs, and keeps those that are still undecided.
    pub fn refine(&mut self, codes_of: impl FnOnce(&[u32]) -> Vec<RawCode>) {
        let Self { codes, undecided, settled_f64, times, .. } = self;
        let before = undecided.len();
        if undecided.is_empty() {
            return;
        }
        timed(
            times,
            |times| &mut times.settling,
            || {
                let finer = codes_of(undecided);
                for (&pair, &finer) in undecided.iter().zip(&finer) {
                    codes[pair as usize] = finer;
                }
                match RawCode::some_undecided(&finer) {
                    true => undecided.retain(|&pair| codes[pair as usize] == RawCode::UNDECIDED),
                    false => undecided.clear(),
                }
            },
        );
        *settled_f64 += before - undecided.len();
    }
}
