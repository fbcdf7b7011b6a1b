//! The connection on which a server hears the others.
//!
//! A connection can die without a sign, for example when a firewall forgets it. So the server notifies itself every few
//! seconds, and replaces a connection on which it does not hear itself.

use std::time::Duration;

use linja::{BySide, Side};
use sqlx::PgPool;
use sqlx::postgres::{PgConnectOptions, PgListener, PgNotification, PgPoolOptions};
use tokio::sync::broadcast;
use tokio::time::{Instant, MissedTickBehavior, interval, timeout};

use super::{Notice, PresenceNews};

/// Channel for changed games.
pub(super) const CHANNEL: &str = "linja_games";
/// Channel for presence.
pub(super) const PRESENCE: &str = "linja_presence";
/// Channel for changed identities.
pub(super) const IDENTITIES: &str = "linja_identities";
/// The sender of what `linja admin` announces; no server has this number.
pub(super) const OPERATOR: &str = "0";
/// Interval of the notifications to itself.
const HEARTBEAT: Duration = Duration::from_secs(2);
/// Silence after which a connection is replaced, and deadline for a new one.
const SILENCE: Duration = Duration::from_secs(6);
/// Pause between attempts to connect.
const PAUSE: Duration = Duration::from_millis(500);

/// Hears the other servers and passes on what they announce.
pub(super) struct Listening {
    pub(super) options: PgConnectOptions,
    /// Identifies this server to the others.
    pub(super) server: u64,
    pub(super) notices: broadcast::Sender<Notice>,
}

impl Listening {
    /// Connects, and then listens in the background until `pool`, the main pool of the store, is closed.
    pub(super) async fn start(self, pool: PgPool) -> Result<(), sqlx::Error> {
        let first = self.connect().await?;
        tokio::spawn(async move {
            tokio::select! {
                () = pool.close_event() => {}
                () = self.listen(first) => {}
            }
        });
        Ok(())
    }

    async fn listen(&self, mut listener: PgListener) {
        loop {
            // Notifications from before the subscription are lost.
            self.send(Notice::Resync);
            let why = self.hear(&mut listener).await;
            tracing::warn!(why, "lost the connection on which other servers are heard");
            listener = self.connect_again().await;
        }
    }

    async fn connect_again(&self) -> PgListener {
        loop {
            let why = match timeout(SILENCE, self.connect()).await {
                Ok(Ok(listener)) => return listener,
                Ok(Err(error)) => error.to_string(),
                Err(_) => too_slow(),
            };
            tracing::warn!(why, "can't listen to other servers, trying again");
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// A new connection, not one of the main pool: if one connection is dead, the idle ones of the pool are dead too.
    async fn connect(&self) -> Result<PgListener, sqlx::Error> {
        let pool = PgPoolOptions::new().max_connections(1).max_lifetime(None).idle_timeout(None);
        let mut listener = PgListener::connect_with(&pool.connect_with(self.options.clone()).await?).await?;
        // `listen` reconnects itself, because the notifications between two connections are lost.
        listener.eager_reconnect(false);
        listener.listen_all([CHANNEL, PRESENCE, IDENTITIES, &self.own_channel()]).await?;
        Ok(listener)
    }

    /// The channel of the notifications to itself.
    fn own_channel(&self) -> String {
        format!("linja_server_{}", self.server)
    }

    /// Passes on notifications until the connection is dead. Returns the reason.
    async fn hear(&self, listener: &mut PgListener) -> String {
        let mut heartbeat = interval(HEARTBEAT);
        heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut heard = Instant::now();
        loop {
            tokio::select! {
                // What has arrived counts, even if this server was too busy to read it in time.
                biased;
                received = listener.try_recv() => match received {
                    Ok(Some(notification)) => {
                        heard = Instant::now();
                        self.pass_on(&notification);
                    }
                    Ok(None) => return "the database closed it".into(),
                    Err(error) => return error.to_string(),
                },
                _ = heartbeat.tick() => {
                    if heard.elapsed() > SILENCE {
                        return too_slow();
                    }
                    // On the same connection: its answer proves that both directions work.
                    let sent = sqlx::query("SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, '')")
                        .bind(self.own_channel())
                        .execute(&mut *listener);
                    match timeout(SILENCE, sent).await {
                        Ok(Ok(_)) => {}
                        Ok(Err(error)) => return error.to_string(),
                        Err(_) => return too_slow(),
                    }
                }
            }
        }
    }

    fn pass_on(&self, notification: &PgNotification) {
        let Some((from, list)) = notification.payload().split_once(':') else { return };
        if from == OPERATOR {
            tracing::warn!(games = list, "an operator has changed games with linja admin");
        }
        // Skip our own notifications.
        if from == self.server.to_string() {
        } else if notification.channel() == PRESENCE {
            let news = list.split(',').filter_map(read_presence);
            news.for_each(|news| self.send(Notice::Presence(news)));
        } else if notification.channel() == IDENTITIES {
            let identities = list.split(',').filter_map(|identity| identity.parse().ok());
            identities.for_each(|identity| self.send(Notice::Identity(identity)));
        } else {
            let games = list.split(',').filter_map(|id| id.parse().ok());
            games.for_each(|game| self.send(Notice::Changed(game)));
        }
    }

    fn send(&self, notice: Notice) {
        // Fails only without receivers.
        let _ = self.notices.send(notice);
    }
}

fn too_slow() -> String {
    format!("nothing was heard for {} seconds", SILENCE.as_secs())
}

/// Format: `server game 12 3 80 -` means that Black is connected, Red is not but has sent a request, there are three
/// spectators, Black has a lag of 80 ms, and Red's is unknown. Who is neither connected nor heard is `0`. Earlier versions read
/// `2` as `0`, and neither write nor read the lag.
pub(super) fn write_presence(news: &PresenceNews) -> String {
    let digit = |is_there, is_heard| if is_there { 1 } else { 2 * u8::from(is_heard) };
    let (black, red) = (digit(news.black, news.heard.black), digit(news.red, news.heard.red));
    let lag = |side| news.lag[side].map_or("-".into(), |lag| lag.to_string());
    let (black_lag, red_lag) = (lag(Side::Black), lag(Side::Red));
    format!("{} {} {black}{red} {} {black_lag} {red_lag}", news.server, news.game, news.spectators)
}

fn read_presence(text: &str) -> Option<PresenceNews> {
    let mut words = text.split(' ');
    let (server, game) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    let (players, spectators) = (words.next()?.as_bytes(), words.next()?.parse().ok()?);
    let (black, red) = (players.first()?, players.get(1)?);
    let heard = BySide { black: *black == b'2', red: *red == b'2' };
    let mut lag = || words.next().and_then(|lag| lag.parse().ok());
    let lag = BySide { black: lag(), red: lag() };
    Some(PresenceNews { server, game, black: *black == b'1', red: *red == b'1', spectators, heard, lag })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presence_is_read_as_written_and_without_lag_as_earlier_versions_write_it() {
        let game = crate::id::GameId::from_bytes(&[7; 32]);
        let lag = BySide { black: Some(80), red: None };
        let heard = BySide { black: false, red: true };
        let news = PresenceNews { server: 5, game, black: true, red: false, spectators: 3, heard, lag };
        assert_eq!(read_presence(&write_presence(&news)), Some(news));
        let earlier = read_presence(&format!("5 {game} 10 3"));
        assert_eq!(earlier, Some(PresenceNews { lag: BySide::default(), heard: BySide::default(), ..news }));
    }
}
