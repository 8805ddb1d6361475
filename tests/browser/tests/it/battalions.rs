//! Activations of the Battalion Combat Series from the pages of both sides, one of them at 360 px; and every page in every
//! window.

use std::collections::BTreeMap;

use kernel::Seat;
use kernel::view::board::Board;
use kernel::view::{FieldKind, Form, Page};
use serde_json::{Value, json};

use crate::central_front::player::Turned;
use crate::driver::left_out;
use crate::house::House;
use crate::widths::{BEYOND, WIDTHS};

const BLUE: Seat = Seat::Side(0);
const RED: Seat = Seat::Side(1);

/// What comes first, by the beginnings of the forms' names.
const ORDER: [&str; 16] = [
    "retreat-hq",
    "retreat",
    "require",
    "defend",
    "take-step",
    "commit-",
    "fight",
    "advance",
    "prepare",
    "fail",
    "begin",
    "shock",
    "attack",
    "end",
    "second",
    "activate",
];

/// What a side does next on its card.
async fn next(house: &House, attacks: u32) -> Option<Turned> {
    for seat in [BLUE, RED] {
        let look = house.desk.look(&house.campaign, seat).await.unwrap();
        let card = look.page("activation").unwrap();
        let forms = card.forms();
        let open = |word: &&str| -> Option<Form> {
            let named =
                |form: &&&Form| form.id == **word || (word.ends_with('-') && form.id.starts_with(*word));
            let may = attacks < 4 || !["shock", "attack"].contains(word);
            forms.iter().find(named).filter(|form| may && form.closed.is_none()).map(|form| (*form).clone())
        };
        if let Some(form) = ORDER.iter().find_map(open) {
            let asked = |field: &kernel::view::Field| {
                matches!(field.kind, FieldKind::One { .. }).then_some(field.key)
            };
            let picks: BTreeMap<_, _> = form.fields.iter().filter_map(asked).map(|key| (key, 0)).collect();
            return Some(Turned { seat, form, picks });
        }
    }
    None
}

/// A Combat OBJ as near to the enemy as it can be, pointed at on the map.
fn objective(map: &Page, seat: Seat) -> Option<Value> {
    let boards = map.boards();
    let board: &Board = boards.first()?;
    let own = if seat == BLUE { 0 } else { 1 };
    let foes: Vec<_> = board
        .counters
        .iter()
        .filter(|counter| counter.side != own)
        .filter_map(|counter| counter.hex)
        .collect();
    let act = board.acts.iter().find(|act| act.word == "combat-obj")?;
    let near = |hex: hexmap::Hex| foes.iter().map(|foe| foe.distance(hex)).min();
    let target = board.targets(act).iter().min_by_key(|target| near(target.hex))?;
    board.command(act, &board.way(act, target))
}

#[tokio::test(flavor = "multi_thread")]
async fn activations_are_played_from_the_cards_of_both_sides() {
    if left_out() {
        return;
    }
    let house = House::sarn_west().await;
    let (mut blue, mut red) = (house.seated(BLUE, 1280).await, house.seated(RED, 360).await);
    blue.tab("Activation").await;
    red.tab("Activation").await;
    let mut kinds: BTreeMap<String, u32> = BTreeMap::new();
    for _ in 0..120 {
        let Some(turned) = next(&house, kinds.get("attack").copied().unwrap_or_default()).await else {
            break;
        };
        let kind = turned.form.command["do"].as_str().unwrap_or_default().to_owned();
        if kind == "activate" && kinds.get("activate") == Some(&4) {
            break;
        }
        if kind == "begin" {
            let look = house.desk.look(&house.campaign, turned.seat).await.unwrap();
            let command = objective(&look.page("map").unwrap(), turned.seat);
            if let Some(command) = command {
                house.act(turned.seat, command).await;
                *kinds.entry("objective".into()).or_default() += 1;
            }
        }
        let browser = if turned.seat == BLUE { &blue } else { &red };
        if kind == "fight" || kind == "prepare" {
            browser.is_up_to_date(&house, turned.seat).await;
            browser.looks_right(&format!("battalions-before-{kind}-{}", turned.seat.name())).await;
        }
        turned.in_browser(&house, browser).await;
        *kinds.entry(kind).or_default() += 1;
    }
    assert_eq!(kinds.get("activate"), Some(&4), "{kinds:?}");
    assert!(kinds.get("prepare").is_some_and(|n| *n >= 4), "{kinds:?}");
    for (browser, seat) in [(&mut blue, BLUE), (&mut red, RED)] {
        browser.is_up_to_date(&house, seat).await;
        for page in ["map", "activation", "formations", "units", "charts"] {
            browser.go(&house.page(seat, page)).await;
            browser.looks_right(&format!("battalions-{page}-{}", seat.name())).await;
        }
    }
    blue.close().await;
    red.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_of_the_series_fits_every_window() {
    if left_out() {
        return;
    }
    let house = House::sarn_west().await;
    house.act(BLUE, json!({"do": "activate", "formation": "B1"})).await;
    let mut blue = house.seated(BLUE, 360).await;
    for page in ["map", "activation", "formations", "units", "charts"] {
        blue.go(&house.page(BLUE, page)).await;
        blue.ask("document.querySelectorAll('main details').forEach((fold) => { fold.open = true; })").await;
        for width in WIDTHS {
            blue.widen(width).await;
            blue.looks_right(&format!("battalions-fits-{page}")).await;
            assert_eq!(blue.ask(BEYOND).await, json!([]), "{page} at {width}");
        }
    }
    blue.close().await;
}
