//! The CPU time and memory of a process, from `/proc`.

use std::fs;
use std::time::Duration;

/// A process by its id.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Process(pub(crate) u32);

impl Process {
    pub(crate) fn own() -> Process {
        Process(std::process::id())
    }

    /// Memory in use, in bytes.
    pub(crate) fn memory(self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.0)).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(kilobytes * 1024)
    }

    /// CPU time, user and system.
    pub(crate) fn cpu(self) -> Option<Duration> {
        Some(hundredths(self.field(11)? + self.field(12)?))
    }

    /// CPU time including all children, living and dead.
    pub(crate) fn cpu_with_children(self) -> Option<Duration> {
        let dead = hundredths(self.field(13)? + self.field(14)?);
        let all = fs::read_dir("/proc").into_iter().flatten().flatten();
        let numbers = all.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
        let children = numbers.map(Process).filter(|process| process.field(1) == Some(u64::from(self.0)));
        let living: Duration = children.filter_map(Process::cpu).sum();
        Some(self.cpu()? + dead + living)
    }

    /// A number in `/proc/PID/stat`, counted from the name of the process on, because the name may contain blanks.
    fn field(self, at: usize) -> Option<u64> {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.0)).ok()?;
        let (_, rest) = stat.rsplit_once(") ")?;
        rest.split(' ').nth(at)?.parse().ok()
    }

    /// The command line.
    pub(crate) fn command(self) -> Option<String> {
        let bytes = fs::read(format!("/proc/{}/cmdline", self.0)).ok()?;
        let text = String::from_utf8_lossy(&bytes);
        Some(text.trim_end_matches('\0').replace('\0', " "))
    }
}

/// Linux reports hundredths of a second, independent of the kernel's tick.
fn hundredths(count: u64) -> Duration {
    Duration::from_millis(count * 10)
}

/// The CPU time since `before`.
pub(crate) fn used(before: Option<Duration>, after: Option<Duration>) -> Duration {
    after.unwrap_or_default().saturating_sub(before.unwrap_or_default())
}

/// The machine in a few words: cores, CPU model and kernel.
pub(crate) fn machine() -> String {
    let cpus = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let value = |line: &str| line.split_once(':').map(|(_, value)| value.trim().to_string());
    let model = cpus.lines().find(|line| line.starts_with("model name")).and_then(value);
    let cores = cpus.lines().filter(|line| line.starts_with("processor")).count();
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    format!("{cores} × {}, Linux {}", model.as_deref().unwrap_or("unknown"), kernel.trim())
}

/// The CPU time of all cores since the machine started: busy, and in total.
pub(crate) fn machine_time() -> Option<(Duration, Duration)> {
    let stat = fs::read_to_string("/proc/stat").ok()?;
    let fields: Vec<u64> =
        stat.lines().next()?.split_whitespace().skip(1).filter_map(|field| field.parse().ok()).collect();
    let all: u64 = fields.iter().take(8).sum();
    let idle = fields.get(3)? + fields.get(4)?;
    Some((hundredths(all - idle), hundredths(all)))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn own_process_is_known() {
        let own = Process::own();
        assert!(own.memory().unwrap() > 100_000);
        assert!(own.cpu().unwrap() <= own.cpu_with_children().unwrap());
        assert!(!own.command().unwrap().is_empty());
        let (busy, all) = machine_time().unwrap();
        assert!(busy <= all);
    }
}
