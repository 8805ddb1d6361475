//! `adjutant tables`.

use kernel::reader::HOUSE_FILE;
use serde_json::json;
use studio::{CellFault, Draft, Placing, guess, heading};
use tabular::{Fillable, Grid, SetupTable, bare};

use crate::arguments::Tables;
use crate::caller::say;
use crate::failure::Failure;
use crate::setup;
use crate::tables::{self, Kind};

/// Writes the tables of a set-up, or puts those of a spreadsheet into it.
pub fn run(asked: &Tables) -> Result<(), Failure> {
    let file = asked.file.display().to_string();
    let text = setup::read(&asked.file)?;
    let rulebook = setup::fillable(&file, &text, asked.system.as_deref())?;
    let draft = Draft::read(&file, &text)?;
    let all = draft.tables(rulebook);
    if all.is_empty() {
        let sentence = format!("{file}: set-ups of {} are written by hand alone.", rulebook.title());
        return Err(Failure::new(sentence));
    }
    let only = asked.table.as_deref().map(|name| named(&all, name)).transpose()?;
    if asked.sheets.is_some() {
        return put(asked, rulebook, draft, only.map(|table| table.path.as_str()));
    }
    let wanted: Vec<&SetupTable> = only.map_or_else(|| all.iter().collect(), |table| vec![table]);
    let grids: Vec<Grid> = wanted.iter().map(|table| draft.grid(table)).collect();
    if asked.json {
        let rows = |grid: &Grid| -> Vec<Vec<String>> {
            grid.rows[1..].iter().map(|row| row.iter().map(tabular::Value::words).collect()).collect()
        };
        let tables: Vec<_> = wanted
            .iter()
            .zip(&grids)
            .map(|(table, grid)| json!({ "table": table, "rows": rows(grid) }))
            .collect();
        say!("{:#}", json!(tables));
        return Ok(());
    }
    let output = asked.output.as_deref();
    let kind = match output.map(|path| (path, Kind::of(path))) {
        None => Kind::Csv,
        Some((_, Some(kind @ (Kind::Csv | Kind::Xlsx)))) => kind,
        Some((path, _)) => {
            return Err(Failure::new(format!("{}: tables are written as .csv or .xlsx.", path.display())));
        }
    };
    tables::write(output, &tables::bytes(&grids, kind)?)
}

/// The table of a name: its place in the file, its title, or as much of the title as a sheet's name holds.
fn find<'t>(tables: &'t [SetupTable], name: &str) -> Option<&'t SetupTable> {
    let is = |table: &&SetupTable| table.path == name || bare(&table.title) == bare(name);
    tables.iter().find(is).or_else(|| {
        let sheets = sheets::xlsx::sheet_names(tables.iter().map(|table| table.title.as_str()));
        let at = sheets.iter().position(|sheet| bare(sheet) == bare(name))?;
        tables.get(at)
    })
}

fn named<'t>(tables: &'t [SetupTable], name: &str) -> Result<&'t SetupTable, Failure> {
    find(tables, name).ok_or_else(|| {
        let known = tables.iter().map(|table| table.title.as_str()).collect::<Vec<_>>().join("; ");
        Failure::new(format!("There is no table {name:?}; there are: {known}."))
    })
}

/// A sheet that waits to be put in, and what was wrong with it when it was last tried.
struct Waiting {
    path: String,
    grid: Grid,
    faults: Vec<CellFault>,
}

fn put(asked: &Tables, rulebook: &dyn Fillable, draft: Draft, only: Option<&str>) -> Result<(), Failure> {
    let Some(path) = &asked.sheets else { return Ok(()) };
    if asked.output.as_deref().is_some_and(|output| Kind::of(output) != Some(Kind::Toml)) {
        return Err(Failure::new("With --in a set-up is written: name a file that ends in .toml."));
    }
    let sheets = path.display().to_string();
    let mut waiting = waiting(&sheets, tables::read_as_shown(path)?, &draft.tables(rulebook), only)?;
    let placing = if asked.after { Placing::After } else { Placing::Instead };
    let mut draft = draft;
    // A sheet may speak of what another one brings: each is tried until none goes in any more.
    loop {
        let before = waiting.len();
        let mut left = Vec::new();
        for mut one in waiting {
            let tables = draft.tables(rulebook);
            let table = named(&tables, &one.path)?;
            let columns = guess(table, &one.grid);
            let strange = strange_titles(table, &one.grid, &columns);
            let trial = draft.try_rows(rulebook, table, &one.grid, &columns, placing);
            match trial.draft.filter(|_| strange.is_empty()) {
                Some(new) => draft = new,
                None => {
                    one.faults = strange.into_iter().chain(trial.faults).collect();
                    left.push(one);
                }
            }
        }
        waiting = left;
        if waiting.is_empty() || waiting.len() == before {
            break;
        }
    }
    if !waiting.is_empty() {
        let lines = waiting.iter().flat_map(|one| &one.faults).map(|fault| line(&sheets, fault));
        return Err(Failure::all(lines.collect()));
    }
    tables::write(asked.output.as_deref(), draft.text().as_bytes())?;
    let faults = draft.inspect(rulebook).faults.len();
    if faults > 0 {
        let words = if faults == 1 { "a fault".to_owned() } else { format!("{faults} faults") };
        crate::caller::notes(format_args!("The new set-up has {words} yet; `adjutant check` tells them.\n"));
    }
    Ok(())
}

/// The sheets of a file with the tables that they are.
fn waiting(
    file: &str,
    grids: Vec<Grid>,
    tables: &[SetupTable],
    only: Option<&str>,
) -> Result<Vec<Waiting>, Failure> {
    let (mut waiting, mut faults): (Vec<Waiting>, Vec<String>) = (Vec::new(), Vec::new());
    let is_alone = grids.len() == 1;
    for mut grid in grids {
        if (0..grid.rows.len()).all(|row| grid.is_blank(row)) {
            continue;
        }
        let path = match (only, find(tables, &grid.name)) {
            (Some(only), _) if is_alone => only.to_owned(),
            (Some(only), Some(table)) if table.path != only => continue,
            (_, Some(table)) => table.path.clone(),
            (_, None) => {
                let known = tables.iter().map(|table| table.title.as_str()).collect::<Vec<_>>().join("; ");
                let sentence = if grid.name.is_empty() {
                    format!("{file}: say which table this is: --table. There are: {known}. [{HOUSE_FILE}]")
                } else {
                    let name = &grid.name;
                    format!("{file}: there is no table {name:?}; there are: {known}. [{HOUSE_FILE}]")
                };
                faults.push(sentence);
                continue;
            }
        };
        if let Some(table) = tables.iter().find(|table| table.path == path) {
            let titles = heading(table, &grid);
            grid.rows.drain(..titles);
            grid.above += titles;
        }
        waiting.push(Waiting { path, grid, faults: Vec::new() });
    }
    if waiting.is_empty() && faults.is_empty() {
        faults.push(format!("{file}: there is no table in it. [{HOUSE_FILE}]"));
    }
    // Tables stand in an order in which later ones speak of earlier ones.
    waiting.sort_by_key(|one| tables.iter().position(|table| table.path == one.path));
    if faults.is_empty() { Ok(waiting) } else { Err(Failure::all(faults)) }
}

/// Titles that are no column of the table.
fn strange_titles(table: &SetupTable, grid: &Grid, columns: &[Option<usize>]) -> Vec<CellFault> {
    let strange = |place: &usize| columns[*place].is_none() && !grid.cell(0, *place).is_empty();
    let fault = |place: usize| {
        let listed = table.columns.iter().map(|column| column.title.as_str()).collect::<Vec<_>>().join(", ");
        let title = grid.cell(0, place).words();
        CellFault {
            row: Some(0),
            column: Some(place),
            address: grid.address(0, place),
            sentence: format!("There is no column {title:?} in this table; there are: {listed}."),
            rule: HOUSE_FILE.into(),
            suggestion: None,
        }
    };
    (0..columns.len()).filter(strange).map(fault).collect()
}

fn line(file: &str, fault: &CellFault) -> String {
    format!("{file}: {}: {} [{}]", fault.address, fault.sentence, fault.rule)
}
