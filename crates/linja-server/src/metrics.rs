//! Metrics of the server, in the text format of Prometheus.

mod recorder;

use std::collections::HashMap;
use std::sync::{LazyLock, PoisonError, RwLock};
use std::time::Duration;

use linja_games::workers::Class;
use metrics::{Counter, Histogram};

pub use self::recorder::Recorder;
use crate::push::OUTCOMES;

/// The metrics of responses by status and route. The recorder would build all labels again for each response.
type Responses = HashMap<u16, HashMap<String, (Counter, Histogram)>>;

/// Counts a response.
pub(crate) fn count_response(route: &str, status: u16, took: Duration) {
    static RESPONSES: LazyLock<RwLock<Responses>> = LazyLock::new(RwLock::default);
    let count = |(counter, histogram): &(Counter, Histogram)| {
        counter.increment(1);
        histogram.record(took.as_secs_f64());
    };
    // Safe to use after a panic: the maps change only by single insertions.
    let known = RESPONSES.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(metrics) = known.get(&status).and_then(|routes| routes.get(route)) {
        return count(metrics);
    }
    drop(known);
    let counter = metrics::counter!("linja_requests_total", "route" => route.to_string(), "status" => status.to_string());
    let histogram = metrics::histogram!("linja_request_seconds", "route" => route.to_string());
    let mut known = RESPONSES.write().unwrap_or_else(PoisonError::into_inner);
    count(known.entry(status).or_default().entry(route.into()).or_insert((counter, histogram)));
}

/// The metrics recorder of this process, installed by the first call; `None` if another recorder is already installed.
#[must_use]
pub fn recorder() -> Option<&'static Recorder> {
    static INSTALLED: LazyLock<Option<&'static Recorder>> = LazyLock::new(install);
    *INSTALLED
}

fn install() -> Option<&'static Recorder> {
    static RECORDER: LazyLock<Recorder> = LazyLock::new(Recorder::default);
    metrics::set_global_recorder(&*RECORDER).ok()?;
    for (name, help) in [
        ("linja_turn_seconds", "From a turn's arrival to its durable acknowledgement"),
        ("linja_probe_seconds", "Asking a table"),
        ("linja_computer_seconds", "Choosing the computer's reply"),
        ("linja_queue_seconds", "From a job's arrival to its start"),
        ("linja_commit_seconds", "One transaction"),
        ("linja_commit_events", "Events in one transaction"),
        ("linja_request_seconds", "From a request's arrival to its response"),
    ] {
        metrics::describe_histogram!(name, help);
    }
    describe_counters();
    describe_gauges();
    Some(&RECORDER)
}

fn describe_counters() {
    metrics::describe_counter!("linja_requests_total", "Responses");
    metrics::describe_counter!("linja_games_created_total", "Created games");
    metrics::describe_counter!("linja_computer_replies_total", "Computed replies of the computer");
    metrics::describe_counter!(
        "linja_slow_readers_total",
        "Live connections closed because they were too slow"
    );
    metrics::describe_counter!(
        "linja_flooding_sockets_total",
        "Live connections closed because they sent too many messages"
    );
    metrics::describe_counter!("linja_queue_refused_total", "Jobs refused because too many wait");
    metrics::describe_counter!("linja_refused_connections_total", "Connections beyond the limits");
    metrics::describe_counter!("linja_failed_commits_total", "Transactions that failed");
    metrics::describe_counter!("linja_push_total", "Messages to browsers of players who are away");
    // From the start, because an increase can be seen only after a first value.
    for name in [
        "linja_games_created_total",
        "linja_computer_replies_total",
        "linja_slow_readers_total",
        "linja_flooding_sockets_total",
        "linja_refused_connections_total",
        "linja_failed_commits_total",
    ] {
        metrics::counter!(name).absolute(0);
    }
    for outcome in OUTCOMES {
        metrics::counter!("linja_push_total", "outcome" => outcome).absolute(0);
    }
    for class in Class::ALL {
        metrics::counter!("linja_queue_refused_total", "class" => class.name()).absolute(0);
        metrics::gauge!("linja_queue_length", "class" => class.name()).set(0.0);
    }
}

fn describe_gauges() {
    metrics::describe_gauge!("linja_queue_length", "Waiting jobs");
    metrics::describe_gauge!(
        "linja_last_commit_timestamp_seconds",
        "Time of the last transaction that succeeded"
    );
    metrics::describe_gauge!("linja_free_disk_bytes", "Free space on the disk of games.db");
    metrics::describe_gauge!("linja_unreadable_games", "Games that could not be read at the start");
    metrics::describe_gauge!("linja_sockets", "Live connections");
    metrics::describe_gauge!(
        "linja_streams",
        "Answers to lists of positions, and exports, that are being sent"
    );
    metrics::describe_gauge!("linja_connections", "Connections of any kind, but live ones");
    metrics::describe_gauge!("linja_games_in_memory", "Games in memory");
    metrics::describe_gauge!(
        "linja_owed_age_seconds",
        "How long the oldest owed reply or time loss is overdue at most"
    );
}
