use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The strength of the computer: `random`, `1` to `10`, or `perfect`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(pub linja_players::Level);

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
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
        name.parse().map(Level).map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "schema")]
mod schema {
    use utoipa::openapi::RefOr;
    use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
    use utoipa::{PartialSchema, ToSchema};

    use super::Level;

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
}
