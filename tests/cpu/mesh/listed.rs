//! Pairs of objects that the caller lists.

use super::convex::{made, pose, told};
use crate::common::seed::rng;
use motzkin::Pair;
use motzkin::tree::spheres::{MeshContact, MeshWorld, MeshWorldError};

/// Listed pairs are answered as they are listed, and as the world's own broad phase has them.
#[test]
fn listed_pairs_are_one_step() -> Result<(), MeshWorldError> {
    let mut rng = rng("listed pairs");
    let (mut own, mut listed) = (MeshWorld::default(), MeshWorld::default());
    for mesh in made() {
        let ids = [own.insert_mesh(mesh.clone()), listed.insert_mesh(mesh)];
        for _ in 0..2 {
            let pose = pose(&mut rng, 1.0);
            own.insert(ids[0], pose)?;
            listed.insert(ids[1], pose)?;
        }
    }
    let mut pairs: Vec<Pair> = (0..14).flat_map(|b| (0..b).map(move |a| Pair::new(a, b))).collect();
    pairs.sort_unstable_by_key(|pair| (pair.a, pair.b));
    let expected = own.collide()?;
    assert!(expected.len() > 5, "{expected:?}");
    let meets = |found: &[MeshContact]| -> Vec<_> {
        found.iter().map(|contact| (contact.pair, contact.verdict.meets())).collect()
    };
    assert_eq!(meets(&listed.collide_pairs(&pairs)?), meets(&expected));
    let turned: Vec<Pair> = pairs.iter().rev().map(|pair| Pair::new(pair.b, pair.a)).collect();
    let mut found = listed.collide_pairs(&[&turned[..], &turned[..]].concat())?;
    assert_eq!(found.len(), 2 * expected.len());
    assert_eq!(found.split_off(expected.len()), found);
    for (contact, other) in found.iter().rev().zip(&expected) {
        assert_eq!(contact.pair, Pair::new(other.pair.b, other.pair.a));
        let (a, b) = (contact.pair.a, contact.pair.b);
        assert_eq!(contact.verdict, listed.verdict(a, b)?);
    }
    assert_eq!(listed.stats().steps, 2);
    let wrong = listed.collide_pairs(&[Pair::new(0, 1), Pair::new(3, 3)]);
    assert_eq!(told(wrong), "pair 1: object 3 was to be tested against itself");
    assert_eq!(listed.stats().steps, 2);
    Ok(())
}
