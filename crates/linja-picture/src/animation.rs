//! A whole game as an animated GIF, which every site and messenger shows.

use std::borrow::Cow;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use linja::{Game, PartialTurn, Position, Side};

use crate::board::{self, Board};
use crate::drawing::Drawing;
use crate::font::{Anchor, Font, Look};
use crate::paint::colours;
use crate::palette::{Palette, TRANSPARENT};
use crate::path::Path;
use crate::raster::{Canvas, Pixels};

/// How long a frame stays, in hundredths of a second.
const AT_START: u16 = 150;
const IN_TURN: u16 = 70;
const AFTER_TURN: u16 = 130;
const AT_END: u16 = 500;
/// The height of the line below the board.
const CAPTION: f32 = 40.0;
/// The most pixels of a row, so that one frame never needs much.
pub const MOST_ANIMATED: u32 = 1200;

/// A moment of the game.
struct Scene {
    position: Position,
    caption: String,
    delay: u16,
}

/// The game as an animated GIF, `width` pixels wide, at most [`MOST_ANIMATED`]. `caption` is the first line below the
/// board, such as the names of the players. Besides the file, three frames are in memory at a time.
#[allow(clippy::missing_panics_doc, reason = "writing to memory does not fail")]
#[must_use]
pub fn animation(game: &Game, caption: &str, view: Side, width: u32) -> Vec<u8> {
    let stage = Stage::new(view, width.clamp(1, MOST_ANIMATED));
    let scenes = scenes(game, caption);
    let mut shown = stage.paint(&scenes[0]);
    let mut palette = Palette::of(&[&shown, &stage.paint(&scenes[scenes.len() - 1])]);
    let mut file = Vec::new();
    let size = [shown.width, shown.height].map(|pixels| pixels as u16);
    let mut encoder =
        Encoder::new(&mut file, size[0], size[1], palette.bytes()).expect("memory takes everything");
    encoder.set_repeat(Repeat::Infinite).expect("memory takes everything");
    let first = palette.indices(&shown.rgb);
    let first = Frame { width: size[0], height: size[1], delay: scenes[0].delay, ..filled(first) };
    encoder.write_frame(&first).expect("memory takes everything");
    for scene in &scenes[1..] {
        let now = stage.paint(scene);
        let frame = difference(&shown, &now, scene.delay, &mut palette);
        encoder.write_frame(&frame).expect("memory takes everything");
        shown = now;
    }
    drop(encoder);
    file
}

fn scenes(game: &Game, caption: &str) -> Vec<Scene> {
    let mut scenes = vec![Scene { position: *game.start(), caption: caption.to_string(), delay: AT_START }];
    let mut before = *game.start();
    for (index, complete) in game.turns().iter().enumerate() {
        let turn = complete.turn;
        let caption = format!("{}. {}: {turn}", index / 2 + 1, before.to_move());
        for position in within(before, game, turn.actions()) {
            scenes.push(Scene { position, caption: caption.clone(), delay: IN_TURN });
        }
        before = complete.result.position;
        let last = scenes.last_mut().expect("it begins with one");
        (last.position, last.delay) = (before, AFTER_TURN);
        last.caption = caption;
    }
    let last = scenes.last_mut().expect("it begins with one");
    last.delay = AT_END;
    if game.result().is_some() {
        let score = game.score();
        last.caption = format!("{}  {} : {}", last.caption, score.black, score.red);
    }
    scenes
}

/// The positions after each action of a turn; one for a pass.
fn within(start: Position, game: &Game, actions: &[linja::Action]) -> Vec<Position> {
    let Some(mut turn) = PartialTurn::begin(start, *game.rules()) else { return vec![start] };
    let mut positions = Vec::new();
    for &action in actions {
        // The turns of a game are legal.
        if turn.apply(action).is_ok() {
            positions.push(*turn.now());
        }
    }
    if positions.is_empty() {
        positions.push(start);
    }
    positions
}

/// The board without pawns, painted once.
struct Stage {
    board: Board,
    size: [f32; 2],
    empty: Canvas,
}

impl Stage {
    fn new(view: Side, width: u32) -> Stage {
        let (mut drawing, board) = board::blank(view);
        let size = [drawing.width, drawing.height + CAPTION];
        drawing.fill(Path::rect(0.0, drawing.height, size[0], CAPTION), colours::PAPER);
        let mut empty = Canvas::new(size, width);
        empty.paint(&drawing.items);
        Stage { board, size, empty }
    }

    fn paint(&self, scene: &Scene) -> Pixels {
        let mut drawing = Drawing::new(self.size[0], self.size[1]);
        self.board.draw_pawns(&mut drawing, &scene.position);
        let caption = Font::Sans.cut(&scene.caption, 22.0, self.size[0] - 64.0);
        let at = [self.size[0] / 2.0, self.size[1] - 20.0];
        drawing.text(&caption, at, Look(Font::Sans, 22.0, colours::INK_2), Anchor::Middle);
        let mut canvas = self.empty.clone();
        canvas.paint(&drawing.items);
        canvas.pixels()
    }
}

fn filled(indices: Vec<u8>) -> Frame<'static> {
    Frame { dispose: DisposalMethod::Keep, buffer: Cow::Owned(indices), ..Frame::default() }
}

/// The lines that changed; pixels that did not are transparent, which takes less room.
fn difference(shown: &Pixels, now: &Pixels, delay: u16, palette: &mut Palette) -> Frame<'static> {
    let length = now.width as usize * 3;
    let both = || shown.rgb.chunks_exact(length).zip(now.rgb.chunks_exact(length));
    let first = both().position(|(before, now)| before != now).unwrap_or(0);
    let last = both().rposition(|(before, now)| before != now).unwrap_or(0);
    let lines = first * length..(last + 1) * length;
    let mut indices = palette.indices(&now.rgb[lines.clone()]);
    let pixels = shown.rgb[lines.clone()].chunks_exact(3).zip(now.rgb[lines].chunks_exact(3));
    for (index, (before, now)) in indices.iter_mut().zip(pixels) {
        if before == now {
            *index = TRANSPARENT;
        }
    }
    Frame {
        width: now.width as u16,
        height: (last - first + 1) as u16,
        top: first as u16,
        delay,
        transparent: Some(TRANSPARENT),
        ..filled(indices)
    }
}
