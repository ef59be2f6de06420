//! The GPU answers every scene as the oracle does, in one dispatch and in many small ones.

use crate::common::engines::{Tested, service};
use motzkin::service::{CollisionService, Engine};

fn gpu() -> Vec<Tested> {
    let built = |pairs: Option<usize>, frames: Option<usize>| {
        let mut builder = CollisionService::builder().engine(Engine::Gpu);
        if let Ok(name) = std::env::var("MOTZKIN_ADAPTER") {
            builder = builder.adapter(name);
        }
        if let Some(pairs) = pairs {
            builder = builder.max_pairs_per_dispatch(pairs);
        }
        if let Some(frames) = frames {
            builder = builder.max_frames_per_dispatch(frames);
        }
        let built = builder.build().expect("an adapter, lavapipe where there is no other");
        let name =
            format!("gpu {:?}, at most {pairs:?} pairs, {frames:?} frames", built.info().adapter);
        service(&name, built)
    };
    vec![built(None, None), built(Some(1000), None), built(Some(777), Some(128))]
}

crate::stamp!(gpu);
