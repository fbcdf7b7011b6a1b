//! Commands, events and state, compared with games of the rules crate.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod clocks;

use linja::{Game, MatchLength, RuleSet, Side, Winner, fast};
use linja_api::Level;
use linja_games::game::command::{LONGEST_GAME, MOST_TAKE_BACKS, Wish, decide, produces};
use linja_games::game::event::{Created, Event, Opponent, Stored};
use linja_games::game::refusal::Refusal;
use linja_games::game::state::{State, Status};
use linja_games::name::NameError;
use linja_games::room::NewGame;
use linja_games::token::{Hash, Token};
use proptest::prelude::*;
use uuid::Uuid;

/// A game with its whole history, driven by wishes.
struct Table {
    events: Vec<Stored>,
    state: State,
    players: [Token; 2],
    now: u64,
}

impl Table {
    fn new(created: Created) -> Table {
        let players = [Token::new().unwrap(), Token::new().unwrap()];
        let command = Uuid::new_v4();
        let secret =
            (created.opponent == Opponent::Invitation).then(|| players[0].invitation(command).hash());
        let actor = Some(players[0].hash());
        let event = Event::Created(created);
        let first = Stored { seq: 1, at: 1_000, command: Some(command), actor, secret, event };
        let state = State::begin(players[0].game(command), &first).unwrap();
        Table { events: vec![first], state, players, now: 1_000 }
    }

    fn two_people(rules: RuleSet, games: u8) -> Table {
        let mut table = Table::new(Created { opponent: Opponent::Lobby, ..setting(rules, games) });
        table.wish(1, &Wish::Join { name: Some("Bo".into()), code: None }).unwrap();
        table
    }

    fn who(&self, player: usize) -> Hash {
        self.players[player].hash()
    }

    fn wish(&mut self, player: usize, wish: &Wish) -> Result<Event, Refusal> {
        let event = decide(&self.state, &self.who(player), wish)?;
        self.store(Some(self.who(player)), event.clone());
        Ok(event)
    }

    fn store(&mut self, actor: Option<Hash>, event: Event) {
        self.now += 500;
        let seq = self.state.seq + 1;
        let stored = Stored { seq, at: self.now, command: Some(Uuid::new_v4()), actor, secret: None, event };
        self.state.apply(&stored).unwrap();
        self.events.push(stored);
        let folded = State::fold(self.state.id, &self.events);
        assert_eq!(folded.as_ref(), Ok(&self.state), "a reload finds the same state");
    }

    /// Goes to the next game, which has just begun.
    fn go_on(&mut self) {
        let next = self.state.next.expect("a next game");
        let mut before = self.state.clone();
        before.next = None;
        let opening = before.opening(self.now).unwrap();
        self.events = opening;
        self.state = State::fold(next, &self.events).unwrap();
    }

    fn turn(&mut self, turn: &str) -> Result<Event, Refusal> {
        let player = usize::from(self.state.game.position().to_move() == Side::Red);
        self.wish(player, &Wish::Turn { turn: turn.into() })
    }
}

fn level() -> Level {
    Level("3".parse().unwrap())
}

#[test]
fn every_rule_set_is_stored_by_its_id() {
    for rules in RuleSet::every() {
        let created = setting(rules, 1);
        let json = serde_json::to_value(&created).unwrap();
        assert_eq!(json["rules"], rules.id());
        assert_eq!(serde_json::from_value::<Created>(json).unwrap(), created);
    }
}

fn setting(rules: RuleSet, games: u8) -> Created {
    Created {
        rules,
        opponent: Opponent::Local,
        side: Side::Black,
        first: Side::Black,
        games,
        clock: None,
        name: Some("Ada".into()),
        opponent_name: None,
        position: None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Folding any legal game gives the state of the rules crate, and events round-trip through JSON.
    #[test]
    fn random_legal_play_folds_to_the_same_game(
        rules in prop::sample::select(RuleSet::every().collect::<Vec<_>>()),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 200),
    ) {
        let mut table = Table::two_people(rules, 1);
        let mut game = Game::new(rules, Side::Black);
        for choice in choices {
            if game.is_over() {
                break;
            }
            let turns = fast::complete_turns(game.position(), &rules);
            let turn = turns[choice.index(turns.len())].turn;
            game.play(&turn).unwrap();
            table.turn(&turn.to_string()).unwrap();
            prop_assert_eq!(&table.state.game, &game);
        }
        prop_assert!(game.is_over(), "every game ends within 126 turns");
        prop_assert_eq!(table.state.status(), Status::Over);
        prop_assert_eq!(table.turn("ab"), Err(Refusal::GameOver));
        for stored in &table.events {
            let text = serde_json::to_string(&stored.event).unwrap();
            prop_assert_eq!(&serde_json::from_str::<Event>(&text).unwrap(), &stored.event);
        }
    }
}

#[test]
fn nobody_moves_for_the_other_side() {
    let mut table = Table::two_people(RuleSet::BONUS, 1);
    let turn = Wish::Turn { turn: "ab ce".into() };
    assert_eq!(table.wish(1, &turn), Err(Refusal::NotYourTurn { to_move: Side::Black }));
    let stranger = Token::new().unwrap().hash();
    assert_eq!(decide(&table.state, &stranger, &turn), Err(Refusal::NoSeat));
    assert_eq!(
        decide(&table.state, &stranger, &Wish::Join { name: None, code: None }),
        Err(Refusal::GameFull)
    );
    assert!(matches!(table.wish(0, &Wish::Turn { turn: "ab cf".into() }), Err(Refusal::Turn(_))));
    assert_eq!(
        table.wish(0, &Wish::Resign { side: Some(Side::Red) }),
        Err(Refusal::OtherSide { side: Side::Red })
    );
    table.wish(0, &turn).unwrap();
    assert_eq!(table.wish(0, &turn), Err(Refusal::NotYourTurn { to_move: Side::Red }));
}

#[test]
fn invitation_seats_whoever_brings_the_code_and_nobody_else() {
    let created = Created { opponent: Opponent::Invitation, ..setting(RuleSet::BONUS, 1) };
    let mut table = Table::new(created);
    assert_eq!(table.state.status(), Status::Waiting);
    assert_eq!(table.turn("ab ce"), Err(Refusal::Waiting));
    let join = |code: Option<String>| Wish::Join { name: None, code };
    assert_eq!(table.wish(1, &join(None)), Err(Refusal::WrongInvitation));
    assert_eq!(table.wish(1, &join(Some("0".repeat(20)))), Err(Refusal::WrongInvitation));
    let code = table.players[0].invitation(table.events[0].command.unwrap()).to_string();
    assert_eq!(table.wish(0, &join(Some(code.clone()))), Err(Refusal::AlreadySeated));
    table.wish(1, &join(Some(code.clone()))).unwrap();
    let late = Token::new().unwrap().hash();
    assert_eq!(decide(&table.state, &late, &join(Some(code))), Err(Refusal::GameFull));
    assert_eq!(table.wish(0, &Wish::Withdraw {}), Err(Refusal::GameFull));
}

#[test]
fn withdrawn_game_takes_nobody() {
    let mut table = Table::new(Created { opponent: Opponent::Lobby, ..setting(RuleSet::BONUS, 1) });
    table.wish(0, &Wish::Withdraw {}).unwrap();
    assert_eq!(table.wish(1, &Wish::Join { name: None, code: None }), Err(Refusal::Withdrawn));
    assert_eq!(table.turn("ab ce"), Err(Refusal::Withdrawn));
}

#[test]
fn offers_and_series_are_limited() {
    let mut table = Table::two_people(RuleSet::BONUS, 1);
    table.turn("ab ce").unwrap();
    for _ in 0..MOST_TAKE_BACKS {
        table.wish(0, &Wish::TakeBack {}).unwrap();
        table.wish(1, &Wish::DeclineTakeBack {}).unwrap();
    }
    assert_eq!(table.wish(0, &Wish::TakeBack {}), Err(Refusal::TooManyTakeBacks));
    table.wish(0, &Wish::Resign { side: None }).unwrap();
    table.wish(0, &Wish::Rematch {}).unwrap();
    table.wish(1, &Wish::DeclineRematch {}).unwrap();
    table.state.seq = LONGEST_GAME;
    assert_eq!(table.wish(0, &Wish::Rematch {}), Err(Refusal::SeriesTooLong));
}

#[test]
fn take_backs_are_counted_anew_in_the_next_game() {
    let mut table = Table::two_people(RuleSet::BONUS, 3);
    for loser in 0..2 {
        table.wish(0, &Wish::TakeBack {}).unwrap_err();
        table.turn("ab ce").or_else(|_| table.turn("hg hf")).unwrap();
        let last = usize::from(table.state.game.position().to_move() == Side::Black);
        for _ in 0..MOST_TAKE_BACKS {
            table.wish(last, &Wish::TakeBack {}).unwrap();
            table.wish(1 - last, &Wish::DeclineTakeBack {}).unwrap();
        }
        assert_eq!(table.wish(last, &Wish::TakeBack {}), Err(Refusal::TooManyTakeBacks));
        table.wish(loser, &Wish::Resign { side: None }).unwrap();
        if loser == 0 {
            table.wish(0, &Wish::NextGame {}).unwrap();
            table.go_on();
        }
    }
}

#[test]
fn nobody_joins_under_the_name_of_the_other_player() {
    let table = || Table::new(Created { opponent: Opponent::Lobby, ..setting(RuleSet::BONUS, 1) });
    let join = |name: &str| Wish::Join { name: Some(name.into()), code: None };
    for (name, error) in [
        ("ada", NameError::LikeOpponent),
        ("\u{410}d\u{430}", NameError::LikeOpponent),
        ("Computer", NameError::LikeComputer),
    ] {
        assert_eq!(table().wish(1, &join(name)), Err(Refusal::Name(error)), "{name}");
    }
    let joined = table().wish(1, &join(" Zoe\u{308}  King ")).unwrap();
    assert_eq!(joined, Event::Joined { side: Side::Red, name: Some("Zoë King".into()) });
}

/// A command that an earlier version carried out must still be recognised when it is repeated.
#[test]
fn names_of_earlier_versions_still_belong_to_their_commands() {
    for name in ["Computer", "ada", "Zoe\u{308}  King"] {
        let table = Table::new(Created { opponent: Opponent::Lobby, ..setting(RuleSet::BONUS, 1) });
        let join = |name: &str| Wish::Join { name: Some(name.into()), code: None };
        let event = Event::Joined { side: Side::Red, name: Some(name.into()) };
        assert!(produces(&table.state, &table.who(1), &join(name), &event), "{name}");
        for other in [join("Bo"), Wish::Join { name: None, code: None }] {
            assert!(!produces(&table.state, &table.who(1), &other, &event), "{name}");
        }
        let wish = |name: &str| -> NewGame {
            let wish =
                serde_json::json!({ "id": Uuid::new_v4(), "opponent": { "type": "local" }, "name": name });
            serde_json::from_value(wish).unwrap()
        };
        let created = Created { name: Some(name.into()), ..setting(RuleSet::default(), 1) };
        assert!(wish(name).asks_for(&created) && !wish("Bo").asks_for(&created), "{name}");
    }
}

#[test]
fn people_take_back_by_agreement() {
    let mut table = Table::two_people(RuleSet::BONUS, 1);
    assert_eq!(table.wish(0, &Wish::TakeBack {}), Err(Refusal::NothingToTakeBack));
    table.turn("ab ce").unwrap();
    table.turn("hg hf").unwrap();
    // Black is to move, so taking back Black's last turn takes back both turns.
    table.wish(0, &Wish::TakeBack {}).unwrap();
    assert_eq!(table.wish(0, &Wish::TakeBack {}), Err(Refusal::AlreadyOffered));
    assert_eq!(table.wish(0, &Wish::AcceptTakeBack {}), Err(Refusal::NoOffer), "not one's own wish");
    table.wish(1, &Wish::DeclineTakeBack {}).unwrap();
    assert_eq!(table.wish(1, &Wish::AcceptTakeBack {}), Err(Refusal::NoOffer));
    table.wish(0, &Wish::TakeBack {}).unwrap();
    table.wish(1, &Wish::AcceptTakeBack {}).unwrap();
    assert!(table.state.game.turns().is_empty());
    // A turn cancels the pending offer.
    table.turn("ab ce").unwrap();
    table.wish(0, &Wish::TakeBack {}).unwrap();
    table.turn("hg hf").unwrap();
    assert_eq!(table.state.take_back, None);
}

#[test]
fn take_back_is_immediate_against_the_computer_and_on_one_device() {
    let opponent = Opponent::Computer { level: level() };
    let mut table = Table::new(Created { opponent, ..setting(RuleSet::BONUS, 1) });
    table.turn("ab ce").unwrap();
    assert_eq!(table.state.computer_to_move(), Some(level()));
    table.store(None, Event::Turn { side: Side::Red, turn: "hg hf".into(), lag: 0 });
    table.wish(0, &Wish::TakeBack {}).unwrap();
    assert!(table.state.game.turns().is_empty(), "its answer and the own turn");
    table.turn("ab ce").unwrap();
    table.wish(0, &Wish::TakeBack {}).unwrap();
    assert!(table.state.game.turns().is_empty(), "before the computer has answered");

    let mut table = Table::new(setting(RuleSet::BONUS, 1));
    table.wish(0, &Wish::Turn { turn: "ab ce".into() }).unwrap();
    table.wish(0, &Wish::Turn { turn: "hg hf".into() }).unwrap();
    table.wish(0, &Wish::TakeBack {}).unwrap();
    assert_eq!(table.state.game.turns().len(), 1);
}

#[test]
fn loser_starts_the_next_game_of_a_match_and_of_the_rematch() {
    let mut table = Table::two_people(RuleSet::CLASSIC, 3);
    assert_eq!(table.wish(0, &Wish::NextGame {}), Err(Refusal::NotOver));
    table.wish(1, &Wish::Resign { side: None }).unwrap();
    assert_eq!(table.state.status(), Status::BetweenGames);
    assert_eq!(table.wish(0, &Wish::Rematch {}), Err(Refusal::NotOver));
    let next = table.state.next_id();
    assert_eq!(table.wish(0, &Wish::NextGame {}), Ok(Event::NextBegan { side: Side::Black, game: next }));
    assert_eq!(table.wish(1, &Wish::NextGame {}), Err(Refusal::NextBegan));
    assert_eq!((table.state.status(), table.state.next), (Status::BetweenGames, Some(next)));
    table.go_on();
    assert_eq!(table.state.game.position().to_move(), Side::Red);
    table.wish(1, &Wish::Resign { side: None }).unwrap();
    assert_eq!(table.state.status(), Status::Over);
    assert_eq!(table.state.games.winner(), Some(Winner::Side(Side::Black)));
    assert_eq!(table.wish(0, &Wish::NextGame {}), Err(Refusal::MatchOver));
    table.wish(0, &Wish::Rematch {}).unwrap();
    table.wish(1, &Wish::DeclineRematch {}).unwrap();
    table.wish(1, &Wish::Rematch {}).unwrap();
    assert_eq!(table.wish(1, &Wish::Rematch {}), Err(Refusal::AlreadyOffered));
    let next = table.state.next_id();
    assert_eq!(table.wish(0, &Wish::Rematch {}), Ok(Event::NextBegan { side: Side::Black, game: next }));
    assert_eq!(table.wish(0, &Wish::Rematch {}), Err(Refusal::NextBegan));
    table.go_on();
    assert_eq!(table.state.game.position().to_move(), Side::Red, "the loser");
    assert_eq!((table.state.matches, table.state.number), (2, 3));
    assert_eq!(table.state.games.games(), [], "a new match");
    assert_eq!(table.state.previous, Some(table.state.first.of_series(2)));
    assert_eq!(table.state.games.length(), MatchLength::BestOfThree);
}

/// As older versions stored them.
#[test]
fn events_without_the_newer_fields_are_read() {
    let old = r#"{"type":"turn","side":"black","turn":"ab ce"}"#;
    let event: Event = serde_json::from_str(old).unwrap();
    assert_eq!(event, Event::Turn { side: Side::Black, turn: "ab ce".into(), lag: 0 });
    assert_eq!(serde_json::to_string(&event).unwrap(), old, "and are written the same");
}

#[test]
fn history_that_does_not_fit_is_refused() {
    let table = Table::two_people(RuleSet::BONUS, 1);
    let seq = table.state.seq;
    let stored = |seq, event| Stored { seq, at: 9_999, command: None, actor: None, secret: None, event };
    let turn = |side, turn: &str| Event::Turn { side, turn: turn.into(), lag: 0 };
    for bad in [
        stored(seq, turn(Side::Black, "ab ce")),
        stored(seq + 2, turn(Side::Black, "ab ce")),
        stored(seq + 1, turn(Side::Red, "hg hf")),
        stored(seq + 1, turn(Side::Black, "ab cf")),
        stored(seq + 1, table.events[0].event.clone()),
        stored(seq + 1, Event::TakenBack { side: Side::Black, turns: 1 }),
        stored(seq + 1, Event::NextGame { side: Side::Black }),
        stored(seq + 1, Event::NextBegan { side: Side::Black, game: table.state.next_id() }),
    ] {
        assert!(table.state.clone().apply(&bad).is_err(), "{bad:?}");
    }
    let id = table.state.id;
    assert!(State::fold(id, &[]).is_err());
    assert!(State::fold(id, &table.events[1..]).is_err());
}

#[test]
fn kinds_are_the_types_of_the_schema() {
    use utoipa::PartialSchema as _;
    let schema = serde_json::to_value(Event::schema()).unwrap();
    let mut found = Vec::new();
    collect_types(&schema, &mut found);
    // The settings of a game have a type of their own.
    let kinds: Vec<&str> = found.iter().map(String::as_str).collect();
    assert_eq!(kinds, Event::KINDS);
}

/// The values of the field `type` in a schema, in order.
fn collect_types(schema: &serde_json::Value, found: &mut Vec<String>) {
    for variant in schema["oneOf"].as_array().unwrap() {
        let text = variant.to_string();
        let (_, rest) = text.split_once(r#""enum":[""#).expect(&text);
        found.push(rest.split_once('"').unwrap().0.to_string());
    }
}
