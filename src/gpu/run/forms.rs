//! The forms of a batch, which choose the pipeline.

use crate::geom::{Form, Pair};
use crate::gpu::shader::frame::ShaderFrame;
use crate::gpu::stages::verdicts::ShapeMix;

/// A byte for each frame, so that the bytes of two tell what kind of pair they are: their sum does.
///
/// Frames are read once, one after the other. To look them up pair by pair would cost many times
/// what a device takes for the pairs.
#[derive(Default)]
pub(super) struct Forms {
    weights: Vec<u8>,
    /// The bits of all weights.
    all: u8,
}

/// The weight of a frame of no known form, and of one that is not there.
const UNKNOWN: u8 = 64;

/// Pairs that are looked at between two questions whether another kind was among them.
const RUN: usize = 256;

/// Two of three different powers of four, or twice one of them, add up to different sums, all below
/// that of an unknown one.
const fn weight(form: Form) -> u8 {
    const { assert!(Form::COUNT <= 3) };
    1 << (2 * form as u8)
}

impl Forms {
    /// Those of no frames, with room for so many.
    pub fn with_capacity(frames: usize) -> Self {
        Self { weights: Vec::with_capacity(frames), all: 0 }
    }

    /// Those of some frames.
    pub fn of<F: ShaderFrame>(frames: &[F]) -> Self {
        let mut forms = Self::with_capacity(frames.len());
        forms.add(frames);
        forms
    }

    /// Adds the forms of frames whose numbers follow.
    pub fn add<F: ShaderFrame>(&mut self, frames: &[F]) {
        let first = self.weights.len();
        self.weights.extend(frames.iter().map(|frame| frame.form().map_or(UNKNOWN, weight)));
        self.all = self.weights[first..].iter().fold(self.all, |all, own| all | own);
    }

    /// The form that all of them have.
    fn only(&self) -> Option<Form> {
        Form::ALL.into_iter().find(|&form| weight(form) == self.all)
    }

    /// The pipeline that answers all of these pairs. Frames of one form need no look at the pairs;
    /// those of several are looked up to the second kind of pair.
    pub fn mix(&self, pairs: &[Pair]) -> ShapeMix {
        if let Some(form) = self.only() {
            return ShapeMix::of(form, form);
        }
        let of = |index: u32| self.weights.get(index as usize).copied().unwrap_or(UNKNOWN);
        let sum = |pair: &Pair| of(pair.a) + of(pair.b);
        let form = |index: u32| Form::ALL.into_iter().find(|&form| weight(form) == of(index));
        let first = pairs.first().and_then(|first| form(first.a).zip(form(first.b)));
        let Some((a, b)) = first else { return ShapeMix::Any };
        let wanted = weight(a) + weight(b);
        // Without a branch for each pair.
        let differs =
            |run: &[Pair]| run.iter().fold(0, |all, pair| all | (sum(pair) ^ wanted)) != 0;
        if pairs.chunks(RUN).any(differs) { ShapeMix::Any } else { ShapeMix::of(a, b) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geom::Frame3;
    use glam::Vec3;

    /// Every batch of up to three pairs of five frames, beside the definition.
    #[test]
    fn the_pipeline_answers_every_pair() {
        let axes = [Vec3::X, Vec3::Y, Vec3::Z];
        let cuboid = Frame3::cuboid(Vec3::ZERO, axes).expect("a cuboid");
        let tetra = Frame3::tetra(Vec3::ZERO, axes).expect("a tetrahedron");
        let mut rows = *cuboid.rows();
        rows[0][3] = 7.0;
        let unknown: Frame3 = bytemuck::cast(rows);
        let (box_only, tetra_only) = ([cuboid; 5], [tetra; 5]);
        for frames in [
            box_only,
            tetra_only,
            [cuboid, cuboid, tetra, tetra, cuboid],
            [cuboid, tetra, unknown, cuboid, tetra],
            [unknown; 5],
        ] {
            let forms = Forms::of(&frames);
            let kinds = |pair: &Pair| {
                let form = |index: u32| frames[index as usize].kind().ok().map(|kind| kind.form());
                form(pair.a).zip(form(pair.b)).map(|(a, b)| ShapeMix::of(a, b))
            };
            let all: Vec<Pair> = (0..25).map(|i| Pair::new(i / 5, i % 5)).collect();
            for (i, &first) in all.iter().enumerate() {
                for &second in &all[i..] {
                    let pairs = [first, second, first];
                    let one = kinds(&first).filter(|_| kinds(&first) == kinds(&second));
                    let expected = one.unwrap_or(ShapeMix::Any);
                    assert_eq!(forms.mix(&pairs), expected, "{pairs:?} of {frames:?}");
                }
            }
        }
        let mut mixed = Forms::of(&[cuboid]);
        mixed.add(&[tetra]);
        assert_eq!(mixed.mix(&[Pair::new(1, 0)]), ShapeMix::of(Form::Simplex, Form::Parallelotope));
        assert_eq!(mixed.mix(&[Pair::new(0, 2)]), ShapeMix::Any, "a frame that is not there");
        assert_eq!(mixed.mix(&[]), ShapeMix::Any);
        assert_eq!(Forms::default().mix(&[Pair::new(0, 0)]), ShapeMix::Any);
    }
}
