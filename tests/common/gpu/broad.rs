//! Shapes in buffers, their broad phase, and what it must have listed by brute force.

use super::rig::{JUNK, Rig, STORAGE};
use motzkin::bytemuck::{Pod, cast_slice, pod_read_unaligned};
use motzkin::gpu::layout::CandidateHeader;
use motzkin::gpu::{BroadPhase, BroadPhaseBuffers, BroadPhaseInput, BroadPhaseOptions};
use motzkin::wgpu::{self, Buffer, BufferSlice, CommandEncoder};
use motzkin::{Filter, Frame2, Frame3, Pair};

/// The ends of a shape on each axis in `f64`, and the sum of the magnitudes that make them; `None`
/// where it has no box.
pub type Ends = Option<[(f64, f64, f64); 3]>;

/// What a broad phase takes.
pub trait Paired: Pod {
    fn input(slice: BufferSlice<'_>) -> BroadPhaseInput<'_>;
    fn ends(&self, moving: bool) -> Ends;
}

/// Ends of an origin and rows that are added to it: each, or at most one, or none where the rows
/// are vertices themselves.
fn frame_ends(tag: f32, rows: [[f32; 3]; 4], velocity: [f32; 3], moving: bool) -> Ends {
    let velocity = if moving { velocity } else { [0.0; 3] };
    let finite = rows.iter().chain([&velocity]).flatten().all(|x| x.is_finite());
    if !finite || ![0.0, 1.0, 2.0].contains(&tag) {
        return None;
    }
    Some([0, 1, 2].map(|axis| {
        let [origin, rows @ ..] = rows.map(|row| f64::from(row[axis]));
        let sums: Vec<f64> = match tag {
            0.0 => (0..8)
                .map(|bits| {
                    (0..3).filter(|i| bits >> i & 1 == 1).fold(origin, |sum, i| sum + rows[i])
                })
                .collect(),
            1.0 => [0.0].iter().chain(&rows).map(|row| origin + row).collect(),
            _ => [origin].into_iter().chain(rows).collect(),
        };
        let v = f64::from(velocity[axis]);
        let low = sums.iter().copied().fold(f64::INFINITY, f64::min) + v.min(0.0);
        let high = sums.iter().copied().fold(f64::NEG_INFINITY, f64::max) + v.max(0.0);
        (low, high, origin.abs() + rows.iter().map(|row| row.abs()).sum::<f64>() + v.abs())
    }))
}

impl Paired for Frame3 {
    fn input(slice: BufferSlice<'_>) -> BroadPhaseInput<'_> {
        BroadPhaseInput::Frames(slice)
    }

    fn ends(&self, moving: bool) -> Ends {
        let rows = self.rows().map(|[x, y, z, _]| [x, y, z]);
        let [[.., tag], [.., x], [.., y], [.., z]] = *self.rows();
        frame_ends(tag, rows, [x, y, z], moving)
    }
}

impl Paired for Frame2 {
    fn input(slice: BufferSlice<'_>) -> BroadPhaseInput<'_> {
        BroadPhaseInput::PlaneFrames(slice)
    }

    fn ends(&self, moving: bool) -> Ends {
        let [origin, a, b, velocity, [tag, _]] = self.rows().map(|[x, y]| [x, y]);
        let flat = |[x, y]: [f32; 2]| [x, y, 0.0];
        let third = if tag == 0.0 { [0.0; 3] } else { flat(b) };
        frame_ends(tag, [flat(origin), flat(a), flat(b), third], flat(velocity), moving)
    }
}

/// A box as it stands, of this many axes.
fn box_ends(low: &[f32], high: &[f32]) -> Ends {
    let axis = |axis: usize| match (low.get(axis), high.get(axis)) {
        (Some(&low), Some(&high)) => (low <= high && low.is_finite() && high.is_finite())
            .then_some((f64::from(low), f64::from(high), 0.0)),
        _ => Some((0.0, 0.0, 0.0)),
    };
    Some([axis(0)?, axis(1)?, axis(2)?])
}

impl Paired for [f32; 6] {
    fn input(slice: BufferSlice<'_>) -> BroadPhaseInput<'_> {
        BroadPhaseInput::Boxes(slice)
    }

    fn ends(&self, _: bool) -> Ends {
        box_ends(&self[..3], &self[3..])
    }
}

impl Paired for [f32; 4] {
    fn input(slice: BufferSlice<'_>) -> BroadPhaseInput<'_> {
        BroadPhaseInput::PlaneBoxes(slice)
    }

    fn ends(&self, _: bool) -> Ends {
        box_ends(&self[..2], &self[2..])
    }
}

/// How a bench departs from the plain one.
#[derive(Clone, Default)]
pub struct Plan {
    pub filters: Option<Vec<Filter>>,
    pub worlds: Option<Vec<u32>>,
    pub options: BroadPhaseOptions,
    pub capacity: Option<u32>,
}

/// Shapes in buffers, and the broad phase.
pub struct Bench<T> {
    pub shapes: Vec<T>,
    pub plan: Plan,
    pub input: Buffer,
    pub count: Buffer,
    pub pairs: Buffer,
    pub header: Buffer,
    pub broad: BroadPhase,
}

/// One recording's outputs, as copied within the encoder.
pub struct Taken {
    pairs: Buffer,
    header: Buffer,
}

/// A recording's outputs on the CPU.
#[derive(Clone, Debug, PartialEq)]
pub struct Listed {
    pub header: CandidateHeader,
    pub pairs: Vec<Pair>,
}

impl<T: Paired> Bench<T> {
    pub fn new(rig: &Rig, shapes: Vec<T>, plan: Plan) -> Self {
        let capacity = plan.capacity.unwrap_or(40 * shapes.len() as u32 + 64);
        let mut padded = shapes.clone();
        if padded.is_empty() {
            padded.push(T::zeroed());
        }
        let input = rig.filled(&padded, STORAGE);
        let count = rig.filled(&[shapes.len() as u32], STORAGE);
        let pairs = rig.junk(8 * u64::from(capacity), STORAGE);
        let header = rig.junk(32, STORAGE);
        let extend = |mut words: Vec<u32>, least: usize| {
            words.resize(words.len().max(least), 0);
            rig.filled(&words, STORAGE)
        };
        let filters = plan.filters.as_ref().map(|all| extend(cast_slice(all).to_vec(), 2));
        let worlds = plan.worlds.as_ref().map(|all| extend(all.clone(), 1));
        let buffers = BroadPhaseBuffers {
            count: Some(count.slice(..)),
            filters: filters.as_ref().map(|buffer| buffer.slice(..)),
            worlds: worlds.as_ref().map(|buffer| buffer.slice(..)),
            ..BroadPhaseBuffers::new(T::input(input.slice(..)), pairs.slice(..), header.slice(..))
        };
        let broad = rig.pipelines.broad_phase(&rig.device, &buffers, &plan.options).unwrap();
        Self { shapes, plan, input, count, pairs, header, broad }
    }

    /// Copies the outputs, and then spoils them.
    pub fn take(&self, rig: &Rig, encoder: &mut CommandEncoder) -> Taken {
        let [pairs, header] = [&self.pairs, &self.header].map(|buffer| {
            let copy = rig.snapshot(encoder, buffer);
            let junk = rig.junk(buffer.size(), wgpu::BufferUsages::COPY_SRC);
            encoder.copy_buffer_to_buffer(&junk, 0, buffer, 0, buffer.size());
            copy
        });
        Taken { pairs, header }
    }

    /// Records and reads one recording of all shapes, and checks it.
    pub fn run(&self, rig: &Rig) -> Listed {
        let mut encoder = rig.encoder();
        let all = self.shapes.len() as u32;
        self.broad.record(&mut encoder, all).unwrap();
        let taken = self.take(rig, &mut encoder);
        rig.submit(encoder);
        self.check(rig, &taken, all)
    }

    /// Compares a recording of the first shapes with what it must have written.
    pub fn check(&self, rig: &Rig, taken: &Taken, offered: u32) -> Listed {
        let listed = self.read(rig, taken);
        self.check_list(&listed, offered);
        listed
    }

    /// A recording's outputs, behind which nothing was written.
    pub fn read(&self, rig: &Rig, taken: &Taken) -> Listed {
        let header: CandidateHeader = pod_read_unaligned(cast_slice(&rig.words(&taken.header)));
        let words = rig.words(&taken.pairs);
        let (listed, behind) = words.split_at(2 * header.listed as usize);
        assert!(behind.iter().all(|&word| word == JUNK), "behind the list");
        Listed { header, pairs: cast_slice(listed).to_vec() }
    }

    fn check_list(&self, listed: &Listed, offered: u32) {
        let Listed { header, pairs } = listed;
        let shapes = offered.min(self.shapes.len() as u32);
        let ends: Vec<Ends> = self.shapes[..shapes as usize]
            .iter()
            .map(|shape| shape.ends(self.plan.options.moving))
            .collect();
        assert_eq!((header.shapes, header.offered), (shapes, offered));
        let invalid = ends.iter().filter(|ends| ends.is_none()).count();
        let first = ends.iter().position(Option::is_none).map_or(u32::MAX, |first| first as u32);
        assert_eq!((header.invalid, header.first_invalid), (invalid as u32, first));

        assert!(pairs.iter().all(|pair| pair.a < pair.b && pair.b < shapes));
        let mut sorted: Vec<[u32; 2]> = pairs.iter().map(|pair| [pair.a, pair.b]).collect();
        sorted.sort_unstable();
        assert!(sorted.is_sorted_by(|one, next| one < next), "a pair is listed twice");
        // All pairs come by in that order.
        let mut sorted = sorted.into_iter().peekable();
        let (mut least, mut most) = (0, 0);
        for a in 0..shapes {
            for b in a + 1..shapes {
                let (meets, may) = self.meet(&ends, a as usize, b as usize);
                least += u64::from(meets);
                most += u64::from(may);
                let is_listed = sorted.next_if_eq(&[a, b]).is_some();
                let whole = header.total() == u64::from(header.listed);
                assert!(is_listed || !meets || !whole, "{a} and {b} are missing");
                assert!(may || !is_listed, "{a} and {b} are listed");
            }
        }
        let total = header.total();
        assert!((least..=most).contains(&total), "{least} <= {total} <= {most}");
        assert_eq!(u64::from(header.found), total.min(u32::MAX.into()));
        assert_eq!(header.listed, header.found.min(self.broad.pair_capacity()));
    }

    /// Whether two shapes must be listed, and whether they may be.
    fn meet(&self, ends: &[Ends], a: usize, b: usize) -> (bool, bool) {
        let (Some(one), Some(other)) = (&ends[a], &ends[b]) else { return (false, false) };
        let Plan { filters, worlds, options, .. } = &self.plan;
        let allowed = filters
            .as_ref()
            .is_none_or(|all| all[a].group & all[b].mask != 0 && all[b].group & all[a].mask != 0)
            && worlds.as_ref().is_none_or(|all| all[a] == all[b])
            && options.between.is_none_or(|first| (a < first as usize) != (b < first as usize));
        let margin = f64::from(options.margin);
        let apart = one.iter().zip(other).map(|(one, other)| {
            let gap = (one.0 - other.1).max(other.0 - one.1) - margin;
            let size = one.2 + other.2;
            // Boxes as they are have no size here, and are compared as they are without a margin.
            let scale = if margin > 0.0 {
                size + margin + [one.0, one.1, other.0, other.1].map(f64::abs).iter().sum::<f64>()
            } else {
                size
            };
            let rounding =
                if scale > 0.0 { scale * 2.0_f64.powi(-18) + 2.0_f64.powi(-118) } else { 0.0 };
            (gap <= 0.0, gap <= rounding)
        });
        let both = apart.fold((true, true), |all, own| (all.0 & own.0, all.1 & own.1));
        (both.0 & allowed, both.1 & allowed)
    }
}
