//! One position seen without the product's rules: whose word it is, what is printed on a counter, the zones and the ways
//! of the slow searches.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

use kernel::{Seat, Side};
use rules_bcs::charts::s8_snafu::Level;
use rules_bcs::setup::{Begins, Board};
use rules_bcs::state::{Activation, Battle, Body, Fate, Phase, Route, Stage, Step, Unit};
use rules_bcs::words::{AvKind, Class, Face, FormationId, Place, UnitId};
use rules_bcs::{Scenario, State};

use crate::slow::{self, At, Map, Zones, at};

/// The rule and the code by which something is barred.
pub type Bar = (&'static str, &'static str);

/// Nothing, or the first thing that bars a command.
pub type Judged<T = ()> = Result<T, Bar>;

/// Nothing where it holds, else what bars.
pub fn need(holds: bool, rule: &'static str, code: &'static str) -> Judged {
    if holds { Ok(()) } else { Err((rule, code)) }
}

/// What is there, else what bars.
pub fn some<T>(found: Option<T>, rule: &'static str, code: &'static str) -> Judged<T> {
    found.ok_or((rule, code))
}

/// What a counter may do by the matrix. [BCS-UNIT-9]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Can {
    Attack,
    Shock,
    Assist,
    Engage,
    Fire,
    Support,
    AvZone,
}

/// Whether the visible side of a counter lets it do something, read off the matrix.
pub fn can(unit: Unit<'_>, what: Can) -> bool {
    shows(unit, unit.piece.face, what)
}

/// As [`can`], with a side up.
pub fn shows(unit: Unit<'_>, face: Face, what: Can) -> bool {
    let card = unit.card;
    if face == Face::Move {
        // Red AV without an Arrow, where a Dual unit prints its AV there. [BCS-UNIT-7]
        let prints = card.dual && card.moving.is_some_and(|side| side.av.is_some());
        return prints && !matches!(what, Can::Attack | Can::Fire);
    }
    let kind = card.av.map(|(_, kind)| kind);
    let is = |kinds: &[AvKind]| !card.dual && kind.is_some_and(|kind| kinds.contains(&kind));
    let stands_off = card.stand_off || is(&[AvKind::StandOff]);
    match what {
        Can::Attack => card.dual || (card.arrow && kind.is_none()),
        Can::Shock => kind == Some(AvKind::Red),
        Can::Assist => card.dual || (card.arrow && kind.is_none()) || is(&[AvKind::Red, AvKind::Limited]),
        Can::Engage => card.dual || kind.is_some() || stands_off,
        Can::Fire => stands_off,
        Can::Support => is(&[AvKind::Red, AvKind::Limited]) || stands_off,
        Can::AvZone => card.dual || is(&[AvKind::Red, AvKind::Limited]) || stands_off,
    }
}

/// Whether a counter shows an AV of its own. [BCS-UNIT-5]
pub fn is_av(unit: Unit<'_>) -> bool {
    match unit.piece.face {
        Face::Deployed => unit.card.av.is_some(),
        Face::Move => unit.card.dual && unit.card.moving.is_some_and(|side| side.av.is_some()),
    }
}

/// The class by which a unit moves as it lies.
pub fn class(unit: Unit<'_>) -> Class {
    unit.card.allowance(unit.piece.face).class
}

/// The zones of a position.
struct Zoned {
    both: [Zones; 2],
    av: [BTreeSet<At>; 2],
    /// The zones of those in Command Radius. [BCS-CR-3]
    led: [Zones; 2],
}

/// A position, and what is worked out of it once.
pub struct Look<'s> {
    pub state: &'s State,
    pub map: &'s Map,
    zoned: OnceCell<Zoned>,
}

impl<'s> Look<'s> {
    pub fn of(state: &'s State, map: &'s Map) -> Self {
        Self { state, map, zoned: OnceCell::new() }
    }

    fn zoned(&self) -> &Zoned {
        self.zoned.get_or_init(|| {
            let both = Side::BOTH.map(|side| slow::zones(self.state, self.map, side));
            let av = slow::av_zones(self.state, self.map, &both);
            let commanded = slow::in_command(self.state, self.map);
            let led = Side::BOTH.map(|side| slow::zones_of(self.state, self.map, side, &|n| commanded[n]));
            Zoned { both, av, led }
        })
    }

    pub fn zones(&self, side: Side) -> &Zones {
        &self.zoned().both[side.index()]
    }

    /// Whether an EZOC of the enemy over a hex affects a class. [BCS-ZONE-2]
    pub fn affects(&self, side: Side, class: Class, hex: Place) -> bool {
        let enemy = side.enemy();
        match class {
            Class::Tac => self.zoned().av[enemy.index()].contains(&at(hex)),
            Class::Leg | Class::Truck => self.zones(enemy).ezoc.contains(&at(hex)),
        }
    }

    pub fn board(&self) -> &'s Board {
        &self.state.scenario.board
    }

    pub fn setup(&self) -> &'s Scenario {
        &self.state.scenario
    }

    pub fn distance(&self, one: Place, other: Place) -> u32 {
        self.board().distance(one, other)
    }

    pub fn is_hex(&self, hex: Place) -> bool {
        self.map.marks.contains_key(&at(hex))
    }

    pub fn beside(&self, one: Place, other: Place) -> bool {
        self.is_hex(one) && self.is_hex(other) && self.map.neighbours(at(one)).contains(&at(other))
    }

    /// The units in a hex.
    pub fn in_hex(&self, hex: Place) -> impl Iterator<Item = Unit<'s>> {
        self.state.on_map().filter(move |(_, at)| *at == hex).map(|(unit, _)| unit)
    }

    pub fn body_of(&self, unit: Unit<'_>) -> Option<Body<'s>> {
        self.state.formation(unit.formation()?)
    }

    /// Whether a hex is in the Command Radius of a formation. [BCS-CR-1]
    pub fn commands(&self, body: Body<'_>, hex: Place) -> bool {
        slow::hqs(body).any(|(hq, radius)| self.map.distances(hq).get(&at(hex)).is_some_and(|n| *n <= radius))
    }

    /// Whether a Safe Path leads from a hex to an HQ. [BCS-SAFE-1]
    pub fn is_safe(&self, body: Body<'_>, class: Class, from: Place) -> bool {
        let av = &self.zoned().av[body.card.side.enemy().index()];
        self.safe(body, class, from, av)
    }

    fn safe(&self, body: Body<'_>, class: Class, from: Place, av: &BTreeSet<At>) -> bool {
        let (own, enemy) = (self.zones(body.card.side), self.zones(body.card.side.enemy()));
        slow::hqs(body).any(|(hq, radius)| {
            slow::safe_path(self.map, own, enemy, av, at(from), hq, radius, class).is_some()
        })
    }

    /// Whether a unit in a hex has its HQ Refuge with one HQ. [BCS-RET-6]
    pub fn has_refuge(&self, body: Body<'_>, class: Class, from: Place, n: usize) -> bool {
        let (own, enemy) = (self.zones(body.card.side), self.zones(body.card.side.enemy()));
        let av = &self.zoned().av[body.card.side.enemy().index()];
        let (Some(hq), Some(card)) = (body.facts.hq.get(n), body.card.hqs.get(n)) else { return false };
        let (way, radius) = (at(hq), card.radius.into());
        self.distance(from, hq) >= 3
            && slow::safe_path(self.map, own, enemy, av, at(from), way, radius, class).is_some()
    }

    /// Whether a unit can come to the HQ that a command names, or to any where it names none. [BCS-GEN-2]
    pub fn has_hq(&self, body: Body<'_>, hq: Option<u8>) -> Judged {
        let Some(number) = hq else {
            return need(body.facts.hq.hexes().next().is_some(), "BCS-HQ-6", "hq");
        };
        self.one_hq(body, number).map(|_| ())
    }

    /// The HQ of a number, on the map.
    pub fn one_hq(&self, body: Body<'_>, number: u8) -> Judged<(usize, Place)> {
        need((1..=body.card.hqs.len()).contains(&number.into()), "BCS-GEN-2", "hq")?;
        let n = usize::from(number) - 1;
        Ok((n, some(body.facts.hq.get(n), "BCS-HQ-6", "hq")?))
    }

    /// The Support that a host stands for. [BCS-SUP-2] [BCS-SUP-3]
    pub fn hosts(&self, unit: Unit<'_>) -> bool {
        let (Some(body), Some(hex)) = (self.body_of(unit), unit.piece.on_map()) else { return false };
        let piece = unit.piece;
        let lies = piece.face == Face::Deployed && unit.card.arrow && !piece.dropped && !piece.screens;
        let boxed =
            self.state.of(body.card.id).any(|one| one.piece.fate == Fate::Support && one.card.av.is_some());
        let real = &self.zones(body.card.side.enemy()).real_av;
        lies && boxed && self.commands(body, hex) && self.safe(body, Class::Tac, hex, real)
    }

    /// Whether a unit in a hex would be in Prepared Defense. [BCS-PD-11]
    pub fn is_prepared(&self, unit: Unit<'_>, hex: Place) -> bool {
        unit.piece.face == Face::Deployed
            && self.body_of(unit).is_some_and(|body| body.facts.prepared && self.commands(body, hex))
    }

    /// In how many OBJ Zones a hex lies. [BCS-OBJ-2]
    pub fn objectives(&self, activation: &Activation, hex: Place, combat: bool) -> usize {
        let all = activation.obj.iter().filter(|obj| obj.combat || !combat);
        all.filter(|obj| self.distance(obj.at, hex) <= 2).count()
    }

    /// Whether a hex can be part of a supply route of a side; of the enemy those in command alone block it where it has
    /// another path. [BCS-MSR-2] [BCS-CR-3]
    fn legal(&self, side: Side, led: bool, hex: &At) -> bool {
        let zoned = self.zoned();
        let enemy = if led { &zoned.led } else { &zoned.both };
        let enemy = &enemy[side.enemy().index()];
        let foe = enemy.units.contains(hex) || enemy.hqs.contains(hex) || enemy.trains.contains(hex);
        let held = self.state.formations().filter(|other| other.card.side != side);
        let held = held
            .filter_map(|other| other.facts.route.as_ref())
            .flat_map(Route::hexes)
            .any(|one| at(one) == *hex);
        !foe && !enemy.ezoc.contains(hex) && !held
    }

    /// The shortest legal way over roads.
    pub fn way(&self, side: Side, led: bool, from: Place, to: &[Place], tracks: bool) -> Option<u32> {
        let to: Vec<At> = to.iter().copied().map(at).collect();
        slow::road_way(self.map, &|hex| self.legal(side, led, hex), at(from), &to, tracks)
    }

    pub fn sources(&self, side: Side) -> &'s [Place] {
        &self.setup().sources[side]
    }

    /// Whether the way between two hexes that lie beside each other is legal.
    pub fn edge(&self, side: Side, one: Place, other: Place, tracks: bool) -> bool {
        self.way(side, true, one, &[other], tracks) == Some(1)
    }

    /// Whether an HQ or trains may stand in a hex. [BCS-MSR-2]
    pub fn is_legal(&self, side: Side, hex: Place, tracks: bool) -> bool {
        self.is_hex(hex) && self.way(side, false, hex, self.sources(side), tracks).is_some()
    }

    /// Whether the route is complete with the trains in a hex.
    pub fn completes(&self, body: Body<'_>, trains: Place) -> bool {
        let side = body.card.side;
        self.is_hex(trains)
            && body.facts.hq.hexes().any(|hq| self.way(side, false, hq, &[trains], true).is_some())
            && self.way(side, false, trains, self.sources(side), false).is_some()
    }

    /// Road edges to every hex along edges free of the enemy.
    pub fn road_distances(&self, side: Side, from: Place) -> BTreeMap<At, u32> {
        let enemy = self.zones(side.enemy());
        let free =
            |hex: &At| !enemy.units.contains(hex) && !enemy.hqs.contains(hex) && !enemy.trains.contains(hex);
        let mut found = BTreeMap::from([(at(from), 0)]);
        let mut queue = VecDeque::from([at(from)]);
        while let Some(here) = queue.pop_front() {
            for next in self.map.neighbours(here) {
                if self.map.roads.contains_key(&(here, next)) && free(&next) && !found.contains_key(&next) {
                    found.insert(next, found[&here] + 1);
                    queue.push_back(next);
                }
            }
        }
        found
    }

    /// The best retreats of a unit. [BCS-RET-4]
    pub fn retreats(&self, unit: Unit<'_>) -> BTreeSet<Vec<At>> {
        let (side, Some(from)) = (unit.card.side, unit.piece.on_map()) else { return BTreeSet::new() };
        let mut stacks = BTreeMap::new();
        for (_, hex) in self.state.on_map().filter(|(one, _)| one.card.side == side) {
            *stacks.entry(at(hex)).or_insert(0) += 1;
        }
        let hqs: Vec<At> = self.body_of(unit).into_iter().flat_map(slow::hqs).map(|(hq, _)| hq).collect();
        let enemy = side.enemy();
        let av = &self.zoned().av[enemy.index()];
        let by = flees(unit);
        slow::retreats(self.map, self.zones(side), self.zones(enemy), av, &stacks, at(from), &hqs, by)
    }

    /// Who answers before the activation goes on.
    pub fn answers(&self) -> Option<Side> {
        let activation = self.state.facts.activation.as_ref()?;
        if let Some(jumped) = activation.jumped.first() {
            return Some(self.state.formation(jumped.formation)?.card.side);
        }
        if let Some(owed) = activation.owed {
            return Some(self.state.unit(owed.unit)?.card.side);
        }
        let own = self.state.formation(activation.formation)?.card.side;
        let foe = activation.entered.is_some()
            || matches!(activation.battle.as_ref()?.stage, Stage::Defense | Stage::Losses);
        Some(if foe { own.enemy() } else { own })
    }

    pub fn phase(&self, seat: Seat, phase: Phase) -> Judged<Side> {
        let side = some(Side::of(seat), "BCS-ACT-18", "actor")?;
        need(self.state.facts.phase == phase, "BCS-ACT-18", "phase")?;
        Ok(side)
    }

    pub fn step(&self, seat: Seat, step: Step) -> Judged<(&'s Activation, Body<'s>)> {
        let side = self.phase(seat, Phase::Activations)?;
        let activation = some(self.state.facts.activation.as_ref(), "BCS-ACT-18", "step")?;
        let body = self.state.formation(activation.formation).filter(|body| body.card.side == side);
        let body = some(body, "BCS-ACT-18", "actor")?;
        need(activation.jumped.is_empty(), "BCS-HQ-5", "jumped")?;
        need(activation.owed.is_none(), "BCS-RET-1", "owed")?;
        need(activation.entered.is_none(), "BCS-ZONE-5", "stopping")?;
        need(activation.battle.is_none(), "BCS-ATT-1", "order")?;
        need(activation.step == step, "BCS-ACT-18", "step")?;
        Ok((activation, body))
    }

    pub fn stage(&self, seat: Seat, stage: Stage) -> Judged<(&'s Activation, &'s Battle, Body<'s>)> {
        let side = self.phase(seat, Phase::Activations)?;
        let activation = some(self.state.facts.activation.as_ref(), "BCS-ACT-18", "step")?;
        let battle = some(activation.battle.as_ref(), "BCS-ATT-1", "none")?;
        let waits = activation.owed.is_some() || !activation.jumped.is_empty();
        need(!waits && battle.stage == stage, "BCS-ATT-1", "order")?;
        need(self.answers() == Some(side), "BCS-ATT-1", "actor")?;
        let body = self.state.formation(activation.formation).expect("a formation is activated");
        Ok((activation, battle, body))
    }

    pub fn own_unit(&self, body: Body<'_>, id: UnitId) -> Judged<(Unit<'s>, Place)> {
        let unit = some(self.state.unit(id), "BCS-ACT-18", "unknown")?;
        need(unit.formation() == Some(body.card.id), "BCS-ACT-18", "formation")?;
        Ok((unit, some(unit.piece.on_map(), "BCS-ACT-18", "gone")?))
    }

    /// A formation of a side.
    pub fn own_formation(&self, side: Side, id: FormationId) -> Judged<Body<'s>> {
        some(self.state.formation(id).filter(|body| body.card.side == side), "BCS-ACT-18", "formation")
    }

    /// What a class pays for a step, as printed. [BCS-MOVE-2]
    pub fn cost(&self, from: Place, to: Place, class: Class) -> Option<u32> {
        self.board().cost(self.board().step(from, to)?, class)
    }

    /// The enemy's HQ or trains alone in a hex. [BCS-HQ-4]
    pub fn is_bare(&self, side: Side, hex: Place) -> bool {
        let enemy = self.zones(side.enemy());
        let hex = at(hex);
        !enemy.units.contains(&hex) && (enemy.hqs.contains(&hex) || enemy.trains.contains(&hex))
    }

    /// Whether a unit jumps nothing in a hex, or may. [BCS-CR-3]
    pub fn jumps(&self, unit: Unit<'_>, hex: Place) -> bool {
        !self.is_bare(unit.card.side, hex) || self.body_of(unit).is_some_and(|body| self.commands(body, hex))
    }

    /// The units that may require a mover in a hex to engage. [BCS-ZONE-5]
    pub fn firers(&self, mover: Unit<'_>, hex: Place) -> Vec<UnitId> {
        let open = matches!(self.map.marks[&at(hex)], '.' | 'm');
        let may = |unit: Unit<'_>, from: Place| {
            let far = self.distance(from, hex);
            unit.card.side != mover.card.side
                && !unit.piece.required
                && !unit.piece.screens
                && can(unit, Can::AvZone)
                && far >= 2
                && far <= unit.card.range.into()
                && !self.is_prepared(mover, hex)
        };
        let all = self.state.on_map().filter(|(unit, from)| open && may(*unit, *from));
        all.map(|(unit, _)| unit.card.id).collect()
    }

    /// Whether a reinforcement can come in this turn. [BCS-TURN-13] [BCS-TURN-14]
    pub fn is_here(&self, unit: Unit<'_>) -> bool {
        let Begins::Enters(turn, ..) = unit.card.begins else { return false };
        let trains = self.body_of(unit).is_some_and(|body| body.facts.trains.on_map().is_some());
        unit.piece.fate == Fate::Due && turn <= self.state.facts.turn && trains
    }
}

/// The class by which a unit retreats. [BCS-RET-3]
pub fn flees(unit: Unit<'_>) -> Class {
    unit.card.moving.map_or(unit.card.deployed.class, |side| side.allowance.class)
}

/// The class of a unit's movement after a SNAFU result: parts of movement points. [BCS-SNAFU-9] [BCS-SNAFU-11]
pub fn points(level: Option<Level>, ma: u8) -> u32 {
    let whole = u32::from(ma) * rules_bcs::words::PARTS;
    match level {
        Some(Level::Full) => whole,
        Some(Level::Partial) => whole / 2,
        Some(Level::Fail) | None => 0,
    }
}

/// Whether the SNAFU result lets the formation fight and move. [BCS-SNAFU-9]
pub fn acts(activation: &Activation) -> bool {
    matches!(activation.level, Some(Level::Full | Level::Partial))
}
