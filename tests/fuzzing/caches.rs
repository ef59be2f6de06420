//! Caches of pairs under random changes, and lists of pairs with limits, filters and worlds, in
//! pieces and whole, of boxes of any bits: against all by all, at any SIMD level.

use crate::bits::Numbers;
use crate::boxes::{NOTHING, draw, filter, is_valid, may_meet};
use crate::common::boxes::{self, Ends, plane, space};
use crate::driver;
use fastrand::Rng;
use motzkin::broad::{BoxTree, BroadError, PairCache, PairOptions, Pieces, TreeBox};
use motzkin::{Filter, Pair, SimdLevel};

/// Makes boxes in space or in the plane.
type Of<B> = fn(&[Ends]) -> Vec<B>;

fn level(rng: &mut Rng) -> SimdLevel {
    let levels = SimdLevel::available();
    levels[rng.usize(..levels.len())]
}

/// A limit that may be too low for so many pairs.
fn limit(rng: &mut Rng, pairs: usize) -> usize {
    match rng.u32(..5) {
        0 => pairs,
        1 => pairs.saturating_sub(1),
        2 => rng.usize(..=pairs),
        _ => usize::MAX,
    }
}

/// The pairs, or how many there are if they are too many.
fn within(pairs: &[Pair], limit: usize) -> Result<Vec<Pair>, BroadError> {
    match pairs.len() <= limit {
        true => Ok(pairs.to_vec()),
        false => Err(BroadError::TooManyPairs { found: pairs.len() as u64, limit }),
    }
}

/// A cache, and what it should hold.
struct Held<B> {
    cache: PairCache<B>,
    of: Of<B>,
    ends: Vec<Ends>,
    filters: Vec<Filter>,
}

impl<B: TreeBox> Held<B> {
    fn push(&mut self, rng: &mut Rng, own: Ends) {
        let (index, filter) = (self.ends.len() as u32, filter(rng));
        let told = self.cache.push((self.of)(&[own])[0], filter).ok();
        assert_eq!(told, is_valid(&own, B::AXES).then_some(index), "{own:?}");
        if told.is_some() {
            self.ends.push(own);
            self.filters.push(filter);
        }
    }

    fn set(&mut self, index: usize, own: Ends) {
        let told = self.cache.set(index as u32, (self.of)(&[own])[0]);
        assert_eq!(told.is_ok(), is_valid(&own, B::AXES), "{own:?}");
        if told.is_ok() {
            self.ends[index] = own;
        }
    }

    /// Adds, moves, removes or filters a box, or replaces some of all.
    fn change(&mut self, rng: &mut Rng, pool: &[Ends]) {
        let (fresh, kind) = (pool[rng.usize(..pool.len())], rng.u32(..12));
        if kind < 2 || self.ends.is_empty() {
            self.push(rng, fresh);
            return;
        }
        let index = rng.usize(..self.ends.len());
        match kind {
            2 => self.set(index, NOTHING),
            3 => {
                self.filters[index] = filter(rng);
                self.cache.set_filter(index as u32, self.filters[index]);
            }
            4 => {
                let mut all = self.ends.clone();
                for own in &mut all {
                    if rng.u32(..8) == 0 {
                        *own = pool[rng.usize(..pool.len())];
                    }
                }
                let told = self.cache.set_all(&(self.of)(&all));
                let valid = all.iter().all(|own| is_valid(own, B::AXES));
                assert_eq!(told.is_ok(), valid, "{told:?}: {all:?}");
                if valid {
                    self.ends = all;
                }
            }
            5..8 => {
                // By the least that there is.
                let axis = rng.usize(..B::AXES);
                let mut own = self.ends[index];
                own[axis] = own[axis].map(f32::next_up);
                self.set(index, own);
            }
            _ => self.set(index, fresh),
        }
    }

    /// Asks for the pairs within a limit.
    fn compare(&mut self, rng: &mut Rng) {
        let mut pairs = boxes::pairs(&self.ends, B::AXES);
        let filter = |index: u32| self.filters[index as usize];
        pairs.retain(|pair| may_meet(filter(pair.a), filter(pair.b)));
        let limit = limit(rng, pairs.len());
        let told = self.cache.update(limit).map(|found| found.to_vec());
        assert_eq!(told, within(&pairs, limit), "{:?} {:?}", self.ends, self.filters);
        assert_eq!(self.cache.boxes(), (self.of)(&self.ends));
    }
}

fn hold_cache<B: TreeBox>(rng: &mut Rng, of: Of<B>) {
    let numbers = Numbers::draw(rng);
    let most = if rng.u32(..32) == 0 { 300 } else { 60 };
    let pool = draw(rng, numbers, most);
    let cache = PairCache::at(level(rng));
    let mut held = Held { cache, of, ends: Vec::new(), filters: Vec::new() };
    for own in &pool[..rng.usize(..most)] {
        held.push(rng, *own);
    }
    for _ in 0..12 {
        // Few of them, so that what is known of the others stays, or many.
        let changes = [0, 1, 3, held.ends.len() / 8, held.ends.len()][rng.usize(..5)];
        for _ in 0..changes {
            held.change(rng, &pool);
        }
        held.compare(rng);
    }
}

#[test]
fn pair_caches() {
    driver::run("pair-caches", |rng| match rng.bool() {
        true => hold_cache(rng, space),
        false => hold_cache(rng, plane),
    });
}

/// Boxes with their worlds, and filters if there are some.
struct Set {
    ends: Vec<Ends>,
    starts: Vec<u32>,
    filters: Option<Vec<Filter>>,
}

impl Set {
    fn draw(rng: &mut Rng, numbers: Numbers, (most, axes): (usize, usize), worlds: usize) -> Self {
        let mut ends = draw(rng, numbers, most);
        ends.retain(|ends| is_valid(ends, axes));
        let mut starts: Vec<u32> = (0..worlds).map(|_| rng.u32(..=ends.len() as u32)).collect();
        starts.sort_unstable();
        starts[0] = 0;
        let filters = rng.bool().then(|| ends.iter().map(|_| filter(rng)).collect());
        Self { ends, starts, filters }
    }

    /// The world of a box, and its filter.
    fn of(&self, index: u32) -> (usize, Filter) {
        let world = self.starts.partition_point(|&start| start <= index);
        let filter = self.filters.as_ref().map_or(Filter::ALL, |all| all[index as usize]);
        (world, filter)
    }

    /// Those of some pairs with another set that are of one world and whose filters meet.
    fn followed(&self, other: &Self, mut pairs: Vec<Pair>) -> Vec<Pair> {
        pairs.retain(|pair| {
            let ((world, filter), (its_world, its_filter)) = (self.of(pair.a), other.of(pair.b));
            world == its_world && may_meet(filter, its_filter)
        });
        pairs
    }
}

/// Holds pieces to all pairs.
fn hold_pieces<B: TreeBox>(mut pieces: Pieces<'_, B>, limit: usize, pairs: &[Pair], what: &str) {
    let (mut piece, mut listed) = (Vec::new(), Vec::new());
    while pieces.next(&mut piece).expect("valid boxes") {
        let is_of_one = piece.windows(2).all(|two| two[0].a == two[1].a);
        assert!(piece.len() <= limit || is_of_one, "{} pairs, {what}", piece.len());
        listed.extend_from_slice(&piece);
    }
    assert_eq!(listed, pairs, "{what}");
    let told = pieces.all(&mut piece).map(|()| piece);
    assert_eq!(told, within(pairs, limit), "{what}");
}

fn hold_lists<B: TreeBox>(rng: &mut Rng, of: Of<B>) {
    let (numbers, worlds) = (Numbers::draw(rng), 1 + rng.usize(..3));
    let most = if rng.u32(..32) == 0 { 300 } else { 80 };
    let own = Set::draw(rng, numbers, (most, B::AXES), worlds);
    let other = Set::draw(rng, numbers, (most / 2, B::AXES), worlds);
    let [boxes, others] = [&own, &other].map(|set| of(&set.ends));
    let [tree, other_tree] = [(&boxes, &own), (&others, &other)]
        .map(|(boxes, set)| BoxTree::build_worlds(boxes, &set.starts).expect("valid boxes"));
    let options = PairOptions {
        filters: own.filters.as_deref(),
        other_filters: other.filters.as_deref(),
        level: level(rng),
        ..PairOptions::default()
    };
    let text = |set: &Set| format!("{:?} {:?} {:?}", set.ends, set.starts, set.filters);
    let what = format!("{:?}: {}; {}", options.level, text(&own), text(&other));

    let pairs = own.followed(&own, boxes::pairs(&own.ends, B::AXES));
    let few = limit(rng, pairs.len());
    let (limited, mut found) = (PairOptions { limit: few, ..options }, Vec::new());
    let told = tree.pairs(&limited, &mut found);
    assert!(told.is_ok() || found.is_empty(), "{what}");
    assert_eq!(told.map(|()| found), within(&pairs, few), "{what}");
    let pieces = Pieces::within(boxes.clone(), &own.starts, limited).expect("valid boxes");
    hold_pieces(pieces, few, &pairs, &what);

    let pairs = own.followed(&other, boxes::pairs_between(&own.ends, &other.ends, B::AXES));
    let few = limit(rng, pairs.len());
    let (limited, mut found) = (PairOptions { limit: few, ..options }, Vec::new());
    let told = tree.pairs_between(&other_tree, &limited, &mut found);
    assert!(told.is_ok() || found.is_empty(), "{what}");
    assert_eq!(told.map(|()| found), within(&pairs, few), "{what}");
    let second = (&others[..], &other.starts[..]);
    let pieces = Pieces::between((boxes, &own.starts[..]), second, limited).expect("valid boxes");
    hold_pieces(pieces, few, &pairs, &what);
}

#[test]
fn pair_lists() {
    driver::run("pair-lists", |rng| match rng.bool() {
        true => hold_lists(rng, space),
        false => hold_lists(rng, plane),
    });
}
