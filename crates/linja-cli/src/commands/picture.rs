use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context as _, bail, ensure};
use linja::{BySide, Game, ParsePositionError, Position, Record};
use linja_api::ReviewView;
use linja_picture::{Card, Drawing};
use linja_players::Review;
use linja_server::picture::{Party, Played, Words};

use crate::args::PictureArgs;
use crate::report::write_error;
use crate::texts::Texts;
use crate::{Exit, record_file, tables};

/// What is drawn.
enum Subject {
    Position(Position),
    Record(Box<Record>),
}

pub(crate) fn run(args: &PictureArgs, out: &mut impl Write) -> anyhow::Result<Exit> {
    // Before anything is drawn, so that one wrong name leaves no files.
    for file in &args.outputs {
        Kind::of(file)?;
    }
    let subject = match subject(args)? {
        Ok(subject) => subject,
        Err(error) => {
            write_error(&error, false, out)?;
            return Ok(Exit::No);
        }
    };
    if args.outputs.is_empty() {
        let drawing = draw(args, &subject)?;
        write!(out, "{}", drawing.svg(size(args, &drawing)))?;
    }
    for file in &args.outputs {
        let bytes = match Kind::of(file)? {
            Kind::Svg => {
                let drawing = draw(args, &subject)?;
                drawing.svg(size(args, &drawing)).into_bytes()
            }
            Kind::Png => {
                let drawing = draw(args, &subject)?;
                drawing.pixels(size(args, &drawing)).png()
            }
            Kind::Gif => animate(args, &subject)?,
        };
        fs::write(file, bytes).with_context(|| format!("can't write {}", file.display()))?;
    }
    Ok(Exit::Yes)
}

/// The kinds of files.
#[derive(Clone, Copy)]
enum Kind {
    Svg,
    Png,
    Gif,
}

impl Kind {
    fn of(file: &Path) -> anyhow::Result<Kind> {
        let ending = file.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        Ok(match ending.as_str() {
            "svg" => Kind::Svg,
            "png" => Kind::Png,
            "gif" => Kind::Gif,
            _ => bail!("{} ends neither in .svg nor in .png nor in .gif", file.display()),
        })
    }
}

fn size(args: &PictureArgs, drawing: &Drawing) -> u32 {
    args.size.unwrap_or(drawing.size()[0])
}

/// The position or the record that the arguments name; the inner error says what is wrong with the record.
fn subject(args: &PictureArgs) -> anyhow::Result<Result<Subject, String>> {
    let Some(text) = args.what() else { return Ok(Ok(Subject::Position(Position::default()))) };
    let error: ParsePositionError = match text.parse() {
        Ok(position) => return Ok(Ok(Subject::Position(position))),
        Err(error) => error,
    };
    let file = Path::new(&text);
    if text != "-" && !file.is_file() {
        bail!("{text} is no file, and no position: {}", Texts::english().message(&error.message()));
    }
    let record = record_file::read(file, Texts::english())?;
    Ok(record.map(|record| Subject::Record(Box::new(record))))
}

fn draw(args: &PictureArgs, subject: &Subject) -> anyhow::Result<Drawing> {
    if args.card {
        return card(args, subject);
    }
    let position = match subject {
        Subject::Position(position) => {
            ensure!(args.turn.is_none(), "a position has no turns: name a record, or leave --turn out");
            *position
        }
        Subject::Record(record) => after(record, args.turn)?,
    };
    Ok(linja_picture::position(&position, args.view))
}

/// The card of a link. That of a game has a graph if the rules of the game are solved.
fn card(args: &PictureArgs, subject: &Subject) -> anyhow::Result<Drawing> {
    let words = Words(args.lang.language());
    let card = match subject {
        Subject::Position(position) => words.position_card(&args.rules.rules, position),
        Subject::Record(record) => {
            let played = played(record);
            ensure!(played.game.is_over(), "the record is not finished, so there is no card of its game");
            let review = review(args, &played.game)?;
            played.card(words, review.as_ref())
        }
    };
    Ok(Card { view: args.view, ..card }.draw())
}

fn played(record: &Record) -> Played {
    let party = |tag| Party::Person(record.tag(tag).filter(|name| !name.is_empty()).map(str::to_string));
    let parties = BySide { black: party("Black"), red: party("Red") };
    Played { game: record.game().clone(), parties }
}

fn review(args: &PictureArgs, game: &Game) -> anyhow::Result<Option<ReviewView>> {
    let Some(table) = tables::find(game.rules(), &args.data_dir)? else { return Ok(None) };
    let review = Review::of(game, &table).map_err(|error| tables::unusable(error, &table))?;
    Ok(Some(ReviewView::new(game, &review)))
}

/// The position of a record after so many turns, or at its end.
fn after(record: &Record, turns: Option<usize>) -> anyhow::Result<Position> {
    let game = record.game();
    let played = game.turns().len();
    match turns.unwrap_or(played) {
        0 => Ok(*game.start()),
        turn if turn <= played => Ok(game.turns()[turn - 1].result.position),
        turn => bail!("the record has {played} turns, so there is no turn {turn}"),
    }
}

fn animate(args: &PictureArgs, subject: &Subject) -> anyhow::Result<Vec<u8>> {
    let Subject::Record(record) = subject else {
        bail!("a .gif shows a whole game: name a record, or write a .png");
    };
    ensure!(args.turn.is_none() && !args.card, "a .gif shows a whole game, without --turn and --card");
    let names: Vec<&str> = ["Black", "Red"].into_iter().filter_map(|side| record.tag(side)).collect();
    let caption = names.join(" – ");
    Ok(linja_picture::animation(record.game(), &caption, args.view, args.animated_size()))
}
