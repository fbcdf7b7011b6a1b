//! Restore: a backup becomes the games of a database.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use sqlx::sqlite::SqliteConnectOptions;
use tokio::time::{Instant, sleep};

use super::backup::sync_folder_of;
use super::backup_file::{Header, Reader, TableHead, inspect};
use super::schema::{self, Table};
use super::session::Session;
use super::{Location, Observer, UpkeepError, report};
use crate::LocalBoxed;
use crate::store::clock::{MachineClock as _, SystemClock};
use crate::store::{StoreError, private, rows};

/// Rows of one statement.
const BATCH: usize = 500;
/// Tables that a server without games writes to.
const OF_SERVERS: [&str; 3] = ["heartbeat", "outages", "push_key"];
/// The files of SQLite beside the database.
const COMPANIONS: [&str; 2] = ["-wal", "-shm"];
/// How long PostgreSQL may take to end the connections of a server that has just stopped.
const CLOSING: Duration = Duration::from_secs(5);

/// A restored backup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// The header of the backup.
    pub header: Header,
    /// Where the games that were there before are now, if there were any and they are kept.
    pub kept: Option<PathBuf>,
}

/// Restores a backup while no server runs. The whole backup is checked first, and then restored completely or not at
/// all. `replace` permits a database that holds games: those of `games.db` stay in another file, those of PostgreSQL are
/// deleted.
///
/// # Errors
/// If the backup is damaged, a server uses the database, or the database holds games and `replace` is not set.
pub fn restore<'a>(
    location: &'a Location,
    path: &'a Path,
    replace: bool,
    mut observer: Observer<'a>,
) -> LocalBoxed<'a, Result<Restored, UpkeepError>> {
    Box::pin(async move {
        // Both passes read every row, so the observer hears of twice as many.
        let header = inspect(path, &mut |progress| {
            observer(super::Progress { total: 2 * progress.total, ..progress })
        })?;
        let tables = schema::tables(header.schema, "the backup").await?;
        let known =
            |head: &TableHead, table: &Table| head.name == table.name && head.columns == table.columns();
        let are_known = header.tables.len() == tables.len()
            && header.tables.iter().zip(&tables).all(|(head, table)| known(head, table));
        if !are_known {
            let why = format!("its tables are not those of schema version {}", header.schema);
            return Err(UpkeepError::BadBackup { path: path.to_path_buf(), why });
        }
        let backup = Backup { path, header, tables };
        let kept = match location {
            Location::Sqlite(folder) => backup.restore_sqlite(folder, replace, &mut observer).await?,
            Location::Postgres(_) => {
                backup.restore_postgres(location, replace, &mut observer).await?;
                None
            }
        };
        Ok(Restored { header: backup.header, kept })
    })
}

/// A backup that is known to be whole.
struct Backup<'a> {
    path: &'a Path,
    header: Header,
    tables: Vec<Table>,
}

impl Backup<'_> {
    /// Restores into a new file, which then takes the place of `games.db`. Returns where the old one is.
    async fn restore_sqlite(
        &self,
        folder: &Path,
        replace: bool,
        observer: &mut Observer<'_>,
    ) -> Result<Option<PathBuf>, UpkeepError> {
        let failed = |error| UpkeepError::File { path: folder.to_path_buf(), error };
        private::prepare(folder).map_err(failed)?;
        let _lock = lock(folder)?;
        let old = folder.join("games.db");
        let is_empty = is_empty_file(folder).await?;
        if !is_empty && !replace {
            return Err(UpkeepError::NotEmpty);
        }
        let new = NewFile::create(&folder.join("games.db.restoring")).map_err(failed)?;
        let options = SqliteConnectOptions::new().filename(&new.0).create_if_missing(false);
        let mut session = Session::sqlite(options, "BEGIN IMMEDIATE").await?;
        self.fill(&mut session, observer).await?;
        session.commit().await?;
        File::open(&new.0).and_then(|file| file.sync_all()).map_err(failed)?;
        let kept = if is_empty { None } else { Some(keep(folder).map_err(failed)?) };
        for companion in COMPANIONS {
            // The new file must never meet the old log.
            match fs::remove_file(folder.join(format!("games.db{companion}"))) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(failed(error)),
                _ => {}
            }
        }
        fs::rename(&new.0, &old).map_err(failed)?;
        sync_folder_of(&old).map_err(failed)?;
        Ok(kept)
    }

    async fn restore_postgres(
        &self,
        location: &Location,
        replace: bool,
        observer: &mut Observer<'_>,
    ) -> Result<(), UpkeepError> {
        let mut session = Session::write(location).await?;
        wait_for_servers(&mut session).await?;
        if let Some(version) = session.version().await? {
            let tables = schema::tables(version, "the database").await?;
            if !replace && !is_empty(&mut session, &tables).await? {
                return Err(UpkeepError::NotEmpty);
            }
            for table in tables.iter().map(|table| table.name.as_str()).chain(["_sqlx_migrations"]) {
                session.execute(format!("DROP TABLE \"{table}\""), &[]).await?;
            }
        }
        self.fill(&mut session, observer).await?;
        session.commit().await
    }

    /// Builds the schema of the backup, inserts and counts its rows, and brings the schema up to date.
    async fn fill(&self, session: &mut Session, observer: &mut Observer<'_>) -> Result<(), UpkeepError> {
        let migrator = rows::migrator();
        session.migrate(&migrator, Some(self.header.schema)).await?;
        for table in &self.tables {
            // A migration may insert rows into an empty database.
            session.execute(format!("DELETE FROM \"{}\"", table.name), &[]).await?;
        }
        let mut reader = Reader::open(self.path)?;
        if reader.header != self.header {
            return Err(reader.bad("it has changed meanwhile"));
        }
        let (total, mut done) = (self.header.rows(), 0);
        for (table, head) in self.tables.iter().zip(&self.header.tables) {
            let mut left = head.rows;
            while left > 0 {
                let mut batch = Vec::new();
                for _ in 0..left.min(BATCH as u64) {
                    batch.extend(reader.row()?);
                }
                let count = batch.len() as u64;
                session.execute(table.insert(session), &[format!("[{}]", batch.join(","))]).await?;
                left -= count;
                done += count;
                report(observer, total + done, 2 * total)?;
            }
        }
        // Compares the hash once more.
        reader.row()?;
        for (table, head) in self.tables.iter().zip(&self.header.tables) {
            let found = session.number(table.count()).await?;
            if found as u64 != head.rows {
                let table = head.name.clone();
                return Err(UpkeepError::Count { table, found, expected: head.rows });
            }
        }
        session.migrate(&migrator, None).await
    }
}

/// The lock that a server holds while it uses `games.db`.
fn lock(folder: &Path) -> Result<File, UpkeepError> {
    let path = folder.join("games.lock");
    let file = File::options()
        .write(true)
        .open(&path)
        .map_err(|error| UpkeepError::File { path: path.clone(), error })?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            Err(StoreError::Busy(folder.join("games.db").display().to_string()).into())
        }
        Err(TryLockError::Error(error)) => Err(UpkeepError::File { path, error }),
    }
}

/// Waits until no server is connected to a PostgreSQL database.
async fn wait_for_servers(session: &mut Session) -> Result<(), UpkeepError> {
    let servers = "SELECT count(*) FROM pg_stat_activity \
         WHERE datname = current_database() AND application_name = 'linja'";
    let until = Instant::now() + CLOSING;
    loop {
        match session.number(servers.into()).await? {
            0 => return Ok(()),
            count if Instant::now() >= until => return Err(UpkeepError::InUse(count)),
            _ => sleep(Duration::from_millis(100)).await,
        }
        // Else the transaction would see the same connections again.
        session.execute("SELECT pg_stat_clear_snapshot()".into(), &[]).await?;
    }
}

/// Whether `games.db` is missing or holds no games. A file that can't be read may hold some.
async fn is_empty_file(folder: &Path) -> Result<bool, UpkeepError> {
    let mut session = match Session::read(&Location::Sqlite(folder.to_path_buf())).await {
        Ok(session) => session,
        Err(UpkeepError::Missing(_)) => return Ok(true),
        Err(_) => return Ok(false),
    };
    match session.version().await {
        Ok(None) => Ok(true),
        Ok(Some(version)) => match schema::tables(version, "the database").await {
            Ok(tables) => Ok(is_empty(&mut session, &tables).await.unwrap_or(false)),
            Err(_) => Ok(false),
        },
        Err(_) => Ok(false),
    }
}

async fn is_empty(session: &mut Session, tables: &[Table]) -> Result<bool, UpkeepError> {
    for table in tables.iter().filter(|table| !OF_SERVERS.contains(&table.name.as_str())) {
        if session.number(table.count()).await? > 0 {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Gives the old files another name as well. Returns the new name of the database.
fn keep(folder: &Path) -> io::Result<PathBuf> {
    let name = format!("games-before-{}.db", SystemClock::default().wall());
    for companion in [""].into_iter().chain(COMPANIONS) {
        let from = folder.join(format!("games.db{companion}"));
        if from.try_exists()? {
            // Links, so that no moment is without a complete set of files.
            fs::hard_link(from, folder.join(format!("{name}{companion}")))?;
        }
    }
    Ok(folder.join(name))
}

/// A new, private file. Removed when dropped.
struct NewFile(PathBuf);

impl NewFile {
    fn create(path: &Path) -> io::Result<NewFile> {
        let mut options = File::options();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(path)?;
        Ok(NewFile(path.to_path_buf()))
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        // Fails after a rename.
        let _ = fs::remove_file(&self.0);
        let _ = fs::remove_file(format!("{}-journal", self.0.display()));
    }
}
