//! What the pages reckon: prices, chances to live, what a withdrawal is weighed against, the squads beside each other.

use kernel::view::{Block, Page};
use kernel::{Seat, System};
use rules_upfront::UpFront;
use rules_upfront::words::{ManId, Side};
use serde_json::json;

use crate::view_pages::{as_chosen, cells, forms, page, sheets, visit};
use crate::{ONE, TWO, Table};

fn says(page: &Page) -> String {
    serde_json::to_string(page).expect("a page")
}

#[test]
fn chances_to_live_are_exact_and_say_what_they_assume() {
    let mut table = Table::order("german", "american", "[\"V1\", \"V1\", \"V1\"]", "");
    table.select_both();
    table.agree("none", &[(0, json!({"id": 9, "out": "killed"})), (0, json!({"id": 10, "out": "captured"}))]);
    let forecast = page(&UpFront::view(&table.state, ONE), "forecast");
    let (mut prose, mut rows, mut force) = (String::new(), Vec::new(), Vec::new());
    let is_it = |block: &&Block| matches!(block, Block::Panel(panel) if panel.id == "lives-0");
    let lives = forecast.main.iter().find(is_it).expect("the chances of the own side");
    visit(std::slice::from_ref(lives), &mut |block| match block {
        Block::Prose(text) => prose = text.plain(table.state.campaign.sides.as_array()),
        Block::Sheet(sheet) => {
            let cells = |row: &kernel::view::SheetRow| {
                row.cells.iter().map(|cell| cell.text.plain(&[])).collect::<Vec<_>>().join(" | ")
            };
            rows.extend(sheet.rows.iter().map(cells));
        }
        Block::Odds(odds) => force.push((odds.rows.clone(), odds.of)),
        _ => {}
    });
    assert!(
        prose.contains("of 8 times that a man fought he was lost twice, routed never and wounded never.")
    );
    assert!(prose.contains("every scenario costs alike and by itself"));
    assert!(rows.iter().any(|row| row.ends_with(" | 1 / 2 | 75.0 % | 56.3 %")), "{rows:#?}");
    // 25 men are left: 25 times 3/4, then 25 times 9/16.
    assert!(
        rows.contains(&"1 | 18.7 | 75 / 4".into()) && rows.contains(&"2 | 14.0 | 225 / 16".into()),
        "{rows:#?}"
    );
    // The six listed men who are fit and two who stand in: binomial, over 4^8.
    let weights: Vec<u64> = force[0].0.iter().map(|(_, weight)| *weight).collect();
    assert_eq!((weights, force[0].1), (vec![6561, 17496, 20412, 13608, 5670, 1512, 252, 24, 1], 65536));
}

#[test]
fn changed_men_are_priced_by_the_ladder_of_their_nation() {
    let mut table = Table::between("german", "american");
    // One rifleman with the values of another.
    let card = |table: &Table, man: u8| {
        table.state.campaign.decks[kernel::Side::FIRST].nation.men[usize::from(man) - 1].clone()
    };
    let (low, changed) = (card(&table, 9), card(&table, 10));
    assert_eq!(low.weapon, changed.weapon);
    assert!(!says(&page(&UpFront::view(&table.state, ONE), "men")).contains("price ladder"));
    table.set(0, 10, |man| (man.morale, man.panic) = (low.morale, low.panic));
    let men = says(&page(&UpFront::view(&table.state, ONE), "men"));
    let words =
        format!("By his nation's price ladder he is worth {}; his card says {}.", low.points, changed.points);
    assert!(men.contains(&words), "{words}");
    // Nobody is printed with 7/7.
    table.set(0, 10, |man| (man.morale, man.panic) = (7, 7));
    let men = says(&page(&UpFront::view(&table.state, ONE), "men"));
    assert!(men.contains(&format!(
        "No card of his nation has these values with his weapon; his card says {}",
        changed.points
    )));
}

#[test]
fn withdrawing_is_weighed_against_fighting_on() {
    let mut table = Table::between("german", "american");
    let sheet = |table: &Table| {
        let page = page(&UpFront::view(&table.state, ONE), "result");
        sheets(&page).into_iter().find(|sheet| sheet.caption.starts_with("What so many more losses"))
    };
    assert!(sheet(&table).is_none(), "there is no battle yet");
    table.select_both();
    let printed = sheet(&table).expect("a sheet");
    assert_eq!(cells(&printed, "what-if-1"), ["1", "1: 1 in 24", "2: 1 in 12", "8: 1 in 3"]);
    assert_eq!(cells(&printed, "what-if-3"), ["3", "3: 1 in 8", "6: 1 in 4", "24: never"]);
    let words = json!({"do": "set-ruling", "ruling": "R02", "word": "replacement_only"});
    let mut ruled = Table::between("german", "american");
    ruled.must(Seat::Umpire, words);
    ruled.select_both();
    let ruled = sheet(&ruled).expect("a sheet");
    assert_eq!(cells(&ruled, "what-if-1"), ["1", "0: any chance", "1: 1 in 24", "7: 7 in 24"]);
}

#[test]
fn the_squads_stand_beside_each_other() {
    let mut table = Table::between("german", "american");
    let sheet = |table: &Table, seat: Seat| {
        let page = page(&UpFront::view(&table.state, seat), "honours");
        sheets(&page).into_iter().find(|sheet| sheet.caption == "Both squads, as printed and now")
    };
    let fresh = sheet(&table, Seat::Spectator).expect("a sheet");
    for row in &fresh.rows {
        let row = cells(&fresh, &row.id);
        assert_eq!((&row[1], &row[3]), (&row[2], &row[4]), "nothing has changed yet: {row:?}");
    }
    let before: Vec<i64> = cells(&fresh, "compared-0")[1..].iter().map(|n| n.parse().unwrap()).collect();
    table.kill(0, &[5, 6]);
    table.set(0, 9, |man| man.wound = Some(6));
    let later = sheet(&table, ONE).expect("a sheet");
    assert_eq!(cells(&later, "compared-0")[2], (before[0] - 2).to_string());
    assert_eq!(cells(&later, "compared-1")[2], (before[0] - 3).to_string());
    // Behind closed rosters a side sees its own.
    let mut closed = Table::between("german", "american");
    closed.must(Seat::Umpire, json!({"do": "set-ruling", "ruling": "R50", "word": "owner_and_umpire"}));
    assert_eq!(sheet(&closed, ONE).expect("its own").columns.len(), 3);
    assert!(sheet(&closed, Seat::Spectator).is_none());
}

#[test]
fn the_price_of_a_personal_mans_return_stands_wherever_the_force_is_priced() {
    let mut table = crate::s42_9_personal::open("");
    table.state.facts.side[1].man.last_mut().expect("him").dead = true;
    let (his, _) = table.state.man(Side::SECOND, ManId::PERSONAL).expect("him");
    assert!(his.dead);
    let seen = |table: &Table, id: &str| page(&UpFront::view(&table.state, TWO), id);
    let force = seen(&table, "force");
    let form = forms(&force).into_iter().find(|form| form.id == "fill").expect("the form");
    assert!(serde_json::to_string(&form).expect("a form").contains("The force costs 1 point."));
    let row = sheets(&force).into_iter().find(|sheet| sheet.rows.iter().any(|row| row.id == "place-P"));
    assert_eq!(cells(&row.expect("his row"), "place-P")[3], "−1");
    assert!(says(&seen(&table, "forecast")).contains("the force costs 1 point"));
    let before = table.points(1);
    table.must(TWO, as_chosen(&form));
    assert_eq!(table.points(1), before - 1, "and that is what it costs");
}

#[test]
fn closed_rosters_are_said_and_nothing_false_beside_them() {
    let mut table = Table::between("german", "american");
    table.must(Seat::Umpire, json!({"do": "set-ruling", "ruling": "R50", "word": "owner_and_umpire"}));
    table.select_both();
    table.agree("german", &[(1, json!({"id": 4, "out": "killed"}))]);
    for seat in [ONE, TWO] {
        table.must(seat, json!({"do": "decide"}));
    }
    for (seat, n_closed) in [(ONE, 1), (TWO, 1), (Seat::Spectator, 2), (Seat::Umpire, 0)] {
        let seen = |id: &str| says(&page(&UpFront::view(&table.state, seat), id));
        let honours = seen("honours");
        assert_eq!(honours.matches("'s roster is closed.").count(), n_closed, "{seat:?}");
        assert_eq!(seen("result").matches("'s roster is closed.").count(), n_closed, "{seat:?}");
        assert!(!honours.contains("Nobody has been lost."), "{seat:?}: #4 was");
        assert!(!honours.contains("The boards fill with"), "{seat:?}");
    }
}
