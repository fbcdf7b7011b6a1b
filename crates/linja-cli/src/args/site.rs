use std::path::PathBuf;

use clap::Args as ClapArgs;
use linja::RuleSet;
use linja_server::site::Base;

use super::{DataDirArg, LangArg};

#[derive(ClapArgs, Debug)]
pub(crate) struct SiteArgs {
    /// The folder to write. One that `linja site` has written is replaced as a whole; any other must be empty or new
    #[arg(value_name = "OUT")]
    pub(crate) out: PathBuf,

    /// Where the folder will be: a path such as /games/linja/, or a whole address, with which links get previews. The page
    /// works at any path, also without this
    #[arg(long, value_name = "PATH|URL")]
    pub(crate) base: Option<Base>,

    /// The rule sets with puzzles, separated by commas; they must be solved [default: the published ones that are solved]
    #[arg(long, value_name = "IDS", value_delimiter = ',')]
    pub(crate) rules: Vec<RuleSet>,

    /// The number of days with puzzles from today on, and as many before today, at most 30; 0 for none
    #[arg(long, value_name = "DAYS", default_value_t = 365, value_parser = clap::value_parser!(u32).range(0..=3660))]
    pub(crate) puzzles: u32,

    /// Copy the tables of these rule sets, separated by commas; each takes some 200 to 350 MB
    #[arg(long, value_name = "IDS", value_delimiter = ',')]
    pub(crate) tables: Vec<RuleSet>,

    /// Use this server for playing with others. It must be started with --allow-origin and the origin of the copy
    #[arg(long, value_name = "URL", value_parser = server)]
    pub(crate) server: Option<String>,

    #[command(flatten)]
    pub(crate) lang: LangArg,

    #[command(flatten)]
    pub(crate) data_dir: DataDirArg,
}

fn server(text: &str) -> Result<String, &'static str> {
    let text = text.trim_end_matches('/');
    if linja_server::cross_origin::is_origin(text) {
        Ok(text.to_string())
    } else {
        Err("use a scheme and a host without a path, such as https://linja.example")
    }
}
