use linja::Message;
use linja_players::Reason;
use serde::Serialize;

/// One fact about a turn: its name, its values, and its English text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = Reason))]
pub struct ReasonView {
    /// The name of the reason, such as `only_win`.
    pub reason: &'static str,
    /// The English text.
    pub text: String,
    /// The id of the text in the catalogues, and its values.
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schema(value_type = crate::schema::Message))]
    pub message: Message,
    /// The final margin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<i8>,
    /// The number of pawns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pawns: Option<u8>,
    /// The points that the next best result loses.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ahead: Option<u8>,
    /// The points gained or given away.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u8>,
    /// The outcome (`win`, `draw`, `loss`) or the row before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The outcome or the row after.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// The bonus action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<String>,
    /// Whether the bonus moves the pawn towards its goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forward: Option<bool>,
    /// A row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<String>,
    /// The row of the pawns that are blocked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub behind: Option<String>,
    /// Whether no opposing pawn is further back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rearmost: Option<bool>,
    /// The number of results that keep the margin.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub right: Option<usize>,
    /// The number of all results.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<usize>,
}

#[cfg(feature = "native")]
fn english(message: &Message) -> String {
    linja_text::Catalogues::embedded().say(linja_text::Language::English, message)
}

/// The id: the texts are not in the program.
#[cfg(not(feature = "native"))]
fn english(message: &Message) -> String {
    message.to_string()
}

impl From<&Reason> for ReasonView {
    fn from(reason: &Reason) -> ReasonView {
        let message = reason.message();
        let view = ReasonView {
            reason: reason.id(),
            text: english(&message),
            message,
            margin: None,
            pawns: None,
            ahead: None,
            points: None,
            from: None,
            to: None,
            step: None,
            forward: None,
            row: None,
            behind: None,
            rearmost: None,
            right: None,
            of: None,
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
