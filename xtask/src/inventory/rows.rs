//! The rows of `rules.toml`.

use std::path::Path;

use serde::Deserialize;
use toml::Spanned;

/// How a section of the source is met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// A function does what it says. A row that says nothing of its status is this.
    #[default]
    Done,
    /// A function does what we read it to say; the note says why so.
    Interpreted,
    /// Another row's function does it; the note says which.
    Folded,
    /// Nothing to do: explanation, history, advice.
    Prose,
    /// The source lacks what it refers to.
    Silent,
    /// Outside the present scope.
    Later,
}

impl Status {
    /// The word in the file.
    pub fn name(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Interpreted => "interpreted",
            Self::Folded => "folded",
            Self::Prose => "prose",
            Self::Silent => "silent",
            Self::Later => "later",
        }
    }

    /// Whether the crate's code does it, so that a function and a test must be named.
    pub fn is_code(self) -> bool {
        matches!(self, Self::Done | Self::Interpreted)
    }
}

/// One row.
#[derive(Clone, Debug)]
pub struct Row {
    /// Where it stands.
    pub line: usize,
    /// The section's id.
    pub id: String,
    /// The printed heading.
    pub heading: String,
    /// How it is met.
    pub status: Status,
    /// `module::function`, relative to the crate's sources.
    pub functions: Vec<String>,
    /// `module::function` or `module`, relative to the crate's tests.
    pub tests: Vec<String>,
    /// The catalogue's requirement ids.
    pub covers: Vec<String>,
    /// Reasons.
    pub note: String,
}

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    rule: Vec<Spanned<toml::Value>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    id: String,
    heading: String,
    #[serde(default, rename = "words")]
    _words: String,
    #[serde(default, rename = "lines")]
    _lines: String,
    #[serde(default)]
    status: Status,
    #[serde(default)]
    function: OneOrMany,
    #[serde(default)]
    test: OneOrMany,
    #[serde(default)]
    covers: Vec<String>,
    #[serde(default)]
    note: String,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

impl Default for OneOrMany {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}

impl OneOrMany {
    fn into_vec(self) -> Vec<String> {
        match self {
            Self::One(text) => vec![text],
            Self::Many(texts) => texts,
        }
    }
}

/// Reads all rows.
///
/// # Errors
/// Every row that cannot be read, with its line.
pub fn read(path: &Path, text: &str) -> Result<Vec<Row>, Vec<String>> {
    let file: File = toml::from_str(text).map_err(|fault| vec![format!("{}: {fault}", path.display())])?;
    let (mut rows, mut faults) = (Vec::new(), Vec::new());
    for rule in file.rule {
        let line = 1 + text.as_bytes()[..rule.span().start].iter().filter(|byte| **byte == b'\n').count();
        match rule.into_inner().try_into::<Written>() {
            Ok(written) => rows.push(Row {
                line,
                id: written.id,
                heading: written.heading,
                status: written.status,
                functions: written.function.into_vec(),
                tests: written.test.into_vec(),
                covers: written.covers,
                note: written.note,
            }),
            Err(fault) => {
                let sentence = fault.to_string();
                faults.push(format!("{}:{line}: {}", path.display(), sentence.trim()));
            }
        }
    }
    if faults.is_empty() { Ok(rows) } else { Err(faults) }
}
