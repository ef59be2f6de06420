//! The bands of clipped edges, derived: the shipped rows run on [`Bound`].
//!
//! A row's error is a sum over products of three components. It is largest beside its band where
//! one product is all there is, so each vector is given one component, or nearly nothing.

use super::bound::Bound;
use super::{Worst, in_units};
use motzkin_core::kernel::clip::rows::{Rows, add4, directions, rows};
use motzkin_core::kernel::{Edges, Real, Vec3};
use motzkin_core::num::band;

/// A vector with one large component, three, or none. Edges and the difference of the origins may
/// each have been rounded once.
fn vector(which: usize) -> Vec3<Bound> {
    std::array::from_fn(|i| {
        let size = if which == i || which == 3 { 1.0 } else { 1e-9 };
        Bound::new(size, size)
    })
}

fn add(x: Vec3<Bound>, y: Vec3<Bound>) -> Vec3<Bound> {
    std::array::from_fn(|i| x[i] + y[i])
}

/// The rows of a solid with large components of all kinds.
fn clippers() -> impl Iterator<Item = Edges<Bound>> {
    (0..125).map(|n| [n % 5, n / 5 % 5, n / 25].map(vector))
}

/// What an end of what is left of an edge needs: the errors of the row at the end, of the volume,
/// and some eight roundings of either term of the quotients, a division counted as five.
fn need(end: Bound, start: Bound, volume: Bound, err: fn(Bound) -> f64) -> f64 {
    err(end) + err(volume) + 8.0 * (start.size + volume.size)
}

#[test]
fn clip_bands_cover_the_ends_of_edges() {
    let [mut through, mut fourth]: [Worst; 2] = Default::default();
    for b in clippers() {
        let solid = rows(&b);
        for large in 0..13 {
            // One of the four vectors from the solid's origin to the edge has a large component, or
            // all of them have.
            let of = |i: usize| {
                vector(if large == 12 {
                    3
                } else if large / 3 == i {
                    large % 3
                } else {
                    4
                })
            };
            let (apart, a) = (of(3), [of(0), of(1), of(2)]);
            let reach = a.iter().chain(&b).fold(apart, |sum, edge| add(sum, *edge));
            let unit =
                |k: usize| (0..3).map(|i| solid.sizes[k][i].size * reach[i].size).sum::<f64>();
            let units = [unit(0), unit(1), unit(2), unit(0) + unit(1) + unit(2)];
            let mut take = |start: [Bound; 4], along: [Bound; 4]| {
                let end = add4(start, along);
                for k in 0..4 {
                    let worst = if k < 3 { &mut through } else { &mut fourth };
                    let need = |err| need(end[k], start[k], solid.volume, err) / units[k];
                    worst.ordered = worst.ordered.max(need(|x| x.err));
                    worst.any = worst.any.max(need(Bound::err_in_any_order));
                }
            };
            let along = a.map(|edge| solid.along(edge));
            let origin = solid.at(apart);
            let opposite = directions(&a, &along);
            for (i, (j, l)) in super::OTHERS.into_iter().enumerate() {
                take(add4(add4(origin, along[j]), along[l]), along[i]);
                take(add4(origin, along[j]), opposite[i + 3].1);
            }
        }
    }
    through.assert_covered_in_any_order("CLIP", in_units(band::CLIP));
    fourth.assert_covered_in_any_order("CLIP_FOURTH", in_units(band::CLIP_FOURTH));
}

/// The depth of a point, from which a band is taken.
#[test]
fn clip_bands_cover_depths() {
    for b in clippers() {
        let solid: Rows<Bound> = rows(&b);
        for which in 0..5 {
            let point = vector(which);
            let depths = solid.at(point).map(|value| solid.volume.abs() - value.abs());
            for (k, depth) in depths.into_iter().enumerate() {
                let unit = |k: usize| {
                    (0..3)
                        .map(|i| {
                            solid.sizes[k][i].size
                                * (point[i].size + b[0][i].size + b[1][i].size + b[2][i].size)
                        })
                        .sum::<f64>()
                };
                let (band, unit) = if k < 3 {
                    (band::CLIP, unit(k))
                } else {
                    (band::CLIP_FOURTH, unit(0) + unit(1) + unit(2))
                };
                let need = depth.err_in_any_order() + depth.size;
                assert!(need <= in_units(band) / 1.125 * unit, "{k}: {need} of {unit}");
            }
        }
    }
}

#[test]
fn clip_point_covers_coordinates() {
    let mut worst = Worst::default();
    for large in 0..13 {
        let of = |i: usize| {
            vector(if large == 12 {
                3
            } else if large / 3 == i {
                large % 3
            } else {
                4
            })
        };
        let (start, e) = (of(3), [of(0), of(1), of(2)]);
        let reach = e.iter().fold(start, |sum, edge| add(sum, *edge));
        let parameter = Bound::new(1.0, 0.0);
        let mut take = |start: Vec3<Bound>, edge: Vec3<Bound>| {
            for i in 0..3 {
                let x = edge[i].mul_add(parameter, start[i]);
                // Taking the band off rounds too.
                worst.take_with(x, x.size, reach[i].size);
            }
        };
        let along = [[Bound::new(1.0, 0.0); 4]; 3];
        let opposite = directions(&e, &along);
        for (i, (j, l)) in super::OTHERS.into_iter().enumerate() {
            take(add(add(start, e[j]), e[l]), e[i]);
            take(add(start, e[j]), opposite[i + 3].0);
        }
    }
    worst.assert_covered_in_any_order("CLIP_POINT", in_units(band::CLIP_POINT));
}
