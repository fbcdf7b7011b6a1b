//! The packages of the library crates, as `cargo publish` would upload them; `scripts/packages` also builds them. And the
//! package of the program.

mod common;

use std::process::Command;

const LIBRARIES: [&str; 5] = ["linja", "linja-api", "linja-oracle", "linja-players", "linja-text"];

/// The files of a package.
fn files(package: &str) -> Vec<String> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["package", "--list", "--allow-dirty", "--offline", "--locked", "--package", package]);
    let output = command.current_dir(env!("CARGO_MANIFEST_DIR")).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).lines().map(str::to_string).collect()
}

#[test]
fn packages_hold_what_their_users_need_and_nothing_that_cannot_be_built() {
    for package in LIBRARIES {
        let files = files(package);
        for needed in ["src/lib.rs", "README.md", "LICENSE-APACHE", "LICENSE-MIT"] {
            assert!(files.iter().any(|file| file == needed), "{package} lacks {needed}: {files:?}");
        }
        // Tests and benches use `linja-testing`, which is not published.
        let private = files.iter().find(|file| file.starts_with("tests/") || file.starts_with("benches/"));
        assert_eq!(private, None, "{package}");
    }
}

#[test]
fn catalogues_are_packaged_although_their_folder_is_a_link() {
    let files = files("linja-text");
    for language in ["de", "en", "es", "fr", "it", "nl", "pt", "ro"] {
        let messages = format!("locales/{language}/messages.json");
        assert!(files.contains(&messages), "{files:?}");
    }
}

/// The script needs the tools of GNU.
#[cfg(target_os = "linux")]
mod program {
    use std::fs;
    use std::os::unix::fs::PermissionsExt as _;
    use std::path::Path;
    use std::process::Command;

    use crate::common::{folder, stderr, stdout};

    /// Runs a command that must succeed, and returns its output.
    fn printed(command: &mut Command) -> String {
        let output = command.output().expect("it starts");
        assert!(output.status.success(), "{command:?}: {}", stderr(&output));
        stdout(&output).to_string()
    }

    /// Makes the package in this folder and returns its path.
    fn package(folder: &Path) -> String {
        // Stands for the program, which takes seconds to compress.
        let program = folder.join("program");
        fs::write(&program, format!("#!/bin/sh\nexec '{}' \"$@\"\n", env!("CARGO_BIN_EXE_linja")))
            .expect("a file");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o700)).expect("it can be run");
        let mut script = Command::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scripts/package"));
        printed(script.arg("--program").arg(&program).arg("--to").arg(folder)).trim_end().to_string()
    }

    #[test]
    fn package_of_the_program_installs_into_a_prefix() {
        let folder = folder("package");
        let made = package(&folder);
        let prefix = folder.join("usr");
        fs::create_dir(&prefix).expect("a folder");
        printed(Command::new("tar").args(["-xzf", &made, "--strip-components=1", "-C"]).arg(&prefix));
        let version = printed(Command::new(prefix.join("bin/linja")).arg("--version"));
        assert_eq!(version, concat!("linja ", env!("CARGO_PKG_VERSION"), "\n"));
        assert!(made.contains(concat!("/linja-", env!("CARGO_PKG_VERSION"), "-")), "{made}");
        for (file, part) in [
            ("man/man1/linja-solve.1", "distance"),
            ("bash-completion/completions/linja", "no-walk"),
            ("fish/vendor_completions.d/linja.fish", "no-walk"),
            ("zsh/site-functions/_linja", "no-walk"),
            ("doc/linja/LICENSE-APACHE", "Apache License"),
            ("doc/linja/LICENSE-MIT", "Permission is hereby granted"),
            ("doc/linja/THIRD-PARTY-NOTICES", "MIT"),
        ] {
            let file = prefix.join("share").join(file);
            let text =
                fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            assert!(text.contains(part), "{} lacks {part}", file.display());
            // Everybody may read it, whatever the umask of the one who packed it.
            assert_eq!(
                fs::metadata(&file).expect("a file").permissions().mode() & 0o777,
                0o644,
                "{}",
                file.display()
            );
        }
        let first = fs::read(&made).expect("the package");
        assert_eq!(fs::read(package(&folder)).expect("the package"), first, "made twice");
    }
}
