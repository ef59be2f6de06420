//! The buffers that codes and the list of undecided pairs are made in and read back from.

use crate::geom::Pair;
use crate::gpu::device::own_buffer::OwnBuffer;
use crate::gpu::device::timer::StageTimer;
use crate::gpu::shader::layout::{any_hits_size, codes_size};
use crate::gpu::shader::stage_layout::{
    Params, SETTLED_BYTES, blocks_size, list_size, prefixes_size, words,
};
use wgpu::BufferUsages as Usage;

/// The timed passes, in the order of their timestamps.
pub(super) const KERNEL: u32 = 0;
pub(super) const LISTING: u32 = 1;
pub(super) const TIMED_PASSES: u32 = 2;

/// Bytes of a timer of these passes: its queries, what they are resolved to, and the readback.
const TIMER_BYTES: u64 = 3 * StageTimer::bytes_of(TIMED_PASSES);

/// The usage of a buffer that is written from the host and read by a stage.
pub(super) const INPUT: Usage = Usage::STORAGE.union(Usage::COPY_DST);

/// Makes an empty buffer.
pub(super) fn buffer(device: &wgpu::Device, label: &str, size: u64, usage: Usage) -> OwnBuffer {
    let (label, mapped_at_creation) = (format!("motzkin {label}"), false);
    let label = Some(label.as_str());
    device.create_buffer(&wgpu::BufferDescriptor { label, size, usage, mapped_at_creation }).into()
}

/// How many pairs a dispatch may have, how many of them its list, and how many groups they may be
/// in, 0 where no bits of groups are read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::gpu) struct CodeCapacity {
    pub pairs: u32,
    pub list: u32,
    pub groups: u32,
}

impl CodeCapacity {
    /// Bytes of params and pairs, which are uploaded.
    fn inputs(self) -> [u64; 2] {
        let pairs = u64::from(self.pairs.max(1)) * size_of::<Pair>() as u64;
        [size_of::<Params>() as u64, pairs]
    }

    /// Bytes of codes, of the list, and of the number of settled pairs, which are read back.
    fn outputs(self) -> [u64; 3] {
        [codes_size(self.pairs), list_size(self.list), SETTLED_BYTES]
    }

    /// Bytes of the starts of groups and of their number, which are uploaded, and of their bits.
    fn of_groups(self) -> Option<[u64; 3]> {
        let groups = self.groups;
        (groups > 0).then(|| [words(groups), words(1), any_hits_size(groups)])
    }

    /// Bytes that come back: bits of groups take the place of codes.
    fn readback(self) -> u64 {
        let [codes, list, settled] = self.outputs();
        let bits = self.of_groups().map_or(0, |[.., bits]| bits);
        codes.max(bits) + list + settled
    }

    /// Bytes of the buffers with so many readbacks, and of `inputs` more that are uploaded. What is
    /// uploaded is staged twice: for the job that runs, and for the next.
    pub fn bytes(self, readbacks: u64, inputs: u64) -> u64 {
        let [starts, count, bits] = self.of_groups().unwrap_or_default();
        let uploaded = self.inputs().iter().sum::<u64>() + inputs + starts + count;
        let outputs = self.outputs().iter().sum::<u64>() + bits;
        let scratch = prefixes_size(self.pairs) + blocks_size(self.pairs);
        3 * uploaded + outputs + scratch + readbacks * (self.readback() + TIMER_BYTES)
    }
}

/// Jobs follow each other on one queue, so they share all but what the CPU reads.
#[derive(Debug)]
pub(super) struct CodeBuffers {
    pub params: OwnBuffer,
    pub pairs: OwnBuffer,
    pub codes: OwnBuffer,
    pub prefixes: OwnBuffer,
    pub blocks: OwnBuffer,
    pub list: OwnBuffer,
    pub settled: OwnBuffer,
    /// Where bits of groups are read.
    pub groups: Option<GroupBuffers>,
    /// Codes or bits, the list, the number of settled pairs, then timestamps; a timer where stages
    /// are timed.
    pub readbacks: Vec<(OwnBuffer, Option<StageTimer>)>,
}

/// The buffers of groups of pairs.
#[derive(Debug)]
pub(super) struct GroupBuffers {
    pub starts: OwnBuffer,
    pub count: OwnBuffer,
    pub bits: OwnBuffer,
}

impl CodeBuffers {
    /// Makes them, with a readback for each timer.
    pub fn new(
        device: &wgpu::Device,
        capacity: CodeCapacity,
        timers: Vec<Option<StageTimer>>,
    ) -> Self {
        let make = |label, size, usage| buffer(device, label, size, usage);
        let output = Usage::STORAGE | Usage::COPY_SRC;
        let [params, pairs] = capacity.inputs();
        let [codes, list, settled] = capacity.outputs();
        let readback = |timer: Option<StageTimer>| {
            let size = capacity.readback() + timer.as_ref().map_or(0, StageTimer::bytes);
            (make("readback", size, Usage::MAP_READ | Usage::COPY_DST), timer)
        };
        let groups = capacity.of_groups().map(|[starts, count, bits]| GroupBuffers {
            starts: make("group starts", starts, INPUT),
            count: make("group count", count, INPUT),
            bits: make("any hits", bits, output),
        });
        Self {
            params: make("params", params, Usage::UNIFORM | Usage::COPY_DST),
            pairs: make("pairs", pairs, INPUT),
            codes: make("codes", codes, output),
            prefixes: make("prefixes", prefixes_size(capacity.pairs), Usage::STORAGE),
            blocks: make("blocks", blocks_size(capacity.pairs), Usage::STORAGE),
            list: make("list", list, output),
            settled: make("settled", settled, output | Usage::COPY_DST),
            groups,
            readbacks: timers.into_iter().map(readback).collect(),
        }
    }
}
