//! Hashes of all answers of recorded scenes: is what this machine answers what every machine
//! answers?
//!
//! [`hash`] asks a service about a scene and hashes the answers. [`recorded`] is what the hash must
//! be, on every engine, instruction set, number of threads and GPU. `docs/exactness.md` in the
//! repository says what is hashed.
//!
//! ```
//! use motzkin::golden::{Kind, Scene, Style, hash, recorded};
//! use motzkin::{CollisionService, Engine};
//!
//! let service = CollisionService::new(Engine::Cpu)?;
//! let scene = Scene { kind: Kind::PlaneCrowd, style: Style::Touching };
//! assert_eq!(hash(&service, scene)?, recorded(scene));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answers;
mod ask;
mod error;
mod mixed;
mod solids;

#[cfg(not(all(target_family = "wasm", feature = "gpu")))]
pub use ask::hash;
pub use ask::hash_async;
pub use error::GoldenError;
pub use motzkin_lab::golden::{Kind, Scene, Style, recorded};
