//! Who is looking: persons with an open page that hears of news. Nobody who looks needs a reminder.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard};

use people::Handle;

/// Who is looking. Cheap to clone; all clones are one.
#[derive(Clone, Debug, Default)]
pub struct Presence(Arc<Mutex<HashMap<Handle, usize>>>);

impl Presence {
    /// Whether a page of this person is open.
    pub fn looks(&self, person: &Handle) -> bool {
        self.pages().contains_key(person)
    }

    /// A page of this person is open until this is dropped.
    pub(crate) fn begin(&self, person: Handle) -> Looking {
        *self.pages().entry(person.clone()).or_insert(0) += 1;
        Looking { presence: self.clone(), person }
    }

    fn pages(&self) -> MutexGuard<'_, HashMap<Handle, usize>> {
        self.0.lock().expect("no holder of the list panics")
    }
}

/// An open page of a person.
#[derive(Debug)]
pub(crate) struct Looking {
    presence: Presence,
    person: Handle,
}

impl Drop for Looking {
    fn drop(&mut self) {
        let mut pages = self.presence.pages();
        if let Some(n_pages) = pages.get_mut(&self.person) {
            *n_pages -= 1;
            if *n_pages == 0 {
                pages.remove(&self.person);
            }
        }
    }
}
