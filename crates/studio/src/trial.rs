//! Rows that come in: read cell by cell, put into a copy of the draft, and judged there by the system's reader.

use std::collections::{BTreeMap, BTreeSet};

use kernel::Diagnostic;
use kernel::reader::HOUSE_FILE;
use tabular::{CellKind, Fillable, Grid, SetupColumn, SetupTable, TableShape};
use toml_edit::{InlineTable, Item, Value};

use crate::cells::{self, Bad, quoted};
use crate::place::{find_or_make, rows, spot};
use crate::rename::carry;
use crate::rows::{Content, PARTING, can_part, put, text};
use crate::write::{NewRow, empty_row, put_rows};
use crate::{CellFault, Draft, Placing, Tally, Trial};

/// What a table's rows are told apart by.
fn key_column(table: &SetupTable) -> Option<usize> {
    let by = |is_key: &dyn Fn(usize) -> bool| (0..table.columns.len()).find(|at| is_key(*at));
    by(&|at| table.columns[at].key == "id")
        .or_else(|| by(&|at| table.columns[at].kind == CellKind::Date && table.columns[at].needed))
}

struct Incoming<'a> {
    table: &'a SetupTable,
    grid: &'a Grid,
    /// The grid's column of each of the table's columns.
    at: Vec<Option<usize>>,
    /// The grid's rows that hold anything.
    lines: Vec<usize>,
    old: Vec<&'a Item>,
    faults: Vec<CellFault>,
}

pub(crate) fn run(
    draft: &Draft,
    rulebook: &dyn Fillable,
    table: &SetupTable,
    grid: &Grid,
    columns: &[Option<usize>],
    placing: Placing,
) -> Trial {
    let lines = match table.shape {
        TableShape::One => (1..grid.rows.len())
            .take(1)
            .chain((2..grid.rows.len()).filter(|row| !grid.is_blank(*row)))
            .collect(),
        TableShape::Rows => (1..grid.rows.len()).filter(|row| !grid.is_blank(*row)).collect(),
    };
    let old = rows(draft.doc.as_item(), table);
    let mut incoming = Incoming { table, grid, at: Vec::new(), lines, old, faults: Vec::new() };
    incoming.map(columns);
    let of = incoming.matches(placing);
    let changed = incoming.read(&of);
    incoming.no_duplicates(placing);
    incoming.faults.sort_by_key(|fault| (fault.row, fault.column));
    let tally = incoming.tally(&of, &changed, placing);
    // With a row or a column missing, the reader would find fault with what nobody entered.
    if incoming.faults.iter().any(|fault| fault.row.is_none_or(|row| row == 0)) {
        return Trial { faults: incoming.faults, tally, draft: None, readable: None, n_renamed: 0 };
    }
    let mut new = incoming.put(draft, &of, &changed, placing);
    let renamed = if placing == Placing::Edited { incoming.renamed(&of) } else { Vec::new() };
    let n_renamed = carry(&mut new.doc, table, &renamed);
    let readable = incoming.faults.is_empty().then(|| new.clone());
    incoming.judge(draft, &new, rulebook, placing);
    incoming.faults.sort_by_key(|fault| (fault.row, fault.column));
    let draft = incoming.faults.is_empty().then_some(new);
    Trial { faults: incoming.faults, tally, draft, readable, n_renamed }
}

impl Incoming<'_> {
    fn fault(&mut self, row: Option<usize>, column: Option<usize>, bad: Bad, rule: Option<&str>) {
        let house = if self.table.rule.is_empty() { HOUSE_FILE } else { self.table.rule };
        self.faults.push(CellFault {
            row,
            column,
            address: self.grid.address(row.unwrap_or(0), column.unwrap_or(0)),
            sentence: bad.sentence,
            rule: rule.unwrap_or(house).to_owned(),
            suggestion: bad.suggestion,
        });
    }

    /// A row's number as its sender counts: in a file with its titles, in a form, whose grid has none, from the first row.
    fn row(&self, line: usize) -> usize {
        let n_titles = usize::from(self.grid.rows.first().is_some_and(|titles| !titles.is_empty()));
        self.grid.above + line + n_titles
    }

    /// Which of the grid's columns each column of the table is.
    fn map(&mut self, columns: &[Option<usize>]) {
        self.at = vec![None; self.table.columns.len()];
        for (place, column) in columns.iter().enumerate() {
            let Some(column) = column.filter(|column| *column < self.table.columns.len()) else { continue };
            if self.at[column].is_some() {
                let title = &self.table.columns[column].title;
                let sentence = format!("Two columns are taken for {}; leave one of them out.", quoted(title));
                self.fault(Some(0), Some(place), Bad::new(sentence, None), None);
            } else {
                self.at[column] = Some(place);
            }
        }
        if self.at.iter().all(Option::is_none) && !self.lines.is_empty() {
            let sentence = "No column is taken over: say of at least one which it is.".to_owned();
            self.fault(Some(0), None, Bad::new(sentence, None), None);
        }
        let is_blank = |row: &Item| self.table.columns.iter().all(|column| text(row, column).is_empty());
        let has_values = !self.old.iter().all(|row| is_blank(row));
        if self.lines.is_empty() && self.table.shape == TableShape::One && has_values {
            self.fault(
                None,
                None,
                Bad::new("The row with the values is missing below the titles.", None),
                None,
            );
        }
        if self.table.shape == TableShape::One {
            for line in self.lines.split_off(self.lines.len().min(1)) {
                let bad = Bad::new("This table has one row alone; put this one away.", None);
                self.fault(Some(line), None, bad, None);
            }
        }
    }

    fn words(&self, line: usize, column: usize) -> Option<String> {
        self.at[column].map(|place| self.grid.cell(line, place).words())
    }

    /// The old row that each incoming row is: the one with its id, or, where rows have none or were renamed, the one in
    /// its place.
    fn matches(&self, placing: Placing) -> Vec<Option<usize>> {
        if self.table.shape == TableShape::One {
            return self.lines.iter().map(|_| (!self.old.is_empty()).then_some(0)).collect();
        }
        if placing == Placing::After {
            return vec![None; self.lines.len()];
        }
        let mut of: Vec<Option<usize>> = vec![None; self.lines.len()];
        let mut free: Vec<bool> = self.old.iter().map(|row| row.is_table_like()).collect();
        let key = key_column(self.table).filter(|key| self.at[*key].is_some());
        let shown = |row: &Item| -> Vec<String> {
            let columns = self.table.columns.iter().enumerate();
            let wanted = columns.filter(|(at, _)| key.map_or(self.at[*at].is_some(), |key| key == *at));
            wanted.map(|(_, column)| text(row, column).trim().to_owned()).collect()
        };
        let mut known: BTreeMap<Vec<String>, Vec<usize>> = BTreeMap::new();
        for (at, row) in self.old.iter().enumerate().rev().filter(|(_, row)| row.is_table_like()) {
            known.entry(shown(row)).or_default().push(at);
        }
        for (n, line) in self.lines.iter().enumerate() {
            let columns = (0..self.table.columns.len()).filter(|at| key.is_none_or(|key| key == *at));
            let wanted: Vec<String> = columns.filter_map(|at| self.words(*line, at)).collect();
            if let Some(at) = known.get_mut(&wanted).and_then(Vec::pop) {
                of[n] = Some(at);
                free[at] = false;
            }
        }
        if self.old.len() == self.lines.len() {
            for (n, of) in of.iter_mut().enumerate() {
                if of.is_none() && free[n] {
                    *of = Some(n);
                }
            }
        }
        of
    }

    /// The rows that have another id than before, where every row stands where it stood.
    fn renamed(&self, of: &[Option<usize>]) -> Vec<(String, String)> {
        let all_stay = self.old.len() == of.len() && of.iter().enumerate().all(|(n, of)| *of == Some(n));
        let key = key_column(self.table).filter(|key| self.table.columns[*key].key == "id");
        let Some(key) = key.filter(|_| all_stay) else { return Vec::new() };
        let ids = self.old.iter().zip(&self.lines).map(|(row, line)| {
            (text(row, &self.table.columns[key]), self.words(*line, key).unwrap_or_default())
        });
        ids.filter(|(was, is)| was != is && !was.is_empty() && !is.is_empty()).collect()
    }

    /// Reads every cell that differs from what the file has.
    fn read(&mut self, of: &[Option<usize>]) -> Vec<Vec<(usize, Content)>> {
        let table = self.table;
        let mut rows = Vec::new();
        let mut missing: Vec<usize> = Vec::new();
        for (n, line) in self.lines.clone().into_iter().enumerate() {
            let old = of[n].map(|at| self.old[at]);
            let mut changed = Vec::new();
            for (at, column) in table.columns.iter().enumerate() {
                let was = old.map(|row| text(row, column)).unwrap_or_default();
                let Some(words) = self.words(line, at) else {
                    if column.needed
                        && was.is_empty()
                        && !may_be_nothing(&column.kind)
                        && !missing.contains(&at)
                    {
                        missing.push(at);
                    } else if old.is_none() && column.needed && may_be_nothing(&column.kind) {
                        changed.push((at, nothing(&column.kind)));
                    }
                    continue;
                };
                let is_given = !words.is_empty() || old.is_some_and(|row| has(row, &column.key));
                if words == was.trim() && (is_given || !column.needed) {
                    continue;
                }
                let place = self.at[at];
                if words.is_empty() {
                    if column.needed && !may_be_nothing(&column.kind) {
                        let bad = Bad::new(format!("{} is empty; every row needs it.", column.title), None);
                        self.fault(Some(line), place, bad, None);
                    } else if column.needed {
                        changed.push((at, nothing(&column.kind)));
                    } else {
                        changed.push((at, Content::Nothing));
                    }
                    continue;
                }
                let content = if can_part(column) && words.contains('/') {
                    several(&words, &column.kind)
                } else {
                    cells::read(&words, &column.kind).map(Content::One)
                };
                match content {
                    Ok(content) => changed.push((at, content)),
                    Err(bad) => self.fault(Some(line), place, bad, None),
                }
            }
            rows.push(changed);
        }
        for at in missing {
            let sentence =
                format!("No column is taken for {}; every row needs it.", quoted(&table.columns[at].title));
            self.fault(None, None, Bad::new(sentence, None), None);
        }
        rows
    }

    /// No id twice, among the rows that come in and those that stay.
    fn no_duplicates(&mut self, placing: Placing) {
        let Some(key) = key_column(self.table).filter(|key| self.table.columns[*key].key == "id") else {
            return;
        };
        if self.table.shape == TableShape::One {
            return;
        }
        let mut first: BTreeMap<String, String> = BTreeMap::new();
        if placing == Placing::After {
            for (n, row) in self.old.iter().enumerate() {
                let told = format!("row {} of the table", n + 1);
                first.entry(text(row, &self.table.columns[key])).or_insert(told);
            }
        }
        for line in self.lines.clone() {
            let Some(id) = self.words(line, key).filter(|id| !id.is_empty()) else { continue };
            match first.get(&id) {
                Some(told) => {
                    let sentence =
                        format!("{} stands already in {told}; each row has an id of its own.", quoted(&id));
                    self.fault(Some(line), self.at[key], Bad::new(sentence, None), None);
                }
                None => {
                    first.insert(id, format!("row {}", self.row(line)));
                }
            }
        }
    }

    /// A copy of the draft with the rows in it.
    fn put(
        &self,
        draft: &Draft,
        of: &[Option<usize>],
        changed: &[Vec<(usize, Content)>],
        placing: Placing,
    ) -> Draft {
        let mut new = draft.clone();
        let with_columns = |changed: &[(usize, Content)]| {
            changed
                .iter()
                .map(|(at, content)| (&self.table.columns[*at], content.clone()))
                .collect::<Vec<_>>()
        };
        if self.table.shape == TableShape::One {
            let Some(changed) = changed.first().map(|changed| with_columns(changed)) else { return new };
            if changed.iter().any(|(_, content)| !matches!(content, Content::Nothing))
                || crate::place::find(new.doc.as_item(), &self.table.path).is_some()
            {
                let make = |is_inline: bool| if is_inline { empty_row(true) } else { empty_row(false) };
                if let Some(item) = find_or_make(new.doc.as_item_mut(), &self.table.path, make) {
                    put(item, &changed);
                }
            }
            return new;
        }
        let is_inline = crate::place::find(draft.doc.as_item(), &self.table.path).is_some_and(Item::is_array);
        let mut all: Vec<NewRow> = Vec::new();
        if placing == Placing::After {
            let old = self.old.iter().enumerate();
            all.extend(old.map(|(at, row)| NewRow { of: Some(at), item: (*row).clone() }));
        }
        for (of, changed) in of.iter().zip(changed) {
            let mut item = of.map_or_else(|| empty_row(is_inline), |at| self.old[at].clone());
            put(&mut item, &with_columns(changed));
            all.push(NewRow { of: *of, item });
        }
        let is_same = all.len() == self.old.len()
            && changed.iter().all(Vec::is_empty)
            && all.iter().enumerate().all(|(n, row)| row.of == Some(n));
        if !is_same {
            put_rows(&mut new.doc, &self.table.path, all);
        }
        new
    }

    fn tally(&self, of: &[Option<usize>], changed: &[Vec<(usize, Content)>], placing: Placing) -> Tally {
        let n_old = of.iter().flatten().count();
        let new = of.len() - n_old;
        let changed = of.iter().zip(changed).filter(|(of, cells)| of.is_some() && !cells.is_empty()).count();
        match placing {
            Placing::After => Tally { new, changed, kept: self.old.len(), gone: 0 },
            _ => Tally { new, changed, kept: n_old - changed, gone: self.old.len() - n_old },
        }
    }

    /// The reader's faults of this table at their cells; of the whole table only those that are new. Rows with a cell that
    /// cannot be read are not judged as a whole.
    fn judge(&mut self, draft: &Draft, new: &Draft, rulebook: &dyn Fillable, placing: Placing) {
        let Err(found) = rulebook.open("", &new.text()) else { return };
        let tables = rulebook.tables(&new.text());
        let before: Vec<Diagnostic> = rulebook.open("", &draft.text()).err().unwrap_or_default();
        let n_before = if placing == Placing::After { self.old.len() } else { 0 };
        let unread: BTreeSet<usize> = self.faults.iter().filter_map(|fault| fault.row).collect();
        for fault in found {
            let Some(spot) = spot(&fault.path, &tables).filter(|spot| spot.table == self.table.path) else {
                continue;
            };
            let line = match (self.table.shape, spot.row) {
                (TableShape::One, row) => row.and(self.lines.first().copied()),
                (TableShape::Rows, Some(row)) => match row.checked_sub(n_before) {
                    Some(row) => self.lines.get(row).copied(),
                    None => continue,
                },
                (TableShape::Rows, None) => None,
            };
            if line.map_or(!unread.is_empty(), |line| unread.contains(&line)) {
                continue;
            }
            // What was there before and has no cell cannot be mended among the cells, and hinders nobody.
            let is_old = before.iter().any(|old| old.path == fault.path && old.sentence == fault.sentence);
            if (line.is_none() || spot.column.is_none()) && is_old {
                continue;
            }
            let key = spot
                .column
                .and_then(|at| tables.iter().find(|table| table.path == spot.table)?.columns.get(at));
            let at = key.and_then(|key| self.table.columns.iter().position(|column| column.key == key.key));
            let place = at.and_then(|at| self.at[at]);
            let sentence = match at {
                Some(at) => in_words_of(&self.table.columns[at], &fault.sentence),
                None => fault.sentence,
            };
            self.fault(line, place, Bad::new(sentence, None), Some(&fault.rule));
        }
    }
}

/// A sentence of the reader with the column's title for the name of its field.
pub(crate) fn in_words_of(column: &SetupColumn, sentence: &str) -> String {
    let field = column.key.rsplit('.').next().unwrap_or(&column.key);
    let title = quoted(&column.title);
    let sentence = sentence.replace(&format!("The field {field:?}"), &title);
    match sentence.strip_suffix(&format!(": {field}.")) {
        Some(before) => format!("{before}, in the column {title}."),
        None => sentence,
    }
}

fn has(row: &Item, key: &str) -> bool {
    key.split('.').try_fold(row, |item, key| item.get(key)).is_some_and(|item| !item.is_none())
}

/// Whether an empty cell of this kind says something: no stands, no words.
fn may_be_nothing(kind: &CellKind) -> bool {
    matches!(kind, CellKind::Counts(_) | CellKind::List)
}

fn nothing(kind: &CellKind) -> Content {
    match kind {
        CellKind::Counts(_) => Content::One(Value::InlineTable(InlineTable::new())),
        _ => Content::One(Value::Array(toml_edit::Array::new())),
    }
}

/// The values of `0 / none`.
fn several(words: &str, kind: &CellKind) -> Result<Content, Bad> {
    let (mut values, mut sentence, mut meant, mut is_clear) = (Vec::new(), None, Vec::new(), true);
    for part in words.split('/').map(str::trim) {
        if part.is_empty() {
            values.push(None);
            meant.push(String::new());
            continue;
        }
        match cells::read(part, kind) {
            Ok(value) => {
                values.push(Some(value));
                meant.push(part.to_owned());
            }
            Err(bad) => {
                sentence.get_or_insert(bad.sentence);
                is_clear &= bad.suggestion.is_some();
                meant.push(bad.suggestion.unwrap_or_default());
            }
        }
    }
    match sentence {
        None => Ok(Content::Each(values)),
        Some(sentence) => Err(Bad { sentence, suggestion: is_clear.then(|| meant.join(PARTING)) }),
    }
}
