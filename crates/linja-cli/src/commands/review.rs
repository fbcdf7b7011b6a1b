use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use linja::{BySide, Record, Side, Termination};
use linja_api::ReviewView;
use linja_oracle::Table;
use linja_players::{Grade, MarginGraph, PlayedLike, Review, ReviewedTurn, Summary};

use crate::args::{DataDirArg, ReviewArgs};
use crate::board::{BLACK, QUIET, RED, STRONG};
use crate::texts::Texts;
use crate::{Exit, record_file, report, tables};

const WARNING: Style = AnsiColor::Yellow.on_default();
const ALARM: Style = AnsiColor::Red.on_default();

pub(crate) fn run<W: Write>(args: &ReviewArgs, out: &mut W) -> anyhow::Result<Exit> {
    let mut table = None;
    if args.svg {
        return record_file::report_single(&args.record, out, |record, out| {
            let review = review(record, &mut table, &args.data_dir)?;
            Ok(write!(out, "{}", MarginGraph { review: &review, names: names(record) })?)
        });
    }
    record_file::report_each(&args.record, out, |record, out| {
        let review = review(record, &mut table, &args.data_dir)?;
        if args.record.json {
            let names = Some(names(record).map(str::to_string));
            report::write_json(&ReviewView { names, ..ReviewView::new(record.game(), &review) }, out)?;
        } else {
            write_review(record, &review, out)?;
        }
        Ok(())
    })
}

/// Reviews a record with `table`, the last one that was used, or else with that of its rule set, which stays in `table`.
fn review(record: &Record, table: &mut Option<Table>, data_dir: &DataDirArg) -> anyhow::Result<Review> {
    let rules = record.game().rules();
    let table = match table.take().filter(|last| last.rules() == rules) {
        Some(last) => table.insert(last),
        None => table.insert(tables::open(rules, data_dir)?),
    };
    Review::of(record.game(), table).map_err(|error| tables::unusable(error, table))
}

/// The players' names; a nameless player gets the name of the side.
fn names(record: &Record) -> BySide<&str> {
    let name = |tag, colour| record.tag(tag).filter(|name| !name.is_empty()).unwrap_or(colour);
    BySide { black: name("Black", "Black"), red: name("Red", "Red") }
}

fn write_review(record: &Record, review: &Review, out: &mut impl Write) -> io::Result<()> {
    let (game, names) = (record.game(), names(record));
    writeln!(
        out,
        "{BLACK}● {}{BLACK:#} against {RED}○ {}{RED:#}, rules {}{}",
        names.black,
        names.red,
        game.rules(),
        record.tag("Date").map_or(String::new(), |date| format!(", {date}"))
    )?;
    let score = game.score();
    writeln!(
        out,
        "{}, score {}:{}",
        record_file::result_in_words(game, Texts::english()),
        score.black,
        score.red
    )?;
    if !review.turns.is_empty() {
        writeln!(out)?;
        write_turns(record, review, out)?;
        writeln!(out)?;
        write_players(review, out)?;
    }
    writeln!(out)?;
    let BySide { black, red } = review.players;
    // Only a normal end is final; after a resignation the margin is that of perfect play from there.
    let end = if game.termination() == Some(Termination::Normal) { "at the end" } else { "by perfect play" };
    writeln!(
        out,
        "Margin for Black: {} at the start - {} by Black + {} by Red = {} {end}",
        review.start, black.lost, red.lost, review.end
    )?;
    write_turning_point(review, out)
}

/// Writes a line for each turn, and below it what is noted in the record.
fn write_turns(record: &Record, review: &Review, out: &mut impl Write) -> io::Result<()> {
    let width = |turns: &mut dyn Iterator<Item = usize>| turns.max().unwrap_or(0).max(4);
    let turn = width(&mut review.turns.iter().map(|turn| turn.complete.turn.to_string().len()));
    writeln!(
        out,
        "{QUIET}{:7}{:turn$}  {:>6}  {:>4}  {:15}  best{QUIET:#}",
        "", "turn", "margin", "lost", "grade"
    )?;
    for (index, reviewed) in review.turns.iter().enumerate() {
        let line = turn_line(reviewed, turn);
        writeln!(out, "{}", line.trim_end())?;
        if let Some(note) = record.note(index) {
            writeln!(out, "{QUIET}{:6}{note}{QUIET:#}", "")?;
        }
    }
    Ok(())
}

fn turn_line(turn: &ReviewedTurn, width: usize) -> String {
    let number = format!("{}.", turn.number);
    let mark = side_mark(turn.side);
    let written = turn.complete.turn.to_string();
    let margin = turn.after_for_black().to_string();
    let line = format!("{QUIET}{number:>4}{QUIET:#}{mark} {written:width$}  {margin:>6}");
    let Some(best) = &turn.best else { return line };
    let style = match turn.grade {
        Grade::Best => Style::new(),
        Grade::Inaccuracy => WARNING,
        Grade::Mistake => ALARM,
        Grade::Blunder => ALARM.bold(),
    };
    let grade = format!("{:2} {:10}", turn.grade.sign(), turn.grade.id());
    let swap = if turn.changes_result { "⇄" } else { " " };
    let (lost, best) = (turn.lost, best.item.turn);
    format!("{line}  {lost:>4}  {style}{grade}{style:#} {STRONG}{swap}{STRONG:#}  {best}")
}

fn side_mark(side: Side) -> String {
    match side {
        Side::Black => format!(" {BLACK}●{BLACK:#}"),
        Side::Red => format!(" {RED}○{RED:#}"),
    }
}

fn write_players(review: &Review, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{QUIET}{:25}{:>10}{:>10}{QUIET:#}", "", "Black", "Red")?;
    let mut row = |name: &str, value: &dyn Fn(&Summary) -> String| {
        let BySide { black, red } = &review.players;
        writeln!(out, "{name:25}{:>10}{:>10}", value(black), value(red))
    };
    let or_none = |value: Option<String>| value.unwrap_or_else(|| "none".into());
    // Truncated, not rounded: only play without a loss shows 100.
    let percent = |value: f64| format!("{:.1} %", (value * 10.0).floor() / 10.0);
    let level = |like: PlayedLike| format!("{} ±{}", like.level, like.give_or_take);
    row("accuracy", &|player| or_none(player.accuracy().map(percent)))?;
    row("played like level", &|player| or_none(player.strength.played_like().map(level)))?;
    row("average loss", &|player| or_none(player.average_loss().map(|loss| format!("{loss:.2}"))))?;
    row("points lost", &|player| player.lost.to_string())?;
    row("turns", &|player| player.turns.to_string())?;
    row("  with a choice", &|player| player.choices.to_string())?;
    for grade in Grade::ALL {
        row(&format!("  {:2} {}", grade.sign(), grade.id()), &|player| player.count(grade).to_string())?;
    }
    row("  ⇄  changed the result", &|player| player.result_changes.to_string())
}

fn write_turning_point(review: &Review, out: &mut impl Write) -> io::Result<()> {
    let Some(turn) = review.turning_point.map(|index| &review.turns[index]) else {
        return writeln!(out, "Turning point: none, nobody lost a point");
    };
    let (number, side, written) = (turn.number, turn.side, turn.complete.turn);
    let what = if turn.changes_result { "the last change of the result" } else { "the largest loss" };
    writeln!(out, "Turning point: turn {number}, {side} {written}, {what}")?;
    write!(out, "               from {} to {} for {side}", turn.before, turn.after)?;
    match &turn.best {
        Some(best) => writeln!(out, "; best was {}", best.item.turn),
        None => writeln!(out),
    }
}
