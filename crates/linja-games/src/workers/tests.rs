use std::sync::mpsc;
use std::time::Duration;

use super::*;

/// Generous, for busy machines.
const PATIENCE: Duration = Duration::from_mins(1);

fn client(last: u8) -> Client {
    Client::Network([10, 0, 0, last].into())
}

/// Occupies a core with a job that ends when the sender is dropped.
async fn occupy(workers: &Workers, class: Class) -> mpsc::Sender<()> {
    let (release, released) = mpsc::channel::<()>();
    let core = workers.core(class, client(0)).await.expect("a free core");
    tokio::spawn(core.run(move || released.recv()));
    release
}

async fn in_time<T>(what: &str, done: impl Future<Output = T>) -> T {
    tokio::time::timeout(PATIENCE, done).await.unwrap_or_else(|_| panic!("{what} takes too long"))
}

/// Waits until this many jobs of a class wait.
async fn until_waiting(workers: &Workers, class: Class, count: usize) {
    let waiting = async {
        while workers.waiting(class) != count {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    in_time("queueing", waiting).await;
}

/// Queues jobs one after the other behind an occupied core; returns the order in which they run.
async fn order(workers: &Workers, held: mpsc::Sender<()>, jobs: &[(Class, u8)]) -> Vec<usize> {
    let (done, ran) = mpsc::channel();
    let mut tasks = Vec::new();
    for (number, &(class, of)) in jobs.iter().enumerate() {
        let (workers, done, before) = (workers.clone(), done.clone(), workers.waiting(class));
        let watched = workers.clone();
        tasks.push(tokio::spawn(async move {
            workers
                .run(class, client(of), move || done.send(number))
                .await
                .expect("room")
                .expect("a receiver");
        }));
        until_waiting(&watched, class, before + 1).await;
    }
    drop((held, done));
    for task in tasks {
        in_time("a job", task).await.expect("no panic");
    }
    ran.iter().collect()
}

#[tokio::test]
async fn reply_does_not_wait_for_other_work() {
    for cores in [1, 2, 4] {
        let workers = Workers::with_cores(cores);
        let mut held = Vec::new();
        for _ in 0..cores.saturating_sub(1).max(1) {
            held.push(occupy(&workers, Class::Background).await);
        }
        let analysis = tokio::spawn({
            let workers = workers.clone();
            async move { workers.run(Class::Analysis, client(1), || ()).await }
        });
        until_waiting(&workers, Class::Analysis, 1).await;
        for number in 0..10 {
            let reply = workers.run(Class::Reply, client(number), move || number);
            assert_eq!(in_time("the reply", reply).await.expect("room"), number);
        }
        assert_eq!(workers.waiting(Class::Analysis), 1, "{cores} cores: every other core is still busy");
        drop(held);
        in_time("the analysis", analysis).await.expect("no panic").expect("room");
    }
}

#[tokio::test]
async fn clients_take_turns() {
    let workers = Workers::with_cores(1);
    let held = occupy(&workers, Class::Analysis).await;
    let jobs = [1, 1, 1, 1, 2, 3, 2].map(|of| (Class::Analysis, of));
    assert_eq!(order(&workers, held, &jobs).await, [0, 4, 5, 1, 6, 2, 3]);
}

#[tokio::test]
async fn analysis_comes_before_background_work() {
    let workers = Workers::with_cores(2);
    let held = occupy(&workers, Class::Background).await;
    let jobs = [(Class::Background, 1), (Class::Background, 2), (Class::Analysis, 3), (Class::Analysis, 3)];
    assert_eq!(order(&workers, held, &jobs).await, [2, 3, 0, 1]);
}

#[tokio::test]
async fn client_with_too_many_jobs_is_refused_and_others_are_served() {
    let workers = Workers::with_cores(1);
    let held = occupy(&workers, Class::Analysis).await;
    let most = Class::Analysis.bounds().of_one;
    let mut tasks = Vec::new();
    for _ in 0..most {
        let workers = workers.clone();
        tasks.push(tokio::spawn(async move { workers.run(Class::Analysis, client(1), || ()).await }));
    }
    until_waiting(&workers, Class::Analysis, most).await;
    let refused = in_time("a refusal", workers.run(Class::Analysis, client(1), || ())).await;
    assert!(matches!(refused, Err(GameError::Busy)));
    tasks.push(tokio::spawn({
        let workers = workers.clone();
        async move { workers.run(Class::Analysis, client(2), || ()).await }
    }));
    until_waiting(&workers, Class::Analysis, most + 1).await;
    drop(held);
    for task in tasks {
        in_time("a job", task).await.expect("no panic").expect("room");
    }
}

#[tokio::test]
async fn full_line_refuses_whoever_has_the_most() {
    let workers = Workers::with_cores(1);
    let held = occupy(&workers, Class::Background).await;
    let Bounds { of_one, of_all } = Class::Background.bounds();
    let queue = |of: u8| {
        let workers = workers.clone();
        tokio::spawn(async move { workers.run(Class::Background, client(of), || ()).await })
    };
    let mut first = Vec::new();
    for number in 0..of_all {
        first.push(queue((number / of_one) as u8 + 1));
    }
    until_waiting(&workers, Class::Background, of_all).await;
    let newcomer = queue(200);
    let refused = async {
        while !first.iter().any(tokio::task::JoinHandle::is_finished) {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    in_time("a refusal", refused).await;
    assert_eq!(workers.waiting(Class::Background), of_all);
    drop(held);
    in_time("the newcomer", newcomer).await.expect("no panic").expect("room");
    let mut busy = 0;
    for task in first {
        busy += usize::from(matches!(in_time("a job", task).await.expect("no panic"), Err(GameError::Busy)));
    }
    assert_eq!(busy, 1);
}

#[tokio::test]
async fn job_of_a_client_that_has_left_is_withdrawn() {
    let workers = Workers::with_cores(1);
    let held = occupy(&workers, Class::Analysis).await;
    let (ran, has_run) = mpsc::channel();
    let leaving = tokio::spawn({
        let workers = workers.clone();
        async move { workers.run(Class::Analysis, client(1), move || ran.send(())).await }
    });
    until_waiting(&workers, Class::Analysis, 1).await;
    leaving.abort();
    until_waiting(&workers, Class::Analysis, 0).await;
    drop(held);
    in_time("another job", workers.run(Class::Analysis, client(2), || ())).await.expect("room");
    assert!(has_run.recv().is_err(), "the job was dropped, not run");
}

#[tokio::test]
async fn core_that_is_granted_to_a_client_that_has_left_is_not_lost() {
    let workers = Workers::with_cores(1);
    for _ in 0..100 {
        let held = occupy(&workers, Class::Analysis).await;
        let leaving = tokio::spawn({
            let workers = workers.clone();
            async move { workers.run(Class::Analysis, client(1), || ()).await }
        });
        until_waiting(&workers, Class::Analysis, 1).await;
        // The core and the end arrive in any order.
        drop(held);
        leaving.abort();
        let _ = leaving.await;
        let next = workers.core(Class::Analysis, client(2));
        drop(in_time("the core", next).await.expect("room"));
    }
}

#[tokio::test]
async fn panic_gives_the_core_back() {
    let workers = Workers::with_cores(1);
    for class in Class::ALL {
        for _ in 0..3 {
            let failed = workers.run(class, client(1), || panic!("a test")).await;
            assert!(matches!(failed, Err::<(), _>(GameError::Work(_))));
        }
        assert_eq!(in_time("a job", workers.run(class, client(1), || 7)).await.expect("room"), 7);
    }
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn other_work_has_a_lower_priority_than_replies() {
    let niceness = || rustix::process::getpriority_process(None).expect("a priority");
    let workers = Workers::with_cores(2);
    let own = niceness();
    let reply = workers.run(Class::Reply, client(1), niceness).await.expect("room");
    let analysis = workers.run(Class::Analysis, client(1), niceness).await.expect("room");
    assert_eq!((reply, analysis), (own, own.max(10)));
}
