//! How the bytes of a page are compressed.
//!
//! A table written on a machine of one's own is packed by zstd in C. A browser has no C, so a table written there is packed
//! by Deflate in Rust: 4 % larger, and every language can unpack it. Both are read everywhere.

#[cfg(any(not(feature = "native"), test))]
use crate::inflate::inflate;
use crate::page::BadPage;

#[cfg(not(any(feature = "native", feature = "portable")))]
compile_error!(
    "linja-oracle reads tables with its feature `native`, or with `portable` where there is no C compiler"
);

/// A way to compress the pages of a table; the values do not depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Codec {
    /// Frames of Zstandard (RFC 8878).
    Zstd,
    /// Deflate (RFC 1951), without the wrappers of zlib or gzip.
    Deflate,
}

impl Codec {
    /// All codecs.
    pub const ALL: [Codec; 2] = [Codec::Zstd, Codec::Deflate];

    /// The number of the codec in the header of a table.
    pub(crate) fn number(self) -> u32 {
        match self {
            Codec::Zstd => 1,
            Codec::Deflate => 2,
        }
    }

    pub(crate) fn of_number(number: u32) -> Option<Codec> {
        Codec::ALL.into_iter().find(|codec| codec.number() == number)
    }

    /// The content of what was packed, at most this many bytes. Nothing may follow it.
    pub(crate) fn unpack(self, packed: &[u8], most: usize) -> Result<Vec<u8>, BadPage> {
        match self {
            #[cfg(feature = "native")]
            Codec::Zstd => native::unpack(packed, most),
            #[cfg(not(feature = "native"))]
            Codec::Zstd => portable::unpack(packed, most),
            #[cfg(feature = "native")]
            Codec::Deflate => native::inflate(packed, most),
            #[cfg(not(feature = "native"))]
            Codec::Deflate => inflate(packed, most),
        }
    }
}

/// The one that packs best here.
impl Default for Codec {
    fn default() -> Codec {
        if cfg!(feature = "native") { Codec::Zstd } else { Codec::Deflate }
    }
}

#[cfg(feature = "native")]
mod native {
    use std::cell::RefCell;

    use zstd_safe::DCtx;

    use super::BadPage;

    thread_local! {
        /// Setting up a context takes longer than unpacking a page with it.
        static CONTEXT: RefCell<DCtx<'static>> = RefCell::new(DCtx::create());
    }

    pub(crate) fn unpack(frame: &[u8], most: usize) -> Result<Vec<u8>, BadPage> {
        let mut bytes = Vec::with_capacity(most);
        if zstd_safe::find_frame_compressed_size(frame) != Ok(frame.len()) {
            return Err(BadPage);
        }
        CONTEXT.with_borrow_mut(|context| context.decompress(&mut bytes, frame)).map_err(|_| BadPage)?;
        Ok(bytes)
    }

    pub(crate) fn inflate(packed: &[u8], most: usize) -> Result<Vec<u8>, BadPage> {
        use miniz_oxide::inflate::TINFLStatus;
        use miniz_oxide::inflate::core::inflate_flags::TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
        use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

        let mut bytes = vec![0; most];
        let mut decompressor = DecompressorOxide::new();
        let flags = TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
        match decompress(&mut decompressor, packed, &mut bytes, 0, flags) {
            (TINFLStatus::Done, used, length) if used == packed.len() => {
                bytes.truncate(length);
                Ok(bytes)
            }
            _ => Err(BadPage),
        }
    }
}

#[cfg(feature = "portable")]
#[cfg_attr(feature = "native", allow(dead_code, reason = "a test compares both"))]
mod portable {
    use std::cell::RefCell;

    use ruzstd::decoding::FrameDecoder;

    use super::BadPage;

    thread_local! {
        /// Keeps its buffers from frame to frame.
        static DECODER: RefCell<FrameDecoder> = RefCell::new(FrameDecoder::new());
    }

    pub(crate) fn unpack(frame: &[u8], most: usize) -> Result<Vec<u8>, BadPage> {
        // The library unpacks any number of frames, and none as well.
        if frame.is_empty() {
            return Err(BadPage);
        }
        let mut bytes = vec![0; most];
        let length =
            DECODER.with_borrow_mut(|decoder| decoder.decode_all(frame, &mut bytes)).map_err(|_| BadPage)?;
        bytes.truncate(length);
        Ok(bytes)
    }
}

/// Compresses pages one after the other, in the same memory.
#[cfg(feature = "solve")]
pub(crate) struct Compressor(Kind);

#[cfg(feature = "solve")]
enum Kind {
    #[cfg(feature = "native")]
    Zstd(zstd_safe::CCtx<'static>),
    Deflate(Box<miniz_oxide::deflate::core::CompressorOxide>),
}

#[cfg(feature = "solve")]
impl Compressor {
    /// # Panics
    /// If the codec is [`Codec::Zstd`] and there is no C.
    pub fn new(codec: Codec) -> Compressor {
        use miniz_oxide::deflate::core::{CompressorOxide, create_comp_flags_from_zip_params};

        Compressor(match codec {
            #[cfg(feature = "native")]
            Codec::Zstd => Kind::Zstd(zstd_safe::CCtx::create()),
            #[cfg(not(feature = "native"))]
            Codec::Zstd => panic!("zstd is written only with the feature `native`"),
            Codec::Deflate => {
                // A negative window asks for Deflate without a wrapper.
                let flags = create_comp_flags_from_zip_params(LEVEL, -15, 0);
                Kind::Deflate(Box::new(CompressorOxide::new(flags)))
            }
        })
    }

    /// The most bytes that this many bytes can be packed into.
    pub fn bound(&self, length: usize) -> usize {
        match &self.0 {
            #[cfg(feature = "native")]
            Kind::Zstd(_) => zstd_safe::compress_bound(length),
            // Bytes that can't be packed are stored in blocks of at least 31 KB with a head of five bytes each.
            Kind::Deflate(_) => 128 + length + length / 10,
        }
    }

    /// Packs the bytes into the front of a place with [`Compressor::bound`] bytes, and returns how many were needed.
    pub fn pack(&mut self, bytes: &[u8], place: &mut [u8]) -> usize {
        match &mut self.0 {
            #[cfg(feature = "native")]
            Kind::Zstd(context) => {
                context.compress(place, bytes, LEVEL).expect("the place has the size that zstd asks for")
            }
            Kind::Deflate(compressor) => {
                use miniz_oxide::deflate::core::{TDEFLFlush, TDEFLStatus, compress};
                compressor.reset();
                let (status, used, length) = compress(compressor, bytes, place, TDEFLFlush::Finish);
                assert!(status == TDEFLStatus::Done && used == bytes.len(), "the place has room for all");
                length
            }
        }
    }
}

/// Fast; higher levels gain little.
#[cfg(feature = "solve")]
const LEVEL: i32 = 1;

#[cfg(test)]
#[cfg(all(feature = "native", feature = "portable"))]
mod tests {
    use super::*;

    type Unpack = fn(&[u8], usize) -> Result<Vec<u8>, BadPage>;
    /// Everything that unpacks, with the codec of what it unpacks.
    const UNPACKERS: [(Codec, Unpack); 4] = [
        (Codec::Zstd, native::unpack),
        (Codec::Zstd, portable::unpack),
        (Codec::Deflate, native::inflate),
        (Codec::Deflate, inflate),
    ];

    /// Numbers that compress well and ones that do not.
    fn contents() -> Vec<Vec<u8>> {
        let mut state = 1_u64;
        let mut next = move || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 56) as u8
        };
        [0, 1, 100, 5_000, 200_000]
            .into_iter()
            .flat_map(|length| {
                [
                    vec![0x77; length],
                    (0..length).map(|_| next()).collect(),
                    (0..length).map(|_| next() & 3).collect(),
                ]
            })
            .collect()
    }

    fn packed(codec: Codec, content: &[u8]) -> Vec<u8> {
        let mut compressor = Compressor::new(codec);
        let mut place = vec![0; compressor.bound(content.len())];
        // What was packed before must not matter.
        compressor.pack(b"something else", &mut place);
        let length = compressor.pack(content, &mut place);
        place.truncate(length);
        place
    }

    #[test]
    fn what_was_packed_unpacks() {
        for (codec, unpack) in UNPACKERS {
            for content in contents() {
                let bytes = unpack(&packed(codec, &content), content.len());
                assert_eq!(bytes.expect("it is sound"), content, "{codec:?}");
            }
        }
    }

    #[test]
    fn what_is_cut_or_too_long_is_refused() {
        let content = vec![0x77; 5_000];
        for (codec, unpack) in UNPACKERS {
            let packed = packed(codec, &content);
            let longer = [&packed[..], &[0]].concat();
            assert!(unpack(&packed, content.len() - 1).is_err(), "more than was announced: {codec:?}");
            assert!(unpack(&packed[..packed.len() - 1], content.len()).is_err(), "cut: {codec:?}");
            assert!(unpack(&longer, content.len()).is_err(), "something follows: {codec:?}");
            assert!(unpack(&[], content.len()).is_err(), "nothing: {codec:?}");
        }
    }

    #[test]
    fn both_inflate_the_same_from_damaged_bytes() {
        let mut chance = linja_testing::Chance::new(8);
        let (mut sound, mut damaged) = (0, 0);
        for content in contents() {
            let packed = packed(Codec::Deflate, &content);
            for _ in 0..200 {
                let mut packed = packed.clone();
                let place = chance.below(packed.len());
                packed[place] ^= 1 << chance.below(8);
                let [ours, theirs] = [inflate, native::inflate].map(|one| one(&packed, content.len()).ok());
                assert!(theirs.is_none() || ours == theirs, "{packed:02x?}");
                if ours.is_some() { sound += 1 } else { damaged += 1 }
            }
        }
        assert!(sound > 100 && damaged > 100, "{sound} sound, {damaged} damaged");
    }

    #[test]
    fn fixed_codes_and_stored_bytes_are_read() {
        // A block of stored bytes by hand, and what zlib makes of ten times `a`: fixed codes, one of them a repetition.
        let stored = [0b001, 2, 0, 0xfd, 0xff, 7, 8];
        let fixed = [0x4b, 0x4c, 0x84, 0x01, 0x00];
        for unpack in [native::inflate, inflate] {
            assert_eq!(unpack(&stored, 2).expect("sound"), [7, 8]);
            assert_eq!(unpack(&fixed, 10).expect("sound"), [b'a'; 10]);
        }
    }

    #[test]
    fn numbers_of_codecs_never_change() {
        assert_eq!(Codec::ALL.map(Codec::number), [1, 2]);
        assert_eq!(Codec::of_number(0), None);
        assert_eq!(Codec::of_number(3), None);
    }
}
