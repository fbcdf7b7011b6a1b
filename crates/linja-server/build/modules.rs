//! Bundles ES modules, so that the number of requests does not depend on the number of modules.
//!
//! In a bundle each module is a function that returns its exports. A module belongs to the first bundle whose entry
//! needs it; a module that no entry needs becomes its own bundle. So each module runs only once.
//!
//! The bundler reads lines, not JavaScript. It knows `import { a, b as c } from './x.js';` and `export` before `const`,
//! `class`, `function` and `async function`, at the start of a line. Any other form stops the build.

use std::collections::{BTreeMap, BTreeSet};

/// The bundles of the modules in `sources`, by the paths of their entries.
pub fn bundle(
    sources: &BTreeMap<String, String>,
    entries: &[&str],
) -> Result<BTreeMap<String, String>, String> {
    let mut modules = BTreeMap::new();
    for (path, text) in sources {
        modules.insert(path.as_str(), Module::read(path, text)?);
    }
    let mut order = Vec::new();
    let mut entry_of = BTreeMap::new();
    for entry in entries {
        let known = order.len();
        visit(entry, &modules, &mut Vec::new(), &mut order)?;
        entry_of.extend(order[known..].iter().map(|path| (path.clone(), (*entry).to_string())));
    }
    for path in modules.keys() {
        let known = order.len();
        visit(path, &modules, &mut Vec::new(), &mut order)?;
        entry_of.extend(order[known..].iter().map(|path| (path.clone(), path.clone())));
    }
    let entries: BTreeSet<&String> = entry_of.values().collect();
    let mut bundles = BTreeMap::new();
    for entry in entries {
        let members = order.iter().filter(|path| entry_of[*path] == *entry);
        bundles.insert(entry.clone(), write(entry, members, &modules, &entry_of)?);
    }
    Ok(bundles)
}

struct Module {
    /// The imported names as written between the braces, and the path of the imported module.
    imports: Vec<(String, String)>,
    /// Modules loaded by `import()`.
    loads: Vec<String>,
    exports: Vec<String>,
    code: String,
}

impl Module {
    fn read(path: &str, text: &str) -> Result<Module, String> {
        let mut module = Module { imports: vec![], loads: vec![], exports: vec![], code: String::new() };
        let mut lines = text.lines();
        while let Some(line) = lines.next() {
            let unknown = || format!("{path}: can't bundle this line: {line}");
            let mut kept = line;
            if line.starts_with("import ") {
                let mut statement = line.to_string();
                while !statement.ends_with(';') {
                    statement += lines.next().ok_or_else(unknown)?;
                }
                let parts = statement.strip_prefix("import {").and_then(|rest| rest.strip_suffix("';"));
                let (names, target) =
                    parts.and_then(|parts| parts.split_once("} from '")).ok_or_else(unknown)?;
                module.imports.push((names.trim().into(), resolve(path, target).ok_or_else(unknown)?));
                continue;
            }
            if let Some(declaration) = line.strip_prefix("export ") {
                module.exports.push(declared(declaration).ok_or_else(unknown)?);
                kept = declaration;
            }
            // In JSDoc comments `import()` refers to a type.
            let is_comment = line.trim_start().starts_with('*') || line.contains("/**");
            for load in line.split("import('").skip(1).filter(|_| !is_comment) {
                let target = load.split('\'').next().unwrap_or_default();
                module.loads.push(resolve(path, target).ok_or_else(unknown)?);
            }
            module.code += kept;
            module.code.push('\n');
        }
        Ok(module)
    }
}

/// The name that a declaration declares.
fn declared(declaration: &str) -> Option<String> {
    let (kind, rest) = declaration.strip_prefix("async ").unwrap_or(declaration).split_once(' ')?;
    let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
    (["const", "class", "function"].contains(&kind) && !name.is_empty()).then_some(name)
}

/// Adds a module to `order` after its imports.
fn visit(
    path: &str,
    modules: &BTreeMap<&str, Module>,
    trail: &mut Vec<String>,
    order: &mut Vec<String>,
) -> Result<(), String> {
    if order.iter().any(|known| known == path) {
        return Ok(());
    }
    if trail.iter().any(|known| known == path) {
        return Err(format!("modules import each other: {} -> {path}", trail.join(" -> ")));
    }
    let module = modules.get(path).ok_or_else(|| {
        format!("there is no module {path}, which {} needs", trail.last().map_or("the page", |path| path))
    })?;
    trail.push(path.to_string());
    for (_, target) in &module.imports {
        visit(target, modules, trail, order)?;
    }
    trail.pop();
    order.push(path.to_string());
    Ok(())
}

fn write<'a>(
    entry: &str,
    members: impl Iterator<Item = &'a String>,
    modules: &BTreeMap<&str, Module>,
    entry_of: &BTreeMap<String, String>,
) -> Result<String, String> {
    let mut functions = String::new();
    let mut names = Vec::new();
    let mut needed: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for path in members {
        let module = &modules[path.as_str()];
        let is_moved = folder(path) != folder(entry);
        if is_moved && (!module.loads.is_empty() || module.code.contains("import.meta")) {
            return Err(format!("{path} holds relative addresses and can't be part of {entry}"));
        }
        if let Some(lost) = module.loads.iter().find(|load| entry_of.get(*load) != Some(*load)) {
            return Err(format!("{path} loads {lost}, which is not the entry of a bundle"));
        }
        functions += &format!("const {} = (() => {{\n", name(path));
        for (imported, target) in &module.imports {
            if entry_of[target] != entry {
                needed.entry(&entry_of[target]).or_default().insert(name(target));
            }
            functions += &format!("const {{ {} }} = {};\n", imported.replace(" as ", ": "), name(target));
        }
        functions += &format!("{}return {{ {} }};\n}})();\n", module.code, module.exports.join(", "));
        names.push(name(path));
    }
    let to_root = "../".repeat(entry.matches('/').count());
    let imports = needed.into_iter().map(|(bundle, names)| {
        let names = names.into_iter().collect::<Vec<_>>().join(", ");
        format!("import {{ {names} }} from '{to_root}{bundle}';\n")
    });
    let exports = modules[entry].exports.join(", ");
    Ok(imports.collect::<String>()
        + &functions
        + &format!("export {{ {} }};\nexport const {{ {exports} }} = {};\n", names.join(", "), name(entry)))
}

/// The name of a module in bundles. No module declares a name with this prefix.
fn name(path: &str) -> String {
    let path = path.trim_end_matches(".js");
    format!("${}", path.replace(|c: char| !c.is_alphanumeric(), "_"))
}

fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Resolves an import of `target` in the module at `path`.
fn resolve(path: &str, target: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder(path).split('/').collect();
    for part in target.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    target.starts_with('.').then(|| parts.join("/"))
}
