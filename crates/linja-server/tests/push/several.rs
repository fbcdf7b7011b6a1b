//! Several servers on one database: one message, and none for a player who is connected to another server.

#![cfg(feature = "system-tests")]

use super::service::Service;
use super::support::Database;
use super::support::server::Running;
use super::{at_once, game_between, key, subscribe, until_nothing_is_owed};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn several_servers_send_one_message() {
    let database = Database::postgres().await;
    let service = Service::start().await;
    let here = Running::on_with(&database, at_once(&service)).await;
    let there = Running::on_with(&database, at_once(&service)).await;
    assert_eq!(key(&here).await, key(&there).await, "the servers share a key");
    let (ada, bo) = (here.client().await, there.client().await);
    subscribe(&ada, &service, "ada").await;
    subscribe(&bo, &service, "bo").await;
    let game = &game_between(&ada, &bo).await;
    service.wait_for("ada", 1).await;
    until_nothing_is_owed(&database).await;
    ada.turn(game, 2, "ab ce").await.expect(200);
    service.wait_for("bo", 1).await;
    until_nothing_is_owed(&database).await;
    // Both are connected now, each to a server of their own.
    let mut black = ada.live(game, None).await;
    let mut red = bo.live(game, None).await;
    black.presence(true, true, 0).await;
    red.presence(true, true, 0).await;
    bo.turn(game, 3, "hg hf").await.expect(200);
    black.next_of("event").await;
    ada.turn(game, 4, "ab ad").await.expect(200);
    until_nothing_is_owed(&database).await;
    assert_eq!((service.requests("ada").len(), service.requests("bo").len()), (1, 1));
    here.stop().await;
    there.stop().await;
}
