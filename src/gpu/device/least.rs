//! The least device that WebGPU allows, for tests: exactly the default limits, no feature, and wgpu
//! as strict as a browser.

use super::instance::flags as usual;
use wgpu::{InstanceFlags, Limits};

/// The variable that asks for such devices in place of better ones.
const VARIABLE: &str = "MOTZKIN_LEAST_DEVICE";

/// True where a run of the tests asks for it.
pub fn is_asked() -> bool {
    std::env::var_os(VARIABLE).is_some()
}

/// Flags of an instance that offers nothing beyond WebGPU.
pub fn strict() -> InstanceFlags {
    usual() | InstanceFlags::STRICT_WEBGPU_COMPLIANCE
}

/// Flags of an instance: the strict ones where they are asked for.
pub fn flags() -> InstanceFlags {
    if is_asked() { strict() } else { usual() }
}

/// These limits without those that WebGPU does not have, of which a strict adapter offers none.
pub fn of_webgpu(mut limits: Limits) -> Limits {
    limits.zero_native_only();
    limits
}

/// These limits, as an instance with [these](flags) flags takes them.
pub fn limits(limits: Limits) -> Limits {
    if is_asked() { of_webgpu(limits) } else { limits }
}
