//! The elements of a body: what is read of them.

use super::header::{Element, Header, Property, Values};
use super::number::{Kind, Whole};
use super::{Body, What};
use crate::import::error::ImportFault;

const AXES: [&str; 3] = ["x", "y", "z"];
const LISTS: [&str; 2] = ["vertex_indices", "vertex_index"];

/// What was read of a file.
#[derive(Default)]
pub struct Found {
    pub vertices: Vec<[f32; 3]>,
    /// The lists of faces and of strips, in the order of the file. The file may have its vertices
    /// before them, or behind.
    pub lists: Vec<Lists>,
}

/// The lists of indices of all faces, or of all strips.
pub struct Lists {
    pub are_strips: bool,
    indices: Vec<i64>,
    /// Where each list ends among the indices.
    ends: Vec<usize>,
}

impl Lists {
    /// Returns the lists one by one.
    pub fn iter(&self) -> impl Iterator<Item = &[i64]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let list = self.indices.get(start..end).unwrap_or_default();
            start = end;
            list
        })
    }
}

/// Elements of one kind.
#[derive(Clone, Copy)]
struct Elements<'a> {
    element: &'a Element<'a>,
    /// The place of the kind in the header.
    number: usize,
}

/// What to do with the values of a property.
enum Step {
    Skip(Values),
    /// A coordinate along this axis.
    Coordinate(usize, Kind),
    Indices {
        count: Whole,
        of: Whole,
    },
}

/// Reads the elements of a body.
pub fn read<B: Body>(header: &Header<'_>, mut body: B) -> Result<Found, ImportFault> {
    let mut found = Found::default();
    for (number, element) in header.elements.iter().enumerate() {
        let elements = Elements { element, number };
        match element.name {
            "vertex" => found.vertices = elements.points(&mut body)?,
            "face" | "tristrips" => found.lists.push(elements.lists(&mut body)?),
            _ => elements.each(&mut body, |body, steps| {
                read_one(body, steps, &mut [0.0; 3], &mut Vec::new())
            })?,
        }
    }
    Ok(found)
}

impl Elements<'_> {
    fn points<B: Body>(self, body: &mut B) -> Result<Vec<[f32; 3]>, ImportFault> {
        let has = |axis: &str| self.element.properties.iter().any(|property| property.name == axis);
        if let Some(axis) = AXES.into_iter().find(|axis| !has(axis)) {
            return Err(ImportFault::broken(format!("vertices have no property {axis}")));
        }
        let mut points = Vec::with_capacity(self.expected(body));
        self.each(body, |body, steps| {
            let mut point = [0.0; 3];
            read_one(body, steps, &mut point, &mut Vec::new())?;
            points.push(point);
            Ok(())
        })?;
        Ok(points)
    }

    fn lists<B: Body>(self, body: &mut B) -> Result<Lists, ImportFault> {
        let mut ends = Vec::with_capacity(self.expected(body));
        let mut indices = Vec::new();
        self.each(body, |body, steps| {
            read_one(body, steps, &mut [0.0; 3], &mut indices)?;
            ends.push(indices.len());
            Ok(())
        })?;
        Ok(Lists { are_strips: self.element.name == "tristrips", indices, ends })
    }

    /// Returns how many elements to reserve memory for: not more than the body can hold if a number
    /// and its blank take two bytes. In a binary file there may be more.
    fn expected<B: Body>(self, body: &B) -> usize {
        let least = 2 * self.element.properties.len().max(1);
        self.element.count.min(body.left() / least + 1)
    }

    /// Has each element read.
    fn each<B: Body>(
        self,
        body: &mut B,
        mut read: impl FnMut(&mut B, &[Step]) -> Result<(), What>,
    ) -> Result<(), ImportFault> {
        let steps = self.steps()?;
        for index in 0..self.element.count {
            let found = body.start(steps.len()).and_then(|()| read(body, &steps));
            found.map_err(|what| self.fault(index, body.line(), &what))?;
        }
        Ok(())
    }

    fn steps(self) -> Result<Vec<Step>, ImportFault> {
        let step = |property| match step(self.element.name, property) {
            None if self.element.count > 0 => Err(ImportFault::broken(format!(
                "line {}: the property has a type that is not read",
                property.line
            ))),
            step => Ok(step.unwrap_or(Step::Skip(property.values))),
        };
        self.element.properties.iter().map(step).collect()
    }

    /// Returns what is wrong with an element, which is named by its line if the body has lines.
    fn fault(self, index: usize, line: Option<usize>, what: &str) -> ImportFault {
        let place = match (line, self.element.name) {
            (Some(line), _) => format!("line {line}"),
            (None, "vertex") => format!("vertex {index}"),
            (None, "face") => format!("face {index}"),
            (None, "tristrips") => format!("strips {index}"),
            _ => format!("element {} of the header, number {index}", self.number),
        };
        ImportFault::broken(format!("{place}: {what}"))
    }
}

/// Returns what to do with the values of a property, or `None` if it would be read but has a type
/// that is not.
fn step(element: &str, property: &Property<'_>) -> Option<Step> {
    let name = property.name;
    let axis = AXES.iter().position(|axis| *axis == name).filter(|_| element == "vertex");
    let is_list = ["face", "tristrips"].contains(&element) && LISTS.contains(&name);
    match (axis, property.values) {
        (Some(axis), Values::One(kind)) => Some(Step::Coordinate(axis, kind)),
        (Some(_), Values::List { .. }) => None,
        (None, Values::List { count, of }) if is_list => {
            of.whole().map(|of| Step::Indices { count, of })
        }
        (None, Values::One(_)) if is_list => None,
        (None, values) => Some(Step::Skip(values)),
    }
}

/// Reads an element: its coordinates into `point`, its indices behind those of other elements.
fn read_one<B: Body>(
    body: &mut B,
    steps: &[Step],
    point: &mut [f32; 3],
    indices: &mut Vec<i64>,
) -> Result<(), What> {
    let start = indices.len();
    for step in steps {
        match *step {
            Step::Skip(Values::One(kind)) => body.skip(kind, 1)?,
            Step::Skip(Values::List { count, of }) => {
                let count = body.count(count, of)?;
                body.skip(of, count)?;
            }
            Step::Coordinate(axis, kind) => point[axis] = body.coordinate(kind)?,
            Step::Indices { count, of } => {
                let count = body.count(count, Kind::Whole(of))?;
                // Of two lists the last one counts.
                indices.truncate(start);
                indices.reserve(count);
                for _ in 0..count {
                    indices.push(body.index(of)?);
                }
            }
        }
    }
    Ok(())
}
