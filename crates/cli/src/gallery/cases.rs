//! What is drawn.

use crate::query::Frames;
use motzkin::{FrameError, ShapeKind, ShapeKind2, Verdict};
use motzkin_lab::workload::validation::{Contact, plane, space};

/// One picture and what is recorded of it.
pub struct Shot {
    pub name: String,
    pub file: String,
    pub frames: Frames,
    pub moves: bool,
    pub verdict: Verdict,
    pub interval: Option<[f64; 2]>,
}

/// Cases of one kind.
pub struct Section {
    pub title: &'static str,
    /// Above the columns; as many as each row has pictures.
    pub columns: Vec<&'static str>,
    pub rows: Vec<Vec<Shot>>,
}

const SOLIDS: [(ShapeKind, &str); 2] = [(ShapeKind::Cuboid, "c"), (ShapeKind::Tetra, "t")];
const FLATS: [(ShapeKind2, &str); 2] =
    [(ShapeKind2::Parallelogram, "c"), (ShapeKind2::Triangle, "t")];

/// All of them.
pub fn sections() -> Result<Vec<Section>, FrameError> {
    let in_space = |contact: &Contact<3, 4>, a, b| {
        Ok((Frames::Space(contact.frames(a, b)?), contact.verdict(a, b)))
    };
    let in_plane = |contact: &Contact<2, 3>, a, b| {
        Ok((Frames::Plane(contact.frames(a, b)?), contact.verdict(a, b)))
    };
    let solids = ["cuboids", "cuboid and tetrahedron", "tetrahedron and cuboid", "tetrahedra"];
    let flats =
        ["parallelograms", "parallelogram and triangle", "triangle and parallelogram", "triangles"];
    let mut sweeps = Vec::new();
    for case in space::SWEEPS {
        let frames = Frames::Space([case.a.frame()?, case.b.frame()?]);
        sweeps.push(sweep("space", case.name, frames, case.verdict, case.interval));
    }
    let mut plane_sweeps = Vec::new();
    for case in plane::SWEEPS {
        let frames = Frames::Plane([case.a.frame()?, case.b.frame()?]);
        plane_sweeps.push(sweep("plane", case.name, frames, case.verdict, case.interval));
    }
    Ok(vec![
        contacts("Contacts in space", "space", &solids, space::CONTACTS, SOLIDS, in_space)?,
        contacts(
            "Sixteen visits, after the 2013 paper",
            "visit",
            &solids,
            space::VISITS,
            SOLIDS,
            in_space,
        )?,
        contacts(
            "Pair (18) of the 2013 paper",
            "paper",
            &solids,
            &[space::PAIR_18],
            SOLIDS,
            in_space,
        )?,
        moving("Moving boxes in space", sweeps),
        contacts("Contacts in the plane", "plane", &flats, plane::CONTACTS, FLATS, in_plane)?,
        moving("Moving rectangles in the plane", plane_sweeps),
    ])
}

fn contacts<K: Copy, const D: usize, const R: usize>(
    title: &'static str,
    group: &str,
    columns: &[&'static str],
    contacts: &[Contact<D, R>],
    shapes: [(K, &str); 2],
    drawn: impl Fn(&Contact<D, R>, K, K) -> Result<(Frames, Verdict), FrameError>,
) -> Result<Section, FrameError> {
    let row = |contact: &Contact<D, R>| {
        let kinds = shapes.into_iter().flat_map(|a| shapes.map(|b| (a, b)));
        kinds
            .map(|((a, a_letter), (b, b_letter))| {
                let (frames, verdict) = drawn(contact, a, b)?;
                Ok(Shot {
                    name: contact.name.into(),
                    file: format!("{group}-{}-{a_letter}{b_letter}.png", slug(contact.name)),
                    frames,
                    moves: false,
                    verdict,
                    interval: None,
                })
            })
            .collect()
    };
    let rows = contacts.iter().map(row).collect::<Result<_, FrameError>>()?;
    Ok(Section { title, columns: columns.to_vec(), rows })
}

fn sweep(
    group: &str,
    name: &str,
    frames: Frames,
    verdict: Verdict,
    interval: Option<[f64; 2]>,
) -> Shot {
    let file = format!("moving-{group}-{}.png", slug(name));
    Shot { name: name.into(), file, frames, moves: true, verdict, interval }
}

/// Three in a row.
fn moving(title: &'static str, shots: Vec<Shot>) -> Section {
    const COLUMNS: usize = 3;
    let mut rows: Vec<Vec<Shot>> = Vec::new();
    for shot in shots {
        match rows.last_mut() {
            Some(row) if row.len() < COLUMNS => row.push(shot),
            _ => rows.push(vec![shot]),
        }
    }
    Section { title, columns: vec![""; COLUMNS], rows }
}

/// Letters and digits of a name, hyphens between.
fn slug(name: &str) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-").to_lowercase()
}
