//! Pairs in which a mesh takes part.

use super::Field;
use super::mesh::{self, Shelf};
use super::mixed;
use super::request::{Request, Shapes, Unread};
use motzkin::CollisionService;

/// Answers a request in which a mesh takes part; leaves others as they are.
pub fn answered<'a>(
    service: &CollisionService,
    shelf: &Shelf,
    want: &[Field],
    request: Request<'a>,
) -> Result<Request<'a>, Unread<'a>> {
    let Request { id, shapes, moves } = request;
    let answer = match shapes {
        Shapes::Meshes(pair) => mesh::solve(shelf, want, &pair),
        Shapes::Mixed(pair) => mixed::solve(service, shelf, want, &pair),
        shapes => return Ok(Request { id, shapes, moves }),
    };
    match answer {
        Ok(answer) => Ok(Request { id, shapes: Shapes::Answered(answer), moves }),
        Err(fault) => Err(Unread { id, fault }),
    }
}
