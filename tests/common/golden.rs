//! Hashes of the answers of recorded scenes.

use motzkin::CollisionService;
use motzkin::golden::{Scene, hash, recorded};

/// Fails if the hash of a scene is not the recorded one, and tells all such hashes.
pub fn answers_as_recorded(who: &str, service: &CollisionService) {
    let differs = |scene: Scene| {
        let found = hash(service, scene).unwrap_or_else(|error| panic!("{who}: {scene}: {error}"));
        let recorded = recorded(scene);
        (found != recorded).then(|| format!("{scene}: {found:#018x}, not {recorded:#018x}"))
    };
    let differences: Vec<String> = Scene::all().filter_map(differs).collect();
    assert!(differences.is_empty(), "{who}:\n{}", differences.join("\n"));
}
