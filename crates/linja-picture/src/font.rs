//! Text as outlines. The letters come from the fonts Libertinus Serif and Noto Sans, see `build.rs`.

use crate::drawing::{Drawing, Item};
use crate::paint::Colour;
use crate::path::{Path, Step};

/// Units of an em, as in `build.rs`.
const EM: f32 = 2000.0;
/// The bytes of an entry: character, advance, place of the outline.
const ENTRY: usize = 4 + 2 + 4;

/// A font.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Font {
    SerifBold,
    SerifItalic,
    Sans,
    SansBold,
}

/// Where a text begins, ends or has its middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

impl Font {
    const fn file(self) -> &'static [u8] {
        match self {
            Font::SerifBold => include_bytes!(concat!(env!("OUT_DIR"), "/serif-bold.glyphs")),
            Font::SerifItalic => include_bytes!(concat!(env!("OUT_DIR"), "/serif-italic.glyphs")),
            Font::Sans => include_bytes!(concat!(env!("OUT_DIR"), "/sans.glyphs")),
            Font::SansBold => include_bytes!(concat!(env!("OUT_DIR"), "/sans-bold.glyphs")),
        }
    }

    /// The advance and the outline of a character. Those that the font lacks look all the same, an empty box.
    fn glyph(self, c: char) -> (f32, &'static [u8]) {
        let file = self.file();
        let count = u32::from_le_bytes(array(file, 0)) as usize;
        let code = |place: usize| u32::from_le_bytes(array(file, 4 + place * ENTRY));
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = usize::midpoint(low, high);
            if code(middle) < u32::from(c) { low = middle + 1 } else { high = middle }
        }
        let place = if low < count && code(low) == u32::from(c) { low } else { 0 };
        let entry = 4 + place * ENTRY;
        let advance = i16::from_le_bytes(array(file, entry + 4));
        let outline = u32::from_le_bytes(array(file, entry + 6)) as usize;
        (f32::from(advance), &file[4 + count * ENTRY + outline..])
    }

    /// Whether the font has the character.
    #[cfg(test)]
    pub(crate) fn has(self, c: char) -> bool {
        !std::ptr::eq(self.glyph(c).1, self.glyph('\0').1)
    }

    pub(crate) fn width(self, text: &str, size: f32) -> f32 {
        text.chars().map(|c| self.glyph(c).0).sum::<f32>() * size / EM
    }

    /// A text as one outline; `y` is its base line.
    fn outline(self, text: &str, x: f32, y: f32, size: f32) -> Path {
        let scale = size / EM;
        let mut path = Path::new();
        let mut at = x;
        for c in text.chars() {
            let (advance, bytes) = self.glyph(c);
            path.extend(read(bytes, [at, y], scale));
            at += advance * scale;
        }
        path
    }

    /// Breaks a text into lines of at most this width. Words that are longer than a line are cut.
    pub(crate) fn lines(self, text: &str, size: f32, width: f32) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split(' ').filter(|word| !word.is_empty()) {
            let longer = lines.last().map(|line| format!("{line} {word}"));
            match longer.filter(|line| self.width(line, size) <= width) {
                Some(line) => *lines.last_mut().expect("it was taken from the last line") = line,
                None => lines.push(self.cut(word, size, width)),
            }
        }
        lines
    }

    /// A text that fits into this width: cut, with an ellipsis, if it is longer.
    pub(crate) fn cut(self, text: &str, size: f32, width: f32) -> String {
        if self.width(text, size) <= width {
            return text.to_string();
        }
        let mut short = text.to_string();
        while short.pop().is_some() {
            let cut = format!("{}…", short.trim_end());
            if self.width(&cut, size) <= width {
                return cut;
            }
        }
        String::new()
    }
}

fn array<const N: usize>(file: &[u8], at: usize) -> [u8; N] {
    file[at..at + N].try_into().expect("a slice of N bytes")
}

/// Reads an outline. In fonts y grows upwards.
fn read(mut bytes: &[u8], [x, y]: [f32; 2], scale: f32) -> Path {
    let mut path = Path::new();
    while let Some((&command, rest)) = bytes.split_first() {
        bytes = rest;
        let mut point = || {
            let (here, rest) = bytes.split_at(4);
            bytes = rest;
            let [a, b] = [i16::from_le_bytes([here[0], here[1]]), i16::from_le_bytes([here[2], here[3]])];
            [x + f32::from(a) * scale, y - f32::from(b) * scale]
        };
        let step = match command {
            b'M' => Step::Move(point()),
            b'L' => Step::Line(point()),
            b'Q' => Step::Quad([point(), point()]),
            b'C' => Step::Cubic([point(), point(), point()]),
            b'Z' => Step::Close,
            _ => break,
        };
        path.steps.push(step);
    }
    path
}

/// How a text looks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Look(pub(crate) Font, pub(crate) f32, pub(crate) Colour);

impl Drawing {
    /// Writes a text; `y` is its base line.
    pub(crate) fn text(
        &mut self,
        text: &str,
        [x, y]: [f32; 2],
        Look(font, size, colour): Look,
        anchor: Anchor,
    ) {
        let width = font.width(text, size);
        let x = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width / 2.0,
            Anchor::End => x - width,
        };
        let path = font.outline(text, x, y, size);
        self.items.push(Item::Text { path, colour, text: text.to_string() });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LETTERS: &str = "ABCXYZ abcxyz 0123456789 .,:;?!()%+-'\"/ äöüÄÖÜß áéíóúñ¿¡ àâçèêëîïôùûœ ìò ãõ ăâîșțĂÂÎȘȚ ĳ ï \
                           – — ‘’ “”„ « » … · → − ½ × ★ ▲ ▼ Ελληνικά Русский Łódź Þór \u{a0}\u{2009}\u{202f}";

    #[test]
    fn every_letter_of_the_eight_languages_is_there() {
        for font in [Font::SerifBold, Font::Sans, Font::SansBold] {
            for c in LETTERS.chars() {
                assert!(font.has(c), "{font:?} lacks {c}");
            }
            assert!(!font.has('漢'));
        }
        assert!(('a'..='h').all(|c| Font::SerifItalic.has(c)));
    }

    #[test]
    fn lines_fit_and_keep_every_word() {
        let text = "Of 14 different results, only one does not lose, and Donaudampfschifffahrtsgesellschaft is long.";
        let lines = Font::Sans.lines(text, 24.0, 460.0);
        assert!(lines.len() > 1);
        assert!(lines.iter().all(|line| Font::Sans.width(line, 24.0) <= 460.0));
        assert_eq!(lines.join(" "), text);
        let cut = Font::Sans.lines(&"x".repeat(500), 24.0, 100.0);
        assert!(cut.len() == 1 && cut[0].ends_with('…'));
        assert_eq!(Font::Sans.cut("漢字".repeat(99).as_str(), 24.0, 1.0), "");
    }
}
