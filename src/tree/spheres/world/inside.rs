//! What lies within solids.

use super::state::MeshWorld;
use crate::exact::triangles::{Origin, winding_number};
use crate::tree::spheres::descent::Side;
use crate::tree::spheres::error::MeshWorldError;
use crate::tree::spheres::rays::{Winding, winding};
use crate::tree::spheres::solid;
use crate::tree::spheres::verdict::MeshVerdict;
use std::sync::Arc;

impl MeshWorld {
    /// Returns whether the first object lies within the second, and whether the second lies within
    /// the first. Nothing lies within an object that is not solid, but for an object without
    /// triangles, which lies within every other one that has no part inside it.
    ///
    /// The answer is exact if the surfaces are separate. If they meet, `Some(false)` means that a
    /// vertex lies outside. `None` means that no vertex outside was found among the first 4096
    /// triangles: then the object may touch the other from within, or cross it. The budget does not
    /// apply. Costs the triangles along a ray for each part, or all triangles of one object for
    /// each vertex of the other if the surfaces meet.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`verdict`](Self::verdict).
    pub fn inside(&mut self, a: u32, b: u32) -> Result<[Option<bool>; 2], MeshWorldError> {
        let budget = std::mem::take(&mut self.budget);
        let verdict = self.verdict(a, b);
        self.budget = budget;
        if matches!(verdict?, MeshVerdict::Meeting { .. }) {
            let known = |outside: bool| outside.then_some(false);
            return Ok([known(self.has_outside(a, b)?), known(self.has_outside(b, a)?)]);
        }
        for object in [a, b] {
            self.find_parts(self.object(object)?.mesh);
        }
        let mut parts_inside = |inner: u32, outer: u32| -> Result<(usize, usize), MeshWorldError> {
            let parts = self.parts(self.object(inner)?.mesh);
            let mut count = 0;
            for &part in parts.iter() {
                count += usize::from(self.is_within(inner, part, outer)?);
            }
            Ok((count, parts.len()))
        };
        let ((of_a, all_a), (of_b, all_b)) = (parts_inside(a, b)?, parts_inside(b, a)?);
        // A hollow of the outer object inside the inner object: then the inner one is not within.
        Ok([Some(of_a == all_a && of_b == 0), Some(of_b == all_b && of_a == 0)])
    }

    /// Returns true if one of the first vertices of an object lies outside the other, or if the
    /// other has no inside.
    fn has_outside(&self, inner: u32, outer: u32) -> Result<bool, MeshWorldError> {
        let (inner, outer) = (self.object(inner)?, self.object(outer)?);
        if !outer.solid {
            return Ok(true);
        }
        let [of_inner, of_outer] = self.sides([inner, outer])?;
        let mesh = &of_outer.tree.mesh;
        let triangles: Vec<_> =
            (0..mesh.len() as u32).map(|triangle| of_outer.placed(triangle)).collect();
        let count = of_inner.tree.mesh.len().min(4096) as u32;
        let mut corners = (0..count).flat_map(|triangle| of_inner.placed(triangle));
        Ok(corners.any(|corner| winding_number(corner, triangles.iter().copied()) == Some(0)))
    }

    /// Returns the verdict of two objects whose surfaces are separate: one may hold a part of the
    /// other.
    pub(super) fn enclosed(&mut self, [a, b]: [u32; 2]) -> Result<MeshVerdict, MeshWorldError> {
        for (inner, outer, of_second) in [(a, b, false), (b, a, true)] {
            if !self.object(outer)?.solid {
                continue;
            }
            self.find_parts(self.object(inner)?.mesh);
            let parts = self.parts(self.object(inner)?.mesh);
            for &triangle in parts.iter() {
                if self.is_within(inner, triangle, outer)? {
                    return Ok(MeshVerdict::Enclosed { of_second, triangle });
                }
            }
        }
        Ok(MeshVerdict::Separate)
    }

    fn find_parts(&mut self, mesh: u32) {
        if let Some(Some(member)) = self.meshes.get_mut(mesh as usize)
            && member.parts.is_none()
        {
            member.parts = Some(Arc::new(solid::parts(&member.tree.mesh)));
        }
    }

    fn parts(&self, mesh: u32) -> Arc<Vec<u32>> {
        self.member(mesh).ok().and_then(|member| member.parts.clone()).unwrap_or_default()
    }

    /// Returns true if a part of one object lies within the other. The part must not meet the
    /// surface of the other. Opens the nodes of the other that a ray passes through.
    fn is_within(&mut self, inner: u32, part: u32, outer: u32) -> Result<bool, MeshWorldError> {
        if !self.object(outer)?.solid {
            return Ok(false);
        }
        let inner = self.object(inner)?;
        let [inner, _] = self.sides([inner; 2])?;
        let origin = Origin::stored(inner.placed(part)[0]);
        let number = self.winding_about(outer, &origin)?;
        Ok(number.is_some_and(|number| number != 0))
    }

    /// Returns the winding number of an object's surface about a point, or `None` if the point lies
    /// on it. Opens the nodes that a ray passes through.
    pub(super) fn winding_about(
        &mut self,
        object: u32,
        origin: &Origin,
    ) -> Result<Option<i64>, MeshWorldError> {
        let object = self.object(object)?;
        let (mesh, extent, pose) = (object.mesh, object.extent, object.pose);
        loop {
            let side = Side { tree: &self.member(mesh)?.tree, pose: &pose };
            let wants = match winding(side, extent, origin, self.stats.steps) {
                Winding::Number(number) => return Ok(number),
                Winding::Wants(nodes) => nodes,
            };
            let mut wanted: Vec<(u32, u32)> = wants.into_iter().map(|node| (mesh, node)).collect();
            wanted.sort_unstable();
            self.open_nodes(&wanted)?;
        }
    }
}
