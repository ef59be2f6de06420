//! A scene of shapes of all kinds that ages: shapes come, go and change, while a list of pairs is
//! under way.

use super::things::{COUNTS, REACH, Thing};
use fastrand::Rng;
use motzkin::service::{Handle, PairList, Scene, SceneMemory, SettledHits, Ticket};
use motzkin::{CollisionService, Pair, Verdict};
use std::collections::{BTreeMap, VecDeque};
use std::fmt::Debug;

type Live = BTreeMap<Handle, Thing>;

/// Pairs of a list.
const LISTED: usize = 40;

/// Steps with one list. A list that stays keeps slots, so this bounds how many there are.
const STEPS_A_LIST: usize = 8;

/// Slots of a scene that ages, from the beginning. There are 98 shapes at most, and two removed
/// ones of each of ten steps wait until the list and the tickets of these steps are gone. So what
/// is kept for each slot does not grow, whatever is drawn.
const SLOTS: usize = 128;

/// What a submission saw, as far as its answer is compared.
struct Seen {
    live: Live,
    pairs: Vec<(Handle, Handle)>,
}

/// How many pairs of two kinds of shapes met.
pub type Kinds = BTreeMap<[usize; 2], usize>;

struct Flight {
    ticket: Ticket,
    moves: bool,
    seen: Option<Seen>,
}

/// Shapes of all kinds in a scene.
pub struct Shapes {
    scene: Scene,
    live: Live,
    list: PairList,
    pairs: Vec<(Handle, Handle)>,
    flights: VecDeque<Flight>,
}

/// Two places, the ids of both, and how they lie to each other.
type Hit = (usize, usize, [u32; 2], Verdict);

/// Two places, the ids of both, their frames, and whether these are leaves.
type Collision = (usize, usize, [u32; 2], [u32; 2], bool);

/// What a scene tells of all its shapes, each named by its place in the order of the slots.
#[derive(Debug, Default)]
pub struct Answers {
    /// The pairs that meet, at rest and moving.
    pub hits: [Vec<Hit>; 2],
    /// The frames of trees that collide.
    trees: Vec<Collision>,
    /// What some shapes meet.
    meeting: Vec<Vec<(usize, u32, Verdict)>>,
    /// How far from them the nearest shape is; `None` if one meets them.
    nearest: Vec<Option<f64>>,
}

impl Answers {
    /// What another scene tells otherwise of the same shapes. All of it is exact but distances,
    /// whose last bits depend on which shape came first.
    pub fn fault(&self, other: &Self) -> Option<String> {
        let near = |p: &Option<f64>, q: &Option<f64>| match (p, q) {
            (Some(p), Some(q)) => (p - q).abs() <= 2.0 * DISTANCE_ERROR * p.max(*q),
            _ => p == q,
        };
        first_fault("at rest", &self.hits[0], &other.hits[0], PartialEq::eq)
            .or_else(|| first_fault("moving", &self.hits[1], &other.hits[1], PartialEq::eq))
            .or_else(|| first_fault("of trees", &self.trees, &other.trees, PartialEq::eq))
            .or_else(|| first_fault("meeting", &self.meeting, &other.meeting, PartialEq::eq))
            .or_else(|| first_fault("nearest", &self.nearest, &other.nearest, near))
    }
}

/// The relative error of distances where a mesh takes part.
const DISTANCE_ERROR: f64 = 2e-9;

fn first_fault<T: Debug>(
    what: &str,
    own: &[T],
    other: &[T],
    same: impl Fn(&T, &T) -> bool,
) -> Option<String> {
    let places = 0..own.len().max(other.len());
    let mut faults = places.map(|place| (place, own.get(place), other.get(place)));
    let fault = faults.find(|&(_, p, q)| !p.zip(q).is_some_and(|(p, q)| same(p, q)));
    fault.map(|(place, p, q)| format!("{what}, {place}: {p:?} and {q:?}"))
}

impl Shapes {
    pub fn new<'a>(
        service: &CollisionService,
        things: impl IntoIterator<Item = &'a Thing>,
    ) -> Self {
        let mut scene = service.scene();
        let live = things.into_iter().map(|thing| (thing.insert(&mut scene), thing.clone()));
        let live = live.collect();
        let list = scene.pair_list::<Pair>(&[]).unwrap();
        Self { scene, live, list, pairs: Vec::new(), flights: VecDeque::new() }
    }

    /// A scene that has had all the slots that it will ever need.
    pub fn aging<'a>(
        service: &CollisionService,
        rng: &mut Rng,
        things: impl IntoIterator<Item = &'a Thing>,
    ) -> Self {
        let mut out = Self::new(service, things);
        let spare = SLOTS - out.live.len();
        let spare: Vec<Handle> = (0..spare)
            .rev()
            .map(|i| Thing::draw(rng, COUNTS.len() - 1 - i % COUNTS.len(), REACH))
            .map(|thing| thing.insert(&mut out.scene))
            .collect();
        // The last slot has had a tree, so that rows of all kinds of shapes reach as far.
        spare.into_iter().for_each(|handle| out.scene.remove(handle).unwrap());
        out
    }

    /// The things of the scene, in the order of the slots.
    pub fn things(&self) -> impl Iterator<Item = &Thing> {
        self.live.values()
    }

    /// The same shapes in a new scene, in the same order of slots.
    pub fn afresh(&self, service: &CollisionService) -> Self {
        Self::new(service, self.live.values())
    }

    /// What the scene holds, in the order of the slots: what was put in, and no more.
    fn handles(&self) -> Vec<Handle> {
        let handles = self.scene.handles();
        assert!(handles.iter().eq(self.live.keys()), "{handles:?}");
        handles
    }

    /// How many shapes of a kind there are.
    fn count(&self, kind: usize) -> usize {
        self.live.values().filter(|thing| thing.made.kind() == kind).count()
    }

    fn any(&self, rng: &mut Rng, is_asked: impl Fn(&Thing) -> bool) -> Handle {
        let asked = self.live.iter().filter(|(_, thing)| is_asked(thing));
        let asked: Vec<Handle> = asked.map(|(&handle, _)| handle).collect();
        asked[rng.usize(..asked.len())]
    }

    fn insert(&mut self, rng: &mut Rng, kind: usize) {
        // Some are inserted again, so that points, trees and meshes are shared.
        let mut thing = Thing::draw(rng, kind, REACH);
        if rng.u32(..3) == 0 {
            let again = self.any(rng, |thing| thing.made.kind() == kind);
            thing.made = self.live[&again].made.clone();
        }
        let handle = thing.insert(&mut self.scene);
        assert!((handle.slot() as usize) < SLOTS, "{handle}: slots of removed shapes are kept");
        assert!(self.live.insert(handle, thing).is_none(), "{handle} is given twice");
    }

    fn remove(&mut self, handle: Handle) {
        self.live.remove(&handle);
        self.scene.remove(handle).unwrap();
        assert!(self.scene.remove(handle).is_err() && !self.scene.contains(handle));
    }

    /// Shapes come, go and change.
    pub fn change(&mut self, rng: &mut Rng) {
        for _ in 0..2 {
            let kind = rng.usize(..COUNTS.len());
            let ([least, most], count) = (COUNTS[kind], self.count(kind));
            match rng.bool() {
                true if count < most => self.insert(rng, kind),
                false if count > least => {
                    let gone = self.any(rng, |thing| thing.made.kind() == kind);
                    self.remove(gone);
                }
                _ => {}
            }
        }
        for _ in 0..10 {
            let handle = self.any(rng, |_| true);
            let thing = self.live.get_mut(&handle).expect("live");
            thing.change(rng, &mut self.scene, handle);
        }
    }

    /// A step: a list of pairs that is under way for two steps, and all that meet. The answer of
    /// this list is compared later on if it is `kept`.
    pub fn step(&mut self, rng: &mut Rng, step: usize, kept: bool, fresh: &CollisionService) {
        if step.is_multiple_of(STEPS_A_LIST) {
            self.list_anew(rng);
        }
        if self.flights.len() == 2 {
            self.land(fresh);
        }
        // Of two in three, shapes are at rest: a step compares either kind sooner or later.
        let moves = step.is_multiple_of(3);
        let ticket = match moves {
            true => self.scene.query(&self.list).moving().submit(),
            false => self.scene.submit(&self.list),
        };
        // What there is now, which is not what there will be once the answer is taken.
        let seen = kept.then(|| Seen { live: self.live.clone(), pairs: self.pairs.clone() });
        self.flights.push_back(Flight { ticket: ticket.unwrap(), moves, seen });
        self.scene.collide().run().unwrap();
        if step.is_multiple_of(16) {
            self.scene.search().run().unwrap();
            let asked = self.any(rng, |_| true);
            self.scene.query_of(asked).unwrap().meeting().unwrap();
            self.scene.query_of(asked).unwrap().nearest().unwrap();
        }
    }

    fn list_anew(&mut self, rng: &mut Rng) {
        let is_frame = |thing: &Thing| thing.made.kind() == 0;
        let pair = |_| (self.any(rng, is_frame), self.any(rng, is_frame));
        self.pairs = (0..LISTED).map(pair).collect();
        self.scene.replace(&mut self.list, &self.pairs).unwrap();
    }

    /// Takes the answer of the list that was submitted first. It is that of a new scene of what was
    /// there at the time, where that was kept.
    fn land(&mut self, fresh: &CollisionService) {
        let Some(Flight { ticket, moves, seen }) = self.flights.pop_front() else { return };
        let verdicts = ticket.wait().unwrap().settle().unwrap();
        if let Some(Seen { live, pairs }) = seen {
            assert_eq!(*verdicts, expected(fresh, &live, &pairs, moves), "moving: {moves}");
        }
    }

    /// Takes the answers of all lists that are under way.
    pub fn land_all(&mut self, fresh: &CollisionService) {
        while !self.flights.is_empty() {
            self.land(fresh);
        }
    }

    /// Takes everything out, and puts other things in.
    pub fn refill(&mut self, rng: &mut Rng, things: &[Thing], fresh: &CollisionService) {
        self.land_all(fresh);
        // A list keeps slots.
        self.scene.replace::<Pair>(&mut self.list, &[]).unwrap();
        for handle in self.handles() {
            self.remove(handle);
        }
        assert!(self.live.is_empty() && self.scene.is_empty());
        let insert = |thing: &Thing| (thing.insert(&mut self.scene), thing.clone());
        self.live = things.iter().map(insert).collect();
        self.list_anew(rng);
    }

    pub fn answers(&mut self) -> Answers {
        let order = self.handles();
        let place = |handle: Handle| order.binary_search(&handle).expect("live");
        let placed = |hits: SettledHits| -> Vec<_> {
            hits.iter().map(|hit| (place(hit.a), place(hit.b), hit.ids, hit.verdict)).collect()
        };
        let scene = &mut self.scene;
        let mut out = Answers::default();
        out.hits[1] = placed(scene.collide().moving().run().unwrap());
        out.hits[0] = placed(scene.collide().run().unwrap());
        let trees = scene.search().run().unwrap();
        let tree =
            trees.iter().map(|hit| (place(hit.a), place(hit.b), hit.ids, hit.frames, hit.exact));
        out.trees = tree.collect();
        for &handle in order.iter().step_by(9) {
            let met = scene.query_of(handle).unwrap().meeting().unwrap();
            let met = met.iter().map(|hit| (place(hit.handle), hit.id, hit.verdict));
            out.meeting.push(met.collect());
            let near = scene.query_of(handle).unwrap().nearest().unwrap();
            out.nearest.push(near.and_then(|near| Some(near.distance?.distance)));
        }
        out
    }

    /// Counts the pairs that meet by the kinds of both.
    pub fn count_kinds(&self, answers: &Answers, met: &mut Kinds) {
        let kinds: Vec<usize> = self.things().map(|thing| thing.made.kind()).collect();
        for &(a, b, ..) in &answers.hits[0] {
            let [p, q] = [kinds[a], kinds[b]];
            *met.entry([p.min(q), p.max(q)]).or_default() += 1;
        }
    }

    pub fn memory(&self) -> (SceneMemory, u64) {
        (self.scene.memory(), self.list.gpu_bytes())
    }
}

/// The verdicts of pairs of frames in a new scene. A pair that names a removed frame is separate.
fn expected(
    service: &CollisionService,
    live: &Live,
    pairs: &[(Handle, Handle)],
    moves: bool,
) -> Vec<Verdict> {
    let Shapes { mut scene, live: new, .. } = Shapes::new(service, live.values());
    let renamed: BTreeMap<Handle, Handle> = live.keys().copied().zip(new.into_keys()).collect();
    let renamed = |(a, b): &(Handle, Handle)| Some((*renamed.get(a)?, *renamed.get(b)?));
    let known: Vec<_> = pairs.iter().map(renamed).collect();
    let list: Vec<_> = known.iter().copied().flatten().collect();
    let list = scene.pair_list(&list).unwrap();
    let query = scene.query(&list);
    let verdicts = if moves { query.moving().run() } else { query.run() }.unwrap();
    let mut verdicts = verdicts.iter();
    let verdict = |known: &Option<_>| match known {
        Some(_) => *verdicts.next().expect("a verdict a pair"),
        None => Verdict::Separate,
    };
    known.iter().map(verdict).collect()
}
