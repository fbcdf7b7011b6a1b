//! Games seen by the oracle: a finished game of this server, or an uploaded record.

#![allow(unused_qualifications, reason = "the macro for the API document writes full paths")]

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use axum::{Json, Router};
use linja::{Game, Record, Side};
use linja_games::words::{RulesWord, ScoreView, SideWord, TerminationWord, WinnerWord};
use linja_players::{Grade, Review, ReviewedTurn, Summary};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::games::{Number, no_store};
use super::positions::{TurnView, probe, solved};
use crate::app::App;
use crate::extract::{Id, Json as Body, Query};
use crate::problem::{Code, Failure, Problem};

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/reviews", post(upload)).route("/games/{id}/review", get(of_game))
}

/// A record to review.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Upload {
    /// As the notation writes it.
    pub record: String,
}

/// A game seen by the oracle. Margins change only when somebody errs, so everything adds up.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReviewView {
    /// The rule set.
    pub rules: RulesWord,
    /// The points at the end.
    pub score: ScoreView,
    /// How it ended; `null` if it did not.
    pub termination: Option<TerminationWord>,
    /// Who won.
    pub winner: Option<WinnerWord>,
    /// Where it began.
    pub start: Moment,
    /// Where it stopped.
    pub end: Moment,
    /// Every turn.
    pub turns: Vec<ReviewedTurnView>,
    /// What Black did.
    pub black: SummaryView,
    /// What Red did.
    pub red: SummaryView,
    /// The index of the turn that decided the game.
    pub turning_point: Option<usize>,
}

/// A position and its exact margin.
#[derive(Debug, Serialize, ToSchema)]
pub struct Moment {
    /// The position.
    pub position: String,
    /// Under perfect play, or final.
    pub margin_for_black: i8,
}

/// One turn. Margins are for the side that played it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReviewedTurn)]
pub struct ReviewedTurnView {
    /// The number of its line in the record.
    pub number: usize,
    /// Who played it.
    pub side: SideWord,
    /// What was played.
    pub turn: String,
    /// The position after it.
    pub after: String,
    /// The game is over after it.
    pub over: bool,
    /// Before it, under perfect play.
    pub margin_before: i8,
    /// After it, under perfect play.
    pub margin_after: i8,
    /// The points that it gave away.
    pub lost: u8,
    /// How bad that is.
    pub grade: GradeWord,
    /// It turned a win into a draw or a loss, or a draw into a loss.
    pub changes_result: bool,
    /// A best turn, if points were lost.
    pub best: Option<TurnView>,
    /// Different results that the player could choose from.
    pub results: usize,
}

/// How bad a turn is.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = Grade)]
pub enum GradeWord {
    /// No point lost.
    Best,
    /// 1 or 2.
    Inaccuracy,
    /// 3 to 5.
    Mistake,
    /// 6 or more.
    Blunder,
}

/// What one side did with its turns.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReviewSummary)]
pub struct SummaryView {
    /// Turns played.
    pub turns: usize,
    /// Those with a choice.
    pub choices: usize,
    /// Points given away.
    pub lost: u32,
    /// From 0 to 100 over the turns with a choice.
    pub accuracy: Option<f64>,
    /// Points lost for each turn with a choice.
    pub average_loss: Option<f64>,
    /// Turns that changed the result.
    pub result_changes: usize,
    /// Turns without a loss.
    pub best: usize,
    /// Turns that lost 1 or 2 points.
    pub inaccuracies: usize,
    /// Turns that lost 3 to 5 points.
    pub mistakes: usize,
    /// Turns that lost 6 points or more.
    pub blunders: usize,
}

/// Reviews an uploaded record. Its rule set must be solved.
#[utoipa::path(post, path = "/api/v1/reviews", operation_id = "reviewRecord", tag = "reviews", request_body = Upload, responses(
    (status = 200, description = "The review", body = ReviewView),
    Failure,
))]
pub(super) async fn upload(
    State(app): State<Arc<App>>,
    Body(Upload { record }): Body<Upload>,
) -> Result<impl IntoResponse, Problem> {
    let record = Record::parse(&record)
        .map_err(|error| Problem::of(Code::InvalidRecord, error.message()).part("record"))?;
    review(&app, record.into_game()).await
}

/// Reviews a game of this server once it is over. Its rule set must be solved.
#[utoipa::path(get, path = "/api/v1/games/{id}/review", operation_id = "reviewGame", tag = "reviews",
    params(("id" = String, Path, description = "The game"), Number),
    responses(
    (status = 200, description = "The review", body = ReviewView),
    Failure,
))]
pub(super) async fn of_game(
    State(app): State<Arc<App>>,
    Id(id): Id,
    Query(Number { game }): Query<Number>,
) -> Result<impl IntoResponse, Problem> {
    let (game, _) = app.rooms.game(id, game).await?;
    if !game.is_over() {
        // The review of a game under way would give away the best turn.
        return Err(Problem::new(Code::NotOver, "A game is reviewed when it is over."));
    }
    review(&app, game).await
}

async fn review(app: &App, game: Game) -> Result<impl IntoResponse + use<>, Problem> {
    let rules = RulesWord::ALL.into_iter().find(|word| word.rules() == *game.rules()).unwrap_or_default();
    let table = solved(app, rules)?;
    let view = probe(app, move || Ok(ReviewView::new(rules, &game, &Review::of(&game, &*table)?))).await?;
    Ok((no_store(HeaderMap::new()), Json(view)))
}

impl ReviewView {
    fn new(rules: RulesWord, game: &Game, review: &Review) -> ReviewView {
        ReviewView {
            rules,
            score: game.score().into(),
            termination: game.termination().map(TerminationWord::from),
            winner: game.result().and_then(|result| result.winner).map(WinnerWord::from),
            start: Moment { position: game.start().to_string(), margin_for_black: review.start.0 },
            end: Moment { position: game.position().to_string(), margin_for_black: review.end.0 },
            turns: review.turns.iter().map(ReviewedTurnView::from).collect(),
            black: SummaryView::from(&review.players[Side::Black]),
            red: SummaryView::from(&review.players[Side::Red]),
            turning_point: review.turning_point,
        }
    }
}

impl From<&ReviewedTurn> for ReviewedTurnView {
    fn from(turn: &ReviewedTurn) -> ReviewedTurnView {
        ReviewedTurnView {
            number: turn.number,
            side: turn.side.into(),
            turn: turn.complete.turn.to_string(),
            after: turn.complete.result.position.to_string(),
            over: turn.complete.result.is_over,
            margin_before: turn.before.0,
            margin_after: turn.after.0,
            lost: turn.lost,
            grade: match turn.grade {
                Grade::Best => GradeWord::Best,
                Grade::Inaccuracy => GradeWord::Inaccuracy,
                Grade::Mistake => GradeWord::Mistake,
                Grade::Blunder => GradeWord::Blunder,
            },
            changes_result: turn.changes_result,
            best: turn.best.as_ref().map(TurnView::valued),
            results: turn.results,
        }
    }
}

impl From<&Summary> for SummaryView {
    fn from(summary: &Summary) -> SummaryView {
        SummaryView {
            turns: summary.turns,
            choices: summary.choices,
            lost: summary.lost,
            accuracy: summary.accuracy(),
            average_loss: summary.average_loss(),
            result_changes: summary.result_changes,
            best: summary.count(Grade::Best),
            inaccuracies: summary.count(Grade::Inaccuracy),
            mistakes: summary.count(Grade::Mistake),
            blunders: summary.count(Grade::Blunder),
        }
    }
}
