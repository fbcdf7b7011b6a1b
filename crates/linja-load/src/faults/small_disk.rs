//! A small disk that can be filled: a file system in memory, mounted in a private namespace.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use anyhow::Context as _;
use linja_testing::with_own_mounts;

use crate::args::{DatabaseArg, FaultsArgs};

/// Mounts the disk and runs the rest of the arguments.
const SCRIPT: &str = r#"size=$1 folder=$2; shift 2
mount -t tmpfs -o size="$size",mode=777 linja "$folder" || exit 3
exec "$@""#;

/// A disk for the data of the server or of PostgreSQL.
#[derive(Debug)]
pub(crate) struct SmallDisk {
    folder: PathBuf,
}

impl SmallDisk {
    pub(crate) fn new(folder: &Path) -> SmallDisk {
        SmallDisk { folder: folder.to_path_buf() }
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Uses up the space that is left.
    pub(crate) fn fill(&self) -> anyhow::Result<()> {
        let mut filler = OpenOptions::new().create(true).append(true).open(self.filler())?;
        for size in [1 << 20, 4096] {
            while filler.write_all(&vec![0; size]).is_ok() {}
        }
        Ok(())
    }

    /// Frees the space again.
    pub(crate) fn empty(&self) -> anyhow::Result<()> {
        Ok(std::fs::remove_file(self.filler())?)
    }

    fn filler(&self) -> PathBuf {
        self.folder.join("filler")
    }
}

/// Whether a file system can be mounted here for this database.
pub(crate) fn is_possible(database: &DatabaseArg) -> bool {
    let script = match database {
        DatabaseArg::Sqlite => "mount -t tmpfs linja /tmp",
        // PostgreSQL does not run as root, and only the real root can become another user.
        DatabaseArg::Postgres => r#"mount -t tmpfs linja /tmp && chown "$(id -u postgres)" /tmp"#,
        DatabaseArg::Url(_) => return false,
    };
    let mut trial = with_own_mounts("sh");
    trial.args(["-c", script]).stdin(Stdio::null()).stderr(Stdio::null());
    trial.status().is_ok_and(|status| status.success())
}

/// Runs this program again with a small disk of its own; returns its exit code.
pub(crate) fn run_with_disk(args: &FaultsArgs) -> anyhow::Result<ExitCode> {
    // PostgreSQL needs more: a new database has 40 MB, and its log grows by 16 MB.
    let size = if args.test_bed.database == DatabaseArg::Sqlite { "192m" } else { "384m" };
    let parent = args.test_bed.dir.clone().unwrap_or_else(std::env::temp_dir);
    let folder = parent.join(format!("linja-load-disk-{}", std::process::id()));
    std::fs::create_dir_all(&folder).with_context(|| format!("can't create {}", folder.display()))?;
    let mut command: Command = with_own_mounts("sh");
    command.args(["-c", SCRIPT, "sh", size]).arg(&folder).arg(std::env::current_exe()?);
    let status = command.args(std::env::args_os().skip(1)).arg("--small-disk").arg(&folder).status();
    let _ = std::fs::remove_dir(&folder);
    let code = status?.code().and_then(|code| u8::try_from(code).ok());
    Ok(ExitCode::from(code.unwrap_or(2)))
}
