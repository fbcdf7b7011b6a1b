//! The page is part of the program: a new file in it is a reason to build again.

fn main() {
    for path in ["css", "icons", "index.html", "js", "manifest.webmanifest", "offline.html", "sw.js"] {
        println!("cargo::rerun-if-changed=../../web/{path}");
    }
}
