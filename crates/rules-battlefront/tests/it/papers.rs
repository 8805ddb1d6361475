//! Sheets for the table: what stands on each, and to whom it is given. Set as files and read back they are in `tests/files`.

use kernel::view::form::{Field, FieldKind};
use kernel::view::{Block, ColumnRole, Paper, Part, Sheet};
use kernel::{Audience, Seat, System};
use rules_battlefront::rules::s2_1_2_8_paperwork::SlotEnded;
use rules_battlefront::rules::s2_s_setup::SlotOpened;
use rules_battlefront::view::Eyes;
use rules_battlefront::view::refit::result;
use rules_battlefront::{Battlefront, Side, State, Step};

use crate::view_support::{opened, play_to};
use crate::{ROSTOV, ROSTOV_24};

fn at(step: Step) -> State {
    let mut state = opened(ROSTOV, Some(ROSTOV_24));
    play_to(&mut state, step);
    state
}

fn ids(state: &State, seat: Seat) -> Vec<String> {
    Battlefront::papers(state, seat).into_iter().map(|paper| paper.id).collect()
}

fn paper(state: &State, seat: Seat, id: &str) -> Paper {
    let found = Battlefront::papers(state, seat).into_iter().find(|paper| paper.id == id);
    found.unwrap_or_else(|| panic!("{id} is no sheet of {seat:?}"))
}

fn sheets_of(blocks: &[Block]) -> Vec<&Sheet> {
    let mut sheets = Vec::new();
    for block in blocks {
        match block {
            Block::Sheet(sheet) => sheets.push(sheet),
            Block::Panel(panel) => sheets.extend(sheets_of(&panel.body)),
            _ => {}
        }
    }
    sheets
}

fn blocks(paper: &Paper) -> Vec<Block> {
    let of = |part: &Part| match part {
        Part::Block(block) => vec![(**block).clone()],
        Part::Slip(slip) => slip.body.clone(),
        Part::Code(_) => Vec::new(),
    };
    paper.parts.iter().flat_map(of).collect()
}

#[test]
fn each_seat_has_its_own_sheets_and_the_umpire_has_all() {
    let state = at(Step::DefenderSetsUp);
    let own = ["roster", "purchases", "set-up", "hidden", "result", "map", "report"];
    let of = |side: &str| own.map(|id| format!("{id}-{side}")).to_vec();
    assert_eq!(ids(&state, Seat::Side(0)), of("russian"));
    assert_eq!(ids(&state, Seat::Side(1)), of("german"));
    assert_eq!(ids(&state, Seat::Spectator), ["map-public", "report-public"]);
    let all: Vec<String> = ["map-umpire".into(), "report-umpire".into()]
        .into_iter()
        .chain(of("russian"))
        .chain(of("german"))
        .collect();
    assert_eq!(ids(&state, Seat::Umpire), all);
    for side in [0, 1] {
        let (own, umpire) =
            (Battlefront::papers(&state, Seat::Side(side)), Battlefront::papers(&state, Seat::Umpire));
        assert!(
            own.iter().all(|paper| umpire.contains(paper)),
            "the umpire prints a side's sheet as the side does"
        );
        assert!(own.iter().all(|paper| paper.audience == Audience::Side(side)));
    }
}

/// The names on the maps of a sheet.
fn on_the_map(paper: &Paper) -> Vec<String> {
    let mut names = Vec::new();
    for block in blocks(paper) {
        if let Block::Panel(panel) = block {
            for block in &panel.body {
                if let Block::Field(field) = block {
                    names.extend(field.points.iter().map(|point| point.name.clone()));
                }
            }
        }
    }
    names
}

#[test]
fn the_slips_of_a_set_up_come_with_the_map_of_their_own_side() {
    let mut state = at(Step::DefenderSetsUp);
    play_to(&mut state, Step::AttackerSetsUp);
    let own = on_the_map(&paper(&state, Seat::Side(1), "set-up-german"));
    assert!(own.iter().any(|name| name == "State Farm"), "{own:?}");
    let enemy = on_the_map(&paper(&state, Seat::Side(0), "set-up-russian"));
    let hidden: Vec<&String> = own.iter().filter(|name| !enemy.contains(name)).collect();
    assert!(!hidden.is_empty(), "each side's map holds what that side knows: {own:?}");
}

#[test]
fn outside_a_battle_there_is_no_form_for_one() {
    let state = at(Step::Purchases);
    assert_eq!(
        ids(&state, Seat::Side(1)),
        ["roster-german", "purchases-german", "map-german", "report-german"]
    );
}

fn group<'f>(fields: &'f [Field], heading: &str) -> Option<&'f [Field]> {
    fields.iter().find_map(|field| match &field.kind {
        FieldKind::Group(fields) if field.label.contains(heading) => Some(&fields[..]),
        _ => None,
    })
}

fn heads(sheet: &Sheet) -> Vec<&str> {
    sheet.columns.iter().map(|column| column.head.as_str()).collect()
}

/// [BF-2.1.2-5]
#[test]
fn the_result_form_has_the_fields_of_the_page_in_their_order() {
    let state = at(Step::Battle);
    for side in [Side::FIRST, Side::SECOND] {
        let own = Eyes { state: &state, seat: Seat::Side(side.number()) }.own(side).expect("its own side");
        let page = result::groups(&own, &Default::default());
        let papers = Battlefront::papers(&state, Seat::Side(side.number()));
        let form = papers.iter().find(|paper| paper.id.starts_with("result-")).expect("there is a form");
        let blocks = blocks(form);
        let tables = sheets_of(&blocks);
        let of = |head: &str| tables.iter().find(|sheet| sheet.columns[0].head == head).expect("a table");
        // By formation: each question of the page is a column, or a row where it is of a type.
        let own_formations = of("Formation");
        let rows: Vec<(String, String)> = own_formations
            .rows
            .iter()
            .map(|row| (row.cells[0].text.plain(&[]), row.cells[1].text.plain(&[])))
            .collect();
        let told: Vec<&(String, String)> = rows.iter().filter(|row| !row.0.is_empty()).collect();
        let formations = group(&page, "Your formations").expect("formations are told of");
        assert_eq!(told.len(), formations.len());
        for (field, (name, _)) in formations.iter().zip(told) {
            assert!(name.ends_with(&field.label), "{name} is not {}", field.label);
            let FieldKind::Keys { more, .. } = &field.kind else { panic!("keys") };
            let heads = heads(own_formations);
            let places: Vec<usize> = more
                .iter()
                .filter(|field| !field.label.starts_with("Knocked out: "))
                .map(|field| heads.iter().position(|head| *head == field.label).expect("a column"))
                .collect();
            assert!(places.is_sorted() && places.len() >= 5, "{places:?}");
            for of_type in more.iter().filter_map(|field| field.label.strip_prefix("Knocked out: ")) {
                assert!(rows.iter().any(|row| row.0.is_empty() && row.1 == capital(of_type)), "{of_type}");
            }
        }
        // By the enemy's types, with room for others; none of its own formations stands there.
        let enemy = of("Type");
        assert_eq!(heads(enemy), ["Type", "Knocked out", "Abandoned", "Panicked off"]);
        let types: Vec<String> = enemy.rows.iter().map(|row| row.cells[0].text.plain(&[])).collect();
        let seen = group(&page, "stands you saw knocked out").expect("enemies are told of");
        let (others, seen) = seen.split_last().expect("there is a line for other types");
        assert_eq!(others.key, "enemy", "its place on paper are the blank rows");
        let seen: Vec<&str> = seen.iter().map(|field| field.label.as_str()).collect();
        assert_eq!(types[..seen.len()], seen);
        assert!(types.len() > seen.len() && types[seen.len()..].iter().all(String::is_empty));
        // By stand: a place is three numbers.
        let fields = result::fields(&own, &Default::default());
        let fields = group(&fields, "Stands and vehicles").expect("stands are told of");
        let labels: Vec<&str> = fields.iter().map(|field| field.label.as_str()).collect();
        let stands: Vec<&&Sheet> = tables.iter().filter(|sheet| sheet.columns[0].head == "Stand").collect();
        assert!(!stands.is_empty() && labels[0] == "New places");
        for sheet in stands {
            let heads = heads(sheet);
            assert_eq!(heads[2..5], ["New place: across", "New place: up", "New facing"]);
            assert!(sheet.columns[2..5].iter().all(|column| column.role == ColumnRole::Pen));
            assert_eq!(heads[5..], labels[1..]);
        }
    }
}

/// The last state of a slot is that before it ends; in the next moment the state is of the next day.
#[test]
fn the_report_of_a_slot_is_that_before_it_ended() {
    use rules_battlefront::Event;
    let mut state = crate::after_battle::evening().state;
    let title = |state: &State| paper(state, Seat::Umpire, "report-umpire").title;
    let before = title(&state);
    assert!(
        Battlefront::ends_stretch(&Event::SlotEnded(SlotEnded {}))
            && !Battlefront::begins_stretch(&Event::SlotEnded(SlotEnded {}))
    );
    Battlefront::fold(&mut state, &Event::SlotEnded(SlotEnded {}));
    assert_ne!(title(&state), before);
    let opened = Event::SlotOpened(SlotOpened { day: 2, slot: 1 });
    assert!(Battlefront::begins_stretch(&opened) && !Battlefront::ends_stretch(&opened));
}

fn capital(words: &str) -> String {
    rules_battlefront::view::prose::capital(words)
}
