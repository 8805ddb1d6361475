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

/// A campaign played to where a result is asked for: both sides take the force that the rules fill in.
fn battle() -> Box<dyn Game> {
    let mut game = RULEBOOK.open("nine-days.toml", rules_upfront::NINE_DAYS).expect("the sample loads");
    for seat in [ONE, Seat::Side(1)] {
        engine(&mut *game);
        let judged = act(&mut *game, seat, &serde_json::json!({"do": "select"}));
        assert!(matches!(judged, Verdict::Accepted { .. }), "{seat:?}: {judged:?}");
    }
    engine(&mut *game);
    game
}

/// What the engine does by itself.
fn engine(game: &mut dyn Game) {
    while let Some(next) = game.sample(Seat::Clock, &mut |_| 0) {
        let judged = act(game, Seat::Clock, &next);
        assert!(matches!(judged, Verdict::Accepted { .. }), "{next}: {judged:?}");
    }
}

fn act(game: &mut dyn Game, seat: Seat, command: &serde_json::Value) -> Verdict {
    let mut lowest = |_| 0;
    game.judge(Acting::own(seat), command, &mut Thrown::new(&mut lowest))
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
