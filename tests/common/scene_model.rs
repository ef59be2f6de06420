//! A scene against a naive model: frames in a map by handle, whole copies of it for every
//! submission, and the oracle's verdicts.

use super::{oracle, seed};
use fastrand::Rng;
use motzkin::glam::{DMat3, DVec3, Quat, Vec3};
use motzkin::service::{
    ChangeAllError, ChangeError, CollisionService, Handle, InsertAllError, PairList, PairListError,
    RawAnswer, Scene, SceneError, Ticket,
};
use motzkin_core::geom::{Filter, Frame3};
use motzkin_core::verdict::{RawCode, Undecided, Verdict};
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

#[derive(Clone, Copy)]
struct Body {
    frame: Frame3,
    rest: Frame3,
    id: u32,
    filter: Filter,
}

type Bodies = BTreeMap<Handle, Body>;
type Pairs = Vec<(Handle, Handle)>;

/// What a submission saw.
struct Flight {
    ticket: Ticket,
    bodies: Bodies,
    pairs: Pairs,
    moving: bool,
}

struct Model {
    scene: Scene,
    bodies: Bodies,
    removed: Vec<Handle>,
    lists: Vec<(PairList, Pairs)>,
    flights: Vec<Flight>,
    rng: Rng,
    known: Known,
    /// No frames are inserted beyond so many.
    most: usize,
    /// Submissions and hits that were compared.
    compared: (usize, usize),
}

/// Small whole numbers, so that contacts are frequent; now and then anything.
pub fn frame(rng: &mut Rng) -> Frame3 {
    let whole = rng.u32(..4) > 0;
    let mut number = |reach: i32| match whole {
        true => rng.i32(-reach..=reach) as f32,
        false => (rng.f32() * 2.0 - 1.0) * reach as f32,
    };
    loop {
        let mut vector = |reach| Vec3::new(number(reach), number(reach), number(reach));
        let (origin, edges) = (vector(3), [vector(2), vector(2), vector(2)]);
        let made = match origin.x as i32 % 3 {
            0 => Frame3::tetra(origin, edges),
            1 => Frame3::tetra_by_vertices([
                origin,
                origin + edges[0],
                origin + edges[1],
                origin + edges[2],
            ]),
            _ => Frame3::cuboid(origin, edges),
        };
        if let Ok(frame) = made {
            return frame;
        }
    }
}

/// The oracle's verdicts by the frames and whether they move. Between two steps few frames change.
#[derive(Default)]
struct Known(HashMap<([[u32; 16]; 2], bool), Verdict>);

impl Known {
    /// Verdicts that are kept, so that memory is bounded.
    const MOST: usize = 1 << 16;

    fn verdict(&mut self, bodies: &Bodies, (a, b): (Handle, Handle), moving: bool) -> Verdict {
        let (Some(a), Some(b)) = (bodies.get(&a), bodies.get(&b)) else { return Verdict::Separate };
        if a.filter.group & b.filter.mask == 0 || b.filter.group & a.filter.mask == 0 {
            return Verdict::Separate;
        }
        if self.0.len() >= Self::MOST {
            self.0.clear();
        }
        let key = [a.frame, b.frame].map(motzkin::bytemuck::cast);
        *self.0.entry((key, moving)).or_insert_with(|| match moving {
            false => oracle::verdict(&a.frame, &b.frame),
            true => moving_verdict(&a.frame, &b.frame),
        })
    }
}

/// The moving oracle takes milliseconds; it holds this one to account elsewhere.
fn moving_verdict(a: &Frame3, b: &Frame3) -> Verdict {
    motzkin_core::exact::decide_moving(a, b).unwrap().verdict
}

fn flat() -> Frame3 {
    motzkin::bytemuck::Zeroable::zeroed()
}

/// Turned and moved in another way than the crate does it, to compare with a tolerance.
fn posed(frame: &Frame3, rotation: Quat, translation: Vec3) -> [DVec3; 4] {
    let matrix = DMat3::from_quat(rotation.as_dquat().normalize());
    let vertices = frame.kind() == Ok(motzkin::ShapeKind::TetraByVertices);
    [0, 1, 2, 3].map(|row| {
        let moved = if row == 0 || vertices { translation.as_dvec3() } else { DVec3::ZERO };
        matrix * frame.row(row).as_dvec3() + moved
    })
}

/// Runs random steps, so many and on until enough submissions and hits were compared; answers how
/// many were.
pub fn run(
    service: &CollisionService,
    name: &str,
    steps: usize,
    (submissions, hits): (usize, usize),
) -> (usize, usize) {
    let enough = |(all, found): (usize, usize)| all > submissions && found > hits;
    run_with(service, seed::rng(name), 60, steps, enough)
}

/// The same with a generator of one's own and some `most` frames, until `enough` says so of the
/// submissions and hits that were compared.
pub fn run_with(
    service: &CollisionService,
    rng: Rng,
    most: usize,
    steps: usize,
    enough: impl Fn((usize, usize)) -> bool,
) -> (usize, usize) {
    let scene = service.scene();
    let (bodies, removed, lists, flights) = (Bodies::new(), Vec::new(), Vec::new(), Vec::new());
    let (known, compared) = (Known::default(), (0, 0));
    let mut model = Model { scene, bodies, removed, lists, flights, rng, known, most, compared };
    let mut step = 0;
    while seed::goes_on(step, steps, enough(model.compared)) {
        model.step();
        assert_eq!(model.scene.len(), model.bodies.len(), "step {step}");
        assert!(model.scene.handles().iter().eq(model.bodies.keys()), "step {step}");
        step += 1;
    }
    while !model.flights.is_empty() {
        model.collect();
    }
    model.compared
}

impl Model {
    fn any(&mut self) -> Option<Handle> {
        let place = self.rng.usize(..self.bodies.len().max(1));
        self.bodies.keys().nth(place).copied()
    }

    /// Mostly a live handle, now and then a stale one.
    fn any_or_stale(&mut self) -> Option<Handle> {
        if self.rng.u32(..8) == 0 { self.removed.last().copied() } else { self.any() }
    }

    fn added(&mut self, handle: Handle, frame: Frame3) {
        let body = Body { frame, rest: frame, id: handle.slot(), filter: Filter::ALL };
        assert!(self.bodies.insert(handle, body).is_none(), "{handle} given twice");
        assert!(!self.removed.contains(&handle), "{handle} is stale");
    }

    fn step(&mut self) {
        match self.rng.u32(..27) {
            0..=2 => self.insert(),
            3 | 4 => self.remove(),
            5 => self.set_frame(),
            6 => self.set_frames(),
            7 => self.pose(),
            8 => self.speed_up(),
            9 => self.name_and_filter(),
            10..=12 => self.list(),
            13..=18 => self.submit(),
            19..=21 => self.collide(),
            _ => self.collect(),
        }
    }

    fn insert(&mut self) {
        if self.bodies.len() > self.most {
            return;
        }
        let frames: Vec<Frame3> = (0..self.rng.usize(1..6)).map(|_| frame(&mut self.rng)).collect();
        if self.rng.bool() {
            let handle = self.scene.insert(frames[0]).unwrap();
            self.added(handle, frames[0]);
            return;
        }
        let mut with_faults = frames.clone();
        if self.rng.bool() {
            with_faults.insert(frames.len() / 2, flat());
            let InsertAllError { faults, handles, .. } =
                self.scene.insert_all(&with_faults).unwrap_err();
            assert_eq!((faults.len(), faults[0].0), (1, frames.len() / 2));
            assert_eq!(handles.len(), with_faults.len());
            for (frame, handle) in with_faults.iter().zip(handles) {
                assert_eq!(handle.is_none(), *frame == flat());
                handle.into_iter().for_each(|handle| self.added(handle, *frame));
            }
        } else {
            let handles = self.scene.insert_all(&frames).unwrap();
            handles.into_iter().zip(frames).for_each(|(handle, frame)| self.added(handle, frame));
        }
    }

    fn remove(&mut self) {
        let Some(handle) = self.any_or_stale() else { return };
        let removed = self.scene.remove(handle);
        match self.bodies.remove(&handle) {
            Some(_) => self.removed.push(handle),
            None => assert_eq!(removed, Err(ChangeError::Stale(handle))),
        }
        assert_eq!(self.scene.frame(handle), None);
    }

    fn set_frame(&mut self) {
        let Some(handle) = self.any_or_stale() else { return };
        let frame = if self.rng.u32(..5) == 0 { flat() } else { frame(&mut self.rng) };
        let updated = self.scene.set_frame(handle, frame);
        match self.bodies.get_mut(&handle) {
            None => assert_eq!(updated, Err(ChangeError::Stale(handle))),
            Some(body) if frame != flat() => (body.frame, body.rest) = (frame, frame),
            Some(_) => assert!(
                matches!(updated, Err(ChangeError::Invalid { handle: h, .. }) if h == handle)
            ),
        }
        assert_eq!(self.scene.frame(handle), self.bodies.get(&handle).map(|body| body.frame));
    }

    fn set_frames(&mut self) {
        let mut items = Vec::new();
        for _ in 0..self.rng.usize(..20) {
            let frame = if self.rng.u32(..9) == 0 { flat() } else { frame(&mut self.rng) };
            items.extend(self.any_or_stale().map(|handle| (handle, frame)));
        }
        let faulty = |(handle, frame): &(Handle, Frame3)| {
            !self.bodies.contains_key(handle) || *frame == flat()
        };
        let expected: Vec<usize> = (0..items.len()).filter(|&i| faulty(&items[i])).collect();
        let (handles, frames): (Vec<_>, Vec<_>) = items.iter().copied().unzip();
        let updated = self.scene.set_frames(&handles, &frames);
        let found: Vec<usize> = match updated {
            Ok(()) => Vec::new(),
            Err(ChangeAllError::Faults { faults, .. }) => {
                faults.iter().map(|fault| fault.0).collect()
            }
            Err(other) => panic!("{other}"),
        };
        assert_eq!(found, expected);
        for (i, (handle, frame)) in items.into_iter().enumerate() {
            if let Some(body) = self.bodies.get_mut(&handle).filter(|_| !expected.contains(&i)) {
                (body.frame, body.rest) = (frame, frame);
            }
        }
    }

    fn pose(&mut self) {
        let Some(handle) = self.any() else { return };
        let mut number = || (self.rng.i32(-4..=4) as f32) * 0.5;
        let quarter = Quat::from_array([number(), number(), number(), number() + 0.25]);
        let shift = Vec3::new(number(), number(), number());
        let pose = if self.rng.bool() { (Quat::IDENTITY, shift) } else { (quarter, shift) };
        let rest = self.bodies[&handle].rest;
        if self.rng.bool() {
            self.scene.set_pose(handle, pose.0, pose.1).unwrap();
        } else {
            self.scene.set_poses(&[handle], &[pose]).unwrap();
        }
        let frame = self.scene.frame(handle).unwrap();
        for (row, expected) in posed(&rest, pose.0, pose.1).into_iter().enumerate() {
            let error = (frame.row(row).as_dvec3() - expected).abs().max_element();
            assert!(
                error < 1e-6 * (1.0 + expected.abs().max_element()),
                "{handle}, row {row}: {error}"
            );
        }
        self.bodies.get_mut(&handle).unwrap().frame = frame;
    }

    fn speed_up(&mut self) {
        let Some(handle) = self.any() else { return };
        let mut number = || self.rng.i32(-4..=4) as f32;
        let velocity = Vec3::new(number(), number(), number());
        if self.rng.bool() {
            self.scene.set_velocity(handle, velocity).unwrap();
        } else {
            self.scene.set_velocities(&[handle], &[velocity]).unwrap();
        }
        let body = self.bodies.get_mut(&handle).unwrap();
        body.frame = body.frame.with_velocity(velocity).unwrap();
        assert_eq!(self.scene.frame(handle), Some(body.frame));
        let endless = self.scene.set_velocity(handle, Vec3::X * f32::INFINITY);
        assert!(matches!(endless, Err(ChangeError::Invalid { handle: h, .. }) if h == handle));
    }

    fn name_and_filter(&mut self) {
        let Some(handle) = self.any() else { return };
        let (id, group) = (self.rng.u32(..), 1 << self.rng.u32(..3));
        let filter = match self.rng.bool() {
            true => Filter::ALL,
            false => Filter { group, mask: self.rng.u32(..8) },
        };
        self.scene.set_id(handle, id).unwrap();
        self.scene.set_filter(handle, filter).unwrap();
        assert_eq!((self.scene.id(handle), self.scene.filter(handle)), (Some(id), Some(filter)));
        let body = self.bodies.get_mut(&handle).unwrap();
        (body.id, body.filter) = (id, filter);
    }

    fn list(&mut self) {
        let count = if self.rng.u32(..6) == 0 { 0 } else { self.rng.usize(..70) };
        let mut pairs = Pairs::new();
        for _ in 0..count {
            pairs.extend(self.any().zip(self.any()));
        }
        let slots: Vec<_> =
            pairs.iter().map(|(a, b)| motzkin::Pair::new(a.slot(), b.slot())).collect();
        let by_slots = self.rng.bool();
        let place = self.rng.usize(..3);
        match self.lists.get_mut(place) {
            None => {
                let made = if by_slots {
                    self.scene.pair_list(&slots)
                } else {
                    self.scene.pair_list(&pairs)
                };
                self.lists.push((made.unwrap(), pairs));
            }
            Some((list, old)) if self.rng.bool() => {
                let set = match by_slots {
                    true => self.scene.replace(list, &slots),
                    false => self.scene.replace(list, &pairs),
                };
                set.unwrap();
                *old = pairs;
            }
            Some((list, old)) => {
                if old.len() < 200 {
                    self.scene.append(list, &pairs).unwrap();
                    old.extend(pairs);
                }
                // A stale handle leaves the list as it was.
                if let Some(&stale) = self.removed.last() {
                    let error = self.scene.append(list, &[(stale, stale)]).unwrap_err();
                    assert_eq!(error, PairListError::Stale { pair: 0, handle: stale });
                }
                assert_eq!(list.len(), old.len());
            }
        }
    }

    fn submit(&mut self) {
        let place = self.rng.usize(..3);
        let Some((list, pairs)) = self.lists.get(place) else { return };
        let moving = self.rng.u32(..4) == 0;
        let submitted =
            if moving { self.scene.query(list).moving().submit() } else { self.scene.submit(list) };
        match submitted {
            Ok(ticket) => {
                assert!(self.flights.len() < 3);
                let (bodies, pairs) = (self.bodies.clone(), pairs.clone());
                self.flights.push(Flight { ticket, bodies, pairs, moving });
            }
            Err(SceneError::TooManyOpen(3)) => assert_eq!(self.flights.len(), 3),
            Err(other) => panic!("{other}"),
        }
    }

    fn collect(&mut self) {
        if self.flights.is_empty() {
            return;
        }
        let place = self.rng.usize(..self.flights.len());
        let Flight { mut ticket, bodies, pairs, moving } = self.flights.remove(place);
        let raw = match self.rng.u32(..5) {
            0 => return,
            1 => pollster::block_on(ticket).unwrap(),
            2 => ticket.wait_for(Duration::from_secs(60)).unwrap(),
            3 => loop {
                if let Some(raw) = ticket.try_take() {
                    assert!(matches!(ticket.try_take(), Some(Err(SceneError::Taken))));
                    break raw.unwrap();
                }
                std::thread::yield_now();
            },
            _ => ticket.wait().unwrap(),
        };
        self.compare(raw, &bodies, &pairs, moving);
    }

    /// All pairs of bodies, without a list.
    fn collide(&mut self) {
        let moving = self.rng.u32(..4) == 0;
        let asked = self.scene.collide();
        let found = match (moving, self.rng.bool()) {
            (true, _) => asked.moving().run(),
            (false, true) => pollster::block_on(asked.into_future()),
            (false, false) => asked.run(),
        };
        let found = match found {
            Ok(found) => found,
            Err(SceneError::TooManyOpen(3)) => return assert_eq!(self.flights.len(), 3),
            Err(other) => panic!("{other}"),
        };
        let mut handles: Vec<Handle> = self.bodies.keys().copied().collect();
        handles.sort_unstable_by_key(|handle| handle.slot());
        let mut expected = Vec::new();
        for (place, &a) in handles.iter().enumerate() {
            for &b in &handles[place + 1..] {
                let verdict = self.known.verdict(&self.bodies, (a, b), moving);
                if verdict.meets() {
                    let ids = [a, b].map(|handle| self.bodies[&handle].id);
                    expected.push(((a, b), ids, verdict));
                }
            }
        }
        let hits: Vec<_> = found.iter().map(|hit| ((hit.a, hit.b), hit.ids, hit.verdict)).collect();
        assert_eq!(hits, expected);
    }

    fn compare(&mut self, raw: RawAnswer, bodies: &Bodies, pairs: &Pairs, moving: bool) {
        let expected: Vec<Verdict> =
            pairs.iter().map(|&pair| self.known.verdict(bodies, pair, moving)).collect();
        assert_eq!(raw.codes().len(), pairs.len());
        assert_eq!(raw.stats().pairs, pairs.len());
        for (code, expected) in raw.codes().iter().zip(&expected) {
            assert!(code.verdict().is_none_or(|verdict| verdict == *expected));
        }
        let undecided = RawCode::list_undecided(raw.codes());
        assert_eq!(raw.undecided(), undecided);
        let (most, least) = (raw.hits(Undecided::Keep), raw.hits(Undecided::Drop));
        assert_eq!(most.len() - least.len(), undecided.len());
        assert!(least.iter().all(|hit| expected[hit.pair as usize].meets()));
        self.compared.0 += 1;
        if self.rng.bool() {
            let verdicts = raw.settle().unwrap();
            assert_eq!(*verdicts, expected);
            let stats = verdicts.stats();
            assert_eq!(stats.undecided - stats.settled_gpu, undecided.len());
            return;
        }
        let settled = raw.settle_hits().unwrap();
        assert_eq!(**settled.verdicts(), expected);
        let hits: Vec<_> = settled
            .iter()
            .map(|hit| (hit.pair as usize, (hit.a, hit.b), hit.ids, hit.verdict))
            .collect();
        let meeting = (0..pairs.len()).filter(|&i| expected[i].meets());
        let expected: Vec<_> = meeting
            .map(|i| (i, pairs[i], [bodies[&pairs[i].0].id, bodies[&pairs[i].1].id], expected[i]))
            .collect();
        assert_eq!(hits, expected);
        self.compared.1 += hits.len();
    }
}
