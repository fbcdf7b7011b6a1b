/// The units of sizes in bytes.
const UNITS: [(&str, u64); 9] = [
    ("b", 1),
    ("kb", 1_000),
    ("mb", 1_000_000),
    ("gb", 1_000_000_000),
    ("tb", 1_000_000_000_000),
    ("kib", 1 << 10),
    ("mib", 1 << 20),
    ("gib", 1 << 30),
    ("tib", 1 << 40),
];

/// Reads a size in bytes, such as `4GB` or `500 MB`.
pub(crate) fn size(text: &str) -> Result<u64, &'static str> {
    let text = text.trim().to_ascii_lowercase();
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, unit) = text.split_at(digits);
    let unit = match unit.trim() {
        "" => 1,
        unit => UNITS.iter().find(|(name, _)| *name == unit).ok_or(EXAMPLE)?.1,
    };
    let number: u64 = number.parse().map_err(|_| EXAMPLE)?;
    number.checked_mul(unit).ok_or("too large")
}

const EXAMPLE: &str = "use a whole number with a unit, such as 4GB or 500MB";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_as_people_write_them() {
        for (text, bytes) in [
            ("0", 0),
            ("4GB", 4_000_000_000),
            (" 500 mb ", 500_000_000),
            ("1KiB", 1024),
            ("12345", 12_345),
            ("7 B", 7),
        ] {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        for text in ["", "GB", "-1GB", "1.5GB", "4 giga", "4GB x"] {
            assert_eq!(size(text), Err(EXAMPLE), "{text}");
        }
        assert_eq!(size("99999999999TB"), Err("too large"));
    }
}
