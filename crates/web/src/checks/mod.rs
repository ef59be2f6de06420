//! The checks.

mod hashes;
mod loss;
mod outcome;
mod recorded;
mod refused;
mod scene;
mod verdicts;

pub use outcome::Outcome;

use outcome::Check;

/// Every check with its name.
pub const CHECKS: [(&str, Check); 9] = [
    ("hashes of the CPU", || Box::pin(hashes::on_cpu())),
    ("hashes of WebGPU", || Box::pin(hashes::on_gpu())),
    ("verdicts of WebGPU", || Box::pin(verdicts::agree())),
    ("times", || Box::pin(verdicts::times())),
    ("a scene that stays", || Box::pin(scene::agrees())),
    ("what the browser refuses", || Box::pin(refused::is_told())),
    ("an encoder of one's own", || Box::pin(recorded::agrees())),
    ("loss of the device", || Box::pin(loss::is_typed())),
    ("the CPU takes over", || Box::pin(loss::the_cpu_takes_over())),
];
