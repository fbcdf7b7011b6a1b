//! The board that pages of others may embed. It sets no cookies, and the scripts of the page around it can't reach it.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use linja::{Position, Side};
use serde::Serialize;

use super::words::Words;
use super::{finished, request};
use crate::app::App;
use crate::extract::Id;
use crate::middleware::Open;
use crate::page;
use crate::problem::Problem;

pub(super) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/embed/game/{id}", get(game))
        .route("/embed/position/{rules}/{position}", get(position))
}

/// A position of the game, and how it came about.
#[derive(Serialize)]
struct Step {
    /// The address of the picture.
    src: String,
    /// The position in words.
    alt: String,
    /// Where in the game it is.
    text: String,
}

impl Step {
    fn new(words: Words, position: &Position, view: Side, text: String) -> Step {
        let src = format!("/picture/board/{}.svg?view={}", position.address(), view.id());
        Step { src, alt: words.board(position), text }
    }
}

async fn game(
    State(app): State<Arc<App>>,
    Id(id): Id,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let words = Words(page::language(&uri, &headers));
    let played = finished(&app, id).await?;
    let (view, turns) = (played.view(), played.game.turns());
    let mut steps = vec![Step::new(words, played.game.start(), view, words.say("share.at_start", &[]))];
    let mut side = played.game.start().to_move();
    for (index, turn) in turns.iter().enumerate() {
        // Numbered as in the record.
        let [number, count] = [index / 2 + 1, turns.len().div_ceil(2)].map(|number| number.to_string());
        let place = words.say("share.turn_of", &[("number", &number), ("count", &count)]);
        let text = format!("{place}: {} {}", words.side(side), turn.turn);
        steps.push(Step::new(words, &turn.result.position, view, text));
        side = !side;
    }
    let title = format!("{}: {}", played.against(words), played.title(words));
    Ok(document(words, &title, &format!("/game/{id}"), &steps, steps.len() - 1))
}

async fn position(
    Path((rules, position)): Path<(String, String)>,
    uri: Uri,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let words = Words(page::language(&uri, &headers));
    let (rules, position) = (request::rules(&rules)?, request::position(&position)?);
    let card = words.position_card(&rules, &position);
    let steps = [Step::new(words, &position, Side::Black, String::new())];
    let title = card.alt();
    let link = format!("/explorer/{rules}/{}", position.address());
    Ok(document(words, &title, &link, &steps, 0))
}

/// The document. All words are in it; the script only changes what is shown.
fn document(words: Words, title: &str, link: &str, steps: &[Step], shown: usize) -> Response {
    let Words(language) = words;
    let name = |key| page::escape(&words.say(key, &[]));
    let button = |id: &str, key, path: &str| {
        format!(
            "<button type=\"button\" id=\"{id}\" aria-label=\"{}\"><svg viewBox=\"0 0 20 20\" width=\"20\" height=\"20\" aria-hidden=\"true\"><path d=\"{path}\"/></svg></button>\n",
            name(key)
        )
    };
    let buttons = if steps.len() > 1 {
        format!(
            "<nav>\n{}{}<output id=\"place\" aria-live=\"polite\">{}</output>\n{}{}</nav>\n",
            button("first", "share.first", "M5 4v12M15 4 7.500 10l7.500 6z"),
            button("previous", "share.previous", "M13 4 5.500 10l7.500 6z"),
            page::escape(&steps[shown].text),
            button("next", "share.next", "M7 4l7.500 6L7 16z"),
            button("last", "share.last", "M15 4v12M5 4l7.500 6L5 16z"),
        )
    } else {
        String::new()
    };
    let data = "<script type=\"application/json\" id=\"steps\"></script>";
    let json = serde_json::to_string(steps).unwrap_or_default();
    let html = format!(
        "<!doctype html>\n<html lang=\"{lang}\">\n<head>\n<meta charset=\"utf-8\">\n<title>{board}: {title}</title>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"robots\" content=\"noindex\">\n\
         <link rel=\"stylesheet\" href=\"/css/embed.css\">\n<script type=\"module\" src=\"/js/embed.js\"></script>\n</head>\n\
         <body>\n<main>\n<h1>{title}</h1>\n\
         <img id=\"board\" src=\"{src}\" alt=\"{alt}\" width=\"630\" height=\"592\">\n{buttons}\
         <p><a href=\"{link}\" target=\"_blank\" rel=\"noopener\">{open}</a></p>\n</main>\n{data}\n</body>\n</html>\n",
        lang = language.code(),
        board = name("share.board"),
        title = page::escape(title),
        src = page::escape(&steps[shown].src),
        alt = page::escape(&steps[shown].alt),
        open = name("share.open"),
        data = page::data(data, &json),
    );
    let vary = "accept-language, cookie";
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
        (header::VARY, vary),
    ];
    let mut response = (headers, html).into_response();
    response.extensions_mut().insert(Open::Frame);
    response
}
