//! Hulls in a set that the service is asked about, some of which are replaced.

use fastrand::Rng;
use motzkin::glam::{Affine3A, Vec3};
use motzkin::{CollisionService, Pair, PolytopeSet, Verdict};

const HULLS: usize = 12;

/// Points, where they stand, and how they move.
type Hull = (Vec<Vec3>, Vec3, Vec3);

pub struct Hulls {
    hulls: Vec<Hull>,
    set: PolytopeSet,
}

fn whole(rng: &mut Rng, reach: i32) -> Vec3 {
    Vec3::from([0; 3].map(|_| rng.i32(-reach..=reach) as f32))
}

fn draw(rng: &mut Rng) -> Hull {
    ((0..rng.usize(1..8)).map(|_| whole(rng, 2)).collect(), whole(rng, 3), whole(rng, 2))
}

fn set_of(hulls: &[Hull]) -> PolytopeSet {
    let mut set = PolytopeSet::new();
    for (points, place, velocity) in hulls {
        let hull = set.push(points).unwrap();
        set.set_transform(hull, Affine3A::from_translation(*place)).unwrap();
        set.set_velocity(hull, *velocity).unwrap();
    }
    set
}

impl Hulls {
    pub fn new(rng: &mut Rng) -> Self {
        let hulls: Vec<Hull> = (0..HULLS).map(|_| draw(rng)).collect();
        Self { set: set_of(&hulls), hulls }
    }

    /// One hull goes elsewhere. From time to time it is another hull.
    pub fn step(&mut self, rng: &mut Rng) {
        let hull = rng.usize(..HULLS);
        let (points, place, velocity) = draw(rng);
        if rng.u32(..32) == 0 {
            self.hulls[hull] = (points, place, velocity);
            self.set = set_of(&self.hulls);
            return;
        }
        (self.hulls[hull].1, self.hulls[hull].2) = (place, velocity);
        self.set.set_transform(hull as u32, Affine3A::from_translation(place)).unwrap();
        self.set.set_velocity(hull as u32, velocity).unwrap();
    }

    /// The verdicts of all pairs, at rest and moving.
    pub fn verdicts(&self, service: &CollisionService) -> [Vec<Verdict>; 2] {
        verdicts(service, &self.set)
    }

    /// The same of a set that is made anew.
    pub fn verdicts_afresh(&self, service: &CollisionService) -> [Vec<Verdict>; 2] {
        verdicts(service, &set_of(&self.hulls))
    }
}

fn verdicts(service: &CollisionService, set: &PolytopeSet) -> [Vec<Verdict>; 2] {
    let with = |i: u32| (0..i).map(move |j| Pair::new(j, i));
    let pairs: Vec<Pair> = (0..HULLS as u32).flat_map(with).collect();
    let moving = service.query(set, &pairs).moving().run().unwrap();
    [service.verdicts(set, &pairs).unwrap().to_vec(), moving.verdicts().to_vec()]
}
