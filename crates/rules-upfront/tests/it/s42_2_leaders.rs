//! 42.2 Leaders.

use rules_upfront::rules::s42_2_leaders::{may_assist, may_lead, outranks};
use rules_upfront::setup::rulings::{CommissarRank, Rulings};
use rules_upfront::state::How;
use rules_upfront::words::{ManId, PlaceKind, Rank};
use serde_json::{Value, json};

use crate::{ONE, Table};

/// Russian "picket": SL 26 (MP SGT), ASL 21 (MP JR SGT), men 28 (LMG CPL), 4, 5, 9, 10 (R), 20 (MP).
fn picket(more: &str) -> Table {
    Table::order("russian", "german", "[\"V1\"]", more)
}

fn slot(listed: u8, slot: &str, fill: Value) -> Value {
    json!({"listed": listed, "slot": slot, "fill": fill})
}

fn select(slots: &[Value]) -> Value {
    json!({"do": "select", "slots": slots})
}

#[track_caller]
fn refused(table: &Table, command: Value, codes: &[&str]) {
    table.refuses(ONE, command, codes);
}

fn leaders(table: &Table) -> [Option<u8>; 2] {
    let force = table.state.facts.side[0].force.as_ref().expect("a force");
    [PlaceKind::Sl, PlaceKind::Asl].map(|kind| force.leader(kind).and_then(ManId::number))
}

#[test]
fn ranks_of_squad_leaders_and_assistants() {
    let lead: Vec<Rank> = Rank::ALL.iter().copied().filter(|rank| may_lead(*rank)).collect();
    assert_eq!(lead, [Rank::Cpl, Rank::JrSgt, Rank::Sgt, Rank::Ssg, Rank::Comm]);
    let assist: Vec<Rank> = Rank::ALL.iter().copied().filter(|rank| may_assist(*rank)).collect();
    assert_eq!(assist, [Rank::Pfc, Rank::Cpl, Rank::JrSgt, Rank::Comm]);
}

#[test]
fn ranks_compare_upwards_and_the_commissar_stands_beside_them() {
    let order = [Rank::Pvt, Rank::Pfc, Rank::Cpl, Rank::JrSgt, Rank::Sgt, Rank::Ssg];
    let plain = Rulings::default();
    let lowest = Rulings { commissar_rank: CommissarRank::Lowest, ..Rulings::default() };
    for (n, one) in order.iter().enumerate() {
        for (m, other) in order.iter().enumerate() {
            assert_eq!(outranks(&plain, *one, *other), n > m, "{one} over {other}");
        }
        assert!(!outranks(&plain, *one, Rank::Comm) && !outranks(&plain, Rank::Comm, *one));
        assert!(outranks(&lowest, *one, Rank::Comm) && !outranks(&lowest, Rank::Comm, *one));
    }
}

#[test]
fn start_candidates_are_those_of_the_catalogue() {
    let expected: [(&str, &[u8], &[u8]); 7] = [
        ("american", &[1, 2, 18, 20], &[2, 3, 13, 14, 15, 17, 19, 20, 28]),
        ("german", &[1, 2, 23, 24], &[2, 3, 11, 12, 13, 15, 24, 25]),
        ("russian", &[1, 19, 21, 26], &[2, 16, 19, 21, 27, 28]),
        ("british", &[1, 2, 21, 22], &[2, 3, 11, 12, 13, 15, 22, 23, 26]),
        ("japanese", &[1, 2, 21, 25], &[2, 3, 16, 19, 25, 27, 28]),
        ("french", &[1, 2, 21, 22], &[2, 3, 13, 22, 25, 26, 27]),
        ("italian", &[1, 2, 21, 22], &[2, 3, 9, 22, 25, 27, 28]),
    ];
    for (nation, sl, asl) in expected {
        let table = Table::between(nation, "german");
        let roles = &table.state.campaign.tables.roles;
        let cards = &table.state.campaign.decks[kernel::Side::FIRST].nation.men;
        let numbers = |fits: &dyn Fn(&rules_upfront::setup::Card) -> bool| -> Vec<u8> {
            cards
                .iter()
                .filter(|card| card.kia == 8 && fits(card))
                .filter_map(|card| card.id.number())
                .collect()
        };
        assert_eq!(
            numbers(&|card| may_lead(card.rank) && roles.squad_leader.has(card.family)),
            sl,
            "{nation} SL"
        );
        assert_eq!(numbers(&|card| may_assist(card.rank)), asl, "{nation} ASL");
    }
}

#[test]
fn a_squad_leader_of_ones_choice_needs_rank_kia_and_weapon() {
    let mut table = picket("");
    refused(&table, select(&[slot(26, "SL", json!({"use": 1}))]), &["E01"]);
    table.kill(0, &[26]);
    for (man, codes) in [
        (3, &["E10"][..]),
        (16, &["E12"]),
        (17, &["E11", "E12"]),
        (2, &["E12"]),
        (27, &["E12"]),
        (26, &["E02"]),
    ] {
        refused(&table, select(&[slot(26, "SL", json!({"use": man}))]), codes);
    }
    table.set(0, 1, |man| man.kia = 7);
    refused(&table, select(&[slot(26, "SL", json!({"use": 1}))]), &["E11"]);
    table.set(0, 1, |man| man.wound = Some(3));
    refused(&table, select(&[slot(26, "SL", json!({"use": 1}))]), &["E02", "E11"]);
    refused(&table, select(&[slot(26, "SL", json!("vacant"))]), &["E15"]);
    table.must(ONE, select(&[slot(26, "SL", json!({"use": 19}))]));
    assert_eq!(leaders(&table), [Some(19), Some(21)]);
}

#[test]
fn every_reason_against_a_draw_or_a_revival_of_a_leader_is_told() {
    let mut table = picket("");
    for (listed, kind) in [(26, "SL"), (21, "ASL")] {
        // The listed man is fit: he is owed his place, no card is needed, none is dead, and nobody alive is revived.
        refused(&table, select(&[slot(listed, kind, json!("transfer"))]), &["E01", "E20", "E21"]);
        for revival in [json!("replace"), json!("green"), json!({"revive": 5})] {
            refused(&table, select(&[slot(listed, kind, revival)]), &["E01", "E05", "E06"]);
        }
    }
    // In hospital: others could lead, and no card is dead.
    table.set(0, 26, |man| man.wound = Some(3));
    refused(&table, select(&[slot(26, "SL", json!("transfer"))]), &["E20", "E21"]);
    refused(&table, select(&[slot(26, "SL", json!("replace"))]), &["E05", "E06"]);
    // Dead: he could be drawn, and is not needed; he is dead, and a leader all the same.
    table.set(0, 26, |man| man.wound = None);
    table.kill(0, &[26]);
    refused(&table, select(&[slot(26, "SL", json!("transfer"))]), &["E20"]);
    refused(&table, select(&[slot(26, "SL", json!("replace"))]), &["E05"]);
}

#[test]
fn the_listed_assistant_may_lead_instead() {
    let mut table = picket("");
    table.kill(0, &[26]);
    let lead = slot(26, "SL", json!({"use": 21}));
    refused(&table, select(std::slice::from_ref(&lead)), &["E03"]);
    refused(&table, select(&[lead.clone(), slot(21, "ASL", json!("replace"))]), &["E05", "E06"]);
    table.must(ONE, select(&[lead, slot(21, "ASL", json!("vacant"))]));
    assert_eq!(leaders(&table), [Some(21), None]);
}

#[test]
fn an_assistant_of_ones_choice_needs_rank_and_kia_and_does_not_outrank() {
    let mut table = picket("");
    refused(&table, select(&[slot(21, "ASL", json!("vacant"))]), &["E01"]);
    table.kill(0, &[21]);
    for (man, codes) in [(1, &["E13"][..]), (3, &["E13"]), (17, &["E14"]), (26, &["E03", "E13"])] {
        refused(&table, select(&[slot(21, "ASL", json!({"use": man}))]), codes);
    }
    assert!(table.clone().does(ONE, select(&[slot(21, "ASL", json!({"use": 2}))])).is_ok(), "any weapon");
    assert!(table.clone().does(ONE, select(&[slot(21, "ASL", json!({"use": 16}))])).is_ok(), "any weapon");
    // A corporal leads: a junior sergeant would outrank him.
    table.kill(0, &[26, 1]);
    table.set(0, 3, |man| man.rank = Some(Rank::Cpl));
    let both = |asl: Value| select(&[slot(26, "SL", json!({"use": 3})), slot(21, "ASL", asl)]);
    refused(&table, both(json!({"use": 2})), &["E18"]);
    assert!(table.clone().does(ONE, both(json!({"use": 16}))).is_ok(), "equal ranks");
    assert!(table.clone().does(ONE, both(json!({"use": 19}))).is_ok(), "the commissar is not compared");
    table.must(ONE, both(json!("vacant")));
}

#[test]
fn a_listed_assistant_who_would_outrank_is_not_owed() {
    let mut table = picket("");
    table.kill(0, &[26, 1]);
    table.set(0, 3, |man| man.rank = Some(Rank::Cpl));
    let lead = slot(26, "SL", json!({"use": 3}));
    refused(&table, select(std::slice::from_ref(&lead)), &["E18"]);
    assert!(table.clone().does(ONE, select(&[lead.clone(), slot(21, "ASL", json!({"use": 16}))])).is_ok());
    table.must(ONE, select(&[lead, slot(21, "ASL", json!("vacant"))]));
}

#[test]
fn a_promoted_listed_assistant_keeps_his_place_or_is_not_owed_by_ruling() {
    let mut keeps = picket("");
    keeps.set(0, 21, |man| man.rank = Some(Rank::Sgt));
    refused(&keeps, select(&[slot(21, "ASL", json!("vacant"))]), &["E01"]);
    keeps.must(ONE, select(&[]));
    let mut ruled = picket("[rulings]\nR60_promoted_listed_asl = \"not_owed\"");
    ruled.set(0, 21, |man| man.rank = Some(Rank::Sgt));
    refused(&ruled, select(&[]), &["E13"]);
    ruled.must(ONE, select(&[slot(21, "ASL", json!("vacant"))]));
}

#[test]
fn a_light_machine_gunner_leads_only_after_exchanging_weapons() {
    let mut table = picket("");
    table.kill(0, &[26]);
    let with = |exchange: Value| {
        json!({"do": "select", "exchange": exchange, "slots": [
            slot(26, "SL", json!({"use": 28})), slot(28, "plain", json!("replace")), slot(21, "ASL", json!("vacant"))]})
    };
    // #28 is listed as a plain man; another gunner is needed for his place, or nobody when none is fit.
    refused(&table, with(json!([28, 4])), &["E06"]);
    table.kill(0, &[2]);
    let with = |exchange: Value| {
        json!({"do": "select", "exchange": exchange, "slots": [
            slot(26, "SL", json!({"use": 28})), slot(28, "plain", json!("vacant")), slot(21, "ASL", json!("vacant"))]})
    };
    refused(&table, with(Value::Null), &["E01", "E12"]);
    table.kill(0, &[21]);
    refused(&table, with(Value::Null), &["E12"]);
    refused(&table, with(json!([4, 5])), &["E12", "E22"]);
    refused(&table, with(json!([28, 16])), &["E22"]);
    refused(&table, with(json!([28, 3])), &["E22"]);
    refused(&table, with(json!([28, "P"])), &["E22"]);
    table.must(ONE, with(json!([28, 4])));
    let force = table.state.facts.side[0].force.clone().expect("a force");
    assert_eq!(force.exchange, Some([ManId::new(28), ManId::new(4)]));
    assert!(force.places.iter().any(|place| place.how == How::Exchanged));
    assert_eq!(
        table.state.campaign.decks[kernel::Side::FIRST].nation.men[27].weapon.as_str(),
        "LMG",
        "the roster's weapon stays"
    );
}

#[test]
fn any_other_exchange_is_refused() {
    refused(&picket(""), json!({"do": "select", "exchange": [26, 4]}), &["E22"]);
}

#[test]
fn by_ruling_only_assistant_cards_lead_after_an_exchange() {
    let mut table = picket("[rulings]\nR58_lmg_leader = \"asl_cards_only\"");
    table.kill(0, &[26, 21]);
    let lead = |man: u8, own: &str| {
        let mut slots = vec![slot(26, "SL", json!({"use": man})), slot(21, "ASL", json!("vacant"))];
        if man == 28 {
            slots.push(slot(28, "plain", json!(own)));
        }
        json!({"do": "select", "exchange": [man, 4], "slots": slots})
    };
    refused(&table, lead(28, "vacant"), &["E12", "E22"]);
    table.must(ONE, lead(2, ""));
    assert_eq!(leaders(&table)[0], Some(2));
}

#[test]
fn the_paired_stand_in_of_the_russians_is_a_ruling() {
    // "assault": SL 1, ASL 2 (LMG), commissar 19, plain 17, 3, 8, 12, 13, 20, 22, 23 (20, 22, 23 are MP).
    let open = |more: &str| {
        let mut table = Table::order("russian", "german", "[\"V7\"]", more);
        table.kill(0, &[2]);
        table
    };
    let request = select(&[slot(2, "ASL", json!({"use": 21})), slot(20, "plain", json!({"use": 28}))]);
    refused(&open(""), request.clone(), &["E01", "E17"]);
    let mut ruled = open("[rulings]\nR51_russian_2_dead = \"28_and_leader\"");
    refused(
        &ruled,
        select(&[slot(2, "ASL", json!({"use": 16})), slot(20, "plain", json!({"use": 28}))]),
        &["E01", "E17"],
    );
    refused(
        &ruled,
        select(&[slot(2, "ASL", json!({"use": 21})), slot(3, "plain", json!({"use": 28}))]),
        &["E01", "E17"],
    );
    ruled.must(ONE, request);
    let force = ruled.state.facts.side[0].force.as_ref().expect("a force");
    assert!(force.places.iter().any(|place| place.how == How::Paired && place.man == Some(ManId::new(28))));
}
