//! TLS connections to PostgreSQL: encryption and server verification.

#![cfg(feature = "system-tests")]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod support;

use linja_games::store::Store;
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use sqlx::{Connection as _, PgConnection};
use support::server::Running;
use support::{Database, postgres};

fn authority() -> CertifiedIssuer<'static, KeyPair> {
    let mut params = CertificateParams::default();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn database_is_reached_by_tls_and_must_be_the_right_one() {
    let (authority, stranger, key) = (authority(), authority(), KeyPair::generate().unwrap());
    let params = CertificateParams::new(["localhost".to_string()]).unwrap();
    let certificate = params.signed_by(&key, &authority).unwrap();
    let port = postgres::start_with_tls(&certificate.pem(), &key.serialize_pem());
    let folder = linja_testing::folder();
    let file = |name: &str, content: &str| {
        std::fs::write(folder.path().join(name), content).unwrap();
        folder.path().join(name).display().to_string()
    };
    let (root, other) = (file("root.pem", &authority.pem()), file("other.pem", &stranger.pem()));
    let url =
        |host: &str, rest: &str| format!("postgres://linja:secret@{host}:{port}/postgres?sslmode={rest}");

    for (host, rest) in [
        ("127.0.0.1", "require".to_string()),
        ("127.0.0.1", format!("verify-ca&sslrootcert={root}")),
        ("localhost", format!("verify-full&sslrootcert={root}")),
    ] {
        let mut connection = PgConnection::connect(&url(host, &rest)).await.expect(&rest);
        let is_encrypted: bool =
            sqlx::query_scalar("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()")
                .fetch_one(&mut connection)
                .await
                .unwrap();
        assert!(is_encrypted, "{rest}");
    }
    // A whole server; its notifications use TLS as well.
    let database = Database::Postgres(url("localhost", &format!("verify-full&sslrootcert={root}")));
    let (here, there) = (Running::on(&database).await, Running::on(&database).await);
    let ada = here.client().await;
    let game = ada.create(serde_json::json!({ "opponent": { "type": "local" }, "first": "black" })).await;
    let mut socket = ada.at(&there).live(&game, None).await;
    ada.turn(&game, 1, "ab ce").await.expect(200);
    socket.next_of("event").await;
    drop(socket);
    here.stop().await;
    there.stop().await;

    for (host, rest, why) in [
        ("localhost", format!("verify-full&sslrootcert={other}"), "its issuer is not trusted here"),
        ("localhost", "verify-full".into(), "its issuer is not trusted here"),
        ("127.0.0.1", format!("verify-full&sslrootcert={root}"), "not valid for name \"127.0.0.1\""),
        ("localhost", format!("verify-full&sslrootcert={root}.gone"), "No such file"),
        ("localhost", "disable".into(), "no encryption"),
    ] {
        let error = Store::postgres(&url(host, &rest)).await.map(|_| ()).expect_err(&rest).to_string();
        let start = format!("can't connect to PostgreSQL at {host}:{port}: ");
        assert!(error.starts_with(&start) && error.contains(why), "{rest}: {error}");
        assert!(!error.contains('\n') && !error.contains("secret"), "{error}");
    }
}

#[tokio::test]
async fn database_without_tls_is_refused_where_tls_is_asked_for() {
    let Database::Postgres(url) = Database::postgres().await else { unreachable!("it is PostgreSQL") };
    let error = Store::postgres(&format!("{url}&sslmode=require")).await.map(|_| ()).unwrap_err();
    assert!(error.to_string().contains("server does not support TLS"), "{error}");
}

#[tokio::test]
async fn address_that_makes_no_sense_is_told_without_showing_it() {
    for (url, why) in [
        ("nonsense", "it must begin with postgres://"),
        ("https://linja:secret@localhost/x", "it must begin with postgres://"),
        ("postgres://linja:secret@localhost:port/x", "invalid port number"),
        ("postgres://linja:secret@localhost/x?sslmode=foo", "unknown value \"foo\" for `ssl_mode`"),
    ] {
        let error = Store::postgres(url).await.map(|_| ()).unwrap_err().to_string();
        assert_eq!(error, format!("the address of the database can't be read: {why}"));
    }
}
