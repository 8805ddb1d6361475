//! What each reason against an attack, its support and its odds says.

use std::collections::BTreeSet;

use rules_central_front::setup::table::Beyond;
use rules_central_front::state::{Battle, Designation};
use rules_central_front::words::{Attack, FormationId, Kind, Place, Side, UnitId};

use super::reasons::Look;
use super::table::{Fight, Who, distance, find, is_live, odds, of, taking_part};

impl<'s> Look<'s> {
    fn designation(&self) -> Option<&'s Designation> {
        let target = self.target();
        self.state.facts.designation.iter().find(|one| Some(one.target) == target)
    }

    /// The attack that is fought or paid for: its kind, and who makes it.
    fn fought(&self) -> (Option<Attack>, bool, Vec<UnitId>) {
        match (self.kind(), self.designation()) {
            ("attack", Some(one)) => (Some(one.attack), one.bombard, taking_part(self.state, one)),
            ("strike", _) => (Some(Attack::Hasty), true, Vec::new()),
            ("designate", one) => {
                let before = one.into_iter().flat_map(|one| one.units.clone());
                let bombard = self.value["bombard"].as_bool().unwrap_or(false);
                (self.attack(), bombard, before.chain(self.ids()).collect())
            }
            _ => (self.attack(), false, self.ids()),
        }
    }

    /// The hex at which somebody fires.
    fn fired_at(&self) -> Option<Place> {
        self.target().or_else(|| self.battle().map(|battle: &Battle| battle.target))
    }

    fn who_of(&self, ids: &[UnitId]) -> Vec<Who<'s>> {
        ids.iter().filter_map(|id| find(self.state, id.as_str())).collect()
    }

    pub fn fight_holds(&self, rule: &str, code: &str) -> Option<bool> {
        let (state, facts, own) = (self.state, &self.state.facts, self.own());
        let target = self.target();
        let (attack, bombard, units) = self.fought();
        let support = self.who_of(&self.named("support"));
        let helicopters = support.iter().filter(|who| who.flies()).count();
        let guns: Vec<&Who<'_>> = support.iter().filter(|who| who.is_gun()).collect();
        let strike = self.kind() == "strike" || self.value["strike"].as_bool().unwrap_or(false);
        let smoke = self.value["smoke"].as_str();
        let chemical = self.value["chemical"].as_bool().unwrap_or(false);
        let chosen = self.value["chosen"].as_str();
        let enemies = |hex: Place| of(state, own.enemy(), hex);
        let formations = |cards: &[Who<'_>]| {
            let own = cards.iter().filter(|who| !who.card.army_level).map(|who| who.card.formation);
            own.collect::<BTreeSet<FormationId>>().len()
        };
        Some(match (rule, code) {
            ("CF-SEQ-2" | "CF-ATK-16", "target") => self.designation().is_none(),
            ("CF-SEQ-2", "kind") => attack == Some(Attack::March),
            ("CF-SEQ-3", "order") => {
                let mut hasty = facts.designation.iter().filter(|one| one.attack == Attack::Hasty);
                attack == Some(Attack::Prepared) && hasty.any(|one| is_live(state, own, one))
            }
            ("CF-SEQ-5", "target") if self.kind() == "strike" => {
                target.is_some_and(|hex| facts.attacked.contains(&hex))
            }
            ("CF-SEQ-5", "target") => {
                self.designation().is_some_and(|one| Some(one.attack) != attack || one.bombard != bombard)
            }
            ("CF-MOV-3", "points") => {
                let price = match attack? {
                    Attack::March => 2,
                    Attack::Hasty => 4,
                    Attack::Prepared => 8,
                };
                self.he(|who| who.piece.mp < price)
            }
            ("CF-ATK-1", "adjacent") => {
                let from = self.who_of(&units);
                from.iter().any(|who| target.is_some_and(|target| !self.is_beside(*who, target)))
            }
            ("CF-MOV-6", "adjacent") => {
                self.he(|who| target.is_some_and(|target| !self.is_beside(who, target)))
            }
            ("CF-MOV-6" | "CF-SUP-18", "range") => self.he(|who| {
                let at = who.piece.at.expect("on the map");
                self.fired_at().is_some_and(|target| distance(state, at, target) > u32::from(who.card.range))
            }),
            ("CF-ATK-5", "hex") => {
                let hexes: BTreeSet<Place> =
                    self.who_of(&units).iter().filter_map(|who| who.piece.at).collect();
                attack == Some(Attack::Hasty) && !bombard && hexes.len() > 1
            }
            ("CF-ATK-7", "target") => self.there(|hex| enemies(hex).is_empty()),
            ("CF-ATK-7", "void") => self.designation().is_some_and(|one| !is_live(state, own, one)),
            ("CF-ATK-9", "strength") => {
                self.there(|hex| self.has_no_strength(&units, hex, attack.expect("an attack")))
            }

            ("CF-BOM-1", "kind") => self.he(|who| if bombard { !who.supports() } else { !who.maneuvers() }),
            ("CF-BOM-1", "limit") => attack == Some(Attack::Hasty) && bombard && units.len() != 1,
            ("CF-BOM-1", "support") => bombard && (strike || !self.named("support").is_empty()),
            ("CF-BOM-2", "chosen") => match (bombard, chosen) {
                (false, chosen) => chosen.is_some(),
                (true, None) => true,
                (true, Some(chosen)) => {
                    !target.is_some_and(|hex| enemies(hex).iter().any(|who| who.id().as_str() == chosen))
                }
            },
            ("CF-BOM-7", "formation") => own == Side::Wp && bombard && formations(&self.who_of(&units)) > 1,

            ("CF-AIR-2", "fog") => facts.fog && self.who.map_or(strike, |who| who.flies()),
            ("CF-AIR-3", "limit") => {
                let bombing = self.who_of(&units).iter().filter(|who| who.flies()).count();
                let n = if bombard { bombing } else { helicopters };
                !facts.fog && facts.superior.is_some_and(|side| side != own) && n > 1
            }
            ("CF-AIR-6", "strikes") => strike && (facts.superior != Some(own) || facts.strikes == 0),
            ("CF-AIR-6", "order") => facts.prepared_begun,
            ("CF-AIR-6", "designated") => self.designation().is_some(),

            ("CF-SUP-1", "kind") => self.he(|who| !who.supports()),
            ("CF-SUP-2", "twice") => {
                self.he(|who| self.named("support").iter().filter(|id| **id == who.id()).count() > 1)
            }
            ("CF-SUP-2", "fired") => self.he(|who| who.piece.fired),
            ("CF-SUP-15", "spent") => self.he(|who| who.piece.spent),
            ("CF-SUP-15", "bombards") => self.he(|who| {
                let combat = facts.phase.word().contains("combat");
                combat && facts.designation.iter().any(|one| one.bombard && one.units.contains(&who.id()))
            }),
            ("CF-SUP-4", "march") => {
                self.he(|who| attack == Some(Attack::March) && who.is_gun() && !units.contains(&who.id()))
            }
            ("CF-SUP-5", "rocket") => self.he(|who| who.card.kind == Kind::Rocket),
            ("CF-SUP-5", "limit") => helicopters > 1 || support.len() - helicopters > 1,
            ("CF-SUP-7", "limit") => {
                let hasty = attack == Some(Attack::Hasty);
                own == Side::Wp
                    && (attack != Some(Attack::Prepared) && helicopters > 1 || hasty && guns.len() > 1)
            }
            ("CF-SUP-7", "formation") => {
                let guns: Vec<Who<'_>> = guns.into_iter().copied().collect();
                own == Side::Wp && attack == Some(Attack::Prepared) && formations(&guns) > 1
            }
            ("CF-SUP-8" | "CF-SUP-10", "formation") => self.he(|who| {
                let maneuver: Vec<Who<'_>> = self.who_of(&units).into_iter().filter(Who::maneuvers).collect();
                let fits = |other: &Who<'_>| {
                    who.card.army_level || other.card.army_level || who.card.formation == other.card.formation
                };
                own == Side::Wp && !maneuver.iter().any(fits)
            }),

            ("CF-SMK-1", "option") => smoke.is_some() && !state.scenario.options.smoke,
            ("CF-SMK-1", "fog") => smoke.is_some() && facts.fog,
            ("CF-SMK-1", "unit") => self.he(|who| !who.is_gun()),
            ("CF-SMK-1", "twice") => self.he(|who| support.iter().any(|other| other.id() == who.id())),
            ("CF-SMK-3", "formation") => {
                let mut all = support;
                all.extend(smoke.and_then(|name| find(state, name)));
                smoke.is_some() && own == Side::Wp && formations(&all) > 1
            }

            ("CF-CHM-1", "option") => chemical && !state.scenario.options.chemical,
            ("CF-CHM-5", "kind") => {
                let fires = chemical && own == Side::Nato;
                fires && (!bombard || self.who_of(&units).iter().any(|who| who.flies()))
            }
            ("CF-CHM-5", "first") => {
                chemical
                    && own == Side::Nato
                    && facts.first_use.is_none_or(|used| (used.turn, used.phase) == (facts.turn, facts.phase))
            }

            ("CF-CRT-6", code @ ("odds" | "odds-high")) => {
                let support = self.named("support");
                // Who stands elsewhere is told why nobody in the hex can be bombarded, if that is so.
                let there = enemies(target?);
                let is_there = |name: &str| there.iter().any(|who| who.card.id.as_str() == name);
                let first = there.first().map(|who| who.card.id);
                let first = first.as_ref().map(|id| id.as_str());
                let chosen = chosen.and_then(|name| if is_there(name) { Some(name) } else { first });
                let fight = Fight {
                    units: &units,
                    target: target?,
                    attack: attack?,
                    support: &support,
                    strike,
                    chosen,
                };
                let (attack, defense) = odds(state, own, &fight);
                let table = &state.scenario.table;
                let columns = &table.columns;
                match (code, columns.first(), columns.last()) {
                    ("odds", Some(first), _) => {
                        table.below_first == Beyond::Refuse && attack * first.den < defense * first.num
                    }
                    (_, _, Some(last)) => {
                        table.above_last == Beyond::Refuse
                            && attack * last.den >= defense * (last.num + last.den)
                    }
                    _ => false,
                }
            }
            _ => return None,
        })
    }
}
