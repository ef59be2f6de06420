//! Single shapes of a style.

use super::Style;
use super::beside::Parts;
use super::numbers::{Numbers, power};
use glam::Vec3;
use motzkin_core::geom::{Frame2, Frame3};

impl Numbers {
    pub fn vector(&mut self, style: Style, reach: u32) -> Vec3 {
        let mut whole = || self.whole(reach);
        let [x, y, z] = [whole(), whole(), whole()];
        match style {
            Style::Random | Style::Scaled | Style::Small if self.below(4) > 0 => {
                self.direction() * reach as f32
            }
            Style::Passing | Style::Stacked | Style::Aligned if self.below(2) == 0 => {
                self.direction() * reach as f32
            }
            Style::Thin | Style::Close => self.direction() * reach as f32,
            Style::Turned if self.below(2) == 0 => {
                let little = self.part(4, 23);
                Vec3::new(x, y, z) + self.direction() * little
            }
            _ => Vec3::new(x, y, z),
        }
    }

    /// A place near the origin, or a velocity.
    pub fn place(&mut self, style: Style) -> Vec3 {
        match style {
            Style::Thin | Style::Aligned | Style::Squashed => self.vector(style, 1) * 0.25,
            Style::Small => self.vector(style, 2) * self.part(2, 8),
            _ => self.vector(style, 3),
        }
    }

    /// Three edges.
    pub fn edges(&mut self, style: Style) -> [Vec3; 3] {
        let thin = matches!(style, Style::Thin | Style::Grazing | Style::Close | Style::Small);
        let of_all = if thin { self.part(0, 6) } else { 1.0 };
        [(); 3].map(|()| {
            let edge = self.vector(style, 3) * of_all;
            match self.below(3) {
                0 if style == Style::Small => edge * self.part(24, 44),
                0 if thin => edge * self.part(0, 13),
                // Along the axes.
                0 if style != Style::Random => match self.below(3) {
                    0 => edge * Vec3::X,
                    1 => edge * Vec3::Y,
                    _ => edge * Vec3::Z,
                },
                _ => edge,
            }
        })
    }

    /// What a pair is multiplied by.
    pub fn scale(&mut self, style: Style) -> f32 {
        match style {
            Style::Scaled => {
                let exponents = [-140, -70, -20, 40, 90, 120];
                power(exponents[self.below(exponents.len() as u32) as usize])
            }
            Style::Small => self.part(21, 24),
            _ => 1.0,
        }
    }

    /// Where the second of a pair begins, if that depends on the first.
    pub fn second(
        &mut self,
        style: Style,
        corner: impl Fn(u32) -> Vec3,
        size: f32,
    ) -> Option<Vec3> {
        matches!(style, Style::Close | Style::Grazing | Style::Passing).then(|| {
            let mut corner = || corner(self.below(8));
            let corner = match style {
                Style::Passing => (corner() + corner()) * 0.5,
                _ => corner(),
            };
            let little = if self.below(4) == 0 { 0.0 } else { self.part(14, 27) };
            corner + self.direction() * (little * size)
        })
    }

    /// A frame with a velocity, beside the `first` of its pair if it is the second. Draws until its
    /// edges span space.
    pub fn frame(
        &mut self,
        style: Style,
        scale: f32,
        at: Option<Vec3>,
        first: Option<Parts>,
    ) -> Frame3 {
        loop {
            let kind = if style == Style::Aligned && self.below(8) > 0 { 0 } else { self.below(3) };
            let origin = at.unwrap_or_else(|| self.place(style) * scale);
            let edges = self.edges(style).map(|edge| edge * scale);
            let velocity = self.place(style) * scale;
            let own = Parts { origin, edges, velocity };
            let Parts { origin, edges, velocity } = self.changed(own, style, kind == 0, first);
            let found = match kind {
                0 => Frame3::cuboid(origin, edges),
                1 => Frame3::tetra(origin, edges),
                _ => {
                    let [p, q, r] = edges.map(|edge| origin + edge);
                    Frame3::tetra_by_vertices([origin, p, q, r])
                }
            };
            if let Ok(frame) = found.and_then(|frame| frame.with_velocity(velocity)) {
                return frame;
            }
        }
    }

    pub fn plane_frame(
        &mut self,
        style: Style,
        scale: f32,
        at: Option<Vec3>,
        first: Option<Parts>,
    ) -> Frame2 {
        loop {
            let kind = self.below(3);
            let origin = at.unwrap_or_else(|| self.place(style) * scale);
            let [p, q, mut velocity] = self.edges(style).map(|edge| edge * scale);
            if style == Style::Small {
                velocity = self.vector(style, 2) * scale;
            }
            let [origin, p, q, velocity] = [origin, p, q, velocity].map(|own| own.with_z(0.0));
            let own = Parts { origin, edges: [p, q, p], velocity };
            let Parts { origin, edges, velocity } = self.changed(own, style, kind == 0, first);
            let (origin, velocity) = (origin.truncate(), velocity.truncate());
            let [p, q, _] = edges.map(Vec3::truncate);
            let found = match kind {
                0 => Frame2::parallelogram(origin, [p, q]),
                1 => Frame2::triangle(origin, [p, q]),
                _ => Frame2::triangle_by_vertices([origin, origin + p, origin + q]),
            };
            if let Ok(frame) = found.and_then(|frame| frame.with_velocity(velocity)) {
                return frame;
            }
        }
    }

    /// A point, and others that lie where an edge from there ends.
    pub fn points(
        &mut self,
        style: Style,
        at: Option<Vec3>,
        is_flat: bool,
        scale: f32,
    ) -> Vec<Vec3> {
        let most = [6, 12, 24, 130][self.below(4) as usize];
        let origin = at.unwrap_or_else(|| self.place(style) * scale);
        let others = self.below(most);
        about(origin, is_flat, others, || self.edges(style)[0] * scale)
    }
}

/// A point and some more, so far from it; all of them in the plane if they are to be flat.
pub fn about(origin: Vec3, is_flat: bool, others: u32, mut way: impl FnMut() -> Vec3) -> Vec<Vec3> {
    let flat = |point: Vec3| if is_flat { point.with_z(0.0) } else { point };
    let others = (0..others).map(|_| flat(origin + way()));
    std::iter::once(flat(origin)).chain(others).collect()
}
