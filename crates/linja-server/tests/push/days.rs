//! A game of days: each turn tells the other player once.

use serde_json::json;

use super::service::Service;
use super::support::Database;
use super::support::past::execute;
use super::support::server::Running;
use super::{Turns, at_once, game_between, key, subscribe, until_nothing_is_owed};

crate::on_every_database!(game_of_three_days, failures_are_tried_again_and_sent_once);

/// A day in milliseconds.
const DAY: u64 = 24 * 60 * 60 * 1_000;

/// Moves everything that is stored a day into the past, while no server runs: so a day has passed.
async fn pass_a_day(database: &Database) {
    let back = [
        "UPDATE events SET at = at - $DAY",
        "UPDATE games SET created_at = created_at - $DAY",
        "UPDATE owed SET due_at = due_at - $DAY",
        "UPDATE heartbeat SET at = at - $DAY, db_clock = db_clock - $DAY",
    ];
    execute(database, &back.map(|sql| sql.replace("$DAY", &DAY.to_string()))).await;
}

/// Both browsers are closed all the time but for their turns, and the server is restarted every night.
async fn game_of_three_days(database: Database) {
    let service = Service::start().await;
    let mut server = Running::on_with(&database, at_once(&service)).await;
    let (ada, bo) = (server.client().await, server.client().await);
    let (mut ada_browser, mut bo_browser) =
        (subscribe(&ada, &service, "ada").await, subscribe(&bo, &service, "bo").await);
    let public_key = key(&server).await;
    let id = game_between(&ada, &bo).await;
    // Red has joined, and it is Black's turn.
    let began = service.wait_for("ada", 1).await;
    assert_eq!(ada_browser.read(&began), json!({ "type": "turn", "game": id, "turns": 0, "opponent": "Bo" }));
    let mut game = Turns::new();
    let mut seen = 2;
    for day in 1..=3_usize {
        assert_eq!(key(&server).await, public_key, "the key stays");
        ada_browser = subscribe(&ada.at(&server), &service, "ada").await;
        for (player, other, turns) in [(&ada, "bo", 2 * day - 1), (&bo, "ada", 2 * day)] {
            player.at(&server).turn(&id, seen, &game.next()).await.expect(200);
            seen += 1;
            let count = if other == "bo" { day } else { day + 1 };
            let request = service.wait_for(other, count).await;
            let browser = if other == "bo" { bo_browser } else { ada_browser };
            let name = if other == "bo" { "Ada" } else { "Bo" };
            assert_eq!(
                browser.read(&request),
                json!({ "type": "turn", "game": id, "turns": turns, "opponent": name })
            );
            let claims = request.signed_by(&public_key);
            assert_eq!(claims["aud"], service.origin());
            assert_eq!((request.header("urgency"), request.header("ttl")), ("normal", "604800"));
            let topic = request.header("topic");
            assert!(topic.len() == 32 && topic == began.header("topic"), "one name for the game");
            assert!(!format!("{request:?}").contains(&id), "nobody else learns its id");
            (bo_browser, ada_browser) = (
                subscribe(&bo.at(&server), &service, "bo").await,
                subscribe(&ada.at(&server), &service, "ada").await,
            );
        }
        until_nothing_is_owed(&database).await;
        server.stop().await;
        pass_a_day(&database).await;
        server = Running::on_with(&database, at_once(&service)).await;
    }
    assert_eq!(
        (service.requests("ada").len(), service.requests("bo").len()),
        (4, 3),
        "one message for each turn"
    );

    // Bo looks at the game when Ada plays: no message for Bo.
    let (ada, bo) = (ada.at(&server), bo.at(&server));
    let mut socket = bo.live(&id, None).await;
    socket.presence(false, true, 0).await;
    ada.turn(&id, seen, &game.next()).await.expect(200);
    socket.next_of("event").await;
    until_nothing_is_owed(&database).await;
    assert_eq!(
        (service.requests("ada").len(), service.requests("bo").len()),
        (4, 3),
        "nothing for who is there"
    );
    server.stop().await;
}

/// A service that fails gets the message later; one that has forgotten the browser never again.
async fn failures_are_tried_again_and_sent_once(database: Database) {
    let service = Service::start().await;
    let server = Running::on_with(&database, at_once(&service)).await;
    let (ada, bo) = (server.client().await, server.client().await);
    let browser = subscribe(&bo, &service, "bo").await;
    let id = game_between(&ada, &bo).await;
    service.answer(&[503, 429]);
    ada.turn(&id, 2, "ab ce").await.expect(200);
    for attempt in 1..=2 {
        service.wait_for("bo", attempt).await;
        // It is put off, and due again when the pause is over.
        let put_off = format!("UPDATE push_owed SET due_at = 0 WHERE attempts = {attempt} AND due_at > 0");
        let is_due = "SELECT count(*) FROM push_owed WHERE due_at = 0";
        while super::count(&database, is_due).await == 0 && service.requests("bo").len() == attempt {
            execute(&database, std::slice::from_ref(&put_off)).await;
        }
    }
    let sent = service.wait_for("bo", 3).await;
    assert_eq!(browser.read(&sent)["game"], id.as_str());
    until_nothing_is_owed(&database).await;
    assert_eq!(service.requests("bo").len(), 3);
    // The browser has unsubscribed at its service.
    bo.turn(&id, 3, "hg hf").await.expect(200);
    service.answer(&[410]);
    ada.turn(&id, 4, "ab ad").await.expect(200);
    service.wait_for("bo", 4).await;
    until_nothing_is_owed(&database).await;
    let gone = async {
        while super::subscriptions(&database).await > 0 {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(super::PATIENCE, gone).await.expect("the browser is forgotten");
    server.stop().await;
}
