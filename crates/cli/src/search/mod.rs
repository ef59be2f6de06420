//! `motzkin search`: meshes as objects, and which of them collide where.

mod load;
mod picture;

use super::engine::{EngineName, announce};
use super::error::CliError;
use super::output::{document, print};
use super::table::{columns, counted, grouped};
use super::{Outcome, picture_file};
use clap::ValueEnum;
use load::{Loaded, Object};
use motzkin::service::SearchError;
use motzkin::tree::bvh::MeshCover;
use motzkin::{Aabb3, BvhWorld, Collision, CollisionService, Collisions, Find, SearchOptions};
use serde::Serialize;
use std::path::PathBuf;

/// The shape of leaf volumes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Cover {
    /// Tight oriented boxes
    Boxes,
    /// Tetrahedra around patches of the surface
    Tetras,
}

/// What a search finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Wanted {
    /// All pairs of leaf volumes that collide
    Volumes,
    /// The pairs of objects of which some volumes collide
    Objects,
    /// The first collision
    First,
}

#[derive(clap::Args)]
pub struct Args {
    /// OBJ, STL, PLY and glTF files. Each node of a glTF file that has a mesh is an object of its
    /// own, placed by the node
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The shape of the leaf volumes that cover the triangles
    #[arg(long, value_enum, default_value = "boxes")]
    cover: Cover,
    /// The most triangles in a leaf volume
    #[arg(long, default_value_t = 8, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    triangles: u32,
    /// What to find
    #[arg(long, value_enum, default_value = "volumes")]
    find: Wanted,
    /// Tests only the object of this number against all others
    #[arg(long, value_name = "NUMBER")]
    object: Option<u32>,
    /// Stops at this level of the trees, 0 for the roots; collisions that may end deeper are marked
    /// approximate
    #[arg(long, value_name = "N")]
    max_level: Option<u32>,
    /// Refuses an answer of more collisions; 16,777,216 without
    #[arg(long, value_name = "N")]
    max_collisions: Option<u64>,
    /// The engine that computes
    #[arg(long, value_enum, default_value = "auto")]
    engine: EngineName,
    /// Prints one JSON document instead of tables
    #[arg(long)]
    json: bool,
    /// Draws the objects to this PNG file; triangles in colliding leaf volumes are lit. Approximate
    /// collisions name volumes above the leaves, and `--find objects` names the roots
    #[arg(long, value_name = "PATH")]
    picture: Option<PathBuf>,
    /// Width and height of the picture in pixels
    #[arg(long, requires = "picture", default_value = "1280x800", value_name = "WxH", value_parser = picture_file::size)]
    size: [usize; 2],
}

/// Everything that was found.
#[derive(Serialize)]
struct Report<'a> {
    objects: Vec<ObjectRow<'a>>,
    exact: bool,
    tests: u64,
    collisions: Vec<Entry>,
}

#[derive(Serialize)]
struct ObjectRow<'a> {
    number: usize,
    name: &'a str,
    triangles: usize,
    volumes: usize,
    levels: u32,
}

impl<'a> ObjectRow<'a> {
    fn new((number, object): (usize, &'a Object)) -> Self {
        let Object { name, mesh, .. } = object;
        let tree = object.tree();
        Self {
            number,
            name,
            triangles: mesh.len(),
            volumes: tree.nodes().len(),
            levels: tree.levels(),
        }
    }
}

#[derive(Serialize)]
struct Entry {
    objects: [u32; 2],
    volumes: [u32; 2],
    exact: bool,
    min: Option<[f32; 3]>,
    max: Option<[f32; 3]>,
}

impl From<&Collision> for Entry {
    fn from(found: &Collision) -> Self {
        let corner = |of: fn(&Aabb3) -> [f32; 3]| found.aabb.as_ref().map(of);
        Self {
            objects: found.objects,
            volumes: found.frames,
            exact: found.exact,
            min: corner(|aabb| aabb.min.to_array()),
            max: corner(|aabb| aabb.max.to_array()),
        }
    }
}

pub fn run(args: &Args) -> Result<Outcome, CliError> {
    if let Some(path) = &args.picture {
        picture_file::check(path)?;
    }
    let service = CollisionService::new(args.engine.into())?;
    announce(service.info());
    let cover = match args.cover {
        Cover::Boxes => MeshCover::Boxes,
        Cover::Tetras => MeshCover::Tetras,
    };
    let Loaded { world, objects } = load::all(&args.files, cover, args.triangles as usize)?;
    let scope = args.object.map_or_else(SearchOptions::default, SearchOptions::one);
    let find = match args.find {
        Wanted::Volumes => Find::Leaves,
        Wanted::Objects => Find::Objects,
        Wanted::First => Find::First,
    };
    let Args { max_level, max_collisions, .. } = *args;
    let options = SearchOptions { find, boxes: true, max_level, max_collisions, ..scope };
    let found = service
        .search(&world)
        .options(options)
        .run()
        .map_err(|error: SearchError| CliError::scene(error))?;
    if let Some(path) = &args.picture {
        picture_file::save(&picture::draw(&world, &objects, &found, args.size), path)?;
    }
    print(&if args.json { json(&objects, &found)? } else { table(&objects, &world, &found) })?;
    Ok(Outcome::Good)
}

fn json(objects: &[Object], found: &Collisions) -> Result<String, CliError> {
    document(&Report {
        objects: objects.iter().enumerate().map(ObjectRow::new).collect(),
        exact: found.is_exact(),
        tests: found.stats().tests,
        collisions: found.iter().map(Entry::from).collect(),
    })
}

fn table(objects: &[Object], world: &BvhWorld, found: &Collisions) -> String {
    let heading = ["object", "is", "triangles", "volumes", "levels"].map(str::to_owned);
    let row = |(number, object): (usize, &Object)| {
        [
            number.to_string(),
            object.name.clone(),
            grouped(object.mesh.len()),
            grouped(object.tree().nodes().len()),
            object.tree().levels().to_string(),
        ]
    };
    let objects = columns(&heading, objects.iter().enumerate().map(row));
    let heading = ["objects", "volumes", "", "from", "to"].map(str::to_owned);
    let corner = |[x, y, z]: [f32; 3]| format!("{x} {y} {z}");
    let row = |found: &Collision| {
        let [a, b] = found.objects;
        let [p, q] = found.frames;
        let ends = found.aabb.map(|aabb| [aabb.min, aabb.max].map(|end| corner(end.to_array())));
        let [min, max] = ends.unwrap_or_default();
        let mark = if found.exact { "" } else { "approximate" };
        [format!("{a} {b}"), format!("{p} {q}"), mark.into(), min, max]
    };
    let collisions = columns(&heading, found.iter().map(row));
    let stats = found.stats();
    format!(
        "{objects}\n{collisions}\n{} of {}, after {}\n",
        counted(found.len(), "collision", "collisions"),
        counted(world.len(), "object", "objects"),
        counted(stats.tests as usize, "test", "tests")
    )
}
