//! How columns and tables are written down.

use tabular::{CellKind, Mention, Naming, SetupColumn, SetupTable, TableShape};

/// A column that may be empty.
pub(super) fn column(key: impl Into<String>, title: impl Into<String>, kind: CellKind) -> SetupColumn {
    SetupColumn::new(key, title, kind)
}

/// What else there is to say of a column.
pub(super) trait Columned: Sized {
    /// Other titles of it.
    fn aka(self, aliases: &'static [&'static str]) -> Self;
}

impl Columned for SetupColumn {
    fn aka(self, aliases: &'static [&'static str]) -> Self {
        self.aliases(aliases)
    }
}

/// A whole number within bounds.
pub(super) const fn whole(least: i64, most: i64) -> CellKind {
    CellKind::Whole { least, most }
}

/// One of these words, each with its words on the page.
pub(super) fn choice(words: &[(&str, &str)]) -> CellKind {
    CellKind::Choice(words.iter().map(|(word, label)| ((*word).to_owned(), (*label).to_owned())).collect())
}

/// The id of a row.
pub(super) fn id(title: &'static str) -> SetupColumn {
    column("id", title, CellKind::Id).needed()
}

/// What else there is to say of a table.
pub(super) trait Named: Sized {
    /// Its rows are named there by their ids.
    fn named<P: Into<String>>(self, naming: Naming, paths: impl IntoIterator<Item = P>) -> Self;
}

impl Named for SetupTable {
    fn named<P: Into<String>>(mut self, naming: Naming, paths: impl IntoIterator<Item = P>) -> Self {
        self.mentions.extend(paths.into_iter().map(|path| Mention { path: path.into(), naming }));
        self
    }
}

/// The head of a table: where it stands, under which heading, what it is called, the rule it is for, what it is for.
pub(super) struct Head {
    pub(super) path: String,
    pub(super) section: &'static str,
    pub(super) title: String,
    pub(super) rule: &'static str,
    pub(super) help: &'static str,
}

impl Head {
    /// A table of any number of rows.
    pub(super) fn rows(self, columns: Vec<SetupColumn>) -> SetupTable {
        self.table(TableShape::Rows, columns)
    }

    /// A table of fields.
    pub(super) fn one(self, columns: Vec<SetupColumn>) -> SetupTable {
        self.table(TableShape::One, columns)
    }

    fn table(self, shape: TableShape, columns: Vec<SetupColumn>) -> SetupTable {
        let Self { path, section, title, rule, help } = self;
        SetupTable { path, section, title, shape, columns, rule, help, mentions: Vec::new() }
    }
}

/// See [`Head`].
pub(super) fn head(
    path: impl Into<String>,
    section: &'static str,
    title: impl Into<String>,
    rule: &'static str,
    help: &'static str,
) -> Head {
    Head { path: path.into(), section, title: title.into(), rule, help }
}
