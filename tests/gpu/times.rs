//! Stage times: there when asked for, and plausible beside the host's clock.

use crate::rig::{Bench, Plan, Rig, adapter};
use crate::{device, mixed, raw, runner, runner_with};
use motzkin::gpu::{
    GpuError, Headless, Pairs, RawBatch, RecordError, RecordTarget, Runner, RunnerOptions,
    StageTimer,
};
use motzkin::internals::gpu::least;
use motzkin::service::StageTimes;
use motzkin::wgpu;
use motzkin::{CollisionService, Engine, Frame3, Pair};
use std::time::{Duration, Instant};

fn profiling() -> RunnerOptions {
    RunnerOptions { profile: true, ..RunnerOptions::default() }
}

/// A device on the same adapter that was opened without timestamps.
fn without_timestamps() -> Headless {
    let mut gpu = device();
    (gpu.device, gpu.queue) = crate::device_of(&adapter(), wgpu::Limits::default());
    gpu
}

/// A timer; `None`, and why, on a device that has no timestamps. Of a software driver only the
/// least device has none.
fn timer(gpu: &Headless, passes: u32) -> Option<StageTimer> {
    let timer = StageTimer::new(&gpu.device, &gpu.queue, passes).unwrap();
    if timer.is_none() {
        assert!(!gpu.device.features().contains(wgpu::Features::TIMESTAMP_QUERY));
        let is_least = least::is_asked();
        assert!(is_least || !gpu.adapter.is_software(), "{} has timestamps", gpu.adapter);
        println!("unavailable: {} has no timestamps", gpu.adapter);
    }
    timer
}

fn same_answer(one: &RawBatch, other: &RawBatch) -> bool {
    one.codes == other.codes && one.undecided == other.undecided
}

fn total(times: [Option<Duration>; 3]) -> Duration {
    times.into_iter().map(|time| time.expect("a stage of the host")).sum()
}

#[test]
fn stages_are_timed_when_asked_for() {
    let scene = mixed(70_001);
    assert_eq!(raw(runner(), &scene).times, None);
    let stamps = device().device.features().contains(wgpu::Features::TIMESTAMP_QUERY);
    for (max_pairs, max_frames) in [(1 << 21, u32::MAX), (9000, u32::MAX), (9000, 5000)] {
        let timing = runner_with(RunnerOptions { max_pairs, max_frames, ..profiling() });
        // The first run compiles.
        raw(&timing, &scene);
        let start = Instant::now();
        let batch = raw(&timing, &scene);
        let elapsed = start.elapsed();
        let times = batch.times.expect("times were asked for");
        assert!(same_answer(&batch, &raw(runner(), &scene)), "{max_pairs}, {max_frames}");
        let StageTimes { host, upload, kernel, listing, readback, settling, .. } = times;
        assert_eq!(settling, None);
        let sum = total([host, upload, readback]);
        assert!(upload > Some(Duration::ZERO) && sum <= elapsed, "{times:?} in {elapsed:?}");
        assert_eq!(times.whole(), Some(sum), "{times:?}");
        assert_eq!((kernel.is_some(), listing.is_some()), (stamps, stamps), "{times:?}");
        if let (Some(kernel), Some(listing)) = (kernel, listing) {
            // The passes follow each other, within the call.
            assert!(kernel > Duration::ZERO && listing > Duration::ZERO, "{times:?}");
            assert!(kernel + listing <= elapsed, "{times:?} in {elapsed:?}");
            assert!(times.transfer().expect("all are known") < elapsed, "{times:?}");
        }
    }
}

/// A timestamp counts periods of the queue; a clock that was set back counts none.
#[test]
fn times_are_counted_in_periods_of_the_queue() {
    let gpu = device();
    let Some(timer) = timer(&gpu, 3) else { return };
    let period = f64::from(gpu.queue.get_timestamp_period());
    let stamps = [1000_u64, 2000, 5, 5, 7, 6].map(u64::to_le_bytes).concat();
    let found: Vec<Duration> = timer.durations(&stamps).collect();
    let expected = Duration::from_nanos((1000.0 * period) as u64);
    assert_eq!(found, [expected, Duration::ZERO, Duration::ZERO]);
    assert!(expected > Duration::ZERO);
}

#[test]
fn a_timer_has_room_for_its_passes_alone() {
    let gpu = device();
    let Some(timer) = timer(&gpu, 2) else { return };
    let places = [0, 1, 2, u32::MAX].map(|pass| {
        timer
            .pass(pass)
            .map(|pass| (pass.beginning_of_pass_write_index, pass.end_of_pass_write_index))
    });
    assert_eq!(places, [Some((Some(0), Some(1))), Some((Some(2), Some(3))), None, None]);
    gpu.device.destroy();
    let lost = StageTimer::new(&gpu.device, &gpu.queue, 2).unwrap_err();
    assert!(matches!(lost, GpuError::DeviceLost(_)), "{lost:?}");
}

#[test]
fn a_device_without_timestamps_times_what_the_host_sees() {
    let gpu = without_timestamps();
    assert!(StageTimer::new(&gpu.device, &gpu.queue, 1).unwrap().is_none());
    let timing = pollster::block_on(Runner::new(gpu, profiling())).unwrap();
    let scene = mixed(4097);
    let batch = raw(&timing, &scene);
    let times = batch.times.expect("times were asked for");
    assert_eq!((times.kernel, times.listing, times.transfer()), (None, None, None));
    assert!(times.upload.is_some() && times.readback.is_some(), "{times:?}");
    assert!(same_answer(&batch, &raw(runner(), &scene)));
}

/// A timer of one's own around passes of one's own, read as the documentation says.
#[test]
fn recordings_of_ones_own_can_be_timed() {
    let gpu = device();
    let Some(timer) = timer(&gpu, 3) else { return };
    let readback = gpu.device.create_buffer(&wgpu::BufferDescriptor {
        label: None,
        size: 4 + timer.bytes(),
        usage: wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST,
        mapped_at_creation: false,
    });
    let start = Instant::now();
    let mut encoder = gpu.device.create_command_encoder(&Default::default());
    for pass in 0..3 {
        let timestamp_writes = timer.pass(pass);
        encoder.begin_compute_pass(&wgpu::ComputePassDescriptor { label: None, timestamp_writes });
    }
    timer.resolve(&mut encoder, &readback, 4);
    gpu.queue.submit([encoder.finish()]);
    readback.map_async(wgpu::MapMode::Read, .., |mapped| mapped.unwrap());
    gpu.device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
    let bytes = readback.get_mapped_range(..).unwrap();
    let durations: Vec<Duration> = timer.durations(&bytes[4..]).collect();
    assert_eq!(durations.len(), 3);
    assert!(durations.iter().sum::<Duration>() < start.elapsed(), "{durations:?}");
}

#[test]
fn the_service_tells_its_times_on_every_engine() {
    let scene = mixed(4097);
    for engine in [Engine::Gpu, Engine::Cpu, Engine::Reference] {
        let pairs = if engine == Engine::Reference { &scene.pairs[..20] } else { &scene.pairs[..] };
        let service = CollisionService::builder().engine(engine).profile(true).build().unwrap();
        let start = Instant::now();
        let verdicts = service.verdicts(&scene.frames, pairs).unwrap();
        let elapsed = start.elapsed();
        let times = verdicts.times().expect("times were asked for");
        assert!(times.settling.is_some_and(|time| time > Duration::ZERO), "{engine}: {times:?}");
        let on_gpu = engine == Engine::Gpu;
        assert_eq!(
            (times.upload.is_some(), times.readback.is_some()),
            (on_gpu, on_gpu),
            "{engine}"
        );
        let StageTimes { host, upload, kernel, listing, readback, settling, .. } = times;
        let stages = if on_gpu { [upload, readback] } else { [kernel, listing] };
        let sum: Duration = stages.into_iter().chain([host, settling]).flatten().sum();
        assert!(host > Some(Duration::ZERO), "{engine}: {times:?}");
        assert_eq!(times.whole(), Some(sum), "{engine}: {times:?}");
        assert!(sum <= elapsed, "{engine}: {times:?} in {elapsed:?}");
        check_raw(&service, &scene.frames, pairs);
        assert_eq!(
            times.kernel.is_some(),
            engine == Engine::Cpu || times.transfer().is_some(),
            "{engine}"
        );
        let mut scene_that_stays = service.scene();
        scene_that_stays.insert_all(&scene.frames).unwrap();
        let list = scene_that_stays.pair_list(pairs).unwrap();
        let start = Instant::now();
        let stayed = scene_that_stays.verdicts(&list).unwrap();
        let elapsed = start.elapsed();
        assert_eq!(*stayed, *verdicts, "{engine}");
        let found = stayed.times().expect("times were asked for");
        check_scene(engine, found, elapsed, times.kernel.is_some());
        let plain = CollisionService::new(engine).unwrap().verdicts(&scene.frames, pairs).unwrap();
        assert_eq!((plain.times(), &*plain), (None, &*verdicts), "{engine}");
    }
}

/// Of raw codes the stages add up to the call, and of those that are settled then to both calls.
fn check_raw(service: &CollisionService, frames: &[Frame3], pairs: &[Pair]) {
    let start = Instant::now();
    let raw = service.query(frames, pairs).raw().run().unwrap();
    let (elapsed, early) = (start.elapsed(), raw.times().expect("times were asked for"));
    assert!(early.whole().is_some_and(|whole| whole <= elapsed), "{early:?} in {elapsed:?}");
    let late = raw.settle().unwrap().times().expect("times were asked for");
    assert!(early.host < late.host && early.settling <= late.settling, "{early:?}, {late:?}");
    assert!(late.whole() <= Some(start.elapsed()), "{late:?}");
}

/// The stages of a scene's submission: those of a batch, with the listing on the host.
fn check_scene(engine: Engine, times: StageTimes, elapsed: Duration, has_kernel: bool) {
    let StageTimes { host, upload, kernel, listing, readback, settling, .. } = times;
    assert_eq!(host, None, "{engine}: {times:?}");
    let on_gpu = engine == Engine::Gpu;
    assert_eq!((upload.is_some(), readback.is_some()), (on_gpu, on_gpu), "{engine}: {times:?}");
    assert_eq!(kernel.is_some(), has_kernel, "{engine}: {times:?}");
    assert!(listing.is_some() && settling.is_some(), "{engine}: {times:?}");
    let host = if on_gpu { [upload, readback, settling] } else { [kernel, listing, settling] };
    let host: Duration = host.into_iter().flatten().sum();
    assert!(host > Duration::ZERO && host <= elapsed, "{engine}: {times:?} in {elapsed:?}");
    if on_gpu && has_kernel {
        assert!(kernel > Some(Duration::ZERO), "{times:?}");
        assert!(times.transfer().is_some_and(|transfer| transfer > Duration::ZERO), "{times:?}");
    }
}

/// What a ticket tells does not depend on when it is asked, and a device without timestamps leaves
/// only the kernel out.
#[test]
fn a_scene_tells_its_times() {
    let scene = mixed(20_000);
    let stamps = device().device.features().contains(wgpu::Features::TIMESTAMP_QUERY);
    let Headless { device: plain, queue, .. } = without_timestamps();
    let own = CollisionService::builder().engine(Engine::Gpu);
    let lent =
        CollisionService::builder().device(plain, queue).polling(motzkin::gpu::Polling::Thread);
    for (builder, has_kernel) in [(own, stamps), (lent, false)] {
        let service = builder.profile(true).build().unwrap();
        let mut resident = service.scene();
        let handles = resident.insert_all(&scene.frames).unwrap();
        let list = resident.pair_list(&scene.pairs).unwrap();
        for _ in 0..3 {
            resident.set_frames(&handles, &scene.frames).unwrap();
            let start = Instant::now();
            let tickets = [0; 2].map(|_| resident.submit(&list).unwrap());
            // What came before this is there as well.
            resident.submit(&list).unwrap().wait().unwrap();
            let pause = Duration::from_millis(50);
            std::thread::sleep(pause);
            for ticket in tickets {
                let raw = ticket.wait().unwrap();
                let early = raw.times().expect("times were asked for");
                assert_eq!((early.listing, early.settling), (None, None));
                let verdicts = raw.settle().unwrap();
                let times = verdicts.times().expect("times were asked for");
                check_scene(Engine::Gpu, times, start.elapsed(), has_kernel);
                let late = times.readback.map(|readback| readback + pause);
                assert!(late <= Some(start.elapsed()), "{times:?}");
            }
        }
        let empty = resident.pair_list::<motzkin::Pair>(&[]).unwrap();
        assert!(resident.verdicts(&empty).unwrap().times().is_some());
        let untimed = CollisionService::builder().engine(Engine::Gpu).build().unwrap();
        let mut resident = untimed.scene();
        let empty = resident.pair_list::<motzkin::Pair>(&[]).unwrap();
        assert_eq!(resident.verdicts(&empty).unwrap().times(), None);
    }
}

/// A timed recording is two passes; what it writes is that of the untimed one.
#[test]
fn a_timed_batch_writes_the_same() {
    let gpu = device();
    let Some(timer) = timer(&gpu, 5) else { return };
    let rig = Rig::on(gpu);
    let bench = Bench::new(&rig, mixed(4097), Plan::default());
    let mut encoder = rig.encoder();
    fn target<'a>(
        encoder: &'a mut wgpu::CommandEncoder,
        timer: &'a StageTimer,
        first: u32,
    ) -> RecordTarget<'a, 'a> {
        RecordTarget::Timed { encoder, timer, first }
    }
    for first in [4, 5, u32::MAX] {
        let refused = RecordError::TimerTooSmall { first, needed: 2, passes: 5 };
        assert_eq!(bench.batch.record(target(&mut encoder, &timer, first), 65), Err(refused));
        assert_eq!(
            bench.batch.record(target(&mut encoder, &timer, first), Pairs::Indirect),
            Err(refused)
        );
    }
    rig.queue.write_buffer(&bench.count, 0, &4097_u32.to_le_bytes());
    // Some drivers compile at the first dispatch.
    bench.batch.record(&mut encoder, Pairs::Indirect).unwrap();
    bench.take(&rig, &mut encoder);
    bench.batch.record(target(&mut encoder, &timer, 0), 65).unwrap();
    let direct = bench.take(&rig, &mut encoder);
    bench.batch.record(target(&mut encoder, &timer, 3), Pairs::Indirect).unwrap();
    let indirect = bench.take(&rig, &mut encoder);
    encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
        label: None,
        timestamp_writes: timer.pass(2),
    });
    let times =
        rig.empty(timer.bytes(), wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::COPY_SRC);
    timer.resolve(&mut encoder, &times, 0);
    let times = rig.snapshot(&mut encoder, &times);
    let start = Instant::now();
    rig.submit(encoder);
    bench.check(&rig, &direct, 65);
    bench.check(&rig, &indirect, 4097);
    let words = rig.words(&times);
    let durations: Vec<Duration> = timer.durations(motzkin::bytemuck::cast_slice(&words)).collect();
    assert_eq!(durations.len(), 5);
    assert!(durations.iter().sum::<Duration>() < start.elapsed(), "{durations:?}");
    let [small, _, _, large, listing] = durations[..] else { panic!("{durations:?}") };
    assert!([small, large, listing].iter().all(|&time| time > Duration::ZERO), "{durations:?}");
}
