//! Encryption of a message for one browser (RFC 8291, with the content coding `aes128gcm` of RFC 8188).

use data_encoding::BASE64URL_NOPAD;
use ring::aead::{AES_128_GCM, Aad, LessSafeKey, Nonce, UnboundKey};
use ring::agreement::{self, ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey};
use ring::hkdf::{HKDF_SHA256, KeyType, Salt};
use ring::rand::{SecureRandom as _, SystemRandom};

/// The size of a record in the header. Push services accept messages of this length at least.
const RECORD: u32 = 4096;
/// Messages are padded to a multiple of this, so that their length does not tell the opponent's name.
const BLOCK: usize = 128;
/// Length of an uncompressed point of P-256.
const POINT: usize = 65;
/// Length of the browser's secret.
const SECRET: usize = 16;
const TAG: usize = 16;

/// The keys of a browser are invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the keys of the subscription are invalid")]
pub struct BadKeys;

/// The keys of the browser that gets a message.
#[derive(Clone, Debug)]
pub struct Receiver {
    public: [u8; POINT],
    secret: [u8; SECRET],
}

impl Receiver {
    /// Reads the keys of a subscription, both base64url.
    ///
    /// # Errors
    /// If they are no keys.
    pub fn new(public: &str, secret: &str) -> Result<Receiver, BadKeys> {
        // Browsers leave the padding out, other programs may not.
        let read = |text: &str| BASE64URL_NOPAD.decode(text.trim_end_matches('=').as_bytes());
        let public = read(public).map_err(|_| BadKeys)?.try_into().map_err(|_| BadKeys)?;
        let secret = read(secret).map_err(|_| BadKeys)?.try_into().map_err(|_| BadKeys)?;
        Ok(Receiver { public, secret })
    }

    /// Encrypts a message; the result is the body of a request.
    ///
    /// # Errors
    /// If the public key is no point of the curve, or the system has no random bytes.
    pub fn encrypt(&self, message: &[u8]) -> Result<Vec<u8>, BadKeys> {
        let random = SystemRandom::new();
        let own = EphemeralPrivateKey::generate(&ECDH_P256, &random).map_err(|_| BadKeys)?;
        let own_public = own.compute_public_key().map_err(|_| BadKeys)?;
        let mut salt = [0; 16];
        random.fill(&mut salt).map_err(|_| BadKeys)?;
        let mut padded = message.to_vec();
        padded.push(2);
        padded.resize(padded.len().next_multiple_of(BLOCK), 0);
        let theirs = UnparsedPublicKey::new(&ECDH_P256, &self.public);
        agreement::agree_ephemeral(own, &theirs, |shared| {
            self.seal(shared, own_public.as_ref(), &salt, padded)
        })
        .map_err(|_| BadKeys)?
        .ok_or(BadKeys)
    }

    /// The header and the only record. `padded` is the message, a delimiter of 2, and padding.
    fn seal(
        &self,
        shared: &[u8],
        own_public: &[u8],
        salt: &[u8; 16],
        mut padded: Vec<u8>,
    ) -> Option<Vec<u8>> {
        if padded.len() + TAG > RECORD as usize {
            return None;
        }
        let info = [b"WebPush: info\0", &self.public[..], own_public].concat();
        let input: [u8; 32] = derive(&self.secret, shared, &info)?;
        let key: [u8; 16] = derive(salt, &input, b"Content-Encoding: aes128gcm\0")?;
        let nonce: [u8; 12] = derive(salt, &input, b"Content-Encoding: nonce\0")?;
        let key = LessSafeKey::new(UnboundKey::new(&AES_128_GCM, &key).ok()?);
        key.seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::empty(), &mut padded).ok()?;
        let length = u8::try_from(own_public.len()).ok()?;
        Some([&salt[..], &RECORD.to_be_bytes(), &[length], own_public, &padded].concat())
    }
}

/// HKDF with SHA-256.
fn derive<const N: usize>(salt: &[u8], input: &[u8], info: &[u8]) -> Option<[u8; N]> {
    struct Length(usize);
    impl KeyType for Length {
        fn len(&self) -> usize {
            self.0
        }
    }
    let mut output = [0; N];
    let pseudorandom = Salt::new(HKDF_SHA256, salt).extract(input);
    pseudorandom.expand(&[info], Length(N)).ok()?.fill(&mut output).ok()?;
    Some(output)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        BASE64URL_NOPAD.decode(text.as_bytes()).unwrap()
    }

    const PUBLIC: &str =
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
    const SECRET: &str = "BTBZMqHH6r4Tts7J_aSIgg";

    /// The example of RFC 8291, section 5 and appendix A. Its shared secret is given, because a private key can't be.
    #[test]
    fn example_of_rfc_8291() {
        let receiver = Receiver::new(PUBLIC, SECRET).unwrap();
        let shared = bytes("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs");
        let own =
            bytes("BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
        let salt = bytes("DGv6ra1nlYgDCS1FRnbzlw").try_into().unwrap();
        let padded = [b"When I grow up, I want to be a watermelon", &[2][..]].concat();
        let body = receiver.seal(&shared, &own, &salt, padded).unwrap();
        let expected = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml\
                        mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT\
                        pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
        assert_eq!(body, bytes(expected));
    }

    #[test]
    fn equal_messages_differ_and_lengths_do_not() {
        let receiver = Receiver::new(PUBLIC, SECRET).unwrap();
        let (one, other) = (receiver.encrypt(b"Ada").unwrap(), receiver.encrypt(b"Ada").unwrap());
        assert_ne!(one[..16], other[..16], "salts");
        assert_ne!(one[21..86], other[21..86], "keys");
        assert_eq!(one.len(), receiver.encrypt(b"somebody with a long name").unwrap().len());
        assert_eq!(receiver.encrypt(&[0; 4096]), Err(BadKeys), "too long for one record");
    }

    #[test]
    fn bad_keys_are_refused() {
        let read = |public: &str, secret: &str| Receiver::new(public, secret).map(drop);
        assert_eq!(read(PUBLIC, SECRET), Ok(()));
        assert_eq!(read(&format!("{PUBLIC}="), &format!("{SECRET}==")), Ok(()), "with padding");
        assert_eq!(read(PUBLIC, "AAAA"), Err(BadKeys));
        assert_eq!(read(&PUBLIC[..80], SECRET), Err(BadKeys));
        assert_eq!(read("no base64!", SECRET), Err(BadKeys));
        // A point beside the curve.
        let beside = BASE64URL_NOPAD.encode(&[&[4][..], &[7; 64]].concat());
        assert_eq!(Receiver::new(&beside, SECRET).unwrap().encrypt(b"x"), Err(BadKeys));
    }
}
