//! Sheets for the table: what stands on each, read back from the file, and to whom it is given.

use kernel::view::form::{Field, FieldKind};
use kernel::view::{Block, ColumnRole, Paper, Part, Sheet};
use kernel::{Audience, Seat, System};
use rules_battlefront::view::Eyes;
use rules_battlefront::view::refit::result;
use rules_battlefront::{Battlefront, Side, State, Step};
use sheets::pdf::{Size, Stamp, write};

use crate::view_support::{opened, play_to};
use crate::{ROSTOV, ROSTOV_24};

const SEATS: [Seat; 4] = [Seat::Umpire, Seat::Side(0), Seat::Side(1), Seat::Spectator];

fn at(step: Step) -> State {
    let mut state = opened(ROSTOV, Some(ROSTOV_24));
    play_to(&mut state, step);
    state
}

fn stamp(state: &State) -> Stamp {
    let setup = Battlefront::setup(state);
    Stamp {
        campaign: Battlefront::title(setup),
        standing: Battlefront::view(state, Seat::Umpire).standing,
        sides: Battlefront::sides(setup),
        lines: SEATS.map(|seat| (seat, 187)).to_vec(),
        heads: Vec::new(),
        seal: Stamp::seal("7c1e09fa55aa0011"),
        address: "https://table.example/c/0123456789abcdef".into(),
    }
}

/// The words of the pages of a file, without blanks.
fn told(papers: &[Paper], state: &State, size: Size) -> Vec<String> {
    let bytes = write(papers, &stamp(state), size).expect("it can be written");
    let pages = pdf_extract::extract_text_from_mem_by_pages(&bytes).expect("it can be read");
    pages.iter().map(|page| bare(page)).collect()
}

fn bare(words: &str) -> String {
    words.chars().filter(|letter| !letter.is_whitespace()).collect()
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
        Part::Block(block) => vec![block.clone()],
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

#[test]
fn outside_a_battle_there_is_no_form_for_one() {
    let state = at(Step::Purchases);
    assert_eq!(
        ids(&state, Seat::Side(1)),
        ["roster-german", "purchases-german", "map-german", "report-german"]
    );
}

#[test]
fn a_roster_tells_every_formation_with_a_box_for_each_stand() {
    let state = at(Step::Purchases);
    for size in Size::BOTH {
        let told = told(&[paper(&state, Seat::Side(1), "roster-german")], &state, size).concat();
        let side = Side(1);
        for element in state.side(side).elements.iter().filter(|element| element.in_play()) {
            for words in [element.id.as_str(), state.element_name(side, element), element.discipline.as_str()]
            {
                assert!(
                    told.to_lowercase().contains(&bare(words).to_lowercase()),
                    "{words} on {size:?}: {told}"
                );
            }
        }
        let stands: usize = state.side(side).elements.iter().map(|element| element.stands.len()).sum();
        let boxes = told.chars().filter(|sign| ['☐', '☒', '⧄'].contains(sign)).count();
        assert!(boxes <= stands + 1 && boxes > stands / 2, "{boxes} boxes for {stands} stands: {told}");
        let points = format!("Purchasepointsinhand{}", state.side(side).cpp);
        assert!(told.contains("Secret:Germanandumpire") && !told.contains(&points));
    }
}

#[test]
fn a_slip_for_each_formation_that_takes_part_names_its_stands() {
    let state = at(Step::AttackerSetsUp);
    for (side, id) in [(0, "set-up-russian"), (1, "set-up-german")] {
        let paper = paper(&state, Seat::Side(side), id);
        let chosen = rules_battlefront::rules::s2_1_2_report::taking_part(&state, Side(side));
        let stands: Vec<Vec<&str>> =
            chosen.map(|element| element.living().map(|stand| stand.id.as_str()).collect()).collect();
        assert!(!stands.is_empty());
        assert_eq!(paper.parts.len(), stands.len());
        for size in Size::BOTH {
            let pages = told(std::slice::from_ref(&paper), &state, size);
            for slip in &stands {
                let page = pages.iter().position(|page| page.contains(slip[0]));
                let page = &pages[page.expect("the slip is printed")];
                assert!(slip.iter().all(|stand| page.contains(stand)), "{slip:?} on one page of {size:?}");
            }
            let address = format!("table.example/c/0123456789abcdef/side-{side}/refit#");
            assert_eq!(pages.concat().matches(&address).count(), stands.len());
        }
    }
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
    for side in [Side(0), Side(1)] {
        let own = Eyes { state: &state, seat: Seat::Side(side.0) }.own(side).expect("its own side");
        let page = result::groups(&own, &Default::default());
        let papers = Battlefront::papers(&state, Seat::Side(side.0));
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
        let told = told_of(form, &state);
        let order = [
            "Yourformations:knockedout",
            "standsyousawknockedout",
            "Lastturnplayed",
            "Names,placesandtherest",
            "Newplace:across",
            "Signed",
        ];
        let places: Vec<usize> = order.iter().map(|words| told.find(words).expect("it is printed")).collect();
        assert!(places.is_sorted(), "{order:?} at {places:?}");
    }
}

/// Whoever signs sees on the same page what is signed, and no formation goes on without its name.
#[test]
fn no_page_of_the_result_form_is_without_its_formation() {
    let state = at(Step::Battle);
    for (side, size) in [(0, Size::A4), (0, Size::Letter), (1, Size::A4), (1, Size::Letter)] {
        let papers = Battlefront::papers(&state, Seat::Side(side));
        let form = papers.into_iter().find(|paper| paper.id.starts_with("result-")).expect("there is a form");
        let side = Side(side);
        let pages = told(&[form], &state, size);
        let last = pages.last().expect("there is a page");
        let stands = |page: &str| {
            let elements = state.side(side).elements.iter();
            let on_page = elements.filter_map(|element| {
                let n = element.living().filter(|stand| page.contains(stand.id.as_str()));
                Some((element, n.count())).filter(|(_, n)| *n > 0)
            });
            on_page.collect::<Vec<_>>()
        };
        assert!(last.contains("Signed") && !stands(last).is_empty(), "{last}");
        for page in &pages {
            for (element, n) in stands(page) {
                let name = format!("{} · {}", element.id, capital(state.element_name(side, element)));
                assert!(page.contains(&bare(&name)), "{name}: {page}");
                assert!(n >= 2, "{name} has one stand alone on {page}");
            }
        }
    }
}

fn told_of(paper: &Paper, state: &State) -> String {
    told(std::slice::from_ref(paper), state, Size::Letter).concat()
}

#[test]
fn hidden_things_stand_on_their_sides_sheets_alone() {
    let state = at(Step::Battle);
    let hidden: Vec<(Side, String)> = state
        .facts
        .works
        .iter()
        .filter(|work| !work.known)
        .filter_map(|work| Some((state.campaign().side_of(work.side)?, work.id.to_string())))
        .collect();
    assert!(!hidden.is_empty());
    let all = SEATS.map(|seat| {
        let papers = Battlefront::papers(&state, seat).into_iter();
        let papers: Vec<Paper> = papers.filter(|paper| !paper.id.starts_with("result")).collect();
        (seat, told(&papers, &state, Size::A4).concat())
    });
    for (side, work) in hidden {
        for (seat, all) in &all {
            let may = *seat == Seat::Umpire || *seat == Seat::Side(side.0);
            assert_eq!(all.contains(&format!("{work},")), may, "{work} on the sheets of {seat:?}");
        }
    }
}

#[test]
fn the_day_report_says_what_the_state_says() {
    let state = at(Step::Battle);
    let told = told(&[paper(&state, Seat::Umpire, "report-umpire")], &state, Size::A4).concat();
    for side in [Side(0), Side(1)] {
        for element in state.side(side).elements.iter().filter(|element| element.in_play()) {
            let words = format!("{}{}", capital(state.element_name(side, element)), element.strength());
            assert!(told.contains(&bare(&words)), "{words}: {told}");
        }
    }
    let public = self::told(&[paper(&state, Seat::Spectator, "report-public")], &state, Size::A4).concat();
    let elements = state.facts.sides.iter().flat_map(|side| &side.elements);
    assert!(
        elements
            .filter(|element| element.in_play())
            .all(|element| !public.contains(&format!("{}{}", element.id, "1")))
    );
    assert!(public.contains("Attacker") && public.contains("Public"));
}

/// The last state of a slot is that before it ends; in the next moment the state is of the next day.
#[test]
fn the_report_of_a_slot_is_that_before_it_ended() {
    use rules_battlefront::Event;
    let mut state = crate::after_battle::evening().state;
    let title = |state: &State| paper(state, Seat::Umpire, "report-umpire").title;
    let before = title(&state);
    assert!(Battlefront::ends_stretch(&Event::SlotEnded) && !Battlefront::begins_stretch(&Event::SlotEnded));
    Battlefront::fold(&mut state, &Event::SlotEnded);
    assert_ne!(title(&state), before);
    let opened = Event::SlotOpened { day: 2, slot: 1 };
    assert!(Battlefront::begins_stretch(&opened) && !Battlefront::ends_stretch(&opened));
}

fn capital(words: &str) -> String {
    rules_battlefront::view::prose::capital(words)
}

#[test]
fn sheets_can_be_written_before_in_and_after_a_battle() {
    for step in [Step::Posture, Step::ChooseForces, Step::AttackerSetsUp] {
        let state = at(step);
        for seat in SEATS {
            let papers = Battlefront::papers(&state, seat);
            let size = Size::BOTH[usize::from(seat == Seat::Umpire)];
            assert!(write(&papers, &stamp(&state), size).is_ok(), "{step} of {seat:?}");
        }
    }
    let state = crate::after_battle::evening().state;
    assert!(write(&Battlefront::papers(&state, Seat::Umpire), &stamp(&state), Size::Letter).is_ok());
}
