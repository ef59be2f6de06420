//! The article's tables: what a first level costs, and how the flight goes.

use super::{Actor, Args, world};
use crate::error::CliError;
use crate::grey::GreyArgs;
use crate::output::note;
use crate::table::{columns, noun};
use motzkin::tree::spheres::{
    MeshVerdict, MeshWorldOptions, OccupancyDeviceUse, OccupancyParent, QueryBudget,
};
use std::time::{Duration, Instant};

/// Rows of the table. The article's flight takes eight seconds and has a row for each.
const ROWS: usize = 8;

/// How often the first level is measured. The table has the median.
const REPEATED: usize = 7;

/// The table of a flight, and the steps at which the flyer meets actors 1, 2 and 3.
pub struct Flown {
    pub text: String,
    pub contacts: Vec<[bool; 3]>,
}

/// Measures tables 2 and 3 of the article: steps and queries in each part of the flight.
pub fn flight(args: &Args, grey: GreyArgs, actors: &[Actor]) -> Result<Flown, CliError> {
    let test = grey.test()?;
    let start = Instant::now();
    let (mut world, _) =
        world(actors, MeshWorldOptions { age: args.age, ..MeshWorldOptions::default() }, 0.0)?;
    world.set_occupancy_test(test);
    world.set_budget(QueryBudget { depth: args.depth, ..QueryBudget::default() });
    let started = start.elapsed();
    let frames = args.frames as usize;
    let mut times = Vec::with_capacity(frames);
    let mut contacts = Vec::with_capacity(frames);
    let mut rows: Vec<[String; 5]> = Vec::new();
    let (mut maybes, mut queries, mut from) = (0, 0, 0);
    for frame in 0..frames {
        let pose = Actor::pose(0, frame as f64 / (frames - 1) as f64);
        let begun = Instant::now();
        world.set_pose(0, pose).map_err(CliError::scene)?;
        let found = world.collide().map_err(CliError::scene)?;
        times.push(begun.elapsed());
        // The three that stand are no part of the flight.
        let of_flyer = found.iter().filter(|contact| contact.pair.a == 0);
        let mut met = [false; 3];
        let mut open = false;
        for contact in of_flyer {
            met[contact.pair.b as usize - 1] = contact.verdict.meets();
            open |= matches!(contact.verdict, MeshVerdict::Maybe { .. });
        }
        contacts.push(met);
        maybes += usize::from(open);
        let row = (frame + 1) * ROWS / frames;
        if row > rows.len() {
            let spent: Duration = times[from..].iter().sum();
            let stats = world.stats();
            let rate = (times.len() - from) as f64 / spent.as_secs_f64();
            rows.push([
                row.to_string(),
                format!("{rate:.0}"),
                (stats.queries - queries).to_string(),
                stats.alive.to_string(),
                hits(&contacts).to_string(),
            ]);
            (queries, from) = (stats.queries, times.len());
        }
    }
    let header =
        ["part", "frames/s", "grey queries", "nodes", "frames with hits so far"].map(str::to_owned);
    let mut open = format!("left open in {maybes}");
    if grey.misses() {
        open += "; views miss what is small";
    }
    let mut text =
        columns(&header, rows.into_iter()) + &summary(&mut times, started, hits(&contacts), &open);
    let device = world.stats().device;
    if device != OccupancyDeviceUse::default() {
        text += &format!(
            "uploaded  {} bytes of meshes, {} for openings, {:.0} a frame in all\n",
            device.geometry_uploaded,
            device.openings_uploaded,
            (device.geometry_uploaded + device.openings_uploaded) as f64 / frames as f64,
        );
    }
    Ok(Flown { text, contacts })
}

fn hits(contacts: &[[bool; 3]]) -> usize {
    contacts.iter().filter(|met| met.contains(&true)).count()
}

fn summary(times: &mut [Duration], started: Duration, hits: usize, open: &str) -> String {
    let total: Duration = times.iter().sum();
    let mean = total / times.len().max(1) as u32;
    times.sort_unstable();
    let of = |part: usize| {
        times.get((times.len() * part / 100).min(times.len() - 1)).copied().unwrap_or_default()
    };
    let micros = |time: Duration| time.as_secs_f64() * 1e6;
    format!(
        "start     {:.1} us\nflight    {:.3} ms\nframe     mean {:.1} us, median {:.1}, 99 of 100 below {:.1}, worst {:.1}\n\
         hits      in {hits} {}, {open}\n",
        micros(started),
        total.as_secs_f64() * 1e3,
        micros(mean),
        micros(of(50)),
        micros(of(99)),
        micros(of(100)),
        noun(hits, "frame", "frames"),
    )
}

/// Measures table 1 of the article: the cost of opening each root with each test.
pub fn first_level(ways: &[(&str, GreyArgs)], actors: &[Actor]) -> Result<String, CliError> {
    let mut out = String::new();
    for (title, grey) in ways {
        let Some(mut test) = grey.test()? else {
            note("octants are opened without queries; --grey chooses a test that answers them");
            return Ok(String::new());
        };
        let mut rows = Vec::new();
        for actor in actors {
            let Some(bounds) = actor.mesh.bounds() else { continue };
            let triangles: Vec<u32> = (0..actor.mesh.len() as u32).collect();
            let middle = bounds.min * 0.5 + bounds.max * 0.5;
            let octants = std::array::from_fn(|octant| {
                let mut one = bounds;
                for axis in 0..3 {
                    let upper = octant >> axis & 1 == 1;
                    if upper { one.min[axis] = middle[axis] } else { one.max[axis] = middle[axis] }
                }
                one
            });
            let parent = OccupancyParent { mesh: &actor.mesh, triangles: &triangles, octants };
            // The first pass compiles.
            let masks = test.occupied(&[parent]).map_err(CliError::scene)?;
            let before = test.queries();
            let mut times = Vec::new();
            for _ in 0..REPEATED {
                let begun = Instant::now();
                test.occupied(&[parent]).map_err(CliError::scene)?;
                times.push(begun.elapsed());
            }
            times.sort_unstable();
            let grey = masks.first().map_or(0, |mask| mask.count_ones());
            rows.push([
                actor.name.clone(),
                actor.mesh.len().to_string(),
                format!("{:.3}", times[REPEATED / 2].as_secs_f64() * 1e3),
                ((test.queries() - before) / REPEATED as u64).to_string(),
                grey.to_string(),
            ]);
        }
        let header =
            ["mesh", "triangles", "first level in ms", "queries", "grey"].map(str::to_owned);
        out += &format!("first level{title}\n{}", columns(&header, rows.into_iter()));
    }
    Ok(out)
}
