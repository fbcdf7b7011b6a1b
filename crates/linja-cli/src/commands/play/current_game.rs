use linja::{BySide, Game, Record, Side};
use linja_players::{Date, Level};

/// The game being played, its players, and the other tags of its record.
pub(super) struct CurrentGame {
    pub(super) game: Game,
    /// The computer at a strength, or a person.
    pub(super) players: BySide<Option<Level>>,
    /// The tags that do not follow from the game; tags that a person added to the file are kept.
    pub(super) tags: Vec<(String, String)>,
}

impl CurrentGame {
    /// A game between two people.
    pub(super) fn new(game: Game) -> CurrentGame {
        CurrentGame { game, players: BySide { black: None, red: None }, tags: vec![today()] }
    }

    /// The next game between the same players.
    pub(super) fn next(&self, first: Side) -> CurrentGame {
        let is_name = |name: &str| Side::ALL.iter().any(|&side| tag(side) == name);
        let names = self.tags.iter().filter(|(name, _)| is_name(name));
        CurrentGame {
            game: Game::new(*self.game.rules(), first),
            players: self.players,
            tags: names.cloned().chain([today()]).collect(),
        }
    }

    pub(super) fn record(&self) -> anyhow::Result<Record> {
        let mut record = Record::new(self.game.clone());
        for (name, value) in &self.tags {
            record.set_tag(name, value)?;
        }
        for side in Side::ALL {
            let person = record.tag(tag(side)).is_some_and(|name| Level::from_name(name).is_none());
            match self.players[side] {
                Some(level) => record.set_tag(tag(side), &level.name())?,
                None if person => {}
                None => record.set_tag(tag(side), "Player")?,
            }
        }
        Ok(record)
    }
}

fn today() -> (String, String) {
    ("Date".into(), Date::today().to_string())
}

/// The record tag that holds a player's name.
pub(super) fn tag(side: Side) -> &'static str {
    match side {
        Side::Black => "Black",
        Side::Red => "Red",
    }
}
