//! Settling in vectors of `f64`: right wherever it decides, on every instruction set; contacts of
//! short numbers are decided, and frames that are not valid never.

use crate::common::cases;
use crate::common::moving::{drawn, hard};
use crate::common::plane;
use crate::common::seed::{rng, seed};
use fastrand::Rng;
use glam::{Vec2, Vec3};
use motzkin_core::geom::{Frame2, Frame3, ShapeKind, ShapeKind2};
use motzkin_core::kernel::SimdLevel;
use motzkin_core::verdict::{RawCode, Verdict};
use motzkin_core::{Frame, Motion, Moving, Resting, Source};

/// Asserts on every level that each pair's code is undecided or the truth. Returns how many are
/// decided on the level that decides the fewest.
fn decided<F: Frame, M: Motion>(name: &str, source: Source<'_, F>, truth: &[Verdict]) -> usize {
    let numbers: Vec<u32> = (0..).zip(truth).map(|(number, _)| number).collect();
    let levels = SimdLevel::available().into_iter().map(|level| {
        let codes = F::settled::<M>(source, &numbers, level);
        assert_eq!(codes.len(), truth.len(), "{name}");
        for (number, (code, &truth)) in codes.iter().zip(truth).enumerate() {
            if let Some(found) = code.verdict().filter(|&found| found != truth) {
                let pair = source.pair(number);
                let level = level.name();
                panic!("{name}, seed {}, {level}: {found}, not {truth}: {pair:?}", seed());
            }
        }
        codes.iter().filter(|&&code| code != RawCode::UNDECIDED).count()
    });
    levels.min().expect("a level")
}

fn report(name: &str, decided: usize, of: usize) {
    println!("{name:45} {decided} of {of} decided");
}

#[test]
fn resting_pairs_in_space() {
    for scene in cases::all() {
        let source = Source::Indexed { frames: &scene.frames, pairs: &scene.pairs };
        let decided = decided::<_, Resting>(&scene.name, source, &scene.expected);
        report(&scene.name, decided, scene.pairs.len());
        let all = scene.name == "grid of boxes turned by 0e0"
            || scene.name == "grid of tetrahedra turned by 0e0"
            || scene.name.starts_with("integer lattice");
        assert!(!all || decided == scene.pairs.len(), "{}", scene.name);
    }
}

#[test]
fn moving_pairs_in_space() {
    for scene in [hard(), drawn()] {
        let source = Source::Indexed { frames: &scene.frames, pairs: &scene.pairs };
        let truth: Vec<Verdict> = scene.truth.iter().map(|truth| truth.verdict).collect();
        report(&scene.name, decided::<_, Moving>(&scene.name, source, &truth), truth.len());
    }
}

#[test]
fn pairs_in_the_plane() {
    for scene in plane::resting() {
        let source = Source::Indexed { frames: &scene.frames, pairs: &scene.pairs };
        let truth: Vec<Verdict> = scene.truth.iter().map(|truth| truth.verdict).collect();
        report(&scene.name, decided::<_, Resting>(&scene.name, source, &truth), truth.len());
    }
    for scene in plane::moving() {
        let source = Source::Indexed { frames: &scene.frames, pairs: &scene.pairs };
        let truth: Vec<Verdict> = scene.truth.iter().map(|truth| truth.verdict).collect();
        report(&scene.name, decided::<_, Moving>(&scene.name, source, &truth), truth.len());
    }
}

/// Whole numbers of so many bits, times a power of two.
struct Whole<'a> {
    rng: &'a mut Rng,
    limit: i32,
    unit: f32,
}

impl Whole<'_> {
    fn number(&mut self) -> f32 {
        self.rng.i32(-self.limit..=self.limit) as f32 * self.unit
    }

    fn vector(&mut self) -> Vec3 {
        Vec3::new(self.number(), self.number(), self.number())
    }

    /// A frame of any kind. Some of its rows are those of `other`, a few of them a unit beside.
    fn frame(&mut self, other: Option<&Frame3>) -> Frame3 {
        loop {
            let kind = ShapeKind::ALL[self.rng.usize(0..ShapeKind::ALL.len())];
            let mut rows = [(); 4].map(|()| self.vector());
            if let Some(other) = other {
                let kept = self.rng.usize(0..4);
                rows[0] = other.origin();
                for (k, row) in rows.iter_mut().enumerate().skip(1).take(kept) {
                    *row = other.row(k - 1);
                }
                let beside = self.rng.usize(0..8);
                if let Some(row) = rows.get_mut(beside) {
                    row.x += self.unit;
                }
                // On the other side of the common corner.
                if self.rng.bool() {
                    rows[3] = -rows[3];
                }
            }
            let [origin, rest @ ..] = rows;
            let velocity = self.vector();
            let built = Frame3::of_kind(kind, origin, rest);
            if let Ok(frame) = built.and_then(|frame| frame.with_velocity(velocity)) {
                return frame;
            }
        }
    }

    fn flat_frame(&mut self, other: Option<&Frame2>) -> Frame2 {
        loop {
            let kind = ShapeKind2::ALL[self.rng.usize(0..ShapeKind2::ALL.len())];
            let mut rows = [(); 3].map(|()| Vec2::new(self.number(), self.number()));
            if let Some(other) = other {
                rows[0] = other.origin();
                if self.rng.bool() {
                    rows[1] = other.row(0);
                }
                let beside = self.rng.usize(0..6);
                if let Some(row) = rows.get_mut(beside) {
                    row.x += self.unit;
                }
            }
            let [origin, rest @ ..] = rows;
            let velocity = Vec2::new(self.number(), self.number());
            let built = Frame2::of_kind(kind, origin, rest);
            if let Ok(frame) = built.and_then(|frame| frame.with_velocity(velocity)) {
                return frame;
            }
        }
    }
}

/// Tests pairs at rest and moving. Returns how many are decided of how many, and how many touch.
fn of_pairs<F: Frame>(name: &str, a: &[F], b: &[F]) -> (usize, usize, usize) {
    let source = Source::Zipped { a, b };
    let truth = |decide: fn(&F, &F) -> Verdict| -> Vec<Verdict> {
        a.iter().zip(b).map(|(a, b)| decide(a, b)).collect()
    };
    let resting = truth(|a, b| F::decide::<Resting>(a, b).expect("valid").verdict);
    let moving = truth(|a, b| F::decide::<Moving>(a, b).expect("valid").verdict);
    let found = decided::<F, Resting>(name, source, &resting)
        + decided::<F, Moving>(&format!("{name}, moving"), source, &moving);
    let touching = resting.iter().chain(&moving).filter(|&&verdict| verdict == Verdict::Touching);
    (found, 2 * a.len(), touching.count())
}

/// From widths at which nothing rounds to widths at which nearly everything does, with the limits
/// of the lattices between.
#[test]
fn whole_numbers_of_every_width() {
    const PAIRS: usize = 250;
    for bits in [2, 6, 10, 11, 12, 13, 14, 15, 16, 17, 18, 20, 22, 23, 24] {
        for exponent in [-140, 0, 60] {
            let name = format!("{bits} bits times 2^{exponent}");
            let mut rng = rng(&name);
            let unit = 2_f64.powi(exponent) as f32;
            let limit = (1 << bits) - 1;
            let mut whole = Whole { rng: &mut rng, limit, unit };
            let a: Vec<Frame3> = (0..PAIRS).map(|_| whole.frame(None)).collect();
            let b: Vec<Frame3> = a.iter().map(|a| whole.frame(Some(a))).collect();
            let (found, of, touching) = of_pairs(&name, &a, &b);
            report(&format!("{name}, {touching} touch"), found, of);
            assert!(touching > of / 20, "{name}: {touching} touch");
            assert!(bits > 11 || found == of, "{name}: {found} of {of}");

            let name = format!("{name} in the plane");
            let a: Vec<Frame2> = (0..PAIRS).map(|_| whole.flat_frame(None)).collect();
            let b: Vec<Frame2> = a.iter().map(|a| whole.flat_frame(Some(a))).collect();
            let (found, of, touching) = of_pairs(&name, &a, &b);
            report(&format!("{name}, {touching} touch"), found, of);
            assert!(touching > of / 20, "{name}: {touching} touch");
            assert!(bits > 20 || found == of, "{name}: {found} of {of}");
        }
    }
}

/// Numbers that are lost in a difference must not pass for numbers of a lattice.
#[test]
fn tiny_numbers_beside_large_ones_are_rounded() {
    let tetra = |x: f32| {
        Frame3::tetra_by_vertices([
            Vec3::new(1.0, 0.0, 0.0),
            Vec3::new(x, 0.0, 0.0),
            Vec3::new(1.0, 1.0, 0.0),
            Vec3::new(1.0, 0.0, 1.0),
        ])
        .expect("a tetrahedron")
    };
    let cube = Frame3::aligned_box(Vec3::new(-1.0, -0.5, -0.5), Vec3::new(0.0, 0.5, 0.5));
    let cube = cube.expect("a box");
    let triangle = |x: f32| {
        Frame2::triangle_by_vertices([Vec2::X, Vec2::new(x, 0.0), Vec2::ONE]).expect("a triangle")
    };
    let square = Frame2::aligned_box(Vec2::new(-1.0, -0.5), Vec2::new(0.0, 0.5)).expect("a box");
    for (x, verdict) in [
        (0.0, Verdict::Touching),
        (1e-30, Verdict::Separate),
        (-1e-30, Verdict::Overlapping),
        (f32::from_bits(1), Verdict::Separate),
    ] {
        let name = format!("a vertex at {x:e}");
        let (tetras, triangles) = ([tetra(x)], [triangle(x)]);
        let found =
            decided::<_, Resting>(&name, Source::Zipped { a: &tetras, b: &[cube] }, &[verdict])
                + decided::<_, Resting>(
                    &name,
                    Source::Zipped { a: &triangles, b: &[square] },
                    &[verdict],
                );
        assert_eq!(found, if x == 0.0 { 2 } else { 0 }, "{name}");
    }
}

/// Numbers of pairs about the sizes of groups and chunks, whose shapes take turns.
#[test]
fn awkward_numbers_of_pairs() {
    let mut rng = rng("awkward numbers");
    let mut whole = Whole { rng: &mut rng, limit: 9, unit: 0.25 };
    let a: Vec<Frame3> = (0..4097).map(|_| whole.frame(None)).collect();
    let b: Vec<Frame3> = a.iter().map(|a| whole.frame(Some(a))).collect();
    for count in [0, 1, 2, 3, 5, 63, 65, 511, 512, 513, 4097] {
        let (found, of, _) = of_pairs(&format!("{count} pairs"), &a[..count], &b[..count]);
        assert_eq!(found, of, "{count} pairs");
    }
}

/// A frame that is flat, not finite or of no shape leaves its pair undecided, whatever its place,
/// and its neighbours decided.
#[test]
fn frames_that_are_not_valid_stay_undecided() {
    let cube = Frame3::aligned_box(Vec3::ZERO, Vec3::ONE).expect("a box");
    let apart = Frame3::aligned_box(Vec3::splat(3.0), Vec3::splat(4.0)).expect("a box");
    let broken = |change: fn(&mut [[f32; 4]; 4])| {
        let mut frame = cube;
        change(bytemuck::cast_mut(&mut frame));
        frame
    };
    let invalid = [
        broken(|rows| rows[3] = rows[1]),
        broken(|rows| rows[2] = [0.0; 4]),
        broken(|rows| rows[0][1] = f32::NAN),
        broken(|rows| rows[1][0] = f32::INFINITY),
        broken(|rows| rows[3][2] = f32::NEG_INFINITY),
        broken(|rows| rows[0][3] = 77.0),
        broken(|rows| rows[0][3] = f32::NAN),
    ];
    for frame in invalid {
        assert!(frame.validate_resting().is_err());
        for level in SimdLevel::available() {
            for place in 0..9 {
                for swapped in [false, true] {
                    let (mut a, mut b) = ([cube; 9], [apart; 9]);
                    if swapped {
                        b[place] = frame
                    } else {
                        a[place] = frame
                    }
                    let numbers: Vec<u32> = (0..9).collect();
                    let source = Source::Zipped { a: &a, b: &b };
                    let codes = Frame3::settled::<Resting>(source, &numbers, level);
                    for (i, &code) in codes.iter().enumerate() {
                        let expected =
                            if i == place { RawCode::UNDECIDED } else { RawCode::SEPARATE };
                        assert_eq!(code, expected, "{} at {i} of {frame:?}", level.name());
                    }
                }
            }
        }
    }
}
