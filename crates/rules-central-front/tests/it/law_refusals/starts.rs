//! Scenarios to play, and positions in which rare reasons are met.

use std::sync::{Arc, LazyLock};

use rules_central_front::state::{Designation, Going, Piece};
use rules_central_front::words::Side;
use rules_central_front::{GAP, Scenario, State};

use super::wrong::Pick;
use crate::{SMALL, Table, hex, put, read, strict};

/// The small scenario on a map with a lake and a cliff, without chemicals and smoke.
pub static WALLED: LazyLock<Arc<Scenario>> = LazyLock::new(|| {
    const MAP: &str = include_str!("../../../scenarios/maps/ulster-gap.toml");
    let map = MAP
        .replace("  \"..w....s..\",\n", "  \"..w.l..s..\",\n")
        .replace("rivers = [", "impassable = [\"0503-0603\", \"0403-0404\"]\nrivers = [")
        .replace("[legend]", "[movement_cost]\nlake = \"impassable\"\n[legend]\n\"l\" = \"lake\"")
        .replace("[legend]", "[map.legend]")
        .replace("[names]", "[map.names]")
        .replace("[movement_cost]", "[map.movement_cost]")
        .replace("[[road]]", "[[map.road]]");
    let text = GAP
        .replace("map = \"ulster-gap\"\n", "")
        .replace("chemical = true", "chemical = false")
        .replace("smoke = true", "smoke = false\nadvance_in_one = true");
    read("walled.toml", &format!("{text}\n[map]\n{map}"))
});

static SCENARIOS: LazyLock<Vec<Arc<Scenario>>> = LazyLock::new(|| {
    vec![
        Arc::clone(&SMALL),
        Arc::clone(&WALLED),
        Arc::clone(&SMALL),
        strict("refuse", "clamp"),
        Arc::clone(&SMALL),
        strict("clamp", "refuse"),
    ]
});

pub fn scenarios() -> &'static [Arc<Scenario>] {
    &SCENARIOS
}

pub fn all() -> Vec<State> {
    // Every hex where units enter is full, but for one.
    let full = Table::small("reinforcement", |facts| {
        facts.turn = 2;
        let stacks =
            [("1003", ["wp-t1", "wp-rec"]), ("1004", ["wp-m1", "wp-art"]), ("1005", ["wp-m2", "wp-rkt"])];
        for (hex, names) in stacks {
            names.iter().for_each(|name| put(facts, name, hex));
        }
    });
    let mut half = full.clone();
    put(&mut half.state.facts, "wp-m2", "0803");
    let mut over = full.clone();
    over.state.facts.phase = rules_central_front::phase::Phase::Over;
    vec![full.state, half.state, over.state]
}

/// A position of a game with a few facts otherwise: what random play comes to too rarely.
pub fn disturbed(state: &State, pick: Pick<'_>) -> State {
    let mut state = state.clone();
    let facts = &mut state.facts;
    if let Some(battle) = &mut facts.battle {
        let Some(id) = battle.units.get(pick(8) as usize).copied() else { return state };
        match pick(4) {
            0 => battle.advanced.push(id),
            1 => battle.retreated.push(id),
            2 => facts.unit.iter_mut().filter(|piece| piece.id == id).for_each(|piece| piece.ap = 5),
            _ => facts
                .designation
                .extend(facts.designation.first().cloned().map(|one| Designation { units: vec![id], ..one })),
        }
        return state;
    }
    match pick(4) {
        0 => facts.fog = !facts.fog,
        1 => facts.superior = [None, Some(Side::Wp), Some(Side::Nato)][pick(3) as usize],
        _ => {}
    }
    let side = if facts.phase.word().starts_with("wp") { Side::Wp } else { Side::Nato };
    let moves = facts.phase.word().ends_with("move");
    let scenario = Arc::clone(&state.scenario);
    let own = |piece: &Piece| scenario.units.iter().any(|card| card.id == piece.id && card.side == side);
    for piece in state.facts.unit.iter_mut().filter(|piece| piece.at.is_some() && own(piece)) {
        piece.spent |= pick(6) == 0;
        piece.unsupplied |= pick(12) == 0;
        if moves && pick(2) == 0 {
            (piece.going, piece.mp) = (Going::Moving, [0, 1, 6, 12][pick(4) as usize]);
        }
        // At the edge by which a road leaves the map.
        if moves && pick(12) == 0 {
            (piece.at, piece.mp) = (Some(hex("0104")), pick(2) as u8);
        }
    }
    state
}
