//! Hashes of the answers of recorded scenes, on the adapter that there is.

use crate::common::golden::answers_as_recorded;
use motzkin::{CollisionService, Engine};

#[test]
fn the_adapter_answers_as_recorded() {
    let adapter = crate::device().adapter.name;
    let built = CollisionService::builder().engine(Engine::Gpu).adapter(adapter.as_str()).build();
    let service = built.expect("a GPU engine");
    assert_eq!(service.info().engine, Engine::Gpu);
    answers_as_recorded(&adapter, &service);
}
