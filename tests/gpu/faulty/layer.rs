//! The layer of `layer.c`, and processes that run with it.

use super::program::{Came, WAY, Way, told};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How long a process may take before it counts as hung.
const PATIENCE: Duration = Duration::from_secs(120);

/// The test that runs in the processes.
const TEST: &str = "faulty::a_program_that_asks_for_everything";

/// A call that fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The function.
    pub function: String,
    /// Which of its calls, from 1 on.
    pub call: u32,
    /// The `VkResult`.
    pub code: i32,
}

/// What a process said.
#[derive(Debug)]
pub struct Told {
    /// What it printed.
    pub text: String,
    /// What its steps came to.
    pub steps: Vec<(String, Came)>,
    /// How it ended otherwise than well.
    pub end: Option<String>,
    /// How often it called each function.
    pub calls: Vec<(String, u32)>,
    /// True if the call was made that was to fail.
    pub injected: bool,
}

/// The layer, compiled.
pub struct Layer {
    folder: PathBuf,
}

impl Layer {
    /// Compiles the layer with the C compiler that links Rust programs, or that `CC` names.
    pub fn new() -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("faulty");
        std::fs::create_dir_all(&folder).expect("a folder");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gpu/faulty/layer.c");
        let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".into());
        let mut command = Command::new(&compiler);
        // It counts through all instances of a process: no instance takes it along.
        command
            .args(["-shared", "-fPIC", "-O1", "-Wl,-z,nodelete", "-o"])
            .arg(folder.join("layer.so"))
            .arg(&source);
        let status = command.status().unwrap_or_else(|error| panic!("{compiler}: {error}"));
        assert!(status.success(), "{compiler}: {status}");
        let manifest = r#"{
            "file_format_version": "1.1.0",
            "layer": {
                "name": "VK_LAYER_MOTZKIN_faulty",
                "type": "GLOBAL",
                "library_path": "./layer.so",
                "api_version": "1.3.0",
                "implementation_version": "1",
                "description": "Fails one call.",
                "functions": {
                    "vkGetInstanceProcAddr": "motzkin_instance_lookup",
                    "vkGetDeviceProcAddr": "motzkin_device_lookup"
                }
            }
        }"#;
        std::fs::write(folder.join("layer.json"), manifest).expect("a manifest");
        Self { folder }
    }

    /// Runs the program with a call that fails, or with none.
    pub fn run(&self, way: Way, fault: Option<&Fault>) -> Told {
        self.told(way, |command| {
            command
                .env("VK_LAYER_PATH", &self.folder)
                .env("VK_INSTANCE_LAYERS", "VK_LAYER_MOTZKIN_faulty");
            if let Some(Fault { function, call, code }) = fault {
                command.env("MOTZKIN_FAULT", format!("{function}:{call}:{code}"));
            }
        })
    }

    /// Runs the program without the layer, to see which of the two fails.
    pub fn run_without(&self, way: Way) -> Told {
        self.told(way, |_| {})
    }

    fn told(&self, way: Way, prepare: impl FnOnce(&mut Command)) -> Told {
        let file = |end: &str| {
            let thread = std::thread::current().id();
            self.folder.join(format!("{}-{thread:?}.{end}", std::process::id()))
        };
        let (calls, output) = (file("calls"), file("output"));
        let out = std::fs::File::create(&output).expect("a file");
        let mut command = Command::new(std::env::current_exe().expect("this test"));
        command
            .args([TEST, "--exact", "--nocapture", "--test-threads=1"])
            .env("MOTZKIN_FAULT_CALLS", &calls)
            .env(WAY, way.name())
            .stdin(Stdio::null())
            .stderr(out.try_clone().expect("a second handle"))
            .stdout(out);
        prepare(&mut command);
        let (mut child, start) = (command.spawn().expect("a process"), Instant::now());
        let end = loop {
            match child.try_wait().expect("a child") {
                Some(status) if status.success() => break None,
                Some(status) => break Some(status.to_string()),
                None if start.elapsed() > PATIENCE => {
                    child.kill().and_then(|()| child.wait()).expect("the end of a child");
                    break Some(format!("hung for {PATIENCE:?}"));
                }
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        };
        let text = std::fs::read(&output).expect("what it printed");
        let text = String::from_utf8_lossy(&text).into_owned();
        let steps = text.lines().filter_map(told).collect();
        let counts = std::fs::read_to_string(&calls).unwrap_or_default();
        let counts: Vec<(String, u32)> = counts
            .lines()
            .filter_map(|line| line.split_once(' '))
            .map(|(name, count)| (name.into(), count.parse().expect("a number")))
            .collect();
        [calls, output].iter().for_each(|path| drop(std::fs::remove_file(path)));
        let injected = counts.iter().any(|(name, count)| name == "injected" && *count > 0);
        let calls = counts.into_iter().filter(|(name, _)| name != "injected").collect();
        Told { text, steps, end, calls, injected }
    }
}
