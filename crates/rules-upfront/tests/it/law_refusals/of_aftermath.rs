//! What each reason against a report or a word on one says, catalogue section 4.

use std::collections::BTreeSet;

use kernel::Seat;
use rules_upfront::command::Telling;
use rules_upfront::report::{AuxLoss, Decisions, Deed, ManReport, Report, SideReport, Wreck};
use rules_upfront::setup::scenario::ForceName;
use rules_upfront::words::{AuxKind, Out, Side};

use super::look::{Look, sum, told};

impl Look<'_> {
    fn telling(&self) -> Telling {
        let mut value = self.value.clone();
        value.as_object_mut().expect("a command").remove("do");
        serde_json::from_value(value).expect("a telling")
    }

    /// The facts as they are told, with the notes where they are to fill what is left out.
    fn facts_told(&self) -> Report {
        let telling = self.telling();
        let winner =
            Side::BOTH.into_iter().find(|side| self.state.campaign.sides[*side].id == telling.winner);
        let mut report = Report { winner, side_1: telling.side_1.clone(), side_2: telling.side_2.clone() };
        if telling.fill.is_some() {
            for side in Side::BOTH {
                for man in self.force(side) {
                    let (out, events) = self.noted(side, man);
                    let men = &mut report.side_mut(side).men;
                    match men.iter_mut().find(|told| told.id == man) {
                        Some(told) if told.events.is_empty() && told.out != Out::NotEntered => {
                            told.events = events
                        }
                        Some(_) => {}
                        None => men.push(ManReport { out, events, ..ManReport::new(man) }),
                    }
                }
            }
        }
        report
    }

    /// The facts on which decisions are made, and the decisions.
    pub fn decided(&self) -> Option<(Report, Decisions)> {
        let decide = |value: &serde_json::Value| serde_json::from_value::<Decisions>(value.clone()).ok();
        match self.kind() {
            "decide" => {
                let mut value = self.value.clone();
                value.as_object_mut().expect("a command").remove("do");
                Some((self.state.facts.agreed.as_deref()?.clone(), decide(&value)?))
            }
            "confirm" => {
                let version = self.state.facts.versions.iter().find(|version| version.id != self.side())?;
                Some(((*version.report).clone(), decide(&self.value["decide"])?))
            }
            _ => Some((self.facts_told(), self.telling().decide?)),
        }
    }

    /// Whether a reason of the aftermath holds; nothing where it is not known here.
    pub fn aftermath_holds(&self) -> Option<bool> {
        let (facts, side, phase) = (&self.state.facts, self.side(), self.phase());
        let has = |side: Side| facts.versions.iter().any(|version| version.id == side);
        let open = ["confirm", "dispute"].contains(&phase);
        let reason = self.text("reason").trim().chars().count();
        Some(match (self.kind(), self.code) {
            ("report", "actor") => !self.is_side() && self.seat != Seat::Umpire,
            ("uphold", "actor") => self.seat != Seat::Umpire,
            (_, "actor") => !self.is_side(),
            ("report" | "differ", "E35")
                if self.says("The scenario to report") || self.says("All scenarios") =>
            {
                self.state.leg().is_none_or(|leg| leg.id.as_str() != self.text("scenario"))
            }
            ("report", "E35") => match self.is_side() {
                true => !(phase == "battle" || (open && has(side))),
                false => !(phase == "battle" || open),
            },
            ("differ", "E35") => !(open && has(side.enemy())),
            ("confirm", "E35") => !has(side.enemy()),
            ("uphold", "E35") => {
                let upheld = Side::BOTH
                    .into_iter()
                    .find(|side| self.state.side(*side).id.as_str() == self.text("side"));
                !upheld.is_some_and(has)
            }
            ("decide", "E35") => facts.agreed.is_none(),
            ("decide", "decided") => {
                let open = self.ruling("R50_rosters") == "open";
                let done = self.state.side(side).decided.is_some();
                facts.agreed.as_ref().is_some_and(|report| done || (open && !self.has_choices(report)))
            }
            (_, "reason") => reason > 400,
            (_, "owner") if self.says("gives a reason") => self.is_side() && !self.value["reason"].is_null(),
            (_, "owner") => !self.is_side() && !self.value["decide"].is_null(),
            (_, "E30" | "E32" | "E33" | "E40" | "E41" | "E42" | "E43" | "E44" | "E45") => {
                self.decision_is_wrong()
            }
            (_, "E34") if self.says("in the decisions") || ["UF-R10", "UF-R11"].contains(&self.rule) => {
                self.decision_is_wrong()
            }
            ("report" | "differ", "E31") => Side::BOTH.into_iter().any(|side| {
                self.he(|man| {
                    let report = self.facts_told();
                    let team = self.state.side(side).team.contains(&man);
                    told(&report, side, man).is_some_and(|told| {
                        !(self.force(side).contains(&man)
                            || (told.moved_in && team && self.is_fit(side, man)))
                    })
                })
            }),
            ("report" | "differ", "E34") => {
                let report = self.facts_told();
                Side::BOTH.into_iter().any(|side| self.report_is_wrong(side, &report))
            }
            _ => return None,
        })
    }

    /// [UF-E34] Whether the facts that are told of a side contradict themselves, by the rule that is named.
    fn report_is_wrong(&self, side: Side, report: &Report) -> bool {
        let part: &SideReport = report.side(side);
        let other: &SideReport = report.side(side.enemy());
        let man = |is: &dyn Fn(&ManReport) -> bool| {
            self.men().first().is_some_and(|man| part.men.iter().any(|told| told.id == *man && is(told)))
        };
        let lost = |out: Out| matches!(out, Out::Killed | Out::CcLost | Out::Captured | Out::PanicLost);
        let of_side: Vec<Deed> = part.men.iter().flat_map(|man| man.events.iter().copied()).collect();
        let kills = sum(&of_side, |deed| if let Deed::CcKill { cc_kill } = deed { *cc_kill } else { 0 });
        let guns = sum(&of_side, |deed| if let Deed::GunInCc { ig_cc } = deed { *ig_cc } else { 0 });
        let charged =
            sum(
                &of_side,
                |deed| if let Deed::DemoCharge { demo_charge_men } = deed { *demo_charge_men } else { 0 },
            );
        let n_enemies = self.enemies_of(side, other.men.len());
        let brought = |kind: AuxKind| self.brought(side.enemy(), kind);
        let aux_lost = |kind: AuxKind| other.aux.iter().filter(|loss| loss.kind == kind).count();
        let ended = |how: &[Out]| other.men.iter().filter(|man| how.contains(&man.out)).count();
        let spoken = self.says(self.name(side));
        match self.rule {
            "UF-E34" => match () {
                () if self.says("the winner is a side or none") => {
                    let winner = self.text("winner");
                    winner != "none"
                        && Side::BOTH
                            .iter()
                            .all(|side| self.state.campaign.sides[*side].id.as_str() != winner)
                }
                () if self.says("named twice") => {
                    self.he(|man| part.men.iter().filter(|told| told.id == man).count() > 1)
                }
                () if self.says("belongs to this force") => {
                    man(&|told| told.moved_in) && self.he(|man| self.force(side).contains(&man))
                }
                () if self.says("is missing") => self
                    .he(|man| self.force(side).contains(&man) && part.men.iter().all(|told| told.id != man)),
                () if self.says("neither pinned nor unpinned") => {
                    man(&|told| told.pinned.is_some() && !matches!(told.out, Out::InPlay | Out::Withdrawn))
                }
                () if self.says("no wound is reported") => {
                    man(&|told| told.wounded.is_some() && (lost(told.out) || told.out == Out::NotEntered))
                }
                () if self.says("a demo charge on") => man(&|told| {
                    told.events.iter().any(|deed| {
                        matches!(deed, Deed::DemoCharge { demo_charge_men } if usize::from(*demo_charge_men) > n_enemies)
                    })
                }),
                // What cannot be read at all.
                () => !part.unread.is_empty(),
            },
            "UF-R39" => man(&|told| told.out == Out::NotEntered && !told.events.is_empty()),
            "UF-42.43-12" => man(&|told| {
                told.events.iter().any(|deed| {
                matches!(deed, Deed::Infiltration { infiltration: fire }
                    if [fire.unpinned_before, fire.removed_or_pinned].iter().any(|n| usize::from(*n) > n_enemies))
            })
            }),
            "UF-42.43-5" => man(&|told| {
                sum(&told.events, |deed| if let Deed::Hero { hero } = deed { *hero } else { 0 }) > 20
            }),
            "UF-42.43-7" if self.says("brought") => man(&|told| {
                let own =
                    sum(&told.events, |deed| if let Deed::GunInCc { ig_cc } = deed { *ig_cc } else { 0 });
                brought(AuxKind::Gun).is_some_and(|n| own > n)
            }),
            "UF-42.43-7" => guns > aux_lost(AuxKind::Gun),
            "UF-R24" if self.says("is destroyed by") => {
                let destroys = |told: &ManReport| -> BTreeSet<String> {
                    let wrecks = told.events.iter().filter_map(|deed| match deed {
                        Deed::Vehicle { afv, result: Wreck::Destroyed, .. } => Some(afv.to_string()),
                        _ => None,
                    });
                    wrecks.collect()
                };
                let both: Vec<BTreeSet<String>> = part.men.iter().map(destroys).collect();
                (1..both.len()).any(|n| both[..n].iter().any(|other| !other.is_disjoint(&both[n])))
            }
            "UF-R24" => brought(AuxKind::Gun)
                .zip(brought(AuxKind::Vehicle))
                .is_some_and(|(guns, afvs)| kills > n_enemies + 3 * guns + afvs),
            "UF-42.8-6" if self.says("dealt with") => {
                let named: BTreeSet<String> = of_side
                    .iter()
                    .filter_map(|deed| match deed {
                        Deed::Vehicle { afv, .. } => Some(afv.to_string()),
                        _ => None,
                    })
                    .collect();
                spoken && named.iter().any(|afv| self.is_strange_to(side, afv, named.len()))
            }
            "UF-42.8-6" => spoken && self.has_no_such_aux(side, &part.aux),
            "UF-42.43-6" => {
                let fallen = ended(&[Out::CcLost, Out::Killed]);
                let crews =
                    2 * aux_lost(AuxKind::Gun).saturating_sub(guns) + aux_lost(AuxKind::CommanderKilled);
                kills > fallen + crews
            }
            "UF-42.43-10" => {
                let removed = ended(&[Out::Killed, Out::Routed])
                    + 3 * aux_lost(AuxKind::Gun)
                    + aux_lost(AuxKind::CommanderKilled);
                // Nobody falls twice.
                let left = (removed + ended(&[Out::CcLost])).saturating_sub(kills).min(removed);
                charged > left
            }
            "UF-42.8-3" => {
                let destroyed: BTreeSet<String> = of_side
                    .iter()
                    .filter_map(|deed| match deed {
                        Deed::Vehicle { afv, result: Wreck::Destroyed, .. } => Some(afv.to_string()),
                        _ => None,
                    })
                    .collect();
                let lost: Vec<i32> = other
                    .aux
                    .iter()
                    .filter(|loss| loss.kind == AuxKind::Vehicle)
                    .map(|loss| loss.effect)
                    .collect();
                destroyed.len() > lost.len()
                    || destroyed
                        .iter()
                        .any(|afv| self.number_of(side, afv).is_some_and(|number| !lost.contains(&number)))
                    || self.numbers_are_short(side, &destroyed, &lost)
            }
            "UF-42.6-5" if self.says("announced") => {
                self.is_side()
                    && side == self.side()
                    && self.has_conceded(side)
                    && report.winner != Some(side.enemy())
            }
            "UF-42.6-5" => {
                part.men.iter().any(|told| told.out == Out::Withdrawn) && report.winner != Some(side.enemy())
            }
            "UF-42.74-1" => {
                self.is_side() && side == self.side() && self.has_pursued(side) && report.winner != Some(side)
            }
            _ => false,
        }
    }

    /// The number of a vehicle of the other side that is named by its place in the scenario.
    fn number_of(&self, side: Side, afv: &str) -> Option<i32> {
        let scenario = self.state.scenario()?;
        let brought = scenario.aux[self.part(side.enemy())].iter().filter(|aux| aux.kind == AuxKind::Vehicle);
        let at: usize = afv.strip_prefix("afv-")?.parse().ok()?;
        brought.map(|aux| aux.effect).nth(at.checked_sub(1)?)
    }

    /// Whether two vehicles with one number are destroyed and only one with it is lost.
    fn numbers_are_short(&self, side: Side, destroyed: &BTreeSet<String>, lost: &[i32]) -> bool {
        let numbers: Vec<i32> = destroyed.iter().filter_map(|afv| self.number_of(side, afv)).collect();
        numbers.iter().any(|number| {
            let of = |list: &[i32]| list.iter().filter(|other| *other == number).count();
            of(&numbers) > of(lost)
        })
    }

    fn has_no_such_aux(&self, side: Side, losses: &[AuxLoss]) -> bool {
        let Some(scenario) = self.state.scenario() else { return false };
        let part = self.part(side);
        if matches!(scenario.forces[part], ForceName::Own(_)) {
            return false;
        }
        let brought = &scenario.aux[part];
        let of = |kind: AuxKind| losses.iter().filter(|loss| loss.kind == kind).count();
        let crews = brought.len();
        let too_many = losses.iter().any(|loss| {
            let same = losses.iter().filter(|other| *other == loss).count();
            loss.kind != AuxKind::CommanderKilled
                && same
                    > brought.iter().filter(|aux| (aux.kind, aux.effect) == (loss.kind, loss.effect)).count()
        });
        too_many || of(AuxKind::CommanderKilled) > crews
    }
}
