//! Finds the answer to a request.

use std::time::Duration;

use linja::{ParseRuleSetError, RuleSet};
use linja_api::{DetailedTable, HintView, PositionView, ReviewView, RuleSetDetails, RulesView, TurnsView};
use linja_games::answer::{
    Attempt, Code, Day, Problem, Upload, Which, day, not_solved, read_json, read_query,
};
use linja_players::Date;
use linja_text::Language;

use crate::games;
use crate::request::{Answer, Failure, Json, Needs, Request, json, no_such_address, no_such_method};
use crate::supplies::Supplies;

/// Answers requests. Holds files that the page has brought, but nothing about games.
#[derive(Default)]
pub struct Engine {
    supplies: Supplies,
}

impl Engine {
    /// Brings a file that an answer named under `needs`.
    pub fn give(&mut self, path: String, content: Vec<u8>) {
        self.supplies.give(path, content);
    }

    /// Brings bytes of the table that an answer named under `needs`, from `offset` on.
    pub fn give_part(&mut self, offset: u64, content: Vec<u8>) {
        self.supplies.give_part(offset, content);
    }

    /// Answers a request: JSON with `method`, `path` below `/api/v1`, `body`, `language`, `now` in milliseconds since 1970,
    /// `seed`, and `tables`, those that the page can read, each with `rules`, `bytes` and `version`. The answer is JSON with
    /// `status` and `body` as the server sends them; or with `needs`: the path of a file to give before asking again, or
    /// `{ table, ranges }`, the parts of a table; or with `refused`, the rule set of a table that can't be used.
    pub fn answer(&mut self, request: &str) -> String {
        let answered = match serde_json::from_str::<Request<'_>>(request) {
            Ok(request) => {
                self.supplies.set_sources(&request.tables);
                let answered = self.route(&request);
                self.finish(answered, request.language.unwrap_or_default())
            }
            Err(error) => Err(error),
        };
        // Fails only if the page does not ask as it must.
        answered.unwrap_or_else(|error| {
            serde_json::json!({ "status": 400, "body": { "detail": error.to_string() } }).to_string()
        })
    }

    fn finish(&mut self, answered: Result<Json, Failure>, language: &str) -> serde_json::Result<String> {
        let (status, body) = match answered {
            Ok(body) => (200, body),
            Err(Failure::Needs(needs)) => return serde_json::to_string(&Answer::Needs { needs }),
            Err(Failure::Table(error)) => return serde_json::to_string(&self.supplies.about_table(error)),
            Err(Failure::Problem(problem)) => match self.supplies.translated(*problem, language) {
                Ok(problem) => (problem.status, serde_json::value::to_raw_value(&problem)?),
                Err(path) => return serde_json::to_string(&Answer::Needs { needs: Needs::File(path) }),
            },
        };
        self.supplies.tidy();
        serde_json::to_string(&Answer::Done { status, body: &body })
    }

    fn route(&mut self, request: &Request<'_>) -> Result<Json, Failure> {
        let (path, query) = request.path.split_once('?').unwrap_or((&request.path, ""));
        let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
        let expected = match parts[..] {
            ["position" | "rules", ..] | ["puzzle"] => "GET",
            ["reviews"] | ["games", ..] | ["puzzle", "attempts"] => "POST",
            _ => return Err(no_such_address()),
        };
        if request.method != expected {
            return Err(no_such_method());
        }
        match parts[..] {
            ["position"] => {
                let (which, position) = which(query)?;
                let table = if which.values { self.supplies.table(&which.rules)? } else { None };
                json(&PositionView::new(which.rules, &position, table.as_deref())?)
            }
            ["position", "turns"] => {
                let (which, position) = which(query)?;
                self.supplies.judge(&which.rules, |judge| json(&TurnsView::judged(judge, &position)?))
            }
            ["position", "hint"] => {
                let (which, position) = which(query)?;
                self.exactly_unless(which.estimates, &which.rules)?;
                let hint =
                    self.supplies.judge(&which.rules, |judge| Ok(HintView::judged(judge, &position)?))?;
                json(&self.with_texts(hint)?)
            }
            ["position", "line"] => {
                let (Which { rules, .. }, position) = which(query)?;
                let table = self.supplies.table(&rules)?.ok_or_else(|| not_solved(rules))?;
                json(&TurnsView::line(&*table, &position)?)
            }
            ["reviews"] => self.review(&read_json(request.body())?),
            ["rules"] => json(&RulesView::new()),
            ["rules", id] => {
                let rules = rules(id)?;
                json(&RuleSetDetails::new(&rules, None, DetailedTable::Missing { reason: None }))
            }
            ["puzzle"] => {
                let Day { rules, date } = read_query(query)?;
                Err(no_puzzle(rules, date.as_deref(), request.now))
            }
            ["puzzle", "attempts"] => {
                let Attempt { rules, date, .. } = read_json(request.body())?;
                Err(no_puzzle(rules, date.as_deref(), request.now))
            }
            ["games"] => games::create(request),
            ["games", id, action] => games::play(&mut self.supplies, request, id, action),
            _ => Err(no_such_address()),
        }
    }

    /// The hint with the texts of its reasons, which are in English as those of the server.
    fn with_texts(&self, mut hint: HintView) -> Result<HintView, Failure> {
        let mut reasons = hint.turns.iter_mut().flat_map(|turn| &mut turn.reasons).peekable();
        if reasons.peek().is_some() {
            let texts = self.supplies.messages(Language::English);
            let texts = texts.map_err(|path| Failure::Needs(Needs::File(path)))?;
            reasons.for_each(|reason| reason.text = texts.say(Language::English, &reason.message));
        }
        Ok(hint)
    }

    /// Refuses an answer that would be estimated, unless that is accepted.
    fn exactly_unless(&mut self, estimates: bool, rules: &RuleSet) -> Result<(), Failure> {
        if estimates || self.supplies.table(rules)?.is_some() {
            Ok(())
        } else {
            Err(not_solved(*rules).into())
        }
    }

    fn review(&mut self, upload: &Upload) -> Result<Json, Failure> {
        let game = upload.game()?;
        self.exactly_unless(upload.estimates, game.rules())?;
        self.supplies.judge(game.rules(), |judge| json(&ReviewView::judged(&game, judge)?))
    }
}

fn which(query: &str) -> Result<(Which, linja::Position), Failure> {
    let which: Which = read_query(query)?;
    let position = which.position()?;
    Ok((which, position))
}

/// Puzzles need a table.
fn no_puzzle(rules: RuleSet, date: Option<&str>, now: u64) -> Failure {
    match day(date, Date::at(Duration::from_millis(now))) {
        Ok(_) => not_solved(rules).into(),
        Err(problem) => problem.into(),
    }
}

fn rules(id: &str) -> Result<RuleSet, Failure> {
    id.parse().map_err(|error: ParseRuleSetError| {
        Problem::of(Code::InvalidRules, error.message()).part("rules").into()
    })
}
