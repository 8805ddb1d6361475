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

    /// Puts a piece in the place of what was remembered of it, and keeps all.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn remember(&mut self, root: &Path, passed: Passed) -> Result<(), String> {
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
