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
    /// The id of the requirement, ruling or code.
    pub id: String,
    /// What it is about.
    pub heading: String,
    /// How it is met.
    pub status: Status,
    /// `module::function`, relative to the crate's sources.
    pub functions: Vec<String>,
    /// `module::function`, relative to the crate's tests, or the file of an example.
    pub tests: Vec<String>,
    /// What it says that it covers: nothing, for it is its own requirement.
    pub covers: Vec<String>,
    /// Reasons.
    pub note: String,
}

/// A group of rows that says in a sentence or two what they come to.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Section {
    /// What the ids of its rows begin with.
    pub id: String,
    /// What it is called.
    pub heading: String,
    /// What it says.
    pub words: String,
}

/// All that `rules.toml` holds.
#[derive(Clone, Debug, Default)]
pub struct Rows {
    /// Groups of rows.
    pub sections: Vec<Section>,
    /// One for each requirement.
    pub rows: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    section: Vec<Section>,
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

/// A text, or an array of them.
#[derive(Deserialize)]
#[serde(untagged)]
pub enum OneOrMany {
    /// A text.
    One(String),
    /// An array of texts.
    Many(Vec<String>),
}

impl Default for OneOrMany {
    fn default() -> Self {
        Self::Many(Vec::new())
    }
}

impl OneOrMany {
    /// As an array in any case.
    pub fn into_vec(self) -> Vec<String> {
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
pub fn read(path: &Path, text: &str) -> Result<Rows, Vec<String>> {
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
    if faults.is_empty() { Ok(Rows { sections: file.section, rows }) } else { Err(faults) }
}
