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

/// The most lines that are sorted together: about 10 MB.
const MOST_LINES: usize = 1 << 16;

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

impl Question {
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
        let Some(left) = self.app.meter.left(self.address) else { return MOST_LINES };
        let (positions_per_cell, cells) = self.common.answer.price();
        let in_pace = PACE.as_secs_f64() / left.window.as_secs_f64().max(1e-9) * f64::from(left.limit);
        let most = in_pace * f64::from(positions_per_cell) / f64::from(cells);
        (most as usize).clamp(1, MOST_LINES)
    }

    /// The answers to these lines, in their order.
    pub(super) async fn answer(&self, texts: Vec<Text>) -> Result<Vec<PositionAnswer>, Problem> {
        let secrets = match &self.identity {
            Some(identity) => self.secrets(identity).await?,
            None => Secrets::default(),
        };
        let (app, address, rules) = (self.app.clone(), self.address, self.common.rules);
        let read = move || read_all(&app, address, &secrets, rules, &texts);
        let (mut answers, wanted) =
            self.app.workers.run(Class::Background, Meter::client(address), read).await?;
        for (rules, places) in wanted {
            self.answer_by_table(rules, places, &mut answers).await?;
        }
        Ok(answers)
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
        places: Vec<Place>,
        answers: &mut [PositionAnswer],
    ) -> Result<(), Problem> {
        let Some(table) = self.app.tables.table(rules).await else {
            for place in places {
                answers[place.number].problem = Some(Box::new(not_solved(rules)));
            }
            return Ok(());
        };
        let question = self.common.answer;
        for job in places.chunks(question.job()) {
            self.app.meter.wait_to_spend(self.address, question.cost(job.len())).await;
            let positions: Vec<Position> = job.iter().map(|place| place.position).collect();
            let table = table.clone();
            let work = move || question.find(&table, &positions);
            let client = Meter::client(self.address);
            let found = self.app.workers.run(Class::Background, client, work).await?;
            for (place, found) in job.iter().zip(found.map_err(GameError::from)?) {
                let answer = &mut answers[place.number];
                (answer.margin, answer.turns) = (Some(found.margin.0), found.turns);
            }
        }
        Ok(())
    }
}

/// Reads lines. The answers still lack what tables say; the second result is what to ask them, in the order of
/// their pages.
fn read_all(
    app: &App,
    address: IpAddr,
    secrets: &Secrets,
    rules: RuleSet,
    texts: &[Text],
) -> (Vec<PositionAnswer>, HashMap<RuleSet, Vec<Place>>) {
    let mut answers = Vec::with_capacity(texts.len());
    let mut wanted: HashMap<RuleSet, Vec<Place>> = HashMap::new();
    for (number, text) in texts.iter().enumerate() {
        let (id, asked) = match &text.bytes {
            Ok(bytes) => line::read(bytes, rules),
            Err(problem) => (None, Err(problem.clone())),
        };
        let allowed = asked.and_then(|asked| refuse_help(app, address, secrets, asked));
        answers.push(match allowed {
            Ok(AskedPosition { position, rules }) => {
                wanted.entry(rules).or_default().push(Place { number, position });
                PositionAnswer { line: text.number, id, margin: None, turns: None, problem: None }
            }
            Err(problem) => PositionAnswer::refused(text.number, id, problem),
        });
    }
    for places in wanted.values_mut() {
        places.sort_by_cached_key(|place| Table::page_of(&place.position));
    }
    (answers, wanted)
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
