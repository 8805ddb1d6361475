//! What each reason of movement, sequence, retreats and advances says.

use kernel::Seat;
use rules_central_front::State;
use rules_central_front::phase::Phase;
use rules_central_front::setup::Begins;
use rules_central_front::state::{Battle, Fate, Going, Step};
use rules_central_front::words::{Attack, Kind, Place, Side, UnitId};
use serde_json::Value;

use super::table::{
    Who, adjoin, around, assault, can_leave_zones, cost, find, is_contested, is_covered, is_crowd,
    is_crowd_with, is_live, losers, of, owes_retreat_movement, retreats, to_source, zones,
};
use crate::hex;

/// A refused command: who gives it, and of which unit and hex the sentence speaks.
pub struct Look<'s> {
    pub state: &'s State,
    pub seat: Seat,
    pub value: &'s Value,
    pub who: Option<Who<'s>>,
    pub hex: Option<Place>,
}

impl<'s> Look<'s> {
    pub fn new(state: &'s State, seat: Seat, value: &'s Value, sentence: &str) -> Self {
        let head = sentence.split(": ").next().unwrap_or_default();
        let (name, place) = match head.rsplit_once(", hex ") {
            Some((name, place)) => (name, Some(place)),
            None => (head, head.strip_prefix("Hex ")),
        };
        let who = super::table::all(state).find(|who| who.card.name == name);
        let hex = place.and_then(|place| place.parse().ok());
        Self { state, seat, value, who, hex }
    }

    pub fn kind(&self) -> &'s str {
        self.value["do"].as_str().unwrap_or_default()
    }

    pub fn own(&self) -> Side {
        Side::of(self.seat).unwrap_or(Side::Wp)
    }

    pub fn names(&self) -> Vec<&'s str> {
        let listed = self.value["units"].as_array().into_iter().flatten();
        listed.chain([&self.value["unit"]]).filter_map(Value::as_str).collect()
    }

    pub fn ids(&self) -> Vec<UnitId> {
        self.named("units")
    }

    pub fn named(&self, key: &str) -> Vec<UnitId> {
        let listed = self.value[key].as_array().into_iter().flatten().filter_map(Value::as_str);
        listed.filter_map(|name| name.parse().ok()).collect()
    }

    pub fn target(&self) -> Option<Place> {
        self.value["target"].as_str().map(hex)
    }

    fn path(&self) -> Vec<Place> {
        self.value["path"].as_array().into_iter().flatten().filter_map(Value::as_str).map(hex).collect()
    }

    /// The hexes of a way with the one it begins in.
    fn way(&self) -> Option<Vec<Place>> {
        let from = self.names().iter().find_map(|name| find(self.state, name)?.piece.at)?;
        Some(std::iter::once(from).chain(self.path()).collect())
    }

    pub fn attack(&self) -> Option<Attack> {
        match (self.kind(), self.value["attack"].as_str()) {
            ("march", _) => Some(Attack::March),
            (_, Some("hasty")) => Some(Attack::Hasty),
            (_, Some("prepared")) => Some(Attack::Prepared),
            (_, Some(_)) => Some(Attack::March),
            _ => None,
        }
    }

    pub fn battle(&self) -> Option<&'s Battle> {
        self.state.facts.battle.as_ref()
    }

    /// Whether the unit that is spoken of is as it is said to be.
    pub fn he(&self, is: impl FnOnce(Who<'s>) -> bool) -> bool {
        self.who.is_some_and(is)
    }

    pub fn there(&self, is: impl FnOnce(Place) -> bool) -> bool {
        self.hex.is_some_and(is)
    }

    /// Whether a reason holds; nothing where it is not known here.
    pub fn holds(&self, rule: &str, code: &str) -> Option<bool> {
        let (state, facts, own) = (self.state, &self.state.facts, self.own());
        let names = self.names();
        Some(match (rule, code) {
            ("CF-SEQ-8", "phase") => self.is_out_of_phase(),
            ("CF-SEQ-8", "actor") => match self.who {
                Some(who) => who.card.side != own,
                None if self.kind() == "proceed" => self.seat != Seat::Clock,
                None => Side::of(self.seat).is_none(),
            },
            ("CF-SEQ-8", "gone") => self.he(|who| who.piece.at.is_none() || who.piece.fate != Fate::OnMap),
            ("CF-SEQ-8", "empty") => names.is_empty(),
            ("CF-SEQ-8", "twice") => {
                // A name that nobody bears may be named twice as well.
                let twice = |name: &str| names.iter().filter(|other| **other == name).count() > 1;
                self.who.map_or_else(|| names.iter().any(|name| twice(name)), |who| twice(who.id().as_str()))
            }
            ("CF-SEQ-8", "fight") => self.battle().is_none_or(|battle| !self.has_to_choose(battle)),
            ("CF-GEN-1", "hex") => {
                let at = self.value["at"].as_str().map(hex);
                let mut all = self.path().into_iter().chain(self.target()).chain(at);
                all.any(|hex| state.scenario.board.cell(hex).is_none())
            }
            ("CF-UNIT-1", "unknown") => {
                let mut all = names
                    .iter()
                    .copied()
                    .chain(self.value["smoke"].as_str())
                    .map(str::to_owned)
                    .collect::<Vec<_>>();
                all.extend(self.named("support").iter().map(ToString::to_string));
                all.iter().any(|name| find(state, name).is_none())
            }
            ("CF-SEQ-9", "owed") => self.battle().is_some_and(|battle| self.hex == Some(battle.target)),
            ("CF-SEQ-9", "open") => match facts.phase {
                Phase::WpRetreat | Phase::NatoRetreat => {
                    let mut all = super::table::on_map(state).filter(|who| who.card.side == own);
                    all.any(|who| owes_retreat_movement(state, who))
                }
                phase => {
                    let fights = phase.word().contains("combat");
                    fights && facts.designation.iter().any(|one| is_live(state, own, one))
                }
            },
            ("CF-AP-5" | "CF-AP-6" | "CF-AP-7", "ineffective") => self.he(|who| who.piece.ap >= 5),
            ("CF-AP-8", "again") => self.he(|who| who.piece.activated),
            ("CF-GAR-2", "garrison") | ("CF-RTM-8", "garrison") => {
                self.he(|who| who.card.kind == Kind::Garrison)
            }

            ("CF-ATK-15", "halted") => self.he(|who| who.piece.halted),
            ("CF-ATK-1", "inactive") => self.he(|who| who.piece.going != Going::Moving),
            ("CF-AP-12" | "CF-MOV-11", "inactive") => self.he(|who| who.piece.going == Going::Not),
            ("CF-MOV-10", "dropped") => self.he(|who| who.piece.going == Going::Dropped),
            ("CF-MOV-10", "hex") => self.he(|who| {
                names.iter().filter_map(|name| find(state, name)).any(|other| other.piece.at != who.piece.at)
            }),
            ("CF-MOV-4", "paid") => {
                self.he(|who| facts.designation.iter().any(|one| one.units.contains(&who.id())))
            }
            ("CF-MOV-1", "path") => self.way().is_some_and(|way| {
                let apart = |pair: &[Place]| state.scenario.board.step(pair[0], pair[1]).is_none();
                !(2..=100).contains(&way.len()) || way.windows(2).any(apart)
            }),
            ("CF-MOV-1", "points") => self.he(|who| {
                let leaves = !who.piece.moved
                    && !who.flies()
                    && who.piece.at.is_some_and(|at| is_covered(state, own, at));
                let more = if leaves { u32::from(state.scenario.board.leave_cost) } else { 0 };
                self.costs_beyond(who, u32::from(who.piece.mp), more)
            }),
            ("CF-RTM-3", "points") => {
                self.he(|who| self.costs_beyond(who, u32::from(who.card.allowance / 2), 0))
            }
            ("CF-MOV-1", "impassable") => self.he(|who| {
                let way = self.way().unwrap_or_default();
                let mut pairs = way.windows(2).filter(|pair| Some(pair[1]) == self.hex);
                pairs.any(|pair| cost(state, who, pair[0], pair[1]).is_none())
            }),
            ("CF-ZOC-3", "zone") => self.he(|who| match self.hex {
                Some(hex) => {
                    let path = self.path();
                    let inner = path.len() > 1 && path[..path.len() - 1].contains(&hex);
                    inner && is_covered(state, own, hex) && !who.flies()
                }
                None => who.piece.moved && who.piece.at.is_some_and(|at| is_covered(state, own, at)),
            }),
            ("CF-ZOC-4", "zone") => self.he(|who| {
                let first = self.path().first().copied() == self.hex;
                let begins = !who.piece.moved && who.piece.at.is_some_and(|at| is_covered(state, own, at));
                first && begins && self.there(|hex| is_contested(state, own, hex))
            }),
            ("CF-ZOC-6", "held") => self.he(|who| {
                let over = who.piece.at.map(|at| zones(state, own, at)).unwrap_or_default();
                who.piece.engaged.iter().any(|enemy| over.contains(enemy))
            }),
            ("CF-STACK-6", "enemy") => self.there(|hex| !of(state, own.enemy(), hex).is_empty()),
            ("CF-STACK-1", "stacking") => own == Side::Wp && self.is_too_many(),
            ("CF-STACK-3", "stacking") => own == Side::Nato && self.is_too_many(),

            ("CF-RTM-2", "again") => self.he(|who| who.piece.withdrawn),
            ("CF-RTM-2", "unit") => {
                self.he(|who| !(who.piece.ap >= 5 || (who.piece.ap == 4 && !who.piece.acted)))
            }
            ("CF-RTM-4", "zone") => {
                self.there(|hex| !of(state, own.enemy(), hex).is_empty() || is_contested(state, own, hex))
            }
            ("CF-RTM-4", "leave") => self.he(|who| {
                let covered = |hex: Place| is_covered(state, own, hex);
                who.piece.at.is_some_and(covered) && self.there(covered) && can_leave_zones(state, who)
            }),
            ("CF-RTM-5", "end") => self.he(|who| {
                let at = who.piece.at.expect("on the map");
                self.there(|hex| to_source(state, own, hex) >= to_source(state, own, at))
            }),

            ("CF-VIC-4", "side") => own == Side::Nato,
            ("CF-VIC-4", "edge") => self.he(|who| {
                let at = who.piece.at.expect("on the map");
                let road = |to: &Place| {
                    state
                        .scenario
                        .board
                        .step(at, *to)
                        .is_some_and(|step| state.scenario.board.map.side(step).road)
                };
                state.scenario.board.column(at) != 1 || !around(state, at).iter().any(road)
            }),
            ("CF-VIC-4", "points") => self.he(|who| {
                let board = &state.scenario.board;
                who.piece.mp < if who.flies() { board.helicopter_cost } else { board.clear_cost }
            }),

            ("CF-SPL-4", "due") => {
                self.he(|who| who.piece.fate != Fate::Due || matches!(who.card.begins, Begins::At(_)))
            }
            ("CF-SPL-4", "turn") => {
                self.he(|who| matches!(who.card.begins, Begins::Enters { turn, .. } if turn > facts.turn))
            }
            ("CF-SPL-4", code @ ("full" | "entry")) => {
                let who = find(state, names.first()?)?;
                let free = self.entries(who);
                let at = self.value["at"].as_str().map(hex)?;
                !free.contains(&at) && free.is_empty() == (code == "full")
            }
            ("CF-SPL-2", "supply") => self.he(|who| who.piece.unsupplied),

            ("CF-SUP-13", "unit") => self.battle().is_some_and(|battle| {
                names.iter().all(|name| !losers(state, battle, own).iter().any(|id| id.as_str() == *name))
            }),
            ("CF-RET-9", "excess") if self.kind() == "retreat" => {
                self.battle().is_some_and(|battle| battle.excess.is_some())
            }
            ("CF-RET-9", "excess") => {
                let hex = self.battle().and_then(|battle| battle.excess);
                names
                    .iter()
                    .all(|name| find(state, name).is_none_or(|who| hex.is_none() || who.piece.at != hex))
            }
            ("CF-RET-9", "other") => self.he(|who| {
                let units = who.piece.at.map(|at| of(state, own, at)).unwrap_or_default();
                let is_left =
                    |gone: UnitId| units.iter().filter(|who| who.id() != gone).copied().collect::<Vec<_>>();
                is_crowd(own, &units)
                    && is_crowd(own, &is_left(who.id()))
                    && units.iter().any(|other| {
                        other.card.kind != Kind::Garrison && !is_crowd(own, &is_left(other.id()))
                    })
                    || who.card.kind == Kind::Garrison
            }),
            ("CF-RET-1", "unit") => self.battle().is_some_and(|battle| {
                names.iter().all(|name| !battle.burden(own).owed.iter().any(|id| id.as_str() == *name))
            }),
            ("CF-RET-8", "path") => {
                self.retreat_ways().is_some_and(|ways| ways.is_empty()) && !self.path().is_empty()
            }
            ("CF-RET-7", "path") => {
                self.retreat_ways().is_some_and(|ways| !ways.is_empty() && !ways.contains(&self.path()))
            }

            ("CF-ADV-1", "unit") => self.he(|who| {
                self.battle().is_some_and(|battle| {
                    let fought = battle.units.contains(&who.id()) || battle.support.contains(&who.id());
                    let from_range = !battle.advanced.contains(&who.id())
                        && !battle.retreated.contains(&who.id())
                        && who.piece.at.is_some_and(|at| !battle.from.contains(&at));
                    !fought || from_range
                })
            }),
            ("CF-ADV-1", "again") => {
                self.he(|who| self.battle().is_some_and(|battle| battle.advanced.contains(&who.id())))
            }
            ("CF-ADV-1", "path") => {
                let (path, target) = (self.path(), self.battle()?.target);
                let goes = names.first().and_then(|name| find(state, name));
                let begun = goes.is_some_and(|who| who.piece.at == Some(target));
                let beside = |hex: &Place| state.scenario.board.step(target, *hex).is_some();
                match begun {
                    true => path.len() != 1 || !beside(&path[0]),
                    false => {
                        !matches!(&path[..], [first] if *first == target)
                            && !matches!(&path[..], [first, further] if *first == target && beside(further))
                    }
                }
            }
            ("CF-ADV-6", "retreated") => {
                self.he(|who| self.battle().is_some_and(|battle| battle.retreated.contains(&who.id())))
            }
            ("CF-ADV-6", "ineffective") => self.he(|who| who.piece.ap >= 5),
            ("CF-ADV-5", "designated") => {
                self.he(|who| facts.designation.iter().any(|one| one.units.contains(&who.id())))
            }
            ("CF-ADV-3", "impassable") => self.he(|who| {
                let target = self.battle().map(|battle| battle.target).expect("a fight");
                let at = who.piece.at.expect("on the map");
                match self.hex {
                    Some(hex) => cost(state, who, target, hex).is_none(),
                    None => cost(state, who, at, target).is_none(),
                }
            }),
            _ => return self.fight_holds(rule, code),
        })
    }

    fn is_out_of_phase(&self) -> bool {
        let facts = &self.state.facts;
        let phase = facts.phase.word();
        let side = if self.own() == Side::Wp { "wp" } else { "nato" };
        let is = |stage: &str| phase.starts_with(&format!("{side}-{stage}"));
        match self.kind() {
            "activate" | "move" | "march" | "designate" | "exit" => !is("move"),
            "attack" | "strike" | "call-off" => !is("combat"),
            "withdraw" => !is("retreat"),
            "end-phase" => !is(""),
            "place" => phase != "reinforcement",
            "instruct" => phase == "over",
            "proceed" => {
                let enters = super::table::all(self.state).any(|who| {
                    let now = matches!(who.card.begins, Begins::Enters { turn, .. } if turn <= facts.turn);
                    who.piece.fate == Fate::Due && now && !self.entries(who).is_empty()
                });
                let by_itself =
                    phase == "weather" || phase == "recovery" || (phase == "reinforcement" && !enters);
                !by_itself && !self.is_ordered()
            }
            _ => false,
        }
    }

    /// Who has to choose in a fight.
    fn chooser(&self, battle: &Battle) -> Option<Side> {
        if let Some(hex) = battle.excess {
            return Side::BOTH.into_iter().find(|side| !of(self.state, *side, hex).is_empty());
        }
        match battle.step {
            Step::Cover | Step::DefenderRetreats => Some(battle.side.enemy()),
            Step::AttackerRetreats | Step::Advance => Some(battle.side),
            Step::Losses if battle.attacker.steps > 0 => Some(battle.side),
            Step::Losses => (battle.defender.steps > 0).then_some(battle.side.enemy()),
        }
    }

    fn has_to_choose(&self, battle: &Battle) -> bool {
        let step = match self.kind() {
            "cover" => battle.step == Step::Cover,
            "lose-step" => battle.step == Step::Losses,
            "retreat" | "remove" => matches!(battle.step, Step::DefenderRetreats | Step::AttackerRetreats),
            _ => battle.step == Step::Advance,
        };
        step && self.chooser(battle) == Some(self.own())
    }

    /// Whether a standing order answers for the side that has to choose.
    fn is_ordered(&self) -> bool {
        let Some(battle) = self.battle() else { return false };
        let Some(side) = self.chooser(battle) else { return false };
        let orders = self.state.facts.orders.of(side);
        match battle.step {
            _ if battle.excess.is_some() => orders.excess.is_some() || orders.retreats.is_some(),
            Step::Cover => orders.cover.is_some(),
            Step::Losses => orders.losses.is_some(),
            Step::DefenderRetreats | Step::AttackerRetreats => orders.retreats.is_some(),
            Step::Advance => false,
        }
    }

    /// Whether a way costs more than a unit has, at the hex that is spoken of or before; `more` for the first.
    fn costs_beyond(&self, who: Who<'_>, has: u32, more: u32) -> bool {
        let way = self.way().unwrap_or_default();
        let mut total = more;
        way.windows(2).any(|pair| {
            total += cost(self.state, who, pair[0], pair[1]).unwrap_or(0);
            Some(pair[1]) == self.hex && total > has
        })
    }

    /// Whether the hex that is spoken of is a crowd with those who would end there.
    fn is_too_many(&self) -> bool {
        let names = self.names();
        let joining = match self.kind() {
            "advance" => {
                let battle = self.battle().expect("a fight");
                let who = names.iter().filter_map(|name| name.parse().ok());
                let entering = battle.advanced.iter().copied().filter(|_| self.hex == Some(battle.target));
                entering.chain(who).collect()
            }
            _ => names.iter().filter_map(|name| name.parse().ok()).collect::<Vec<UnitId>>(),
        };
        self.there(|hex| is_crowd_with(self.state, self.own(), hex, &joining))
    }

    /// [CF-SPL-4] Where a reinforcement can enter.
    fn entries(&self, who: Who<'_>) -> Vec<Place> {
        let side = who.card.side;
        let free = |hex: &Place| {
            of(self.state, side.enemy(), *hex).is_empty()
                && !is_crowd_with(self.state, side, *hex, &[who.id()])
        };
        let listed = self.state.scenario.entries[side].iter().copied().filter(free);
        match who.card.begins {
            Begins::Enters { at: Some(own), .. } if free(&own) => vec![own],
            Begins::Enters { at: Some(own), .. } => {
                let listed: Vec<Place> = listed.collect();
                let far = |hex: &Place| super::table::distance(self.state, own, *hex);
                let nearest = listed.iter().map(far).min();
                listed.into_iter().filter(|hex| Some(far(hex)) == nearest).collect()
            }
            _ => listed.collect(),
        }
    }

    fn retreat_ways(&self) -> Option<Vec<Vec<Place>>> {
        let who = find(self.state, self.names().first()?)?;
        let hexes = self.battle()?.burden(self.own()).retreat;
        Some(retreats(self.state, who, usize::from(hexes)))
    }

    pub fn has_no_strength(&self, units: &[UnitId], target: Place, attack: Attack) -> bool {
        assault(self.state, units, target, attack) == 0
    }

    pub fn is_beside(&self, who: Who<'_>, target: Place) -> bool {
        who.piece.at.is_some_and(|at| adjoin(self.state, at, target))
    }
}
