//! Which functions a crate's sources and tests define.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::reach::{Calls, Function};

/// Functions by module. A module is named by its file, or by its folder for `mod.rs`.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    /// Of `src`.
    pub functions: BTreeMap<String, BTreeSet<String>>,
    /// Of `tests`, and those of `src` that are tests.
    pub tests: BTreeMap<String, BTreeSet<String>>,
    /// The files of `src/rules`, without `mod.rs`.
    pub rule_modules: BTreeSet<String>,
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
        sources.visit(&folder.join("src"), &mut |sources, path, module, text| {
            calls.read(module, text);
            sources.text.push_str(text);
            sources.functions.entry(module.to_owned()).or_default().extend(functions(text));
            sources.tests.entry(module.to_owned()).or_default().extend(tests(text));
            let parent = path.parent().and_then(Path::file_name);
            if parent.is_some_and(|parent| parent == "rules") && !path.ends_with("mod.rs") {
                sources.rule_modules.insert(module.to_owned());
            }
        })?;
        sources.visit(&folder.join("tests"), &mut |sources, _, module, text| {
            sources.tests.entry(module.to_owned()).or_default().extend(tests(text));
        })?;
        sources.reached = calls.reached();
        Ok(sources)
    }

    fn visit(
        &mut self,
        folder: &Path,
        each: &mut dyn FnMut(&mut Self, &Path, &str, &str),
    ) -> Result<(), String> {
        if !folder.exists() {
            return Ok(());
        }
        let say = |fault: std::io::Error| format!("{}: {fault}", folder.display());
        for entry in fs::read_dir(folder).map_err(say)? {
            let path = entry.map_err(say)?.path();
            if path.is_dir() {
                self.visit(&path, each)?;
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text =
                    fs::read_to_string(&path).map_err(|fault| format!("{}: {fault}", path.display()))?;
                let named = if path.ends_with("mod.rs") { path.parent() } else { Some(path.as_path()) };
                let module =
                    named.and_then(Path::file_stem).unwrap_or_default().to_string_lossy().into_owned();
                each(self, &path, &module, &text);
            }
        }
        Ok(())
    }

    /// Whether `module::function` is defined in `src`.
    pub fn has_function(&self, address: &str) -> bool {
        defines(&self.functions, address)
    }

    /// Whether `module::function` is reached from what the kernel calls.
    pub fn is_reached(&self, address: &str) -> bool {
        let mut parts = address.rsplit("::");
        let (Some(function), Some(module)) = (parts.next(), parts.next()) else { return false };
        self.reached.contains(&(module.to_owned(), function.to_owned()))
    }

    /// Whether an id stands in `src` as it is written, and not as the beginning of a longer one.
    pub fn has_id(&self, id: &str) -> bool {
        let goes_on = |rest: &str| {
            rest.starts_with(|letter: char| letter.is_ascii_alphanumeric())
                || rest
                    .strip_prefix(['-', '.'])
                    .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
        };
        self.text.match_indices(id).any(|(at, _)| !goes_on(&self.text[at + id.len()..]))
    }

    /// Whether `module::function` is a test, or `module` holds one.
    pub fn has_test(&self, address: &str) -> bool {
        match address.contains("::") {
            true => defines(&self.tests, address),
            false => self.tests.get(address).is_some_and(|tests| !tests.is_empty()),
        }
    }
}

/// Reads an address from its end, so that `rules::s2_1_p_posture::choose` and `s2_1_p_posture::choose` are one.
fn defines(modules: &BTreeMap<String, BTreeSet<String>>, address: &str) -> bool {
    let mut parts = address.rsplit("::");
    let (Some(function), Some(module)) = (parts.next(), parts.next()) else { return false };
    modules.get(module).is_some_and(|functions| functions.contains(function))
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
    use super::{function_of, tests};

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
    fn a_helper_is_no_test() {
        let text = "#[test]\n#[should_panic]\nfn a() {}\nfn helper() {}\n#[tokio::test]\nasync fn b() {}\n";
        assert_eq!(tests(text).into_iter().collect::<Vec<_>>(), ["a", "b"]);
    }
}
