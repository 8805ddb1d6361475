//! Laws over any cells and any bytes.

use std::io::{Cursor, Read, Write};

use proptest::collection::vec;
use proptest::prelude::*;
use tabular::{Grid, Value};
use zip::write::SimpleFileOptions;

use crate::{tricky, words};

/// Cells with much that formats care about.
fn cell() -> impl Strategy<Value = Value> {
    prop_oneof![
        any::<i64>().prop_map(Value::Whole),
        "[-=+@'\\[\\]\",;\t \r\nab1−＝]{0,6}".prop_map(Value::Text),
        "\\PC{0,12}".prop_map(Value::Text),
    ]
}

fn tables() -> impl Strategy<Value = Vec<Grid>> {
    let table = vec(vec(cell(), 1..5), 1..6).prop_map(|rows| Grid { name: String::new(), above: 0, rows });
    vec(table, 1..4).prop_map(|mut tables| {
        (1..).zip(&mut tables).for_each(|(n, table)| table.name = format!("T{n}"));
        tables
    })
}

/// The words without what a format may leave out: empty cells at the end of rows, empty rows at the end of tables.
fn kept(grids: &[Grid]) -> Vec<Vec<Vec<String>>> {
    let mut all: Vec<Vec<Vec<String>>> = words(grids).into_iter().map(|(_, rows)| rows).collect();
    for rows in &mut all {
        rows.truncate(rows.iter().rposition(|row| !row.is_empty()).map_or(0, |at| at + 1));
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(300) })]

    #[test]
    fn csv_keeps_every_cell(tables in tables()) {
        let read = sheets::csv::read("f", &sheets::csv::write(&tables)).unwrap();
        prop_assert_eq!(kept(&read), kept(&tables));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[-=+@'\\[\\]\",;\t \r\na]{0,60}") {
        if let Err(faults) = sheets::read("f", text.as_bytes()) {
            prop_assert!(!faults.is_empty());
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(mut bytes in vec(any::<u8>(), 0..300), packed in any::<bool>()) {
        if packed {
            bytes.splice(0..0, *b"PK\x03\x04");
        }
        if let Err(faults) = sheets::read("f", &bytes) {
            prop_assert!(!faults.is_empty());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(60) })]

    #[test]
    fn a_workbook_with_a_damaged_part_is_read_or_refused(
        part in any::<prop::sample::Index>(),
        hits in vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        cut in any::<prop::sample::Index>(),
        is_cut in any::<bool>(),
    ) {
        if let Err(faults) = sheets::read("f", &damaged(part, &hits, is_cut.then_some(cut))) {
            prop_assert!(!faults.is_empty());
        }
    }
}

/// A workbook whose packing is sound, but one part of which is not as it was written.
fn damaged(
    part: prop::sample::Index,
    hits: &[(prop::sample::Index, u8)],
    cut: Option<prop::sample::Index>,
) -> Vec<u8> {
    let sound = sheets::xlsx::write(&tricky()).expect("it fits");
    let mut from = zip::ZipArchive::new(Cursor::new(sound)).expect("a workbook");
    let mut into = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let part = part.index(from.len());
    for at in 0..from.len() {
        let mut file = from.by_index(at).expect("a part");
        let name = file.name().expect("a name").into_owned();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).expect("memory takes all");
        if at == part && !bytes.is_empty() {
            let n = bytes.len();
            hits.iter().for_each(|(place, byte)| bytes[place.index(n)] = *byte % 128);
            bytes.truncate(cut.map_or(n, |cut| cut.index(n)));
        }
        into.start_file(name, SimpleFileOptions::default()).expect("memory takes all");
        into.write_all(&bytes).expect("memory takes all");
    }
    into.finish().expect("memory takes all").into_inner()
}
