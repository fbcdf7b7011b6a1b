//! The feature `serde`: values are serialized as their notation or as the lower-case words of the HTTP API.
//!
//! Values that can't be validated without a position or a rule set, such as a [`CompleteTurn`], implement only
//! `Serialize`.

use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use serde_core::de::{Deserialize, Deserializer, Error, MapAccess, Unexpected, Visitor};
use serde_core::ser::{Serialize, SerializeMap as _, SerializeStruct as _, Serializer};

use crate::{
    Action, Argument, BySide, CompleteTurn, Margin, MatchLength, MatchPoints, Message, Phase, Position,
    Record, Row, RuleSet, Score, Setup, Side, Termination, Turn, WhyDone, Winner,
};

/// Deserializes a string with `FromStr`.
struct FromText<T>(PhantomData<T>);

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for FromText<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

macro_rules! read_text {
    ($($name:ty),*) => {$(
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                deserializer.deserialize_str(FromText(PhantomData))
            }
        }
    )*};
}

macro_rules! write_text {
    ($($name:ty),*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }
    )*};
}

macro_rules! write_id {
    ($($name:ty),*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.id())
            }
        }
    )*};
}

read_text!(MatchPoints, Position, Record, Row, RuleSet, Setup, Side, Turn, Winner);
write_text!(Action, MatchPoints, Position, Record, Row, RuleSet, Setup, Turn);
write_id!(Phase, Side, Termination, WhyDone, Winner);

/// A number.
impl Serialize for Margin {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Margin {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Margin, D::Error> {
        i8::deserialize(deserializer).map(Margin)
    }
}

/// The maximum number of games.
impl Serialize for MatchLength {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.games().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for MatchLength {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<MatchLength, D::Error> {
        let games = u8::deserialize(deserializer)?;
        MatchLength::from_games(games)
            .ok_or_else(|| D::Error::invalid_value(Unexpected::Unsigned(games.into()), &"1, 3 or 5 games"))
    }
}

/// `{ "black": …, "red": … }`
impl<T: Serialize> Serialize for BySide<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("BySide", 2)?;
        object.serialize_field("black", &self.black)?;
        object.serialize_field("red", &self.red)?;
        object.end()
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for BySide<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<BySide<T>, D::Error> {
        deserializer.deserialize_struct("BySide", &["black", "red"], BothSides(PhantomData))
    }
}

struct BothSides<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for BothSides<T> {
    type Value = BySide<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object with black and red")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<BySide<T>, A::Error> {
        let mut both = BySide { black: None, red: None };
        while let Some((side, value)) = map.next_entry::<Side, T>()? {
            if both[side].replace(value).is_some() {
                return Err(A::Error::duplicate_field(side.id()));
            }
        }
        let missing = |side: Side| move || A::Error::missing_field(side.id());
        Ok(BySide {
            black: both.black.ok_or_else(missing(Side::Black))?,
            red: both.red.ok_or_else(missing(Side::Red))?,
        })
    }
}

/// Like [`BySide`].
impl Serialize for Score {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        BySide { black: self.black, red: self.red }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Score {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Score, D::Error> {
        let BySide { black, red } = BySide::deserialize(deserializer)?;
        Ok(Score { black, red })
    }
}

/// `{ "turn": …, "after": …, "over": … }`
impl Serialize for CompleteTurn {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("CompleteTurn", 3)?;
        object.serialize_field("turn", &self.turn)?;
        object.serialize_field("after", &self.result.position)?;
        object.serialize_field("over", &self.result.is_over)?;
        object.end()
    }
}

/// `{ "id": …, "arguments": { … } }`
impl Serialize for Message {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        struct Arguments<'a>(&'a [(&'static str, Argument)]);

        impl Serialize for Arguments<'_> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let mut object = serializer.serialize_map(Some(self.0.len()))?;
                for (name, value) in self.0 {
                    object.serialize_entry(name, value)?;
                }
                object.end()
            }
        }

        let mut object = serializer.serialize_struct("Message", 2)?;
        object.serialize_field("id", self.id())?;
        object.serialize_field("arguments", &Arguments(self.arguments()))?;
        object.end()
    }
}

/// A number, a side's word, a text, a message or an array of messages.
impl Serialize for Argument {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Argument::Number(number) => number.serialize(serializer),
            Argument::Side(side) => side.serialize(serializer),
            Argument::Written(text) => text.serialize(serializer),
            Argument::Message(message) => message.serialize(serializer),
            Argument::Messages(messages) => messages.serialize(serializer),
        }
    }
}
