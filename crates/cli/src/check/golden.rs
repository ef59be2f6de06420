//! `motzkin check --hash`: hashes of the answers of recorded scenes, on everything that there is.

use super::Args;
use crate::Outcome;
use crate::engine::{EngineName, describe};
use crate::error::CliError;
use crate::output::{note, tell};
use crate::table::columns;
use motzkin::golden::{Kind, Scene, Style, hash, recorded};
use motzkin::{CollisionService, Engine, SimdLevel};
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

/// Hashes the scenes on everything that the arguments ask for, and says who differs.
pub fn run(args: &Args) -> Result<Outcome, CliError> {
    let subjects = subjects(args)?;
    tell(&format!("{}\n", table()))?;
    let mut outcome = Outcome::Good;
    for subject in subjects {
        let differences = subject.differences()?;
        let (count, all) = (differences.len(), Scene::all().count());
        if count == 0 {
            tell(&format!("{}: all {all} as recorded\n", subject.name))?;
        } else {
            tell(&format!("{}: {count} of {all} differ\n", subject.name))?;
            tell(&differences.concat())?;
            outcome = Outcome::Faults;
        }
    }
    Ok(outcome)
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
    fn differences(&self) -> Result<Vec<String>, CliError> {
        let mut differences = Vec::new();
        for scene in Scene::all() {
            let found = || hash(&self.service, scene);
            let found = self.threads.as_ref().map_or_else(found, |pool| pool.install(found));
            let (found, recorded) = (found.map_err(CliError::scene)?, recorded(scene));
            if found != recorded {
                differences.push(format!("  {scene}: {found:#018x}, not {recorded:#018x}\n"));
            }
        }
        Ok(differences)
    }
}

/// Every adapter, every instruction set, numbers of threads, and the reference.
fn subjects(args: &Args) -> Result<Vec<Subject>, CliError> {
    let mut subjects = Vec::new();
    if matches!(args.engine, EngineName::Auto | EngineName::Gpu) {
        subjects = on_adapters(args)?;
    }
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
    Ok(subjects)
}

/// The GPU engine on the adapter that was asked for, else on every adapter that takes it.
fn on_adapters(args: &Args) -> Result<Vec<Subject>, CliError> {
    let builder = |name: &str| CollisionService::builder().engine(Engine::Gpu).adapter(name);
    if let Some(name) = &args.adapter {
        return Ok(vec![Subject::new(builder(name).build()?)]);
    }
    let mut subjects = Vec::new();
    for (name, count) in each_once(adapters()) {
        if count > 1 {
            note(&format!("{count} adapters are {name}: the first of them is asked, no other one"));
        }
        match builder(&name).build() {
            Ok(service) => subjects.push(Subject::new(service)),
            Err(error) => note(&format!("{name} is left out: {error}")),
        }
    }
    if subjects.is_empty() {
        if args.engine == EngineName::Gpu {
            subjects.push(Subject::new(CollisionService::new(Engine::Gpu)?));
        } else {
            note("no GPU is checked: none was found that takes the shaders");
        }
    }
    Ok(subjects)
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

    #[test]
    fn adapters_of_one_description_are_asked_once() {
        let all = ["b (vulkan)", "a (vulkan)", "b (vulkan)", "a (gl)", "b (vulkan)"];
        let found = each_once(all.map(str::to_owned).to_vec());
        let found: Vec<_> = found.iter().map(|(name, count)| (name.as_str(), *count)).collect();
        assert_eq!(found, [("b (vulkan)", 3), ("a (vulkan)", 1), ("a (gl)", 1)]);
    }
}
