//! Which functions of a crate are reached from what the kernel calls, and not from tests alone.
//!
//! The calls are read off the words of the sources: a body that holds the name of a function is taken to call every
//! function of that name. So a function may be called reached that is not, and never the other way round.

use std::collections::{BTreeMap, BTreeSet};

/// A function by its module and name.
pub type Function = (String, String);

/// Who may call whom, read from the sources of one crate.
#[derive(Clone, Debug, Default)]
pub struct Calls {
    /// The words of each function's body.
    bodies: BTreeMap<Function, BTreeSet<String>>,
    /// What the kernel and the language call by themselves: the crate's front, implementations of traits, statics.
    roots: BTreeSet<Function>,
}

impl Calls {
    /// Takes in the functions of a file of `src`.
    pub fn read(&mut self, module: &str, text: &str) {
        let words = Words::of(text);
        let mut at = 0;
        // What stands outside of all functions, such as a static with a function in it.
        let mut outside = BTreeSet::new();
        // Up to which word the implementation of a trait reaches.
        let mut trait_until = 0;
        while at < words.0.len() {
            let word = words.0[at].as_str();
            if word == "mod" && words.is_test_module(at) {
                at = words.end_of_block(at);
            } else if word == "impl" && words.is_of_trait(at) {
                trait_until = words.end_of_block(at);
                at += 1;
            } else if word == "use" {
                at = words.after(at, ";");
            } else if word == "fn" && words.0.get(at + 1).is_some_and(|name| is_name(name)) {
                let function = (module.to_owned(), words.0[at + 1].clone());
                let end = words.end_of_block(at);
                let begin = words.begin_of_body(at).unwrap_or(end);
                let body = words.0[begin.min(end)..end].iter().filter(|word| is_name(word)).cloned();
                self.bodies.entry(function.clone()).or_default().extend(body);
                if module == "lib" || at < trait_until {
                    self.roots.insert(function);
                }
                at = end;
            } else {
                if is_name(word) {
                    outside.insert(word.to_owned());
                }
                at += 1;
            }
        }
        let front = (module.to_owned(), String::new());
        self.bodies.entry(front.clone()).or_default().extend(outside);
        self.roots.insert(front);
    }

    /// All functions that are reached.
    pub fn reached(&self) -> BTreeSet<Function> {
        let mut named: BTreeMap<&str, Vec<&Function>> = BTreeMap::new();
        for function in self.bodies.keys().filter(|function| !function.1.is_empty()) {
            named.entry(&function.1).or_default().push(function);
        }
        let mut reached = BTreeSet::new();
        let mut open: Vec<&Function> = self.roots.iter().collect();
        while let Some(function) = open.pop() {
            if reached.insert(function.clone()) {
                let words = self.bodies.get(function).into_iter().flatten();
                open.extend(words.filter_map(|word| named.get(word.as_str())).flatten());
            }
        }
        reached
    }
}

fn is_name(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_alphabetic() || letter == '_')
}

/// The words and signs of a source, without comments and the insides of texts.
struct Words(Vec<String>);

impl Words {
    fn of(text: &str) -> Self {
        let mut words = Vec::new();
        let mut rest = text;
        while let Some(letter) = rest.chars().next() {
            let length = if rest.starts_with("//") {
                rest.find('\n').unwrap_or(rest.len())
            } else if letter == '"' {
                length_of_text(rest)
            } else if let Some(length) = length_of_raw_text(rest) {
                length
            } else if letter == '\'' {
                length_of_letter(rest)
            } else if letter.is_alphanumeric() || letter == '_' {
                let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
                words.push(rest[..length].to_owned());
                length
            } else {
                if !letter.is_whitespace() {
                    words.push(letter.to_string());
                }
                letter.len_utf8()
            };
            rest = &rest[length..];
        }
        Self(words)
    }

    fn after(&self, at: usize, sign: &str) -> usize {
        self.0[at..].iter().position(|word| word == sign).map_or(self.0.len(), |found| at + found + 1)
    }

    /// The first brace after `at` that stands in no other bracket; none before a semicolon.
    fn begin_of_body(&self, at: usize) -> Option<usize> {
        let mut depth = 0_i32;
        for (n, word) in self.0.iter().enumerate().skip(at) {
            match word.as_str() {
                "(" | "[" => depth += 1,
                ")" | "]" => depth -= 1,
                "{" if depth == 0 => return Some(n),
                ";" if depth == 0 => return None,
                _ => {}
            }
        }
        None
    }

    /// Just after the block that begins behind `at`, or after its semicolon.
    fn end_of_block(&self, at: usize) -> usize {
        let Some(begin) = self.begin_of_body(at) else { return self.after(at, ";") };
        let mut depth = 0_i32;
        for (n, word) in self.0.iter().enumerate().skip(begin) {
            match word.as_str() {
                "{" => depth += 1,
                "}" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return n + 1;
            }
        }
        self.0.len()
    }

    /// Whether `#[cfg(test)]` stands before this `mod`.
    fn is_test_module(&self, at: usize) -> bool {
        let before = &self.0[at.saturating_sub(8)..at];
        before.windows(4).any(|four| four == ["cfg", "(", "test", ")"])
    }

    /// Whether this `impl` is one of a trait for a type.
    fn is_of_trait(&self, at: usize) -> bool {
        let end = self.begin_of_body(at).unwrap_or(at);
        // `for<'a>` of a bound is no implementation for a type.
        (at..end).any(|n| self.0[n] == "for" && self.0.get(n + 1).is_some_and(|next| next != "<"))
    }
}

fn length_of_text(rest: &str) -> usize {
    let mut is_escaped = false;
    for (n, letter) in rest.char_indices().skip(1) {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return n + 1,
            _ => {}
        }
    }
    rest.len()
}

fn length_of_raw_text(rest: &str) -> Option<usize> {
    let behind = rest.strip_prefix('r')?;
    let n_signs = behind.len() - behind.trim_start_matches('#').len();
    behind[n_signs..].strip_prefix('"')?;
    let end = format!("\"{}", "#".repeat(n_signs));
    let begin = 2 + n_signs;
    Some(rest[begin..].find(&end).map_or(rest.len(), |found| begin + found + end.len()))
}

/// Of a letter in quotes, or of a lifetime's sign alone.
fn length_of_letter(rest: &str) -> usize {
    let mut letters = rest.char_indices().skip(1);
    match (letters.next(), letters.next()) {
        (Some((_, '\\')), Some((n, escaped))) => {
            let behind = n + escaped.len_utf8();
            rest[behind..].find('\'').map_or(rest.len(), |found| behind + found + 1)
        }
        (Some(_), Some((n, '\''))) => n + 1,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::Calls;

    fn reached(files: &[(&str, &str)]) -> Vec<String> {
        let mut calls = Calls::default();
        for (module, text) in files {
            calls.read(module, text);
        }
        let reached = calls.reached().into_iter().filter(|function| !function.1.is_empty());
        reached.map(|(module, name)| format!("{module}::{name}")).collect()
    }

    #[test]
    fn what_the_front_calls_is_reached_over_any_number_of_steps() {
        let files = [
            ("lib", "impl System for Toy { fn judge(cx: &[u8; 2]) { rules::pay(cx) } }"),
            ("rules", "pub fn pay(_: u8) { left() }\nfn left() {}\nfn idle() { left() }"),
        ];
        assert_eq!(reached(&files), ["lib::judge", "rules::left", "rules::pay"]);
    }

    #[test]
    fn tests_comments_and_texts_call_nothing() {
        let files = [(
            "lib",
            "fn a() { let s = \"idle()\"; let r = r#\"idle\"#; let c = '\"'; /* */ }\n// idle()\n\
             #[cfg(test)]\nmod tests { fn t() { super::idle() } }\nmod more;\nuse more::idle;",
        )];
        let more = [files[0], ("more", "pub fn idle() {}")];
        assert_eq!(reached(&more), ["lib::a"]);
    }

    #[test]
    fn traits_and_statics_are_reached_by_themselves() {
        let files = [(
            "words",
            "impl<'a> fmt::Display for Word<'a> { fn fmt(&self) { name() } }\nimpl Word { fn other() {} }\n\
             static ALL: [fn(); 1] = [shown];\nfn name() {}\nfn shown() {}",
        )];
        assert_eq!(reached(&files), ["words::fmt", "words::name", "words::shown"]);
    }
}
