//! Faults injected on purpose: whoever compares must notice.

use super::compare;
use super::scene::Scene;
use glam::DVec3;
use motzkin_core::exact::{self, Separation};
use motzkin_core::geom::Aabb3;
use motzkin_core::verdict::{RawCode, Verdict};

/// Another verdict than this.
fn other(verdict: Verdict, step: usize) -> Verdict {
    Verdict::ALL[(verdict as usize + step) % 3]
}

/// Flips each verdict of a scene in turn, both ways, and demands that the comparer names it.
pub fn flipped_verdicts_are_noticed(scene: &Scene) {
    assert_eq!(compare::verdicts("faults", scene, &scene.expected), Ok(()));
    for i in 0..scene.expected.len() {
        for step in [1, 2] {
            let mut found = scene.expected.clone();
            found[i] = other(found[i], step);
            let report = compare::verdicts("faults", scene, &found).expect_err("a flipped verdict");
            assert!(report.contains(&format!("pair {i} ")), "{report}");
            assert!(
                report.contains(&scene.names[i]) && report.contains("MOTZKIN_SEED="),
                "{report}"
            );
        }
    }
}

/// The same for raw codes: an undecided pair is no fault, a wrong certainty is, and so is a claim
/// of "touching", even where the pair touches.
pub fn wrong_codes_are_noticed(scene: &Scene) {
    let honest = |verdict: Verdict| match verdict {
        Verdict::Touching => RawCode::UNDECIDED,
        certain => certain.into(),
    };
    let codes: Vec<RawCode> = scene.expected.iter().map(|&verdict| honest(verdict)).collect();
    assert_eq!(compare::raw_codes("faults", scene, &codes), Ok(()));
    let none = vec![RawCode::UNDECIDED; codes.len()];
    assert_eq!(compare::raw_codes("faults", scene, &none), Ok(()));
    for i in 0..codes.len() {
        for wrong in Verdict::ALL {
            if wrong == scene.expected[i] && wrong != Verdict::Touching {
                continue;
            }
            let mut found = codes.clone();
            found[i] = wrong.into();
            let report = compare::raw_codes("faults", scene, &found).expect_err("a wrong code");
            assert!(report.contains(&format!("pair {i} ")), "{report}");
        }
    }
}

/// The same for boxes: one ulp in, one ulp out, a box too many, a box too few.
pub fn wrong_boxes_are_noticed(scene: &Scene, boxes: &[Option<Aabb3>]) {
    assert_eq!(compare::boxes("faults", scene, boxes), Ok(()));
    for (i, good) in boxes.iter().enumerate() {
        let mut wrong = Vec::new();
        match good {
            None => wrong.push(Some(scene.frames[scene.pairs[i].a as usize].aabb())),
            Some(good) => {
                wrong.push(None);
                for axis in 0..3 {
                    let [mut a, mut b, mut c, mut d] = [*good; 4];
                    a.min[axis] = good.min[axis].next_up();
                    b.min[axis] = good.min[axis].next_down();
                    c.max[axis] = good.max[axis].next_up();
                    d.max[axis] = good.max[axis].next_down();
                    wrong.extend([a, b, c, d].map(Some));
                }
            }
        }
        for wrong in wrong {
            let mut found = boxes.to_vec();
            found[i] = wrong;
            let report = compare::boxes("faults", scene, &found).expect_err("a wrong box");
            assert!(report.contains(&format!("pair {i} ")), "{report}");
        }
    }
}

/// The same for axes and depths: another verdict, an axis the other way, turned or stretched a
/// little, a depth a little more or less.
pub fn wrong_separations_are_noticed(scene: &Scene, separations: &[Separation]) {
    assert_eq!(compare::separations("faults", scene, separations), Ok(()));
    for (i, good) in separations.iter().enumerate() {
        let turned = (good.axis + good.axis.any_orthonormal_vector() * 1e-3).normalize();
        let mut wrong = vec![
            Separation { verdict: other(good.verdict, 1), ..*good },
            Separation { axis: good.axis * (1.0 + 1e-9), ..*good },
        ];
        // Vertices that touch may be parted along many an axis.
        if good.depth > 0.0 {
            wrong.push(Separation { axis: turned, ..*good });
        }
        // Of a pair that is its own mirror image both signs are right.
        let (a, b) = scene.pair(i);
        if exact::separation(b, a).expect("valid frames").axis == -good.axis {
            wrong.push(Separation { axis: -good.axis, ..*good });
        }
        wrong.extend(
            [1.0 - 1e-8, 1.0 + 1e-8].map(|x| Separation { depth: good.depth * x + 1e-30, ..*good }),
        );
        for wrong in wrong {
            // Alone: the comparer would judge all pairs before it each time, which is slow.
            let alone = scene.picked("alone", [i].into_iter());
            let report =
                compare::separations("faults", &alone, &[wrong]).expect_err("a wrong separation");
            assert!(
                report.contains(&scene.names[i]) && report.contains("MOTZKIN_SEED="),
                "{report}"
            );
        }
    }
}

/// The same for common points: outside by a little, one too many, one too few.
pub fn wrong_witnesses_are_noticed(scene: &Scene, witnesses: &[Option<DVec3>]) {
    assert_eq!(compare::witnesses("faults", scene, witnesses), Ok(()));
    for (i, good) in witnesses.iter().enumerate() {
        let (a, b) = scene.pair(i);
        let boxed = exact::intersection_box(a, b).expect("valid frames");
        let wrong = match good {
            None => vec![Some(a.origin().as_dvec3())],
            Some(good) => {
                let beyond = boxed.expect("a pair that meets").max.as_dvec3() + 1e-6;
                vec![None, Some(good.with_x(beyond.x)), Some(good.with_z(beyond.z))]
            }
        };
        for wrong in wrong {
            let alone = scene.picked("alone", [i].into_iter());
            let report =
                compare::witnesses("faults", &alone, &[wrong]).expect_err("a wrong witness");
            assert!(report.contains(&scene.names[i]), "{report}");
        }
    }
}

/// Answers that are missing or too many are a fault too.
pub fn missing_answers_are_noticed(scene: &Scene) {
    let mut found = scene.expected.clone();
    found.push(Verdict::Separate);
    assert!(compare::verdicts("faults", scene, &found).is_err());
    found.truncate(scene.expected.len() - 1);
    assert!(compare::verdicts("faults", scene, &found).is_err());
}
