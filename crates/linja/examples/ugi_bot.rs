//! A bot for `linja arena` in 40 lines: plays the turn after which it leads by most points.
//!
//! ```text
//! cargo build --release -p linja --example ugi_bot
//! linja arena --players cmd:target/release/examples/ugi_bot,3
//! ```
//!
//! It speaks the engine protocol, `docs/engine-protocol.md`.

use std::io::{self, BufRead, Write};

use linja::{Game, Position, RuleSet, Turn};

fn main() -> io::Result<()> {
    run(io::stdin().lock(), io::stdout().lock())
}

/// Answers the lines of `input` until `quit`.
///
/// # Errors
/// If a line can't be read or is not as the protocol has it, or if an answer can't be written.
pub fn run(input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut rules = RuleSet::BONUS;
    let mut game = None;
    for line in input.lines() {
        let line = line?;
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            ["ugi"] => {
                writeln!(output, "id name Greedy\noption name Rules type string default bonus\nugiok")?;
            }
            ["isready"] => writeln!(output, "readyok")?,
            ["setoption", "name", "Rules", "value", ref id @ ..] => {
                rules = id.join(" ").parse().map_err(io::Error::other)?;
            }
            ["position", ref words @ ..] => game = Some(set_up(rules, words).map_err(io::Error::other)?),
            ["go", ..] => {
                let turn =
                    game.as_ref().and_then(best).map_or("none".into(), |turn| turn.compact().to_string());
                writeln!(output, "bestmove {turn}")?;
            }
            ["quit"] => break,
            _ => {}
        }
        output.flush()?;
    }
    Ok(())
}

/// `startpos` or `fen <position>`, then `moves` and turns.
fn set_up(rules: RuleSet, words: &[&str]) -> Result<Game, Box<dyn std::error::Error + Send + Sync>> {
    let (start, moves) =
        words.split_at(words.iter().position(|&word| word == "moves").unwrap_or(words.len()));
    let start = if start == ["startpos"] {
        Position::default()
    } else {
        start.get(1..).unwrap_or_default().join(" ").parse()?
    };
    let mut game = Game::from_position(rules, start);
    for turn in moves.iter().skip(1) {
        game.play_text(turn)?;
    }
    Ok(game)
}

fn best(game: &Game) -> Option<Turn> {
    let turns = game.position().turns(game.rules());
    turns.iter().max_by_key(|turn| turn.result.margin(game.rules())).map(|turn| turn.turn)
}
