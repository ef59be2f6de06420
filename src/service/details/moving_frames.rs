//! Details of moving frames.

#[cfg(feature = "polytopes")]
use super::closer::one_by_one;
use super::slack;
use super::traits::{Context, Detailed, Rows};
use crate::exact::PairFault;
use crate::geom::ContactInterval;
use crate::kernel::ContactEnds;
use crate::service::answer::{Details, Measured};
use crate::service::backend::{Known, Selected};
use crate::service::shape::{FrameShape, Pairs};
use crate::wanted::Wanted;
use motzkin_core::Moving;
#[cfg(feature = "polytopes")]
use motzkin_core::distance::frames_are_closer;

impl<F: FrameShape> Detailed<Moving> for F {
    const ANSWERS: Wanted = Wanted::INTERVAL.union(Wanted::WITNESS).union(Wanted::BOX);
    const KERNELS: Wanted = Wanted::INTERVAL;
    const NAME: &'static str = "moving frames";
    const SETTLED: usize = 64;
    const GRAIN: usize = 32;

    fn fill(
        context: &Context<'_, Self>,
        rows: Rows<'_>,
        known: Option<&Known<Self>>,
        details: &mut Details<Self>,
    ) -> Result<(), (u32, PairFault)> {
        let both = |selected: &Selected| context.pairs.both(selected.pair as usize);
        details.intervals = rows.column(Wanted::INTERVAL, |place, selected| {
            Ok(Some(match known.and_then(|known| known.ends.get(place)).and_then(bounded) {
                Some(interval) => interval,
                None => exact((context.settler.interval)(both(selected))?),
            }))
        })?;
        details.witnesses = rows.column(Wanted::WITNESS, |_, selected| {
            let (a, b) = both(selected);
            Ok(Some(slack::of_point::<F>(F::meeting_point::<Moving>(a, b)?)))
        })?;
        details.boxes = rows.column(Wanted::BOX, |_, selected| {
            let (a, b) = both(selected);
            Ok(Some(slack::of_exact_box::<F>(F::meeting_box::<Moving>(a, b)?)))
        })?;
        Ok(())
    }

    #[cfg(feature = "polytopes")]
    fn closer(
        context: &Context<'_, Self>,
        separate: &[u32],
        margin: f32,
    ) -> Result<Vec<bool>, (u32, PairFault)> {
        one_by_one(context, separate, |(a, b)| {
            frames_are_closer::<F, Moving>(a, b, margin, context.is_reference)
        })
    }
}

/// The most slack of an interval that is not computed exactly. The ends of a pair that hardly moves
/// against each other follow from differences that are small against its size.
const LOOSE: f32 = 1.0 / 64.0;

/// An interval that kernels or shaders bound from within and from without, if they do so tightly.
fn bounded(ContactEnds { first, last }: ContactEnds) -> Option<Measured<ContactInterval>> {
    // A difference of two numbers between 0 and 1 rounds by less than this.
    let slack = (first[1] - first[0]).max(last[1] - last[0]) + f32::EPSILON;
    let value = ContactInterval { first: first[0], last: last[1] };
    (slack <= LOOSE).then_some(Measured { value, slack: slack.into() })
}

/// An exact interval, each end rounded outward once.
pub fn exact(interval: ContactInterval) -> Measured<ContactInterval> {
    let ContactInterval { first, last } = interval;
    // The exact ends are less than one step within.
    let slack = (f64::from(first.next_up().min(1.0)) - f64::from(first))
        .max(f64::from(last) - f64::from(last.next_down()));
    Measured { value: interval, slack }
}
