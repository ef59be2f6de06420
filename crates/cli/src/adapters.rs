//! `motzkin adapters`: what GPUs there are.

use super::error::CliError;
use super::output::print;
use super::{Outcome, engine};
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
    let rows = adapters.iter().map(|adapter| {
        let software = if adapter.is_software() { " (software)" } else { "" };
        [
            adapter.name.clone(),
            format!("{:?}{software}", adapter.device_type),
            adapter.backend.to_string(),
            adapter.driver.clone(),
        ]
    });
    super::table::columns(&["adapter", "type", "backend", "driver"].map(str::to_owned), rows)
}

#[cfg(not(feature = "gpu"))]
fn listing() -> String {
    "this build lacks the feature `gpu`\n".into()
}
