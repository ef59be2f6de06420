//! What a GPU is certain of is true.

use crate::{mixed, raw, runner, seed, with_code};
use motzkin::bytemuck::cast;
use motzkin::glam::Vec3;
use motzkin::{Frame3, Pair};
use motzkin_core::exact::decide;
use motzkin_core::geom::ShapeKind;
use motzkin_core::kernel::SimdLevel;
use motzkin_core::verdict::RawCode;
use motzkin_core::{Frame as _, Resting, Source};
use motzkin_lab::workload::{Scene, Workload};

const PAIRS: usize = 10_000;

#[test]
fn certain_codes_are_exact_on_every_workload() {
    let seed = seed();
    for workload in Workload::ALL {
        let scene = workload.scene(PAIRS, seed);
        let batch = raw(runner(), &scene);
        assert_eq!(batch.codes.len(), scene.pairs.len());
        for (i, (pair, code)) in scene.pairs.iter().zip(&batch.codes).enumerate() {
            let Some(verdict) = code.verdict() else { continue };
            let (a, b) = (&scene.frames[pair.a as usize], &scene.frames[pair.b as usize]);
            assert_eq!(
                decide(a, b).unwrap().verdict,
                verdict,
                "{}, pair {i}: {a:?} {b:?}",
                workload.name()
            );
        }
    }
}

/// A GPU rounds otherwise than the CPU, so a few pairs at the edge of the band may differ in
/// whether they are decided. More would mean that the shaders are no twins.
#[test]
fn undecided_pairs_are_nearly_those_of_the_cpu() {
    let seed = seed();
    for workload in Workload::ALL {
        let scene = workload.scene(PAIRS, seed);
        let source = Source::Indexed { frames: &scene.frames, pairs: &scene.pairs };
        let cpu = Frame3::codes::<Resting>(source, SimdLevel::Scalar);
        let gpu = raw(runner(), &scene).codes;
        let differing = cpu.iter().zip(&gpu).filter(|(cpu, gpu)| cpu != gpu).count();
        let undecided = with_code(&cpu, RawCode::UNDECIDED).len();
        let allowed = 4 + undecided / 50;
        assert!(
            differing <= allowed,
            "{}: {differing} of {PAIRS} codes differ, {undecided} undecided on the CPU",
            workload.name()
        );
    }
}

/// The frame moved by `by`, each coordinate rounded.
fn moved(frame: &Frame3, by: Vec3) -> Frame3 {
    let mut rows = *frame.rows();
    let by_vertices = frame.kind() == Ok(ShapeKind::TetraByVertices);
    for row in rows.iter_mut().take(if by_vertices { 4 } else { 1 }) {
        for (value, step) in row.iter_mut().zip(by.to_array()) {
            *value += step;
        }
    }
    cast(rows)
}

/// Every pair of a workload, the second frame pushed along a line through contact by bisection, and
/// from there on and back by distances about as long as the error bands.
fn at_contact(workload: Workload, seed: u64) -> Scene {
    let mut scene = Scene::default();
    let given = workload.scene(1000, seed);
    let mut rng = fastrand::Rng::with_seed(seed);
    for pair in &given.pairs {
        let (a, b) = (given.frames[pair.a as usize], given.frames[pair.b as usize]);
        let meets = |by: Vec3| decide(&a, &moved(&b, by)).unwrap().verdict.meets();
        let line = Vec3::new(rng.f32() - 0.5, rng.f32() - 0.5, rng.f32() - 0.5) * 20.0;
        if !meets(Vec3::ZERO) || meets(line) {
            continue;
        }
        let (mut near, mut far) = (0.0_f32, 1.0_f32);
        for _ in 0..30 {
            let middle = 0.5 * (near + far);
            *(if meets(line * middle) { &mut near } else { &mut far }) = middle;
        }
        for _ in 0..30 {
            let distance =
                10.0_f32.powf(-2.0 - 4.0 * rng.f32()) * if rng.bool() { 1.0 } else { -1.0 };
            let first = scene.frames.len() as u32;
            scene.frames.extend([a, moved(&b, line * near + line.normalize() * distance)]);
            scene.pairs.push(Pair::new(first, first + 1));
        }
    }
    scene
}

/// Where the bands decide, twins agree but for rounding: a band that differs would tell.
#[test]
fn bands_are_as_wide_as_on_the_cpu() {
    let seed = seed();
    let boxes = [Workload::Boxes, Workload::Aligned, Workload::EquallyTurned, Workload::YawOnly];
    for workload in boxes.into_iter().chain([Workload::BoxTetra, Workload::Tetras]) {
        let scene = at_contact(workload, seed);
        let source = Source::Indexed { frames: &scene.frames, pairs: &scene.pairs };
        let cpu = Frame3::codes::<Resting>(source, SimdLevel::Scalar);
        let gpu = raw(runner(), &scene).codes;
        let undecided = with_code(&cpu, RawCode::UNDECIDED).len();
        assert!(undecided > 200, "{}: only {undecided} of {}", workload.name(), cpu.len());
        let differing = cpu.iter().zip(&gpu).filter(|(cpu, gpu)| cpu != gpu).count();
        println!("{}: {differing} differ, {undecided} of {} undecided", workload.name(), cpu.len());
        // Software renderers contract and reorder nothing; a GPU does, by a few units of a band's
        // hundreds.
        let share = if runner().adapter().is_software() { 1000 } else { 20 };
        let allowed = undecided / share;
        assert!(
            differing <= allowed,
            "{}: {differing} differ, {undecided} undecided",
            workload.name()
        );
    }
}

#[test]
fn the_list_holds_the_undecided_pairs_in_order() {
    let scene = mixed(20_000);
    let batch = raw(runner(), &scene);
    assert!(!batch.undecided.is_empty());
    assert_eq!(batch.undecided, with_code(&batch.codes, RawCode::UNDECIDED));
}

#[test]
fn batches_repeat() {
    let scene = mixed(10_000);
    let first = raw(runner(), &scene);
    assert_eq!(first, raw(runner(), &scene));
}

#[test]
fn every_mix_of_shapes_agrees_with_the_pipeline_for_any() {
    let seed = seed();
    for workload in [Workload::Boxes, Workload::BoxTetra, Workload::Tetras] {
        let mut scene = workload.scene(3000, seed);
        let special = raw(runner(), &scene);
        // One pair of each kind at the end sends the batch through the pipeline for any mix.
        let pairs = scene.pairs.len();
        for other in [Workload::Boxes, Workload::BoxTetra, Workload::Tetras] {
            let other = other.scene(1, seed);
            let first = scene.frames.len() as u32;
            scene.frames.extend(&other.frames);
            let moved = other.pairs.iter().map(|pair| Pair::new(first + pair.a, first + pair.b));
            scene.pairs.extend(moved);
        }
        let any = raw(runner(), &scene);
        let differing = special.codes.iter().zip(&any.codes[..pairs]).filter(|(a, b)| a != b);
        let differing =
            differing.filter(|(a, b)| a.verdict().is_some() && b.verdict().is_some()).count();
        assert_eq!(differing, 0, "{}", workload.name());
        let open = |codes: &[RawCode]| with_code(codes, RawCode::UNDECIDED).len();
        assert!(
            open(&special.codes).abs_diff(open(&any.codes[..pairs])) < 10,
            "{}",
            workload.name()
        );
    }
}
