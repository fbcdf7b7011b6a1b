use std::fmt;
use std::time::Duration;

use linja::ParseTurnError;

use crate::ugi::excerpt;

/// What a program did to lose a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    NotStarted(String),
    /// No answer to this request.
    Silent {
        asked: &'static str,
        allowed: Duration,
    },
    Late {
        took: Duration,
        allowed: Duration,
    },
    Illegal {
        answer: String,
        why: String,
    },
    Flood {
        bytes: usize,
    },
    Ended {
        status: Option<String>,
        last_words: Option<String>,
    },
}

impl Fault {
    pub(crate) fn illegal(answer: &str, why: &ParseTurnError) -> Fault {
        Fault::Illegal { answer: excerpt(answer.trim()), why: why.to_string() }
    }

    /// Whether the clock decides, as in a game between people.
    pub(crate) fn is_about_time(&self) -> bool {
        matches!(self, Fault::Late { .. } | Fault::Silent { asked: "go", .. })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = |time: &Duration| time.as_millis();
        match self {
            Fault::NotStarted(why) => write!(f, "can't be started: {why}"),
            Fault::Silent { asked, allowed } => {
                write!(f, "did not answer “{asked}” within {} ms", millis(allowed))
            }
            Fault::Late { took, allowed } => {
                write!(f, "answered late: after {} ms instead of {} ms", millis(took), millis(allowed))
            }
            Fault::Illegal { answer, why } => write!(f, "illegal turn, “{answer}”: {why}"),
            Fault::Flood { bytes } => {
                write!(f, "flooded its output: {bytes} bytes without an answer")
            }
            Fault::Ended { status, last_words } => {
                match status {
                    Some(status) => write!(f, "ended early ({status})")?,
                    None => write!(f, "closed its output")?,
                }
                last_words.as_ref().map_or(Ok(()), |words| write!(f, ", last error “{words}”"))
            }
        }
    }
}
