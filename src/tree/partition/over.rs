//! Trees over given volumes.

use super::error::TreeError;
use super::fit::box_round;
use super::tree::Tree;
use crate::geom::Frame3;
use glam::DVec3;

/// The binary splits that make the children of a volume: up to eight of them.
const SPLITS: usize = 3;

impl Tree {
    /// A tree whose deepest volumes are the ones given, numbered as they are; above them boxes,
    /// each with at most eight children, which it holds with a hair to spare.
    ///
    /// Volumes are split at the median, along the axis on which their middles are spread widest;
    /// boxes are fitted to the corners of their children. Costs some microseconds a volume.
    pub fn over(volumes: &[Frame3]) -> Result<Self, TreeError> {
        u32::try_from(volumes.len()).map_err(|_| TreeError::TooLarge(volumes.len()))?;
        let mut work = Work {
            volumes: Vec::with_capacity(volumes.len() + volumes.len() / 4),
            middles: Vec::new(),
        };
        for (volume, frame) in (0..).zip(volumes) {
            frame.validate_resting().map_err(|error| TreeError::Volume { volume, error })?;
            let corners = frame.corners();
            work.volumes.push((*frame, None));
            work.middles.push(corners.iter().sum::<DVec3>() / corners.len() as f64);
        }
        let mut order: Vec<u32> = (0..volumes.len() as u32).collect();
        if !order.is_empty() {
            work.enclose(&mut order)?;
        }
        Self::new(work.volumes)
    }
}

struct Work {
    volumes: Vec<(Frame3, Option<u32>)>,
    middles: Vec<DVec3>,
}

impl Work {
    /// The volume that holds these, which are not none.
    fn enclose(&mut self, items: &mut [u32]) -> Result<u32, TreeError> {
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
            children.iter().flat_map(|&child| self.volumes[child as usize].0.corners()).collect();
        let volume = self.volumes.len() as u32;
        let frame = box_round(&corners).map_err(|error| TreeError::Volume { volume, error })?;
        self.volumes.push((frame, None));
        children.iter().for_each(|&child| self.volumes[child as usize].1 = Some(volume));
        Ok(volume)
    }
}

/// Two halves of as many items, along the axis on which their middles are spread widest; one of a
/// single item.
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
