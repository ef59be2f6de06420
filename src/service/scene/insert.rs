//! Shapes that come and go.

#[cfg(feature = "meshes")]
use super::bodies::Body;
use super::error::{ChangeError, InsertAllError, InsertError};
use super::frame_scene::Scene;
use super::handle::Handle;
use super::shape::{Kind, SceneShape};
use super::state::{Most, State};
use crate::geom::Frame3;
use crate::service::backend::SceneBackend;
#[cfg(feature = "polytopes")]
use glam::Vec3;
use std::sync::PoisonError;

impl Scene {
    /// Adds a shape, tested against all others until [`set_filter`](Self::set_filter) says
    /// otherwise, with its slot for an id. A hull, a tree or a mesh stands where its points
    /// are until [`set_pose`](Self::set_pose) moves it.
    ///
    /// # Errors
    ///
    /// [`InsertError::Full`] and [`InsertError::OverBudget`]. [`InsertError::Mesh`] for a solid whose
    /// mesh is not closed, and [`InsertError::Invalid`] for a frame that was cast from bytes.
    pub fn insert(&mut self, shape: impl Into<SceneShape>) -> Result<Handle, InsertError> {
        let settled_time = self.state().slots.settled_time();
        self.insert_shape(shape.into(), settled_time)
    }

    /// Adds shapes; handles come in their order.
    ///
    /// # Errors
    ///
    /// Names each shape that was not added; all others were, and the error has their handles.
    pub fn insert_all<S>(&mut self, shapes: &[S]) -> Result<Vec<Handle>, InsertAllError>
    where
        S: Into<SceneShape> + Clone,
    {
        self.insert_each(&mut shapes.iter().cloned().map(Into::into))
    }

    fn insert_each(
        &mut self,
        shapes: &mut dyn Iterator<Item = SceneShape>,
    ) -> Result<Vec<Handle>, InsertAllError> {
        let settled_time = self.state().slots.settled_time();
        InsertAllError::all(&mut shapes.map(|shape| self.insert_shape(shape, settled_time)))
    }

    fn insert_shape(
        &mut self,
        SceneShape(kind): SceneShape,
        settled_time: u64,
    ) -> Result<Handle, InsertError> {
        match kind {
            Kind::Frame(frame) => {
                let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
                insert(&mut *self.backend, &mut state, frame, settled_time, self.most)
            }
            #[cfg(feature = "polytopes")]
            Kind::Hull(_) | Kind::Tree(_) => self.insert_body(kind, 0, settled_time),
            #[cfg(feature = "meshes")]
            Kind::Mesh { ref mesh, solid } => {
                let mesh = mesh.clone();
                let object = self.meshes.add(&mesh, solid)?;
                let inserted = self.insert_body(kind, object, settled_time);
                if inserted.is_err() {
                    self.meshes.remove(object, &mesh);
                }
                inserted
            }
        }
    }

    /// Inserts a shape that is no frame. Devices see a frame in its slot that is tested with nothing.
    #[cfg(feature = "polytopes")]
    fn insert_body(
        &mut self,
        kind: Kind,
        object: u32,
        settled_time: u64,
    ) -> Result<Handle, InsertError> {
        let stand_in = Frame3::aligned_box(Vec3::ZERO, Vec3::ONE)?;
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let handle = insert(&mut *self.backend, &mut state, stand_in, settled_time, self.most)?;
        state.put_body(handle.slot() as usize, kind, object);
        Ok(handle)
    }

    /// Takes a shape away. Its handle is stale from now on, and pairs that name it are separate.
    pub fn remove(&mut self, handle: Handle) -> Result<(), ChangeError> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (slot, _body) = state.remove(handle)?;
        #[cfg(feature = "meshes")]
        if let Some(Body { kind: Kind::Mesh { mesh, .. }, object, .. }) = _body {
            self.meshes.remove(object, &mesh);
        }
        self.backend.touch_filter(slot);
        Ok(())
    }
}

/// Inserts a frame: into a slot that there is, or into another one for which there is memory.
fn insert(
    backend: &mut dyn SceneBackend,
    state: &mut State,
    frame: Frame3,
    settled_time: u64,
    most: Most,
) -> Result<Handle, InsertError> {
    let reserved = backend.reserved();
    let handle = if reserved < most.0 {
        match state.insert(frame, settled_time, Most(reserved, most.1)) {
            Err(InsertError::Full { slots, .. }) => {
                backend.reserve(slots + 1)?;
                state.insert(frame, settled_time, most)
            }
            inserted => inserted,
        }
    } else {
        state.insert(frame, settled_time, most)
    }?;
    let slot = handle.slot() as usize;
    backend.touch_frame(slot);
    backend.touch_filter(slot);
    backend.touch_id(slot);
    Ok(handle)
}
