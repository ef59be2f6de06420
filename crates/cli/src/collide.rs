//! `motzkin collide`: two mesh files, and what they have in common.

use super::Outcome;
use super::error::CliError;
use super::grey::GreyArgs;
use super::output::print;
use super::table::noun;
use motzkin::glam::{Quat, Vec3};
use motzkin::import::MeshFile;
use motzkin::tree::spheres::{MeshVerdict, MeshWorld, MeshWorldError, QueryBudget};
use motzkin::{Pose, TriangleMesh};
use motzkin_core::exact::triangles::meeting_point;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

#[derive(clap::Args)]
pub struct Args {
    /// The first mesh: an OBJ, STL, PLY or glTF file
    a: PathBuf,
    /// The second mesh; it may be the first file again
    b: PathBuf,
    /// The pose of the second mesh: a translation, and optionally a quaternion
    #[arg(long, value_name = "X,Y,Z[,X,Y,Z,W]", value_parser = pose, allow_hyphen_values = true)]
    pose: Option<Pose>,
    /// Opens no node below this level, as the article does; a verdict may be `maybe` then. Not with
    /// `--all`, which opens what it needs
    #[arg(long, conflicts_with = "all")]
    depth: Option<u8>,
    #[command(flatten)]
    grey: GreyArgs,
    /// Treats both meshes as solids: a mesh inside the other one meets it
    #[arg(long)]
    solid: bool,
    /// Counts every pair of triangles that meets. Not with `--grey views` or `--grey strips`
    #[arg(long)]
    all: bool,
}

/// Three numbers, or seven.
fn pose(text: &str) -> Result<Pose, String> {
    let numbers: Result<Vec<f32>, _> =
        text.split(',').map(|word| word.trim().parse::<f32>()).collect();
    let numbers = numbers.map_err(|error| error.to_string())?;
    let rotation = match numbers[..] {
        [_, _, _] => Quat::IDENTITY,
        [_, _, _, x, y, z, w] => Quat::from_xyzw(x, y, z, w),
        _ => return Err(format!("{} numbers are neither 3 nor 7", numbers.len())),
    };
    Pose::new(rotation, Vec3::from_slice(&numbers)).map_err(|error| error.to_string())
}

pub fn run(args: &Args) -> Result<Outcome, CliError> {
    if args.all && args.grey.misses() {
        let what = "--all counts every pair, and views miss what is small";
        return Err(CliError::Usage(what.into()));
    }
    let meshes = [read(&args.a)?, read(&args.b)?];
    let poses = [Pose::IDENTITY, args.pose.unwrap_or_default()];
    let mut world = MeshWorld::default();
    world.set_occupancy_test(args.grey.test()?);
    let start = Instant::now();
    world.set_budget(QueryBudget { depth: args.depth, ..QueryBudget::default() });
    let mut objects = [0; 2];
    let paths = [&args.a, &args.b];
    for (i, (mesh, pose)) in meshes.iter().zip(poses).enumerate() {
        let id = world.insert_mesh(mesh.clone());
        let added = if args.solid { world.insert_solid(id, pose) } else { world.insert(id, pose) };
        objects[i] = added.map_err(|error| match error {
            MeshWorldError::Mesh { error, .. } => CliError::mesh(paths[i])(error),
            error => CliError::scene(error),
        })?;
    }
    let [a, b] = objects;
    let verdict = world.verdict(a, b).map_err(CliError::scene)?;
    let took = start.elapsed();
    let may_miss = args.grey.misses() && world.stats().queries > 0;
    let placed = |which: usize, triangle: u32| {
        meshes[which].corners(triangle).map(|v| poses[which].place(v))
    };
    let mut out = String::new();
    for (path, mesh) in paths.into_iter().zip(&meshes) {
        let triangles = noun(mesh.len(), "triangle", "triangles");
        let _ = writeln!(out, "mesh      {}: {} {triangles}", path.display(), mesh.len());
    }
    let _ = match verdict {
        MeshVerdict::Separate if may_miss => {
            writeln!(out, "verdict   maybe: views show nothing in common, and miss what is small")
        }
        MeshVerdict::Separate => writeln!(out, "verdict   separate"),
        MeshVerdict::Meeting { triangles: [p, q] } => {
            let _ = writeln!(out, "verdict   meeting: triangles {p} and {q}");
            match meeting_point(&placed(0, p), &placed(1, q)) {
                Some(point) => writeln!(out, "witness   {} {} {}", point.x, point.y, point.z),
                None => Ok(()),
            }
        }
        MeshVerdict::Enclosed { of_second, triangle } => {
            let (inner, outer) = if of_second { ("b", "a") } else { ("a", "b") };
            writeln!(
                out,
                "verdict   meeting: the part of {inner} at triangle {triangle} lies within {outer}"
            )
        }
        MeshVerdict::Maybe { gap } => writeln!(out, "verdict   maybe: no more than {gap} apart"),
    };
    if args.all {
        let all = match world.meeting_triangles(a, b) {
            Ok(all) => {
                let meet = noun(all.len(), "pair of triangles meets", "pairs of triangles meet");
                format!("{} {meet}", all.len())
            }
            // The verdict stands, however many there are.
            Err(MeshWorldError::TooManyTrianglePairs { most, .. }) => {
                format!("more than {most} pairs of triangles meet")
            }
            Err(error) => return Err(CliError::scene(error)),
        };
        let _ = writeln!(out, "all       {all}");
    }
    let stats = world.stats();
    let _ = writeln!(out, "took      {:.3} ms", took.as_secs_f64() * 1e3);
    let _ = writeln!(
        out,
        "trees     {} {} in {} bytes, {} {}, {} grey {}",
        stats.alive,
        noun(stats.alive, "node", "nodes"),
        stats.bytes,
        stats.rounds,
        noun(stats.rounds as usize, "round", "rounds"),
        stats.queries,
        noun(stats.queries as usize, "query", "queries")
    );
    let _ = writeln!(
        out,
        "tests     {} of nodes, {} of triangles",
        stats.node_tests, stats.triangle_tests
    );
    print(&out)?;
    Ok(Outcome::Good)
}

/// Reads a file as one mesh.
pub fn read(path: &Path) -> Result<Arc<TriangleMesh>, CliError> {
    let file = MeshFile::open(path).map_err(CliError::scene)?;
    file.merged().map(Arc::new).map_err(CliError::mesh(path))
}
