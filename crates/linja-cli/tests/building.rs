//! Runs the programs in `docs/building.md`: blocks marked `run`, against a real server. A block `text output` after one has
//! lines that it must print.
//!
//! The blocks in Rust are doc tests of `linja-testing`, those marked `console` are run by `docs.rs`.

mod common;

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use common::{command, folder, stderr, stdout};
use linja::RuleSet;

const GUIDE: &str = include_str!("../../../docs/building.md");

/// A program in the guide.
struct Snippet {
    line: usize,
    language: String,
    text: String,
    /// The lines that it must print.
    expected: Vec<String>,
}

fn snippets() -> Vec<Snippet> {
    let mut snippets: Vec<Snippet> = Vec::new();
    let mut lines = GUIDE.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let Some(kind) = line.strip_prefix("```") else { continue };
        let body: Vec<&str> =
            lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```").collect();
        match kind.split_once(' ') {
            Some((language, "run")) => snippets.push(Snippet {
                line: number + 1,
                language: language.into(),
                text: body.join("\n") + "\n",
                expected: Vec::new(),
            }),
            Some(("text", "output")) => {
                let last = snippets.last_mut().expect("output of a program");
                last.expected = body.iter().map(|line| (*line).to_string()).collect();
            }
            _ => assert!(!["python", "js", "sh"].contains(&kind), "line {}: not marked `run`", number + 1),
        }
    }
    snippets
}

/// A server with tables, ended when dropped.
struct Server {
    child: Child,
    url: String,
}

impl Server {
    fn start() -> Server {
        let folder = folder("building-server");
        // The games go to a folder of their own; the tables, all of them, are only read.
        let tables = linja_testing::solved(&RuleSet::ALL).join("tables");
        std::os::unix::fs::symlink(tables, folder.join("tables")).expect("a link");
        let args = ["serve", "--no-open", "--rate-limit", "0", "--bind", "127.0.0.1:0"];
        let mut child = command(&folder, &args).stderr(Stdio::null()).spawn().expect("it starts");
        let mut lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        let address = lines.find_map(|line| {
            let line = line.expect("text");
            line.find("http://").map(|start| line[start..].trim_end_matches(['/', '.']).to_string())
        });
        Server { child, url: address.expect("an address") }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn programs_of_the_guide_run() {
    let server = Server::start();
    let folder = folder("building");
    let mut languages = Vec::new();
    for Snippet { line, language, text, expected } in snippets() {
        let (program, name) = match language.as_str() {
            "python" => ("python3", "snippet.py"),
            "js" => ("node", "snippet.mjs"),
            "sh" => ("sh", "snippet.sh"),
            other => panic!("line {line}: no way to run {other}"),
        };
        fs::write(folder.join(name), text).expect("a file");
        let output = Command::new(program)
            .arg(name)
            .current_dir(&folder)
            .env("LINJA_URL", &server.url)
            .output()
            .unwrap_or_else(|error| panic!("{program}: {error}"));
        assert!(output.status.success(), "docs/building.md:{line}: {}", stderr(&output));
        assert!(!stdout(&output).is_empty(), "docs/building.md:{line} prints nothing");
        for wanted in expected {
            assert!(
                stdout(&output).lines().any(|line| line == wanted),
                "docs/building.md:{line}: {}",
                stdout(&output)
            );
        }
        languages.push(language);
    }
    languages.dedup();
    assert_eq!(languages, ["python", "js", "sh"]);
}
