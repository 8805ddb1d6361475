//! Events as prose: what a slot tells whom, in which words.

use std::collections::BTreeMap;

use kernel::answers::Thrown;
use kernel::{Acting, Seat, System, Transcript, judge};
use rules_battlefront::setup::Options;
use rules_battlefront::view::prose::option_title;
use rules_battlefront::{Battlefront, Event, Side, State, Step};
use serde_json::{Value, json as j};

use crate::view_support::{command, from, opened, play_to};
use crate::{MIUS, MIUS_NIGHT, ROSTOV, ROSTOV_24};

/// Gives a command and tells its events in the words that `seat` reads.
fn told(state: &mut State, acting: Seat, json: Value, face: u16, seat: Seat) -> Vec<String> {
    let sides = Battlefront::sides(state.campaign());
    let mut pick = from(face);
    let (mut answers, mut transcript) = (Thrown::new(&mut pick), Transcript::new());
    judge::<Battlefront>(state, Acting::own(acting), &command(json), &mut answers, &mut transcript)
        .unwrap_or_else(|halt| panic!("{halt:?}"));
    let seen = transcript.events.iter().filter(|event| seat.sees(Battlefront::audience(event)));
    seen.map(|event| Battlefront::narrate(state.campaign(), event).plain(&sides)).collect()
}

fn at(step: Step) -> State {
    let mut state = opened(ROSTOV, Some(ROSTOV_24));
    play_to(&mut state, step);
    state
}

const GERMAN: Seat = Seat::Side(1);

#[test]
fn points_that_are_taken_back_are_named() {
    let mut state = at(Step::Purchases);
    told(&mut state, GERMAN, j!({"do": "buy-prereg", "module": "GO3.2", "n": 2}), 1, GERMAN);
    let purchase = state.side(Side::SECOND).purchases[0].id;
    let words = told(&mut state, GERMAN, j!({"do": "take-back", "purchase": purchase}), 1, GERMAN);
    assert!(
        words[0].contains(&format!("took back a purchase: preregistered points ({purchase}).")),
        "{words:?}"
    );
}

#[test]
fn purchases_are_told_by_name_and_price() {
    let mut state = at(Step::Purchases);
    let mut tell = |json, face| told(&mut state, GERMAN, json, face, GERMAN);
    assert_eq!(
        tell(j!({"do": "buy", "group": "GO3"}), 1),
        ["German bought 105mm battalion, off board (GO3.3) for 7 purchase points. [BF-2.1.1.4-4]"]
    );
    assert_eq!(
        tell(j!({"do": "number-roll", "purchase": "GO3.3", "extra-cpp": 1}), 5),
        ["German rolled for 105mm battalion, off board (GO3.3), 1 purchase point spent: 2 smoke missions. \
          [BF-2.1.1.4.4.N-1]"]
    );
    assert_eq!(
        tell(j!({"do": "buy", "group": "GF1"}), 1),
        ["German bought Stuka flight (GF1.1) for 6 purchase points. It flies on 24 December. [BF-2.1.1.4-4]"]
    );
    assert_eq!(
        tell(j!({"do": "take-back", "purchase": "GF1.1"}), 1),
        ["German took back a purchase: Stuka flight (GF1.1). [HOUSE-TAKE-BACK]"]
    );
    assert_eq!(tell(j!({"do": "done"}), 1), ["German closed step S2e, purchases."]);
}

#[test]
fn others_read_of_a_step_only_that_it_is_closed() {
    let mut state = at(Step::Purchases);
    let none: Vec<String> = Vec::new();
    let soviet = Seat::Side(0);
    assert_eq!(told(&mut state, GERMAN, j!({"do": "buy", "group": "GI2"}), 1, soviet), none);
    assert_eq!(
        told(&mut state, GERMAN, j!({"do": "done"}), 1, soviet),
        ["German closed step S2e, purchases."]
    );
}

#[test]
fn rolls_are_told_with_what_came_of_them() {
    let mut state = at(Step::PurchasePoints);
    assert_eq!(
        told(&mut state, GERMAN, j!({"do": "cpp-roll"}), 6, GERMAN)[0],
        "German gained 12 purchase points. [BF-2.1.1.1-1]"
    );
    let mut state = at(Step::Roster);
    let mut tell =
        |me: &str, face| told(&mut state, GERMAN, j!({"do": "discipline-roll", "me": me}), face, GERMAN);
    assert_eq!(
        tell("G-11", 94),
        ["German: 1./Grenadier rolled an improvement: now Veteran. [BF-2.1.1.3.1.O-5]"]
    );
    assert_eq!(tell("G-12", 3), ["German: 2./Grenadier rolled a decline: now Trained. [BF-2.1.1.3.1.O-5]"]);
    assert_eq!(
        tell("G-31", 50),
        ["German: Panzer company (weak) rolled no change: still Veteran. [BF-2.1.1.3.1.O-5]"]
    );
    let mut state = opened(MIUS, Some(MIUS_NIGHT));
    assert_eq!(
        told(&mut state, GERMAN, j!({"do": "repair", "vehicle": "V2", "cpp": 1}), 6, GERMAN),
        ["German tried to repair the wreck V2, 1 purchase point spent: repaired. [BF-2.1.1.2-6]"]
    );
}

#[test]
fn the_opening_of_postures_is_told_to_everyone() {
    let mut state = at(Step::Reveal);
    let told = told(&mut state, Seat::Clock, j!({"do": "reveal"}), 1, Seat::Spectator);
    assert!(told[0].starts_with("The postures were opened: Soviet "), "{told:?}");
    assert!(
        told.last().is_some_and(|last| last.contains("sets up first") || last.contains("no scenario")),
        "{told:?}"
    );
}

/// Whether a hyphen stands before a figure and behind a space, where a minus belongs.
fn has_a_typed_minus(words: &str) -> bool {
    words.as_bytes().windows(3).any(|signs| matches!(signs, [b' ' | b'(', b'-', b'0'..=b'9']))
}

#[test]
fn an_escape_names_its_modifiers_as_people_write_them() {
    let event: Event = serde_json::from_value(j!({
        "event": "escape-tried", "unit": { "id": "R-101-4", "side": 0 },
        "modifiers": [["russian", 1], ["cut-off", -1]], "outcome": "eliminated", "wreck": null
    }))
    .expect("an event");
    let state = opened(ROSTOV, None);
    let sides = Battlefront::sides(state.campaign());
    let words = Battlefront::narrate(state.campaign(), &event).plain(&sides);
    assert!(
        words.starts_with("Soviet: the stand R-101-4 (Russian +1, cut off −1) was eliminated."),
        "{words}"
    );
}

#[test]
fn each_telling_of_a_result_stands_in_the_log_with_what_it_says() {
    let state = opened(ROSTOV, Some(ROSTOV_24));
    let sides = Battlefront::sides(state.campaign());
    let words = |report: Value| {
        let event: Event = serde_json::from_value(j!({ "event": "reported", "side": 1, "report": report }))
            .expect("an event");
        Battlefront::narrate(state.campaign(), &event).plain(&sides)
    };
    assert_eq!(
        words(j!({
            "losses": ["G-11-2", "G-11-1"], "panicked": ["G-12-3"],
            "combat": [{ "me": "G-11", "kills": 2, "won": 1 }],
            "enemy": [{ "type": "r-t34", "lost": 2 }]
        })),
        "German told its part of the result form: knocked out 1./Grenadier G-11-1 and G-11-2; panicked off the map \
         2./Grenadier G-12-3; 1./Grenadier: 2 enemy stands by fire, 1 close combat won; saw of T-34 2 knocked out. \
         [BF-2.1.2-5]"
    );
    assert_eq!(
        words(j!({})),
        "German told its part of the result form: nothing beyond what stands on the map. [BF-2.1.2-5]"
    );
}

#[test]
fn every_sentence_is_whole() {
    let mut state = opened(ROSTOV, None);
    let sides = Battlefront::sides(state.campaign());
    let mut seed: u64 = 7;
    for _ in 0..600 {
        let mut templates = Vec::new();
        let seats = [Seat::Clock, Seat::Umpire, Seat::Side(0), Seat::Side(1)];
        for seat in seats {
            let mut of_seat = Vec::new();
            Battlefront::offers(&state, seat, &mut of_seat);
            templates.extend(of_seat.into_iter().map(|template| (seat, template)));
        }
        if templates.is_empty() {
            return;
        }
        let mut pick = |n: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % n.max(1)
        };
        let at = pick(templates.len() as u64) as usize;
        let (seat, template) = &templates[at];
        let command = Battlefront::sample(&state, *seat, template, &mut pick);
        let (mut answers, mut transcript) = (Thrown::new(&mut pick), Transcript::new());
        judge::<Battlefront>(&mut state, Acting::own(*seat), &command, &mut answers, &mut transcript)
            .unwrap_or_else(|halt| panic!("{command:?}: {halt:?}"));
        for event in &transcript.events {
            let words = Battlefront::narrate(state.campaign(), event).plain(&sides);
            let sentence = words.split(" [").next().unwrap_or_default();
            assert!(sentence.ends_with('.') && !sentence.contains("  "), "{event:?}: {words:?}");
            assert!(!has_a_typed_minus(sentence), "a minus is no hyphen: {words:?}");
            assert!(!matches!(event, Event::SlotEnded(_)) || sentence == "The slot ended.", "{words}");
        }
    }
}

#[test]
fn every_option_has_a_title_of_its_own() {
    let titles: BTreeMap<&str, &str> =
        Options::KEYS.iter().map(|(key, _)| (option_title(key), *key)).collect();
    assert_eq!(titles.len(), Options::KEYS.len(), "{titles:#?}");
    assert_eq!(titles.get(option_title("an option that nobody knows")), None);
}
