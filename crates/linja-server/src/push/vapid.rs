//! The signature of a request to a push service (RFC 8292): a JSON Web Token, signed with ES256.

use data_encoding::BASE64URL_NOPAD;
use ring::error::Unspecified;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::json;

/// A token is valid for this many seconds. RFC 8292 allows 24 hours.
const LIFE: u64 = 12 * 60 * 60;

/// Signs requests.
pub struct Signer {
    key: EcdsaKeyPair,
    contact: Option<String>,
}

impl Signer {
    /// A new private key, as PKCS #8.
    ///
    /// # Errors
    /// If the system has no random bytes.
    pub fn generate() -> Result<Vec<u8>, Unspecified> {
        let key = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new())?;
        Ok(key.as_ref().to_vec())
    }

    /// Signs with a private key.
    ///
    /// # Errors
    /// If the key is invalid.
    pub fn new(pkcs8: &[u8], contact: Option<String>) -> Result<Signer, Unspecified> {
        let random = SystemRandom::new();
        let key = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, pkcs8, &random)
            .map_err(|_| Unspecified)?;
        Ok(Signer { key, contact })
    }

    /// The public key: an uncompressed point.
    #[must_use]
    pub fn public_key(&self) -> &[u8] {
        self.key.public_key().as_ref()
    }

    /// The header `Authorization` of a request to this origin; `now` is in seconds since 1970.
    ///
    /// # Errors
    /// If the system has no random bytes.
    pub fn authorization(&self, origin: &str, now: u64) -> Result<String, Unspecified> {
        let mut claims = json!({ "aud": origin, "exp": now + LIFE });
        if let Some(contact) = &self.contact {
            claims["sub"] = json!(contact);
        }
        let encode = |bytes: &[u8]| BASE64URL_NOPAD.encode(bytes);
        let header = encode(br#"{"typ":"JWT","alg":"ES256"}"#);
        let signed = format!("{header}.{}", encode(claims.to_string().as_bytes()));
        let signature = self.key.sign(&SystemRandom::new(), signed.as_bytes())?;
        Ok(format!("vapid t={signed}.{}, k={}", encode(signature.as_ref()), encode(self.public_key())))
    }
}

#[cfg(test)]
mod tests {
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
    use serde_json::Value;

    use super::*;

    /// Checks the header as a push service does. Returns the header and the claims of the token.
    fn verify(authorization: &str) -> Option<(Value, Value)> {
        let (token, key) = authorization.strip_prefix("vapid t=")?.split_once(", k=")?;
        let (signed, signature) = token.rsplit_once('.')?;
        let (header, claims) = signed.split_once('.')?;
        let read = |text: &str| BASE64URL_NOPAD.decode(text.as_bytes()).ok();
        let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, read(key)?);
        key.verify(signed.as_bytes(), &read(signature)?).ok()?;
        let json = |text: &str| serde_json::from_slice(&read(text)?).ok();
        Some((json(header)?, json(claims)?))
    }

    /// The example of RFC 8292, section 2.4. Signatures are random, so ours has the same form and not the same bytes.
    #[test]
    fn example_of_rfc_8292() {
        let example = "vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3\
                       B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.\
                       i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, \
                       k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs";
        let (header, claims) = verify(example).expect("our check accepts the example");
        let signer =
            Signer::new(&Signer::generate().unwrap(), Some("mailto:push@example.com".into())).unwrap();
        let ours = signer.authorization("https://push.example.net", 1_453_523_768 - LIFE).unwrap();
        assert_eq!(verify(&ours).unwrap(), (header, claims));
        assert!(verify(&ours.replace("t=eyJ0eX", "t=eyJ0eY")).is_none(), "another header");
    }

    #[test]
    fn contact_may_be_missing() {
        let signer = Signer::new(&Signer::generate().unwrap(), None).unwrap();
        let (_, claims) = verify(&signer.authorization("https://push.example.net", 0).unwrap()).unwrap();
        assert_eq!(claims, json!({ "aud": "https://push.example.net", "exp": LIFE }));
        assert_eq!(signer.public_key().len(), 65);
        assert!(Signer::new(b"no key", None).is_err());
    }
}
