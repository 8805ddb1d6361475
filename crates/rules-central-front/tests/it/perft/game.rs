//! The slow generator: a game of its own, with its own units, its own turn and its own rules for what can be done and
//! what comes of it. It reads the scenario's and the map's texts and shares no code with the rules. It knows maneuver
//! units only, and stops where dice are thrown.

mod fight;

use std::collections::{BTreeMap, BTreeSet};

use rules_central_front::GAP;
use rules_central_front::words::Side;

use crate::counted_by_hand::{Hex, Slow, around, read};

/// What somebody does, as words that both generators write alike.
pub type Words = String;

/// A part in the moving stack.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Going {
    Not,
    Moves,
    Left,
}

/// A unit.
#[derive(Clone)]
pub struct Man {
    name: String,
    side: Side,
    attack: u32,
    march: u32,
    regiment: bool,
    company: bool,
    allowance: u32,
    at: Option<Hex>,
    ap: u32,
    points: u32,
    going: Going,
    activated: bool,
    moved: bool,
}

/// A fight after its dice: who still retreats, and who may advance.
#[derive(Clone)]
pub struct Fight {
    pub side: Side,
    pub target: Hex,
    pub from: Vec<Hex>,
    pub attackers: Vec<usize>,
    /// Hexes to retreat and who owes it: the defender, then the attacker.
    pub owed: [(usize, Vec<usize>); 2],
    pub attacker_next: Vec<usize>,
    pub crowd: Option<Hex>,
    pub retreated: Vec<usize>,
    pub advanced: Vec<usize>,
    pub advances: bool,
}

/// What the phase is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    Enter,
    Move,
    Combat,
}

#[derive(Clone)]
struct Paid {
    target: Hex,
    prepared: bool,
    by: Vec<usize>,
}

/// A game.
#[derive(Clone)]
pub struct Game {
    map: Slow,
    men: Vec<Man>,
    side: Side,
    stage: Stage,
    paid: Vec<Paid>,
    pub fight: Option<Fight>,
    entries: [Vec<Hex>; 2],
    due: Vec<usize>,
}

fn label(hex: Hex) -> String {
    format!("{:02}{:02}", hex.0, hex.1)
}

fn subsets(of: &[usize]) -> Vec<Vec<usize>> {
    let bits = 1usize..1 << of.len();
    bits.map(|bits| (0..of.len()).filter(|at| bits >> at & 1 == 1).map(|at| of[at]).collect()).collect()
}

/// Half up to the nearest whole, exactly half down.
fn halved(strength: u32, halve: bool) -> u32 {
    if halve { strength.saturating_sub(1).div_ceil(2) } else { strength }
}

impl Game {
    /// The small scenario with these units alone: name, hex, action points. Who has no hex is due to enter.
    pub fn new(side: Side, stage: Stage, placed: &[(&str, &str, u32)]) -> Self {
        let text: toml::Table = toml::from_str(GAP).expect("the small scenario");
        let entry = |name: &str| -> Vec<Hex> {
            let listed = text["reinforcement_entry"][name].as_array().expect("entries");
            listed.iter().filter_map(|hex| hex.as_str().map(read)).collect()
        };
        let mut men = Vec::new();
        let mut due = Vec::new();
        for unit in text["unit"].as_array().expect("units") {
            let word = |key: &str| unit[key].as_str().expect("a word");
            let number = |key: &str| unit[key].as_integer().expect("a number") as u32;
            let Some((name, at, ap)) = placed.iter().find(|(name, ..)| *name == word("id")) else { continue };
            let nato = word("side") == "NATO";
            if at.is_empty() {
                due.push(men.len());
            }
            men.push(Man {
                name: (*name).into(),
                side: if nato { Side::Nato } else { Side::Wp },
                attack: number("attack"),
                march: number("march"),
                regiment: matches!(word("type"), "armor" | "mech") && word("size") == "regiment",
                company: nato && word("size") == "company" && number("steps") == 1,
                allowance: number("ma"),
                at: (!at.is_empty()).then(|| read(at)),
                ap: *ap,
                points: 0,
                going: Going::Not,
                activated: false,
                moved: false,
            });
        }
        let entries = [entry("WP"), entry("NATO")];
        let map = Slow::empty("ulster-gap");
        Self { map, men, side, stage, paid: Vec::new(), fight: None, entries, due }
    }

    /// Begins while these move, with so many points left.
    pub fn set_out(&mut self, names: &[&str], points: u32, moved: bool) {
        for name in names {
            let at = self.man(name);
            let man = &mut self.men[at];
            (man.activated, man.going, man.points, man.moved) = (true, Going::Moves, points, moved);
        }
    }

    /// The place of a unit among the others.
    pub fn man(&self, name: &str) -> usize {
        self.men.iter().position(|man| man.name == name).expect("a unit")
    }

    fn names(&self, men: &[usize]) -> String {
        men.iter().map(|at| self.men[*at].name.as_str()).collect::<Vec<_>>().join(",")
    }

    fn map(&self) -> Slow {
        let mut map = self.map.clone();
        map.units = self.men.iter().filter_map(|man| Some((man.side, man.at?, man.ap < 5))).collect();
        map
    }

    fn those(&self, check: impl Fn(&Man) -> bool) -> Vec<usize> {
        (0..self.men.len()).filter(|at| self.men[*at].at.is_some() && check(&self.men[*at])).collect()
    }

    /// Whether a hex holds these together with whom it holds already.
    fn room(&self, side: Side, hex: Hex, joining: &[usize]) -> bool {
        let there =
            (0..self.men.len()).filter(|at| self.men[*at].side == side && self.men[*at].at == Some(hex));
        let all: BTreeSet<usize> = there.chain(joining.iter().copied()).collect();
        let halves: u32 = all.iter().map(|at| if self.men[*at].company { 1 } else { 2 }).sum();
        let regiments = all.iter().filter(|at| self.men[**at].regiment).count();
        match side {
            Side::Wp => halves <= 4 && regiments <= 1,
            Side::Nato => halves <= 6,
        }
    }

    fn has_paid(&self, man: usize) -> bool {
        self.paid.iter().any(|paid| paid.by.contains(&man))
    }

    fn strength(&self, men: &[usize], target: Hex, march: bool) -> u32 {
        let of = |at: &usize| {
            let man = &self.men[*at];
            let river = man.at.is_some_and(|at| self.map.river(at, target));
            halved(if march { man.march } else { man.attack }, river)
        };
        men.iter().map(of).sum()
    }

    /// Everything that can be done now, with what comes of it; nothing where dice are thrown.
    pub fn all(&self) -> BTreeMap<Words, Option<Self>> {
        let mut all = BTreeMap::new();
        match (&self.fight, self.stage) {
            (Some(fight), _) => self.in_fight(fight, &mut all),
            (None, Stage::Enter) => self.enters(&mut all),
            (None, Stage::Move) => self.moves(&mut all),
            (None, Stage::Combat) => self.fights(&mut all),
        }
        all
    }

    fn changed(&self, change: impl FnOnce(&mut Self)) -> Option<Self> {
        let mut game = self.clone();
        change(&mut game);
        Some(game)
    }

    fn enters(&self, all: &mut BTreeMap<Words, Option<Self>>) {
        let map = self.map();
        for man in &self.due {
            let side = self.men[*man].side;
            for hex in &self.entries[side as usize] {
                if !map.holds(side.enemy(), *hex) && self.room(side, *hex, &[*man]) {
                    let next = self.changed(|game| {
                        game.men[*man].at = Some(*hex);
                        game.due.retain(|due| due != man);
                    });
                    all.insert(format!("place {} {}", self.men[*man].name, label(*hex)), next);
                }
            }
        }
    }

    fn moves(&self, all: &mut BTreeMap<Words, Option<Self>>) {
        let (side, map) = (self.side, self.map());
        let own = |man: &Man| man.side == side;
        let fresh = self.those(|man| own(man) && man.ap < 5 && !man.activated);
        let hexes: BTreeSet<Hex> = fresh.iter().filter_map(|at| self.men[*at].at).collect();
        for hex in hexes {
            let there: Vec<usize> =
                fresh.iter().copied().filter(|at| self.men[*at].at == Some(hex)).collect();
            for men in subsets(&there) {
                let next = self.changed(|game| {
                    for man in &mut game.men {
                        (man.going, man.points, man.moved) = (Going::Not, 0, false);
                    }
                    for at in &men {
                        let man = &mut game.men[*at];
                        (man.activated, man.going, man.points) = (true, Going::Moves, man.allowance);
                        man.ap = (man.ap + 1).min(6);
                    }
                });
                all.insert(format!("activate {}", self.names(&men)), next);
            }
        }
        let stops = |man: &Man| man.moved && man.at.is_some_and(|at| map.zone(side, at));
        let stack = self.those(|man| own(man) && man.going == Going::Moves);
        let movers: Vec<usize> =
            stack.iter().copied().filter(|at| !self.has_paid(*at) && !stops(&self.men[*at])).collect();
        for men in subsets(&movers) {
            let start = self.men[men[0]].at.expect("on the map");
            let points = men.iter().map(|at| self.men[*at].points).min().unwrap_or(0);
            for (hex, price) in map.ways(side, start, points, false) {
                if map.holds(side.enemy(), hex) || !self.room(side, hex, &men) {
                    continue;
                }
                let next = self.changed(|game| {
                    stack.iter().for_each(|at| game.men[*at].going = Going::Left);
                    for at in &men {
                        let man = &mut game.men[*at];
                        (man.going, man.moved, man.at) = (Going::Moves, true, Some(hex));
                        man.points -= price;
                    }
                });
                all.insert(format!("move {} {}", self.names(&men), label(hex)), next);
            }
        }
        let edge = |at: &usize| {
            let man = &self.men[*at];
            man.at.is_some_and(|at| at.0 == 1 && self.map.road(at)) && man.points >= 2
        };
        let leavers: Vec<usize> = movers.iter().copied().filter(|at| side == Side::Wp && edge(at)).collect();
        for men in subsets(&leavers) {
            let next = self.changed(|game| {
                for at in &men {
                    (game.men[*at].at, game.men[*at].going) = (None, Going::Not);
                }
            });
            all.insert(format!("exit {}", self.names(&men)), next);
        }
        self.attacks(&stack, all);
        let next = self.changed(|game| {
            game.stage = Stage::Combat;
            for man in &mut game.men {
                (man.going, man.points, man.moved, man.activated) = (Going::Not, 0, false, false);
            }
        });
        all.insert("end".into(), next);
    }

    /// Attacks by March, which throw dice, and designations.
    fn attacks(&self, stack: &[usize], all: &mut BTreeMap<Words, Option<Self>>) {
        let side = self.side;
        let active = self.those(|man| man.side == side && man.going != Going::Not);
        let enemies: BTreeSet<Hex> =
            self.men.iter().filter(|man| man.side != side).filter_map(|man| man.at).collect();
        let near = |at: &usize, hex: &Hex| self.men[*at].at.is_some_and(|at| around(at).contains(hex));
        let joins = |at: &&usize| self.men[**at].ap < 5 && !self.has_paid(**at);
        for target in enemies {
            let march: Vec<usize> = stack.iter().filter(joins).copied().collect();
            let march: Vec<usize> =
                march.into_iter().filter(|at| self.men[*at].points >= 2 && near(at, &target)).collect();
            for men in subsets(&march) {
                if self.strength(&men, target, true) > 0 {
                    let words = format!("march {} {}", self.names(&men), label(target));
                    if side == Side::Wp {
                        all.insert(format!("{words} with chemicals"), None);
                    }
                    all.insert(words, None);
                }
            }
            for (prepared, cost) in [(false, 4), (true, 8)] {
                let before = self.paid.iter().find(|paid| paid.target == target);
                if before.is_some_and(|paid| paid.prepared != prepared) {
                    continue;
                }
                let mut payers: Vec<usize> = active.iter().filter(joins).copied().collect();
                payers.retain(|at| self.men[*at].points >= cost && near(at, &target));
                for men in subsets(&payers) {
                    let mut joined = before.map(|paid| paid.by.clone()).unwrap_or_default();
                    joined.extend(&men);
                    let hexes: BTreeSet<Option<Hex>> = joined.iter().map(|at| self.men[*at].at).collect();
                    if (!prepared && hexes.len() > 1) || self.strength(&joined, target, false) == 0 {
                        continue;
                    }
                    let next = self.changed(|game| {
                        men.iter().for_each(|at| game.men[*at].points -= cost);
                        match game.paid.iter_mut().find(|paid| paid.target == target) {
                            Some(paid) => paid.by = joined.clone(),
                            None => game.paid.push(Paid { target, prepared, by: joined.clone() }),
                        }
                    });
                    let kind = if prepared { "prepared" } else { "hasty" };
                    all.insert(format!("{kind} {} {}", self.names(&men), label(target)), next);
                }
            }
        }
    }

    /// Whether an attack that is paid for can be fought.
    fn live(&self, paid: &Paid) -> bool {
        let there = |at: &&usize| {
            let man = &self.men[**at];
            man.ap < 5 && man.at.is_some_and(|at| around(at).contains(&paid.target))
        };
        let men: Vec<usize> = paid.by.iter().filter(there).copied().collect();
        let met = self.men.iter().any(|man| man.side != self.side && man.at == Some(paid.target));
        met && self.strength(&men, paid.target, false) > 0
    }

    fn fights(&self, all: &mut BTreeMap<Words, Option<Self>>) {
        let hasty = self.paid.iter().any(|paid| !paid.prepared && self.live(paid));
        for paid in &self.paid {
            let hex = label(paid.target);
            let next = self.changed(|game| game.paid.retain(|other| other.target != paid.target));
            all.insert(format!("call-off {hex}"), next);
            if self.live(paid) && !(paid.prepared && hasty) {
                all.insert(format!("attack {hex}"), None);
                if self.side == Side::Wp {
                    all.insert(format!("attack {hex} with chemicals"), None);
                }
            }
        }
        if !self.paid.iter().any(|paid| self.live(paid)) {
            all.insert("end".into(), None);
        }
    }
}
