//! The 255 colours of a GIF, chosen by median cut: the box of colours with the widest range is halved until there are
//! enough.

use crate::raster::Pixels;

/// Five bits of each of red, green and blue are told apart.
const SHADES: usize = 1 << 15;
/// The number that stands for no colour.
pub(crate) const TRANSPARENT: u8 = 255;

/// At most 255 colours, and the nearest one of every colour.
pub(crate) struct Palette {
    colours: Vec<[u8; 3]>,
    nearest: Vec<Option<u8>>,
}

/// Colours and how often they occur.
type Counted = Vec<([u8; 3], u32)>;

impl Palette {
    /// The colours of some pictures.
    pub(crate) fn of(pictures: &[&Pixels]) -> Palette {
        let mut sums = vec![([0_u64; 3], 0_u32); SHADES];
        for pixel in pictures.iter().flat_map(|picture| picture.rgb.chunks_exact(3)) {
            let (sum, count) = &mut sums[shade(pixel)];
            (0..3).for_each(|i| sum[i] += u64::from(pixel[i]));
            *count += 1;
        }
        let mean = |sum: [u64; 3], count: u32| sum.map(|sum| (sum / u64::from(count)) as u8);
        let all: Counted = (sums.into_iter().filter(|(_, count)| *count > 0))
            .map(|(sum, count)| (mean(sum, count), count))
            .collect();
        let mut boxes = vec![all];
        while boxes.len() < usize::from(TRANSPARENT) {
            let widest = boxes.iter().enumerate().filter(|(_, colours)| colours.len() > 1);
            let Some((place, _)) = widest.max_by_key(|(_, colours)| weight(colours)) else { break };
            let halves = halved(boxes.swap_remove(place));
            boxes.extend(halves);
        }
        let mut colours: Vec<[u8; 3]> = boxes.iter().map(middle).collect();
        // So that the number of the transparent colour is a number of the palette.
        colours.resize(usize::from(TRANSPARENT) + 1, [0; 3]);
        Palette { colours, nearest: vec![None; SHADES] }
    }

    /// The colours one after another.
    pub(crate) fn bytes(&self) -> &[u8] {
        self.colours.as_flattened()
    }

    /// Pixels as numbers of colours.
    pub(crate) fn indices(&mut self, rgb: &[u8]) -> Vec<u8> {
        rgb.chunks_exact(3).map(|pixel| self.index(pixel)).collect()
    }

    fn index(&mut self, pixel: &[u8]) -> u8 {
        let place = shade(pixel);
        if let Some(known) = self.nearest[place] {
            return known;
        }
        let distance = |colour: &[u8; 3]| -> i32 {
            (0..3).map(|i| (i32::from(colour[i]) - i32::from(pixel[i])).pow(2)).sum()
        };
        let found = self.colours[..usize::from(TRANSPARENT)]
            .iter()
            .enumerate()
            .min_by_key(|(_, colour)| distance(colour));
        let found = found.map_or(0, |(index, _)| index as u8);
        self.nearest[place] = Some(found);
        found
    }
}

fn shade(pixel: &[u8]) -> usize {
    (0..3).fold(0, |shade, i| shade << 5 | usize::from(pixel[i] >> 3))
}

/// The channel with the widest range, and that range.
fn range(colours: &Counted) -> (usize, u8) {
    let range = |i: usize| {
        let values = || colours.iter().map(|(colour, _)| colour[i]);
        values().max().unwrap_or(0) - values().min().unwrap_or(0)
    };
    (0..3).map(|i| (i, range(i))).max_by_key(|(_, range)| *range).unwrap_or((0, 0))
}

/// Which box is halved next: a wide one, or one with many pixels.
fn weight(colours: &Counted) -> u64 {
    let pixels: u64 = colours.iter().map(|(_, count)| u64::from(*count)).sum();
    u64::from(range(colours).1) * pixels.isqrt()
}

fn halved(mut colours: Counted) -> [Counted; 2] {
    let (channel, _) = range(&colours);
    colours.sort_by_key(|(colour, _)| colour[channel]);
    let half = colours.iter().map(|(_, count)| u64::from(*count)).sum::<u64>() / 2;
    let mut seen = 0;
    let place = colours.iter().position(|(_, count)| {
        seen += u64::from(*count);
        seen > half
    });
    let place = place.unwrap_or(0).clamp(1, colours.len() - 1);
    let upper = colours.split_off(place);
    [colours, upper]
}

fn middle(colours: &Counted) -> [u8; 3] {
    let pixels: u64 = colours.iter().map(|(_, count)| u64::from(*count)).sum::<u64>().max(1);
    [0, 1, 2].map(|i| {
        let sum: u64 = colours.iter().map(|(colour, count)| u64::from(colour[i]) * u64::from(*count)).sum();
        (sum / pixels) as u8
    })
}
