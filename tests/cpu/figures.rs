//! The table of each shape says one thing in several ways: all of them agree.

use motzkin_core::geom::{Build, Built, Figure, ShapeKind, ShapeKind2, figure_of, figure2_of};
use std::collections::BTreeSet;

/// A vector of whole numbers.
type Whole = Vec<i64>;

fn whole(sum: &[i8]) -> Whole {
    sum.iter().map(|&x| x.into()).collect()
}

fn dot(a: &[i64], b: &[i64]) -> i64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn less(a: &[i64], b: &[i64]) -> Whole {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

fn determinant(rows: &[Whole]) -> i64 {
    let [first, rest @ ..] = rows else { return 1 };
    let minor = |column: usize| -> Vec<Whole> {
        let but = |row: &Whole| [&row[..column], &row[column + 1..]].concat();
        rest.iter().map(but).collect()
    };
    let sign = |column: usize| if column.is_multiple_of(2) { 1 } else { -1 };
    (0..first.len()).map(|column| sign(column) * first[column] * determinant(&minor(column))).sum()
}

/// The dimension that vectors span, by eliminating one coordinate after the other.
fn rank(mut rows: Vec<Whole>, dimension: usize) -> usize {
    let mut rank = 0;
    for column in 0..dimension {
        let Some(at) = rows.iter().position(|row| row[column] != 0) else { continue };
        let pivot = rows.swap_remove(at);
        let leaves = |row: &Whole| -> Whole {
            row.iter().zip(&pivot).map(|(x, p)| x * pivot[column] - p * row[column]).collect()
        };
        rows = rows.iter().map(leaves).collect();
        rank += 1;
    }
    rank
}

/// `normal . x <= limit`, with the corners for which both are equal.
struct Facet {
    normal: Whole,
    limit: i64,
    corners: BTreeSet<usize>,
}

fn facets<const D: usize>(figure: &Figure<D>, corners: &[Whole]) -> Vec<Facet> {
    let mut facets = Vec::new();
    for slab in figure.slabs {
        let up = whole(&slab.sum);
        let down: Whole = up.iter().map(|x| -x).collect();
        for (normal, limit, is_face) in [(down, 0, slab.ends[0]), (up, 1, slab.ends[1])] {
            let values = corners.iter().map(|corner| dot(&normal, corner));
            assert!(values.clone().all(|value| value <= limit), "{slab:?}");
            let on: BTreeSet<usize> =
                values.enumerate().filter(|(_, value)| *value == limit).map(|(i, _)| i).collect();
            let Some(&first) = on.first() else { panic!("{slab:?} is too wide") };
            let within = on.iter().map(|&i| less(&corners[i], &corners[first])).collect();
            assert_eq!(rank(within, D) + 1 == D, is_face, "{slab:?}");
            if is_face {
                facets.push(Facet { normal, limit, corners: on });
            }
        }
        let along: Vec<Whole> = slab.along.iter().map(|&i| whole(&figure.edges[i])).collect();
        assert!(along.iter().all(|edge| dot(edge, &whole(&slab.sum)) == 0), "{slab:?}");
        assert!(along.len() >= D - 1, "{slab:?}");
        assert!(along.windows(D - 1).all(|span| rank(span.to_vec(), D) == D - 1), "{slab:?}");
    }
    facets
}

/// The facets hold the corners, and hold no other point at which enough of them meet.
fn facets_meet_in_corners<const D: usize>(facets: &[Facet], corners: &[Whole]) {
    let mut found = BTreeSet::new();
    for choice in 0_u32..1 << facets.len() {
        let chosen = || (0..facets.len()).filter(|i| choice >> i & 1 == 1).map(|i| &facets[i]);
        let normals: Vec<Whole> = chosen().map(|facet| facet.normal.clone()).collect();
        if normals.len() != D || determinant(&normals) == 0 {
            continue;
        }
        // By Cramer's rule; the point times the determinant.
        let scale = determinant(&normals);
        let point: Whole = (0..D)
            .map(|axis| {
                let mut rows = normals.clone();
                rows.iter_mut().zip(chosen()).for_each(|(row, facet)| row[axis] = facet.limit);
                determinant(&rows)
            })
            .collect();
        let (point, scale) =
            if scale < 0 { (point.iter().map(|x| -x).collect(), -scale) } else { (point, scale) };
        if facets.iter().all(|facet| dot(&facet.normal, &point) <= facet.limit * scale) {
            let times = |corner: &Whole| corner.iter().map(|x| x * scale).collect::<Whole>();
            let corner = corners.iter().position(|corner| times(corner) == point);
            found.insert(corner.expect("facets meet in a corner"));
        }
    }
    assert_eq!(found.len(), corners.len());
}

fn is_parallel(a: &[i64], b: &[i64]) -> bool {
    rank(vec![a.to_vec(), b.to_vec()], a.len()) == 1
}

fn edges_join_corners<const D: usize>(figure: &Figure<D>, facets: &[Facet], corners: &[Whole]) {
    let directions: Vec<Whole> = figure.edges.iter().map(|edge| whole(edge)).collect();
    for (i, edge) in directions.iter().enumerate() {
        let unit: Whole = (0..D).map(|axis| i64::from(axis == i)).collect();
        assert!(i >= D || *edge == unit, "the edges from the origin come first");
        assert!(directions[..i].iter().all(|other| !is_parallel(edge, other)), "{edge:?} is twice");
    }
    let mut used = BTreeSet::new();
    for p in 0..corners.len() {
        for q in 0..p {
            let both = facets.iter().filter(|f| f.corners.contains(&p) && f.corners.contains(&q));
            if rank(both.map(|facet| facet.normal.clone()).collect(), D) + 1 == D {
                let along = less(&corners[p], &corners[q]);
                let found = directions.iter().position(|edge| is_parallel(edge, &along));
                used.insert(found.unwrap_or_else(|| panic!("{along:?} is an edge")));
            }
        }
    }
    assert_eq!(used.len(), directions.len());
    for face in figure.faces {
        for (i, &to) in face.iter().enumerate() {
            let from = face[i.checked_sub(1).unwrap_or(face.len() - 1)];
            let side = less(&corners[to], &corners[from]);
            assert!(directions.iter().any(|edge| is_parallel(edge, &side)), "{face:?}");
        }
    }
}

/// What the edges build one after the other.
fn built<const D: usize>(figure: &Figure<D>) -> BTreeSet<Whole> {
    let mut corners = vec![vec![0; D]];
    let built = match figure.built {
        Built::Prisms => [Build::Prism; D],
        Built::Pyramids => [Build::Pyramid; D],
        Built::Each(built) => built,
    };
    for (axis, build) in built.into_iter().enumerate() {
        let base = match build {
            Build::Prism => corners.clone(),
            Build::Pyramid => vec![vec![0; D]],
        };
        corners.extend(base.into_iter().map(|mut corner| {
            corner[axis] += 1;
            corner
        }));
    }
    corners.into_iter().collect()
}

fn check<const D: usize>(figure: &Figure<D>) {
    let corners: Vec<Whole> = figure.corners.iter().map(|corner| whole(corner)).collect();
    assert_eq!(corners.iter().cloned().collect::<BTreeSet<_>>(), built(figure));
    assert_eq!(corners[0], vec![0; D]);
    let facets = facets(figure, &corners);
    facets_meet_in_corners::<D>(&facets, &corners);
    edges_join_corners(figure, &facets, &corners);
    let faces: BTreeSet<BTreeSet<usize>> =
        figure.faces.iter().map(|face| face.iter().copied().collect()).collect();
    assert_eq!(faces.len(), figure.faces.len());
    let expected: BTreeSet<BTreeSet<usize>> = match D {
        2 => [(0..corners.len()).collect()].into(),
        _ => facets.into_iter().map(|facet| facet.corners).collect(),
    };
    assert_eq!(faces, expected);
}

#[test]
fn tables_agree_with_themselves() {
    for kind in ShapeKind::ALL {
        check(figure_of(kind));
    }
    for kind in ShapeKind2::ALL {
        check(figure2_of(kind));
    }
}
