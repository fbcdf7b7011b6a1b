//! Style sheets in one piece: a browser would ask for each imported one, and only when it has read the other.

use std::collections::BTreeSet;

/// The sheet at `path` with the sheets beside it in place of its lines `@import "name.css";`. Everything else, imports for
/// some media included, is left to the browser. `read` gives the text of a sheet; each is put in once.
pub(super) fn flattened<'a>(path: &str, read: &impl Fn(&str) -> Option<&'a str>) -> Option<String> {
    let mut seen = BTreeSet::new();
    let mut sheet = String::new();
    put(path, read, &mut seen, &mut sheet).then_some(sheet)
}

/// Says whether there is such a sheet.
fn put<'a>(
    path: &str,
    read: &impl Fn(&str) -> Option<&'a str>,
    seen: &mut BTreeSet<String>,
    sheet: &mut String,
) -> bool {
    let Some(text) = read(path) else { return false };
    if !seen.insert(path.to_string()) {
        return true;
    }
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    for line in text.lines() {
        let is_put = imported(line).is_some_and(|name| put(&format!("{folder}/{name}"), read, seen, sheet));
        if !is_put {
            sheet.push_str(line);
            sheet.push('\n');
        }
    }
    true
}

/// The name in a line that imports a sheet from the same folder for everything.
fn imported(line: &str) -> Option<&str> {
    let name = line.trim().strip_prefix("@import \"")?.strip_suffix("\";")?;
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    let is_name = ending == Some("css") && !name.contains(['/', '"', '\\']);
    is_name.then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sheets_take_the_place_of_their_imports() {
        let sheets = [
            (
                "css/app.css",
                "/* all */\n@import \"a.css\";\n@import \"b.css\";\n@import \"none.css\";\n@import \"a.css\" print;\n\
                 @import \"../js/x.css\";\np {}",
            ),
            ("css/a.css", "@import \"b.css\";\na {}\n"),
            ("css/b.css", "@import \"app.css\";\nb {}"),
        ];
        let read = |path: &str| sheets.iter().find(|(name, _)| *name == path).map(|(_, text)| *text);
        let rest = "@import \"none.css\";\n@import \"a.css\" print;\n@import \"../js/x.css\";\np {}\n";
        assert_eq!(flattened("css/app.css", &read).unwrap(), format!("/* all */\nb {{}}\na {{}}\n{rest}"));
        assert_eq!(flattened("css/c.css", &read), None);
    }
}
