//! Who stands where and whose zones lie over which hexes, worked out from a state for one question. [BCS-ZONE-1]

use std::cell::OnceCell;

use hexmap::{Cell, PerHex, Step};
use kernel::{PerSide, Side};

use crate::rules::s1_units::{Ability, can};
use crate::rules::s6_safe_path;
use crate::setup::Board;
use crate::state::{Fate, State, Unit};
use crate::words::{Class, Face, Place, UnitId};

/// What lies in one hex of each side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Presence {
    /// Combat units.
    pub units: PerSide<u8>,
    /// HQs.
    pub hqs: PerSide<u8>,
    /// Combat Trains.
    pub trains: PerSide<u8>,
    /// EZOCs over it.
    pub ezoc: PerSide<u8>,
    /// AV EZOCs over it.
    pub av_ezoc: PerSide<u8>,
    /// Engagement Zones over it. [BCS-ZONE-4]
    pub engagement: PerSide<u8>,
    /// Screen Zones over it. [BCS-ZONE-6]
    pub screen: PerSide<u8>,
    /// Of the combat units those out of Command Radius. [BCS-CR-3]
    pub strays: PerSide<u8>,
    /// Of the EZOCs those of units out of Command Radius. [BCS-CR-3]
    pub stray_ezoc: PerSide<u8>,
}

/// Occupation and zones.
#[derive(Clone)]
pub struct Ground<'s> {
    /// The map.
    pub board: &'s Board,
    presence: PerHex<Presence>,
    /// Which sides have units out of Command Radius.
    strays: PerSide<bool>,
}

impl<'s> Ground<'s> {
    /// Of a state as it is, with the AV EZOCs that hosts have by their Support.
    pub fn of(state: &'s State) -> Self {
        let real = Self::of_real(state);
        // Whether a host has its Safe Path is judged by the AV EZOCs of real AV alone: that of hosts of both sides would hang
        // on each other. [BCS-SUP-2]
        real.with_hosts(state, &hosts(state, &real))
    }

    /// With the AV EZOCs of hosts.
    pub fn with_hosts(&self, state: &State, hosts: &[(UnitId, Place)]) -> Self {
        let mut ground = self.clone();
        for (unit, at) in hosts.iter().filter_map(|(id, at)| Some((state.unit(*id)?, *at))) {
            ground.spread(state, unit, at, |presence, side| presence.av_ezoc[side] += 1);
        }
        ground
    }

    /// As [`Ground::of`], without what hangs on Support: by units that stand on the map. [BCS-UNIT-5]
    pub fn of_real(state: &'s State) -> Self {
        let board = &state.scenario.board;
        let mut ground = Self {
            board,
            presence: PerHex::filled(board.grid(), Presence::default()),
            strays: PerSide::default(),
        };
        for body in state.formations() {
            let side = body.card.side;
            for cell in body.facts.hq.hexes().filter_map(|at| board.cell(at)) {
                ground.presence[cell].hqs[side] += 1;
            }
            if let Some(cell) = body.facts.trains.on_map().and_then(|trains| board.cell(trains.at)) {
                ground.presence[cell].trains[side] += 1;
            }
        }
        for (unit, at) in state.on_map() {
            let Some(cell) = board.cell(at) else { continue };
            ground.presence[cell].units[unit.card.side] += 1;
            let body = unit.formation().and_then(|id| state.formation(id));
            let strays = !body.is_some_and(|body| body.commands(board, at));
            if strays {
                ground.presence[cell].strays[unit.card.side] += 1;
                ground.strays[unit.card.side] = true;
            }
            if unit.piece.screens {
                board
                    .grid()
                    .steps(cell)
                    .for_each(|step| ground.presence[step.to].screen[unit.card.side] += 1);
                continue;
            }
            if can(unit.card, unit.piece.face, Ability::Ezoc) {
                ground.spread(state, unit, at, |presence, side| {
                    presence.ezoc[side] += 1;
                    presence.stray_ezoc[side] += u8::from(strays);
                });
            }
            if can(unit.card, unit.piece.face, Ability::AvEzoc) {
                ground.spread(state, unit, at, |presence, side| presence.av_ezoc[side] += 1);
                ground.engage(unit, cell);
            }
        }
        ground
    }

    /// Lays an EZOC around a unit. It does not cross hexsides that nobody crosses on foot, and enters an urban hex of the
    /// other side only from an urban hex. [BCS-ZONE-1] [BCS-URB-3]
    fn spread(&mut self, state: &State, unit: Unit<'_>, at: Place, mut add: impl FnMut(&mut Presence, Side)) {
        let (board, side) = (self.board, unit.card.side);
        let Some(cell) = board.cell(at) else { return };
        let from_urban = board.map.hex(cell).urban;
        for step in board.grid().steps(cell) {
            let into_urban =
                board.map.hex(step.to).urban && state.controls(board.place(step.to)) == Some(side.enemy());
            if board.crosses_on_foot(step) && (!into_urban || from_urban) {
                add(&mut self.presence[step.to], side);
            }
        }
    }

    /// Lays an Engagement Zone around a unit: beside it everywhere, further only over open ground. [BCS-ZONE-4]
    fn engage(&mut self, unit: Unit<'_>, cell: Cell) {
        let board = self.board;
        for hex in board.grid().within(cell, unit.card.range.into()).filter(|hex| *hex != cell) {
            let ground = board.map.hex(hex);
            let open = !(ground.terrain || ground.city || ground.urban);
            if open || board.grid().distance(cell, hex) == 1 {
                self.presence[hex].engagement[unit.card.side] += 1;
            }
        }
    }

    /// Whether a side has units on the map that are out of Command Radius. [BCS-CR-3]
    pub fn has_strays(&self, side: Side) -> bool {
        self.strays[side]
    }

    /// What lies in a hex.
    pub fn at(&self, cell: Cell) -> &Presence {
        &self.presence[cell]
    }

    /// Whether a combat unit of this side stands in a hex.
    pub fn stands(&self, side: Side, cell: Cell) -> bool {
        self.presence[cell].units[side] > 0
    }

    /// Whether a unit or an HQ of this side stands in a hex. [BCS-SAFE-7]
    pub fn holds(&self, side: Side, cell: Cell) -> bool {
        self.stands(side, cell) || self.presence[cell].hqs[side] > 0
    }

    /// Whether an EZOC of this side's enemy lies over a hex.
    pub fn threatened(&self, side: Side, cell: Cell) -> bool {
        self.presence[cell].ezoc[side.enemy()] > 0
    }

    /// Whether an EZOC of this side's enemy lies over a hex that affects a class: any for Leg and Truck, an AV EZOC for Tac.
    /// [BCS-ZONE-2]
    pub fn affects(&self, side: Side, class: Class, cell: Cell) -> bool {
        match class {
            Class::Leg | Class::Truck => self.threatened(side, cell),
            Class::Tac => self.presence[cell].av_ezoc[side.enemy()] > 0,
        }
    }

    /// Whether a combat unit of this side's enemy stands beside a hex.
    pub fn beside_enemy(&self, side: Side, cell: Cell) -> bool {
        self.board.grid().steps(cell).any(|step| self.stands(side.enemy(), step.to))
    }

    /// Whether a class can go by a step at all.
    pub fn is_passable(&self, step: Step, class: Class) -> bool {
        self.board.cost(step, class).is_some()
    }
}

/// The units that have the AV EZOC of their formation's Support. [BCS-SUP-2] [BCS-ZONE-3]
pub fn hosts(state: &State, real: &Ground<'_>) -> Vec<(UnitId, Place)> {
    let mut found = Vec::new();
    for body in state.formations() {
        if state.of(body.card.id).any(|unit| unit.piece.fate == Fate::Support) {
            // The paths are worked out where a unit hangs on them.
            let paths = OnceCell::new();
            let is_safe = |at| {
                let paths = paths.get_or_init(|| s6_safe_path::Paths::of(real, body, Class::Tac));
                paths.length(at).is_some()
            };
            let own = state.on_map().filter(|(unit, at)| {
                let (card, piece) = (unit.card, unit.piece);
                let hosts = piece.face == Face::Deployed && card.arrow && !piece.dropped && !piece.screens;
                unit.formation() == Some(body.card.id)
                    && hosts
                    && body.commands(real.board, *at)
                    && is_safe(*at)
            });
            found.extend(own.map(|(unit, at)| (unit.card.id, at)));
        }
    }
    found
}
