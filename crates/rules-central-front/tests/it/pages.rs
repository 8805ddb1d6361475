//! What the pages of each seat hold.

use kernel::view::{Block, Field, FieldKind, Page, Panel, Span, View};
use kernel::{Audience, Seat, System};
use rules_central_front::CentralFront;
use rules_central_front::words::Side;
use serde_json::json;

use crate::s7_attacks::designated;
use crate::{LARGE, NATO, Table, WP, put, unit};

fn seen(table: &Table, seat: Seat) -> View {
    CentralFront::view(&table.state, seat)
}

fn page<'v>(view: &'v View, id: &str) -> &'v Page {
    view.pages.iter().find(|page| page.id == id).expect("a page")
}

/// Every panel of a page, those within others included.
fn panels(page: &Page) -> Vec<&Panel> {
    fn gather<'p>(blocks: &'p [Block], into: &mut Vec<&'p Panel>) {
        for block in blocks {
            if let Block::Panel(panel) = block {
                into.push(panel);
                gather(&panel.body, into);
            }
        }
    }
    let mut found = Vec::new();
    gather(&page.main, &mut found);
    gather(&page.aside, &mut found);
    found
}

fn panel<'p>(page: &'p Page, id: &str) -> Option<&'p Panel> {
    panels(page).into_iter().find(|panel| panel.id == id)
}

#[test]
fn the_umpire_alone_reads_the_standing_orders_of_both_sides() {
    let mut table = designated("hasty");
    table.does(NATO, json!({"do": "instruct", "cover": "never", "retreats": "to-cover"}), &[]);
    table.does(WP, json!({"do": "instruct", "losses": "keep-attack"}), &[]);
    let umpire = seen(&table, Seat::Umpire);
    let orders = panel(page(&umpire, "overview"), "orders").expect("the orders");
    assert_eq!(orders.secret, Some(Audience::Umpire));
    let [Block::Sheet(sheet), Block::Note(_)] = &orders.body[..] else { panic!("{orders:?}") };
    let rows: Vec<String> = sheet
        .rows
        .iter()
        .map(|row| row.cells.iter().map(|cell| cell.text.plain(&[])).collect::<Vec<_>>().join(" | "))
        .collect();
    let expected = [
        "Support of a defense | asked | never",
        "Steps | keep the greatest attack | asked",
        "Retreats | asked | into cover",
        "Too many in a hex after a retreat | asked | keep the greatest defense",
    ];
    assert_eq!(rows, expected);
    for (seat, own) in
        [(WP, Some(Audience::Side(0))), (NATO, Some(Audience::Side(1))), (Seat::Spectator, None)]
    {
        let view = seen(&table, seat);
        let orders = panel(page(&view, "overview"), "orders");
        assert_eq!(orders.and_then(|orders| orders.secret), own, "{seat:?}");
        assert!(orders.is_none_or(|orders| matches!(orders.body[..], [Block::Form(_)])), "{seat:?}");
    }
}

#[test]
fn an_attack_that_waits_is_weighed_as_one_that_can_be_fought() {
    let told = |table: &Table| {
        let view = seen(table, WP);
        let planner = panel(page(&view, "map"), "plan-attack-0504").expect("a planner");
        let [Block::Form(form), Block::Plan(plan), ..] = &planner.body[..] else { panic!("{planner:?}") };
        let Block::Headline(figures) = &plan.body[0] else { panic!("{plan:?}") };
        let words = figures.iter().map(|one| format!("{} {}", one.figure, one.words.plain(&[])));
        let keys: Vec<&str> = form.fields.iter().map(|field| field.key).collect();
        (words.collect::<Vec<_>>().join("; "), keys, form.closed.clone())
    };
    let mut table = designated("prepared");
    let (open, asked, closed) = told(&table);
    assert_eq!(closed, None);
    assert!(open.contains("of 36 if ") && open.contains(" supports with 1 SP Artillery Bn"), "{open}");
    put(&mut table.state.facts, "wp-m2", "0605");
    let hasty = json!({"target": "0505", "attack": "hasty", "units": ["wp-m2"]});
    table.state.facts.designation.push(serde_json::from_value(hasty).expect("a designation"));
    let (waiting, questions, closed) = told(&table);
    assert_eq!(closed.expect("it waits").rule.0, "CF-SEQ-3");
    assert_eq!((waiting, questions.contains(&"answer")), (open, true));
    assert!(asked.contains(&"answer") && questions.contains(&"support"), "{asked:?} {questions:?}");
}

#[test]
fn the_map_keeps_a_place_beside_it_for_every_seat_until_play_is_over() {
    for (phase, beside) in [("wp-move-1", true), ("nato-combat-2", true), ("over", false)] {
        let mut table = Table::small("wp-move-1", |_| {});
        table.state.facts.phase = serde_json::from_value(json!(phase)).expect("a phase");
        for seat in [WP, NATO, Seat::Umpire, Seat::Spectator] {
            assert_eq!(!page(&seen(&table, seat), "map").aside.is_empty(), beside, "{phase} {seat:?}");
        }
    }
}

#[test]
fn the_totals_lead_to_every_formation_with_its_units() {
    let table = Table::of(&LARGE, "wp-move-1", |_| {});
    let view = seen(&table, Seat::Spectator);
    let units = page(&view, "units");
    let totals = panel(units, "totals").expect("the totals");
    let sheets = totals.body.iter().filter_map(|block| match block {
        Block::Sheet(sheet) => Some(sheet),
        _ => None,
    });
    let cells = sheets.flat_map(|sheet| &sheet.rows).flat_map(|row| &row.cells);
    let spans = cells.flat_map(|cell| &cell.text.0);
    let links: Vec<&String> = spans
        .filter_map(|span| match span {
            Span::Link { page: "units", at, .. } => Some(at),
            _ => None,
        })
        .collect();
    let mut shown = 0;
    for at in &links {
        let formation = panel(units, at).unwrap_or_else(|| panic!("{at} leads nowhere"));
        assert!(formation.folded, "{at}");
        let [Block::Sheet(sheet)] = &formation.body[..] else { panic!("{formation:?}") };
        shown += sheet.rows.len();
    }
    assert_eq!(shown, table.state.units().count());
}

#[test]
fn the_map_says_what_a_fight_asks_and_only_to_whom_it_is_asked() {
    let mut table = designated("hasty");
    table.does(WP, json!({"do": "attack", "target": "0504"}), &[]);
    let lede = |seat: Seat| page(&seen(&table, seat), "map").lede.plain(&[]);
    assert!(lede(NATO).starts_with("You are attacked"), "{}", lede(NATO));
    for seat in [WP, Seat::Umpire, Seat::Spectator] {
        assert!(!lede(seat).contains("You are"), "{seat:?}: {}", lede(seat));
    }
}

#[test]
fn an_attack_whose_odds_the_table_refuses_is_to_be_called_off_and_says_why_once() {
    for kind in ["hasty", "prepared"] {
        let table = Table::of(&crate::strict("clamp", "refuse"), "wp-combat-1", |facts| {
            put(facts, "wp-t1", "0603");
            crate::only(facts, &["wp-t1", "us-ca"]);
            facts.designation = designated(kind).state.facts.designation.clone();
        });
        let view = seen(&table, WP);
        let attacks = panel(page(&view, "overview"), "attacks").expect("the attacks");
        let [Block::Sheet(sheet), ..] = &attacks.body[..] else { panic!("{attacks:?}") };
        let stands = sheet.rows[0].cells.last().map(|cell| cell.text.plain(&[]));
        assert_eq!(stands.as_deref(), Some("the table refuses these odds; call it off"), "{kind}");

        let planner = panel(page(&view, "map"), "plan-attack-0504").expect("a planner");
        let [Block::Form(form), Block::Can(off)] = &planner.body[..] else { panic!("{planner:?}") };
        let closed = form.closed.as_ref().map(|no| no.sentence.as_str());
        let too_high = "Hex 0504: The odds are too high: the table refuses any beyond its last column.";
        assert_eq!((closed, form.planned, off.len()), (Some(too_high), false, 1), "{kind}");
    }
    // What waits for the others to be fought first is no other matter.
    let view = seen(&designated("prepared"), WP);
    let attacks = panel(page(&view, "overview"), "attacks").expect("the attacks");
    let [Block::Sheet(sheet), ..] = &attacks.body[..] else { panic!("{attacks:?}") };
    assert_eq!(sheet.rows[0].cells.last().map(|cell| cell.text.plain(&[])).as_deref(), Some("can be fought"));
}

#[test]
fn what_cannot_be_fought_as_it_is_picked_is_told_which_way_the_odds_are_beyond_the_table() {
    let told = |below: &str, above: &str, river: bool| {
        let mut table = Table::of(&crate::strict(below, above), "wp-move-1", |facts| {
            put(facts, "wp-t1", if river { "0504" } else { "0603" });
            put(facts, "us-ca", if river { "0404" } else { "0504" });
            put(facts, "us-cb", if river { "0404" } else { "0206" });
            crate::only(facts, &["wp-t1", "us-ca", "us-cb"]);
        });
        table.does(WP, json!({"do": "activate", "units": ["wp-t1"]}), &[]);
        let target = if river { "0404" } else { "0504" };
        let command = json!({"do": "designate", "units": ["wp-t1"], "target": target, "attack": "hasty"});
        let command = serde_json::from_value(command).expect("a command");
        let plan = CentralFront::plan(&table.state, WP, &command, &json!({}));
        let [Block::Prose(words)] = &plan[..] else { panic!("{plan:?}") };
        words.plain(&[])
    };
    let high = told("clamp", "refuse", false);
    assert!(high.contains("too high") && high.contains("attack with fewer units"), "{high}");
    let low = told("refuse", "clamp", true);
    assert!(low.contains("too low") && low.contains("pick the support"), "{low}");
}

/// Orders as the handbook prints them, in the sample: the regiment where it begins, then beside the enemy with the guns
/// in range.
#[test]
fn the_orders_that_the_handbook_shows_are_read_in_the_sample() {
    let player = include_str!("../../../../docs/handbook/player.md");
    let system = include_str!("../../../../docs/handbook/central-front.md");
    let understood = |at: &[(&str, &str)], who: &str, book: &str, text: &str, word: &str| {
        assert!(book.contains(&format!("`{text}`")), "the handbook does not show {text}");
        let mut table = Table::of(&LARGE, "wp-move-1", |facts| {
            for (unit, hex) in at {
                put(facts, unit, hex);
            }
        });
        table.does(WP, json!({"do": "activate", "units": [who]}), &[]);
        let view = seen(&table, WP);
        let board = page(&view, "map").boards().remove(0).clone();
        let order = kernel::view::order::read(&board, text).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!((order.act.word, &order.act.counters[..]), (word, &[who.to_owned()][..]), "{text}");
    };
    let beside = [("wp-57G-r3", "3318"), ("wp-57G-art", "3418")];
    understood(&[], "wp-57G-r3", player, "3616 3516", "move");
    understood(&[], "wp-57G-r3", player, "3616 3517 3516", "move");
    understood(&beside, "wp-57G-r3", player, "57G r3 hasty 3218", "hasty");
    understood(&beside, "wp-57G-art", system, "57G-art hasty-fire 3218", "hasty-fire");
}

#[test]
fn a_way_that_only_a_part_of_the_stack_can_take_says_which_part() {
    let mut table = Table::small("nato-move-1", |facts| {
        crate::only(facts, &["us-ca", "us-cb", "us-ct", "us-t1", "us-m1", "us-gar"]);
        for (unit, at) in
            [("us-ca", "0504"), ("us-cb", "0504"), ("us-t1", "0503"), ("us-m1", "0503"), ("us-ct", "0503")]
        {
            put(facts, unit, at);
        }
    });
    table.does(NATO, json!({"do": "activate", "units": ["us-ca", "us-cb"]}), &[]);
    let view = seen(&table, NATO);
    let form = page(&view, "overview").forms().into_iter().find(|form| form.id == "move").expect("a form");
    let FieldKind::One { choices, .. } = &form.fields[1].kind else { panic!("{form:?}") };
    let (mut whole, mut parts) = (0, 0);
    for choice in choices {
        let go = |units: &[&str]| json!({"do": "move", "units": units, "path": choice.value});
        if choice.note.is_empty() {
            table.clone().does(NATO, go(&["us-ca", "us-cb"]), &[]);
            whole += 1;
        } else {
            let note = choice.note.plain(&[]);
            assert_eq!(table.refuses(NATO, go(&["us-ca", "us-cb"])), "CF-STACK-3 stacking", "{note}");
            let name = table.state.scenario.name(crate::id("us-cb"));
            assert_eq!(note, format!("only a part of the stack, such as {name}"));
            table.clone().does(NATO, go(&["us-cb"]), &[]);
            parts += 1;
        }
    }
    assert_eq!((whole > 1, parts), (true, 1), "{choices:?}");
}

#[test]
fn who_has_to_withdraw_is_told_on_the_map_and_keeps_the_phase_open() {
    let owing = Table::small("nato-retreat", |facts| {
        crate::only(facts, &["us-hel", "us-m1"]);
        put(facts, "us-hel", "0504");
        crate::unit(facts, "us-hel").ap = 5;
        crate::unit(facts, "us-m1").ap = 4;
    });
    let name = owing.state.scenario.name(crate::id("us-hel"));
    let view = seen(&owing, NATO);
    let map = page(&view, "map");
    let [board] = map.boards()[..] else { panic!("one board") };
    let told: Vec<_> = board.owed.iter().map(|(hex, words)| (board.label(*hex), words.plain(&[]))).collect();
    assert_eq!(
        told,
        [("0504".to_owned(), format!("{name} has to withdraw"))],
        "whoever only may is not among them"
    );
    assert!(map.lede.plain(&[]).starts_with("Units that have to withdraw"), "{:?}", map.lede);
    for id in ["map", "overview"] {
        let forms = page(&view, id).forms();
        let end = forms.iter().find(|form| form.id == "end-phase").expect("the end of the phase");
        let why = end.closed.as_ref().map(|no| no.sentence.clone());
        assert_eq!(why, Some(owing.says(NATO, json!({"do": "end-phase"}))), "{id}");
    }
    for other in [WP, Seat::Umpire, Seat::Spectator] {
        let view = seen(&owing, other);
        assert!(page(&view, "map").boards()[0].owed.is_empty(), "{other:?}");
        assert!(view.forms().iter().all(|form| form.id != "end-phase"), "{other:?}");
    }
    // In the other side's own phase nobody but it has to.
    let mut theirs = owing.clone();
    theirs.state.facts.phase = serde_json::from_value(json!("wp-retreat")).expect("a phase");
    let map = seen(&theirs, NATO);
    assert!(page(&map, "map").boards()[0].owed.is_empty());
    assert!(!page(&map, "map").lede.plain(&[]).contains("have to withdraw"));
    let mut done = owing;
    done.does(NATO, json!({"do": "withdraw", "unit": "us-hel", "path": ["0404"]}), &[]);
    let view = seen(&done, NATO);
    assert!(page(&view, "map").boards()[0].owed.is_empty());
    assert!(view.forms().iter().any(|form| form.id == "end-phase" && form.closed.is_none()));
}

#[test]
fn what_the_next_activation_ends_is_told_before_it() {
    let mut table = Table::small("wp-move-1", |_| {});
    let told = |table: &Table| {
        let view = seen(table, WP);
        let board = page(&view, "map").boards()[0].clone();
        let acts = board.acts.iter().filter(|act| act.word == "activate");
        let mut notes: Vec<String> =
            acts.flat_map(|act| board.targets(act)).map(|to| to.note.clone()).collect();
        notes.dedup();
        let form = view
            .forms()
            .into_iter()
            .find(|form| form.id == "activate")
            .expect("a form")
            .consequence
            .plain(&[]);
        (notes, form)
    };
    assert_eq!(told(&table), (vec![String::new()], String::new()));
    table.does(WP, json!({"do": "activate", "units": ["wp-m1"]}), &[]);
    let (name, left) = (table.state.scenario.name(crate::id("wp-m1")), table.piece("wp-m1").mp);
    let ends = format!("ends the activation of {name}, which has {left} movement points left");
    assert_eq!(told(&table), (vec![ends.clone()], format!("It {ends}.")));
    // Whoever has gone as far as he could ends nothing before its time.
    table.state.facts.unit.iter_mut().find(|piece| piece.id == crate::id("wp-m1")).expect("a unit").mp = 0;
    assert_eq!(told(&table), (vec![String::new()], String::new()));
}

#[test]
fn the_odds_of_a_defender_count_the_steps_that_stand_there() {
    let chance = |names: &[&str]| {
        let mut table = designated("hasty");
        for name in ["us-ca", "us-cb", "us-ct", "us-t1", "us-m1", "us-m2"] {
            put(&mut table.state.facts, name, if names.contains(&name) { "0504" } else { "0101" });
        }
        // Whoever supports from afar keeps the question open.
        table.does(WP, json!({"do": "attack", "target": "0504"}), &[]);
        let view = seen(&table, NATO);
        let fight = panel(page(&view, "map"), "fight").expect("the fight");
        let Block::Facts(rows) = &fight.body[0] else { panic!("{fight:?}") };
        let row = rows.iter().find(|(label, _)| label == "The defender").expect("what it comes to");
        row.1.plain(&[])
    };
    // 11 to 1 is a column whose every row takes a step, and many rows more.
    assert_eq!(chance(&["us-ca"]), "has to retreat with a chance of 11/12, loses 1 step on average");
}

/// Whoever passes a turn reads how many stacks do not move then; whoever fires a bombardment that it is none but that.
#[test]
fn passing_says_what_does_not_move_and_a_bombardment_is_called_one() {
    let verb = |table: &Table, id: &str| {
        let view = seen(table, WP);
        view.forms().iter().find(|form| form.id == id).map(|form| form.verb.clone()).expect(id)
    };
    let mut table = Table::small("wp-move-1", |facts| put(facts, "wp-t1", "0603"));
    let stacks = |table: &Table| {
        let own = table.state.on_map().filter(|unit| unit.card.side == Side::Wp && !unit.piece.activated);
        own.filter_map(|unit| unit.piece.at).collect::<std::collections::BTreeSet<_>>().len()
    };
    let all = stacks(&table);
    assert!(all > 2);
    assert!(verb(&table, "pass-turn").ends_with(&format!(": {all} stacks do not move")));
    table.does(WP, json!({"do": "activate", "units": ["wp-t1"]}), &[]);
    // Whoever has begun is asked once more, and reads it then.
    assert_eq!(verb(&table, "pass-turn"), "Pass the rest of turn 1");
    let undone = |table: &Table| {
        let view = seen(table, WP);
        view.forms().iter().find(|form| form.id == "pass-turn").map(|form| form.undone.clone())
    };
    let left = format!("{} stacks have not moved. They stay where they are.", stacks(&table));
    assert_eq!(undone(&table), Some(left));
    assert_eq!(stacks(&table), all - 1);
    assert!(verb(&designated("hasty"), "attack-0504").starts_with("Fight the attack on "));
    let mut guns = Table::small("wp-move-1", |facts| put(facts, "wp-art", "0803"));
    guns.does(WP, json!({"do": "activate", "units": ["wp-art"]}), &[]);
    let bombard =
        json!({"do": "designate", "units": ["wp-art"], "target": "0504", "attack": "hasty", "bombard": true});
    guns.does(WP, bombard, &[]);
    guns.does(WP, json!({"do": "end-phase"}), &[]);
    assert!(verb(&guns, "attack-0504").starts_with("Fire the bombardment on "));
}

/// Whose last action point an activation takes is told before and after, and that it attacks nobody then.
#[test]
fn an_activation_that_makes_a_unit_ineffective_says_so() {
    let mut table = Table::small("wp-move-1", |facts| {
        crate::only(facts, &["wp-t1", "wp-m1", "us-ca"]);
        put(facts, "wp-t1", "0603");
        put(facts, "us-ca", "0504");
        unit(facts, "wp-t1").ap = 4;
    });
    let view = seen(&table, WP);
    let activations = view.pages.iter().find_map(|page| panel(page, "activate")).expect("activations");
    let [Block::Form(form)] = &activations.body[..] else { panic!("{activations:?}") };
    let [Field { kind: FieldKind::One { choices, .. }, .. }] = &form.fields[..] else { panic!("{form:?}") };
    let notes: Vec<String> = choices.iter().map(|choice| choice.note.plain(&[])).collect();
    let told = format!(
        "Makes {} Ineffective: it can move, but not attack [CF-AP-6]",
        table.state.scenario.name(crate::id("wp-t1"))
    );
    assert_eq!(notes.iter().filter(|note| !note.is_empty()).collect::<Vec<_>>(), [&told], "{notes:?}");
    let Block::Board(board) = &page(&view, "map").main[0] else { panic!("no board") };
    let act = |name: &str| {
        let act = board.acts.iter().find(|act| act.word == "activate" && act.counters == [name]);
        board.reaches[act.expect("an act").reach][0].note.clone()
    };
    assert!(act("wp-t1").contains("Ineffective") && act("wp-m1").is_empty());

    table.does(WP, json!({"do": "activate", "units": ["wp-t1"]}), &[]);
    let view = seen(&table, WP);
    let weigh = panel(page(&view, "map"), "weigh").expect("why nothing is weighed");
    let [Block::Empty(words)] = &weigh.body[..] else { panic!("{weigh:?}") };
    assert_eq!(words.plain(&[]), "Who is activated is Ineffective, and attacks nobody in this phase.");
}

/// The planner counts the steps that stand there, as the panel of the fight does.
#[test]
fn nobody_is_told_to_lose_a_step_that_he_has_not() {
    let mut table = Table::small("wp-move-1", |facts| {
        crate::only(facts, &["wp-t1", "us-ca"]);
        put(facts, "wp-t1", "0603");
        put(facts, "us-ca", "0504");
    });
    table.does(WP, json!({"do": "activate", "units": ["wp-t1"]}), &[]);
    let command = json!({"do": "march", "units": ["wp-t1"], "target": "0504"});
    let command = serde_json::from_value(command).expect("a command");
    let steps = table.state.unit(crate::id("us-ca")).expect("it stands there").steps();
    let plan = CentralFront::plan(&table.state, WP, &command, &json!({}));
    let means = plan.iter().find_map(|block| match block {
        Block::Results(results) => Some(results.means.clone()),
        _ => None,
    });
    let means = means.expect("results");
    let (_, mean) = means.iter().find(|(of, _)| of.contains("defender")).expect("a mean");
    let (_, share) = mean.split_once(" = ").expect("a share");
    assert!(share.parse::<f64>().expect("a number") <= f64::from(steps), "{mean} of {steps}");
}
