//! Frames in space and in the plane.

use crate::Found;
use crate::digest::Digest;
use crate::draw::{self, Drawn, PAIRS, Style};
use motzkin_core::geom::Pair;
use motzkin_core::kernel::{BestAxis, SimdLevel};
use motzkin_core::verdict::RawCode;
use motzkin_core::{Frame, Motion, Moving, Resting, Source};

/// Frames in pairs, and what is known of these.
pub struct Scene<F> {
    frames: Vec<F>,
    pairs: Vec<Pair>,
    /// The numbers of all pairs; of those that meet at rest, of those that do not, and of those
    /// that meet while they move.
    all: Vec<u32>,
    meeting: Vec<u32>,
    separate: Vec<u32>,
    moving: Vec<u32>,
}

impl<F: Frame + Drawn> Scene<F> {
    pub fn new(style: Style) -> Self {
        let frames = draw::frames::<F>(style);
        let meets = |pair: u32, moves: bool| {
            let [a, b] = [0, 1].map(|second| &frames[2 * pair as usize + second]);
            let found = if moves { F::decide::<Moving>(a, b) } else { F::decide::<Resting>(a, b) };
            found.expect("valid frames").verdict.meets()
        };
        let all: Vec<u32> = (0..PAIRS as u32).collect();
        let (meeting, separate): (Vec<u32>, _) = all.iter().partition(|&&pair| meets(pair, false));
        let moving: Vec<u32> = all.iter().copied().filter(|&pair| meets(pair, true)).collect();
        for some in [&meeting, &separate, &moving] {
            assert!(some.len() > 40, "{style:?}: {}", some.len());
        }
        Self { frames, pairs: draw::pairs(PAIRS), all, meeting, separate, moving }
    }

    fn source(&self) -> Source<'_, F> {
        Source::Indexed { frames: &self.frames, pairs: &self.pairs }
    }

    /// What each kernel computes.
    pub fn found(&self, level: SimdLevel) -> Found {
        let mut found = self.codes::<Resting>(["codes", "settled"], level);
        found.extend(self.codes::<Moving>(["moving-codes", "moving-settled"], level));
        let source = self.source();
        let best = F::best_axes(source, &self.all, level);
        let slacks = |best: BestAxis<_>| [best.slack_of_depth(1.0), best.slack_of_gap(1.0)];
        let slacks: Vec<_> = best.iter().map(|best| best.map(slacks)).collect();
        let boxes = F::common(source, &self.meeting, true, level);
        let points = F::common(source, &self.meeting, false, level);
        let ends = F::contact_ends(source, &self.moving, level);
        let nearest = F::nearest(source, &self.separate, level);
        let closer = [0.01, 0.5, 2.0, 1e-7, 1e-10, 1e-13]
            .map(|at| F::closer(source, &self.separate, at, level));
        found.extend([
            ("best-axes", Digest::of(&best)),
            ("slacks", Digest::of(&slacks)),
            ("common-boxes", Digest::of(&boxes)),
            ("common-points", Digest::of(&points)),
            ("contact-ends", Digest::of(&ends)),
            ("nearest", Digest::of(&nearest)),
            ("closer", Digest::of(&closer)),
        ]);
        found
    }

    /// The codes before anything is settled, and what `f64` says of all pairs.
    fn codes<M: Motion>(&self, names: [&'static str; 2], level: SimdLevel) -> Found {
        let source = self.source();
        let codes = F::codes::<M>(source, level);
        self.hold_in_any_order::<M>(&codes, level);
        self.hold_alone::<M>(&codes, level);
        // The same pairs in two slices, and anywhere.
        let (a, b): (Vec<F>, Vec<F>) = self.frames.chunks(2).map(|both| (both[0], both[1])).unzip();
        assert_eq!(F::codes::<M>(Source::Zipped { a: &a, b: &b }, level), codes);
        let anywhere: Vec<(&F, &F)> = a.iter().zip(&b).collect();
        assert_eq!(F::codes::<M>(Source::Scattered(&anywhere), level), codes);
        let settled = F::settled::<M>(source, &self.all, level);
        names.into_iter().zip([Digest::of(&codes), Digest::of(&settled)]).collect()
    }

    /// Pairs of one kind are tested without being sorted, and a pair has its code wherever it
    /// stands.
    fn hold_in_any_order<M: Motion>(&self, codes: &[RawCode], level: SimdLevel) {
        let kinds = |pair: &u32| {
            let Pair { a, b } = self.pairs[*pair as usize];
            [a, b].map(|frame| format!("{:?}", self.frames[frame as usize].kind()))
        };
        let mut order = self.all.clone();
        order.sort_by_cached_key(kinds);
        let pairs: Vec<Pair> = order.iter().map(|&pair| self.pairs[pair as usize]).collect();
        let starts = [0, 1, pairs.len() / 2, pairs.len() - 300];
        for (start, count) in starts.into_iter().zip([pairs.len(), 700, 65, 300]) {
            let here = start..(start + count).min(pairs.len());
            let source = Source::Indexed { frames: &self.frames, pairs: &pairs[here.clone()] };
            let expected: Vec<_> = order[here].iter().map(|&pair| codes[pair as usize]).collect();
            assert_eq!(F::codes::<M>(source, level), expected, "{count} from {start}");
        }
        self.hold_foreign::<M>(&order[..450], codes, level);
        self.hold_negative_zero::<M>(&order, codes, level);
    }

    /// A tag of -0 is that of 0, in long lists and in short ones.
    fn hold_negative_zero<M: Motion>(&self, order: &[u32], codes: &[RawCode], level: SimdLevel) {
        let mut frames = self.frames.clone();
        for frame in &mut frames {
            let tag = &mut bytemuck::cast_slice_mut::<F, f32>(std::slice::from_mut(frame))[F::TAG];
            *tag = if *tag == 0.0 { -0.0 } else { *tag };
        }
        let pairs: Vec<Pair> = order.iter().map(|&pair| self.pairs[pair as usize]).collect();
        let expected: Vec<_> = order.iter().map(|&pair| codes[pair as usize]).collect();
        for count in [3, 500, pairs.len()] {
            let source = Source::Indexed { frames: &frames, pairs: &pairs[..count] };
            assert_eq!(F::codes::<M>(source, level), expected[..count], "{count}");
        }
    }

    /// Of a pair with a tag that no shape has nothing is found, wherever it stands.
    fn hold_foreign<M: Motion>(&self, order: &[u32], codes: &[RawCode], level: SimdLevel) {
        let mut frames = self.frames.clone();
        let mut pairs: Vec<Pair> = order.iter().map(|&pair| self.pairs[pair as usize]).collect();
        let mut expected: Vec<_> = order.iter().map(|&pair| codes[pair as usize]).collect();
        let tags = [3.0, -1.0, 0.5, f32::NAN, f32::INFINITY, f32::from_bits(1)];
        let foreign: Vec<usize> = (70..order.len()).step_by(5).collect();
        for (&place, tag) in foreign.iter().zip(tags.into_iter().cycle()) {
            let pair = &mut pairs[place];
            let own = if place % 2 == 0 { &mut pair.a } else { &mut pair.b };
            let mut frame = frames[*own as usize];
            bytemuck::cast_slice_mut::<F, f32>(std::slice::from_mut(&mut frame))[F::TAG] = tag;
            *own = frames.len() as u32;
            frames.push(frame);
            expected[place] = RawCode::UNDECIDED;
        }
        let source = Source::Indexed { frames: &frames, pairs: &pairs };
        assert_eq!(F::codes::<M>(source, level), expected, "tags of no shape");
        let foreign: Vec<u32> = foreign.into_iter().map(|place| place as u32).collect();
        let settled = F::settled::<M>(source, &foreign, level);
        assert!(settled.iter().all(|&code| code == RawCode::UNDECIDED), "tags of no shape");
    }

    /// A few pairs fill no group, or the last one in part.
    fn hold_alone<M: Motion>(&self, codes: &[RawCode], level: SimdLevel) {
        for count in (1..=24).chain([31, 33, 64, 113, 127, 128]) {
            for start in (0..PAIRS - count).step_by(509) {
                let here = start..start + count;
                let pairs = &self.pairs[here.clone()];
                let source = Source::Indexed { frames: &self.frames, pairs };
                assert_eq!(F::codes::<M>(source, level), codes[here], "{count} from {start}");
            }
        }
    }
}
