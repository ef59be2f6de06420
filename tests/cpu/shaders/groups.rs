//! What groups of stages say that they need, and what their shaders do.

use super::parse;
use motzkin::internals::gpu::bindings::Access;
use motzkin::internals::gpu::groups::{ALL, GROUPS, VERDICTS_AND_MORE};
use motzkin::internals::gpu::sources::{Source, VERDICTS};
use motzkin::internals::gpu::stage_layout::SCAN_LANES;
use naga::AddressSpace;
use naga::proc::{GlobalCtx, Layouter};
use std::collections::HashSet;

/// Bytes that the invocations of a workgroup share, as WebGPU counts them: each variable takes
/// whole blocks of 16.
fn shared(source: &Source) -> u64 {
    let module = parse(source);
    let mut layouter = Layouter::default();
    layouter.update(GlobalCtx { ..module.to_ctx() }).unwrap();
    let variables = module.global_variables.iter();
    let variables = variables.filter(|(_, variable)| variable.space == AddressSpace::WorkGroup);
    variables.map(|(_, variable)| u64::from(layouter[variable.ty].size.next_multiple_of(16))).sum()
}

fn storages(source: &Source) -> usize {
    let is_storage = |access| matches!(access, Access::Read | Access::ReadWrite);
    source.bindings.iter().filter(|(_, access)| is_storage(*access)).count()
}

#[test]
fn groups_know_what_their_workgroups_take() {
    for group in &GROUPS {
        let most = group.sources.iter().map(shared).max();
        assert_eq!(most, Some(group.shared.1), "{}", group.shared.0);
        let named = group.sources.iter().find(|source| source.name == group.shared.0).unwrap();
        assert_eq!(shared(named), group.shared.1, "{}", group.shared.0);
        for source in group.sources {
            let [lanes, ..] = parse(source).entry_points[0].workgroup_size;
            assert!(lanes <= SCAN_LANES, "{}", source.name);
        }
    }
}

/// What binds more than the verdicts is in a group of its own, without which a device has the rest.
#[test]
fn no_stage_that_all_devices_have_binds_more_than_the_verdicts() {
    for source in VERDICTS_AND_MORE.sources {
        assert!(storages(source) <= storages(&VERDICTS), "{}", source.name);
    }
    let names: HashSet<&str> = ALL.iter().map(|source| source.name).collect();
    assert_eq!(names.len(), ALL.len(), "a stage in two groups");
    // WebGPU's default.
    assert!(ALL.iter().all(|source| storages(source) <= 8));
}
