//! Work that keeps a device busy for some seconds, on any GPU.

use motzkin::wgpu;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

const SECONDS: Duration = Duration::from_secs(4);
/// How long a device is kept busy before it is measured: one that has rested is several times as
/// slow.
const WARM: Duration = Duration::from_millis(500);
/// A measurement that is long enough to multiply.
const ENOUGH: Duration = Duration::from_millis(30);
/// Submissions that fill the time together.
const PARTS: u32 = 16;

/// How often work is tried beside a device that is to be busy, with twice as much to do each time.
const TRIES: u32 = 6;

/// How often a software driver is asked at most.
const CHANCES: u32 = 30;

/// Asks while answers of the device are late, if anything has to make them late: a real GPU is busy
/// all the while. If it was free meanwhile, so that what was seen tells nothing, `ask` runs again
/// beside more work: what else uses the GPU, or the machine, when the work is measured may be gone
/// when it is done. A software driver's submission itself waits for what was submitted before, so
/// that nothing can keep its device busy for a call; but there a large batch takes its time by its
/// own work.
pub fn while_busy<T>(device: &wgpu::Device, queue: &wgpu::Queue, mut ask: impl FnMut() -> T) -> T {
    if is_software(device) {
        return ask();
    }
    let mut hang = Hang::new(device, queue);
    for _ in 0..TRIES {
        let busy = Busy::begin(hang.clone());
        let seen = ask();
        if !busy.end() {
            return seen;
        }
        hang.dispatches *= 2;
    }
    panic!("the device was never busy all the while, so that nothing is told");
}

/// What [`while_busy`] sees of a late answer. How soon a software driver is done is chance, where
/// the machine has other work: it is asked again until its answer was late.
pub fn when_late<T>(
    device: &wgpu::Device,
    queue: &wgpu::Queue,
    mut ask: impl FnMut() -> T,
    is_late: impl Fn(&T) -> bool,
) -> T {
    let mut seen = while_busy(device, queue, &mut ask);
    for _ in 1..CHANCES {
        if is_late(&seen) || !is_software(device) {
            break;
        }
        seen = ask();
    }
    seen
}

/// A thread that submits more whenever a part is done: however long a call takes on a machine with
/// other work, and however much longer the measured dispatches took, something is left to do.
struct Busy {
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<bool>>,
}

impl Busy {
    fn begin(mut hang: Hang) -> Self {
        hang.dispatches = hang.dispatches.div_ceil(PARTS);
        let done = Arc::new(AtomicU32::new(0));
        // True if all that was submitted was done.
        let fill = move |submitted: &mut u32| {
            hang.device.poll(wgpu::PollType::Poll).unwrap();
            let was_free = done.load(Ordering::SeqCst) == *submitted;
            while *submitted - done.load(Ordering::SeqCst) < PARTS {
                hang.submit();
                let done = done.clone();
                hang.queue.on_submitted_work_done(move || {
                    done.fetch_add(1, Ordering::SeqCst);
                });
                *submitted += 1;
            }
            was_free
        };
        let mut submitted = 0;
        fill(&mut submitted);
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let thread = std::thread::spawn(move || {
            let mut was_free = false;
            while !stopped.load(Ordering::SeqCst) {
                std::thread::sleep(Duration::from_millis(10));
                was_free |= fill(&mut submitted);
            }
            was_free
        });
        Self { stop, thread: Some(thread) }
    }

    /// True if the device had nothing to do at any moment.
    fn end(mut self) -> bool {
        self.stop.store(true, Ordering::SeqCst);
        self.thread.take().is_some_and(|thread| thread.join().expect("the thread that submits"))
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::SeqCst);
    }
}

pub fn is_software(device: &wgpu::Device) -> bool {
    device.adapter_info().device_type == wgpu::DeviceType::Cpu
}

/// Dispatches that wait for each other, in loops that no driver cuts short, and how many of them
/// fill the time: as long as it lasts, the device is as good as hung.
#[derive(Clone)]
pub struct Hang {
    device: wgpu::Device,
    queue: wgpu::Queue,
    pipeline: wgpu::ComputePipeline,
    bindings: wgpu::BindGroup,
    dispatches: u32,
}

impl Hang {
    /// Measures the device, which has nothing else to do.
    pub fn new(device: &wgpu::Device, queue: &wgpu::Queue) -> Self {
        let source = "
            @group(0) @binding(0) var<storage, read_write> state: array<u32>;
            @compute @workgroup_size(1) fn spin() {
                var x = state[0] | 1u;
                for (var i = 0u; i < 40000u; i++) {
                    x ^= x << 13u;
                    x ^= x >> 17u;
                    x ^= x << 5u;
                }
                state[0] = x;
            }";
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: None,
            source: wgpu::ShaderSource::Wgsl(source.into()),
        });
        let pipeline = device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
            label: None,
            layout: None,
            module: &module,
            entry_point: None,
            compilation_options: Default::default(),
            cache: None,
        });
        let (size, usage) = (4, wgpu::BufferUsages::STORAGE);
        let descriptor =
            wgpu::BufferDescriptor { label: None, size, usage, mapped_at_creation: false };
        let state = device.create_buffer(&descriptor);
        let bindings = device.create_bind_group(&wgpu::BindGroupDescriptor {
            label: None,
            layout: &pipeline.get_bind_group_layout(0),
            entries: &[wgpu::BindGroupEntry { binding: 0, resource: state.as_entire_binding() }],
        });
        let (device, queue) = (device.clone(), queue.clone());
        let mut hang = Self { device, queue, pipeline, bindings, dispatches: 8 };
        let measure = |hang: &Self| {
            let start = Instant::now();
            hang.submit();
            hang.device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
            start.elapsed()
        };
        let begun = Instant::now();
        while !is_software(&hang.device) && begun.elapsed() < WARM {
            measure(&hang);
        }
        loop {
            if measure(&hang) >= ENOUGH {
                // Whatever else the machine does only adds: the least of several is the device's
                // own.
                let taken = (0..5).map(|_| measure(&hang)).min().unwrap();
                hang.dispatches = (f64::from(hang.dispatches) * SECONDS.as_secs_f64()
                    / taken.as_secs_f64()) as u32;
                return hang;
            }
            hang.dispatches *= 2;
        }
    }

    fn submit(&self) {
        let mut encoder = self.device.create_command_encoder(&Default::default());
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&self.pipeline);
        pass.set_bind_group(0, &self.bindings, &[]);
        (0..self.dispatches).for_each(|_| pass.dispatch_workgroups(1, 1, 1));
        drop(pass);
        self.queue.submit([encoder.finish()]);
    }

    /// From now on the device is busy; says when that is over.
    pub fn begin(self) -> Arc<AtomicBool> {
        self.submit();
        let over = Arc::new(AtomicBool::new(false));
        let told = over.clone();
        self.queue.on_submitted_work_done(move || told.store(true, Ordering::SeqCst));
        over
    }
}
