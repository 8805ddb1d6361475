//! Scenarios to play, and positions in which rare reasons are met.

use std::sync::{Arc, LazyLock};

use rules_central_front::{GAP, Scenario, State};

use crate::{SMALL, Table, put, read, strict};

/// The small scenario on a map with a lake and a cliff, without chemicals and smoke.
static WALLED: LazyLock<Arc<Scenario>> = LazyLock::new(|| {
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
