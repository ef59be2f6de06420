//! `motzkin animate`: the flight of *On-Collide Sphere-Trees* (2006), one mesh past three others, with its tables.

use super::collide::{GreyName, read};
use super::error::CliError;
use super::table::columns;
use super::{Outcome, note};
use motzkin::glam::{Quat, Vec3};
use motzkin::tree::spheres::{GreyParent, MeshVerdict, MeshWorld, QueryBudget, WorldOptions};
use motzkin::workload::meshes;
use motzkin::{Pose, TriangleMesh};
use std::f32::consts::TAU;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Rows of the table, as the article has a row for each second of its eight.
const ROWS: usize = 8;

#[derive(clap::Args)]
pub struct Args {
    /// Four meshes, the one that flies first; made ones of some 5000 triangles by default
    #[arg(num_args = 4, value_names = ["FLYER", "FIRST", "SECOND", "THIRD"])]
    files: Option<Vec<PathBuf>>,
    /// Frames of the flight
    #[arg(long, default_value_t = 960, value_parser = clap::value_parser!(u32).range(8..=1_000_000))]
    frames: u32,
    /// Opens no node below this level: 5 in the article. Without, every answer is exact
    #[arg(long)]
    depth: Option<u8>,
    /// Who tells which octants the surface passes through
    #[arg(long, value_enum, default_value = "octants")]
    grey: GreyName,
    /// Nodes that were not opened for so many frames lose their children
    #[arg(long, default_value_t = 120)]
    age: u32,
}

/// A mesh, its name, and what brings it to a size of 2 about the origin of its place.
struct Actor {
    name: String,
    mesh: Arc<TriangleMesh>,
}

pub fn run(args: &Args) -> Result<Outcome, CliError> {
    let actors = actors(args)?;
    let mut out = first_level(args, &actors)?;
    let mut world = MeshWorld::new(WorldOptions { age: args.age, ..WorldOptions::default() });
    world.set_grey_test(args.grey.test()?);
    world.set_budget(QueryBudget { depth: args.depth, ..QueryBudget::default() });
    let start = Instant::now();
    let mut objects = Vec::new();
    for (number, actor) in actors.iter().enumerate() {
        let mesh = world.add_mesh(actor.mesh.clone());
        let pose = if number == 0 { flight(0.0)? } else { place(number)? };
        objects.push(world.add(mesh, pose).map_err(CliError::scene)?);
    }
    let started = start.elapsed();
    let mut times = Vec::with_capacity(args.frames as usize);
    let mut rows = Vec::new();
    let (mut hits, mut maybes, mut queries) = (0, 0, 0);
    for frame in 0..args.frames {
        let pose = flight(frame as f32 / (args.frames - 1) as f32)?;
        let begun = Instant::now();
        world.set_pose(objects[0], pose).map_err(CliError::scene)?;
        let found = world.collide().map_err(CliError::scene)?;
        times.push(begun.elapsed());
        // The three that stand are no part of the flight.
        let of_flyer = || found.iter().filter(|contact| contact.pair.a == objects[0]);
        hits += usize::from(of_flyer().any(|contact| contact.verdict.meets()));
        maybes += usize::from(of_flyer().any(|contact| matches!(contact.verdict, MeshVerdict::Maybe { .. })));
        let row = (frame as usize + 1) * ROWS / args.frames as usize;
        if row > rows.len() {
            let from = rows.len() * args.frames as usize / ROWS;
            let spent: Duration = times[from..].iter().sum();
            let stats = world.stats();
            let rate = (times.len() - from) as f64 / spent.as_secs_f64();
            let cells = [row.to_string(), format!("{rate:.0}"), (stats.queries - queries).to_string()];
            rows.push([
                cells[0].clone(),
                cells[1].clone(),
                cells[2].clone(),
                stats.alive.to_string(),
                hits.to_string(),
            ]);
            queries = stats.queries;
        }
    }
    let header = ["part", "frames/s", "grey queries", "nodes", "frames with hits so far"].map(str::to_owned);
    out += &format!("\nthe flight, {} frames\n{}", args.frames, columns(&header, rows.into_iter()));
    out += &summary(&mut times, started, hits, maybes);
    std::io::stdout().write_all(out.as_bytes()).map_err(CliError::Output)?;
    Ok(Outcome::Good)
}

fn summary(times: &mut [Duration], started: Duration, hits: usize, maybes: usize) -> String {
    let total: Duration = times.iter().sum();
    let mean = total / times.len().max(1) as u32;
    times.sort_unstable();
    let of =
        |part: usize| times.get((times.len() * part / 100).min(times.len() - 1)).copied().unwrap_or_default();
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    format!(
        "start     {:.1} us\nflight    {:.3} ms\nframe     mean {:.1} us, median {:.1}, 99 of 100 below {:.1}, worst {:.1}\n\
         hits      in {hits} frames, left open in {maybes}\n",
        micros(started),
        total.as_secs_f64() * 1e3,
        micros(mean),
        micros(of(50)),
        micros(of(99)),
        micros(of(100)),
    )
}

/// The article's Table 1: what opening each root costs.
fn first_level(args: &Args, actors: &[Actor]) -> Result<String, CliError> {
    let mut rows = Vec::new();
    for actor in actors {
        let Some(bounds) = actor.mesh.bounds() else { continue };
        let triangles: Vec<u32> = (0..actor.mesh.len() as u32).collect();
        let middle = (bounds.min + bounds.max) / 2.0;
        let octants = std::array::from_fn(|octant| {
            let upper = |axis: usize| octant >> axis & 1 == 1;
            let mut one = bounds;
            for axis in 0..3 {
                if upper(axis) { one.min[axis] = middle[axis] } else { one.max[axis] = middle[axis] }
            }
            one
        });
        let parent = GreyParent { mesh: &actor.mesh, triangles: &triangles, octants };
        let Some(mut test) = args.grey.test()? else { continue };
        // The first pass compiles.
        test.grey(&[parent]).map_err(CliError::scene)?;
        let (before, begun) = (test.queries(), Instant::now());
        let masks = test.grey(&[parent]).map_err(CliError::scene)?;
        let took = begun.elapsed();
        let grey = masks.first().map_or(0, |mask| mask.count_ones());
        let count = test.queries() - before;
        let cells =
            [actor.name.clone(), actor.mesh.len().to_string(), format!("{:.3}", took.as_secs_f64() * 1e3)];
        let [name, size, time] = cells;
        rows.push([name, size, time, count.to_string(), grey.to_string()]);
    }
    if rows.is_empty() {
        note("octants are opened without queries; --grey tells who should be asked");
        return Ok(String::new());
    }
    let header = ["mesh", "triangles", "first level in ms", "queries", "grey"].map(str::to_owned);
    Ok(columns(&header, rows.into_iter()))
}

/// Through the three places, turning.
fn flight(time: f32) -> Result<Pose, CliError> {
    let at = Vec3::new(-5.0 + 10.0 * time, 0.7 * (TAU * time * 1.5).sin(), 0.4 * (TAU * time).cos());
    let turn = Quat::from_rotation_y(TAU * time) * Quat::from_rotation_x(2.0 * time);
    Pose::new(at, turn).map_err(CliError::scene)
}

/// Where number 1, 2 or 3 stands.
fn place(number: usize) -> Result<Pose, CliError> {
    let places =
        [Vec3::ZERO, Vec3::new(-2.8, 0.9, 0.0), Vec3::new(0.0, -0.9, 0.2), Vec3::new(2.8, 0.8, -0.3)];
    Pose::at(places[number.min(3)]).map_err(CliError::scene)
}

fn actors(args: &Args) -> Result<Vec<Actor>, CliError> {
    let Some(files) = &args.files else {
        let made = [
            ("blob", meshes::blob(52, 50, 1.0, 0.5, 1)),
            ("torus", meshes::torus(80, 32, 0.7, 0.3)),
            ("knobs", meshes::blob(52, 50, 1.0, 0.8, 2)),
            ("sphere", meshes::sphere(52, 50, 1.0)),
        ];
        return Ok(made.map(|(name, mesh)| Actor { name: name.into(), mesh: Arc::new(mesh) }).into());
    };
    let actor = |path: &PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(Actor { name, mesh: Arc::new(sized(&*read(path)?)?) })
    };
    files.iter().map(actor).collect()
}

/// A mesh two units long, about the origin.
fn sized(mesh: &TriangleMesh) -> Result<TriangleMesh, CliError> {
    let Some(bounds) = mesh.bounds() else { return Ok(mesh.clone()) };
    let middle = bounds.min * 0.5 + bounds.max * 0.5;
    let longest = (bounds.max - middle).max_element().max(f32::MIN_POSITIVE);
    let vertices = mesh.vertices().iter().map(|vertex| ((Vec3::from(*vertex) - middle) / longest).to_array());
    TriangleMesh::new(vertices.collect(), mesh.triangles().to_vec()).map_err(CliError::scene)
}
