//! Every CPU engine answers every scene as the oracle does.

use crate::common::cases;
use crate::common::engines::cpu;
use crate::common::papers::UNIT_TESTS_2019;
use crate::common::seed::{rng, seed};
use motzkin::Frame3;
use motzkin::glam::Vec3;
use motzkin_core::exact::{SettledBy, decide};
use motzkin_core::verdict::Verdict;
use motzkin_lab::reference;

crate::stamp!(cpu);

/// Scenes that lost their point would pass every engine: each kind of verdict must be there.
#[test]
fn scenes_hold_what_their_names_say() {
    for scene in cases::all() {
        let counts = Verdict::ALL.map(|verdict| scene.count(verdict));
        println!("{:45} separate, touching, overlapping: {counts:?}", scene.name);
    }
    let of = |name: &str| cases::all().iter().find(|scene| scene.name == name).expect("a scene");
    let share = |name: &str, verdict| of(name).share(verdict);
    for name in [
        "contacts",
        "contacts in denormals",
        "contacts at 2^122",
        "contacts sheared",
        "one-ulp gaps",
    ] {
        assert!(Verdict::ALL.iter().all(|&verdict| share(name, verdict) > 0.1), "{name}");
    }
    assert!(share("grid of boxes turned by 0e0", Verdict::Touching) == 1.0);
    assert!(share("grid of tetrahedra turned by 0e0", Verdict::Touching) > 0.2);
    assert!(share("grid of tetrahedra turned by 0e0", Verdict::Overlapping) == 0.0);
    assert!(share("grid of boxes turned by 1e-3", Verdict::Touching) < 0.9);
    for name in ["near contact", "random floats", "equally turned and yaw-only boxes"] {
        assert!(
            share(name, Verdict::Separate) > 0.1 && share(name, Verdict::Overlapping) > 0.1,
            "{name}"
        );
    }
    for size in [1, 2] {
        assert!(share(&format!("integer lattice {size}"), Verdict::Touching) > 0.05);
    }
}

/// The 2013 paper's scheme: sixteen cases for each combination of shapes, of every verdict.
#[test]
fn sixteen_cases_a_combination() {
    let scene = cases::all().iter().find(|s| s.name.starts_with("sixteen")).expect("the scene");
    for (a, b) in
        [("Cuboid", "Cuboid"), ("Cuboid", "Tetra"), ("Tetra", "Cuboid"), ("Tetra", "Tetra")]
    {
        let of: Vec<usize> = (0..scene.names.len())
            .filter(|&i| scene.names[i].ends_with(&format!("({a}, {b})")))
            .collect();
        assert_eq!(of.len(), 16);
        for verdict in Verdict::ALL {
            assert!(
                of.iter().filter(|&&i| scene.expected[i] == verdict).count() >= 3,
                "{a}, {b}: {verdict}"
            );
        }
    }
}

/// The 2019 paper counts contact as no collision: three of its twelve pairs touch.
#[test]
fn the_paper_of_2019_is_open_at_contact() {
    for test in &UNIT_TESTS_2019 {
        assert_eq!(test.collides, test.verdict.overlaps());
        assert_eq!(test.collides, test.bdg_box.is_some());
    }
    assert_eq!(UNIT_TESTS_2019.iter().filter(|t| t.verdict == Verdict::Touching).count(), 3);
}

/// Contacts of shapes whose numbers have so many bits: up to thirteen nothing rounds in `f64`, far
/// beyond it does.
#[test]
fn short_numbers_are_settled_in_doubles() {
    for bits in [13, 14, 20, 24] {
        let mut rng = rng(&format!("{bits} bits"));
        let limit = (1 << bits) - 1;
        let mut count = [[0; 3]; 3];
        for case in 0..300 {
            let mut vertex = || Vec3::from_array([0; 3].map(|_| rng.i32(-limit..=limit) as f32));
            let a = [vertex(), vertex(), vertex(), vertex()];
            // One to three vertices in common, some of them nearly.
            let mut b = [a[0], a[1], a[2], vertex()];
            for (k, b) in b.iter_mut().enumerate().take(3) {
                match k {
                    _ if k > case % 3 => *b = vertex(),
                    _ if case % 2 == 0 => b.x = (b.x + 1.0).min(limit as f32),
                    _ => {}
                }
            }
            let build = |v: [Vec3; 4], cuboid: bool| match cuboid {
                true => Frame3::cuboid(v[0], [v[1], v[2], v[3]]),
                false => Frame3::tetra_by_vertices(v),
            };
            let (Ok(a), Ok(b)) = (build(a, case / 6 % 3 == 0), build(b, case / 6 % 4 == 0)) else {
                continue;
            };
            let (found, truth) =
                (decide(&a, &b).expect("valid"), reference::verdict(&a, &b).expect("valid"));
            assert_eq!(found.verdict, truth, "seed {}: {a:?} {b:?}", seed());
            assert!(bits > 13 || found.by == SettledBy::Double);
            count[truth as usize][found.by as usize] += 1;
        }
        println!("{bits} bits: {count:?}");
        let [in_doubles, in_whole, _] = count[Verdict::Touching as usize];
        assert!(if bits > 13 { in_whole > 10 } else { in_doubles > 10 }, "{count:?}");
    }
}
