//! The ways to test for occupancy.

/// How the GPU finds the occupied octants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OccupancyMode {
    /// A compute shader tests triangles against boxes, as
    /// [`CpuOccupancyTest`](crate::tree::spheres::CpuOccupancyTest) does. Misses nothing.
    Compute,
    /// The same test in the vertex stage of an occlusion query, which emits a point for each
    /// triangle that passes through. Misses nothing.
    Exact,
    /// As in *On-Collide Sphere-Trees* (2006): up to three occlusion queries a box, of what is seen
    /// along one axis after the other in a target of so many samples a side. The first that shows a
    /// sample is the last. Approximate: what falls between samples is
    /// missed. Of boxes that needles, plates and bumpy surfaces pass through, 10 % were missed at 8
    /// samples a side, 7 % at 32 and 5 % at 64.
    Views {
        /// Width and height of the target, from 1 to 1024.
        size: u32,
        /// A node's triangles are drawn as a strip, which the CPU puts together, not each by
        /// itself. Changes no answer.
        strips: bool,
    },
}

/// Occlusion queries in a set, which WebGPU allows, and questions in a batch.
pub(super) const QUERIES: usize = 4096;
