//! Test databases. The tests of linja-games include this file as well.

use linja_games::store::Store;
use sqlx::{Connection as _, PgConnection, SqliteConnection};
use tempfile::TempDir;

#[cfg(feature = "system-tests")]
use super::postgres;

/// A fresh database.
pub enum Database {
    Sqlite(TempDir),
    Postgres(String),
}

impl Database {
    pub fn sqlite() -> Database {
        Database::Sqlite(linja_testing::folder())
    }

    /// A new database on the PostgreSQL server of this test binary.
    #[cfg(feature = "system-tests")]
    pub async fn postgres() -> Database {
        Database::Postgres(postgres::new_database().await)
    }

    /// Another fresh database of the same kind.
    pub async fn another(&self) -> Database {
        match self {
            Database::Sqlite(_) => Database::sqlite(),
            #[cfg(feature = "system-tests")]
            Database::Postgres(_) => Database::postgres().await,
            #[cfg(not(feature = "system-tests"))]
            Database::Postgres(_) => unreachable!("only system tests use PostgreSQL"),
        }
    }

    /// Opens the database, as another server process would.
    pub async fn open(&self) -> Store {
        match self {
            Database::Sqlite(folder) => Store::sqlite(folder.path()).await.expect("SQLite opens"),
            Database::Postgres(url) => Store::postgres(url).await.expect("PostgreSQL connects"),
        }
    }

    /// Runs a statement beside the server, as another program would.
    pub async fn execute(&self, sql: &str) {
        let statement = sqlx::AssertSqlSafe(sql.to_string());
        match self {
            Database::Sqlite(folder) => {
                let url = format!("sqlite://{}", folder.path().join("games.db").display());
                let mut connection = SqliteConnection::connect(&url).await.expect("SQLite opens");
                sqlx::query(statement).execute(&mut connection).await.expect(sql);
                connection.close().await.expect("SQLite closes");
            }
            Database::Postgres(url) => {
                let mut connection = PgConnection::connect(url).await.expect("PostgreSQL connects");
                sqlx::query(statement).execute(&mut connection).await.expect(sql);
                connection.close().await.expect("PostgreSQL disconnects");
            }
        }
    }

    pub fn url(&self) -> Option<String> {
        match self {
            Database::Sqlite(_) => None,
            Database::Postgres(url) => Some(url.clone()),
        }
    }
}

/// Generates one test per database for each named `async fn(Database)`.
#[macro_export]
macro_rules! on_every_database {
    ($($name:ident),+ $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                super::$name($crate::support::Database::sqlite()).await;
            })+
        }

        #[cfg(feature = "system-tests")]
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $name() {
                super::$name($crate::support::Database::postgres().await).await;
            })+
        }
    };
}
