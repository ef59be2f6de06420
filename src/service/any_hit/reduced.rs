//! Any hit where the codes are: an engine that keeps them sends bits of groups.

use crate::gpu_error::GpuError;
use crate::service::backend::{AnyEngine, Backend, Declined, RawGroups};
use crate::service::run::Asked;
use crate::service::shape::Shape;
use motzkin_core::Motion;

/// What the engine answers.
pub enum Reduced {
    /// Bits, and what is undecided.
    Groups(RawGroups),
    /// Nothing: its codes are to be asked for.
    Declined,
    /// Nothing, because the GPU failed: the CPU takes over.
    Failed(GpuError),
}

/// Asks the engine for bits of groups.
pub async fn reduced<S: Shape, M: Motion>(
    asked: &Asked<'_, S>,
    joined: &S::Joined,
    starts: &[u32],
) -> Result<Reduced, GpuError>
where
    AnyEngine: Backend<S, M>,
{
    let engine = asked.engine();
    let pairs = S::pairs(asked.operands, joined);
    let Some(reply) = Backend::<S, M>::any_hits(engine, pairs, starts) else {
        return Ok(Reduced::Declined);
    };
    match reply.get().await {
        Ok(Some(groups)) => Ok(Reduced::Groups(groups)),
        Err(Declined::Gpu(error)) => Ok(Reduced::Failed(engine.failed(error)?)),
        Ok(None) | Err(_) => Ok(Reduced::Declined),
    }
}
