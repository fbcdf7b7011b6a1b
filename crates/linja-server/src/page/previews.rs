//! The previews of pages: what other sites show for a link.

use std::sync::Arc;

use linja::{Position, RuleSet};
use linja_games::id::GameId;
use linja_players::Date;
use linja_text::Language;

use super::given::PATIENCE;
use crate::api::puzzle as puzzles;
use crate::app::App;
use crate::picture::preview::Preview;
use crate::picture::{self, Words};

pub(crate) fn home(language: Language) -> Preview {
    site("/", language)
}

/// The preview of the site, for a page that has no picture of its own.
fn site(page: &str, language: Language) -> Preview {
    Preview::of(&Words(language).home_card(), page.into(), "/picture/card/home".into())
}

/// The preview of a game that is over. Of another one it tells nothing, neither the players nor the position: the link may
/// be an invitation. The address is without its query, which may hold the invitation.
pub(super) async fn game(app: &Arc<App>, id: GameId, part: &str, language: Language) -> Preview {
    let page = format!("/game/{id}{part}");
    let played = tokio::time::timeout(PATIENCE, picture::finished(app, id)).await;
    let Ok(Ok(played)) = played else { return site(&page, language) };
    let words = Words(language);
    Preview {
        title: played.title(words),
        description: format!("{}. {}", played.against(words), played.why(words)),
        page,
        picture: format!("/picture/game/{id}"),
    }
}

pub(super) fn rules(app: &App, rules: RuleSet, language: Language) -> Preview {
    let card = Words(language).rules_card(&rules, app.tables.verdict(&rules));
    Preview::of(&card, format!("/rules/{rules}"), format!("/picture/rules/{rules}"))
}

/// `None` if the address names no position. The page tells what is wrong with it.
pub(super) fn position(rules: &str, position: &str, language: Language) -> Option<Preview> {
    let (rules, position): (RuleSet, Position) = (rules.parse().ok()?, position.parse().ok()?);
    let card = Words(language).position_card(&rules, &position);
    let place = format!("{rules}/{}", position.address());
    Some(Preview::of(&card, format!("/explorer/{place}"), format!("/picture/position/{place}")))
}

/// `None` if the address names no puzzle. Finding a puzzle takes long, so the words of an unknown one are those of the site.
pub(super) fn puzzle(app: &App, rules: &str, date: &str, language: Language) -> Option<Preview> {
    let (rules, date): (RuleSet, Date) = (rules.parse().ok()?, date.parse().ok()?);
    let page = format!("/puzzle/{rules}/{date}");
    if !app.tables.is_solved(&rules) {
        return Some(site(&page, language));
    }
    let picture = format!("/picture/puzzle/{rules}/{date}");
    let words = Words(language);
    Some(match puzzles::known(app, rules, date) {
        Some(puzzle) => Preview::of(&words.puzzle_card(&puzzle, date), page, picture),
        None => Preview {
            title: words.puzzle_title(date),
            description: words.say("home.about_line", &[]),
            page,
            picture,
        },
    })
}
