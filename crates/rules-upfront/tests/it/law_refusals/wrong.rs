//! Commands as somebody might give them by mistake, of every kind, with names and figures from all over the table.

use kernel::Seat;
use rules_upfront::State;
use rules_upfront::setup::List;
use rules_upfront::setup::rulings::RULINGS;
use rules_upfront::words::{ManId, Out, Side};
use serde_json::{Map, Value, json};

use crate::Pick;

pub const KINDS: [&str; 17] = [
    "set-ruling",
    "take-back-proposal",
    "draw-lot",
    "name-attacker",
    "select",
    "note",
    "strike",
    "withdraw",
    "leave",
    "take-back-withdrawal",
    "pursue",
    "take-back-pursuit",
    "report",
    "confirm",
    "differ",
    "uphold",
    "decide",
];

/// Who gives a command of a kind: mostly whose it is.
pub fn seat(kind: &str, pick: &mut Pick) -> Seat {
    let side = Seat::Side(u8::from(pick.below(2) == 0));
    match (kind, pick.below(12)) {
        (_, 0) => Seat::Umpire,
        (_, 1) => Seat::Clock,
        (_, 2) => side,
        ("draw-lot", _) => Seat::Clock,
        ("uphold", _) | ("set-ruling" | "name-attacker" | "report", 3 | 4) => Seat::Umpire,
        _ => side,
    }
}

/// The kinds that have their time in a phase.
pub fn at_home(phase: &str) -> &'static [&'static str] {
    match phase {
        "attacker" => &["draw-lot", "name-attacker", "set-ruling", "take-back-proposal"],
        "select" => &["select", "select", "select", "set-ruling"],
        "battle" => &[
            "note",
            "note",
            "strike",
            "withdraw",
            "leave",
            "take-back-withdrawal",
            "pursue",
            "report",
            "report",
        ],
        "confirm" | "dispute" => &["confirm", "differ", "report", "uphold", "take-back-pursuit"],
        _ => &["decide", "decide", "confirm", "report"],
    }
}

fn of<T: Clone>(pick: &mut Pick, values: &[T]) -> T {
    values[pick.below(values.len() as u64) as usize].clone()
}

/// Seldom something, else nothing.
fn seldom(pick: &mut Pick, n: u64, value: impl FnOnce(&mut Pick) -> Value) -> Value {
    if pick.below(n) == 0 { value(pick) } else { Value::Null }
}

fn force(state: &State, side: Side) -> Vec<ManId> {
    state.side(side).force.iter().flat_map(|force| force.men()).collect()
}

/// A man of the force, or any, or nobody.
fn man(state: &State, side: Side, pick: &mut Pick) -> Value {
    let force = force(state, side);
    match pick.below(12) {
        0 => json!("P"),
        1 | 2 => json!(pick.below(30) + 1),
        3 => json!(59),
        _ if force.is_empty() => json!(pick.below(30) + 1),
        _ => json!(of(pick, &force)),
    }
}

fn fill(pick: &mut Pick) -> Value {
    let man = if pick.below(15) == 0 { json!("P") } else { json!(pick.below(31) + 1) };
    match pick.below(10) {
        0 => json!("replace"),
        1 => json!("green"),
        2 => json!("vacant"),
        3 => json!("transfer"),
        4 => json!({ "revive": man }),
        5 => json!({ "exchange": [man, pick.below(30) + 1] }),
        _ => json!({ "use": man }),
    }
}

fn select(state: &State, side: Side, pick: &mut Pick, command: &mut Map<String, Value>) {
    let leg = state.leg().map(|leg| leg.lists[state.part(side)][side]);
    let listed: Vec<ManId> = match leg {
        Some(List::Printed(at)) => {
            let force = &state.campaign.forces[at];
            let leaders = [force.sl, force.asl, force.commissar].into_iter().flatten();
            leaders.chain(force.men.iter().copied()).collect()
        }
        _ => Vec::new(),
    };
    let most = if pick.below(3) == 0 { 2 } else { 5 };
    let mut fills = Map::new();
    for listed in &listed {
        if pick.below(most) == 0 {
            fills.insert(listed.to_string(), fill(pick));
        }
    }
    let mut slots = Vec::new();
    if pick.below(5) == 0 {
        for _ in 0..=pick.below(2) {
            let one = if listed.is_empty() || pick.below(5) == 0 {
                json!(pick.below(30) + 1)
            } else {
                json!(of(pick, &listed))
            };
            let mut slot = json!({ "listed": one, "fill": fill(pick) });
            if pick.below(2) == 0 {
                slot["slot"] = json!(of(pick, &["SL", "ASL", "COMM", "plain"]));
            }
            slots.push(slot);
        }
    }
    let bought = matches!(leg, Some(List::Own(_)));
    if bought != (pick.below(15) == 0) {
        let men: Vec<u64> = (0..pick.below(8)).map(|_| pick.below(30) + 1).collect();
        let mut own = json!({ "men": men });
        for key in ["sl", "asl", "commissar"] {
            if pick.below(2) == 0 {
                own[key] = if pick.below(15) == 0 { json!("P") } else { json!(pick.below(30) + 1) };
            }
        }
        if pick.below(3) == 0 {
            own["radio"] = json!(of(pick, &[3, 4, 5, 6, 99]));
            own["troops"] = seldom(pick, 2, |pick| json!(of(pick, &["line", "elite", "nobody"])));
            own.as_object_mut().expect("a table").retain(|_, value| !value.is_null());
        }
        command.insert("own".into(), own);
        if pick.below(3) > 0 {
            fills.clear();
            slots.clear();
        }
    }
    let transfers = seldom(pick, 6, |pick| json!([{ "slot": of(pick, &["SL", "ASL", "COMM", "plain"]) }]));
    let fields = [
        ("fill", json!(fills)),
        ("slots", json!(slots)),
        ("transfers", transfers),
        ("exchange", seldom(pick, 12, |pick| json!([pick.below(30) + 1, pick.below(30) + 1]))),
        ("scenario", seldom(pick, 15, |pick| json!(of(pick, &["V1", "V4", "X"])))),
        (
            "side",
            seldom(pick, 15, |pick| {
                json!(of(
                    pick,
                    &[state.campaign.sides[Side::FIRST].id, state.campaign.sides[Side::SECOND].id]
                ))
            }),
        ),
        ("personal", seldom(pick, 3, |pick| json!(of(pick, &["present", "return", "absent"])))),
    ];
    command.extend(fields.into_iter().map(|(key, value)| (key.to_owned(), value)));
}

fn deed(pick: &mut Pick) -> Value {
    let n = of(pick, &[0, 1, 1, 2, 3, 9, 21, 60]);
    match pick.below(7) {
        0 => json!({ "hero": n }),
        1 => json!({ "cc_kill": n }),
        2 => json!({ "ig_cc": of(pick, &[0, 1, 2]) }),
        3 => json!({ "demo_charge_men": n }),
        4 => json!({ "infiltration": { "unpinned_before": n, "removed_or_pinned": pick.below(3) } }),
        _ => json!({
            "afv": of(pick, &["afv-1", "afv-2", "afv-9", "tank"]),
            "means": of(pick, &["antitank", "demo_atmm", "close_combat"]),
            "result": of(pick, &["destroyed", "destroyed", "immobilised"]),
        }),
    }
}

fn out(pick: &mut Pick) -> Value {
    let all = [
        "in_play",
        "withdrawn",
        "routed",
        "routed",
        "routed",
        "killed",
        "cc_lost",
        "captured",
        "panic_lost",
        "not_entered",
    ];
    json!(of(pick, &all))
}

/// The facts of both sides, with a few men told otherwise.
fn report(state: &State, side: Side, pick: &mut Pick, command: &mut Map<String, Value>) {
    let mut routed = Vec::new();
    for (told, key) in Side::BOTH.into_iter().zip(["side_1", "side_2"]) {
        let mut men: Vec<Value> =
            force(state, told).into_iter().map(|man| json!({ "id": man, "out": "in_play" })).collect();
        if pick.below(8) == 0 {
            men.pop();
        }
        for _ in 0..pick.below(3) {
            if men.is_empty() {
                break;
            }
            let at = pick.below(men.len() as u64) as usize;
            men[at]["out"] = out(pick);
            match pick.below(6) {
                0 => men[at]["pinned"] = json!(true),
                1 => men[at]["wounded"] = json!(true),
                2 => men[at]["moved_in"] = json!(true),
                3 => men[at]["events"] = json!([deed(pick)]),
                _ => {}
            }
        }
        match pick.below(10) {
            0 => men.push(
                json!({ "id": man(state, told, pick), "out": "in_play", "moved_in": pick.below(2) == 0 }),
            ),
            1 if !men.is_empty() => {
                let wreck = json!({ "afv": "afv-1", "means": "antitank", "result": "destroyed" });
                let n = men.len();
                men[0]["events"] = json!([wreck.clone()]);
                men[n - 1]["events"] = json!([wreck]);
            }
            2 if !men.is_empty() => men[0]["events"] = json!([{ "villain": 1 }]),
            _ => {}
        }
        let aux: Vec<Value> = (0..pick.below(2))
            .map(|_| json!({ "kind": of(pick, &["ig", "afv", "commander_killed"]), "effect": of(pick, &[0, 2, 5]) }))
            .collect();
        if told == side {
            routed = men.iter().filter(|man| man["out"] == "routed").map(|man| man["id"].clone()).collect();
        }
        command.insert(key.into(), json!({ "men": men, "aux": aux }));
    }
    let sides =
        [state.campaign.sides[Side::FIRST].id.to_string(), state.campaign.sides[Side::SECOND].id.to_string()];
    let winner = match pick.below(8) {
        0 => "nobody".to_owned(),
        1..=3 => "none".to_owned(),
        _ => of(pick, &sides),
    };
    command.insert("winner".into(), json!(winner));
    let fields = [
        ("scenario", seldom(pick, 15, |pick| json!(of(pick, &["V1", "X"])))),
        ("fill", seldom(pick, 6, |_| json!("as_noted"))),
        ("reason", seldom(pick, 8, |pick| json!(of(pick, &["As I saw it.".to_owned(), "x".repeat(401)])))),
        ("decide", seldom(pick, 2, |pick| decide(state, side, &routed, pick))),
    ];
    command.extend(fields.into_iter().map(|(key, value)| (key.to_owned(), value)));
}

/// Who is told to have routed.
fn routed(state: &State, side: Side) -> Vec<Value> {
    let facts = state.facts.versions.iter().map(|version| &version.report).chain(&state.facts.agreed);
    let told = facts.flat_map(|report| &report.side(side).men);
    told.filter(|told| told.out == Out::Routed).map(|told| json!(told.id)).collect()
}

/// Decisions, mostly of men of the force and of those who routed.
fn decide(state: &State, side: Side, routed: &[Value], pick: &mut Pick) -> Value {
    let mut decisions = Map::new();
    for key in ["rout", "trade", "order", "promote"] {
        let mut men = Map::new();
        for _ in 0..pick.below(3) {
            let man = match key {
                "rout" if !routed.is_empty() && pick.below(2) == 0 => of(pick, routed),
                _ => man(state, side, pick),
            };
            let what = match key {
                "rout" => json!(of(pick, &["morale", "panic"])),
                "trade" => {
                    let n = 1 + pick.below(2);
                    json!((0..n).map(|_| of(pick, &["morale", "panic"])).collect::<Vec<_>>())
                }
                "order" => json!(of(pick, &["kia", "promotion"])),
                _ => json!(of(pick, &["now", "wait"])),
            };
            let name = man.as_str().map_or_else(|| man.to_string(), str::to_owned);
            men.insert(name, what);
        }
        decisions.insert(key.into(), json!(men));
    }
    json!(decisions)
}

/// A command of a kind.
pub fn of_kind(kind: &str, state: &State, side: Side, pick: &mut Pick) -> Value {
    let mut command = Map::new();
    command.insert("do".into(), json!(kind));
    let group = |pick: &mut Pick| json!(of(pick, &["A", "B", "C"]));
    let sides = [
        state.campaign.sides[Side::FIRST].id.to_string(),
        state.campaign.sides[Side::SECOND].id.to_string(),
        "nobody".to_owned(),
    ];
    match kind {
        "set-ruling" | "take-back-proposal" => {
            let ruling = of(pick, RULINGS);
            let name = if pick.below(10) == 0 { "R99" } else { ruling.short() };
            let name = if pick.below(8) == 0 { "R07" } else { name };
            command.insert("ruling".into(), json!(name));
            if kind == "set-ruling" {
                let word = match (name, pick.below(8)) {
                    (_, 0) => "nonsense",
                    ("R07", _) => "panic_only",
                    _ => of(pick, ruling.words).0,
                };
                command.insert("word".into(), json!(word));
            }
        }
        "name-attacker" => {
            command.insert("attacker".into(), json!(of(pick, &sides)));
        }
        "select" => select(state, side, pick, &mut command),
        "note" => {
            let what = match pick.below(4) {
                0 => json!({ "out": out(pick) }),
                1 => json!({ "pinned": true }),
                2 => json!({ "wounded": true }),
                _ => deed(pick),
            };
            command.insert("man".into(), man(state, side, pick));
            command.insert("what".into(), what);
        }
        "strike" => {
            command.insert("man".into(), man(state, side, pick));
        }
        "withdraw" => {
            let n = pick.below(4);
            let men: Vec<Value> = (0..n).map(|_| man(state, side, pick)).collect();
            let fields = [
                ("group", group(pick)),
                ("men", json!(men)),
                ("range", json!(of(pick, &[-1, 0, 0, 1]))),
                ("card", json!(of(pick, &["red_retreat", "red_retreat", "other"]))),
                ("encircled", json!(of(pick, &["no", "no", "yes"]))),
                ("can_move", json!(of(pick, &["yes", "yes", "no"]))),
            ];
            command.extend(fields.into_iter().map(|(key, value)| (key.to_owned(), value)));
        }
        "leave" => {
            command.insert("group".into(), group(pick));
            command.insert("nearest".into(), json!(of(pick, &[3, 4, 5])));
        }
        "take-back-withdrawal" => {
            command.insert("group".into(), group(pick));
        }
        "pursue" => {
            let target =
                json!([{ "id": "E", "withdrawn": of(pick, &["yes", "no"]), "range": of(pick, &[3, 5]) }]);
            let fields = [
                ("won_by", json!(of(pick, &["conditions", "withdrawal", "broken"]))),
                ("draw_pile", json!(of(pick, &[0, 9, 9]))),
                ("leader", seldom(pick, 2, |pick| man(state, side, pick))),
                ("leading", seldom(pick, 2, |pick| json!(of(pick, &["SL", "COMM", "ASL"])))),
                ("pinned", json!(of(pick, &["no", "no", "yes"]))),
                ("drawn", json!(pick.below(7))),
                ("targets", seldom(pick, 3, |_| target)),
            ];
            command.extend(fields.into_iter().map(|(key, value)| (key.to_owned(), value)));
        }
        "report" | "differ" => report(state, side, pick, &mut command),
        "confirm" => {
            command.insert(
                "decide".into(),
                seldom(pick, 2, |pick| decide(state, side, &routed(state, side), pick)),
            );
        }
        "uphold" => {
            let reason = seldom(pick, 3, |_| json!("x".repeat(401)));
            command.insert("side".into(), json!(of(pick, &sides)));
            command.insert("reason".into(), reason);
        }
        "decide" => {
            if let Value::Object(fields) = decide(state, side, &routed(state, side), pick) {
                command.extend(fields);
            }
        }
        _ => {}
    }
    command.retain(|_, value| !value.is_null());
    Value::Object(command)
}
