//! The small sample of the Battalion Combat Series from its first roll to its end, with a browser at each side. Every kind of
//! step is done in a browser before the rest of it is done without, so that the journey stays short.

use std::collections::BTreeMap;

use hexmap::Hex;
use kernel::Seat;
use kernel::view::board::{Act, Board, Target};
use kernel::view::{FieldKind, Form};
use serde_json::{Value, json};

use crate::central_front::player::Turned;
use crate::driver::{Browser, left_out};
use crate::house::House;

const BLUE: Seat = Seat::Side(0);
const RED: Seat = Seat::Side(1);

/// What comes first, by the beginnings of the forms' names, and how often it is done at most by a side until the next
/// formation is activated. Objectives are put down before `begin` and units are moved before `engage-`, on the map.
const ORDER: [(&str, usize); 32] = [
    ("retreat", 99),
    ("require", 99),
    ("defend", 99),
    ("take-step", 99),
    ("commit-", 99),
    ("suppress-", 1),
    ("support-by-fire", 1),
    ("fight", 99),
    ("advance", 99),
    ("rule-", 9),
    ("go-first", 9),
    ("replace", 9),
    ("assign-arty", 1),
    ("assign-", 1),
    ("enter-support", 1),
    ("close", 9),
    ("prepare", 9),
    ("fail", 9),
    ("begin", 9),
    ("return-trains", 1),
    ("flip-trains", 1),
    ("enter-", 2),
    ("return-support", 1),
    ("engage-", 1),
    ("barrage-", 1),
    ("by-fire-", 1),
    ("shock-", 1),
    ("attack-", 2),
    ("end", 9),
    // An HQ that was jumped, which nothing else is open beside.
    ("retreat-hq", 9),
    ("second", 9),
    ("activate", 9),
];

/// What is done next: a form of the card, or an act of the map.
enum Next {
    Form(Turned),
    Map { seat: Seat, act: Act, name: String, at: String, command: Value },
}

/// Chooses for both sides.
#[derive(Default)]
struct Chooser {
    done: BTreeMap<String, usize>,
}

impl Chooser {
    /// What is done next; nothing when play is over.
    async fn next(&mut self, house: &House) -> Option<Next> {
        for seat in [BLUE, RED] {
            let look = house.desk.look(&house.campaign, seat).await.unwrap();
            let card = look.page("activation").unwrap();
            let forms = card.forms();
            for (word, most) in ORDER {
                let on_map = match word {
                    "begin" => Some(("combat-obj", 2)),
                    "engage-" => Some(("move", 2)),
                    _ => None,
                };
                if let Some((act, _)) = on_map.filter(|(act, most)| self.may(seat, act, *most)) {
                    let step =
                        house.desk.position(&house.campaign).await.unwrap()["activation"]["step"].clone();
                    if (step == "objectives" && act == "combat-obj")
                        || (step == "activities" && act == "move")
                    {
                        let map = look.page("map").unwrap();
                        if let Some(found) = map.boards().first().and_then(|board| nearest(board, seat, act))
                        {
                            self.count(seat, act);
                            return Some(found);
                        }
                    }
                }
                let named =
                    |form: &&&Form| form.id == *word || (word.ends_with('-') && form.id.starts_with(word));
                let open = |form: &&&Form| named(form) && form.closed.is_none();
                if let Some(form) = forms.iter().find(open).filter(|_| self.may(seat, word, most)) {
                    self.count(seat, word);
                    if word == "activate" {
                        self.done.clear();
                    }
                    let asked = |field: &kernel::view::Field| match &field.kind {
                        FieldKind::One { choices, .. } => Some((field.key, self.pick(word, choices.len()))),
                        _ => None,
                    };
                    let picks = form.fields.iter().filter_map(asked).collect();
                    return Some(Next::Form(Turned { seat, form: (*form).clone(), picks }));
                }
            }
        }
        None
    }

    /// The first answer; a Second Activation is rolled for.
    fn pick(&self, word: &str, choices: usize) -> usize {
        usize::from(word == "second" && choices > 1)
    }

    fn may(&self, seat: Seat, word: &str, most: usize) -> bool {
        self.done.get(&format!("{} {word}", seat.name())).is_none_or(|done| *done < most)
    }

    fn count(&mut self, seat: Seat, word: &str) {
        *self.done.entry(format!("{} {word}", seat.name())).or_default() += 1;
    }
}

/// The act of this word by which something comes nearest to the enemy, if it comes nearer.
fn nearest(board: &Board, seat: Seat, word: &str) -> Option<Next> {
    let own = if seat == BLUE { 0 } else { 1 };
    let foes: Vec<Hex> =
        board.counters.iter().filter(|one| one.side != own).filter_map(|one| one.hex).collect();
    let far = |hex: Hex| foes.iter().map(|foe| foe.distance(hex)).min();
    let all = board.acts.iter().filter(|act| act.word == word);
    let ends =
        all.flat_map(|act| board.targets(act).iter().filter(|target| target.ends).map(move |to| (act, to)));
    let nearer =
        |(act, to): &(&Act, &Target)| word != "move" || act.from.is_some_and(|from| far(to.hex) < far(from));
    let (act, to) = ends.filter(nearer).min_by_key(|(_, to)| far(to.hex))?;
    let name = board.counter(&act.counters[0])?.name.clone();
    let command = board.command(act, &board.way(act, to))?;
    Some(Next::Map { seat, act: act.clone(), name, at: board.label(to.hex), command })
}

impl Browser {
    /// Does an act on the map: the counter is picked, the cursor goes to the hex, and the button is pressed that does it.
    async fn on_the_map(&self, act: &Act, name: &str, at: &str, from: &str) {
        self.press(&format!("[data-take='{from}']")).await;
        self.sees(".hb-deed button").await;
        if !self.text(".hb-deed").await.contains(name) {
            self.press("[id^='map-d-Let-go']").await;
            self.press(&format!("[id='map-i-{}']", act.counters[0])).await;
            self.reads(".hb-deed", name).await;
        }
        self.ask("document.querySelector('.hb-pan').focus()").await;
        self.walks_to(at[..2].parse().unwrap(), at[2..].parse().unwrap()).await;
        self.act(&format!("[id='map-d-{}']", act.verb.replace(' ', "-"))).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_small_sample_of_the_battalions_is_played_by_both_sides_to_its_end() {
    if left_out() {
        return;
    }
    let house = House::sarn_west_from_its_start().await;
    let (blue, red) = (house.seated(BLUE, 1280).await, house.seated(RED, 360).await);
    let mut chooser = Chooser::default();
    let mut met: BTreeMap<String, BTreeMap<Seat, usize>> = BTreeMap::new();
    let mut acts = 0;
    while let Some(next) = chooser.next(&house).await {
        let (seat, kind) = match &next {
            Next::Form(turned) => (turned.seat, turned.form.command["do"].as_str().unwrap().to_owned()),
            Next::Map { seat, act, .. } => (*seat, act.word.to_owned()),
        };
        let browser = if seat == BLUE { &blue } else { &red };
        let known = met.entry(kind.clone()).or_default();
        let by_hand = known.is_empty() || (known.get(&seat).is_none() && BOTH.contains(&&*kind));
        *known.entry(seat).or_default() += 1;
        match next {
            Next::Form(turned) if by_hand => {
                browser.tab("Activation").await;
                turned.in_browser(&house, browser).await;
            }
            // Who leads an attack is asked to weigh it alone.
            Next::Form(turned) if ["attack", "shock"].contains(&&*kind) => {
                house.act(seat, Value::Object(turned.form.command.clone())).await;
            }
            Next::Form(turned) => turned.at_the_desk(&house).await,
            Next::Map { act, name, at, .. } if by_hand => {
                browser.tab("Map").await;
                browser.is_up_to_date(&house, seat).await;
                let from = hexmap::Numbering::COMMON.label(act.from.unwrap()).to_string();
                browser.on_the_map(&act, &name, &at, &from).await;
            }
            Next::Map { command, .. } => house.act(seat, command).await,
        }
        acts += 1;
        assert!(acts < 600, "the game does not end");
    }
    let facts = house.desk.position(&house.campaign).await.unwrap();
    assert_eq!((&facts["phase"], &facts["turn"]), (&json!("over"), &json!(3)));
    for kind in BOTH {
        assert_eq!(met.get(kind).map(BTreeMap::len), Some(2), "{kind}: {met:?}");
    }
    for kind in ["go-first", "assign", "attack", "defend", "commit", "fight", "barrage", "engage"] {
        assert!(met.contains_key(kind), "{kind}: {met:?}");
    }
    for (browser, seat) in [(&blue, BLUE), (&red, RED)] {
        for page in ["Map", "Activation", "Formations"] {
            browser.tab(page).await;
            browser.is_up_to_date(&house, seat).await;
            browser.reads("#end", "How it came out: ").await;
            browser.reads("#end .headline", "points of Blue").await;
            browser.looks_right(&format!("battalions-over-{page}-{}", seat.name())).await;
        }
        browser.tab("Log").await;
        browser.reads(".log", "The game is over: Blue").await;
    }
    blue.close().await;
    red.close().await;
}

/// What both sides have done in their browsers.
const BOTH: [&str; 8] = ["close", "activate", "prepare", "combat-obj", "begin", "move", "end", "second"];
