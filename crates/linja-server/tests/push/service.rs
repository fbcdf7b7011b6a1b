//! A push service on this machine, and a browser that reads its messages. Decrypts by the text of RFC 8291 and RFC 8188, with
//! HMAC and AES alone, so that it shares no code with the server.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum::routing::post;
use data_encoding::BASE64URL_NOPAD;
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use ring::agreement::{ECDH_P256, EphemeralPrivateKey, UnparsedPublicKey, agree_ephemeral};
use ring::rand::{SecureRandom as _, SystemRandom};
use ring::signature::ECDSA_P256_SHA256_FIXED;
use ring::{aead, hmac, signature};
use serde_json::{Value, json};

/// A request as the service got it.
#[derive(Clone, Debug)]
pub struct Request {
    pub to: String,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Request {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Checks the signature with the server's public key. Returns the claims.
    pub fn signed_by(&self, public_key: &str) -> Value {
        let read = |text: &str| BASE64URL_NOPAD.decode(text.as_bytes()).unwrap();
        let value = self.header("authorization").strip_prefix("vapid ").unwrap();
        let part = |name: &str| value.split(',').find_map(|part| part.trim().strip_prefix(name)).unwrap();
        assert_eq!(part("k="), public_key);
        let parts: Vec<&str> = part("t=").split('.').collect();
        let [header, claims, signed] = parts[..] else { panic!("{parts:?}") };
        let key = signature::UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, read(public_key));
        key.verify(format!("{header}.{claims}").as_bytes(), &read(signed)).expect("the signature is right");
        let header: Value = serde_json::from_slice(&read(header)).unwrap();
        assert_eq!(header, json!({ "typ": "JWT", "alg": "ES256" }));
        serde_json::from_slice(&read(claims)).unwrap()
    }
}

#[derive(Default)]
struct Got {
    requests: Vec<Request>,
    /// The next responses; 201 after them.
    answers: VecDeque<StatusCode>,
}

/// A push service that remembers what it gets.
#[derive(Clone)]
pub struct Service {
    address: SocketAddr,
    got: Arc<Mutex<Got>>,
}

async fn receive(
    State(got): State<Arc<Mutex<Got>>>,
    Path(to): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> impl IntoResponse {
    let mut got = got.lock().unwrap();
    got.requests.push(Request { to, headers, body });
    got.answers.pop_front().unwrap_or(StatusCode::CREATED)
}

impl Service {
    pub async fn start() -> Service {
        let got = Arc::<Mutex<Got>>::default();
        let router = Router::new().route("/{to}", post(receive)).with_state(got.clone());
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            loop {
                let (stream, _) = listener.accept().await.unwrap();
                let service = TowerToHyperService::new(router.clone());
                let connection = http1::Builder::new().serve_connection(TokioIo::new(stream), service);
                tokio::spawn(async move { connection.await.unwrap() });
            }
        });
        Service { address, got }
    }

    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// All requests for a browser so far.
    pub fn requests(&self, to: &str) -> Vec<Request> {
        self.got.lock().unwrap().requests.iter().filter(|request| request.to == to).cloned().collect()
    }

    /// Answers the next requests with these.
    pub fn answer(&self, status: &[u16]) {
        let status = status.iter().map(|&status| StatusCode::from_u16(status).unwrap());
        self.got.lock().unwrap().answers.extend(status);
    }

    /// Waits until a browser has got so many messages, and returns the last one.
    pub async fn wait_for(&self, to: &str, count: usize) -> Request {
        let found = async {
            loop {
                let requests = self.requests(to);
                assert!(requests.len() <= count, "too many messages: {}", requests.len());
                if requests.len() == count {
                    return requests[count - 1].clone();
                }
                tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(crate::support::server::PATIENCE, found).await.expect("a message")
    }
}

/// The keys of a browser. A key can be used once: browsers of a test subscribe again for the next message.
pub struct Browser {
    key: EphemeralPrivateKey,
    public: Vec<u8>,
    secret: [u8; 16],
}

impl Browser {
    pub fn new() -> Browser {
        let random = SystemRandom::new();
        let key = EphemeralPrivateKey::generate(&ECDH_P256, &random).unwrap();
        let public = key.compute_public_key().unwrap().as_ref().to_vec();
        let mut secret = [0; 16];
        random.fill(&mut secret).unwrap();
        Browser { key, public, secret }
    }

    /// The subscription at an address, as a browser sends it.
    pub fn subscription(&self, endpoint: &str) -> Value {
        let keys = json!({ "p256dh": BASE64URL_NOPAD.encode(&self.public), "auth": BASE64URL_NOPAD.encode(&self.secret) });
        json!({ "endpoint": endpoint, "expirationTime": null, "keys": keys })
    }

    /// What a message says.
    pub fn read(self, request: &Request) -> Value {
        assert_eq!(request.header("content-encoding"), "aes128gcm");
        let (salt, rest) = request.body.split_at(16);
        let (size, rest) = rest.split_at(4);
        assert!(u32::from_be_bytes(size.try_into().unwrap()) as usize >= request.body.len() - 86);
        assert_eq!(rest[0], 65);
        let (sender, sealed) = rest[1..].split_at(65);
        let Browser { key, public, secret } = self;
        let message = agree_ephemeral(key, &UnparsedPublicKey::new(&ECDH_P256, sender), |shared| {
            let info = [b"WebPush: info\0", &public[..], sender].concat();
            let input = hkdf(&secret, shared, &info, 32);
            let content = hkdf(salt, &input, b"Content-Encoding: aes128gcm\0", 16);
            let nonce = hkdf(salt, &input, b"Content-Encoding: nonce\0", 12);
            let key = aead::UnboundKey::new(&aead::AES_128_GCM, &content).unwrap();
            let nonce = aead::Nonce::try_assume_unique_for_key(&nonce).unwrap();
            let mut sealed = sealed.to_vec();
            let opened = aead::LessSafeKey::new(key).open_in_place(nonce, aead::Aad::empty(), &mut sealed);
            opened.expect("the message is for this browser").to_vec()
        });
        let message = message.unwrap();
        let end = message.iter().rposition(|&byte| byte != 0).unwrap();
        assert_eq!(message[end], 2, "the last record");
        serde_json::from_slice(&message[..end]).unwrap()
    }
}

/// HKDF of RFC 5869 for up to 32 bytes.
fn hkdf(salt: &[u8], input: &[u8], info: &[u8], length: usize) -> Vec<u8> {
    let hmac = |key: &[u8], data: &[u8]| {
        let tag = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, key), data);
        tag.as_ref().to_vec()
    };
    let pseudorandom = hmac(salt, input);
    hmac(&pseudorandom, &[info, &[1]].concat())[..length].to_vec()
}
