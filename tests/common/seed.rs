//! Random inputs that can be drawn again, and scenes that are drawn until they hold what a test
//! needs.

use fastrand::Rng;
use std::cell::Cell;
use std::io::Write;
use std::sync::OnceLock;

/// The seed of a run that is told none: such runs do the same on every machine. Fresh seeds come
/// from `.ci/run` and `tests/seeds`.
const RECORDED: u64 = 2019;

/// How often a scene is drawn before its test fails.
const DRAWS: usize = 20;

/// The seed of this run: `MOTZKIN_SEED`, or the recorded one.
pub fn seed() -> u64 {
    note_test();
    static SEED: OnceLock<u64> = OnceLock::new();
    *SEED.get_or_init(|| match std::env::var("MOTZKIN_SEED") {
        Ok(text) => text.parse().expect("MOTZKIN_SEED is a whole number"),
        Err(_) => RECORDED,
    })
}

/// Appends the name of the test that draws to the file `MOTZKIN_DRAWS`, once, so that `tests/seeds`
/// repeats no test that would do the same under every seed. A thread that is no test's has no name:
/// `*` stands for all tests.
fn note_test() {
    thread_local!(static NOTED: Cell<bool> = const { Cell::new(false) });
    let Some(path) = std::env::var_os("MOTZKIN_DRAWS").filter(|_| !NOTED.replace(true)) else {
        return;
    };
    let thread = std::thread::current();
    let line = format!("{}\n", thread.name().unwrap_or("*"));
    let file = std::fs::OpenOptions::new().create(true).append(true).open(path);
    let written = file.and_then(|mut file| file.write_all(line.as_bytes()));
    written.expect("MOTZKIN_DRAWS can be written");
}

/// A generator of its own for everything that bears a name.
pub fn rng(name: &str) -> Rng {
    Rng::with_seed(seed() ^ salt(name))
}

/// A generator that draws the same in every run: for rates, which are those of one sample.
pub fn recorded(name: &str) -> Rng {
    Rng::with_seed(RECORDED ^ salt(name))
}

fn salt(name: &str) -> u64 {
    name.bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3))
}

/// Whether a test that draws one thing after another draws one more: `least` of them, and on until
/// it has seen enough. Bounded, so that its own assertion fails where it never has.
pub fn goes_on(drawn: usize, least: usize, enough: bool) -> bool {
    drawn < least || (!enough && drawn < least * DRAWS)
}

/// Draws until the draw holds what a test needs. Fails by name where no draw does.
pub fn draw_until<T>(
    name: &str,
    mut draw: impl FnMut(&mut Rng) -> T,
    holds: impl Fn(&T) -> bool,
) -> T {
    let mut rng = rng(name);
    (0..DRAWS)
        .map(|_| draw(&mut rng))
        .find(holds)
        .unwrap_or_else(|| panic!("{name}: none of {DRAWS} draws holds it, seed {}", seed()))
}

/// The same for what is drawn from a seed: the first is the run's.
pub fn draw_by_seed<T>(
    name: &str,
    mut draw: impl FnMut(u64) -> T,
    holds: impl Fn(&T) -> bool,
) -> T {
    let mut next = Some(seed());
    draw_until(name, |rng| draw(next.take().unwrap_or_else(|| rng.u64(..))), holds)
}
