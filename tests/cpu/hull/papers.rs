//! The article's mistakes, made on purpose: each gives wrong answers, so none could have been
//! ported unnoticed. And the examples on which the simplex method cycles.

use crate::common::hull::{Scene, cases::all};
use dashu_ratio::RBig;
use motzkin_core::geom::Pair;
use motzkin_core::verdict::Verdict;
use motzkin_lab::reference::simplex::{Tableau, one_norm_bound, points, verdict};

fn scene(name: &str) -> &'static Scene {
    all().iter().find(|scene| scene.name == name).expect("a scene")
}

/// A point of the article, but exact.
type Point = [RBig; 3];

fn exact(x: f64) -> RBig {
    RBig::try_from(x).expect("a finite number")
}

fn point(x: f64, y: f64, z: f64) -> Point {
    [x, y, z].map(exact)
}

/// The article's `AreColliding`, its mistakes chosen; in rationals, so that no rounding is to
/// blame.
#[derive(Clone, Default)]
struct Article {
    epsilon: RBig,
    without_abs: bool,
    cap: Option<usize>,
}

impl Article {
    fn as_printed() -> Self {
        Self { epsilon: exact(1e-4), without_abs: true, cap: None }
    }

    fn collides(&self, a: &[Point], b: &[Point]) -> bool {
        if a.is_empty() || b.is_empty() {
            return false;
        }
        if let ([p], [q]) = (a, b) {
            return (0..3).all(|i| {
                let difference = &p[i] - &q[i];
                let flip = !self.without_abs && difference < RBig::ZERO;
                (if flip { -difference } else { difference }) <= self.epsilon
            });
        }
        self.minimum(a, b) <= self.epsilon
    }

    /// `CreateInitialTableau` and `PerformSimplexMethod`.
    fn minimum(&self, a: &[Point], b: &[Point]) -> RBig {
        let unit = |at: bool| if at { RBig::ONE } else { RBig::ZERO };
        let column = |[x, y, z]: Point, of_a: bool| [x, y, z, unit(of_a), unit(!of_a)];
        let of_a = a.iter().map(|p| column(p.clone(), true));
        let of_b = b.iter().map(|p| column(p.clone().map(|x| -x), false));
        let columns: Vec<[RBig; 5]> = of_a.chain(of_b).collect();
        let row = |row: usize| -> Vec<RBig> {
            let given = columns.iter().map(|column| column[row].clone());
            given.chain((0..5).map(|i| unit(i == row))).chain([unit(row > 2)]).collect()
        };
        let rows: Vec<Vec<RBig>> = (0..5).map(row).collect();
        let last = columns.len() + 5;
        let cost = |i: usize| match (columns.len()..last).contains(&i) {
            true => RBig::ZERO,
            false => rows.iter().fold(RBig::ZERO, |cost, row| cost - &row[i]),
        };
        let costs = (0..=last).map(cost).collect();
        let mut tableau = Tableau::of(rows.clone(), costs, (columns.len()..last).collect());
        for _ in 0..self.cap.unwrap_or(usize::MAX) {
            // Costs within epsilon count as none.
            let small = |x: &&mut RBig| **x < RBig::ZERO && -(**x).clone() <= self.epsilon;
            tableau.first[..last].iter_mut().filter(small).for_each(|x| *x = RBig::ZERO);
            let Some((row, column)) = tableau.bland() else { break };
            tableau.pivot(row, column);
        }
        -tableau.first[last].clone()
    }

    fn wrong(&self, scene: &Scene) -> usize {
        let pairs = scene.pairs.iter().zip(&scene.expected);
        let is_wrong = |(pair, expected): &(&Pair, &Verdict)| {
            let [a, b] = [pair.a, pair.b].map(|index| points::<RBig>(&scene.set, index));
            self.collides(&a, &b) != expected.meets()
        };
        pairs.filter(is_wrong).count()
    }
}

#[test]
fn without_a_mistake_nothing_is_wrong() {
    for scene in [scene("dimensions -1 to 3"), scene("by hand")] {
        assert_eq!(Article::default().wrong(scene), 0);
    }
}

/// "|difference| is compared without abs for two single points".
#[test]
fn points_without_abs() {
    let wrong = Article { without_abs: true, ..Article::default() };
    assert_eq!(wrong.wrong(scene("by hand")), 1);
    assert!(Article::as_printed().collides(&[point(-1.0, -1.0, -1.0)], &[point(1.0, 1.0, 1.0)]));
}

/// An epsilon of `1e-4`: hulls that are half of it apart collide, and in denormals all do.
#[test]
fn an_absolute_epsilon() {
    let wrong = Article { without_abs: false, ..Article::as_printed() };
    let tiny = scene("the same in denormals");
    let count = |index: u32| tiny.set.polytopes()[index as usize].count;
    let pairs = tiny.pairs.iter().zip(&tiny.expected);
    let separate =
        pairs.filter(|(p, verdict)| !verdict.meets() && count(p.a).min(count(p.b)) > 0).count();
    let found = wrong.wrong(tiny);
    println!("{found} wrong, {separate} separate");
    assert!(found > separate / 4);
    let near = [point(5e-5, 0.0, 0.0)];
    assert!(wrong.collides(&[point(0.0, 0.0, 0.0), point(0.0, 1.0, 0.0)], &near));
}

/// "The iteration cap can return a wrong verdict silently".
#[test]
fn a_cap_on_steps() {
    let dimensions = scene("dimensions -1 to 3");
    let counts =
        [2, 4, 6].map(|cap| Article { cap: Some(cap), ..Article::default() }.wrong(dimensions));
    println!("wrong with 2, 4, 6 steps: {counts:?}");
    assert!(counts[0] > 50 && counts[1] > 20);
}

/// The minimum of the article's one-sided system is no bound on the 1-norm distance; that of the
/// corrected one is.
#[test]
fn the_minimum_as_a_distance() {
    let (near, origin) = ([point(0.125, 0.0, 0.0)], [point(0.0, 0.0, 0.0)]);
    assert_eq!(Article::default().minimum(&near, &origin), RBig::ONE);
    assert!(
        one_norm_bound(&near, &origin)
            .is_some_and(|bound| bound > RBig::ZERO && bound <= exact(0.125))
    );
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
        let [p, q] = [a, b].map(|index| points::<RBig>(&scene.set, *index));
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
