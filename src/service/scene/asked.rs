//! The answers about one shape that is not in the scene.

use super::bodies::Body;
use super::error::SceneError;
#[cfg(feature = "meshes")]
use super::meshes::Meshes;
use super::others::Answerer;
#[cfg(feature = "motion")]
use super::shape_hits::ShapeContact;
use super::shape_hits::{ShapeHit, ShapeNearest};
use super::shape_search::Search;
use super::view::View;
use crate::geom::Pair;
use crate::service::answer::Distance;
use crate::service::collision_service::CollisionService;
use glam::DVec3;
use motzkin_core::Resting;

/// What a question sees.
pub(super) struct Asked<'a> {
    pub service: &'a CollisionService,
    pub search: Search<'a>,
    pub visitor: &'a Body,
    #[cfg(feature = "meshes")]
    pub meshes: &'a mut Meshes,
}

impl<'a> Asked<'a> {
    /// The search, and what answers its pairs.
    fn parts(self) -> (Search<'a>, Answerer<'a>) {
        let view = View::with(self.search.state, self.visitor);
        let answerer = Answerer {
            service: self.service,
            view,
            #[cfg(feature = "meshes")]
            meshes: self.meshes,
            #[cfg(feature = "meshes")]
            steps: false,
        };
        (self.search, answerer)
    }

    /// What the visitor meets, ascending.
    pub fn meeting(self) -> Result<Vec<ShapeHit>, SceneError> {
        let (search, mut answerer) = self.parts();
        search.meeting(|pairs| answerer.answer::<Resting>(pairs))
    }

    /// What the visitor meets on its way, in the order of the first contacts; with `first`, at
    /// least the first of them.
    #[cfg(feature = "motion")]
    pub fn contacts(self, first: bool) -> Result<Vec<ShapeContact>, SceneError> {
        let velocity = self.visitor.velocity;
        let (search, mut answerer) = self.parts();
        search.contacts(velocity, first, |pair| answerer.first_time(pair))
    }

    /// What is nearest to the visitor.
    pub fn nearest(self) -> Result<Option<ShapeNearest>, SceneError> {
        let (search, mut answerer) = self.parts();
        search.nearest(|pair| answerer.distance_in_pool(pair))
    }

    /// What the visitor meets, and what is no further off than a margin, nearest first.
    pub fn within(self, margin: f32) -> Result<Vec<ShapeNearest>, SceneError> {
        let (search, mut answerer) = self.parts();
        search.within(margin, |pair| answerer.distance_in_pool(pair))
    }
}

impl Answerer<'_> {
    /// Returns the distance of two shapes of any kind. What opens the nodes of meshes runs on the
    /// threads of the service.
    pub fn distance_in_pool(&mut self, pair: Pair) -> Result<Option<Distance<DVec3>>, SceneError> {
        if !self.view.has_mesh(pair) {
            return self.distance(pair);
        }
        let service = self.service;
        service.cpu.install(|| self.distance(pair))
    }
}
