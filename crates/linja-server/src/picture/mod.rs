//! Pictures for links and pages of others: `/picture/…`, and the board that others may embed: `/embed/…`.

mod embed;
mod game_words;
pub(crate) mod preview;
mod request;
mod words;

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, header};
use axum::response::Response;
use axum::routing::get;
use linja_api::ReviewView;
use linja_games::game::state::{Seat, State as GameState};
use linja_games::id::GameId;
use linja_games::room::Subject;
use linja_games::workers::Class;
use linja_oracle::{Table, TableError};
use linja_picture::{CARD_SIZE, Card};
use linja_players::Review;

pub use game_words::{Party, Played};
pub use words::Words;

use self::request::{Format, Picture, Wanted};
use crate::api::positions::refuse_help;
use crate::api::puzzle;
use crate::app::App;
use crate::client::Client;
use crate::cost::Cost;
use crate::entity_tag::{self, Tag};
use crate::meter::Meter;
use crate::middleware::{Address, Open};
use crate::problem::{Code, Problem};
use crate::shared::Shared;

/// The most pictures in memory, about 100 KB each.
const PICTURES: usize = 192;
/// The most animations in memory, about 300 KB each.
const ANIMATIONS: usize = 16;
/// The width of an animation.
const ANIMATED: u32 = 480;
/// A picture may change, because a person can delete a name, and rules can be solved.
const FOR_AN_HOUR: &str = "public, max-age=3600";

pub(crate) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/picture/{kind}/{file}", get(picture))
        .route("/picture/{kind}/{rules}/{file}", get(picture))
        .merge(embed::router())
}

/// Pictures made so far.
pub struct Pictures {
    still: Shared<Key, Made>,
    animated: Shared<Key, Made>,
}

/// The hash of everything that a picture depends on.
type Key = [u8; 32];

impl Default for Pictures {
    fn default() -> Pictures {
        Pictures { still: Shared::new(PICTURES), animated: Shared::new(ANIMATIONS) }
    }
}

/// A picture as a file.
struct Made {
    bytes: Bytes,
    tag: Tag,
}

impl Made {
    fn new(bytes: Vec<u8>) -> Made {
        let tag = entity_tag::of(&bytes);
        Made { bytes: bytes.into(), tag }
    }

    fn response(&self, format: Format, request: &HeaderMap) -> Response {
        let mut response = self
            .tag
            .answer(request, FOR_AN_HOUR, || ([(header::CONTENT_TYPE, format.media())], self.bytes.clone()));
        response.extensions_mut().insert(Open::Picture);
        response
    }
}

/// How a picture is made, once somebody wants it.
type Work = Box<dyn FnOnce() -> Result<Vec<u8>, TableError> + Send>;

async fn picture(
    State(app): State<Arc<App>>,
    Extension(Address(address)): Extension<Address>,
    wanted: Wanted,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let (words, format) = (Words(wanted.language), wanted.format);
    // What is the same for everybody who asks for the same address.
    let mut key = format!("{}\n{}\n{format:?}\n", env!("CARGO_PKG_VERSION"), wanted.address);
    let (cost, work): (Cost, Work) = match wanted.picture {
        Picture::Home => (Cost::PICTURE, card(format, move || words.home_card())),
        Picture::Board { position, view, size } => {
            let draw = move || Ok(format.write(&linja_picture::position(&position, view), size));
            (Cost::PICTURE, Box::new(draw))
        }
        Picture::Position { rules, position } => {
            (Cost::PICTURE, card(format, move || words.position_card(&rules, &position)))
        }
        Picture::Rules(rules) => {
            let verdict = app.tables.verdict(&rules);
            key += &format!("{verdict:?}");
            (Cost::PICTURE, card(format, move || words.rules_card(&rules, verdict)))
        }
        Picture::Puzzle { rules, date } => {
            let (date, puzzle) = puzzle::find(&app, Address(address), rules, Some(&date)).await?;
            (Cost::PICTURE, card(format, move || words.puzzle_card(&puzzle, date)))
        }
        Picture::Game(id) => {
            let played = finished(&app, id).await?;
            key += &format!("{:?}", played.parties);
            if format == Format::Gif {
                (Cost::ANIMATION, animated(played, words))
            } else {
                let table = values(&app, address, wanted.client.as_ref(), &played).await;
                key += if table.is_some() { "values" } else { "" };
                let cost = if table.is_some() { Cost::REVIEW } else { Cost::PICTURE };
                (cost, game_card(played, words, format, table))
            }
        }
    };
    let key = *blake3::hash(key.as_bytes()).as_bytes();
    let made = if format == Format::Gif { &app.pictures.animated } else { &app.pictures.still };
    if let Some(known) = made.known(&key) {
        return Ok(known.response(format, &headers));
    }
    app.meter.spend(address, cost)?;
    let work = move || Ok(Made::new(work()?));
    let made = made.get(key, &app.workers, Class::Analysis, Meter::client(address), work).await?;
    Ok(made.response(format, &headers))
}

fn card(format: Format, words: impl FnOnce() -> Card + Send + 'static) -> Work {
    Box::new(move || Ok(format.write(&words().draw(), CARD_SIZE[0])))
}

fn game_card(played: Played, words: Words, format: Format, table: Option<Arc<Table>>) -> Work {
    Box::new(move || {
        let review = match table {
            Some(table) => Some(ReviewView::new(&played.game, &Review::of(&played.game, &*table)?)),
            None => None,
        };
        Ok(format.write(&played.card(words, review.as_ref()).draw(), CARD_SIZE[0]))
    })
}

fn animated(played: Played, words: Words) -> Work {
    Box::new(move || {
        let caption = format!("{}: {}", played.against(words), played.title(words));
        Ok(linja_picture::animation(&played.game, &caption, played.view(), ANIMATED))
    })
}

/// The table with which a game may be reviewed: none if the rules are not solved, or if the margins would help the client
/// in a running game.
async fn values(
    app: &Arc<App>,
    address: std::net::IpAddr,
    client: Option<&Client>,
    played: &Played,
) -> Option<Arc<Table>> {
    let identity = client.and_then(|client| client.caller.as_ref()).map(|caller| &caller.identity);
    refuse_help(app, address, identity, Subject::Game(&played.game)).await.ok()?;
    app.tables.table(*played.game.rules()).await
}

/// A game of this server that is over. Pictures of others would tell who plays whom, or help.
///
/// # Errors
/// If there is no such game, or if it is not over.
pub(crate) async fn finished(app: &Arc<App>, id: GameId) -> Result<Played, Problem> {
    let state = app.rooms.state(id).await?;
    if !state.game.is_over() {
        return Err(Problem::of(Code::NotOver, linja::Message::new("problem_picture_not_over")));
    }
    Ok(played(state))
}

fn played(state: GameState) -> Played {
    let GameState { game, seats, .. } = state;
    let parties = seats.map(|seat| match seat {
        Seat::Person { name, .. } => Party::Person(name),
        Seat::Computer(level) => Party::Computer(level.0),
        Seat::Open => Party::Person(None),
    });
    Played { game, parties }
}
