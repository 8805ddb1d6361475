//! What of a system is a file by itself: set-ups that come with it, parts of set-ups, and the form on which players report
//! what happened at their table. A program reaches all of it through [`crate::Fillable`] and has no command for one system.

use kernel::view::View;
use kernel::{Diagnostic, SideInfo};

use crate::grid::Grid;

/// A set-up that comes with a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The name by which people ask for it.
    pub name: &'static str,
    /// The set-up's file name, for faults.
    pub file: &'static str,
    /// The set-up.
    pub setup: &'static str,
    /// The position from which play begins, as TOML; without one, play begins at the beginning.
    pub position: Option<&'static str>,
}

impl Sample {
    /// A set-up that is played from its beginning.
    pub const fn new(name: &'static str, file: &'static str, setup: &'static str) -> Self {
        Self { name, file, setup, position: None }
    }

    /// The same, played from a position.
    #[must_use]
    pub const fn from(mut self, position: &'static str) -> Self {
        self.position = Some(position);
        self
    }
}

/// A file: its name, for faults, and its text.
#[derive(Clone, Copy, Debug)]
pub struct File<'a> {
    /// Its name.
    pub name: &'a str,
    /// What it says.
    pub text: &'a str,
}

/// What a file or its tables give, or every fault.
pub type Given<T> = Result<T, Vec<Diagnostic>>;

/// A kind of part of set-ups that has files of its own, which become tables and come back.
#[derive(Clone, Copy, Debug)]
pub struct SetupPart {
    /// What the system calls it: `nation`.
    pub name: &'static str,
    /// Those that come with the system: the id and the text of each.
    pub shipped: &'static [(&'static str, &'static str)],
    /// A part's file as tables. A set-up beside it may say what the part needs.
    pub tables: fn(part: File<'_>, beside: Option<File<'_>>) -> Given<Vec<Grid>>,
    /// Tables, from a file of this name, as a part's file.
    pub text: fn(name: &str, tables: &[Grid], beside: Option<File<'_>>) -> Given<String>,
    /// The set-up with the part put into it; nothing where it holds just this part already.
    pub put_into: fn(setup: File<'_>, part: File<'_>) -> Given<Option<String>>,
}

/// The form on which a seat reports what happened at its table, as tables.
#[derive(Clone, Copy, Debug)]
pub struct ResultForm {
    /// What the system calls it: `aftermath`.
    pub name: &'static str,
    /// The form, with what the seat's view tells so far; nothing while no result is asked of this seat.
    pub tables: fn(view: &View, sides: &[SideInfo]) -> Option<Vec<Grid>>,
    /// The command that a filled form gives.
    pub command: fn(Filled<'_>) -> Given<serde_json::Value>,
}

/// A form that a seat has filled in.
#[derive(Clone, Copy, Debug)]
pub struct Filled<'a> {
    /// The name of its file, for faults.
    pub file: &'a str,
    /// What it says.
    pub tables: &'a [Grid],
    /// What the seat sees.
    pub view: &'a View,
    /// The sides.
    pub sides: &'a [SideInfo],
    /// Whether it tells another version than the report that waits.
    pub differs: bool,
}
