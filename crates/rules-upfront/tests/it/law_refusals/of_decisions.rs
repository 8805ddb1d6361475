//! What each reason against an owner's decisions says: 42.42, 42.44, UF-R10, UF-R11.

use rules_upfront::report::{Decisions, Deed, ManReport, Means, Report, Wreck};
use rules_upfront::words::{ManId, Out, Rank, Trait};

use super::look::{Look, told};

/// Morale and Panic.
type Values = (u8, u8);

impl Look<'_> {
    /// Whether a decision contradicts the facts it is made on, by its code.
    pub fn decision_is_wrong(&self) -> bool {
        let Some((report, decisions)) = self.decided() else { return false };
        let last = self.state.leg().is_some_and(|leg| leg.last);
        let Some(man) = self.men().first().copied() else {
            let trades = decisions.trade.0.iter().any(|(_, steps)| !steps.is_empty());
            return self.code == "E45" && trades && !last;
        };
        let how = told(&report, self.side(), man);
        let routed = how.is_some_and(|told| told.out == Out::Routed);
        let asked = decisions.rout.get(man).copied();
        let steps = decisions.trade.get(man).cloned().unwrap_or_default();
        let now = self.man(man).map(|(now, _)| (now.morale, now.panic));
        // Of nobody on the roster nothing at all can be decided.
        let Some(now) = now else { return ["E30", "E34", "E40"].contains(&self.code) };
        // [UF-42.42-3 to UF-42.42-5] Which value may fall.
        let may_fall = |which: Trait| lowered(now, which).is_some_and(|values| self.is_level(values));
        match self.code {
            "E30" => !routed && asked.is_some(),
            "E32" => asked.is_some_and(|which| !may_fall(which)),
            "E33" => routed && asked.is_none() && Trait::ALL.iter().all(|which| may_fall(*which)),
            "E34" if self.says("in the decisions") => {
                let twice = |men: Vec<ManId>| men.iter().filter(|other| **other == man).count() > 1;
                twice(decisions.rout.0.iter().map(|(man, _)| *man).collect())
                    || twice(decisions.trade.0.iter().map(|(man, _)| *man).collect())
            }
            "E34" if self.rule == "UF-R10" => {
                decisions.order.get(man).is_some() && !self.may_be_ordered(man, &report)
            }
            "E34" => decisions.promote.get(man).is_some() && !self.may_wait(man, &report),
            "E40" => match how {
                None => !(last && self.state.side(self.side()).team.contains(&man)),
                Some(told) => {
                    is_lost(told.out) || told.out == Out::NotEntered || self.breaks(man, told, &decisions)
                }
            },
            "E43" => steps.len() > 1 && self.ruling("R08_steps_per_scenario") == "one",
            "E41" => self.elan_after(man, &report) < 5 * steps.len(),
            "E42" => {
                self.raises(man, &report, &decisions, &steps).any(|(morale, panic)| morale > 7 || panic > 7)
            }
            "E44" => self
                .raises(man, &report, &decisions, &steps)
                .any(|values| values.0 <= 7 && !self.is_level(values)),
            _ => false,
        }
    }

    /// Whether facts leave a side anything to decide: a rout, a step, an order, a promotion.
    pub fn has_choices(&self, report: &Report) -> bool {
        let last = self.state.leg().is_some_and(|leg| leg.last);
        let named = report.side(self.side()).men.iter().map(|told| told.id);
        let team = self.state.side(self.side()).team.iter().copied().filter(|_| last);
        named.chain(team).any(|man| {
            let Some((now, _)) = self.man(man) else { return false };
            let routed = told(report, self.side(), man).is_some_and(|told| told.out == Out::Routed);
            let level =
                |which| lowered((now.morale, now.panic), which).is_some_and(|values| self.is_level(values));
            (routed && Trait::ALL.iter().all(|which| level(*which)))
                || self.may_step(man, report)
                || self.may_wait(man, report)
                || self.may_be_ordered(man, report)
        })
    }

    /// Whether a man is there to buy a step, can pay it, and has a value that may rise.
    fn may_step(&self, man: ManId, report: &Report) -> bool {
        self.slashes(man, report).is_some() && self.n_steps(man, report) > 0
    }

    /// [UF-42.44-4] Panic at least Morale, with Italians one less.
    fn is_level(&self, (morale, panic): Values) -> bool {
        let italian = self.state.deck(self.side()).nation.id.as_str() == "italian";
        morale <= panic + u8::from(italian)
    }

    /// The values of a man after each step that he is to buy.
    fn raises<'r>(
        &self,
        man: ManId,
        report: &Report,
        decisions: &Decisions,
        steps: &'r [Trait],
    ) -> impl Iterator<Item = Values> + 'r {
        let mut values = self.man(man).map_or((0, 0), |(now, _)| (now.morale, now.panic));
        if told(report, self.side(), man).is_some_and(|told| told.out == Out::Routed) {
            values = self.after_rout(values, decisions.rout.get(man).copied());
        }
        steps.iter().map(move |which| {
            match which {
                Trait::Morale => values.0 += 1,
                Trait::Panic => values.1 += 1,
            }
            values
        })
    }

    /// [UF-42.42-2 to UF-42.42-5] What a rout leaves of both values, when a word on it is missing: the Panic falls.
    fn after_rout(&self, now: Values, asked: Option<Trait>) -> Values {
        let can = |which: Trait| lowered(now, which).filter(|values| self.is_level(*values));
        match (can(Trait::Morale), can(Trait::Panic)) {
            (Some(morale), Some(panic)) => {
                if asked == Some(Trait::Morale) {
                    morale
                } else {
                    panic
                }
            }
            (morale, panic) => morale.or(panic).unwrap_or(now),
        }
    }

    /// [UF-42.42-6, UF-R07] A rout that leaves him with nothing is a loss.
    fn breaks(&self, man: ManId, how: &ManReport, decisions: &Decisions) -> bool {
        let Some((now, _)) = self.man(man) else { return false };
        let (morale, panic) = self.after_rout((now.morale, now.panic), decisions.rout.get(man).copied());
        let nothing = match self.ruling("R07_zero") {
            "both" => morale == 0 && panic == 0,
            _ => panic == 0,
        };
        how.out == Out::Routed && nothing
    }

    /// The Elan of a man after the battle. [UF-42.43]
    fn elan_after(&self, man: ManId, report: &Report) -> usize {
        let Some((now, _)) = self.man(man) else { return 0 };
        let had = usize::from(now.elan);
        let Some(how) = told(report, self.side(), man).filter(|how| how.out != Out::NotEntered) else {
            return had;
        };
        if how.out == Out::Routed {
            return 0;
        }
        if (now.morale, now.panic) == (7, 7) && self.ruling("R01_elan_at_seven") == "not_recorded" {
            return had;
        }
        let unpinned = matches!(how.out, Out::InPlay | Out::Withdrawn) && how.pinned != Some(true);
        let both = if self.ruling("R04_wounded_and_unpinned") == "once" { 2 } else { 4 };
        let end = match (unpinned, how.wounded == Some(true)) {
            (true, true) => both,
            (false, false) => 0,
            _ => 2,
        };
        let deeds = how.events.iter().map(|deed| match deed {
            Deed::Hero { hero } => 3 * usize::from(*hero),
            Deed::CcKill { cc_kill } => 4 * usize::from(*cc_kill),
            Deed::GunInCc { ig_cc } => 12 * usize::from(*ig_cc),
            Deed::DemoCharge { demo_charge_men: 3.. } => 5,
            Deed::Infiltration { infiltration: fire } if fire.removed_or_pinned > 0 => {
                usize::from(fire.unpinned_before)
            }
            _ => 0,
        });
        let mut named: Vec<_> = how.events.iter().filter_map(vehicle).collect();
        named.sort_unstable();
        named.dedup();
        // [UF-42.43-14, UF-R26] Of one vehicle the higher figure only.
        let best = |afv: &str| {
            how.events
                .iter()
                .filter(|deed| vehicle(deed) == Some(afv))
                .map(|deed| self.worth(man, deed))
                .max()
        };
        let vehicles = named.iter().filter_map(|afv| best(afv));
        had + deeds.sum::<usize>()
            + vehicles.sum::<usize>()
            + end
            + usize::from(report.winner == Some(self.side()))
    }

    /// [UF-42.43-8 to UF-42.43-13, UF-R25] The Elan of one vehicle.
    fn worth(&self, man: ManId, deed: &Deed) -> usize {
        let Deed::Vehicle { means, result, .. } = deed else { return 0 };
        let whole = match (means, self.family(man)) {
            (Means::Antitank, Some("ATR")) => 0,
            (Means::Antitank, Some("PIAT")) if self.ruling("R25_piat") == "no" => 0,
            (Means::Antitank, _) => 4,
            (Means::DemoOrMine, _) => 5,
            (Means::CloseCombat, _) => 10,
        };
        if *result == Wreck::Destroyed { whole } else { whole.saturating_sub(2) }
    }

    /// The slashes of a man, Survival and Promotion, with all that this scenario can bring; nobody's who is lost.
    fn slashes(&self, man: ManId, report: &Report) -> Option<(usize, usize)> {
        let (now, _) = self.man(man)?;
        let last = self.state.leg().is_some_and(|leg| leg.last);
        let how = told(report, self.side(), man);
        let out = how.map(|told| told.out);
        let in_team = last && self.state.side(self.side()).team.contains(&man);
        if out.map_or(!in_team, |out| is_lost(out) || out == Out::NotEntered) {
            return None;
        }
        if how.is_some_and(|how| self.breaks(man, how, &Decisions::default())) {
            return None;
        }
        let survived = match out {
            Some(Out::Routed) => self.ruling("R06_survival_mark_for_routed") == "yes",
            out => out.is_some(),
        };
        let present = out == Some(Out::InPlay) && self.ruling("R05_promotion_mark_for_presence") == "yes";
        let promo = usize::from(now.promo) + self.n_steps(man, report) + usize::from(present);
        Some((usize::from(now.surv) + usize::from(survived), promo))
    }

    /// How many steps a man can pay at most, when one of his values may rise.
    fn n_steps(&self, man: ManId, report: &Report) -> usize {
        let Some((now, _)) = self.man(man) else { return 0 };
        let last = self.state.leg().is_some_and(|leg| leg.last);
        let mut values = (now.morale, now.panic);
        if told(report, self.side(), man).is_some_and(|how| how.out == Out::Routed) {
            values = self.after_rout(values, None);
        }
        let elan = self.elan_after(man, report);
        let can_raise = [(values.0 + 1, values.1), (values.0, values.1 + 1)]
            .iter()
            .any(|after| after.0 <= 7 && after.1 <= 7 && self.is_level(*after));
        match self.ruling("R08_steps_per_scenario") {
            _ if !last || !can_raise => 0,
            "one" => usize::from(elan >= 5),
            _ => elan / 5,
        }
    }

    /// [UF-42.46-1, UF-42.46-3, UF-R12] Whether ten slashes can bring a man another rank.
    fn is_ripe(&self, man: ManId, report: &Report) -> bool {
        let ranked = !matches!(self.rank(man), None | Some(Rank::Comm | Rank::Ssg));
        ranked && self.slashes(man, report).is_some_and(|(surv, promo)| surv + promo >= 10)
    }

    /// [UF-R11] Whether the owner may let a promotion wait.
    fn may_wait(&self, man: ManId, report: &Report) -> bool {
        self.ruling("R11_promotion") == "owner" && self.is_ripe(man, report)
    }

    /// [UF-R10] Whether five slashes of Survival and ten of both are there at once, and the owner is asked which comes first.
    fn may_be_ordered(&self, man: ManId, report: &Report) -> bool {
        let highest = if self.family(man) == Some("FT") { 7 } else { 8 };
        let restored = self.man(man).is_some_and(|(now, _)| now.kia < highest)
            && self.slashes(man, report).is_some_and(|(surv, _)| surv >= 5);
        self.ruling("R10_order") == "owner" && restored && self.is_ripe(man, report)
    }
}

fn is_lost(out: Out) -> bool {
    matches!(out, Out::Killed | Out::CcLost | Out::Captured | Out::PanicLost)
}

fn lowered((morale, panic): Values, which: Trait) -> Option<Values> {
    match which {
        Trait::Morale => Some((morale.checked_sub(1)?, panic)),
        Trait::Panic => Some((morale, panic.checked_sub(1)?)),
    }
}

fn vehicle(deed: &Deed) -> Option<&str> {
    if let Deed::Vehicle { afv, .. } = deed { Some(afv.as_str()) } else { None }
}
