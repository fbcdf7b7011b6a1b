//! PostgreSQL servers for one test binary, started on first use.

use std::net::TcpListener;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use linja_testing::Postgres;
use sqlx::{Connection as _, PgConnection};

/// The address of a new, empty database.
pub async fn new_database() -> String {
    static SERVER: OnceLock<Postgres> = OnceLock::new();
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let server =
        SERVER.get_or_init(|| Postgres::start("-c listen_addresses=''", &[]).expect("PostgreSQL starts"));
    let name = format!("test{}", COUNT.fetch_add(1, Ordering::Relaxed));
    let mut connection = PgConnection::connect(&server.url("postgres")).await.expect("the server answers");
    let create = sqlx::AssertSqlSafe(format!("CREATE DATABASE {name}"));
    sqlx::query(create).execute(&mut connection).await.expect("a new database");
    server.url(&name)
}

/// Starts a server that accepts only TLS connections, with this certificate and key. Returns its port.
pub fn start_with_tls(certificate: &str, key: &str) -> u16 {
    static SERVERS: std::sync::Mutex<Vec<Postgres>> = std::sync::Mutex::new(Vec::new());
    let encrypted_only = "hostssl all all 127.0.0.1/32 trust\n";
    let files = [("crt", certificate), ("key", key), ("pg_hba.conf", encrypted_only)];
    // PostgreSQL can't choose a port itself, and another program may take the free port first; then try another one.
    for _ in 0..10 {
        let free = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = free.local_addr().expect("an address").port();
        drop(free);
        let options = format!(
            "-c listen_addresses=127.0.0.1 -p {port} -c ssl=on -c ssl_cert_file=../crt -c ssl_key_file=../key"
        );
        match Postgres::start(&options, &files) {
            Ok(server) => {
                SERVERS.lock().expect("no panic").push(server);
                return port;
            }
            Err(error) => println!("{error}"),
        }
    }
    panic!("PostgreSQL with TLS does not start");
}
