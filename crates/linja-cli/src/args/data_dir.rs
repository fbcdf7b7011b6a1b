use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use anyhow::{Context as _, anyhow, bail};
use clap::Args as ClapArgs;
use directories::ProjectDirs;

#[derive(ClapArgs, Clone, Debug, PartialEq, Eq)]
pub(crate) struct DataDirArg {
    /// The folder for games and tables [default: the platform's data directory]
    // No `PathBuf`, because clap refuses an empty one, and an empty variable must count as unset.
    #[arg(long, value_name = "DIR", env = VARIABLE, hide_env_values = true)]
    data_dir: Option<OsString>,
}

const VARIABLE: &str = "LINJA_HOME";

/// What to do about a data directory that is unusable.
pub(crate) const NAME_ANOTHER: &str = "name another folder with --data-dir or LINJA_HOME";

impl DataDirArg {
    /// As if this folder had been named on the command line.
    pub(crate) fn named_by(folder: OsString) -> DataDirArg {
        DataDirArg { data_dir: Some(folder) }
    }

    /// The data directory, which need not exist yet.
    ///
    /// # Errors
    /// As [`find`](DataDirArg::find), and if no folder is named and the platform has no data directory.
    pub(crate) fn path(&self) -> anyhow::Result<PathBuf> {
        self.find()?.context("this machine has no data directory; name one with --data-dir or LINJA_HOME")
    }

    /// The data directory, which need not exist yet; `None` if none is named and the platform has none.
    ///
    /// # Errors
    /// If the flag is empty, or the folder exists and is unusable.
    pub(crate) fn find(&self) -> anyhow::Result<Option<PathBuf>> {
        let Some(folder) = self.named()? else { return Ok(None) };
        match check(&folder) {
            Ok(()) => Ok(Some(folder)),
            Err(error) => {
                Err(anyhow!("can't use the data directory {}: {error}; {NAME_ANOTHER}", folder.display()))
            }
        }
    }

    /// The data directory, which is created if needed, for its owner only.
    pub(crate) fn create(&self) -> anyhow::Result<PathBuf> {
        let folder = self.path()?;
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        match builder.recursive(true).create(&folder) {
            Ok(()) => Ok(folder),
            Err(error) => {
                bail!("can't create the data directory {}: {error}; {NAME_ANOTHER}", folder.display())
            }
        }
    }

    fn named(&self) -> anyhow::Result<Option<PathBuf>> {
        match &self.data_dir {
            Some(folder) if !folder.is_empty() => Ok(Some(folder.into())),
            Some(_) if env::var_os(VARIABLE).is_none_or(|folder| !folder.is_empty()) => {
                bail!(
                    "--data-dir is empty; name a folder, or leave the flag out for the platform's data directory"
                )
            }
            _ => Ok(ProjectDirs::from("", "", "linja").map(|folders| folders.data_dir().to_path_buf())),
        }
    }
}

/// # Errors
/// If the path exists and is no folder whose files can be opened.
fn check(folder: &Path) -> io::Result<()> {
    // The dot makes the system look into the folder, which needs permission.
    match fs::metadata(folder.join(".")) {
        Ok(found) if found.is_dir() => Ok(()),
        Ok(_) => Err(io::ErrorKind::NotADirectory.into()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}
