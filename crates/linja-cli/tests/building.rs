//! Runs the programs in `docs/building.md`: blocks marked `run`, against a real server. A block `text output` after one has
//! lines that it must print. Blocks marked `text` hold commands that take longer than a test may: they are run with fewer games.
//!
//! The blocks in Rust are doc tests of `linja-testing`, those marked `console` are run by `docs.rs`, and those marked
//! `python package` by the tests of the Python package.

mod common;

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use common::{command, folder, solved, stderr, stdout};
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

/// A fenced block: where it begins, what it is marked as, and its lines.
struct Block {
    line: usize,
    kind: &'static str,
    body: Vec<&'static str>,
}

fn blocks() -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = GUIDE.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let Some(kind) = line.strip_prefix("```") else { continue };
        let body = lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```").collect();
        blocks.push(Block { line: number + 1, kind, body });
    }
    blocks
}

fn snippets() -> Vec<Snippet> {
    let mut snippets: Vec<Snippet> = Vec::new();
    for Block { line, kind, body } in blocks() {
        match kind.split_once(' ') {
            Some((language, "run")) => snippets.push(Snippet {
                line,
                language: language.into(),
                text: body.join("\n") + "\n",
                expected: Vec::new(),
            }),
            Some(("text", "output")) => {
                let last = snippets.last_mut().expect("output of a program");
                last.expected = body.iter().map(|line| (*line).to_string()).collect();
            }
            _ => assert!(!["python", "js", "sh"].contains(&kind), "line {line}: not marked `run`"),
        }
    }
    snippets
}

/// A folder with the programs that the commands of the guide name: all of them are the bot of the examples.
fn folder_with_bots() -> std::path::PathBuf {
    let folder = folder("building-commands");
    for name in ["my_bot.py", "new", "old"] {
        let bot = folder.join(name);
        fs::copy(root().join("examples/ugi_bot.py"), &bot).expect("a copy");
        fs::set_permissions(&bot, fs::Permissions::from_mode(0o755)).expect("it can be run");
    }
    folder
}

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The command with two games for each pair of players, whatever it says.
fn shortened(command: &str) -> String {
    let mut words: Vec<&str> = command.split(' ').collect();
    if let Some(option) = words.iter().position(|word| *word == "--games") {
        words[option + 1] = "2";
    }
    words.join(" ")
}

#[test]
fn commands_of_the_guide_run() {
    let folder = folder_with_bots();
    let bin = Path::new(env!("CARGO_BIN_EXE_linja")).parent().expect("a folder");
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let mut run = Vec::new();
    for Block { line, body, .. } in blocks().into_iter().filter(|block| block.kind == "text") {
        for command in body {
            if let Some(package) = command.strip_prefix("cargo install --path ") {
                let manifest =
                    fs::read_to_string(root().join(package).join("Cargo.toml")).expect("a package");
                assert!(
                    manifest.contains("[[bin]]\nname = \"linja\"\n"),
                    "docs/building.md:{line}: {command}"
                );
                continue;
            }
            if command == "linja serve" {
                // Ends with the value.
                Server::start("building-serve");
                continue;
            }
            let output = Command::new("sh")
                .args(["-c", &shortened(command)])
                .current_dir(&folder)
                .env("PATH", &path)
                .env("LINJA_HOME", solved())
                .output()
                .expect("a shell");
            assert!(output.status.success(), "docs/building.md:{line}: {command}: {}", stderr(&output));
            assert!(!stdout(&output).is_empty(), "docs/building.md:{line}: {command} prints nothing");
            run.push(command.split(' ').nth(1).unwrap_or_default());
        }
    }
    assert_eq!(run, ["solve", "arena", "arena"]);
}

/// A server with tables, ended when dropped.
struct Server {
    child: Child,
    url: String,
}

impl Server {
    fn start(name: &str) -> Server {
        let folder = folder(name);
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
    let server = Server::start("building-server");
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
