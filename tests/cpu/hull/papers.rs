//! The article's mistakes, made on purpose: each gives wrong answers, so none could have been ported unnoticed. And the
//! examples on which the simplex method cycles.

use crate::common::hull::{Scene, cases::all};
use dashu_ratio::RBig;
use motzkin::geom::Pair;
use motzkin::reference::simplex::{Tableau, one_norm_bound, points, verdict};
use motzkin::verdict::Verdict;

fn scene(name: &str) -> &'static Scene {
    all().iter().find(|scene| scene.name == name).expect("a scene")
}

fn in_f64(scene: &Scene, index: u32) -> Vec<[f64; 3]> {
    points::<f64>(&scene.set, index as usize)
}

/// The article's `AreColliding`, its mistakes chosen.
#[derive(Clone, Copy, Default)]
struct Article {
    epsilon: f64,
    without_abs: bool,
    cap: Option<usize>,
}

impl Article {
    const AS_PRINTED: Self = Self { epsilon: 1e-4, without_abs: true, cap: None };

    fn collides(self, a: &[[f64; 3]], b: &[[f64; 3]]) -> bool {
        if a.is_empty() || b.is_empty() {
            return false;
        }
        if let ([p], [q]) = (a, b) {
            let near = |i: usize| {
                let difference = p[i] - q[i];
                (if self.without_abs { difference } else { difference.abs() }) <= self.epsilon
            };
            return (0..3).all(near);
        }
        self.minimum(a, b) <= self.epsilon
    }

    /// `CreateInitialTableau` and `PerformSimplexMethod`.
    fn minimum(self, a: &[[f64; 3]], b: &[[f64; 3]]) -> f64 {
        let of_a = a.iter().map(|p| [p[0], p[1], p[2], 1.0, 0.0]);
        let of_b = b.iter().map(|p| [-p[0], -p[1], -p[2], 0.0, 1.0]);
        let columns: Vec<[f64; 5]> = of_a.chain(of_b).collect();
        let unit = |at: bool| if at { 1.0 } else { 0.0 };
        let rows: Vec<Vec<f64>> = (0..5)
            .map(|row| {
                let given = columns.iter().map(|column| column[row]);
                given.chain((0..5).map(|i| unit(i == row))).chain([unit(row > 2)]).collect()
            })
            .collect();
        let width = columns.len() + 6;
        let cost = |i: usize| {
            if (columns.len()..width - 1).contains(&i) {
                0.0
            } else {
                -rows.iter().map(|row| row[i]).sum::<f64>()
            }
        };
        let costs = (0..width).map(cost).collect();
        let mut tableau = Tableau::of(rows, costs, (columns.len()..width - 1).collect());
        let cap = self.cap.unwrap_or(10_000);
        for _ in 0..cap {
            // Costs within epsilon count as none.
            tableau.first[..width - 1].iter_mut().filter(|x| x.abs() <= self.epsilon).for_each(|x| *x = 0.0);
            let Some((row, column)) = tableau.bland() else { break };
            tableau.pivot(row, column);
        }
        -tableau.first[width - 1]
    }

    fn wrong(self, scene: &Scene) -> usize {
        let pairs = scene.pairs.iter().zip(&scene.expected);
        pairs
            .filter(|(pair, expected)| {
                let found = self.collides(&in_f64(scene, pair.a), &in_f64(scene, pair.b));
                found != expected.meets()
            })
            .count()
    }
}

#[test]
fn without_a_mistake_small_whole_numbers_are_right() {
    let right = Article { epsilon: 1e-9, ..Article::default() };
    assert_eq!(right.wrong(scene("dimensions -1 to 3")), 0);
}

/// "|difference| is compared without abs for two single points".
#[test]
fn points_without_abs() {
    let wrong =
        |without_abs| Article { without_abs, epsilon: 1e-9, ..Article::default() }.wrong(scene("by hand"));
    assert_eq!(wrong(true), wrong(false) + 1);
    assert!(Article::AS_PRINTED.collides(&[[-1.0; 3]], &[[1.0; 3]]));
}

/// An epsilon of `1e-4`: hulls that are a ten-thousandth of the unit apart collide, and in denormals all do.
#[test]
fn an_absolute_epsilon() {
    let wrong = Article { without_abs: false, ..Article::AS_PRINTED };
    let tiny = scene("the same in denormals");
    let separate = tiny.expected.iter().filter(|verdict| !verdict.meets()).count();
    assert!(wrong.wrong(tiny) > separate / 2, "{} of {separate}", wrong.wrong(tiny));
    assert!(wrong.collides(&[[0.0; 3], [0.0, 1.0, 0.0]], &[[5e-5, 0.0, 0.0]]));
}

/// "The iteration cap can return a wrong verdict silently".
#[test]
fn a_cap_on_steps() {
    let dimensions = scene("dimensions -1 to 3");
    let wrong = |cap| Article { cap: Some(cap), epsilon: 1e-9, ..Article::default() }.wrong(dimensions);
    let counts = [2, 4, 6].map(wrong);
    println!("wrong with 2, 4, 6 steps: {counts:?}");
    assert!(counts[0] > 100 && counts[1] > 20);
}

/// The minimum of the article's one-sided system is no bound on the 1-norm distance; that of the corrected one is.
#[test]
fn the_minimum_as_a_distance() {
    let near = [[0.1, 0.0, 0.0]];
    let origin = [[0.0; 3]];
    assert!(Article::default().minimum(&near, &origin) > 0.9);
    assert!(one_norm_bound::<f64>(&near, &origin).is_some_and(|bound| bound > 0.0 && bound <= 0.1));
    // "Never above 2", and dependent on where the origin is.
    let far = |x: f64| one_norm_bound::<f64>(&[[x + 50.0, 0.0, 0.0]], &[[x, 0.0, 0.0]]);
    assert!(
        far(1e3).is_some_and(|bound| bound <= 2.0) && far(0.0) != far(1e3),
        "{:?} {:?}",
        far(0.0),
        far(1e3)
    );
}

/// The corrected bound against distances of lattice points, exactly.
#[test]
fn the_one_norm_bound_is_one() {
    let scene = scene("dimensions -1 to 3");
    let mut positive = 0;
    for (Pair { a, b }, expected) in scene.pairs.iter().zip(&scene.expected) {
        let [p, q] = [a, b].map(|index| points::<RBig>(&scene.set, *index as usize));
        let Some(bound) = one_norm_bound(&p, &q) else {
            assert!(p.is_empty() || q.is_empty());
            continue;
        };
        assert_eq!(bound > RBig::ZERO, !expected.meets());
        // No pair of vertices is nearer.
        let near = p.iter().flat_map(|p| {
            q.iter().map(|q| {
                let size = |i: usize| if p[i] < q[i] { &q[i] - &p[i] } else { &p[i] - &q[i] };
                size(0) + size(1) + size(2)
            })
        });
        assert!(near.min().is_some_and(|near| bound <= near));
        positive += usize::from(bound > RBig::ZERO);
    }
    assert!(positive > 100);
}

/// A linear program on which the steepest column with the first row cycles: constraints, costs.
type Program = (Vec<Vec<RBig>>, Vec<RBig>);

fn program<const ROWS: usize, const COLUMNS: usize>(
    rows: [[(i32, i32); COLUMNS]; ROWS],
    costs: [(i32, i32); COLUMNS],
    right: [i32; ROWS],
) -> Program {
    let number = |(p, q): (i32, i32)| RBig::from(p) / RBig::from(q);
    let given = rows.iter().enumerate().map(|(i, row)| {
        let slack = (0..ROWS).map(|j| if i == j { RBig::ONE } else { RBig::ZERO });
        row.iter().copied().map(number).chain(slack).chain([RBig::from(right[i])]).collect()
    });
    let costs = costs.into_iter().map(number).chain((0..=ROWS).map(|_| RBig::ZERO));
    (given.collect(), costs.collect())
}

/// Beale's (1955), and Marshall and Suurballe's (1969).
fn cycling() -> [(Program, RBig); 2] {
    let beale = program(
        [
            [(1, 4), (-8, 1), (-1, 1), (9, 1)],
            [(1, 2), (-12, 1), (-1, 2), (3, 1)],
            [(0, 1), (0, 1), (1, 1), (0, 1)],
        ],
        [(-3, 4), (20, 1), (-1, 2), (6, 1)],
        [0, 0, 1],
    );
    let marshall = program(
        [
            [(1, 2), (-11, 2), (-5, 2), (9, 1)],
            [(1, 2), (-3, 2), (-1, 2), (1, 1)],
            [(1, 1), (0, 1), (0, 1), (0, 1)],
        ],
        [(-10, 1), (57, 1), (9, 1), (24, 1)],
        [0, 0, 1],
    );
    [(beale, RBig::from(5) / RBig::from(4)), (marshall, RBig::ONE)]
}

/// Dantzig's rule: the steepest column, of tied rows the first.
fn steepest(tableau: &Tableau<RBig>) -> Option<(usize, usize)> {
    let last = tableau.first.len() - 1;
    let (column, cost) = tableau.first[..last].iter().enumerate().min_by(|x, y| x.1.cmp(y.1))?;
    if *cost >= RBig::ZERO {
        return None;
    }
    let rows = tableau.rows.iter().enumerate().filter(|(_, row)| row[column] > RBig::ZERO);
    let ratios = rows.map(|(i, row)| (&row[last] / &row[column], i));
    ratios.min().map(|(_, row)| (row, column))
}

#[test]
fn blands_rule_does_not_cycle() {
    for ((rows, costs), optimum) in cycling() {
        let tableau = || Tableau::of(rows.clone(), costs.clone(), vec![4, 5, 6]);
        let mut cycles = tableau();
        let mut seen = vec![];
        let cycled = loop {
            let Some((row, column)) = steepest(&cycles) else { break false };
            cycles.pivot(row, column);
            if seen.contains(&cycles.basis) {
                break true;
            }
            seen.push(cycles.basis.clone());
        };
        let mut solved = tableau();
        let steps = solved.solve();
        println!("cycled {cycled}; {steps} steps by Bland's rule");
        assert!(steps < 20);
        assert_eq!(*solved.first.last().expect("a cost"), optimum);
        assert!(cycled, "the example is none");
    }
}

/// The two aims need no more than the verdicts that they stand for.
#[test]
fn points_are_hulls_too() {
    let one = |x: f64| [[x, 0.0, 0.0]];
    assert_eq!(verdict(&one(1.0), &one(1.0)), Verdict::Overlapping);
    assert_eq!(verdict(&one(1.0), &one(1.0_f64.next_up())), Verdict::Separate);
    assert_eq!(verdict::<f64>(&[], &one(1.0)), Verdict::Separate);
}
