//! Shapes that come and go.

#[cfg(feature = "meshes")]
use super::bodies::Body;
use super::error::{ChangeError, InsertAllError, InsertError};
use super::handle::Handle;
use super::shape::{Kind, SceneShape};
use super::space::Scene;
use super::state::{Most, State};
use crate::geom::Frame3;
#[cfg(feature = "polytopes")]
use crate::geom::Pose;
use crate::service::backend::SceneBackend;
#[cfg(feature = "polytopes")]
use {crate::error::FrameError, glam::Vec3};

impl Scene {
    /// Adds a shape, tested against all others until [`set_filter`](Self::set_filter) says
    /// otherwise, with its slot for an id. A hull, a tree or a mesh stands where its points
    /// are until [`set_pose`](Self::set_pose) moves it.
    ///
    /// # Errors
    ///
    /// Returns [`InsertError::Full`] if the scene has as many slots as it can hold, and
    /// [`InsertError::OverBudget`] if the GPU memory of the service has no room for another shape.
    /// Returns [`InsertError::Mesh`] for a solid whose mesh is not closed, or for a mesh that its
    /// scale may take beyond the range of `f32`: if the magnitudes of the terms of a coordinate add
    /// up to the largest or more. Returns [`InsertError::Invalid`] for a frame that was cast from
    /// bytes and is not valid, or that its scale makes flat or takes beyond that range, and
    /// `InsertError::Tree` for a tree with such a frame.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::glam::Vec3;
    /// use motzkin::{CollisionService, Engine, Frame3};
    ///
    /// let mut scene = CollisionService::new(Engine::Cpu)?.scene();
    /// let cube = scene.insert(Frame3::aligned_box(Vec3::ZERO, Vec3::ONE)?)?;
    /// assert_eq!((scene.len(), scene.id(cube)), (1, Some(cube.slot())));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn insert(&mut self, shape: impl Into<SceneShape>) -> Result<Handle, InsertError> {
        self.leave_lost_device();
        let settled_time = self.state().slots.settled_time();
        self.insert_shape(shape.into(), settled_time)
    }

    /// Adds shapes; handles come in their order.
    ///
    /// # Errors
    ///
    /// Returns an [`InsertAllError`] if some shapes were not added, with the place and the reason
    /// of each. All other shapes were added, and the error has their handles.
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
        self.leave_lost_device();
        let settled_time = self.state().slots.settled_time();
        InsertAllError::all(&mut shapes.map(|shape| self.insert_shape(shape, settled_time)))
    }

    fn insert_shape(
        &mut self,
        SceneShape { kind, scale }: SceneShape,
        settled_time: u64,
    ) -> Result<Handle, InsertError> {
        #[cfg(feature = "polytopes")]
        let placed = (Pose::IDENTITY.scaled(scale).map_err(FrameError::Pose)?, scale);
        match kind {
            Kind::Frame(frame) => {
                let mut state = self.state.write();
                insert(&mut *self.backend, &mut state, (frame, scale), settled_time, self.most)
            }
            #[cfg(feature = "polytopes")]
            Kind::Hull(_) => self.insert_body(kind, placed, 0, settled_time),
            #[cfg(feature = "polytopes")]
            Kind::Tree(ref tree) => {
                let fault = |(frame, error)| InsertError::Tree { frame, error };
                tree.check_posed(&placed.0).map_err(fault)?;
                self.insert_body(kind, placed, 0, settled_time)
            }
            #[cfg(feature = "meshes")]
            Kind::Mesh { ref mesh, solid } => {
                let mesh = mesh.clone();
                let object = self.meshes.add(&mesh, solid, placed.0)?;
                let inserted = self.insert_body(kind, placed, object, settled_time);
                if inserted.is_err() {
                    self.meshes.remove(object, &mesh);
                }
                inserted
            }
        }
    }

    /// Inserts a shape that is no frame, in a pose that has its scale. Devices see a frame in its
    /// slot that is tested with nothing.
    #[cfg(feature = "polytopes")]
    fn insert_body(
        &mut self,
        kind: Kind,
        placed: (Pose, f32),
        object: u32,
        settled_time: u64,
    ) -> Result<Handle, InsertError> {
        let stand_in = Frame3::aligned_box(Vec3::ZERO, Vec3::ONE)?;
        let mut state = self.state.write();
        let frame = (stand_in, 1.0);
        let handle = insert(&mut *self.backend, &mut state, frame, settled_time, self.most)?;
        state.put_body(handle.slot() as usize, kind, placed, object);
        Ok(handle)
    }

    /// Takes a shape away. Its handle is stale from now on, and pairs that name it are separate.
    ///
    /// # Errors
    ///
    /// Returns [`ChangeError::Stale`] for a handle that names no shape of this scene.
    ///
    /// # Examples
    ///
    /// ```
    /// use motzkin::glam::Vec3;
    /// use motzkin::service::ChangeError;
    /// use motzkin::{CollisionService, Engine, Frame3};
    ///
    /// let mut scene = CollisionService::new(Engine::Cpu)?.scene();
    /// let cube = scene.insert(Frame3::aligned_box(Vec3::ZERO, Vec3::ONE)?)?;
    /// scene.remove(cube)?;
    /// assert!(scene.is_empty());
    /// assert_eq!(scene.remove(cube), Err(ChangeError::Stale(cube)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remove(&mut self, handle: Handle) -> Result<(), ChangeError> {
        // Nothing is held while an occupancy test forgets the mesh.
        let (slot, _body) = self.state.write().remove(handle)?;
        #[cfg(feature = "meshes")]
        if let Some(Body { kind: Kind::Mesh { mesh, .. }, object, .. }) = _body {
            self.meshes.remove(object, &mesh);
        }
        self.backend.touch_filter(slot);
        Ok(())
    }

    /// Removes all shapes. Their handles are stale from now on.
    pub fn clear(&mut self) {
        for handle in self.handles() {
            // Each of them names a shape.
            let _removed = self.remove(handle);
        }
    }
}

/// Inserts a frame with a scale: into a slot that there is, or into another one for which there is
/// memory.
fn insert(
    backend: &mut dyn SceneBackend,
    state: &mut State,
    frame: (Frame3, f32),
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
