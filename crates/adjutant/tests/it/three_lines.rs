//! A further system is one crate and three lines, its samples and tests included.

use std::fs;
use std::path::{Path, PathBuf};

/// Tests of the house that name the systems they play. A further one needs no line in them.
const LISTS: [&str; 6] =
    ["tests/browser", "tests/drills", "tests/files", "tests/house-bench", "tests/peers", "tests/two-worlds"];

/// Where a system is named in what runs: the list of systems, the list of large numbers, which is such a test, and the test
/// of what must not know what, which names the model.
const NAMING: [&str; 3] =
    ["crates/adjutant/src/rulebooks.rs", "xtask/src/borders.rs", "xtask/src/soak/pieces.rs"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|fault| panic!("{path}: {fault}"))
}

/// The folders in a folder, each with the path from the root.
fn folders(of: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(of)).expect("a folder").flatten();
    let folders = entries.filter(|entry| entry.path().is_dir());
    let mut folders: Vec<String> =
        folders.map(|entry| format!("{of}/{}", entry.file_name().to_string_lossy())).collect();
    folders.sort();
    folders
}

/// A system of rules: its package, and what people call it.
struct System {
    package: String,
    title: String,
}

impl System {
    /// How a text names it, if it does.
    fn named(&self, text: &str) -> Option<String> {
        let module = self.package.replace('-', "_");
        [self.package.as_str(), &module, &self.title]
            .into_iter()
            .find(|name| text.contains(name))
            .map(str::to_owned)
    }
}

fn systems() -> Vec<System> {
    let packages =
        folders("crates").into_iter().filter_map(|folder| Some(folder.strip_prefix("crates/")?.to_owned()));
    // Rules that are still being written have no inventory: nobody can play them, so no line names them yet.
    let has_inventory = |name: &String| root().join(format!("crates/{name}/rules.toml")).exists();
    let packages = packages.filter(|name| name.starts_with("rules-")).filter(has_inventory);
    let systems: Vec<System> = packages
        .map(|package| {
            let source = text(&format!("crates/{package}/src/lib.rs"));
            let title =
                source.split("const TITLE: &'static str = \"").nth(1).and_then(|rest| rest.split('"').next());
            System { title: title.unwrap_or_else(|| panic!("{package} has no title")).to_owned(), package }
        })
        .collect();
    assert!(systems.len() >= 6, "too few systems are found");
    systems
}

/// Every file below a folder with one of these endings.
fn files(folder: &Path, endings: &[&str], into: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let ends = |ending: &&str| path.extension().is_some_and(|is| is == *ending);
        if path.is_dir() {
            files(&path, endings, into);
        } else if endings.iter().any(ends) {
            into.push(path);
        }
    }
}

/// What a program is made of: neither its tests nor what is said about it.
fn code(text: &str) -> String {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

#[test]
fn each_system_is_one_crate_and_three_lines() {
    for System { package: system, .. } in systems() {
        let (package, module) = (format!("{system} = "), format!("&{}::RULEBOOK,", system.replace('-', "_")));
        let dependency = format!("{system}.workspace = true");
        for (path, line) in [
            ("Cargo.toml", &package),
            ("crates/adjutant/Cargo.toml", &dependency),
            ("crates/adjutant/src/rulebooks.rs", &module),
        ] {
            let text = text(path);
            let lines: Vec<&str> = text.lines().filter(|one| one.contains(line.as_str())).collect();
            assert_eq!(lines.len(), 1, "{path} names {system} in {lines:?}");
        }
        assert!(root().join(format!("crates/{system}/tests/it")).is_dir(), "{system} brings its tests");
    }
}

#[test]
fn nothing_else_that_runs_names_a_system() {
    let systems = systems();
    let generic: Vec<String> =
        folders("crates").into_iter().filter(|folder| !folder.starts_with("crates/rules-")).collect();
    let mut found = Vec::new();
    for folder in generic.iter().map(String::as_str).chain(["xtask", "tools"]) {
        let mut sources = Vec::new();
        let below = if folder == "tools" { folder.into() } else { format!("{folder}/src") };
        files(&root().join(below), &["rs", "js", "py"], &mut sources);
        for path in sources.iter().filter(|path| path.file_name().is_some_and(|name| name != "tests.rs")) {
            let text = fs::read_to_string(path).expect("a source");
            // The command line's help is what stands in its comments.
            let is_help = path.to_string_lossy().contains("adjutant/src/arguments");
            let text = if is_help { text } else { code(&text) };
            let path = path.strip_prefix(root()).expect("a file of the house").display().to_string();
            if !NAMING.contains(&path.as_str())
                && let Some(name) = systems.iter().find_map(|system| system.named(&text))
            {
                found.push(format!("{path} {name}"));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
    for folder in generic.iter().filter(|folder| *folder != "crates/adjutant") {
        let manifest = text(&format!("{folder}/Cargo.toml"));
        let needed = manifest.split("[dev-dependencies]").next().unwrap_or_default();
        let named = systems.iter().find_map(|system| system.named(needed));
        assert_eq!(named, None, "{folder} needs a system to run");
    }
    let names_one = |folder: &String| {
        let manifest = root().join(folder).join("Cargo.toml");
        let manifest = fs::read_to_string(manifest).unwrap_or_default();
        systems.iter().any(|system| system.named(&manifest).is_some())
    };
    let lists: Vec<String> = folders("tests").into_iter().filter(names_one).collect();
    assert_eq!(lists, LISTS);
}
