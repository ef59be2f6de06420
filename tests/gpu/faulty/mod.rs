//! A driver that fails at any call: a typed error or the CPU's answer, never a panic, never a wait
//! without an end. A layer between the loader and the driver fails the calls, `layer.c`; each
//! failure has a process of its own, in which `program` runs.

mod layer;
mod program;

use layer::{Fault, Layer, Told};
use program::{Came, WAY, Way};

/// Runs in a process of its own, and without failures among the other tests.
#[test]
fn a_program_that_asks_for_everything() {
    let name = std::env::var(WAY).unwrap_or_default();
    let ways: Vec<Way> = Way::ALL.into_iter().filter(|way| way.name() == name).collect();
    let ways = if name.is_empty() { &Way::ALL[..] } else { &ways };
    for &way in ways {
        let is_fine = program::run(way);
        assert!(is_fine || !name.is_empty(), "{}: a step went wrong", way.name());
    }
}

/// `VkResult`s.
const HOST_MEMORY: i32 = -1;
const DEVICE_MEMORY: i32 = -2;
const INITIALIZATION: i32 = -3;
const DEVICE_LOST: i32 = -4;
const MAP_FAILED: i32 = -5;

/// Calls of `vkCreateSemaphore` that may fail: the two with which a device is opened. The third
/// belongs to the first submission, and wgpu-hal 30 destroys a semaphore twice where it fails
/// (`RelaySemaphores::advance`): memory that no caller can save.
const SOUND: u32 = 2;

/// What a function may answer.
fn codes(function: &str) -> &'static [i32] {
    match function {
        "vkCreateDevice" => &[INITIALIZATION, DEVICE_MEMORY],
        "vkQueueSubmit" => &[DEVICE_MEMORY, DEVICE_LOST],
        "vkMapMemory" => &[MAP_FAILED, HOST_MEMORY],
        "vkAllocateMemory" => &[DEVICE_MEMORY, HOST_MEMORY],
        _ if function.contains("Wait")
            || function.contains("Status")
            || function.contains("CounterValue") =>
        {
            &[DEVICE_LOST, HOST_MEMORY]
        }
        _ => &[DEVICE_MEMORY],
    }
}

/// Some calls of so many: the first, the last, and others evenly between; of one, that in the
/// middle.
fn some_of(calls: u32, most: u32) -> Vec<u32> {
    match most.min(calls) {
        1 => vec![calls.div_ceil(2)],
        most => (0..most).map(|i| 1 + i * (calls - 1) / (most - 1)).collect(),
    }
}

/// What is wrong with what a process said of a failure.
fn verdict(way: Way, fault: &Fault, told: &Told) -> Result<(), String> {
    if let Some(end) = &told.end {
        return Err(format!("ended by {end}"));
    }
    if told.steps.last().map(|(name, _)| name.as_str()) != Some("end") {
        return Err("did not come to its end".into());
    }
    for (name, came) in &told.steps {
        match came {
            Came::Fine | Came::OwnPanic => {}
            Came::Panic => return Err(format!("{name}: panic")),
            Came::Error(text) => {
                let is_typed = ["Refused(", "OutOfMemory(", "DeviceLost("];
                if !is_typed.iter().any(|kind| text.contains(kind)) {
                    return Err(format!("{name}: {text}"));
                }
                if fault.code == DEVICE_LOST && !text.contains("DeviceLost(") {
                    return Err(format!("{name}: a lost device is called {text}"));
                }
                if way == Way::TakenOver && name != "build" {
                    return Err(format!("{name}: the CPU did not take over: {text}"));
                }
            }
        }
    }
    Ok(())
}

/// Every function of the driver fails: at its first and its last call on a device of the service's
/// own, at one in the middle otherwise. `MOTZKIN_FAULTS` asks for more calls.
#[test]
fn a_driver_that_fails_at_any_call() {
    let layer = Layer::new();
    let asked: Option<u32> =
        std::env::var("MOTZKIN_FAULTS").ok().map(|most| most.parse().expect("a number of calls"));
    let mut faults = Vec::new();
    for way in Way::ALL {
        let most = asked.unwrap_or(if way == Way::Strict { 2 } else { 1 }).max(1);
        let whole = layer.run(way, None);
        let is_fine = whole.end.is_none()
            && whole.steps.len() > 10
            && whole.steps.iter().all(|(_, came)| *came == Came::Fine);
        if !is_fine {
            let bare = layer.run_without(way);
            let (text, bare_text) = (&whole.text, &bare.text);
            println!("{text}\nended by {:?}, calls {:?}", whole.end, whole.calls);
            panic!("{bare_text}\nthat was without the layer, ended by {:?}", bare.end);
        }
        let submits = |(name, calls): &(String, u32)| name == "vkQueueSubmit" && *calls > 5;
        assert!(whole.calls.iter().any(submits), "no layer is in between: {:?}", whole.calls);
        for (function, calls) in whole.calls.into_iter().filter(|(_, calls)| *calls > 0) {
            let calls = if function == "vkCreateSemaphore" { calls.min(SOUND) } else { calls };
            for (call, &code) in some_of(calls, most)
                .into_iter()
                .flat_map(|call| codes(&function).iter().map(move |code| (call, code)))
            {
                faults.push((way, Fault { function: function.clone(), call, code }));
            }
        }
    }
    let next = std::sync::atomic::AtomicUsize::new(0);
    let work = || {
        let mut found = Vec::new();
        while let Some((way, fault)) =
            faults.get(next.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
        {
            let told = layer.run(*way, Some(fault));
            found.push((*way, fault, verdict(*way, fault, &told), told));
        }
        found
    };
    let told: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..2).map(|_| scope.spawn(work)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("told")).collect()
    });
    let injected = told.iter().filter(|(.., told)| told.injected).count();
    let wrong: Vec<_> = told.iter().filter(|(_, _, verdict, _)| verdict.is_err()).collect();
    println!("{} processes, {injected} failures came about, {} wrong", told.len(), wrong.len());
    for (way, fault, verdict, told) in &wrong {
        let panic = told.text.lines().find(|line| line.contains("panicked at")).unwrap_or("");
        let after = told.text.lines().skip_while(|line| !line.contains("panicked at")).nth(1);
        println!("{} {fault:?}: {verdict:?} {panic} {}", way.name(), after.unwrap_or(""));
    }
    assert!(wrong.is_empty(), "{} of {} failures went wrong", wrong.len(), told.len());
}
