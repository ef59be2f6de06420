//! Builds a hierarchy over given leaves.

use super::error::BvhError;
use super::fit::box_round;
use super::tree::Bvh;
use crate::geom::Frame3;
use glam::DVec3;

/// The binary splits that make the children of a node: at most eight children.
const SPLITS: usize = 3;

impl Bvh {
    /// Builds a hierarchy whose leaves are the given frames.
    ///
    /// The leaves keep their numbers. The nodes above them are boxes with at most eight children
    /// each, slightly larger than their children. Leaves are split at the median, along the axis on
    /// which their centres are spread widest; boxes are fitted to the corners of their children.
    /// Costs some microseconds a frame.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no frame or there are too many, if a frame is not valid, or if
    /// a box round frames is not finite.
    ///
    /// ```
    /// use motzkin::{Bvh, Frame3, glam::Vec3};
    ///
    /// let cube = |x: f32| Frame3::aligned_box(Vec3::X * x, Vec3::X * x + Vec3::ONE);
    /// let row = (0..20).map(|i| cube(2.0 * i as f32)).collect::<Result<Vec<_>, _>>()?;
    /// let tree = Bvh::over(&row)?;
    /// assert_eq!((tree.leaves(), tree.levels()), (20, 3));
    /// tree.check_nesting(0.0)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn over(frames: &[Frame3]) -> Result<Self, BvhError> {
        u32::try_from(frames.len()).map_err(|_| BvhError::TooLarge(frames.len()))?;
        let mut work = Work {
            frames: Vec::with_capacity(frames.len() + frames.len() / 4),
            middles: Vec::new(),
        };
        for (number, frame) in (0..).zip(frames) {
            frame.validate_resting().map_err(|error| BvhError::Frame { frame: number, error })?;
            let corners = frame.corners();
            work.frames.push((*frame, None));
            work.middles.push(corners.iter().sum::<DVec3>() / corners.len() as f64);
        }
        let mut order: Vec<u32> = (0..frames.len() as u32).collect();
        if !order.is_empty() {
            work.enclose(&mut order)?;
        }
        Self::new(work.frames)
    }
}

struct Work {
    frames: Vec<(Frame3, Option<u32>)>,
    middles: Vec<DVec3>,
}

impl Work {
    /// Returns the frame that holds the given frames, of which there is at least one.
    fn enclose(&mut self, items: &mut [u32]) -> Result<u32, BvhError> {
        if let [only] = items {
            return Ok(*only);
        }
        let mut groups = vec![items];
        for _ in 0..SPLITS {
            groups = groups.into_iter().flat_map(|group| halves(&self.middles, group)).collect();
        }
        let mut children = Vec::with_capacity(groups.len());
        for group in groups {
            children.push(self.enclose(group)?);
        }
        let corners: Vec<DVec3> =
            children.iter().flat_map(|&child| self.frames[child as usize].0.corners()).collect();
        let number = self.frames.len() as u32;
        let round =
            box_round(&corners).map_err(|error| BvhError::Frame { frame: number, error })?;
        self.frames.push((round, None));
        children.iter().for_each(|&child| self.frames[child as usize].1 = Some(number));
        Ok(number)
    }
}

/// Splits items at the median, along the axis on which their centres are spread widest. A single
/// item is not split.
pub(super) fn halves<'a>(middles: &[DVec3], group: &'a mut [u32]) -> Vec<&'a mut [u32]> {
    if group.len() < 2 {
        return vec![group];
    }
    let at = |item: u32| middles[item as usize];
    let (low, high) =
        group.iter().fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), &item| {
            (low.min(at(item)), high.max(at(item)))
        });
    let axis = (high - low).max_position();
    let half = group.len() / 2;
    group
        .select_nth_unstable_by(half, |&i, &j| at(i)[axis].total_cmp(&at(j)[axis]).then(i.cmp(&j)));
    let (left, right) = group.split_at_mut(half);
    vec![left, right]
}
