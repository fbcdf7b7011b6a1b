use std::io::Write;

use linja::{Rule, RuleSet};
use linja_api::{ComparedRuleSet, RuleSetView, RulesView};
use linja_oracle::survey::{self, Row};

use crate::Exit;
use crate::args::RulesArgs;
use crate::report::write_json;

pub(crate) fn run(args: &RulesArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    match (args.rules, args.all) {
        (Some(rules), _) if args.json => write_json(&ComparedRuleSet::from(&rules), out)?,
        (Some(rules), _) => write_one(&rules, out)?,
        (None, true) if args.json => {
            let every: Vec<RuleSetView> = RuleSet::every().map(|rules| (&rules).into()).collect();
            write_json(&every, out)?;
        }
        (None, true) => RuleSet::every().try_for_each(|rules| writeln!(out, "{rules}"))?,
        (None, false) if args.json => write_json(&RulesView::new(), out)?,
        (None, false) => write_rules(out)?,
    }
    Ok(Exit::Yes)
}

/// The editions and the rules with their choices.
fn write_rules(out: &mut impl Write) -> std::io::Result<()> {
    writeln!(out, "{} rule sets. Published:", RuleSet::COUNT)?;
    for rules in RuleSet::ALL {
        let choices = rules.choices().map(|choice| choice.to_string()).join(" ");
        writeln!(out, "  {rules:11}  {choices}")?;
    }
    for rule in Rule::ALL {
        writeln!(out, "\n{}", rule.message())?;
        for choice in rule.choices() {
            writeln!(out, "  {choice:11}  {}", choice.message())?;
        }
    }
    writeln!(out, "\nA rule set is a published one and the choices that differ, as in bonus+follow-may.")
}

/// One rule set in words, what differs from each edition, and who should win.
fn write_one(rules: &RuleSet, out: &mut impl Write) -> std::io::Result<()> {
    writeln!(out, "{rules}\n")?;
    for choice in rules.choices() {
        writeln!(out, "  {choice:11}  {} {}", choice.rule().message(), choice.message())?;
    }
    writeln!(out)?;
    for edition in [RuleSet::CLASSIC, RuleSet::BONUS, RuleSet::GEEKY] {
        let own = rules
            .differences(&edition)
            .map(|choice| format!("{choice} (there {})", edition.choice(choice.rule()).word()));
        let own: Vec<String> = own.collect();
        let differs = if own.is_empty() { "no difference".into() } else { own.join(", ") };
        writeln!(out, "  {edition:7}  {differs}")?;
    }
    match survey::row(rules) {
        Some(row) => writeln!(out, "\n{}", verdict(row)),
        None => writeln!(out, "\nWho should win is not known here: linja solve --rules {rules} finds out."),
    }
}

/// Who should win, in words.
fn verdict(row: &Row) -> String {
    let Row { value, best_turns, turns, .. } = row;
    let margin = value.0.unsigned_abs();
    let outcome = match value.0 {
        0 => "the game is a draw".into(),
        1.. => format!("the player who begins wins by {margin}"),
        _ => format!("the second player wins by {margin}"),
    };
    format!("With perfect play {outcome}; {best_turns} of the {turns} first turns keep it.")
}
