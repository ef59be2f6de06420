//! The renderer's own adapter and device: the collision tests take what they are given.

use motzkin::wgpu;
use std::error::Error;

/// An opened device and its queue.
pub struct Gpu {
    pub adapter: wgpu::Adapter,
    pub device: wgpu::Device,
    pub queue: wgpu::Queue,
}

impl Gpu {
    /// The best adapter that can draw on the surface, if there is one, and whose name holds `name`.
    pub fn open(
        instance: &wgpu::Instance,
        surface: Option<&wgpu::Surface>,
        name: &str,
    ) -> Result<Self, Box<dyn Error>> {
        let mut adapters = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::all()));
        let names: Vec<_> = adapters.iter().map(|adapter| adapter.get_info().name).collect();
        adapters.retain(|adapter| {
            let named = adapter.get_info().name.to_lowercase().contains(&name.to_lowercase());
            named && surface.is_none_or(|surface| adapter.is_surface_supported(surface))
        });
        adapters.sort_by_key(|adapter| match adapter.get_info().device_type {
            wgpu::DeviceType::DiscreteGpu => 0,
            wgpu::DeviceType::IntegratedGpu => 1,
            wgpu::DeviceType::VirtualGpu => 2,
            wgpu::DeviceType::Other => 3,
            wgpu::DeviceType::Cpu => 4,
        });
        let Some(adapter) = adapters.into_iter().next() else {
            let wish = if name.is_empty() { "" } else { " with that name" };
            return Err(match names.is_empty() {
                true => "there is no graphics adapter, nor a software one".into(),
                false => format!("no adapter{wish} can draw here; there are {names:?}").into(),
            });
        };
        let descriptor = wgpu::DeviceDescriptor { label: Some("renderer"), ..Default::default() };
        let (device, queue) = pollster::block_on(adapter.request_device(&descriptor))?;
        Ok(Self { adapter, device, queue })
    }

    /// What the pictures are drawn and the pairs tested on.
    pub fn name(&self) -> String {
        self.adapter.get_info().name
    }
}
