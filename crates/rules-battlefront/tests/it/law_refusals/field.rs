//! What each reason says from the choice of forces to the end of the cleanup.

use std::collections::BTreeMap;

use kernel::Id;
use rules_battlefront::facts::{Element, Ending, Stand};
use rules_battlefront::ids::{ModuleId, SideId, StandId};
use rules_battlefront::measure::Point;
use rules_battlefront::setup::options::ArtilleryLimit;
use rules_battlefront::words::{Ammunition, Class, SlotKind, StandState, Standing, Status};
use rules_battlefront::{Side, Step};
use serde_json::Value;

use super::look::{Area, Look, alive, has_twice, is_behind, stands};

impl<'s> Look<'s> {
    /// Whether a reason of set-up, battle or cleanup holds; nothing where the command has no such reason.
    pub fn field_holds(&self, code: &str) -> Option<bool> {
        let facts = self.facts();
        let on_map = || self.is_on_map(self.point());
        let controlled = || matches!(self.area(self.point()), Area::Line | Area::OwnPocket);
        Some(match (self.name(), code) {
            ("choose-forces", code) => self.choice_holds(code)?,
            ("deploy" | "lift", code) => self.deploy_holds(code)?,
            ("place-fort", "unknown") => facts
                .works_in_hand
                .iter()
                .all(|works| works.id.as_str() != self.text("item") || works.count == 0),
            ("place-fort", "zone") => on_map() && !controlled(),
            ("place-fort" | "place-prereg", "range") => !on_map(),
            ("lift-fort", "unknown") => {
                facts.placed.iter().all(|placed| placed.as_str() != self.text("item"))
            }
            ("place-prereg", "unknown") => self.points_of_module().is_none(),
            ("place-prereg", "cap") => {
                self.points_of_module().is_some_and(|(has, placed)| placed >= usize::from(has))
            }

            ("agree-length", "consent") | ("agree-end", "consent") => self.acting.by != self.acting.seat,
            ("agree-length", "data") => !self.value["turns"].is_null() && !self.value["first-roll"].is_null(),
            ("agree-length", "range") => {
                let turns = ["turns", "first-roll"].map(|key| self.value[key].as_i64());
                turns.into_iter().flatten().any(|turn| !(1..=99).contains(&turn))
            }
            ("agree-length", "dup") => {
                let now = self.state.facts.battle.lengths.iter().find(|wish| wish.id == facts.id);
                let now = now
                    .map(|wish| [wish.length.turns, wish.length.first_roll].map(|turn| turn.map(i64::from)));
                now.unwrap_or_default() == ["turns", "first-roll"].map(|key| self.value[key].as_i64())
            }
            ("agree-end", "dup") => self.state.facts.battle.ends.contains(&facts.id),
            ("next-turn", "range") => {
                let (now, most) = (self.turn(), self.most_turns_without_a_die());
                !(now + 1..=most).contains(&self.number("t", 0))
            }
            ("turn-end-roll", "not-eligible") => self.first_roll().is_none(),
            ("turn-end-roll", "range") => {
                self.first_roll().is_some_and(|first| self.number("t", 0) != first.max(self.turn() + 1))
            }

            ("fire", "unknown") => self.stand(self.text("stand")).is_none(),
            ("fire", "not-eligible") => self.stand(self.text("stand")).is_some_and(|(element, stand)| {
                let there = stand.state == StandState::Here && self.fights(element);
                !there || (stand.ammunition == Ammunition::Full && stand.status != Status::CutOff)
            }),
            ("fire", "ammo") => {
                self.stand(self.text("stand")).is_some_and(|(_, stand)| match stand.ammunition {
                    Ammunition::Full => false,
                    Ammunition::Short => self.text("phase") != "defensive",
                    Ammunition::Out => true,
                })
            }
            ("smoke", "unknown") => self.points_of_module().is_none(),
            ("smoke", "not-eligible") => {
                self.points_of_module().is_some()
                    && facts.chosen.iter().all(|id| id.as_str() != self.text("module"))
            }
            ("smoke", "range") => !(1..=99).contains(&self.number("templates", 0)),
            ("smoke", "limit-scenario") => {
                let module = facts.modules.iter().find(|module| module.id.as_str() == self.text("module"));
                module.is_some_and(|module| {
                    let mut firing =
                        self.told().map(|told| super::result_form::firing(&told)).unwrap_or_default();
                    firing.insert(module.id);
                    self.fires_too_much(&firing)
                })
            }
            ("smoke", "cap") => {
                let module = facts.modules.iter().find(|module| module.id.as_str() == self.text("module"));
                module.is_some_and(|module| {
                    let told = self.told().into_iter().flat_map(|told| told.smoke.0);
                    let told: i32 =
                        told.filter(|smoke| smoke.module == module.id).map(|smoke| smoke.missions).sum();
                    i32::from(module.smoke.unwrap_or(0)) <= told
                })
            }

            ("mine-result" | "bog-result", "unknown") => self.stand(self.text("unit")).is_none(),
            ("mine-result", "not-eligible") => self
                .stand(self.text("unit"))
                .is_some_and(|(_, stand)| stand.state != StandState::Here || stand.minefield.is_none()),
            ("mine-result", "range") => match ["x", "y"].map(|key| self.value[key].is_null()) {
                [true, true] => false,
                [false, false] => !on_map(),
                _ => true,
            },
            // The third attempt has a code of its own, also of what the second has made immobile. [BF-2.1.2.3-1]
            ("bog-result", "not-eligible") => self.stand(self.text("unit")).is_some_and(|(_, stand)| {
                let bogged = stand.bogged && stand.state == StandState::Here;
                !bogged || (stand.immobile && stand.bog_checks < 2)
            }),
            ("bog-result", "dup") => {
                self.stand(self.text("unit")).is_some_and(|(_, stand)| stand.bogged && stand.bog_checks >= 2)
            }

            ("remain" | "escape" | "escape-group", code) => self.escape_holds(code)?,
            ("done", "dup") => facts.closed && !facts.no_part,
            ("done", "incomplete") => self.is_unfinished(),
            _ => return None,
        })
    }

    fn choice_holds(&self, code: &str) -> Option<bool> {
        let (facts, forces) = (self.facts(), self.list("forces"));
        let flight = |name: &&str| facts.flights.iter().find(|flight| flight.id.as_str() == *name);
        let module = |name: &&str| facts.modules.iter().find(|module| module.id.as_str() == *name);
        Some(match code {
            "unknown" => forces
                .iter()
                .any(|name| self.element(name).is_none() && module(name).is_none() && flight(name).is_none()),
            "night" => {
                self.state.slot_kind() == SlotKind::Night && forces.iter().any(|name| flight(name).is_some())
            }
            "unavailable" => forces.iter().any(|name| {
                let element = self.element(name).is_some_and(|element| {
                    let late = element.available_from > self.state.facts.day;
                    element.standing != Standing::InPlay || late || alive(element).all(is_behind)
                });
                let night = self.state.slot_kind() == SlotKind::Night;
                let grounded = |day: u16| day != self.state.facts.day || self.is_grounded();
                element || (!night && flight(name).is_some_and(|flight| grounded(flight.day)))
            }),
            "dup" => has_twice(&forces),
            "limit-scenario" => self.is_too_much(&forces),
            _ => return None,
        })
    }

    /// [BF-2.1.1.7-2, BF-2.1.1.4.1-4, BF-R48] What stands in pockets counts, and alone breaks nothing.
    fn is_too_much(&self, forces: &[&str]) -> bool {
        let (facts, setup) = (self.facts(), self.setup());
        let mut kinds: BTreeMap<Id, (u16, u16)> = BTreeMap::new();
        for element in &facts.elements {
            let of_kind = kinds.entry(element.group.map_or_else(|| element.id.into(), Id::from)).or_default();
            match (alive(element).any(is_behind), forces.contains(&element.id.as_str())) {
                (true, _) => of_kind.0 += 1,
                (false, true) => of_kind.1 += 1,
                (false, false) => {}
            }
        }
        let modules = facts.modules.iter().map(|module| (module.id.as_str(), module.group));
        let flights = facts.flights.iter().map(|flight| (flight.id.as_str(), flight.group));
        for (_, group) in modules.chain(flights).filter(|(id, _)| forces.contains(id)) {
            kinds.entry(group.into()).or_default().1 += 1;
        }
        kinds.retain(|_, n| *n != (0, 0));
        let by_day = self.state.options().oba_limit == ArtilleryLimit::Day;
        let most = |kind: Id| {
            let group = setup.groups.iter().find(|group| group.id == kind.into())?;
            (group.class != Class::OffBoard || !by_day).then_some(group.max_scenario)
        };
        let beyond = |(there, chosen): (u16, u16), most: Option<u16>| {
            chosen > 0 && most.is_some_and(|most| there + chosen > most)
        };
        let sum = kinds.values().fold((0, 0), |sum, n| (sum.0 + n.0, sum.1 + n.1));
        let with_pockets = kinds.values().filter(|n| n.0 > 0).count() as u16;
        let without = kinds.len() as u16 - with_pockets;
        kinds.iter().any(|(kind, n)| beyond(*n, most(*kind)))
            || beyond((with_pockets, without), setup.max_kinds_scenario)
            || beyond(sum, setup.max_total_scenario)
    }

    /// The stands that a set-up command names; nothing where one is unknown.
    fn deployed(&self) -> Option<Vec<(&'s Element, &'s Stand)>> {
        let mut named = Vec::new();
        for unit in self.list("units") {
            match (self.element(unit), self.stand(unit)) {
                (Some(element), _) => {
                    named.extend(
                        alive(element).filter(|stand| !is_behind(stand)).map(|stand| (element, stand)),
                    );
                }
                (None, Some(stand)) => named.push(stand),
                (None, None) => return None,
            }
        }
        Some(named)
    }

    fn deploy_holds(&self, code: &str) -> Option<bool> {
        let deploys = self.name() == "deploy";
        let units = self.list("units");
        let Some(named) = self.deployed() else {
            let codes: &[&str] = &["unknown", "zone", "unavailable", "dup", "range"];
            return codes.contains(&code).then_some(code == "unknown");
        };
        let ids: Vec<StandId> = named.iter().map(|(_, stand)| stand.id).collect();
        Some(match code {
            "unknown" => false,
            "zone" if deploys => {
                let at = self.point();
                let in_pocket = |(_, stand): &(&Element, &Stand)| is_behind(stand) && stand.at != Some(at);
                let free = named.iter().any(|(_, stand)| !is_behind(stand));
                named.iter().any(in_pocket) || (free && self.is_on_map(at) && self.area(at) != Area::Line)
            }
            "zone" => named.iter().any(|(_, stand)| is_behind(stand)),
            "unavailable" if deploys => {
                let takes_part = |(element, stand): &(&Element, &Stand)| {
                    let chosen = self.facts().chosen.contains(&element.id.into());
                    stand.state == StandState::Here && (is_behind(stand) || chosen)
                };
                named.is_empty() || !named.iter().all(takes_part)
            }
            "unavailable" => named.iter().all(|(_, stand)| stand.at.is_none()),
            "dup" => has_twice(&ids) || has_twice(&units),
            "range" if deploys => {
                !self.is_on_map(self.point()) || !(0..360).contains(&self.number("facing", 0))
            }
            _ => return None,
        })
    }

    /// The first turn at whose start a die is rolled; none where a number of turns is agreed.
    fn first_roll(&self) -> Option<i64> {
        let lengths = &self.state.facts.battle.lengths;
        match &lengths[..] {
            [one, other] if one.length == other.length => match (one.length.turns, one.length.first_roll) {
                (Some(_), _) => None,
                (None, first) => first.map(i64::from),
            },
            _ => Some(i64::from(self.state.campaign().charts.turns.first_roll_turn)),
        }
    }

    pub fn turn(&self) -> i64 {
        i64::from(self.state.facts.battle.turn.max(1))
    }

    fn most_turns_without_a_die(&self) -> i64 {
        let agreed = self.state.facts.battle.lengths.first().and_then(|wish| wish.length.turns);
        self.first_roll().map_or_else(|| agreed.map_or(99, i64::from), |first| first - 1)
    }

    /// The least and the most that can be told to have been the last turn.
    pub fn last_turns(&self) -> (i64, i64) {
        let chart = &self.state.campaign().charts.turns;
        let rows = i64::from(chart.last_turn - chart.first_roll_turn);
        match self.first_roll() {
            Some(first) => (if self.turn() >= first { self.turn() } else { 1 }, (first + rows).min(255) - 1),
            None => (1, self.most_turns_without_a_die()),
        }
    }

    /// Whether the battle is over by the record alone.
    pub fn ended_on_record(&self) -> bool {
        matches!(self.state.facts.battle.ended, Some(Ending::Die | Ending::Agreed))
    }

    fn escape_holds(&self, code: &str) -> Option<bool> {
        let group = self.name() == "escape-group";
        let names = if group { self.list("stands") } else { vec![self.text("stand")] };
        let own: Vec<(&Element, &Stand)> = names.iter().filter_map(|name| self.stand(name)).collect();
        let is_theirs = |name: &&str| self.enemy_stand(name).is_some_and(|stand| stand.place().is_some());
        let others = || names.iter().filter(|name| self.stand(name).is_none());
        let caught = |stand: &Stand| stand.place().is_some() && is_behind(stand);
        let escapes = &self.facts().escapes;
        let ids: Vec<StandId> = own.iter().map(|(_, stand)| stand.id).collect();
        Some(match code {
            "unknown" => others().any(|name| !is_theirs(name)),
            "owner" => others().any(is_theirs),
            "class" if group => own.iter().any(|(_, stand)| self.class(stand) != Class::Transport),
            "not-eligible" => {
                let pocket = |stand: &Stand| {
                    let at = stand.place()?;
                    let own = self.setup().id;
                    let mut pockets = self.state.facts.pockets.iter().filter(|pocket| pocket.side == own);
                    pockets.find(|pocket| pocket.units.contains(&at)).map(|pocket| pocket.id)
                };
                let apart = own.windows(2).any(|pair| pocket(pair[0].1) != pocket(pair[1].1));
                own.iter().any(|(_, stand)| !caught(stand)) || apart
            }
            "dup" if group => {
                let same = |together: &Vec<StandId>| {
                    together.len() == ids.len() && together.iter().all(|stand| ids.contains(stand))
                };
                has_twice(&ids) || (ids.len() > 1 && escapes.iter().any(same))
            }
            "dup" if self.name() == "escape" => escapes.contains(&ids),
            "dup" => !ids.is_empty() && !escapes.iter().flatten().any(|stand| ids.contains(stand)),
            "range" if group => names.len() < 2,
            _ => return None,
        })
    }

    /// Whether something of the step is left to the side that would close it.
    fn is_unfinished(&self) -> bool {
        let (state, facts) = (self.state, self.facts());
        let here = || stands(facts).filter(|(_, stand)| stand.state == StandState::Here);
        let itself = self.acting.by == self.acting.seat;
        match state.step() {
            Step::Posture => facts.posture.is_none(),
            Step::DefenderSetsUp | Step::AttackerSetsUp => {
                facts.works_in_hand.iter().any(|works| works.count > 0)
            }
            Step::Paperwork => facts.elements.iter().any(|element| self.does_not_add_up(element)),
            Step::Battle => facts.report.is_none(),
            Step::Minefields => here().any(|(_, stand)| stand.minefield.is_some()),
            Step::Bogged => here().any(|(_, stand)| stand.bogged && !stand.immobile && stand.bog_checks < 2),
            Step::PurchasePoints => itself && self.has_income() && facts.income.is_none(),
            Step::Withdrawal | Step::OvernightWithdrawal => {
                let scope = state.options().withdraw_scope;
                let owes = |element: &Element| {
                    let own = self.element(element.id.as_str()).expect("of the side");
                    self.may_withdraw(element) && !self.record(own, scope).withdrawal_rolled
                };
                itself && facts.elements.iter().any(owes)
            }
            Step::Roster => itself && self.owes_discipline(),
            Step::Purchases => {
                let modules = facts.modules.iter().any(|module| module.smoke.is_none());
                itself && (modules || facts.flights.iter().any(|flight| flight.aircraft.is_none()))
            }
            _ => false,
        }
    }

    /// [BF-2.1.2.8-1] Stands that are neither there nor gone by an edge nor counted as lost; or more lost in the battle
    /// than are counted.
    fn does_not_add_up(&self, element: &Element) -> bool {
        let exited = element.stands.iter().filter(|stand| stand.state == StandState::Exited).count();
        let known = alive(element).count() + exited + usize::from(element.losses);
        let last = element.scenario.number == self.state.facts.scenarios;
        element.standing == Standing::InPlay
            && (known < usize::from(element.baseline) || (last && element.scenario.losses > element.losses))
    }

    /// [BF-R29] Whether more different modules of a group fire in a day than one scenario allows.
    pub fn fires_too_much(&self, firing: &std::collections::BTreeSet<ModuleId>) -> bool {
        let facts = self.facts();
        self.state.options().oba_limit == ArtilleryLimit::Day
            && self.setup().groups.iter().any(|group| {
                let of_group = || facts.modules.iter().filter(|module| module.group == group.id);
                let now = of_group().any(|module| firing.contains(&module.id));
                let fires = of_group().filter(|module| module.fired || firing.contains(&module.id)).count();
                now && fires > usize::from(group.max_scenario)
            })
    }
}

impl Look<'_> {
    /// Whether a reason against a command of the umpire, or about options, holds.
    pub fn umpire_holds(&self, code: &str) -> Option<bool> {
        let facts = &self.state.facts;
        let reason = self.text("reason").trim().chars().count();
        let sides = || Side::BOTH.map(|side| facts.side(side).id);
        Some(match (self.name(), code) {
            ("move-unit" | "set-status" | "edit-mlr" | "settle", "data") => !(3..=400).contains(&reason),
            ("move-unit" | "set-status", "unknown") => self.called().is_none(),
            ("move-unit", "range") => !self.is_on_map(self.point()),
            ("set-status", "dup") => self
                .called()
                .is_some_and(|called| called.iter().all(|stand| stand.status.word() == self.text("status"))),
            ("edit-mlr" | "settle", "unknown")
                if !sides().iter().any(|id| id.as_str() == self.text("side")) =>
            {
                true
            }
            ("edit-mlr", "unknown") => false,
            ("edit-mlr", "dup") => self.course().windows(2).any(|pair| pair[0] == pair[1]),
            ("edit-mlr", "range") => {
                let course = self.course();
                let off = course.iter().any(|point| !self.is_on_map(*point));
                off || course.len() == 1 || course.len() > 1000 || crosses(&course)
            }
            ("settle" | "mine-stands" | "theirs-is-right", code) => self.difference_holds(code)?,

            ("propose-setting" | "change-setting", "data") => self.is_no_setting(),
            ("propose-setting", "dup") => {
                let (key, value) = (self.text("key"), &self.value["value"]);
                let written = |value| serde_json::to_value(value).expect("a value");
                let now = self.state.options().get(key).map(written);
                let open = facts.proposal.as_ref();
                let open = open.is_some_and(|open| open.key.as_str() == key && written(open.value) == *value);
                open || now.as_ref() == Some(value)
            }
            ("consent", "unknown") => self.proposal().is_none(),
            ("consent", "dup") => self.proposal().is_some_and(|agreed| agreed.contains(&self.facts().id)),
            ("change-setting", "consent") => self.proposal().is_none_or(|agreed| agreed.len() < 2),
            _ => return None,
        })
    }

    /// The living stands on the map that the umpire names; nothing where a name is nobody's or of both sides.
    fn called(&self) -> Option<Vec<&Stand>> {
        let units = self.list("units");
        let of_side = |side: Side| {
            let id = self.state.side(side).id;
            self.value["side"].as_str().is_none_or(|name| id.as_str() == name)
        };
        let mut called = Vec::new();
        for unit in &units {
            let sides = Side::BOTH.into_iter().filter(|side| of_side(*side)).map(|side| {
                let on_map = stands(self.state.side(side)).filter(|(_, stand)| stand.place().is_some());
                let named =
                    on_map.filter(|(element, stand)| [element.id.as_str(), stand.id.as_str()].contains(unit));
                named.map(|(_, stand)| stand).collect::<Vec<_>>()
            });
            let mut found: Vec<_> = sides.filter(|stands| !stands.is_empty()).collect();
            match found.len() {
                1 => called.append(&mut found[0]),
                _ => return None,
            }
        }
        (!units.is_empty()).then_some(called)
    }

    fn course(&self) -> Vec<Point> {
        let inches =
            |value: &Value| i32::try_from(value.as_i64().unwrap_or_default() * 100).expect("near the map");
        let points = self.value["points"].as_array().into_iter().flatten();
        points.map(|point| Point::new(inches(&point[0]), inches(&point[1]))).collect()
    }

    fn proposal(&self) -> Option<&[SideId]> {
        let open = self.state.facts.proposal.as_ref()?;
        let value = serde_json::to_value(open.value).expect("a value");
        (open.key.as_str() == self.text("key") && value == self.value["value"]).then_some(&open.agreed[..])
    }

    /// Whether an option does not take a value; of those with words and figures only the ones that this test names wrongly.
    fn is_no_setting(&self) -> bool {
        let (state, value) = (self.state, &self.value["value"]);
        let n = value.as_i64().unwrap_or_default();
        let days = &state.campaign().days;
        let length = |n_days: i64, last: i64| {
            let listed = i64::try_from(days.len()).expect("a few");
            let n_days = if n_days == 0 { listed } else { n_days };
            let day = usize::try_from(n_days - 1).ok().and_then(|day| days.get(day));
            let fits = day.is_some_and(|day| {
                let slots = i64::try_from(day.slots.len()).expect("a few");
                let end = (n_days, if last == 0 { slots } else { last });
                (0..=slots).contains(&last)
                    && (i64::from(state.facts.day), i64::from(state.facts.slot)) <= end
            });
            !fits
        };
        let options = state.options();
        match self.text("key") {
            "repair_once" => !value.is_boolean(),
            "isolated_me" => !["majority", "any", "all"].contains(&value.as_str().unwrap_or_default()),
            "days" => !value.is_i64() || length(n, options.last_day_slots.into()),
            "last_day_slots" => !value.is_i64() || length(options.days.into(), n),
            key => options.get(key).is_none(),
        }
    }
}

/// Whether a line meets itself elsewhere than where one stretch follows the other.
fn crosses(line: &[Point]) -> bool {
    let turn = |a: Point, b: Point, c: Point| {
        let (ux, uy) = (i64::from(b.x.0 - a.x.0), i64::from(b.y.0 - a.y.0));
        let (vx, vy) = (i64::from(c.x.0 - a.x.0), i64::from(c.y.0 - a.y.0));
        (ux * vy - uy * vx).signum()
    };
    let between = |a: Point, b: Point, c: Point| {
        let x = (a.x.0.min(b.x.0)..=a.x.0.max(b.x.0)).contains(&c.x.0);
        x && (a.y.0.min(b.y.0)..=a.y.0.max(b.y.0)).contains(&c.y.0)
    };
    let stretches: Vec<(Point, Point)> = line.windows(2).map(|pair| (pair[0], pair[1])).collect();
    let meet = |(a, b): (Point, Point), (c, d): (Point, Point)| {
        let turns = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
        let apart = turns[0] * turns[1] < 0 && turns[2] * turns[3] < 0;
        let touches = [(a, b, c, 0), (a, b, d, 1), (c, d, a, 2), (c, d, b, 3)];
        apart || touches.into_iter().any(|(a, b, c, n)| turns[n] == 0 && between(a, b, c))
    };
    (0..stretches.len()).any(|n| {
        let far = (n + 2..stretches.len()).any(|m| meet(stretches[n], stretches[m]));
        // A stretch that runs back over the one before.
        let back = stretches.get(n + 1).is_some_and(|(_, end)| {
            let (a, b) = stretches[n];
            turn(a, b, *end) == 0 && (between(a, b, *end) || between(b, *end, a))
        });
        far || back
    })
}
