//! The slow generator: a game of its own, with its own units, its own activation and its own rules for what can be done and
//! what comes of it, written from the catalogue. It reads the texts of the scenario and the map and shares no code with the
//! rules. It knows infantry only, and stops where dice are thrown and where the activities end.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use kernel::Side;
use rules_bcs::SARN_WEST;
use rules_bcs::words::Class;

use crate::slow::{self, At, Map, Zones};

/// What somebody does, as words that both generators write alike.
pub type Words = String;

/// Movement is counted in quarters of a point.
pub const QUARTERS: u32 = 4;

/// How far a unit still acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Halt {
    Not,
    Stopped,
    Finished,
}

/// A unit of infantry with trucks.
#[derive(Clone)]
pub struct Man {
    pub name: String,
    pub side: Side,
    pub steps: u32,
    pub at: Option<At>,
    pub trucks: bool,
    pub halt: Halt,
    pub spent: u32,
    pub flipped: bool,
    pub arrived: bool,
}

/// How far an attack has come.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    Defense,
    Units,
    Fire,
    Losses,
    Leaves,
    Advance,
}

/// An attack.
#[derive(Clone)]
pub struct Fight {
    pub target: At,
    pub stage: Stage,
    pub lead: Option<usize>,
    pub assist: Option<usize>,
    /// Steps that the defender still takes.
    pub steps: u32,
    /// Whether he retreats.
    pub leaves: bool,
}

/// An activation of the 4th.
#[derive(Clone)]
pub struct Game {
    map: Rc<Map>,
    prices: Rc<Prices>,
    pub men: Vec<Man>,
    pub hqs: [At; 2],
    pub radius: u32,
    /// HQs and trains of the enemy, all out of Command Radius: nobody jumps them. [BCS-CR-3]
    bare: Rc<BTreeSet<At>>,
    /// OBJ markers that can still be placed; nothing once the activities have begun.
    pub placing: Option<usize>,
    /// OBJ markers, and whether each is a Combat OBJ.
    pub obj: Vec<(At, bool)>,
    pub mover: Option<usize>,
    pub fight: Option<Fight>,
    pub owed: Option<usize>,
}

/// What a step costs, in quarters: by ground, by class of road, across a river.
struct Prices {
    ground: BTreeMap<char, [Option<u32>; 2]>,
    road: BTreeMap<String, [Option<u32>; 2]>,
    river: [Option<u32>; 2],
}

/// Which of the two classes that infantry has.
fn class(trucks: bool) -> Class {
    if trucks { Class::Truck } else { Class::Leg }
}

fn quarters(text: &str) -> Option<u32> {
    let text = text.trim_start_matches('+');
    if text == "P" {
        return None;
    }
    match text.split_once('/') {
        Some((over, under)) => {
            let number = |part: &str| part.parse::<u32>().expect("a number");
            Some(number(over) * QUARTERS / number(under))
        }
        None => Some(text.parse::<u32>().expect("a number") * QUARTERS),
    }
}

impl Prices {
    fn read() -> Self {
        let text: toml::Table = rules_bcs::setup::MAPS[0].1.parse().expect("TOML");
        let both = |cost: &toml::Value| {
            ["leg", "truck"].map(|class| quarters(cost[class].as_str().expect("a cost")))
        };
        let legend = text["legend"].as_table().expect("a legend").iter();
        let ground = legend.map(|(mark, entry)| (mark.chars().next().expect("a mark"), both(&entry["cost"])));
        let road = text["road_cost"].as_table().expect("costs").iter();
        Self {
            ground: ground.collect(),
            road: road.map(|(class, cost)| (class.clone(), both(cost))).collect(),
            river: both(&text["river_cost"]["river"]),
        }
    }
}

fn label(at: At) -> String {
    format!("{:02}{:02}", at.0, at.1)
}

fn way(path: &[At]) -> String {
    path.iter().map(|at| format!(" {}", label(*at))).collect()
}

/// A hex by its number.
pub fn read(text: &str) -> At {
    (text[..2].parse().expect("a column"), text[2..].parse().expect("a row"))
}

impl Game {
    /// The infantry of the small scenario that is named, each in its hex; `hqs` of Blue's 4th and of Red's 276th.
    pub fn new(placed: &[(&str, &str)], hqs: [&str; 2]) -> Self {
        let text: toml::Table = toml::from_str(SARN_WEST).expect("the small scenario");
        let mut men = Vec::new();
        for unit in text["unit"].as_array().expect("units") {
            let name = unit["id"].as_str().expect("an id");
            let Some((_, at)) = placed.iter().find(|(known, _)| *known == name) else { continue };
            men.push(Man {
                name: name.into(),
                side: if name.starts_with('B') { Side::FIRST } else { Side::SECOND },
                steps: unit["steps"].as_integer().expect("steps") as u32,
                at: Some(read(at)),
                trucks: false,
                halt: Halt::Not,
                spent: 0,
                flipped: false,
                arrived: false,
            });
        }
        let formations = || text["formation"].as_array().expect("formations").iter();
        let own = formations().find(|one| one["id"].as_str() == Some("B2")).expect("the 4th");
        let red = formations().filter(|one| one["side"].as_str() == Some("Red"));
        let bare =
            red.flat_map(|one| ["hq", "trains"].map(|what| read(one[what]["hex"].as_str().expect("a hex"))));
        Self {
            map: Rc::new(Map::read()),
            prices: Rc::new(Prices::read()),
            men,
            hqs: hqs.map(read),
            radius: own["hq"]["command_radius"].as_integer().expect("a radius") as u32,
            bare: Rc::new(bare.collect()),
            placing: None,
            obj: Vec::new(),
            mover: None,
            fight: None,
            owed: None,
        }
    }

    /// A unit by its name.
    pub fn man(&mut self, name: &str) -> &mut Man {
        self.men.iter_mut().find(|man| man.name == name).expect("a unit")
    }

    /// The place of a unit in the list.
    pub fn place(&self, name: &str) -> usize {
        self.men.iter().position(|man| man.name == name).expect("a unit")
    }

    fn in_hex(&self, at: At) -> Vec<usize> {
        (0..self.men.len()).filter(|n| self.men[*n].at == Some(at)).collect()
    }

    fn own(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.men.len()).filter(|n| self.men[*n].side == Side::FIRST && self.men[*n].at.is_some())
    }

    /// EZOCs of deployed units. [BCS-ZONE-1]
    fn zones(&self, side: Side) -> Zones {
        let mut zones = Zones::default();
        zones.hqs.insert(self.hqs[side.index()]);
        for man in self.men.iter().filter(|man| man.side == side) {
            let Some(here) = man.at else { continue };
            zones.units.insert(here);
            if !man.trucks {
                let around = self.map.neighbours(here).into_iter();
                zones.ezoc.extend(around.filter(|next| !self.map.walls.contains(&(here, *next))));
            }
        }
        zones
    }

    /// Everything that can be done, with what comes of it; nothing where it is not followed.
    pub fn all(&self) -> BTreeMap<Words, Option<Self>> {
        if let Some(owed) = self.owed {
            return self.retreats(owed);
        }
        if let Some(fight) = &self.fight {
            return self.fighting(fight);
        }
        match self.placing {
            Some(left) => self.objectives(left),
            None => self.activities(),
        }
    }

    /// [BCS-OBJ-1] [BCS-OBJ-3]
    fn objectives(&self, left: usize) -> BTreeMap<Words, Option<Self>> {
        let mut all = BTreeMap::new();
        let mut begun = self.clone();
        begun.placing = None;
        all.insert("begin".into(), Some(begun));
        if left == 0 {
            return all;
        }
        let far = self.map.distances(self.hqs[0]);
        for at in far.iter().filter(|(_, n)| **n <= self.radius).map(|(at, _)| *at) {
            for combat in [false, true] {
                let mut next = self.clone();
                next.placing = Some(left - 1);
                next.obj.push((at, combat));
                let kind = if combat { "combat" } else { "march" };
                all.insert(format!("{kind} {}", label(at)), Some(next));
            }
        }
        all
    }

    fn activities(&self) -> BTreeMap<Words, Option<Self>> {
        let mut all = BTreeMap::from([("end".to_owned(), None)]);
        let (own, enemy) = (self.zones(Side::FIRST), self.zones(Side::SECOND));
        let covered = self.covered(false);
        for n in self.own() {
            for (at, cost) in self.reach(n, &enemy, &covered) {
                all.insert(
                    format!("move {} {}", self.men[n].name, label(at)),
                    Some(self.moved(n, at, cost, &enemy)),
                );
            }
            if self.flips(n, &own, &enemy) {
                let mut next = self.clone();
                let man = &mut next.men[n];
                (man.trucks, man.flipped) = (!man.trucks, true);
                man.arrived |= man.spent > 0;
                all.insert(format!("flip {}", man.name), Some(next));
            }
            for path in self.withdrawals(n, &own, &enemy) {
                all.insert(format!("withdraw {}{path}", self.men[n].name), None);
            }
        }
        let (far, combat) = (self.map.distances(self.hqs[0]), self.covered(true));
        let targets: BTreeSet<At> =
            self.men.iter().filter(|man| man.side == Side::SECOND).filter_map(|man| man.at).collect();
        for target in targets {
            if combat.contains(&target) && far[&target] <= self.radius && !self.leaders(target).is_empty() {
                let mut next = self.clone();
                let (stage, steps) = (Stage::Defense, 0);
                next.fight = Some(Fight { target, stage, lead: None, assist: None, steps, leaves: false });
                all.insert(format!("attack {}", label(target)), Some(next));
            }
        }
        all
    }

    /// [BCS-OBJ-2] The hexes in the zone of a Combat OBJ, or of any.
    fn covered(&self, combat: bool) -> BTreeSet<At> {
        let mut all = BTreeSet::new();
        for (obj, _) in self.obj.iter().filter(|(_, fights)| *fights || !combat) {
            let beside = self.map.neighbours(*obj);
            all.extend(beside.iter().flat_map(|next| self.map.neighbours(*next)).chain([*obj]));
            all.extend(beside);
        }
        all
    }

    /// [BCS-MOVE-2] [BCS-MOVE-3] [BCS-MOVE-7] [BCS-STOP-1] Where a unit can end, with the least that it pays.
    fn reach(&self, n: usize, enemy: &Zones, covered: &BTreeSet<At>) -> BTreeMap<At, u32> {
        let man = &self.men[n];
        if man.halt != Halt::Not || man.arrived {
            return BTreeMap::new();
        }
        let start = man.at.expect("on the map");
        let allowance = if man.trucks { 18 } else { 4 } * QUARTERS;
        let mut best = BTreeMap::from([(start, man.spent)]);
        let mut edge = vec![start];
        // Every hex is looked at again whenever a cheaper way to it is found.
        while let Some(here) = edge.pop() {
            if here != start && enemy.ezoc.contains(&here) {
                continue;
            }
            for next in self.map.neighbours(here) {
                let Some(price) = self.price(here, next, man.trucks) else { continue };
                let cost = best[&here] + price;
                let closed = enemy.units.contains(&next) || self.bare.contains(&next) || cost > allowance;
                // Beside an enemy it goes in an OBJ Zone alone. [BCS-OBJ-5]
                let beside = self.map.neighbours(next).iter().any(|next| enemy.units.contains(next));
                let closed = closed || (beside && !covered.contains(&next));
                if !closed && best.get(&next).is_none_or(|known| cost < *known) {
                    best.insert(next, cost);
                    edge.push(next);
                }
            }
        }
        best.remove(&start);
        best.retain(|at, _| {
            self.in_hex(*at).into_iter().filter(|other| self.men[*other].side == man.side).count() < 2
        });
        best
    }

    fn price(&self, from: At, to: At, trucks: bool) -> Option<u32> {
        if self.map.walls.contains(&(from, to)) {
            return None;
        }
        let which = usize::from(trucks);
        if let Some(road) = self.map.roads.get(&(from, to)) {
            return self.prices.road[road.word()][which];
        }
        let river = if self.map.rivers.contains(&(from, to)) { self.prices.river[which]? } else { 0 };
        Some(self.prices.ground[&self.map.marks[&to]][which]? + river)
    }

    /// Whoever was moving before is STOPPED. [BCS-STOP-1]
    fn moved(&self, n: usize, at: At, cost: u32, enemy: &Zones) -> Self {
        let mut next = self.clone();
        if let Some(other) = self.mover.filter(|other| *other != n) {
            next.men[other].halt = next.men[other].halt.max(Halt::Stopped);
        }
        next.mover = Some(n);
        let man = &mut next.men[n];
        (man.at, man.spent) = (Some(at), cost);
        if enemy.ezoc.contains(&at) {
            man.halt = Halt::Stopped;
        }
        next
    }

    /// [BCS-MOVE-4] [BCS-MOVE-5] [BCS-SAFE-5]
    fn flips(&self, n: usize, own: &Zones, enemy: &Zones) -> bool {
        let man = &self.men[n];
        let at = man.at.expect("on the map");
        let alone = self.in_hex(at).len() == 1;
        if man.flipped || man.halt == Halt::Finished || (alone && enemy.ezoc.contains(&at)) {
            return false;
        }
        // To its trucks, or with them.
        self.is_safe(at, Class::Truck, own, enemy)
    }

    fn is_safe(&self, at: At, class: Class, own: &Zones, enemy: &Zones) -> bool {
        let none = BTreeSet::new();
        slow::safe_path(&self.map, own, enemy, &none, at, self.hqs[0], self.radius, class).is_some()
    }

    /// [BCS-RET-11] The best paths of three hexes, and the HQ Refuge.
    fn withdrawals(&self, n: usize, own: &Zones, enemy: &Zones) -> Vec<String> {
        let man = &self.men[n];
        let at = man.at.expect("on the map");
        if man.halt == Halt::Finished || !enemy.ezoc.contains(&at) {
            return Vec::new();
        }
        let mut all: Vec<String> = self.paths(n).iter().map(|path| way(path)).collect();
        if self.map.distances(at)[&self.hqs[0]] >= 3 && self.is_safe(at, Class::Truck, own, enemy) {
            all.push(" home".into());
        }
        all
    }

    /// The best paths of a retreat by trucks. [BCS-RET-3] [BCS-RET-4]
    fn paths(&self, n: usize) -> BTreeSet<Vec<At>> {
        let man = &self.men[n];
        let (own, enemy) = (self.zones(man.side), self.zones(man.side.enemy()));
        let mut stacks: BTreeMap<At, usize> = BTreeMap::new();
        for at in self.men.iter().filter(|other| other.side == man.side).filter_map(|other| other.at) {
            *stacks.entry(at).or_default() += 1;
        }
        let (none, hq) = (BTreeSet::new(), self.hqs[man.side.index()]);
        let at = man.at.expect("on the map");
        slow::retreats(&self.map, &own, &enemy, &none, &stacks, at, &[hq], class(true))
    }

    /// [BCS-ATT-2] Deployed infantry beside the hex that is not FINISHED.
    fn leaders(&self, target: At) -> Vec<usize> {
        let beside = self.map.neighbours(target);
        let leads = |n: &usize| {
            let man = &self.men[*n];
            let at = man.at.expect("on the map");
            !man.trucks
                && man.halt != Halt::Finished
                && beside.contains(&at)
                && !self.map.walls.contains(&(at, target))
        };
        self.own().filter(leads).collect()
    }

    /// [BCS-ATT-1]
    fn fighting(&self, fight: &Fight) -> BTreeMap<Words, Option<Self>> {
        let mut all = BTreeMap::new();
        let with = |change: &dyn Fn(&mut Fight)| {
            let mut next = self.clone();
            next.fight.iter_mut().for_each(change);
            next
        };
        match fight.stage {
            Stage::Defense => {
                for n in self.in_hex(fight.target) {
                    let next = with(&|fight| fight.stage = Stage::Units);
                    all.insert(format!("defend {}", self.men[n].name), Some(next));
                }
            }
            Stage::Units => {
                for lead in self.leaders(fight.target) {
                    let others = self.leaders(fight.target).into_iter().filter(|other| *other != lead);
                    for assist in std::iter::once(None).chain(others.map(Some)) {
                        let next = with(&|fight| {
                            (fight.lead, fight.assist, fight.stage) = (Some(lead), assist, Stage::Fire);
                        });
                        let helped = assist
                            .map_or_else(String::new, |other| format!(" with {}", self.men[other].name));
                        all.insert(format!("commit {}{helped}", self.men[lead].name), Some(next));
                    }
                }
            }
            Stage::Fire => {
                all.insert("fight".into(), None);
            }
            Stage::Losses => {
                for n in self.in_hex(fight.target) {
                    let mut next = with(&|fight| fight.steps -= 1);
                    next.loses(n);
                    next.go_on();
                    all.insert(format!("lose {}", self.men[n].name), Some(next));
                }
            }
            Stage::Leaves => {}
            Stage::Advance => {
                let mut stays = self.clone();
                stays.ends();
                all.insert("advance nobody".into(), Some(stays));
                for n in self.advancers(fight) {
                    let mut next = self.clone();
                    next.men[n].at = Some(fight.target);
                    next.ends();
                    all.insert(format!("advance {}", self.men[n].name), Some(next));
                }
            }
        }
        all
    }

    fn loses(&mut self, n: usize) {
        let man = &mut self.men[n];
        man.steps -= 1;
        if man.steps == 0 {
            man.at = None;
        }
    }

    /// [BCS-ATT-8]
    fn advancers(&self, fight: &Fight) -> Vec<usize> {
        let all = [fight.lead, fight.assist].into_iter().flatten();
        all.filter(|n| {
            let at = self.men[*n].at;
            at.is_some_and(|at| self.map.passes(at, fight.target, class(self.men[*n].trucks)))
        })
        .collect()
    }

    /// What goes by itself: a step where one unit alone can take it, retreats that cannot be made, the end.
    pub fn go_on(&mut self) {
        loop {
            let Some(fight) = self.fight.clone() else { return };
            let there = self.in_hex(fight.target);
            let stage = match (fight.stage, &there[..]) {
                (Stage::Losses, [only]) if fight.steps > 0 => {
                    self.loses(*only);
                    self.fight.iter_mut().for_each(|fight| fight.steps -= 1);
                    continue;
                }
                (Stage::Losses, [_, _, ..]) if fight.steps > 0 => return,
                (Stage::Losses, _) => Stage::Leaves,
                (Stage::Leaves, [first, ..]) if fight.leaves => {
                    if !self.paths(*first).is_empty() {
                        self.owed = Some(*first);
                        return;
                    }
                    // A step is lost, and what is left returns next turn. [BCS-RET-10]
                    self.loses(*first);
                    self.men[*first].at = None;
                    continue;
                }
                (Stage::Leaves, _) => Stage::Advance,
                (Stage::Advance, there) => {
                    if !there.is_empty() || self.advancers(&fight).is_empty() {
                        self.ends();
                    }
                    return;
                }
                _ => return,
            };
            self.fight.iter_mut().for_each(|fight| fight.stage = stage);
        }
    }

    /// Whoever took part in a Regular Attack is FINISHED. [BCS-ATT-7]
    fn ends(&mut self) {
        let Some(fight) = self.fight.take() else { return };
        for n in [fight.lead, fight.assist].into_iter().flatten() {
            self.men[n].halt = Halt::Finished;
        }
    }

    /// [BCS-RET-4] [BCS-RET-9]
    fn retreats(&self, n: usize) -> BTreeMap<Words, Option<Self>> {
        let mut all = BTreeMap::new();
        for path in self.paths(n) {
            let mut next = self.clone();
            next.owed = None;
            let man = &mut next.men[n];
            (man.at, man.trucks) = (path.last().copied(), true);
            next.go_on();
            all.insert(format!("retreat{}", way(&path)), Some(next));
        }
        all
    }
}
