//! What must not know what, read from the manifests and sources: see `ARCHITECTURE.md`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// What crates below the border may be built from: data, text and each other.
const PURE: &[&str] = &[
    "arrayvec",
    "frontline",
    "hex",
    "hexmap",
    "hmac",
    "kernel",
    "serde",
    "serde_json",
    "serde_path_to_error",
    "sha2",
    "strsim",
    "tabular",
    "thiserror",
    "toml",
    "zeroize",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace").to_owned()
}

/// The names under a heading of a crate's manifest.
fn named(manifest: &Path, heading: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(manifest).expect("a manifest");
    let table: toml::Table = text.parse().expect("a manifest is TOML");
    let names = table.get(heading).and_then(toml::Value::as_table);
    names.map(|names| names.keys().cloned().collect()).unwrap_or_default()
}

fn rules() -> Vec<PathBuf> {
    let crates = fs::read_dir(root().join("crates")).expect("crates");
    let crates = crates.map(|one| one.expect("a folder").path());
    let is_rules =
        |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("rules-"));
    crates.filter(is_rules).collect()
}

#[test]
fn below_the_border_nothing_touches_the_world() {
    let plain =
        ["kernel", "dice", "tabular", "hexmap", "frontline"].map(|name| root().join("crates").join(name));
    let rules = rules();
    assert!(rules.len() > 3);
    for path in plain.iter().chain(&rules) {
        let own = named(&path.join("Cargo.toml"), "dependencies");
        let foreign: Vec<_> = own.iter().filter(|name| !PURE.contains(&name.as_str())).collect();
        assert!(foreign.is_empty(), "{}: {foreign:?}", path.display());
    }
}

#[test]
fn rules_are_tested_without_readers_of_files_and_without_each_other() {
    for path in rules() {
        let manifest = path.join("Cargo.toml");
        for name in named(&manifest, "dependencies").union(&named(&manifest, "dev-dependencies")) {
            let is_reader =
                ["sheets", "studio", "pdf-extract", "adjutant-web", "table"].contains(&name.as_str());
            // The toy is what benchmarks are held against.
            let is_other = name.starts_with("rules-") && name != "rules-toy";
            assert!(!is_reader && !is_other, "{}: {name}", path.display());
        }
    }
}

#[test]
fn the_kernel_names_no_page_of_the_house_no_spreadsheet_and_no_studio() {
    let mut n = 0;
    each_source(&root().join("crates/kernel/src"), &mut |path, text| {
        n += 1;
        let text = text.to_lowercase();
        for word in ["spreadsheet", "studio", "html", "adjutant_web", "csv", "xlsx"] {
            assert!(!text.contains(word), "{}: {word}", path.display());
        }
    });
    assert!(n > 20, "{n} files");
}

/// A crate that is not compiled a second time to look for tests beside its code has none there.
#[test]
fn where_no_tests_are_looked_for_there_are_none() {
    let mut n = 0;
    for folder in ["crates", "tests"] {
        let within = fs::read_dir(root().join(folder)).expect("a folder");
        for path in within.map(|one| one.expect("an entry").path()) {
            let Ok(text) = fs::read_to_string(path.join("Cargo.toml")) else { continue };
            let manifest: toml::Table = text.parse().expect("a manifest is TOML");
            let programs = manifest.get("bin").and_then(toml::Value::as_array).into_iter().flatten();
            let is_left =
                |target: &toml::Value| target.get("test").and_then(toml::Value::as_bool) == Some(false);
            if manifest.get("lib").into_iter().chain(programs).any(is_left) {
                n += 1;
                each_source(&path.join("src"), &mut |path, text| {
                    let is_test = text.contains("#[test]") || text.contains("#[tokio::test");
                    assert!(!is_test, "{} is never compiled to be tested", path.display());
                });
            }
        }
    }
    assert!(n > 8, "{n} crates");
}

/// A new block is shown by the compiler wherever one is drawn, printed, read aloud or passed on.
#[test]
fn no_match_over_blocks_passes_one_over() {
    let mut n = 0;
    let mut found = Vec::new();
    for folder in ["crates", "tests", "xtask"] {
        each_source(&root().join(folder), &mut |path, text| {
            // A test that looks for one block on a page draws nothing.
            if path.components().any(|part| part.as_os_str() == "it") {
                return;
            }
            for arms in matches(text) {
                let patterns = patterns(arms);
                let of_blocks = |pattern: &&String| pattern.split('|').any(|one| is_block(one.trim()));
                let n_blocks = patterns.iter().filter(of_blocks).count();
                n += usize::from(n_blocks > 1);
                let is_open = |pattern: &String| {
                    let name = pattern.split(" if ").next().unwrap_or("").trim();
                    !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '_')
                };
                if n_blocks > 0 && patterns.iter().any(is_open) {
                    found.push(format!("{}: {patterns:?}", path.display()));
                }
            }
        });
    }
    assert!(n > 6, "{n} matches over blocks");
    assert!(found.is_empty(), "{}", found.join("\n"));
}

fn is_block(pattern: &str) -> bool {
    pattern.starts_with("Block::") || pattern.starts_with("kernel::view::Block::")
}

fn each_source(folder: &Path, show: &mut dyn FnMut(&Path, &str)) {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").map(|one| one.expect("an entry").path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            each_source(&path, show);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            show(&path, &fs::read_to_string(&path).expect("a source"));
        }
    }
}

/// What stands between the braces of every `match`.
fn matches(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for (at, _) in text.match_indices("match ") {
        let Some(open) = text[at..].find('{').map(|open| at + open + 1) else { continue };
        let mut depth = 1;
        let close = text[open..].char_indices().find(|(_, c)| {
            depth += i32::from(*c == '{') - i32::from(*c == '}');
            depth == 0
        });
        found.extend(close.map(|(close, _)| &text[open..open + close]));
    }
    found
}

/// The patterns of the arms, without what is nested in them.
fn patterns(arms: &str) -> Vec<String> {
    let (mut depth, mut top) = (0, String::new());
    for c in arms.chars() {
        match c {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => {
                depth -= 1;
                // A body in braces ends its arm.
                top.push(if c == '}' && depth == 0 { ',' } else { ' ' });
            }
            c if depth == 0 => top.push(c),
            _ => {}
        }
    }
    let before = top.split("=>").map(|part| part.rsplit(',').next().unwrap_or("").trim().to_owned());
    let mut patterns: Vec<String> = before.collect();
    patterns.pop();
    patterns
}
