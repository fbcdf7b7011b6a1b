//! The bundler of `build.rs`: its output, and what it rejects.

#[path = "../build/modules.rs"]
mod modules;

use std::collections::BTreeMap;

fn bundle(sources: &[(&str, &str)], entries: &[&str]) -> Result<BTreeMap<String, String>, String> {
    let sources = sources.iter().map(|(path, text)| ((*path).to_string(), (*text).to_string())).collect();
    modules::bundle(&sources, entries)
}

#[test]
fn modules_become_functions_in_the_first_bundle_that_needs_them() {
    let sources = [
        ("js/main.js", "import { h } from './dom.js';\nimport('./game/page.js');\nh();"),
        ("js/dom.js", "/** @typedef {import('./types').T} T */\nexport const h = () => 1;"),
        (
            "js/game/page.js",
            "import {\n  h as make,\n} from '../dom.js';\nimport { a } from './words.js';\n\
             export async function show() { return make(a); }",
        ),
        ("js/game/words.js", "export class a {}"),
        ("js/offline.js", "import { a } from './game/words.js';"),
    ];
    let bundles = bundle(&sources, &["js/main.js", "js/game/page.js"]).unwrap();
    assert_eq!(bundles.keys().collect::<Vec<_>>(), ["js/game/page.js", "js/main.js", "js/offline.js"]);
    assert_eq!(
        bundles["js/main.js"],
        "const $js_dom = (() => {\n/** @typedef {import('./types').T} T */\nconst h = () => 1;\nreturn { h };\n})();\n\
         const $js_main = (() => {\nconst { h } = $js_dom;\nimport('./game/page.js');\nh();\nreturn {  };\n})();\n\
         export { $js_dom, $js_main };\nexport const {  } = $js_main;\n"
    );
    assert_eq!(
        bundles["js/game/page.js"],
        "import { $js_dom } from '../../js/main.js';\n\
         const $js_game_words = (() => {\nclass a {}\nreturn { a };\n})();\n\
         const $js_game_page = (() => {\nconst { h: make, } = $js_dom;\nconst { a } = $js_game_words;\n\
         async function show() { return make(a); }\nreturn { show };\n})();\n\
         export { $js_game_words, $js_game_page };\nexport const { show } = $js_game_page;\n"
    );
    assert!(bundles["js/offline.js"].starts_with("import { $js_game_words } from '../js/game/page.js';\n"));
}

#[test]
fn what_the_bundler_does_not_know_stops_the_build() {
    for (sources, why) in [
        (&[("js/main.js", "import './a.js';")][..], "js/main.js: can't bundle this line: import './a.js';"),
        (&[("js/main.js", "import all from './a.js';")], "can't bundle this line"),
        (&[("js/main.js", "import { a } from 'elsewhere';")], "can't bundle this line"),
        (&[("js/main.js", "export let a = 1;")], "can't bundle this line"),
        (&[("js/main.js", "export default 1;")], "can't bundle this line"),
        (&[("js/main.js", "export { a } from './a.js';")], "can't bundle this line"),
        (
            &[("js/main.js", "import { a } from './a.js';")],
            "there is no module js/a.js, which js/main.js needs",
        ),
        (&[("js/other.js", "")], "there is no module js/main.js, which the page needs"),
        (
            &[
                ("js/main.js", "import { a } from './a.js';"),
                ("js/a.js", "import { b } from './main.js';\nexport const a = 1;"),
            ],
            "modules import each other: js/main.js -> js/a.js -> js/main.js",
        ),
        (
            &[
                ("js/main.js", "import { a } from './a.js';\nimport('./a.js');"),
                ("js/a.js", "export const a = 1;"),
            ],
            "js/main.js loads js/a.js, which is not the entry of a bundle",
        ),
        (
            &[
                ("js/main.js", "import { a } from './a/a.js';"),
                ("js/a/a.js", "export const a = import.meta.url;"),
            ],
            "js/a/a.js holds relative addresses and can't be part of js/main.js",
        ),
    ] {
        let error = bundle(sources, &["js/main.js"]).unwrap_err();
        assert!(error.contains(why), "{sources:?}: {error}");
    }
}
