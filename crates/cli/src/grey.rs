//! Grey tests by their names.

use super::error::CliError;
use clap::ValueEnum;
#[cfg(feature = "gpu")]
use motzkin::gpu::{AdapterChoice, headless};
#[cfg(feature = "gpu")]
use motzkin::gpu::{GpuOccupancyTest, OccupancyMode};
#[cfg(feature = "gpu")]
use motzkin::service::ServiceError;
use motzkin::tree::spheres::{CpuOccupancyTest, OccupancyTest};

#[derive(Clone, Copy, Debug, clap::Args)]
pub struct GreyArgs {
    /// The test that decides which octants hold surface
    #[arg(long, value_enum, default_value = "octants")]
    pub grey: GreyName,
    /// Pixels along each side of a view, of `--grey views` and `--grey strips`; 64 by default
    #[cfg(feature = "gpu")]
    #[arg(long, value_name = "SAMPLES", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub view: Option<u32>,
}

/// The occupancy tests. The article calls them grey tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GreyName {
    /// None: every octant that has triangles is opened
    Octants,
    /// Triangles against boxes on the CPU
    Cpu,
    /// Triangles against boxes in a compute shader
    #[cfg(feature = "gpu")]
    Compute,
    /// Triangles against boxes in the vertex stage of occlusion queries
    #[cfg(feature = "gpu")]
    Exact,
    /// Occlusion queries of three views, as in the article: they miss what is small, so that what
    /// they find to be separate is `maybe`
    #[cfg(feature = "gpu")]
    Views,
    /// Occlusion queries of three views, with triangle strips
    #[cfg(feature = "gpu")]
    Strips,
}

impl GreyArgs {
    /// Whether the test may overlook surface.
    pub fn misses(self) -> bool {
        #[cfg(feature = "gpu")]
        return matches!(self.grey, GreyName::Views | GreyName::Strips);
        #[cfg(not(feature = "gpu"))]
        false
    }

    pub fn test(self) -> Result<Option<Box<dyn OccupancyTest>>, CliError> {
        #[cfg(feature = "gpu")]
        let size = self.view.unwrap_or(64);
        #[cfg(feature = "gpu")]
        let views = |strips| on_gpu(OccupancyMode::Views { size, strips });
        #[cfg(feature = "gpu")]
        if self.view.is_some() && !self.misses() {
            let what = "--view is for --grey views and --grey strips";
            return Err(CliError::Usage(what.into()));
        }
        Ok(match self.grey {
            GreyName::Octants => None,
            GreyName::Cpu => Some(Box::new(CpuOccupancyTest::default())),
            #[cfg(feature = "gpu")]
            GreyName::Compute => Some(on_gpu(OccupancyMode::Compute)?),
            #[cfg(feature = "gpu")]
            GreyName::Exact => Some(on_gpu(OccupancyMode::Exact)?),
            #[cfg(feature = "gpu")]
            GreyName::Views => Some(views(false)?),
            #[cfg(feature = "gpu")]
            GreyName::Strips => Some(views(true)?),
        })
    }
}

/// Returns an occupancy test on the best adapter, a software one if there is no other.
#[cfg(feature = "gpu")]
fn on_gpu(mode: OccupancyMode) -> Result<Box<dyn OccupancyTest>, CliError> {
    let gpu = pollster::block_on(headless(&AdapterChoice::Any)).map_err(ServiceError::Gpu)?;
    super::output::note(&format!("grey tests on {}", gpu.adapter));
    Ok(Box::new(GpuOccupancyTest::new(&gpu, mode).map_err(ServiceError::Gpu)?))
}
