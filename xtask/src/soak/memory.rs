//! What has passed, for which sources. The file is committed, so that a soak of many hours goes on at another machine.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// Every piece that has passed.
#[derive(Default, Serialize, Deserialize)]
pub struct Memory {
    #[serde(default)]
    passed: Vec<Passed>,
}

/// One piece that passed.
#[derive(Clone, Serialize, Deserialize)]
pub struct Passed {
    /// The name of the soak.
    pub soak: String,
    /// Which of its pieces, from 0.
    pub piece: u32,
    /// What the sources were that it is built from.
    pub sources: String,
    /// How long it took, with what had to be compiled.
    pub seconds: u64,
    /// The last line that it printed, which holds its counts.
    pub said: String,
}

impl Memory {
    /// What is remembered.
    ///
    /// # Errors
    /// The file is there and cannot be read.
    pub fn open(root: &Path) -> Result<Self, String> {
        let path = file(root);
        let Ok(text) = fs::read_to_string(&path) else { return Ok(Self::default()) };
        toml::from_str(&text).map_err(|fault| format!("{}: {fault}", path.display()))
    }

    /// Puts a piece in the place of what was remembered of it, and keeps all, also what another run has written meanwhile.
    ///
    /// # Errors
    /// The file cannot be read or written.
    pub fn remember(&mut self, root: &Path, passed: Passed) -> Result<(), String> {
        *self = Self::open(root)?;
        self.passed.retain(|other| (&other.soak, other.piece) != (&passed.soak, passed.piece));
        self.passed.push(passed);
        self.passed.sort_by(|a, b| (&a.soak, a.piece).cmp(&(&b.soak, b.piece)));
        let path = file(root);
        let text = toml::to_string(self).map_err(|fault| fault.to_string())?;
        fs::write(&path, text).map_err(|fault| format!("{}: {fault}", path.display()))
    }

    /// What is remembered of a piece, for whatever sources.
    pub fn of(&self, soak: &str, piece: u32) -> Option<&Passed> {
        self.passed.iter().find(|passed| passed.soak == soak && passed.piece == piece)
    }
}

fn file(root: &Path) -> PathBuf {
    root.join("docs/soak.toml")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{Memory, Passed};

    #[test]
    fn a_piece_is_remembered_once_with_what_it_passed_at_last() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::create_dir(folder.path().join("docs")).expect("a folder in it");
        let passed = |piece, sources: &str| Passed {
            soak: "kill".into(),
            piece,
            sources: sources.into(),
            seconds: 7,
            said: "200 rounds".into(),
        };
        let mut memory = Memory::open(folder.path()).expect("nothing is remembered yet");
        for (piece, sources) in [(1, "old"), (0, "old"), (1, "new")] {
            memory.remember(folder.path(), passed(piece, sources)).expect("it is kept");
        }
        let mut beside = Memory::open(folder.path()).expect("it can be read again");
        memory.remember(folder.path(), passed(2, "new")).expect("it is kept");
        beside.remember(folder.path(), passed(3, "new")).expect("it is kept beside what came meanwhile");
        let memory = Memory::open(folder.path()).expect("it can be read again");
        assert_eq!(memory.passed.len(), 4);
        let sources = |piece| memory.of("kill", piece).map(|passed| passed.sources.as_str());
        assert_eq!([sources(0), sources(1), sources(4)], [Some("old"), Some("new"), None]);
    }
}
