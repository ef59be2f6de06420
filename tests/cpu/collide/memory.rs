//! Limits, and lists that come in pieces.

use super::{cpu, frames};
use crate::common::seed::rng;
use motzkin::broad::{BoxTree, PairOptions, Pieces};
use motzkin::service::CollideError;
use motzkin::{Aabb3, Filter, Frame3, Pair};

#[test]
fn beyond_the_limit_the_number_is_exact() {
    let cube = Frame3::aligned_box(glam::Vec3::ZERO, glam::Vec3::ONE).expect("a cube");
    let service = cpu();
    // More than are tested at a time.
    let many = vec![cube; 2000];
    let found = service.collide(&many).limit(1_998_999).run();
    let exceeds = Err((1_999_000, 1_998_999));
    let outcome = |found: Result<usize, CollideError>| match found {
        Ok(count) => Ok(count),
        Err(CollideError::TooManyPairs { found, limit }) => Err((found, limit)),
        Err(other) => panic!("{other}"),
    };
    assert_eq!(outcome(found.map(|hits| hits.len())), exceeds);
    let found = service.collide(&many).limit(1_998_999).candidates();
    assert_eq!(outcome(found.map(|pairs| pairs.len())), exceeds);
    let found = service.collide(&many).limit(1_999_000).run();
    assert_eq!(outcome(found.map(|hits| hits.len())), Ok(1_999_000));
    let found = service.collide(&many[..1]).limit(0).run();
    assert_eq!(outcome(found.map(|hits| hits.len())), Ok(0));
}

/// Pieces put together are the whole list, whatever their size.
#[test]
fn pieces_are_the_list() {
    let mut rng = rng("pieces");
    let frames = frames(&mut rng, 400, 4);
    let boxes: Vec<Aabb3> = frames.iter().map(Frame3::aabb).collect();
    let filters: Vec<Filter> =
        (0..400).map(|_| Filter { group: rng.u32(..8), mask: rng.u32(..8) }).collect();
    let starts = [0, 150, 150, 390];
    for limit in [0, 1, 7, 100, 3000, usize::MAX] {
        let options = PairOptions {
            filters: Some(&filters),
            other_filters: Some(&filters),
            limit,
            ..PairOptions::default()
        };
        let whole = PairOptions { limit: usize::MAX, ..options };
        let tree = BoxTree::build_worlds(&boxes, &starts).expect("valid");
        let (mut want, mut piece) = (Vec::new(), Vec::new());
        tree.pairs(&whole, &mut want).expect("unlimited");
        // One set has one list of filters.
        let own = PairOptions { other_filters: None, ..options };
        let mut pieces = Pieces::within(boxes.clone(), &starts, own).expect("valid");
        let mut found: Vec<Pair> = Vec::new();
        while pieces.next(&mut piece).expect("valid") {
            let one = piece.iter().all(|pair| pair.a == piece[0].a);
            assert!(piece.len() <= limit || one, "{} of {limit}", piece.len());
            found.extend(&piece);
        }
        assert!(found == want && want.len() > 500, "limit {limit}");

        tree.pairs_between(&tree, &whole, &mut want).expect("unlimited");
        let sides = ((boxes.clone(), &starts[..]), (&boxes[..], &starts[..]));
        let mut pieces = Pieces::between(sides.0, sides.1, options).expect("valid");
        found.clear();
        while pieces.next(&mut piece).expect("valid") {
            found.extend(&piece);
        }
        assert!(found == want, "limit {limit}");
    }
}
