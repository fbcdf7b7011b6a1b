use clap::Args as ClapArgs;
use linja_text::Language;

use crate::texts::{self, Texts};

#[derive(ClapArgs, Debug)]
pub(crate) struct LangArg {
    /// The language: de, en, es, fr, it, nl, pt or ro [default: the terminal's language, else en]
    #[arg(long, value_name = "CODE", value_parser = language)]
    lang: Option<Language>,
}

impl LangArg {
    /// The texts of the language.
    pub(crate) fn texts(&self) -> Texts {
        Texts::new(self.language())
    }

    pub(crate) fn language(&self) -> Language {
        self.lang.unwrap_or_else(texts::of_terminal)
    }
}

fn language(code: &str) -> Result<Language, String> {
    Language::of_tag(code).ok_or_else(|| {
        let codes = Language::ALL.map(Language::code);
        format!("use one of {}", codes.join(", "))
    })
}
