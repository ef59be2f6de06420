//! Pairs with a mesh. They are answered as they are read: their files are the work.

use super::Field;
use super::answer::Answer;
use super::fault::{Fault, FaultKind, Whose};
use super::files::Files;
use motzkin::glam::{DVec3, Vec3};
use motzkin::import::{ImportError, ImportFault, MeshFile, MeshFormat};
use motzkin::tree::spheres::{MeshId, MeshVerdict, MeshWorld, MeshWorldError};
use motzkin::{Aabb3, MeshError, PolytopeSet, Pose, TriangleMesh, Verdict};
use motzkin_core::exact::triangles::meeting_point;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

/// The most bytes of meshes that are kept, so that memory does not grow with the input. Beyond it,
/// all meshes are dropped that nothing else has.
const KEPT: usize = 512 << 20;

/// What an entry takes, whatever the mesh and the path.
const ENTRY: usize = 512;

/// A mesh as a line names it.
pub struct MeshText {
    pub path: String,
    pub solid: bool,
    pub pose: Pose,
}

/// The meshes read so far.
pub struct Shelf {
    files: Files,
    meshes: Mutex<Kept>,
}

/// A file in a folder without links, and the format in which it was read. A link to a file stays
/// one: the buffers of a glTF file lie beside the link.
type File = (PathBuf, Option<MeshFormat>);

/// Why a file is no mesh: the kind of the fault, and what a message says behind the path.
type Refusal = (FaultKind, String);

/// Meshes, and the bytes of those that are kept.
#[derive(Default)]
struct Kept {
    /// By the paths of the lines.
    named: HashMap<String, Arc<TriangleMesh>>,
    /// By their files: what is kept, and what lines still have. Paths of many spellings lead to one
    /// file.
    files: HashMap<File, Weak<TriangleMesh>>,
    /// Files that are no meshes. It may have taken minutes to find that out.
    refused: HashMap<File, Refusal>,
    /// The addresses of the meshes that are kept: each counts once.
    counted: HashSet<usize>,
    bytes: usize,
}

impl Kept {
    /// Returns the mesh of a file if somebody has it, and keeps it by one name more.
    fn known(&mut self, path: &str, file: &File) -> Option<Arc<TriangleMesh>> {
        let mesh = self.files.get(file)?.upgrade()?;
        self.keep(path, &mesh);
        Some(mesh)
    }

    /// Keeps a mesh, and returns the one that is kept. Where lines were read at the same time, that
    /// is the first of theirs.
    fn insert(&mut self, path: &str, file: File, mesh: TriangleMesh) -> Arc<TriangleMesh> {
        if let Some(first) = self.known(path, &file) {
            return first;
        }
        let mesh = Arc::new(mesh);
        self.keep(path, &mesh);
        self.files.insert(file, Arc::downgrade(&mesh));
        mesh
    }

    /// Keeps a mesh by a name.
    fn keep(&mut self, path: &str, mesh: &Arc<TriangleMesh>) {
        if self.named.contains_key(path) {
            return;
        }
        let whole = 12 * (mesh.len() + mesh.vertices().len()) + ENTRY;
        let name = path.len() + ENTRY;
        self.make_room(whole + name);
        if self.counted.insert(Arc::as_ptr(mesh).addr()) {
            self.bytes += whole;
        }
        self.bytes += name;
        self.named.insert(path.to_owned(), mesh.clone());
    }

    /// Keeps that a file is no mesh.
    fn refuse(&mut self, file: File, refusal: Refusal) {
        let bytes = file.0.as_os_str().len() + refusal.1.len() + ENTRY;
        self.make_room(bytes);
        if self.refused.insert(file, refusal).is_none() {
            self.bytes += bytes;
        }
    }

    /// Lets go of all that nothing else has, if so many bytes more are too many.
    fn make_room(&mut self, bytes: usize) {
        if self.bytes + bytes > KEPT {
            *self = Self { files: std::mem::take(&mut self.files), ..Self::default() };
            self.files.retain(|_, mesh| mesh.strong_count() > 0);
        }
    }
}

impl Shelf {
    pub fn new(files: Files) -> Self {
        Self { files, meshes: Mutex::default() }
    }

    pub fn mesh(&self, whose: Whose, path: &str) -> Result<Arc<TriangleMesh>, Fault> {
        let kept = || self.meshes.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(mesh) = kept().named.get(path) {
            return Ok(mesh.clone());
        }
        let resolved = self.files.permitted(whose, path)?;
        let file = (in_its_folder(&resolved), MeshFormat::of(path));
        let said =
            |(kind, what): &Refusal| Fault::new(*kind, whose.says(format_args!("{path}{what}")));
        {
            let mut kept = kept();
            if let Some(mesh) = kept.known(path, &file) {
                return Ok(mesh);
            }
            if let Some(refusal) = kept.refused.get(&file) {
                return Err(said(refusal));
            }
        }
        match opened(resolved, path) {
            Ok(mesh) => Ok(kept().insert(path, file, mesh)),
            Err(refusal) => {
                let fault = said(&refusal);
                // What cannot be read now may be there later.
                if refusal.0 != FaultKind::Io {
                    kept().refuse(file, refusal);
                }
                Err(fault)
            }
        }
    }
}

/// Returns the path to a file by a folder without links. A folder that there is not keeps its name.
fn in_its_folder(path: &Path) -> PathBuf {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    match (folder.canonicalize(), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.into(),
    }
}

/// Reads the file that the path of a line leads to. Its format and its name in messages are those
/// of that path, so that they do not depend on whether links were resolved.
fn opened(resolved: PathBuf, path: &str) -> Result<TriangleMesh, Refusal> {
    let format = MeshFormat::of(path);
    let found = match format {
        Some(format) => MeshFile::open_as(resolved, format).map_err(|error| error.fault),
        None => Err(ImportFault::UnknownFormat),
    };
    let unreadable = |fault| {
        let kind = kind_of_import(&fault);
        // The message begins with the path, which each line has its own way to write.
        (kind, ImportError { path: PathBuf::new(), format, fault }.to_string())
    };
    let refused = |error: MeshError| (kind_of_mesh(&error), format!(": {error}"));
    found.map_err(unreadable)?.merged().map_err(refused)
}

fn kind_of_import(fault: &ImportFault) -> FaultKind {
    match fault {
        ImportFault::NotFinite(_)
        | ImportFault::Mesh { error: MeshError::NotFinite { .. }, .. } => FaultKind::NotFinite,
        ImportFault::UnknownFormat | ImportFault::Unsupported(_) => FaultKind::Unsupported,
        ImportFault::Io(_) | ImportFault::NoRegularFile | ImportFault::OutsideFolder(_) => {
            FaultKind::Io
        }
        _ => FaultKind::Shape,
    }
}

const fn kind_of_mesh(error: &MeshError) -> FaultKind {
    match error {
        MeshError::NotFinite { .. } | MeshError::Placed { .. } | MeshError::OutOfRange => {
            FaultKind::NotFinite
        }
        _ => FaultKind::Shape,
    }
}

/// Triangles that are polytopes at a time, each of which takes up to a kilobyte while it is tested.
const TRIANGLES: usize = 1 << 12;

/// The triangles of a mesh where they stand whose boxes meet a box, as polytopes: some at a time,
/// so that memory does not grow with the mesh.
pub fn near<'a>(
    mesh: &'a TriangleMesh,
    pose: &'a Pose,
    bounds: Aabb3,
) -> impl Iterator<Item = Result<PolytopeSet, Fault>> + 'a {
    let corners = |triangle| mesh.corners(triangle).map(|corner| Vec3::from(pose.place(corner)));
    let meets = move |&[a, b, c]: &[Vec3; 3]| {
        Aabb3 { min: a.min(b).min(c), max: a.max(b).max(c) }.meets(&bounds)
    };
    let mut near = (0..mesh.len() as u32).map(corners).filter(meets).peekable();
    std::iter::from_fn(move || {
        near.peek()?;
        let mut set = PolytopeSet::new();
        let mut push = |corners: [Vec3; 3]| set.push(&corners).map(|_| ());
        let pushed = near.by_ref().take(TRIANGLES).try_for_each(&mut push);
        Some(pushed.map(|()| set).map_err(Fault::engine))
    })
}

/// A mesh in a world, and how a line named it.
pub struct Placed<'a> {
    pub object: u32,
    pub mesh: &'a TriangleMesh,
    pub text: &'a MeshText,
}

impl Placed<'_> {
    /// Points of the mesh where they stand.
    pub fn corners(&self, triangle: u32) -> [[f32; 3]; 3] {
        self.mesh.corners(triangle).map(|corner| self.text.pose.place(corner))
    }
}

/// Adds the object that a line names, and its mesh.
pub fn add(
    world: &mut MeshWorld,
    whose: Whose,
    text: &MeshText,
    mesh: &Arc<TriangleMesh>,
) -> Result<u32, Fault> {
    let id = world.insert_mesh(mesh.clone());
    place(world, whose, text, id)
}

/// Adds the object that a line names. The world has the mesh.
pub fn place(
    world: &mut MeshWorld,
    whose: Whose,
    text: &MeshText,
    id: MeshId,
) -> Result<u32, Fault> {
    let added =
        if text.solid { world.insert_solid(id, text.pose) } else { world.insert(id, text.pose) };
    added.map_err(|error| match error {
        MeshWorldError::Mesh { error, .. } => {
            let what = format_args!("{}: {error}", text.path);
            Fault::new(kind_of_mesh(&error), whose.says(what))
        }
        error => Fault::shape(whose.says(error)),
    })
}

/// Word of a world that has failed.
pub fn failed(error: MeshWorldError) -> Fault {
    Fault::new(FaultKind::Io, error.to_string())
}

/// Answers a pair of meshes of a line.
pub fn solve(shelf: &Shelf, want: &[Field], pair: &[MeshText; 2]) -> Result<Answer, Fault> {
    let mut world = MeshWorld::default();
    let [of_a, of_b] = ['a', 'b'].map(Whose::Side);
    let [p, q] = pair;
    let meshes = [shelf.mesh(of_a, &p.path)?, shelf.mesh(of_b, &q.path)?];
    let objects = [add(&mut world, of_a, p, &meshes[0])?, add(&mut world, of_b, q, &meshes[1])?];
    let placed = |side: usize| {
        let (object, mesh, text) = (objects[side], &*meshes[side], &pair[side]);
        Placed { object, mesh, text }
    };
    answer(&mut world, want, [placed(0), placed(1)])
}

/// Answers a pair of meshes of a world.
pub fn answer(
    world: &mut MeshWorld,
    want: &[Field],
    pair: [Placed<'_>; 2],
) -> Result<Answer, Fault> {
    let [a, b] = [pair[0].object, pair[1].object];
    let found = world.verdict(a, b).map_err(failed)?;
    let mut answer =
        Answer::bare(if found.meets() { Verdict::Overlapping } else { Verdict::Separate });
    if want.contains(&Field::Witness) {
        answer.witness = match found {
            MeshVerdict::Meeting { triangles: [p, q] } => {
                meeting_point(&pair[0].corners(p), &pair[1].corners(q))
            }
            MeshVerdict::Enclosed { of_second, triangle } => {
                let [corner, ..] = pair[usize::from(of_second)].corners(triangle);
                Some(DVec3::from_array(corner.map(f64::from)))
            }
            _ => None,
        }
        .map(Into::into);
    }
    // Surfaces are no sets that anything lies within.
    if want.contains(&Field::Subset) && pair.iter().any(|placed| placed.text.solid) {
        let [a_in_b, b_in_a] = world.inside(a, b).map_err(failed)?;
        let unknown = || {
            Fault::unsupported("subsets of meshes that touch from within, or of nested shells, are")
        };
        answer.subset = Some([a_in_b.ok_or_else(unknown)?, b_in_a.ok_or_else(unknown)?]);
    }
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use motzkin_lab::workload::meshes::{cuboid, plate};

    /// A file is read once, whatever lines call it, as long as something has its mesh.
    #[test]
    fn a_file_of_many_names_is_one_mesh() {
        let mut kept = Kept::default();
        let file = || (PathBuf::from("/a.obj"), Some(MeshFormat::Obj));
        let cube = || cuboid([0.0; 3], [1.0; 3]);
        let first = kept.insert("a.obj", file(), cube());
        let second = kept.insert("./a.obj", file(), cube());
        let third = kept.known("././a.obj", &file()).expect("the file was read");
        assert!(Arc::ptr_eq(&first, &second) && Arc::ptr_eq(&first, &third));
        let bytes = 12 * (12 + 8) + 4 * ENTRY + "a.obj./a.obj././a.obj".len();
        assert_eq!((kept.bytes, kept.named.len()), (bytes, 3));

        // Beyond the bytes that are kept, lines keep what they have.
        kept.bytes = KEPT;
        kept.keep("b.obj", &Arc::new(cube()));
        assert_eq!((kept.named.len(), kept.files.len()), (1, 1));
        assert!(kept.known("a.obj", &file()).is_some_and(|mesh| Arc::ptr_eq(&first, &mesh)));
        // It counts anew.
        let bytes = 2 * 12 * (12 + 8) + 4 * ENTRY + "b.obja.obj".len();
        assert_eq!((kept.bytes, kept.counted.len()), (bytes, 2));
        drop((first, second, third));
        kept.bytes = KEPT;
        kept.keep("c.obj", &Arc::new(cube()));
        assert!(kept.known("a.obj", &file()).is_none() && kept.files.is_empty());
    }

    /// A file that is no mesh is read once, too, whatever lines call it. One that could not be read
    /// is tried again.
    #[test]
    fn a_file_that_is_refused_is_not_read_again() -> std::io::Result<()> {
        let folder = std::env::temp_dir().join(format!("motzkin-refused-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let shelf = Shelf::new(Files::default());
        let path = |name: &str| folder.join(name).display().to_string();
        let said =
            |name: &str| shelf.mesh(Whose::Own, &path(name)).err().map(|fault| fault.message);
        let triangle = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";

        let missing = said("a.obj").expect("no file");
        std::fs::write(path("a.obj"), "v 0 0 0\n")?;
        let first = said("a.obj").expect("no triangle");
        assert_ne!(first, missing);
        std::fs::write(path("a.obj"), triangle)?;
        assert_eq!(said("a.obj"), Some(first.clone()));
        let second = said("./a.obj").expect("it was refused");
        assert_eq!(second, first.replace(&path("a.obj"), &path("./a.obj")));

        // Beyond the bytes that are kept, nothing is known of it.
        shelf.meshes.lock().unwrap_or_else(PoisonError::into_inner).bytes = KEPT;
        std::fs::write(path("b.obj"), "v 0 0 0\n")?;
        assert!(said("b.obj").is_some());
        assert_eq!(said("a.obj"), None);
        std::fs::remove_dir_all(&folder)
    }

    /// What is not near a box is left out, and the rest comes in parts.
    #[test]
    fn triangles_near_a_box_come_in_parts() -> Result<(), Fault> {
        let mesh = plate(60, 60.0);
        for (width, expected) in [(100.0, vec![TRIANGLES, 7200 - TRIANGLES]), (0.25, vec![8])] {
            let reach = Vec3::splat(width);
            let bounds = Aabb3 { min: -reach, max: reach };
            let parts: Result<Vec<PolytopeSet>, Fault> =
                near(&mesh, &Pose::IDENTITY, bounds).collect();
            let found: Vec<usize> = parts?.iter().map(PolytopeSet::len).collect();
            assert_eq!(found, expected, "{width}");
        }
        Ok(())
    }
}
