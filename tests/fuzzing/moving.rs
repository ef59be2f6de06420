//! Moving frames of any bits: every engine against the oracle.

use crate::common::answers::sweeps;
use crate::common::compare::demand;
use crate::common::moving::{MovingCase, MovingScene};
use crate::common::sweep::Sweep;
use crate::frames::{all_pairs, draw};
use crate::{driver, services};
use motzkin::{Frame3, Wanted};

#[test]
fn any_velocities() {
    let services = services();
    driver::run("moving", |rng| {
        let mut frames = draw(rng, 4);
        frames.retain(|frame| frame.validate().is_ok());
        let case = |[a, b]: [Frame3; 2]| MovingCase { name: "any bits".into(), a, b, known: None };
        let cases: Vec<MovingCase> = all_pairs(&frames).into_iter().map(case).take(3).collect();
        let scene = MovingScene::new("moving", cases);
        let exact = scene.each(|a, b| Sweep::exact(a, b).expect("valid frames"));
        demand(scene.compare("exact", &exact));
        for (name, service) in services {
            let query = service.query(&scene.frames, &scene.pairs).moving();
            let answer = query.wanted(Wanted::INTERVAL).run().expect("valid frames");
            demand(scene.compare(name, &sweeps(&answer)));
            let raw = service.query(&scene.frames, &scene.pairs).moving().raw();
            let raw = pollster::block_on(raw).expect("valid frames");
            demand(scene.compare_codes(name, raw.codes()));
        }
    });
}
