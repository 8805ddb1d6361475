//! What the pages of a battle say and offer.

use kernel::view::{Block, FieldMap, Form, Page};
use kernel::{Seat, Side, System};
use rules_civil_war::battle::{Flanks, Report, Segment};
use rules_civil_war::words::{Edge, Flank, Inches};
use rules_civil_war::written::{Text, Written};
use rules_civil_war::{CivilWar, Command, State};

use crate::table::{
    NEUTRAL, REBEL, UNION, at_flanks, battle, done, first, first_of_form, rate_all, refusals, setup, spots,
};
use crate::whole_battle::{after, march, worked};

pub fn page(state: &State, seat: Seat, id: &str) -> Page {
    CivilWar::page(state, seat, id).expect("a page")
}

/// Everything that a page says.
pub fn said(state: &State, seat: Seat, id: &str) -> String {
    serde_json::to_string(&page(state, seat, id)).expect("a page")
}

pub fn form(state: &State, seat: Seat, id: &str, form: &str) -> Form {
    first_of_form(&page(state, seat, id), form)
}

pub fn field(state: &State, seat: Seat) -> FieldMap {
    let mut found = None;
    page(state, seat, "field").walk(&mut |block| {
        if let Block::Field(map) = block {
            found = Some(map.clone());
        }
    });
    found.expect("a board")
}

/// Both sides have sealed that nobody marches, and sketch.
fn at_sketch() -> State {
    let mut state = at_flanks(setup(), "H-wood", Some(Edge::North));
    for seat in [UNION, REBEL] {
        done(&mut state, seat, Command::seal(first(), Flanks::default()), &[]);
    }
    state
}

#[test]
fn a_kept_sketch_is_drawn_for_its_own_side_alone() {
    let mut state = at_sketch();
    assert!(field(&state, REBEL).points.is_empty());
    let spots = spots(&state, Side::SECOND);
    done(&mut state, REBEL, Command::Sketch { battle: first(), spots: Written(spots.clone()) }, &[]);
    let drawn: Vec<String> = field(&state, REBEL).points.into_iter().map(|point| point.name).collect();
    let kept: Vec<String> = spots.iter().map(|spot| spot.unit.to_string()).collect();
    assert_eq!(drawn, kept);
    assert!(field(&state, UNION).points.is_empty());
}

#[test]
fn the_neutral_reads_the_meetings_as_they_are_rolled_and_nobody_else_does() {
    let mut state = worked();
    rate_all(&mut state, 5);
    done(&mut state, NEUTRAL, Command::NextStep { battle: Some(first()) }, &[]);
    for (flank, face) in [(Flank::Left, 5), (Flank::Right, 6)] {
        done(&mut state, NEUTRAL, Command::EncounterRoll { battle: first(), flank }, &[&[face]]);
    }
    let read = |seat| serde_json::to_string(&page(&state, seat, "flanks")).expect("a page");
    assert!(read(NEUTRAL).contains("attacker left: they meet, attacker right: they miss each other"));
    assert!([UNION, REBEL].iter().all(|seat| !read(*seat).contains("they meet")));
}

/// Two reports that differ are told differently, to the side and the neutral.
#[test]
fn a_report_is_told_with_what_it_says() {
    let state = after(&[], &[]);
    let brigade = battle(&state).halves[Side::FIRST].came[0];
    let mut copy = state.clone();
    let killed = |killed| rules_civil_war::battle::Losses { brigade, killed, ..Default::default() };
    let mut told = |report: Report| {
        let command = Command::Report { battle: first(), report: Written(report) };
        let events = done(&mut copy, UNION, command, &[]);
        CivilWar::narrate(&state.setup, &events[0]).plain(&CivilWar::sides(&state.setup))
    };
    let none = told(Report::default());
    assert!(none.ends_with("reported its losses: 0 stands. (aop.1)"), "{none}");
    let some = told(Report { brigades: vec![killed(1)], batteries: 2, ..Report::default() });
    assert!(some.ends_with("reported its losses: 1 stand and 2 batteries. (aop.1)"), "{some}");
}

/// In whole inches from the left, along the front.
fn along(state: &State, inches: i32) -> Command {
    let spot = spots(state, Side::SECOND)[0];
    let (x, y) = (spot.x, spot.y);
    let line = Segment { x1: x, y1: y, x2: Inches(x.0 + 4 * inches), y2: y };
    Command::PlaceBreastworks { battle: first(), segments: Written(vec![line]) }
}

#[test]
fn closing_a_sketch_asks_about_breastworks_that_are_not_drawn() {
    let mut state = at_sketch();
    let undone = |state: &State, seat| form(state, seat, "field", "close-aop-1").undone;
    let most = rules_civil_war::rules::s6_sketch::inches(&state.setup, battle(&state));
    assert!(
        undone(&state, REBEL).starts_with(&format!("{most} of your {most} ")),
        "{}",
        undone(&state, REBEL)
    );
    assert_eq!(undone(&state, UNION), "");
    let twenty = along(&state, 20);
    done(&mut state, REBEL, twenty, &[]);
    let left = Inches(most.0 - 80);
    assert!(
        undone(&state, REBEL).starts_with(&format!("{left} of your {most} ")),
        "{}",
        undone(&state, REBEL)
    );
    let all = along(&state, most.0 / 4);
    done(&mut state, REBEL, all, &[]);
    assert_eq!(undone(&state, REBEL), "");
}

#[test]
fn a_line_is_parted_from_the_next_by_any_stroke() {
    let read = |text: &str| Vec::<Segment>::read(text).expect("lines");
    let two = read("10, 12; 20, 12 / 30, 12; 40, 12");
    assert_eq!(two.len(), 2);
    for stroke in ["|", "–", "—", "\n"] {
        assert_eq!(read(&format!("10, 12; 20, 12 {stroke} 30, 12; 40, 12")), two);
    }
    assert_eq!(two.write(), "10, 12; 20, 12 / 30, 12; 40, 12");
}

#[test]
fn a_sketch_and_a_report_name_every_fault() {
    let mut state = at_sketch();
    let mut wrong = spots(&state, Side::SECOND);
    wrong[0].unit = "nobody".parse().expect("a name");
    wrong[1].y = Inches(-8);
    let found = refusals(&state, REBEL, Command::Sketch { battle: first(), spots: Written(wrong) });
    assert_eq!(found, ["CWFF-6-1 data", "CWFF-6-2 zone"]);
    state = after(&[], &[]);
    let report = Report::read("nobody: 1\nsomebody: 2\nBatteries: 99\nFirst: X9").expect("a report");
    let found = refusals(&state, REBEL, Command::Report { battle: first(), report: Written(report) });
    assert_eq!(found, ["CWFF-9A-1 data", "CWFF-9A-1 data", "CWFF-R17 data", "CWFF-9A-1 range"]);
}

#[test]
fn what_ends_the_battle_asks_first_and_stands_apart_from_the_turn() {
    let mut state = worked();
    rate_all(&mut state, 5);
    march(&mut state, [1, 1, 1, 1], [1, 1]);
    for (seat, ids) in [
        (UNION, &["concede-aop-1"][..]),
        (NEUTRAL, &["drive-off-0-aop-1", "drive-off-1-aop-1", "lose-leader-0-aop-1"][..]),
    ] {
        let page = page(&state, seat, "battles");
        let panel = |id: &str| {
            page.main.iter().find_map(|block| match block {
                Block::Panel(panel) if panel.id == id => Some(panel.clone()),
                _ => None,
            })
        };
        let apart = panel("leaving-aop-1").expect("a panel of its own");
        for id in ids {
            assert!(!first_of_form(&page, id).asks.is_empty(), "{id}");
            let inside = |panel: &kernel::view::Panel| {
                panel.body.iter().flat_map(Block::forms).any(|form| form.id == *id)
            };
            assert!(inside(&apart) && !panel("now-aop-1").is_some_and(|now| inside(&now)), "{id}");
        }
        let Block::Panel(turn) = &page.main[0] else { panic!("a panel") };
        assert_eq!(turn.id, "turn-aop-1", "the turn, its hour and the notice come first");
    }
}

#[test]
fn one_page_for_the_board_is_the_same_for_everybody_and_tells_no_secret() {
    let mut state = after(&[], &[]);
    let side = Side::SECOND;
    done(&mut state, NEUTRAL, Command::DemoralizationRoll { battle: first(), side }, &[&[41]]);
    let leader = "stuart".parse().expect("a name");
    done(&mut state, NEUTRAL, Command::LeaderLossRoll { battle: first(), leader }, &[&[1, 2]]);
    done(&mut state, REBEL, Command::PromoteCrack { battle: first(), sp: "C3".parse().expect("one") }, &[]);
    done(&mut state, NEUTRAL, Command::NextStep { battle: Some(first()) }, &[]);
    let papers = |seat| CivilWar::papers(&state, seat);
    let board = |seat| papers(seat).into_iter().find(|paper| paper.id == "board-aop-1").expect("a sheet");
    let public = board(Seat::Spectator);
    for seat in [NEUTRAL, UNION, REBEL] {
        assert_eq!(board(seat), public, "{seat:?}");
    }
    let said = serde_json::to_string(&public).expect("a sheet");
    for words in ["J. E. B. Stuart wounded", "Army of Northern Virginia", "Army of the Potomac", "H-wood"] {
        assert!(said.contains(words), "{words}: {said}");
    }
    for secret in ["crack", "veteran", "Carried in the book"] {
        assert!(!said.contains(secret), "{secret}: {said}");
    }
    let own = |seat| papers(seat).into_iter().filter(|paper| paper.id.starts_with("kept-")).count();
    assert_eq!([NEUTRAL, UNION, REBEL, Seat::Spectator].map(own), [2, 1, 1, 0]);
}

#[test]
fn people_are_called_by_their_names() {
    let mut state = at_sketch();
    let read = |text: &str| Vec::<rules_civil_war::battle::Spot>::read(text).expect("places");
    let y = spots(&state, Side::SECOND)[0].y.0 / 4;
    for name in ["stuart", "Stuart", "J. E. B. Stuart", "J.E.B. Stuart"] {
        let spots = Written(read(&format!("{name}: 12 {y}")));
        done(&mut state, REBEL, Command::Sketch { battle: first(), spots }, &[]);
        assert_eq!(battle(&state).halves[Side::SECOND].sketch[0].unit.as_str(), "stuart", "{name}");
    }
    let spots = Written(read(&format!("Hooker: 12 {y}")));
    assert_eq!(refusals(&state, REBEL, Command::Sketch { battle: first(), spots }), ["CWFF-6-1 data"]);
    state = after(&[], &[]);
    let report = Written(Report::read("Leader T. J. Jackson: wounded").expect("a report"));
    done(&mut state, REBEL, Command::Report { battle: first(), report }, &[]);
    let fallen = &battle(&state).halves[Side::SECOND].report.as_ref().expect("a report").leaders;
    assert_eq!(fallen[0].leader.as_str(), "jackson");
}

#[test]
fn a_demoralized_defender_is_offered_no_march() {
    let mut state = at_flanks(setup(), "H-wood", Some(Edge::North));
    let offered =
        |state: &State| page(state, REBEL, "flanks").forms().iter().any(|form| form.id == "seal-flank-aop-1");
    let chances = |state: &State| {
        let page = serde_json::to_string(&page(state, REBEL, "flanks")).expect("a page");
        let plans = CivilWar::plans(state, REBEL);
        [page.contains("Chances of your marches"), plans.iter().any(|plan| plan.id == "march")]
    };
    assert!(offered(&state));
    assert_eq!(chances(&state), [true; 2]);
    state.facts.battle[0].input.sides[Side::SECOND].demoralized = true;
    assert!(!offered(&state));
    assert_eq!(chances(&state), [false; 2]);
    form(&state, REBEL, "flanks", "stay-aop-1");
}

#[test]
fn what_points_are_given_for_stands_where_they_are_entered_and_among_the_tables() {
    let mut state = after(&[], &[]);
    state.facts.battle[0].halves.iter_mut().for_each(|(_, half)| half.points = None);
    let entered = form(&state, NEUTRAL, "battles", "end-battle-aop-1");
    for ask in &entered.fields {
        assert!(ask.hint.contains("worn brigade 1, spent brigade 2, destroyed brigade 4"), "{ask:?}");
    }
    let tables = serde_json::to_string(&page(&state, Seat::Spectator, "tables")).expect("a page");
    assert!(tables.contains("Battery wrecked or captured"), "{tables}");
}
