//! The files of the page that are part of the program.

use std::borrow::Cow;

use rust_embed::Embed;

#[derive(Embed)]
#[folder = "../../web/css/"]
#[prefix = "css/"]
struct Css;

#[derive(Embed)]
#[folder = "../../web/icons/"]
#[prefix = "icons/"]
struct Icons;

#[derive(Embed)]
#[folder = "../../web/js/"]
#[prefix = "js/"]
struct Js;

macro_rules! single {
    ($name:literal) => {
        ($name.to_string(), Cow::Borrowed(include_bytes!(concat!("../../../../web/", $name)).as_slice()))
    };
}

/// All files by their paths.
pub(super) fn files() -> Vec<(String, Cow<'static, [u8]>)> {
    let mut files = vec![
        single!("index.html"),
        single!("manifest.webmanifest"),
        single!("offline.html"),
        single!("sw.js"),
    ];
    files.extend(all::<Css>().chain(all::<Icons>()).chain(all::<Js>()));
    files
}

fn all<Folder: Embed>() -> impl Iterator<Item = (String, Cow<'static, [u8]>)> {
    Folder::iter().filter_map(|path| Some((path.to_string(), Folder::get(&path)?.data)))
}
