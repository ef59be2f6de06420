//! What moves through a tree of frames, and when it meets which of them.

use super::probe::Probe;
use super::tree::{FrameTree, FrameTreeError, of_pair};
use crate::geom::{ContactInterval, Frame3};
use crate::verdict::Verdict;
use glam::Vec3;
use motzkin_core::{Frame, Moving};

/// A frame of the tree that something meets on its way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameContact {
    /// The index of the frame.
    pub frame: u32,
    /// Overlapping or touching, over all `t` in `[0, 1]`.
    pub verdict: Verdict,
    /// The first and the last `t` of the contact, each rounded outward to `f32` once.
    pub interval: ContactInterval,
}

impl<F: Frame> FrameTree<F> {
    /// Lists all contacts of a frame that moves by its velocity while `t` runs over `[0, 1]`, by
    /// the indices of the frames, ascending.
    ///
    /// # Errors
    ///
    /// Returns [`FrameTreeError::Asked`] for a frame that is not valid.
    pub fn contacts(&self, moving: &F) -> Result<Vec<FrameContact>, FrameTreeError> {
        self.all_contacts(&Probe::frame(moving)?)
    }

    /// Finds the first contact of a frame that moves by its velocity while `t` runs over `[0, 1]`.
    ///
    /// Of contacts whose first `t` is the same once it is rounded to `f32`, the one with the least
    /// index is returned. Tests frames in the order in which the moving box reaches their boxes,
    /// until none can be met earlier; near the end of the range of `f32` all of them.
    ///
    /// # Errors
    ///
    /// Returns [`FrameTreeError::Asked`] for a frame that is not valid.
    pub fn first_contact(&self, moving: &F) -> Result<Option<FrameContact>, FrameTreeError> {
        self.first(&Probe::frame(moving)?)
    }

    fn all_contacts(&self, probe: &Probe<'_, F>) -> Result<Vec<FrameContact>, FrameTreeError> {
        let mut found = Vec::new();
        for frame in self.near(&probe.bounds::<Moving>()) {
            found.extend(self.contact(probe, frame)?);
        }
        Ok(found)
    }

    fn first(&self, probe: &Probe<'_, F>) -> Result<Option<FrameContact>, FrameTreeError> {
        let Some([begin, end]) = probe.ends() else {
            let all = self.all_contacts(probe)?;
            let earlier = |a: &FrameContact, b: &FrameContact| {
                a.interval.first.total_cmp(&b.interval.first).then(a.frame.cmp(&b.frame))
            };
            return Ok(all.into_iter().min_by(earlier));
        };
        let (mut found, mut failed) = (Vec::new(), None);
        let best = self.tree.first_contact(0, &begin, &end, |frame, _| {
            let contact = self.contact(probe, frame).unwrap_or_else(|error| {
                failed.get_or_insert(error);
                None
            })?;
            found.push(contact);
            // Not below the exact time, so that no contact of an equal one is missed.
            Some(contact.interval.first.next_up().into())
        });
        match failed {
            Some(error) => Err(error),
            None => Ok(best
                .and_then(|(frame, _)| found.into_iter().find(|contact| contact.frame == frame))),
        }
    }

    fn contact(
        &self,
        probe: &Probe<'_, F>,
        frame: u32,
    ) -> Result<Option<FrameContact>, FrameTreeError> {
        let found = probe.contact(&self.frames[frame as usize]).map_err(of_pair(frame))?;
        Ok(found.map(|(verdict, interval)| FrameContact { frame, verdict, interval }))
    }
}

/// Rays in space or in the plane.
macro_rules! rays {
    ($frame:ty, $vector:ty, $in_space:expr) => {
        impl FrameTree<$frame> {
            /// Lists all contacts of a ray: of the points `origin + t * way` for `t` in `[0, 1]`.
            /// A `t` is a part of the way.
            ///
            /// # Errors
            ///
            /// Returns [`FrameTreeError::Asked`] for numbers that are not finite.
            pub fn on_ray(
                &self,
                origin: $vector,
                way: $vector,
            ) -> Result<Vec<FrameContact>, FrameTreeError> {
                self.all_contacts(&Probe::point($in_space(origin), $in_space(way))?)
            }

            /// Finds the first contact of a ray, as [`first_contact`](Self::first_contact) does.
            ///
            /// A frame that the ray clearly misses or clearly goes through costs some hundred
            /// nanoseconds. One of which rounding leaves that open, or when, costs as much as two
            /// hulls: ten to a hundred microseconds.
            ///
            /// # Errors
            ///
            /// Returns [`FrameTreeError::Asked`] for numbers that are not finite.
            pub fn first_on_ray(
                &self,
                origin: $vector,
                way: $vector,
            ) -> Result<Option<FrameContact>, FrameTreeError> {
                self.first(&Probe::point($in_space(origin), $in_space(way))?)
            }
        }
    };
}

rays!(Frame3, Vec3, |v: Vec3| v);
#[cfg(feature = "plane")]
rays!(crate::geom::Frame2, glam::Vec2, |v: glam::Vec2| v.extend(0.0));
