use linja::{Action, Position, RuleSet};
use linja_oracle::TableError;
use linja_players::search::Trained;
use linja_players::{Hint, HintedTurn, Judge, JudgedTurn, Worth, distinct_results};
use serde::Serialize;

use crate::turn::margin_or_estimate;
use crate::{ReasonView, TurnView};

/// A hint for the player to move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HintView {
    /// The rule set.
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::RuleSet))]
    pub rules: RuleSet,
    /// The position.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub position: Position,
    /// The exact margin under perfect play, for the side to move; `null` if the position is over.
    pub margin: Option<i8>,
    /// The margin estimated by a search, in points, if the exact margin is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub estimate: Option<f64>,
    /// The weights that the estimate comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<WeightsWord>,
    /// The number of different results that keep the margin.
    // `null` only for estimates.
    pub right: Option<usize>,
    /// The number of different results.
    pub results: usize,
    /// The first action of the best turn, as a hint that leaves the rest to the player.
    #[cfg_attr(feature = "schema", schema(value_type = Option<String>))]
    pub opening: Option<Action>,
    /// The best turns.
    pub turns: Vec<HintedTurnView>,
}

/// Which weights the evaluation of the search has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Weights))]
#[serde(rename_all = "snake_case")]
pub enum WeightsWord {
    /// Trained on positions of the rule set.
    RuleSet,
    /// Put together from a part for each choice of the house rules: less accurate.
    Choices,
}

/// A turn and why it is good or bad.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = HintedTurn))]
pub struct HintedTurnView {
    /// The turn.
    #[serde(flatten)]
    pub turn: TurnView,
    /// The points that the turn loses.
    // `null` only for estimates.
    pub lost: Option<u8>,
    /// The reasons, the most important first.
    pub reasons: Vec<ReasonView>,
}

impl HintView {
    /// The number of turns in a hint.
    pub const TURNS: usize = 3;

    /// A hint of [`HintView::TURNS`] turns, from the table or the search of the judge.
    ///
    /// # Errors
    /// If a required part of the table is damaged.
    pub fn judged(judge: &mut Judge, position: &Position) -> Result<HintView, TableError> {
        if let Judge::Oracle(table) = judge {
            let hint = Hint::new(&**table, position, HintView::TURNS)?;
            return Ok(HintView::new(*table.rules(), position, hint.as_ref()));
        }
        let results = distinct_results(judge.turns(position)?);
        Ok(HintView::searched(*judge.rules(), position, &results, HintView::TURNS))
    }

    /// A hint from a table; `hint` is `None` if the position is over.
    #[must_use]
    pub fn new(rules: RuleSet, position: &Position, hint: Option<&Hint>) -> HintView {
        HintView {
            rules,
            position: *position,
            margin: hint.map(|hint| hint.best().turn.value.0),
            estimate: None,
            weights: None,
            right: Some(hint.map_or(0, |hint| hint.right)),
            results: hint.map_or(0, |hint| hint.results),
            opening: hint.and_then(Hint::opening),
            turns: hint.iter().flat_map(|hint| &hint.turns).map(HintedTurnView::from).collect(),
        }
    }

    /// A hint from a search: the best turn first, at most `most` turns with different results. A search gives no
    /// reasons, because reasons must be exact.
    #[must_use]
    pub fn searched(rules: RuleSet, position: &Position, results: &[JudgedTurn], most: usize) -> HintView {
        let best = results.first();
        let lost = |judged: &JudgedTurn| match (best?.value, judged.value) {
            (Worth::Exact(best), Worth::Exact(margin)) => Some(best.0.abs_diff(margin.0)),
            _ => None,
        };
        let turn = |judged: &JudgedTurn| HintedTurnView {
            turn: judged.into(),
            lost: lost(judged),
            reasons: Vec::new(),
        };
        let (margin, estimate) = best.map_or((None, None), |best| margin_or_estimate(best.value));
        let is_exact = estimate.is_none();
        let right = results.iter().filter(|judged| lost(judged) == Some(0)).count();
        HintView {
            rules,
            position: *position,
            margin,
            estimate,
            weights: estimate.map(|_| Trained::of(&rules).into()),
            right: is_exact.then_some(right),
            results: results.len(),
            opening: best.and_then(|best| best.item.turn.actions().first().copied()),
            turns: results.iter().take(most).map(turn).collect(),
        }
    }
}

impl From<Trained> for WeightsWord {
    fn from(trained: Trained) -> WeightsWord {
        match trained {
            Trained::ForRuleSet => WeightsWord::RuleSet,
            Trained::ForChoices => WeightsWord::Choices,
        }
    }
}

impl From<&HintedTurn> for HintedTurnView {
    fn from(hinted: &HintedTurn) -> HintedTurnView {
        HintedTurnView {
            turn: TurnView::from(&hinted.turn),
            lost: Some(hinted.lost),
            reasons: hinted.reasons.iter().map(ReasonView::from).collect(),
        }
    }
}
