//! The text that a caller's own shaders include.

use super::modules::callers;
use super::parse_text;
use motzkin::gpu::wgsl::{TEST, TYPES};

/// Shaders of one's own, with the exported text before them, share no name with it but what they
/// call: their two bindings are all that there is.
#[test]
fn exported_text_suits_a_shader_of_ones_own() {
    let exported = parse_text(&[TYPES, TEST].concat());
    assert!(exported.entry_points.is_empty() && exported.overrides.is_empty());
    assert!(exported.global_variables.is_empty(), "a binding or a private variable");
    for (name, wgsl) in callers() {
        let whole = parse_text(&wgsl);
        assert_eq!(whole.global_variables.len(), 2, "{name}: a binding or a private variable");
    }
}
