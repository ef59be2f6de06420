//! The papers' mistakes about motion, made on purpose: each of them gives wrong answers on the
//! scenes that every engine must pass, so none of them could have been ported unnoticed.

use crate::common::moving::{MovingScene, hard};
use dashu_ratio::RBig;
use motzkin_lab::reference::fourier_motzkin::Row;
use motzkin_lab::reference::motion::{solve, system};

type Rows = Vec<Row<RBig, 4>>;

/// The wrong answers that a spoiled system gives: pairs with another verdict, with another
/// interval.
fn wrong(scene: &MovingScene, spoil: impl Fn(&mut Rows) + Sync) -> (usize, usize) {
    let answers = scene.each(|a, b| {
        let mut rows = system::<RBig>(a, b).expect("valid");
        spoil(&mut rows);
        solve(rows)
    });
    let pairs = || answers.iter().zip(&scene.truth);
    (
        pairs().filter(|((verdict, _), truth)| *verdict != truth.verdict).count(),
        pairs().filter(|((_, interval), truth)| *interval != truth.interval).count(),
    )
}

/// A's rows: those that are neither B's, which come first, nor the two of the time.
fn of_a(rows: &mut Rows) -> impl Iterator<Item = &mut Row<RBig, 4>> {
    let last = rows.len() - 2;
    // B's rows have one coefficient each, or are the one that sums up three equal ones.
    let b_rows = if rows[3].coefficients[..3].iter().filter(|x| **x == RBig::ONE).count() == 3 {
        4
    } else {
        6
    };
    rows[b_rows..last].iter_mut()
}

#[test]
fn without_a_mistake_nothing_is_wrong() {
    assert_eq!(wrong(hard(), |_| {}), (0, 0));
}

/// "3D moving never uses the speed": it tests `t = 0`.
#[test]
fn the_speed_unused() {
    let (verdicts, intervals) = wrong(hard(), |rows| {
        let last = rows.len() - 2;
        rows[..last].iter_mut().for_each(|row| row.coefficients[3] = RBig::ZERO);
    });
    println!("{verdicts} verdicts, {intervals} intervals");
    assert!(verdicts > 50 && intervals > 100);
}

/// "2D moving lacks `t <= 1`": what would meet later counts.
#[test]
fn no_end_of_time() {
    let (verdicts, intervals) = wrong(hard(), |rows| {
        // Beyond every contact in the scene, so that the interval stays bounded.
        let last = rows.len() - 1;
        rows[last].bound = RBig::from(1 << 20);
    });
    println!("{verdicts} verdicts, {intervals} intervals");
    assert!(verdicts >= 4 && intervals > 20);
}

/// "Equations 27, 28 and 31, 32 lack `V.t` in some rows": each row of A in turn.
#[test]
fn a_row_without_its_velocity() {
    for missing in 0..4 {
        let (verdicts, intervals) = wrong(hard(), |rows| {
            if let Some(row) = of_a(rows).nth(missing) {
                row.coefficients[3] = RBig::ZERO;
            }
        });
        println!("row {missing}: {verdicts} verdicts, {intervals} intervals");
        assert!(verdicts + intervals > 10, "row {missing}");
    }
}

/// "29 to 32 have `-O` where `+O` is right": the difference of the origins with the other sign.
#[test]
fn the_origin_with_the_other_sign() {
    let (verdicts, intervals) = wrong(hard(), |rows| {
        for (n, row) in of_a(rows).enumerate() {
            // The first three bounds are offsets, the others one less an offset or their sum.
            row.bound = if n < 3 { -row.bound.clone() } else { RBig::from(2) - &row.bound };
        }
    });
    println!("{verdicts} verdicts, {intervals} intervals");
    assert!(verdicts > 50);
}
