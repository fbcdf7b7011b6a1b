/// Runs `work` on this thread and on `threads - 1` others, and returns what each run returned. A panic in one of them
/// continues here.
pub fn on_threads<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    std::thread::scope(|scope| {
        let others: Vec<_> = (1..threads).map(|_| scope.spawn(&work)).collect();
        let mut done = vec![work()];
        let join = |other: std::thread::ScopedJoinHandle<'_, T>| {
            other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        done.extend(others.into_iter().map(join));
        done
    })
}

// WebAssembly has no threads without more ado.
#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn every_thread_works_and_no_panic_is_lost() {
        let count = AtomicUsize::new(0);
        let mut numbers = on_threads(4, || count.fetch_add(1, Ordering::Relaxed));
        numbers.sort_unstable();
        assert_eq!(numbers, [0, 1, 2, 3]);
        assert_eq!(on_threads(0, || 7), [7], "this thread always works");

        let count = AtomicUsize::new(0);
        let panicked = std::panic::catch_unwind(|| {
            on_threads(3, || assert_ne!(count.fetch_add(1, Ordering::Relaxed), 2, "the last to begin"))
        });
        assert!(panicked.is_err());
    }
}
