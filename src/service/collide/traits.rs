//! The door to all that is compiled for each kind of shape.

use super::error::CollideError;
use super::hits::Hits;
use super::question::Question;
use super::run;
#[cfg(feature = "plane")]
use crate::geom::Frame2;
#[cfg(feature = "polytopes")]
use crate::geom::Polytope;
use crate::geom::{Frame3, Pair};
use crate::service::shape::Shape;
#[cfg(feature = "motion")]
use motzkin_core::Moving;
use motzkin_core::{Resting, by_motion};
use std::pin::Pin;

/// A future that may be sent to another thread.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A kind of shape whose pairs are found in this crate: a caller's crate compiles no kernel.
pub trait Collidable: Shape {
    /// Finds the pairs that meet, and blocks until they are there.
    #[cfg(not(all(target_family = "wasm", feature = "gpu")))]
    fn collide(question: Question<'_, Self>, moves: bool) -> Result<Hits<Self>, CollideError>;

    /// Finds the pairs that meet.
    fn start_collide(
        question: Question<'_, Self>,
        moves: bool,
    ) -> Pending<'_, Result<Hits<Self>, CollideError>>;

    /// Lists the pairs whose boxes meet.
    fn candidates(question: Question<'_, Self>, moves: bool) -> Result<Vec<Pair>, CollideError>;
}

macro_rules! collidable {
    ($shape:ty) => {
        impl Collidable for $shape {
            #[cfg(not(all(target_family = "wasm", feature = "gpu")))]
            fn collide(
                question: Question<'_, Self>,
                moves: bool,
            ) -> Result<Hits<Self>, CollideError> {
                let service = question.service;
                by_motion!(
                    moves,
                    service.block_on(run::collide::<$shape, Moving>(question)),
                    service.block_on(run::collide::<$shape, Resting>(question))
                )
            }

            fn start_collide(
                question: Question<'_, Self>,
                moves: bool,
            ) -> Pending<'_, Result<Hits<Self>, CollideError>> {
                by_motion!(
                    moves,
                    Box::pin(run::collide::<$shape, Moving>(question)),
                    Box::pin(run::collide::<$shape, Resting>(question))
                )
            }

            fn candidates(
                question: Question<'_, Self>,
                moves: bool,
            ) -> Result<Vec<Pair>, CollideError> {
                by_motion!(
                    moves,
                    run::candidates::<$shape, Moving>(question),
                    run::candidates::<$shape, Resting>(question)
                )
            }
        }
    };
}

collidable!(Frame3);
#[cfg(feature = "plane")]
collidable!(Frame2);
#[cfg(feature = "polytopes")]
collidable!(Polytope);
