//! Polytopes on the GPU.

use super::backend::raw_codes;
use super::engine::GpuEngine;
use crate::geom::{Frame3, Polytope};
use crate::gpu::RunnerShapes;
use crate::service::backend::reply::{RawCodes, Reply};
use crate::service::backend::traits::{Backend, Settler};
use crate::service::polytopes::HullPairs;
use motzkin_core::Resting;
#[cfg(feature = "motion")]
use {crate::service::backend::reply::Declined, motzkin_core::Moving};

impl Backend<Polytope, Resting> for GpuEngine {
    fn codes<'a>(
        &'a self,
        HullPairs { set, pairs }: HullPairs<'a>,
        _settle: bool,
    ) -> Reply<'a, RawCodes> {
        Reply::Later(Box::pin(async move {
            let shapes = RunnerShapes::<Frame3>::Polytopes(set);
            Ok(raw_codes(self.runner.codes(shapes, pairs).await?, true))
        }))
    }

    fn settler(&self) -> Settler<Polytope> {
        Backend::<Polytope, Resting>::settler(&self.cpu)
    }
}

/// No shader tests moving polytopes.
#[cfg(feature = "motion")]
impl Backend<Polytope, Moving> for GpuEngine {
    fn codes<'a>(&'a self, _pairs: HullPairs<'a>, _settle: bool) -> Reply<'a, RawCodes> {
        Reply::Ready(Err(Declined::Unsupported))
    }

    fn settler(&self) -> Settler<Polytope> {
        Backend::<Polytope, Moving>::settler(&self.cpu)
    }
}
