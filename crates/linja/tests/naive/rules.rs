//! The seven rules in which the leaflets differ. Each enum is one line of the table of house rules.

use super::board::Pawn;

/// The opening lands in the goal.
#[derive(Clone, Copy)]
pub(super) enum Goal {
    Stop,
    One,
    Count,
}

/// Something earned that must or may be used.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Duty {
    Must,
    May,
}

/// The pawns that a bonus may move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Movable {
    Own,
    Any,
}

#[derive(Clone, Copy)]
pub(super) enum Over {
    Passed,
    Apart,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    Now,
    Turn,
}

/// A pawn on its own half at the end.
#[derive(Clone, Copy)]
pub(super) enum Left {
    Zero,
    Mirror,
    One,
}

#[derive(Clone, Copy)]
pub(super) struct Rules {
    pub(super) goal: Goal,
    pub(super) follow: Duty,
    pub(super) again: Option<Duty>,
    pub(super) bonus: Option<Movable>,
    pub(super) over: Over,
    pub(super) end: End,
    pub(super) left: Left,
}

impl Rules {
    /// The rule set with a canonical id: a published name, or an edition and the choices in which it differs.
    pub(super) fn named(id: &str) -> Rules {
        let mut parts = id.split('+');
        let mut rules = Rules::published(parts.next().expect("an id begins with a name"));
        for part in parts {
            match part {
                "goal-stop" => rules.goal = Goal::Stop,
                "goal-one" => rules.goal = Goal::One,
                "goal-count" => rules.goal = Goal::Count,
                "follow-must" => rules.follow = Duty::Must,
                "follow-may" => rules.follow = Duty::May,
                "again-none" => rules.again = None,
                "again-must" => rules.again = Some(Duty::Must),
                "again-may" => rules.again = Some(Duty::May),
                "bonus-none" => rules.bonus = None,
                "bonus-own" => rules.bonus = Some(Movable::Own),
                "bonus-any" => rules.bonus = Some(Movable::Any),
                "over-passed" => rules.over = Over::Passed,
                "over-apart" => rules.over = Over::Apart,
                "end-now" => rules.end = End::Now,
                "end-turn" => rules.end = End::Turn,
                "left-zero" => rules.left = Left::Zero,
                "left-mirror" => rules.left = Left::Mirror,
                "left-one" => rules.left = Left::One,
                _ => panic!("no such choice: {part}"),
            }
        }
        rules
    }

    /// The columns of the table.
    fn published(name: &str) -> Rules {
        let classic = Rules {
            goal: Goal::One,
            follow: Duty::Must,
            again: Some(Duty::Must),
            bonus: None,
            over: Over::Passed,
            end: End::Now,
            left: Left::Zero,
        };
        let bonus = Rules {
            goal: Goal::Stop,
            follow: Duty::Must,
            again: None,
            bonus: Some(Movable::Own),
            over: Over::Passed,
            end: End::Turn,
            left: Left::Mirror,
        };
        let geeky = Rules {
            goal: Goal::Stop,
            follow: Duty::May,
            again: None,
            bonus: Some(Movable::Own),
            over: Over::Passed,
            end: End::Turn,
            left: Left::One,
        };
        match name {
            "classic" => classic,
            "bonus" => bonus,
            "geeky" => geeky,
            "bonus-spicy" => Rules { bonus: Some(Movable::Any), ..bonus },
            "geeky-spicy" => Rules { bonus: Some(Movable::Any), ..geeky },
            _ => panic!("no such rule set: {name}"),
        }
    }
}

/// What a single pawn is worth to its owner.
pub(super) fn points(rules: Rules, pawn: Pawn) -> i32 {
    // The value of a row for a player: the goal, then three rows back; the rest is the own half.
    let value_by_distance_to_goal = [5, 3, 2, 1];
    if let Some(value) = value_by_distance_to_goal.get(pawn.steps_to_goal()) {
        return *value;
    }
    match rules.left {
        Left::Zero => 0,
        // R11: minus the value that this row has for the opponent.
        Left::Mirror => {
            let opponent_there = Pawn { colour: pawn.colour.other(), row: pawn.row };
            -value_by_distance_to_goal[opponent_there.steps_to_goal()]
        }
        Left::One => -1,
    }
}
