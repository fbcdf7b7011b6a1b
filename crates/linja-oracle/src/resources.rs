//! The memory and disk space that solving needs, and that the machine has.

use std::fs;
use std::path::Path;

use linja::{Over, RuleSet};

use crate::cells::Cells;
use crate::timed::TimedCells;

/// Bytes of memory and disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    /// Bytes of memory; `None` if it is not known.
    pub memory: Option<u64>,
    /// Bytes on the disk; `None` if it is not known.
    pub disk: Option<u64>,
}

/// A resource that the machine has too little of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lack {
    /// Memory.
    Memory,
    /// Disk space.
    Disk,
}

/// More than any table has.
fn table_bytes(rules: &RuleSet) -> u64 {
    match rules.over {
        Over::Passed => 450_000_000,
        // The values of neighbouring positions differ more.
        Over::Apart => 800_000_000,
    }
}

impl Resources {
    /// The most that solving a rule set takes.
    #[must_use]
    pub fn needed(rules: &RuleSet) -> Resources {
        Resources {
            memory: Some(crate::solve::memory_needed::<Cells>(rules)),
            disk: Some(table_bytes(rules)),
        }
    }

    /// The most that making the table of distances of a rule set takes.
    #[must_use]
    pub fn needed_for_distances(rules: &RuleSet) -> Resources {
        let memory = crate::solve::memory_needed::<TimedCells>(rules);
        Resources { memory: Some(memory), disk: Some(2 * table_bytes(rules)) }
    }

    /// The memory of this machine or container that is free now, and the free space of the disk that holds `folder`.
    #[must_use]
    pub fn available(folder: &Path) -> Resources {
        let existing = folder.ancestors().find(|folder| folder.exists());
        let disk = existing.and_then(|folder| fs4::available_space(folder).ok());
        Resources { memory: available_memory(), disk }
    }

    /// The resource that `available` does not hold enough of for this need. An unknown amount counts as enough.
    #[must_use]
    pub fn lacking(&self, available: &Resources) -> Option<Lack> {
        let lacks = |needed: Option<u64>, available: Option<u64>| {
            needed.zip(available).is_some_and(|(needed, available)| available < needed)
        };
        if lacks(self.memory, available.memory) {
            return Some(Lack::Memory);
        }
        lacks(self.disk, available.disk).then_some(Lack::Disk)
    }
}

/// The smaller of the machine's available memory and its control group's (a container's) on Linux; `None` elsewhere.
fn available_memory() -> Option<u64> {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
        line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
    });
    let number = |file: &str| {
        fs::read_to_string(Path::new("/sys/fs/cgroup").join(file)).ok()?.trim().parse::<u64>().ok()
    };
    // The control group counts cached file pages as used, but the kernel reclaims them under pressure.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_resource_that_is_short_is_named() {
        let needed = Resources { memory: Some(100), disk: Some(10) };
        for (memory, disk, lack) in [
            (Some(100), Some(10), None),
            (Some(99), Some(9), Some(Lack::Memory)),
            (Some(100), Some(9), Some(Lack::Disk)),
            (None, Some(10), None),
            (None, Some(0), Some(Lack::Disk)),
            (Some(0), None, Some(Lack::Memory)),
            (None, None, None),
        ] {
            assert_eq!(needed.lacking(&Resources { memory, disk }), lack, "{memory:?} {disk:?}");
        }
    }

    #[test]
    fn every_rule_set_is_solved_in_two_and_a_half_gigabytes() {
        let memory = |rules: &RuleSet| Resources::needed(rules).memory.unwrap();
        let mut rule_sets: Vec<RuleSet> = RuleSet::every().collect();
        rule_sets.sort_by_key(memory);
        let hardest = rule_sets.pop().unwrap();
        let [median, most] = [rule_sets[RuleSet::COUNT / 2], hardest].map(|rules| memory(&rules));
        println!("memory to solve: median {median} bytes, at most {most} for {hardest}");
        assert!(most <= 2_500_000_000);
    }
}
