//! A data directory that is unusable: every command names the folder and the flag.
#![cfg(unix)]

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use common::{command, folder, run, stderr, stdout};

/// Runs commands that read tables, write tables and store games; each must reject the folder with this message.
fn refused(data_dir: &Path, reason: &str) {
    let commands: [&[&str]; 8] = [
        &["probe"],
        &["turns"],
        &["hint"],
        &["play"],
        &["verify"],
        &["solve", "--anyway"],
        &["serve", "--no-solve", "--bind", "127.0.0.1:0"],
        &["--no-open", "--no-solve"],
    ];
    for args in commands {
        error(&run(data_dir, args, b""), &[reason, NAME_ANOTHER, &data_dir.display().to_string()]);
    }
}

const NAME_ANOTHER: &str = "name another folder with --data-dir or LINJA_HOME";

fn error(output: &Output, parts: &[&str]) {
    let message = stderr(output);
    assert_eq!((output.status.code(), stdout(output)), (Some(2), ""), "{message}");
    for part in parts {
        assert!(message.contains(part), "{part} is missing in: {message}");
    }
}

/// The path of a file.
fn file(name: &str) -> PathBuf {
    let path = folder(name).join("file");
    fs::write(&path, "not a folder").expect("a file");
    path
}

#[test]
fn file_in_place_of_the_folder_is_refused() {
    refused(&file("data-dir-file"), "can't use the data directory");
}

#[test]
fn folder_below_a_file_is_refused() {
    refused(&file("data-dir-below").join("data"), "can't use the data directory");
}

#[test]
fn folder_that_cannot_be_read_is_refused() {
    // Nobody can follow a link to itself, not even root.
    let link = folder("data-dir-loop").join("link");
    std::os::unix::fs::symlink(&link, &link).expect("a link");
    refused(&link, "can't use the data directory");
}

#[test]
#[cfg(target_os = "linux")]
fn folder_that_cannot_be_created_is_reported() {
    // Nobody can create a folder there, not even root.
    let data_dir = Path::new("/proc/linja/data");
    let output = run(data_dir, &["serve", "--no-solve", "--bind", "127.0.0.1:0"], b"");
    error(&output, &["can't create the data directory /proc/linja/data", NAME_ANOTHER]);
    let output = run(data_dir, &["solve", "--anyway"], b"");
    error(
        &output,
        &["can't write the table of bonus", "/proc/linja/data/tables can't be written", NAME_ANOTHER],
    );
}

#[test]
fn file_in_place_of_the_tables_is_reported() {
    let data_dir = folder("data-dir-tables");
    fs::write(data_dir.join("tables"), "not a folder").expect("a file");
    error(&run(&data_dir, &["probe"], b""), &["can't use the table", "data-dir-tables/tables/bonus.linja"]);
    error(&run(&data_dir, &["solve", "--anyway"], b""), &["can't write the table of bonus", NAME_ANOTHER]);
}

#[test]
fn folder_in_place_of_the_games_is_reported() {
    let data_dir = folder("data-dir-games");
    fs::create_dir(data_dir.join("games.db")).expect("a folder");
    let output = run(&data_dir, &["serve", "--no-solve", "--bind", "127.0.0.1:0"], b"");
    let place = data_dir.display().to_string();
    error(&output, &["can't open the games in the data directory", &place, NAME_ANOTHER]);
}

#[test]
fn empty_flag_is_refused_and_empty_variable_is_unset() {
    let home = folder("data-dir-home");
    let with_home = |args: &[&str], variable: Option<&str>| {
        let mut command = command(Path::new(""), args);
        command.env_remove("LINJA_HOME").env("HOME", &home).env_remove("XDG_DATA_HOME");
        command.envs(variable.map(|folder| ("LINJA_HOME", folder))).output().expect("the binary runs")
    };
    error(&with_home(&["probe", "--data-dir", ""], None), &["--data-dir is empty; name a folder"]);
    error(&with_home(&["probe", "--data-dir="], Some("/elsewhere")), &["--data-dir is empty; name a folder"]);
    error(&with_home(&["probe"], Some("")), &["the rule set bonus is not solved yet"]);
}
