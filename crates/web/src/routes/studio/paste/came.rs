//! Rows as they come: of a file the sheet that is meant, of the sheet the rows from their titles on.

use serde::{Deserialize, Serialize};
use tabular::{Grid, SetupTable, Value, bare};

use super::super::engine;
use super::super::lines;
use super::super::rows::MOST_ROWS;
use super::{place, set};
use crate::error::Trouble;
use crate::posted::Posted;

/// The most columns that are taken at once.
pub(super) const MOST_COLUMNS: usize = 60;

/// The most sheets that can be chosen from.
const MOST_SHEETS: usize = 12;

/// The most bytes of all sheets that can be chosen from; they travel in the form.
const MOST_CARRIED: usize = 600_000;

/// A table with the name of its sheet in a workbook of the studio.
#[derive(Clone, Copy)]
pub(in super::super) struct Named<'t> {
    pub(super) table: &'t SetupTable,
    pub(super) sheet: &'t str,
}

/// A sheet that may be meant.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Sheet {
    pub(super) name: String,
    above: usize,
    cells: Vec<Vec<String>>,
}

/// Rows as they came, the titles first.
pub(in super::super) struct Pasted {
    pub(super) cells: Vec<Vec<String>>,
    /// How many rows stand in the file above the titles.
    pub(super) above: usize,
    /// What is to be said of where they come from; may be empty.
    pub(super) remark: String,
    /// The sheets that may be meant, this one among them; empty where there is nothing to choose.
    pub(super) sheets: Vec<Sheet>,
    /// Which of them this is.
    pub(super) sheet: usize,
}

/// How well a sheet fits a table: its name, how many of its titles are known, how many words its name has in common with
/// the table's.
type Fit = (bool, usize, usize);

impl Pasted {
    /// The rows of the sheet that fits best; else why none is taken. `untitled` says that the first row is no guess.
    pub async fn of_grids(
        named: Named<'_>,
        grids: Vec<Grid>,
        untitled: bool,
    ) -> Result<Result<Self, Vec<String>>, Trouble> {
        let n_grids = grids.len();
        let mut sheets: Vec<(Fit, Sheet)> = Vec::new();
        for grid in grids {
            let from = if untitled { 0 } else { engine::heading(named.table, &grid).await? };
            let sheet = Sheet::of(&grid, from);
            let known = engine::guess(named.table, &sheet.cells).await?.into_iter().flatten().count();
            if sheet.cells.len() > 1 {
                sheets.push((named.fit(&sheet.name, known), sheet));
            }
        }
        // The first of equals.
        let best = (0..sheets.len()).rev().max_by_key(|at| sheets[*at].0);
        let no = |why: String| Ok(Err(vec![why]));
        let Some(best) = best else {
            return no(
                "There are no rows in it. A row of titles is needed, and at least one row below it.".into()
            );
        };
        let ((is_named, ..), sheet) = &sheets[best];
        if !sheet.fits() {
            return no(format!(
                "At most {MOST_ROWS} rows and {MOST_COLUMNS} columns can be brought at once; these are {} rows \
                 and {} columns. Bring longer tables in several parts, each after the rows that are there.",
                sheet.cells.len() - 1,
                width(&sheet.cells)
            ));
        }
        let (is_named, name) = (*is_named, sheet.name.clone());
        let mut pasted = Self::of(sheet.clone());
        if n_grids > 1 {
            pasted.remark = if is_named {
                format!("Of the {n_grids} sheets, “{name}” is used: it has the name of this table.")
            } else {
                format!("Of the {n_grids} sheets, “{name}” is used: it fits this table best.")
            };
        }
        pasted.choose_from(sheets, best);
        Ok(Ok(pasted))
    }

    fn of(sheet: Sheet) -> Self {
        let Sheet { above, cells, .. } = sheet;
        Self { cells, above, remark: String::new(), sheets: Vec::new(), sheet: 0 }
    }

    /// Keeps the sheets that fit at all, the best of them where they are many.
    fn choose_from(&mut self, sheets: Vec<(Fit, Sheet)>, best: usize) {
        let mut likely: Vec<(usize, (Fit, Sheet))> = sheets.into_iter().enumerate().collect();
        likely.retain(|(at, ((_, known, _), sheet))| *at == best || *known > 0 && sheet.fits());
        likely.sort_by_key(|(at, (fit, _))| (*at != best, std::cmp::Reverse(*fit), *at));
        likely.truncate(MOST_SHEETS);
        let mut n_bytes = 0;
        likely.retain(|(_, (_, sheet))| {
            n_bytes += sheet.cells.iter().flatten().map(|cell| cell.len() + 3).sum::<usize>();
            n_bytes <= MOST_CARRIED
        });
        likely.sort_by_key(|(at, _)| *at);
        if likely.len() > 1
            && let Some(here) = likely.iter().position(|(at, _)| *at == best)
        {
            self.sheet = here;
            self.sheets = likely.into_iter().map(|(_, (_, sheet))| sheet).collect();
        }
    }

    /// The rows of another sheet of those that a form carries.
    pub fn of_sheet(posted: &Posted) -> Result<Self, Trouble> {
        let sheets = carried_sheets(posted)?;
        let at: usize = posted.get("sheet").and_then(|at| at.parse().ok()).ok_or(Trouble::NotUnderstood)?;
        let sheet = sheets.get(at).ok_or(Trouble::NotUnderstood)?.clone();
        let remark = format!("“{}” is used.", sheet.name);
        Ok(Self { remark, sheets, sheet: at, ..Self::of(sheet) })
    }

    pub(super) fn width(&self) -> usize {
        width(&self.cells)
    }

    pub(super) fn n_rows(&self) -> usize {
        self.cells.iter().skip(1).filter(|row| row.iter().any(|cell| !cell.trim().is_empty())).count()
    }

    /// As it would be pasted again: cells parted by tabs.
    pub(super) fn text(&self) -> String {
        let quoted = |cell: &String| match cell.contains(['\t', '\n', '"']) {
            true => format!("\"{}\"", cell.replace('"', "\"\"")),
            false => cell.clone(),
        };
        let filled = self.cells.iter().filter(|row| row.iter().any(|cell| !cell.trim().is_empty()));
        let rows = filled.map(|row| row.iter().map(quoted).collect::<Vec<_>>().join("\t"));
        rows.map(|row| row + "\n").collect()
    }

    /// Empties a row, so that it is passed over; the others keep their numbers.
    pub(super) fn leave_out(&mut self, row: usize) {
        if let Some(cells) = self.cells.get_mut(row).filter(|_| row > 0) {
            cells.clear();
        }
    }

    /// The rows that a form carries, with the cells that were corrected in it; `but` is taken as it was.
    pub(super) fn carried(posted: &Posted, but: Option<(usize, usize)>) -> Result<Self, Trouble> {
        let cells = posted.get("cells").ok_or(Trouble::NotUnderstood)?;
        let mut cells: Vec<Vec<String>> = serde_json::from_str(cells).map_err(|_| Trouble::NotUnderstood)?;
        let above = posted.get("above").and_then(|above| above.parse().ok()).unwrap_or(0);
        if cells.len() < 2 || cells.len() > MOST_ROWS + 1 || above > 1_000_000 {
            return Err(Trouble::NotUnderstood);
        }
        for (field, value) in posted.pairs() {
            let Some(at) = field.strip_prefix('c').and_then(place) else { continue };
            let (row, column) = at;
            if but == Some(at) || row >= cells.len() || column >= MOST_COLUMNS {
                continue;
            }
            set(&mut cells, at, lines(value).trim());
        }
        let pasted = Self { cells, above, remark: String::new(), sheets: Vec::new(), sheet: 0 };
        if pasted.width() > MOST_COLUMNS { Err(Trouble::NotUnderstood) } else { Ok(pasted) }
    }
}

fn width(cells: &[Vec<String>]) -> usize {
    cells.iter().map(Vec::len).max().unwrap_or(0)
}

fn carried_sheets(posted: &Posted) -> Result<Vec<Sheet>, Trouble> {
    let sheets: Vec<Sheet> = serde_json::from_str(posted.get("sheets").ok_or(Trouble::NotUnderstood)?)
        .map_err(|_| Trouble::NotUnderstood)?;
    let is_sound = |sheet: &Sheet| sheet.fits() && sheet.cells.len() > 1 && sheet.above <= 1_000_000;
    if sheets.len() <= MOST_SHEETS && sheets.iter().all(is_sound) {
        Ok(sheets)
    } else {
        Err(Trouble::NotUnderstood)
    }
}

impl Sheet {
    /// From the titles on, without the empty rows below the last one.
    fn of(grid: &Grid, titles: usize) -> Self {
        let first = (titles..grid.rows.len()).find(|row| !grid.is_blank(*row)).unwrap_or(grid.rows.len());
        let last = (first..grid.rows.len()).rfind(|row| !grid.is_blank(*row)).map_or(first, |row| row + 1);
        let rows = &grid.rows[first..last];
        let cells = rows.iter().map(|row| row.iter().map(Value::words).collect()).collect();
        Self { name: grid.name.clone(), above: grid.above + first, cells }
    }

    fn fits(&self) -> bool {
        self.cells.len() <= MOST_ROWS + 1 && width(&self.cells) <= MOST_COLUMNS
    }
}

impl Named<'_> {
    fn fit(self, name: &str, known: usize) -> Fit {
        let title = self.table.title.as_str();
        let is_named = known > 0 && [title, self.sheet].iter().any(|own| bare(own) == bare(name));
        let words = |text: &str| text.split(|c: char| !c.is_alphanumeric()).map(bare).collect::<Vec<_>>();
        let own = words(title);
        let shared = words(name).into_iter().filter(|word| word.len() > 2 && own.contains(word)).count();
        (is_named, known, shared)
    }
}
