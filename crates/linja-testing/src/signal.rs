use std::process::{Child, Command};

/// Sends a signal, such as `INT`, to a process. By a shell: not every machine has the program `kill`.
pub fn send_signal(child: &Child, signal: &str) {
    let script = format!("kill -s {signal} {}", child.id());
    let status = Command::new("sh").args(["-c", &script]).status().expect("a shell");
    assert!(status.success(), "{script}");
}
