//! Every reason is true: commands out of place are refused, and the condition that a refusal names is evaluated here by
//! itself, from the facts alone, and found broken. Where a reason that comes earlier in the order of codes holds too, the
//! later one is not told. `ADJUTANT_REFUSALS=10000` tries more.

use std::collections::{BTreeMap, BTreeSet};

use kernel::answers::Thrown;
use kernel::{Acting, Seat, System, Transcript, judge, prove};
use rules_battlefront::facts::Stand;
use rules_battlefront::words::{StandState, Status};
use rules_battlefront::{Battlefront, Command, Side, State, Step};
use serde_json::Value;

use crate::conformance::source;
use crate::front::{POCKETS, before_the_front};
use crate::table::Table;

/// The steps to which a side's command belongs, by the table of the guide.
fn steps(command: &str) -> Option<&'static [&'static str]> {
    Some(match command {
        "choose-posture" => &["S1"],
        "cpp-roll" => &["S2a"],
        "repair" => &["S2b", "C8a"],
        "withdraw-roll" => &["S2c", "C8b"],
        "combine" => &["S2d"],
        "buy" | "number-roll" | "buy-prereg" => &["S2e"],
        "remove-fort" | "destroy-wreck" => &["S2f"],
        "clear-defile" => &["S2f", "C11"],
        "buy-fort" => &["S2g"],
        "take-back" => &["S2e", "S2g"],
        "choose-forces" => &["S3b"],
        "fire" | "smoke" | "report" => &["S5"],
        "mine-result" => &["C2"],
        "bog-result" => &["C3"],
        "move-unit" => &["C5"],
        "set-status" | "edit-mlr" => &["C6"],
        "remain" | "escape" | "escape-group" => &["C7"],
        _ => return None,
    })
}

const OF_THE_UMPIRE: [&str; 6] =
    ["move-unit", "set-status", "edit-mlr", "propose-setting", "change-setting", "declare-victory"];
const OF_THE_ENGINE: [&str; 3] = ["open-slot", "reveal", "throw-escapes"];

fn is_broken(state: &State, seat: Seat, command: &Value, code: &str, sentence: &str) -> Option<bool> {
    let name = command["do"].as_str()?;
    let text = |key: &str| command[key].as_str();
    if code == "actor" {
        return Some(match name {
            _ if OF_THE_UMPIRE.contains(&name) => seat != Seat::Umpire,
            _ if OF_THE_ENGINE.contains(&name) => seat != Seat::Clock,
            "done" => !matches!(seat, Seat::Side(_)) || ["C5", "C6"].contains(&&*state.step().to_string()),
            _ => !matches!(seat, Seat::Side(_)),
        });
    }
    let Seat::Side(own) = seat else { return None };
    let (side, facts) = (Side(own), state.side(Side(own)));
    let setup = state.setup_of(side);
    let stands = || facts.elements.iter().flat_map(|element| &element.stands);
    let stand = |key: &str| text(key).and_then(|id| stands().find(|stand| stand.id.as_str() == id));
    let wreck =
        |key: &str| text(key).and_then(|id| state.facts.wrecks.iter().find(|wreck| wreck.id.as_str() == id));
    let of_wreck = |key: &str| wreck(key).and_then(|wreck| stands().find(|stand| stand.id == wreck.stand));
    let number = |key: &str, default: i64| command[key].as_i64().unwrap_or(default);
    let works_price =
        |kind: &str| setup.works.iter().find(|work| work.id.as_str() == kind).map(|work| work.cost);
    let behind = |stand: &Stand| {
        stand.state == StandState::Here && stand.at.is_some() && stand.status != Status::Normal
    };
    Some(match (name, code) {
        ("done", "step") => facts.no_part || !state.step().is_for_sides(),
        ("done", "dup") => facts.closed && !facts.no_part,
        (_, "step") if sentence.starts_with("You have no part") => facts.no_part,
        (_, "step") if sentence.starts_with("You have closed") => facts.closed && !facts.no_part,
        (_, "step") if sentence.starts_with("This belongs to") => {
            !steps(name)?.contains(&&*state.step().to_string())
        }
        ("repair", "funds") => number("cpp", 0) > i64::from(facts.cpp),
        ("number-roll", "funds") => number("extra-cpp", 0) > i64::from(facts.cpp),
        ("buy-prereg", "funds") => number("n", 1) > i64::from(facts.cpp),
        ("buy", "funds") => {
            let group = setup.groups.iter().find(|group| Some(group.id.as_str()) == text("group"))?;
            i64::from(group.cost) * number("count", 1) > i64::from(facts.cpp)
        }
        ("remove-fort" | "destroy-wreck" | "clear-defile", "funds") => {
            state.campaign().charts.removal.cost > facts.fpp
        }
        ("buy-fort", "funds") => {
            i64::from(works_price(text("type")?)?) * number("count", 1) > i64::from(facts.fpp)
        }
        ("repair", "unknown") => wreck("vehicle").is_none() && stand("vehicle").is_none(),
        ("destroy-wreck" | "clear-defile", "unknown") => wreck("vehicle").is_none(),
        ("withdraw-roll", "unknown") => {
            facts.elements.iter().all(|element| Some(element.id.as_str()) != text("me"))
        }
        ("bog-result" | "mine-result", "unknown") => stand("unit").is_none(),
        ("escape" | "remain" | "fire", "unknown") => stand("stand").is_none(),
        ("buy", "unknown") => setup.groups.iter().all(|group| Some(group.id.as_str()) != text("group")),
        ("buy-fort", "unknown") => works_price(text("type")?).is_none(),
        ("buy-prereg" | "smoke", "unknown") => {
            facts.modules.iter().all(|module| Some(module.id.as_str()) != text("module"))
        }
        ("number-roll", "unknown") => {
            let modules = facts.modules.iter().map(|module| module.id);
            let mut all = modules.chain(facts.flights.iter().map(|flight| flight.id));
            all.all(|id| Some(id.as_str()) != text("purchase"))
        }
        ("repair", "owner") => wreck("vehicle").is_some_and(|wreck| wreck.side != setup.id),
        ("escape" | "remain", "owner") => {
            let theirs = state.side(side.other()).elements.iter().flat_map(|element| &element.stands);
            stand("stand").is_none()
                && theirs.into_iter().any(|stand| Some(stand.id.as_str()) == text("stand"))
        }
        ("repair", "not-eligible") => {
            wreck("vehicle").is_none()
                || of_wreck("vehicle").is_some_and(|stand| stand.state == StandState::Here)
        }
        ("destroy-wreck", "not-eligible") => wreck("vehicle").is_some_and(|wreck| wreck.side == setup.id),
        ("bog-result", "not-eligible") => {
            stand("unit").is_some_and(|stand| !stand.bogged || (stand.immobile && stand.bog_checks < 2))
        }
        ("mine-result", "not-eligible") => {
            stand("unit").is_some_and(|stand| stand.minefield.is_none() || stand.state != StandState::Here)
        }
        ("escape" | "remain", "not-eligible") => stand("stand").is_some_and(|stand| !behind(stand)),
        ("repair", "dup") => of_wreck("vehicle").is_some_and(|stand| {
            let once = state.options().repair_once && stand.repair_tries > 0;
            (stand.tried_tonight || once) && stand.state != StandState::Here
        }),
        ("remove-fort" | "destroy-wreck" | "clear-defile", "dup") => {
            let id = text("item").or(text("vehicle"))?;
            facts.attempts.iter().any(|attempt| attempt.id.as_str() == id)
                || (state.options().removal_once && facts.tried.iter().any(|tried| tried.as_str() == id))
        }
        ("cpp-roll", "dup") => facts.income.is_some(),
        ("bog-result", "dup") => stand("unit").is_some_and(|stand| stand.bogged && stand.bog_checks >= 2),
        ("number-roll", "dup") => {
            let module = facts.modules.iter().find(|module| Some(module.id.as_str()) == text("purchase"));
            let flight = facts.flights.iter().find(|flight| Some(flight.id.as_str()) == text("purchase"));
            module.is_some_and(|module| module.smoke.is_some())
                || flight.is_some_and(|flight| flight.aircraft.is_some())
        }
        ("escape", "dup") => {
            let alone = [stand("stand")?.id];
            facts.escapes.iter().any(|together| together[..] == alone)
        }
        ("remain", "dup") => facts.escapes.iter().flatten().all(|id| Some(id.as_str()) != text("stand")),
        ("choose-posture", "sealed") => state.step().to_string().starts_with("S2"),
        _ => return None,
    })
}

/// Positions in which every sort of step is open, or soon will be.
fn starts() -> Vec<State> {
    vec![
        Table::rostov_24().state,
        Table::mius_night().state,
        Table::rostov_24().at(Step::Removal).state,
        before_the_front(&[], POCKETS).state,
        crate::s2_1_2_report::fighting().state,
        crate::s2_1_2_2_mines::in_trouble().state,
        crate::after_battle::evening().state,
    ]
}

#[test]
fn what_a_refusal_names_is_broken() {
    let wanted = std::env::var("ADJUTANT_REFUSALS").ok().and_then(|n| n.parse().ok()).unwrap_or(1000_u32);
    let seats = [Seat::Side(0), Seat::Side(1), Seat::Umpire, Seat::Clock];
    let mut die = source(17);
    let mut pool: Vec<Value> = Vec::new();
    let (mut told, mut apart) = (BTreeMap::<String, u32>::new(), BTreeSet::new());
    let (mut found, mut round) = (0, 0);
    while found < wanted || round < 3 {
        round += 1;
        for mut state in starts() {
            for _ in 0..60 {
                let mut open = Vec::new();
                for seat in seats {
                    let mut offers = Vec::new();
                    Battlefront::offers(&state, seat, &mut offers);
                    open.extend(offers.into_iter().map(|template| (seat, template)));
                }
                let mut lawful = Vec::new();
                for (seat, template) in &open {
                    let command = Battlefront::sample(&state, *seat, template, &mut *die);
                    let value = serde_json::to_value(&command).expect("a command");
                    match pool.len() {
                        0..500 => pool.push(value),
                        _ => pool[die(500) as usize] = value,
                    }
                    lawful.push((*seat, command));
                }
                let stands = state.facts.sides.iter().flat_map(|side| &side.elements);
                let stands =
                    stands.flat_map(|element| element.stands.iter().map(|stand| stand.id.to_string()));
                let wrecks = state.facts.wrecks.iter().map(|wreck| wreck.id.to_string());
                let (stands, wrecks): (Vec<String>, Vec<String>) = (stands.collect(), wrecks.collect());
                for _ in 0..6 {
                    let mut value = pool[die(pool.len() as u64) as usize].clone();
                    for (key, names) in [("stand", &stands), ("unit", &stands), ("vehicle", &wrecks)] {
                        if value[key].is_string() && !names.is_empty() && die(2) == 0 {
                            value[key] = names[die(names.len() as u64) as usize].clone().into();
                        }
                    }
                    if let Some(fields) = value.as_object_mut() {
                        fields.retain(|_, field| !field.is_null());
                    }
                    let Ok(command) = serde_json::from_value::<Command>(value.clone()) else { continue };
                    let seat = seats[die(3) as usize];
                    let Err(refusals) = prove::<Battlefront>(&state, Acting::own(seat), &command) else {
                        continue;
                    };
                    for refusal in refusals.all() {
                        let name = format!("{} {}", value["do"].as_str().unwrap_or_default(), refusal.code);
                        match is_broken(&state, seat, &value, refusal.code, &refusal.sentence) {
                            Some(true) => {
                                found += 1;
                                *told.entry(name).or_default() += 1;
                            }
                            Some(false) => {
                                panic!("{name} at {} is not so: {}\n{value}", state.step(), refusal.sentence)
                            }
                            None => {
                                apart.insert(name);
                            }
                        }
                    }
                }
                // Closing goes with the rest by chance, so that play gets on.
                let Some((seat, command)) = lawful.get(die(lawful.len().max(1) as u64) as usize) else {
                    break;
                };
                let mut transcript = Transcript::new();
                let mut answers = Thrown::new(&mut *die);
                judge::<Battlefront>(&mut state, Acting::own(*seat), command, &mut answers, &mut transcript)
                    .unwrap_or_else(|halt| panic!("{command:?}: {halt:?}"));
            }
        }
    }
    assert!(told.len() >= 30, "{} reasons: {told:?}\nnot evaluated: {apart:?}", told.len());
}
