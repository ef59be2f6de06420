//! The occupancy test of a device.

use crate::gpu::device::headless::Headless;
use crate::gpu::occupancy::layout::Question;
use crate::gpu::occupancy::mode::{OccupancyMode, QUERIES};
use crate::gpu::occupancy::passes::Passes;
use crate::gpu::occupancy::strips::{PLACES, strip};
use crate::gpu_error::GpuError;
use crate::tree::spheres::{OccupancyFault, OccupancyParent, OccupancyTest};

/// Triangles of one question; those of a larger node are asked about in turns, so that no
/// invocation runs for long.
const TRIANGLES: usize = 1 << 20;

/// Nine numbers a triangle.
const TRIANGLE_BYTES: u64 = 36;

/// An occupancy test on a device. All nodes of a call go in one pass, up to 512 of them (170 for
/// views), with one readback.
pub struct GpuOccupancyTest {
    passes: Passes,
    mode: OccupancyMode,
    queries: u64,
}

impl core::fmt::Debug for GpuOccupancyTest {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { mode, queries, .. } = self;
        f.debug_struct("GpuOccupancyTest")
            .field("mode", mode)
            .field("queries", queries)
            .finish_non_exhaustive()
    }
}

/// A part of a parent's triangles.
struct Piece<'a> {
    parent: usize,
    triangles: &'a [u32],
}

/// Corners of one strip, three by three; the last is repeated to fill.
fn in_strips(parent: &OccupancyParent, triangles: &[u32]) -> Vec<[[f32; 3]; 3]> {
    let listed: Vec<[u32; 3]> =
        triangles.iter().map(|&t| parent.mesh.triangles()[t as usize]).collect();
    let strip = strip(&listed);
    let corner = |vertex: u32| parent.mesh.vertices()[vertex as usize];
    let three = |part: &[u32]| [0, 1, 2].map(|i| corner(part[i.min(part.len() - 1)]));
    strip.chunks(3).map(three).collect()
}

impl GpuOccupancyTest {
    /// Compiles a test for a device.
    ///
    /// # Errors
    ///
    /// What the driver refuses; a size of views that is none.
    pub fn new(gpu: &Headless, mode: OccupancyMode) -> Result<Self, GpuError> {
        if let OccupancyMode::Views { size, .. } = mode
            && !(1..=1024).contains(&size)
        {
            return Err(GpuError::Refused(format!("views of {size} by {size} samples")));
        }
        Ok(Self { passes: Passes::new(gpu, mode)?, mode, queries: 0 })
    }

    fn is_strips(&self) -> bool {
        matches!(self.mode, OccupancyMode::Views { strips: true, .. })
    }

    fn views(&self) -> usize {
        if matches!(self.mode, OccupancyMode::Views { .. }) { 3 } else { 1 }
    }

    /// One pass for these pieces; adds what they find.
    fn ask(
        &mut self,
        parents: &[OccupancyParent],
        pieces: &[Piece],
        masks: &mut [u8],
    ) -> Result<(), GpuError> {
        let mut questions = Vec::with_capacity(8 * pieces.len());
        let mut corners = Vec::new();
        for piece in pieces {
            let parent = &parents[piece.parent];
            let first = corners.len() as u32;
            if self.is_strips() {
                corners.extend(in_strips(parent, piece.triangles));
            } else {
                corners
                    .extend(piece.triangles.iter().map(|&triangle| parent.mesh.corners(triangle)));
            }
            let count = corners.len() as u32 - first;
            questions.extend(parent.octants.map(|octant| Question {
                low: octant.min.to_array(),
                first,
                high: octant.max.to_array(),
                count,
            }));
        }
        self.queries += (questions.len() * self.views()) as u64;
        let occupied = self.passes.run(&questions, &corners)?;
        for (number, found) in occupied.chunks(self.views()).enumerate() {
            if found.contains(&true) {
                masks[pieces[number / 8].parent] |= 1 << (number % 8);
            }
        }
        Ok(())
    }
}

impl OccupancyTest for GpuOccupancyTest {
    fn occupied(&mut self, parents: &[OccupancyParent]) -> Result<Vec<u8>, OccupancyFault> {
        let mut masks = vec![0; parents.len()];
        let most_pieces = QUERIES / (8 * self.views());
        let bytes = if self.is_strips() {
            (PLACES + 2) as u64 * TRIANGLE_BYTES / 3
        } else {
            TRIANGLE_BYTES
        };
        let most_triangles = (self.passes.largest() / bytes) as usize;
        let mut pieces: Vec<Piece> = Vec::new();
        let mut first = 0;
        let fault = |error: GpuError| OccupancyFault(Box::new(error));
        for (parent, asked) in parents.iter().enumerate() {
            for triangles in asked.triangles.chunks(TRIANGLES.min(most_triangles.max(1))) {
                if pieces.len() == most_pieces || first + triangles.len() > most_triangles {
                    self.ask(parents, &pieces, &mut masks).map_err(fault)?;
                    pieces.clear();
                    first = 0;
                }
                pieces.push(Piece { parent, triangles });
                first += triangles.len();
            }
        }
        if !pieces.is_empty() {
            self.ask(parents, &pieces, &mut masks).map_err(fault)?;
        }
        Ok(masks)
    }

    fn queries(&self) -> u64 {
        self.queries
    }
}
