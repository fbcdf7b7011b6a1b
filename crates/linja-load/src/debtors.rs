//! Games in which the server owes something: replies of the computer, and time losses of players who do not play on.

use std::sync::Arc;
use std::time::Duration;

use linja::Side;
use linja_testing::Chance;
use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::audit::Played;
use crate::client::Client;
use crate::clock::Setting;
use crate::referee::wall_clock;
use crate::solo::Solo;
use crate::violation::Violation;
use crate::world::World;

/// The mean time before a turn.
const THINKING: Duration = Duration::from_millis(500);
/// The time after which a player looks for the computer's reply first.
const GLANCE: Duration = Duration::from_millis(500);
/// The shortest clock that the server accepts.
const CLOCK: Setting = Setting { seconds: 10, increment: 0 };
/// At most this many turns are played before a player lets the time run out.
const MOST_TURNS: usize = 6;

/// Players whose games the server owes something.
#[derive(Debug)]
pub(crate) struct Debtors(JoinSet<Vec<Played>>);

#[derive(Clone, Copy, Debug)]
enum Game {
    AgainstComputer,
    OnTime,
}

impl Debtors {
    /// Starts players against the computer, and players who lose on time.
    pub(crate) async fn start(
        world: &Arc<World>,
        against_computer: usize,
        on_time: usize,
        seed: u64,
    ) -> Result<Debtors, Violation> {
        let mut players = JoinSet::new();
        for number in 0..against_computer + on_time {
            let game = if number < against_computer { Game::AgainstComputer } else { Game::OnTime };
            let client = Client::new(world.clone(), number % world.endpoints.len()).await?;
            let chance = Chance::stream(seed, (1 << 32) + number as u64);
            players.spawn(play(world.clone(), client, chance, game, number));
        }
        Ok(Debtors(players))
    }

    /// Waits until all have stopped; returns the games they played.
    pub(crate) async fn end(mut self) -> anyhow::Result<Vec<Played>> {
        let mut all = Vec::new();
        while let Some(played) = self.0.join_next().await {
            all.append(&mut played?);
        }
        Ok(all)
    }
}

/// Plays one game after the other until the run closes.
async fn play(
    world: Arc<World>,
    mut client: Client,
    mut chance: Chance,
    game: Game,
    number: usize,
) -> Vec<Played> {
    let mut all = Vec::new();
    while !world.is_closing() {
        client.go_home();
        let played = match game {
            Game::AgainstComputer => against_computer(&world, &mut client, &mut chance).await,
            Game::OnTime => on_time(&world, &mut client, &mut chance).await,
        };
        match played {
            Ok(played) => all.push(played),
            Err(violation) => {
                let place = format!("{game:?} {number} at {:.1?}", world.age());
                world.tally.violation(violation.at(&place));
                tokio::time::sleep(THINKING).await;
            }
        }
    }
    all
}

async fn think(chance: &mut Chance) {
    tokio::time::sleep(THINKING.mul_f32(0.5 + chance.fraction())).await;
}

async fn against_computer(
    world: &World,
    client: &mut Client,
    chance: &mut Chance,
) -> Result<Played, Violation> {
    // Mostly without a search: what is measured is how soon the server replies, not how fast it searches.
    let level = ["random", "random", "random", "5"][chance.below(4)];
    let opponent = json!({ "type": "computer", "level": level });
    let mut game = Solo::begin(world, client, &opponent, None).await?;
    while !game.is_over() && !world.is_closing() {
        think(chance).await;
        game.turn(chance).await?;
        let owed = Instant::now();
        if !game.is_over() && game.to_move() == Side::Red {
            tokio::time::sleep(GLANCE).await;
            game.wait_for_server(owed).await?;
        }
    }
    world.tally.lock().finished += u64::from(game.is_over());
    game.end().await
}

async fn on_time(world: &World, client: &mut Client, chance: &mut Chance) -> Result<Played, Violation> {
    let mut game = Solo::begin(world, client, &json!({ "type": "local" }), Some(CLOCK)).await?;
    // The first turn of each side is free.
    for _ in 0..2 + chance.below(MOST_TURNS - 1) {
        think(chance).await;
        game.turn(chance).await?;
    }
    while !game.is_over() {
        let left = game.ends_at().unwrap_or_default().saturating_sub(wall_clock());
        if left > 0 {
            tokio::time::sleep(Duration::from_millis(left)).await;
            continue;
        }
        let owed = Instant::now();
        // The server is not reminded in the second in which it stores the loss by itself.
        tokio::time::sleep(GLANCE).await;
        // A loss, or a credit after which the clock runs on.
        game.wait_for_server(owed).await?;
    }
    world.tally.lock().time_losses += 1;
    game.end().await
}
