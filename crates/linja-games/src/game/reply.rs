//! The computer's turns.

use linja::{Position, Turn};
use linja_api::Level;
use linja_oracle::TableError;
use linja_players::{Chance, Judge};

use crate::id::GameId;

/// The turn that the computer plays after event `seq` of a game; `None` if the game is over. Every server and every browser
/// chooses the same one if it judges the same.
///
/// # Errors
/// If the table is damaged.
pub fn choose(
    judge: &mut Judge,
    id: GameId,
    seq: u64,
    position: &Position,
    level: Level,
) -> Result<Option<Turn>, TableError> {
    let chosen = judge.choose(position, level.0, &mut Chance::new(seed(id, seq)))?;
    Ok(chosen.map(|judged| judged.item.turn))
}

/// A seed that depends only on the game and the event number.
fn seed(game: GameId, seq: u64) -> u64 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(game.as_str().as_bytes());
    hasher.update(&seq.to_le_bytes());
    let mut bytes = [0; 8];
    hasher.finalize_xof().fill(&mut bytes);
    u64::from_le_bytes(bytes)
}
