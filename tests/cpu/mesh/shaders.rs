//! The shaders of the occupancy tests against the Rust side.

use motzkin::internals::gpu::occupancy::{Question, SHADERS};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{AddressSpace, ShaderStage, TypeInner};
use std::mem::offset_of;

#[test]
fn grey_shaders_fit_their_rust_side() {
    let twin = include_str!("../../../src/tree/spheres/occupancy/cpu.rs");
    for (name, parts, own) in SHADERS {
        let text = [parts, own].concat();
        let module = naga::front::wgsl::parse_str(&text)
            .unwrap_or_else(|e| panic!("{}", e.emit_to_string(&text)));
        let checked =
            Validator::new(ValidationFlags::all(), Capabilities::empty()).validate(&module);
        checked.unwrap_or_else(|error| panic!("{name}: {}", error.emit_to_string(&text)));
        let entry = &module.entry_points[0];
        assert_eq!(entry.name, name);
        if entry.stage == ShaderStage::Compute {
            assert_eq!(entry.workgroup_size, [64, 1, 1]);
        } else {
            assert_eq!(module.entry_points[1].name, "fragment");
        }
        let question = module.types.iter().find(|(_, ty)| ty.name.as_deref() == Some("Question"));
        let Some(TypeInner::Struct { members, span }) = question.map(|(_, ty)| &ty.inner) else {
            panic!("{name}: no question")
        };
        let offsets: Vec<u32> = members.iter().map(|member| member.offset).collect();
        let expected = [
            offset_of!(Question, low),
            offset_of!(Question, first),
            offset_of!(Question, high),
            offset_of!(Question, count),
        ];
        assert_eq!(
            (offsets, *span as usize),
            (expected.map(|at| at as u32).to_vec(), size_of::<Question>())
        );
        let bound: Vec<_> = module
            .global_variables
            .iter()
            .filter_map(|(_, variable)| Some((variable.binding.as_ref()?.binding, variable.space)))
            .collect();
        let written = u32::from(name == "occupancy_compute");
        assert_eq!(bound.len() as u32, 3 + written, "{name}");
        assert!(
            bound.iter().all(|(_, space)| matches!(space, AddressSpace::Storage { .. })),
            "{name}"
        );
        // The band is the same number in both twins.
        for constant in ["BAND: f32 = 4e-6;", "FLUSHED: f32 = 1e-37;", "LARGEST: f32 = 1e37;"] {
            assert!(text.contains(constant) && twin.contains(constant), "{name}: {constant}");
        }
    }
}
