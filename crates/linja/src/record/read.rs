use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::str::FromStr;

use super::error::{RecordError, TagProblem, TagValueProblem};
use super::note::{Item, Note, read_items};
use super::{Record, canonical_name};
use crate::{Game, Message, ParseValueError, Position, Score, Side, Termination, Winner};

impl Record {
    /// Parses a record and plays its turns.
    ///
    /// Blanks, empty lines and letter case are ignored. Missing tags have defaults: the rule set is `bonus`, Black
    /// moves first from the start position, and the board decides whether the game is over.
    ///
    /// # Errors
    /// The first malformed line, the first illegal turn, or a tag that contradicts the turns.
    pub fn parse(text: &str) -> Result<Record, RecordError> {
        Record::parse_from_line(text, 1)
    }

    /// Parses a record that stands in a longer text, from line `first` on: errors count the lines of that text.
    ///
    /// # Errors
    /// Like [`Record::parse`].
    pub fn parse_from_line(text: &str, first: usize) -> Result<Record, RecordError> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut tags = Tags::default();
        let mut turn_lines = Vec::new();
        for (i, text) in text.lines().enumerate() {
            let line = Line { number: first.saturating_add(i), text: text.trim() };
            if line.text.is_empty() {
            } else if line.text.starts_with('[') {
                if !turn_lines.is_empty() {
                    return Err(line.tag_error(TagProblem::AfterTurns));
                }
                tags.add(&line)?;
            } else {
                turn_lines.push(line);
            }
        }
        let mut game = tags.new_game()?;
        let notes = play_lines(&mut game, &turn_lines)?;
        tags.stop(&mut game)?;
        tags.check(&game)?;
        Ok(tags.into_record(game, notes))
    }
}

/// Like [`Record::parse`].
impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Record, RecordError> {
        Record::parse(text)
    }
}

struct Line<'a> {
    number: usize,
    text: &'a str,
}

impl Line<'_> {
    fn tag_error(&self, problem: TagProblem) -> RecordError {
        RecordError::TagForm { line: self.number, problem }
    }
}

/// Plays the numbered lines, and returns what is noted. Each has a turn of the side that moved first and the opponent's reply.
fn play_lines(game: &mut Game, lines: &[Line<'_>]) -> Result<BTreeMap<usize, Note>, RecordError> {
    let mut notes = BTreeMap::new();
    for (i, line) in lines.iter().enumerate() {
        let number = i + 1;
        let turns = strip_number(line.text, number)
            .ok_or(RecordError::TurnNumber { line: line.number, expected: number })?;
        let items =
            read_items(turns).map_err(|problem| RecordError::Note { line: line.number, number, problem })?;
        if items.len() > 2 {
            return Err(RecordError::TooManyTurns { line: line.number, number });
        }
        let mut items = items.into_iter();
        // There is always one item: it may be empty, which is no turn.
        let first = items.next().unwrap_or_default();
        play_turn(game, first, line.number, number, &mut notes)?;
        match items.next().filter(|reply| !reply.is_empty()) {
            Some(reply) => play_turn(game, reply, line.number, number, &mut notes)?,
            None if number < lines.len() => {
                let side = game.position().to_move();
                return Err(RecordError::TurnMissing { line: line.number, number, side });
            }
            None => {}
        }
    }
    Ok(notes)
}

fn play_turn(
    game: &mut Game,
    item: Item<'_>,
    line: usize,
    number: usize,
    notes: &mut BTreeMap<usize, Note>,
) -> Result<(), RecordError> {
    let (before, rules) = (*game.position(), *game.rules());
    game.play_text(item.turn).map_err(|error| RecordError::Turn {
        line,
        number,
        side: before.to_move(),
        error,
    })?;
    let wrong = |at: &Position, error| RecordError::NotedTurn { line, number, side: at.to_move(), error };
    let note = item.into_note(&before, &rules, &wrong)?;
    if !note.is_empty() {
        notes.insert(game.turns().len() - 1, note);
    }
    Ok(())
}

/// Strips `number` and the dot after it; `None` if the line has another number.
fn strip_number(text: &str, number: usize) -> Option<&str> {
    let (before, rest) = text.split_once('.')?;
    let before = before.trim();
    let is_number = !before.is_empty() && before.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && before.parse() == Ok(number)).then_some(rest)
}

/// All tags of the text, in order.
#[derive(Default)]
struct Tags {
    all: Vec<Tag>,
}

struct Tag {
    line: usize,
    name: String,
    value: String,
}

impl Tags {
    fn add(&mut self, line: &Line<'_>) -> Result<(), RecordError> {
        let (name, value) = read_tag(line.text).map_err(|problem| line.tag_error(problem))?;
        if self.find(name).is_some() {
            return Err(line.tag_error(TagProblem::Twice));
        }
        self.all.push(Tag { line: line.number, name: name.to_owned(), value });
        Ok(())
    }

    fn find(&self, name: &str) -> Option<&Tag> {
        self.all.iter().find(|tag| tag.name.eq_ignore_ascii_case(name))
    }

    /// Parses the value of a tag, if present.
    fn get<T>(
        &self,
        name: &'static str,
        read: impl FnOnce(&str) -> Result<T, TagValueProblem>,
    ) -> Result<Option<T>, RecordError> {
        let Some(tag) = self.find(name) else { return Ok(None) };
        let value = read(tag.value.trim());
        value.map(Some).map_err(|why| RecordError::TagValue { line: tag.line, name, why })
    }

    fn new_game(&self) -> Result<Game, RecordError> {
        let rules = self.get("Rules", |value| value.parse().map_err(TagValueProblem::Rules))?;
        let setup: Option<Position> =
            self.get("Setup", |value| value.parse().map_err(TagValueProblem::Setup))?;
        let first = self.get("First", |value| value.parse::<Side>().map_err(TagValueProblem::Value))?;
        let start = match (setup, first) {
            (Some(setup), Some(first)) if setup.to_move() != first => {
                return Err(RecordError::Contradiction {
                    name: "First",
                    says: first.id().to_string(),
                    but: Message::new("record_but_setup").with("side", setup.to_move()),
                });
            }
            (Some(setup), _) => setup,
            (None, first) => Position::start(first.unwrap_or(Side::Black)),
        };
        Ok(Game::from_position(rules.unwrap_or_default(), start))
    }

    fn winner(&self) -> Result<Option<Winner>, RecordError> {
        self.get("Winner", |value| value.parse().map_err(TagValueProblem::Value))
    }

    /// Stops the game if the tags say that it ended before the board ended it.
    fn stop(&self, game: &mut Game) -> Result<(), RecordError> {
        let ending = self.get("Termination", |value| {
            ParseValueError::find(Ending::ALL, Ending::id, value, "value_termination")
                .map_err(TagValueProblem::Value)
        })?;
        let Some(ending) = ending else { return Ok(()) };
        let contradiction = |but| {
            Err(RecordError::Contradiction {
                name: "Termination",
                says: ending.id().into(),
                but: Message::new(but),
            })
        };
        match (ending, game.is_over()) {
            (Ending::Normal, true) | (Ending::Unfinished, false) => return Ok(()),
            (Ending::Normal, false) => return contradiction("play_not_over"),
            (_, true) => return contradiction("record_but_over"),
            (Ending::Resignation | Ending::Time | Ending::Abandoned, false) => {}
        }
        let termination = match (ending, self.winner()?) {
            (Ending::Abandoned, winner) => Termination::Abandoned(winner),
            (Ending::Time, Some(Winner::Side(winner))) => Termination::Time(!winner),
            (_, Some(Winner::Side(winner))) => Termination::Resignation(!winner),
            _ => return Err(RecordError::NoWinner { termination: ending.id() }),
        };
        // Can't fail: the game is not over, and the termination is not `Normal`.
        let _ = game.stop(termination);
        Ok(())
    }

    /// Checks the tags `Result` and `Winner` against the game.
    fn check(&self, game: &Game) -> Result<(), RecordError> {
        let result = game.result();
        let ends = |score: Score| Message::new("record_but_score").with("score", score.to_string());
        if let Some(says) = self.get("Result", read_result)? {
            let is = result.filter(|result| result.winner.is_some()).map(|result| result.score);
            if says != is {
                let says = says.map_or("*".to_string(), |score| score.to_string());
                let but = match (is, game.is_over()) {
                    (Some(score), _) => ends(score),
                    (None, true) => Message::new("record_but_abandoned"),
                    (None, false) => Message::new("record_but_unfinished"),
                };
                return Err(RecordError::Contradiction { name: "Result", says, but });
            }
        }
        if let Some(says) = self.winner()?
            && result.and_then(|result| result.winner) != Some(says)
        {
            let but = match result {
                Some(result) => ends(result.score),
                None => Message::new("record_but_unfinished"),
            };
            return Err(RecordError::Contradiction { name: "Winner", says: says.id().to_string(), but });
        }
        Ok(())
    }

    fn into_record(self, game: Game, notes: BTreeMap<usize, Note>) -> Record {
        let mut record = Record { notes, ..Record::new(game) };
        for tag in self.all {
            // Fails only for derived tags, which the game already has: names and values were checked by `read_tag`.
            let _ = record.set_tag(&tag.name, &tag.value);
        }
        record
    }
}

/// The values of the tag `Termination`.
#[derive(Clone, Copy)]
enum Ending {
    Normal,
    Resignation,
    Time,
    Abandoned,
    Unfinished,
}

impl Ending {
    const ALL: [Ending; 5] =
        [Ending::Normal, Ending::Resignation, Ending::Time, Ending::Abandoned, Ending::Unfinished];

    const fn id(self) -> &'static str {
        match self {
            Ending::Normal => "normal",
            Ending::Resignation => "resignation",
            Ending::Time => "time",
            Ending::Abandoned => "abandoned",
            Ending::Unfinished => "unfinished",
        }
    }
}

/// Black's points and Red's, or `None` for `*`.
fn read_result(value: &str) -> Result<Option<Score>, TagValueProblem> {
    if value == "*" {
        return Ok(None);
    }
    value.parse().map(Some).map_err(|_| TagValueProblem::Value(ParseValueError::new(value, "value_result")))
}

/// Name and value of `[Name "value"]`.
fn read_tag(text: &str) -> Result<(&str, String), TagProblem> {
    let inside = text.strip_prefix('[').ok_or(TagProblem::Name)?;
    let (name, rest) = inside.split_once('"').ok_or(TagProblem::Quotes)?;
    let name = canonical_name(name.trim()).map_err(|_| TagProblem::Name)?;
    let mut value = String::new();
    let mut rest = rest.chars();
    loop {
        match rest.next().ok_or(TagProblem::Quotes)? {
            '"' => break,
            '\\' => match rest.next() {
                Some(escaped @ ('"' | '\\')) => value.push(escaped),
                _ => return Err(TagProblem::Escape),
            },
            character if character.is_control() => return Err(TagProblem::ControlCharacter),
            character => value.push(character),
        }
    }
    if rest.as_str().trim() == "]" { Ok((name, value)) } else { Err(TagProblem::Bracket) }
}
