//! What other sites show for a link: the tags of Open Graph in the head of a document.

use linja_picture::{CARD_SIZE, Card};
use linja_text::Language;

use crate::page::escape;

/// The preview of a page.
#[derive(Clone, Debug)]
pub(crate) struct Preview {
    pub(crate) title: String,
    pub(crate) description: String,
    /// The address of the page, without anything private: a path.
    pub(crate) page: String,
    /// The address of the picture, a path without its ending.
    pub(crate) picture: String,
}

impl Preview {
    /// The preview of a page with the picture of this card.
    pub(crate) fn of(card: &Card, page: String, picture: String) -> Preview {
        let title = card.title.clone();
        let description = card.alt();
        let rest = description.strip_prefix(&title).map(|rest| rest.trim_start_matches(['.', ' ']));
        Preview { description: rest.unwrap_or(&description).to_string(), title, page, picture }
    }

    /// The tags, with absolute addresses below `base`. Without it, the server does not know its name for sure, and says no
    /// address at all.
    pub(crate) fn tags(&self, base: Option<&str>, language: Language) -> String {
        let mut tags = String::new();
        let mut tag = |kind: &str, name: &str, content: &str| {
            tags += &format!("<meta {kind}=\"{name}\" content=\"{}\">\n", escape(content));
        };
        tag("name", "description", &self.description);
        tag("property", "og:type", "website");
        tag("property", "og:site_name", "Linja");
        tag("property", "og:title", &self.title);
        tag("property", "og:description", &self.description);
        let Some(base) = base else { return tags };
        let image = format!("{base}{}.png?lang={}", self.picture, language.code());
        tag("property", "og:url", &format!("{base}{}", self.page));
        tag("property", "og:image", &image);
        tag("property", "og:image:type", "image/png");
        tag("property", "og:image:width", &CARD_SIZE[0].to_string());
        tag("property", "og:image:height", &CARD_SIZE[1].to_string());
        tag("property", "og:image:alt", &format!("{}. {}", self.title, self.description));
        tag("name", "twitter:card", "summary_large_image");
        tag("name", "twitter:image", &image);
        tags
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn preview(title: &str) -> Preview {
        Preview {
            title: title.into(),
            description: "A \"game\"".into(),
            page: "/game/x".into(),
            picture: "/picture/game/x".into(),
        }
    }

    #[test]
    fn names_cannot_leave_their_attribute() {
        let tags =
            preview("\"><script>alert(1)</script>").tags(Some("https://linja.example"), Language::English);
        assert!(!tags.contains("<script"), "{tags}");
        assert_eq!(tags.matches("<meta ").count(), tags.lines().count());
    }

    #[test]
    fn without_a_known_name_no_address_is_told() {
        let tags = preview("Linja").tags(None, Language::English);
        assert!(!tags.contains("http") && !tags.contains("og:image"), "{tags}");
        let tags = preview("Linja").tags(Some("https://linja.example"), Language::French);
        assert!(tags.contains("content=\"https://linja.example/picture/game/x.png?lang=fr\""), "{tags}");
    }
}
