use linja::{Margin, Side, Winner};

use crate::{Decided, PlayedGame};

/// The results of one player over a number of games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Games lost by a fault of the player, which count among the lost ones.
    pub faults: u64,
    /// The lowest margin among games that the player began, and among games that the opponent began.
    pub lowest: [Option<Margin>; 2],
    /// Games with a margin: those that no fault decided.
    measured: u64,
    margins: i64,
    margins_squared: i64,
    turns: u64,
    lost: u64,
    /// The sum over games of the variance of losses within the game, in fixed point (times 2^20), so that sums are
    /// exact.
    variance: u64,
}

/// An estimate with a 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower bound.
    pub low: f64,
    /// The estimate.
    pub middle: f64,
    /// The upper bound.
    pub high: f64,
}

/// 95 % of a normal distribution lie within this many standard deviations of the mean.
const Z: f64 = 1.96;

const FIXED_POINT: f64 = (1 << 20) as f64;

impl Tally {
    /// Counts a game in which the player had `side`.
    pub fn add<P>(&mut self, played: &PlayedGame<P>, side: Side) {
        match played.winner() {
            Winner::Side(winner) if winner == side => self.wins += 1,
            Winner::Side(_) => self.losses += 1,
            Winner::Draw => self.draws += 1,
        }
        if matches!(played.decided, Decided::ByFault { loser, .. } if loser == side) {
            self.faults += 1;
        }
        if let Some(margin) = played.margin(side) {
            let seat = usize::from(played.game.start().to_move() != side);
            self.lowest[seat] = Some(self.lowest[seat].map_or(margin, |lowest| lowest.min(margin)));
            self.measured += 1;
            self.margins += i64::from(margin.0);
            self.margins_squared += i64::from(margin.0).pow(2);
        }
        let losses = &played.losses[side];
        self.turns += losses.len() as u64;
        self.lost += losses.iter().map(|&loss| u64::from(loss)).sum::<u64>();
        self.variance += (variance(losses) * FIXED_POINT) as u64;
    }

    /// The sum of both tallies.
    #[must_use]
    pub fn and(&self, other: &Tally) -> Tally {
        let lower = |seat: usize| match (self.lowest[seat], other.lowest[seat]) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Tally {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
            faults: self.faults + other.faults,
            lowest: [lower(0), lower(1)],
            measured: self.measured + other.measured,
            margins: self.margins + other.margins,
            margins_squared: self.margins_squared + other.margins_squared,
            turns: self.turns + other.turns,
            lost: self.lost + other.lost,
            variance: self.variance + other.variance,
        }
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Match points: 1 for a win, ½ for a draw.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The share of the match points, 0 to 1, with the Wilson score interval, which stays valid when every game was
    /// won.
    #[must_use]
    pub fn share(&self) -> Interval {
        let games = self.games().max(1) as f64;
        let middle = self.points() / games;
        let centre = (middle + Z * Z / (2.0 * games)) / (1.0 + Z * Z / games);
        let reach = Z / (1.0 + Z * Z / games)
            * (middle * (1.0 - middle) / games + Z * Z / (4.0 * games * games)).sqrt();
        // If every game was won or lost, the bound must be exactly 1 or 0 despite rounding, so that `elo` is infinite.
        let low = if self.wins + self.draws == 0 { 0.0 } else { (centre - reach).max(0.0) };
        let high = if self.losses + self.draws == 0 { 1.0 } else { (centre + reach).min(1.0) };
        Interval { low, middle, high }
    }

    /// The Elo difference to the opponents; infinite if one side won every game.
    #[must_use]
    pub fn elo(&self) -> Interval {
        let elo = |share: f64| 400.0 * (share / (1.0 - share)).log10();
        let share = self.share();
        Interval { low: elo(share.low), middle: elo(share.middle), high: elo(share.high) }
    }

    /// The mean margin of the games that no fault decided.
    #[must_use]
    pub fn margin(&self) -> Interval {
        let games = self.measured.max(1) as f64;
        let middle = self.margins as f64 / games;
        let variance = (self.margins_squared as f64 / games - middle * middle).max(0.0);
        let reach = Z * (variance / games).sqrt();
        Interval { low: middle - reach, middle, high: middle + reach }
    }

    /// The number of turns whose losses are known.
    #[must_use]
    pub fn valued_turns(&self) -> u64 {
        self.turns
    }

    /// The mean number of points lost per turn.
    #[must_use]
    pub fn loss_per_turn(&self) -> f64 {
        self.lost as f64 / self.turns.max(1) as f64
    }

    /// The standard deviation of the points lost per turn within a game.
    #[must_use]
    pub fn spread(&self) -> f64 {
        (self.variance as f64 / FIXED_POINT / self.games().max(1) as f64).sqrt()
    }
}

fn variance(losses: &[u8]) -> f64 {
    let count = losses.len().max(1) as f64;
    let mean = losses.iter().map(|&loss| f64::from(loss)).sum::<f64>() / count;
    losses.iter().map(|&loss| (f64::from(loss) - mean) * (f64::from(loss) - mean)).sum::<f64>() / count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_bounds_a_player_who_won_everything_from_above() {
        for games in 1..1000 {
            let (won, lost) =
                (Tally { wins: games, ..Tally::default() }, Tally { losses: games, ..Tally::default() });
            assert_eq!((won.elo().middle, won.elo().high), (f64::INFINITY, f64::INFINITY), "{games} games");
            assert_eq!(
                (lost.elo().low, lost.elo().middle),
                (-f64::INFINITY, -f64::INFINITY),
                "{games} games"
            );
            assert!(won.elo().low.is_finite() && lost.elo().high.is_finite(), "{games} games");
        }
    }
}
