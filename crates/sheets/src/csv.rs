//! Comma-separated values: UTF-8 with a byte order mark, so that spreadsheets read it as such; lines end with CR LF.
//! Several tables stand below each other, each under a line `[Name]` and parted by an empty line.

use kernel::Diagnostic;
use tabular::{Grid, Value};

use crate::limits;
use crate::read::{RULE, fault};

const MARK: &str = "\u{feff}";

/// Writes tables.
pub fn write(grids: &[Grid]) -> Vec<u8> {
    let mut bytes = MARK.as_bytes().to_vec();
    for (n, grid) in grids.iter().enumerate() {
        if n > 0 {
            bytes.extend(b"\r\n");
        }
        let mut writer = ::csv::WriterBuilder::new()
            .flexible(true)
            .terminator(::csv::Terminator::CRLF)
            .quote_style(::csv::QuoteStyle::Never)
            .from_writer(&mut bytes);
        if grids.len() > 1 {
            writer.write_record([quoted(&format!("[{}]", grid.name), true)]).expect("memory takes all");
        }
        for row in &grid.rows {
            let is_alone = is_alone(row);
            let cells =
                row.iter().enumerate().map(|(at, value)| quoted(&safe(value, is_alone && at == 0), is_alone));
            writer.write_record(cells).expect("memory takes all");
        }
        writer.flush().expect("memory takes all");
    }
    bytes
}

/// A cell in quotes where a reader with any of the usual separators needs them; an empty one where the row holds nothing
/// else, so that it is no empty line.
fn quoted(cell: &str, is_alone: bool) -> String {
    let needs = cell.contains(['"', ',', ';', '\t', '\r', '\n']) || is_alone && cell.is_empty();
    if needs { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}

/// A cell that no spreadsheet takes for a formula: what begins like one, an apostrophe or a space before it or not, gets
/// an apostrophe in front. So does a lone `[`, which begins a table.
fn safe(value: &Value, is_alone: bool) -> String {
    match value {
        Value::Whole(number) => number.to_string(),
        Value::Text(text) if needs_apostrophe(text, is_alone) => format!("'{text}"),
        Value::Text(text) => text.clone(),
    }
}

fn needs_apostrophe(text: &str, is_alone: bool) -> bool {
    let core = text.trim_start_matches(|c: char| c == '\'' || c.is_whitespace());
    core.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']) || is_alone && core.starts_with('[')
}

/// Whether nothing stands beside the first cell.
fn is_alone(row: &[Value]) -> bool {
    row.iter().skip(1).all(|value| matches!(value, Value::Text(text) if text.is_empty()))
}

/// Reads tables, whose cells are parted by commas, semicolons or tabs.
///
/// # Errors
/// Every fault with its place.
pub fn read(file: &str, bytes: &[u8]) -> Result<Vec<Grid>, Vec<Diagnostic>> {
    let text = std::str::from_utf8(bytes).map_err(|bad| {
        let line = 1 + bytes[..bad.valid_up_to()].iter().filter(|byte| **byte == b'\n').count();
        let sentence = "This is no UTF-8 text: save the file again as “CSV UTF-8”, or as XLSX.";
        vec![fault(file, &format!("line {line}"), sentence)]
    })?;
    let text = text.strip_prefix(MARK).unwrap_or(text);
    let separator = separator(text);
    if let Some(fault) = torn_quote(file, text, separator) {
        return Err(vec![fault]);
    }
    let mut reader = ::csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator)
        .from_reader(text.as_bytes());
    let mut grids: Vec<Grid> = Vec::new();
    // Lines within quoted cells are no rows of a spreadsheet.
    let (mut n_lines, mut n_inner, mut counted, mut n_cells) = (0, 0, 0, 0);
    for record in reader.records() {
        let record = record.map_err(|bad| vec![fault(file, "", &format!("This is no table: {bad}."))])?;
        // The reader passes over empty lines; they are rows all the same.
        let at = record.position().map_or(0, |at| usize::try_from(at.byte()).unwrap_or(usize::MAX));
        let rest = text.get(at..).unwrap_or_default();
        let start = at + rest.len() - rest.trim_start_matches(['\r', '\n']).len();
        n_lines += line_ends(text.get(counted..start).unwrap_or_default());
        counted = start;
        let row = n_lines - n_inner;
        n_inner += record.iter().map(line_ends).sum::<usize>();
        n_cells += record.len();
        let place = format!("row {}", row + 1);
        if row >= limits::ROWS || record.len() > limits::COLUMNS || n_cells > limits::CELLS {
            return Err(vec![too_large(file, &place)]);
        }
        if record.iter().any(|cell| cell.chars().count() > limits::CELL_CHARS) {
            let sentence = format!("A cell holds at most {} characters.", limits::CELL_CHARS);
            return Err(vec![fault(file, &place, &sentence)]);
        }
        let is_alone = record.iter().skip(1).all(str::is_empty);
        let first = record.get(0).unwrap_or_default().trim();
        if let Some(name) = first.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'))
            && is_alone
        {
            if grids.len() == limits::TABLES {
                return Err(vec![too_large(file, &place)]);
            }
            grids.push(Grid { name: name.trim().into(), above: row + 1, rows: Vec::new() });
            continue;
        }
        let cells = record.iter().enumerate().map(|(at, cell)| plain(cell, is_alone && at == 0)).collect();
        if grids.is_empty() {
            grids.push(Grid { name: String::new(), above: row, rows: Vec::new() });
        }
        if let Some(grid) = grids.last_mut() {
            grid.rows.resize(row.saturating_sub(grid.above), Vec::new());
            grid.rows.push(cells);
        }
    }
    Ok(grids)
}

/// The first quote that begins a cell and is never closed, or is closed before the cell ends: whatever follows would be
/// read into the wrong cells. Quotes within a cell that does not begin with one are signs like others, such as inches.
fn torn_quote(file: &str, text: &str, separator: u8) -> Option<Diagnostic> {
    let bytes = text.as_bytes();
    let told = |begun: usize, sentence: &str| {
        let line = 1 + line_ends(&text[..begun]);
        Some(fault(file, "", &format!("The quote that begins in line {line} {sentence}")))
    };
    let ends_cell = |byte: u8| byte == separator || byte == b'\r' || byte == b'\n';
    let (mut at, mut begins) = (0, true);
    while let Some(byte) = bytes.get(at) {
        if *byte != b'"' || !begins {
            begins = ends_cell(*byte);
            at += 1;
            continue;
        }
        let begun = at;
        at += 1;
        loop {
            match (bytes.get(at), bytes.get(at + 1)) {
                (None, _) => return told(begun, "is never closed: close it, or take it out."),
                (Some(b'"'), Some(b'"')) => at += 2,
                (Some(b'"'), Some(next)) if !ends_cell(*next) => {
                    let sentence = "is closed in the middle of a cell: close it where the cell ends, and write a \
                                    quote within a cell twice.";
                    return told(begun, sentence);
                }
                (Some(b'"'), _) => break,
                _ => at += 1,
            }
        }
        (at, begins) = (at + 1, false);
    }
    None
}

/// How many lines end in a text: with CR LF, LF or CR.
fn line_ends(text: &str) -> usize {
    let bytes = text.as_bytes();
    let ends = |at: &usize| bytes[*at] == b'\n' || bytes[*at] == b'\r' && bytes.get(at + 1) != Some(&b'\n');
    (0..bytes.len()).filter(ends).count()
}

fn plain(cell: &str, is_alone: bool) -> Value {
    match cell.strip_prefix('\'') {
        Some(rest) if needs_apostrophe(rest, is_alone) => rest.into(),
        _ => cell.into(),
    }
}

/// The separator of the first line that has any outside quotes. A heading such as `[Roster]` stands alone and has none.
fn separator(text: &str) -> u8 {
    let mut counts = [(b',', 0), (b';', 0), (b'\t', 0)];
    let mut is_quoted = false;
    for byte in text.bytes() {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'\r' | b'\n' if !is_quoted && counts.iter().any(|(_, n)| *n > 0) => break,
            _ if is_quoted => {}
            _ => counts.iter_mut().filter(|(sign, _)| *sign == byte).for_each(|(_, n)| *n += 1),
        }
    }
    // The first of equals: the comma.
    let best = counts.into_iter().rev().max_by_key(|(_, n)| *n);
    best.map_or(b',', |(sign, _)| sign)
}

fn too_large(file: &str, place: &str) -> Diagnostic {
    let sentence = format!(
        "The file is too large: {} rows, {} columns and {} cells are read at most. Leave out what is no table.",
        limits::ROWS,
        limits::COLUMNS,
        limits::CELLS
    );
    Diagnostic { path: place.into(), rule: RULE.into(), ..fault(file, "", &sentence) }
}
