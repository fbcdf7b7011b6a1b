//! Which modules a module needs before it can run. A browser that is told at once need not find out level by level.

use std::collections::BTreeSet;

/// The modules that `entries` import, and those that they import, in the order in which they are found. `read` gives the
/// text of a module. What is imported only when it is wanted, by `import()`, does not count.
pub(super) fn closure<'a>(entries: &[&str], read: impl Fn(&str) -> Option<&'a str>) -> Vec<String> {
    let mut found = Vec::new();
    let mut seen = BTreeSet::new();
    let mut waiting: Vec<String> = entries.iter().rev().map(ToString::to_string).collect();
    while let Some(path) = waiting.pop() {
        let Some(text) = read(&path).filter(|_| seen.insert(path.clone())) else { continue };
        let mut imported: Vec<String> = imports(text).filter_map(|target| resolve(&path, target)).collect();
        imported.reverse();
        waiting.append(&mut imported);
        found.push(path);
    }
    found
}

/// The targets of `import … from '…'`, `export … from '…'` and `import '…'`.
fn imports(text: &str) -> impl Iterator<Item = &str> {
    let starts = ["from '", "from \"", "import '", "import \""];
    let mut targets: Vec<(usize, &str)> = Vec::new();
    for start in starts {
        for (place, _) in text.match_indices(start) {
            let rest = &text[place + start.len()..];
            let quote = &start[start.len() - 1..];
            targets.extend(rest.split(quote).next().map(|target| (place, target)));
        }
    }
    targets.sort_unstable();
    targets.into_iter().map(|(_, target)| target).filter(|target| target.starts_with('.'))
}

/// The path of `target` as the module at `path` writes it.
fn resolve(path: &str, target: &str) -> Option<String> {
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_followed_once_and_lazy_ones_are_not() {
        let modules = [
            ("js/main.js", "import { a } from './dom.js';\nimport './game/page.js';\nimport('./lazy.js');"),
            ("js/dom.js", "/** @typedef {import('./types.js').T} T */"),
            ("js/game/page.js", "export { a } from \"../dom.js\";\nimport {\n  b,\n} from '../store.js';"),
            ("js/store.js", "import { c } from './main.js'; import d from 'elsewhere'; import '../../x.js';"),
            ("js/lazy.js", ""),
        ];
        let read = |path: &str| modules.iter().find(|(name, _)| *name == path).map(|(_, text)| *text);
        let found = closure(&["js/main.js", "js/none.js"], read);
        assert_eq!(found, ["js/main.js", "js/dom.js", "js/game/page.js", "js/store.js"]);
    }
}
