use core::fmt;

use super::Record;
use crate::{Position, Termination, Winner};

/// Writes the canonical form, which parses back to an equal record.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_known = |name: &str| Record::PLAYER_TAGS.contains(&name);
        write_tag(f, "Rules", self.game.rules())?;
        for (name, value) in self.tags().filter(|(name, _)| is_known(name)) {
            write_tag(f, name, value)?;
        }
        self.write_game_tags(f)?;
        for (name, value) in self.tags().filter(|(name, _)| !is_known(name)) {
            write_tag(f, name, value)?;
        }
        self.write_turns(f)
    }
}

impl Record {
    fn write_game_tags(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = &self.game;
        let first = game.start().to_move();
        write_tag(f, "First", first.id())?;
        match game.result() {
            Some(result) if result.winner.is_some() => write_tag(f, "Result", result.score)?,
            _ => write_tag(f, "Result", "*")?,
        }
        write_tag(f, "Termination", game.termination().map_or("unfinished", Termination::id))?;
        if game.termination() != Some(Termination::Normal)
            && let Some(winner) = game.result().and_then(|result| result.winner)
        {
            write_tag(f, "Winner", Winner::id(winner))?;
        }
        if *game.start() != Position::start(first) {
            write_tag(f, "Setup", game.start())?;
        }
        Ok(())
    }

    /// Writes a numbered line for each pair of turns, beginning with the side that moved first.
    fn write_turns(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, pair) in self.game.turns().chunks(2).enumerate() {
            if i == 0 {
                writeln!(f)?;
            }
            write!(f, "{}.", i + 1)?;
            for (j, played) in pair.iter().enumerate() {
                write!(f, "{} {}", if j == 0 { "" } else { " |" }, played.turn)?;
                if let Some(note) = self.note(2 * i + j) {
                    write!(f, "{note}")?;
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl Termination {
    /// The word used in the record tag `Termination`.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Termination::Normal => "normal",
            Termination::Resignation(_) => "resignation",
            Termination::Time(_) => "time",
            Termination::Abandoned(_) => "abandoned",
        }
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: impl fmt::Display) -> fmt::Result {
    writeln!(f, "[{name} \"{}\"]", Escaped(value))
}

struct Escaped<T>(T);

impl<T: fmt::Display> fmt::Display for Escaped<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write as _;
        write!(Escaper(f), "{}", self.0)
    }
}

/// Writes a text with a `\` before every `"` and `\`.
struct Escaper<'a, 'b>(&'a mut fmt::Formatter<'b>);

impl fmt::Write for Escaper<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for character in text.chars() {
            if matches!(character, '"' | '\\') {
                self.0.write_char('\\')?;
            }
            self.0.write_char(character)?;
        }
        Ok(())
    }
}
