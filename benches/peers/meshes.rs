//! The flight of *On-Collide Sphere-Trees* (2006): one mesh passes three others, 960 frames, and
//! all that are as fast answer the same.
//!
//! Contestants start from vertices and indices. Ours tests all six pairs of objects in each frame,
//! the others the three of the one that flies. `MOTZKIN_MESHES=a.obj,b.obj,c.obj,d.obj` measures on
//! files too, the one that flies first.

#[path = "meshes/article.rs"]
mod article;
#[path = "meshes/eager.rs"]
mod eager;
#[path = "meshes/parry.rs"]
mod parry;

pub use parry::isometry;

use motzkin::tree::spheres::{MeshWorld, MeshWorldOptions};
use motzkin::{Pose, TriangleMesh};
use motzkin_lab::workload::flight;
use std::time::{Duration, Instant};

/// Flights of each contestant. Of each frame the median of these is taken, and of those the mean,
/// the median, the hundredth, the worst.
const FLIGHTS: usize = 7;

/// Vertices and indices, as a file has them.
type Raw = (Vec<[f32; 3]>, Vec<[u32; 3]>);
type Cast = [Raw; 4];

/// Answers of a flight: for each frame a mask of the three that the flyer meets.
type Answers = Vec<u8>;

/// What takes part: started once a flight, asked once a frame.
trait Contestant: Sized {
    const NAME: &'static str;
    /// Ready for the first frame, from what a file holds.
    fn start(cast: Cast) -> Self;
    /// Whom the flyer meets, by bits.
    fn frame(&mut self, flyer: Pose) -> u8;
    /// Bytes of its trees, meshes not counted; 0 where it does not say.
    fn bytes(&self) -> usize;
}

pub fn compare_all(wanted: &[String]) {
    if !super::is_wanted(wanted, "meshes") {
        return;
    }
    let names = |cast: &[(&str, TriangleMesh); 4]| {
        let names = cast.iter().map(|(name, mesh)| format!("{name} {}", mesh.len()));
        names.collect::<Vec<_>>().join(", ")
    };
    let small = flight::cast();
    println!("\nflight of {}", names(&small));
    compare(&small.map(|(_, mesh)| raw(mesh)), Some(flight::HITS), true);
    let large = flight::large_cast();
    println!("\nflight of {}", names(&large));
    compare(&large.map(|(_, mesh)| raw(mesh)), Some(flight::LARGE_HITS), false);
    if let Ok(files) = std::env::var("MOTZKIN_MESHES") {
        let read = |path: &str| {
            let file = motzkin::import::MeshFile::open(path).expect("a mesh file");
            flight::sized(&file.merged().expect("a mesh")).expect("finite numbers")
        };
        let meshes: Vec<TriangleMesh> = files.split(',').map(read).collect();
        println!(
            "\nflight of files: {:?} triangles",
            meshes.iter().map(TriangleMesh::len).collect::<Vec<_>>()
        );
        let cast: Vec<Raw> = meshes.into_iter().map(raw).collect();
        compare(&cast.try_into().expect("four files"), None, true);
    }
}

fn compare(cast: &Cast, hits: Option<usize>, article: bool) {
    println!(
        "{:9} | {:>9} {:>7} | {:>9} {:>7} {:>8} {:>9} {:>9} | {:>6} {:>6} | {:>10}",
        "",
        "start ms",
        "ratio",
        "mean us",
        "ratio",
        "median",
        "99 of 100",
        "worst us",
        "hits",
        "wrong",
        "tree bytes"
    );
    let ours = fly::<Ours>(cast);
    let eager = fly::<eager::Eager>(cast);
    // Two ways to the same exact test of triangles.
    assert_eq!(ours.answers, eager.answers, "eager trees answer otherwise");
    let found = ours.answers.iter().filter(|mask| **mask != 0).count();
    assert!(hits.is_none_or(|hits| hits == found), "{found} frames with hits");
    let mut rows = vec![ours, eager, fly::<parry::Parry>(cast)];
    if article {
        rows.push(fly::<article::Article>(cast));
    }
    rows.iter().for_each(|row| row.print(&rows[0]));
}

/// Microseconds.
struct Row {
    name: &'static str,
    start: f64,
    mean: f64,
    median: f64,
    most: f64,
    worst: f64,
    bytes: usize,
    answers: Answers,
}

impl Row {
    fn print(&self, ours: &Row) {
        let hits = self.answers.iter().filter(|mask| **mask != 0).count();
        let wrong = self
            .answers
            .iter()
            .zip(&ours.answers)
            .filter(|(theirs, right)| theirs != right)
            .count();
        println!(
            "{:9} | {:9.3} {:7.1} | {:9.2} {:7.2} {:8.2} {:9.1} {:9.1} | {hits:6} {wrong:6} | {:10}",
            self.name,
            self.start * 1e-3,
            self.start / ours.start,
            self.mean,
            self.mean / ours.mean,
            self.median,
            self.most,
            self.worst,
            self.bytes,
        );
    }
}

fn fly<C: Contestant>(cast: &Cast) -> Row {
    let mut starts = Vec::new();
    let mut times = vec![Vec::new(); flight::FRAMES as usize];
    let (mut answers, mut bytes) = (Answers::new(), 0);
    // The first one warms up.
    for number in 0..=FLIGHTS {
        let cast = cast.clone();
        let begun = Instant::now();
        let mut contestant = C::start(cast);
        let start = begun.elapsed();
        answers.clear();
        for (frame, times) in (0..flight::FRAMES).zip(&mut times) {
            let pose = flight::flown(f64::from(frame) / f64::from(flight::FRAMES - 1));
            let begun = Instant::now();
            answers.push(contestant.frame(pose));
            if number > 0 {
                times.push(micros(begun.elapsed()));
            }
        }
        if number > 0 {
            starts.push(micros(start));
        }
        bytes = contestant.bytes();
    }
    let start = middle(&mut starts);
    let mut times: Vec<f64> = times.iter_mut().map(|frame| middle(frame)).collect();
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    let median = middle(&mut times);
    let (most, worst) = (times[times.len() * 99 / 100], times[times.len() - 1]);
    Row { name: C::NAME, start, mean, median, most, worst, bytes, answers }
}

/// The median, of numbers that are sorted thereby.
fn middle(numbers: &mut [f64]) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

fn micros(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}

fn raw(mesh: TriangleMesh) -> Raw {
    (mesh.vertices().to_vec(), mesh.triangles().to_vec())
}

/// Checked, as what comes from a file is.
fn checked((vertices, triangles): Raw) -> TriangleMesh {
    TriangleMesh::new(vertices, triangles).expect("finite numbers")
}

struct Ours(MeshWorld);

impl Contestant for Ours {
    const NAME: &'static str = "motzkin";

    fn start(cast: Cast) -> Self {
        let mut world = MeshWorld::new(MeshWorldOptions::default());
        for (number, mesh) in cast.into_iter().enumerate() {
            let mesh = world.insert_mesh(checked(mesh));
            let pose = if number == 0 { flight::flown(0.0) } else { flight::stand(number) };
            world.insert(mesh, pose).expect("within range");
        }
        Self(world)
    }

    fn frame(&mut self, flyer: Pose) -> u8 {
        self.0.set_pose(0, flyer).expect("within range");
        let found = self.0.collide().expect("no grey test");
        found
            .iter()
            .filter(|contact| contact.pair.a == 0)
            .fold(0, |mask, hit| mask | 1 << (hit.pair.b - 1))
    }

    fn bytes(&self) -> usize {
        self.0.stats().bytes
    }
}
