//! The commands of the engine protocol, UGI. The engine reads them, the arena writes them
//! (`docs/engine-protocol.md`).

mod go;

use std::fmt;

use linja::{Position, Side};

pub(crate) use go::Go;

/// A line to an engine.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Request {
    Ugi,
    IsReady,
    NewGame,
    SetOption {
        name: String,
        value: String,
    },
    Position {
        start: Position,
        /// As written: whether they are legal depends on the rule set.
        turns: Vec<String>,
    },
    Go(Go),
    Stop,
    Query(Query),
    Quit,
}

/// A question about the position. The last two are our own; the protocol has the first three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Query {
    GameOver,
    Player1Turn,
    Result,
    Fen,
    Turns,
}

impl Query {
    const ALL: [(Query, &str); 5] = [
        (Query::GameOver, "gameover"),
        (Query::Player1Turn, "p1turn"),
        (Query::Result, "result"),
        (Query::Fen, "fen"),
        (Query::Turns, "turns"),
    ];
}

/// Player 1 of the protocol.
pub(crate) const PLAYER_1: Side = Side::Black;

impl Request {
    /// Reads a line; `None` if it is blank.
    ///
    /// # Errors
    /// What is wrong with the line.
    pub(crate) fn read(line: &str) -> Result<Option<Request>, String> {
        let mut words = line.split_whitespace();
        let Some(command) = words.next() else { return Ok(None) };
        let rest: Vec<&str> = words.collect();
        let request = match command {
            "ugi" => Request::Ugi,
            "isready" => Request::IsReady,
            "uginewgame" => Request::NewGame,
            "setoption" => read_option(&rest)?,
            "position" => read_position(&rest)?,
            "go" => Request::Go(Go::read(&rest)?),
            "stop" => Request::Stop,
            "query" => read_query(&rest)?,
            "quit" => Request::Quit,
            _ => {
                return Err(format!(
                    "unknown command “{}”: use ugi, isready, uginewgame, setoption, position, go, stop, query or quit",
                    excerpt(command)
                ));
            }
        };
        Ok(Some(request))
    }
}

fn read_option(words: &[&str]) -> Result<Request, String> {
    let value = words.iter().position(|&word| word == "value").unwrap_or(words.len());
    match words[..value].split_first() {
        Some((&"name", name)) if !name.is_empty() => Ok(Request::SetOption {
            name: name.join(" "),
            value: words.get(value + 1..).unwrap_or_default().join(" "),
        }),
        _ => Err("an option is set with setoption name <name> value <value>".into()),
    }
}

fn read_position(words: &[&str]) -> Result<Request, String> {
    let moves = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
    let start = match words[..moves].split_first() {
        Some((&"startpos", [])) => Position::default(),
        // A position has a blank in it, so everything up to “moves” belongs to it.
        Some((&"fen", position)) => {
            position.join(" ").parse().map_err(|error| format!("can't read the position: {error}"))?
        }
        _ => {
            return Err(
                "a position is set with position startpos or position fen <position>, and moves <turns> after it"
                    .into(),
            );
        }
    };
    let turns = words.get(moves + 1..).unwrap_or_default().iter().map(ToString::to_string).collect();
    Ok(Request::Position { start, turns })
}

fn read_query(words: &[&str]) -> Result<Request, String> {
    let known = |&&(_, word): &&(Query, &str)| words == [word];
    Query::ALL
        .iter()
        .find(known)
        .map(|&(query, _)| Request::Query(query))
        .ok_or_else(|| "a query is one of gameover, p1turn, result, fen and turns".into())
}

/// The beginning of a text, short and without control characters.
pub(crate) fn excerpt(text: &str) -> String {
    shortened(text, 40)
}

/// The start of a text, with control characters escaped.
pub(crate) fn shortened(text: &str, longest: usize) -> String {
    let mut quoted: String = text.chars().take(longest).flat_map(char::escape_debug).collect();
    if text.chars().nth(longest).is_some() {
        quoted.push('…');
    }
    quoted
}

/// Writes the line without its end.
impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Request::Ugi => f.write_str("ugi"),
            Request::IsReady => f.write_str("isready"),
            Request::NewGame => f.write_str("uginewgame"),
            Request::SetOption { name, value } => write!(f, "setoption name {name} value {value}"),
            Request::Position { start, turns } => {
                if *start == Position::default() {
                    f.write_str("position startpos")?;
                } else {
                    write!(f, "position fen {start}")?;
                }
                if !turns.is_empty() {
                    write!(f, " moves {}", turns.join(" "))?;
                }
                Ok(())
            }
            Request::Go(go) => go.fmt(f),
            Request::Stop => f.write_str("stop"),
            Request::Query(query) => {
                let word = Query::ALL.iter().find(|(known, _)| known == query).map_or("", |(_, word)| word);
                write!(f, "query {word}")
            }
            Request::Quit => f.write_str("quit"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_read_back_as_they_are_written() {
        for line in [
            "ugi",
            "isready",
            "uginewgame",
            "setoption name Rules value bonus+follow-may",
            "position startpos",
            "position startpos moves abac hghf",
            "position fen 00000417/63102000 r moves pass abce/bcdf+gh",
            "go",
            "go p1time 1000 p2time 900 p1inc 10 p2inc 0",
            "go movetime 500",
            "go nodes 5000",
            "go depth 3",
            "go infinite",
            "go perft 2",
            "stop",
            "query gameover",
            "query p1turn",
            "query result",
            "query fen",
            "query turns",
            "quit",
        ] {
            let request = Request::read(line).expect(line).expect("not blank");
            assert_eq!(request.to_string(), line);
        }
    }

    #[test]
    fn reading_is_lenient_about_blanks_and_separators() {
        let read = |line| Request::read(line).expect("legible").expect("not blank").to_string();
        assert_eq!(
            read("  position   fen 61111110-01111116-b\tmoves  abac \r\n"),
            "position startpos moves abac"
        );
        assert_eq!(
            read("setoption name Rules value bonus follow-may"),
            "setoption name Rules value bonus follow-may"
        );
        assert_eq!(read("position startpos moves"), "position startpos");
        assert_eq!(Request::read(" \t\r\n"), Ok(None));
    }

    #[test]
    fn what_is_wrong_with_a_line_is_told() {
        for (line, wrong) in [
            ("dance", "unknown command “dance”"),
            ("UGI", "unknown command “UGI”"),
            ("position", "position startpos or position fen"),
            ("position startpos abac", "position startpos or position fen"),
            ("position fen 6 moves ab", "can't read the position: character 2"),
            ("setoption Rules", "setoption name <name> value <value>"),
            ("setoption name value x", "setoption name <name> value <value>"),
            ("query", "a query is one of"),
            ("query gameover now", "a query is one of"),
            ("go depth", "“depth” needs a number"),
            ("go depth x", "“depth” needs a number"),
            ("go home", "“home” is no part of go"),
        ] {
            let error = Request::read(line).expect_err(line);
            assert!(error.contains(wrong), "{line}: {error}");
        }
        let long = Request::read(&"\u{7}x".repeat(500)).expect_err("no command");
        assert!(long.len() < 400 && !long.contains('\u{7}'), "{long}");
    }
}
