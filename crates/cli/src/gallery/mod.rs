//! `motzkin gallery`: the validation cases as pictures, their answers held against the recorded
//! ones.

mod cases;
mod index;

use super::engine::{EngineName, announce, describe};
use super::error::CliError;
use super::output::{note, tell};
use super::portrait::{self, Subject};
use super::query::Frames;
use super::table::noun;
use super::{Outcome, picture_file};
use cases::Shot;
use index::Index;
use motzkin::{CollisionService, ContactInterval};
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct Args {
    /// The folder for the pictures and `index.md`; it is made if it is missing
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// What computes the verdicts; the CPU by default
    #[arg(long, value_enum)]
    engine: Option<EngineName>,
    /// Draws only cases whose name or picture's name contains this text; all cases are checked
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Width and height of each picture in pixels
    #[arg(long, default_value = "600x400", value_name = "WxH", value_parser = picture_file::size)]
    size: [usize; 2],
}

pub fn run(args: &Args) -> Result<Outcome, CliError> {
    std::fs::create_dir_all(&args.out).map_err(CliError::file(&args.out))?;
    let service = CollisionService::new(args.engine.unwrap_or(EngineName::Cpu).into())?;
    match args.engine {
        Some(_) => announce(service.info()),
        None => note(&format!("engine {}: the default", describe(service.info()))),
    }
    let mut index = Index::default();
    let (mut compared, mut drawn, mut wrong) = (0, 0, Vec::new());
    for section in cases::sections()? {
        let shown = |shot: &Shot| {
            let holds = |only: &String| shot.name.contains(only) || shot.file.contains(only);
            args.only.as_ref().is_none_or(holds)
        };
        index.section(&section);
        for row in &section.rows {
            let mut cells = vec![String::new(); row.len()];
            for (shot, cell) in row.iter().zip(&mut cells) {
                let subject = match &shot.frames {
                    Frames::Plane(frames) => Subject::of(&service, frames, shot.moves)?,
                    Frames::Space(frames) => Subject::of(&service, frames, shot.moves)?,
                };
                compared += 1;
                let fault = fault(shot, &subject);
                wrong.extend(fault.iter().map(|fault| format!("{}: {fault}", shot.name)));
                if shown(shot) {
                    let picture = portrait::draw(&subject, args.size);
                    picture_file::save(&picture, &args.out.join(&shot.file))?;
                    drawn += 1;
                    *cell = index::cell(shot, &subject, fault.as_deref());
                }
            }
            index.row(&cells);
        }
    }
    if let (0, Some(only)) = (drawn, &args.only) {
        note(&format!("no case is called {only:?}: none is drawn"));
    }
    let path = args.out.join("index.md");
    std::fs::write(&path, index.finish(compared, &wrong)).map_err(CliError::file(&path))?;
    let cases = noun(compared, "case", "cases");
    let mut text = format!("{compared} {cases} judged, {drawn} drawn: {}\n", path.display());
    wrong.iter().for_each(|fault| text += &format!("WRONG {fault}\n"));
    tell(&text)?;
    Ok(if wrong.is_empty() { Outcome::Good } else { Outcome::Faults })
}

/// How the answer differs from the recorded one.
fn fault(shot: &Shot, found: &Subject) -> Option<String> {
    if found.verdict != shot.verdict {
        return Some(format!("{} where {} is recorded", found.verdict, shot.verdict));
    }
    let fits = match (shot.interval, found.interval) {
        (Some([first, last]), Some(ContactInterval { first: early, last: late })) => {
            // Rounded outward to f32, once.
            let below = f64::from(early) <= first && f64::from(early.next_up()) > first;
            below && f64::from(late) >= last && f64::from(late.next_down()) < last
        }
        (recorded, found) => recorded.is_none() && found.is_none(),
    };
    (!fits).then(|| format!("interval {:?} where {:?} is recorded", found.interval, shot.interval))
}

#[cfg(test)]
mod tests {
    use super::*;
    use motzkin::{Engine, Verdict};

    /// Every recorded answer holds, and a wrong record is noticed.
    #[test]
    fn wrong_answers_are_noticed() -> Result<(), CliError> {
        let service = CollisionService::new(Engine::Cpu)?;
        let mut files = std::collections::HashSet::new();
        for mut shot in cases::sections()?.into_iter().flat_map(|section| section.rows).flatten() {
            let found = match &shot.frames {
                Frames::Plane(frames) => Subject::of(&service, frames, shot.moves)?,
                Frames::Space(frames) => Subject::of(&service, frames, shot.moves)?,
            };
            assert_eq!(fault(&shot, &found), None, "{}", shot.name);
            assert!(files.insert(shot.file.clone()), "two pictures go to {}", shot.file);
            if let Some([first, last]) = shot.interval {
                shot.interval = Some([first - 1e-6, last]);
                assert!(
                    fault(&shot, &found).is_some_and(|fault| fault.contains("interval")),
                    "{}",
                    shot.name
                );
                shot.interval = None;
                assert!(fault(&shot, &found).is_some(), "{}", shot.name);
            }
            for verdict in [Verdict::Separate, Verdict::Touching, Verdict::Overlapping] {
                shot.verdict = verdict;
                assert!(
                    verdict == found.verdict || fault(&shot, &found).is_some(),
                    "{}",
                    shot.name
                );
            }
        }
        assert!(files.len() > 300, "{}", files.len());
        Ok(())
    }
}
