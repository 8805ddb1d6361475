//! A nation's file as tables and back. The way back writes the file and lets its own reader judge it, so a rule about
//! nations stands in one place. [UF-42.1-2]

use kernel::Diagnostic;
use kernel::reader::{HOUSE_FILE, Reader};
use tabular::{Grid, Head, Value, bare};

use super::cells::{cell, quoted};
use super::layout::{Field, Kind, MEN, RADIO, REMARKS, SHEETS, SINGLE, SINGLES, WEAPONS, single_name};
use super::men::men;
use super::source::Sources;
use crate::setup::tables::Tables;
use crate::setup::{NATIONS, Nation};

/// What stands before the table of ruling R51.
const PAIRED_REMARK: &str = "\
# Used only under ruling R51: when the listed #2 is dead, #28 and a leader with a machine pistol may stand for him
# and one listed man with a machine pistol. [UF-R51]
";

/// The file of a nation that comes with the program.
pub fn shipped(id: &str) -> Option<&'static str> {
    NATIONS.iter().find(|(known, _)| *known == id).map(|(_, text)| *text)
}

/// The weapon families and what goes with them, with those that a campaign file lays over them.
fn tables(campaign: Option<(&str, &str)>) -> Result<Tables, Vec<Diagnostic>> {
    let mut tables = Tables::shipped()?;
    if let Some((file, text)) = campaign {
        let reader = Reader::new(file, text);
        tables.lay(&reader.root());
        return reader.finish(Some(tables));
    }
    Ok(tables)
}

/// A nation's file as tables: single fields, roster, weapons, radio, remarks. A campaign whose weapon families count can
/// be given as file name and text.
///
/// # Errors
/// Every fault of the file with its line and column.
pub fn grids(file: &str, text: &str, campaign: Option<(&str, &str)>) -> Result<Vec<Grid>, Vec<Diagnostic>> {
    let tables = tables(campaign)?;
    let reader = Reader::new(file, text);
    let nation = Nation::read(&reader.root(), &tables);
    reader.finish(nation)?;
    let fault = |sentence: String| vec![Diagnostic::at(file, text, None, "", HOUSE_FILE, sentence)];
    let nation: toml::Table = text.parse().map_err(|bad: toml::de::Error| fault(bad.message().into()))?;
    let unfit = |path: &str| fault(format!("The value at {path} does not fit into a cell."));

    let mut single = Grid::new(SHEETS[0], SINGLE.map(|head| head.title));
    for (table, keys) in SINGLES {
        let fields =
            if table.is_empty() { Some(&nation) } else { nation.get(table).and_then(|t| t.as_table()) };
        let Some(fields) = fields else { continue };
        for (key, kind) in keys {
            let Some(value) = fields.get(*key) else { continue };
            let name = single_name(table, key);
            let value = cell(value, *kind).ok_or_else(|| unfit(&name))?;
            single.rows.push(vec![name.into(), value]);
        }
        for (rank, title) in fields.get("titles").and_then(|titles| titles.as_table()).into_iter().flatten() {
            let name = format!("ranks.titles.{rank}");
            let value = cell(title, Kind::Text).ok_or_else(|| unfit(&name))?;
            single.rows.push(vec![name.into(), value]);
        }
    }
    let mut grids = vec![single];
    for ((sheet, key), fields) in rows_sheets() {
        let mut grid = Grid::new(sheet, fields.iter().map(|field| field.head.title));
        let rows = nation.get(key).and_then(|rows| rows.as_array()).into_iter().flatten();
        for (n, row) in rows.enumerate() {
            let cells = fields.iter().map(|field| match row.get(field.key) {
                None => Ok(Value::EMPTY),
                Some(value) => {
                    cell(value, field.kind).ok_or_else(|| unfit(&format!("{key}[{n}].{}", field.key)))
                }
            });
            grid.rows.push(cells.collect::<Result<_, _>>()?);
        }
        grids.push(grid);
    }
    let mut remarks = Grid::new(SHEETS[4], [REMARKS.title]);
    let comments = text.lines().map_while(|line| line.strip_prefix('#'));
    remarks.rows.extend(comments.map(|line| vec![Value::from(line.strip_prefix(' ').unwrap_or(line))]));
    grids.push(remarks);
    Ok(grids)
}

/// The tables with one row for each man, weapon and class of troops: sheet, key, columns.
fn rows_sheets() -> [((&'static str, &'static str), &'static [Field]); 3] {
    [((SHEETS[1], "man"), &MEN), ((SHEETS[2], "weapon"), &WEAPONS), ((SHEETS[3], "artillery_radio"), &RADIO)]
}

/// Where a nation's file is to stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// In a file of its own.
    Alone,
    /// As `[[nation]]` at the end of a campaign file.
    Within,
}

/// A nation's file from its tables. Tables are found by their names, columns by their titles.
///
/// # Errors
/// Every fault with the address of its cell.
pub fn text(
    file: &str,
    grids: &[Grid],
    form: Form,
    campaign: Option<(&str, &str)>,
) -> Result<String, Vec<Diagnostic>> {
    let tables = tables(campaign)?;
    let mut from = Sources::new(file);
    let mut sheets: [Option<&Grid>; 5] = [None; 5];
    for grid in grids {
        match SHEETS.iter().position(|name| bare(name) == bare(&grid.name)) {
            Some(at) if sheets[at].is_none() => sheets[at] = Some(grid),
            Some(_) => from.fault(grid.address(0, 0), format!("There is a second table {}.", grid.name)),
            None if grid.rows.is_empty() => {}
            None => {
                let sentence =
                    format!("There is no table {:?}; there are: {}.", grid.name, SHEETS.join(", "));
                from.fault(grid.address(0, 0), sentence);
            }
        }
    }
    let nothing = Grid::default();
    let need = |at: usize, from: &mut Sources<'_>| {
        if sheets[at].is_none() {
            let sentence = format!(
                "The table {} is missing. `adjutant nation german -o german.xlsx` shows all.",
                SHEETS[at]
            );
            from.fault(nothing.address(0, 0), sentence);
        }
        sheets[at].unwrap_or(&nothing)
    };
    let single = need(0, &mut from);
    let roster = need(1, &mut from);
    if !from.faults.is_empty() {
        return Err(from.faults);
    }
    let remarks = sheets[4].map(|grid| remarks(grid, &mut from)).unwrap_or_default();
    let singles = Singles::read(single, &mut from);
    let men = men(roster, &mut from);
    let mut written = remarks;
    let within = if form == Form::Within { "nation." } else { "" };
    written.push_str(if form == Form::Within {
        "[[nation]]\n"
    } else if written.is_empty() {
        ""
    } else {
        "\n"
    });
    written.push_str("schema = \"adjutant/up-front-nation/1\"\n");
    written.push_str(&singles.lines(""));
    written.push_str(&format!("men_count = {}\n", men.len()));
    written.push_str(&array("man", &men));
    for (at, ((_, key), fields)) in rows_sheets().into_iter().enumerate().skip(1) {
        if let Some(grid) = sheets[at + 1].filter(|grid| !grid.rows.is_empty()) {
            written.push_str(&array(key, &rows(grid, key, fields, &mut from)));
        }
    }
    for (table, _) in &SINGLES[1..] {
        let lines = singles.lines(table);
        if !lines.is_empty() {
            let remark = if *table == "paired_stand_in" { PAIRED_REMARK } else { "" };
            written.push_str(&format!("\n{remark}[{within}{table}]\n{lines}"));
        }
    }
    judge(&written, form, &tables, &mut from, single);
    if from.faults.is_empty() { Ok(written) } else { Err(from.faults) }
}

/// Lets the reader of nations judge what was written.
fn judge(written: &str, form: Form, tables: &Tables, from: &mut Sources<'_>, first: &Grid) {
    let reader = Reader::new("", written);
    let nation = match form {
        Form::Alone => Nation::read(&reader.root(), tables),
        Form::Within => reader.root().tables("nation").first().and_then(|node| Nation::read(node, tables)),
    };
    if let Err(mut found) = reader.finish(nation) {
        for fault in &mut found {
            if let Some(path) = fault.path.strip_prefix("nation[0].") {
                fault.path = path.to_owned();
            }
        }
        from.take(found, first);
    }
}

fn array(key: &str, rows: &[String]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let rows: String = rows.iter().map(|row| format!("  {{ {row} }},\n")).collect();
    format!("\n{key} = [\n{rows}]\n")
}

fn remarks(grid: &Grid, from: &mut Sources<'_>) -> String {
    let columns = from.columns(grid, &[REMARKS]);
    let line = |row: usize| match columns.cell(row, 0) {
        Value::Text(text) => text.trim_end().lines().map(|line| format!("# {line}\n")).collect::<String>(),
        Value::Whole(number) => format!("# {number}\n"),
    };
    columns.rows().map(line).collect()
}

/// The single fields that a table of them holds, by table and key, as TOML text.
struct Singles {
    found: Vec<(String, String)>,
    titles: Vec<(String, String)>,
}

impl Singles {
    fn read(grid: &Grid, from: &mut Sources<'_>) -> Self {
        let columns = from.columns(grid, &SINGLE);
        let mut singles = Self { found: Vec::new(), titles: Vec::new() };
        let known: Vec<(String, Kind)> = SINGLES
            .iter()
            .flat_map(|(table, keys)| keys.iter().map(|(key, kind)| (single_name(table, key), *kind)))
            .collect();
        for row in columns.rows() {
            let name = columns.cell(row, 0).words();
            let (at, cell) = (columns.address(row, 1), columns.cell(row, 1));
            if singles.found.iter().chain(&singles.titles).any(|(known, _)| *known == name) {
                from.fault(columns.address(row, 0), format!("The field {name} is here a second time."));
            } else if let Some(rank) = name.strip_prefix("ranks.titles.") {
                let field = from.field(name.clone(), at, cell, Kind::Text);
                singles.titles.extend(field.map(|text| (name.clone(), format!("{} = {text}", quoted(rank)))));
            } else if let Some((_, kind)) = known.iter().find(|(known, _)| *known == name) {
                let field = from.field(name.clone(), at, cell, *kind);
                singles.found.extend(field.map(|text| (name, text)));
            } else {
                let names: Vec<&str> = known.iter().map(|(name, _)| name.as_str()).collect();
                let sentence = format!(
                    "There is no field {name:?}; there are: {}, ranks.titles.PVT and so on.",
                    names.join(", ")
                );
                from.fault(columns.address(row, 0), sentence);
            }
        }
        singles
    }

    /// The lines of a table of the file.
    fn lines(&self, table: &str) -> String {
        let keys = SINGLES.iter().find(|(known, _)| *known == table).map_or(&[][..], |(_, keys)| *keys);
        let mut lines = String::new();
        for (key, _) in keys {
            let name = single_name(table, key);
            if let Some((_, text)) = self.found.iter().find(|(known, _)| *known == name) {
                lines.push_str(&format!("{key} = {text}\n"));
            }
        }
        if table == "ranks" && !self.titles.is_empty() {
            let titles: Vec<&str> = self.titles.iter().map(|(_, title)| title.as_str()).collect();
            lines.push_str(&format!("titles = {{ {} }}\n", titles.join(", ")));
        }
        lines
    }
}

/// The rows of a table as the insides of inline tables.
fn rows(grid: &Grid, key: &str, fields: &[Field], from: &mut Sources<'_>) -> Vec<String> {
    let heads: Vec<Head> = fields.iter().map(|field| field.head).collect();
    let columns = from.columns(grid, &heads);
    let mut rows = Vec::new();
    for (n, row) in columns.rows().enumerate() {
        let mut texts = Vec::new();
        for (at, field) in fields.iter().enumerate() {
            let path = format!("{key}[{n}].{}", field.key);
            let text = from.field(path, columns.address(row, at), columns.cell(row, at), field.kind);
            texts.extend(text.map(|text| format!("{} = {text}", field.key)));
        }
        rows.push(texts.join(", "));
    }
    rows
}
