//! What kernels tell of the pairs concerned: the shaders' answers where a GPU is the engine, then
//! the CPU's for what they leave open.

use super::super::batch::{BatchError, Verdicts};
use super::super::collision_service::CollisionService;
use super::super::dimension::Frame;
use super::super::wanted::Wanted;
use crate::kernel::{BestAxis, CommonBounds, Indexed};

/// What a kernel tells of a pair's common points.
pub(in crate::service) type Common<F> = CommonBounds<<F as Frame>::Vector, <F as Frame>::Aabb>;

/// An axis that a kernel has chosen, and what it leaves open.
#[derive(Clone, Copy, Debug)]
pub enum AxisBound<D> {
    /// By the CPU.
    Kernel(BestAxis<D>),
    /// By a shader, of a pair that meets.
    #[cfg(feature = "gpu")]
    Shader {
        axis: D,
        /// No penetration depth is less.
        least: f32,
        /// How much more the depth along the axis may be for it to be close enough.
        loose: f32,
    },
}

impl<D: Copy> AxisBound<D> {
    pub fn axis(&self) -> D {
        match self {
            Self::Kernel(best) => best.axis,
            #[cfg(feature = "gpu")]
            Self::Shader { axis, .. } => *axis,
        }
    }

    /// How far the true depth or gap may be from that along the axis; `None` where that is too
    /// much.
    pub fn slack(&self, meets: bool, depth: f32) -> Option<f32> {
        let (slack, loose) = match self {
            Self::Kernel(best) => {
                let slack =
                    if meets { best.slack_of_depth(depth) } else { best.slack_of_gap(depth) };
                (slack, best.reach * LOOSE)
            }
            #[cfg(feature = "gpu")]
            Self::Shader { least, loose, .. } => ((depth - least).next_up().max(0.0), *loose),
        };
        (slack <= loose).then_some(slack)
    }
}

/// What `f32` leaves open is settled where it is more than this part of the pair's reach.
pub(in crate::service) const LOOSE: f32 = 1.0 / 32_768.0; // 2^-15

/// What is known of each pair concerned, in their order.
pub(super) struct Told<F: Frame> {
    pub axes: Vec<Option<AxisBound<F::Direction>>>,
    pub commons: Vec<Common<F>>,
}

impl CollisionService {
    /// What kernels tell of the pairs of these numbers; nothing by the reference engine.
    pub(super) async fn told<F: Frame>(
        &self,
        source: &Indexed<'_, F>,
        verdicts: &Verdicts,
        numbers: &[u32],
        wanted: Wanted,
    ) -> Result<Told<F>, BatchError> {
        let mut told = Told {
            axes: vec![None; numbers.len()],
            commons: vec![CommonBounds::OPEN; numbers.len()],
        };
        if self.is_reference() {
            return Ok(told);
        }
        #[cfg(feature = "gpu")]
        self.ask_shaders(source, verdicts, numbers, wanted, &mut told).await?;
        self.cpu().install(|| self.ask_kernels(source, verdicts, numbers, wanted, &mut told));
        Ok(told)
    }

    /// Fills in what nobody has told yet.
    fn ask_kernels<F: Frame>(
        &self,
        source: &Indexed<'_, F>,
        verdicts: &Verdicts,
        numbers: &[u32],
        wanted: Wanted,
        told: &mut Told<F>,
    ) {
        let level = self.info().simd;
        let picked = |is_open: &dyn Fn(usize) -> bool| -> (Vec<usize>, Vec<u32>) {
            (0..numbers.len())
                .filter(|&place| is_open(place))
                .map(|place| (place, numbers[place]))
                .unzip()
        };
        if wanted.contains(Wanted::DEPTH) || wanted.contains(Wanted::GAP) {
            let (places, open) = picked(&|place| told.axes[place].is_none());
            for (place, best) in places.into_iter().zip(F::best_axes(source, &open, level)) {
                told.axes[place] = best.map(AxisBound::Kernel);
            }
        }
        let (boxes, points) = (wanted.contains(Wanted::BOX), wanted.contains(Wanted::WITNESS));
        let (places, open) = picked(&|place| {
            let CommonBounds { point, aabb } = &told.commons[place];
            let is_open = boxes && aabb.is_none() || points && point.is_none();
            is_open && verdicts[numbers[place] as usize].meets()
        });
        for (place, found) in places.into_iter().zip(F::common(source, &open, boxes, level)) {
            told.commons[place] = found;
        }
    }

    /// What the shaders tell, of pairs that meet.
    #[cfg(feature = "gpu")]
    async fn ask_shaders<F: Frame>(
        &self,
        source: &Indexed<'_, F>,
        verdicts: &Verdicts,
        numbers: &[u32],
        wanted: Wanted,
        told: &mut Told<F>,
    ) -> Result<(), BatchError> {
        let Some(gpu) = self.gpu_engine() else {
            return Ok(());
        };
        // In space `f32` finds hardly any box that is tight enough, in the plane a good part of
        // them.
        let boxes = wanted.contains(Wanted::BOX) && F::IN_PLANE;
        let points = wanted.contains(Wanted::WITNESS) && !wanted.contains(Wanted::BOX);
        let mut asked = Wanted::NOTHING;
        for (output, is_asked) in [
            (Wanted::DEPTH, wanted.contains(Wanted::DEPTH)),
            (Wanted::WITNESS, points),
            (Wanted::BOX, boxes),
        ] {
            asked |= if is_asked { output } else { Wanted::NOTHING };
        }
        if asked == Wanted::NOTHING {
            return Ok(());
        }
        let meets = |place: &usize| verdicts[numbers[*place] as usize].meets();
        let places: Vec<usize> = (0..numbers.len()).filter(meets).collect();
        let pairs: Vec<crate::geom::Pair> =
            places.iter().map(|&place| source.pairs[numbers[place] as usize]).collect();
        let found = match gpu.runner().bounds(source.frames, &pairs, asked).await {
            Ok(found) => found,
            Err(error) => {
                gpu.failed(error)?;
                return Ok(());
            }
        };
        for ((place, pair), bounds) in places.into_iter().zip(&pairs).zip(&found) {
            let (a, b) = (&source.frames[pair.a as usize], &source.frames[pair.b as usize]);
            let (axis, common) = F::of_shader(a, b, bounds);
            (told.axes[place], told.commons[place]) = (axis, common);
        }
        Ok(())
    }
}
