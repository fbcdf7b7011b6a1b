//! The best turns of a position, and why they are good.

#![allow(unused_qualifications, reason = "the macro for the API document writes full paths")]

use std::sync::Arc;

use axum::Router;
use axum::response::Response;
use axum::routing::get;
use linja_games::words::RulesWord;
use linja_oracle::Table;
use linja_players::{Hint, HintedTurn, Reason};
use linja_text::{Catalogues, Language};
use serde::Serialize;
use utoipa::ToSchema;

use super::positions::{Asked, TurnView, Unchanged, Which};
use crate::app::App;
use crate::problem::{Failure, Problem};

/// Turns shown.
const TURNS: usize = 3;

pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/position/hint", get(read))
}

/// Help for the player to move.
#[derive(Debug, Serialize, ToSchema)]
pub struct HintView {
    /// The rule set.
    pub rules: RulesWord,
    /// The position.
    pub position: String,
    /// The exact margin under perfect play, for the side to move; `null` if the position is over.
    pub margin: Option<i8>,
    /// Different results that keep it.
    pub right: usize,
    /// Different results.
    pub results: usize,
    /// The first action of the best turn, for somebody who wants to find the rest.
    pub opening: Option<String>,
    /// The best turns.
    pub turns: Vec<HintedTurnView>,
}

/// A turn and why it is good or bad.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = HintedTurn)]
pub struct HintedTurnView {
    /// The turn.
    #[serde(flatten)]
    pub turn: TurnView,
    /// Points that it loses.
    pub lost: u8,
    /// Why, the most important first.
    pub reasons: Vec<ReasonView>,
}

/// One true statement about a turn: its name, its data, and the same in English.
#[derive(Debug, Default, Serialize, ToSchema)]
#[schema(as = Reason)]
pub struct ReasonView {
    /// Its name, such as `only_win`.
    pub reason: &'static str,
    /// In English.
    pub text: String,
    /// A final margin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<i8>,
    /// How many pawns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pawns: Option<u8>,
    /// Points that the next best result loses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ahead: Option<u8>,
    /// Points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u8>,
    /// An outcome (`win`, `draw`, `loss`) or a row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// An outcome or a row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// An action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<String>,
    /// It goes towards the goal of the pawn's owner.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forward: Option<bool>,
    /// A row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<String>,
    /// The row of the pawns that are held up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub behind: Option<String>,
    /// No pawn of the opponent stands further back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rearmost: Option<bool>,
    /// How many keep the margin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right: Option<usize>,
    /// Of how many.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<usize>,
}

/// The best turns of a position, with reasons. The rule set must be solved.
#[utoipa::path(get, path = "/api/v1/position/hint", operation_id = "readHint", tag = "positions", params(Which), responses(
    (status = 200, description = "The hint", body = HintView),
    Unchanged,
    Failure,
))]
pub(super) async fn read(asked: Asked) -> Result<Response, Problem> {
    let Asked { rules, position, .. } = asked;
    let view = move |table: &Table| {
        let hint = Hint::new(table, &position, TURNS)?;
        let turns = hint.iter().flat_map(|hint| &hint.turns).map(HintedTurnView::from).collect();
        Ok(HintView {
            rules,
            position: position.to_string(),
            margin: hint.as_ref().map(|hint| hint.best().turn.value.0),
            right: hint.as_ref().map_or(0, |hint| hint.right),
            results: hint.as_ref().map_or(0, |hint| hint.results),
            opening: hint.as_ref().and_then(Hint::opening).map(|action| action.to_string()),
            turns,
        })
    };
    asked.exact(view).await
}

impl From<&HintedTurn> for HintedTurnView {
    fn from(hinted: &HintedTurn) -> HintedTurnView {
        HintedTurnView {
            turn: TurnView::valued(&hinted.turn),
            lost: hinted.lost,
            reasons: hinted.reasons.iter().map(ReasonView::from).collect(),
        }
    }
}

impl From<&Reason> for ReasonView {
    fn from(reason: &Reason) -> ReasonView {
        let view = ReasonView {
            reason: reason.id(),
            text: Catalogues::embedded().say(Language::English, &reason.message()),
            ..ReasonView::default()
        };
        match *reason {
            Reason::EndsGame { margin } => ReasonView { margin: Some(margin.0), ..view },
            Reason::StrandsPawns { pawns } | Reason::ReachesGoal { pawns } => {
                ReasonView { pawns: Some(pawns), ..view }
            }
            Reason::OnlyWin { ahead } | Reason::OnlyDraw { ahead } | Reason::OnlyBest { ahead } => {
                ReasonView { ahead: Some(ahead), ..view }
            }
            Reason::GivesAway { points, from, to } => ReasonView {
                points: Some(points),
                from: Some(from.id().into()),
                to: Some(to.id().into()),
                ..view
            },
            Reason::EarnsBonus { step, forward } => {
                ReasonView { step: Some(step.to_string()), forward: Some(forward), ..view }
            }
            Reason::EarnsAnotherTurn { row } => ReasonView { row: Some(row.to_string()), ..view },
            Reason::ClosesRow { row, behind, pawns, rearmost } => ReasonView {
                row: Some(row.to_string()),
                behind: Some(behind.to_string()),
                pawns: Some(pawns),
                rearmost: Some(rearmost),
                ..view
            },
            Reason::LeavesFewAnswers { right, of } | Reason::KeepsMargin { right, of } => {
                ReasonView { right: Some(right), of: Some(of), ..view }
            }
            Reason::GainsMost { points } => ReasonView { points: Some(points), ..view },
            Reason::LeavesRow { from, to } => {
                ReasonView { from: Some(from.to_string()), to: Some(to.to_string()), ..view }
            }
            Reason::NoChoice | Reason::PreventsWin | Reason::ForcesPass | Reason::DeniesBonus => view,
        }
    }
}
