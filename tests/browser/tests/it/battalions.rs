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
    "shock-",
    "attack-",
    "end",
    "second",
    "activate",
];

/// What a side does next on its card.
pub async fn next(house: &House, attacks: u32) -> Option<Turned> {
    for seat in [BLUE, RED] {
        let look = house.desk.look(&house.campaign, seat).await.unwrap();
        let card = look.page("activation").unwrap();
        let forms = card.forms();
        let open = |word: &&str| -> Option<Form> {
            let named =
                |form: &&&Form| form.id == **word || (word.ends_with('-') && form.id.starts_with(*word));
            let may = attacks < 4 || !["shock-", "attack-"].contains(word);
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

/// The 7th in its activities before both crossings of the Sarn, a Combat OBJ on each.
async fn in_activities() -> House {
    use rules_bcs::charts::s8_snafu::Level;
    use rules_bcs::state::{Activation, HqState, Obj, Step};
    House::battalions(|facts| {
        facts.formation[0].state = HqState::Used;
        let begun = Activation::begin(facts.formation[0].id, false, true);
        let obj = |at: &str| Obj { at: at.parse().unwrap(), combat: true, recon: false };
        let obj = vec![obj("1812"), obj("1813")];
        facts.activation =
            Some(Activation { step: Step::Activities, level: Some(Level::Full), obj, ..begun });
        facts.unit.iter_mut().for_each(|piece| piece.commanded = true);
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_attack_of_the_map_is_weighed_before_it_is_declared() {
    if left_out() {
        return;
    }
    for width in [1280, 360] {
        let house = in_activities().await;
        let blue = house.seated(BLUE, width).await;
        blue.tab("Map").await;
        // Everything that is laid over the map has its switch, and OBJ Zones are shown while there are any.
        let look = house.desk.look(&house.campaign, BLUE).await.unwrap();
        let laid = look.page("map").unwrap().boards()[0].overlays.len();
        assert_eq!(blue.ask("document.querySelectorAll('.hb-switches [id*=-o-]').length").await, json!(laid));
        blue.until("getComputedStyle(document.querySelector('.hb-key-obj-0')).display !== 'none'").await;
        // The attacker is picked, then the enemy: the planner opens and weighs him.
        blue.press("[data-take='1713']").await;
        blue.sees(".hb-target-of").await;
        blue.press(".hb-target-of").await;
        blue.until("document.querySelector('[id^=d-plan-attack-][open] .headline')").await;
        let panel =
            blue.ask("document.querySelector('[id^=d-plan-attack-][open]').closest('section').id").await;
        let panel = format!("#{}", panel.as_str().unwrap());
        blue.reads(&format!("{panel} .headline"), "of 36").await;
        blue.reads(&format!("{panel} .force"), "BCS-CT-1").await;
        blue.looks_right("battalions-planner").await;
        // Another answer, other chances; nothing is declared yet.
        let before = blue.text(&format!("{panel} .headline")).await;
        blue.press(&format!("{panel} [id$='-suppress'] label:nth-of-type(2)")).await;
        blue.until(&format!(
            "document.querySelector({}).textContent !== {}",
            json!(format!("{panel} .headline")),
            json!(before)
        ))
        .await;
        assert_eq!(house.desk.position(&house.campaign).await.unwrap()["activation"]["battle"], json!(null));
        // Ending the activities says what is left undone, and asks once more in place.
        blue.press("#b-end").await;
        blue.sees(".ask-once").await;
        blue.reads(".ask-once", "have not moved").await;
        blue.looks_right("battalions-end").await;
        assert_eq!(
            house.desk.position(&house.campaign).await.unwrap()["activation"]["step"],
            json!("activities")
        );
        blue.act(&format!("{panel} button[type=submit]:not(.unscripted)")).await;
        let battle = house.desk.position(&house.campaign).await.unwrap()["activation"]["battle"].clone();
        assert_eq!(battle["stage"], json!(null), "the defender answers next: {battle}");
        assert!(battle["target"].is_string(), "{battle}");
        blue.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_owed_stands_above_the_latest_throw_and_hexes_have_names() {
    if left_out() {
        return;
    }
    // Grenadiers without Support in the open before two battalions: whatever the dice say, somebody owes something.
    let house = House::battalions(|facts| {
        use rules_bcs::charts::s8_snafu::Level;
        use rules_bcs::state::{Activation, HqState, Obj, Step};
        facts.formation[0].state = HqState::Used;
        let begun = Activation::begin(facts.formation[0].id, false, true);
        let obj = vec![Obj { at: "1613".parse().unwrap(), combat: true, recon: false }; 2];
        facts.activation =
            Some(Activation { step: Step::Activities, level: Some(Level::Full), obj, ..begun });
        for (name, at) in [("B1-t1", "1512"), ("B1-m1", "1713"), ("B1-m2", "1714"), ("R1-g1", "1613")] {
            let piece = facts.unit.iter_mut().find(|piece| piece.id.as_str() == name).unwrap();
            (piece.at, piece.dropped) = (Some(at.parse().unwrap()), name == "R1-g1");
        }
        facts.unit.iter_mut().for_each(|piece| piece.commanded = true);
    })
    .await;
    let (blue, red) = (house.seated(BLUE, 1280).await, house.seated(RED, 360).await);
    blue.tab("Map").await;
    red.tab("Map").await;
    for (seat, command) in [
        (BLUE, json!({"do": "attack", "target": "1613", "shock": false})),
        (RED, json!({"do": "defend", "unit": "R1-g1", "prepared": false})),
        (BLUE, json!({"do": "commit", "unit": "B1-m1", "assist": "B1-m2"})),
        (BLUE, json!({"do": "suppress", "spotter": "B1-m1", "air": false})),
    ] {
        house.act(seat, command).await;
    }
    blue.is_up_to_date(&house, BLUE).await;
    // The attack is weighed as it stands until its dice fall.
    blue.reads("#throw .headline", "of 36").await;
    blue.looks_right("battalions-throw").await;
    house.act(BLUE, json!({"do": "fight"})).await;
    let mut owing = 0;
    for (browser, seat) in [(&blue, BLUE), (&red, RED)] {
        browser.is_up_to_date(&house, seat).await;
        browser.reads("#latest", "The latest throw").await;
        browser.looks_right("battalions-owed").await;
        owing += u32::from(browser.has(".hb-asked, .wb-rest > .yours").await);
    }
    assert!(owing > 0, "somebody owes an answer");
    blue.close().await;
    red.close().await;

    // An HQ that was jumped retreats to a hex with a name or its ground, picked in the list or on the map.
    use rules_bcs::state::Jumped;
    let house = House::battalions(|facts| {
        use rules_bcs::charts::s8_snafu::Level;
        use rules_bcs::state::{Activation, HqState, Step};
        facts.formation[0].state = HqState::Used;
        let begun = Activation::begin(facts.formation[0].id, false, true);
        let other = &mut facts.formation[2];
        let jumped = vec![Jumped { formation: other.id, hq: None, from: other.hq.set(0, None).unwrap() }];
        facts.activation =
            Some(Activation { step: Step::Activities, level: Some(Level::Full), jumped, ..begun });
    })
    .await;
    for width in [1280, 360] {
        let red = house.seated(RED, width).await;
        red.tab("Map").await;
        red.reads("#now", " of ").await;
        let choices = red
            .ask("[...document.querySelectorAll('#w-retreat-hq-at .says')].map((one) => one.textContent)")
            .await;
        let choices = choices.as_array().unwrap();
        let is_told = |words: &str| words.contains('(') || words.split(' ').count() > 1;
        assert!(
            !choices.is_empty() && choices.iter().all(|words| is_told(words.as_str().unwrap())),
            "{choices:?}"
        );
        red.looks_right("battalions-jumped").await;
        if width == 360 {
            red.close().await;
            continue;
        }
        red.press(".hb-todo [data-pick]").await;
        red.sees(".hb-legal").await;
        red.looks_right("battalions-jumped-picked").await;
        red.close().await;
    }
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

#[tokio::test(flavor = "multi_thread")]
async fn where_play_stands_is_said_once_at_the_head_of_a_page() {
    if left_out() {
        return;
    }
    let told = "[...document.querySelectorAll('.mast .where > span, .standing, .lede')].filter((one) => one.offsetParent && one.textContent.includes('Turn ')).length";
    for (house, seat) in [(House::sarn_west().await, BLUE), (House::summer().await, BLUE)] {
        for width in [1280, 360] {
            let reader = house.seated(seat, width).await;
            let look = house.desk.look(&house.campaign, seat).await.unwrap();
            for page in look.contents.pages.iter().map(|page| page.id) {
                reader.go(&house.page(seat, page)).await;
                reader.sees("h1").await;
                let n = reader.ask(told).await;
                assert!(n.as_u64().unwrap() <= 1, "{page} at {width}: {n} times");
            }
            reader.close().await;
        }
    }
}
