//! A device that runs out of memory, on a driver that counts it.

use crate::{adapter_of, plain_instance};
use motzkin::internals::gpu::least;
use motzkin::wgpu::{self, BufferUsages};

/// The smallest piece: smaller than the first buffer of the batches that are asked about.
const PIECE: u64 = 1 << 16;

/// As many pieces fill what an allocator has taken at once, and no test waits for more.
const MOST_PIECES: usize = 10_000;

/// A device of an instance that lets resources take a small share of the memory.
pub struct Scarce {
    pub device: wgpu::Device,
    pub queue: wgpu::Queue,
    share: u8,
    taken: Vec<wgpu::Buffer>,
}

/// Whether the driver counts the memory that a process takes. One that does opens no device where
/// there is to be none: a device has buffers of its own.
pub fn is_counted() -> bool {
    Scarce::with(0).is_none()
}

impl Scarce {
    /// On the least share, in hundredths, with which the device opens.
    pub fn open() -> Self {
        (0..=100).find_map(Self::with).expect("a device that opens with all of the memory")
    }

    fn with(share: u8) -> Option<Self> {
        let thresholds = wgpu::MemoryBudgetThresholds {
            for_resource_creation: Some(share),
            for_device_loss: None,
        };
        let instance = wgpu::Instance::new(wgpu::InstanceDescriptor {
            backends: wgpu::Backends::PRIMARY,
            memory_budget_thresholds: thresholds,
            ..plain_instance()
        });
        let adapter = adapter_of(&instance);
        let required_limits = least::limits(wgpu::Limits::default());
        let descriptor = wgpu::DeviceDescriptor { required_limits, ..Default::default() };
        let opened = pollster::block_on(adapter.request_device(&descriptor));
        let name = adapter.get_info().name;
        println!("{name} with {share} % of its memory: {:?}", opened.as_ref().err());
        let (device, queue) = opened.ok()?;
        Some(Self { device, queue, share, taken: Vec::new() })
    }

    /// Whether there is an end of the share.
    pub fn is_counted(&self) -> bool {
        self.share > 0
    }

    /// Takes all that is left of the share, in ever smaller pieces.
    pub fn take_all(&mut self) {
        let (mut size, mut bytes) = (self.device.limits().max_buffer_size, 0);
        while size >= PIECE {
            let scope = self.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
            let buffer = self.device.create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size,
                usage: BufferUsages::STORAGE,
                mapped_at_creation: false,
            });
            match pollster::block_on(scope.pop()) {
                Some(_) => size /= 2,
                None => {
                    bytes += size;
                    self.taken.push(buffer);
                    let pieces = self.taken.len();
                    assert!(pieces < MOST_PIECES, "{bytes} bytes were no end of the memory");
                }
            }
        }
        println!("{bytes} bytes in {} pieces were all there was", self.taken.len());
    }

    /// Gives all of it back.
    pub fn give_back(&mut self) {
        self.taken.drain(..).for_each(|buffer| buffer.destroy());
        self.device.poll(wgpu::PollType::wait_indefinitely()).expect("a device");
    }
}
