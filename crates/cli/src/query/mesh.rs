//! Pairs of meshes. They are answered as they are read: their files are the work.

use super::Field;
use super::answer::Answer;
use super::fault::{Fault, FaultKind, Whose};
use super::files::Files;
use super::request::{Request, Shapes, Unread};
use motzkin::glam::DVec3;
use motzkin::import::{ImportError, ImportFault, MeshFile};
use motzkin::tree::spheres::{MeshVerdict, MeshWorld, MeshWorldError};
use motzkin::{MeshError, Pose, TriangleMesh, Verdict};
use motzkin_core::exact::triangles::meeting_point;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The most bytes of meshes that are kept, so that memory does not grow with the input. Beyond it,
/// all meshes are dropped.
const KEPT: usize = 512 << 20;

/// A mesh as a line names it.
pub struct MeshText {
    pub path: String,
    pub solid: bool,
    pub pose: Pose,
}

/// The meshes read so far, by the paths of the lines.
pub struct Shelf {
    files: Files,
    meshes: Mutex<HashMap<String, Arc<TriangleMesh>>>,
}

impl Shelf {
    pub fn new(files: Files) -> Self {
        Self { files, meshes: Mutex::default() }
    }

    fn mesh(&self, side: char, path: &str) -> Result<Arc<TriangleMesh>, Fault> {
        if let Some(mesh) = self.meshes.lock().unwrap_or_else(PoisonError::into_inner).get(path) {
            return Ok(mesh.clone());
        }
        let resolved = self.files.permitted(Whose::Side(side), path)?;
        // Messages name the file as the line does.
        let named = |error| ImportError { path: path.into(), ..error };
        let mesh = MeshFile::open(resolved).map_err(|error| unreadable(side, &named(error)))?;
        let mesh = mesh.merged().map_err(|error| refused(side, &error))?;
        let mesh = Arc::new(mesh);
        let mut kept = self.meshes.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = |mesh: &TriangleMesh| 12 * (mesh.len() + mesh.vertices().len());
        if kept.values().map(|mesh| bytes(mesh)).sum::<usize>() + bytes(&mesh) > KEPT {
            kept.clear();
        }
        kept.insert(path.to_owned(), mesh.clone());
        Ok(mesh)
    }
}

fn unreadable(side: char, error: &ImportError) -> Fault {
    let kind = match &error.fault {
        ImportFault::Mesh(MeshError::NotFinite { .. }) => FaultKind::NotFinite,
        ImportFault::UnknownFormat | ImportFault::Unsupported(_) => FaultKind::Unsupported,
        ImportFault::Io(_) | ImportFault::NoRegularFile | ImportFault::OutsideFolder(_) => {
            FaultKind::Io
        }
        _ => FaultKind::Shape,
    };
    Fault::new(kind, format!("{side}: {error}"))
}

fn refused(side: char, error: &MeshError) -> Fault {
    let kind = match error {
        MeshError::NotFinite { .. } | MeshError::OutOfRange => FaultKind::NotFinite,
        _ => FaultKind::Shape,
    };
    Fault::new(kind, format!("{side}: {error}"))
}

/// Answers a request that is one for meshes; leaves others as they are.
pub fn answered<'a>(
    shelf: &Shelf,
    want: &[Field],
    request: Request<'a>,
) -> Result<Request<'a>, Unread<'a>> {
    let Request { id, shapes: Shapes::Meshes(pair), moves } = request else { return Ok(request) };
    match solve(shelf, want, &pair) {
        Ok(answer) => Ok(Request { id, shapes: Shapes::Answered(answer), moves }),
        Err(fault) => Err(Unread { id, fault }),
    }
}

fn solve(shelf: &Shelf, want: &[Field], pair: &[MeshText; 2]) -> Result<Answer, Fault> {
    let mut world = MeshWorld::default();
    let mut numbers = [0; 2];
    let mut meshes = Vec::new();
    for ((text, side), number) in pair.iter().zip(['a', 'b']).zip(&mut numbers) {
        let mesh = shelf.mesh(side, &text.path)?;
        let id = world.add_mesh(mesh.clone());
        let added =
            if text.solid { world.add_solid(id, text.pose) } else { world.add(id, text.pose) };
        *number = added.map_err(|error| match error {
            MeshWorldError::Mesh { error, .. } => refused(side, &error),
            error => Fault::shape(format!("{side}: {error}")),
        })?;
        meshes.push(mesh);
    }
    let failed = |error: MeshWorldError| Fault::new(FaultKind::Io, error.to_string());
    let [a, b] = numbers;
    let found = world.verdict(a, b).map_err(failed)?;
    let placed = |which: usize, triangle: u32| {
        meshes[which].corners(triangle).map(|corner| pair[which].pose.place(corner))
    };
    let mut answer =
        Answer::bare(if found.meets() { Verdict::Overlapping } else { Verdict::Separate });
    if want.contains(&Field::Witness) {
        answer.witness = match found {
            MeshVerdict::Meeting { triangles: [p, q] } => {
                meeting_point(&placed(0, p), &placed(1, q))
            }
            MeshVerdict::Enclosed { of_second, triangle } => {
                let [corner, ..] = placed(usize::from(of_second), triangle);
                Some(DVec3::from_array(corner.map(f64::from)))
            }
            _ => None,
        }
        .map(Into::into);
    }
    // Surfaces are no sets that anything lies within.
    if want.contains(&Field::Subset) && pair.iter().any(|text| text.solid) {
        let [a_in_b, b_in_a] = world.inside(a, b).map_err(failed)?;
        let unknown = || Fault::unsupported("subsets of meshes that touch from within are");
        answer.subset = Some([a_in_b.ok_or_else(unknown)?, b_in_a.ok_or_else(unknown)?]);
    }
    Ok(answer)
}
