//! What a system says of its files, and which tables its set-up files hold. Rows come from forms or spreadsheets and go
//! back into the file; the system's own reader stays the only judge of the file.

use kernel::{Rulebook, System, Typed};
use serde::Serialize;

use crate::files::{ResultForm, Sample, SetupPart};
use crate::paint::Painting;

/// What a system says of its files. A system whose set-ups are written by hand alone says nothing of tables.
pub trait SetupFiles: System {
    /// The tables of a set-up file as umpires fill them in, by what the file says so far; a faulty part of it hides no
    /// other.
    fn tables(_text: &str) -> Vec<SetupTable> {
        Vec::new()
    }
    /// What of the file can be painted over a picture of its map; nothing where the file has no map of its own.
    fn painting(_text: &str) -> Option<Painting> {
        None
    }
    /// The text of a part that comes with the system, where a set-up names it at this field by its id in the part's place:
    /// a map, a results table.
    fn shipped(_field: &str, _id: &str) -> Option<&'static str> {
        None
    }
    /// A set-up to begin with: what everyone needs, nothing that only one campaign has. May have faults that say what is
    /// missing.
    fn blank() -> Option<&'static str> {
        None
    }
    /// Set-ups that come with the system.
    fn samples() -> &'static [Sample] {
        &[]
    }
    /// Parts of set-ups that have files of their own.
    fn parts() -> &'static [SetupPart] {
        &[]
    }
    /// The form on which players report what happened at their table, where it goes through spreadsheets.
    fn result_form() -> Option<&'static ResultForm> {
        None
    }
}

/// Rules and what they say of their files: a [`SetupFiles`] behind one face.
pub trait Fillable: Rulebook {
    /// See [`SetupFiles::tables`].
    fn tables(&self, text: &str) -> Vec<SetupTable>;
    /// See [`SetupFiles::painting`].
    fn painting(&self, text: &str) -> Option<Painting>;
    /// See [`SetupFiles::shipped`].
    fn shipped(&self, field: &str, id: &str) -> Option<&'static str>;
    /// See [`SetupFiles::blank`].
    fn blank(&self) -> Option<&'static str>;
    /// See [`SetupFiles::samples`].
    fn samples(&self) -> &'static [Sample];
    /// See [`SetupFiles::parts`].
    fn parts(&self) -> &'static [SetupPart];
    /// See [`SetupFiles::result_form`].
    fn result_form(&self) -> Option<&'static ResultForm>;
}

impl<S: SetupFiles> Fillable for Typed<S> {
    fn tables(&self, text: &str) -> Vec<SetupTable> {
        S::tables(text)
    }
    fn painting(&self, text: &str) -> Option<Painting> {
        S::painting(text)
    }
    fn shipped(&self, field: &str, id: &str) -> Option<&'static str> {
        S::shipped(field, id)
    }
    fn blank(&self) -> Option<&'static str> {
        S::blank()
    }
    fn samples(&self) -> &'static [Sample] {
        S::samples()
    }
    fn parts(&self) -> &'static [SetupPart] {
        S::parts()
    }
    fn result_form(&self) -> Option<&'static ResultForm> {
        S::result_form()
    }
}

/// One table of a set-up file as umpires fill it in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SetupTable {
    /// Where it stands in the file: `rg.russian`, `tables.cpp.full.rows`.
    pub path: String,
    /// The group it is shown in: "Charts". Tables of a group follow each other.
    pub section: &'static str,
    /// What umpires call it: "Soviet reinforcement chart".
    pub title: String,
    /// How many rows it has.
    pub shape: TableShape,
    /// Its columns in the order of the form.
    pub columns: Vec<SetupColumn>,
    /// The rule that it is for; may be empty.
    pub rule: &'static str,
    /// What it is for and what may be left out, in a sentence or two.
    pub help: &'static str,
    /// Where else in the file its rows are named by their ids. A row that is renamed is renamed there too.
    #[serde(skip)]
    pub mentions: Vec<Mention>,
}

impl SetupTable {
    /// A table of rows that nothing else in the file names, in a section of its own title.
    pub fn rows(path: impl Into<String>, title: &'static str, columns: Vec<SetupColumn>) -> Self {
        Self {
            path: path.into(),
            section: title,
            title: title.into(),
            shape: TableShape::Rows,
            columns,
            rule: "",
            help: "",
            mentions: Vec::new(),
        }
    }

    /// A table of rows that each have an id and a name, beside what else they have.
    pub fn named(path: impl Into<String>, title: &'static str, more: Vec<SetupColumn>) -> Self {
        let columns = [SetupColumn::id(), SetupColumn::name()].into_iter().chain(more).collect();
        Self::rows(path, title, columns)
    }

    /// In a group with others.
    #[must_use]
    pub fn section(mut self, section: &'static str) -> Self {
        self.section = section;
        self
    }

    /// With what it is for.
    #[must_use]
    pub fn help(mut self, help: &'static str) -> Self {
        self.help = help;
        self
    }
}

impl SetupColumn {
    /// A column that may be empty.
    pub fn new(key: impl Into<String>, title: impl Into<String>, kind: CellKind) -> Self {
        Self { key: key.into(), title: title.into(), aliases: &[], kind, needed: false, help: String::new() }
    }

    /// The column of ids, without which no row is.
    pub fn id() -> Self {
        let help = "Small letters, digits and hyphens.";
        Self::new("id", "Id", CellKind::Id).needed().aliases(&["key"]).help(help)
    }

    /// The column of names, without which no row is.
    pub fn name() -> Self {
        Self::new("name", "Name", CellKind::Text).needed().aliases(&["called"])
    }

    /// No row can be without it.
    #[must_use]
    pub fn needed(mut self) -> Self {
        self.needed = true;
        self
    }

    /// Recognized by other titles too.
    #[must_use]
    pub fn aliases(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    /// With what it means.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }
}

/// Places of a set-up file where the id of a table's row is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The places, each step after a point: a field, `*` for every row or field, `scheduled[side=german]` for the rows of
    /// `scheduled` whose `side` is `german`.
    pub path: String,
    /// How the id stands there.
    pub naming: Naming,
}

/// How an id stands in a place of a set-up file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Naming {
    /// A table stands there, and the id is the name of one of its fields.
    Key,
    /// The id, or a list of ids.
    Value,
    /// Words, or a list of words, and the id stands behind these in them.
    After(&'static str),
}

/// How many rows a table has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TableShape {
    /// One: a table of fields, such as the head of the campaign.
    One,
    /// Any number: an array of tables.
    Rows,
}

/// One column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SetupColumn {
    /// Where the cell stands within its row: `cost`, `drm.russian`.
    pub key: String,
    /// Its title: "Price".
    pub title: String,
    /// Other titles that it is recognized by in a spreadsheet. Case, spaces and signs make no difference.
    pub aliases: &'static [&'static str],
    /// What belongs into it.
    pub kind: CellKind,
    /// Whether a row cannot be without it.
    pub needed: bool,
    /// What it means, its unit, and what holds where it is empty; may be empty.
    pub help: String,
}

/// What belongs into a cell, and so how it is read and written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CellKind {
    /// An id: a short name without spaces.
    Id,
    /// Words.
    Text,
    /// A whole number within bounds.
    Whole {
        /// The least.
        least: i64,
        /// The most.
        most: i64,
    },
    /// A number with at most two decimals.
    Decimal,
    /// Yes or no.
    Flag,
    /// A date as 1942-12-24.
    Date,
    /// One of a few, each the word in the file and the words on the page.
    Choice(Vec<(String, String)>),
    /// A whole number or one of a few words: `-2`, `none`.
    NumberOr(Vec<(String, String)>),
    /// How many of what: `1 cmd, 9 rifle`, each the id in the file and its name.
    Counts(Vec<(String, String)>),
    /// Words, parted by commas.
    List,
    /// A line of points, each east and north: `0, 36; 72, 37`.
    Points,
    /// A value as the file has it, for what has no shorter form.
    Raw,
}
