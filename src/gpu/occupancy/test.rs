//! The occupancy test of a device.

use crate::gpu::device::headless::Headless;
use crate::gpu::occupancy::layout::Question;
use crate::gpu::occupancy::mode::{OccupancyMode, QUERIES};
use crate::gpu::occupancy::passes::{Passes, Shown};
use crate::gpu::occupancy::strips::{PLACES, strip};
use crate::gpu::run::runner::Runner;
use crate::gpu_error::GpuError;
use crate::tree::spheres::{OccupancyFault, OccupancyParent, OccupancyTest};
use std::sync::Arc;

/// Triangles of one question; those of a larger node are asked about in turns, so that no
/// invocation runs for long.
const TRIANGLES: usize = 1 << 20;

/// Nine numbers a triangle.
const TRIANGLE_BYTES: u64 = 36;

/// An occupancy test on a device. All nodes of a call go in one pass, up to 512 of them, with one
/// readback. Views take a pass for each axis: an octant of which a view shows a sample needs no
/// other view, and is not asked about again.
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
        check(mode)?;
        Ok(Self { passes: Passes::new(gpu, mode)?, mode, queries: 0 })
    }

    /// Compiles a test for the device of a runner, whose budget and timeout it obeys.
    pub(crate) fn of(runner: Arc<Runner>, mode: OccupancyMode) -> Result<Self, GpuError> {
        check(mode)?;
        Ok(Self { passes: Passes::of(runner, mode)?, mode, queries: 0 })
    }

    fn is_strips(&self) -> bool {
        matches!(self.mode, OccupancyMode::Views { strips: true, .. })
    }

    fn views(&self) -> u32 {
        if matches!(self.mode, OccupancyMode::Views { .. }) { 3 } else { 1 }
    }

    /// A pass for these pieces, or for each view of them; adds what they find.
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
        let mut shown = Shown::new(&corners);
        // The octants that no view has shown a sample of.
        let mut open: Vec<usize> = (0..questions.len()).collect();
        for view in 0..self.views() {
            if open.is_empty() {
                break;
            }
            self.queries += open.len() as u64;
            let asked: Vec<Question> = open.iter().map(|&number| questions[number]).collect();
            let occupied = self.passes.run(&asked, &mut shown, view)?;
            let mut found = occupied.into_iter();
            open.retain(|&number| {
                let is_occupied = found.next() == Some(true);
                if is_occupied {
                    masks[pieces[number / 8].parent] |= 1 << (number % 8);
                }
                !is_occupied
            });
        }
        Ok(())
    }
}

fn check(mode: OccupancyMode) -> Result<(), GpuError> {
    match mode {
        OccupancyMode::Views { size, .. } if !(1..=1024).contains(&size) => {
            Err(GpuError::Refused(format!("views of {size} by {size} samples")))
        }
        _ => Ok(()),
    }
}

impl GpuOccupancyTest {
    /// Returns a mask for each parent, as [`OccupancyTest::occupied`] does.
    pub(crate) fn masks(&mut self, parents: &[OccupancyParent]) -> Result<Vec<u8>, GpuError> {
        let mut masks = vec![0; parents.len()];
        let most_pieces = QUERIES / 8;
        let bytes = if self.is_strips() {
            (PLACES + 2) as u64 * TRIANGLE_BYTES / 3
        } else {
            TRIANGLE_BYTES
        };
        let most_triangles = (self.passes.largest() / bytes) as usize;
        let mut pieces: Vec<Piece> = Vec::new();
        let mut first = 0;
        for (parent, asked) in parents.iter().enumerate() {
            for triangles in asked.triangles.chunks(TRIANGLES.min(most_triangles.max(1))) {
                if pieces.len() == most_pieces || first + triangles.len() > most_triangles {
                    self.ask(parents, &pieces, &mut masks)?;
                    pieces.clear();
                    first = 0;
                }
                pieces.push(Piece { parent, triangles });
                first += triangles.len();
            }
        }
        if !pieces.is_empty() {
            self.ask(parents, &pieces, &mut masks)?;
        }
        Ok(masks)
    }
}

impl OccupancyTest for GpuOccupancyTest {
    fn occupied(&mut self, parents: &[OccupancyParent]) -> Result<Vec<u8>, OccupancyFault> {
        self.masks(parents).map_err(|error| OccupancyFault(Box::new(error)))
    }

    fn queries(&self) -> u64 {
        self.queries
    }
}
