//! Runs every fenced block marked `console` in the documents and compares the output.
//!
//! A block holds shell commands after `$ ` (continued after `> `), each followed by its output, standard output first.
//! The commands of one block run in order in one directory that contains only the records of `docs/`. Blocks marked
//! `console solved` run with tables of all rule sets, the others without tables.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use linja::RuleSet;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The README and everything in `docs/`.
fn documents() -> Vec<PathBuf> {
    let mut documents = vec![root().join("README.md"), root().join("CONTRIBUTING.md")];
    for entry in fs::read_dir(root().join("docs")).expect("the documents") {
        documents.push(entry.expect("an entry").path());
    }
    documents.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    documents.sort();
    documents
}

/// The commands of one block, and whether they need tables.
struct Block {
    solved: bool,
    examples: Vec<Example>,
}

struct Example {
    line: usize,
    command: String,
    expected: String,
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut block: Option<Block> = None;
    for (line, text) in text.lines().enumerate() {
        match &mut block {
            None if text.starts_with("```console") => {
                block = Some(Block { solved: text == "```console solved", examples: Vec::new() });
            }
            None => {}
            Some(_) if text == "```" => blocks.extend(block.take()),
            Some(Block { examples, .. }) => {
                if let Some(command) = text.strip_prefix("$ ") {
                    examples.push(Example {
                        line: line + 1,
                        command: command.into(),
                        expected: String::new(),
                    });
                    continue;
                }
                let example = examples.last_mut().expect("a block begins with a command");
                match text.strip_prefix("> ").or((text == ">").then_some("")) {
                    Some(more) if example.expected.is_empty() => example.command += &format!("\n{more}"),
                    _ => example.expected += &format!("{}\n", text.trim_end()),
                }
            }
        }
    }
    blocks
}

/// A data directory where all rule sets are solved.
fn solved() -> &'static Path {
    static SOLVED: OnceLock<PathBuf> = OnceLock::new();
    SOLVED.get_or_init(|| linja_testing::solved(&RuleSet::ALL))
}

/// The output of the command, run in `directory` with `linja` on the path and tables from `data_dir`.
fn printed(command: &str, directory: &Path, data_dir: &Path) -> String {
    let bin = Path::new(env!("CARGO_BIN_EXE_linja")).parent().expect("a directory");
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh")
        .args(["-c", command])
        .current_dir(directory)
        .env("PATH", path)
        .env("LINJA_HOME", data_dir)
        .env("LC_ALL", "C")
        .output()
        .expect("a shell");
    let bytes = [output.stdout, output.stderr].concat();
    String::from_utf8(bytes).expect("UTF-8").lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

fn copy_records(directory: &Path) {
    for entry in fs::read_dir(root().join("docs")).expect("the documents") {
        let record = entry.expect("an entry").path();
        if record.extension().is_some_and(|extension| extension == "linja") {
            fs::copy(&record, directory.join(record.file_name().expect("a name"))).expect("a copy");
        }
    }
}

#[test]
fn examples_print_what_the_documents_say() {
    let (none, solved) = (Path::new(env!("CARGO_TARGET_TMPDIR")).join("no-tables"), solved());
    let mut count = 0;
    for document in documents() {
        let text = fs::read_to_string(&document).expect("a document");
        for (i, block) in blocks(&text).iter().enumerate() {
            let name = document.file_stem().expect("a name").display().to_string();
            let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("docs-{name}-{i}"));
            let _ = fs::remove_dir_all(&directory);
            fs::create_dir_all(&directory).expect("an empty directory");
            copy_records(&directory);
            let data_dir = if block.solved { solved } else { &none };
            for Example { line, command, expected } in &block.examples {
                let printed = printed(command, &directory, data_dir);
                assert_eq!(&printed, expected, "{}:{line}: {command}", document.display());
                count += 1;
            }
        }
    }
    assert!(count > 0, "there are no examples");
}

#[test]
fn graph_of_the_sample_game_is_the_one_that_is_drawn() {
    let docs = root().join("docs");
    let graph = fs::read_to_string(docs.join("charts/sample-game.svg")).expect("the graph");
    assert_eq!(printed("linja review --svg sample-game.linja", &docs, solved()), graph);
}

/// The documents, and the other pages that a reader may come to.
fn pages() -> Vec<PathBuf> {
    let mut pages = documents();
    pages.extend(["SECURITY.md", "CHANGELOG.md", "npm/README.md"].map(|name| root().join(name)));
    for entry in fs::read_dir(root().join("crates")).expect("the crates") {
        let page = entry.expect("an entry").path().join("README.md");
        pages.extend(page.exists().then_some(page));
    }
    pages
}

/// The targets of the links of a page, outside fenced blocks.
fn links(text: &str) -> Vec<&str> {
    let mut links = Vec::new();
    let mut fenced = false;
    for line in text.lines() {
        fenced ^= line.trim_start().starts_with("```");
        if !fenced {
            links.extend(
                line.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link),
            );
        }
    }
    links
}

/// The anchors of the headings of a page, as GitHub makes them.
fn anchors(text: &str) -> Vec<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    headings
        .map(|line| line.trim_start_matches('#').trim().to_lowercase())
        .map(|heading| heading.chars().filter(kept).collect::<String>().replace(' ', "-"))
        .collect()
}

#[test]
fn links_between_documents_lead_somewhere() {
    for page in pages() {
        let text = fs::read_to_string(&page).expect("a document");
        let folder = page.parent().expect("a folder");
        for link in links(&text).into_iter().filter(|link| !link.contains("://")) {
            let (target, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if target.is_empty() { page.clone() } else { folder.join(target) };
            assert!(target.exists(), "{}: {link} is missing", page.display());
            if !anchor.is_empty() {
                let known = anchors(&fs::read_to_string(&target).expect("a document"));
                assert!(
                    known.iter().any(|known| known == anchor),
                    "{}: {link} has no heading",
                    page.display()
                );
            }
        }
    }
}

#[test]
fn the_index_lists_every_document() {
    let index = fs::read_to_string(root().join("docs/README.md")).expect("the index");
    let linked = links(&index);
    for document in documents() {
        let name = document.file_name().expect("a name").to_str().expect("UTF-8");
        let known = name == "README.md" || linked.iter().any(|link| link.trim_start_matches("../") == name);
        assert!(known, "docs/README.md does not list {}", document.display());
    }
}
