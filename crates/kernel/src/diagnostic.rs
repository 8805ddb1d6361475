//! What is wrong with a file, with its place and the way out. A file with ten faults reports ten.

use std::fmt;
use std::ops::Range;

use serde::Serialize;

use crate::facts::POSITION;

/// Where a fault is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl Place {
    /// The place of a byte offset in a text.
    pub fn of(text: &str, offset: usize) -> Self {
        let before = &text.as_bytes()[..offset.min(text.len())];
        let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let column = String::from_utf8_lossy(&before[line_start..]).chars().count() + 1;
        Self { line: 1 + before.iter().filter(|byte| **byte == b'\n').count(), column }
    }
}

/// One fault of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Diagnostic {
    /// The file's name, as the user gave it.
    pub file: String,
    /// Line and column, when known.
    pub place: Option<Place>,
    /// The path of the field: `rg.german[3].cost`.
    pub path: String,
    /// The rule that is broken, or `HOUSE-FILE` for the form of the file.
    pub rule: String,
    /// What is wrong and what would be right, in one sentence.
    pub sentence: String,
}

impl Diagnostic {
    /// A fault at a byte span of `text`.
    pub fn at(
        file: &str,
        text: &str,
        span: Option<Range<usize>>,
        path: &str,
        rule: &str,
        sentence: String,
    ) -> Self {
        let place = span.map(|span| Place::of(text, span.start));
        Self { file: file.into(), place, path: path.into(), rule: rule.into(), sentence }
    }

    /// A fact of a position that contradicts the set-up or another fact. Whoever has the text of the position adds the
    /// place.
    pub fn of_position(path: &str, rule: &str, sentence: String) -> Self {
        Self { file: POSITION.into(), place: None, path: path.into(), rule: rule.into(), sentence }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(place) = &self.place {
            write!(f, ":{}:{}", place.line, place.column)?;
        }
        if !self.path.is_empty() {
            write!(f, ": {}", self.path)?;
        }
        write!(f, ": {} [{}]", self.sentence, self.rule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_characters_from_one() {
        assert_eq!(Place::of("a\nöx", 4), Place { line: 2, column: 2 });
        assert_eq!(Place::of("", 9), Place { line: 1, column: 1 });
    }
}
