//! Searching worlds on the GPU: what travels there, and what is settled of what comes back.

use super::engine::GpuEngine;
use crate::exact;
use crate::geom::Pair;
use crate::gpu::Searched;
use crate::gpu::search_layout::{DOUBT, MOST_CHILDREN, SearchNode};
use crate::service::backend::cpu::Kernels;
use crate::service::backend::reply::Declined;
use crate::tree::bvh::{
    BvhNode, BvhWorld, Collisions, Find, Found, Hit, Posed, Recent, SearchFault, SearchOptions,
    SearchStats, Tally, candidates, collisions, shown, unlimited,
};
use rayon::prelude::*;

/// The most pairs of objects that are searched at once.
const MOST_PAIRS: usize = 1 << 16;

/// The deepest trees that are recorded; deeper ones are chains, and nothing for a GPU.
const MOST_LEVELS: u32 = 256;

/// The objects of some pairs, laid out for the GPU.
struct Piece<'a> {
    world: &'a BvhWorld,
    /// Ascending.
    objects: Vec<u32>,
    /// Where the nodes of each begin, and where all end.
    starts: Vec<u32>,
    levels: u32,
    nodes: Vec<SearchNode>,
}

/// Searches a world level by level on the GPU. The whole list is found whatever is looked for: a
/// GPU gains nothing by stopping early. Limited searches are declined, and all on a device that has
/// too little for the stages.
pub async fn search(
    engine: &GpuEngine,
    world: &BvhWorld,
    options: &SearchOptions,
) -> Result<Collisions, Declined> {
    if options.is_limited() || !engine.runner.searches() {
        return Err(Declined::Unsupported);
    }
    let (cpu, most) = (&engine.cpu, engine.runner.most_search_nodes());
    let pairs = cpu.install(|| candidates(world, options.scope, cpu.level))?;
    let mut stats = SearchStats { candidates: pairs.len(), tests: 0 };
    let (pairs, mut others): (Vec<Pair>, Vec<Pair>) =
        pairs.into_iter().partition(|pair| suits(world, *pair));
    let (tally, mut hits) = (Tally::of(options), Vec::new());
    let mut pieces: Vec<&[Pair]> = pairs.chunks(MOST_PAIRS).rev().collect();
    while let Some(pairs) = pieces.pop() {
        let piece = cpu.install(|| Piece::new(world, pairs, most))?;
        let searched = match &piece {
            Some(piece) => {
                let roots: Vec<Pair> = pairs.iter().map(|&pair| piece.roots(pair)).collect();
                engine.runner.search(&piece.nodes, &roots, piece.levels).await?
            }
            None => Searched::TooMany,
        };
        match (piece, searched, pairs) {
            (Some(piece), Searched::Found(answer), _) => {
                stats.tests += u64::from(answer.tests);
                let mut settled = cpu.install(|| piece.settled(&answer.hits))?;
                // No more is kept than the answer shows: a piece has all hits of its pairs.
                shown(options.find, &mut settled);
                tally.add(settled.len());
                tally.check()?;
                hits.append(&mut settled);
                if options.find == Find::First {
                    shown(options.find, &mut hits);
                }
            }
            (_, Searched::NoRoom, _) => return Err(Declined::Unsupported),
            // What is too much for the GPU goes there in parts, and what cannot be parted to the
            // CPU.
            (_, _, &[pair]) => others.push(pair),
            _ => {
                let (first, second) = pairs.split_at(pairs.len() / 2);
                pieces.extend([second, first]);
            }
        }
    }
    others.sort_unstable();
    let kernels = Kernels::new(cpu);
    let found =
        cpu.install(|| unlimited(world, options.find, others, &kernels, &tally, &mut stats));
    hits.extend(found?.into_iter().flat_map(Found::hits));
    Ok(cpu.install(|| collisions(world, options.find, hits, stats)))
}

/// Whether the trees of a pair are work for a GPU.
fn suits(world: &BvhWorld, pair: Pair) -> bool {
    [pair.a, pair.b]
        .into_iter()
        .filter_map(|object| world.tree(object))
        .all(|tree| tree.levels() <= MOST_LEVELS && tree.widest() <= MOST_CHILDREN)
}

impl<'a> Piece<'a> {
    /// `None` for more than so many nodes.
    fn new(world: &'a BvhWorld, pairs: &[Pair], most: usize) -> Result<Option<Self>, SearchFault> {
        let mut objects: Vec<u32> = pairs.iter().flat_map(|pair| [pair.a, pair.b]).collect();
        objects.sort_unstable();
        objects.dedup();
        let trees = || objects.iter().filter_map(|&object| world.tree(object));
        let (mut total, mut starts, mut levels) = (0_usize, vec![0], 0);
        for tree in trees() {
            total += tree.nodes().len();
            levels = levels.max(tree.levels());
            if total > most {
                return Ok(None);
            }
            starts.push(total as u32);
        }
        let own = |(&object, &start): (&u32, &u32)| laid_out(world, object, start);
        let parts: Vec<Vec<SearchNode>> =
            objects.par_iter().zip(&starts).map(own).collect::<Result<_, _>>()?;
        Ok(Some(Self { world, starts, levels, nodes: parts.concat(), objects }))
    }

    fn roots(&self, pair: Pair) -> Pair {
        let start =
            |object: u32| self.starts[self.objects.partition_point(|&other| other < object)];
        Pair::new(start(pair.a), start(pair.b))
    }

    /// The object's place among those of the piece, and the node of its tree.
    fn place(&self, node: u32) -> (usize, u32) {
        let place = self.starts.partition_point(|&start| start <= node) - 1;
        (place, node - self.starts[place])
    }

    /// The hits, of those in doubt the ones whose every level meets.
    fn settled(&self, hits: &[Pair]) -> Result<Vec<Hit>, SearchFault> {
        let doubtful = hits.iter().any(|pair| pair.a & DOUBT != 0);
        let parents: Vec<Vec<u32>> = match doubtful {
            true => self
                .objects
                .par_iter()
                .filter_map(|&object| Some(self.world.tree(object)?.parents()))
                .collect(),
            false => Vec::new(),
        };
        let start = Recent::new;
        let one = |recent: &mut Recent<Posed<'a>>, pair: &Pair| {
            let ((a, own), (b, other)) = (self.place(pair.a & !DOUBT), self.place(pair.b));
            let hit = Hit {
                objects: Pair::new(self.objects[a], self.objects[b]),
                nodes: Pair::new(own, other),
                exact: true,
            };
            let sure = pair.a & DOUBT == 0 || {
                let lines = [lineage(&parents[a], own), lineage(&parents[b], other)];
                self.every_level_meets(recent, hit.objects, &lines)?
            };
            Ok(sure.then_some(hit))
        };
        let settled: Vec<Option<Hit>> =
            hits.par_iter().map_init(start, one).collect::<Result<_, _>>()?;
        Ok(settled.into_iter().flatten().collect())
    }

    fn every_level_meets(
        &self,
        recent: &mut Recent<Posed<'a>>,
        objects: Pair,
        lines: &[Vec<u32>; 2],
    ) -> Result<bool, SearchFault> {
        let mut posed = |object| recent.get(object, |object| self.world.posed(object));
        let (a, b) = (posed(objects.a)?, posed(objects.b)?);
        let [own, other] = lines;
        for level in 0..own.len().max(other.len()) {
            let at = |line: &Vec<u32>| line[level.min(line.len() - 1)] as usize;
            let settled = exact::decide(&a.frames[at(own)], &b.frames[at(other)])
                .map_err(SearchFault::Pair)?;
            if !settled.verdict.meets() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The nodes from the root to this one.
fn lineage(parents: &[u32], node: u32) -> Vec<u32> {
    let mut line = vec![node];
    let mut at = node;
    while at != 0 {
        at = parents[at as usize];
        line.push(at);
    }
    line.reverse();
    line
}

/// An object's posed nodes, with links for a place behind others.
fn laid_out(world: &BvhWorld, object: u32, start: u32) -> Result<Vec<SearchNode>, SearchFault> {
    let posed = world.posed(object)?;
    let nodes = world.tree(object).map_or(&[][..], |tree| tree.nodes());
    let corner = |v: glam::Vec3| [v.x, v.y, v.z, 0.0];
    let node = |(place, (node, frame)): (u32, (&BvhNode, _))| {
        let (children, aabb) = (node.children(), posed.aabb(place));
        let frame =
            BvhNode::new(frame, start + children.start, children.len() as u32, node.frame_index());
        SearchNode { frame, low: corner(aabb.min), high: corner(aabb.max) }
    };
    Ok((0..).zip(nodes.iter().zip(&posed.frames)).map(node).collect())
}
