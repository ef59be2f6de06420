//! Which octants of a node's box the surface passes through: the *grey* octants of the article.

mod cpu;
mod test;

pub use cpu::CpuOccupancyTest;
pub use test::{OccupancyDeviceUse, OccupancyFault, OccupancyParent, OccupancyTest};
