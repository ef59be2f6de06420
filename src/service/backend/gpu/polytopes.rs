//! Polytopes on the GPU.

use super::backend::raw_codes;
use super::engine::GpuEngine;
use crate::geom::{Frame3, Polytope};
use crate::gpu::RunnerShapes;
use crate::service::backend::reply::{RawCodes, Reply};
use crate::service::backend::traits::{Backend, Settler};
use crate::service::polytopes::HullPairs;
use motzkin_core::{Motion, by_motion};

impl<M: Motion> Backend<Polytope, M> for GpuEngine {
    fn codes<'a>(
        &'a self,
        HullPairs { set, pairs }: HullPairs<'a>,
        _settle: bool,
    ) -> Reply<'a, RawCodes> {
        Reply::Later(Box::pin(async move {
            let shapes: RunnerShapes<'_, Frame3> = by_motion!(
                M::MOVES,
                RunnerShapes::MovingPolytopes(set),
                RunnerShapes::Polytopes(set),
            );
            Ok(raw_codes(self.runner.codes(shapes, pairs).await?, true))
        }))
    }

    fn settler(&self) -> Settler<Polytope> {
        Backend::<Polytope, M>::settler(&self.cpu)
    }
}
