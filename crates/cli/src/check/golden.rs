//! `motzkin check --hash`: hashes of the answers of recorded scenes, on everything that there is.

use super::Args;
use crate::Outcome;
use crate::engine::{EngineName, describe};
use crate::error::CliError;
use crate::output::{note, tell};
use crate::table::columns;
use motzkin::golden::{GoldenError, Kind, Scene, Style, hash, recorded};
use motzkin::{CollisionService, Engine, GpuError, ServiceError, SimdLevel};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Numbers of threads that the CPU engine is tried with.
const THREADS: [usize; 6] = [1, 2, 3, 4, 8, 16];

/// Something that answers.
struct Subject {
    name: String,
    service: CollisionService,
    /// The threads that test meshes, which no service does.
    threads: Option<ThreadPool>,
}

/// What there is.
#[derive(Default)]
struct Found {
    subjects: Vec<Subject>,
    /// The adapters whose arithmetic is wrong, in words.
    refused: Vec<String>,
}

/// Hashes the scenes on everything that the arguments ask for, and says who differs.
pub fn run(args: &Args) -> Result<Outcome, CliError> {
    let Found { subjects, refused } = found(args)?;
    tell(&format!("{}\n", table()))?;
    tell(&refused.concat())?;
    let mut outcome = if refused.is_empty() { Outcome::Good } else { Outcome::Faults };
    for subject in subjects {
        let (agrees, words) = told(subject.differences());
        tell(&format!("{}: {words}", subject.name))?;
        if !agrees {
            outcome = Outcome::Faults;
        }
    }
    Ok(outcome)
}

/// Whether a subject answers as recorded, and what is said of it. One that fails, such as a GPU
/// that is lost, keeps no other from being asked.
fn told(differences: Result<Vec<String>, GoldenError>) -> (bool, String) {
    let all = Scene::all().count();
    match differences {
        Ok(none) if none.is_empty() => (true, format!("all {all} as recorded\n")),
        Ok(some) => (false, format!("{} of {all} differ\n{}", some.len(), some.concat())),
        Err(error) => (false, format!("no answer: {error}\n")),
    }
}

/// The recorded hashes: a row for each kind of scene, a column for each style.
fn table() -> String {
    let row = |kind: Kind| {
        let hash = |style| format!("{:#018x}", recorded(Scene { kind, style }));
        let [random, touching, adversarial] = Style::ALL.map(hash);
        [kind.name().to_owned(), random, touching, adversarial]
    };
    let [random, touching, adversarial] = Style::ALL.map(|style| style.name().to_owned());
    let heading = ["hashes".to_owned(), random, touching, adversarial];
    columns(&heading, Kind::ALL.into_iter().map(row))
}

impl Subject {
    fn new(service: CollisionService) -> Self {
        Self { name: describe(service.info()), service, threads: None }
    }

    /// The CPU engine on some threads.
    fn on_threads(threads: usize) -> Result<Self, CliError> {
        let service = CollisionService::builder().engine(Engine::Cpu).threads(threads).build()?;
        let name = format!("{}, threads: {threads}", describe(service.info()));
        let pool =
            ThreadPoolBuilder::new().num_threads(threads).build().map_err(CliError::scene)?;
        Ok(Self { name, service, threads: Some(pool) })
    }

    /// Returns a line for each scene whose hash is not the recorded one.
    fn differences(&self) -> Result<Vec<String>, GoldenError> {
        let mut differences = Vec::new();
        for scene in Scene::all() {
            let found = || hash(&self.service, scene);
            let found = self.threads.as_ref().map_or_else(found, |pool| pool.install(found));
            let (found, recorded) = (found?, recorded(scene));
            if found != recorded {
                differences.push(format!("  {scene}: {found:#018x}, not {recorded:#018x}\n"));
            }
        }
        Ok(differences)
    }
}

impl Found {
    /// Takes what was built on an adapter. One that fails the self-test gives other answers. One
    /// that cannot run the shaders gives none, and is left out.
    fn add(&mut self, adapter: &str, built: Result<CollisionService, ServiceError>) {
        match built {
            Ok(service) => self.subjects.push(Subject::new(service)),
            Err(ServiceError::Gpu(GpuError::SelfTest { fault, .. })) => {
                self.refused.push(format!("{adapter} fails the self-test: {fault}\n"));
            }
            Err(error) => note(&format!("{adapter} is left out: {error}")),
        }
    }
}

/// Every adapter, every instruction set, numbers of threads, and the reference.
fn found(args: &Args) -> Result<Found, CliError> {
    let mut found = Found::default();
    if matches!(args.engine, EngineName::Auto | EngineName::Gpu) {
        found = on_adapters(args)?;
    }
    let subjects = &mut found.subjects;
    // A named adapter alone is asked about.
    let is_asked =
        |name| args.engine == name || (args.engine == EngineName::Auto && args.adapter.is_none());
    if is_asked(EngineName::Cpu) {
        for level in SimdLevel::available() {
            let builder = CollisionService::builder().engine(Engine::Cpu).simd(level);
            subjects.push(Subject::new(builder.build()?));
        }
        for threads in THREADS {
            subjects.push(Subject::on_threads(threads)?);
        }
    }
    if is_asked(EngineName::Reference) {
        subjects.push(Subject::new(CollisionService::new(Engine::Reference)?));
    }
    Ok(found)
}

/// The GPU engine on the adapter that was asked for, else on every adapter that takes it.
fn on_adapters(args: &Args) -> Result<Found, CliError> {
    let build = |name: &str| CollisionService::builder().engine(Engine::Gpu).adapter(name).build();
    let mut found = Found::default();
    if let Some(name) = &args.adapter {
        found.subjects.push(Subject::new(build(name)?));
        return Ok(found);
    }
    for (name, count) in each_once(adapters()) {
        if count > 1 {
            note(&format!("{count} adapters are {name}: the first of them is asked, no other one"));
        }
        found.add(&name, build(&name));
    }
    if found.subjects.is_empty() && found.refused.is_empty() {
        if args.engine == EngineName::Gpu {
            found.subjects.push(Subject::new(CollisionService::new(Engine::Gpu)?));
        } else {
            note("no GPU is checked: none was found that takes the shaders");
        }
    }
    Ok(found)
}

/// The descriptions of all adapters.
#[cfg(feature = "gpu")]
fn adapters() -> Vec<String> {
    let found = pollster::block_on(motzkin::gpu::adapters());
    found.iter().map(ToString::to_string).collect()
}

#[cfg(not(feature = "gpu"))]
fn adapters() -> Vec<String> {
    Vec::new()
}

/// Returns each description once, in order, and how many adapters have it: a service takes the
/// first of them.
fn each_once(descriptions: Vec<String>) -> Vec<(String, usize)> {
    let mut found: Vec<(String, usize)> = Vec::new();
    for description in descriptions {
        match found.iter_mut().find(|(known, _)| *known == description) {
            Some((_, count)) => *count += 1,
            None => found.push((description, 1)),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use motzkin::SelfTestFault;

    /// An adapter that gives wrong answers makes the command fail, one that gives none does not.
    #[test]
    fn adapters_that_fail_the_self_test_are_told() {
        let mut found = Found::default();
        let fault = SelfTestFault::Undecided { family: "grid", decided: 1, pairs: 9, least: 5 };
        let wrong = GpuError::SelfTest { adapter: "a".into(), fault };
        found.add("a (vulkan)", Err(wrong.into()));
        found.add("b (gl)", Err(GpuError::Refused("no compute".into()).into()));
        assert!(found.subjects.is_empty());
        let told = format!("a (vulkan) fails the self-test: {fault}\n");
        assert_eq!(found.refused, [told]);
    }

    #[test]
    fn a_subject_that_fails_is_no_agreement() {
        assert_eq!(told(Ok(Vec::new())), (true, "all 48 as recorded\n".into()));
        let (agrees, words) = told(Ok(vec!["  a: 1, not 2\n".into()]));
        assert_eq!((agrees, words.as_str()), (false, "1 of 48 differ\n  a: 1, not 2\n"));
        let lost = GoldenError::Gpu(GpuError::DeviceLost("gone".into()));
        let words = format!("no answer: {lost}\n");
        assert_eq!(told(Err(lost)), (false, words));
    }

    #[test]
    fn adapters_of_one_description_are_asked_once() {
        let all = ["b (vulkan)", "a (vulkan)", "b (vulkan)", "a (gl)", "b (vulkan)"];
        let found = each_once(all.map(str::to_owned).to_vec());
        let found: Vec<_> = found.iter().map(|(name, count)| (name.as_str(), *count)).collect();
        assert_eq!(found, [("b (vulkan)", 3), ("a (vulkan)", 1), ("a (gl)", 1)]);
    }
}
