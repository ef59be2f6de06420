//! Worlds of object trees against all by all.

use crate::common::trees::{collisions, entries, things, wild, world};
use crate::{driver, services};

#[test]
fn object_trees() {
    let services = services();
    driver::run("object-trees", |rng| {
        let (objects, volumes) = (rng.usize(..4), rng.usize(1..5));
        let by_reference = rng.u32(..32) == 0;
        let things = things(objects, rng, |rng| wild(1 + rng.usize(..volumes), rng));
        let (world, expected) = (world(&things), collisions(&things, true));
        for (name, service) in services {
            // It takes a thousand times as long.
            if name == "reference" && !by_reference {
                continue;
            }
            let found = service.search(&world).run().expect("an answer");
            assert_eq!(entries(&found), expected, "{name}: {objects} objects");
        }
    });
}
