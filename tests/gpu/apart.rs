//! Tests that run once more in a process of their own, where no other test uses the driver.

use std::process::Command;

/// Names the test that a process was started for.
const APART: &str = "MOTZKIN_APART";

/// True in the process of the test of this name. Elsewhere it starts that process, waits for it,
/// and fails if it does.
pub fn is_apart(test: &str) -> bool {
    if std::env::var_os(APART).is_some_and(|name| name == test) {
        return true;
    }
    let mut command = Command::new(std::env::current_exe().expect("this test"));
    command.args([test, "--exact", "--nocapture", "--test-threads=1"]).env(APART, test);
    let output = command.output().expect("a process");
    let said = String::from_utf8_lossy(&output.stdout);
    println!("{said}{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains("running 1 test"), "{test} is not its name");
    assert!(output.status.success(), "{test}, in a process of its own: {}", output.status);
    false
}
