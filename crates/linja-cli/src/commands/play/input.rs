//! Where turns are typed.

use std::io::{self, IsTerminal as _, Stdin, Write};

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use crate::lines::{BadLine, Lines};

const PROMPT: &str = "> ";

/// A terminal, where a line can be edited and earlier ones come back; or a file or pipe, whose lines are echoed, so that the
/// output reads like a terminal session.
pub(super) enum Input {
    Terminal(Box<DefaultEditor>),
    Stream { lines: Lines<Stdin>, echo: bool },
}

impl Input {
    pub(super) fn new() -> Input {
        let is_terminal = io::stdin().is_terminal();
        // Where the terminal can't be controlled, lines are read as the system gives them.
        match DefaultEditor::new() {
            Ok(editor) if is_terminal && io::stdout().is_terminal() => Input::Terminal(Box::new(editor)),
            _ => Input::Stream { lines: Lines::new(io::stdin()), echo: !is_terminal },
        }
    }

    /// Prompts, and reads a line; `None` at the end of the input, or after Ctrl-C.
    pub(super) fn next_line(
        &mut self,
        out: &mut impl Write,
    ) -> anyhow::Result<Option<Result<String, BadLine>>> {
        match self {
            Input::Terminal(editor) => {
                out.flush()?;
                edited(editor)
            }
            Input::Stream { lines, echo } => {
                write!(out, "{PROMPT}")?;
                out.flush()?;
                let line = lines.next_line()?;
                if *echo {
                    let shown = line.as_ref().and_then(|line| line.as_deref().ok()).unwrap_or_default();
                    writeln!(out, "{}", shown.trim())?;
                } else if line.is_none() {
                    writeln!(out)?;
                }
                Ok(line)
            }
        }
    }
}

fn edited(editor: &mut DefaultEditor) -> anyhow::Result<Option<Result<String, BadLine>>> {
    match editor.readline(PROMPT) {
        Ok(line) => {
            // An entry that can't be kept is only missing in the history.
            let _ = editor.add_history_entry(line.trim());
            Ok(Some(Ok(line)))
        }
        Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
        Err(error) => Err(error.into()),
    }
}
