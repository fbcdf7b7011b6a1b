//! Lists the catalogues, which become part of the program: `catalogues.rs` in `OUT_DIR`.

use std::path::Path;
use std::{env, fs, io};

fn main() {
    if let Err(error) = list() {
        println!("cargo::error=can't read the catalogues in locales: {error}");
    }
}

fn list() -> io::Result<()> {
    let folders = ["locales", "../../locales"].map(Path::new);
    let locales = folders.into_iter().find(|folder| folder.is_dir()).ok_or(io::ErrorKind::NotFound)?;
    println!("cargo::rerun-if-changed={}", locales.display());
    let mut files = Vec::new();
    for language in locales.read_dir()? {
        let language = language?.path();
        for file in language.read_dir().into_iter().flatten() {
            files.push(file?.path());
        }
    }
    files.sort();
    let mut list = String::from("static FILES: &[(&str, &str)] = &[\n");
    for file in files {
        let name = file.strip_prefix(locales).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        list += &format!("({name:?}, include_str!({:?})),\n", std::path::absolute(&file)?);
    }
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("catalogues.rs"), list + "];\n")
}
