//! Any hit on a GPU: one bit a group of pairs.

use crate::common::any_hit;
use motzkin::{CollisionService, Engine};

#[test]
fn groups_have_the_bits_of_their_pairs() {
    let service = CollisionService::new(Engine::Gpu).unwrap();
    any_hit::every_kind(&service);
    any_hit::as_one_by_one(&service);
    any_hit::faults_stay_in_their_groups(&service);
    any_hit::senseless_groups_are_refused(&service);
}
