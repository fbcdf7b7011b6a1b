/// The text in lines of at most `width` columns, broken at blanks. What follows a break is indented as the line is. A word that
/// is longer than a line stays whole. Escape sequences of colours take no columns.
pub(super) fn wrap(line: &str, width: usize) -> String {
    let (text, end) = line.strip_suffix('\n').map_or((line, ""), |text| (text, "\n"));
    if columns(text) <= width {
        return line.to_string();
    }
    let indent = text.len() - text.trim_start_matches(' ').len();
    let indent = if indent < width / 2 { indent } else { 0 };
    let mut wrapped = String::new();
    let mut column = 0;
    // Blanks before a word belong to it, and disappear where a line is broken.
    for word in words(text) {
        let (blanks, bare) = word.split_at(word.len() - word.trim_start_matches(' ').len());
        let long = columns(word);
        if column > indent && column + long > width && !bare.is_empty() {
            wrapped.push('\n');
            wrapped.extend(std::iter::repeat_n(' ', indent));
            wrapped.push_str(bare);
            column = indent + long - blanks.len();
        } else {
            wrapped.push_str(word);
            column += long;
        }
    }
    wrapped.truncate(wrapped.trim_end_matches(' ').len());
    wrapped + end
}

/// The words of a text, each with the blanks before it.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let blanks = rest.len() - rest.trim_start_matches(' ').len();
        let end = rest[blanks..].find(' ').map_or(rest.len(), |end| blanks + end);
        let (word, more) = rest.split_at(end);
        rest = more;
        (!word.is_empty()).then_some(word)
    })
}

/// The columns that a text takes.
fn columns(text: &str) -> usize {
    let mut is_escaped = false;
    text.chars()
        .filter(|&character| match (is_escaped, character) {
            (false, '\x1b') => {
                is_escaped = true;
                false
            }
            (true, _) => {
                // A sequence ends with a letter.
                is_escaped = !character.is_ascii_alphabetic();
                false
            }
            (false, _) => true,
        })
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn breaks_are_at_blanks_and_keep_the_indent() {
        assert_eq!(wrap("  one two three four\n", 12), "  one two\n  three four\n");
        assert_eq!(wrap("one  two", 8), "one  two");
        assert_eq!(wrap("one  two", 7), "one\ntwo");
        assert_eq!(
            wrap("https://linja.example/a-long-address and more", 12),
            "https://linja.example/a-long-address\nand more"
        );
        assert_eq!(wrap("", 12), "");
        assert_eq!(wrap("\n", 12), "\n");
        assert_eq!(wrap(&" ".repeat(50), 40), "");
    }

    #[test]
    fn colours_take_no_columns() {
        let line = "\x1b[1m\x1b[31mred\x1b[0m and more";
        assert_eq!(wrap(line, 12), line);
        assert_eq!(wrap(line, 11), "\x1b[1m\x1b[31mred\x1b[0m and\nmore");
    }

    #[test]
    fn no_line_is_longer_and_no_word_is_lost() {
        let text =
            "Type turns in their written form, whole or action by action; type ? for the other commands.";
        for width in 14..=100 {
            let wrapped = wrap(text, width);
            assert!(wrapped.lines().all(|line| line.len() <= width), "{wrapped}");
            assert!(wrapped.split_whitespace().eq(text.split_whitespace()));
        }
    }
}
