//! Clients that send raw bytes that no library would send.

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::server::{PATIENCE, Running};

/// Sends bytes and returns everything received until the server closes the connection.
pub async fn raw(server: &Running, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(server.address).await.expect("connected");
    // The server may close the connection before reading everything.
    let _ = stream.write_all(bytes).await;
    String::from_utf8_lossy(&rest(&mut stream).await).into_owned()
}

/// Everything received until the server closes or resets the connection.
pub async fn rest(stream: &mut TcpStream) -> Vec<u8> {
    let mut answer = Vec::new();
    let _ = tokio::time::timeout(PATIENCE, stream.read_to_end(&mut answer)).await.expect("an end");
    answer
}

/// A raw connection after the WebSocket upgrade.
pub async fn websocket(server: &Running, game: &str) -> TcpStream {
    let mut stream = TcpStream::connect(server.address).await.expect("connected");
    let request = format!(
        "GET /api/v1/games/{game}/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.expect("an answer"));
    }
    assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
    stream
}

/// A client frame with an all-zero mask.
pub fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    assert!(payload.len() < 126);
    [&[first, 0x80 | payload.len() as u8, 0, 0, 0, 0], payload].concat()
}
