//! Nations as tables of cells: out and in again without a change, and every faulty cell with its address.

use rules_upfront::grids::add_nation;
use rules_upfront::grids::nation::{Form, grids, shipped, text};
use rules_upfront::setup::NATIONS;
use tabular::{Grid, Value};

use crate::{Table, told};

fn out(text: &str) -> Vec<Grid> {
    grids("n.toml", text, None).unwrap_or_else(|faults| panic!("{}", told(&faults)))
}

fn back(grids: &[Grid]) -> String {
    text("n.xlsx", grids, Form::Alone, None).unwrap_or_else(|faults| panic!("{}", told(&faults)))
}

fn faults(grids: &[Grid]) -> Vec<String> {
    let faults = text("n.xlsx", grids, Form::Alone, None).expect_err("a fault");
    faults.iter().map(ToString::to_string).collect()
}

/// The German tables, changed.
fn german(change: impl FnOnce(&mut Vec<Grid>)) -> Vec<Grid> {
    let mut grids = out(shipped("german").expect("it comes with the program"));
    change(&mut grids);
    grids
}

#[test]
fn an_unchanged_export_of_every_nation_comes_back_letter_by_letter() {
    for (id, nation) in NATIONS {
        assert_eq!(back(&out(nation)), nation, "{id} through cells");
    }
}

#[test]
fn an_edited_cell_changes_just_its_field() {
    let tables = german(|grids| grids[1].rows[3][3] = Value::Whole(40));
    let (before, after) = (shipped("german").unwrap(), back(&tables));
    let changed: Vec<(&str, &str)> = before.lines().zip(after.lines()).filter(|(a, b)| a != b).collect();
    assert_eq!(changed.len(), 1);
    assert!(changed[0].1.contains("number = 3, ") && changed[0].1.contains("points = 40, "), "{changed:?}");
}

#[test]
fn every_faulty_cell_is_listed_with_its_address() {
    let tables = german(|grids| {
        let roster = &mut grids[1].rows;
        roster[3][3] = "many".into();
        roster[6][2] = "ZAP".into();
        roster[7][0] = Value::Whole(9);
        roster[8][4] = Value::EMPTY;
        roster[9][6] = Value::Whole(7);
        roster[9][7] = Value::Whole(2);
        roster[10][8] = "boss".into();
        grids[2].rows[1][8] = "1, 2, x".into();
        grids[0].rows[3][1] = Value::Whole(77);
        grids[0].rows.push(vec!["caps.luck".into(), Value::Whole(1)]);
    });
    let found = faults(&tables);
    let starts = [
        ("Nation!A", "There is no field \"caps.luck\""),
        ("Roster!D4", "A whole number is wanted here, not \"many\"."),
        ("Weapons!I2", "Whole numbers parted by commas are wanted here"),
        ("Roster!C7", "The weapon ZAP is in no weapon family. [UF-R15]"),
        ("Roster!A8", "7 is due here"),
        ("Roster!E9", "The field \"rank\" is missing."),
        ("Roster!H10", "Morale 7 with Panic 2 is beyond the caps. [UF-RN-5]"),
        ("Roster!I11", "\"boss\" is no kind of leader card"),
        ("Nation!B4", "whole number from 0 to 12"),
    ];
    assert_eq!(found.len(), starts.len(), "{}", found.join("\n"));
    for (at, part) in starts {
        let start = format!("n.xlsx: {at}");
        let hit = found.iter().any(|fault| fault.starts_with(&start) && fault.contains(part));
        assert!(hit, "{at} {part}: {}", found.join("\n"));
    }
}

#[test]
fn tables_and_columns_that_are_missing_twice_there_or_unknown_are_told() {
    let told = |change: fn(&mut Vec<Grid>)| faults(&german(change)).join("\n");
    let missing = told(|grids| drop(grids.remove(1)));
    assert!(missing.contains("The table Roster is missing"), "{missing}");
    let twice = told(|grids| grids.push(grids[1].clone()));
    assert!(twice.contains("Roster!A1: There is a second table Roster."), "{twice}");
    let unknown = told(|grids| grids.push(Grid::new("Horses", ["Name"])));
    assert!(unknown.contains("Horses!A1: There is no table \"Horses\""), "{unknown}");
    let column = told(|grids| grids[1].rows[0][5] = "Shoe size".into());
    assert!(column.contains("Roster!F1: There is no column \"Shoe size\" here"), "{column}");
    assert!(column.contains("Roster!A1: The column KIA is missing"), "{column}");
    let again = told(|grids| {
        let row = grids[0].rows[1].clone();
        grids[0].rows.push(row);
    });
    assert!(again.contains("The field nation is here a second time."), "{again}");
    let hand = told(|grids| grids[0].rows.retain(|row| !row[0].words().starts_with("hand.")));
    assert!(hand.contains("Nation!A1: The nation needs its hand"), "{hand}");
}

/// The roster in the columns of the paper form.
fn paper(grids: &mut [Grid]) {
    let mut form = Grid::new(
        "roster",
        [
            "# Name / weapon",
            "Points",
            "RANK",
            "KIA",
            "Repl",
            "Morale",
            "Panic",
            "Rout",
            "Elan",
            "Surv",
            "Promo",
        ],
    );
    for row in &grids[1].rows[1..] {
        let [number, name, weapon] = [0, 1, 2].map(|at| row[at].words());
        let (aside, printed) = match row[8].words().as_str() {
            "SL" => (" squad leader", "T"),
            "ASL" => (" assistant", "T"),
            _ => ("", ""),
        };
        let mut cells =
            vec![format!("{number} {name} {weapon}{aside}").into(), row[3].clone(), row[4].clone()];
        cells.extend([row[5].clone(), printed.into(), row[6].clone(), row[7].clone()]);
        form.rows.push(cells);
    }
    grids[1] = form;
}

#[test]
fn a_roster_is_read_in_the_columns_of_the_paper_form() {
    let plain = german(|grids| grids[1].rows[1..].iter_mut().for_each(|row| row[9] = Value::EMPTY));
    assert_eq!(back(&german(|grids| paper(grids))), back(&plain));
    let played = german(|grids| {
        paper(grids);
        grids[1].rows[4].resize(11, Value::EMPTY);
        grids[1].rows[4][9] = "///".into();
        grids[1].rows[5][0] = "5".into();
    });
    let found = faults(&played);
    assert!(found[0].starts_with("n.xlsx: roster!J5: Surv is filled in during play"), "{}", found.join("\n"));
    let missing: Vec<_> =
        found[1..].iter().filter(|fault| fault.starts_with("n.xlsx: roster!A6: ")).collect();
    assert_eq!((missing.len(), found.len()), (3, 4), "number, name and weapon: {}", found.join("\n"));
}

/// A campaign in which one side is a nation that no code knows, with a weapon of its own.
const CAMPAIGN: &str = include_str!("../../scenarios/finnish-picket.toml");

/// Its nation.
const FINNISH: &str = include_str!("../../scenarios/nations/finnish.toml");

#[test]
fn an_eighth_nation_is_a_file_beside_the_campaign() {
    let campaign = Some(("c.toml", CAMPAIGN));
    let tables =
        grids("finnish.toml", FINNISH, campaign).unwrap_or_else(|faults| panic!("{}", told(&faults)));
    assert_eq!(text("f.xlsx", &tables, Form::Alone, campaign).unwrap(), FINNISH);
    let whole = add_nation("c.toml", CAMPAIGN, "finnish.toml", FINNISH).unwrap().expect("it is new");
    assert!(whole.starts_with(CAMPAIGN));
    let mut table = Table::open(&whole);
    assert_eq!(table.state.campaign.decks[kernel::Side::FIRST].nation.name, "Finnish");
    table.select_both();
    table.agree("finnish", &[]);
    assert_eq!(table.man(0, 3).surv, 1);
}

#[test]
fn a_weapon_of_its_own_needs_the_campaigns_families() {
    let found = told(&grids("finnish.toml", FINNISH, None).unwrap_err());
    assert!(found.contains("The weapon SMG is in no weapon family. [UF-R15]"), "{found}");
}

#[test]
fn a_nation_is_added_once_and_only_where_it_fits() {
    let added = |campaign: &str, nation: &str| {
        add_nation("c.toml", campaign, "n.toml", nation).map_err(|faults| told(&faults))
    };
    let whole = added(CAMPAIGN, FINNISH).unwrap().expect("it is new");
    assert_eq!(added(&whole, FINNISH).unwrap(), None, "nothing is left to do");
    let changed = FINNISH.replacen("morale = 5", "morale = 4", 1);
    assert!(
        added(&whole, &changed)
            .unwrap_err()
            .starts_with("c.toml: nation: The campaign holds another nation finnish")
    );
    let faulty = added(CAMPAIGN, &FINNISH.replacen("morale = 5", "morale = 9", 1)).unwrap_err();
    assert!(faulty.starts_with("n.toml:") && faulty.contains("beyond the caps"), "{faulty}");
    let other =
        added(&CAMPAIGN.replace("nation = \"german\"", "nation = \"prussian\""), FINNISH).unwrap_err();
    assert!(other.starts_with("c.toml:") && other.contains("There is no nation prussian"), "{other}");
    let twice = added(CAMPAIGN, shipped("german").unwrap()).unwrap_err();
    assert!(twice.contains("There is no nation finnish"), "{twice}");
}

#[test]
fn a_nations_id_has_lowercase_letters_digits_and_hyphens() {
    for (id, holds) in
        [("fin-2", true), ("Finnish", false), ("../fin", false), ("fin.nish", false), ("f n", false)]
    {
        let nation = FINNISH.replace("nation = \"finnish\"", &format!("nation = \"{id}\""));
        let found = grids("n.toml", &nation, Some(("c.toml", CAMPAIGN)));
        assert_eq!(found.is_ok(), holds, "{id}");
        if let Err(faults) = found {
            assert!(told(&faults).contains("is no id of a nation"), "{}", told(&faults));
        }
    }
}
