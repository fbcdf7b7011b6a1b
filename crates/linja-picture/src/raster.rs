//! A drawing as pixels.

use linja::Side;
use tiny_skia::{
    Color, FillRule, GradientStop, LineCap, LinearGradient, Pixmap, Point, RadialGradient, Rect, Shader,
    SpreadMode, Stroke, StrokeDash, Transform,
};

use crate::drawing::{Drawing, Item, Style};
use crate::paint::{Colour, Gradient, Paint, Shape};
use crate::path::{Path, Step};
use crate::pieces;

/// The most pixels of a side of a picture.
pub const MOST_PIXELS: u32 = 4096;

/// Pixels of a picture, row by row: red, green, blue. Pictures have no transparent parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    /// The pixels of a row.
    pub width: u32,
    /// The number of rows.
    pub height: u32,
    /// Three bytes a pixel.
    pub rgb: Vec<u8>,
}

/// A picture that is being painted.
#[derive(Clone)]
pub(crate) struct Canvas {
    map: Pixmap,
    scale: f32,
}

impl Canvas {
    /// A white canvas for a drawing of this size, `width` pixels wide.
    pub(crate) fn new(size: [f32; 2], width: u32) -> Canvas {
        let most = MOST_PIXELS as f32;
        let scale = (width.max(1) as f32 / size[0]).min(most / size[0]).min(most / size[1]);
        let [width, height] = size.map(|length| ((length * scale).round() as u32).clamp(1, MOST_PIXELS));
        let mut map = Pixmap::new(width, height).expect("neither size is zero, and both are small");
        map.fill(Color::WHITE);
        Canvas { map, scale }
    }

    pub(crate) fn paint(&mut self, items: &[Item]) {
        let at = Transform::from_scale(self.scale, self.scale);
        let pawns = [pieces::pawn(Side::Black), pieces::pawn(Side::Red)];
        for item in items {
            if let Item::Pawn { side, x, y, scale } = item {
                let at = at.pre_translate(*x, *y).pre_scale(*scale, *scale);
                pawns[*side as usize].iter().for_each(|part| paint(&mut self.map, part, at));
            } else {
                paint(&mut self.map, item, at);
            }
        }
    }

    pub(crate) fn pixels(&self) -> Pixels {
        // Everything is painted on white, so all pixels are opaque.
        let opaque = |pixel: &[u8]| [pixel[0], pixel[1], pixel[2]];
        let rgb = self.map.data().chunks_exact(4).flat_map(opaque).collect();
        Pixels { width: self.map.width(), height: self.map.height(), rgb }
    }
}

impl Drawing {
    /// Paints the drawing, `width` pixels wide; at least 1, at most [`MOST_PIXELS`] wide and high.
    #[must_use]
    pub fn pixels(&self, width: u32) -> Pixels {
        let mut canvas = Canvas::new([self.width, self.height], width);
        canvas.paint(&self.items);
        canvas.pixels()
    }
}

fn paint(map: &mut Pixmap, item: &Item, at: Transform) {
    match item {
        Item::Fill { path, paint } => fill(map, path, *paint, at),
        Item::Text { path, colour, .. } => fill(map, path, Paint::Plain(*colour), at),
        Item::Stroke { path, colour, width, style } => {
            let Some(path) = built(path) else { return };
            let dash = match style {
                Style::Dotted(gap) => StrokeDash::new(vec![0.1, f32::from(*gap) / 10.0], 0.0),
                Style::Plain | Style::Round => None,
            };
            let line_cap = if *style == Style::Plain { LineCap::Butt } else { LineCap::Round };
            let stroke = Stroke { width: *width, line_cap, dash, ..Stroke::default() };
            map.stroke_path(&path, &brush(Shader::SolidColor(rgba(*colour))), &stroke, at, None);
        }
        Item::Pawn { .. } => {}
    }
}

fn fill(map: &mut Pixmap, path: &Path, paint: Paint, at: Transform) {
    let Some(path) = built(path) else { return };
    let shader = match paint {
        Paint::Plain(colour) => Some(Shader::SolidColor(rgba(colour))),
        Paint::Gradient(gradient) => shader(gradient, path.bounds()),
    };
    if let Some(shader) = shader {
        map.fill_path(&path, &brush(shader), FillRule::Winding, at, None);
    }
}

fn brush(shader: Shader<'_>) -> tiny_skia::Paint<'_> {
    tiny_skia::Paint { shader, anti_alias: true, ..tiny_skia::Paint::default() }
}

fn rgba(colour: Colour) -> Color {
    let [red, green, blue] = colour.channels();
    Color::from_rgba8(red, green, blue, (colour.opacity * 255.0).round() as u8)
}

/// A gradient over a box.
fn shader(gradient: Gradient, around: Rect) -> Option<Shader<'static>> {
    let stops =
        gradient.stops().into_iter().map(|(at, colour)| GradientStop::new(at, rgba(colour))).collect();
    let to_box = Transform::from_translate(around.x(), around.y()).pre_scale(around.width(), around.height());
    let point = |[x, y]: [f32; 2]| Point::from_xy(x, y);
    let straight =
        |end| LinearGradient::new(point([0.0, 0.0]), point(end), Vec::clone(&stops), SpreadMode::Pad, to_box);
    match gradient.shape() {
        Shape::Across => straight([1.0, 0.0]),
        Shape::Down => straight([0.0, 1.0]),
        Shape::Around { centre, radius } => {
            let centre = point(centre);
            RadialGradient::new(centre, 0.0, centre, radius, stops, SpreadMode::Pad, to_box)
        }
    }
}

fn built(path: &Path) -> Option<tiny_skia::Path> {
    let mut builder = tiny_skia::PathBuilder::new();
    for step in &path.steps {
        match *step {
            Step::Move([x, y]) => builder.move_to(x, y),
            Step::Line([x, y]) => builder.line_to(x, y),
            Step::Quad([[a, b], [x, y]]) => builder.quad_to(a, b, x, y),
            Step::Cubic([[a, b], [c, d], [x, y]]) => builder.cubic_to(a, b, c, d, x, y),
            Step::Close => builder.close(),
        }
    }
    builder.finish()
}
