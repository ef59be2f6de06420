//! The shaders against the Rust side, without a GPU: changing one side alone fails.

mod constants;
mod counts;
mod exported;
mod groups;
mod layouts;
mod modules;
mod settings;
mod twins;

use modules::modules;
use motzkin::internals::gpu::bindings::Access;
use motzkin::internals::gpu::broad_layout;
use motzkin::internals::gpu::groups::ALL;
use motzkin::internals::gpu::sources::Source;
use motzkin::internals::gpu::stage_layout;
use naga::back::pipeline_constants::process_overrides;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{AddressSpace, Module, StorageAccess};
use settings::settings;

fn parse_text(wgsl: &str) -> Module {
    naga::front::wgsl::parse_str(wgsl)
        .unwrap_or_else(|error| panic!("{}", error.emit_to_string(wgsl)))
}

fn parse(source: &Source) -> Module {
    parse_text(&source.wgsl())
}

#[test]
fn every_module_is_valid_with_no_capability() {
    for (name, wgsl) in modules() {
        let checked = Validator::new(ValidationFlags::all(), Capabilities::empty())
            .validate(&parse_text(&wgsl));
        checked.unwrap_or_else(|error| panic!("{name}: {}", error.emit_to_string(&wgsl)));
    }
}

/// Pipelines set the constants that a module leaves open, and validate what comes of it.
#[test]
fn every_module_is_valid_with_its_constants_set() {
    for source in &ALL {
        let module = parse(source);
        let info = Validator::new(ValidationFlags::all(), Capabilities::empty())
            .validate(&module)
            .unwrap();
        for constants in settings(&module) {
            let constants = constants.into_iter().collect();
            let made = process_overrides(&module, &info, None, &constants);
            made.unwrap_or_else(|error| panic!("{}: {error:?}", source.name));
        }
    }
}

#[test]
fn entry_points_bear_their_stage_name_and_size() {
    for source in &ALL {
        let size = match source.name {
            "prepare" | "prepare_bounds" | "broad_prepare" | "broad_header" => 1,
            "scan" | "search_scan" => stage_layout::SCAN_LANES,
            "scatter" => stage_layout::UPDATES_PER_GROUP,
            "any_hit" => stage_layout::PAIRS_PER_SPAN / stage_layout::CODES_PER_WORD,
            "gather_items" => stage_layout::WORDS_PER_COPY,
            "place_frames" => stage_layout::PLACEMENTS_PER_GROUP,
            name if name.starts_with("broad_") => broad_layout::BROAD_GROUP,
            _ => stage_layout::PAIRS_PER_GROUP,
        };
        let module = parse(source);
        let [entry] = &module.entry_points[..] else { panic!("{}: one entry point", source.name) };
        assert_eq!(entry.name, source.name);
        assert_eq!(entry.workgroup_size, [size, 1, 1], "{}", source.name);
    }
}

#[test]
fn bindings_are_those_of_the_layouts() {
    for source in &ALL {
        let module = parse(source);
        let mut found = Vec::new();
        for (_, global) in module.global_variables.iter() {
            let Some(binding) = &global.binding else { continue };
            assert_eq!(binding.group, 0, "{}", source.name);
            let access = match global.space {
                // WGSL does not say whether a recording chooses the offset.
                AddressSpace::Uniform => Access::Uniform,
                AddressSpace::Storage { access } if access.contains(StorageAccess::STORE) => {
                    Access::ReadWrite
                }
                AddressSpace::Storage { .. } => Access::Read,
                other => panic!("{other:?} in {}", source.name),
            };
            found.push((binding.binding, global.name.clone().unwrap_or_default(), access));
        }
        found.sort_by_key(|(binding, ..)| *binding);
        let seen = |access| if access == Access::Chosen { Access::Uniform } else { access };
        let expected: Vec<_> = (0..)
            .zip(source.bindings)
            .map(|(i, (name, access))| (i, (*name).to_owned(), seen(*access)))
            .collect();
        assert_eq!(found, expected, "{}", source.name);
    }
}
