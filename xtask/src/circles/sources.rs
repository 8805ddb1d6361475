//! What the files of a crate use of each other, read from their tokens.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// The way to a module: its names from the root of the crate.
type Way = Vec<String>;

/// The files of a crate and which of them each one uses.
pub struct Crate {
    pub files: Vec<String>,
    pub uses: Vec<BTreeSet<usize>>,
}

impl Crate {
    /// # Errors
    /// A file that cannot be read as Rust.
    pub fn read(folder: &Path) -> Result<Self, String> {
        let src = folder.join("src");
        let mut paths = Vec::new();
        gather(&src, &mut paths)?;
        paths.sort();
        let root = if src.join("lib.rs").exists() { "lib.rs" } else { "main.rs" };
        let mut files = Vec::new();
        let mut modules = BTreeMap::new();
        let mut read = Vec::new();
        for path in paths {
            let name = path.strip_prefix(&src).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            let text = fs::read_to_string(&path).map_err(|fault| format!("{}: {fault}", path.display()))?;
            let tokens: TokenStream = text.parse().map_err(|fault| format!("{}: {fault}", path.display()))?;
            let way = way(&name, root);
            modules.insert(way.clone(), files.len());
            files.push(name);
            let mut file = File::default();
            file.scan(tokens, &way, None);
            read.push(file);
        }
        let uses = uses(&read, &modules);
        Ok(Self { files, uses })
    }

    /// How many pairs of files there are of which one uses the other.
    pub fn n_uses(&self) -> usize {
        self.uses.iter().map(BTreeSet::len).sum()
    }
}

fn gather(folder: &Path, into: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = fs::read_dir(folder).map_err(|fault| format!("{}: {fault}", folder.display()))?;
    for path in entries.filter_map(|entry| entry.ok().map(|entry| entry.path())) {
        if path.is_dir() {
            gather(&path, into)?;
        } else if path.extension().is_some_and(|end| end == "rs") {
            into.push(path);
        }
    }
    Ok(())
}

/// The module that a file is.
fn way(file: &str, root: &str) -> Way {
    if file == root {
        return Vec::new();
    }
    let stem = file.trim_end_matches(".rs").trim_end_matches("/mod");
    stem.split('/').map(str::to_owned).collect()
}

fn uses(files: &[File], modules: &BTreeMap<Way, usize>) -> Vec<BTreeSet<usize>> {
    let mut homes: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
    for (at, file) in files.iter().enumerate() {
        for name in &file.types {
            homes.entry(name).or_default().insert(at);
        }
    }
    let mut added: BTreeMap<Call, BTreeSet<usize>> = BTreeMap::new();
    for (at, file) in files.iter().enumerate() {
        for (of, method) in &file.methods {
            if homes.get(of.as_str()).is_some_and(|homes| !homes.contains(&at)) {
                added.entry((snake(of), method.clone())).or_default().insert(at);
            }
        }
    }
    let uses = |(at, file): (usize, &File)| {
        let named = file.named(modules);
        let called = file.calls.iter().filter_map(|call| added.get(call)).flatten().copied();
        let mut uses: BTreeSet<usize> = named.into_iter().chain(called).collect();
        uses.remove(&at);
        uses
    };
    files.iter().enumerate().map(uses).collect()
}

/// A method as it is called: on `self` within a type, which counts as the type's name, or on a value that bears a name.
type Call = (String, String);

/// The name that a value of a type bears: `CampaignCard`, `campaign_card`.
fn snake(of: &str) -> String {
    let mut name = String::new();
    for letter in of.chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.extend(letter.to_lowercase());
    }
    name
}

/// What stands in one file.
#[derive(Default)]
struct File {
    /// The paths of its `use` items, each with the module that they stand in.
    imports: Vec<(Way, Way)>,
    /// All other paths of more than one name.
    paths: Vec<(Way, Way)>,
    /// The types that it declares.
    types: BTreeSet<String>,
    /// The methods that it gives to types, without those of traits.
    methods: BTreeSet<(String, String)>,
    /// The methods that it calls on something that bears a name.
    calls: BTreeSet<Call>,
}

impl File {
    /// The files that it names.
    fn named(&self, modules: &BTreeMap<Way, usize>) -> BTreeSet<usize> {
        let mut found = BTreeSet::new();
        // Modules that an import lets stand under their own name.
        let mut here: BTreeMap<(&Way, &str), Way> = BTreeMap::new();
        for (module, path) in &self.imports {
            let Some(whole) = absolute(path, module, modules, None) else { continue };
            found.extend(holder(&whole, modules));
            if let (true, Some(last)) = (modules.contains_key(&whole), path.last()) {
                here.insert((module, last), whole);
            }
        }
        for (module, path) in &self.paths {
            let known = here.get(&(module, path[0].as_str()));
            if let Some(whole) = absolute(path, module, modules, known) {
                found.extend(holder(&whole, modules));
            }
        }
        found
    }

    /// `this`: the type within whose methods the tokens stand.
    fn scan(&mut self, tokens: TokenStream, module: &Way, this: Option<&str>) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        self.scan_all(&tokens, module, this);
    }

    fn scan_all(&mut self, tokens: &[TokenTree], module: &Way, this: Option<&str>) {
        let mut at = 0;
        let mut tested = false;
        while at < tokens.len() {
            match &tokens[at] {
                TokenTree::Punct(mark) if mark.as_char() == '#' => {
                    if let Some(TokenTree::Group(group)) = tokens.get(at + 1) {
                        tested |= group.stream().to_string().replace(' ', "") == "cfg(test)";
                        at += 1;
                    }
                }
                TokenTree::Punct(mark) if mark.as_char() == '.' => {
                    if let Some((on, method)) = method_called(tokens, at) {
                        let on = if on == "self" { this.map(snake) } else { Some(on) };
                        self.calls.extend(on.map(|on| (on, method)));
                    }
                }
                TokenTree::Ident(word) => {
                    let word = word.to_string();
                    match word.as_str() {
                        "use" => {
                            let end = end_of_item(tokens, at);
                            spread(&tokens[at + 1..end], &mut Vec::new(), &mut |path| {
                                self.imports.push((module.clone(), path));
                            });
                            at = end;
                        }
                        "mod" => {
                            if let (Some(name), Some(TokenTree::Group(body))) =
                                (ident(tokens, at + 1), tokens.get(at + 2))
                            {
                                if !tested {
                                    let inner = module.iter().cloned().chain([name]).collect();
                                    self.scan(body.stream(), &inner, None);
                                }
                                at += 2;
                            }
                            tested = false;
                        }
                        "struct" | "enum" | "union" => self.types.extend(ident(tokens, at + 1)),
                        "impl" if begins_item(tokens, at) => {
                            if let Some((of, end)) = self.note_methods(&tokens[at + 1..]) {
                                let body = at + 1 + end;
                                self.scan_all(&tokens[at + 1..body], module, this);
                                self.scan_all(&tokens[body..=body], module, Some(&of));
                                at = body;
                            }
                        }
                        _ if !follows_colons(tokens, at) => {
                            let path = path_from(tokens, at);
                            if path.len() > 1 {
                                self.paths.push((module.clone(), path));
                            }
                        }
                        _ => {}
                    }
                }
                TokenTree::Group(group) => self.scan(group.stream(), module, this),
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
            at += 1;
        }
    }

    /// Notes the methods of `impl Type { … }`; those of `impl Trait for Type` belong to the trait. Gives the type, and where
    /// the body stands.
    fn note_methods(&mut self, tokens: &[TokenTree]) -> Option<(String, usize)> {
        let is_body = |token: &TokenTree| matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace);
        let end = tokens.iter().position(is_body)?;
        let TokenTree::Group(body) = &tokens[end] else { return None };
        let words = outside_of_angles(&tokens[..end]);
        let of_trait = words.iter().position(|word| word == "for");
        let of =
            words[of_trait.map_or(0, |at| at + 1)..].iter().take_while(|word| *word != "where").last()?;
        if of_trait.is_none() {
            let inner: Vec<TokenTree> = body.stream().into_iter().collect();
            for (at, token) in inner.iter().enumerate() {
                if matches!(token, TokenTree::Ident(word) if word == "fn") {
                    self.methods.extend(ident(&inner, at + 1).map(|name| (of.clone(), name)));
                }
            }
        }
        Some((of.clone(), end))
    }
}

/// The names in tokens that stand in no angle brackets.
fn outside_of_angles(tokens: &[TokenTree]) -> Vec<String> {
    let (mut depth, mut words) = (0, Vec::new());
    for token in tokens {
        match token {
            TokenTree::Punct(mark) if mark.as_char() == '<' => depth += 1,
            TokenTree::Punct(mark) if mark.as_char() == '>' => depth -= 1,
            TokenTree::Ident(word) if depth == 0 => words.push(word.to_string()),
            _ => {}
        }
    }
    words
}

/// The module or item that a path means, from the root of the crate; `None` for one of another crate.
fn absolute(path: &Way, module: &Way, modules: &BTreeMap<Way, usize>, known: Option<&Way>) -> Option<Way> {
    let (first, rest) = path.split_first()?;
    let mut whole = match (first.as_str(), known) {
        ("crate", _) => Vec::new(),
        ("self", _) => module.clone(),
        ("super", _) => module[..module.len().checked_sub(1)?].to_vec(),
        (_, Some(known)) => known.clone(),
        (child, None) => {
            let inner: Way = module.iter().cloned().chain([child.to_owned()]).collect();
            modules.contains_key(&inner).then_some(inner)?
        }
    };
    for name in rest {
        match name.as_str() {
            "super" => {
                whole.pop();
            }
            "self" => {}
            name => whole.push(name.to_owned()),
        }
    }
    Some(whole)
}

/// The file in which something stands.
fn holder(whole: &[String], modules: &BTreeMap<Way, usize>) -> Option<usize> {
    (0..=whole.len()).rev().find_map(|end| modules.get(&whole[..end])).copied()
}

fn ident(tokens: &[TokenTree], at: usize) -> Option<String> {
    match tokens.get(at) {
        Some(TokenTree::Ident(word)) => Some(word.to_string()),
        _ => None,
    }
}

fn is_mark(tokens: &[TokenTree], at: usize, mark: char) -> bool {
    matches!(tokens.get(at), Some(TokenTree::Punct(found)) if found.as_char() == mark)
}

fn colons(tokens: &[TokenTree], at: usize) -> bool {
    is_mark(tokens, at, ':') && is_mark(tokens, at + 1, ':')
}

fn follows_colons(tokens: &[TokenTree], at: usize) -> bool {
    at >= 2 && colons(tokens, at - 2)
}

/// The names of a path that begins at a token.
fn path_from(tokens: &[TokenTree], at: usize) -> Way {
    let mut path: Way = ident(tokens, at).into_iter().collect();
    let mut at = at + 1;
    while colons(tokens, at) {
        let Some(name) = ident(tokens, at + 2) else { break };
        path.push(name);
        at += 3;
    }
    path
}

/// The method that is called after a dot, with or without types in angles, and the name that stands before the dot.
fn method_called(tokens: &[TokenTree], dot: usize) -> Option<Call> {
    let on = ident(tokens, dot.checked_sub(1)?)?;
    let method = ident(tokens, dot + 1)?;
    let called = matches!(
        tokens.get(dot + 2),
        Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis
    );
    (called || colons(tokens, dot + 2)).then_some((on, method))
}

/// Whether an `impl` begins an item; in a signature it stands behind a mark of a type.
fn begins_item(tokens: &[TokenTree], at: usize) -> bool {
    match at.checked_sub(1).map(|before| &tokens[before]) {
        None | Some(TokenTree::Group(_)) => true,
        Some(TokenTree::Punct(mark)) => mark.as_char() == ';',
        Some(TokenTree::Ident(word)) => word == "unsafe",
        Some(TokenTree::Literal(_)) => false,
    }
}

fn end_of_item(tokens: &[TokenTree], from: usize) -> usize {
    (from..tokens.len()).find(|at| is_mark(tokens, *at, ';')).unwrap_or(tokens.len())
}

/// All paths of a `use` item.
fn spread(tokens: &[TokenTree], before: &mut Way, told: &mut impl FnMut(Way)) {
    for one in tokens.split(|token| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ',')) {
        let mut way = before.clone();
        let mut inner: Option<&Group> = None;
        for token in one {
            match token {
                // What follows is only another name for it.
                TokenTree::Ident(word) if word == "as" => break,
                TokenTree::Ident(word) => way.push(word.to_string()),
                TokenTree::Group(group) => inner = Some(group),
                TokenTree::Punct(_) | TokenTree::Literal(_) => {}
            }
        }
        match inner {
            Some(group) => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                spread(&inner, &mut way, told);
            }
            None if way.last().is_some_and(|last| last == "self") && way.len() > 1 => {
                way.pop();
                told(way);
            }
            None if !way.is_empty() => told(way),
            None => {}
        }
    }
}
