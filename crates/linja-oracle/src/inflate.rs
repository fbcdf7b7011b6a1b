//! Unpacks Deflate (RFC 1951) with little code, for browsers: the engine of the page has a limit of its size, and reads few
//! pages at a time. Elsewhere the faster decoder of `miniz_oxide` is used, and a test compares the two.

use crate::page::BadPage;

/// The order in which the lengths of the code for lengths are written.
const ORDER: [usize; 19] = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
/// The symbol that ends a block.
const END: usize = 256;
/// The most bits of a code.
const LONGEST: usize = 15;

/// The content of what was packed, at most this many bytes. Nothing may follow it.
pub(crate) fn inflate(packed: &[u8], most: usize) -> Result<Vec<u8>, BadPage> {
    let mut bits = Bits { rest: packed, held: 0, count: 0 };
    let mut output = Output { bytes: Vec::with_capacity(most), most };
    loop {
        let is_last = bits.take(1)? == 1;
        match bits.take(2)? {
            0 => stored(&mut bits, &mut output)?,
            1 => {
                let [literals, distances] = fixed()?;
                compressed(&mut bits, &literals, &distances, &mut output)?;
            }
            2 => {
                let [literals, distances] = described(&mut bits)?;
                compressed(&mut bits, &literals, &distances, &mut output)?;
            }
            _ => return Err(BadPage),
        }
        if is_last {
            return if bits.rest.is_empty() { Ok(output.bytes) } else { Err(BadPage) };
        }
    }
}

fn stored(bits: &mut Bits<'_>, output: &mut Output) -> Result<(), BadPage> {
    // The rest of the byte is unused.
    (bits.held, bits.count) = (0, 0);
    let (length, inverted) = (bits.take(16)?, bits.take(16)?);
    if length ^ inverted != 0xffff {
        return Err(BadPage);
    }
    for _ in 0..length {
        output.push(bits.take(8)? as u8)?;
    }
    Ok(())
}

fn compressed(
    bits: &mut Bits<'_>,
    literals: &Code,
    distances: &Code,
    output: &mut Output,
) -> Result<(), BadPage> {
    loop {
        match literals.next(bits)? {
            symbol @ 0..END => output.push(symbol as u8)?,
            END => return Ok(()),
            symbol => {
                let length = length(symbol - END - 1, bits)?;
                let distance = distance(distances.next(bits)?, bits)?;
                output.repeat(length, distance)?;
            }
        }
    }
}

/// The number of bytes to repeat: 3 to 10 in steps of one, then four steps each of 2, 4, … 32, and 258.
fn length(symbol: usize, bits: &mut Bits<'_>) -> Result<usize, BadPage> {
    match symbol {
        0..8 => Ok(3 + symbol),
        28 => Ok(258),
        8..28 => {
            let more = symbol / 4 - 1;
            Ok(3 + ((4 + symbol % 4) << more) + bits.take(more)?)
        }
        _ => Err(BadPage),
    }
}

/// How far back these bytes are: 1 to 4 in steps of one, then two steps each of 2, 4, … 8,192.
fn distance(symbol: usize, bits: &mut Bits<'_>) -> Result<usize, BadPage> {
    match symbol {
        0..4 => Ok(1 + symbol),
        4..30 => {
            let more = symbol / 2 - 1;
            Ok(1 + ((2 + symbol % 2) << more) + bits.take(more)?)
        }
        _ => Err(BadPage),
    }
}

/// The codes for literals and distances that need no description.
fn fixed() -> Result<[Code; 2], BadPage> {
    let mut lengths = [8; 288];
    lengths[144..256].fill(9);
    lengths[256..280].fill(7);
    Ok([Code::new(&lengths)?, Code::new(&[5; 30])?])
}

/// Reads the codes for literals and distances. Their lengths are themselves written in a code.
fn described(bits: &mut Bits<'_>) -> Result<[Code; 2], BadPage> {
    let (literals, distances) = (257 + bits.take(5)?, 1 + bits.take(5)?);
    let written = 4 + bits.take(4)?;
    let mut lengths = [0; ORDER.len()];
    for &place in &ORDER[..written] {
        lengths[place] = bits.take(3)? as u8;
    }
    let code = Code::new(&lengths)?;
    let mut lengths = Vec::with_capacity(literals + distances);
    while lengths.len() < literals + distances {
        let (length, times) = match code.next(bits)? {
            length @ 0..=LONGEST => (length as u8, 1),
            16 => (*lengths.last().ok_or(BadPage)?, 3 + bits.take(2)?),
            17 => (0, 3 + bits.take(3)?),
            _ => (0, 11 + bits.take(7)?),
        };
        lengths.resize(lengths.len() + times, length);
    }
    if lengths.len() > literals + distances {
        return Err(BadPage);
    }
    let (literals, distances) = lengths.split_at(literals);
    Ok([Code::new(literals)?, Code::new(distances)?])
}

/// The bits of the packed bytes, the lowest of each byte first.
struct Bits<'a> {
    rest: &'a [u8],
    held: usize,
    count: usize,
}

impl Bits<'_> {
    /// The next bits, at most 16, as a number.
    fn take(&mut self, count: usize) -> Result<usize, BadPage> {
        while self.count < count {
            let (&byte, rest) = self.rest.split_first().ok_or(BadPage)?;
            self.held |= usize::from(byte) << self.count;
            (self.rest, self.count) = (rest, self.count + 8);
        }
        let taken = self.held & ((1 << count) - 1);
        self.held >>= count;
        self.count -= count;
        Ok(taken)
    }
}

/// A code in which shorter codes precede longer ones, and symbols of the same length follow one another.
struct Code {
    /// The number of symbols by the length of their codes.
    counts: [usize; LONGEST + 1],
    /// The symbols in the order of their codes.
    symbols: Vec<usize>,
}

impl Code {
    /// The code with these lengths by symbol; 0 for symbols without a code.
    fn new(lengths: &[u8]) -> Result<Code, BadPage> {
        let mut counts = [0; LONGEST + 1];
        let mut symbols = Vec::with_capacity(lengths.len());
        let mut free = 1;
        for (length, count) in counts.iter_mut().enumerate().skip(1) {
            symbols.extend((0..lengths.len()).filter(|&symbol| usize::from(lengths[symbol]) == length));
            *count = lengths.iter().filter(|&&found| usize::from(found) == length).count();
            free = (free * 2_usize).checked_sub(*count).ok_or(BadPage)?;
        }
        Ok(Code { counts, symbols })
    }

    /// Reads a symbol.
    fn next(&self, bits: &mut Bits<'_>) -> Result<usize, BadPage> {
        // The first code of the present length, and how many symbols have shorter codes.
        let (mut code, mut first, mut shorter) = (0, 0, 0);
        for count in &self.counts[1..] {
            code = code * 2 + bits.take(1)?;
            first *= 2;
            if code < first + count {
                return self.symbols.get(shorter + code - first).copied().ok_or(BadPage);
            }
            first += count;
            shorter += count;
        }
        Err(BadPage)
    }
}

/// What was unpacked so far.
struct Output {
    bytes: Vec<u8>,
    most: usize,
}

impl Output {
    fn push(&mut self, byte: u8) -> Result<(), BadPage> {
        if self.bytes.len() == self.most {
            return Err(BadPage);
        }
        self.bytes.push(byte);
        Ok(())
    }

    /// Repeats the bytes from this far back on, which may include some of those that it adds.
    fn repeat(&mut self, length: usize, distance: usize) -> Result<(), BadPage> {
        let start = self.bytes.len().checked_sub(distance).ok_or(BadPage)?;
        (start..start + length).try_for_each(|place| self.push(self.bytes[place]))
    }
}
