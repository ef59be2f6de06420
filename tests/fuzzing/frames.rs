//! Frames of any bits: what is a frame, and every engine against the oracle.

use crate::bits::{Numbers, rows, shared};
use crate::common::engines::{self, Tested};
use crate::common::oracle::{cross, denormals, dot, sub};
use crate::common::scene::{Case, Scene};
use crate::common::{compare, engines::service};
use crate::{driver, gpu};
use dashu_int::IBig;
use fastrand::Rng;
use motzkin::{CollisionService, Engine, Frame3, Pair, ShapeKind};

/// Any bits in the shape of a frame; the tag is mostly one that there is.
pub fn draw(rng: &mut Rng, count: usize) -> Vec<Frame3> {
    let numbers = Numbers::draw(rng);
    let mut out: Vec<[[f32; 4]; 4]> = (0..count).map(|_| rows(rng, numbers)).collect();
    // Common corners and parallel edges.
    let row = rng.usize(..4);
    shared(rng, &mut out, |own, other| own[row] = other[row]);
    for rows in &mut out {
        rows[0][3] = match rng.u32(..20) {
            0 => f32::from_bits(rng.u32(..)),
            1 => -0.0,
            _ => ShapeKind::ALL[rng.usize(..3)].tag(),
        };
    }
    out.into_iter().map(motzkin::bytemuck::cast).collect()
}

/// Whether it is a frame at rest, in whole numbers.
pub fn is_valid(frame: &Frame3) -> bool {
    let rows = frame.rows();
    let tag = rows[0][3];
    let finite = rows.iter().all(|[x, y, z, _]| x.is_finite() && y.is_finite() && z.is_finite());
    if !finite || ![0.0, 1.0, 2.0].contains(&tag) {
        return false;
    }
    let [origin, rows @ ..] = rows.map(|[x, y, z, _]| [x, y, z].map(denormals));
    let [a, b, c] = if tag == 2.0 { rows.map(|row| sub(&row, &origin)) } else { rows };
    dot(&a, &cross(&b, &c)) != IBig::ZERO
}

/// Every two of some frames.
pub fn all_pairs<F: Copy>(frames: &[F]) -> Vec<[F; 2]> {
    let with_later = |(i, a): (usize, &F)| frames[i + 1..].iter().map(|b| [*a, *b]).collect();
    frames.iter().enumerate().flat_map(|pair| -> Vec<[F; 2]> { with_later(pair) }).collect()
}

fn agree(engines: &[Tested], scene: &Scene) {
    for tested in engines {
        let count = scene.pairs.len().min(if tested.patience < 1000 { 3 } else { usize::MAX });
        let part = scene.picked("asked", 0..count);
        let found = (tested.verdicts)(&part.frames, &part.pairs);
        compare::demand(compare::verdicts(&tested.name, &part, &found));
        if let Some(raw) = &tested.raw {
            let codes = raw(&part.frames, &part.pairs);
            compare::demand(compare::raw_codes(&tested.name, &part, &codes));
        }
    }
}

#[test]
fn any_bits() {
    let mut engines = engines::cpu();
    engines.extend(gpu().map(|gpu| service("gpu", gpu.clone())));
    let cpu = CollisionService::new(Engine::Cpu).expect("a CPU engine");
    driver::run("frames", |rng| {
        let frames = draw(rng, 8);
        for frame in &frames {
            let told = frame.validate_resting();
            assert_eq!(told.is_ok(), is_valid(frame), "{told:?}: {frame:?}");
        }
        let pairs: Vec<Pair> = (1..8).map(|i| Pair::new(i - 1, i)).collect();
        let answered = cpu.verdicts(&frames, &pairs);
        assert_eq!(answered.is_ok(), frames.iter().all(is_valid), "{answered:?}: {frames:?}");
        let valid: Vec<Frame3> = frames.into_iter().filter(is_valid).collect();
        let case = |[a, b]: [Frame3; 2]| Case { name: "any bits".into(), a, b, known: None };
        agree(&engines, &Scene::new("frames", all_pairs(&valid).into_iter().map(case).collect()));
    });
}
