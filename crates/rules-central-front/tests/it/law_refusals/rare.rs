//! Positions laid out for one reason each: those to which random play comes too seldom, or not at all.

use std::sync::{Arc, LazyLock};

use kernel::Seat;
use rules_central_front::rules::s7_attacks::{Asked, fight};
use rules_central_front::state::{Battle, Burden, Designation, Fate, Going, Step};
use rules_central_front::words::{Attack, Side, UnitId};
use rules_central_front::{Facts, GAP, Scenario, State};
use serde_json::{Value, json};

use super::starts::WALLED;
use crate::s10_retreat::{retreat, ring};
use crate::{NATO, SMALL, Table, WP, hex, id, put, read, strict, unit};

/// A command and the reason that it meets.
pub struct Rare {
    /// As in the list: `march CF-SMK-1 twice`.
    pub name: &'static str,
    pub state: State,
    pub seat: Seat,
    pub command: Value,
}

/// The small scenario with a second helicopter and the artillery of a second formation for the Warsaw Pact.
static SUPPORTED: LazyLock<Arc<Scenario>> = LazyLock::new(|| {
    let more = |id: &str, name: &str, formation: &str, rest: &str| {
        format!(
            "\n[[unit]]\nid = \"{id}\"\nname = \"{name}\"\nside = \"WP\"\nformation = \"{formation}\"\n\
             size = \"battalion\"\ndefense = 2\nsteps = 2\n{rest}\n"
        )
    };
    let flies = "type = \"helicopter\"\nattack = 4\nrange = 20\nma = 24\nsoft = true\nhex = \"0904\"";
    let gun = "type = \"artillery\"\nattack = 6\nrange = 4\nma = 12\nhex = \"0805\"";
    let helicopter = more("wp-hel2", "Second Helo Regt", "1A-HQ", flies);
    read("supported.toml", &format!("{GAP}{helicopter}{}", more("wp-a9", "9 Artillery Regt", "9D", gun)))
});

/// Puts a unit into the moving stack in a hex, with movement points left.
fn moving(facts: &mut Facts, name: &str, at: &str, mp: u8) {
    put(facts, name, at);
    let piece = unit(facts, name);
    (piece.activated, piece.acted, piece.ap) = (true, true, 1);
    (piece.going, piece.mp) = (Going::Moving, mp);
}

fn ids(names: &[&str]) -> Vec<UnitId> {
    names.iter().map(|name| id(name)).collect()
}

fn designated(target: &str, attack: Attack, names: &[&str]) -> Designation {
    Designation { target: hex(target), attack, bombard: false, units: ids(names) }
}

/// The tank regiment at 0603 has paid for an attack on the troops in 0504; the combat phase.
fn paid(attack: Attack, superior: Option<Side>) -> State {
    let table = Table::of(&SUPPORTED, "wp-combat-1", |facts| {
        facts.superior = superior;
        put(facts, "wp-t1", "0603");
        facts.designation.push(designated("0504", attack, &["wp-t1"]));
    });
    table.state
}

fn supported(support: &[&str]) -> Value {
    json!({"do": "attack", "target": "0504", "support": support})
}

/// The tank regiment and the artillery of its division move together beside the troops in 0504.
fn marching(superior: Option<Side>) -> State {
    let table = Table::of(&SUPPORTED, "wp-move-1", |facts| {
        facts.superior = superior;
        moving(facts, "wp-t1", "0603", 6);
        moving(facts, "wp-art", "0603", 6);
    });
    table.state
}

fn march(support: &[&str], smoke: Option<&str>) -> Value {
    let mut command =
        json!({"do": "march", "units": ["wp-t1", "wp-art"], "target": "0504", "support": support});
    if let Some(smoke) = smoke {
        command["smoke"] = json!(smoke);
    }
    command
}

/// A side of the Warsaw Pact has cleared 0504, or another hex, and advances.
fn advancing(
    scenario: &Arc<Scenario>,
    attack: Attack,
    target: &str,
    units: &[(&str, &str)],
    change: impl FnOnce(&mut Facts, &mut Battle),
) -> State {
    let table = Table::of(scenario, "wp-combat-1", |facts| {
        let cleared = hex(target);
        facts
            .unit
            .iter_mut()
            .filter(|piece| piece.at == Some(cleared))
            .for_each(|piece| piece.at = Some(hex("0202")));
        units.iter().for_each(|(name, at)| put(facts, name, at));
        facts.attacked.push(cleared);
        facts.prepared_begun = attack == Attack::Prepared;
        let names: Vec<&str> = units.iter().map(|(name, _)| *name).collect();
        let mut battle = begun(attack, target, &names);
        battle.step = Step::Advance;
        battle.from = units.iter().map(|(_, at)| hex(at)).collect();
        battle.from.dedup();
        change(facts, &mut battle);
        facts.battle = Some(battle);
    });
    table.state
}

fn begun(attack: Attack, target: &str, names: &[&str]) -> Battle {
    let asked = Asked { target: hex(target), support: &[], strike: false, chemical: false, chosen: None };
    fight(Side::Wp, attack, false, ids(names), asked)
}

fn advance(name: &str, path: &[&str]) -> Value {
    json!({"do": "advance", "unit": name, "path": path})
}

/// A unit of NATO with five action points in 0504, a regiment of the Pact beside it.
fn withdrawing(scenario: &Arc<Scenario>, at: &str, change: impl FnOnce(&mut Facts)) -> State {
    let table = Table::of(scenario, "nato-retreat", |facts| {
        put(facts, "wp-t1", "0503");
        put(facts, "us-m1", at);
        unit(facts, "us-m1").ap = 5;
        put(facts, "us-ct", "0505");
        put(facts, "us-ca", "0505");
        change(facts);
    });
    table.state
}

fn withdraw(path: &[&str]) -> Value {
    json!({"do": "withdraw", "unit": "us-m1", "path": path})
}

/// Two battalions and two troops fill 0404, and a third battalion has to retreat into it, with another unit behind it.
fn crowd() -> State {
    let mut table = retreat(1, &["us-m1", "us-ct"], |facts| {
        ring(facts, &["0404"]);
        for (name, at) in [("wp-hel", "0304"), ("wp-art", "0305"), ("wp-rkt", "0405")] {
            put(facts, name, at);
        }
        for name in ["us-t1", "us-m2", "us-ca", "us-cb"] {
            put(facts, name, "0404");
        }
    });
    table.does(NATO, json!({"do": "retreat", "unit": "us-m1", "path": ["0404"]}), &[]);
    table.state
}

/// Every one of them.
pub fn all() -> Vec<Rare> {
    let mut all = support();
    all.extend(assaults());
    all.extend(retreats());
    all.extend(movements());
    all
}

fn rare(name: &'static str, state: State, seat: Seat, command: Value) -> Rare {
    Rare { name, state, seat, command }
}

/// Too much support, of too many formations, or named twice.
fn support() -> Vec<Rare> {
    let bombards = |superior: Option<Side>, names: &[&'static str], at: &str| {
        let table = Table::of(&SUPPORTED, "wp-move-1", |facts| {
            facts.superior = superior;
            names.iter().for_each(|name| moving(facts, name, at, 12));
        });
        let command = json!({"do": "designate", "units": names, "target": "0504", "attack": "prepared", "bombard": true});
        (table.state, command)
    };
    let (nato, nobody) = (Some(Side::Nato), None);
    let (by_air, flown) = bombards(nato, &["wp-hel", "wp-hel2"], "0904");
    let (by_guns, fired) = bombards(nobody, &["wp-art", "wp-a9"], "0803");
    let (hasty, prepared) = (paid(Attack::Hasty, nobody), paid(Attack::Prepared, nobody));
    let helicopters = ["wp-hel", "wp-hel2"];
    let mut unsupplied = prepared.clone();
    unit(&mut unsupplied.facts, "wp-art").unsupplied = true;
    let mut gone = prepared.clone();
    let lost = unit(&mut gone.facts, "wp-art");
    (lost.at, lost.fate) = (None, Fate::Lost);
    vec![
        rare("attack CF-SEQ-8 gone", gone, WP, supported(&["wp-art"])),
        rare("attack CF-AIR-3 limit", paid(Attack::Prepared, nato), WP, supported(&helicopters)),
        rare("designate CF-AIR-3 limit", by_air, WP, flown),
        rare("march CF-AIR-3 limit", marching(nato), WP, march(&helicopters, None)),
        rare("march CF-SUP-7 limit", marching(nobody), WP, march(&helicopters, None)),
        rare("attack CF-SUP-7 limit", hasty.clone(), WP, supported(&["wp-art", "wp-rkt"])),
        rare("attack CF-SUP-7 limit", hasty.clone(), WP, supported(&helicopters)),
        rare("attack CF-SUP-8 formation", hasty, WP, supported(&["wp-a9"])),
        rare("attack CF-SUP-7 formation", prepared.clone(), WP, supported(&["wp-art", "wp-a9"])),
        rare("attack CF-SUP-10 formation", prepared.clone(), WP, supported(&["wp-a9"])),
        rare("attack CF-SPL-2 supply", unsupplied, WP, supported(&["wp-art"])),
        rare("attack CF-SUP-2 twice", prepared, WP, supported(&["wp-art", "wp-art"])),
        rare("designate CF-BOM-7 formation", by_guns, WP, fired),
        rare("march CF-SMK-1 twice", marching(nobody), WP, march(&["wp-art"], Some("wp-art"))),
        rare("march CF-SMK-3 formation", marching(nobody), WP, march(&["wp-art"], Some("wp-a9"))),
    ]
}

/// Attacks from two hexes, without strength, beyond the table.
fn assaults() -> Vec<Rare> {
    let joined = Table::small("wp-move-1", |facts| {
        moving(facts, "wp-t1", "0603", 0);
        unit(facts, "wp-t1").going = Going::Not;
        facts.designation.push(designated("0504", Attack::Hasty, &["wp-t1"]));
        moving(facts, "wp-m1", "0604", 12);
    });
    let joins = json!({"do": "designate", "units": ["wp-m1"], "target": "0504", "attack": "hasty"});
    // A troop of one attacks across a river.
    let weak = Table::small("nato-move-1", |facts| {
        put(facts, "us-m2", "0204");
        put(facts, "wp-t1", "0403");
        put(facts, "us-ct", "0505");
        moving(facts, "us-ca", "0504", 12);
    });
    let attacks = json!({"do": "designate", "units": ["us-ca"], "target": "0403", "attack": "hasty"});
    let alone = |facts: &mut Facts| put(facts, "us-ct", "0404");
    let steep = strict("clamp", "refuse");
    let overwhelms = Table::of(&steep, "wp-combat-1", |facts| {
        alone(facts);
        put(facts, "wp-t1", "0603");
        facts.designation.push(designated("0504", Attack::Hasty, &["wp-t1"]));
    });
    let overruns = Table::of(&steep, "wp-move-1", |facts| {
        alone(facts);
        moving(facts, "wp-t1", "0603", 6);
    });
    // 5 against 11 is below the first column.
    let underwhelms = Table::of(&strict("refuse", "clamp"), "wp-combat-1", |facts| {
        put(facts, "us-t1", "0504");
        put(facts, "us-m1", "0504");
        put(facts, "wp-rec", "0603");
        facts.designation.push(designated("0504", Attack::Hasty, &["wp-rec"]));
    });
    let halted = Table::small("wp-move-1", |facts| {
        moving(facts, "wp-t1", "0603", 6);
        (unit(facts, "wp-t1").going, unit(facts, "wp-t1").halted) = (Going::Not, true);
    });
    let pays = json!({"do": "designate", "units": ["wp-t1"], "target": "0504", "attack": "hasty"});
    let flies = Table::of(&strict("refuse", "clamp"), "wp-combat-1", |facts| {
        (facts.superior, facts.strikes) = (Some(Side::Wp), 1);
    });
    vec![
        rare("designate CF-ATK-5 hex", joined.state, WP, joins),
        rare("designate CF-ATK-9 strength", weak.state, NATO, attacks),
        rare("designate CF-ATK-15 halted", halted.state, WP, pays),
        rare("attack CF-CRT-6 odds", underwhelms.state, WP, json!({"do": "attack", "target": "0504"})),
        rare("attack CF-CRT-6 odds-high", overwhelms.state, WP, json!({"do": "attack", "target": "0504"})),
        rare(
            "march CF-CRT-6 odds-high",
            overruns.state,
            WP,
            json!({"do": "march", "units": ["wp-t1"], "target": "0504"}),
        ),
        rare(
            "strike CF-CRT-6 odds",
            flies.state,
            WP,
            json!({"do": "strike", "target": "0404", "chosen": "us-t1"}),
        ),
    ]
}

/// Retreats and advances after a fight.
fn retreats() -> Vec<Rare> {
    let shut_in = retreat(1, &["us-m1", "us-m2"], |facts| ring(facts, &[])).state;
    let small = |change: fn(&mut Facts, &mut Battle)| {
        advancing(&SMALL, Attack::Hasty, "0504", &[("wp-t1", "0603"), ("wp-rec", "0603")], change)
    };
    let tired = small(|facts, _| unit(facts, "wp-rec").ap = 5);
    let mut elsewhere = small(|_, _| {});
    elsewhere.facts.designation.push(designated("0505", Attack::Hasty, &["wp-rec"]));
    let beaten = small(|facts, battle| {
        put(facts, "wp-rec", "0703");
        put(facts, "wp-t1", "0603");
        battle.retreated = ids(&["wp-rec"]);
    });
    let walled = advancing(&WALLED, Attack::Hasty, "0404", &[("wp-t1", "0504")], |facts, _| {
        put(facts, "us-ct", "0505");
        put(facts, "us-ca", "0505");
    });
    let two = [("wp-t1", "0603"), ("wp-m1", "0604")];
    let one_is_in = advancing(&SMALL, Attack::Prepared, "0504", &two, |facts, battle| {
        put(facts, "wp-t1", "0504");
        battle.advanced = ids(&["wp-t1"]);
    });
    let cover = Table::small("wp-combat-1", |facts| {
        put(facts, "wp-t1", "0603");
        unit(facts, "us-f1").unsupplied = true;
        facts.attacked.push(hex("0504"));
        let from = vec![hex("0603")];
        let (attacker, defender) = (Burden::default(), Burden::default());
        facts.battle = Some(Battle { from, attacker, defender, ..begun(Attack::Hasty, "0504", &["wp-t1"]) });
    });
    // It has attacked the troops in 0504 by March, and their zone still holds it.
    let held = Table::small("wp-move-1", |facts| {
        put(facts, "us-ca", "0504");
        moving(facts, "wp-t1", "0603", 6);
        unit(facts, "wp-t1").engaged = ids(&["us-ca"]);
    });
    vec![
        rare("exit CF-ZOC-6 held", held.state, WP, json!({"do": "exit", "units": ["wp-t1"]})),
        rare(
            "retreat CF-GEN-1 hex",
            shut_in.clone(),
            NATO,
            json!({"do": "retreat", "unit": "us-m1", "path": ["9901"]}),
        ),
        rare(
            "retreat CF-RET-8 path",
            shut_in,
            NATO,
            json!({"do": "retreat", "unit": "us-m1", "path": ["0404"]}),
        ),
        rare(
            "retreat CF-RET-9 excess",
            crowd(),
            NATO,
            json!({"do": "retreat", "unit": "us-ct", "path": ["0404"]}),
        ),
        rare("remove CF-RET-9 other", crowd(), NATO, json!({"do": "remove", "unit": "us-ca"})),
        rare("advance CF-ADV-3 impassable", walled, WP, advance("wp-t1", &["0404", "0403"])),
        rare("advance CF-ADV-6 ineffective", tired.clone(), WP, advance("wp-rec", &["0504"])),
        rare("advance CF-ADV-5 designated", elsewhere, WP, advance("wp-rec", &["0504"])),
        rare("advance CF-ADV-6 retreated", beaten, WP, advance("wp-rec", &["0504"])),
        rare("advance CF-STACK-1 stacking", one_is_in, WP, advance("wp-m1", &["0504"])),
        rare("advance CF-STACK-6 enemy", tired, WP, advance("wp-t1", &["0504", "0403"])),
        rare("cover CF-SPL-2 supply", cover.state, NATO, json!({"do": "cover", "support": ["us-f1"]})),
    ]
}

/// Movement, Retreat Movement and leaving the map.
fn movements() -> Vec<Rare> {
    // A zone of 0503 lies over 0403, where a friend stands; 0404 is out of all zones.
    let into_a_zone = withdrawing(&SMALL, "0504", |_| {});
    let full = withdrawing(&SMALL, "0504", |facts| {
        for name in ["us-f1", "us-f2"] {
            put(facts, name, "0404");
        }
    });
    let over_a_wall = withdrawing(&WALLED, "0404", |_| {});
    let at_the_edge = Table::small("wp-move-1", |facts| moving(facts, "wp-rec", "0104", 0));
    let dropped = Table::small("wp-move-1", |facts| {
        moving(facts, "wp-rec", "0104", 6);
        unit(facts, "wp-rec").going = Going::Dropped;
    });
    let held = Table::small("wp-move-1", |facts| {
        crate::only(facts, &["us-ca"]);
        moving(facts, "wp-t1", "0603", 6);
        unit(facts, "wp-t1").engaged = ids(&["us-ca"]);
    });
    let away = json!({"do": "move", "units": ["wp-t1"], "path": ["0703"]});
    vec![
        rare("move CF-ZOC-6 held", held.state, WP, away),
        rare("withdraw CF-RTM-4 leave", into_a_zone, NATO, withdraw(&["0403"])),
        rare("withdraw CF-STACK-3 stacking", full, NATO, withdraw(&["0404"])),
        rare("withdraw CF-MOV-1 impassable", over_a_wall, NATO, withdraw(&["0403"])),
        rare("exit CF-MOV-10 dropped", dropped.state, WP, json!({"do": "exit", "units": ["wp-rec"]})),
        rare("exit CF-VIC-4 points", at_the_edge.state, WP, json!({"do": "exit", "units": ["wp-rec"]})),
    ]
}
