//! Devices of whatever adapter there is, and what records on one of them. `MOTZKIN_ADAPTER` names
//! an adapter.

pub mod broad;
pub mod rig;

use motzkin::gpu::{AdapterChoice, Headless, headless};
use motzkin::internals::gpu::least;
use motzkin::wgpu;

pub fn choice() -> AdapterChoice {
    std::env::var("MOTZKIN_ADAPTER").map_or(AdapterChoice::Any, AdapterChoice::Named)
}

pub fn device() -> Headless {
    pollster::block_on(headless(&choice())).unwrap_or_else(|error| panic!("{error}"))
}

/// A device as a renderer opens it: no handlers, and limits of its own.
pub fn callers_device(limits: wgpu::Limits) -> (wgpu::Device, wgpu::Queue) {
    let backends = wgpu::Backends::PRIMARY;
    let descriptor = wgpu::InstanceDescriptor { backends, ..plain_instance() };
    device_of(&adapter_of(&wgpu::Instance::new(descriptor)), limits)
}

/// What describes an instance of one's own.
pub fn plain_instance() -> wgpu::InstanceDescriptor {
    let plain = wgpu::InstanceDescriptor::new_without_display_handle();
    wgpu::InstanceDescriptor { flags: least::flags(), ..plain }
}

/// A device without features.
pub fn device_of(adapter: &wgpu::Adapter, limits: wgpu::Limits) -> (wgpu::Device, wgpu::Queue) {
    let required_limits = least::limits(limits);
    let descriptor = wgpu::DeviceDescriptor { required_limits, ..Default::default() };
    pollster::block_on(adapter.request_device(&descriptor)).unwrap()
}

/// The adapter that all tests run on, of an instance of one's own.
pub fn adapter_of(instance: &wgpu::Instance) -> wgpu::Adapter {
    let wanted = device().adapter;
    let adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::all()));
    let same = |adapter: &wgpu::Adapter| {
        let info = adapter.get_info();
        info.name == wanted.name && info.backend == wanted.backend
    };
    adapters.into_iter().find(same).unwrap_or_else(|| panic!("no {wanted} any more"))
}
