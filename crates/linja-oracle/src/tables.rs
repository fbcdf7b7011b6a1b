//! Where tables live: `tables/<rule set>.linja` in the data directory.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use linja::RuleSet;

use crate::distances::Distances;
use crate::progress::Observer;
use crate::solve::Options;
use crate::table::{
    Header, Table, TableError, WriteError, remove_leftover, solve_distances_to_file, solve_to_file,
};

/// The tables of one data directory.
#[derive(Clone, Debug)]
pub struct Tables {
    folder: PathBuf,
}

impl Tables {
    /// The tables of this data directory, which need not exist yet.
    #[must_use]
    pub fn in_data_dir(data_dir: &Path) -> Tables {
        Tables { folder: data_dir.join("tables") }
    }

    /// The folder with the table files.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where the table of a rule set is or would be.
    #[must_use]
    pub fn path(&self, rules: &RuleSet) -> PathBuf {
        self.folder.join(format!("{rules}.linja"))
    }

    /// Opens the table of a rule set; `None` if it has not been solved.
    ///
    /// # Errors
    /// If there is a file that [`Table::open`] refuses.
    pub fn open(&self, rules: &RuleSet) -> Result<Option<Table>, TableError> {
        match Table::open(&self.path(rules), rules) {
            Err(TableError::Io(error)) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            opened => opened.map(Some),
        }
    }

    /// Where the table of distances of a rule set is or would be.
    #[must_use]
    pub fn distances_path(&self, rules: &RuleSet) -> PathBuf {
        self.folder.join(format!("{rules}.distance"))
    }

    /// Opens the table of distances of a rule set; `None` if there is none.
    ///
    /// # Errors
    /// If there is a file that is no undamaged table of distances of this rule set.
    pub fn open_distances(&self, rules: &RuleSet) -> Result<Option<Distances>, TableError> {
        match Distances::open(&self.distances_path(rules), rules) {
            Err(TableError::Io(error)) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            opened => opened.map(Some),
        }
    }

    /// The rule sets that have a table file, sound or not, by their ids.
    #[must_use]
    pub fn existing(&self) -> Vec<RuleSet> {
        self.with_extension("linja")
    }

    /// The rule sets that have a file with this extension.
    fn with_extension(&self, wanted: &str) -> Vec<RuleSet> {
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let rules = |file: fs::DirEntry| {
            let name = file.file_name();
            let id = name.to_str()?.strip_suffix(wanted)?.strip_suffix('.')?;
            // Under another spelling nobody would find it.
            id.parse().ok().filter(|rules: &RuleSet| rules.id() == id)
        };
        let mut found: Vec<RuleSet> = files.filter_map(rules).collect();
        found.sort_by_cached_key(RuleSet::id);
        found
    }

    /// Removes the temporary files that killed solvers may have left. Does not disturb running solvers.
    pub fn remove_leftovers(&self) {
        for rules in self.with_extension("partial") {
            self.remove_leftover(&rules);
        }
    }

    /// Removes the temporary file that a killed solver may have left. Does not disturb a running solver.
    pub fn remove_leftover(&self, rules: &RuleSet) {
        remove_leftover(&self.path(rules));
    }

    /// Solves a rule set and puts its table into the folder, which is created if needed.
    ///
    /// # Errors
    /// See [`solve_to_file`].
    pub fn solve(
        &self,
        rules: &RuleSet,
        options: &Options,
        observer: &dyn Observer,
    ) -> Result<Header, WriteError> {
        let io = |error| WriteError::Io { path: self.folder.clone(), error };
        fs::create_dir_all(&self.folder).map_err(io)?;
        solve_to_file(rules, options, observer, &self.path(rules))
    }

    /// Finds the distances of a rule set and puts them into the folder, which is created if needed. Needs twice the memory
    /// of solving, and no table of values.
    ///
    /// # Errors
    /// See [`solve_to_file`].
    pub fn solve_distances(
        &self,
        rules: &RuleSet,
        options: &Options,
        observer: &dyn Observer,
    ) -> Result<Header, WriteError> {
        let io = |error| WriteError::Io { path: self.folder.clone(), error };
        fs::create_dir_all(&self.folder).map_err(io)?;
        solve_distances_to_file(rules, options, 0, observer, &self.distances_path(rules))
    }
}
