//! What kernels compute, to the last bit, is what is recorded: codes before anything is settled,
//! and bounds. Whether they are right is for other tests, which have oracles. Here a kernel that
//! decides less, or bounds less closely, is seen, and so is a processor that rounds otherwise.
//!
//! `recorded.txt` has a hash for code without vectors, one for vectors without fused multiply-add,
//! one for those of x86 with it, and one for NEON. The last two differ for moving polytopes alone:
//! which of two vertices that are as far is taken depends on the width. Who changes what a kernel
//! computes records what the test prints.

mod bounds;
mod digest;
mod draw;
mod frames;
mod hulls;
mod placed;

use draw::Style;
use motzkin_core::geom::{Frame2, Frame3};
use motzkin_core::kernel::SimdLevel;
use motzkin_core::kernel::hull::ContactBounds;
use std::collections::BTreeMap;

/// The hash of what each kernel computes.
type Found = Vec<(&'static str, u64)>;

/// The column of an instruction set.
fn column(level: SimdLevel) -> usize {
    match level {
        SimdLevel::Scalar => 0,
        SimdLevel::Sse2 | SimdLevel::Simd128 => 1,
        // Products are added without being rounded before.
        SimdLevel::Avx2 | SimdLevel::Avx512 => 2,
        SimdLevel::Neon => 3,
    }
}

/// The lines of some shapes: a name, then a hash for each column.
fn recorded(shapes: &str) -> BTreeMap<String, [u64; 4]> {
    let line = |line: &str| {
        let mut words = line.split_whitespace();
        let name = [(); 3].map(|()| words.next().expect("three words"));
        let hash = |word: Option<&str>| u64::from_str_radix(word.expect("a hash"), 16);
        let hashes = [(); 4].map(|()| hash(words.next()).expect("a number"));
        (name[0] == shapes).then(|| (name.join(" "), hashes))
    };
    include_str!("recorded.txt").lines().filter_map(line).collect()
}

/// Compares what is found in some styles, on every level.
fn hold<S>(
    shapes: &str,
    styles: &[Style],
    scene: impl Fn(Style) -> S,
    found: impl Fn(&S, SimdLevel) -> Found,
) {
    let recorded = recorded(shapes);
    let mut differ = BTreeMap::new();
    for &style in styles {
        let scene = scene(style);
        for level in SimdLevel::available() {
            for (kernel, hash) in found(&scene, level) {
                let name = format!("{shapes} {kernel} {style:?}");
                let place = column(level);
                if recorded.get(&name).is_none_or(|hashes| hashes[place] != hash) {
                    differ.insert((name, place, level.name()), hash);
                }
            }
        }
    }
    let lines = differ.iter().map(|((name, place, level), hash)| {
        format!("{name}: {hash:016x} on {level}, column {}", place + 1)
    });
    let lines: Vec<String> = lines.collect();
    assert!(lines.is_empty(), "not as recorded:\n{}", lines.join("\n"));
}

#[test]
fn frames_in_space() {
    hold("space", &Style::ALL, frames::Scene::<Frame3>::new, frames::Scene::found);
}

#[test]
fn frames_in_the_plane() {
    hold("plane", &Style::ALL, frames::Scene::<Frame2>::new, frames::Scene::found);
}

#[test]
fn bounds_in_poses() {
    hold("bounds", &Style::OF_POINTS, bounds::Scene::new, bounds::Scene::found);
}

#[test]
fn polytopes() {
    hold("polytopes", &Style::OF_POINTS, hulls::Scene::new, hulls::Scene::found);
}

#[test]
fn polytopes_under_transforms() {
    hold("placed", &Style::OF_POINTS, placed::Scene::new, placed::Scene::found);
}

#[test]
fn zeros_of_outer_bounds_have_no_sign() {
    let bounds = ContactBounds { first: [-0.0, 0.0], last: [0.0, -0.0] };
    let interval = bounds.outer().0;
    assert_eq!([interval.first, interval.last].map(f32::to_bits), [0; 2]);
}

/// The levels are those that the crate of the vectors finds, and no more.
#[cfg(all(not(one_level), any(target_arch = "x86_64", target_arch = "aarch64")))]
#[test]
fn levels_are_those_of_the_processor() {
    let level = fearless_simd::Level::new();
    #[cfg(target_arch = "x86_64")]
    let known = [
        (SimdLevel::Sse2, level.as_sse2().is_some()),
        (SimdLevel::Avx2, level.as_avx2().is_some()),
        (SimdLevel::Avx512, level.as_avx512().is_some()),
    ];
    #[cfg(target_arch = "aarch64")]
    let known = [(SimdLevel::Neon, level.as_neon().is_some())];
    let mut expected = vec![SimdLevel::Scalar];
    expected.extend(known.iter().filter(|(_, is_there)| *is_there).map(|(level, _)| *level));
    assert_eq!(SimdLevel::available(), expected);
    assert_eq!(SimdLevel::Scalar.name(), "scalar");
    assert_eq!(SimdLevel::best(), expected[expected.len() - 1]);
}
