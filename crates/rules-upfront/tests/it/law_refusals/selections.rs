//! Every reason against a selection is true, and none that holds is left out of those that the catalogue names beside
//! others: random forces are asked for in random ways, and what each code says is evaluated here by itself, from the
//! rosters and the list alone. `ADJUTANT_REFUSALS=10000` tries more.

use std::collections::{BTreeMap, BTreeSet};

use kernel::{Acting, prove};
use rules_upfront::setup::List;
use rules_upfront::words::{ManId, Role, Side};
use rules_upfront::{Command, State, UpFront};
use serde_json::{Map, Value, json};

use crate::{ONE, Pick, Table};

/// The places of the list: who is listed, and whether it is the squad leader's, the assistant's, the commissar's.
fn listed(state: &State) -> Vec<(u8, Option<Role>)> {
    let Some(List::Printed(at)) = state.list(Side::BOTH[0]) else { panic!("a printed list") };
    let force = &state.campaign.forces[at];
    let leaders = [(force.sl, Role::Sl), (force.asl, Role::Asl), (force.commissar, Role::Comm)];
    let leaders = leaders.into_iter().filter_map(|(man, role)| Some((man?.number()?, Some(role))));
    leaders.chain(force.men.iter().filter_map(|man| Some((man.number()?, None)))).collect()
}

fn fill(pick: &mut Pick) -> Value {
    let man = pick.below(30) + 1;
    match pick.below(8) {
        0 => json!("replace"),
        1 => json!("green"),
        2 => json!("vacant"),
        3 | 4 => json!("transfer"),
        5 => json!({ "revive": man }),
        _ => json!({ "use": man }),
    }
}

/// What holds of a request, code by code: whether the code may be told, and whether it has to be.
fn holds(state: &State, fills: &Map<String, Value>) -> BTreeMap<&'static str, (bool, bool)> {
    let side = Side::BOTH[0];
    let man = |n: u8| state.man(side, ManId::new(n));
    let fit = |n: u8| state.is_fit(side, ManId::new(n));
    let dead = |n: u8| man(n).is_some_and(|(now, _)| now.dead);
    let of = |value: &Value, key: &str| value[key].as_u64().and_then(|n| u8::try_from(n).ok());
    let drawable = |role: Role| {
        let mut all = state.side(side).man.iter().zip(state.deck(side).cards());
        all.any(|(now, card)| now.dead && (card.role == Some(role) || card.role == Some(Role::Comm)))
    };
    let mut codes: BTreeMap<&'static str, (bool, bool)> = BTreeMap::new();
    let mut note = |code: &'static str, may: bool, has: bool| {
        let known = codes.entry(code).or_default();
        *known = (known.0 || may, known.1 || has);
    };
    let places = listed(state);
    for &(n, role) in &places {
        let own = json!({ "use": n });
        let asked = fills.get(&n.to_string()).unwrap_or(&own);
        let word = asked.as_str().unwrap_or_default();
        let revives = matches!(word, "replace" | "green") || asked["revive"].is_u64();
        let used = of(asked, "use");
        let named_to_lead = places.iter().any(|(place, role)| {
            matches!(role, Some(Role::Sl | Role::Asl))
                && fills.get(&place.to_string()).is_some_and(|asked| of(asked, "use") == Some(n))
        });
        let plain = role.is_none();
        let owed = role == Some(Role::Sl) || (plain && !named_to_lead);
        note("E01", fit(n) && *asked != own, fit(n) && *asked != own && owed);
        let elsewhere = |used: u8| used != n && places.iter().any(|(place, _)| *place == used);
        note("E03", true, plain && used.is_some_and(elsewhere));
        // A free man of the same family, whom no place asks for. By default the filling is judged as a whole.
        let family = |n: u8| man(n).map(|(_, card)| card.family);
        let free = state.deck(side).cards().filter_map(|card| card.id.number()).any(|one| {
            let asked_for = fills.values().any(|asked| of(asked, "use") == Some(one));
            let role = man(one).is_some_and(|(_, card)| card.role.is_some());
            let listed = places.iter().any(|(place, _)| *place == one);
            fit(one) && !role && !listed && !asked_for && family(one) == family(n)
        });
        note(
            "E04",
            asked["revive"].is_u64() || word == "green" || free,
            plain && word == "replace" && !fit(n) && free,
        );
        note("E02", used.or(of(asked, "revive")).is_some_and(|used| !fit(used)), false);
        let revived = of(asked, "revive").unwrap_or(n);
        let alive = man(revived).is_some() && !dead(revived);
        // A green return needs a ruling that these campaigns do not have.
        note("E06", revives && (alive || fit(n) || word == "green"), revives && word == "replace" && alive);
        note(
            "E05",
            revives && (role.is_some() || man(revived).is_some_and(|(_, card)| card.role.is_some())),
            revives && role.is_some(),
        );
        if word == "transfer" {
            let leads = matches!(role, Some(Role::Sl | Role::Asl));
            note("E20", true, !leads || (role == Some(Role::Sl) && fit(n)));
            if role == Some(Role::Sl) {
                note("E21", !drawable(Role::Sl), !drawable(Role::Sl));
            } else if leads {
                note("E21", true, !drawable(Role::Asl) && !fit(n));
            }
        }
        note("E15", role == Some(Role::Sl) && !fit(n) && word == "vacant", false);
        note("E07", word == "vacant" && !fit(n), false);
    }
    codes
}

#[test]
fn what_a_refused_selection_names_is_so_and_none_of_it_is_left_out() {
    let wanted = asked::number("ADJUTANT_REFUSALS").unwrap_or(1000_u32);
    let mut pick = Pick::new(7);
    let (mut found, mut told) = (0, BTreeSet::new());
    while found < wanted {
        let first = ["german", "russian", "american", "british", "japanese"][pick.below(5) as usize];
        let mut table = Table::order(first, "italian", "[\"V7\"]", "");
        let n_men = table.state.facts.side[0].man.len() as u8;
        let of = pick.below(6) + 2;
        for man in 1..=n_men {
            let numbered = table.state.facts.side[0].man[usize::from(man) - 1].id.number().is_some();
            match pick.below(of) {
                0 if numbered => table.kill(0, &[man]),
                1 if numbered && pick.below(3) == 0 => table.set(0, man, |man| man.wound = Some(3)),
                _ => {}
            }
        }
        for _ in 0..10 {
            let mut fills = Map::new();
            for (n, _) in listed(&table.state) {
                if pick.below(3) == 0 {
                    fills.insert(n.to_string(), fill(&mut pick));
                }
            }
            let value = json!({ "do": "select", "fill": fills });
            let command: Command = serde_json::from_value(value.clone()).expect("a command");
            let Err(refusals) = prove::<UpFront>(&table.state, Acting::own(ONE), &command) else { continue };
            let codes: BTreeSet<&str> = refusals.all().iter().map(|refusal| refusal.code).collect();
            for (code, (may, has)) in holds(&table.state, &fills) {
                let met = codes.contains(code);
                assert!(!met || may, "{code} is told and not so: {value}\n{refusals}");
                assert!(met || !has, "{code} holds and is left out: {value}\n{refusals}");
                if met {
                    (found, _) = (found + 1, told.insert(code));
                }
            }
        }
    }
    // Evaluated apart; every other code of a selection, E08 to E19 and E22, is not.
    let all: BTreeSet<&str> = ["E01", "E02", "E03", "E04", "E05", "E06", "E07", "E15", "E20", "E21"].into();
    assert_eq!(told, all);
}
