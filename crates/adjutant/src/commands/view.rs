//! `adjutant view`.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use adjutant_web::listening;
use adjutant_web::viewer::{Draft, Shown, viewer};
use kernel::{Diagnostic, Seat};
use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::arguments::View;
use crate::caller::say;
use crate::failure::Failure;
use crate::setup;

/// Shows a set-up while it is being written, until the process ends.
pub async fn run(view: &View) -> Result<(), Failure> {
    let listener = TcpListener::bind(view.listen)
        .await
        .map_err(|fault| Failure::new(format!("Cannot listen on {}: {fault}.", view.listen)))?;
    let address = listener.local_addr().unwrap_or(view.listen);
    let (file, system) = (view.file.clone(), view.system.clone());
    setup::read(&file)?;
    say!("{} is shown at http://{address}\nCtrl+C ends it.", file.display());
    let desk = Mutex::new(Desk { file, system, latest: None });
    let router = viewer(move || desk.lock().unwrap_or_else(PoisonError::into_inner).draft());
    let (_open, closing) = watch::channel(false);
    listening::serve(listener, router, closing).await;
    Ok(())
}

/// The file, and what it said when it was last looked at.
struct Desk {
    file: PathBuf,
    /// The rules it is for, once that is known: a file that cannot be read does not say.
    system: Option<String>,
    latest: Option<Draft>,
}

impl Desk {
    /// What the file says now. It is judged anew only when it says something else than before.
    fn draft(&mut self) -> Draft {
        let text = setup::read(&self.file);
        let mut stamp = DefaultHasher::new();
        text.as_ref().map_err(ToString::to_string).hash(&mut stamp);
        let stamp = format!("{:016x}", stamp.finish());
        if let Some(known) = self.latest.as_ref().filter(|known| known.stamp == stamp) {
            return known.clone();
        }
        let (faults, shown) = match text.map_err(told).and_then(|text| self.open(&text)) {
            Ok(shown) => (Vec::new(), Some(Arc::new(shown))),
            Err(faults) => (faults, self.latest.as_ref().and_then(|known| known.shown.clone())),
        };
        let draft = Draft { file: self.file.display().to_string(), stamp, faults, shown };
        self.latest.insert(draft).clone()
    }

    fn open(&mut self, text: &str) -> Result<Shown, Vec<Diagnostic>> {
        let file = self.file.display().to_string();
        let rulebook = setup::rulebook(&file, text, self.system.as_deref()).map_err(told)?;
        let game = rulebook.open(&file, text)?;
        self.system = Some(rulebook.name().to_owned());
        let (title, sides, view) = (game.title(), game.sides(), game.view(Seat::Umpire));
        Ok(Shown { title, sides, view, rules: rulebook.rules(), warnings: game.warnings().to_vec() })
    }
}

/// A failure as faults without a place.
fn told(failure: Failure) -> Vec<Diagnostic> {
    let fault = |sentence| Diagnostic {
        file: String::new(),
        place: None,
        path: String::new(),
        rule: "HOUSE-FILE".into(),
        sentence,
    };
    failure.into_lines().into_iter().map(fault).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_with_faults_keeps_showing_what_it_said_without_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mine.toml");
        let mut desk = Desk { file: path.clone(), system: None, latest: None };
        let mut look = |text: &str| {
            std::fs::write(&path, text).unwrap();
            desk.draft()
        };
        let sound = look(rules_central_front::GAP);
        assert!(sound.faults.is_empty() && sound.shown.is_some());
        let broken = look(&rules_central_front::GAP.replacen("turns = ", "turn = ", 1));
        assert!(broken.faults.iter().any(|fault| fault.place.is_some()), "{:?}", broken.faults);
        assert!(broken.shown.is_some() && broken.stamp != sound.stamp);
        let none = look("title = ");
        assert!(none.faults.iter().all(|fault| fault.place.is_some()) && none.shown.is_some());
        assert!(look(rules_central_front::GAP).faults.is_empty());
        let odd = look(&rules_central_front::GAP.replacen("smoke = true", "nuclear = true", 1));
        let warned = odd.shown.map(|shown| shown.warnings.clone()).unwrap_or_default();
        assert!(odd.faults.is_empty() && warned.len() == 1, "{warned:?}");
    }
}
