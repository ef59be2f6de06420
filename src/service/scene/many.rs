//! Many changes at once, whatever the dimension.

use super::dimension::SceneFrame;
use super::error::{ChangeAllError, ChangeError};
use super::handle::Handle;
use super::state::{Changes, Made, State};
use crate::error::FrameError;
use crate::parallel::each_into;
use crate::service::backend::CpuEngine;

/// Frames that one thread checks or places at a time.
const GRAIN: usize = 512;

impl<F: SceneFrame> Changes<F> {
    /// Makes and checks what many shapes become on all threads. Where frames are to `rest`, only
    /// frames may change.
    pub fn make(
        &mut self,
        cpu: &CpuEngine,
        state: &State<F>,
        items: usize,
        rest: bool,
        handle_of: &(impl Fn(usize) -> Handle + Sync),
        make: impl Fn(&State<F>, usize, usize) -> Result<Made<F>, FrameError> + Sync,
    ) {
        let one = |place: usize| {
            let handle = handle_of(place);
            let slot = if rest { state.frame_slot(handle) } else { state.slots.index(handle) }?;
            Ok((slot, state.checked(handle, slot, make(state, slot, place))?))
        };
        let made = &mut self.0;
        cpu.install(|| each_into(made, items, GRAIN, &one));
    }

    /// Applies what was made, in order, and names what could not be made or applied.
    pub fn apply(
        &mut self,
        mut apply: impl FnMut(usize, (usize, Made<F>)) -> Result<(), ChangeError>,
    ) -> Result<(), ChangeAllError> {
        let (items, mut faults) = (self.0.len(), Vec::new());
        for (place, made) in self.0.drain(..).enumerate() {
            if let Err(error) = made.and_then(|made| apply(place, made)) {
                faults.push((place, error));
            }
        }
        if faults.is_empty() { Ok(()) } else { Err(ChangeAllError::Faults { faults, items }) }
    }
}

/// Checks that there is one item for each handle.
pub(super) fn same_length(handles: usize, items: usize) -> Result<(), ChangeAllError> {
    if handles == items { Ok(()) } else { Err(ChangeAllError::LengthMismatch { handles, items }) }
}
