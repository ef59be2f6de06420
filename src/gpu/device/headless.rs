//! Finding an adapter and opening a device of one's own, without a window.

use crate::gpu::device::caught::{caught, caught_async};
use crate::gpu::device::instance;
#[cfg(feature = "internals")]
use crate::gpu::device::least;
use crate::gpu::device::limits::check_limits;
use crate::gpu::device::scopes::checked_now;
use crate::gpu_error::GpuError;
use std::sync::{Arc, OnceLock};

/// Chooses the adapter to open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AdapterChoice {
    /// The best that is no software renderer.
    Hardware,
    /// The best, a software renderer if there is nothing else.
    Any,
    /// The first, best ones first, whose description or name is this text, whatever its case, else
    /// the first whose description holds it. A description is what [`AdapterSummary`] displays: the
    /// name, the graphics API, `software` where it is a software renderer, and the PCI address.
    Named(String),
}

/// Describes an adapter.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AdapterSummary {
    /// The adapter's name.
    pub name: String,
    /// The driver and its version.
    pub driver: String,
    /// The graphics API, such as `vulkan`.
    pub backend: wgpu::Backend,
    /// Discrete, integrated, virtual or software.
    pub device_type: wgpu::DeviceType,
    /// Where it is on the PCI bus, such as `0000:01:00.0`, which tells several GPUs of one name
    /// apart. Empty where the driver does not say.
    pub pci_address: String,
}

impl AdapterSummary {
    /// Returns true for a renderer that runs on the processor, which is slower than the CPU engine.
    pub fn is_software(&self) -> bool {
        self.device_type == wgpu::DeviceType::Cpu
    }

    pub(in crate::gpu) fn of(info: wgpu::AdapterInfo) -> Self {
        let wgpu::AdapterInfo { name, device_type, driver, driver_info, backend, .. } = info;
        let driver = format!("{driver} {driver_info}").trim().to_owned();
        Self { name, driver, backend, device_type, pci_address: info.device_pci_bus_id }
    }

    /// Best first.
    fn rank(&self) -> u32 {
        let native = u32::from(self.backend == wgpu::Backend::Gl);
        2 * match self.device_type {
            wgpu::DeviceType::DiscreteGpu => 0,
            wgpu::DeviceType::IntegratedGpu => 1,
            wgpu::DeviceType::VirtualGpu => 2,
            wgpu::DeviceType::Other => 3,
            wgpu::DeviceType::Cpu => 4,
        } + native
    }
}

impl core::fmt::Display for AdapterSummary {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let software = if self.is_software() { ", software" } else { "" };
        let place = if self.pci_address.is_empty() { "" } else { ", " };
        write!(f, "{} ({}{software}{place}{})", self.name, self.backend, self.pci_address)
    }
}

impl AdapterChoice {
    /// Returns the place of the adapter to open among all, best first.
    fn place<'a>(
        &self,
        mut adapters: impl Iterator<Item = &'a AdapterSummary> + Clone,
    ) -> Option<usize> {
        match self {
            Self::Hardware => adapters.position(|adapter| !adapter.is_software()),
            Self::Any => adapters.position(|_| true),
            Self::Named(part) => {
                let part = part.to_lowercase();
                let described = |adapter: &AdapterSummary| adapter.to_string().to_lowercase();
                let is_it = |adapter: &AdapterSummary| {
                    described(adapter) == part || adapter.name.to_lowercase() == part
                };
                let exact = adapters.clone().position(is_it);
                exact.or_else(|| adapters.position(|adapter| described(adapter).contains(&part)))
            }
        }
    }
}

impl core::fmt::Display for AdapterChoice {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Hardware => f.write_str("a real GPU"),
            Self::Any => f.write_str("any adapter"),
            Self::Named(part) => write!(f, "one with {part:?} in its description"),
        }
    }
}

/// The loss of a device, once it was told.
#[derive(Clone, Debug, Default)]
pub(in crate::gpu) struct Losses(Arc<OnceLock<GpuError>>);

impl Losses {
    /// Those of a caller's device. In a browser anybody may ask to be told of a loss, beside the
    /// caller; elsewhere the only callback is the caller's.
    pub fn of_lent(device: &wgpu::Device) -> Self {
        let losses = Self::default();
        if device.adapter_info().backend == wgpu::Backend::BrowserWebGpu {
            losses.hear_of(device);
        }
        losses
    }

    fn hear_of(&self, device: &wgpu::Device) {
        let lost = self.0.clone();
        device.set_device_lost_callback(move |_, message| {
            // A device is lost once.
            let _ = lost.set(GpuError::DeviceLost(message));
        });
    }

    /// The loss of the device, if it was told.
    pub fn told(&self) -> Option<GpuError> {
        self.0.get().cloned()
    }
}

/// A device, its queue and its adapter, opened without a window.
#[derive(Clone, Debug)]
pub struct Headless {
    /// What it runs on.
    pub adapter: AdapterSummary,
    /// The device. Its errors never panic. Those of your own calls, outside of error scopes, fail
    /// no call of the library.
    pub device: wgpu::Device,
    /// Its queue.
    pub queue: wgpu::Queue,
    pub(in crate::gpu) losses: Losses,
    /// Opened here: what compiles its shaders is what compiles those of every such device.
    pub(in crate::gpu) is_own: bool,
}

impl Headless {
    /// A device of somebody else's: its handlers stay theirs.
    pub(in crate::gpu) fn lent(device: wgpu::Device, queue: wgpu::Queue) -> Self {
        let adapter = AdapterSummary::of(device.adapter_info());
        let losses = Losses::of_lent(&device);
        Self { adapter, device, queue, losses, is_own: false }
    }

    /// The loss of the device, if it is lost. No error scope tells of it.
    pub(in crate::gpu) fn lost(&self) -> Option<GpuError> {
        self.losses.told().or_else(|| loss(&self.device))
    }
}

/// The loss of a device, if it is lost.
pub(in crate::gpu) fn loss(device: &wgpu::Device) -> Option<GpuError> {
    is_lost(device).then(|| GpuError::DeviceLost("destroyed or reset".into()))
}

/// What cannot be created on a lost device cannot be mapped either; neither waits for the GPU. A
/// browser maps what it has not created, and tells of a loss only later: [`Losses::of_lent`].
///
/// The probe follows every error, out of memory among them. With `MAP_WRITE` wgpu maps the buffer
/// itself; without, it would stage the four bytes, and lose the device where it has none for them.
fn is_lost(device: &wgpu::Device) -> bool {
    let descriptor = wgpu::BufferDescriptor {
        label: Some("motzkin probe"),
        size: 4,
        usage: wgpu::BufferUsages::MAP_WRITE | wgpu::BufferUsages::COPY_SRC,
        mapped_at_creation: true,
    };
    let probe = checked_now(device, || device.create_buffer(&descriptor));
    // The drop of a mapped buffer is a call of the driver, too.
    probe.is_ok_and(|buffer| {
        caught(move || buffer.get_mapped_range_mut(..).is_err()).unwrap_or(true)
    })
}

/// Back ends with compute shaders, as compiled in. OpenGL would otherwise stand in silently
/// where a Vulkan driver is missing, so it is asked only by builds that want it.
fn backends() -> wgpu::Backends {
    let mut backends = wgpu::Backends::VULKAN | wgpu::Backends::METAL | wgpu::Backends::DX12;
    backends |= wgpu::Backends::BROWSER_WEBGPU;
    if cfg!(feature = "gles") {
        backends |= wgpu::Backends::GL;
    }
    backends
}

/// None where the driver fails in the middle of telling.
async fn enumerate() -> Vec<(AdapterSummary, wgpu::Adapter)> {
    let backends = backends();
    let descriptor = wgpu::InstanceDescriptor {
        backends,
        #[cfg(not(feature = "internals"))]
        flags: instance::flags(),
        #[cfg(feature = "internals")]
        flags: least::flags(),
        ..wgpu::InstanceDescriptor::new_without_display_handle()
    };
    let all = || {
        let instance = wgpu::Instance::new(descriptor);
        let adapters = instance.enumerate_adapters(backends);
        async { (instance, adapters.await) }
    };
    let Ok((instance, adapters)) = caught_async(all).await else { return Vec::new() };
    #[cfg(not(target_family = "wasm"))]
    if !adapters.is_empty() {
        instance::keep(instance);
    }
    #[cfg(target_family = "wasm")]
    drop(instance);
    let mut found: Vec<_> = adapters
        .into_iter()
        .map(|adapter| (AdapterSummary::of(adapter.get_info()), adapter))
        .collect();
    found.sort_by_key(|(summary, _)| summary.rank());
    found
}

/// Returns every adapter, best first.
pub async fn adapters() -> Vec<AdapterSummary> {
    enumerate().await.into_iter().map(|(summary, _)| summary).collect()
}

/// Opens a device on the chosen adapter. Bindings may be up to a gibibyte, as far as the adapter
/// allows, and timestamps are enabled where the adapter has them.
///
/// # Errors
///
/// Returns [`GpuError::NoAdapter`] with the names of all adapters, [`GpuError::LimitTooSmall`], and
/// an error for what the driver refuses.
pub async fn headless(choice: &AdapterChoice) -> Result<Headless, GpuError> {
    let found = enumerate().await;
    let names = found.iter().map(|(summary, _)| summary.to_string()).collect();
    let place = choice.place(found.iter().map(|(summary, _)| summary));
    let (summary, adapter) = place
        .and_then(|place| found.into_iter().nth(place))
        .ok_or_else(|| GpuError::NoAdapter { wanted: choice.to_string(), found: names })?;
    let (required_features, required_limits) = required(&adapter);
    check_limits(&summary.name, &required_limits)?;
    let descriptor = wgpu::DeviceDescriptor {
        label: Some("motzkin"),
        required_features,
        required_limits,
        memory_hints: wgpu::MemoryHints::MemoryUsage,
        ..Default::default()
    };
    let opened = caught_async(|| adapter.request_device(&descriptor)).await;
    let (device, queue) = opened?.map_err(|error| GpuError::Refused(error.to_string()))?;
    let losses = Losses::default();
    losses.hear_of(&device);
    // All calls of the library are in scopes: what comes here is of the owner's own calls, at which
    // wgpu panics without a handler.
    device.on_uncaptured_error(Arc::new(|_| ()));
    Ok(Headless { adapter: summary, device, queue, losses, is_own: true })
}

const LARGEST_BINDING: u64 = 1 << 30;

/// What is asked of an adapter.
fn required(adapter: &wgpu::Adapter) -> (wgpu::Features, wgpu::Limits) {
    #[cfg(feature = "internals")]
    if least::is_asked() {
        return (wgpu::Features::empty(), least::limits(wgpu::Limits::default()));
    }
    let limits = wgpu::Limits {
        max_storage_buffer_binding_size: LARGEST_BINDING,
        max_buffer_size: LARGEST_BINDING,
        ..wgpu::Limits::default()
    };
    // Timestamps are for profiling, which does without where they are not offered.
    let features = adapter.features() & wgpu::Features::TIMESTAMP_QUERY;
    (features, limits.or_worse_values_from(&adapter.limits()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The name or the description of one adapter may be a part of another one's.
    #[test]
    fn what_is_named_in_full_comes_before_what_holds_the_name() {
        let adapter = |name: &str, device_type, pci_address: &str| AdapterSummary {
            name: name.to_owned(),
            driver: String::new(),
            backend: wgpu::Backend::Vulkan,
            device_type,
            pci_address: pci_address.to_owned(),
        };
        let real = wgpu::DeviceType::DiscreteGpu;
        let all = [
            adapter("Old RTX 9", real, ""),
            adapter("RTX 9 Super", real, "0000:01:00.0"),
            adapter("RTX 9", real, ""),
            adapter("RTX 9 Super", real, "0000:02:00.0"),
            adapter("pipe", wgpu::DeviceType::Cpu, ""),
        ];
        let place = |text: &str| AdapterChoice::Named(text.to_owned()).place(all.iter());
        for (number, adapter) in all.iter().enumerate() {
            assert_eq!(place(&adapter.to_string()), Some(number), "{adapter}");
        }
        for (text, expected) in [
            ("rtx 9", Some(2)),
            ("rtx", Some(0)),
            ("SUPER", Some(1)),
            ("0000:02:00.0", Some(3)),
            ("software", Some(4)),
            ("", Some(0)),
            ("none", None),
        ] {
            assert_eq!(place(text), expected, "{text}");
        }
        assert_eq!(AdapterChoice::Hardware.place(all[4..].iter()), None);
        assert_eq!(AdapterChoice::Any.place(all[4..].iter()), Some(0));
        assert_eq!(AdapterChoice::Any.place([].iter()), None);
    }
}
