//! Which functions a crate's sources and tests define, and which examples it has.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::reach::{Calls, Function};

/// What a crate holds. A module is named by its path from `src` or `tests`: `rules::s1_pay`; a `mod.rs` by its folder.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// The functions of `src`, by module.
    pub functions: BTreeMap<String, BTreeSet<String>>,
    /// Tests of `tests`, and those of `src`.
    pub tests: BTreeMap<String, BTreeSet<String>>,
    /// The ids that each example says it shows, by the example's file.
    pub examples: BTreeMap<String, BTreeSet<String>>,
    /// The files of `src` with their modules.
    pub files: BTreeMap<String, String>,
    /// What of `src` is reached from what the kernel calls.
    pub reached: BTreeSet<Function>,
    /// All of `src` in one text, to be searched for ids.
    pub text: String,
}

impl Sources {
    /// Reads the sources of the crate in `folder`.
    ///
    /// # Errors
    /// A file that cannot be read, by name.
    pub fn read(folder: &Path) -> Result<Self, String> {
        let mut sources = Self::default();
        let mut calls = Calls::default();
        visit(&folder.join("src"), "rs", &mut |path, text| {
            let module = module(&path);
            calls.read(&module, text);
            sources.text.push_str(text);
            sources.functions.entry(module.clone()).or_default().extend(functions(text));
            sources.tests.entry(module.clone()).or_default().extend(tests(text));
            sources.files.insert(format!("src/{path}"), module);
        })?;
        visit(&folder.join("tests"), "rs", &mut |path, text| {
            sources.tests.entry(module(&path)).or_default().extend(tests(text));
        })?;
        visit(&folder.join("examples"), "toml", &mut |path, text| {
            sources.examples.insert(format!("examples/{path}"), shown(text));
        })?;
        sources.reached = calls.reached();
        Ok(sources)
    }

    /// The functions of `src` that an address means: one, where it is whole.
    pub fn functions_at(&self, address: &str) -> Vec<Function> {
        named(&self.functions, address)
    }

    /// Whether a test stands at an address.
    pub fn has_test(&self, address: &str) -> bool {
        !named(&self.tests, address).is_empty()
    }

    /// Whether the function at an address is reached from what the kernel calls.
    pub fn is_reached(&self, address: &str) -> bool {
        self.functions_at(address).iter().any(|function| self.reached.contains(function))
    }

    /// The files of `src/rules`, without its `mod.rs`, each with its module.
    pub fn files_of_rules(&self) -> impl Iterator<Item = (&String, &String)> {
        let of_rules = |(file, _): &(&String, &String)| {
            file.strip_prefix("src/rules/")
                .is_some_and(|file| !file.ends_with("mod.rs") && !file.contains('/'))
        };
        self.files.iter().filter(of_rules)
    }

    /// Whether an id stands in `src` as it is written, and not as a part of a longer one.
    pub fn has_id(&self, id: &str) -> bool {
        let goes_on = |rest: &str| {
            rest.starts_with(|letter: char| letter.is_ascii_alphanumeric())
                || rest
                    .strip_prefix(['-', '.'])
                    .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
        };
        let comes_from = |rest: &str| {
            rest.ends_with(|letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '.')
        };
        let is_whole = |at: usize| !goes_on(&self.text[at + id.len()..]) && !comes_from(&self.text[..at]);
        self.text.match_indices(id).any(|(at, _)| is_whole(at))
    }
}

/// Every file below `folder` with this extension: its path from there, and its text.
fn visit(folder: &Path, extension: &str, each: &mut dyn FnMut(String, &str)) -> Result<(), String> {
    fn within(
        top: &Path,
        folder: &Path,
        extension: &str,
        each: &mut dyn FnMut(String, &str),
    ) -> Result<(), String> {
        if !folder.exists() {
            return Ok(());
        }
        let say = |fault: std::io::Error| format!("{}: {fault}", folder.display());
        for entry in fs::read_dir(folder).map_err(say)? {
            let path = entry.map_err(say)?.path();
            if path.is_dir() {
                within(top, &path, extension, each)?;
            } else if path.extension().is_some_and(|known| known == extension) {
                let text =
                    fs::read_to_string(&path).map_err(|fault| format!("{}: {fault}", path.display()))?;
                let from_top = path.strip_prefix(top).unwrap_or(&path);
                let parts: Vec<_> = from_top.iter().map(|part| part.to_string_lossy()).collect();
                each(parts.join("/"), &text);
            }
        }
        Ok(())
    }
    within(folder, folder, extension, each)
}

/// `rules::s1_pay` for `rules/s1_pay.rs`, `rules` for `rules/mod.rs`.
fn module(file: &str) -> String {
    let path = file.strip_suffix(".rs").unwrap_or(file);
    path.strip_suffix("/mod").unwrap_or(path).replace('/', "::")
}

/// The functions at `module::function`, where the module may be told by the end of its path.
fn named(modules: &BTreeMap<String, BTreeSet<String>>, address: &str) -> Vec<Function> {
    let Some((at, function)) = address.rsplit_once("::") else { return Vec::new() };
    let is_at =
        |module: &str| module == at || module.strip_suffix(at).is_some_and(|rest| rest.ends_with("::"));
    let there = modules.iter().filter(|(module, functions)| is_at(module) && functions.contains(function));
    there.map(|(module, _)| (module.clone(), function.to_owned())).collect()
}

/// The ids that an example says it shows.
fn shown(text: &str) -> BTreeSet<String> {
    let file: toml::Table = toml::from_str(text).unwrap_or_default();
    let rules = file.get("rules").and_then(toml::Value::as_array).into_iter().flatten();
    rules.filter_map(toml::Value::as_str).map(str::to_owned).collect()
}

fn functions(text: &str) -> BTreeSet<String> {
    text.lines().filter_map(function_of).map(str::to_owned).collect()
}

/// The functions that follow a test attribute, other attributes between them allowed.
fn tests(text: &str) -> BTreeSet<String> {
    let mut is_test = false;
    let mut found = BTreeSet::new();
    for line in text.lines().map(str::trim) {
        if line.starts_with("#[test]") || line.starts_with("#[tokio::test") {
            is_test = true;
        } else if let Some(function) = function_of(line) {
            if is_test {
                found.insert(function.to_owned());
            }
            is_test = false;
        }
    }
    found
}

/// The name of the function that a line defines.
fn function_of(line: &str) -> Option<&str> {
    let mut rest = line.trim_start();
    if let Some(after) = rest.strip_prefix("pub") {
        rest = match after.strip_prefix('(') {
            Some(inside) => inside.split_once(')')?.1,
            None => after,
        }
        .trim_start();
    }
    for word in ["const ", "async "] {
        rest = rest.strip_prefix(word).unwrap_or(rest);
    }
    let name = rest.strip_prefix("fn ")?;
    let end = name.find(|letter: char| !letter.is_alphanumeric() && letter != '_')?;
    Some(&name[..end])
}

#[cfg(test)]
mod tests {
    use super::{Sources, function_of, module, named, shown, tests};

    #[test]
    fn functions_are_found_by_their_definition_only() {
        assert_eq!(function_of("    pub(crate) const fn cost(self) -> u8 {"), Some("cost"));
        assert_eq!(function_of("fn own<'a>(x: &'a str)"), Some("own"));
        assert_eq!(function_of("pub async fn run()"), Some("run"));
        for line in ["// fn cost()", "cost();", "let f: fn(u8) = g;", "public fn x()"] {
            assert_eq!(function_of(line), None, "{line}");
        }
    }

    #[test]
    fn a_module_is_told_by_its_path_or_the_end_of_it() {
        assert_eq!(
            [module("lib.rs"), module("rules/mod.rs"), module("rules/s1.rs")],
            ["lib", "rules", "rules::s1"]
        );
        let page = || ["page".to_owned()].into();
        let modules = [
            ("view::men".to_owned(), page()),
            ("rules::men".to_owned(), page()),
            ("women".to_owned(), page()),
        ];
        let modules = modules.into_iter().collect();
        assert_eq!(named(&modules, "men::page").len(), 2);
        assert_eq!(named(&modules, "view::men::page"), [("view::men".to_owned(), "page".to_owned())]);
        assert_eq!(named(&modules, "men").len() + named(&modules, "men::other").len(), 0);
    }

    #[test]
    fn an_example_tells_what_it_shows() {
        let ids: Vec<String> = shown("title = \"x\"\nrules = [\"A-1\", \"A-2\"]").into_iter().collect();
        assert_eq!(ids, ["A-1", "A-2"]);
        assert!(shown("title = \"x\"").is_empty() && shown("= broken").is_empty());
    }

    #[test]
    fn an_id_is_found_whole() {
        let sources = Sources { text: "[XX-1-10] XX-1.1 AXX-2 (XX-3)".into(), ..Sources::default() };
        assert!(!["XX-1-1", "XX-1", "XX-2"].iter().any(|id| sources.has_id(id)));
        assert!(sources.has_id("XX-3") && sources.has_id("XX-1-10"));
    }

    #[test]
    fn a_helper_is_no_test() {
        let text = "#[test]\n#[should_panic]\nfn a() {}\nfn helper() {}\n#[tokio::test]\nasync fn b() {}\n";
        assert_eq!(tests(text).into_iter().collect::<Vec<_>>(), ["a", "b"]);
    }
}
