//! What is known of a pair.

use super::body::Body;
use crate::cli::error::CliError;
use motzkin::exact::Separation;
use motzkin::glam::DVec3;
use motzkin::picture::Convex;
use motzkin::{Aabb3, CollisionService, ContactInterval, Frame3, Pair, Verdict, Wanted};

/// A pair with all that can be told of it.
pub struct Subject {
    pub a: Body,
    pub b: Body,
    /// Asked about over all `t`, not as if at rest.
    pub moves: bool,
    /// In the plane.
    pub flat: bool,
    pub verdict: Verdict,
    pub interval: Option<ContactInterval>,
    /// The best axis, and the gap or depth along it.
    pub separation: Option<(DVec3, f64)>,
    pub witness: Option<DVec3>,
    pub aabb: Option<[DVec3; 2]>,
}

impl Subject {
    /// Asks the service about two frames.
    pub fn in_space(service: &CollisionService, frames: &[Frame3; 2], moves: bool) -> Result<Self, CliError> {
        let pair = [Pair::new(0, 1)];
        let found = match moves {
            true => {
                service.moving_details(frames, &pair, Wanted::INTERVAL | Wanted::WITNESS | Wanted::BOX)?
            }
            false => {
                service.details(frames, &pair, Wanted::DEPTH | Wanted::GAP | Wanted::WITNESS | Wanted::BOX)?
            }
        };
        let [a, b] = frames.each_ref().map(|frame| Body {
            convex: Convex::of_frame(frame),
            velocity: if moves { frame.velocity().as_dvec3() } else { DVec3::ZERO },
        });
        let detail = found.details.first();
        let ends = |Aabb3 { min, max }: Aabb3| [min.as_dvec3(), max.as_dvec3()];
        Ok(Self {
            a,
            b,
            moves,
            flat: false,
            verdict: found.verdicts[0],
            interval: detail.and_then(|detail| detail.interval),
            separation: detail
                .and_then(|detail| detail.separation)
                .map(|Separation { axis, depth, .. }| (axis, depth)),
            witness: detail.and_then(|detail| detail.witness),
            aabb: detail.and_then(|detail| detail.aabb).map(ends),
        })
    }
}
