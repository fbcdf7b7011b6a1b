//! What the tests share: databases to run on.

#![allow(dead_code, reason = "every test binary uses a part of it")]

#[cfg(feature = "system-tests")]
pub mod postgres;

pub mod contract;
pub mod page;
pub mod raw;
pub mod server;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use linja_server::store::Store;

/// A fresh database.
pub enum Database {
    Sqlite(Folder),
    Postgres(String),
}

impl Database {
    pub fn sqlite() -> Database {
        Database::Sqlite(Folder::new())
    }

    /// One of its own on the PostgreSQL server of this test binary.
    #[cfg(feature = "system-tests")]
    pub async fn postgres() -> Database {
        Database::Postgres(postgres::new_database().await)
    }

    /// Opens it, as another server process would.
    pub async fn open(&self) -> Store {
        match self {
            Database::Sqlite(folder) => Store::sqlite(folder.path()).await.expect("SQLite opens"),
            Database::Postgres(url) => Store::postgres(url).await.expect("PostgreSQL connects"),
        }
    }

    pub fn url(&self) -> Option<String> {
        match self {
            Database::Sqlite(_) => None,
            Database::Postgres(url) => Some(url.clone()),
        }
    }
}

/// A folder that is removed with everything in it.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&path).expect("a temporary folder");
        Folder(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Makes one test per database of each named `async fn(Database)`.
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

/// A data directory where `bonus` is solved; a table that an earlier run made is used again.
pub fn solved() -> PathBuf {
    use linja::RuleSet;
    use linja_oracle::{Options, Silent, Tables, WriteError};

    let data_dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("solved");
    let tables = Tables::in_data_dir(&data_dir);
    while !matches!(tables.open(&RuleSet::BONUS), Ok(Some(_))) {
        match tables.solve(&RuleSet::BONUS, &Options::default(), &Silent) {
            // Another test is at it.
            Err(WriteError::Busy(_)) => std::thread::sleep(std::time::Duration::from_millis(50)),
            solved => drop(solved.expect("it can be solved")),
        }
    }
    data_dir
}
