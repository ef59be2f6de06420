//! Pairs that an engine finds by itself. The CPU names shapes that are not valid, settles what is
//! undecided, and puts the pairs in order.

use super::bounded::Bounded;
use super::candidates::{faulty, filters_of, worlds_of};
use super::error::{CollideError, ShapeFault};
use super::found::Found;
use super::question::{Question, Sets};
use super::tested::{details_of, judged};
use crate::geom::Pair;
use crate::gpu_error::GpuError;
use crate::service::backend::{AnyEngine, Backend, Declined, FinderStats, RawCodes, Sought};
use crate::service::batch::BatchError;
use crate::service::collision_service::CollisionService;
use crate::service::details::Detailed;
use crate::service::run::Asked;
use crate::service::shape::Operands;
use crate::verdict::{RawCode, Verdict};
use crate::wanted::Wanted;
use motzkin_core::Motion;

/// Hits whose details are computed at a time.
const BATCH: usize = 1 << 20;

/// Pairs that wait until the device is done with the question, or until there are so many: fewer in
/// a development build, whose tests come by that.
const WAITING: usize = if cfg!(debug_assertions) { 1 << 12 } else { 1 << 22 };

/// What an engine says of a question.
pub enum OnDevice<S: Bounded> {
    /// All pairs, and the shapes that are not valid.
    Found(Box<Found<S>>, Vec<ShapeFault>),
    /// The CPU has to list the candidates, or to refuse the question.
    Declined,
    /// The GPU failed.
    Failed(GpuError),
}

/// Asks the engine for the pairs of a set; of two sets that are joined, for those between the first
/// `shift` shapes and the others.
pub async fn collide<S: Bounded + Detailed<M>, M: Motion>(
    question: &Question<'_, S>,
    set: &S::Set,
    shift: u32,
) -> Result<OnDevice<S>, CollideError>
where
    AnyEngine: Backend<S, M>,
{
    let Question { service, sets, options } = *question;
    let finder = match options.query.on_cpu {
        true => None,
        false => Backend::<S, M>::finder(&*service.engine),
    };
    let Some(finder) = finder else { return Ok(OnDevice::Declined) };
    let counts = match sets {
        Sets::One(set) => [S::count(set), 0],
        Sets::Two(a, b) => [S::count(a), S::count(b)],
    };
    let two = matches!(sets, Sets::Two(..));
    let chosen = filters_of(&options, counts, two).zip(worlds_of(&options, counts, two));
    let Some((filters, worlds)) = chosen else { return Ok(OnDevice::Declined) };
    let faults = service.cpu.install(|| faulty::<S, M>(sets));
    let sought = Sought {
        set,
        between: two.then_some(shift),
        filters: filters.as_deref(),
        worlds: worlds.as_deref(),
        margin: options.margin,
    };
    let invalid: Vec<u32> =
        faults.iter().map(|fault| fault.shape + if fault.second { shift } else { 0 }).collect();
    let mut found = Found::<S>::new(options.limit, service.cpu.times());
    let mut wrong = Ok(());
    let mut waiting: Vec<(Vec<Pair>, RawCodes)> = Vec::new();
    let mut settle = |service: &CollisionService, waiting: &mut Vec<(Vec<Pair>, RawCodes)>| {
        let question = Question { service, sets, options };
        for (pairs, raw) in waiting.drain(..) {
            let (pairs, raw) = valid(pairs, raw, &invalid);
            add::<S, M>(&question, set, shift, &mut found, &pairs, raw)?;
        }
        Ok::<(), BatchError>(())
    };
    // While the device is asked this call may have the turn at its memory. The service's threads
    // may be at work for a call that waits for the turn, or help out with one: they settle
    // afterwards, and what is too much until then is settled by threads of this call's own.
    let answer = {
        let mut apart = None;
        let mut take = |pairs: Vec<Pair>, raw: RawCodes| {
            waiting.push((pairs, raw));
            let count: usize = waiting.iter().map(|(pairs, _)| pairs.len()).sum();
            if wrong.is_err() {
                waiting.clear();
            } else if count > WAITING {
                let own = |cpu| CollisionService { cpu, ..service.clone() };
                let apart = apart.get_or_insert_with(|| service.cpu.apart().ok().map(own));
                wrong = match apart {
                    Some(own) => elsewhere(|| settle(own, &mut waiting)),
                    // Where no thread can be started, there is no other call to wait for.
                    None => settle(service, &mut waiting),
                };
            }
        };
        finder.find(&sought, &mut take).await
    };
    if answer.is_ok() && wrong.is_ok() {
        wrong = settle(service, &mut waiting);
    }
    match (answer, wrong.err()) {
        (Err(Declined::Gpu(error)), _) => return Ok(OnDevice::Failed(error)),
        (Err(_), _) => return Ok(OnDevice::Declined),
        (_, Some(error)) => return Err(error.into()),
        (Ok(FinderStats { candidates, times }), None) => {
            let stats = &mut found.hits.stats;
            stats.candidates = candidates;
            // What the device has left out is separate for sure.
            stats.tested.pairs = usize::try_from(candidates).unwrap_or(usize::MAX);
            if let (Some(times), Some(mut device)) = (&mut stats.times, times) {
                device.tests.add(times.tests);
                *times = device;
            }
        }
    }
    service.cpu.install(|| found.sort());
    add_details::<S, M>(question, set, shift, &mut found).await?;
    Ok(OnDevice::Found(Box::new(found), faults))
}

/// Runs work on a thread of its own: one of a pool would help out with other calls while it waits.
fn elsewhere<R: Send>(work: impl FnOnce() -> R + Send) -> R {
    let result = std::thread::scope(|scope| scope.spawn(work).join());
    result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// The pairs of valid shapes, with their codes.
fn valid(pairs: Vec<Pair>, mut raw: RawCodes, invalid: &[u32]) -> (Vec<Pair>, RawCodes) {
    if invalid.is_empty() {
        return (pairs, raw);
    }
    let is_valid =
        |pair: &Pair| [pair.a, pair.b].iter().all(|shape| invalid.binary_search(shape).is_err());
    let codes = std::mem::take(&mut raw.codes);
    let both = pairs.into_iter().zip(codes).filter(|(pair, _)| is_valid(pair));
    let (pairs, codes): (Vec<Pair>, Vec<RawCode>) = both.unzip();
    let undecided = RawCode::list_undecided(&codes);
    (pairs, RawCodes { codes, undecided, ..raw })
}

/// Settles a portion, and adds what meets.
fn add<S: Bounded + Detailed<M>, M: Motion>(
    question: &Question<'_, S>,
    set: &S::Set,
    shift: u32,
    found: &mut Found<S>,
    pairs: &[Pair],
    raw: RawCodes,
) -> Result<(), BatchError>
where
    AnyEngine: Backend<S, M>,
{
    let Question { service, options, .. } = *question;
    let asked = Asked { service, operands: Operands::Indexed(set, pairs), options: options.query };
    let joined = S::checked(asked.operands)?;
    let context = asked.context::<M>(&joined);
    let raw = RawCodes { times: service.cpu.times(), ..raw };
    let (verdicts, kept) = judged::<S, M>(&asked, &context, raw, options.margin)?;
    found.keep(pairs, shift, &verdicts, &kept);
    Ok(())
}

/// Computes what is wanted of the hits, which are in order.
async fn add_details<S: Bounded + Detailed<M>, M: Motion>(
    question: &Question<'_, S>,
    set: &S::Set,
    shift: u32,
    found: &mut Found<S>,
) -> Result<(), BatchError>
where
    AnyEngine: Backend<S, M>,
{
    let Question { service, options, .. } = *question;
    if options.query.wanted == Wanted::NOTHING {
        return Ok(());
    }
    let mut first = 0;
    for hits in found.hits.hits.chunks(BATCH) {
        let pairs: Vec<Pair> = hits.iter().map(|hit| Pair::new(hit.a, hit.b + shift)).collect();
        let verdicts: Vec<Verdict> = hits.iter().map(|hit| hit.verdict).collect();
        let kept: Vec<u32> = (0..hits.len() as u32).collect();
        let operands = Operands::Indexed(set, &pairs[..]);
        let asked = Asked { service, operands, options: options.query };
        let joined = S::checked(asked.operands)?;
        let context = asked.context::<M>(&joined);
        let details = details_of::<S, M>(&asked, &joined, &context, &verdicts, &kept).await?;
        found.hits.details.append(details, |pair| first + pair);
        first += hits.len() as u32;
    }
    Ok(())
}
