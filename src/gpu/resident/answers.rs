//! How the answers of a submission come back: where few pairs meet as a list of those, else as two
//! bits a pair.

use crate::gpu::run::readback::append_codes;
use crate::gpu::shader::layout::{CODES_PER_WORD, codes_size};
use crate::gpu::shader::stage_layout::SETTLED_BYTES;
use crate::verdict::RawCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Pairs below which codes are read: those are 16 KiB at most, which costs less than to list them.
pub(super) const LEAST_LISTED: u32 = 1 << 16;

/// Bytes of a word.
const WORD: u64 = size_of::<u32>() as u64;

/// Words of a dispatch's part of the list beyond those of its codes, so that a short part holds all
/// of its pairs. No device asks for slices that begin at multiples of more.
const PAD: u32 = 64;

/// The bits of a listed number, below those of its code.
const NUMBER: u32 = (1 << 30) - 1;

/// Words of codes.
pub(super) const fn words(pairs: u32) -> u32 {
    pairs.div_ceil(CODES_PER_WORD)
}

/// Words of the lists of so many pairs: as many as of their codes, and some for each dispatch.
pub(super) fn list_words(pairs: u32, per_dispatch: u32) -> u64 {
    u64::from(words(pairs)) + u64::from(pairs.div_ceil(per_dispatch)) * u64::from(PAD)
}

/// The word where the list of a dispatch begins: its count.
pub(super) fn list_begin(dispatch: u32, per_dispatch: u32) -> u64 {
    u64::from(dispatch) * u64::from(words(per_dispatch) + PAD)
}

/// The most pairs of a dispatch that were not separate when it was last looked.
#[derive(Clone, Debug)]
pub(super) struct LastFound(Arc<AtomicU32>);

impl Default for LastFound {
    fn default() -> Self {
        Self(Arc::new(AtomicU32::new(u32::MAX)))
    }
}

impl LastFound {
    fn note(&self, most: u32) {
        self.0.store(most, Ordering::Relaxed);
    }

    /// Entries to read of each list: some more than there were. `None` before the first look.
    fn guess(&self) -> Option<u32> {
        let most = self.0.load(Ordering::Relaxed);
        (most < u32::MAX).then(|| most.saturating_add(most / 4).saturating_add(256))
    }
}

/// What comes back, and in which order it lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Two bits a pair.
    Codes,
    /// Of each dispatch a count, and at most so many of the pairs that are not separate, in order.
    Lists(u32),
}

/// The answers of a submission: codes or lists, then how many pairs each dispatch settled.
#[derive(Clone, Debug)]
pub(super) struct Answers {
    pairs: u32,
    per_dispatch: u32,
    form: Form,
    /// Where what is found is noted; `None` where every verdict is wanted.
    found: Option<LastFound>,
}

/// What the device said.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Codes {
    pub codes: Vec<RawCode>,
    /// The pairs that are not separate, ascending, of lists.
    pub listed: Option<Vec<u32>>,
}

impl Answers {
    /// The shorter form, as far as it can be known. A scene notes in `found` what is not separate;
    /// where every verdict is wanted, there is none.
    pub fn new(pairs: u32, per_dispatch: u32, found: Option<LastFound>) -> Self {
        let codes = Self { pairs, per_dispatch, form: Form::Codes, found };
        let guess = codes.found.as_ref().and_then(LastFound::guess);
        let Some(entries) = guess.filter(|_| pairs >= LEAST_LISTED) else { return codes };
        let lists = Self { form: Form::Lists(entries), ..codes.clone() };
        if lists.size() < codes.size() { lists } else { codes }
    }

    /// The same answers as codes, where there is no room for lists.
    pub fn in_codes(self) -> Self {
        Self { form: Form::Codes, ..self }
    }

    /// True where lists are read, and codes only where these turn out to be too short.
    pub fn are_lists(&self) -> bool {
        self.form != Form::Codes
    }

    /// Bytes of the codes of so many pairs, and of the number of settled pairs of each dispatch.
    pub fn most(pairs: u32, per_dispatch: u32) -> u64 {
        codes_size(pairs) + SETTLED_BYTES * u64::from(pairs.div_ceil(per_dispatch))
    }

    /// The first pair and the number of pairs of each dispatch.
    fn parts(&self) -> impl Iterator<Item = (u32, u32)> + use<> {
        let (pairs, per_dispatch) = (self.pairs, self.per_dispatch);
        let part = move |first: u64| (first as u32, (pairs - first as u32).min(per_dispatch));
        (0..u64::from(pairs)).step_by(per_dispatch as usize).map(part)
    }

    /// Words that are read of the list of so many pairs: the count and entries.
    fn read_words(entries: u32, pairs: u32) -> u64 {
        let room = words(pairs) + PAD - 1;
        u64::from(entries.min(pairs).min(room)) + 1
    }

    /// Bytes before the numbers of settled pairs.
    fn codes_bytes(&self) -> u64 {
        match self.form {
            Form::Codes => codes_size(self.pairs),
            Form::Lists(entries) => {
                self.parts().map(|(_, pairs)| Self::read_words(entries, pairs) * WORD).sum()
            }
        }
    }

    /// All bytes.
    pub fn size(&self) -> u64 {
        self.codes_bytes() + SETTLED_BYTES * self.parts().count() as u64
    }

    /// Records the copy of the answers to the beginning of a buffer.
    pub fn copy<'a>(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        (codes, list): (&wgpu::Buffer, Option<&wgpu::Buffer>),
        settled: impl Iterator<Item = &'a wgpu::Buffer>,
        target: &wgpu::Buffer,
    ) {
        match (self.form, list) {
            (Form::Lists(entries), Some(list)) => {
                let mut place = 0;
                for (dispatch, (_, pairs)) in (0..).zip(self.parts()) {
                    let from = list_begin(dispatch, self.per_dispatch) * WORD;
                    let bytes = Self::read_words(entries, pairs) * WORD;
                    encoder.copy_buffer_to_buffer(list, from, target, place, bytes);
                    place += bytes;
                }
            }
            _ => encoder.copy_buffer_to_buffer(codes, 0, target, 0, codes_size(self.pairs)),
        }
        let places = (self.codes_bytes()..).step_by(SETTLED_BYTES as usize);
        for (settled, place) in settled.zip(places) {
            encoder.copy_buffer_to_buffer(settled, 0, target, place, SETTLED_BYTES);
        }
    }

    /// Reads the answers, and how many pairs were settled. No codes where a list does not hold all
    /// that it counts, or is none.
    pub fn read(&self, bytes: &[u8]) -> (Option<Codes>, usize) {
        let (answers, counts) = bytes.split_at(self.codes_bytes() as usize);
        let settled = counts.chunks_exact(SETTLED_BYTES as usize).map(word);
        let settled = settled.map(|count| count as usize).sum();
        let codes = match self.form {
            Form::Codes => Some(self.read_codes(answers)),
            Form::Lists(entries) => self.read_lists(answers, entries),
        };
        (codes, settled)
    }

    /// Reads two bits a pair.
    pub fn read_codes(&self, packed: &[u8]) -> Codes {
        // Decoding goes by whole bytes.
        let mut codes = Vec::with_capacity(self.pairs as usize + 3);
        append_codes(&mut codes, packed, self.pairs);
        if let Some(found) = &self.found {
            let count = |(first, pairs)| not_separate(packed, first, pairs);
            found.note(self.parts().map(count).max().unwrap_or(0));
        }
        Codes { codes, listed: None }
    }

    fn read_lists(&self, lists: &[u8], entries: u32) -> Option<Codes> {
        let mut codes = vec![RawCode::SEPARATE; self.pairs as usize];
        let (mut listed, mut rest, mut most) = (Vec::new(), lists, 0);
        for (first, pairs) in self.parts() {
            let (list, others) = rest.split_at((Self::read_words(entries, pairs) * WORD) as usize);
            let (count, list) = list.split_at(WORD as usize);
            let list = list.chunks_exact(WORD as usize);
            let count = word(count);
            if count as usize > list.len() {
                return None;
            }
            let mut end = 0;
            for entry in list.take(count as usize).map(word) {
                let number = entry & NUMBER;
                if number < end || number >= pairs {
                    return None;
                }
                end = number + 1;
                codes[(first + number) as usize] = RawCode::from_low_bits(entry >> 30);
                listed.push(first + number);
            }
            (rest, most) = (others, most.max(count));
        }
        if let Some(found) = &self.found {
            found.note(most);
        }
        Some(Codes { codes, listed: Some(listed) })
    }
}

/// Words are little-endian on every GPU, whatever the CPU.
fn word(bytes: &[u8]) -> u32 {
    u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]])
}

/// How many of a dispatch's pairs, which begin with the first, are not separate.
fn not_separate(packed: &[u8], first: u32, pairs: u32) -> u32 {
    let codes = packed.chunks_exact(WORD as usize).map(word);
    let codes = codes.skip(words(first) as usize).take(words(pairs) as usize);
    codes.map(|codes| ((codes | codes >> 1) & 0x5555_5555).count_ones()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What lies behind the entries of a list.
    const JUNK: u32 = 0xdead_beef;

    /// Codes in words, sixteen each.
    fn packed(codes: &[u32]) -> Vec<u8> {
        let word = |codes: &[u32]| codes.iter().rev().fold(0, |word, code| word << 2 | code);
        let mut words: Vec<u32> = codes.chunks(16).map(word).collect();
        words.resize(codes_size(codes.len() as u32) as usize / 4, 0);
        words.into_iter().flat_map(u32::to_le_bytes).collect()
    }

    /// The list of a dispatch, as many words of it as are read.
    fn list(codes: &[u32], entries: u32) -> Vec<u32> {
        let hits = codes.iter().zip(0..).filter(|&(&code, _)| code > 0);
        let hits: Vec<u32> = hits.map(|(&code, number): (_, u32)| code << 30 | number).collect();
        let mut list = vec![hits.len() as u32];
        list.extend(hits);
        list.resize(Answers::read_words(entries, codes.len() as u32) as usize, JUNK);
        list
    }

    /// Both forms, of random codes, beside the codes themselves.
    #[test]
    fn lists_and_codes_say_the_same() {
        let seed = std::env::var("MOTZKIN_SEED").map_or(2019, |text| text.parse().unwrap());
        println!("MOTZKIN_SEED={seed}");
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut short = 0;
        for (pairs, per_dispatch) in [
            (1, 64),
            (63, 64),
            (64, 64),
            (65, 64),
            (4097, 1024),
            (4097, 4096),
            (4097, 8192),
            (5000, 1 << 20),
        ] {
            for share in [0, 1, 10, 100] {
                let code = |_| if rng.u32(..100) < share { rng.u32(1..4) } else { 0 };
                let codes: Vec<u32> = (0..pairs).map(code).collect();
                let raw: Vec<RawCode> =
                    codes.iter().map(|&code| RawCode::from_low_bits(code)).collect();
                let hits = (0..pairs).filter(|&pair| codes[pair as usize] > 0);
                let hits = hits.collect::<Vec<u32>>();
                let parts: Vec<&[u32]> = codes.chunks(per_dispatch as usize).collect();
                let settled: Vec<u32> = parts.iter().map(|_| rng.u32(..1000)).collect();
                let count = |part: &&[u32]| part.iter().filter(|&&code| code > 0).count() as u32;
                let most = parts.iter().map(count).max().unwrap();
                for form in [Form::Codes, Form::Lists(0), Form::Lists(most), Form::Lists(u32::MAX)]
                {
                    let found = LastFound::default();
                    let answers = Answers { pairs, per_dispatch, form, found: Some(found.clone()) };
                    let mut bytes = match form {
                        Form::Codes => packed(&codes),
                        Form::Lists(entries) => {
                            let words = parts.iter().flat_map(|part| list(part, entries));
                            words.flat_map(u32::to_le_bytes).collect()
                        }
                    };
                    bytes.extend(settled.iter().flat_map(|count| count.to_le_bytes()));
                    let what = format!("{pairs} pairs by {per_dispatch}, {share} %, {form:?}");
                    assert_eq!(bytes.len() as u64, answers.size(), "{what}");
                    let (read, sum) = answers.read(&bytes);
                    assert_eq!(sum, settled.iter().sum::<u32>() as usize, "{what}");
                    let too_short = |part: &&[u32]| match form {
                        Form::Codes => false,
                        Form::Lists(entries) => {
                            let words = Answers::read_words(entries, part.len() as u32);
                            u64::from(count(part)) >= words
                        }
                    };
                    if parts.iter().any(too_short) {
                        short += 1;
                        assert_eq!((read, found.guess()), (None, None), "{what}");
                        continue;
                    }
                    assert_eq!(found.guess(), Some(most + most / 4 + 256), "{what}");
                    let listed = (form != Form::Codes).then(|| hits.clone());
                    let expected = Codes { codes: raw.clone(), listed };
                    assert!(read == Some(expected), "{what}");
                }
            }
        }
        assert!(short > 10, "{short}");
    }

    /// What no list can say makes codes be read.
    #[test]
    fn a_list_that_is_none_is_no_answer() {
        let answers = Answers { pairs: 10, per_dispatch: 64, form: Form::Lists(3), found: None };
        let read = |words: [u32; 5]| {
            let bytes: Vec<u8> = words.into_iter().flat_map(u32::to_le_bytes).collect();
            answers.read(&bytes).0.map(|codes| codes.listed.unwrap_or_default())
        };
        let hit = |number: u32| number | 2 << 30;
        assert_eq!(read([3, hit(0), hit(4), hit(9), 0]), Some(vec![0, 4, 9]));
        assert_eq!(read([2, hit(0), hit(4), JUNK, 0]), Some(vec![0, 4]));
        for words in [
            [4, hit(0), hit(4), hit(9), 0],
            [u32::MAX, hit(0), hit(4), hit(9), 0],
            [3, hit(4), hit(0), hit(9), 0],
            [3, hit(4), hit(4), hit(9), 0],
            [3, hit(0), hit(4), hit(10), 0],
            [3, hit(0), hit(4), JUNK, 0],
        ] {
            assert_eq!(read(words), None, "{words:?}");
        }
    }

    /// Lists are read where they are shorter, and only of many pairs of which something is known.
    #[test]
    fn the_shorter_form_comes_back() {
        let found = LastFound::default();
        let lists =
            |pairs, found: Option<LastFound>| Answers::new(pairs, 1 << 20, found).are_lists();
        assert!(!lists(1 << 20, Some(found.clone())), "nothing is known");
        found.note(0);
        assert!(lists(1 << 20, Some(found.clone())) && lists(LEAST_LISTED, Some(found.clone())));
        assert!(!Answers::new(1 << 20, 1 << 20, Some(found.clone())).in_codes().are_lists());
        assert!(!lists(LEAST_LISTED - 1, Some(found.clone())), "few pairs");
        assert!(!lists(1 << 20, None), "every verdict is wanted");
        // 2^20 pairs have 2^16 words of codes.
        for (most, shorter) in [(52_000, true), (53_000, false), (u32::MAX - 1, false)] {
            found.note(most);
            let answers = Answers::new(1 << 20, 1 << 20, Some(found.clone()));
            assert_eq!(answers.are_lists(), shorter, "{most}");
            assert!(answers.size() <= Answers::most(1 << 20, 1 << 20), "{most}");
        }
    }

    /// Each dispatch's list begins where its slice does, and has room for what is read of it.
    #[test]
    fn lists_have_room_for_what_is_read() {
        for (pairs, per_dispatch) in [(1 << 16, 1 << 20), (100_000, 1 << 14), (70_001, 1 << 16)] {
            let answers = Answers { pairs, per_dispatch, form: Form::Codes, found: None };
            let end = list_words(pairs, per_dispatch);
            for (dispatch, (_, part)) in (0..).zip(answers.parts()) {
                let begin = list_begin(dispatch, per_dispatch);
                let to = list_begin(dispatch + 1, per_dispatch).min(end);
                assert_eq!(begin % 64, 0);
                assert!(begin + Answers::read_words(u32::MAX, part) <= to, "{pairs}, {dispatch}");
            }
        }
    }
}
