//! `index.md`: the pictures with their numbers.

use super::cases::{Section, Shot};
use crate::portrait::Subject;
use crate::table::noun;
use motzkin::ContactInterval;

/// Gathers the tables.
#[derive(Default)]
pub struct Index {
    text: String,
    /// The heading of the section, not yet written: one without pictures has none.
    heading: Option<String>,
    columns: usize,
}

impl Index {
    pub fn section(&mut self, section: &Section) {
        self.columns = section.columns.len();
        let rule = "|---".repeat(self.columns);
        self.heading = Some(format!(
            "\n## {}\n\n| {} |\n{rule}|\n",
            section.title,
            section.columns.join(" | ")
        ));
    }

    /// A row of cells, empty where nothing is drawn; without a picture, nothing.
    pub fn row(&mut self, cells: &[String]) {
        if cells.iter().all(String::is_empty) {
            return;
        }
        self.text.extend(self.heading.take());
        let empty = " |".repeat(self.columns.saturating_sub(cells.len()));
        self.text += &format!("| {} |{empty}\n", cells.join(" | "));
    }

    pub fn finish(self, compared: usize, wrong: &[String]) -> String {
        let outcome = match wrong {
            [] => format!("All {compared} answers are the recorded ones."),
            _ => {
                let differ = noun(wrong.len(), "differs", "differ");
                format!(
                    "**{} of {compared} answers {differ} from the recorded ones.**",
                    wrong.len()
                )
            }
        };
        format!(
            "# Validation cases\n\nBlue is A, amber is B, crimson what they share; dashed black is its smallest box. \
             Planes bound the gap of a separate pair, and dashed amber is where the least translation takes B. Moving \
             pairs stand at the first contact t0 and the last t1, ghosts where they start and end; the box is that of all \
             that they ever share, and the intersection is solid half way between. {outcome}\n{}",
            self.text
        )
    }
}

/// A picture with its numbers.
pub fn cell(shot: &Shot, found: &Subject, fault: Option<&str>) -> String {
    let mut text = format!("![{0}]({1})<br>{0}<br>**{2}**", shot.name, shot.file, found.verdict);
    if let Some(ContactInterval { first, last }) = found.interval {
        text += &format!(", t {first} to {last}");
    }
    if let Some((_, depth)) = found.separation {
        text += &format!(", {} {depth:.4}", if found.verdict.meets() { "depth" } else { "gap" });
    }
    if let Some(fault) = fault {
        text += &format!("<br>**WRONG: {fault}**");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is drawn stands below the name of its column, and a section without a picture has none.
    #[test]
    fn cells_stand_in_their_columns() {
        let section = |title| Section { title, columns: vec!["A", "B"], rows: vec![] };
        let mut index = Index::default();
        for title in ["full", "empty"] {
            index.section(&section(title));
            for cells in [["", "a"], ["", ""]] {
                let drawn = if title == "full" { cells } else { [""; 2] };
                index.row(&drawn.map(str::to_owned));
            }
        }
        let text = index.finish(4, &[]);
        assert!(text.ends_with("\n## full\n\n| A | B |\n|---|---|\n|  | a |\n"), "{text}");
    }
}
