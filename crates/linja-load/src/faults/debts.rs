//! How long after a fault the servers have stored everything that they owed.

use std::time::Duration;

use hyper::Method;
use tokio::time::Instant;

use crate::endpoint::Endpoint;

/// The pause between two looks.
const PAUSE: Duration = Duration::from_millis(100);

/// Waits until every server reports that nothing is owed since before `gone`. Returns how long after `gone` that was;
/// `None` if it is still not so after `longest`.
pub(crate) async fn paid(servers: &[Endpoint], gone: Instant, longest: Duration) -> Option<Duration> {
    for server in servers {
        loop {
            let passed = gone.elapsed();
            if owed_age(server).await.is_some_and(|age| age < passed) {
                break;
            }
            if passed > longest {
                return None;
            }
            tokio::time::sleep(PAUSE).await;
        }
    }
    let passed = gone.elapsed();
    (passed <= longest).then_some(passed)
}

/// How long the oldest owed thing is overdue, from the metrics; `None` without an answer.
async fn owed_age(server: &Endpoint) -> Option<Duration> {
    let reply = server.send(Method::GET, "/metrics", None, None).await.ok()?;
    read_owed_age(&String::from_utf8_lossy(&reply.body))
}

fn read_owed_age(metrics: &str) -> Option<Duration> {
    let value = metrics.lines().find_map(|line| line.strip_prefix("linja_owed_age_seconds "))?;
    Duration::try_from_secs_f64(value.trim().parse().ok()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metric_is_read() {
        let metrics = "# TYPE linja_owed_age_seconds gauge\nlinja_owed_age_seconds 1.25\nlinja_sockets 3\n";
        assert_eq!(read_owed_age(metrics), Some(Duration::from_millis(1250)));
        assert_eq!(read_owed_age("linja_sockets 3\n"), None);
    }
}
