//! The papers' mistakes in the plane, made on purpose: each gives wrong answers on the scenes that
//! every engine must pass, so none of them could have been ported unnoticed.

use crate::common::plane::{Scene, moving, resting};
use dashu_ratio::RBig;
use motzkin_lab::reference::fourier_motzkin::Row;
use motzkin_lab::reference::motion::solve;
use motzkin_lab::reference::plane::{moving_system, system, verdict_of};

/// The part of the scenes' pairs that have another verdict once their systems are spoiled.
fn wrong_at_rest(
    scenes: &[&Scene],
    spoil: impl Fn(&mut Vec<Row<RBig, 2>>, [bool; 2]) + Sync,
) -> f64 {
    let (mut wrong, mut all) = (0, 0);
    for scene in scenes {
        let found = scene.each(|a, b| {
            let mut rows = system::<RBig>(a, b).expect("valid");
            spoil(&mut rows, [a, b].map(|frame| frame.kind().expect("valid").is_triangle()));
            verdict_of(rows)
        });
        wrong += found
            .iter()
            .zip(&scene.truth)
            .filter(|(found, truth)| **found != truth.verdict)
            .count();
        all += found.len();
    }
    wrong as f64 / all as f64
}

/// Pairs with another verdict, with another interval.
fn wrong_in_motion(spoil: impl Fn(&mut Vec<Row<RBig, 3>>) + Sync) -> [usize; 2] {
    let mut wrong = [0, 0];
    for scene in &moving()[..3] {
        let found = scene.each(|a, b| {
            let mut rows = moving_system::<RBig>(a, b).expect("valid");
            spoil(&mut rows);
            solve(rows)
        });
        for ((verdict, interval), truth) in found.iter().zip(&scene.truth) {
            wrong[0] += usize::from(*verdict != truth.verdict);
            wrong[1] += usize::from(*interval != truth.interval);
        }
    }
    wrong
}

/// A's rows: those that are neither B's, which come first, nor the two of the time.
fn of_a(rows: &mut [Row<RBig, 3>]) -> impl Iterator<Item = &mut Row<RBig, 3>> {
    let last = rows.len() - 2;
    // B's rows have one coefficient each, or are the one that sums up two equal ones.
    let b_rows = if rows[2].coefficients[..2].iter().all(|x| *x == RBig::ONE) { 3 } else { 4 };
    rows[b_rows..last].iter_mut()
}

#[test]
fn without_a_mistake_nothing_is_wrong() {
    let all: Vec<&Scene> = resting().iter().collect();
    assert_eq!(wrong_at_rest(&all, |_, _| {}), 0.0);
    assert_eq!(wrong_in_motion(|_| {}), [0, 0]);
}

/// "The 2D listing fills M transposed": one random pair of six.
#[test]
fn the_matrix_transposed() {
    let random = resting().iter().find(|scene| scene.name == "random floats").expect("the scene");
    let wrong = wrong_at_rest(&[random], |rows, [_, b_tetra]| {
        let of_a = &mut rows[if b_tetra { 3 } else { 4 }..];
        // The first two rows of A are its coordinates, the others follow from these.
        let transposed = [of_a[1].coefficients[0].clone(), of_a[0].coefficients[1].clone()];
        let [of_x, of_y] = transposed;
        of_a[0].coefficients[1] = of_x;
        of_a[1].coefficients[0] = of_y;
        let [x, y] = [0, 1].map(|i| of_a[i].coefficients.clone().map(|c| -c));
        if of_a.len() == 3 {
            of_a[2].coefficients = [0, 1].map(|i| x[i].clone() + y[i].clone());
        } else {
            (of_a[2].coefficients, of_a[3].coefficients) = (x, y);
        }
    });
    println!("{wrong:.3} of random pairs");
    assert!(wrong > 0.08);
}

/// "2D moving drops the time column".
#[test]
fn the_column_of_the_time_dropped() {
    let [verdicts, intervals] = wrong_in_motion(|rows| {
        of_a(rows).for_each(|row| row.coefficients[2] = RBig::ZERO);
    });
    println!("{verdicts} verdicts, {intervals} intervals");
    assert!(verdicts > 50 && intervals > 100);
}

/// "2D moving lacks `t <= 1`": what would meet later counts.
#[test]
fn no_end_of_time() {
    let [verdicts, intervals] = wrong_in_motion(|rows| {
        // Beyond every contact in the scene, so that the interval stays bounded.
        let last = rows.len() - 1;
        rows[last].bound = RBig::from(1 << 20);
    });
    println!("{verdicts} verdicts, {intervals} intervals");
    assert!(verdicts >= 4 && intervals > 20);
}

/// "Equations 27-28 and 31-32 lack V.t in some rows": of A's rows each in turn.
#[test]
fn a_row_without_its_velocity() {
    for missing in 0..3 {
        let [verdicts, intervals] = wrong_in_motion(|rows| {
            if let Some(row) = of_a(rows).nth(missing) {
                row.coefficients[2] = RBig::ZERO;
            }
        });
        println!("row {missing}: {verdicts} verdicts, {intervals} intervals");
        assert!(verdicts + intervals > 10, "row {missing}");
    }
}

/// "29-32 have -O where +O is right": the difference of the origins with the other sign.
#[test]
fn the_origin_with_the_other_sign() {
    let [verdicts, _] = wrong_in_motion(|rows| {
        for (n, row) in of_a(rows).enumerate() {
            // The first two bounds are offsets, the others one less an offset or their sum.
            row.bound = if n < 2 { -row.bound.clone() } else { RBig::from(2) - &row.bound };
        }
    });
    println!("{verdicts} verdicts");
    assert!(verdicts > 50);
}
