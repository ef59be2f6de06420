//! Everything that answers verdicts, behind one signature.

use motzkin::service::{CollisionService, Engine};
use motzkin_core::exact;
use motzkin_core::geom::{Frame3, Pair};
use motzkin_core::kernel::SimdLevel;
use motzkin_core::verdict::{RawCode, Verdict};
use motzkin_core::{Frame as _, Resting, Source};
use motzkin_lab::reference;

/// Verdicts for pairs of frames.
pub type Answer = Box<dyn Fn(&[Frame3], &[Pair]) -> Vec<Verdict>>;

/// Raw codes for pairs of frames.
pub type RawAnswer = Box<dyn Fn(&[Frame3], &[Pair]) -> Vec<RawCode>>;

/// Something that answers verdicts.
pub struct Tested {
    pub name: String,
    pub verdicts: Answer,
    /// What stands before settling, where there is such a stage.
    pub raw: Option<RawAnswer>,
    /// Pairs that it answers in a second or so; the largest batches are cut to this.
    pub patience: usize,
}

/// The exact stage alone, the reference, and the kernels on every instruction set and number of
/// threads, settled; then the service by its own settings.
pub fn cpu() -> Vec<Tested> {
    let mut out = vec![
        pairwise("exact", 100_000, |a, b| exact::decide(a, b).expect("valid frames").verdict),
        pairwise("reference", 300, |a, b| reference::verdict(a, b).expect("valid frames")),
    ];
    for level in SimdLevel::available() {
        out.extend([1, 2, 7].map(|threads| kernels(level, threads)));
        out.push(in_vectors(level));
        let built = CollisionService::builder().engine(Engine::Cpu).simd(level).threads(2).build();
        out.push(service(&format!("service on {}", level.name()), built.expect("a CPU engine")));
    }
    out.push(service(
        "service, automatic",
        CollisionService::new(Engine::Cpu).expect("a CPU engine"),
    ));
    out
}

/// An engine that judges one pair at a time.
fn pairwise(
    name: &str,
    patience: usize,
    judge: impl Fn(&Frame3, &Frame3) -> Verdict + 'static,
) -> Tested {
    let verdicts = move |frames: &[Frame3], pairs: &[Pair]| -> Vec<Verdict> {
        pairs.iter().map(|pair| judge(&frames[pair.a as usize], &frames[pair.b as usize])).collect()
    };
    Tested { name: name.into(), verdicts: Box::new(verdicts), raw: None, patience }
}

fn kernels(level: SimdLevel, threads: usize) -> Tested {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
    let pool = std::rc::Rc::new(pool);
    let raw = {
        let pool = pool.clone();
        move |frames: &[Frame3], pairs: &[Pair]| {
            pool.install(|| Frame3::codes::<Resting>(Source::Indexed { frames, pairs }, level))
        }
    };
    let verdicts = {
        let raw = raw.clone();
        move |frames: &[Frame3], pairs: &[Pair]| settled(&raw(frames, pairs), frames, pairs)
    };
    Tested {
        name: format!("{} on {threads} threads", level.name()),
        verdicts: Box::new(verdicts),
        raw: Some(Box::new(raw)),
        patience: usize::MAX,
    }
}

/// Every pair settled in vectors of `f64`, as if the kernels had decided none.
fn in_vectors(level: SimdLevel) -> Tested {
    let verdicts = move |frames: &[Frame3], pairs: &[Pair]| {
        let numbers: Vec<u32> = (0..).zip(pairs).map(|(number, _)| number).collect();
        let source = Source::Indexed { frames, pairs };
        let codes = Frame3::settled::<Resting>(source, &numbers, level);
        settled(&codes, frames, pairs)
    };
    Tested {
        name: format!("{} in f64", level.name()),
        verdicts: Box::new(verdicts),
        raw: None,
        patience: usize::MAX,
    }
}

/// Undecided codes settled by the exact stage.
pub fn settled(codes: &[RawCode], frames: &[Frame3], pairs: &[Pair]) -> Vec<Verdict> {
    let settle = |(code, pair): (&RawCode, &Pair)| {
        code.verdict().unwrap_or_else(|| {
            exact::decide(&frames[pair.a as usize], &frames[pair.b as usize])
                .expect("valid frames")
                .verdict
        })
    };
    codes.iter().zip(pairs).map(settle).collect()
}

/// A service, whatever it runs on.
pub fn service(name: &str, service: CollisionService) -> Tested {
    let service = std::rc::Rc::new(service);
    let raw = {
        let service = service.clone();
        move |frames: &[Frame3], pairs: &[Pair]| {
            let raw =
                pollster::block_on(service.query(frames, pairs).raw()).expect("a valid batch");
            raw.codes().to_vec()
        }
    };
    let verdicts = move |frames: &[Frame3], pairs: &[Pair]| {
        service.verdicts(frames, pairs).expect("a valid batch").into_vec()
    };
    let patience = usize::MAX;
    Tested { name: name.into(), verdicts: Box::new(verdicts), raw: Some(Box::new(raw)), patience }
}
