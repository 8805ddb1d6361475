//! Small files that would fill the memory: what reading each of them takes is counted, and none takes more than a bound
//! that holds for all. The corpus is made here, file by file, and then changed at random places.

#![allow(clippy::unwrap_used)]

use std::alloc::System;
use std::fmt::Write as _;
use std::io::{Cursor, Write};

use stats_alloc::{INSTRUMENTED_SYSTEM, Region, StatsAlloc};
use zip::write::SimpleFileOptions;

#[global_allocator]
static COUNTED: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// How many changed files are read.
const CHANGED: usize = 300;

/// What a file may take while it is read, all that was taken and given back on the way counted.
const MOST: usize = 160 << 20;

const TYPES: &str = r#"<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>"#;
const RELS: &str = r#"<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#;
const SHEET: &str =
    r#"<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>"#;
const END: &str = "</sheetData></worksheet>";

fn packed<N: AsRef<str>, B: AsRef<[u8]>>(parts: &[(N, B)]) -> Vec<u8> {
    let mut into = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in parts {
        into.start_file(name.as_ref().to_owned(), SimpleFileOptions::default()).unwrap();
        into.write_all(bytes.as_ref()).unwrap();
    }
    into.finish().unwrap().into_inner()
}

/// A workbook whose sheets all show one part, with further parts.
fn workbook(n_sheets: usize, rows: &str, more: &[(&str, String)]) -> Vec<u8> {
    let (mut sheets, mut rels) = (String::new(), String::new());
    for n in 1..=n_sheets {
        write!(sheets, "<sheet name=\"S{n}\" sheetId=\"{n}\" r:id=\"rId{n}\"/>").unwrap();
        write!(rels, "<Relationship Id=\"rId{n}\" Type=\"http://x/relationships/worksheet\" Target=\"worksheets/sheet1.xml\"/>").unwrap();
    }
    let mut parts = vec![
        ("[Content_Types].xml", TYPES.to_owned()),
        ("_rels/.rels", RELS.to_owned()),
        (
            "xl/workbook.xml",
            format!(
                "<workbook xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\"><sheets>{sheets}</sheets></workbook>"
            ),
        ),
        ("xl/_rels/workbook.xml.rels", format!("<Relationships>{rels}</Relationships>")),
        ("xl/worksheets/sheet1.xml", format!("{SHEET}{rows}{END}")),
    ];
    parts.extend(more.iter().cloned());
    packed(&parts)
}

fn strings(texts: &str) -> (&'static str, String) {
    ("xl/sharedStrings.xml", format!("<sst>{texts}</sst>"))
}

fn styles(inside: &str) -> (&'static str, String) {
    ("xl/styles.xml", format!("<styleSheet>{inside}</styleSheet>"))
}

/// A part of this many bytes at the most, of one piece again and again.
fn filled(piece: &str, bytes: usize) -> String {
    piece.repeat(bytes / piece.len())
}

/// Names, files and a part of the sentence that each gets; those without one may be read as well.
fn corpus() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    let whole = sheets::limits::UNPACKED_BYTES - (64 << 10);
    let named = |n: usize| "<row><c t=\"s\"><v>0</v></c></row>".repeat(n);
    let across = |text: &str| filled(&format!("<row>{}</row>", text.repeat(200)), 2 << 20);
    let long = "x".repeat(1_000_000);
    vec![
        (
            "a long text named by many cells",
            workbook(1, &named(20_000), &[strings(&format!("<si><t>{long}</t></si>"))]),
            "at most 32767 characters",
        ),
        (
            "a text of a cell's length named by many cells",
            workbook(1, &named(9_000), &[strings(&format!("<si><t>{}</t></si>", &long[..32_000]))]),
            "more than 4 MiB of text in all",
        ),
        (
            "a text named by one cell again and again",
            workbook(
                1,
                &filled("<c r=\"A1\" t=\"s\"><v>0</v></c>", whole),
                &[strings(&format!("<si><t>{}</t></si>", &long[..32_000]))],
            ),
            "more than 4 MiB of text in all",
        ),
        (
            "one cell that holds everything",
            workbook(1, &format!("<row><c t=\"inlineStr\"><is><t>{long}</t></is></c></row>"), &[]),
            "at most 32767 characters",
        ),
        (
            "a promise of strings",
            workbook(
                1,
                "",
                &[(
                    "xl/sharedStrings.xml",
                    format!("<sst uniqueCount=\"16000000\">{}</sst>", filled(" ", whole)),
                )],
            ),
            "is not as spreadsheets write it",
        ),
        (
            "millions of strings",
            workbook(1, "", &[strings(&filled("<si><t/></si>", whole))]),
            "more than 200000 texts",
        ),
        (
            "millions of strings under another name",
            workbook(1, "", &[strings(&filled("<y:si ><t/></y:si >", whole))]),
            "more than 200000 texts",
        ),
        (
            "millions of styles",
            workbook(
                1,
                "",
                &[styles(&format!("<cellXfs>{}</cellXfs>", filled("<xf numFmtId=\"1\"/>", whole)))],
            ),
            "more than 65536 styles",
        ),
        (
            "millions of fonts",
            workbook(1, "", &[styles(&format!("<fonts>{}</fonts>", filled("<font/>", whole)))]),
            "more than 65536 styles",
        ),
        (
            "millions of names",
            workbook(1, "", &[("xl/_rels/other.xml.rels", filled("<Relationship Id=\"1\"/>", whole))]),
            "more than 65536 names",
        ),
        (
            "millions of failing formulas at one cell",
            workbook(1, &filled("<c r=\"A1\" t=\"e\"><v>#REF!</v></c>", whole), &[]),
            "There are more faults from here on",
        ),
        (
            "millions of empty cells",
            workbook(1, &filled("<c r=\"A1\"/>", whole), &[]),
            "names more than 1000000 cells",
        ),
        (
            "one sheet of empty rows under a hundred names",
            workbook(100, &filled("<row/>", 1 << 20), &[]),
            "damaged",
        ),
        ("more sheets than are read", workbook(101, "", &[]), "more than 100 sheets"),
        (
            "a sheet that reaches far",
            workbook(1, "<row r=\"1048576\"><c r=\"XFD1048576\"><v>1</v></c></row>", &[]),
            "reaches too far",
        ),
        ("a deep sheet", workbook(1, &filled("<row>", 4 << 20), &[]), ""),
        ("a sheet of nothing", workbook(1, &filled(" ", whole), &[]), ""),
        (
            "entities",
            workbook(
                1,
                "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]><row><c t=\"inlineStr\"><is><t>&b;&b;</t></is></c></row>",
                &[],
            ),
            "",
        ),
        ("full of cells", workbook(1, &across("<c><v>1</v></c>"), &[]), ""),
        (
            "many small parts",
            packed(&(0..501).map(|n| (format!("x{n}"), "")).collect::<Vec<_>>()),
            "more than 500 parts",
        ),
        (
            "text that unpacks to too much",
            workbook(1, &filled(" ", whole + (1 << 20)), &[]),
            "unpacks to more than 16 MiB",
        ),
        ("no workbook", [b"PK\x03\x04".as_slice(), &[7; 3000]].concat(), "damaged"),
        ("a row of commas", filled(",", sheets::limits::FILE_BYTES - 1).into_bytes(), "too large"),
        ("rows of commas", filled(&format!("{}\n", ",".repeat(199)), 4_000_000).into_bytes(), "too large"),
        ("short rows", filled("a,b\n", 4_000_000).into_bytes(), "too large"),
        ("a long cell", filled("x", 4_000_000).into_bytes(), "at most 32767 characters"),
        ("quotes", filled("\"\",", 4_000_000).into_bytes(), "too large"),
        ("many tables", filled("[a]\nb\n\n", 4_000_000).into_bytes(), "too large"),
        ("empty lines", [filled("\n", 4_000_000).as_bytes(), b"a"].concat(), "too large"),
    ]
}

/// Reads in both ways; what was said, and what the larger of both took.
fn read(file: &[u8]) -> (String, usize) {
    let mut said = String::new();
    let mut taken = 0;
    for read in [sheets::read, sheets::read_as_shown] {
        let region = Region::new(COUNTED);
        if let Err(faults) = read("f", file) {
            said.extend(faults.iter().map(|fault| format!("{fault}\n")));
            assert!(faults.len() <= sheets::limits::FAULTS + 1 && !said.is_empty());
        }
        taken = taken.max(region.change().bytes_allocated);
    }
    (said, taken)
}

/// One test, since the counter counts for the whole program.
#[test]
fn no_small_file_takes_much_memory_whatever_stands_in_it() {
    let corpus = corpus();
    for (name, file, told) in &corpus {
        let (said, taken) = read(file);
        assert!(file.len() <= sheets::limits::FILE_BYTES, "{name}: {} bytes", file.len());
        assert!(said.contains(told), "{name}: {said:.400}");
        assert!(taken <= MOST, "{name}: {} MiB", taken >> 20);
    }

    // Bytes of the files, and of parts of the workbooks before they are packed, become others.
    let mut state = 17_u64;
    let mut next = move |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % below.max(1)
    };
    let small: Vec<_> = corpus.iter().filter(|(_, file, _)| file.len() < 32 << 10).collect();
    assert!(small.len() > 12);
    for _ in 0..CHANGED {
        let (name, file, _) = small[next(small.len())];
        let mut file = file.clone();
        for _ in 0..=next(4) {
            let at = next(file.len());
            match next(4) {
                0 => file.truncate(at + 1),
                1 => file[at] = u8::try_from(next(256)).unwrap(),
                2 => file[at] ^= 1 << next(8),
                _ => {
                    let from = next(file.len());
                    let piece = file[from..file.len().min(from + 1 + next(64))].to_vec();
                    file.splice(at..at, piece);
                }
            }
        }
        let (_, taken) = read(&file);
        assert!(taken <= MOST, "{name} changed: {} MiB, {file:?}", taken >> 20);
    }
}
