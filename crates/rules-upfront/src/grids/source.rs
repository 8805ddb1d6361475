//! A nation's file being written from cells, with the cell that each field comes from: faults of the file become faults
//! of cells.

use std::collections::{BTreeMap, BTreeSet};

use kernel::Diagnostic;
use kernel::reader::HOUSE_FILE;
use tabular::{Address, Columns, Grid, Head, Value};

use super::cells::toml_text;
use super::layout::Kind;

/// The sources of a file's fields, and the faults found so far.
pub(super) struct Sources<'f> {
    file: &'f str,
    cells: BTreeMap<String, Address>,
    faulty: BTreeSet<Address>,
    pub(super) faults: Vec<Diagnostic>,
}

impl<'f> Sources<'f> {
    pub(super) fn new(file: &'f str) -> Self {
        Self { file, cells: BTreeMap::new(), faulty: BTreeSet::new(), faults: Vec::new() }
    }

    /// The columns of a table, found by their titles.
    pub(super) fn columns<'g>(&mut self, grid: &'g Grid, heads: &[Head]) -> Columns<'g> {
        Columns::find(grid, heads, self.file, HOUSE_FILE, &mut self.faults)
    }

    /// Notes where a field of the file comes from.
    pub(super) fn note(&mut self, path: String, address: Address) {
        self.cells.insert(path, address);
    }

    /// A fault of a cell.
    pub(super) fn fault(&mut self, address: Address, sentence: impl Into<String>) {
        self.faults.push(address.fault(self.file, HOUSE_FILE, sentence));
        self.faulty.insert(address);
    }

    /// A field as TOML text, nothing when its cell is empty or faulty.
    pub(super) fn field(
        &mut self,
        path: String,
        address: Address,
        cell: &Value,
        kind: Kind,
    ) -> Option<String> {
        self.note(path, address.clone());
        if cell.is_empty() {
            return None;
        }
        toml_text(cell, kind).map_err(|sentence| self.fault(address, sentence)).ok()
    }

    /// Takes the faults that the file's own reader has found, each to the cell it comes from. What is missing because its
    /// cell is faulty is not told again.
    pub(super) fn take(&mut self, found: Vec<Diagnostic>, first: &Grid) {
        for fault in found {
            let address = self.source(&fault.path).cloned().unwrap_or_else(|| first.address(0, 0));
            if !self.faulty.contains(&address) {
                self.faults.push(Diagnostic {
                    file: self.file.into(),
                    place: None,
                    path: address.to_string(),
                    ..fault
                });
            }
        }
    }

    /// The cell of a path, or of the nearest table around it.
    fn source(&self, path: &str) -> Option<&Address> {
        let mut path = path;
        loop {
            if let Some(address) = self.cells.get(path) {
                return Some(address);
            }
            let within = [format!("{path}."), format!("{path}[")];
            let inner = within.iter().find_map(|start| {
                self.cells.range(start.clone()..).next().filter(|(key, _)| key.starts_with(start))
            });
            if let Some((_, address)) = inner {
                return Some(address);
            }
            path = &path[..path.rfind(['.', '['])?];
        }
    }
}
