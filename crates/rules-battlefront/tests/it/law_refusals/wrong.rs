//! Commands as somebody might give them by mistake: of any kind, with names and figures from all over the table.

use kernel::Seat;
use rules_battlefront::{Side, State};
use serde_json::{Value, json};

use super::look::{is_behind, stands};

/// A source of choices.
pub type Die<'d> = &'d mut dyn FnMut(u64) -> u64;

/// Every kind of command with the steps to which a side's belongs, by the table of the guide.
pub const KINDS: &[(&str, &[&str])] = &[
    ("open-slot", &["opening"]),
    ("reveal", &["S3a"]),
    ("throw-escapes", &["C7"]),
    ("choose-posture", &["S1"]),
    ("cpp-roll", &["S2a"]),
    ("repair", &["S2b", "C8a"]),
    ("withdraw-roll", &["S2c", "C8b"]),
    ("discipline-roll", &["S2d"]),
    ("combine", &["S2d"]),
    ("buy", &["S2e"]),
    ("number-roll", &["S2e"]),
    ("roll-all", &["S2b", "S2c", "S2d", "S2e", "C8a", "C8b"]),
    ("buy-prereg", &["S2e"]),
    ("take-back", &["S2e", "S2g"]),
    ("remove-fort", &["S2f"]),
    ("destroy-wreck", &["S2f"]),
    ("clear-defile", &["S2f", "C11"]),
    ("buy-fort", &["S2g"]),
    ("choose-forces", &["S3b"]),
    ("deploy", &["S4a", "S4b"]),
    ("lift", &["S4a", "S4b"]),
    ("place-fort", &["S4a", "S4b"]),
    ("lift-fort", &["S4a", "S4b"]),
    ("place-prereg", &["S4a", "S4b"]),
    ("fire", &["S5"]),
    ("smoke", &["S5"]),
    ("report", &["S5"]),
    ("counts", &["S5"]),
    ("agree-end", &["S5"]),
    ("next-turn", &["S5"]),
    ("turn-end-roll", &["S5"]),
    ("mine-stands", &["S5"]),
    ("theirs-is-right", &["S5"]),
    ("settle", &["S5"]),
    ("mine-result", &["C2"]),
    ("bog-result", &["C3"]),
    ("move-unit", &["C5"]),
    ("set-status", &["C6"]),
    ("edit-mlr", &["C6"]),
    ("remain", &["C7"]),
    ("escape", &["C7"]),
    ("escape-group", &["C7"]),
    ("propose-setting", &["opening", "S1"]),
    ("consent", &["opening", "S1"]),
    ("change-setting", &["opening", "S1"]),
    ("agree-length", &["S1", "S2a", "S2b", "S2c", "S2d", "S2e", "S2f", "S2g", "S3a", "S3b", "S4a", "S4b"]),
    ("declare-victory", &["victory"]),
    ("done", &[]),
];

/// The names of everything in a position, one's own before the other's, and of nothing.
pub struct Names {
    side: Side,
    stands: [Vec<String>; 2],
    /// Those behind the other side's line.
    caught: [Vec<String>; 2],
    formations: [Vec<String>; 2],
    support: [Vec<String>; 2],
    groups: [Vec<String>; 2],
    chart: [Vec<String>; 2],
    purchases: [Vec<String>; 2],
    works: Vec<String>,
    wrecks: Vec<String>,
    kinds: Vec<String>,
    sides: Vec<String>,
    differences: Vec<String>,
}

impl Names {
    pub fn of(state: &State, seat: Seat) -> Self {
        fn all<T: ToString>(ids: impl Iterator<Item = T>) -> Vec<String> {
            ids.map(|id| id.to_string()).collect()
        }
        let side = Side::of(seat).unwrap_or(Side::FIRST);
        let facts = [side, side.enemy()].map(|side| state.side(side));
        let setups = [side, side.enemy()].map(|side| state.setup_of(side));
        Self {
            side,
            stands: facts.map(|facts| all(stands(facts).map(|(_, stand)| stand.id))),
            caught: facts.map(|facts| {
                let caught = stands(facts).filter(|(_, stand)| is_behind(stand));
                all(caught.map(|(_, stand)| stand.id))
            }),
            formations: facts.map(|facts| all(facts.elements.iter().map(|element| element.id))),
            support: facts.map(|facts| {
                let modules = facts.modules.iter().map(|module| module.id.to_string());
                all(modules.chain(facts.flights.iter().map(|flight| flight.id.to_string())))
            }),
            groups: setups.map(|setup| all(setup.groups.iter().map(|group| group.id))),
            chart: setups.map(|setup| all(setup.works.iter().map(|work| work.id))),
            purchases: facts.map(|facts| all(facts.purchases.iter().map(|purchase| purchase.id))),
            works: all(state.facts.works.iter().map(|work| work.id)),
            wrecks: all(state.facts.wrecks.iter().map(|wreck| wreck.id)),
            kinds: all(state.campaign().unit_types.iter().map(|kind| kind.id)),
            sides: all(Side::BOTH.iter().map(|side| state.side(*side).id)),
            differences: all(state.facts.battle.differences.iter().map(|difference| difference.id)),
        }
    }
}

fn any<'n>(die: Die<'_>, names: &'n [String]) -> &'n str {
    let at = die(names.len().max(1) as u64) as usize;
    match die(12) {
        0 => "X-9",
        _ => names.get(at).map_or("X-9", String::as_str),
    }
}

/// One of the own, seldom of the other side's.
fn mostly_own<'n>(die: Die<'_>, names: &'n [Vec<String>; 2]) -> &'n str {
    let of = usize::from(die(8) == 0);
    any(die, &names[of])
}

fn several<'n>(die: Die<'_>, most: u64, mut one: impl FnMut(Die<'_>) -> &'n str) -> Vec<&'n str> {
    let n = die(most + 1);
    let mut names: Vec<&str> = (0..n).map(|_| one(die)).collect();
    if die(10) == 0 && !names.is_empty() {
        names.push(names[0]);
    }
    names
}

fn of<T: Clone>(die: Die<'_>, values: &[T]) -> T {
    values[die(values.len() as u64) as usize].clone()
}

/// Puts fields into a command, so that what is left out stays out.
fn with(mut command: Value, fields: &[(&str, Value)]) -> Value {
    for (key, value) in fields.iter().filter(|(_, value)| !value.is_null()) {
        command[*key] = value.clone();
    }
    command
}

fn place(die: Die<'_>) -> (i64, i64) {
    (die(75) as i64 - 1, die(62) as i64 - 1)
}

/// Where a stand of the side stands, or anywhere.
fn near(state: &State, names: &Names, die: Die<'_>) -> (i64, i64) {
    let placed = stands(state.side(names.side)).filter_map(|(_, stand)| stand.at);
    let placed: Vec<_> = placed.filter(|at| at.x.0 % 100 == 0 && at.y.0 % 100 == 0).collect();
    match die(2) == 0 && !placed.is_empty() {
        true => {
            let at = of(die, &placed);
            (i64::from(at.x.0 / 100), i64::from(at.y.0 / 100))
        }
        false => place(die),
    }
}

/// A command of a kind.
pub fn of_kind(kind: &str, state: &State, names: &Names, die: Die<'_>) -> Value {
    let command = json!({ "do": kind });
    let unit = |die: Die<'_>| -> String {
        let pool = if die(3) == 0 { &names.formations } else { &names.stands };
        mostly_own(die, pool).to_owned()
    };
    let vehicle = |die: Die<'_>| -> String {
        if die(4) == 0 {
            mostly_own(die, &names.stands).to_owned()
        } else {
            any(die, &names.wrecks).to_owned()
        }
    };
    let reason = |die: Die<'_>| of(die, &["As it lies.", "As it lies.", "As it lies.", "  x ", ""]);
    match kind {
        "choose-posture" => with(command, &[("posture", json!(of(die, &["attack", "defend"])))]),
        "repair" => with(command, &[("vehicle", json!(vehicle(die))), ("cpp", json!(die(4) as i64 - 1))]),
        "withdraw-roll" => with(command, &[("me", json!(mostly_own(die, &names.formations)))]),
        "discipline-roll" => match die(2) {
            0 => with(command, &[("me", json!(mostly_own(die, &names.formations)))]),
            _ => with(command, &[("stand", json!(mostly_own(die, &names.stands)))]),
        },
        "combine" => {
            let [keep, strike] = [(); 2].map(|()| mostly_own(die, &names.formations));
            let stand = if die(2) == 0 { json!(mostly_own(die, &names.stands)) } else { Value::Null };
            with(command, &[("keep", json!(keep)), ("strike", json!(strike)), ("command-stand", stand)])
        }
        "buy" => {
            let count = of(die, &[0, 1, 1, 1, 2, 3, 9, 99]);
            with(command, &[("group", json!(mostly_own(die, &names.groups))), ("count", json!(count))])
        }
        "roll-all" => {
            let mut name = || match die(2) {
                0 => vehicle(die),
                _ => mostly_own(die, &names.support).to_owned(),
            };
            let (one, other) = (name(), name());
            let spend: Vec<&String> = (0..die(5)).map(|_| if die(6) == 0 { &other } else { &one }).collect();
            with(command, &[("spend", json!(spend)), ("close", json!(die(2) == 0))])
        }
        "number-roll" => {
            let extra = json!(die(5) as i64 - 1);
            with(command, &[("purchase", json!(mostly_own(die, &names.support))), ("extra-cpp", extra)])
        }
        "buy-prereg" | "place-prereg" | "smoke" => {
            let module = json!(mostly_own(die, &names.support));
            let (x, y) = place(die);
            match kind {
                "buy-prereg" => with(command, &[("module", module), ("n", json!(die(4)))]),
                "smoke" => {
                    with(command, &[("module", module), ("templates", json!(of(die, &[0, 1, 2, 99, 100])))])
                }
                _ => with(command, &[("module", module), ("x", json!(x)), ("y", json!(y))]),
            }
        }
        "take-back" => {
            let pool = if die(3) == 0 { &names.chart } else { &names.purchases };
            with(command, &[("purchase", json!(mostly_own(die, pool)))])
        }
        "remove-fort" | "lift-fort" => with(command, &[("item", json!(any(die, &names.works)))]),
        "destroy-wreck" | "clear-defile" => with(command, &[("vehicle", json!(vehicle(die)))]),
        "buy-fort" => {
            let count = of(die, &[0, 1, 1, 2, 40, 999, 1001]);
            with(command, &[("type", json!(mostly_own(die, &names.chart))), ("count", json!(count))])
        }
        "choose-forces" => {
            let forces = several(die, 9, |die| {
                if die(3) == 0 { mostly_own(die, &names.support) } else { mostly_own(die, &names.formations) }
            });
            with(command, &[("forces", json!(forces))])
        }
        "deploy" => {
            let mut units: Vec<String> = (0..die(3)).map(|_| unit(die)).collect();
            units.extend(units.first().cloned().filter(|_| die(4) == 0));
            let (x, y) = near(state, names, die);
            let facing = json!(of(die, &[0, 90, 359, 360, -1]));
            with(command, &[("units", json!(units)), ("x", json!(x)), ("y", json!(y)), ("facing", facing)])
        }
        "lift" => {
            let mut units: Vec<String> = (0..die(3)).map(|_| unit(die)).collect();
            units.extend(units.first().cloned().filter(|_| die(4) == 0));
            with(command, &[("units", json!(units))])
        }
        "place-fort" => {
            let (x, y) = place(die);
            with(command, &[("item", json!(mostly_own(die, &names.chart))), ("x", json!(x)), ("y", json!(y))])
        }
        "fire" => {
            let phase = of(die, &["defensive", "other"]);
            with(command, &[("stand", json!(mostly_own(die, &names.stands))), ("phase", json!(phase))])
        }
        "next-turn" | "turn-end-roll" => {
            with(command, &[("t", json!(of(die, &[0, 1, 2, 3, 5, 9, 10, 11, 12, 99])))])
        }
        "mine-stands" | "theirs-is-right" => with(command, &[("field", json!(any(die, &names.differences)))]),
        "settle" => with(
            command,
            &[
                ("field", json!(any(die, &names.differences))),
                ("side", json!(any(die, &names.sides))),
                ("reason", json!(reason(die))),
            ],
        ),
        "mine-result" | "bog-result" => {
            let outcome = if kind == "bog-result" { ["free", "stuck"] } else { ["destroyed", "out"] };
            let (x, y) = place(die);
            let there = |die: Die<'_>, n: i64| if die(2) == 0 { json!(n) } else { Value::Null };
            let to = if kind == "mine-result" {
                [there(die, x), there(die, y)]
            } else {
                [Value::Null, Value::Null]
            };
            let [x, y] = to;
            let unit = json!(mostly_own(die, &names.stands));
            with(command, &[("unit", unit), ("outcome", json!(of(die, &outcome))), ("x", x), ("y", y)])
        }
        "move-unit" | "set-status" => {
            let units: Vec<String> = (0..die(3)).map(|_| unit(die)).collect();
            let side = if die(3) == 0 { json!(any(die, &names.sides)) } else { Value::Null };
            let command =
                with(command, &[("units", json!(units)), ("side", side), ("reason", json!(reason(die)))]);
            let (x, y) = place(die);
            match kind {
                "move-unit" => with(command, &[("x", json!(x)), ("y", json!(y))]),
                _ => with(command, &[("status", json!(of(die, &["normal", "isolated", "cut-off"])))]),
            }
        }
        "edit-mlr" => {
            let mut points: Vec<(i64, i64)> =
                (0..die(6)).map(|n| (12 * n as i64, 20 + die(9) as i64)).collect();
            match die(6) {
                0 => points.push(place(die)),
                1 => points.extend(points.last().copied()),
                2 => points.push((5, 5)),
                _ => {}
            }
            let side = json!(any(die, &names.sides));
            with(command, &[("side", side), ("points", json!(points)), ("reason", json!(reason(die)))])
        }
        "remain" | "escape" => {
            let pool = if die(2) == 0 { &names.stands } else { &names.caught };
            with(command, &[("stand", json!(mostly_own(die, pool)))])
        }
        "escape-group" => {
            let stands = several(die, 4, |die| {
                if die(3) == 0 { mostly_own(die, &names.stands) } else { mostly_own(die, &names.caught) }
            });
            with(command, &[("stands", json!(stands))])
        }
        "agree-length" => {
            let turn =
                |die: Die<'_>| of(die, &[json!(0), json!(8), json!(8), json!(100), Value::Null, Value::Null]);
            let (turns, first) = (turn(die), turn(die));
            with(command, &[("turns", turns), ("first-roll", first)])
        }
        "propose-setting" | "consent" | "change-setting" => {
            let open = state.facts.proposal.as_ref();
            let open = open.map(|open| (open.key.to_string(), json!(open.value)));
            let listed = [
                ("repair_once", json!(true)),
                ("repair_once", json!(false)),
                ("repair_once", json!(3)),
                ("isolated_me", json!("any")),
                ("isolated_me", json!("nobody")),
                ("days", json!(99)),
                ("days", json!(2)),
                ("last_day_slots", json!(9)),
                ("nonsense", json!(true)),
            ];
            let (key, value) = of(die, &listed);
            let (key, value) = open.filter(|_| die(3) > 0).unwrap_or((key.to_owned(), value));
            with(command, &[("key", json!(key)), ("value", value)])
        }
        "report" => report(command, names, die),
        "counts" => counts(command, names, die),
        _ => command,
    }
}

/// A form with one or two things told, seldom more.
fn report(command: Value, names: &Names, die: Die<'_>) -> Value {
    let mut form = command;
    let unit = |die: Die<'_>| -> String {
        let pool = if die(3) == 0 { &names.formations } else { &names.stands };
        mostly_own(die, pool).to_owned()
    };
    let units = |die: Die<'_>| -> Vec<String> {
        let mut units: Vec<String> = (0..1 + die(2)).map(|_| unit(die)).collect();
        units.extend(units.first().cloned().filter(|_| die(8) == 0));
        units
    };
    for _ in 0..1 + die(3) {
        let figure = |die: Die<'_>| of(die, &[0, 1, 3, 200, 201, -1]);
        match die(14) {
            0 => {
                let (x, y) = place(die);
                let facing = of(die, &[0, 180, 359, 360]);
                form["places"] = json!([{ "units": units(die), "x": x, "y": y, "facing": facing }]);
            }
            1 => form["exited"] = json!([{ "units": units(die), "edge": of(die, &["north", "south"]) }]),
            2 => {
                let named = json!({ "units": units(die), "field": any(die, &names.works) });
                form["mined"] = if die(2) == 0 { json!([{ "units": units(die) }]) } else { json!([named]) };
            }
            3 => form["ammunition"] = json!([{ "units": units(die), "state": of(die, &["short", "out"]) }]),
            4 => form["fought"] = json!([mostly_own(die, &names.formations)]),
            5 => {
                let me = mostly_own(die, &names.formations);
                let one = json!({ "me": me, "kills": figure(die), "won": 0, "lost": 1 });
                form["combat"] = if die(4) == 0 { json!([one.clone(), one]) } else { json!([one]) };
            }
            6 => form["fired"] = json!([mostly_own(die, &names.support)]),
            7 => {
                let one =
                    json!({ "module": mostly_own(die, &names.support), "missions": of(die, &[0, 1, 2, 9]) });
                form["smoke"] = if die(4) == 0 { json!([one.clone(), one]) } else { json!([one]) };
            }
            8 => form["flew"] = json!([mostly_own(die, &names.support)]),
            9 => form[of(die, &["revealed", "destroyed"])] = json!([any(die, &names.works)]),
            10 => {
                let abandoned = of(die, &[0, 0, 1]);
                let one =
                    json!({ "type": any(die, &names.kinds), "lost": figure(die), "abandoned": abandoned });
                form["enemy"] = if die(4) == 0 { json!([one.clone(), one]) } else { json!([one]) };
            }
            11 => form["turns"] = json!(of(die, &[0, 1, 7, 10, 19, 30])),
            12 => form[of(die, &["improved", "moved", "bogged", "immobile"])] = json!(units(die)),
            _ => form[of(die, &["losses", "abandoned", "panicked"])] = json!(units(die)),
        }
    }
    form
}

/// One row of numbers, seldom with a list beside it.
fn counts(command: Value, names: &Names, die: Die<'_>) -> Value {
    let kind = json!(any(die, &names.kinds));
    let unit = json!(mostly_own(die, &names.formations));
    let n = json!(of(die, &[0, 0, 1, 1, 2, 9, -1, 201]));
    let (unit, kind) = match die(3) {
        0 => (unit, Value::Null),
        1 => (Value::Null, kind),
        _ => (unit, kind),
    };
    let what = of(
        die,
        &[
            "knocked-out",
            "abandoned",
            "panicked",
            "fought",
            "kills",
            "won",
            "lost",
            "enemy-knocked-out",
            "enemy-abandoned",
            "enemy-panicked",
        ],
    );
    let row = with(json!({ "what": what }), &[("unit", unit), ("type", kind), ("n", n)]);
    let mut counts = command;
    counts["counts"] = if die(6) == 0 { json!([]) } else { json!([row]) };
    match die(8) {
        0 | 6 | 7 => counts["fired"] = json!([mostly_own(die, &names.support)]),
        1 => counts["flew"] = json!([mostly_own(die, &names.support)]),
        2 => counts["revealed"] = json!([any(die, &names.works)]),
        3 => counts["turns"] = json!(of(die, &[0, 1, 7, 10, 30])),
        4 => {
            let one = json!({ "type": any(die, &names.kinds), "lost": 1 });
            counts["enemy"] = if die(2) == 0 { json!([one.clone(), one]) } else { json!([one]) };
        }
        _ => {}
    }
    counts
}
