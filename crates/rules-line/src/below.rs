//! The tables below: each skirmish is one of Pickets. Both sides stand at the one post, it is night, and their coins are
//! those that they took along.

use kernel::{Below, Levels, PerSide, Settled, Side, Stake};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::command::Command;
use crate::setup::Setup;
use crate::state::{State, fight_at};

/// The system of the tables below, by its name in files.
const SYSTEM: &str = "pickets";

/// What is counted.
const COINS: &str = "coins";

/// What is in the purses, and each skirmish with what went to it.
pub fn levels(state: &State) -> Levels {
    let holds = state.sides.iter().map(|(side, force)| Stake::of(side, COINS, force.coins)).collect();
    let below = (0..state.places.len()).filter_map(|at| below(state, at)).collect();
    Levels { holds, below }
}

fn below(state: &State, at: usize) -> Option<Below> {
    let place = &state.places[at];
    let coins = place.fight?;
    Some(Below {
        slot: format!("{}/{}", place.fought, place.id),
        system: SYSTEM.into(),
        setup: setup_of(&state.setup, at),
        position: Some(position_of(&state.setup, at, coins)),
        stakes: counted(coins),
    })
}

fn counted(coins: PerSide<u8>) -> Vec<Stake> {
    coins.iter().map(|(side, n)| Stake::of(side, COINS, *n)).collect()
}

fn setup_of(setup: &Setup, at: usize) -> String {
    // A text in JSON is one in TOML.
    let quoted = |text: &str| Value::from(text).to_string();
    let post = &setup.posts[at];
    let mut text =
        format!("title = {}\nrounds = 1\npickets = 1\n", quoted(&format!("Skirmish for {}", post.name)));
    for side in setup.sides.as_array() {
        text += &format!("\n[[side]]\nid = \"{}\"\nname = {}\n", side.id, quoted(&side.name));
    }
    let (name, worth) = (quoted(&post.name), post.worth.max(1));
    text + &format!("\n[[post]]\nid = \"{}\"\nname = {name}\nworth = {worth}\n", post.id)
}

fn position_of(setup: &Setup, at: usize, coins: PerSide<u8>) -> Value {
    let side = |side: Side| {
        json!({
            "id": setup.sides[side].id,
            "coins": coins[side],
            "paid": true,
            "post": [{"id": setup.posts[at].id, "picket": 0}],
        })
    };
    json!({"schema": 1, "round": 1, "phase": "night", "side": Side::BOTH.map(side)})
}

/// What a table below hands up.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Handed {
    coins: PerSide<u8>,
    points: PerSide<u16>,
}

/// The command that takes in what came of a skirmish: whoever gained points there held the post alone.
pub fn takes_in(state: &State, slot: &str, handed: &Value) -> Option<Command> {
    let Handed { coins, points } = Handed::deserialize(handed).ok()?;
    let at = (0..state.places.len()).find(|at| below(state, *at).is_some_and(|below| below.slot == slot))?;
    Some(Command::TakeIn {
        post: state.setup.posts[at].id,
        first: coins[Side::FIRST],
        second: coins[Side::SECOND],
        held: points.map(|points| *points > 0).only(),
    })
}

/// What a command that takes in a skirmish makes of the coins that went there: what does not come home is lost.
pub fn settles(state: &State, command: &Command) -> Option<Settled> {
    let Command::TakeIn { post, first, second, .. } = *command else { return None };
    let (went, home) = (fight_at(state, post)?, PerSide::new(first, second));
    let at = state.setup.post(post)?;
    let lost = PerSide::each(|side| went[side].saturating_sub(home[side]));
    Some(Settled { slot: below(state, at)?.slot, back: counted(home), lost: counted(lost) })
}
