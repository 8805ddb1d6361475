//! What the command line says when something cannot be done.

use std::fmt;
use std::path::Path;

use kernel::{Diagnostic, Refusals};

/// Sentences for standard error; the exit code is 1 where nothing else is said.
#[derive(Debug, PartialEq, Eq)]
pub struct Failure {
    lines: Vec<String>,
    code: u8,
}

impl Failure {
    /// One sentence.
    pub fn new(sentence: impl Into<String>) -> Self {
        Self::all(vec![sentence.into()])
    }

    /// Several.
    pub fn all(lines: Vec<String>) -> Self {
        Self { lines, code: 1 }
    }

    /// With another exit code.
    #[must_use]
    pub fn with_code(self, code: u8) -> Self {
        Self { code, ..self }
    }

    /// The exit code.
    pub fn code(&self) -> u8 {
        self.code
    }

    /// The sentences.
    pub fn into_lines(self) -> Vec<String> {
        self.lines
    }

    /// A file that cannot be read or written.
    pub fn file(path: &Path, fault: &std::io::Error) -> Self {
        Self::new(format!("{}: {fault}", path.display()))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

impl From<Vec<Diagnostic>> for Failure {
    fn from(faults: Vec<Diagnostic>) -> Self {
        Self::all(faults.iter().map(ToString::to_string).collect())
    }
}

impl From<&Refusals> for Failure {
    fn from(refusals: &Refusals) -> Self {
        let line = |refusal: &kernel::Refusal| format!("Refused: {} [{}]", refusal.sentence, refusal.rule);
        Self::all(refusals.all().iter().map(line).collect())
    }
}

impl From<table::Fault> for Failure {
    fn from(fault: table::Fault) -> Self {
        match fault {
            table::Fault::File(faults) => faults.into(),
            other => Self::new(other.to_string()),
        }
    }
}

impl From<ledger::Fault> for Failure {
    fn from(fault: ledger::Fault) -> Self {
        match fault {
            ledger::Fault::BadBundle { faults } => {
                let mut lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
                lines.push("The campaign file is not usable; nothing was imported.".into());
                Self::all(lines)
            }
            other => Self::new(other.to_string()),
        }
    }
}

impl From<people::Fault> for Failure {
    fn from(fault: people::Fault) -> Self {
        Self::new(fault.to_string())
    }
}
