#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| linja_fuzz::record_text(data));
