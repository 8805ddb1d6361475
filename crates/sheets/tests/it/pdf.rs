//! What stands on paper: every word of a sheet, on both sizes, and no row over two pages.

use kernel::view::{
    Area, AreaLook, Block, Cell, ColumnRole, Entry, FieldMap, LineStyle, MapLine, MapPoint, Mark, Panel,
    Paper, Part, Point, PointLook, RowState, Sheet, Slip, Text,
};
use kernel::{Audience, Id, Seat, SideInfo};
use sheets::pdf::{CROSSED, STROKED, Size, Stamp, write};

pub fn stamp() -> Stamp {
    let side = |id: &str, name: &str| SideInfo::new(Id::new(id).unwrap(), name);
    Stamp {
        campaign: "Toward the river".into(),
        standing: "24 December · full day".into(),
        sides: vec![side("german", "German"), side("soviet", "Soviet")],
        lines: vec![(Seat::Side(0), 17), (Seat::Umpire, 99)],
        heads: vec![
            (
                Seat::Side(0),
                [
                    "public log at 3456: 0123 4567 89ab cdef 0123 4567 89ab cdef",
                    "own log at 1234: d64f dc04 c1f9 27ab 90e3 5c18 b7f2 d296",
                ]
                .map(String::from)
                .to_vec(),
            ),
            (Seat::Umpire, vec!["own log at 77: eeee".into()]),
        ],
        seal: Stamp::seal("7c1e09fa55aa00112233445566778899"),
        address: "https://table.example/c/0123".into(),
    }
}

pub fn paper(parts: Vec<Part>) -> Paper {
    Paper {
        id: "roster".into(),
        title: "Roster".into(),
        lede: Text::new("Formations and what they have left."),
        seat: Seat::Side(0),
        audience: Audience::Side(0),
        parts,
    }
}

/// The words of each page, without blanks: where they are broken is the reader's guess.
fn pages(papers: &[Paper], size: Size) -> Vec<String> {
    let bytes = write(papers, &stamp(), size).unwrap();
    let pages = pdf_extract::extract_text_from_mem_by_pages(&bytes).unwrap();
    pages.iter().map(|page| bare(page)).collect()
}

fn bare(words: &str) -> String {
    words.chars().filter(|letter| !letter.is_whitespace()).collect()
}

fn long_table(rows: usize) -> Part {
    let columns = [
        ("Number", ColumnRole::Figure),
        ("Formation", ColumnRole::Name),
        ("Remark", ColumnRole::Words),
        ("Losses", ColumnRole::Pen),
    ];
    let mut sheet = Sheet::new("", &columns);
    for n in 0..rows {
        let remark = format!("<{n} {} {n}>", "a company of grenadiers that came up by night ".repeat(n % 5));
        let cells = vec![
            Cell::figure(n as i64),
            Cell::new(format!("Formation {n}")),
            Cell::new(remark),
            Cell::new(""),
        ];
        sheet.row(format!("r-{n}"), RowState::Here, cells);
    }
    Part::block(Panel::new("all", "All of them", vec![Block::Sheet(sheet)]).block())
}

#[test]
fn every_sheet_says_whose_it_is_how_far_the_log_has_come_and_how_many_pages_it_has() {
    for size in Size::BOTH {
        let pages = pages(&[paper(vec![long_table(60)])], size);
        assert!(pages.len() > 1);
        for (n, page) in pages.iter().enumerate() {
            for words in [
                "Toward the river",
                "German",
                "Roster",
                "Secret: German and umpire",
                "Log line 17",
                "Seals: public log at 3456: 0123 4567 89ab cdef 0123 4567 89ab cdef · own log at 1234: d64f dc04 c1f9 27ab 90e3 5c18 b7f2 d296 ·",
                "dice 7c1e 09fa 55aa 0011",
            ] {
                assert!(page.contains(&bare(words)), "{words:?} on page {n} of {size:?}: {page}");
            }
            assert!(page.contains(&bare(&format!("Page {} of {}", n + 1, pages.len()))));
            assert!(!page.contains("99"), "the umpire's own number is no side's business");
        }
    }
}

#[test]
fn a_long_name_never_hides_whose_secret_a_page_is_or_that_it_goes_on() {
    let mut stamp = stamp();
    stamp.sides[0].name = "2nd Guards Mechanised Corps of the Stalingrad Front, with its reserves".into();
    stamp.campaign = "The advance toward the river and the fight for the railway station beyond it".into();
    for size in Size::BOTH {
        let bytes = write(&[paper(vec![long_table(60)])], &stamp, size).unwrap();
        let pages = pdf_extract::extract_text_from_mem_by_pages(&bytes).unwrap();
        assert!(pages.len() > 1);
        for (n, page) in pages.iter().map(|page| bare(page)).enumerate() {
            let (_, after) = page.rsplit_once(&bare("Secret: 2nd Guards")).expect("the foot");
            assert!(after.contains(&bare("… and umpire")), "page {n} of {size:?}: {after}");
            assert!(n == 0 || page.contains(&bare("…, continued")), "page {n} of {size:?}: {page}");
        }
    }
}

#[test]
fn heads_stand_on_each_page_and_no_row_on_two() {
    for size in Size::BOTH {
        let pages = pages(&[paper(vec![long_table(120)])], size);
        for page in &pages {
            assert!(page.contains("NumberFormationRemarkLosses"), "{page}");
        }
        for n in 0..120 {
            let (begin, end) = (format!("<{n}"), format!("{n}>"));
            let whole = pages.iter().filter(|page| page.contains(&begin) && page.contains(&end)).count();
            let any = pages.iter().filter(|page| page.contains(&end)).count();
            assert!(whole >= 1 && any >= 1, "row {n} of {size:?}");
            let words = bare(&format!("Formation {n}<{n}"));
            let joined = pages.concat();
            assert!(joined.contains(&words) || joined.contains(&bare(&format!("Formation {n}"))));
        }
    }
}

#[test]
fn the_heading_of_a_map_stands_on_its_page() {
    for size in Size::BOTH {
        for rows in (0..40).step_by(3) {
            let drawn = Panel::new("board", "Drawn here", vec![Block::Field(map())]).block();
            let pages = pages(&[paper(vec![formation(1, rows), Part::block(drawn)])], size);
            let with = pages.iter().find(|page| page.contains("Drawnhere")).unwrap();
            assert!(with.contains("Gridof6inches"), "after {rows} rows on {size:?}: {with}");
        }
    }
}

/// A table below a heading, whose rows are to be written in.
fn formation(n: usize, rows: usize) -> Part {
    let mut sheet = Sheet::new("", &[("Stand", ColumnRole::Name), ("Losses", ColumnRole::Pen)]);
    for stand in 0..rows {
        sheet.row(
            format!("{stand}"),
            RowState::Here,
            vec![Cell::new(format!("X{n}s{stand}.")), Cell::new("")],
        );
    }
    Part::block(Panel::new("formation", format!("Formation {n}"), vec![Block::Sheet(sheet)]).block())
}

#[test]
fn what_goes_on_is_named_again_and_no_row_stands_alone() {
    for size in Size::BOTH {
        for rows in (30..75).step_by(4).chain([38, 39]) {
            let pages = pages(&[paper(vec![formation(1, rows), formation(2, 5)])], size);
            for page in &pages {
                for n in 1..=2 {
                    let stands = page.matches(&format!("X{n}s")).count();
                    assert_ne!(stands, 1, "one of {rows} rows stands alone on {size:?}");
                    assert_eq!(page.contains(&format!("Formation{n}")), stands > 0, "{page}");
                }
            }
            let went_on = pages.iter().filter(|page| page.contains("Formation1,continued")).count();
            let with = pages.iter().filter(|page| page.contains("X1s")).count();
            assert_eq!(went_on + 1, with, "{rows} rows on {size:?}");
        }
    }
}

#[test]
fn a_table_that_is_called_like_its_panel_is_named_once_and_no_heading_stands_alone() {
    let named = |n: usize, caption: &str, rows: usize| {
        let mut sheet = Sheet::new(caption, &[("Stand", ColumnRole::Name), ("Losses", ColumnRole::Pen)]);
        for stand in 0..rows {
            let cells = vec![Cell::new(format!("X{n}s{stand}.")), Cell::new("")];
            sheet.row(format!("{stand}"), RowState::Here, cells);
        }
        Part::block(Panel::new("side", format!("Side {n}"), vec![Block::Sheet(sheet)]).block())
    };
    for size in Size::BOTH {
        for rows in (20..60).step_by(3) {
            let told = pages(&[paper(vec![named(1, "Side 1", rows), named(2, "Stands", 8)])], size);
            let whole = told.concat();
            let continued = whole.matches("Side1,continued").count();
            assert_eq!(whole.matches("Side1").count(), 1 + continued, "{rows} rows on {size:?}: {whole}");
            assert_eq!(whole.matches("Side2").count(), 1, "{whole}");
            for page in &told {
                assert_eq!(page.contains("Side2"), page.contains("X2s0."), "{rows} rows on {size:?}: {page}");
            }
        }
    }
}

#[test]
fn what_is_signed_stands_above_the_signature() {
    for size in Size::BOTH {
        for rows in (25..45).step_by(3) {
            let signed = Part::block(Block::Prose(Text::new("Signed ________")));
            let pages = pages(&[paper(vec![formation(1, rows), signed])], size);
            let last = pages.last().unwrap();
            assert!(last.contains("Signed") && last.contains(&format!("X1s{}.", rows - 1)), "{rows}: {last}");
        }
    }
}

#[test]
fn a_row_higher_than_a_page_loses_nothing() {
    let mut sheet = Sheet::new("", &[("Name", ColumnRole::Name), ("Words", ColumnRole::Words)]);
    let words: Vec<String> = (0..4000).map(|n| format!("w{n}")).collect();
    sheet.row("r", RowState::Here, vec![Cell::new("One"), Cell::new(words.join(" "))]);
    let told = pages(&[paper(vec![Part::block(Block::Sheet(sheet))])], Size::Letter);
    assert!(told.len() > 2);
    let told = told.concat();
    assert!(words.iter().all(|word| told.contains(word.as_str())));
}

#[test]
fn long_names_wrap_and_strange_letters_stay_in_the_text() {
    let name = "Donaudampfschifffahrtsgesellschaftskapitänsmützenverleih".repeat(3);
    let mut sheet = Sheet::new("", &[("Name", ColumnRole::Name), ("Where", ColumnRole::Words)]);
    for where_ in ["Ростов", "Łódź, Škoda, Győr", "Αθήνα"] {
        sheet.row(where_, RowState::Here, vec![Cell::new(name.clone()), Cell::new(where_)]);
    }
    sheet.row("cjk", RowState::Here, vec![Cell::new("東京"), Cell::new(format!("☐☑{CROSSED}{STROKED}"))]);
    for size in Size::BOTH {
        let told = pages(&[paper(vec![Part::block(Block::Sheet(sheet.clone()))])], size).concat();
        for words in [name.as_str(), "Ростов", "Łódź,Škoda,Győr", "Αθήνα", "東"] {
            assert!(told.contains(words), "{words} of {size:?}: {told}");
        }
    }
}

fn slip(n: usize) -> Part {
    slip_of(n, 9)
}

fn slip_of(n: usize, stands: usize) -> Part {
    let mut sheet =
        Sheet::new("", &[("Stand", ColumnRole::Name), ("Across", ColumnRole::Pen), ("Up", ColumnRole::Pen)]);
    for stand in 0..stands {
        sheet.row(
            format!("{stand}"),
            RowState::Here,
            vec![Cell::new(format!("X{n}s{stand}")), Cell::new(""), Cell::new("")],
        );
    }
    let code = Entry { page: "refit", at: "report".into(), words: "Enter it here".into() };
    Part::Slip(Slip {
        heading: format!("Slip {n}"),
        lede: Text::new(format!("{stands} stands")),
        code: Some(code),
        body: vec![Block::Sheet(sheet)],
    })
}

#[test]
fn slips_stay_whole_and_bear_the_address_in_letters() {
    for size in Size::BOTH {
        let pages = pages(&[paper((0..9).map(slip).collect())], size);
        for n in 0..9 {
            let with = pages.iter().filter(|page| page.contains(&format!("X{n}s"))).count();
            assert_eq!(with, 1, "slip {n} of {size:?}");
        }
        let codes = pages.concat().matches("table.example/c/0123/side-0/refit#report").count();
        assert_eq!(codes, 9);
    }
}

#[test]
fn slips_share_pages_where_they_fit() {
    for size in Size::BOTH {
        // At the usual height of rows Letter takes one of them on a page, and A4 one below the title.
        assert_eq!(pages(&[paper((0..8).map(|n| slip_of(n, 15)).collect())], size).len(), 4, "{size:?}");
        // Small ones fill what large ones leave.
        let mixed = (0..8).map(|n| slip_of(n, if n < 4 { 20 } else { 4 }));
        assert_eq!(pages(&[paper(mixed.collect())], size).len(), 4, "{size:?}");
    }
}

pub fn map() -> FieldMap {
    let at = |x, y| Point { x, y };
    let area = |kind: &str, look, closed, outline: Vec<Point>| Area {
        name: String::new(),
        kind: kind.into(),
        look,
        closed,
        outline,
    };
    FieldMap {
        description: "A field of 72 by 48 inches.".into(),
        size: at(7200, 4800),
        areas: vec![
            area("woods", AreaLook::Woods, true, vec![at(100, 100), at(900, 100), at(900, 900)]),
            area("road", AreaLook::Road, false, vec![at(0, 2400), at(7200, 2500)]),
        ],
        lines: vec![
            MapLine {
                side: 0,
                style: LineStyle::Front,
                points: vec![at(0, 2000), at(7200, 2100)],
                edit: None,
            },
            MapLine {
                side: 1,
                style: LineStyle::Front,
                points: vec![at(0, 2900), at(7200, 2800)],
                edit: None,
            },
        ],
        points: vec![
            MapPoint {
                name: "State Farm".into(),
                kind: "location".into(),
                look: PointLook::Place,
                side: Some(0),
                at: at(3000, 2300),
                note: "3 points".into(),
                piece: String::new(),
                stand: None,
            },
            MapPoint {
                name: "G-11-1, rifles".into(),
                kind: "unit".into(),
                look: PointLook::Unit,
                side: Some(0),
                at: at(3400, 1800),
                note: "hidden".into(),
                piece: String::new(),
                stand: None,
            },
        ],
        tray: None,
    }
}

#[test]
fn a_map_names_its_ground_lines_and_points() {
    for size in Size::BOTH {
        let told = pages(&[paper(vec![Part::block(Block::Field(map()))])], size).concat();
        for words in [
            "State Farm",
            "German line",
            "Soviet line",
            "woods",
            "road",
            "G-11-1, rifles",
            "34.00",
            "18.00",
            "hidden",
        ] {
            assert!(told.contains(&bare(words)), "{words} of {size:?}: {told}");
        }
    }
}

#[test]
fn every_counter_of_a_stack_has_its_number_and_no_name_is_lost() {
    let mut field = map();
    let place = |name: &str, look, x, y| MapPoint {
        name: name.into(),
        kind: String::new(),
        look,
        side: Some(0),
        at: Point { x, y },
        note: String::new(),
        piece: String::new(),
        stand: None,
    };
    field.points = vec![place("Hill 112", PointLook::Place, 3000, 2300)];
    field.points.extend(
        (1..=10).map(|n| place(&format!("R-1-{n}, rifles"), PointLook::Unit, 3000 + 5 * (n % 2), 2300)),
    );
    field.points.push(place("R-2-1, rifles", PointLook::Unit, 5000, 1000));
    for size in Size::BOTH {
        let told = pages(&[paper(vec![Part::block(Block::Field(field.clone()))])], size).concat();
        assert!(told.contains("Hill112") && told.contains("1–10"), "{told}");
        for n in 1..=10 {
            assert!(told.contains(&format!("{n}R-1-{n},rifles")), "{n} of {size:?}: {told}");
        }
        assert!(told.contains("11R-2-1,rifles"), "{told}");
    }
}

#[test]
fn equal_sheets_give_equal_bytes_and_sizes_differ() {
    let papers = [paper(vec![long_table(30), slip(1), Part::block(Block::Field(map()))])];
    let bytes = |size| write(&papers, &stamp(), size).unwrap();
    assert_eq!(bytes(Size::A4), bytes(Size::A4));
    assert_ne!(bytes(Size::A4), bytes(Size::Letter));
    assert!(bytes(Size::A4).starts_with(b"%PDF-"));
}

#[test]
fn a_sheet_with_nothing_on_it_is_still_a_sheet() {
    assert_eq!(pages(&[paper(Vec::new())], Size::A4).len(), 1);
}

#[test]
fn what_has_changed_is_read_out_with_what_was_printed() {
    let columns = [
        ("Man", ColumnRole::Name),
        ("Morale", ColumnRole::Figure),
        ("Panic", ColumnRole::Figure),
        ("Rank", ColumnRole::Words),
    ];
    let mut sheet = Sheet::new("Men", &columns);
    let cells = vec![
        Cell::new("Sergeant Brooks"),
        Cell::changed("3", "4"),
        Cell::changed("6", "5").mark(Mark::Double),
        Cell::changed("Corporal", "Private").mark(Mark::Framed),
    ];
    sheet.row("brooks", RowState::Here, cells);
    let marked = paper(vec![Part::block(Block::Sheet(sheet.clone()))]);
    let text = pages(std::slice::from_ref(&marked), Size::A4).concat();
    for words in ["SergeantBrooks43", "56", "PrivateCorporal"] {
        assert!(text.contains(words), "{words} in {text}");
    }
    // The marks stand on paper: without them the file is another one.
    let with_marks = write(&[marked], &stamp(), Size::A4).unwrap();
    sheet.rows[0].cells.iter_mut().for_each(|cell| cell.mark = Mark::Plain);
    let plain = write(&[paper(vec![Part::block(Block::Sheet(sheet))])], &stamp(), Size::A4).unwrap();
    assert_ne!(with_marks, plain);
}
