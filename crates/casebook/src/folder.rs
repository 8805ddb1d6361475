//! The folder of worked examples of a system, as its tests play it.

use std::path::{Path, PathBuf};

use kernel::Rulebook;

use crate::Case;

/// The worked examples of one system, in the folder `examples` of its crate.
pub struct Folder {
    home: &'static Path,
    rulebook: &'static dyn Rulebook,
}

impl Folder {
    /// The examples of the crate at `manifest_dir`, which a test knows as `env!("CARGO_MANIFEST_DIR")`.
    pub fn of(manifest_dir: &'static str, rulebook: &'static dyn Rulebook) -> Self {
        Self { home: Path::new(manifest_dir), rulebook }
    }

    /// Every example file, in order of its name; `setups` holds what they start from.
    pub fn files(&self) -> Vec<PathBuf> {
        let mut found = Vec::new();
        let mut folders = vec![self.home.join("examples")];
        while let Some(folder) = folders.pop() {
            let entries = std::fs::read_dir(&folder).expect("the folder of examples is there");
            for path in entries.map(|entry| entry.expect("its entries can be read").path()) {
                if path.is_dir() && path.file_name().is_some_and(|name| name != "setups") {
                    folders.push(path);
                } else if path.is_file() && path.extension().is_some_and(|ending| ending == "toml") {
                    found.push(path);
                }
            }
        }
        found.sort();
        found
    }

    /// Every example that can be read.
    pub fn cases(&self) -> impl Iterator<Item = Case> {
        self.files().into_iter().filter_map(|path| self.parse(&path).ok())
    }

    /// Plays every example, and fails with all that is not as it says.
    pub fn all_come_out(&self) {
        let files = self.files();
        assert!(!files.is_empty(), "there are examples");
        let n_threads = std::thread::available_parallelism().map_or(1, usize::from);
        let parts = files.chunks(files.len().div_ceil(n_threads));
        let found: Vec<String> = std::thread::scope(|scope| {
            let threads: Vec<_> = parts.map(|part| scope.spawn(|| self.failures_of(part))).collect();
            threads.into_iter().flat_map(|thread| thread.join().expect("no example panics")).collect()
        });
        assert!(found.is_empty(), "{} faults in {} files:\n{}", found.len(), files.len(), found.join("\n"));
    }

    /// What is not as an example expects, with files read as in [`Self::read`].
    pub fn failures(&self, case: &Case) -> Vec<String> {
        self.failures_with(case, &|path| self.read(path))
    }

    /// What is not as an example expects, with files read in another way.
    pub fn failures_with(&self, case: &Case, read: &dyn Fn(&str) -> Result<String, String>) -> Vec<String> {
        case.failures(&|name| (name == self.rulebook.name()).then_some(self.rulebook), read)
    }

    /// The text of a file named from the crate's folder.
    pub fn read(&self, path: &str) -> Result<String, String> {
        std::fs::read_to_string(self.home.join(path)).map_err(|fault| fault.to_string())
    }

    fn failures_of(&self, files: &[PathBuf]) -> Vec<String> {
        let failures = |path: &PathBuf| match self.parse(path) {
            Ok(case) => self.failures(&case),
            Err(faults) => faults,
        };
        files.iter().flat_map(failures).collect()
    }

    /// A file is named as the test's working folder knows it, so that failures can be clicked on.
    fn parse(&self, path: &Path) -> Result<Case, Vec<String>> {
        let name = path.strip_prefix(self.home).unwrap_or(path).display().to_string();
        let text = self.read(&name).map_err(|fault| vec![format!("{name}: {fault}")])?;
        Case::parse(&name, &text).map_err(|faults| faults.iter().map(ToString::to_string).collect())
    }
}
