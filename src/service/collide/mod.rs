//! Which shapes of a set meet: boxes, candidate pairs, exact verdicts.
//!
//! `question` names the shapes, `bounded` says what is computed of them, `candidates` lists the
//! pairs whose boxes meet in pieces of bounded size, and `run` tests them piece by piece. An engine
//! that does both by itself is asked by `device`. `tested` and `found` are what becomes of raw
//! codes.

mod bounded;
mod candidates;
mod device;
mod error;
mod found;
mod hits;
#[cfg(feature = "polytopes")]
mod polytopes;
mod question;
mod run;
mod tested;
mod traits;

pub use error::{CollideError, ShapeFault};
pub use hits::{CollideStats, Hit, Hits};
pub use question::{CollideOptions, Question, Sets};
pub use traits::{Collidable, Pending};
