//! `motzkin adapters`: what GPUs there are.

use super::error::CliError;
use super::output::print;
use super::{Outcome, engine};
#[cfg(feature = "gpu")]
use motzkin::SelfTest;
use motzkin::{CollisionService, Engine};

pub fn run() -> Result<Outcome, CliError> {
    let mut text = listing();
    let service = CollisionService::new(Engine::Auto)?;
    let info = service.info();
    text += &format!("--engine auto takes {}: {}\n", engine::describe(info), info.reason);
    print(&text)?;
    Ok(Outcome::Good)
}

#[cfg(feature = "gpu")]
fn listing() -> String {
    let adapters = pollster::block_on(motzkin::gpu::adapters());
    if adapters.is_empty() {
        let hint = "Debian's mesa-vulkan-drivers holds a software one, which tests can run on";
        return format!("no GPU adapter was found ({hint})\n");
    }
    let rows = adapters.iter().enumerate().map(|(number, adapter)| {
        let software = if adapter.is_software() { " (software)" } else { "" };
        let description = adapter.to_string();
        // A service takes the first adapter of a description.
        let is_first = adapters[..number].iter().all(|other| other.to_string() != description);
        [
            adapter.name.clone(),
            format!("{:?}{software}", adapter.device_type),
            adapter.backend.to_string(),
            adapter.driver.clone(),
            if adapter.pci_address.is_empty() { "-" } else { &adapter.pci_address }.to_owned(),
            if is_first { self_test(&description) } else { "none: not told from another".into() },
        ]
    });
    super::table::columns(
        &["adapter", "type", "backend", "driver", "PCI address", "self-test"].map(str::to_owned),
        rows,
    )
}

/// What the engine on this adapter says of the adapter's arithmetic, or why there is none.
#[cfg(feature = "gpu")]
fn self_test(adapter: &str) -> String {
    let built = CollisionService::builder().engine(Engine::Gpu).adapter(adapter).build();
    match built.map(|service| service.info().self_test) {
        Ok(Some(SelfTest { pairs, decided, time, .. })) => {
            let milliseconds = 1000.0 * time.as_secs_f64();
            format!("passed: {pairs} pairs, {decided} decided, {milliseconds:.1} ms")
        }
        Ok(None) => "none".into(),
        Err(error) => format!("refused: {error}"),
    }
}

#[cfg(not(feature = "gpu"))]
fn listing() -> String {
    "this build lacks the feature `gpu`\n".into()
}
