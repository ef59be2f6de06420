//! Frames in the plane of any bits, at rest and moving: every engine against the oracle.

use crate::bits::{Numbers, rows, shared};
use crate::common::answers::sweeps;
use crate::common::oracle::denormals;
use crate::common::plane::{Case, Scene};
use crate::frames::all_pairs;
use crate::{driver, services};
use dashu_int::IBig;
use fastrand::Rng;
use motzkin::service::BatchError;
use motzkin::{Frame2, Pair, ShapeKind2, Wanted};

pub fn draw(rng: &mut Rng, count: usize, moving: bool) -> Vec<Frame2> {
    let numbers = Numbers::draw(rng);
    let mut out: Vec<[[f32; 2]; 5]> = (0..count).map(|_| rows(rng, numbers)).collect();
    let row = rng.usize(..4);
    shared(rng, &mut out, |own, other| own[row] = other[row]);
    for rows in &mut out {
        rows[4] = [ShapeKind2::ALL[rng.usize(..3)].tag(), 0.0];
        if !moving {
            rows[3] = [0.0; 2];
        }
        if rng.u32(..16) == 0 {
            rows[4][0] = f32::from_bits(rng.u32(..));
        }
    }
    out.into_iter().map(motzkin::bytemuck::cast).collect()
}

/// Whether it is a frame, in whole numbers.
pub fn is_valid(frame: &Frame2) -> bool {
    let rows = frame.rows();
    let tag = rows[4][0];
    if !rows[..4].as_flattened().iter().all(|x| x.is_finite()) || ![0.0, 1.0, 2.0].contains(&tag) {
        return false;
    }
    let [origin, a, b, ..] =
        rows.map(|row| row.map(|x| if x.is_finite() { denormals(x) } else { IBig::ZERO }));
    let from =
        |[x, y]: [IBig; 2]| if tag == 2.0 { [x - &origin[0], y - &origin[1]] } else { [x, y] };
    let ([ax, ay], [bx, by]) = (from(a), from(b));
    ax * by != ay * bx
}

#[test]
fn any_bits_in_the_plane() {
    let services = services();
    driver::run("plane", |rng| {
        let moving = rng.bool();
        let frames = draw(rng, 6, moving);
        for frame in &frames {
            let told = frame.validate();
            assert_eq!(told.is_ok(), is_valid(frame), "{told:?}: {frame:?}");
        }
        let invalid = frames.iter().position(|frame| !is_valid(frame));
        if let Some(number) = invalid {
            let pairs = [Pair::new(number as u32, number as u32)];
            let answered = services[0].1.query(&frames, &pairs).moving().run();
            assert!(matches!(answered, Err(BatchError::InvalidFrames { .. })), "{answered:?}");
        }
        let valid: Vec<Frame2> = frames.into_iter().filter(is_valid).collect();
        let case = |[a, b]: [Frame2; 2]| Case {
            name: "any bits".into(),
            a,
            b,
            verdict: None,
            interval: None,
        };
        let scene = Scene::new("plane", all_pairs(&valid).into_iter().map(case).collect());
        for (name, service) in services {
            if !moving {
                let found = service.verdicts(&scene.frames, &scene.pairs).expect("valid frames");
                scene.demand_verdicts(name, &found);
                continue;
            }
            let query = service.query(&scene.frames, &scene.pairs).moving();
            let answer = query.wanted(Wanted::INTERVAL).run().expect("valid frames");
            scene.demand_verdicts(name, answer.verdicts());
            scene.demand(name, &sweeps(&answer), |found, truth, _, _| {
                truth.fault_of_interval(found.interval)
            });
        }
    });
}
