//! Lists the catalogues, which become part of the program: `catalogues.rs` in `OUT_DIR`.

use std::path::Path;
use std::{env, fs, io};

fn main() {
    if let Err(error) = list() {
        println!("cargo::error=can't read the catalogues in locales: {error}");
    }
}

fn list() -> io::Result<()> {
    // A link to the project's catalogues, and a folder of its own in a published package.
    let locales = Path::new("locales");
    println!("cargo::rerun-if-changed={}", locales.display());
    let mut files = Vec::new();
    for language in locales.read_dir()? {
        let language = language?.path();
        // Cargo does not look behind the link itself, so a new file needs its folder named.
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
