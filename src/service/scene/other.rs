//! A pair that was answered with its submission.

use super::handle::Handle;
use crate::verdict::Verdict;

/// A pair that was answered with its submission, because not both shapes are frames. Handles and
/// ids are as they were then: slots of such pairs do not wait for a ticket.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(feature = "polytopes"), expect(dead_code, reason = "a scene has frames alone"))]
pub(super) struct Other {
    pub handles: [Handle; 2],
    pub ids: [u32; 2],
    pub verdict: Verdict,
}
