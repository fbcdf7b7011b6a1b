//! Generates `catalogues.rs` in `OUT_DIR`, which embeds the catalogues in the program.

use std::path::Path;
use std::{env, fs, io};

fn main() {
    if let Err(error) = list() {
        println!("cargo::error=can't read the catalogues in locales: {error}");
    }
}

fn list() -> io::Result<()> {
    // A symbolic link to the project's catalogues; in a published package, a real folder.
    let locales = Path::new("locales");
    println!("cargo::rerun-if-changed={}", locales.display());
    let mut files = Vec::new();
    for language in locales.read_dir()? {
        let language = language?.path();
        // Cargo does not follow the link, so name each folder to detect new files.
        println!("cargo::rerun-if-changed={}", language.display());
        for file in language.read_dir().into_iter().flatten() {
            files.push(file?.path());
        }
    }
    files.sort();
    let mut list = String::from("static FILES: &[(&str, &str)] = &[\n");
    for file in files {
        let name = file.strip_prefix(locales).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        let path = std::path::absolute(&file)?;
        list += &format!("({name:?}, include_str!({:?})),\n", path.to_string_lossy());
    }
    let out = env::var("OUT_DIR").map_err(io::Error::other)?;
    fs::write(Path::new(&out).join("catalogues.rs"), list + "];\n")
}
