//! Who gets messages, and who does not any more.

use linja_games::store::MOST_SUBSCRIPTIONS;
use serde_json::{Value, json};
use uuid::Uuid;

use super::service::{Browser, Service};
use super::support::Database;
use super::support::past::execute;
use super::support::server::Running;
use super::{Turns, at_once, game_between, subscribe, subscriptions, unsubscribe, until_nothing_is_owed};

crate::on_every_database!(
    browsers_come_and_go,
    messages_have_a_limit,
    nobody_is_told_of_what_is_no_turn_of_theirs
);

async fn browsers_come_and_go(database: Database) {
    let service = Service::start().await;
    let server = Running::on_with(&database, at_once(&service)).await;
    let (ada, bo) = (server.client().await, server.client().await);
    // The newest ten.
    for number in 0..MOST_SUBSCRIPTIONS + 3 {
        subscribe(&ada, &service, &format!("ada{number}")).await;
    }
    assert_eq!(subscriptions(&database).await as u64, MOST_SUBSCRIPTIONS);
    let exported = ada.get("/api/v1/identity/games?format=json").await.expect(200);
    let endpoints: Vec<&str> =
        exported["push"].as_array().unwrap().iter().map(|each| each["endpoint"].as_str().unwrap()).collect();
    assert_eq!(endpoints.len() as u64, MOST_SUBSCRIPTIONS);
    assert_eq!(endpoints.last().unwrap(), &format!("{}/ada12", service.origin()));
    // Nobody can unsubscribe somebody else. The same browser again is the same one.
    let endpoint = format!("{}/ada12", service.origin());
    assert_eq!(unsubscribe(&bo, &endpoint).await.status, 204);
    subscribe(&ada, &service, "ada12").await;
    assert_eq!(subscriptions(&database).await as u64, MOST_SUBSCRIPTIONS);
    assert_eq!(unsubscribe(&ada, &endpoint).await.status, 204);
    assert_eq!(subscriptions(&database).await as u64, MOST_SUBSCRIPTIONS - 1);
    // A browser belongs to whoever uses it now.
    subscribe(&bo, &service, "ada11").await;
    let id = game_between(&ada, &bo).await;
    ada.turn(&id, 2, "ab ce").await.expect(200);
    service.wait_for("ada11", 1).await;
    until_nothing_is_owed(&database).await;
    let mut ada = ada;
    let signed_out =
        ada.post("/api/v1/identity/sign-out", &json!({ "id": Uuid::new_v4() })).await.expect(200);
    ada.token = signed_out["token"].as_str().map(str::to_string);
    assert_eq!(subscriptions(&database).await, 1, "signing out ends them on all devices");
    subscribe(&ada, &service, "ada").await;
    assert_eq!(ada.send("DELETE", "/api/v1/identity", |request| request).await.status, 204);
    assert_eq!(subscriptions(&database).await, 1, "only Bo’s is left");
    server.stop().await;
}

async fn messages_have_a_limit(database: Database) {
    let service = Service::start().await;
    let server = Running::on_with(&database, at_once(&service)).await;
    let (ada, bo) = (server.client().await, server.client().await);
    subscribe(&bo, &service, "bo").await;
    let id = game_between(&ada, &bo).await;
    let mut game = Turns::new();
    let now = server.app.rooms.store().now();
    execute(&database, &[format!("UPDATE push_subscriptions SET hour_sent = 59, hour_began = {now}")]).await;
    ada.turn(&id, 2, &game.next()).await.expect(200);
    service.wait_for("bo", 1).await;
    until_nothing_is_owed(&database).await;
    bo.turn(&id, 3, &game.next()).await.expect(200);
    ada.turn(&id, 4, &game.next()).await.expect(200);
    until_nothing_is_owed(&database).await;
    assert_eq!(service.requests("bo").len(), 1, "no more in this hour");
    execute(&database, &[format!("UPDATE push_subscriptions SET hour_began = {}", now - 3_600_001)]).await;
    bo.turn(&id, 5, &game.next()).await.expect(200);
    ada.turn(&id, 6, &game.next()).await.expect(200);
    service.wait_for("bo", 2).await;
    server.stop().await;
}

/// Games against the computer, on one device, and turns that the player makes.
async fn nobody_is_told_of_what_is_no_turn_of_theirs(database: Database) {
    let service = Service::start().await;
    let server = Running::on_with(&database, at_once(&service)).await;
    let (ada, bo) = (server.client().await, server.client().await);
    subscribe(&ada, &service, "ada").await;
    let alone =
        json!({ "opponent": { "type": "computer", "level": "1" }, "side": "black", "first": "black" });
    let id = ada.create(alone).await;
    ada.turn(&id, 1, "ab ce").await.expect(200);
    ada.wait_for(&id, |game| game["seq"].as_u64() == Some(3)).await;
    let both = ada.create(json!({ "opponent": { "type": "local" }, "first": "black" })).await;
    ada.turn(&both, 1, "ab ce").await.expect(200);
    // Ada joins a game in which she begins: she knows.
    let wish = json!({ "opponent": { "type": "lobby" }, "side": "red", "first": "black" });
    let joined = bo.create(wish).await;
    ada.command(&joined, 1, json!({ "type": "join" })).await.expect(200);
    // An offer is no turn.
    ada.turn(&joined, 2, "ab ce").await.expect(200);
    until_nothing_is_owed(&database).await;
    assert_eq!(service.requests("ada").len(), 0);
    server.stop().await;
}

#[tokio::test]
async fn only_push_services_are_accepted() {
    let service = Service::start().await;
    let server = Running::with(at_once(&service)).await;
    let ada = server.client().await;
    let try_it = async |wish: &Value| ada.post("/api/v1/push/subscriptions", wish).await;
    for endpoint in [
        "https://example.org/x",
        "http://127.0.0.1:1/x",
        "http://169.254.169.254/latest/meta-data",
        "https://fcm.googleapis.com@127.0.0.1/x",
        "https://127.0.0.1/x",
        "file:///etc/passwd",
        "",
    ] {
        let problem = try_it(&Browser::new().subscription(endpoint)).await.problem(422, "invalid_body");
        assert_eq!(problem["part"], "endpoint", "{endpoint}");
    }
    let known = "https://updates.push.services.mozilla.com/wpush/v2/gAAA";
    assert_eq!(try_it(&Browser::new().subscription(known)).await.status, 204);
    let mut wish = Browser::new().subscription(known);
    wish["keys"]["p256dh"] = json!("AAAA");
    assert_eq!(try_it(&wish).await.problem(422, "invalid_body")["part"], "keys");
    let stranger =
        server.stranger().post("/api/v1/push/subscriptions", &Browser::new().subscription(known)).await;
    stranger.problem(401, "invalid_token");
    server.stop().await;
}

#[tokio::test]
async fn operator_can_switch_it_off() {
    let server = Running::with(|config| config.push.is_on = false).await;
    let ada = server.client().await;
    let push = ada.get("/api/v1/push").await.expect(200);
    assert_eq!(push, json!({ "is_on": false, "public_key": null }));
    let wish = Browser::new().subscription("https://fcm.googleapis.com/x");
    ada.post("/api/v1/push/subscriptions", &wish).await.problem(409, "push_off");
    server.stop().await;
}
