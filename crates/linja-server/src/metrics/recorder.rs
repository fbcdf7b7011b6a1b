//! Keeps the metrics of this process, and writes them in the text format of Prometheus.

use std::collections::{BTreeMap, HashMap};
use std::fmt::{Display, Write as _};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use metrics::{
    Counter, Gauge, GaugeFn as _, Histogram, HistogramFn, Key, KeyName, Metadata, SharedString, Unit,
};

/// Upper bounds of the buckets of durations in seconds.
const SECONDS: [f64; 14] =
    [0.000_25, 0.000_5, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0];
/// Upper bounds of the buckets of numbers of events.
const EVENTS: [f64; 10] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0, 128.0, 256.0, 512.0];

/// All metrics of this process.
#[derive(Default)]
pub struct Recorder {
    counters: Metrics<AtomicU64>,
    /// The bits of a floating-point number.
    gauges: Metrics<AtomicU64>,
    histograms: Metrics<Buckets>,
    help: Mutex<BTreeMap<String, SharedString>>,
}

/// The metrics of a type by name and labels.
struct Metrics<T>(RwLock<HashMap<Key, Arc<T>>>);

impl<T> Default for Metrics<T> {
    fn default() -> Metrics<T> {
        Metrics(RwLock::default())
    }
}

impl<T> Metrics<T> {
    /// The metric with this name and these labels, made by `new` if there is none.
    fn get(&self, key: &Key, new: impl FnOnce() -> T) -> Arc<T> {
        // Safe to use after a panic: the map changes only by single insertions.
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(metric) = known.get(key) {
            return metric.clone();
        }
        drop(known);
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        known.entry(key.clone()).or_insert_with(|| Arc::new(new())).clone()
    }

    /// All metrics by name, each with its labels as text.
    fn by_name(&self) -> BTreeMap<String, BTreeMap<String, Arc<T>>> {
        let mut all: BTreeMap<String, BTreeMap<String, Arc<T>>> = BTreeMap::new();
        for (key, metric) in &*self.0.read().unwrap_or_else(PoisonError::into_inner) {
            all.entry(key.name().to_string()).or_default().insert(labels(key), metric.clone());
        }
        all
    }
}

/// The labels of a metric, such as `class="probe"`.
fn labels(key: &Key) -> String {
    let escaped = |value: &str| value.replace('\\', r"\\").replace('"', "\\\"").replace('\n', r"\n");
    let label = |label: &metrics::Label| format!("{}=\"{}\"", label.key(), escaped(label.value()));
    key.labels().map(label).collect::<Vec<_>>().join(",")
}

/// A histogram.
struct Buckets {
    bounds: &'static [f64],
    /// How many values are in each bucket and above all bounds.
    counts: Vec<AtomicU64>,
    /// The bits of a floating-point number.
    sum: AtomicU64,
}

impl Buckets {
    fn new(name: &str) -> Buckets {
        let bounds: &[f64] = if name.ends_with("_events") { &EVENTS } else { &SECONDS };
        Buckets {
            bounds,
            counts: (0..=bounds.len()).map(|_| AtomicU64::new(0)).collect(),
            sum: AtomicU64::new(0),
        }
    }
}

impl HistogramFn for Buckets {
    fn record(&self, value: f64) {
        self.counts[self.bounds.partition_point(|&bound| bound < value)].fetch_add(1, Ordering::Relaxed);
        self.sum.increment(value);
    }
}

impl metrics::Recorder for Recorder {
    fn describe_counter(&self, name: KeyName, _: Option<Unit>, help: SharedString) {
        self.describe(&name, help);
    }

    fn describe_gauge(&self, name: KeyName, _: Option<Unit>, help: SharedString) {
        self.describe(&name, help);
    }

    fn describe_histogram(&self, name: KeyName, _: Option<Unit>, help: SharedString) {
        self.describe(&name, help);
    }

    fn register_counter(&self, key: &Key, _: &Metadata<'_>) -> Counter {
        Counter::from_arc(self.counters.get(key, AtomicU64::default))
    }

    fn register_gauge(&self, key: &Key, _: &Metadata<'_>) -> Gauge {
        Gauge::from_arc(self.gauges.get(key, AtomicU64::default))
    }

    fn register_histogram(&self, key: &Key, _: &Metadata<'_>) -> Histogram {
        Histogram::from_arc(self.histograms.get(key, || Buckets::new(key.name())))
    }
}

impl Recorder {
    fn describe(&self, name: &KeyName, help: SharedString) {
        // Safe to use after a panic: the map changes only by single insertions.
        self.help.lock().unwrap_or_else(PoisonError::into_inner).insert(name.as_str().to_string(), help);
    }

    /// All metrics in the text format of Prometheus.
    #[must_use]
    pub fn render(&self) -> String {
        let mut text = String::new();
        for (name, metrics) in self.counters.by_name() {
            self.head(&mut text, &name, "counter");
            for (labels, counter) in metrics {
                line(&mut text, &name, &labels, counter.load(Ordering::Relaxed));
            }
        }
        for (name, metrics) in self.gauges.by_name() {
            self.head(&mut text, &name, "gauge");
            for (labels, gauge) in metrics {
                line(&mut text, &name, &labels, f64::from_bits(gauge.load(Ordering::Relaxed)));
            }
        }
        for (name, metrics) in self.histograms.by_name() {
            self.head(&mut text, &name, "histogram");
            for (labels, buckets) in metrics {
                histogram(&mut text, &name, &labels, &buckets);
            }
        }
        text
    }

    fn head(&self, text: &mut String, name: &str, kind: &str) {
        if let Some(help) = self.help.lock().unwrap_or_else(PoisonError::into_inner).get(name) {
            text.push_str(&format!("# HELP {name} {help}\n"));
        }
        text.push_str(&format!("# TYPE {name} {kind}\n"));
    }
}

/// Writes one value.
fn line(text: &mut String, name: &str, labels: &str, value: impl Display) {
    // Never fails: the text takes everything.
    let _ = match labels {
        "" => writeln!(text, "{name} {value}"),
        labels => writeln!(text, "{name}{{{labels}}} {value}"),
    };
}

/// Writes the buckets of a histogram, each with the values of those before it, then the sum and the number of values.
fn histogram(text: &mut String, name: &str, labels: &str, buckets: &Buckets) {
    let separator = if labels.is_empty() { "" } else { "," };
    let bounds = buckets.bounds.iter().map(f64::to_string).chain(["+Inf".to_string()]);
    let mut below = 0;
    for (bound, count) in bounds.zip(&buckets.counts) {
        below += count.load(Ordering::Relaxed);
        line(text, &format!("{name}_bucket"), &format!("{labels}{separator}le=\"{bound}\""), below);
    }
    line(text, &format!("{name}_sum"), labels, f64::from_bits(buckets.sum.load(Ordering::Relaxed)));
    line(text, &format!("{name}_count"), labels, below);
}

#[cfg(test)]
mod tests {
    use metrics::Level;

    use super::*;

    #[test]
    fn text_of_prometheus() {
        let recorder = Recorder::default();
        metrics::with_local_recorder(&recorder, || {
            metrics::describe_counter!("turns_total", "Turns");
            metrics::counter!("turns_total", "by" => "a \"b\"\\\n").increment(2);
            metrics::counter!("turns_total", "by" => "a").increment(1);
            metrics::counter!("turns_total", "by" => "a").increment(1);
            metrics::gauge!("games").set(3.0);
            metrics::gauge!("games").set(2.5);
            for value in [0.0, 1.0, 3.0, 4.0, 513.0] {
                metrics::histogram!("commit_events", "to" => "disk").record(value);
            }
        });
        let expected = r#"# HELP turns_total Turns
# TYPE turns_total counter
turns_total{by="a \"b\"\\\n"} 2
turns_total{by="a"} 2
# TYPE games gauge
games 2.5
# TYPE commit_events histogram
commit_events_bucket{to="disk",le="1"} 2
commit_events_bucket{to="disk",le="2"} 2
commit_events_bucket{to="disk",le="4"} 4
commit_events_bucket{to="disk",le="8"} 4
commit_events_bucket{to="disk",le="16"} 4
commit_events_bucket{to="disk",le="32"} 4
commit_events_bucket{to="disk",le="64"} 4
commit_events_bucket{to="disk",le="128"} 4
commit_events_bucket{to="disk",le="256"} 4
commit_events_bucket{to="disk",le="512"} 4
commit_events_bucket{to="disk",le="+Inf"} 5
commit_events_sum{to="disk"} 521
commit_events_count{to="disk"} 5
"#;
        assert_eq!(recorder.render(), expected);
    }

    #[test]
    fn durations_have_buckets_of_seconds() {
        let recorder = Recorder::default();
        let metadata = Metadata::new("", Level::INFO, None);
        metrics::Recorder::register_histogram(&recorder, &Key::from_static_name("turn_seconds"), &metadata)
            .record(0.004);
        let text = recorder.render();
        assert!(
            text.contains("turn_seconds_bucket{le=\"0.0025\"} 0\nturn_seconds_bucket{le=\"0.005\"} 1\n"),
            "{text}"
        );
        assert!(text.contains("le=\"0.00025\"") && text.contains("turn_seconds_count 1\n"), "{text}");
    }
}
