//! The packages of the library crates, as `cargo publish` would upload them. `scripts/packages` also builds them.

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
