//! What is kept of meshes as long as they live.

use crate::geom::TriangleMesh;
use std::collections::HashMap;
use std::sync::{Arc, Weak};

/// Something for each mesh, by its address. The weak handle keeps the address from another mesh.
pub(in crate::gpu) struct ByMesh<T>(HashMap<usize, (Weak<TriangleMesh>, T)>);

impl<T> Default for ByMesh<T> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

fn address(mesh: &Arc<TriangleMesh>) -> usize {
    Arc::as_ptr(mesh).addr()
}

impl<T> ByMesh<T> {
    pub fn get_mut(&mut self, mesh: &Arc<TriangleMesh>) -> Option<&mut T> {
        self.0.get_mut(&address(mesh)).map(|(_, kept)| kept)
    }

    /// Returns what is kept of a mesh, made if there is nothing yet.
    pub fn get_or_insert_with(
        &mut self,
        mesh: &Arc<TriangleMesh>,
        make: impl FnOnce() -> T,
    ) -> &mut T {
        &mut self.0.entry(address(mesh)).or_insert_with(|| (Arc::downgrade(mesh), make())).1
    }

    pub fn insert(&mut self, mesh: &Arc<TriangleMesh>, kept: T) {
        self.0.insert(address(mesh), (Arc::downgrade(mesh), kept));
    }

    pub fn forget(&mut self, mesh: &Arc<TriangleMesh>) {
        self.0.remove(&address(mesh));
    }

    /// Forgets the meshes that are no more.
    pub fn sweep(&mut self) {
        self.0.retain(|_, (mesh, _)| mesh.strong_count() > 0);
    }

    pub fn retain(&mut self, mut keeps: impl FnMut(&T) -> bool) {
        self.0.retain(|_, (_, kept)| keeps(kept));
    }

    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.0.values().map(|(_, kept)| kept)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_goes_with_its_mesh() {
        let mesh = || Arc::new(TriangleMesh::default());
        let (first, second) = (mesh(), mesh());
        let mut kept = ByMesh::default();
        assert_eq!(*kept.get_or_insert_with(&first, || 1), 1);
        assert_eq!(*kept.get_or_insert_with(&first.clone(), || 2), 1);
        kept.insert(&second, 3);
        drop(first);
        // No other mesh has the address of one that is gone, for as long as something is kept of
        // it.
        let others: Vec<_> = (0..100).map(|_| mesh()).collect();
        assert!(others.iter().all(|other| kept.get_mut(other).is_none()));
        kept.sweep();
        assert_eq!(kept.values().collect::<Vec<_>>(), [&3]);
        kept.forget(&second);
        assert_eq!(kept.values().count(), 0);
    }
}
