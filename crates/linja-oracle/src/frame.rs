//! Zstandard frames: unpacked by the library in C, or by one in Rust where there is no C, as in browsers.

use crate::page::BadPage;

/// The content of a frame, at most this many bytes. Nothing may follow the frame.
#[cfg(feature = "native")]
pub(crate) use native::unpack;
#[cfg(not(feature = "native"))]
pub(crate) use portable::unpack;

#[cfg(not(any(feature = "native", feature = "portable")))]
compile_error!(
    "linja-oracle reads tables with its feature `native`, or with `portable` where there is no C compiler"
);

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

#[cfg(test)]
#[cfg(all(feature = "native", feature = "portable"))]
mod tests {
    use super::{native, portable};

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

    fn packed(content: &[u8]) -> Vec<u8> {
        let mut frame = Vec::with_capacity(zstd_safe::compress_bound(content.len()));
        zstd_safe::compress(&mut frame, content, 1).expect("it compresses");
        frame
    }

    #[test]
    fn both_libraries_unpack_the_same() {
        for content in contents() {
            let frame = packed(&content);
            let unpacked = [native::unpack(&frame, content.len()), portable::unpack(&frame, content.len())];
            for bytes in unpacked {
                assert_eq!(bytes.expect("it is sound"), content);
            }
        }
    }

    #[test]
    fn both_libraries_refuse_what_is_cut_or_too_long() {
        let content = vec![0x77; 5_000];
        let frame = packed(&content);
        let longer = [&frame[..], &[0]].concat();
        for unpack in [native::unpack, portable::unpack] {
            assert!(unpack(&frame, content.len() - 1).is_err(), "more than was announced");
            assert!(unpack(&frame[..frame.len() - 1], content.len()).is_err(), "cut");
            assert!(unpack(&longer, content.len()).is_err(), "something follows");
            assert!(unpack(&[], content.len()).is_err(), "nothing");
        }
    }
}
