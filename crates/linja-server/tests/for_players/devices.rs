//! One identity on several devices, and signing out.

use std::time::Instant;

use linja_server::Limits;
use serde_json::json;
use uuid::Uuid;

use super::support::Database;
use super::support::page::ask;
use super::support::server::{PATIENCE, Running};
use super::{command, game_between, redeem, second_device};

crate::on_every_database!(
    code_moves_an_identity_to_another_device,
    code_works_once_and_not_after_its_time,
    lost_responses_cost_nothing,
    signing_out_ends_all_other_devices,
    number_of_devices_is_limited,
);

async fn code_moves_an_identity_to_another_device(database: Database) {
    let server = Running::on(&database).await;
    let (ada, bo) = (server.client().await, server.client().await);
    let game = game_between(&ada, &bo, ["Ada", "Bo"]).await;
    let phone = second_device(&ada, &server).await;
    assert_ne!(phone.token, ada.token);
    assert_eq!(phone.get("/api/v1/games").await.expect(200)["games"][0]["id"], game.as_str());
    assert_eq!(phone.game(&game).await["you"], json!(["black"]));
    phone.turn(&game, 2, "ab ce").await.expect(200);
    // Nobody plays against themselves, on whatever device.
    let other = ada.create(json!({ "opponent": { "type": "lobby" } })).await;
    phone.command(&other, 1, json!({ "type": "join" })).await.problem(409, "already_seated");
    // The third device, by the second; the first one still works.
    let tablet = second_device(&phone, &server).await;
    assert_eq!(tablet.game(&game).await["you"], json!(["black"]));
    assert_eq!(ada.game(&game).await["you"], json!(["black"]));
    server.stop().await;
    // After a restart, too.
    let server = Running::on(&database).await;
    assert_eq!(tablet.at(&server).game(&game).await["you"], json!(["black"]));
    server.stop().await;
}

async fn code_works_once_and_not_after_its_time(database: Database) {
    let server = Running::on(&database).await;
    let ada = server.client().await;
    let codes = "/api/v1/identity/codes";
    let use_code = async |code: &serde_json::Value| {
        let wish = json!({ "id": Uuid::new_v4(), "code": code });
        server.client().await.post("/api/v1/identity/tokens", &wish).await
    };
    let first = ada.post(codes, &command()).await.expect(201);
    let left = first["expires_at"].as_u64().unwrap().saturating_sub(server.app.rooms.store().now());
    assert!((14 * 60_000..=15 * 60_000).contains(&left), "{left} ms");
    redeem(&server, &first["code"]).await;
    use_code(&first["code"]).await.problem(403, "wrong_code");
    // A newer code takes the place of an unused one.
    let (old, new) =
        (ada.post(codes, &command()).await.expect(201), ada.post(codes, &command()).await.expect(201));
    use_code(&old["code"]).await.problem(403, "wrong_code");
    database.execute("UPDATE codes SET expires_at = 1").await;
    use_code(&new["code"]).await.problem(403, "wrong_code");
    // Signing out ends the code as well.
    let last = ada.post(codes, &command()).await.expect(201);
    ada.post("/api/v1/identity/sign-out", &command()).await.expect(200);
    use_code(&last["code"]).await.problem(403, "wrong_code");
    for wrong in ["", "0000-0000-0000", "no code at all", &"A".repeat(5000)] {
        use_code(&json!(wrong)).await.problem(403, "wrong_code");
    }
    server.stop().await;
}

async fn lost_responses_cost_nothing(database: Database) {
    let server = Running::on(&database).await;
    let ada = server.client().await;
    let game = ada.create(json!({ "opponent": { "type": "local" } })).await;
    // The same command gives the same code.
    let wish = command();
    let first = ada.post("/api/v1/identity/codes", &wish).await.expect(201);
    assert_eq!(ada.post("/api/v1/identity/codes", &wish).await.expect(201), first);
    // The same redemption gives the same token.
    let device = server.client().await;
    let wish = json!({ "id": Uuid::new_v4(), "code": first["code"] });
    let token = device.post("/api/v1/identity/tokens", &wish).await.expect(201);
    assert_eq!(device.post("/api/v1/identity/tokens", &wish).await.expect(201), token);
    // Signing out with a token that has ended meanwhile, by the same command.
    let wish = command();
    let fresh = ada.post("/api/v1/identity/sign-out", &wish).await.expect(200);
    assert_eq!(ada.post("/api/v1/identity/sign-out", &wish).await.expect(200), fresh);
    ada.post("/api/v1/identity/sign-out", &command()).await.problem(401, "signed_out");
    let mut now = ada.clone();
    now.token = fresh["token"].as_str().map(str::to_string);
    assert_eq!(now.game(&game).await["you"], json!(["black", "red"]));
    // Not for the ids that somebody else could guess.
    let guessable = json!({ "id": Uuid::from_u128(7) });
    for path in ["codes", "sign-out"] {
        let problem =
            now.post(&format!("/api/v1/identity/{path}"), &guessable).await.problem(422, "invalid_body");
        assert_eq!(problem["part"], "id");
    }
    server.stop().await;
}

async fn signing_out_ends_all_other_devices(database: Database) {
    let server = Running::on(&database).await;
    let (ada, bo) = (server.client().await, server.client().await);
    let game = game_between(&ada, &bo, ["Ada", "Bo"]).await;
    let phone = second_device(&ada, &server).await;
    let (mut first, mut second) = (ada.live(&game, None).await, phone.live(&game, None).await);
    let mut other = bo.live(&game, None).await;
    first.next_of("oracle").await;
    second.next_of("oracle").await;
    let fresh = phone.post("/api/v1/identity/sign-out", &command()).await.expect(200);
    // Both live connections end with a code of their own.
    for socket in [&mut first, &mut second] {
        assert_eq!(close_code(socket).await, Some(4003));
    }
    for ended in [&ada, &phone] {
        ended.get("/api/v1/games").await.problem(401, "signed_out");
        ended.turn(&game, 2, "ab ce").await.problem(401, "signed_out");
        assert!(ended.try_live(&format!("/api/v1/games/{game}/live"), &[]).await.is_err());
    }
    let mut now = phone.clone();
    now.token = fresh["token"].as_str().map(str::to_string);
    now.turn(&game, 2, "ab ce").await.expect(200);
    assert_eq!(other.next_of("event").await["seq"], 3, "the opponent plays on");
    // A browser that was signed out is a new one after it has loaded the page again.
    let cookie = format!("linja={}; linja-renewed=1", ada.token.as_ref().unwrap());
    let page = ask(&server, "GET", "/games", &[("cookie", &cookie)]).await;
    let new = page.header("set-cookie").to_string();
    assert!(new.starts_with("linja=") && !new.contains(ada.token.as_ref().unwrap()), "{new}");
    let cookie = format!("linja={}; linja-renewed=1", now.token.as_ref().unwrap());
    assert_eq!(ask(&server, "GET", "/games", &[("cookie", &cookie)]).await.header("set-cookie"), "");
    server.stop().await;
}

async fn number_of_devices_is_limited(database: Database) {
    let server = Running::on(&database).await;
    let ada = server.client().await;
    for _ in 0..20 {
        second_device(&ada, &server).await;
    }
    let code = ada.post("/api/v1/identity/codes", &command()).await.expect(201);
    let wish = json!({ "id": Uuid::new_v4(), "code": code["code"] });
    server.client().await.post("/api/v1/identity/tokens", &wish).await.problem(409, "too_many_devices");
    let fresh = ada.post("/api/v1/identity/sign-out", &command()).await.expect(200);
    let mut now = ada.clone();
    now.token = fresh["token"].as_str().map(str::to_string);
    second_device(&now, &server).await;
    server.stop().await;
}

/// The code with which the server closes a connection.
pub async fn close_code(socket: &mut super::support::server::Socket) -> Option<u16> {
    use futures_util::StreamExt as _;
    let closed = async {
        loop {
            match socket.0.next().await {
                Some(Ok(tungstenite::Message::Close(frame))) => return frame.map(|frame| frame.code.into()),
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return None,
            }
        }
    };
    tokio::time::timeout(PATIENCE, closed).await.expect("the connection is closed")
}

#[tokio::test]
async fn browsers_get_their_tokens_as_cookies() {
    let server = Running::start().await;
    let ada = server.client().await;
    let code = ada.post("/api/v1/identity/codes", &command()).await.expect(201);
    assert_eq!(code["path"], format!("/games#code={}", code["code"].as_str().unwrap()));
    let mut browser = server.stranger();
    // As a person types it.
    let typed = code["code"].as_str().unwrap().to_lowercase().replace('-', " ");
    let wish = json!({ "id": Uuid::new_v4(), "code": typed });
    let reply = browser.post("/api/v1/identity/tokens", &wish).await;
    let cookie = reply.headers["set-cookie"].to_str().unwrap().to_string();
    assert_eq!(reply.expect(201), json!({}), "scripts do not see the token");
    browser.token = cookie.strip_prefix("linja=").and_then(|rest| rest.split(';').next()).map(str::to_string);
    let game = ada.create(json!({ "opponent": { "type": "local" } })).await;
    assert_eq!(browser.game(&game).await["you"], json!(["black", "red"]));
    // Without any token there is nothing to move or to sign out.
    for path in ["codes", "sign-out"] {
        let path = format!("/api/v1/identity/{path}");
        server.stranger().post(&path, &command()).await.problem(401, "invalid_token");
    }
    server.stop().await;
}

#[tokio::test]
async fn codes_can_not_be_guessed() {
    let per_minute = Limits::default().codes_per_minute;
    let server = Running::with(|config| {
        config.limits.requests_per_second = 1000;
        config.limits.burst = 1000;
    })
    .await;
    let thief = server.stranger();
    let (mut guessed, begun) = (0, Instant::now());
    for guess in 0..3 * per_minute {
        let wish = json!({ "id": Uuid::new_v4(), "code": format!("0000-0000-{guess:04}") });
        let reply = thief.post("/api/v1/identity/tokens", &wish).await;
        if reply.status == 429 {
            assert!(reply.headers.contains_key("retry-after"));
        } else {
            reply.problem(403, "wrong_code");
            guessed += 1;
        }
    }
    let minutes = begun.elapsed().as_secs_f64() / 60.0;
    let most = (1.0 + minutes) * f64::from(per_minute);
    assert!(f64::from(guessed) <= most, "{guessed} guesses in {minutes} minutes");
    server.stop().await;
}

#[cfg(feature = "system-tests")]
mod several {
    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn signing_out_reaches_the_other_servers() {
        let database = Database::postgres().await;
        let (here, there) = (Running::on(&database).await, Running::on(&database).await);
        let (ada, bo) = (here.client().await, here.client().await);
        let game = game_between(&ada, &bo, ["Ada", "Bo"]).await;
        let elsewhere = ada.at(&there);
        let mut socket = elsewhere.live(&game, None).await;
        socket.next_of("oracle").await;
        assert_eq!(elsewhere.game(&game).await["you"], json!(["black"]), "now that server knows the token");
        ada.post("/api/v1/identity/sign-out", &command()).await.expect(200);
        assert_eq!(close_code(&mut socket).await, Some(4003));
        elsewhere.get("/api/v1/games").await.problem(401, "signed_out");
        for server in [here, there] {
            server.stop().await;
        }
    }

    /// Without a notification, as if it were lost: another program ends the token.
    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn lost_notifications_are_made_up_for() {
        let database = Database::postgres().await;
        let server = Running::on(&database).await;
        let (ada, bo) = (server.client().await, server.client().await);
        let game = game_between(&ada, &bo, ["Ada", "Bo"]).await;
        let mut socket = ada.live(&game, None).await;
        socket.next_of("oracle").await;
        let token: linja_games::token::Token = ada.token.as_ref().unwrap().parse().unwrap();
        let (hash, now) = (token.hash(), server.app.rooms.store().now());
        let sql = format!("INSERT INTO tokens VALUES ('{hash}', '{hash}', {now}, {now})");
        database.execute(&sql).await;
        assert_eq!(close_code(&mut socket).await, Some(4003));
        ada.get("/api/v1/games").await.problem(401, "signed_out");
        server.stop().await;
    }
}
