use std::ffi::OsString;

use linja::RuleSet;
use linja_players::Level;

use crate::args::DataDirArg;

/// The options of the engine.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) rules: RuleSet,
    pub(super) level: Level,
    pub(super) seed: u64,
    /// Whether tables are used if there are any.
    pub(super) table: bool,
    pub(super) data_dir: DataDirArg,
}

impl Settings {
    /// The lines that announce the options.
    pub(super) fn announced(&self) -> Vec<String> {
        let levels: String = Level::all().map(|level| format!(" var {level}")).collect();
        vec![
            format!("option name Rules type string default {}", self.rules),
            format!("option name Level type combo default {}{levels}", self.level),
            format!("option name Seed type spin default {} min 0 max {}", self.seed, u64::MAX),
            format!("option name Table type check default {}", self.table),
            "option name DataDir type string default <empty>".into(),
        ]
    }

    /// Sets an option. The names are read in any letter case.
    ///
    /// # Errors
    /// If there is no such option or value.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let wrong = |error: &dyn std::fmt::Display| format!("option {name}: {error}");
        match name.to_ascii_lowercase().as_str() {
            "rules" => self.rules = value.parse().map_err(|error| wrong(&error))?,
            "level" => self.level = value.parse().map_err(|error| wrong(&error))?,
            "seed" => self.seed = value.parse().map_err(|_| wrong(&"use a whole number from 0 on"))?,
            "table" => match value.to_ascii_lowercase().as_str() {
                "true" => self.table = true,
                "false" => self.table = false,
                _ => return Err(wrong(&"use true or false")),
            },
            "datadir" if value.is_empty() => return Err(wrong(&"name a folder")),
            "datadir" => self.data_dir = DataDirArg::named_by(OsString::from(value)),
            _ => {
                return Err(format!(
                    "unknown option “{}”: use Rules, Level, Seed, Table or DataDir",
                    crate::ugi::excerpt(name)
                ));
            }
        }
        Ok(())
    }
}
