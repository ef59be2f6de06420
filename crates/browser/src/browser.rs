//! A browser without a window, which ends with this program.

use std::fs::{self, File};
use std::io;
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A running Chromium with a profile of its own.
pub struct Browser {
    child: Child,
    folder: PathBuf,
}

impl Browser {
    /// Opens a page, with WebGPU on the software adapter that the browser brings.
    ///
    /// # Errors
    ///
    /// A program that does not start, or no room for its profile.
    pub fn open(program: &str, address: &str) -> io::Result<Self> {
        let mut command = Command::new(program);
        command.args(["--enable-unsafe-webgpu", "--enable-features=Vulkan"]);
        command.args(["--use-webgpu-adapter=swiftshader", address]);
        Self::start(command.stdin(Stdio::null()).stdout(Stdio::null()))
    }

    /// Opens no page, with more options, and two pipes for the devtools protocol.
    ///
    /// # Errors
    ///
    /// Those of [`open`](Self::open).
    pub fn piped(program: &str, options: &[&str]) -> io::Result<(Self, ChildStdin, ChildStdout)> {
        // The protocol has the descriptors 3 and 4, to which a program here cannot put its pipes.
        let exec = "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null";
        let mut command = Command::new("sh");
        command.args(["-c", exec, "sh", program, "--remote-debugging-pipe"]).args(options);
        let mut browser = Self::start(command.stdin(Stdio::piped()).stdout(Stdio::piped()))?;
        let pipes = browser.child.stdin.take().zip(browser.child.stdout.take());
        let (words, answers) = pipes.ok_or_else(|| io::Error::other("no pipes"))?;
        Ok((browser, words, answers))
    }

    fn start(command: &mut Command) -> io::Result<Self> {
        let folder = std::env::temp_dir().join(format!("motzkin-browser-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        let child = command
            .arg("--headless=new")
            // Its sandbox wants rights that root and many containers lack. It sees our page alone.
            .arg("--no-sandbox")
            .args(["--no-first-run", "--disable-background-networking", "--disable-breakpad"])
            // The shared memory of a container is often small.
            .arg("--disable-dev-shm-usage")
            // What pages write to the console goes to the log.
            .arg("--enable-logging=stderr")
            .arg(format!("--user-data-dir={}", folder.join("profile").display()))
            .stderr(File::create(folder.join("log"))?)
            .spawn();
        match child {
            Ok(child) => Ok(Self { child, folder }),
            Err(error) => {
                fs::remove_dir_all(&folder)?;
                let program = command.get_program().to_string_lossy().into_owned();
                Err(io::Error::new(error.kind(), format!("{program}: {error}")))
            }
        }
    }

    /// Checks that it has not ended by itself.
    ///
    /// # Errors
    ///
    /// That it has, with what it wrote.
    pub fn still_runs(&mut self) -> io::Result<()> {
        match self.child.try_wait()? {
            None => Ok(()),
            Some(status) => {
                let log = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
                Err(io::Error::other(format!("the browser ended, {status}\n{log}")))
            }
        }
    }
}

impl Browser {
    /// The lines that pages have written to the console, warnings and errors, of which the browser
    /// has a line in its log.
    ///
    /// # Errors
    ///
    /// A log that cannot be read.
    pub fn complaints(&self) -> io::Result<Vec<String>> {
        let log = fs::read(self.folder.join("log"))?;
        let log = String::from_utf8_lossy(&log);
        let lines = log.lines().filter(|line| line.contains(":CONSOLE:"));
        Ok(lines.map(str::to_owned).collect())
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Its helper processes end with it. Where it has ended already, nothing is left to do.
        let _ = self.child.kill();
        let _ = self.child.wait();
        // A helper may still write for a moment.
        for _ in 0..20 {
            if fs::remove_dir_all(&self.folder).is_ok() {
                break;
            }
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
    }
}
