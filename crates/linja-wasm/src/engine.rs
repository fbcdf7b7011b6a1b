//! Finds the answer to a request.

use std::time::Duration;

use linja::{ParseRuleSetError, RuleSet};
use linja_api::{DetailedTable, HintView, PositionView, ReviewView, RuleSetDetails, RulesView, TurnsView};
use linja_games::answer::{
    Attempt, Code, Day, Problem, Upload, Which, day, not_solved, read_json, read_query,
};
use linja_oracle::Table;
use linja_players::Date;

use crate::games;
use crate::request::{Answer, Failure, Json, Request, json, no_such_address, no_such_method};
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

    /// Answers a request: JSON with `method`, `path` below `/api/v1`, `body`, `language`, `now` in milliseconds since 1970,
    /// and `seed`. The answer is JSON with `status` and `body` as the server sends them; or with `needs`, the path of a file
    /// to give before asking again.
    pub fn answer(&mut self, request: &str) -> String {
        let answered = match serde_json::from_str::<Request<'_>>(request) {
            Ok(request) => {
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

    fn finish(&self, answered: Result<Json, Failure>, language: &str) -> serde_json::Result<String> {
        match answered {
            Ok(body) => serde_json::to_string(&Answer::Done { status: 200, body: &body }),
            Err(Failure::Needs(needs)) => serde_json::to_string(&Answer::Needs { needs }),
            Err(Failure::Problem(problem)) => match self.supplies.translated(*problem, language) {
                Ok(problem) => {
                    let body = serde_json::value::to_raw_value(&problem)?;
                    serde_json::to_string(&Answer::Done { status: problem.status, body: &body })
                }
                Err(needs) => serde_json::to_string(&Answer::Needs { needs }),
            },
        }
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
                json(&PositionView::new(which.rules, &position, None::<&Table>)?)
            }
            ["position", "turns"] => {
                let (which, position) = which(query)?;
                self.supplies.judge(&which.rules, |judge| json(&TurnsView::judged(judge, &position)?))
            }
            ["position", "hint"] => {
                let (which, position) = which(query)?;
                if !which.estimates {
                    return Err(not_solved(which.rules).into());
                }
                self.supplies.judge(&which.rules, |judge| json(&HintView::judged(judge, &position)?))
            }
            ["position", "line"] => Err(not_solved(which(query)?.0.rules).into()),
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

    fn review(&mut self, upload: &Upload) -> Result<Json, Failure> {
        let game = upload.game()?;
        if !upload.estimates {
            return Err(not_solved(*game.rules()).into());
        }
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
