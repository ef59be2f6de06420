//! Convex polytopes: every engine against whole numbers.

use super::difference::first_difference;
use super::{Row, Subject};
use crate::error::CliError;
use crate::table::noun;
use motzkin::glam::Vec3;
use motzkin::{Engine, Pair, PolytopeSet};
use motzkin_core::exact;
use rayon::prelude::*;

/// At most so many pairs: whole numbers take some ten microseconds for each.
pub const MOST_PAIRS: usize = 20_000;

/// Draws and checks. Each other pair has whole coordinates, on which hulls of every dimension
/// touch.
pub fn check(pairs: usize, seed: u64, subjects: &[Subject]) -> Result<Row, CliError> {
    let count = pairs.min(MOST_PAIRS);
    let set = draw(count, seed).map_err(CliError::scene)?;
    let listed: Vec<Pair> = (0..count as u32).map(|i| Pair::new(2 * i, 2 * i + 1)).collect();
    let verdicts = listed.par_iter().map(|pair| exact::hull::decide(&set, *pair).verdict).collect();
    let mut row = Row::new("hulls", verdicts);
    for subject in subjects {
        let asked = &listed[..count.min(subject.limit)];
        let got = subject.service.verdicts(&set, asked)?;
        if subject.service.info().engine != Engine::Reference {
            row.undecided.get_or_insert((got.stats().undecided, asked.len()));
        }
        let want = &row.verdicts[..asked.len()];
        if let Some((pair, differing)) = first_difference(&got, want) {
            let (got, want) = (got[pair], want[pair]);
            let differ = noun(differing, "differs", "differ");
            let [a, b] = [asked[pair].a, asked[pair].b].map(|index| set.vertices_of(index));
            row.differences.push(format!(
                "hulls, {}: {differing} {differ}, the first pair {pair} of --pairs {pairs} --seed \
                 {seed}: {got}, exactly {want}\n  a {a:?}\n  b {b:?}\n",
                subject.name
            ));
            row.count += differing;
        }
    }
    Ok(row)
}

/// Pairs of hulls of up to 16 points.
fn draw(count: usize, seed: u64) -> Result<PolytopeSet, motzkin::PolytopeError> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut set = PolytopeSet::new();
    for i in 0..2 * count {
        let whole = i / 2 % 2 == 1;
        let mut number = || match whole {
            true => rng.i32(-2..=2) as f32,
            false => rng.f32() * 2.0 - 1.0,
        };
        let mut vector = || Vec3::new(number(), number(), number());
        let at = vector();
        let points: Vec<Vec3> = (0..16).map(|_| at + vector()).collect();
        set.push(&points[..rng.usize(0..=16)])?;
    }
    Ok(set)
}
