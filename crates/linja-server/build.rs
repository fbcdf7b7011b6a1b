//! Builds the embedded page: module bundles, flattened style sheets, documents and catalogues in every language, all
//! compressed. `page.rs` in `OUT_DIR` is the table of these files.

#[path = "src/page/compose.rs"]
mod compose;
#[path = "build/engine.rs"]
mod engine;
#[path = "build/modules.rs"]
mod modules;

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use linja_text::Catalogues;

/// Files and directories of the page; tests and tool settings are left out.
const PARTS: [&str; 7] =
    ["css", "icons", "index.html", "js", "manifest.webmanifest", "offline.html", "sw.js"];
/// Entries of bundles. Each bundle holds the modules that its entry needs and the bundles above do not contain.
const BUNDLES: [&str; 27] = [
    "js/engine/worker.js",
    "js/engine/solver-worker.js",
    "js/main.js",
    "js/turn.js",
    "js/board/pieces.js",
    "js/board/board.js",
    "js/home/page.js",
    "js/game/page.js",
    "js/game/over.js",
    "js/game/guide.js",
    "js/share.js",
    "js/share-menu.js",
    "js/me/kept.js",
    "js/study/puzzle-days.js",
    "js/study/mistakes.js",
    "js/study/frame.js",
    "js/study/controls.js",
    "js/study/review.js",
    "js/study/puzzle.js",
    "js/study/explorer.js",
    "js/kept/answer.js",
    "js/learn/course.js",
    "js/solve/card.js",
    "js/oracle.js",
    "js/house/page.js",
    "js/games.js",
    "js/embed.js",
];
const DOCUMENTS: [&str; 2] = ["index.html", "offline.html"];
/// Directories whose files have versioned addresses.
const VERSIONED: [&str; 3] = ["css", "icons", "js"];
/// The icon, inlined as a `data:` URL because browsers would request it before the files that the page needs.
const ICON: &str = "icons/icon.svg";
/// Minimum size to compress; smaller files fit into one packet anyway.
const WORTH_COMPRESSING: usize = 1024;

fn main() {
    if let Err(why) = make() {
        println!("cargo::error={why}");
    }
}

fn make() -> Result<(), String> {
    let folders = [PathBuf::from("web"), PathBuf::from("../../web")];
    let web = folders.into_iter().find(|folder| folder.join("index.html").is_file());
    let web = web.ok_or("the page is missing: no web/index.html in the crate or two folders above")?;
    let mut sources = BTreeMap::new();
    for part in PARTS {
        println!("cargo::rerun-if-changed={}", web.join(part).display());
        read(&web, part, &mut sources)?;
    }
    let (templates, sources): (BTreeMap<_, _>, BTreeMap<_, _>) =
        sources.into_iter().partition(|(path, _)| DOCUMENTS.contains(&path.as_str()));

    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    let mut scripts = BTreeMap::new();
    for (path, body) in &sources {
        match path.rsplit_once('.') {
            Some((_, "css")) => drop(files.insert(path.clone(), flat(path, &sources)?.into())),
            Some((_, "js")) if path.starts_with("js/") => {
                drop(scripts.insert(path.clone(), text(path, body)?.to_string()));
            }
            _ => drop(files.insert(path.clone(), body.clone())),
        }
    }
    let bundles = modules::bundle(&scripts, &BUNDLES)?;
    files.extend(bundles.into_iter().map(|(path, code)| (path, code.into())));
    let catalogues = Catalogues::embedded();
    let texts = compose::catalogue_files(catalogues);
    files.extend(texts.into_iter().map(|(path, json)| (path, json.into())));
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("there is no OUT_DIR")?);
    let root = web.parent().unwrap_or(&web).canonicalize().map_err(|error| error.to_string())?;
    let engine = engine::files(&root, &out)?;
    let has_engine = !engine.is_empty();
    files.extend(engine);

    files.insert(compose::LIST.into(), compose::list(files.keys()).into());

    let mut hasher = blake3::Hasher::new();
    for (path, body) in files.iter().chain(&templates) {
        hasher.update(path.as_bytes()).update(blake3::hash(body).as_bytes());
    }
    let version = &hasher.finalize().to_hex()[..16];
    if let Some(worker) = files.get_mut(compose::WORKER) {
        *worker = compose::worker(text(compose::WORKER, worker)?, version).into_bytes();
    }
    let mut documents = BTreeMap::new();
    for (path, template) in &templates {
        let icon = sources.get(ICON).ok_or_else(|| format!("there is no {ICON}"))?;
        let icon = format!("\"{}\"", data_url(text(ICON, icon)?));
        let mut template = text(path, template)?.replacen(&format!("\"/{ICON}\""), &icon, 1);
        for folder in VERSIONED {
            template = template.replace(&format!("\"/{folder}/"), &format!("\"/v/{version}/{folder}/"));
        }
        if has_engine {
            template = compose::with_engine(&template, &format!("/v/{version}/"));
        }
        for language in compose::languages() {
            let html = compose::document(&template, language, catalogues);
            documents.insert(format!("{}/{path}", language.code()), html.into_bytes());
        }
    }

    let table = format!(
        "pub(crate) const VERSION: &str = \"{version}\";\n\
         pub(super) static FILES: &[(&str, File)] = &[\n{}];\n\
         pub(super) static DOCUMENTS: &[(&str, Page)] = &[\n{}];\n",
        table(&files, &out.join("files"), |_, file| file)?,
        table(&documents, &out.join("documents"), |place, file| {
            format!("Page {{ html: include_str!({:?}), file: {file} }}", place.to_string_lossy())
        })?,
    );
    save(&out.join("page.rs"), table.as_bytes())
}

/// Reads a file, or a directory recursively. Files of types that are not served are skipped.
fn read(web: &Path, path: &str, sources: &mut BTreeMap<String, Vec<u8>>) -> Result<(), String> {
    let place = web.join(path);
    let unreadable = |error| format!("can't read {}: {error}", place.display());
    if place.is_dir() {
        for entry in place.read_dir().map_err(unreadable)? {
            let name = entry.map_err(unreadable)?.file_name();
            read(web, &format!("{path}/{}", name.to_string_lossy()), sources)?;
        }
    } else if compose::media(path).is_some() {
        sources.insert(path.to_string(), fs::read(&place).map_err(unreadable)?);
    }
    Ok(())
}

fn text<'a>(path: &str, body: &'a [u8]) -> Result<&'a str, String> {
    str::from_utf8(body).map_err(|error| format!("{path}: {error}"))
}

/// A style sheet with its lines `@import "name.css";` replaced by the imported sheets.
fn flat(path: &str, sources: &BTreeMap<String, Vec<u8>>) -> Result<String, String> {
    let body = sources.get(path).ok_or_else(|| format!("there is no {path}"))?;
    let mut sheet = String::new();
    for line in text(path, body)?.lines() {
        match line.strip_prefix("@import \"").and_then(|rest| rest.strip_suffix("\";")) {
            Some(name) => sheet += &flat(&format!("css/{name}"), sources)?,
            None => sheet = sheet + line + "\n",
        }
    }
    Ok(sheet)
}

/// An SVG image as a `data:` URL.
fn data_url(svg: &str) -> String {
    let mut url = String::from("data:image/svg+xml,");
    for c in svg.trim_end().chars() {
        match c {
            '%' | '#' | '<' | '>' | '&' | '"' => url.push_str(&format!("%{:02X}", u32::from(c))),
            '\n' => url.push(' '),
            c => url.push(c),
        }
    }
    url
}

/// Writes files and their compressed forms below `folder`. Returns the lines of a sorted table of these files, as `line` writes
/// them: from where the plain file is and the `File` as code.
fn table(
    files: &BTreeMap<String, Vec<u8>>,
    folder: &Path,
    line: impl Fn(&Path, String) -> String,
) -> Result<String, String> {
    let mut table = String::new();
    for (path, body) in files {
        let media = compose::media(path).ok_or_else(|| format!("{path}: unknown kind of file"))?;
        let place = folder.join(path);
        fs::create_dir_all(place.parent().unwrap_or(folder)).map_err(|error| error.to_string())?;
        let include = |ending: &str, body: &[u8]| -> Result<String, String> {
            let place = PathBuf::from(format!("{}{ending}", place.display()));
            save(&place, body)?;
            Ok(format!("include_bytes!({:?})", place.to_string_lossy()))
        };
        let plain = include("", body)?;
        let body_code = if media != "image/png" && body.len() >= WORTH_COMPRESSING {
            let (brotli, gzip) =
                (include(".br", &brotli(body, quality(folder, path)))?, include(".gz", &gzip(body))?);
            format!("Embedded::Compressed {{ brotli: {brotli}, gzip: {gzip} }}")
        } else {
            format!("Embedded::Plain({plain})")
        };
        let hash = &blake3::hash(body).to_hex()[..32];
        let file = format!("File {{ media: {media:?}, hash: {hash:?}, body: {body_code} }}");
        table += &format!("({path:?}, {}),\n", line(&place, file));
    }
    Ok(table)
}

/// The quality of Brotli. The best one, 11, takes ten times as long as 9 and saves 5 % more; it is for the profile `dist`, and for
/// the engine, which it makes a tenth smaller in three seconds.
fn quality(folder: &Path, path: &str) -> i32 {
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let is_dist = folder.components().any(|part| part.as_os_str() == "dist");
    let is_engine = Path::new(path).extension().is_some_and(|extension| extension == "wasm");
    match (is_release, is_dist || is_engine) {
        (true, true) => 11,
        (true, false) => 9,
        (false, _) => 5,
    }
}

fn save(path: &Path, body: &[u8]) -> Result<(), String> {
    fs::write(path, body).map_err(|error| format!("can't write {}: {error}", path.display()))
}

fn brotli(mut body: &[u8], quality: i32) -> Vec<u8> {
    let mut compressed = Vec::new();
    let params = brotli::enc::BrotliEncoderParams {
        quality,
        size_hint: body.len(),
        ..brotli::enc::BrotliEncoderParams::default()
    };
    brotli::BrotliCompress(&mut body, &mut compressed, &params).expect("memory takes everything");
    compressed
}

fn gzip(body: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    encoder.write_all(body).and_then(|()| encoder.finish()).expect("memory takes everything")
}
