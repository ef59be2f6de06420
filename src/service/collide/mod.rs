//! Which shapes of a set meet: boxes, candidate pairs, exact verdicts.
//!
//! `question` names the shapes, `bounded` says what is computed of them, `candidates` lists the pairs
//! whose boxes meet in pieces of bounded size, and `run` tests them piece by piece.

mod bounded;
mod candidates;
mod error;
mod hits;
#[cfg(feature = "polytopes")]
mod polytopes;
mod question;
mod run;
mod traits;

pub use error::{CollideError, ShapeFault};
pub use hits::{CollideStats, Hit, Hits};
pub use question::{CollideOptions, Question, Sets};
pub use traits::{Collidable, Pending};
