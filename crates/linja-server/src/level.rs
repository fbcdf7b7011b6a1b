//! How strong the computer plays.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// `random`, `1` to `10`, or `perfect`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Any legal turn.
    Random,
    /// Errs less the higher it is, 1 to 10.
    Number(u8),
    /// Never errs where the table is there.
    Perfect,
}

impl Level {
    /// The level with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Level> {
        match name {
            "random" => Some(Level::Random),
            "perfect" => Some(Level::Perfect),
            _ => name.parse().ok().filter(|number| (1..=10).contains(number)).map(Level::Number),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::Random => write!(f, "random"),
            Level::Number(number) => write!(f, "{number}"),
            Level::Perfect => write!(f, "perfect"),
        }
    }
}

impl Serialize for Level {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Level {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Level, D::Error> {
        let name = String::deserialize(deserializer)?;
        Level::from_name(&name)
            .ok_or_else(|| serde::de::Error::custom("a level is random, 1 to 10, or perfect"))
    }
}

impl PartialSchema for Level {
    fn schema() -> RefOr<Schema> {
        let schema = ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("`random`, `1` to `10`, or `perfect`."))
            .pattern(Some("^(random|[1-9]|10|perfect)$"))
            .build();
        RefOr::T(schema.into())
    }
}

impl ToSchema for Level {}
