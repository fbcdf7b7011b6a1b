//! Clients that create or join a game without a token.

use uuid::{Builder, Uuid, Version};

use crate::id::GameId;
use crate::token::Token;

/// The identity of a client that takes a seat without a token.
///
/// The identity follows from the id of the command, so a client that lost the response can repeat the command and gets
/// the same seat. This makes the id a secret. Events show their command's id to everybody, so the command is stored
/// under another id, from which neither the id nor the token can be computed.
#[derive(Clone, Debug)]
pub struct Newcomer {
    /// The client's token from now on.
    pub token: Token,
    /// The id to store the command under.
    pub command: Uuid,
}

impl Newcomer {
    /// The client that creates a game (`None`) or joins a game with this command; `None` if others could guess the
    /// command's id, because it is not a random UUID (version 4).
    #[must_use]
    pub fn of(game: Option<GameId>, command: Uuid) -> Option<Newcomer> {
        if command.get_version() != Some(Version::Random) {
            return None;
        }
        let derive = |purpose| {
            let mut hasher = blake3::Hasher::new_derive_key(purpose);
            // The id has a fixed length, so the hashed bytes of different games differ.
            hasher.update(command.as_bytes());
            hasher.update(game.as_ref().map_or("", GameId::as_str).as_bytes());
            hasher.finalize()
        };
        let mut public = [0; 16];
        public.copy_from_slice(&derive("linja 2026 public id of a newcomer's command").as_bytes()[..16]);
        Some(Newcomer {
            token: Token::from_bytes(derive("linja 2026 token of a newcomer").into()),
            command: Builder::from_random_bytes(public).into_uuid(),
        })
    }

    /// The id to store a command under: the public id if `token` is the one that the command gave to a newcomer, or
    /// else the command's own id.
    #[must_use]
    pub fn stored_id(token: &Token, game: Option<GameId>, command: Uuid) -> Uuid {
        let newcomer = Newcomer::of(game, command).filter(|newcomer| newcomer.token == *token);
        newcomer.map_or(command, |newcomer| newcomer.command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(last: u8) -> GameId {
        GameId::from_bytes(&[last; 32])
    }

    #[test]
    fn identity_follows_from_the_command_and_the_game() {
        let (command, other) = (Uuid::new_v4(), Uuid::new_v4());
        let of = |game, command| Newcomer::of(game, command).unwrap();
        let (first, again) = (of(Some(game(1)), command), of(Some(game(1)), command));
        assert_eq!((&first.token, first.command), (&again.token, again.command));
        for different in [of(Some(game(2)), command), of(None, command), of(Some(game(1)), other)] {
            assert_ne!(first.token, different.token);
            assert_ne!(first.command, different.command);
        }
        assert_ne!(first.command, command, "the id itself stays secret");
        assert_eq!(first.command.get_version(), Some(Version::Random));
        // Whoever reads the published id gets another identity from it.
        assert_ne!(of(Some(game(1)), first.command).token, first.token);
    }

    #[test]
    fn ids_that_can_be_guessed_give_no_identity() {
        for id in [Uuid::nil(), Uuid::max(), Uuid::from_u128(7)] {
            assert!(Newcomer::of(None, id).is_none(), "{id}");
        }
    }

    #[test]
    fn command_of_a_known_client_keeps_its_id() {
        let command = Uuid::new_v4();
        let newcomer = Newcomer::of(Some(game(1)), command).unwrap();
        let known = Token::new().unwrap();
        assert_eq!(Newcomer::stored_id(&known, Some(game(1)), command), command);
        assert_eq!(Newcomer::stored_id(&newcomer.token, Some(game(1)), command), newcomer.command);
    }
}
