//! `linja site`: the page as a folder of plain files.

mod folder;
mod puzzles;

use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context as _, bail, ensure};
use indicatif::HumanBytes;
use linja::RuleSet;
use linja_api::{VerdictView, VerdictsView};
use linja_oracle::{Form, Table};
use linja_server::site::{self, Site};

use self::folder::NewFolder;
use self::puzzles::Puzzles;
use crate::args::SiteArgs;
use crate::{Exit, progress, tables};

pub(crate) fn run(args: &SiteArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    ensure!(
        site::has_engine(),
        "this program was built without the engine of the page, which a site needs; build it again after \
         rustup target add wasm32-unknown-unknown"
    );
    let puzzles = Puzzles::new(args.puzzles, with_puzzles(args)?);
    let copied: Vec<Table> =
        distinct(&args.tables).map(|rules| tables::open(rules, &args.data_dir)).collect::<Result<_, _>>()?;
    copied.iter().try_for_each(|table| check_form(table.header().form, table.path(), table.rules()))?;
    let site = Site {
        base: args.base.clone(),
        server: args.server.clone(),
        language: args.lang.language(),
        puzzles: puzzles.days(),
        tables: copied.iter().map(|table| file_name(table.rules())).collect(),
    };
    let folder = NewFolder::beside(&args.out)?;
    progress::catch_interrupts()?;
    for file in site.files() {
        folder.write(&file.path, &file.body)?;
    }
    let verdicts = VerdictsView::new(VerdictView::surveyed);
    folder.write("rules/verdicts.json", &serde_json::to_vec(&verdicts)?)?;
    for table in &copied {
        writeln!(anstream::stderr(), "Copying the table of {}.", table.rules())?;
        let name = format!("tables/{}", file_name(table.rules()));
        let to = folder.place(&name)?;
        fs::copy(table.path(), &to).with_context(|| format!("can't write {}", to.display()))?;
    }
    if puzzles.write(&site, &folder)?.is_break() || progress::interrupted() {
        writeln!(anstream::stderr(), "Interrupted. Nothing was changed.")?;
        return Ok(Exit::Interrupted);
    }
    let (files, bytes) = folder.size()?;
    folder.replace()?;
    writeln!(out, "{}: {files} files, {}", args.out.display(), HumanBytes(bytes))?;
    Ok(Exit::Yes)
}

/// The rule sets without repetitions, in the order of their first mention.
fn distinct(rules: &[RuleSet]) -> impl Iterator<Item = &RuleSet> {
    rules.iter().enumerate().filter(|(place, one)| !rules[..*place].contains(one)).map(|(_, one)| one)
}

fn file_name(rules: &RuleSet) -> String {
    format!("{rules}.linja")
}

/// Refuses a table that the engine of the page can't read.
fn check_form(form: Form, path: &Path, rules: &RuleSet) -> anyhow::Result<()> {
    if let Form::Plain(_) = form {
        return Ok(());
    }
    bail!(
        "browsers can't read the table {}, which linja pack wrote; linja solve --again --rules {rules} replaces it",
        path.display()
    )
}

/// The tables from which puzzles are made.
fn with_puzzles(args: &SiteArgs) -> anyhow::Result<Vec<Table>> {
    if args.puzzles == 0 {
        return Ok(Vec::new());
    }
    if !args.rules.is_empty() {
        return distinct(&args.rules).map(|rules| tables::open(rules, &args.data_dir)).collect();
    }
    let mut found = Vec::new();
    for rules in &RuleSet::ALL {
        found.extend(tables::find(rules, &args.data_dir)?);
    }
    if found.is_empty() {
        writeln!(
            anstream::stderr(),
            "No rule set is solved, so the site gets no puzzles. For those, run linja solve first."
        )?;
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use linja_oracle::Codec;

    use super::*;

    #[test]
    fn packed_tables_are_refused_with_what_to_do() {
        let path = Path::new("tables/bonus.linja");
        for codec in Codec::ALL {
            assert!(check_form(Form::Plain(codec), path, &RuleSet::BONUS).is_ok());
        }
        let error = check_form(Form::Dense, path, &RuleSet::BONUS).expect_err("browsers can't read it");
        assert_eq!(
            error.to_string(),
            "browsers can't read the table tables/bonus.linja, which linja pack wrote; linja solve --again --rules bonus replaces it"
        );
    }

    #[test]
    fn rule_sets_named_twice_count_once() {
        let rules = [RuleSet::GEEKY, RuleSet::CLASSIC, RuleSet::GEEKY, RuleSet::BONUS, RuleSet::CLASSIC];
        assert!(distinct(&rules).eq(&[RuleSet::GEEKY, RuleSet::CLASSIC, RuleSet::BONUS]));
    }
}
