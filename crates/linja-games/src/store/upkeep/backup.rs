//! Backup: all rows of one moment, in a file that either database can restore.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use futures_util::TryStreamExt as _;

use super::backup_file::{FORMAT, Header, TableHead, Writer};
use super::session::Session;
use super::{Location, Observer, UpkeepError, report, schema};
use crate::LocalBoxed;
use crate::store::clock::{MachineClock as _, SystemClock};

/// Rows between two reports of progress.
const BETWEEN_REPORTS: u64 = 1_000;

/// Writes a backup of the games as they are now, while servers run or not. The file appears complete or not at all, and
/// only its owner may read it.
///
/// # Errors
/// If the database can't be read, the file can't be written, or it exists and `replace` is not set.
pub fn backup<'a>(
    location: &'a Location,
    path: &'a Path,
    replace: bool,
    mut observer: Observer<'a>,
) -> LocalBoxed<'a, Result<Header, UpkeepError>> {
    Box::pin(async move {
        if !replace && path.symlink_metadata().is_ok() {
            return Err(UpkeepError::Exists(path.to_path_buf()));
        }
        let mut session = Session::read(location).await?;
        let version = session.version().await?.ok_or(UpkeepError::NoSchema)?;
        let tables = schema::tables(version, "the database").await?;
        let mut heads = Vec::new();
        for table in &tables {
            let rows = session.number(table.count()).await? as u64;
            heads.push(TableHead { name: table.name.clone(), columns: table.columns(), rows });
        }
        let header = Header {
            linja_backup: FORMAT,
            program: env!("CARGO_PKG_VERSION").into(),
            schema: version,
            taken_at: SystemClock::default().wall(),
            tables: heads,
        };
        let partial = Partial::create(path)?;
        let failed = |error| UpkeepError::File { path: partial.path.clone(), error };
        let mut writer = Writer::new(&partial.file, &header).map_err(failed)?;
        let (mut done, total) = (0_u64, header.rows());
        for (table, head) in tables.iter().zip(&header.tables) {
            let mut written = 0;
            let select = table.select(&session);
            let mut rows = session.texts(select);
            while let Some(row) = rows.try_next().await? {
                writer.row(&row).map_err(failed)?;
                written += 1;
                if (done + written).is_multiple_of(BETWEEN_REPORTS) {
                    report(&mut observer, done + written, total)?;
                }
            }
            if written != head.rows {
                let (table, found) = (head.name.clone(), written as i64);
                return Err(UpkeepError::Count { table, found, expected: head.rows });
            }
            done += written;
        }
        report(&mut observer, done, total)?;
        writer.finish().map_err(failed)?;
        partial.file.sync_all().map_err(failed)?;
        partial.publish(path, replace)?;
        Ok(header)
    })
}

/// The unfinished file, beside the finished one. Removed when dropped.
struct Partial {
    path: PathBuf,
    file: File,
}

impl Partial {
    fn create(path: &Path) -> Result<Partial, UpkeepError> {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".{}.partial", std::process::id()));
        let path = PathBuf::from(name);
        let mut options = File::options();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let file = options.open(&path).map_err(|error| UpkeepError::File { path: path.clone(), error })?;
        Ok(Partial { path, file })
    }

    /// Gives the file its name.
    fn publish(self, path: &Path, replace: bool) -> Result<(), UpkeepError> {
        let failed = |error: io::Error| match error.kind() {
            io::ErrorKind::AlreadyExists => UpkeepError::Exists(path.to_path_buf()),
            _ => UpkeepError::File { path: path.to_path_buf(), error },
        };
        if replace {
            fs::rename(&self.path, path).map_err(failed)?;
        } else {
            // Unlike a rename, a link never replaces a file that has appeared meanwhile.
            fs::hard_link(&self.path, path).map_err(failed)?;
        }
        sync_folder_of(path).map_err(failed)
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        // Fails after a rename. What stays after another failure only takes up space.
        let _ = fs::remove_file(&self.path);
    }
}

/// Makes a new name in a folder durable.
pub(super) fn sync_folder_of(path: &Path) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if cfg!(unix) { File::open(folder.unwrap_or(Path::new(".")))?.sync_all() } else { Ok(()) }
}
