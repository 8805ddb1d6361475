//! Nations and result forms of Up Front through files of both kinds.

use kernel::answers::Thrown;
use kernel::{Acting, Game, Rulebook, Seat, Verdict};
use rules_upfront::RULEBOOK;
use rules_upfront::grids::aftermath::{command, form};
use rules_upfront::grids::nation::{Form, grids, text};
use rules_upfront::setup::NATIONS;
use tabular::{Grid, Value};

const ONE: Seat = Seat::Side(0);

/// The same tables after they were written to files of both kinds and read.
fn through_files(tables: &[Grid]) -> [(&'static str, Vec<Grid>); 2] {
    let csv = sheets::read("n.csv", &sheets::csv::write(tables)).expect("CSV");
    let xlsx = sheets::read("n.xlsx", &sheets::xlsx::write(tables).expect("a workbook")).expect("XLSX");
    [("CSV", csv), ("XLSX", xlsx)]
}

#[test]
fn an_unchanged_export_of_every_nation_comes_back_letter_by_letter() {
    for (id, nation) in NATIONS {
        let tables = grids("n.toml", nation, None).expect("it comes with the program");
        for (kind, read) in through_files(&tables) {
            let back = text("n.xlsx", &read, Form::Alone, None).expect("it is sound");
            assert_eq!(back, nation, "{id} through {kind}");
        }
    }
}

/// A campaign played to where a result is asked for.
fn battle() -> Box<dyn Game> {
    let mut game = RULEBOOK.open("nine-days.toml", rules_upfront::NINE_DAYS).expect("the sample loads");
    for _ in 0..100 {
        if form(&game.view(ONE), &game.sides()).is_some() {
            return game;
        }
        let mut acted = false;
        for seat in [Seat::Clock, ONE, Seat::Side(1)] {
            let Some(next) = game.sample(seat, &mut |_| 0) else { continue };
            let mut lowest = |_| 0;
            let judged = game.judge(Acting::own(seat), &next, &mut Thrown::new(&mut lowest));
            assert!(matches!(judged, Verdict::Accepted { .. }), "{seat:?}: {next}: {judged:?}");
            acted = true;
            break;
        }
        assert!(acted, "nobody can act");
    }
    panic!("no result was asked for");
}

#[test]
fn a_filled_form_gives_the_same_command_through_files_of_both_kinds() {
    let game = battle();
    let (view, sides) = (game.view(ONE), game.sides());
    let mut grids = form(&view, &sides).expect("a result is asked for");
    grids[0].rows[1][1] = sides[0].id.as_str().into();
    let man = &mut grids[1].rows[4];
    man.resize(11, Value::EMPTY);
    man[3] = "KIA".into();
    let read = |grids: &[Grid]| command("r.xlsx", grids, &view, &sides, false).expect("it is sound");
    let by_cells = read(&grids);
    for (kind, grids) in through_files(&grids) {
        assert_eq!(read(&grids), by_cells, "through {kind}");
    }
}
