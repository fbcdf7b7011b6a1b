use linja_players::Reason;
use linja_text::{Catalogues, Language};
use serde::Serialize;

/// One true statement about a turn: its name, its data, and the same in English.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Reason))]
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

impl From<&Reason> for ReasonView {
    fn from(reason: &Reason) -> ReasonView {
        let text = Catalogues::embedded().say(Language::English, &reason.message());
        let view = ReasonView { reason: reason.id(), text, ..ReasonView::default() };
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
