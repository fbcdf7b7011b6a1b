//! Requests as a browser sends them, and the contents of documents.

use reqwest::header::HeaderMap;

use super::server::Running;

pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("a readable header"))
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.body).expect("text")
    }
}

pub async fn ask(server: &Running, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
    let mut request = reqwest::Client::new().request(method.parse().expect("a method"), server.url(path));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let response = request.send().await.expect("an answer");
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    Answer { status, headers, body: response.bytes().await.expect("a body").to_vec() }
}

pub async fn get(server: &Running, path: &str) -> Answer {
    ask(server, "GET", path, &[]).await
}

/// The content of the data element with this id.
pub fn data<'a>(html: &'a str, id: &str) -> Option<&'a str> {
    let (_, rest) = html.split_once(&format!("<script type=\"application/json\" id=\"{id}\""))?;
    Some(rest.split_once('>')?.1.split_once("</script>")?.0)
}
