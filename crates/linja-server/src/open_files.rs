//! The limit of open files, which also limits connections.

/// Open files other than connections: the database, the tables, the log.
const OTHERS: u64 = 64;

/// Raises the soft limit of open files to the hard limit and returns the possible number of connections. The soft limit
/// is often only 1,024, for compatibility with old programs.
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
