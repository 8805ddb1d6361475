//! Files that are damaged, too large, or made to do harm: clear sentences, nothing read.

use std::io::{Cursor, Write};

use tabular::Grid;
use zip::write::SimpleFileOptions;

fn refused(bytes: &[u8]) -> String {
    let faults = sheets::read("f", bytes).unwrap_err();
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// A small workbook in which one part is another.
fn with_part(name: &str, text: &[u8]) -> Vec<u8> {
    let sound = sheets::xlsx::write(&[Grid::new("Men", ["Name", "Pts"])]).unwrap();
    let mut from = zip::ZipArchive::new(Cursor::new(sound)).unwrap();
    let mut into = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let mut replaced = false;
    for at in 0..from.len() {
        let mut part = from.by_index(at).unwrap();
        into.start_file(part.name().unwrap().into_owned(), SimpleFileOptions::default()).unwrap();
        if part.name().unwrap() == name {
            into.write_all(text).unwrap();
            replaced = true;
        } else {
            std::io::copy(&mut part, &mut into).unwrap();
        }
    }
    assert!(replaced, "{name}");
    into.finish().unwrap().into_inner()
}

/// A small workbook whose sheet `Men` holds these rows.
pub fn with_cells(cells: &str) -> Vec<u8> {
    let text = format!(
        "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetData>{cells}</sheetData></worksheet>"
    );
    with_part("xl/worksheets/sheet1.xml", text.as_bytes())
}

#[test]
fn a_file_too_large_is_not_opened() {
    assert!(refused(&vec![b'a'; sheets::limits::FILE_BYTES + 1]).contains("larger than 4 MiB"));
}

#[test]
fn what_unpacks_to_too_much_is_not_read() {
    let bomb = with_part("xl/sharedStrings.xml", &vec![b' '; sheets::limits::UNPACKED_BYTES + 1]);
    assert!(bomb.len() < sheets::limits::FILE_BYTES, "it is small while packed");
    assert!(refused(&bomb).contains("unpacks to more than 16 MiB"));
}

#[test]
fn a_promise_of_strings_beyond_reason_is_not_believed() {
    for promise in ["uniqueCount=\"99999999999\"", "uniqueCount = '99999999999999999999999'"] {
        let text = format!("<sst xmlns=\"x\" {promise}><si><t>a</t></si></sst>");
        let told = refused(&with_part("xl/sharedStrings.xml", text.as_bytes()));
        assert!(told.contains("xl/sharedStrings.xml is not as spreadsheets write it"), "{told}");
    }
    let wide: Vec<u8> = "<sst uniqueCount=\"9\"/>".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert!(refused(&with_part("xl/sharedStrings.xml", &wide)).contains("not as spreadsheets write it"));
}

#[test]
fn cells_far_away_make_no_room_for_all_between() {
    let told = refused(&with_cells("<row r=\"1048576\"><c r=\"XFD1048576\"><v>1</v></c></row>"));
    assert!(told.contains("Men!XFD1048576: The sheet reaches too far"), "{told}");
    let comb: String =
        (1..=1500).map(|row| format!("<row r=\"{row}\"><c r=\"GR{row}\"><v>1</v></c></row>")).collect();
    assert!(refused(&with_cells(&comb)).contains("200000 cells in all"));
}

#[test]
fn an_address_that_no_sheet_has_is_no_other_cell() {
    for (row, cell, says) in [
        // Counted on in 32 bits this is row 2.
        ("4294967298", "A2", "the cell 4294967298, which"),
        ("2", "A4294967298", "the cell A4294967298, which"),
        ("2", "NWLRBBE2", "the cell NWLRBBE2, which"),
        ("99999999999", "ZZZZZZ9", "the cell 99999999999, which"),
    ] {
        let cells = format!("<row r=\"{row}\"><c r='{cell}'><v>1</v></c></row>");
        let told = refused(&with_cells(&cells));
        assert!(told.contains(says), "{told}");
    }
    let sound = with_cells(
        "<row r=\"2\"><c r=\"A2\"><v>1</v></c></row><mergeCells><mergeCell ref=\"$A$3:XFD1048576\"/></mergeCells>",
    );
    assert_eq!(sheets::read("f", &sound).unwrap()[0].cell(1, 0).words(), "1");
}

#[test]
fn every_cell_without_a_value_is_told_with_its_address() {
    let told = refused(&with_cells(
        "<row r=\"2\"><c r=\"A2\" t=\"e\"><v>#REF!</v></c><c r=\"B2\" t=\"d\"><v>2024-01-01</v></c></row>",
    ));
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 2, "{told}");
    assert!(lines[0].starts_with("f: Men!A2: The formula of this cell fails"), "{told}");
    assert!(lines[1].starts_with("f: Men!B2: The spreadsheet has made a date"), "{told}");
}

#[test]
fn damaged_and_foreign_files_are_told_with_the_way_out() {
    let sound = sheets::xlsx::write(&[Grid::new("Men", ["Name"])]).unwrap();
    assert!(refused(&sound[..sound.len() / 2]).contains("open it in your spreadsheet and save it again"));
    assert!(refused(&[0xD0, 0xCF, 0x11, 0xE0, 0xA1]).contains("save it as XLSX"));
    assert!(refused(b"Name,Pts\nM\xfcller,3\n").contains("f: line 2: This is no UTF-8 text"));
    let not_xml = with_part("xl/workbook.xml", b"<workbook><sheets><sheet");
    assert!(refused(&not_xml).contains("The workbook is damaged"));
}

#[test]
fn a_text_file_has_bounds_too() {
    assert!(refused("a\n".repeat(10_001).as_bytes()).contains("row 10001: The file is too large"));
    assert!(refused(",".repeat(200).as_bytes()).contains("row 1: The file is too large"));
    assert!(refused("[a]\n".repeat(101).as_bytes()).contains("row 101: The file is too large"));
    assert!(refused("x".repeat(32_768).as_bytes()).contains("at most 32767 characters"));
}

#[test]
fn a_formula_without_a_value_is_told_at_its_cell_and_an_empty_text_is_none() {
    let cells = "<row r=\"2\"><c r=\"A2\"><f>3+4</f><v /></c><c r=\"B2\"><f>1/0</f></c>\
        <c r=\"C2\"><f>3+4</f><v>7</v></c><c r=\"D2\" t=\"str\"><f>A9</f><v></v></c><c r=\"E2\" s=\"0\"/></row>";
    let book = with_cells(cells);
    let told = refused(&book);
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 2, "{told}");
    assert!(
        lines[0].starts_with("f: Men!A2: A formula without a value stands here: open the file"),
        "{told}"
    );
    assert!(lines[1].starts_with("f: Men!B2: "), "{told}");
    let shown = sheets::read_as_shown("f", &book).unwrap();
    let row: Vec<String> = (0..5).map(|column| shown[0].cell(1, column).words()).collect();
    assert_eq!(row, ["#NO-VALUE!", "#NO-VALUE!", "7", "", ""]);
}

#[test]
fn what_is_no_table_at_all_is_told_whatever_its_name() {
    for picture in [&b"\x89PNG\r\n\x1a\n\0"[..], b"\xff\xd8\xff\xe0\0", b"GIF89a", b"RIFF\x10\0\0\0WEBPVP8 "]
    {
        assert!(refused(picture).contains("f: This is a picture, no spreadsheet"), "{picture:?}");
    }
    assert!(refused(b"%PDF-1.7\n\xe2").contains("This is a PDF"));
    assert!(refused(b"\x7fELF\x02\0\0").contains("This is no XLSX and no CSV file"));
    let mut packed = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let plain = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    packed.start_file("mimetype", plain).unwrap();
    packed.write_all(b"application/vnd.oasis.opendocument.spreadsheet").unwrap();
    assert!(refused(&packed.finish().unwrap().into_inner()).contains("This is an OpenDocument file"));
    assert!(refused(b"\xff\xfeN\0a\0").contains("no UTF-8 text"), "words in UTF-16 are no picture");
}

#[test]
fn a_quote_that_is_not_closed_or_not_at_the_end_of_its_cell_is_told_with_its_line() {
    let head = "Group,Kind\n";
    let told = refused(format!("{head}R1,\"rifle company,I\nR2,SMG\n").as_bytes());
    assert!(told.contains("f: The quote that begins in line 2 is never closed: "), "{told}");
    let told = refused(format!("{head}R0,\"two\nlines\"\nR1,\"rifle, I,\"1 r-cmd\"\n").as_bytes());
    assert!(told.contains("The quote that begins in line 4 is closed in the middle of a cell"), "{told}");
    let sound = format!("{head}\"say \"\"no\"\"\",6\" move\r\n\"\",\"a\"");
    let read = sheets::read("f", sound.as_bytes()).unwrap();
    assert_eq!(read[0].cell(1, 0).words(), "say \"no\"");
    assert_eq!(read[0].cell(1, 1).words(), "6\" move");
    assert_eq!(read[0].cell(2, 1).words(), "a");
}
