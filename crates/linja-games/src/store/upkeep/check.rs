//! The check of all games: the database itself, every event, and the tables that are derived from the events.

use std::collections::{BTreeMap, BTreeSet};

use linja_api::GamesCheckView;
use serde::de::DeserializeOwned;

use super::session::Session;
use super::{Location, Observer, UpkeepError, report, schema};
use crate::LocalBoxed;
use crate::game::event::Stored;
use crate::game::state::{State, Status};
use crate::id::GameId;
use crate::store::check::is_damage;
use crate::store::rows::{self, EventRow};
use crate::store::{Append, StoreError};

/// With more events than this, games are read in parts, to bound the memory.
const LARGE: i64 = 100_000;
/// The characters of ids, in their order.
const DIGITS: &str = "0123456789abcdefghjkmnpqrstvwxyz";

/// Checks all games as they are now, while servers run or not.
///
/// # Errors
/// If the database can't be read for another reason than damage.
pub fn check<'a>(
    location: &'a Location,
    mut observer: Observer<'a>,
) -> LocalBoxed<'a, Result<GamesCheckView, UpkeepError>> {
    Box::pin(async move {
        let mut found = GamesCheckView::default();
        match check_all(location, &mut found, &mut observer).await {
            Err(UpkeepError::Store(StoreError::Database(error))) if is_damage(&error) => {
                found.add(None, format!("the database is damaged: {error}"));
            }
            done => done?,
        }
        Ok(found)
    })
}

async fn check_all(
    location: &Location,
    found: &mut GamesCheckView,
    observer: &mut Observer<'_>,
) -> Result<(), UpkeepError> {
    let mut session = Session::read(location).await?;
    let version = session.version().await?.ok_or(UpkeepError::NoSchema)?;
    // Fails for a newer schema, which this version does not know.
    let tables = schema::tables(version, "the database").await?;
    if let Session::Sqlite(_) = session {
        for line in session.all_texts("PRAGMA integrity_check(10)".into()).await? {
            if line != "ok" {
                found.add(None, format!("the database is damaged: {}", line.replace(['\r', '\n'], " ")));
            }
        }
    }
    let has_owed = tables.iter().any(|table| table.name == "owed");
    let ranges = ranges(session.number("SELECT count(*) FROM events".into()).await?);
    let total = ranges.len() as u64;
    for (done, range) in ranges.iter().enumerate() {
        report(observer, done as u64, total)?;
        for (game, rows) in read(&mut session, range, has_owed).await? {
            rows.check(&game, has_owed, found);
        }
    }
    report(observer, total, total)
}

/// Conditions that divide the games into parts of about the same size, because ids are random.
fn ranges(events: i64) -> Vec<String> {
    if events <= LARGE {
        return vec!["true".into()];
    }
    let starts: Vec<String> = DIGITS
        .chars()
        .flat_map(|first| DIGITS.chars().map(move |second| format!("{first}{second}")))
        .collect();
    let between = starts.windows(2).map(|pair| format!("game >= '{}' AND game < '{}'", pair[0], pair[1]));
    let (first, last) = (&starts[0], &starts[starts.len() - 1]);
    // Ids that this program has not made may lie outside.
    [format!("game < '{first}'")].into_iter().chain(between).chain([format!("game >= '{last}'")]).collect()
}

/// All rows about a game.
#[derive(Default)]
struct GameRows {
    events: Vec<EventRow>,
    /// `created_at`, `in_lobby`, `is_over`.
    listing: Option<(i64, i64, i64)>,
    holders: BTreeSet<String>,
    /// seq, `due_at`.
    owed: Option<(i64, i64)>,
}

/// The id of a game, and the columns of [`EventRow`].
type IdAndEvent = (String, i64, i64, Option<String>, Option<String>, Option<String>, String);

async fn read(
    session: &mut Session,
    range: &str,
    has_owed: bool,
) -> Result<BTreeMap<String, GameRows>, UpkeepError> {
    let mut games = BTreeMap::<String, GameRows>::new();
    let columns = "game, seq, at, command, actor, secret, event";
    for row in parse::<IdAndEvent>(session, columns, "events", range, "game, seq").await? {
        let (game, seq, at, command, actor, secret, event) = row;
        games.entry(game).or_default().events.push((seq, at, command, actor, secret, event));
    }
    let columns = "game, created_at, in_lobby, is_over";
    for (game, created_at, in_lobby, is_over) in
        parse::<(String, i64, i64, i64)>(session, columns, "games", range, "game").await?
    {
        games.entry(game).or_default().listing = Some((created_at, in_lobby, is_over));
    }
    for (game, holder) in parse::<(String, String)>(session, "game, holder", "seats", range, "game").await? {
        games.entry(game).or_default().holders.insert(holder);
    }
    if has_owed {
        for (game, seq, due_at) in
            parse::<(String, i64, i64)>(session, "game, seq, due_at", "owed", range, "game").await?
        {
            games.entry(game).or_default().owed = Some((seq, due_at));
        }
    }
    Ok(games)
}

/// The rows of a table, read as JSON, which both databases write in the same way.
async fn parse<T: DeserializeOwned>(
    session: &mut Session,
    columns: &str,
    table: &str,
    range: &str,
    order: &str,
) -> Result<Vec<T>, UpkeepError> {
    let row = session.json_array(columns);
    let texts =
        session.all_texts(format!("SELECT {row} FROM {table} WHERE {range} ORDER BY {order}")).await?;
    let read = |text: String| serde_json::from_str(&text).map_err(|error| sqlx::Error::Decode(error.into()));
    Ok(texts.into_iter().map(read).collect::<Result<_, _>>()?)
}

impl GameRows {
    fn check(self, id: &str, has_owed: bool, found: &mut GamesCheckView) {
        found.events += self.events.len() as u64;
        let mut problem = |text: String| found.add(Some(id), text);
        if self.events.is_empty() {
            return problem("it is listed, but has no events".into());
        }
        let Ok(game) = id.parse::<GameId>() else { return problem("this is not an id of a game".into()) };
        let read: Result<Vec<Stored>, StoreError> =
            self.events.iter().map(|row| rows::read(game, row.clone())).collect();
        let events = match read {
            Ok(events) => events,
            Err(StoreError::Removed { .. }) => return found.removed += 1,
            Err(StoreError::Newer { .. }) => return found.newer += 1,
            Err(error) => return problem(error.to_string()),
        };
        found.games += 1;
        let mut problem = |text: String| found.add(Some(id), text);
        if events.iter().any(|stored| stored.event.begins_in_stream()) {
            // Several games of an older version: servers enter them into the lists when they look at them.
            if let Err(error) = State::all_in_stream(game, &events) {
                problem(error.to_string());
            }
            return;
        }
        match Derived::of(game, &events) {
            Err(error) => problem(error.to_string()),
            Ok(derived) => {
                let listing = Some((derived.created_at as i64, derived.in_lobby, derived.is_over));
                if self.listing != listing {
                    problem(format!(
                        "its row in games is {:?}, but follows as {listing:?} from its events",
                        self.listing
                    ));
                }
                if self.holders != derived.holders {
                    let (stored, known) = (self.holders.len(), derived.holders.len());
                    problem(format!(
                        "its seats are not those of its events ({stored} stored, {known} derived)"
                    ));
                }
                if let Some(text) = has_owed.then(|| derived.owed_problem(self.owed)).flatten() {
                    problem(text);
                }
            }
        }
    }
}

/// What the other tables should hold about a game.
struct Derived {
    state: State,
    created_at: u64,
    in_lobby: i64,
    is_over: i64,
    holders: BTreeSet<String>,
}

impl Derived {
    /// Repeats the changes that were stored with the events.
    fn of(game: GameId, events: &[Stored]) -> Result<Derived, crate::game::state::FoldError> {
        let state = State::begin(game, &events[0])?;
        let mut derived = Derived {
            created_at: state.created_at,
            in_lobby: 0,
            is_over: 0,
            holders: BTreeSet::new(),
            state,
        };
        derived.take_in(&Append::new(game, None, &derived.state, events[0].clone()));
        for stored in &events[1..] {
            let mut after = derived.state.clone();
            after.apply(stored)?;
            derived.take_in(&Append::new(game, Some(&derived.state), &after, stored.clone()));
            derived.state = after;
        }
        Ok(derived)
    }

    fn take_in(&mut self, append: &Append) {
        let Some(listing) = &append.listing else { return };
        (self.in_lobby, self.is_over) = (listing.in_lobby.into(), listing.is_over.into());
        self.holders.extend(listing.seated.map(|holder| holder.to_string()));
    }

    /// Whether the servers would miss what the game owes. They remove entries without need themselves, and entries that
    /// come too early only cost a look.
    fn owed_problem(&self, entry: Option<(i64, i64)>) -> Option<String> {
        let due_at = self.state.due_at()?;
        match entry {
            None => Some(format!("something is due at {due_at}, but the index of what is owed lacks it")),
            // The creator's presence puts off the end of a challenge.
            Some(_) if self.state.status() == Status::Waiting => None,
            Some((_, at)) if at as u64 > due_at => {
                Some(format!("something is due at {due_at}, but the index of what is owed has {at}"))
            }
            Some(_) => None,
        }
    }
}
