//! Builds the engine of the page for browsers, by a cargo of its own: `linja-wasm`, and `linja-solver` apart from it, which is
//! loaded only by who solves.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The target for browsers.
const TARGET: &str = "wasm32-unknown-unknown";
/// The crates that the engine consists of.
const CRATES: [&str; 8] = [
    "linja",
    "linja-api",
    "linja-games",
    "linja-oracle",
    "linja-players",
    "linja-solver",
    "linja-text",
    "linja-wasm",
];
/// A module of the page.
struct Module {
    /// Its path in the page.
    path: &'static str,
    package: &'static str,
    profile: &'static str,
    /// More flags for the compiler.
    flags: &'static [&'static str],
}

const MODULES: [Module; 2] = [
    Module {
        path: "engine/linja.wasm",
        package: "linja-wasm",
        profile: "engine",
        // Inlines small functions only: 225 is usual where speed counts, 5 where size does. 3 KB less in Brotli.
        flags: &["-Cllvm-args=--inline-threshold=50"],
    },
    Module { path: "engine/solver.wasm", package: "linja-solver", profile: "solver", flags: &[] },
];
/// Where the weights of the search are.
const WEIGHTS: &str = "linja-players/src/search/weights";
/// `off` leaves the engine out, for quick builds while working on something else.
const SWITCH: &str = "LINJA_ENGINE";

/// The files of the engine, by their paths in the page; none if it can't be built here, which a warning explains.
pub fn files(root: &Path, out: &Path) -> Result<BTreeMap<String, Vec<u8>>, String> {
    println!("cargo::rerun-if-env-changed={SWITCH}");
    let crates = root.join("crates");
    let mut files = BTreeMap::new();
    if env::var(SWITCH).is_ok_and(|value| value == "off") || !crates.join("linja-wasm").is_dir() {
        return Ok(files);
    }
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let library = target_library(&rustc);
    if !library.as_ref().is_some_and(|library| library.is_dir()) {
        println!(
            "cargo::warning=the page comes without its engine for playing offline, because the compiler lacks the target \
             {TARGET}: rustup target add {TARGET}"
        );
        // The folder of all targets: once it has this one, the page is made anew.
        if let Some(targets) = library.as_deref().and_then(|library| library.ancestors().nth(2)) {
            println!("cargo::rerun-if-changed={}", targets.display());
        }
        return Ok(files);
    }
    for name in CRATES {
        for part in ["src", "Cargo.toml"] {
            println!("cargo::rerun-if-changed={}", crates.join(name).join(part).display());
        }
    }
    for file in ["Cargo.toml", "Cargo.lock"] {
        println!("cargo::rerun-if-changed={}", root.join(file).display());
    }
    for module in MODULES {
        files.insert(module.path.into(), module.build(root, out)?);
    }
    for file in read_dir(&crates.join(WEIGHTS))? {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        files.insert(format!("engine/{name}"), read(&file)?);
    }
    Ok(files)
}

/// Where the compiler has its library for browsers, or would have it; `None` if it does not know them.
fn target_library(rustc: &OsString) -> Option<PathBuf> {
    let printed = Command::new(rustc).args(["--print", "target-libdir", "--target", TARGET]).output().ok()?;
    let folder = PathBuf::from(String::from_utf8_lossy(&printed.stdout).trim());
    printed.status.success().then_some(folder)
}

impl Module {
    fn build(&self, root: &Path, out: &Path) -> Result<Vec<u8>, String> {
        let Module { package, profile, .. } = *self;
        // Next to the build folders: `cargo clippy`, `doc` and `test` have one each, and compile the engine once.
        let target = out.ancestors().nth(3).unwrap_or(out).join("engine");
        let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command
            .args(["build", "--quiet", "--locked", "--package", package, "--profile", profile])
            .args(["--target", TARGET, "--manifest-path"])
            .arg(root.join("Cargo.toml"))
            .arg("--target-dir")
            .arg(&target);
        // What is set for this build must not reach the other one: its flags, its target, and the wrapper of clippy.
        for (name, _) in env::vars_os() {
            let text = name.to_string_lossy();
            let is_ours = [
                "CARGO_FEATURE_",
                "CARGO_CFG_",
                "CARGO_BUILD_",
                "CARGO_TARGET_",
                "CARGO_PKG_",
                "CARGO_MANIFEST_",
            ]
            .iter()
            .any(|prefix| text.starts_with(prefix));
            let is_flag = [
                "RUSTFLAGS",
                "CARGO_ENCODED_RUSTFLAGS",
                "RUSTDOCFLAGS",
                "RUSTC_WORKSPACE_WRAPPER",
                "CLIPPY_ARGS",
                "TARGET",
            ]
            .contains(&&*text);
            if is_ours || is_flag {
                command.env_remove(&name);
            }
        }
        // The bytes must not depend on where the sources are.
        let mut flags = vec!["-Ctarget-feature=+simd128".to_string()];
        flags.extend(self.flags.iter().map(ToString::to_string));
        flags.push(format!("--remap-path-prefix={}=linja", root.display()));
        if let Some(home) = env::var_os("CARGO_HOME")
            .map(PathBuf::from)
            .or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".cargo")))
        {
            flags.push(format!("--remap-path-prefix={}=cargo", home.display()));
        }
        command.env("CARGO_ENCODED_RUSTFLAGS", flags.join("\u{1f}"));
        let done = command.output().map_err(|error| format!("can't start cargo for the engine: {error}"))?;
        if !done.status.success() {
            let why = String::from_utf8_lossy(&done.stderr);
            return Err(format!(
                "the engine of the page can't be built: {}",
                why.trim().replace('\n', " | ")
            ));
        }
        let file = format!("{}.wasm", package.replace('-', "_"));
        read(&target.join(TARGET).join(profile).join(file))
    }
}

fn read_dir(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let unreadable = |error| format!("can't read {}: {error}", folder.display());
    let entries = folder.read_dir().map_err(unreadable)?;
    entries.map(|entry| entry.map(|entry| entry.path()).map_err(unreadable)).collect()
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("can't read {}: {error}", path.display()))
}
