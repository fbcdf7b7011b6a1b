//! What solving needs of a machine, and what the machine has.

use std::fs;
use std::path::Path;

use linja::RuleSet;

/// Bytes of memory and disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    /// Bytes of memory; `None` if it is not known.
    pub memory: Option<u64>,
    /// Bytes on the disk; `None` if it is not known.
    pub disk: Option<u64>,
}

/// A table is never larger: the largest of the five is well below.
const TABLE_BYTES: u64 = 400_000_000;

impl Resources {
    /// What solving a rule set takes at most.
    #[must_use]
    pub fn needed(rules: &RuleSet) -> Resources {
        Resources { memory: Some(crate::solve::memory_needed(rules)), disk: Some(TABLE_BYTES) }
    }

    /// What is free now: memory of this machine or container, and the disk that holds `folder`.
    #[must_use]
    pub fn available(folder: &Path) -> Resources {
        let existing = folder.ancestors().find(|folder| folder.exists());
        let disk = existing.and_then(|folder| fs4::available_space(folder).ok());
        Resources { memory: available_memory(), disk }
    }
}

/// What Linux says of the machine, and of the control group that a container lives in. Elsewhere nothing is known.
fn available_memory() -> Option<u64> {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
        line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
    });
    let number = |file: &str| {
        fs::read_to_string(Path::new("/sys/fs/cgroup").join(file)).ok()?.trim().parse::<u64>().ok()
    };
    // Pages of files that nobody needs now count as used, but are given up when memory is wanted.
    let cached = fs::read_to_string("/sys/fs/cgroup/memory.stat").ok().and_then(|text| {
        text.lines().find_map(|line| line.strip_prefix("inactive_file ")?.parse::<u64>().ok())
    });
    let group = number("memory.max")
        .zip(number("memory.current"))
        .map(|(max, used)| max.saturating_sub(used.saturating_sub(cached.unwrap_or(0))));
    match (machine, group) {
        (Some(machine), Some(group)) => Some(machine.min(group)),
        (machine, group) => machine.or(group),
    }
}
