//! Exact odds of plans, asked on their page: what comes of it, what is to be reached, another plan beside it, a file.

use kernel::{Id, Seat, System};
use rules_battlefront::measure::Point;
use rules_battlefront::words::Posture;
use rules_battlefront::{Battlefront, Step};
use serde_json::json;

use crate::driver::{Browser, left_out};
use crate::house::House;

const FIRST: Seat = Seat::Side(0);

/// The button of the plan's questions.
const ASK: &str = "section:has(#h-given) form button[type=submit]";

impl Browser {
    /// Opens the plan whose name has these words.
    async fn plan(&self, words: &str) {
        self.sees(".plans a").await;
        let plans = self.plans().await;
        let n = plans.iter().position(|plan| plan.contains(words));
        let n = n.unwrap_or_else(|| panic!("no {words} in {plans:?}"));
        self.leads(&format!(".plans a:nth-of-type({})", n + 1)).await;
    }

    /// Asks a plan about an order, and orders before it.
    async fn asks(&self, command: &str, before: &str) {
        for (key, text) in [("command", command), ("before", before)] {
            self.ask(&format!("document.querySelector(\"[name='given.{key}']\").value = ''")).await;
            if !text.is_empty() {
                self.type_in(&format!("[name='given.{key}']"), text).await;
            }
        }
        self.leads(ASK).await;
    }

    /// The plans that the page has, by their words.
    async fn plans(&self) -> Vec<String> {
        let found =
            self.ask("[...document.querySelectorAll('.plans a')].map((one) => one.textContent.trim())").await;
        found.as_array().unwrap().iter().map(|words| words.as_str().unwrap().to_owned()).collect()
    }
}

/// Asks about every plan that a seat has at this moment, at both widths.
async fn all_plans(house: &House, seat: Seat, name: &str) -> Vec<String> {
    let mut browser = house.seated(seat, 1280).await.with_axe().await;
    browser.tab("Odds").await;
    browser.reads("h1", "Odds").await;
    let plans = browser.plans().await;
    for n in 0..plans.len().max(1) {
        browser.widen(1280).await;
        browser.go(&house.page(seat, "odds")).await;
        if !plans.is_empty() {
            browser.leads(&format!(".plans a:nth-of-type({})", n + 1)).await;
        }
        if browser.has("input[name='given.command']").await {
            browser.reads("#told", "Say what is to be weighed").await;
        } else {
            browser.reads("#told .asm", "What is taken as given").await;
            assert!(browser.has("#told .chance .tbl").await, "{name} {n} has figures");
        }
        for width in [1280, 360] {
            browser.widen(width).await;
            browser.is_accessible(&format!("{name} {n} at {width}")).await;
            browser.looks_right(&format!("odds-{name}-{n}")).await;
        }
    }
    browser.close().await;
    plans
}

#[tokio::test(flavor = "multi_thread")]
async fn the_points_of_five_days_are_told_set_and_compared() {
    if left_out() {
        return;
    }
    let house = House::rostov().await;
    let german = Seat::Side(1);
    let mut browser = house.seated(german, 1280).await;
    browser.tab("Odds").await;
    browser.reads(".lead-figures", "or more").await;
    browser.reads("#told .chance", "German: purchase points: from").await;
    browser.reads("#told > .in > .tbl", "27 December").await;
    browser.ask("document.querySelector(\"[name='reach.points-german']\").value = ''").await;
    browser.type_in("[name='reach.points-german']", "60").await;
    browser.leads("form:has([name='reach.points-german']) button").await;
    browser.reads(".lead-figures", "for 60 or more").await;
    // The large figure, the plot and the row of every case say the same.
    let row = "[...document.querySelectorAll('.chance .unfold tbody tr')].find((row) => row.cells[0].textContent === '60').cells[2].textContent";
    let share = browser.ask(row).await;
    let share = share.as_str().unwrap();
    browser.reads(".lead-figures", share).await;
    browser.reads(".chances.wide .strong", &format!("{share} for 60 or more")).await;
    browser.looks_right("odds-income").await;
    browser.leads("#told a.btn").await;
    browser.ask("document.querySelector(\"[name='given.days']\").value = ''").await;
    browser.type_in("[name='given.days']", "4").await;
    browser.leads("#h-given ~ * button, section:has(#h-given) button").await;
    browser.reads("#beside", "Beside the plan that you kept").await;
    browser.reads("#beside .tbl", "Kept plan").await;
    for width in [1280, 360] {
        browser.widen(width).await;
        browser.looks_right("odds-beside").await;
    }
    let file =
        browser.ask("await (await fetch(document.querySelector('.chance a[download]').href)).text()").await;
    let file = file.as_str().unwrap();
    assert!(file.contains("German: purchase points,Weight,Of,Share,Share of this and more"), "{file}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_plan_of_a_refit_is_told_at_both_widths() {
    if left_out() {
        return;
    }
    let house = House::rostov().await;
    let plans = all_plans(&house, FIRST, "refit").await;
    assert!(plans.iter().any(|plan| plan.contains("Purchase points")), "{plans:?}");
    assert!(plans.iter().any(|plan| plan.contains("iscipline")), "{plans:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_man_of_up_front_is_told_over_nine_scenarios() {
    if left_out() {
        return;
    }
    let house = House::nine_days().await;
    all_plans(&house, FIRST, "man").await;
    let browser = house.seated(FIRST, 360).await;
    browser.tab("Odds").await;
    browser.reads("#told > .in > .tbl", "On the roster").await;
    assert_eq!(
        browser.ask("document.querySelectorAll('#told > .in > .tbl tbody tr').length").await,
        json!(9)
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_attack_is_weighed_as_it_is_typed() {
    if left_out() {
        return;
    }
    let house = House::gap().await;
    all_plans(&house, FIRST, "attack").await;
}

/// An attack is typed as below the map, alone and after a strike of the combat phase to come, and compared.
#[tokio::test(flavor = "multi_thread")]
async fn an_attack_after_a_strike_is_typed_as_below_the_map() {
    if left_out() {
        return;
    }
    let house = House::gap_where(|facts| {
        (facts.superior, facts.strikes) = (Some(rules_central_front::words::Side::Wp), 1);
    })
    .await;
    for command in [
        json!({"do": "activate", "units": ["wp-m1"]}),
        json!({"do": "move", "units": ["wp-m1"], "path": ["0604"]}),
    ] {
        house.act(FIRST, command).await;
    }
    let mut browser = house.seated(FIRST, 1280).await.with_axe().await;
    browser.tab("Odds").await;
    browser.reads("#told", "Say what is to be weighed").await;
    browser.type_in("[name='given.command']", "8 Motor Rifle Regt hasty 0504").await;
    let ask = "section:has(#h-given) form button[type=submit]";
    browser.leads(ask).await;
    browser.reads("#told", "The hex is cleared (no support)").await;
    let alone = browser.text("#told").await;
    // Two faulty lines are two faults, each with its line.
    browser.type_in("[name='given.before']", "strike 0101\nfly over there").await;
    browser.leads(ask).await;
    browser.reads("#told", "Line 1:").await;
    browser.reads("#told", "Line 2:").await;
    browser.ask("document.querySelector(\"[name='given.before']\").value = ''").await;
    browser.type_in("[name='given.before']", "strike B Cav Troop").await;
    browser.leads(ask).await;
    browser.reads("#told", "The hex is cleared at the end (no support)").await;
    browser.reads("#told .asm", "Phases in between are ended").await;
    assert_ne!(browser.text("#told").await, alone);
    for width in [1280, 360] {
        browser.widen(width).await;
        browser.is_accessible(&format!("a chain at {width}")).await;
        browser.looks_right("odds-chain").await;
    }
    browser.close().await;
    // Whoever looks on types the attacker's orders too.
    let enemy = house.seated(Seat::Side(1), 360).await;
    enemy.tab("Odds").await;
    enemy.type_in("[name='given.command']", "8 Motor Rifle Regt hasty 0504").await;
    enemy.leads(ask).await;
    enemy.reads("#told", "The hex is cleared (no support)").await;
    enemy.close().await;
}

/// What helps an attack is typed after it, and what cannot stand there is said.
#[tokio::test(flavor = "multi_thread")]
async fn support_smoke_and_chemicals_are_typed_after_an_attack() {
    if left_out() {
        return;
    }
    let house = House::gap().await;
    for command in [
        json!({"do": "activate", "units": ["wp-m1"]}),
        json!({"do": "move", "units": ["wp-m1"], "path": ["0604"]}),
    ] {
        house.act(FIRST, command).await;
    }
    let mut browser = house.seated(FIRST, 1280).await.with_axe().await;
    browser.tab("Odds").await;
    browser.asks("8 Motor Rifle Regt march 0504", "").await;
    browser.reads("#told", "The hex is cleared (no support)").await;
    let alone = browser.text("#told").await;
    browser.asks("8 Motor Rifle Regt march 0504 support wp-hel, smoke wp-art, chemicals", "").await;
    browser.reads("#told", "The hex is cleared (no support)").await;
    assert_ne!(browser.text("#told").await, alone);
    for width in [1280, 360] {
        browser.widen(width).await;
        browser.is_accessible(&format!("an attack with help at {width}")).await;
        browser.looks_right("odds-helped").await;
    }
    browser.asks("8 Motor Rifle Regt hasty 0504 smoke wp-art", "").await;
    browser.reads("#told .refusal", "is nothing that “hasty” is ordered with").await;
    browser.asks("8 Motor Rifle Regt march 0504 smoke wp-t1", "").await;
    browser.reads("#told .refusal", "CF-SMK-1").await;
    browser.close().await;
    // The same words stand below the map.
    let phone = house.seated(FIRST, 360).await;
    phone.tab("Map").await;
    phone.reads(".hb-hint", "support, smoke, chemicals").await;
    phone.close().await;
}

/// A barrage and the attack after it, and an activation up to the second one.
#[tokio::test(flavor = "multi_thread")]
async fn fire_and_activations_of_the_battalions_are_told_over_several_commands() {
    use rules_bcs::charts::s8_snafu::Level;
    use rules_bcs::state::{Activation, HqState, Obj, Step};
    if left_out() {
        return;
    }
    let before = House::sarn_west().await;
    let plans = all_plans(&before, FIRST, "battalions").await;
    assert!(plans.is_empty(), "one plan alone: {plans:?}");
    let browser = before.seated(FIRST, 360).await;
    browser.tab("Odds").await;
    browser.reads("#told", "A Second Activation of").await;
    browser.reads("#told .asm", "After a FAIL it makes a Failure Activation").await;
    browser.ask("document.querySelector(\"[name='given.fail']\").value = 'flip'").await;
    browser.leads(ASK).await;
    browser.reads("#told .asm", "no second one follows").await;
    // Whoever asks on a phone sees that there is an answer.
    browser.until("document.querySelector('#told').getBoundingClientRect().top < innerHeight / 2").await;
    browser.close().await;
    let house = House::battalions(|facts| {
        let body = facts.formation.iter_mut().find(|one| one.id.to_string() == "B1").unwrap();
        body.state = HqState::Used;
        let obj = vec![Obj { at: "1813".parse().unwrap(), combat: true, recon: true }];
        let begun = Activation::begin(body.id, false, true);
        facts.activation =
            Some(Activation { step: Step::Activities, level: Some(Level::Full), obj, ..begun });
        for piece in &mut facts.unit {
            piece.commanded = true;
            if piece.id.as_str() == "B1-t1" {
                piece.at = Some("1714".parse().unwrap());
            }
        }
    })
    .await;
    let mut browser = house.seated(FIRST, 1280).await.with_axe().await;
    browser.tab("Odds").await;
    browser.plan("An attack").await;
    browser.asks("B1-m1 attack 1813", "").await;
    browser.reads("#told", "The hex is cleared at the end").await;
    let alone = browser.text("#told").await;
    browser.asks("B1-m1 attack 1813", "B1-m1 barrage 1813").await;
    browser.reads("#told", "The hex is cleared at the end").await;
    browser.reads("#told .asm", "is not looked at").await;
    assert_ne!(browser.text("#told").await, alone);
    for width in [1280, 360] {
        browser.widen(width).await;
        browser.is_accessible(&format!("a barrage and an attack at {width}")).await;
        browser.looks_right("odds-battalions-chain").await;
    }
    browser.close().await;
}

/// Marches by turns and their meetings, the ratings of an army, promotions by the turns that they wait.
#[tokio::test(flavor = "multi_thread")]
async fn marches_ratings_and_promotions_of_the_civil_war_are_told() {
    if left_out() {
        return;
    }
    let house = House::summer_where(|facts| {
        let (counter, turn) = ("hooker-2".parse().unwrap(), facts.book.turn.number);
        facts.book.track.push(rules_civil_war::book::Waiting { counter, turn, rolled: 0 });
    })
    .await;
    let looks_on = house.seated(Seat::Umpire, 360).await;
    looks_on.tab("Odds").await;
    looks_on.reads("#told > .in > .tbl", "By its roll").await;
    looks_on.close().await;
    house.act(Seat::Umpire, json!({"do": "next-step"})).await;
    let opens = json!({"do": "enter-battle", "attacker": "aop", "defender": "anv", "hex": "H-open", "column": "1:1", "size": "medium"});
    house.act(Seat::Umpire, opens).await;
    for seat in [Seat::Side(0), Seat::Side(1)] {
        house.act(seat, json!({"do": "agree", "battle": "aop.1", "stands": 20, "batteries": 2})).await;
    }
    house.act(Seat::Umpire, json!({"do": "draw-field", "battle": "aop.1"})).await;
    house.act(Seat::Side(1), json!({"do": "choose-side", "battle": "aop.1", "edge": "south"})).await;
    for seat in [Seat::Side(0), Seat::Side(1)] {
        let page = house.desk.look(&house.campaign, seat).await.unwrap().page("orders").unwrap();
        let form = page.forms().into_iter().find(|form| form.id == "submit-oob-aop-1").unwrap().clone();
        let kernel::view::FieldKind::Words { value, .. } = &form.questions()[0].kind else {
            panic!("{form:?}")
        };
        house.act(seat, json!({"do": "submit-oob", "battle": "aop.1", "oob": value})).await;
    }
    let plans = all_plans(&house, Seat::Side(1), "civil-war").await;
    for words in ["flank march", "ratings of your army", "promotion"] {
        assert!(plans.iter().any(|plan| plan.contains(words)), "{plans:?}");
    }
    let browser = house.seated(Seat::Side(1), 360).await;
    browser.tab("Odds").await;
    browser.plan("flank march").await;
    browser.reads("#told > .in > .tbl", "Turn 14").await;
    browser.reads("#told", "It meets an enemy force led with initiative 3").await;
    browser.reads("#told .asm", "is not looked up").await;
    browser.plan("ratings").await;
    browser.reads("#told", "Exceptional brigades: from").await;
    browser.close().await;
}

const HEDGEROWS: &str = include_str!("../../../../crates/rules-battlefront/examples/setups/hedgerows.toml");

/// After a battle between the hedgerows: a line at 10 inches against one at 18, and behind the Germans' a rifle stand that
/// has a way back, and four stands cut off. Both sides stand before the choice of who tries to escape.
async fn pocket() -> House {
    let setup = Battlefront::load("hedgerows.toml", HEDGEROWS).unwrap();
    let mut facts = Battlefront::position(&Battlefront::open(setup));
    let id = |text: &str| Id::new(text).unwrap();
    (facts.step, facts.attacker) = (Step::Bogged, Some(id("american").into()));
    (facts.scenarios, facts.last_day_fought) = (1, 1);
    for (side, choice) in facts.sides.iter_mut().zip([Posture::Attack, Posture::Defend]) {
        side.posture = Some(toml::from_str(&format!("choice = \"{choice}\"")).unwrap());
        side.income = Some(3);
    }
    let line = (1..=6).map(|n| (format!("A-1-{n}"), 1000 * n - 600, 1000));
    let behind = [("A-1-7", 800, 3000), ("A-4-2", 2300, 2800), ("A-4-3", 2500, 2800), ("A-4-4", 2400, 3000)];
    let germans = [
        ("A-4-8", 2400, 2600),
        ("G-1-1", 200, 1800),
        ("G-1-2", 1800, 2000),
        ("G-1-3", 2400, 1800),
        ("G-1-4", 3000, 2000),
        ("G-1-5", 3900, 1800),
        ("G-1-6", 4800, 1800),
        ("G-1-7", 5600, 1800),
        ("G-1-8", 1800, 2600),
        ("G-2-1", 3000, 2600),
        ("G-11-1", 3000, 300),
    ];
    let placed = behind.into_iter().chain(germans).map(|(name, x, y)| (name.to_owned(), x, y));
    for (name, x, y) in line.chain(placed) {
        let stands =
            facts.sides.iter_mut().flat_map(|side| &mut side.elements).flat_map(|one| &mut one.stands);
        let stand = stands.into_iter().find(|stand| stand.id.as_str() == name);
        stand.unwrap_or_else(|| panic!("no {name}")).at = Some(Point::new(x, y));
    }
    let house = House::with(HEDGEROWS, Some(&toml::to_string(&facts).unwrap())).await;
    for seat in [Seat::Side(0), Seat::Side(1)] {
        house.act(seat, json!({ "do": "done" })).await;
    }
    // Who moves back and the lines are the umpire's to close.
    for _ in [Step::Disengage, Step::Perimeter] {
        house.act(Seat::Umpire, json!({ "do": "done" })).await;
    }
    house
}

#[tokio::test(flavor = "multi_thread")]
async fn the_escape_of_a_group_is_told_with_what_is_left() {
    if left_out() {
        return;
    }
    let house = pocket().await;
    let mut browser = house.seated(FIRST, 1280).await.with_axe().await;
    browser.tab("Odds").await;
    browser.plan("Escape").await;
    browser.reads("#told", "stands that escape: from 0").await;
    browser.reads("#told .asm", "5 stands try of 5").await;
    browser.reads("#told", "stands left of those behind the line").await;
    // A group tries with one die for all: two stands less that throw for themselves.
    house.act(FIRST, json!({ "do": "escape-group", "stands": ["A-4-2", "A-4-3"] })).await;
    browser.go(&house.page(FIRST, "odds?plan=escape")).await;
    browser.reads("#told .asm", "2 stands try of 5").await;
    browser.reads("#told .asm", "throws one die for all").await;
    for width in [1280, 360] {
        browser.widen(width).await;
        browser.is_accessible(&format!("escape at {width}")).await;
        browser.looks_right("odds-escape").await;
    }
    browser.close().await;
}

/// Who tries to escape is chosen where it stands, by mouse and by keyboard, and taken back there.
#[tokio::test(flavor = "multi_thread")]
async fn who_tries_to_escape_is_chosen_on_the_map() {
    if left_out() {
        return;
    }
    let house = pocket().await;
    let mut browser = house.seated(FIRST, 1280).await.with_axe().await;
    // The map on which nothing can be done leads to the one on which it is.
    browser.tab("Map").await;
    browser.leads("#owed-elsewhere .act").await;
    browser.reads(".tabs a[aria-current]", "Refit").await;
    browser.sees("#inch .ib-map").await;
    let places = browser.ask("scrollX + ' ' + scrollY").await;
    browser.puts_down((23.0, 28.0)).await;
    browser.reads("#inch-inspector", "A-4-2").await;
    let button = "#inch-inspector li button";
    let of = |words: &str| {
        format!(
            "[...document.querySelectorAll('{button}')].find((one) => one.textContent.includes('{words}'))"
        )
    };
    let before = browser.answered().await;
    browser.until(&format!("{} !== undefined", of("A-4-2 (Half-track) tries to escape"))).await;
    browser.ask(&format!("{}.click()", of("A-4-2 (Half-track) tries to escape"))).await;
    browser.until_answered(before).await;
    browser.reads("#inch-inspector", "A-4-2 (Half-track) remains after all").await;
    assert_eq!(browser.ask("scrollX + ' ' + scrollY").await, places, "the page stays where it is");
    browser.reads("#inch [data-piece='A-4-2']", "tries to escape").await;
    for width in [1280, 360] {
        browser.widen(width).await;
        browser.is_accessible(&format!("escape on the map at {width}")).await;
        browser.looks_right("escape-on-the-map").await;
    }
    // The enemy learns nothing of it.
    let enemy = house.seated(Seat::Side(1), 1280).await;
    enemy.tab("Map").await;
    let told = ["Half-track) tries", "Half-track) remains", "1 tries to escape", "Cut off, tries to escape"];
    for (page, text) in enemy.all_sources().await {
        assert!(told.iter().all(|words| !text.contains(words)), "{page}");
    }
    enemy.close().await;
    browser.close().await;
}

/// On a phone the answer to a finger is seen at once, in the low sheet and in the status line, and so is what can be done.
#[tokio::test(flavor = "multi_thread")]
async fn who_tries_to_escape_is_chosen_by_a_finger() {
    if left_out() {
        return;
    }
    let house = pocket().await;
    let phone = house.seated(FIRST, 360).await;
    phone.tell("Emulation.setTouchEmulationEnabled", json!({"enabled": true, "maxTouchPoints": 2})).await;
    phone.tab("Refit").await;
    phone.sees("#inch .ib-map").await;
    phone.press("#inch [data-do=whole]").await;
    let (x, y) = phone.on_screen((23.0, 28.0)).await;
    for (kind, points) in [("touchStart", json!([{"x": x, "y": y}])), ("touchEnd", json!([]))] {
        phone.tell("Input.dispatchTouchEvent", json!({"type": kind, "touchPoints": points})).await;
    }
    phone.reads("#inch-voice", "A-4-2").await;
    phone.at_hand("#inch-voice").await;
    phone.at_hand("#inch-inspector li:first-of-type button").await;
    assert_eq!(
        phone.ask("document.documentElement.dataset.sheet").await,
        json!("low"),
        "a touch raises nothing"
    );
    phone.looks_right("escape-touched").await;
    let answered = phone.answered().await;
    phone.press("#inch-inspector li:first-of-type button").await;
    phone.until_answered(answered).await;
    phone.reads("#inch-inspector li:first-of-type button", "remains after all").await;
    phone.at_hand("#inch-inspector li:first-of-type button").await;
    phone.reads("#inch-inspector li:first-of-type", "tries to escape").await;
    phone.looks_right("escape-chosen").await;
    phone.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_discipline_of_a_whole_roster_is_told_and_of_those_that_are_picked() {
    if left_out() {
        return;
    }
    let house = House::rostov().await;
    let mut browser = house.seated(Seat::Side(1), 1280).await.with_axe().await;
    browser.tab("Odds").await;
    browser.plan("Discipline").await;
    browser.reads("#told", "German: levels gained: from 0").await;
    browser.reads("#told", "German: levels lost: from 0").await;
    let boxes = "[...document.querySelectorAll('.odds-picks input[type=checkbox]')]";
    let n_rolls = browser.ask(&format!("{boxes}.length")).await.as_u64().unwrap();
    browser.reads("#told .asm", &format!("{n_rolls} of {n_rolls} rolls")).await;
    browser.ask(&format!("{boxes}.slice(1).forEach((one) => one.checked = false)")).await;
    browser.leads("section:has(#h-given) form button[type=submit]").await;
    browser.reads("#told .asm", &format!("1 of {n_rolls} rolls")).await;
    browser.reads("#told", "German: levels gained: from 0 to 1").await;
    for width in [1280, 360] {
        browser.widen(width).await;
        browser.is_accessible(&format!("discipline at {width}")).await;
        browser.looks_right("odds-discipline").await;
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn odds_on_their_way_are_shown_stopped_and_told() {
    if left_out() {
        return;
    }
    let house = House::rostov().await;
    let held = house.desk.hold_odds().await;
    let mut browser = house.seated(Seat::Side(1), 1280).await.with_axe().await;
    browser.tab("Odds").await;
    for width in [1280, 360] {
        browser.widen(width).await;
        browser.reads("#on-its-way", "Being worked out").await;
        browser.reads("#on-its-way", "of at most 20 seconds").await;
        browser.is_accessible(&format!("on its way at {width}")).await;
        browser.looks_right("odds-on-their-way").await;
    }
    // By script or without, the same place says how far it is.
    browser.leads("#on-its-way a").await;
    browser.reads("#on-its-way", "Being worked out").await;
    browser.leads("#stop-odds").await;
    browser.reads("#told", "You have stopped this question").await;
    browser.reads("#told", "HOUSE-ODDS").await;
    browser.looks_right("odds-stopped").await;
    browser.leads("#told a.btn").await;
    browser.reads("#on-its-way", "Being worked out").await;
    // When there is room, the answer comes by itself.
    drop(held);
    browser.reads("#told .asm", "What is taken as given").await;
    browser.reads("#odds-status", "The odds are worked out").await;
    browser.close().await;
}
