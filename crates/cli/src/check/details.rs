//! What lies beyond the verdict, judged on a sample of every workload.

use super::common::fault_of_common;
use super::geometry::{fault_at_rest, fault_in_motion, fault_of_bound, fault_of_margin};
use crate::error::CliError;
use crate::table::noun;
use motzkin::glam::Vec3;
use motzkin::{CollisionService, Detail, Frame3, FrameError, Pair, Precision, Wanted};
use motzkin_lab::workload::{Scene, Workload};
use rayon::prelude::*;

/// Pairs of each workload that are judged at rest, and as many in motion: about a millisecond each.
const SAMPLE: usize = 200;

/// One of so many pairs is judged, so that they are spread over all of a workload.
pub fn step(pairs: usize) -> usize {
    pairs.div_ceil(SAMPLE).max(1)
}

/// A pair whose details are wrong.
pub struct Fault {
    /// Its number in the scene.
    pair: usize,
    what: String,
    frames: [Frame3; 2],
}

/// The first of some faults and how many there are, so that it can be drawn again.
pub fn described(faults: &[Fault], workload: Workload, pairs: usize, seed: u64) -> Option<String> {
    let Fault { pair, what, frames: [a, b] } = faults.first()?;
    let (workload, count) = (workload.name(), faults.len());
    let are = noun(count, "detail is", "details are");
    Some(format!(
        "{workload}: {count} {are} wrong; the first is of pair {pair}\n  of --pairs {pairs} \
         --seed {seed}: {what}\n  a {a:?}\n  b {b:?}\n"
    ))
}

/// How many pairs were judged, at rest or in motion, and what is wrong with them.
pub fn check(
    service: &CollisionService,
    scene: &Scene,
    seed: u64,
) -> Result<(usize, Vec<Fault>), CliError> {
    let step = step(scene.pairs.len());
    let sample: Vec<Pair> = scene.pairs.iter().step_by(step).copied().collect();
    let fault = |i: usize, frames: [Frame3; 2], what: Result<Option<String>, FrameError>| {
        what.map(|what| what.map(|what| Fault { pair: i * step, what, frames })).transpose()
    };
    let wanted = Wanted::DEPTH | Wanted::GAP | Wanted::WITNESS;
    let resting = service.query(&scene.frames, &sample).wanted(wanted).run()?;
    let resting: Vec<Detail> = resting.details().iter().collect();
    let at_rest = resting.par_iter().filter_map(|detail| {
        let i = detail.pair as usize;
        let frames = of(&scene.frames, sample[i]);
        fault(i, frames, fault_at_rest(&frames, detail))
    });

    let bounded = |wanted| {
        let query = service.query(&scene.frames, &sample).wanted(wanted);
        let found = query.precision(Precision::Bounded).run()?;
        Ok::<Vec<Detail>, CliError>(found.details().iter().collect())
    };
    let bounds = bounded(Wanted::DEPTH | Wanted::GAP)?;
    let of_bounds = bounds.par_iter().filter_map(|bound| {
        let i = bound.pair as usize;
        let frames = of(&scene.frames, sample[i]);
        fault(i, frames, fault_of_bound(&frames, bound))
    });
    // As close to some pair's gap as a margin can be.
    let gaps = resting.iter().filter(|detail| !detail.verdict.meets());
    let gap = gaps.filter_map(|detail| detail.separation).map(|found| found.depth as f32).next();
    let margin = gap.filter(|gap| gap.is_finite()).unwrap_or(0.0);
    let near = service.query(&scene.frames, &sample).within(margin).run()?.into_verdicts();
    let within = near.par_iter().enumerate().filter_map(|(i, &verdict)| {
        let frames = of(&scene.frames, sample[i]);
        fault(i, frames, fault_of_margin(&frames, margin, verdict))
    });
    let commons = bounded(Wanted::WITNESS | Wanted::BOX)?;
    let common = commons.par_iter().filter_map(|detail| {
        let i = detail.pair as usize;
        let frames = of(&scene.frames, sample[i]);
        fault(i, frames, fault_of_common(&frames, detail))
    });

    let (frames, pairs) = in_motion(&scene.frames, &sample, seed)?;
    let wanted = Wanted::INTERVAL | Wanted::WITNESS;
    let found = service.query(&frames, &pairs).moving().wanted(wanted).run()?;
    // Pairs that never meet have no detail, which is checked too.
    let mut sweeps: Vec<Option<Detail>> = vec![None; pairs.len()];
    found.details().iter().for_each(|detail| sweeps[detail.pair as usize] = Some(detail));
    let moving = sweeps.par_iter().enumerate().filter_map(|(i, detail)| {
        let frames = of(&frames, pairs[i]);
        fault(i, frames, fault_in_motion(&frames, detail.as_ref()))
    });
    let at_rest = at_rest.chain(of_bounds).chain(within).chain(common);
    let faults: Result<Vec<Fault>, FrameError> = at_rest.chain(moving).collect();
    Ok((resting.len() + commons.len() + pairs.len(), faults?))
}

fn of(frames: &[Frame3], pair: Pair) -> [Frame3; 2] {
    [pair.a, pair.b].map(|index| frames[index as usize])
}

/// The frames of these pairs two by two, each pair with velocities of its own.
fn in_motion(
    frames: &[Frame3],
    pairs: &[Pair],
    seed: u64,
) -> Result<(Vec<Frame3>, Vec<Pair>), FrameError> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut moving = Vec::with_capacity(2 * pairs.len());
    for &pair in pairs {
        moving.extend(heading(of(frames, pair), &mut random)?);
    }
    Ok((moving, (0..pairs.len() as u32).map(|i| Pair::new(2 * i, 2 * i + 1)).collect()))
}

/// The two frames with `b` on the way that takes one of its corners to one of `a`'s, or half of it
/// or twice as far, while one `a` in two moves too.
fn heading([a, b]: [Frame3; 2], random: &mut fastrand::Rng) -> Result<[Frame3; 2], FrameError> {
    let mut corner = |frame: &Frame3| {
        let corners = frame.corners();
        corners[random.usize(..corners.len())].as_vec3()
    };
    let (way, aside) = (corner(&a) - corner(&b), corner(&a) - corner(&a));
    let aside = if random.bool() { aside } else { Vec3::ZERO };
    let way = way * random.choice([0.5, 1.0, 2.0]).unwrap_or(1.0);
    Ok([a.with_velocity(aside)?, b.with_velocity(way + aside)?])
}

#[cfg(test)]
mod tests {
    use super::*;
    use motzkin::glam::DVec3;
    use motzkin::{Aabb3, ContactInterval, Engine, Measured, Separation, Verdict};

    const WORKLOADS: [Workload; 3] = [Workload::Mixed, Workload::Lattice, Workload::Slivers];

    fn but(mut detail: Detail, change: impl FnOnce(&mut Detail)) -> Detail {
        change(&mut detail);
        detail
    }

    #[test]
    fn a_fault_names_seed_workload_and_pair() -> Result<(), CliError> {
        let way = Vec3::new(0.5, 0.0, -3.0);
        let frame = Frame3::aligned_box(Vec3::ZERO, Vec3::ONE)?.with_velocity(way)?;
        let fault = |pair, what: &str| Fault { pair, what: what.into(), frames: [frame; 2] };
        let faults = [fault(3, "no axis"), fault(5, "no point")];
        let text = described(&faults, Workload::Boxes, 20, 11).unwrap_or_default();
        for part in
            ["boxes", "2 details", "pair 3", "--pairs 20", "--seed 11", "no axis", "0.5, 0.0, -3.0"]
        {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert_eq!(described(&[], Workload::Boxes, 20, 11), None);
        Ok(())
    }

    #[test]
    fn wrong_axes_and_points_are_noticed() -> Result<(), CliError> {
        let service = CollisionService::new(Engine::Cpu)?;
        for scene in WORKLOADS.map(|workload| workload.scene(40, 7)) {
            let wanted = Wanted::DEPTH | Wanted::GAP | Wanted::WITNESS;
            let found =
                service.query(&scene.frames, &scene.pairs).wanted(wanted).run()?.into_parts().1;
            assert_eq!(found.len(), 40);
            for right in &found {
                let frames = of(&scene.frames, scene.pairs[right.pair as usize]);
                assert_eq!(fault_at_rest(&frames, &right)?, None);
                let Some(separation) = right.separation else { panic!("it was wanted") };
                let with = |separation| but(right, |detail| detail.separation = Some(separation));
                let other =
                    if right.verdict.meets() { Verdict::Separate } else { Verdict::Touching };
                let point = right.witness.map_or(DVec3::ZERO, |witness| witness.value) + 1e9;
                let point = Measured { value: point, slack: 0.0 };
                let mut wrong = vec![
                    but(right, |detail| detail.separation = None),
                    but(right, |detail| detail.witness = Some(point)),
                    with(Separation { depth: separation.depth * 1.001 + 1e-6, ..separation }),
                    with(Separation { depth: -1.0, ..separation }),
                    with(Separation { axis: separation.axis * 1.001, ..separation }),
                    with(Separation { verdict: other, ..separation }),
                ];
                if right.verdict.meets() {
                    wrong.push(but(right, |detail| detail.witness = None));
                }
                if right.verdict != Verdict::Touching {
                    // Where the frames touch, both ways along an axis may be right.
                    wrong.push(with(Separation { axis: -separation.axis, ..separation }));
                }
                for wrong in wrong {
                    assert!(
                        fault_at_rest(&frames, &wrong)?.is_some(),
                        "{wrong:?} passed for {right:?}"
                    );
                }
            }
        }
        Ok(())
    }

    #[test]
    fn wrong_boxes_and_points_of_kernels_are_noticed() -> Result<(), CliError> {
        let service = CollisionService::new(Engine::Cpu)?;
        for scene in WORKLOADS.map(|workload| workload.scene(200, 7)) {
            let query = service.query(&scene.frames, &scene.pairs);
            let query = query.wanted(Wanted::WITNESS | Wanted::BOX);
            let found = query.precision(Precision::Bounded).run()?.into_parts().1;
            assert!(found.len() > 5);
            for right in &found {
                let frames = of(&scene.frames, scene.pairs[right.pair as usize]);
                assert_eq!(fault_of_common(&frames, &right)?, None);
                let (Some(point), Some(aabb)) = (right.witness, right.aabb) else {
                    panic!("they were wanted")
                };
                let mut wrong = [right; 5];
                wrong[0].witness = None;
                wrong[1].aabb = None;
                let value = aabb.value;
                let low = Aabb3 { min: value.min - 1.0, ..value };
                let flat = Aabb3 { max: value.max.with_y(value.max.y - 1e-4), ..value };
                wrong[2].witness = Some(Measured { value: point.value + 1e9, ..point });
                wrong[3].aabb = Some(Measured { value: low, ..aabb });
                wrong[4].aabb = Some(Measured { value: flat, ..aabb });
                for wrong in wrong {
                    assert!(
                        fault_of_common(&frames, &wrong)?.is_some(),
                        "{wrong:?} passed for {right:?}"
                    );
                }
            }
        }
        Ok(())
    }

    /// An axis on which the corners lie as is said, and which is not the best, is wrong too.
    #[test]
    fn axes_that_are_not_the_best_are_noticed() -> Result<(), CliError> {
        let cube = |at: Vec3| Frame3::cuboid(at, [Vec3::X, Vec3::Y, Vec3::Z]);
        let service = CollisionService::new(Engine::Cpu)?;
        for (at, second) in [(Vec3::new(0.75, 0.5, 0.0), 0.5), (Vec3::new(3.0, 2.0, 0.0), 1.0)] {
            let frames = [cube(Vec3::ZERO)?, cube(at)?];
            let query = service.query_between(&frames[0], &frames[1]);
            let right = query.wanted(Wanted::DEPTH | Wanted::GAP).run()?.details().first();
            let right = right.expect("something was wanted");
            let wrong = but(right, |detail| {
                detail.separation = detail.separation.map(|found| Separation {
                    axis: DVec3::Y,
                    depth: second,
                    ..found
                });
            });
            let fault = fault_at_rest(&frames, &wrong)?.unwrap_or_default();
            assert!(fault.contains("is better"), "{fault}");
        }
        Ok(())
    }

    #[test]
    fn wrong_bounds_are_noticed() -> Result<(), CliError> {
        let service = CollisionService::new(Engine::Cpu)?;
        for scene in WORKLOADS.map(|workload| workload.scene(40, 7)) {
            let query = service.query(&scene.frames, &scene.pairs);
            let query = query.wanted(Wanted::DEPTH | Wanted::GAP).precision(Precision::Bounded);
            for right in &query.run()?.into_parts().1 {
                let frames = of(&scene.frames, scene.pairs[right.pair as usize]);
                assert_eq!(fault_of_bound(&frames, &right)?, None);
                let Some(bound) = right.separation else { panic!("it was wanted") };
                // More than a bound of this side can be off by, and beyond the slack on the other.
                let off = 2.0 * bound.slack + 1e-3 * bound.depth;
                let sign = if right.verdict.meets() { 1.0 } else { -1.0 };
                for change in 0..4 {
                    let mut wrong = bound;
                    match change {
                        0 => wrong.depth -= sign * off.max(f32::MIN_POSITIVE.into()),
                        1 if right.verdict.meets() => {
                            wrong.depth += off.max(f32::MIN_POSITIVE.into())
                        }
                        2 => wrong.slack = f64::INFINITY,
                        3 => wrong.axis *= 1.001,
                        _ => continue,
                    }
                    let (changed, mut wrong) = (wrong, right);
                    wrong.separation = Some(changed);
                    assert!(
                        fault_of_bound(&frames, &wrong)?.is_some(),
                        "{wrong:?} passed for {right:?}"
                    );
                }
            }
        }
        Ok(())
    }

    #[test]
    fn wrong_verdicts_within_a_margin_are_noticed() -> Result<(), CliError> {
        let service = CollisionService::new(Engine::Cpu)?;
        let scene = Workload::Lattice.scene(40, 7);
        let found = service.query(&scene.frames, &scene.pairs).within(1.0).run()?.into_verdicts();
        for (&pair, &right) in scene.pairs.iter().zip(found.iter()) {
            let frames = of(&scene.frames, pair);
            for verdict in Verdict::ALL {
                assert_eq!(fault_of_margin(&frames, 1.0, verdict)?.is_none(), verdict == right);
            }
        }
        Ok(())
    }

    #[test]
    fn wrong_contact_intervals_are_noticed() -> Result<(), CliError> {
        let service = CollisionService::new(Engine::Cpu)?;
        for scene in WORKLOADS.map(|workload| workload.scene(40, 7)) {
            let (frames, pairs) = in_motion(&scene.frames, &scene.pairs, 7)?;
            let query = service.query(&frames, &pairs).moving();
            let found = query.wanted(Wanted::INTERVAL | Wanted::WITNESS).run()?.into_parts().1;
            assert!(found.len() > 10);
            for right in &found {
                let frames = of(&frames, pairs[right.pair as usize]);
                assert_eq!(fault_in_motion(&frames, Some(&right))?, None);
                let (Some(interval), Some(point)) = (right.interval, right.witness) else {
                    panic!("they were wanted")
                };
                let ContactInterval { first, last } = interval.value;
                let during = |first: f32, last: f32| {
                    let value = ContactInterval { first, last };
                    but(right, |detail| detail.interval = Some(Measured { value, ..interval }))
                };
                for wrong in [
                    Some(during(first.next_down(), last)),
                    Some(during(first.next_up(), last)),
                    Some(during(first, last.next_down())),
                    Some(during(first, last.next_up())),
                    Some(but(right, |detail| detail.interval = None)),
                    Some(but(right, |detail| detail.witness = None)),
                    Some(but(right, |detail| {
                        detail.witness = Some(Measured { value: point.value + 1e9, ..point });
                    })),
                    None,
                ] {
                    assert!(
                        fault_in_motion(&frames, wrong.as_ref())?.is_some(),
                        "{wrong:?} for {right:?}"
                    );
                }
            }
        }
        Ok(())
    }
}
