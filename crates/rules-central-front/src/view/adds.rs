//! What is written after typed orders of fights: support, smoke, chemicals, a strike; and the answer of a defender.

use kernel::view::board::{Act, Add, Board, Sends, Takes, Target};
use serde_json::{Value, json};

use super::board::{hex, key};
use crate::rules::s8_support;
use crate::state::State;
use crate::words::Side;

/// The additions that a side can write. The rules say who can support and fire.
pub(super) fn of(state: &State, side: Side) -> Vec<Add> {
    let own = state.on_map().filter(|unit| unit.card.side == side);
    let own: Vec<(String, Value)> = own.map(|unit| (key(unit.id()), json!(unit.id()))).collect();
    vec![
        Add {
            words: "support",
            to: &["march", "fight", "cover"],
            key: "support",
            takes: Takes::Several(own.clone()),
        },
        Add { words: "cover", to: &["cover"], key: "support", takes: Takes::Several(own.clone()) },
        Add { words: "smoke", to: &["march"], key: "smoke", takes: Takes::One(own) },
        Add { words: "chemicals", to: &["march", "fight", "strike"], key: "chemical", takes: Takes::Nothing },
        Add { words: "air strike", to: &["fight", "cover"], key: "strike", takes: Takes::Nothing },
    ]
}

/// The answer to an attack, as it is typed where one is owed. [CF-SUP-5]
pub(super) fn add_cover(state: &State, side: Side, board: &mut Board) {
    let Some(battle) = state.facts.battle.as_ref().filter(|battle| battle.side == side.enemy()) else {
        return;
    };
    let Value::Object(command) = json!({"do": "cover"}) else { return };
    if !s8_support::cover_is_owed(state, battle) {
        return;
    }
    board.calls.push(Act {
        word: "cover",
        verb: "Support the defense".into(),
        counters: Vec::new(),
        from: None,
        budget: ("", String::new()),
        reach: board.reaches.len(),
        command,
        sends: Sends::Nothing,
        panel: None,
        rolls: true,
    });
    board.reaches.push(vec![Target::new(hex(state, battle.target), "", None)]);
}
