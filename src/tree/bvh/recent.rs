//! Posed nodes that a thread has needed lately, of objects that the world does not keep.

use super::error::SearchFault;
use super::posed::{Posed, PosedBvh};
use super::world::World;
use std::collections::VecDeque;
use std::sync::Arc;

/// Bytes that are held, beside the two objects that are compared.
const MOST: usize = 1 << 24;

/// The latest objects of one thread, the oldest first.
pub(crate) struct Recent<'a> {
    world: &'a World,
    objects: VecDeque<(u32, Arc<PosedBvh>)>,
    bytes: usize,
}

impl<'a> Recent<'a> {
    pub fn new(world: &'a World) -> Self {
        Self { world, objects: VecDeque::new(), bytes: 0 }
    }

    /// Returns the posed nodes of an object, as [`World::posed`] does.
    pub fn posed(&mut self, object: u32) -> Result<Posed<'a>, SearchFault> {
        if let Some((_, known)) = self.objects.iter().rev().find(|(number, _)| *number == object) {
            return Ok(Posed::Own(known.clone()));
        }
        let posed = self.world.posed(object)?;
        if let Posed::Own(made) = &posed {
            self.bytes += made.bytes();
            self.objects.push_back((object, made.clone()));
            while self.bytes > MOST && self.objects.len() > 2 {
                let oldest = self.objects.pop_front();
                self.bytes -= oldest.map_or(0, |(_, posed)| posed.bytes());
            }
        }
        Ok(posed)
    }
}
