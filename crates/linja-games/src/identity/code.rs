//! The code that moves an identity to another device. People read it aloud and type it.

use std::fmt;
use std::str::FromStr;

use uuid::Uuid;

use crate::token::{Hash, Token};

/// Digits and letters without those that look alike (I, L, O) and without U.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Characters of a code: 60 bits. Enough, because a code expires within minutes and attempts are limited.
const LENGTH: usize = 12;
/// Characters between two hyphens.
const GROUP: usize = 4;

/// A secret of 12 characters, written as `K7QM-3XFW-9TRD`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Code([u8; LENGTH]);

impl Code {
    /// A code from bytes, which must be indistinguishable from random.
    pub(crate) fn from_bytes(bytes: &[u8; 32]) -> Code {
        Code(std::array::from_fn(|i| ALPHABET[usize::from(bytes[i]) % ALPHABET.len()]))
    }

    /// The hash to store.
    #[must_use]
    pub fn hash(&self) -> Hash {
        Hash::of(&self.0)
    }

    /// The token that a device gets for the code with this command. Repeating the command gives the same token, and
    /// nobody else can derive it, because the command's id is secret.
    #[must_use]
    pub fn token(&self, command: Uuid) -> Token {
        let mut hasher = blake3::Hasher::new_derive_key("linja 2026 token for a code");
        hasher.update(&self.0);
        hasher.update(command.as_bytes());
        Token::from_bytes(hasher.finalize().into())
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, group) in self.0.chunks(GROUP).enumerate() {
            let hyphen = if i == 0 { "" } else { "-" };
            write!(f, "{hyphen}{}", String::from_utf8_lossy(group))?;
        }
        Ok(())
    }
}

/// Keeps the secret out of logs.
impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Code")
    }
}

/// The text is not a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a code has 12 letters and digits")]
pub struct ParseCodeError;

/// Accepts small letters, any blanks and hyphens, and letters that look like digits.
impl FromStr for Code {
    type Err = ParseCodeError;

    fn from_str(text: &str) -> Result<Code, ParseCodeError> {
        let written = text.chars().filter(|c| !c.is_whitespace() && !matches!(c, '-' | '–' | '‑'));
        let mut code = [0; LENGTH];
        let mut count = 0;
        for c in written {
            let c = match c.to_ascii_uppercase() {
                'O' => '0',
                'I' | 'L' => '1',
                c => c,
            };
            let known = ALPHABET.iter().find(|&&known| char::from(known) == c).ok_or(ParseCodeError)?;
            *code.get_mut(count).ok_or(ParseCodeError)? = *known;
            count += 1;
        }
        if count == LENGTH { Ok(Code(code)) } else { Err(ParseCodeError) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_read_back_however_they_are_typed() {
        let code = Token::new().unwrap().code(Uuid::new_v4());
        let written = code.to_string();
        assert_eq!(written.len(), 14);
        for text in
            [written.clone(), written.to_lowercase(), written.replace('-', " "), written.replace('-', "")]
        {
            assert_eq!(text.parse(), Ok(code), "{text}");
        }
        assert_eq!("OIL0-1111-0000".parse::<Code>().unwrap().to_string(), "0110-1111-0000");
        for text in ["", "K7QM-3XFW-9TR", "K7QM-3XFW-9TRDD", "K7QM-3XFW-9TRU", "ключ-ключ-ключ"] {
            assert_eq!(text.parse::<Code>(), Err(ParseCodeError), "{text}");
        }
        assert_eq!(format!("{code:?}"), "Code");
    }

    #[test]
    fn token_follows_from_code_and_command() {
        let (owner, command) = (Token::new().unwrap(), Uuid::new_v4());
        let (code, other) = (owner.code(command), owner.code(Uuid::new_v4()));
        assert_ne!(code, other);
        let device = Uuid::new_v4();
        assert_eq!(code.token(device), code.token(device));
        assert_ne!(code.token(device), code.token(Uuid::new_v4()));
        assert_ne!(code.token(device), other.token(device));
    }
}
