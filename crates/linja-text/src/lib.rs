//! The message catalogues of the folder `locales`, in eight languages, for the web page and the command line.
//!
//! ```
//! use linja_text::{Catalogues, Language};
//!
//! let language = Language::negotiate("fr-CA, en;q=0.5").unwrap_or_default();
//! assert_eq!(language.code(), "fr");
//! assert!(!Catalogues::embedded().part(language, "common").is_empty());
//! ```

#![forbid(unsafe_code)]

mod catalogue;
mod language;
mod plural;
mod pseudo;

pub use catalogue::{Catalogues, Part, ReadError, Text};
pub use language::Language;
pub use plural::Category;
