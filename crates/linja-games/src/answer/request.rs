//! Reads requests. What does not fit is named in words of the API.

use linja::{Message, RuleSet};
use serde::de::DeserializeOwned;
use serde_json::error::Category;

use super::{Code, Problem};

/// Parses a JSON object.
///
/// # Errors
/// If the bytes are not JSON, or do not match the expected type.
pub fn read_json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let read = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let part = error.path().to_string();
        (error.into_inner(), part)
    });
    let read = read.and_then(|value| reader.end().map(|()| value).map_err(|error| (error, ".".into())));
    let value = read.map_err(|(error, part)| match error.classify() {
        Category::Data => {
            if part == "rules"
                && let Some(message) = rules_in_body(bytes).as_deref().and_then(not_rules)
            {
                return Problem::of(Code::InvalidBody, message).part(&part);
            }
            let why = plain(&error);
            // A dot means the whole body; then the reason may name a field.
            let part = if part == "." { field(&why).map(str::to_string) } else { Some(part) };
            let message = Message::new("problem_body_mismatch").with("why", why);
            Problem { part, ..Problem::of(Code::InvalidBody, message) }
        }
        // Valid JSON that serde reports as a syntax error, such as a number for a string or half a surrogate pair.
        _ if serde_json::from_slice::<serde::de::IgnoredAny>(bytes).is_ok() => {
            let problem = Problem::of(Code::InvalidBody, Message::new("problem_body_value"));
            if part == "." { problem } else { problem.part(&part) }
        }
        _ => {
            let message = Message::new("problem_no_json");
            let message = message.with("line", error.line()).with("column", error.column());
            Problem::of(Code::MalformedJson, message)
        }
    })?;
    // serde also accepts structs as arrays of their fields.
    if bytes.iter().find(|byte| !byte.is_ascii_whitespace()) != Some(&b'{') {
        return Err(Problem::of(Code::InvalidBody, Message::new("problem_no_object")));
    }
    Ok(value)
}

/// The text of the field `rules`.
fn rules_in_body(bytes: &[u8]) -> Option<String> {
    #[derive(serde::Deserialize)]
    struct Body {
        rules: String,
    }
    serde_json::from_slice::<Body>(bytes).ok().map(|body| body.rules)
}

/// Why a text is not the id of a rule set, in words that are translated. serde keeps only the English ones.
fn not_rules(text: &str) -> Option<Message> {
    text.parse::<RuleSet>().err().map(|error| error.message())
}

/// The missing, unknown or duplicate field that a message names.
fn field(detail: &str) -> Option<&str> {
    let (_, rest) = detail.split_once(" field `")?;
    rest.split('`').next()
}

/// The message without the names of Rust types.
fn plain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let text = text.rsplit_once(" at line ").map_or(text.as_str(), |(text, _)| text);
    let text = in_words(text);
    let Some((found, expected)) = text.split_once(", expected ") else { return text };
    // serde's message for an array in place of an object.
    let found = if found.starts_with("invalid length ") { "it is a list" } else { found };
    let expected = match expected.split(' ').next().unwrap_or_default() {
        "struct" | "internally" | "map" => "an object",
        "enum" | "variant" => "one of the words that the document lists",
        "u8" | "u16" | "u32" | "u64" => "a whole number that is neither negative nor too large",
        _ => expected,
    };
    format!("{found}, expected {expected}")
}

/// Replaces Rust's term `variant`, which means nothing to clients.
fn in_words(text: &str) -> String {
    text.replacen("unknown variant `", "unknown word `", 1)
}

/// Parses the query parameters of an address, the part after `?`.
///
/// # Errors
/// If a parameter is missing, unknown or invalid.
pub fn read_query<T: DeserializeOwned>(query: &str) -> Result<T, Problem> {
    let reader = serde_urlencoded::Deserializer::new(form_urlencoded::parse(query.as_bytes()));
    serde_path_to_error::deserialize(reader).map_err(|error| {
        let text = error.to_string();
        let message = Message::new("problem_query").with("why", in_words(&text));
        // The parameter comes before the reason, or inside it if the parameter is missing, unknown or duplicate.
        let named = text.split_once(": ").map(|(name, _)| name).filter(|name| !name.contains(' '));
        let part = named.or_else(|| field(&text)).unwrap_or("query");
        let about_rules = if part == "rules" { rules_in_query(query) } else { None };
        let message = about_rules.as_deref().and_then(not_rules).unwrap_or(message);
        Problem::of(Code::InvalidQuery, message).part(part)
    })
}

/// The text of the parameter `rules`.
fn rules_in_query(query: &str) -> Option<String> {
    let mut pairs = form_urlencoded::parse(query.as_bytes());
    pairs.find(|(name, _)| name == "rules").map(|(_, text)| text.into_owned())
}

#[cfg(test)]
#[cfg(feature = "server")]
mod tests {
    use super::*;
    use crate::game::new_game::NewGame;

    fn problem(body: &str) -> (Code, String, Option<String>) {
        let problem = read_json::<NewGame>(body.as_bytes()).unwrap_err();
        (problem.code, problem.detail, problem.part)
    }

    #[test]
    fn what_does_not_fit_is_named_in_words_of_the_api() {
        let id = "\"id\":\"6f0c8a52-0000-4000-8000-000000000000\"";
        for (body, part, words) in [
            ("{\"id\":1}".to_string(), Some("id"), "expected a formatted UUID string"),
            (format!("{{{id},\"opponent\":\"x\"}}"), Some("opponent"), "expected an object"),
            (format!("{{{id},\"games\":300}}"), Some("games"), "expected a whole number"),
            (format!("{{{id},\"games\":-1}}"), Some("games"), "expected a whole number"),
            (format!("{{{id},\"games\":1e99}}"), Some("games"), "expected a whole number"),
            (format!("{{{id},{id}}}"), Some("id"), "duplicate field `id`"),
            (format!("{{{id},\"side\":7}}"), Some("side"), "can’t be read"),
            ("{}".into(), Some("id"), "missing field `id`"),
            ("[]".into(), None, "it is a list, expected an object"),
            ("7".into(), None, "expected an object"),
        ] {
            let (code, detail, found) = problem(&body);
            assert_eq!((code, found.as_deref()), (Code::InvalidBody, part), "{body}: {detail}");
            assert!(detail.contains(words), "{body}: {detail}");
            for internal in ["struct", "enum", "NewGame", "Wish", " u8", " u64", "element", "line "] {
                assert!(!detail.contains(internal), "{body}: {detail}");
            }
        }
    }

    #[test]
    fn fields_without_names_are_refused() {
        let fields = "[\"6f0c8a52-0000-4000-8000-000000000000\",\"bonus\",{\"type\":\"local\"},\"lot\",\"lot\",1,null,null,null,null]";
        assert_eq!(problem(fields).0, Code::InvalidBody);
    }

    #[test]
    fn text_that_is_no_json_is_told_from_json_that_does_not_fit() {
        let deep = "{\"id\":".repeat(100_000);
        for body in ["", "{", "{\"id\":\"\\ud800\"}", "{} {}", "nul", deep.as_str()] {
            let (code, detail, _) = problem(body);
            assert!(matches!(code, Code::MalformedJson | Code::InvalidBody), "{detail}");
        }
        assert_eq!(problem("{").0, Code::MalformedJson);
    }
}
