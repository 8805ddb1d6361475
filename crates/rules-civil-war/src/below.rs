//! The tables below: where a campaign has it so, a battle that both sides agree to is fought at a table of its own, and the
//! book goes on meanwhile. Each strength point goes down and comes back, or is lost, by its name.

use kernel::{Levels, PerSide, Settled, Side, Stake};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::battle::outcome::outcome;
use crate::battle::{Battle, Muster, Returned};
use crate::book::{Army, Book, Person};
use crate::command::Command;
use crate::rules::k_seconded::needs_both;
use crate::rules::s2_field::fitting;
use crate::setup::options::Fought;
use crate::setup::{Leader, Setup};
use crate::state::{Facts, SCHEMA, State};
use crate::words::{Class, Party, SpId, Stage, Step};

/// The strength points that are here, and each battle that is fought below with those that went there.
pub fn levels(state: &State) -> Levels {
    if state.setup.options.battles == Fought::Here {
        return Levels::default();
    }
    let away = |battle: &&Battle| battle.step == Step::Away;
    let gone = |army| {
        state
            .open_battles()
            .filter(away)
            .any(|battle| Side::BOTH.iter().any(|side| battle.muster(*side).army == army))
    };
    let armies = state.facts.book.army.iter().zip(&state.setup.armies);
    let here = armies.filter(|(army, _)| !gone(army.id));
    let holds = here.flat_map(|(army, start)| counted(start.side, army.sp.iter().map(|sp| sp.id))).collect();
    let below = state.open_battles().filter(away).map(|battle| below(&state.setup, battle)).collect();
    Levels { holds, below }
}

/// Strength points are counted one by one: what one is may change, which one it is never does.
fn counted(side: Side, points: impl Iterator<Item = SpId>) -> impl Iterator<Item = Stake> {
    points.map(move |id| Stake::of(side, id.as_str(), 1_u64))
}

fn below(setup: &Setup, battle: &Battle) -> kernel::Below {
    let down = |side: Side| counted(side, battle.muster(side).sp.iter().map(|sp| sp.id));
    kernel::Below {
        slot: battle.id.to_string(),
        system: crate::NAME_IN_FILES.into(),
        setup: written(&setup_of(setup, battle)),
        position: serde_json::to_value(position_of(setup, battle)).ok(),
        stakes: Side::BOTH.into_iter().flat_map(down).collect(),
    }
}

/// The set-up of a battle's own table: the campaign's rules and tables as they stand in its file, and of armies, leaders and
/// ground what this battle needs. Other armies have no place in it, and nothing that a side keeps to itself: what strength
/// points are, and what is carried, stands in the position.
fn setup_of(setup: &Setup, battle: &Battle) -> Value {
    let (input, ratio) = (&battle.input, battle.ratio());
    let army = |side: Side| setup.army_named(battle.muster(side).army);
    let (attacker, defender) = (input.attacker, input.attacker.enemy());
    let mut options = setup.source["campaign"]["options"].as_object().cloned().unwrap_or_default();
    options.shift_remove("battles");
    options.insert("stands_per_sp".into(), ratio.stands.into());
    options.insert("batteries_per_sp".into(), ratio.batteries.into());
    let mut text = Map::new();
    text.insert(
        "campaign".into(),
        json!({
            "title": format!("Battle {}: {} against {}", battle.id, army(attacker), army(defender)),
            "system": crate::NAME_IN_FILES,
            "cw_turn": input.turn,
            "last_turn": input.turn.number,
            "options": options,
        }),
    );
    text.insert(
        "battle".into(),
        json!({
            "id": battle.id,
            "attacker": battle.muster(attacker).army,
            "defender": battle.muster(defender).army,
            "hex": input.hex,
            "crossing": input.crossing,
            "column": input.column,
            "size": input.size,
        }),
    );
    for key in ["effectiveness", "standard_move", "victory_points", "leader_loss", "chart"] {
        text.extend(setup.source.get(key).map(|value| (key.to_owned(), value.clone())));
    }
    let among = |key: &str, fits: &dyn Fn(&Value) -> bool| -> Vec<Value> {
        let all = setup.source[key].as_array().into_iter().flatten();
        all.filter(|row| fits(row)).cloned().collect()
    };
    let column = |row: &Value| row["column"] == *input.column && row["size"] == input.size.word();
    text.insert("crt".into(), among("crt", &column).into());
    let fields = fitting(setup, battle);
    let fits = |row: &Value| fields.iter().any(|field| row["name"] == *field.name);
    text.insert("battlefields".into(), among("battlefields", &fits).into());
    text.insert("hexes".into(), json!([{"id": input.hex, "terrain": input.terrain}]));
    let each = |of: &dyn Fn(Side, &Muster) -> Vec<Value>| -> Value {
        Side::BOTH.into_iter().flat_map(|side| of(side, battle.muster(side))).collect()
    };
    text.insert(
        "leaders".into(),
        each(&|side, muster| muster.leaders.iter().map(|one| leader(side, one)).collect()),
    );
    text.insert("armies".into(), each(&|side, muster| vec![army_of(setup, side, muster)]));
    Value::Object(text)
}

fn leader(side: Side, leader: &Leader) -> Value {
    json!({
        "id": leader.id,
        "name": leader.name,
        "side": Party::ALL[side.index()],
        "stars": leader.stars,
        "initiative": leader.initiative,
        "tactical": leader.tactical,
        "army_command": leader.army_command,
        "cavalry": leader.cavalry,
    })
}

fn army_of(setup: &Setup, side: Side, muster: &Muster) -> Value {
    let leaders: Vec<_> = muster.leaders.iter().map(|leader| leader.id).collect();
    let sp: Vec<_> = muster.sp.iter().map(|sp| json!({"id": sp.id, "class": Class::Green})).collect();
    json!({
        "id": muster.army,
        "name": setup.army_named(muster.army),
        "side": Party::ALL[side.index()],
        "demoralized": muster.demoralized,
        "leaders": leaders,
        "sp": sp,
    })
}

/// Where a battle's own table begins: at the choice of the field, with what both sides bring.
fn position_of(setup: &Setup, battle: &Battle) -> Facts {
    let army = |side: Side| {
        let muster = battle.muster(side);
        let leaders = muster.leaders.iter().map(|leader| leader.id).collect();
        let (demoralized, sp, carried) = (muster.demoralized, muster.sp.clone(), muster.carried);
        let battles = u16::from(side == battle.input.attacker);
        Army { id: muster.army, demoralized, leaders, sp, carried, battles }
    };
    let person = |leader: &Leader| Person { id: leader.id, ..Person::default() };
    let book = Book {
        turn: battle.input.turn,
        stage: Stage::Battle,
        pulse: 0,
        initiative: None,
        drawn: PerSide::default(),
        army: Side::BOTH.map(army).to_vec(),
        leader: Side::BOTH.iter().flat_map(|side| battle.muster(*side).leaders.iter().map(person)).collect(),
        track: Vec::new(),
        pool: Vec::new(),
    };
    let (step, ratio) = (Step::Field, battle.ratio.or(Some(setup.ratio)));
    let begins = Battle { step, ratio, ..Battle::open(battle.id, battle.input.clone()) };
    Facts { schema: SCHEMA, book, battle: vec![begins], proposal: Vec::new(), proposals: 0 }
}

/// A set-up as a file: a line for each of its tables, and one for each row of a list.
fn written(setup: &Value) -> String {
    let mut text = String::new();
    for (key, value) in setup.as_object().into_iter().flatten() {
        match value.as_array() {
            Some(rows) => {
                let rows: String = rows.iter().map(|row| format!("    {},\n", inline(row))).collect();
                text += &format!("{key} = [\n{rows}]\n");
            }
            None => text += &format!("{key} = {}\n", inline(value)),
        }
    }
    text
}

/// A value within a line. Texts and numbers of JSON are texts and numbers of TOML, but for a letter that nobody sees.
fn inline(value: &Value) -> String {
    let list = |of: Vec<String>| of.join(", ");
    match value {
        Value::Array(all) => format!("[{}]", list(all.iter().map(inline).collect())),
        Value::Object(all) => {
            let field =
                |(key, value): (&String, &Value)| format!("{} = {}", inline(&json!(key)), inline(value));
            format!("{{ {} }}", list(all.iter().map(field).collect()))
        }
        other => other.to_string().replace('\u{7f}', "\\u007F"),
    }
}

/// What a table of one battle hands up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Handed {
    winner: Side,
    holder: Option<Side>,
    sides: PerSide<Returned>,
}

/// What came of the one battle of this table, once it is closed.
pub fn hands_up(state: &State) -> Option<Value> {
    let battle = state.battle(state.setup.alone.as_ref()?.id).filter(|battle| battle.step == Step::Closed)?;
    let came = outcome(battle, &state.setup.options);
    let handed =
        Handed { winner: came.winner, holder: came.holder, sides: came.sides.map(|half| half.returned()) };
    serde_json::to_value(handed).ok()
}

/// The command that takes in what came of a battle.
pub fn takes_in(state: &State, slot: &str, handed: &Value) -> Option<Command> {
    let Handed { winner, holder, sides } = Handed::deserialize(handed).ok()?;
    let mut away = state.open_battles().filter(|battle| battle.step == Step::Away);
    let battle = away.find(|battle| battle.id.as_str() == slot)?.id;
    let [union, confederate] = sides.as_array().clone();
    Some(Command::TakeIn { battle, winner, holder, union, confederate })
}

/// What a command makes of the strength points that went to a battle. One that was broken off is entered like a battle on the
/// board: who is not lost comes back. Or it is called off, and everybody does.
pub fn settles(state: &State, command: &Command) -> Option<Settled> {
    let sent = |id| {
        PerSide::each(|side| {
            let muster = state.battle(id).map(|battle| battle.muster(side));
            muster.map(|muster| muster.sp.iter().map(|sp| sp.id).collect::<Vec<_>>()).unwrap_or_default()
        })
    };
    let (id, back, lost): (_, PerSide<Vec<SpId>>, PerSide<Vec<SpId>>) = match command {
        Command::TakeIn { battle, union, confederate, .. } => {
            let halves = PerSide::new(union, confederate);
            let back = halves.map(|half| half.sp.iter().map(|sp| sp.id).collect());
            (*battle, back, halves.map(|half| half.lost.clone()))
        }
        Command::CallOff { battle } => (*battle, sent(*battle), PerSide::default()),
        Command::CwResult { battle, lost, .. } => {
            let sent = sent(*battle);
            let (gone, back) = (|id: &SpId| lost.contains(id), |id: &SpId| !lost.contains(id));
            let of = |wanted: &dyn Fn(&SpId) -> bool| {
                PerSide::each(|side| sent[side].iter().filter(|id| wanted(id)).copied().collect())
            };
            (*battle, of(&back), of(&gone))
        }
        _ => return None,
    };
    state.battle(id).filter(|battle| battle.step == Step::Away)?;
    // What both have to say settles nothing when one of them has said it.
    let confirmed = || state.facts.proposal.iter().any(|known| known.says == *command);
    if state.setup.options.no_person() && needs_both(command) && !confirmed() {
        return None;
    }
    let stakes = |of: &PerSide<Vec<SpId>>| {
        Side::BOTH.into_iter().flat_map(|side| counted(side, of[side].iter().copied())).collect()
    };
    Some(Settled { slot: id.to_string(), back: stakes(&back), lost: stakes(&lost) })
}
