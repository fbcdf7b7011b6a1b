//! Answering a batch of lines.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use linja::{Margin, Position, RuleSet};
use linja_api::TurnView;
use linja_games::GameError;
use linja_games::answer::not_solved;
use linja_games::room::{Secrets, Subject};
use linja_games::token::Hash;
use linja_games::workers::Class;
use linja_oracle::{Oracle as _, Table, TableError};

use super::input::Text;
use super::line::{self, AskedPosition, PositionAnswer};
use super::{Common, Question};
use crate::app::App;
use crate::cost::Cost;
use crate::meter::Meter;
use crate::problem::Problem;

/// The lines of one job that reads them, which takes a core for less than about 50 ms, as [`Question::job`].
const LINES_OF_JOB: usize = 1 << 14;

/// How long a client that has used up its burst waits for a batch.
const PACE: Duration = Duration::from_secs(2);

/// How the lines of a request are answered.
pub(super) struct Batch {
    pub(super) app: Arc<App>,
    pub(super) address: IpAddr,
    /// Whom the token of the request belongs to.
    pub(super) identity: Option<Hash>,
    pub(super) common: Common,
}

/// A line that a table answers.
struct Place {
    /// In the batch.
    number: usize,
    position: Position,
}

/// What a table says about a position.
struct Found {
    margin: Margin,
    turns: Option<Vec<TurnView>>,
}

/// Lines that were read.
#[derive(Default)]
struct Read {
    /// Without what tables say.
    answers: Vec<PositionAnswer>,
    /// What to ask the tables.
    wanted: HashMap<RuleSet, Vec<Place>>,
}

impl Question {
    /// The most lines that are sorted together. The more there are, the more of them share a page of the table: it has
    /// 64,855. A margin takes about 150 bytes until it is sent, all turns of a position up to 20 KB.
    const fn most_lines(self) -> usize {
        match self {
            Question::Margin => 1 << 18,
            Question::Best | Question::Turns => 1 << 12,
        }
    }

    /// The positions that one cell of the rate limit pays, or the cells that one position costs.
    const fn price(self) -> (u32, u32) {
        match self {
            Question::Margin => (Cost::VALUES, 1),
            Question::Best | Question::Turns => (1, Cost::PROBE.0),
        }
    }

    fn cost(self, positions: usize) -> Cost {
        let (positions_per_cell, cells) = self.price();
        Cost::of_positions(positions.saturating_mul(cells as usize), positions_per_cell)
    }

    /// The positions of one job, which should take a core for less than about 50 ms.
    const fn job(self) -> usize {
        match self {
            Question::Margin => 1_000,
            Question::Best | Question::Turns => 10,
        }
    }

    fn find(self, table: &Table, positions: &[Position]) -> Result<Vec<Found>, TableError> {
        if self == Question::Margin {
            let found = |margin| Found { margin, turns: None };
            return Ok(table.values(positions)?.into_iter().map(found).collect());
        }
        positions.iter().map(|position| self.find_turns(table, position)).collect()
    }

    fn find_turns(self, table: &Table, position: &Position) -> Result<Found, TableError> {
        let margin = table.value(position)?;
        let turns = table.turns(position)?;
        let is_wanted = |value| self == Question::Turns || value == margin;
        let turns = turns.iter().filter(|turn| is_wanted(turn.value)).map(TurnView::from).collect();
        Ok(Found { margin, turns: Some(turns) })
    }
}

impl Batch {
    /// The most lines to answer at once. A client that has to wait for its rate limit gets something every few seconds.
    pub(super) fn most_lines(&self) -> usize {
        let most_lines = self.common.answer.most_lines();
        let Some(left) = self.app.meter.left(self.address) else { return most_lines };
        let (positions_per_cell, cells) = self.common.answer.price();
        let in_pace = PACE.as_secs_f64() / left.window.as_secs_f64().max(1e-9) * f64::from(left.limit);
        let most = in_pace * f64::from(positions_per_cell) / f64::from(cells);
        (most as usize).clamp(1, most_lines)
    }

    /// The answers to these lines, in their order.
    pub(super) async fn answer(&self, texts: Vec<Text>) -> Result<Vec<PositionAnswer>, Problem> {
        let Read { mut answers, wanted } = self.read(texts).await?;
        for (rules, places) in wanted {
            self.answer_by_table(rules, places, &mut answers).await?;
        }
        Ok(answers)
    }

    async fn read(&self, texts: Vec<Text>) -> Result<Read, Problem> {
        let secrets = Arc::new(match &self.identity {
            Some(identity) => self.secrets(identity).await?,
            None => Secrets::default(),
        });
        let mut read = Read { answers: Vec::with_capacity(texts.len()), ..Read::default() };
        let mut texts = texts.into_iter();
        while !texts.as_slice().is_empty() {
            let texts: Vec<Text> = texts.by_ref().take(LINES_OF_JOB).collect();
            let (app, address, rules, secrets) =
                (self.app.clone(), self.address, self.common.rules, secrets.clone());
            let add = move || {
                read.add(&app, address, &secrets, rules, &texts);
                read
            };
            read = self.run(add).await?;
        }
        Ok(read)
    }

    async fn run<T: Send + 'static>(&self, job: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
        Ok(self.app.workers.run(Class::Background, Meter::client(self.address), job).await?)
    }

    /// As [`secrets`](crate::api::positions::secrets), but waits for the rate limit.
    async fn secrets(&self, identity: &Hash) -> Result<Secrets, Problem> {
        let rooms = &self.app.rooms;
        let games = rooms.games_with_others(identity).await?;
        let unread = rooms.unread(&games);
        if unread > 0 {
            self.app.meter.wait_to_spend(self.address, Cost::of_games(unread)).await;
        }
        Ok(rooms.secrets_of(&games).await)
    }

    /// Answers the lines of one rule set.
    async fn answer_by_table(
        &self,
        rules: RuleSet,
        mut places: Vec<Place>,
        answers: &mut [PositionAnswer],
    ) -> Result<(), Problem> {
        let Some(table) = self.app.tables.table(rules).await else {
            for place in places {
                answers[place.number].problem = Some(Box::new(not_solved(rules)));
            }
            return Ok(());
        };
        let question = self.common.answer;
        let sort = move || {
            places.sort_by_cached_key(|place| Table::page_of(&place.position));
            places
        };
        let places = self.run(sort).await?;
        for job in places.chunks(question.job()) {
            self.app.meter.wait_to_spend(self.address, question.cost(job.len())).await;
            let positions: Vec<Position> = job.iter().map(|place| place.position).collect();
            let table = table.clone();
            let work = move || question.find(&table, &positions);
            let found = self.run(work).await?.map_err(GameError::from)?;
            for (place, found) in job.iter().zip(found) {
                let answer = &mut answers[place.number];
                (answer.margin, answer.turns) = (Some(found.margin.0), found.turns);
            }
        }
        Ok(())
    }
}

impl Read {
    /// Reads more lines.
    fn add(&mut self, app: &App, address: IpAddr, secrets: &Secrets, rules: RuleSet, texts: &[Text]) {
        for text in texts {
            let (id, asked) = match &text.bytes {
                Ok(bytes) => line::read(bytes, rules),
                Err(problem) => (None, Err(problem.clone())),
            };
            let allowed = asked.and_then(|asked| refuse_help(app, address, secrets, asked));
            let number = self.answers.len();
            self.answers.push(match allowed {
                Ok(AskedPosition { position, rules }) => {
                    self.wanted.entry(rules).or_default().push(Place { number, position });
                    PositionAnswer { line: text.number, id, margin: None, turns: None, problem: None }
                }
                Err(problem) => PositionAnswer::refused(text.number, id, problem),
            });
        }
    }
}

/// As [`refuse_help`](crate::api::positions::refuse_help), for a client whose games are known.
fn refuse_help(
    app: &App,
    address: IpAddr,
    secrets: &Secrets,
    asked: AskedPosition,
) -> Result<AskedPosition, Problem> {
    secrets.refuse_help(Subject::Position(&asked.position))?;
    if app.rooms.is_being_played(Subject::Position(&asked.position)) {
        app.meter.others_position(address)?;
    }
    Ok(asked)
}
