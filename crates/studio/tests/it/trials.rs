//! What is told of rows before they are put in: how many come and go, every fault at once, where the titles stand.

use rules_battlefront::{RULEBOOK, SAMPLE};
use studio::{Placing, Tally, guess, heading};
use tabular::Grid;

use super::{all, column, draft, instead, sheet, table};

#[test]
fn rows_that_come_are_counted_against_those_that_are_there() {
    let old = draft(SAMPLE);
    let chart = table(&old, "rg.russian");
    let n_old = old.grid(&chart).rows.len() - 1;
    let mut grid = old.grid(&chart);
    grid.rows.truncate(3);
    let price = column(&chart, "cost");
    grid.rows[2][price] = 99.into();
    let trial = instead(&old, &chart, &grid);
    assert_eq!(trial.tally, Tally { new: 0, changed: 1, kept: 1, gone: n_old - 2 });
    grid.rows[1][0] = "RNEW".into();
    let after = old.try_rows(&RULEBOOK, &chart, &grid, &all(&chart), Placing::After);
    assert_eq!((after.tally.new, after.tally.gone), (2, 0));
}

#[test]
fn faulty_cells_and_what_the_reader_finds_in_other_rows_are_told_at_once() {
    let old = draft(SAMPLE);
    let days = table(&old, "days");
    let mut grid = old.grid(&days);
    grid.rows[1][column(&days, "drm.german")] = "many".into();
    // A day that comes before the one above it: each cell is right, the row is not.
    grid.rows[3][column(&days, "date")] = "1942-12-20".into();
    let trial = instead(&old, &days, &grid);
    let rows: Vec<Option<usize>> = trial.faults.iter().map(|fault| fault.row).collect();
    assert_eq!((rows, trial.draft.is_none()), (vec![Some(1), Some(3)], true), "{:?}", trial.faults);
}

#[test]
fn what_the_reader_says_of_a_field_is_said_of_its_column() {
    let old = draft(SAMPLE);
    let days = table(&old, "days");
    let mut grid = old.grid(&days);
    grid.rows[1][column(&days, "drm.german")] = 99.into();
    let faults = instead(&old, &days, &grid).faults;
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert_eq!(faults[0].sentence, "“German modifier” must be a whole number from -20 to 20.");
}

#[test]
fn titles_are_found_below_the_name_of_a_chart() {
    let chart = table(&draft(SAMPLE), "rg.russian");
    let mut grid: Grid = sheet(&[
        ["German chart 1942", "", ""],
        ["", "", ""],
        ["Id", "Kind", "Price"],
        ["RI1", "rifle company", "9"],
    ]);
    assert_eq!(heading(&chart, &grid), 2);
    grid.rows.drain(..2);
    assert_eq!((heading(&chart, &grid), guess(&chart, &grid).len()), (0, 3));
    assert_eq!(
        heading(&chart, &sheet(&[["", ""], ["a", "b"], ["c", "d"]])),
        1,
        "the first that holds anything"
    );
    assert_eq!(heading(&chart, &Grid::default()), 0);
}
