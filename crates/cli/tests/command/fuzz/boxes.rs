//! Whole lines of `query` and `pairs` against a model: boxes along the axes, which are frames,
//! hulls or meshes, and what their numbers say of any two.

use super::lines::{BROKEN, CUBES, Shelf};
use super::{Answer, answers, driver, fault_in};
use fastrand::Rng;

/// What a box is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Kind {
    /// A frame or a hull.
    Convex,
    Surface,
    Solid,
}

/// A box, and the fields of its shape.
#[derive(Debug)]
struct Thing {
    kind: Kind,
    /// The least and the greatest coordinates, in quarters.
    low: [i64; 3],
    high: [i64; 3],
    fields: String,
    group: u32,
    mask: u32,
    /// Why there is no such shape.
    error: Option<&'static str>,
}

/// Quarters in decimals.
fn number(quarters: i64) -> String {
    format!("{}", quarters as f64 / 4.0)
}

fn point(quarters: [i64; 3]) -> String {
    format!("[{}]", quarters.map(number).join(","))
}

/// Rotations that take a cube to itself. The lengths of their quaternions differ.
const TURNS: [&str; 5] = ["[0,0,0,1]", "[1,1,1,1]", "[0,0,3,0]", "[0,-0.5,0,0.5]", "[7,7,0,0]"];

fn mesh(rng: &mut Rng, shelf: &Shelf) -> (Kind, [i64; 3], [i64; 3], String) {
    let (half, name) = CUBES[rng.usize(..CUBES.len())];
    let (centre, half) = ([0; 3].map(|_| rng.i64(-12..=12)), (4.0 * half) as i64);
    let kind = if rng.bool() { Kind::Solid } else { Kind::Surface };
    let (path, solid) = (shelf.path(rng, name), kind == Kind::Solid);
    let (way, turn) = (point(centre), TURNS[rng.usize(..TURNS.len())]);
    let pose = format!(r#"{{"translation":{way},"rotation":{turn}}}"#);
    let fields = format!(r#""type":"mesh","path":"{path}","solid":{solid},"pose":{pose}"#);
    (kind, centre.map(|x| x - half), centre.map(|x| x + half), fields)
}

fn convex(rng: &mut Rng) -> (Kind, [i64; 3], [i64; 3], String) {
    let low = [0; 3].map(|_| rng.i64(-16..=12));
    let sides = [0; 3].map(|_| [1, 2, 4, 8, 40][rng.usize(..5)]);
    let high = [0, 1, 2].map(|axis| low[axis] + sides[axis]);
    let fields = match rng.bool() {
        true => {
            let edge = |axis: usize| point([0, 1, 2].map(|i| if i == axis { sides[i] } else { 0 }));
            let edges = [0, 1, 2].map(edge).join(",");
            format!(r#""type":"cuboid","orig":{},"comp":[{edges}]"#, point(low))
        }
        false => {
            let corner = |bits: usize| {
                point([0, 1, 2].map(|i| if bits >> i & 1 == 0 { low[i] } else { high[i] }))
            };
            let mut corners: Vec<String> = (0..8).map(corner).collect();
            rng.shuffle(&mut corners);
            format!(r#""type":"hull","pts":[{}]"#, corners.join(","))
        }
    };
    (Kind::Convex, low, high, fields)
}

impl Thing {
    fn draw(rng: &mut Rng, shelf: &Shelf) -> Self {
        let bits = |rng: &mut Rng| if rng.u32(..4) == 0 { rng.u32(..4) } else { u32::MAX };
        let (group, mask) = (bits(rng), bits(rng));
        if rng.u32(..10) == 0 {
            let (name, error) = BROKEN[rng.usize(..BROKEN.len())];
            let fields = format!(r#""type":"mesh","path":"{}""#, shelf.path(rng, name));
            let (kind, low, high, error) = (Kind::Surface, [0; 3], [0; 3], Some(error));
            return Self { kind, low, high, fields, group, mask, error };
        }
        let (kind, low, high, fields) = if rng.bool() { mesh(rng, shelf) } else { convex(rng) };
        Self { kind, low, high, fields, group, mask, error: None }
    }

    /// The line that names it by a number.
    fn line(&self, number: usize) -> String {
        let Self { fields, group, mask, .. } = self;
        format!("{{\"id\":{number},\"dim\":3,{fields},\"group\":{group},\"mask\":{mask}}}\n")
    }

    fn is_compared(&self, other: &Self) -> bool {
        self.group & other.mask != 0 && other.group & self.mask != 0
    }

    /// The verdict on a pair, and the square of its distance in quarters if it is separate.
    fn verdict(&self, other: &Self) -> (&'static str, i64) {
        let gaps =
            [0, 1, 2].map(|i| (self.low[i] - other.high[i]).max(other.low[i] - self.high[i]));
        if gaps.iter().any(|gap| *gap > 0) {
            return ("separate", gaps.iter().map(|gap| gap.max(&0).pow(2)).sum());
        }
        for (inner, outer) in [(self, other), (other, self)] {
            let walls =
                [0, 1, 2].map(|i| (inner.low[i] - outer.low[i]).min(outer.high[i] - inner.high[i]));
            let least = walls.into_iter().min().unwrap_or_default();
            // A surface holds nothing.
            if least > 0 && outer.kind == Kind::Surface {
                return ("separate", least * least);
            }
        }
        let touch = gaps.contains(&0) && self.kind == Kind::Convex && other.kind == Kind::Convex;
        (if touch { "touching" } else { "overlapping" }, 0)
    }
}

/// Holds the answers to the faults of these things, and returns the others. The errors of a second
/// file have the numbers of its lines.
fn rest<'a>(found: &'a [(String, Answer)], sets: &[&[Thing]]) -> &'a [(String, Answer)] {
    let expected: Vec<(usize, &str)> = sets
        .iter()
        .flat_map(|things| {
            let fault = |(number, thing): (usize, &Thing)| Some((number + 1, thing.error?));
            things.iter().enumerate().filter_map(fault)
        })
        .collect();
    let (told, rest) = found.split_at(expected.len().min(found.len()));
    let told: Vec<(usize, &str)> = told
        .iter()
        .filter_map(|answer| Some((fault_in(answer)?, answer.1["error"].get().trim_matches('"'))))
        .collect();
    assert_eq!(told, expected, "{sets:?}");
    rest
}

#[test]
fn boxes_of_every_kind() {
    let shelf = Shelf::new("fuzzing-boxes");
    driver::run("pairs-of-boxes", |rng| {
        let mut things = |most: usize| -> Vec<Thing> {
            (0..rng.usize(1..most)).map(|_| Thing::draw(rng, &shelf)).collect()
        };
        let (own, others) = (things(16), things(12));
        let against = rng.bool();
        let eighths = if rng.bool() { 0 } else { rng.i64(1..80) };
        let margin = format!("{}", eighths as f64 / 8.0);
        let allowed = shelf.allowed();
        let mut args = vec!["pairs", "--engine", "cpu", "--files", &allowed, "--margin", &margin];
        let text = |things: &[Thing]| -> String {
            things.iter().enumerate().map(|(number, thing)| thing.line(number)).collect()
        };
        let path = shelf.write_lines(text(&others).as_bytes());
        if against {
            args.extend(["--against", &path]);
        }
        let found = answers(&args, text(&own).as_bytes());
        let sets: &[&[Thing]] = if against { &[&own, &others] } else { &[&own] };
        let found: Vec<&str> = rest(&found, sets).iter().map(|(line, _)| line.as_str()).collect();
        let (mut expected, mut queries, mut told) = (Vec::new(), String::new(), Vec::new());
        for (i, a) in own.iter().enumerate() {
            let (seconds, first) = if against { (&others, 0) } else { (&own, i + 1) };
            for (j, b) in seconds.iter().enumerate().skip(first) {
                if a.error.or(b.error).is_some() {
                    continue;
                }
                let (verdict, square) = a.verdict(b);
                // The margin is in eighths, and the square in quarters.
                let is_listed = verdict != "separate" || 4 * square < eighths * eighths;
                if is_listed && a.is_compared(b) {
                    expected.push(format!(r#"{{"a":{i},"b":{j},"verdict":"{verdict}"}}"#));
                }
                let [p, q] = [a, b].map(|thing| &thing.fields);
                queries += &format!("{{\"id\":[{i},{j}],\"dim\":3,\"a\":{{{p}}},\"b\":{{{q}}}}}\n");
                told.push(format!(r#"{{"id":[{i},{j}],"verdict":"{verdict}"}}"#));
            }
        }
        assert_eq!(found, expected, "{margin}, {against}: {own:?} {others:?}");
        let found = answers(&["query", "--engine", "cpu", "--files", &allowed], queries.as_bytes());
        let found: Vec<String> = found.into_iter().map(|(line, _)| line).collect();
        assert_eq!(found, told, "{queries}");
    });
}
