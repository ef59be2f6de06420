//! What a GPU is certain of is true.

use crate::{mixed, raw, runner, seed, with_code};
use motzkin::exact::decide;
use motzkin::kernel::{self, Indexed, SimdLevel};
use motzkin::verdict::RawCode;
use motzkin::workload::Workload;

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
            assert_eq!(decide(a, b).unwrap().verdict, verdict, "{}, pair {i}: {a:?} {b:?}", workload.name());
        }
    }
}

/// A GPU rounds otherwise than the CPU, so a few pairs at the edge of the band may differ in whether
/// they are decided. More would mean that the shaders are no twins.
#[test]
fn undecided_pairs_are_nearly_those_of_the_cpu() {
    let seed = seed();
    for workload in Workload::ALL {
        let scene = workload.scene(PAIRS, seed);
        let source = Indexed { frames: &scene.frames, pairs: &scene.pairs };
        let cpu = kernel::raw_codes(&source, SimdLevel::Scalar);
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
            let moved = other.pairs.iter().map(|pair| motzkin::Pair::new(first + pair.a, first + pair.b));
            scene.pairs.extend(moved);
        }
        let any = raw(runner(), &scene);
        let differing = special.codes.iter().zip(&any.codes[..pairs]).filter(|(a, b)| a != b);
        let differing = differing.filter(|(a, b)| a.verdict().is_some() && b.verdict().is_some()).count();
        assert_eq!(differing, 0, "{}", workload.name());
        let open = |codes: &[RawCode]| with_code(codes, RawCode::UNDECIDED).len();
        assert!(open(&special.codes).abs_diff(open(&any.codes[..pairs])) < 10, "{}", workload.name());
    }
}
