//! Sends the messages that are due. Every server looks for them; of several, one sends each.

use std::io;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use linja_games::room::{TurnNews, Wanted};
use linja_games::store::{DuePush, Subscription};
use linja_games::{Boxed, GameError};
use tokio::sync::Semaphore;

use super::post::Response;
use super::{KEPT, Push, Receiver, message, topic};
use crate::app::App;

/// Interval of looking for messages.
const INTERVAL: Duration = Duration::from_secs(1);
/// Messages per query.
const PAGE: u32 = 100;
/// Messages that are being sent at once.
const CONCURRENT: usize = 8;
/// For this long no other server tries to send a message. Longer than a request can take.
const LEASE: Duration = Duration::from_mins(1);
/// Pause after a failed attempt; each further pause is four times as long, up to the longest one.
const FIRST_PAUSE: Duration = Duration::from_secs(30);
const LONGEST_PAUSE: Duration = Duration::from_hours(2);
/// After this many attempts, which take about a day, a message is given up.
const MOST_ATTEMPTS: u32 = 15;

/// What became of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    /// The push service has the message.
    Sent,
    /// The browser has unsubscribed.
    Gone,
    /// The push service refuses the message for good.
    Refused,
    /// It may succeed later; the push service may say when.
    Failed(Option<Duration>),
}

/// Sends messages that are due. Never returns; ends at once if the operator wants none.
pub fn run(app: Arc<App>) -> Boxed<'static, ()> {
    Box::pin(async move {
        if app.push.is_none() {
            return;
        }
        let mut tick = tokio::time::interval(INTERVAL);
        tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let places = Arc::new(Semaphore::new(CONCURRENT));
        loop {
            tick.tick().await;
            let due = match app.rooms.store().pushes_due(PAGE).await {
                Ok(due) => due,
                Err(error) => {
                    tracing::warn!(%error, "can't look for messages to send");
                    continue;
                }
            };
            for due in due {
                // Never fails: the semaphore is never closed.
                let Ok(place) = places.clone().acquire_owned().await else { return };
                let app = app.clone();
                tokio::spawn(async move {
                    if let Err(error) = settle(&app, due).await {
                        // The next look finds it again.
                        tracing::warn!(%error, "a message could not be looked after");
                    }
                    drop(place);
                });
            }
            // All of them have ended before the next look, so none is found twice.
            let Ok(all) = places.acquire_many(CONCURRENT as u32).await else { return };
            drop(all);
        }
    })
}

/// Sends a message, or removes it if nobody wants it any more.
async fn settle(app: &Arc<App>, due: DuePush) -> Result<(), GameError> {
    let store = app.rooms.store();
    let Some(push) = &app.push else { return Ok(()) };
    let news = match app.rooms.is_wanted(&due).await {
        Ok(Wanted::Yes(news)) => news,
        Ok(Wanted::No) => return Ok(store.remove_push(&due).await?),
        Ok(Wanted::Later(wait)) => {
            store.put_off_push(&due, store.now() + wait.as_millis() as u64, due.attempts).await?;
            return Ok(());
        }
        Err(error) => {
            // Not again with every look: a damaged game stays damaged.
            store.put_off_push(&due, store.now() + LEASE.as_millis() as u64, due.attempts).await?;
            return Err(error);
        }
    };
    let Some((identity, to)) = &due.to else { return Ok(()) };
    if !store.may_push(identity).await? {
        count("limited");
        return Ok(store.remove_push(&due).await?);
    }
    let attempts = due.attempts + 1;
    let until = store.now() + LEASE.as_millis() as u64;
    if !store.put_off_push(&due, until, attempts).await? {
        // Another server sends it, or a later event has taken its place.
        return Ok(());
    }
    match attempt(push, to, &news).await {
        Outcome::Sent => {
            count("sent");
            store.pushed(&due).await?;
        }
        Outcome::Gone => {
            count("gone");
            store.remove_push(&due).await?;
            store.remove_subscription(&due.subscription).await?;
        }
        Outcome::Refused => {
            count("refused");
            store.remove_push(&due).await?;
        }
        Outcome::Failed(_) if attempts >= MOST_ATTEMPTS => {
            count("given_up");
            store.remove_push(&due).await?;
        }
        Outcome::Failed(wish) => {
            count("failed");
            let again = store.now() + pause(attempts, wish).as_millis() as u64;
            store.put_off_push(&DuePush { due_at: until, ..due }, again, attempts).await?;
        }
    }
    Ok(())
}

/// The pause after so many attempts. The push service may ask for a longer one.
fn pause(attempts: u32, wish: Option<Duration>) -> Duration {
    let usual = FIRST_PAUSE.saturating_mul(4_u32.saturating_pow(attempts.saturating_sub(1)));
    usual.min(LONGEST_PAUSE).max(wish.unwrap_or_default().min(Duration::from_hours(24)))
}

async fn attempt(push: &Push, to: &Subscription, news: &TurnNews) -> Outcome {
    // The operator may have changed which services are allowed.
    let Some(endpoint) = push.allowed.endpoint(&to.endpoint) else { return Outcome::Gone };
    let keys = Receiver::new(&to.public_key, &to.secret);
    let Ok(body) = keys.and_then(|keys| keys.encrypt(&message(news))) else { return Outcome::Gone };
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let Ok(authorization) = push.signer.authorization(&endpoint.origin(), now) else {
        return Outcome::Failed(None);
    };
    let headers = vec![
        ("Authorization", authorization),
        ("Content-Encoding", "aes128gcm".into()),
        ("Content-Type", "application/octet-stream".into()),
        ("TTL", KEPT.as_secs().to_string()),
        ("Urgency", "normal".into()),
        // A later message about the same game takes the place of this one, if the browser was off meanwhile.
        ("Topic", topic(news.game)),
    ];
    let service = endpoint.to_string();
    let answer = push.client.post(endpoint, headers, body).await;
    let outcome = judge(&answer);
    match (outcome, answer) {
        (Outcome::Sent | Outcome::Gone, _) => {}
        (_, Ok(Response { status, .. })) => {
            tracing::warn!(service, status, "a push service refuses a message");
        }
        (_, Err(error)) => tracing::warn!(service, %error, "a push service can't be reached"),
    }
    outcome
}

fn judge(answer: &io::Result<Response>) -> Outcome {
    match answer {
        Ok(Response { status: 200..300, .. }) => Outcome::Sent,
        Ok(Response { status: 404 | 410, .. }) => Outcome::Gone,
        Ok(Response { status: 408 | 425 | 429 | 500.., retry_after }) => {
            Outcome::Failed(retry_after.map(Duration::from_secs))
        }
        // Redirections as well: they could lead anywhere.
        Ok(_) => Outcome::Refused,
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Outcome::Refused,
        Err(_) => Outcome::Failed(None),
    }
}

/// What can become of a message, for the metrics.
pub(crate) const OUTCOMES: [&str; 6] = ["sent", "failed", "gone", "refused", "given_up", "limited"];

fn count(outcome: &'static str) {
    metrics::counter!("linja_push_total", "outcome" => outcome).increment(1);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_of_push_services() {
        let judged = |status| judge(&Ok(Response { status, retry_after: None }));
        for (status, outcome) in [
            (200, Outcome::Sent),
            (201, Outcome::Sent),
            (202, Outcome::Sent),
            (301, Outcome::Refused),
            (400, Outcome::Refused),
            (403, Outcome::Refused),
            (404, Outcome::Gone),
            (410, Outcome::Gone),
            (413, Outcome::Refused),
            (429, Outcome::Failed(None)),
            (500, Outcome::Failed(None)),
            (503, Outcome::Failed(None)),
        ] {
            assert_eq!(judged(status), outcome, "{status}");
        }
        let busy = Ok(Response { status: 429, retry_after: Some(90) });
        assert_eq!(judge(&busy), Outcome::Failed(Some(Duration::from_secs(90))));
        assert_eq!(judge(&Err(io::ErrorKind::ConnectionRefused.into())), Outcome::Failed(None));
        assert_eq!(judge(&Err(io::ErrorKind::PermissionDenied.into())), Outcome::Refused);
    }

    #[test]
    fn pauses_grow_and_have_a_limit() {
        let seconds = |attempts| pause(attempts, None).as_secs();
        assert_eq!([1, 2, 3].map(seconds), [30, 120, 480]);
        assert_eq!([5, 15, u32::MAX].map(seconds), [7_200; 3]);
        assert_eq!(pause(1, Some(Duration::from_mins(5))), Duration::from_mins(5));
        assert_eq!(pause(3, Some(Duration::from_secs(1))).as_secs(), 480);
        assert_eq!(
            pause(1, Some(Duration::MAX)),
            Duration::from_hours(24),
            "no service stops messages for ever"
        );
        let all: Duration = (1..MOST_ATTEMPTS).map(|attempts| pause(attempts, None)).sum();
        assert!(all < KEPT, "{all:?}");
    }
}
