//! What a test of refusals reads off the table by itself: who stands where, whose zones lie over what, what a step costs,
//! how strong somebody is, where somebody can go. From the facts and the printed cards; no rule is asked.

use std::collections::{BTreeMap, BTreeSet};

use rules_central_front::State;
use rules_central_front::setup::Card;
use rules_central_front::state::{Battle, Designation, Fate, Piece};
use rules_central_front::words::{Attack, Kind, Place, Side, Size, UnitId};

/// A unit: its card and its facts.
#[derive(Clone, Copy)]
pub struct Who<'s> {
    pub card: &'s Card,
    pub piece: &'s Piece,
}

impl Who<'_> {
    pub fn id(&self) -> UnitId {
        self.card.id
    }

    pub fn flies(&self) -> bool {
        self.card.kind == Kind::Helicopter
    }

    pub fn is_gun(&self) -> bool {
        matches!(self.card.kind, Kind::Artillery | Kind::Rocket)
    }

    pub fn supports(&self) -> bool {
        self.is_gun() || self.flies()
    }

    pub fn maneuvers(&self) -> bool {
        !self.supports() && self.card.kind != Kind::Garrison
    }

    fn left(&self) -> u32 {
        u32::from(self.card.steps - self.piece.lost)
    }

    /// Halves of a sum, .5 down: so many steps of all, and half once more for each reason.
    fn strength(&self, factor: u8, halves: u32) -> u32 {
        let (over, under) = (u32::from(factor) * self.left(), u32::from(self.card.steps) << halves);
        over / under + u32::from(over % under * 2 > under)
    }

    /// .5 up, 1 at least.
    fn defends(&self, by: (u32, u32)) -> u32 {
        let over = u32::from(self.card.defense) * self.left() * by.0;
        let under = u32::from(self.card.steps) * by.1 * if self.piece.ap >= 5 { 2 } else { 1 };
        (over / under + u32::from(over % under * 2 >= under)).max(1)
    }
}

pub fn all(state: &State) -> impl Iterator<Item = Who<'_>> {
    state.facts.unit.iter().map(|piece| {
        let card = state.scenario.units.iter().find(|card| card.id == piece.id).expect("of the scenario");
        Who { card, piece }
    })
}

pub fn on_map(state: &State) -> impl Iterator<Item = Who<'_>> {
    all(state).filter(|who| who.piece.fate == Fate::OnMap)
}

pub fn find<'s>(state: &'s State, name: &str) -> Option<Who<'s>> {
    all(state).find(|who| who.card.id.as_str() == name)
}

pub fn of(state: &State, side: Side, hex: Place) -> Vec<Who<'_>> {
    on_map(state).filter(|who| who.card.side == side && who.piece.at == Some(hex)).collect()
}

pub fn distance(state: &State, one: Place, other: Place) -> u32 {
    state.scenario.board.distance(one, other)
}

/// Whether two hexes are beside each other with nothing impassable between.
pub fn adjoin(state: &State, one: Place, other: Place) -> bool {
    let step = state.scenario.board.step(one, other);
    step.is_some_and(|step| !state.scenario.board.map.side(step).wall)
}

/// [CF-ZOC-1] [CF-ZOC-2] The enemies whose zones lie over a hex.
pub fn zones(state: &State, side: Side, hex: Place) -> Vec<UnitId> {
    let exerts = |who: &Who<'_>| {
        let has = who.card.side != side && who.maneuvers() && !who.card.no_zone && who.piece.ap < 5;
        has && who.piece.at.is_some_and(|at| adjoin(state, at, hex))
    };
    on_map(state).filter(exerts).map(|who| who.id()).collect()
}

pub fn is_covered(state: &State, side: Side, hex: Place) -> bool {
    !zones(state, side, hex).is_empty()
}

/// An enemy zone with no friend in the hex.
pub fn is_contested(state: &State, side: Side, hex: Place) -> bool {
    is_covered(state, side, hex) && of(state, side, hex).is_empty()
}

/// [CF-MOV-1] [CF-MOV-2] What a step costs; nothing where nobody gets through.
pub fn cost(state: &State, who: Who<'_>, from: Place, to: Place) -> Option<u32> {
    let board = &state.scenario.board;
    let step = board.step(from, to)?;
    if who.flies() {
        return Some(board.helicopter_cost.into());
    }
    let edge = board.map.side(step);
    let hex = board.terrain(to)?.cost.filter(|_| !edge.wall)?;
    let river = if edge.river { board.river_cost } else { 0 };
    Some(u32::from(if edge.road { board.road_cost } else { hex + river }))
}

/// [CF-STACK-1] [CF-STACK-3] Whether these units of a side are too many for one hex.
pub fn is_crowd(side: Side, units: &[Who<'_>]) -> bool {
    let counted = units.iter().filter(|who| who.card.kind != Kind::Garrison);
    let company = |who: &&Who<'_>| who.card.size == Size::Company && who.card.steps == 1;
    let regiment = |who: &&Who<'_>| {
        let heavy = matches!(who.card.kind, Kind::Armor | Kind::Mech) && who.card.size == Size::Regiment;
        heavy && who.left() >= 2
    };
    match side {
        Side::Wp => counted.clone().count() > 2 || counted.filter(regiment).count() > 1,
        Side::Nato => {
            let halves = counted.clone().count() * 2 - counted.filter(company).count();
            halves > 6
        }
    }
}

/// Whether a hex is a crowd with these in it as well.
pub fn is_crowd_with(state: &State, side: Side, hex: Place, joining: &[UnitId]) -> bool {
    let mut units: Vec<Who<'_>> =
        of(state, side, hex).into_iter().filter(|who| !joining.contains(&who.id())).collect();
    units.extend(joining.iter().filter_map(|id| find(state, id.as_str())));
    is_crowd(side, &units)
}

pub fn to_source(state: &State, side: Side, hex: Place) -> u32 {
    let sources = state.scenario.sources[side].iter();
    sources.map(|source| distance(state, *source, hex)).min().unwrap_or(u32::MAX)
}

pub fn around(state: &State, hex: Place) -> Vec<Place> {
    let board = &state.scenario.board;
    let cell = board.cell(hex).expect("a hex of the map");
    board.grid().steps(cell).map(|step| board.place(step.to)).collect()
}

/// [CF-RTM-3] [CF-RTM-4] [CF-RTM-5] Where a unit can end its Retreat Movement, whether it has to leave zones or not.
fn retreat_ends(state: &State, who: Who<'_>) -> BTreeSet<Place> {
    let (side, start) = (who.card.side, who.piece.at.expect("on the map"));
    let mut best: BTreeMap<Place, u32> = [(start, 0)].into();
    let mut open = vec![start];
    while let Some(from) = open.pop() {
        for to in around(state, from) {
            let barred = !of(state, side.enemy(), to).is_empty() || is_contested(state, side, to);
            let Some(step) = cost(state, who, from, to).filter(|_| !barred) else { continue };
            let total = best[&from] + step;
            if total <= u32::from(who.card.allowance / 2) && best.get(&to).is_none_or(|known| total < *known)
            {
                best.insert(to, total);
                open.push(to);
            }
        }
    }
    let ends = best.into_keys().filter(|hex| *hex != start);
    let nearer = ends.filter(|hex| to_source(state, side, *hex) < to_source(state, side, start));
    nearer.filter(|hex| !is_crowd_with(state, side, *hex, &[who.id()])).collect()
}

/// [CF-RTM-4] Whether a unit can end out of enemy zones.
pub fn can_leave_zones(state: &State, who: Who<'_>) -> bool {
    retreat_ends(state, who).iter().any(|hex| !is_covered(state, who.card.side, *hex))
}

/// [CF-RTM-2] [CF-RTM-6] Whether a unit owes a Retreat Movement that it can make.
pub fn owes_retreat_movement(state: &State, who: Who<'_>) -> bool {
    let must = who.piece.ap >= 5 && !who.piece.withdrawn && who.card.kind != Kind::Garrison;
    must && !retreat_ends(state, who).is_empty()
}

/// (A6) The best ways of a retreat over so many hexes; none where the unit is lost.
pub fn retreats(state: &State, who: Who<'_>, hexes: usize) -> Vec<Vec<Place>> {
    let side = who.card.side;
    let start = who.piece.at.expect("on the map");
    let mut paths = vec![vec![]];
    let mut all: Vec<Vec<Place>> = Vec::new();
    for _ in 0..=hexes {
        let longer = paths.iter().flat_map(|path: &Vec<Place>| {
            let here = path.last().copied().unwrap_or(start);
            let next = around(state, here).into_iter().filter(move |to| {
                let enemies = !of(state, side.enemy(), *to).is_empty();
                let new = *to != start && !path.contains(to);
                new && !enemies && cost(state, who, here, *to).is_some()
            });
            next.map(|to| path.iter().copied().chain([to]).collect::<Vec<_>>())
        });
        paths = longer.collect();
        all.extend(paths.iter().cloned());
    }
    let price = |path: &Vec<Place>| {
        let zones = path.iter().filter(|hex| is_contested(state, side, **hex)).count();
        let end = path[path.len() - 1];
        (zones, is_crowd_with(state, side, end, &[who.id()]), u32::MAX - distance(state, start, end))
    };
    let lethal = |zones: usize| zones >= 2 || (zones == 1 && who.piece.ap >= 5);
    let longest = all.iter().map(Vec::len).filter(|length| *length <= hexes).max().unwrap_or(0);
    let of_length = |length: usize, free: bool| -> Vec<Vec<Place>> {
        let fits = all.iter().filter(|path| path.len() == length && !(free && price(path).1));
        let best = fits.clone().map(price).min();
        fits.filter(|path| Some(price(path)) == best).cloned().collect()
    };
    let best = if longest == 0 { Vec::new() } else { of_length(longest, false) };
    let Some((zones, crowded, _)) = best.first().map(price) else { return Vec::new() };
    if lethal(zones) {
        return Vec::new();
    }
    // [CF-RET-9] One hex further where the best end is a crowd.
    let further = if crowded { of_length(hexes + 1, true) } else { Vec::new() };
    match further.first().map(price) {
        Some((zones, ..)) if !lethal(zones) => further,
        _ => best,
    }
}

/// Whether a river runs between two hexes.
fn across_river(state: &State, from: Place, to: Place) -> bool {
    let board = &state.scenario.board;
    board.step(from, to).is_some_and(|step| board.map.side(step).river)
}

/// [CF-ATK-1] [CF-ATK-8] The strength of maneuver units against a hex.
pub fn assault(state: &State, units: &[UnitId], target: Place, attack: Attack) -> u32 {
    let units = units.iter().filter_map(|id| find(state, id.as_str())).filter(Who::maneuvers);
    let of = |who: Who<'_>| {
        let factor = if attack == Attack::March { who.card.march } else { who.card.attack };
        let river = who.piece.at.is_some_and(|at| across_river(state, at, target));
        who.strength(factor, u32::from(river))
    };
    units.map(of).sum()
}

/// The odds of a fight before support of the defense: attack and defense.
pub fn odds(state: &State, side: Side, fight: &Fight<'_>) -> (u32, u32) {
    let units = |ids: &[UnitId]| ids.iter().filter_map(|id| find(state, id.as_str())).collect::<Vec<_>>();
    let adds = |who: &Who<'_>| match (fight.attack, who.card.kind) {
        (Attack::March, Kind::Artillery) => 1,
        (Attack::March, Kind::Rocket) => 0,
        _ => who.strength(who.card.attack, 0),
    };
    let strike = if fight.strike { u32::from(state.scenario.strikes[side].strength) } else { 0 };
    if let Some(chosen) = fight.chosen {
        let who = find(state, chosen).expect("a unit");
        let by = match (who.card.side, who.card.size) {
            (Side::Wp, Size::Regiment) => (1, 3),
            (Side::Nato, Size::Company) => (2, 1),
            _ => (1, 1),
        };
        let attack: u32 = units(fight.units).iter().map(|who| who.strength(who.card.attack, 0)).sum();
        return (attack + strike, who.defends(by));
    }
    let support: u32 = units(fight.support).iter().map(adds).sum();
    let defense = of(state, side.enemy(), fight.target).iter().map(|who| who.defends((1, 1))).sum();
    (assault(state, fight.units, fight.target, fight.attack) + support + strike, defense)
}

/// A fight as it is asked for.
pub struct Fight<'f> {
    pub units: &'f [UnitId],
    pub target: Place,
    pub attack: Attack,
    pub support: &'f [UnitId],
    pub strike: bool,
    pub chosen: Option<&'f str>,
}

/// [CF-ATK-7] Who of a designation still takes part.
pub fn taking_part(state: &State, designation: &Designation) -> Vec<UnitId> {
    let part = |id: &&UnitId| {
        let Some(who) = find(state, id.as_str()) else { return false };
        let Some(at) = who.piece.at.filter(|_| who.piece.fate == Fate::OnMap) else { return false };
        let near = match designation.bombard {
            true => {
                let reach = distance(state, at, designation.target) <= u32::from(who.card.range);
                let grounded = state.facts.fog && who.flies();
                reach && !grounded && !who.piece.unsupplied && !who.piece.fired && who.supports()
            }
            false => adjoin(state, at, designation.target),
        };
        near && who.piece.ap < 5
    };
    designation.units.iter().filter(part).copied().collect()
}

/// [CF-ATK-7] Whether a designated attack can still be fought by a side.
pub fn is_live(state: &State, side: Side, designation: &Designation) -> bool {
    let units = taking_part(state, designation);
    let own = units.iter().all(|id| find(state, id.as_str()).is_some_and(|who| who.card.side == side));
    let strong = designation.bombard || assault(state, &units, designation.target, designation.attack) > 0;
    own && !units.is_empty() && strong && !of(state, side.enemy(), designation.target).is_empty()
}

/// [CF-SUP-13] Who may lose the next step of a side.
pub fn losers(state: &State, battle: &Battle, side: Side) -> Vec<UnitId> {
    let burden = if side == battle.side { &battle.attacker } else { &battle.defender };
    let alive: Vec<Who<'_>> = on_map(state).filter(|who| burden.units.contains(&who.id())).collect();
    let first = alive.iter().any(|who| !who.supports());
    alive.iter().filter(|who| who.supports() != first).map(Who::id).collect()
}
