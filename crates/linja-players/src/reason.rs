//! Why a turn is good or bad: the facts that a hint may state, and their English words.

use std::fmt;

use linja::{Action, ActionKind, Margin, Row};

use crate::Outcome;

/// One true statement about a turn, with everything that is needed to say it in any language.
///
/// Each is checked against the position before the turn, the position after it and the exact margins; what could only be
/// guessed is not said. *Result* means a different position (or end of the game) that a turn can lead to: two written
/// turns with the same result are not told apart. The *score as it stands* is what [`Position::score`] counts in a
/// position, over or not.
///
/// [`Position::score`]: linja::Position::score
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The turn ends the game with this margin for the side that plays it.
    EndsGame {
        /// Final: nobody can change it.
        margin: Margin,
    },
    /// The game ends while the opponent has pawns on its own half, where a pawn is worth nothing or less.
    StrandsPawns {
        /// How many, at least one.
        pawns: u8,
    },
    /// It is the one possible result.
    NoChoice,
    /// It wins, and no other result does.
    OnlyWin {
        /// How many points the next best result loses.
        ahead: u8,
    },
    /// It draws, and every other result loses.
    OnlyDraw {
        /// How many points the next best result loses.
        ahead: u8,
    },
    /// It has the best margin, and every other result has a lower one. Not said with [`Reason::OnlyWin`] and
    /// [`Reason::OnlyDraw`], which say more.
    OnlyBest {
        /// How many points the next best result loses.
        ahead: u8,
    },
    /// It does not have the best margin.
    GivesAway {
        /// How many points are lost.
        points: u8,
        /// What the best result would have been.
        from: Outcome,
        /// What it is after this turn.
        to: Outcome,
    },
    /// If it were the opponent's turn, with all pawns as they stand before this turn, it could end the game and win with
    /// one turn. After this turn it can't.
    PreventsWin,
    /// The game goes on, and the opponent, who had an opening before the turn, has none.
    ForcesPass,
    /// The turn makes a bonus step.
    EarnsBonus {
        /// The step; its kind says whose pawn moves.
        step: Action,
        /// The step goes towards the goal of the pawn's owner.
        forward: bool,
    },
    /// The turn has a second opening, earned by a follow-up onto this empty row.
    EarnsAnotherTurn {
        /// The row that was empty.
        row: Row,
    },
    /// The row was not full before and is full after the turn, and the opponent has pawns right before it, there before
    /// and after the turn: they could open onto the row and now can't. The game goes on.
    ClosesRow {
        /// The row that is full now.
        row: Row,
        /// Where those pawns stand.
        behind: Row,
        /// How many they are, at least one.
        pawns: u8,
        /// No pawn of the opponent stands further back.
        rearmost: bool,
    },
    /// If it were the opponent's turn, with all pawns as they stand before this turn, it could make a bonus step. After
    /// this turn it can't. The game goes on.
    DeniesBonus,
    /// The game goes on, and of the results that the opponent can choose, at most one in ten keeps its best margin.
    LeavesFewAnswers {
        /// How many keep it.
        right: usize,
        /// How many there are.
        of: usize,
    },
    /// There are more own pawns in the goal than before.
    ReachesGoal {
        /// How many more.
        pawns: u8,
    },
    /// The margin of the score as it stands rises, and no other result raises it more.
    GainsMost {
        /// By how many points it rises, at least one.
        points: u8,
    },
    /// The own rearmost pawns leave their row, and the new rearmost one stands further ahead.
    LeavesRow {
        /// Where the rearmost pawn was.
        from: Row,
        /// Where the rearmost pawn is now.
        to: Row,
    },
    /// It has the best margin, and so have other results.
    KeepsMargin {
        /// How many results have the best margin, at least two.
        right: usize,
        /// How many results there are.
        of: usize,
    },
}

impl Reason {
    /// The name in JSON and message catalogues.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        match self {
            Reason::EndsGame { .. } => "ends_game",
            Reason::StrandsPawns { .. } => "strands_pawns",
            Reason::NoChoice => "no_choice",
            Reason::OnlyWin { .. } => "only_win",
            Reason::OnlyDraw { .. } => "only_draw",
            Reason::OnlyBest { .. } => "only_best",
            Reason::GivesAway { .. } => "gives_away",
            Reason::PreventsWin => "prevents_win",
            Reason::ForcesPass => "forces_pass",
            Reason::EarnsBonus { .. } => "earns_bonus",
            Reason::EarnsAnotherTurn { .. } => "earns_another_turn",
            Reason::ClosesRow { .. } => "closes_row",
            Reason::DeniesBonus => "denies_bonus",
            Reason::LeavesFewAnswers { .. } => "leaves_few_answers",
            Reason::ReachesGoal { .. } => "reaches_goal",
            Reason::GainsMost { .. } => "gains_most",
            Reason::LeavesRow { .. } => "leaves_row",
            Reason::KeepsMargin { .. } => "keeps_margin",
        }
    }
}

/// Writes the reason in English, as a part of a sentence whose subject is the turn.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Reason::EndsGame { margin } => match Outcome::of(margin) {
                Outcome::Win => write!(f, "wins outright by {}", margin.0),
                Outcome::Draw => write!(f, "ends the game as a draw"),
                Outcome::Loss => write!(f, "ends the game, lost by {}", margin.0.unsigned_abs()),
            },
            Reason::StrandsPawns { pawns: 1 } => write!(f, "strands a pawn of the opponent on its own half"),
            Reason::StrandsPawns { pawns } => {
                write!(f, "strands {pawns} pawns of the opponent on their own half")
            }
            Reason::NoChoice => write!(f, "is all that can be done"),
            Reason::OnlyWin { ahead } => write!(f, "is all that wins; the next best loses {}", Points(ahead)),
            Reason::OnlyDraw { ahead } => {
                write!(f, "is all that holds the draw; the next best loses {}", Points(ahead))
            }
            Reason::OnlyBest { ahead } => write!(f, "is best alone; the next best loses {}", Points(ahead)),
            Reason::GivesAway { points, from, to } => {
                write!(f, "gives away {}", Points(points))?;
                if from == to { Ok(()) } else { write!(f, " and the {}", from.id()) }
            }
            Reason::PreventsWin => write!(f, "stops the opponent from winning at once"),
            Reason::ForcesPass => write!(f, "makes the opponent pass"),
            Reason::EarnsBonus { step, forward } => {
                let whose =
                    if step.kind == ActionKind::BonusOnOpponent { "an opponent's pawn" } else { "a pawn" };
                let way = if forward { "forward" } else { "back" };
                write!(f, "earns a bonus: {whose} {way} from {} to {}", step.from, step.to)
            }
            Reason::EarnsAnotherTurn { row } => write!(f, "earns another turn on the empty row {row}"),
            Reason::ClosesRow { row, behind, pawns, rearmost } => {
                let last = if rearmost { "rearmost " } else { "" };
                match pawns {
                    1 => write!(f, "closes row {row} to the opponent's {last}pawn on {behind}"),
                    _ => write!(f, "closes row {row} to the opponent's {pawns} {last}pawns on {behind}"),
                }
            }
            Reason::DeniesBonus => write!(f, "takes away the opponent's chance of a bonus"),
            Reason::LeavesFewAnswers { right: 1, of } => {
                write!(f, "leaves the opponent one right answer among {of}")
            }
            Reason::LeavesFewAnswers { right, of } => {
                write!(f, "leaves the opponent {right} right answers among {of}")
            }
            Reason::ReachesGoal { pawns: 1 } => write!(f, "brings a pawn into the goal"),
            Reason::ReachesGoal { pawns } => write!(f, "brings {pawns} pawns into the goal"),
            Reason::GainsMost { points } => write!(f, "gains {} at once, no turn more", Points(points)),
            Reason::LeavesRow { from, to } => {
                write!(f, "leaves no pawn on {from}; the rearmost is on {to} now")
            }
            Reason::KeepsMargin { right, of } if right == of => {
                write!(f, "keeps the margin, as every turn does")
            }
            Reason::KeepsMargin { right, of } => write!(f, "keeps the margin, as {right} of {of} results do"),
        }
    }
}

/// `1 point`, `2 points`.
struct Points(u8);

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} point{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_one_are_written_as_such() {
        let ahead = |ahead| Reason::OnlyWin { ahead }.to_string();
        assert_eq!(ahead(1), "is all that wins; the next best loses 1 point");
        assert_eq!(ahead(2), "is all that wins; the next best loses 2 points");
        assert_eq!(Reason::ReachesGoal { pawns: 1 }.to_string(), "brings a pawn into the goal");
        assert_eq!(Reason::ReachesGoal { pawns: 2 }.to_string(), "brings 2 pawns into the goal");
    }

    #[test]
    fn what_is_given_away_is_named() {
        let reason = |from, to| Reason::GivesAway { points: 3, from, to }.to_string();
        assert_eq!(reason(Outcome::Win, Outcome::Win), "gives away 3 points");
        assert_eq!(reason(Outcome::Win, Outcome::Loss), "gives away 3 points and the win");
        assert_eq!(reason(Outcome::Draw, Outcome::Loss), "gives away 3 points and the draw");
    }
}
