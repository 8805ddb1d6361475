use tabular::Grid;

use crate::{tricky, words};

fn read(text: &str) -> Vec<Grid> {
    sheets::read("f.csv", text.as_bytes()).unwrap()
}

#[test]
fn what_is_written_is_read_again() {
    let grids = tricky();
    assert_eq!(words(&sheets::csv::read("f.csv", &sheets::csv::write(&grids)).unwrap()), words(&grids));
    let one = &grids[1..];
    let read = sheets::csv::read("f.csv", &sheets::csv::write(one)).unwrap();
    assert_eq!((read[0].name.as_str(), &words(&read)[0].1), ("", &words(one)[0].1));
}

#[test]
fn no_cell_begins_like_a_formula() {
    let bytes = sheets::csv::write(&tricky());
    let mut reader = csv::ReaderBuilder::new().flexible(true).has_headers(false).from_reader(&bytes[3..]);
    let mut n_guarded = 0;
    for record in reader.records() {
        for cell in record.unwrap().iter().filter(|cell| *cell != "-3") {
            assert!(!cell.trim_start().starts_with(['=', '+', '-', '@', '＝']), "{cell:?}");
            n_guarded += usize::from(cell.starts_with('\''));
        }
    }
    assert!(n_guarded >= 27, "{n_guarded}");
}

#[test]
fn numbers_stay_numbers_and_lines_end_as_the_standard_has_it() {
    let mut grid = Grid::new("x", ["Man", "Pts"]);
    grid.rows.push(vec!["Smith".into(), (-4).into()]);
    assert_eq!(sheets::csv::write(&[grid]), "\u{feff}Man,Pts\r\nSmith,-4\r\n".as_bytes());
}

#[test]
fn rows_are_counted_as_a_spreadsheet_counts_them() {
    let grids = read("[Men]\r\nName,Note\r\nA,\"two\r\nlines\"\r\n\r\nB,x\r\n\r\n[Guns]\r\nName\r\nPak\r\n");
    assert_eq!(grids.len(), 2);
    assert_eq!(
        (grids[0].cell(3, 0).words(), grids[0].address(3, 0).to_string()),
        ("B".into(), "Men!A5".into())
    );
    assert_eq!(
        (grids[1].cell(1, 0).words(), grids[1].address(1, 0).to_string()),
        ("Pak".into(), "Guns!A9".into())
    );
}

#[test]
fn every_way_to_end_a_line_counts_once() {
    for end in ["\n", "\r\n", "\r"] {
        let text = ["\"A", "a\",1", "", "", "B,2", "C,3"].join(end);
        let grids = read(&text);
        assert_eq!(grids[0].rows.len(), 5, "{end:?}");
        assert_eq!(
            (grids[0].cell(3, 0).words(), grids[0].cell(4, 0).words()),
            ("B".into(), "C".into()),
            "{end:?}"
        );
    }
}

#[test]
fn semicolons_and_tabs_part_cells_too() {
    for text in ["Name;Pts\nA, B;3\n", "Name\tPts\nA, B\t3\n", "\u{feff}Name,Pts\n\"A, B\",3\n"] {
        assert_eq!(words(&read(text))[0].1, [vec!["Name", "Pts"], vec!["A, B", "3"]], "{text:?}");
    }
}
