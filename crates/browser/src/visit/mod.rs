//! Uses the page of `examples/web` as a visitor does: with WebGPU, without, and without any GPU.

mod base64;
mod bench;
mod room;
mod sight;

use crate::devtools::{Tab, Told};
use motzkin_serve::{Server, files, serve};
use std::path::Path;
use std::time::Instant;

/// What WebGPU and WebGL need where there is no GPU.
const SOFTWARE: [&str; 4] = [
    "--enable-unsafe-webgpu",
    "--enable-features=Vulkan",
    "--use-webgpu-adapter=swiftshader",
    "--enable-unsafe-swiftshader",
];

/// A browser that has no adapter for WebGPU, as long as nobody allows it a software one.
const WITHOUT_WEBGPU: [&str; 1] = ["--enable-unsafe-swiftshader"];

/// Nor anything for WebGL.
const WITHOUT_BOTH: [&str; 1] = ["--disable-3d-apis"];

/// What the browser itself remarks on the adapter that it lacks, and on drawing in software.
const REMARKS: [&str; 2] = ["No available adapters.", "GPU stall due to ReadPixels"];

/// A check returns what it has seen.
type Check = fn(&mut Tab) -> Told<String>;

/// A browser with options, what is asked of the page, and what is looked at there.
struct Visit {
    options: &'static [&'static str],
    query: &'static str,
    checks: &'static [(&'static str, Check)],
}

const VISITS: [Visit; 3] = [
    Visit {
        options: &SOFTWARE,
        query: "?engine=gpu&shapes=1000",
        checks: &[
            ("the room on WebGPU", room::on_webgpu),
            ("another engine", room::changes_engine),
            ("shapes that are drawn by WebGPU", sight::webgpu_draws),
            ("dragging", bench::dragging),
            ("turning", bench::turning),
            ("snapping", bench::snapping),
            ("keys", bench::keys),
            ("time", bench::time),
            ("the order of tabs", sight::tabs),
            ("a small screen", sight::small_screen),
        ],
    },
    Visit {
        options: &WITHOUT_WEBGPU,
        query: "?shapes=2000",
        checks: &[
            ("without WebGPU", room::without_webgpu),
            ("shapes that are drawn by WebGL", sight::shines),
            ("an engine that is not there", room::no_engine),
            ("pausing", room::pauses),
            ("as many as can be", room::adapts),
        ],
    },
    Visit {
        options: &WITHOUT_BOTH,
        query: "?shapes=1000",
        checks: &[("without any drawing", room::undrawn), ("dragging", bench::dragging)],
    },
];

/// How fast the CPU is in WebAssembly is told, and not judged.
const MEASURED: &str = "?engine=cpu&shapes=20000";

/// What the pictures show.
const PICTURED: &str = "?engine=cpu&shapes=4000&draw=webgl";

/// Lets a browser visit the page in a folder, and prints what is seen. Leaves pictures there.
/// Returns whether all checks hold and the console is empty.
///
/// # Errors
///
/// A folder without the page, or a browser that does not start or falls silent.
pub fn visit(program: &str, folder: &Path) -> Told<bool> {
    let server = serve(files(folder)?, 0)?;
    let (mut passed, mut wrong) = (0, 0);
    for visit in &VISITS {
        let mut tab = Tab::open(program, visit.options)?;
        tab.go(&format!("{}{}", server.address, visit.query))?;
        for (name, check) in visit.checks {
            let begun = Instant::now();
            match check(&mut tab) {
                Ok(seen) => {
                    passed += 1;
                    println!("{name}: {seen} ({:.1} s)", begun.elapsed().as_secs_f64());
                }
                Err(error) => {
                    wrong += 1;
                    println!("{name}: FAILED: {error}");
                    // What stands still would let every other check wait.
                    break;
                }
            }
        }
        let own = |line: &String| !REMARKS.iter().any(|remark| line.contains(remark));
        let complaints: Vec<String> = tab.complaints()?.into_iter().filter(own).collect();
        wrong += complaints.len();
        complaints.iter().for_each(|line| println!("console: {line}"));
    }
    measure(program, &server, folder)?;
    println!("{passed} checks hold, {wrong} failures");
    Ok(wrong == 0)
}

/// Tells how many steps a second the CPU makes with 20,000 shapes, and takes the pictures.
fn measure(program: &str, server: &Server, folder: &Path) -> Told<()> {
    let mut tab = Tab::open(program, &SOFTWARE)?;
    for query in [format!("{MEASURED}&draw=no"), MEASURED.to_owned()] {
        tab.go(&format!("{}{query}", server.address))?;
        println!("{query}: {}", room::rate(&mut tab)?);
    }
    tab.go(&format!("{}{PICTURED}", server.address))?;
    room::rate(&mut tab)?;
    sight::pictures(&mut tab, folder)
}
