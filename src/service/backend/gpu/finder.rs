//! The pairs of a set of frames, found and tested on the device.

use super::engine::GpuEngine;
use super::refine::ShaderShape;
use crate::gpu::{BroadPhaseOptions, FoundPairs, MeetingFrames, MeetingStats, ShapeMix};
use crate::service::backend::finder::{Finder, FinderStats, Searching, Sought, TakeFound};
use crate::service::backend::reply::{Declined, RawCodes};
use crate::verdict::RawCode;
use motzkin_core::Motion;

impl<F: ShaderShape, M: Motion> Finder<F, M> for GpuEngine {
    fn find<'a>(&'a self, sought: &'a Sought<'a, F>, take: &'a mut TakeFound<'a>) -> Searching<'a> {
        Box::pin(async move {
            let Sought { set: frames, between, filters, worlds, margin } = *sought;
            let options = BroadPhaseOptions {
                #[cfg(feature = "motion")]
                moving: M::MOVES,
                margin,
                between,
                stride: None,
            };
            let shapes = mix_of(frames);
            let asked = MeetingFrames { frames, filters, worlds, options, shapes };
            let mut take = |found: FoundPairs| {
                let FoundPairs { pairs, codes, settled: settled_gpu } = found;
                let undecided = RawCode::list_undecided(&codes);
                take(pairs, RawCodes { codes, undecided, settled_gpu, ..RawCodes::default() });
            };
            match self.runner.meeting(&asked, &mut take).await? {
                Some(MeetingStats { candidates, times }) => Ok(FinderStats { candidates, times }),
                None => Err(Declined::Unsupported),
            }
        })
    }
}

/// The pipeline that answers all pairs of these frames.
fn mix_of<F: ShaderShape>(frames: &[F]) -> ShapeMix {
    match frames.first().and_then(|frame| frame.form()) {
        Some(form) if frames.iter().all(|frame| frame.form() == Some(form)) => {
            ShapeMix::of(form, form)
        }
        _ => ShapeMix::Any,
    }
}
