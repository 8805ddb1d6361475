use std::io::{Cursor, Read};

use tabular::{Grid, Value};

use crate::harmful::with_cells;
use crate::{tricky, words};

/// A part of a workbook as text.
fn part(bytes: &[u8], name: &str) -> String {
    let mut text = String::new();
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
    text
}

#[test]
fn what_is_written_is_read_again() {
    let grids = tricky();
    let read = sheets::read("f.xlsx", &sheets::xlsx::write(&grids).unwrap()).unwrap();
    let names: Vec<&str> = read.iter().map(|grid| grid.name.as_str()).collect();
    assert_eq!(names, ["One", "Other 2"]);
    for (read, grid) in words(&read).iter().zip(words(&grids)) {
        assert_eq!(read.1, grid.1);
    }
    assert_eq!(read[1].cell(1, 1), &Value::Whole(-3));
}

#[test]
fn nothing_is_a_formula_and_every_text_is_typed_as_one() {
    let bytes = sheets::xlsx::write(&tricky()).unwrap();
    for sheet in ["xl/worksheets/sheet1.xml", "xl/worksheets/sheet2.xml"] {
        let text = part(&bytes, sheet);
        assert!(!text.contains("<f>") && !text.contains("<f "), "{text}");
        let n_cells = text.matches("<c ").count();
        let n_texts = text.matches("t=\"s\"").count();
        let n_numbers = text.matches("<v>-3</v>").count();
        assert_eq!(n_cells, n_texts + n_numbers, "{text}");
        assert!(text.contains("state=\"frozen\""), "{text}");
    }
}

#[test]
fn equal_tables_give_equal_bytes_without_a_clock() {
    let bytes = sheets::xlsx::write(&tricky()).unwrap();
    assert_eq!(bytes, sheets::xlsx::write(&tricky()).unwrap());
    let properties = part(&bytes, "docProps/core.xml");
    let times: Vec<&str> = properties.match_indices("2000-01-01T00:00:00Z").map(|(_, time)| time).collect();
    assert_eq!((times.len(), properties.matches("</dcterms:").count()), (2, 2), "{properties}");
    let mut archive = zip::ZipArchive::new(Cursor::new(&bytes)).unwrap();
    for at in 0..archive.len() {
        let modified = archive.by_index(at).unwrap().last_modified().unwrap();
        assert_eq!(modified, zip::DateTime::default(), "part {at}");
    }
}

#[test]
fn names_that_spreadsheets_refuse_are_made_fit() {
    let long = "A roster with a caption that goes on and on";
    let grids: Vec<Grid> =
        [long, long, "a/b:c", "History", "", "'x'", "A B C"].map(|name| Grid::new(name, ["X"])).into();
    let read = sheets::read("f.xlsx", &sheets::xlsx::write(&grids).unwrap()).unwrap();
    let names: Vec<&str> = read.iter().map(|grid| grid.name.as_str()).collect();
    let cut = "A roster with a caption that go";
    let second = "A roster with a caption tha 2";
    assert_eq!(names, [cut, second, "a b c", "Table", "Table 2", "x", "A B C 2"]);
}

#[test]
fn large_numbers_keep_every_digit() {
    let mut grid = Grid::new("x", ["N"]);
    grid.rows.extend([vec![i64::MAX.into()], vec![(1 << 53).into()], vec![i64::MIN.into()]]);
    let read = sheets::read("f.xlsx", &sheets::xlsx::write(&[grid]).unwrap()).unwrap();
    let wholes: Vec<_> = (1..4).map(|row| read[0].cell(row, 0).whole()).collect();
    assert_eq!(wholes, [Some(i64::MAX), Some(1 << 53), Some(i64::MIN)]);
}

#[test]
fn cells_are_read_as_other_programs_write_them() {
    let bytes = with_cells(
        "<row r=\"3\"><c r=\"A3\"><f>1+1</f><v>2</v></c><c r=\"B3\" t=\"str\"><f>A1</f><v>Smith</v></c>\
         <c r=\"C3\" t=\"inlineStr\"><is><t>Jones</t></is></c><c r=\"E3\" t=\"b\"><v>1</v></c>\
         <c r=\"F3\"><v>4.0</v></c><c r=\"G3\"><v>2.5</v></c></row>",
    );
    let read = sheets::read("f.xlsx", &bytes).unwrap();
    assert_eq!(read[0].rows[..2], [vec![], vec![]]);
    let text = |words: &str| Value::from(words);
    let (two, four) = (Value::Whole(2), Value::Whole(4));
    assert_eq!(
        read[0].rows[2],
        [two, text("Smith"), text("Jones"), text(""), text("yes"), four, text("2.5")]
    );
    assert_eq!(read[0].address(2, 4).to_string(), "Men!E3");
}

/// A workbook with dates as a spreadsheet keeps them: numbers that are only shown as days.
fn with_dates() -> Vec<u8> {
    use rust_xlsxwriter::{ExcelDateTime, Format, Formula, Workbook};
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet().set_name("Days").unwrap();
    let day = Format::new().set_num_format("dd/mm/yyyy");
    sheet.write_string(0, 0, "Date").unwrap();
    for (row, (year, month, date)) in (1..).zip([(1942, 12, 23), (1944, 2, 29), (1900, 3, 1)]) {
        let date = ExcelDateTime::from_ymd(year, month, date).unwrap();
        sheet.write_datetime_with_format(row, 0, &date, &day).unwrap();
    }
    let time = ExcelDateTime::from_hms(6, 30, 0).unwrap();
    sheet.write_datetime_with_format(4, 0, &time, &Format::new().set_num_format("hh:mm")).unwrap();
    sheet.write_formula(5, 0, Formula::new("=NA()").set_result("#N/A")).unwrap();
    workbook.save_to_buffer().unwrap()
}

#[test]
fn dates_stand_as_days_and_failing_formulas_as_signs_where_that_is_asked_and_are_faults_elsewhere() {
    let bytes = with_dates();
    let read = sheets::read_as_shown("f.xlsx", &bytes).unwrap();
    let shown: Vec<String> = (1..6).map(|row| read[0].cell(row, 0).words()).collect();
    assert_eq!(shown, ["1942-12-23", "1944-02-29", "1900-03-01", "06:30:00", "#N/A"]);
    let refused = sheets::read("f.xlsx", &bytes).unwrap_err();
    assert_eq!(refused.len(), 5);
    assert!(refused[0].to_string().contains("Days!A2: The spreadsheet has made a date"), "{}", refused[0]);
}
