//! What a service is asked about a scene.

use super::answers::{Coordinates, add_answer, add_collisions, add_hits, add_met};
use super::error::GoldenError;
use super::{mixed, solids};
use crate::geom::Pair;
use crate::service::{CollisionService, Engine, Frame};
use crate::tree::bvh::{Bvh, BvhWorld, SearchOptions};
use crate::verdict::Verdict;
use crate::wanted::Wanted;
use glam::Quat;
use motzkin_lab::golden::{self, Digest, Kind, Scene, Style};
use std::sync::Arc;

/// The margin of a crowd.
const MARGIN: f32 = 0.25;

/// Asks a service about a scene, and returns the hash of all answers.
///
/// Costs some hundredths of a second, on the reference engine some seconds.
///
/// # Errors
///
/// Returns [`GoldenError`] if the engine fails.
#[cfg(not(all(target_family = "wasm", feature = "gpu")))]
pub fn hash(service: &CollisionService, scene: Scene) -> Result<u64, GoldenError> {
    service.block_on(hash_async(service, scene))
}

/// Asks a service about a scene as [`hash`](fn@hash) does, where nothing may block.
///
/// # Errors
///
/// Returns [`GoldenError`] if the engine fails.
pub async fn hash_async(service: &CollisionService, scene: Scene) -> Result<u64, GoldenError> {
    let (digest, style) = (&mut Digest::default(), scene.style);
    let (rest, moving) = (Wanted::BOX, Wanted::INTERVAL | Wanted::BOX);
    match scene.kind {
        Kind::Frames => ask(service, &golden::frames(style), rest, digest).await?,
        Kind::Batch => {
            batch(service, style).await?.into_iter().for_each(|found| digest.verdict(found))
        }
        Kind::MovingFrames => ask_moving(service, &golden::frames(style), moving, digest).await?,
        Kind::PlaneFrames => ask(service, &golden::plane_frames(style), rest, digest).await?,
        Kind::MovingPlaneFrames => {
            ask_moving(service, &golden::plane_frames(style), moving, digest).await?;
        }
        Kind::Polytopes => {
            let (set, pairs) = (golden::polytopes(style), golden::pairs());
            add_answer(digest, &service.query(&set, &pairs).wanted(Wanted::SUBSET).await?);
        }
        Kind::MovingPolytopes => {
            let (set, pairs) = (golden::polytopes(style), golden::pairs());
            let query = service.query(&set, &pairs).moving();
            add_answer(digest, &query.wanted(Wanted::INTERVAL).await?);
        }
        Kind::Chosen => chosen(service, style, digest).await?,
        Kind::Crowd => {
            let frames = golden::crowd(style);
            add_hits(digest, &service.collide(&frames).within(MARGIN).await?);
        }
        Kind::MovingCrowd => {
            add_hits(digest, &service.collide(&golden::crowd(style)).moving().await?);
        }
        Kind::PlaneCrowd => add_hits(digest, &service.collide(&golden::plane_crowd(style)).await?),
        Kind::PolytopeCrowd => {
            add_hits(digest, &service.collide(&golden::polytope_crowd(style)).await?);
        }
        Kind::Trees => trees(service, style, digest).await?,
        Kind::Meshes => {
            let found = solids::collide(service, &golden::bodies(style)?)?;
            digest.whole(found.len() as u64);
            found.iter().flat_map(|pair| [pair.a, pair.b]).for_each(|i| digest.whole(i.into()));
        }
        Kind::Mixed => add_met(digest, &mixed::in_space(service, style).await?),
        Kind::PlaneMixed => add_met(digest, &mixed::in_plane(service, style).await?),
    }
    Ok(digest.value())
}

async fn ask<F>(
    service: &CollisionService,
    frames: &[F],
    wanted: Wanted,
    digest: &mut Digest,
) -> Result<(), GoldenError>
where
    F: Frame<Point: Coordinates, Bounds: Coordinates>,
{
    add_answer(digest, &service.query(frames, &golden::pairs()).wanted(wanted).await?);
    Ok(())
}

async fn ask_moving<F>(
    service: &CollisionService,
    frames: &[F],
    wanted: Wanted,
    digest: &mut Digest,
) -> Result<(), GoldenError>
where
    F: Frame<Point: Coordinates, Bounds: Coordinates>,
{
    add_answer(digest, &service.query(frames, &golden::pairs()).moving().wanted(wanted).await?);
    Ok(())
}

/// Returns the verdicts of a batch. The reference, which takes a millisecond a pair, is asked about
/// each pair once.
async fn batch(service: &CollisionService, style: Style) -> Result<Vec<Verdict>, GoldenError> {
    let (frames, batch) = (golden::frames(style), golden::batch());
    if service.info().engine == Engine::Reference {
        let verdicts = service.query(&frames, &golden::pairs()).await?.into_verdicts();
        return Ok(batch.iter().map(|&(place, _)| verdicts[place]).collect());
    }
    let pairs: Vec<Pair> = batch.iter().map(|&(_, pair)| pair).collect();
    Ok(service.query(&frames, &pairs).await?.into_verdicts().into_vec())
}

/// Adds values that are no more right than others: which one is told does not depend on the
/// engine.
async fn chosen(
    service: &CollisionService,
    style: Style,
    digest: &mut Digest,
) -> Result<(), GoldenError> {
    let (frames, in_plane) = (golden::frames(style), golden::plane_frames(style));
    let (set, pairs) = (golden::polytopes(style), golden::pairs());
    let (rest, moving) = (Wanted::DEPTH | Wanted::GAP | Wanted::WITNESS, Wanted::WITNESS);
    ask(service, &frames, rest, digest).await?;
    ask(service, &in_plane, rest, digest).await?;
    ask_moving(service, &frames, moving, digest).await?;
    ask_moving(service, &in_plane, moving, digest).await?;
    add_answer(digest, &service.query(&set, &pairs).wanted(Wanted::WITNESS).await?);
    add_answer(digest, &service.query(&set, &pairs).moving().wanted(Wanted::WITNESS).await?);
    Ok(())
}

async fn trees(
    service: &CollisionService,
    style: Style,
    digest: &mut Digest,
) -> Result<(), GoldenError> {
    let mut world = BvhWorld::new();
    for object in golden::objects(style) {
        let tree = Arc::new(Bvh::new(object.frames)?);
        world.insert(&tree, Quat::IDENTITY, object.at)?;
    }
    let options = SearchOptions { boxes: true, ..SearchOptions::default() };
    add_collisions(digest, &service.search(&world).options(options).await?);
    Ok(())
}
