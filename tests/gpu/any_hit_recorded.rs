//! Any hit in recordings of one's own: the bits of groups are those that the codes of their pairs
//! give, which are judged by the exact test.

use crate::common::seed::rng;
use crate::mixed;
use crate::rig::{Bench, JUNK, Plan, Rig, STORAGE};
use motzkin::gpu::layout::any_hits_size;
use motzkin::gpu::{Batch, BatchBuffers, BatchOptions, Pairs};
use motzkin::internals::gpu::fault::injected;
use motzkin::wgpu::{Buffer, BufferUsages as Usage};
use motzkin_core::verdict::RawCode;
use std::ops::Range;

const SIZES: [u32; 7] = [4097, 0, 1, 63, 64, 65, 4096];

/// A batch with all outputs, bits of groups among them.
struct Grouped {
    bench: Bench,
    starts: Vec<u32>,
    count: Buffer,
    bits: Buffer,
    batch: Batch,
}

impl Grouped {
    fn new(rig: &Rig, bench: Bench, starts: Vec<u32>, options: &BatchOptions) -> Self {
        let begins = rig.filled(&starts, STORAGE);
        let count = rig.filled(&[starts.len() as u32], STORAGE);
        // With room for a word more than is needed.
        let bits = rig.junk(any_hits_size(starts.len() as u32) + 4, STORAGE);
        let buffers = BatchBuffers {
            count: Some(bench.count.slice(..)),
            group_starts: Some(begins.slice(..4 * starts.len() as u64)),
            group_count: Some(count.slice(..)),
            any_hits: Some(bits.slice(..)),
            codes: Some(bench.codes.slice(..)),
            hits: Some(bench.hits.slice(..)),
            undecided: Some(bench.undecided.slice(..)),
            ..BatchBuffers::new(bench.frames.slice(..), bench.pairs.slice(..))
        };
        let batch = rig.pipelines.batch(&rig.device, &buffers, options).unwrap();
        assert_eq!(batch.group_capacity() as usize, starts.len());
        Self { bench, starts, count, bits, batch }
    }

    /// The pairs of a group.
    fn pairs(&self, group: usize, groups: usize, pairs: u32) -> Range<usize> {
        let next = self.starts[..groups].get(group + 1);
        let end = next.map_or(pairs, |&next| next.min(pairs));
        self.starts[group].min(end) as usize..end as usize
    }

    /// The first words that are not as they must be after a recording of so many groups.
    fn wrong(&self, words: &[u32], codes: &[RawCode], groups: usize) -> Option<String> {
        let used = any_hits_size(self.starts.len() as u32) as usize / 4;
        let mut expected = vec![0; used];
        for group in 0..groups {
            for &code in &codes[self.pairs(group, groups, codes.len() as u32)] {
                let word = match code {
                    RawCode::SEPARATE => continue,
                    RawCode::UNDECIDED => 2 * (group / 32) + 1,
                    _ => 2 * (group / 32),
                };
                expected[word] |= 1 << (group % 32);
            }
        }
        expected.push(JUNK);
        (words != expected).then(|| format!("{words:x?} for {expected:x?}"))
    }

    /// Records so many pairs and reads bits and codes, which are judged.
    fn run(&self, rig: &Rig, pairs: u32) -> (Vec<u32>, Vec<RawCode>) {
        let mut encoder = rig.encoder();
        self.batch.record(&mut encoder, pairs).unwrap();
        let bits = rig.snapshot(&mut encoder, &self.bits);
        let taken = self.bench.take(rig, &mut encoder);
        rig.submit(encoder);
        (rig.words(&bits), self.bench.check(rig, &taken, pairs))
    }

    fn demand(&self, rig: &Rig, pairs: u32) -> [u32; 2] {
        let (words, codes) = self.run(rig, pairs);
        let wrong = self.wrong(&words, &codes, self.starts.len());
        assert_eq!(wrong, None, "{pairs} pairs, {} groups", self.starts.len());
        let ones = |first: usize| {
            let words = words[..words.len() - 1].iter().skip(first).step_by(2);
            words.map(|word| word.count_ones()).sum()
        };
        [ones(0), ones(1)]
    }
}

/// One group, groups of one, of seven and of a word and more, empty ones, and any that begin behind
/// the first pair or end behind the last.
fn divisions(pairs: u32) -> Vec<Vec<u32>> {
    let mut rng = rng("any hit, recorded");
    let by = |step: usize| (0..pairs.max(1)).step_by(step).collect::<Vec<u32>>();
    let mut drawn: Vec<u32> = (0..pairs.min(900)).map(|_| rng.u32(..pairs + 20)).collect();
    drawn.extend([5, 5, 5, pairs, pairs]);
    drawn.sort_unstable();
    // Groups in the midst of which words begin, among them many that are empty.
    let many = (0..2000).map(|group| group / 40 * 37 % (pairs + 1)).collect::<Vec<u32>>();
    let mut many_empty = many;
    many_empty.sort_unstable();
    vec![vec![0], vec![pairs / 2 + 3], by(1), by(7), by(16), by(333), drawn, many_empty]
}

fn bench(rig: &Rig, pairs: usize, options: BatchOptions) -> Bench {
    Bench::new(rig, mixed(pairs), Plan { options, ..Plan::default() })
}

#[test]
fn groups_have_the_bits_of_their_pairs() {
    let rig = Rig::new();
    for settle in [false, true] {
        for moving in [false, true] {
            let options = BatchOptions { settle, moving, ..BatchOptions::default() };
            for starts in divisions(4097) {
                let grouped = Grouped::new(&rig, bench(&rig, 4097, options), starts, &options);
                let [meeting, open] = grouped.demand(&rig, 4097);
                let many = grouped.starts.len() > 100;
                assert!(!many || meeting > 30 && (settle || open > 10), "{meeting}, {open}");
                assert!(!settle || open == 0, "settled on the device");
            }
        }
    }
}

/// Bits of a recording before are gone, and only pairs that are recorded count.
#[test]
fn every_number_of_pairs_has_its_bits() {
    let rig = Rig::new();
    let options = BatchOptions::default();
    for size in SIZES {
        for starts in divisions(size.max(1)) {
            let bench = bench(&rig, size.max(1) as usize, options);
            let grouped = Grouped::new(&rig, bench, starts, &options);
            for pairs in [size, size / 2, size] {
                grouped.demand(&rig, pairs);
            }
        }
    }
}

/// More groups than a row of workgroups clears, and more workgroups than a row has.
#[test]
fn large_recordings_have_the_same_bits_every_time() {
    let rig = Rig::with_limits(|limits| limits.max_compute_workgroups_per_dimension = 1024);
    let options = BatchOptions::default();
    let mut scene = mixed(5000);
    scene.pairs = scene.pairs.iter().copied().cycle().take(700_001).collect();
    let plan = Plan {
        undecided_capacity: Some(3000),
        hit_capacity: Some(1000),
        options,
        ..Plan::default()
    };
    let bench = Bench::new(&rig, scene, plan);
    let grouped = Grouped::new(&rig, bench, (0..700_001).collect(), &options);
    let first = grouped.demand(&rig, 700_001);
    assert_eq!(grouped.demand(&rig, 700_001), first);
}

/// The numbers of pairs and of groups are on the GPU; recordings share a pass.
#[test]
fn the_number_of_groups_may_be_on_the_gpu() {
    let rig = Rig::new();
    let options = BatchOptions::default();
    let starts: Vec<u32> = (0..4097).step_by(5).collect();
    let all = starts.len() as u32;
    let grouped = Grouped::new(&rig, bench(&rig, 4097, options), starts, &options);
    for (pairs, groups) in
        [(4097, all), (4097, 100), (65, all), (4097, 0), (0, 7), (4097, u32::MAX)]
    {
        let mut encoder = rig.encoder();
        for (number, buffer) in [(pairs, &grouped.bench.count), (groups, &grouped.count)] {
            let number = rig.filled(&[number], Usage::COPY_SRC);
            encoder.copy_buffer_to_buffer(&number, 0, buffer, 0, 4);
        }
        {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            grouped.batch.record(&mut pass, 4097).unwrap();
            grouped.batch.record(&mut pass, Pairs::Indirect).unwrap();
        }
        let bits = rig.snapshot(&mut encoder, &grouped.bits);
        let codes = rig.snapshot(&mut encoder, &grouped.bench.codes);
        rig.submit(encoder);
        let (words, codes) = (rig.words(&bits), rig.words(&codes));
        let code = |i: u32| RawCode::from_low_bits(codes[i as usize / 16] >> (2 * (i % 16)));
        let codes: Vec<RawCode> = (0..pairs).map(code).collect();
        let wrong = grouped.wrong(&words, &codes, groups.min(all) as usize);
        assert_eq!(wrong, None, "{pairs} pairs, {groups} groups");
    }
}

/// Without a number of groups, and with no output but the bits, whose codes the batch then holds.
#[test]
fn bits_may_be_all_that_is_wanted() {
    let rig = Rig::new();
    let options = BatchOptions { settle: true, ..BatchOptions::default() };
    let starts: Vec<u32> = (0..1000).step_by(3).collect();
    let grouped = Grouped::new(&rig, bench(&rig, 1000, options), starts.clone(), &options);
    let begins = rig.filled(&starts, STORAGE);
    let bits = rig.junk(any_hits_size(starts.len() as u32), STORAGE);
    let bench = &grouped.bench;
    let buffers = BatchBuffers {
        group_starts: Some(begins.slice(..)),
        any_hits: Some(bits.slice(..)),
        ..BatchBuffers::new(bench.frames.slice(..), bench.pairs.slice(..))
    };
    let batch = rig.pipelines.batch(&rig.device, &buffers, &options).unwrap();
    let mut encoder = rig.encoder();
    batch.record(&mut encoder, 1000).unwrap();
    let bits = rig.snapshot(&mut encoder, &bits);
    rig.submit(encoder);
    let (words, codes) = grouped.run(&rig, 1000);
    assert_eq!(grouped.wrong(&words, &codes, starts.len()), None);
    let alone = rig.words(&bits);
    assert_eq!(alone[..], words[..alone.len()]);
}

/// A buffer of starts may hold anything: nothing is written behind the bits, and no loop is
/// endless.
#[test]
fn starts_without_an_order_do_no_harm() {
    let rig = Rig::new();
    let options = BatchOptions::default();
    let mut rng = rng("any hit, no order");
    for _ in 0..4 {
        let starts: Vec<u32> =
            (0..1000).map(|_| if rng.bool() { rng.u32(..4097) } else { rng.u32(..) }).collect();
        let grouped = Grouped::new(&rig, bench(&rig, 4097, options), starts, &options);
        let (words, _) = grouped.run(&rig, 4097);
        assert_eq!(words.last(), Some(&JUNK));
        // Bits behind the last group.
        assert!(words[62] >> (1000 % 32) == 0 && words[63] >> (1000 % 32) == 0);
    }
}

/// A device that searches, cuts or clears wrongly is seen by these groups.
#[test]
fn faults_of_the_reduction_are_seen() {
    type Edit = fn(String) -> String;
    let faults: [(&str, Edit); 6] = [
        ("one group too early", |wgsl| {
            wgsl.replace("if starts[middle] <= pair {", "if starts[middle] < pair {")
        }),
        ("a word is one group's", |wgsl| {
            wgsl.replace("end = clamp(starts[group], pair + 1u, end);", "")
        }),
        ("what touches or overlaps alone", |wgsl| {
            wgsl.replace("let meeting = (low ^ high) & used;", "let meeting = low & ~high & used;")
        }),
        ("undecided pairs are lost", |wgsl| {
            wgsl.replace("let undecided = low & high & used;", "let undecided = 0u;")
        }),
        ("nothing is cleared", |wgsl| wgsl.replace("atomicStore(&bits[word], 0u);", "")),
        ("the words of other groups are lost", |wgsl| {
            wgsl.replace("                tell(2u * at, found.x);\n", "")
        }),
    ];
    let sound = Rig::new();
    let text = motzkin::internals::gpu::sources::ANY_HIT.wgsl();
    let options = BatchOptions::default();
    for (name, edit) in faults {
        assert_ne!(edit(text.clone()), text, "{name}");
        injected(edit, || {
            let rig = Rig {
                pipelines: motzkin::gpu::Pipelines::new(&sound.device).unwrap(),
                device: sound.device.clone(),
                queue: sound.queue.clone(),
            };
            let is_wrong = divisions(4097).into_iter().any(|starts| {
                let grouped = Grouped::new(&rig, bench(&rig, 4097, options), starts, &options);
                let (words, codes) = grouped.run(&rig, 4097);
                grouped.wrong(&words, &codes, grouped.starts.len()).is_some()
            });
            assert!(is_wrong, "{name}");
        });
    }
}
