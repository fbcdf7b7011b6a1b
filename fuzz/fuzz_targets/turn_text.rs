#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| linja_fuzz::turn_text(data));
