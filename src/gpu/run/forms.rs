//! The forms of a batch, which choose the pipeline.

use crate::geom::{Form, Pair};
use crate::gpu::shader::frame::ShaderFrame;
use crate::gpu::stages::verdicts::ShapeMix;

/// The form of each frame, `None` for a tag that no shape has.
///
/// A byte a frame: frames are read once, one after the other. To look them up pair by pair would
/// cost many times what a device takes for the pairs.
pub(super) struct Forms {
    forms: Vec<Option<Form>>,
    /// The form that all of them have.
    only: Option<Form>,
}

impl Forms {
    pub fn of<F: ShaderFrame>(frames: &[F]) -> Self {
        let forms: Vec<Option<Form>> = frames.iter().map(F::form).collect();
        let only = forms.first().copied().flatten();
        let only = only.filter(|_| forms.iter().all(|&form| form == only));
        Self { forms, only }
    }

    /// The pipeline that answers all of these pairs. Frames of one form need no look at the pairs;
    /// those of several are looked up to the second kind of pair.
    pub fn mix(&self, pairs: &[Pair]) -> ShapeMix {
        if let Some(form) = self.only {
            return ShapeMix::of(form, form);
        }
        let form = |index: u32| self.forms.get(index as usize).copied().flatten();
        let mix_of = |pair: &Pair| match form(pair.a).zip(form(pair.b)) {
            Some((a, b)) => ShapeMix::of(a, b),
            None => ShapeMix::Any,
        };
        let first = pairs.first().map_or(ShapeMix::Any, mix_of);
        if pairs.iter().all(|pair| mix_of(pair) == first) { first } else { ShapeMix::Any }
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
        let mixed = Forms::of(&[cuboid, tetra]);
        assert_eq!(mixed.mix(&[Pair::new(0, 2)]), ShapeMix::Any, "a frame that is not there");
        assert_eq!(mixed.mix(&[]), ShapeMix::Any);
        assert_eq!(Forms::of::<Frame3>(&[]).mix(&[Pair::new(0, 0)]), ShapeMix::Any);
    }
}
