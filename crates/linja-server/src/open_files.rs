//! The limit of open files, and so of connections.

/// Files that are no connections: the database, the tables, the log.
const OTHERS: u64 = 64;

/// Lets this process open as many files as the system allows, and returns how many connections that makes. Many systems
/// begin with 1,024 for the sake of old programs, and leave it to newer ones to ask for more.
#[must_use]
pub fn raise() -> usize {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let limit = getrlimit(Resource::Nofile);
        let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
        let open = if setrlimit(Resource::Nofile, raised).is_ok() { limit.maximum } else { limit.current };
        open.map_or(usize::MAX, |open| usize::try_from(open.saturating_sub(OTHERS)).unwrap_or(usize::MAX))
    }
    #[cfg(not(unix))]
    {
        usize::MAX
    }
}
