//! The second frame of a pair, beside the first.

use super::Style;
use super::numbers::Numbers;
use glam::Vec3;

/// Origin, edges and velocity of a frame.
#[derive(Clone, Copy)]
pub struct Parts {
    pub origin: Vec3,
    pub edges: [Vec3; 3],
    pub velocity: Vec3,
}

impl Numbers {
    /// A frame as a style changes it.
    pub fn changed(
        &mut self,
        own: Parts,
        style: Style,
        is_box: bool,
        first: Option<Parts>,
    ) -> Parts {
        match (style, first) {
            (Style::Passing, Some(first)) => {
                let way = (own.velocity - first.velocity) * self.part(0, 2);
                Parts { origin: own.origin - way, ..own }
            }
            (Style::Stacked, first) => self.stacked(own, is_box, first),
            (Style::Aligned, Some(first)) => self.aligned(own, first),
            (Style::Squashed, _) => self.squashed(own, is_box),
            _ => own,
        }
    }

    /// Stands on the plane at right angles to y, or hangs from it.
    fn stacked(&mut self, own: Parts, is_box: bool, first: Option<Parts>) -> Parts {
        let flat = Vec3::new(1.0, 0.0, 1.0);
        let Parts { mut origin, edges: [mut p, q, mut r], mut velocity } = own;
        (origin, p, r) = (origin * flat, p * flat, r * flat);
        if self.below(3) > 0 {
            velocity *= flat;
        }
        let Some(first) = first else {
            let edges = [p, q.with_y(q.y.abs()), r];
            return Parts { origin: Vec3::ZERO, edges, velocity };
        };
        origin.y = self.fraction() * self.part(18, 50);
        if is_box && self.below(2) == 0 {
            // It moves between two of its edges, nearly along both.
            let (along, beside) = (p * Vec3::X, Vec3::Z * self.part(2, 8));
            (p, r) = (along + beside, along - beside);
            velocity = first.velocity + along * self.part(0, 2);
            origin.y = self.part(4, 13) * (self.fraction() + 1.0);
        }
        Parts { origin, edges: [p, q.with_y(-q.y.abs()), r], velocity }
    }

    /// Of nearly the same directions as the first, or turned about one edge, or longer; within the
    /// other, or face to face with it.
    fn aligned(&mut self, own: Parts, first: Parts) -> Parts {
        let mut edges = first.edges;
        edges.rotate_left(self.below(3) as usize);
        let [a, b, c] = edges;
        let size = a.abs().max_element();
        let [mut p, mut q, mut r] =
            edges.map(|edge| edge + self.direction() * (size * self.part(13, 17)));
        let long = 8.0 * self.part(0, 5);
        match self.below(4) {
            0 => (p, q, r) = (p * long, (b + c) * self.part(0, 4), (b - c) * self.part(0, 4)),
            1 => (p, q, r) = (p * long, b + c * self.part(0, 2), c * self.part(0, 4)),
            2 => p *= long,
            _ => {}
        }
        let from = if self.below(3) == 0 {
            (a + b + c - p - q - r) * 0.5 + a * self.part(2, 5)
        } else {
            r = -r;
            let within = self.part(10, 14) * (self.fraction() + 0.75);
            (a - p) * 0.5 + b * self.part(1, 3) + c * within
        };
        if self.below(2) == 0 {
            (q, r) = (r, q);
        }
        let velocity = match self.below(8) {
            0 => first.velocity + a,
            1 => first.velocity + (q - r) * 0.5,
            2 => own.velocity,
            _ => first.velocity,
        };
        Parts { origin: first.origin + from, edges: [p, q, r], velocity }
    }

    /// By powers of two, along axes or edge by edge: needles, sheets, and slivers of any kind.
    fn squashed(&mut self, own: Parts, is_box: bool) -> Parts {
        let [thin, thinner] = [self.part(22, 28), self.part(42, 52)];
        let by = match self.below(4) {
            0 if is_box => Vec3::new(1.0, thinner, 1.0),
            0 => Vec3::new(1.0, thin, thin),
            1 => Vec3::new(1.0, self.part(20, 112), 1.0),
            2 => Vec3::new(self.part(0, 60), 1.0, self.part(0, 60)),
            _ => Vec3::ONE,
        };
        let [p, q, r] = own.edges;
        let edges = match self.below(2) {
            0 => [p * by, q * by, r * by],
            _ => [p * by.x, q * by.y, r * by.z],
        };
        let origin = if self.below(3) == 0 { own.origin * by } else { own.origin };
        Parts { origin, edges, ..own }
    }
}
