//! Names in games on one device, where nobody can deceive a stranger: the tables of letters that look alike stay out of the
//! page.

/// The text as it is. Browsers compose characters themselves.
pub(super) fn composed(text: &str) -> String {
    text.to_string()
}

/// Whether two names are the same but for their case.
pub(crate) fn are_alike(one: &str, other: &str) -> bool {
    one.eq_ignore_ascii_case(other)
}

/// Any name may be like the computer's.
pub(super) fn is_like_computer(_: &str) -> bool {
    false
}
