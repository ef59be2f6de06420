//! `motzkin animate`: the flight of *On-Collide Sphere-Trees* (2006), one mesh past three others,
//! with its tables and pictures.

mod pictures;
mod tables;

use super::Outcome;
use super::collide::read;
use super::error::CliError;
use super::grey::GreyArgs;
#[cfg(feature = "gpu")]
use super::grey::GreyName;
use super::output::print;
use motzkin::tree::spheres::{MeshId, MeshWorld, MeshWorldOptions};
use motzkin::{Pose, TriangleMesh};
use motzkin_lab::workload::flight;
use std::path::PathBuf;
use std::sync::Arc;

#[derive(clap::Args)]
pub struct Args {
    /// Four mesh files; the first one flies. By default, four generated meshes of about 5000
    /// triangles
    #[arg(num_args = 4, value_names = ["FLYER", "FIRST", "SECOND", "THIRD"])]
    files: Option<Vec<PathBuf>>,
    /// Frames of the flight, 8 at least
    #[arg(long, default_value_t = 960, value_parser = clap::value_parser!(u32).range(8..=1_000_000))]
    frames: u32,
    /// Opens no node below this level. The article uses 5; without a limit every answer is exact,
    /// but for what `--grey views` misses
    #[arg(long)]
    depth: Option<u8>,
    #[command(flatten)]
    grey: GreyArgs,
    /// Removes the children of nodes that were not opened for this many frames
    #[arg(long, default_value_t = 120)]
    age: u32,
    /// Writes pictures to this folder: the first mesh, the levels 2, 4 and 6 of its tree, contacts
    /// of the flight with meeting triangles in red, and the trees at the first contact
    #[arg(long, value_name = "FOLDER")]
    pictures: Option<PathBuf>,
}

/// A mesh and its name. The mesh has size 2 and lies about the origin.
struct Actor {
    name: String,
    mesh: Arc<TriangleMesh>,
}

impl Actor {
    /// Returns the pose of actor 0 to 3 at a time from 0 to 1.
    fn pose(number: usize, time: f64) -> Pose {
        if number == 0 { flight::flown(time) } else { flight::stand(number) }
    }
}

/// Returns a world of the actors at a time of the flight. Each object has its actor's number.
fn world(
    actors: &[Actor],
    options: MeshWorldOptions,
    time: f64,
) -> Result<(MeshWorld, Vec<MeshId>), CliError> {
    let mut world = MeshWorld::new(options);
    let mut meshes = Vec::new();
    for (number, actor) in actors.iter().enumerate() {
        let mesh = world.insert_mesh(actor.mesh.clone());
        world.insert(mesh, Actor::pose(number, time)).map_err(CliError::scene)?;
        meshes.push(mesh);
    }
    Ok((world, meshes))
}

pub fn run(args: &Args) -> Result<Outcome, CliError> {
    if let Some(folder) = &args.pictures {
        std::fs::create_dir_all(folder).map_err(CliError::file(folder))?;
    }
    let actors = actors(args)?;
    let ways = ways(args.grey);
    let mut out = tables::first_level(&ways, &actors)?;
    let mut contacts = Vec::new();
    for (title, grey) in &ways {
        let flown = tables::flight(args, *grey, &actors)?;
        out += &format!("\nthe flight, {} frames{title}\n{}", args.frames, flown.text);
        contacts = flown.contacts;
    }
    print(&out)?;
    if let Some(folder) = &args.pictures {
        print(&pictures::draw(folder, &actors, &contacts)?)?;
    }
    Ok(Outcome::Good)
}

/// Returns the occupancy tests to measure. Views are measured in both forms, as in the article.
fn ways(args: GreyArgs) -> Vec<(&'static str, GreyArgs)> {
    #[cfg(feature = "gpu")]
    if args.grey == GreyName::Views {
        let strips = GreyArgs { grey: GreyName::Strips, ..args };
        return vec![(", triangle soup", args), (", triangle strips", strips)];
    }
    vec![("", args)]
}

fn actors(args: &Args) -> Result<Vec<Actor>, CliError> {
    let Some(files) = &args.files else {
        let made =
            |(name, mesh): (&str, TriangleMesh)| Actor { name: name.into(), mesh: Arc::new(mesh) };
        return Ok(flight::cast().map(made).into());
    };
    let actor = |path: &PathBuf| {
        let name =
            path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(Actor {
            name,
            mesh: Arc::new(flight::sized(&*read(path)?).map_err(CliError::mesh(path))?),
        })
    };
    files.iter().map(actor).collect()
}
