//! Takes the letters that pictures use out of the fonts, so that the program does not hold whole fonts and needs no
//! parser for them. `src/font.rs` reads the files that this script writes into `OUT_DIR`.

use std::path::Path;
use std::{env, fs};

use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// Units of an em in the files.
const EM: f32 = 2000.0;
/// Characters besides those of [`RANGES`].
const SIGNS: &str = "←↑→↓−×≈½¼¾★▲▼€…‑–—‘’‚“”„‹›•\u{2009}\u{202f}";
/// Latin with all its accents, Greek and Cyrillic: the languages of the page, and most names.
const RANGES: [(u32, u32); 7] = [
    (0x20, 0x7e),
    (0xa0, 0x17f),
    (0x218, 0x21b),
    (0x386, 0x3ce),
    (0x400, 0x45f),
    (0x490, 0x491),
    (0x1e80, 0x1e9e),
];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let serif = |style: &str| face(&format!("Libertinus Serif {style}"));
    let (bold, italic) = (serif("Bold"), serif("Italic"));
    let (sans, sans_bold) = (notosans::REGULAR_TTF, notosans::BOLD_TTF);
    let all = || RANGES.iter().flat_map(|&(first, last)| first..=last).filter_map(char::from_u32);
    let all: Vec<char> = all().chain(SIGNS.chars()).collect();
    write("serif-bold", &[bold, sans_bold], &all);
    // For the letters of the rows.
    write("serif-italic", &[italic], &('a'..='h').collect::<Vec<char>>());
    write("sans", &[sans, bold], &all);
    write("sans-bold", &[sans_bold, bold], &all);
}

/// The font of this full name.
fn face(name: &str) -> &'static [u8] {
    let is_it = |bytes: &&'static [u8]| {
        let names = Face::parse(bytes, 0).ok().map(|face| full_names(&face));
        names.is_some_and(|names| names.iter().any(|known| known == name))
    };
    typst_assets::fonts().find(is_it).unwrap_or_else(|| panic!("there is no font {name}"))
}

fn full_names(face: &Face) -> Vec<String> {
    let full = face.names().into_iter().filter(|name| name.name_id == ttf_parser::name_id::FULL_NAME);
    full.filter_map(|name| name.to_string()).collect()
}

/// Writes characters, each from the first font that has it: their number, then for each the character, its advance and
/// the place of its outline, then the outlines. The character 0 stands for all others.
fn write(name: &str, fonts: &[&[u8]], characters: &[char]) {
    let faces: Vec<Face> =
        fonts.iter().map(|bytes| Face::parse(bytes, 0).expect("the fonts can be read")).collect();
    let mut found: Vec<(u32, &Face, GlyphId)> = vec![(0, &faces[0], GlyphId(0))];
    for &c in characters {
        let glyph = faces.iter().find_map(|face| Some((u32::from(c), face, face.glyph_index(c)?)));
        found.extend(glyph);
    }
    found.sort_by_key(|&(c, _, _)| c);
    found.dedup_by_key(|&mut (c, _, _)| c);
    let (mut index, mut outlines) = (Vec::new(), Vec::new());
    for &(c, face, glyph) in &found {
        let scale = EM / f32::from(face.units_per_em());
        let mut outline = Outline { scale, bytes: Vec::new() };
        face.outline_glyph(glyph, &mut outline);
        let advance = f32::from(face.glyph_hor_advance(glyph).unwrap_or_default()) * scale;
        index.extend(c.to_le_bytes());
        index.extend((advance.round() as i16).to_le_bytes());
        index.extend((outlines.len() as u32).to_le_bytes());
        outlines.extend(outline.bytes);
        outlines.push(b'.');
    }
    let mut file = (found.len() as u32).to_le_bytes().to_vec();
    file.extend(index);
    file.extend(outlines);
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&out).join(format!("{name}.glyphs")), file).expect("OUT_DIR can be written");
}

/// An outline as bytes: the letter of a command, then its points.
struct Outline {
    scale: f32,
    bytes: Vec<u8>,
}

impl Outline {
    fn add(&mut self, command: u8, points: &[f32]) {
        self.bytes.push(command);
        for value in points {
            self.bytes.extend(((value * self.scale).round() as i16).to_le_bytes());
        }
    }
}

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.add(b'M', &[x, y]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.add(b'L', &[x, y]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.add(b'Q', &[x1, y1, x, y]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.add(b'C', &[x1, y1, x2, y2, x, y]);
    }

    fn close(&mut self) {
        self.add(b'Z', &[]);
    }
}
