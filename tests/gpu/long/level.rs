//! How much memory there is, and whether it grows.

use super::meshes::Meshes;
use super::shapes::Shapes;
use motzkin::gpu::UploadBelt;

/// Submissions of a scene that may be under way at a time.
const OPEN: u64 = 3;

/// Bytes of a readback buffer at the most: two bits for each pair of 50 frames, and some words.
const READBACK: u64 = 512;

/// Bytes that the process may take more in two thirds of a third of the run. A run of 100,000 steps
/// took 70 KB more. This is 47 bytes for each of its steps: what is forgotten in each step, such as
/// a body of a scene or a finding of a pair, is seen.
const SLACK: u64 = 1 << 20;

/// Bytes in use.
#[derive(Clone, Copy, Debug)]
pub struct Level {
    /// The scene on the device, and its own list of pairs.
    device: u64,
    /// Chunks for the next uploads.
    staging: u64,
    /// Buffers for the next answers.
    readback: u64,
    /// The scene on the CPU.
    host: u64,
    /// The trees of the world of meshes, and the most that they may hold.
    trees: [u64; 2],
    /// Of the process in memory, on Linux.
    resident: u64,
}

fn resident() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = statm.split_whitespace().nth(1).and_then(|pages| pages.parse::<u64>().ok());
    4096 * pages.unwrap_or_default()
}

impl Level {
    pub fn of(shapes: &Shapes, meshes: &Meshes) -> Self {
        let (memory, list) = shapes.memory();
        Self {
            device: memory.frames + memory.sides + memory.candidates + list,
            staging: memory.staging,
            readback: memory.readback,
            host: memory.cpu,
            trees: meshes.bytes(),
            resident: resident(),
        }
    }

    /// Checks a later level of a scene of the same shapes, whatever it held meanwhile.
    pub fn check(&self, now: Self, alone: bool, case: &str) {
        let said = || format!("{case}: {self:?} became {now:?}");
        // Most shapes meet where the level was taken, and there are never more of them: all rooms
        // are as large as they ever have to be.
        assert!(now.device <= self.device, "{}", said());
        // Rooms for pairs are larger by what the steps before have left in them: by some 20 bytes.
        assert!(now.host <= self.host + self.host / 100, "{}", said());
        // How many buffers travel at a time is chance. A submission fills one chunk.
        assert!(now.staging <= OPEN * UploadBelt::CHUNK, "{}", said());
        assert!(now.readback <= OPEN * READBACK, "{}", said());
        // Which nodes are open depends on the steps before.
        assert!(now.trees[0] <= now.trees[1], "{}", said());
        assert!(!alone || now.resident <= self.resident + SLACK, "{}", said());
    }
}
