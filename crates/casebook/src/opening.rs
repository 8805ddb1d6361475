//! Opening an example: the set-up and the position it starts from, and their faults.

use kernel::{Diagnostic, Game};
use serde_json::Value;

use crate::case::{Case, Origin, Step, WantedFault};
use crate::merge::{json, merge, toml_of, undated};
use crate::run::{FindRulebook, ReadFile};

/// The most examples that one goes on from, one after the other: more are a circle.
const MOST_BEFORE: usize = 40;

/// Why an example does not begin.
pub(crate) enum NotOpened {
    /// Its own files cannot be read or laid over each other.
    Unreadable(Vec<String>),
    /// The set-up or the position has faults.
    Faulty(Vec<Diagnostic>),
}

impl From<Vec<String>> for NotOpened {
    fn from(faults: Vec<String>) -> Self {
        Self::Unreadable(faults)
    }
}

impl Case {
    pub(crate) fn open(
        &self,
        rulebooks: FindRulebook<'_, '_>,
        read: ReadFile<'_>,
    ) -> Result<Box<dyn Game>, NotOpened> {
        let no_system = || vec![format!("{}: there is no system {:?}", self.file, self.system)];
        let rulebook = rulebooks(&self.system).ok_or_else(no_system)?;
        let (name, text) = self.setup_text(read)?;
        let mut game = rulebook.open(&name, &text).map_err(NotOpened::Faulty)?;
        if let Some(origin) = &self.position {
            let mut position = match &origin.after {
                Some(earlier) => self.end_of(earlier, rulebooks, read)?,
                None => game.position(),
            };
            for changes in self.layers(origin, read)? {
                self.lay(&mut position, &undated(changes))?;
            }
            game.set_position(position).map_err(NotOpened::Faulty)?;
        }
        Ok(game)
    }

    /// Where play stands at the end of another example, which comes out as it says.
    fn end_of(
        &self,
        earlier: &str,
        rulebooks: FindRulebook<'_, '_>,
        read: ReadFile<'_>,
    ) -> Result<Value, NotOpened> {
        let text = self.file_text(earlier, read)?;
        let case = Self::parse(&beside(&self.file, earlier), &text)
            .map_err(|faults| NotOpened::Unreadable(lines(&faults)))?;
        if self.n_before >= MOST_BEFORE {
            let sentence = format!("{}: more than {MOST_BEFORE} examples go before", self.file);
            return Err(vec![sentence].into());
        }
        let case = Self { n_before: self.n_before + 1, ..case };
        case.end(rulebooks, read).map_err(NotOpened::Unreadable)
    }

    /// Puts play back to the start with the step's facts laid over it, if the step says so.
    pub(crate) fn start_anew(
        &self,
        step: &Step,
        start: &Value,
        game: &mut dyn Game,
    ) -> Result<(), Vec<String>> {
        let Some(changes) = &step.start else { return Ok(()) };
        let mut position = start.clone();
        self.lay(&mut position, &undated(Value::Object(changes.clone())))?;
        game.set_position(position).map_err(|faults| lines(&faults))
    }

    /// What is amiss between the faults that were found and those that the example wants.
    pub(crate) fn check_faults(&self, found: &[Diagnostic]) -> Vec<String> {
        let fits = |wanted: &WantedFault, fault: &Diagnostic| {
            wanted.rule.as_ref().is_none_or(|rule| *rule == fault.rule)
                && wanted.path.as_ref().is_none_or(|path| fault.path.contains(path))
                && wanted.says.as_ref().is_none_or(|says| fault.sentence.contains(says))
        };
        let missing = self.faults.iter().filter(|wanted| !found.iter().any(|fault| fits(wanted, fault)));
        let missing = missing.map(|wanted| format!("{}: no fault is {wanted:?}", self.file));
        let other = found.iter().filter(|fault| !self.faults.iter().any(|wanted| fits(wanted, fault)));
        missing.chain(other.map(|fault| format!("{}: {fault}", self.file))).collect()
    }

    /// The set-up as text: a file as it is when nothing is laid over it, so that faults keep their places.
    fn setup_text(&self, read: ReadFile<'_>) -> Result<(String, String), Vec<String>> {
        if let (Some(from), true) = (&self.setup.from, self.setup.changes.is_empty()) {
            return Ok((from.clone(), self.file_text(from, read)?));
        }
        let mut layers = self.layers(&self.setup, read)?.into_iter();
        let mut setup = layers.next().unwrap_or_default();
        for changes in layers {
            self.lay(&mut setup, &changes)?;
        }
        let text = toml_of(&setup).and_then(|value| toml::to_string(&value).ok());
        let name = format!("the set-up of {}", self.file);
        text.map(|text| (name, text))
            .ok_or_else(|| vec![format!("{}: the set-up cannot be written", self.file)])
    }

    /// The file's content, if there is one, and the changes.
    fn layers(&self, origin: &Origin, read: ReadFile<'_>) -> Result<Vec<Value>, Vec<String>> {
        let mut layers = Vec::new();
        if let Some(from) = &origin.from {
            let text = self.file_text(from, read)?;
            let table: toml::Table = toml::from_str(&text).map_err(|error| {
                let fault =
                    Diagnostic::at(from, &text, error.span(), "", "HOUSE-FILE", error.message().into());
                vec![fault.to_string()]
            })?;
            layers.push(json(table.into()));
        }
        if !origin.changes.is_empty() || layers.is_empty() {
            layers.push(Value::Object(origin.changes.clone()));
        }
        Ok(layers)
    }

    fn lay(&self, base: &mut Value, changes: &Value) -> Result<(), Vec<String>> {
        let mut faults = Vec::new();
        merge(base, changes, "", &mut faults);
        if faults.is_empty() {
            return Ok(());
        }
        Err(faults.iter().map(|fault| format!("{}: {fault}", self.file)).collect())
    }

    fn file_text(&self, from: &str, read: ReadFile<'_>) -> Result<String, Vec<String>> {
        if from.starts_with(['/', '\\']) || from.get(1..2) == Some(":") || !from.ends_with(".toml") {
            let unfit = "name a .toml file by its way from this file, as \"setups/mine.toml\"";
            return Err(vec![format!("{}: {from:?} is not read: {unfit}. [HOUSE-FILE]", self.file)]);
        }
        let path = beside(&self.file, from);
        read(&path).map_err(|why| vec![format!("{}: {path} cannot be read: {why}", self.file)])
    }
}

/// The name of a file given relative to the folder of another.
fn beside(file: &str, from: &str) -> String {
    let mut parts: Vec<&str> = file.split('/').filter(|part| *part != ".").collect();
    parts.pop();
    for part in from.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| !last.is_empty() && *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

fn lines(faults: &[Diagnostic]) -> Vec<String> {
    faults.iter().map(ToString::to_string).collect()
}
