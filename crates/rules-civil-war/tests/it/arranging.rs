//! The builder of orders of battle: moves by hand keep every stand and counter and change the text alike, and what each comes
//! to stands where it would be put. Several players of a side have their commands.

use std::collections::BTreeMap;

use kernel::view::arrangement::PRESS;
use kernel::view::{Arrangement, Block, Place};
use kernel::{Seat, Side, System};
use rules_civil_war::battle::Muster;
use rules_civil_war::oob::Oob;
use rules_civil_war::oob::draft::draft;
use rules_civil_war::oob::moves::{Move, Post, Thing};
use rules_civil_war::rules::s4_orders::{found, terms};
use rules_civil_war::words::SpId;
use rules_civil_war::written::{Text, Written};
use rules_civil_war::{CivilWar, Command, State};
use serde_json::{Value, json};

use crate::Dice;
use crate::table::{REBEL, UNION, at_orders, battle, done, first, setup};

fn begun(state: &State, side: Side) -> Oob {
    draft(terms(&state.setup, battle(state), side)).expect("an order")
}

/// The arrangement after something was pressed.
fn pressed(state: &State, oob: &Oob, press: &str) -> Arrangement {
    let command = Command::SubmitOob { battle: first(), oob: Written(oob.clone()) };
    let supposed = if press.is_empty() { Value::Null } else { json!({ PRESS: press }) };
    let blocks = CivilWar::plan(state, UNION, &command, &supposed);
    let found = blocks.into_iter().find_map(|block| match block {
        Block::Arrangement(all) => Some(*all),
        _ => None,
    });
    found.expect("an arrangement")
}

/// Every place within places.
fn each<'a>(places: &'a [Place], into: &mut Vec<&'a Place>) {
    for place in places {
        into.push(place);
        each(&place.places, into);
    }
}

/// What every move of an order keeps: the stands of each strength point, and each counter once.
fn kept(oob: &Oob) -> (BTreeMap<SpId, u32>, Vec<String>) {
    let mut stands = BTreeMap::new();
    for share in oob.brigades().flat_map(|(_, brigade)| &brigade.of) {
        *stands.entry(share.sp).or_insert(0) += u32::from(share.stands);
    }
    let mut leaders: Vec<String> = oob.counters().iter().map(|(leader, _)| leader.to_string()).collect();
    leaders.sort();
    (stands, leaders)
}

/// Every press that an arrangement offers, what is in hand included.
fn presses(all: &Arrangement) -> Vec<String> {
    let mut places = Vec::new();
    each(&all.places, &mut places);
    let mut words: Vec<String> = all.more.iter().chain(&all.back).map(|one| one.does.clone()).collect();
    for place in places {
        words.extend(place.take.iter().chain(&place.here).chain(&place.more).map(|one| one.does.clone()));
        let pieces = place.pieces.iter().flat_map(|piece| piece.take.iter().chain(&piece.more));
        words.extend(pieces.map(|one| one.does.clone()));
    }
    words
}

#[test]
fn two_thousand_presses_keep_every_stand_and_counter_and_the_text_says_what_stands_there() {
    let state = at_orders(setup(), "H-open", None);
    let mut oob = begun(&state, Side::FIRST);
    oob.players = Oob::read("Player Anna:\nPlayer Ben:").expect("players").players;
    let before = kept(&oob);
    let (mut dice, mut press, mut met) = (Dice::new(21), String::new(), BTreeMap::new());
    for _ in 0..2_000 {
        let all = pressed(&state, &oob, &press);
        oob = Oob::read(&all.says).expect("what it says can be read");
        assert_eq!(kept(&oob), before, "{press}");
        let offered = presses(&all);
        press = offered[usize::try_from(dice.below(offered.len() as u64)).expect("small")].clone();
        *met.entry(press.split(':').next().expect("a word").to_owned()).or_insert(0) += 1;
        let how: Move = press.parse().expect("a press that is offered is read");
        assert_eq!(how.to_string(), press);
        assert!(oob.moved(how).is_some(), "{press} is offered and does nothing");
    }
    for what in
        ["take", "put", "back", "split", "new-division", "new-corps", "strike", "more", "less", "give"]
    {
        assert!(met.contains_key(what), "{what} was never pressed: {met:?}");
    }
}

#[test]
fn what_a_move_comes_to_is_said_beforehand_and_is_so_afterwards() {
    let state = at_orders(setup(), "H-open", None);
    let oob = begun(&state, Side::FIRST);
    let (_, brigade) = oob.brigades().next().expect("a brigade");
    let thing = Thing::Brigade(brigade.id);
    let all = pressed(&state, &oob, &Move::Take(thing).to_string());
    assert_eq!(all.says, oob.write(), "taking it up changes nothing");
    let mut places = Vec::new();
    each(&all.places, &mut places);
    let here: Vec<_> = places.iter().filter_map(|place| place.here.as_ref()).collect();
    assert_eq!(here.len(), oob.divisions.len() - 1, "every division but its own");
    for press in here {
        let how: Move = press.does.parse().expect("a move");
        let after = oob.moved(how).expect("a lawful move");
        let Move::Put(_, Post::Division(to)) = how else { panic!("{how} puts a brigade elsewhere") };
        let problems = found(&state.setup, battle(&state), Side::FIRST, &after).problems;
        let wrong = problems.iter().find(|one| one.place == to.as_str());
        let says = wrong.map_or("Allowed.".to_owned(), |one| format!("Not yet: {}", one.sentence));
        assert!(press.words.ends_with(&says), "{}: {says}", press.words);
        // Put there, the same stands beside the division, and nowhere else above it.
        let put = pressed(&state, &oob, &press.does);
        let mut places = Vec::new();
        each(&put.places, &mut places);
        let place = places
            .iter()
            .find(|place| place.title.to_lowercase().ends_with(to.as_str()))
            .expect("the division");
        let told = serde_json::to_string(&place.wrong).expect("texts");
        assert_eq!(wrong.is_some(), told.contains("In the way"), "{told}");
        assert!(wrong.is_none_or(|one| told.contains(&one.sentence)), "{told}");
    }
}

#[test]
fn a_leader_who_is_put_elsewhere_changes_places_with_whoever_stood_there() {
    let state = at_orders(setup(), "H-open", None);
    let oob = begun(&state, Side::FIRST);
    let led: Vec<_> = oob.divisions.iter().filter(|one| one.leader.is_some()).collect();
    let [one, other, ..] = led.as_slice() else { panic!("two divisions with counters") };
    let how = Move::Put(Thing::Leader(one.leader.expect("led")), Post::Division(other.id));
    let after = oob.moved(how).expect("a lawful move");
    assert_eq!(after.leads(Post::Division(one.id)), other.leader);
    assert_eq!(after.leads(Post::Division(other.id)), one.leader);
    let told = serde_json::to_string(&pressed(&state, &oob, &how.to_string()).told).expect("a text");
    let muster: &Muster = battle(&state).muster(Side::FIRST);
    let name = &muster.leader(other.leader.expect("led")).expect("a leader").name;
    assert!(told.contains(&format!("{name} is with {} now", one.id)), "{told}");
}

#[test]
fn what_is_not_there_any_more_is_said_and_nothing_moves() {
    let state = at_orders(setup(), "H-open", None);
    let oob = begun(&state, Side::FIRST);
    for press in
        ["put:brigade:nobody:division:division-1", "take:leader:grant", "less:foot", "strike:army:", "x"]
    {
        let all = pressed(&state, &oob, press);
        assert_eq!(all.says, oob.write(), "{press}");
        assert!(serde_json::to_string(&all.told).expect("a text").contains("no such thing"), "{press}");
    }
}

#[test]
fn each_of_several_players_has_his_command_on_a_sheet_of_its_own() {
    let mut state = at_orders(setup(), "H-open", None);
    let mut oob = begun(&state, Side::FIRST);
    let (first_division, second) = (oob.divisions[0].id, oob.divisions[1].id);
    let text = format!("Player Zora: {first_division}\n{}", oob.write());
    oob = Oob::read(&text).expect("an order");
    assert_eq!(Oob::read(&oob.write()).as_ref(), Ok(&oob), "the text says who runs what");
    let problems = |oob: &Oob| -> Vec<String> {
        let found = found(&state.setup, battle(&state), Side::FIRST, oob);
        found.problems.into_iter().map(|one| one.sentence).collect()
    };
    assert_eq!(problems(&oob), Vec::<String>::new());
    let twice = format!("Player Yves: {first_division}, nobody\n{}", oob.write());
    let told = problems(&Oob::read(&twice).expect("an order"));
    assert!(told.iter().any(|one| one.contains("is run by one player")), "{told:?}");
    assert!(told.iter().any(|one| one.contains("Yves is to run nobody")), "{told:?}");
    // What is given to Yves is his, and Zora's no more.
    let ben = Oob::read(&format!("Player Yves:\n{}", oob.write())).expect("an order");
    let give = format!("give:division:{second}:Yves").parse().expect("a press");
    let oob = ben.moved(give).expect("a lawful move");
    const PARTS: &str = "part the work and not the knowledge";
    let command = Command::SubmitOob { battle: first(), oob: Written(oob.clone()) };
    let plan = CivilWar::plan(&state, UNION, &command, &serde_json::Value::Null);
    assert!(serde_json::to_string(&plan).expect("blocks").contains(PARTS), "said while it is written");
    done(&mut state, UNION, command, &[]);
    let papers = CivilWar::papers(&state, UNION);
    let mut titles: Vec<&str> = papers.iter().map(|paper| &*paper.title).collect();
    titles.retain(|title| title.starts_with("Command of"));
    titles.sort_unstable();
    assert_eq!(titles, ["Command of Yves: Army of the Potomac", "Command of Zora: Army of the Potomac"]);
    for (player, own, other) in [("Zora", first_division, second), ("Yves", second, first_division)] {
        let paper = papers.iter().find(|paper| paper.title.contains(player)).expect("a sheet of his own");
        let told = serde_json::to_string(paper).expect("a sheet");
        assert!(told.contains(&format!("\"{own}-")) && !told.contains(&format!("\"{other}-")), "{told}");
        assert!(told.contains(PARTS), "{told}");
        let page = CivilWar::page(&state, UNION, "orders").expect("a page");
        assert!(serde_json::to_string(&page).expect("a page").contains(&format!("Command of {player}")));
    }
    for seat in [REBEL, Seat::Spectator] {
        let told = format!("{:?}", CivilWar::view(&state, seat));
        assert!(!told.contains("Zora"), "nobody else reads who runs what");
    }
}
