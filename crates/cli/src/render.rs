//! `motzkin render`: a pair to a picture.

use super::error::CliError;
use super::output::print;
use super::portrait::{self, Subject};
use super::query::{Frames, OnePair, one_pair};
use super::{Outcome, picture_file};
use motzkin::glam::DVec3;
use motzkin::{CollisionService, ContactInterval, Engine};
use std::fmt::Write as _;
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct Args {
    /// JSON Lines as `query` takes them; `-` reads standard input
    #[arg(default_value = "-")]
    file: PathBuf,
    /// The line to draw, counted from 1; the first that is not blank by default
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    line: Option<u64>,
    /// The PNG file to write
    #[arg(long, default_value = "motzkin-pair.png", value_name = "PATH")]
    out: PathBuf,
    /// Width and height of the picture in pixels
    #[arg(long, default_value = "1280x800", value_name = "WxH", value_parser = picture_file::size)]
    size: [usize; 2],
}

pub fn run(args: &Args) -> Result<Outcome, CliError> {
    picture_file::check(&args.out)?;
    let OnePair { line, frames, moves } = one_pair(&args.file, args.line)?;
    let service = CollisionService::builder().engine(Engine::Cpu).build()?;
    let subject = match frames {
        Frames::Plane(frames) => Subject::of(&service, &frames, moves)?,
        Frames::Space(frames) => Subject::of(&service, &frames, moves)?,
    };
    picture_file::save(&portrait::draw(&subject, args.size), &args.out)?;
    let numbers = numbers(&subject);
    print(&format!("line     {line}\n{numbers}picture  {}\n", args.out.display()))?;
    Ok(Outcome::Good)
}

/// The numbers that belong to the picture, a line each.
fn numbers(subject: &Subject) -> String {
    let mut out = format!("verdict  {}\n", subject.verdict);
    let vector = |v: DVec3| match subject.flat {
        true => format!("{} {}", v.x, v.y),
        false => format!("{} {} {}", v.x, v.y, v.z),
    };
    let mut add = |text: std::fmt::Arguments<'_>| {
        // Writing to a String cannot fail.
        let _ = out.write_fmt(text);
    };
    if let Some(ContactInterval { first, last }) = subject.interval {
        add(format_args!("contact  t0 = {first}, t1 = {last}\n"));
    }
    if let Some((axis, depth)) = subject.separation {
        let what = if subject.verdict.meets() { "depth" } else { "gap  " };
        add(format_args!("{what}    {depth}\naxis     {}\n", vector(axis)));
    }
    if let Some([min, max]) = subject.aabb {
        match min.is_finite() && max.is_finite() {
            true => add(format_args!("box      {} to {}\n", vector(min), vector(max))),
            false => add(format_args!("box      a face is beyond f32\n")),
        }
    }
    if let Some(point) = subject.witness {
        add(format_args!("witness  {}\n", vector(point)));
    }
    out
}
