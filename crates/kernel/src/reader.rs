//! Reads a TOML file field by field and collects every fault with its line and column, instead of stopping at
//! the first. Systems read their set-ups with it; unknown keys are faults, so a misspelt field is never silent.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};

use hexmap::{Hex, Numbering};
use serde::de::{DeserializeOwned, IntoDeserializer};
use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

use crate::diagnostic::Diagnostic;
use crate::grammar::PerSide;
use crate::system::SideInfo;
use crate::view::Hue;
use crate::words::Id;

/// The house rule for the form of a file.
pub const HOUSE_FILE: &str = "HOUSE-FILE";

/// How many faults of a file are told. Each costs a sentence and a look for its line, and a small file can have a hundred
/// thousand.
pub const MOST_FAULTS: usize = 200;

/// A parsed file with the faults found in it so far.
pub struct Reader<'t> {
    file: &'t str,
    text: &'t str,
    root: Spanned<DeTable<'t>>,
    /// Where the text is no TOML. What stood there is not read, so nothing is told to be missing or wrong for it.
    torn: BTreeSet<usize>,
    faults: RefCell<Vec<Diagnostic>>,
    warnings: RefCell<Vec<Diagnostic>>,
    /// Those too that are not told, after so many.
    n_faults: Cell<usize>,
}

impl<'t> Reader<'t> {
    /// Parses `text`; what is not TOML is noted as a fault and the rest is still read.
    pub fn new(file: &'t str, text: &'t str) -> Self {
        let (root, errors) = DeTable::parse_recoverable(text);
        let fault = |error: &toml::de::Error| {
            Diagnostic::at(
                file,
                text,
                error.span(),
                "",
                HOUSE_FILE,
                format!("This is not TOML: {}.", error.message()),
            )
        };
        let faults = RefCell::new(errors.iter().take(MOST_FAULTS).map(fault).collect());
        let torn = errors.iter().map(|error| error.span().unwrap_or_default().start).collect();
        let n_faults = Cell::new(errors.len());
        Self { file, text, root, torn, faults, warnings: RefCell::default(), n_faults }
    }

    /// The whole file as a table.
    pub fn root(&self) -> Node<'_> {
        Node::new(self, self.root.get_ref(), self.root.span(), String::new())
    }

    /// `value` if the file has no fault.
    ///
    /// # Errors
    /// Every fault found, in the order of the file; of more than [`MOST_FAULTS`] the first that were found, and how many
    /// there are.
    pub fn finish<T>(self, value: Option<T>) -> Result<T, Vec<Diagnostic>> {
        let mut faults = in_order(self.faults.into_inner());
        let left = self.n_faults.get().saturating_sub(MOST_FAULTS);
        if left > 0 {
            let sentence = format!(
                "Further faults, not listed here: {left}. Mend these first, then check the file again."
            );
            faults.push(Diagnostic::at(self.file, self.text, None, "", HOUSE_FILE, sentence));
        }
        match value {
            Some(value) if faults.is_empty() => Ok(value),
            _ if faults.is_empty() => Err(vec![Diagnostic::at(
                self.file,
                self.text,
                None,
                "",
                HOUSE_FILE,
                "The file is incomplete.".into(),
            )]),
            _ => Err(faults),
        }
    }

    /// What was found that is odd and no fault, in the order of the file.
    pub fn warnings(&self) -> Vec<Diagnostic> {
        in_order(self.warnings.borrow().clone())
    }

    fn note(&self, span: Range<usize>, path: &str, rule: &str, sentence: String) {
        if self.torn.contains(&span.start) {
            return;
        }
        self.n_faults.set(self.n_faults.get() + 1);
        if self.n_faults.get() > MOST_FAULTS {
            return;
        }
        let fault = Diagnostic::at(self.file, self.text, Some(span), path, rule, sentence);
        self.faults.borrow_mut().push(fault);
    }
}

/// What `read` makes of a file, with what is odd in it and no fault.
///
/// # Errors
/// Every fault of the file.
pub fn whole_file<T>(
    file: &str,
    text: &str,
    read: impl FnOnce(&Node<'_>) -> Option<T>,
) -> Result<(T, Vec<Diagnostic>), Vec<Diagnostic>> {
    let reader = Reader::new(file, text);
    let value = read(&reader.root());
    let warnings = reader.warnings();
    Ok((reader.finish(value)?, warnings))
}

fn in_order(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    found.sort_by_key(|one| one.place.as_ref().map_or((0, 0), |place| (place.line, place.column)));
    found.dedup();
    found
}

/// One table of the file. Each reading method notes a fault and gives `None` when the field is not as it must be.
pub struct Node<'r> {
    reader: &'r Reader<'r>,
    table: &'r DeTable<'r>,
    span: Range<usize>,
    path: String,
    known: RefCell<BTreeSet<String>>,
}

impl<'r> Node<'r> {
    fn new(reader: &'r Reader<'_>, table: &'r DeTable<'_>, span: Range<usize>, path: String) -> Self {
        Self { reader, table, span, path, known: RefCell::default() }
    }

    /// The path of this table: `side[1]`; empty for the file itself.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Where this table begins, in bytes from the start of the text.
    pub fn start(&self) -> usize {
        self.span.start
    }

    /// Notes a fault at a field of this table, or at the table when the field is not there.
    pub fn fault(&self, key: &str, rule: &str, sentence: impl Into<String>) {
        let value = self.table.get(key);
        if value.is_none() && !self.reader.torn.is_empty() {
            return;
        }
        let span = value.map_or(self.span.clone(), Spanned::span);
        self.reader.note(span, &self.at(key), rule, sentence.into());
    }

    /// Notes a fault at one element of an array of this table, from 0.
    pub fn fault_in(&self, key: &str, index: usize, rule: &str, sentence: impl Into<String>) {
        let element = self.table.get(key).and_then(|value| value.get_ref().as_array()?.get(index));
        let span = element.map_or(self.span.clone(), Spanned::span);
        self.reader.note(span, &format!("{}[{index}]", self.at(key)), rule, sentence.into());
    }

    /// Notes something odd about a field of this table that is no fault: the file can be played, but the writer may
    /// have meant something else.
    pub fn warn(&self, key: &str, rule: &str, sentence: impl Into<String>) {
        let span = self.table.get(key).map_or(self.span.clone(), Spanned::span);
        let reader = self.reader;
        if reader.warnings.borrow().len() >= MOST_FAULTS {
            return;
        }
        let warning =
            Diagnostic::at(reader.file, reader.text, Some(span), &self.at(key), rule, sentence.into());
        reader.warnings.borrow_mut().push(warning);
    }

    /// How many faults the whole file has had so far. What is read with faults may stand in for what was meant, to judge
    /// the rest by; it must not be played.
    pub fn n_faults(&self) -> usize {
        self.reader.n_faults.get()
    }

    /// Whether the field stands in the file.
    pub fn has(&self, key: &str) -> bool {
        self.known.borrow_mut().insert(key.into());
        self.table.contains_key(key)
    }

    /// The field as it stands, if it does.
    pub fn value(&self, key: &str) -> Option<&'r Spanned<DeValue<'r>>> {
        self.known.borrow_mut().insert(key.into());
        self.table.get(key)
    }

    /// A text that must stand there.
    pub fn text(&self, key: &str) -> Option<String> {
        self.need(key)?;
        self.maybe_text(key)
    }

    /// A text that may stand there.
    pub fn maybe_text(&self, key: &str) -> Option<String> {
        match self.value(key)?.get_ref() {
            DeValue::String(text) => Some(text.to_string()),
            _ => self.wrong(key, "a text in quotes"),
        }
    }

    /// A name that must stand there: words of at most so many signs.
    pub fn name(&self, key: &str, most: usize) -> Option<String> {
        let text = self.text(key)?;
        self.is_name(key, &text, most).then_some(text)
    }

    /// A name that may stand there.
    pub fn maybe_name(&self, key: &str, most: usize) -> Option<String> {
        self.maybe_text(key).filter(|text| self.is_name(key, text, most))
    }

    fn is_name(&self, key: &str, text: &str, most: usize) -> bool {
        let n_signs = text.chars().count();
        if text.trim().is_empty() {
            self.fault(
                key,
                HOUSE_FILE,
                format!("The field {key:?} is empty: a name of at most {most} signs."),
            );
        } else if text.chars().any(char::is_control) {
            self.fault(
                key,
                HOUSE_FILE,
                format!("The name at {key:?} has signs that cannot be printed, such as a new line."),
            );
        } else if n_signs > most {
            let sentence = format!("The name at {key:?} has {n_signs} signs; the most is {most}.");
            self.fault(key, HOUSE_FILE, sentence);
        }
        (1..=most).contains(&n_signs) && !text.trim().is_empty() && !text.chars().any(char::is_control)
    }

    /// An id that must stand there.
    pub fn id(&self, key: &str) -> Option<Id> {
        let text = self.text(key)?;
        Id::new(&text).map_err(|bad| self.fault(key, HOUSE_FILE, format!("{text:?} is no id: {bad}."))).ok()
    }

    /// The colour of a side, which may stand there.
    pub fn maybe_hue(&self, key: &str) -> Option<Hue> {
        let word = self.maybe_text(key)?;
        let hue = Hue::read(&word);
        if hue.is_none() {
            let known = Hue::ALL.map(Hue::word).join(", ");
            self.fault(key, HOUSE_FILE, format!("{word:?} is no colour of a side; there are: {known}."));
        }
        hue
    }

    /// A whole number that must stand there.
    pub fn number(&self, key: &str, range: RangeInclusive<i64>) -> Option<i64> {
        self.need(key)?;
        self.maybe_number(key, range)
    }

    /// A whole number that may stand there.
    pub fn maybe_number(&self, key: &str, range: RangeInclusive<i64>) -> Option<i64> {
        let (low, high) = (range.start(), range.end());
        match self.value(key)?.get_ref() {
            DeValue::Integer(int) => match i64::from_str_radix(int.as_str(), int.radix()) {
                Ok(number) if range.contains(&number) => Some(number),
                _ => self.wrong(key, &format!("a whole number from {low} to {high}")),
            },
            _ => self.wrong(key, &format!("a whole number from {low} to {high}")),
        }
    }

    /// A whole number that must stand there, as the type that holds it.
    pub fn whole<T: TryFrom<i64>>(&self, key: &str, range: RangeInclusive<i64>) -> Option<T> {
        T::try_from(self.number(key, range)?).ok()
    }

    /// The two sides of a table, each with its `id` and `name`.
    pub fn sides(&self, key: &str) -> Option<PerSide<SideInfo>> {
        let side = |node: &Node<'_>| {
            let (id, name, hue) = (node.id("id"), node.text("name"), node.maybe_hue("hue"));
            node.close();
            Some(SideInfo::new(id?, name?).in_hue(hue))
        };
        let sides: Vec<SideInfo> = self.tables(key).iter().filter_map(side).collect();
        self.once(key, sides.iter().map(|side| side.id));
        let two = PerSide::try_from(sides);
        two.map_err(|_| self.fault(key, HOUSE_FILE, "There must be two sides.")).ok()
    }

    /// Ids of the entries at `key` stand once.
    pub fn once<T: Ord + std::fmt::Display>(&self, key: &str, ids: impl IntoIterator<Item = T>) {
        let mut met = BTreeSet::new();
        for id in ids {
            if let Some(id) = met.replace(id) {
                self.fault(key, HOUSE_FILE, format!("The id {id} stands twice."));
            }
        }
    }

    /// A hex by its number on the map, if it is there.
    pub fn maybe_hex(&self, key: &str, numbering: Numbering) -> Option<Hex> {
        let read = numbering.read(&self.maybe::<String>(key)?);
        read.map_err(|fault| self.fault(key, HOUSE_FILE, format!("{fault}."))).ok()
    }

    /// `true` or `false`, if it stands there.
    pub fn maybe_flag(&self, key: &str) -> Option<bool> {
        match self.value(key)?.get_ref() {
            DeValue::Boolean(flag) => Some(*flag),
            _ => self.wrong(key, "true or false"),
        }
    }

    /// Any value that serde can read; the sentence of a fault is serde's.
    pub fn maybe<T: DeserializeOwned>(&self, key: &str) -> Option<T> {
        let value = self.value(key)?;
        let span = value.span();
        match T::deserialize(value.clone().into_deserializer()) {
            Ok(value) => Some(value),
            Err(error) => {
                let at = error.span().unwrap_or(span);
                self.reader.note(at, &self.at(key), HOUSE_FILE, format!("{}.", error.message()));
                None
            }
        }
    }

    /// A table that may stand there.
    pub fn maybe_table(&self, key: &str) -> Option<Node<'r>> {
        let value = self.value(key)?;
        match value.get_ref() {
            DeValue::Table(table) => Some(Node::new(self.reader, table, value.span(), self.at(key))),
            _ => self.wrong(key, "a table"),
        }
    }

    /// The tables of an array of tables, none when it is not there.
    pub fn tables(&self, key: &str) -> Vec<Node<'r>> {
        let Some(array) = self.array(key) else { return Vec::new() };
        let mut nodes = Vec::new();
        for (n, item) in array.iter().enumerate() {
            let path = format!("{}[{n}]", self.at(key));
            match item.get_ref() {
                DeValue::Table(table) => nodes.push(Node::new(self.reader, table, item.span(), path)),
                _ => self.reader.note(item.span(), &path, HOUSE_FILE, "A table is wanted here.".into()),
            }
        }
        nodes
    }

    /// An array that may stand there.
    pub fn array(&self, key: &str) -> Option<&'r DeArray<'r>> {
        match self.value(key)?.get_ref() {
            DeValue::Array(array) => Some(array),
            _ => self.wrong(key, "an array"),
        }
    }

    /// The texts of an array, none when it is not there.
    pub fn texts(&self, key: &str) -> Vec<String> {
        self.texts_in_place(key).into_iter().flatten().collect()
    }

    /// The texts of an array with nothing where no text stands, so that each keeps its number.
    pub fn texts_in_place(&self, key: &str) -> Vec<Option<String>> {
        let Some(array) = self.array(key) else { return Vec::new() };
        let text = |(n, item): (usize, &Spanned<DeValue<'_>>)| match item.get_ref() {
            DeValue::String(text) => Some(text.to_string()),
            _ => {
                self.fault_in(key, n, HOUSE_FILE, "A text in quotes is wanted here.");
                None
            }
        };
        array.iter().enumerate().map(text).collect()
    }

    /// The keys of this table, in the file's order.
    pub fn keys(&self) -> Vec<String> {
        self.table.keys().map(|key| key.get_ref().to_string()).collect()
    }

    /// Notes every key that no method has asked for. Call it when the table is read.
    pub fn close(&self) {
        let known = self.known.borrow();
        let listed = known.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
        for key in self.table.keys().filter(|key| !known.contains(key.get_ref().as_ref())) {
            let sentence = format!("There is no field {:?} here; there are: {listed}.", key.get_ref());
            self.reader.note(key.span(), &self.at(key.get_ref()), HOUSE_FILE, sentence);
        }
    }

    fn need(&self, key: &str) -> Option<()> {
        if self.has(key) {
            return Some(());
        }
        self.fault(key, HOUSE_FILE, format!("The field {key:?} is missing."));
        None
    }

    fn wrong<T>(&self, key: &str, wanted: &str) -> Option<T> {
        self.fault(key, HOUSE_FILE, format!("The field {key:?} must be {wanted}."));
        None
    }

    fn at(&self, key: &str) -> String {
        if self.path.is_empty() { key.into() } else { format!("{}.{key}", self.path) }
    }
}
