//! The order of settlement at the end of a scenario, catalogue section 3: losses, rout, Elan, trade, Survival, KIA
//! restoration, promotion, wound note, points, attacker. Each man is settled from his own facts alone, so the order of
//! men in a report cannot matter.

use kernel::Adjudged;
use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Audience, RuleId};
use serde::{Deserialize, Serialize};

use super::s4_decisions::owes_decisions;
use super::s42_43_elan::{self as elan, Circumstances};
use super::s42_46_promotion::{self as promotion, Due};
use super::{
    Cx, by, printed_name, s42_4_roster, s42_8_victory_points, s42_41_replacement, s42_42_rout,
    s42_44_improvement, s42_45_survival, sc_sample_campaign,
};
use crate::event::roster_audience;
use crate::report::{Decisions, Deed, First, ManReport, Report, When, Wreck};
use crate::rules::s42_42_rout::Lowering;
use crate::rules::sc_sample_campaign::NextAttacker;
use crate::setup::rulings::{MarkOrder, Promotion, PromotionForPresence, SsgMarks, Steps, WoundAndRout};
use crate::setup::{Campaign, Card, Deck, Leg, Rulings};
use crate::state::{CareerLine, How, Man, Played, PointsKind, State};
use crate::words::{LegId, ManId, Out, Side, Trait};

/// What is the same for every man of a side in one scenario.
#[derive(Clone, Copy, Debug)]
pub struct Settling<'s> {
    /// The set-up.
    pub campaign: &'s Campaign,
    /// The rulings.
    pub rulings: &'s Rulings,
    /// The side's cards.
    pub deck: &'s Deck,
    /// The scenario.
    pub leg: &'s Leg,
    /// Its place in the order.
    pub at: u8,
    /// Whether the side won.
    pub won: bool,
}

impl<'s> Settling<'s> {
    /// For a side of the present scenario.
    pub fn of(state: &'s State, side: Side, report: &Report) -> Option<Self> {
        let (campaign, rulings) = (&*state.campaign, &state.facts.rulings);
        let (leg, won) = (state.leg()?, report.winner == Some(side));
        Some(Self { campaign, rulings, deck: campaign.deck(side), leg, at: state.facts.leg, won })
    }
}

/// A man after losses, rout and Elan, before he trades.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AfterBattle {
    /// How he stands.
    pub man: Man,
    /// What he gained.
    pub gained: i32,
    /// Which value fell.
    pub lowered: Option<Trait>,
    /// Whether his career ended, by loss or by his rout.
    pub lost: bool,
    /// Whether it was his rout. [UF-42.42-6]
    pub broken: bool,
}

/// Steps 2 to 4 for one man. `choice` is the owner's for a rout with two legal values; a routed man loses all his Elan, that
/// of this scenario too. Who is lost gains nothing for his deeds. [UF-42.42-8, UF-R23]
pub fn after_battle(
    at: Settling<'_>,
    man: &Man,
    card: &Card,
    report: &ManReport,
    choice: Option<Trait>,
) -> AfterBattle {
    let mut after = AfterBattle { man: *man, gained: 0, lowered: None, lost: false, broken: false };
    if report.out.is_lost() {
        after.man = man.killed(card);
        after.lost = true;
        return after;
    }
    if report.out == Out::NotEntered {
        return after;
    }
    let caps = &at.deck.nation.caps;
    if report.out == Out::Routed {
        let falls = match s42_42_rout::lowering(caps, man.morale, man.panic) {
            Some(Lowering::Only(only)) => Some(only),
            Some(Lowering::Either) => Some(choice.unwrap_or(Trait::Panic)),
            None => None,
        };
        if let Some(which) = falls {
            after.man = man.with(which, man.value(which) - 1);
            after.lowered = Some(which);
        }
        after.man.elan = 0;
        if s42_42_rout::is_broken(at.rulings, after.man.morale, after.man.panic) {
            after.man = man.killed(card);
            (after.lost, after.broken) = (true, true);
        }
        return after;
    }
    if !elan::is_past_gaining(at.rulings, caps, man.morale, man.panic) {
        let circumstances = Circumstances { campaign: at.campaign, rulings: at.rulings, card, won: at.won };
        after.gained = elan::total(circumstances, report);
        let sum = i32::from(man.elan) + after.gained;
        after.man.elan = u16::try_from(sum).unwrap_or(u16::MAX);
    }
    after
}

/// One man's settlement, from what he was to what he is. `report` is absent for a man of an earlier scenario of the
/// Team Game who only trades.
pub fn settle_man(
    at: Settling<'_>,
    man: &Man,
    card: &Card,
    report: Option<&ManReport>,
    decisions: &Decisions,
) -> (CareerLine, Man) {
    let id = man.id;
    let mut line = CareerLine::blank(0, at.at, id);
    let mut now = *man;
    let mut slash = false;
    if let Some(report) = report {
        let after = after_battle(at, man, card, report, decisions.rout.get(id).copied());
        tell(&mut line, report, &after);
        now = after.man;
        if after.lost || !report.out.took_part() {
            return (line, now);
        }
        slash = s42_45_survival::earns_slash(at.rulings, report.out);
        let healthy =
            report.out == Out::Routed && at.rulings.wound_and_rout == WoundAndRout::RoutCancelsWound;
        line.wounded = report.is_wounded() && !healthy;
        now.wound = line.wounded.then(|| s42_4_roster::fit_again_at(at.campaign, at.leg.position));
        now.sits_out = false;
    }
    trade(at, &mut now, &mut line, decisions.trade.get(id).map_or(&[][..], Vec::as_slice));
    if slash {
        now.surv = now.surv.saturating_add(1);
    }
    if report.is_some_and(|report| earns_presence(at.rulings, report)) {
        now.promo = now.promo.saturating_add(1);
    }
    ripen(at, &mut now, &mut line, card, decisions);
    (line, now)
}

/// [UF-P01] What the career says of it: a lost man's deeds score nothing, and he has done them all the same.
fn tell(line: &mut CareerLine, report: &ManReport, after: &AfterBattle) {
    line.out = Some(report.out);
    line.broken = after.broken;
    line.lowered = after.lowered;
    line.gained = u16::try_from(after.gained).unwrap_or(u16::MAX);
    let add = |count: &mut u8, more: u8| *count = count.saturating_add(more);
    for deed in &report.events {
        match *deed {
            Deed::Hero { hero } => add(&mut line.heroes, hero),
            Deed::CcKill { cc_kill } => add(&mut line.kills, cc_kill),
            Deed::GunInCc { ig_cc } => {
                add(&mut line.guns, ig_cc);
                add(&mut line.kills, ig_cc.saturating_mul(3));
            }
            Deed::Vehicle { result, .. } => {
                add(&mut line.vehicles, 1);
                add(&mut line.immobilised, u8::from(result == Wreck::Immobilised));
            }
            Deed::DemoCharge { demo_charge_men } => {
                add(&mut line.demo_charges, 1);
                add(&mut line.demo_men, demo_charge_men);
            }
            Deed::Infiltration { infiltration } => {
                add(&mut line.infiltrations, u8::from(infiltration.removed_or_pinned > 0));
            }
        }
    }
}

/// Step 5: the steps he buys, each with a Promotion slash; a step that cannot be bought is left out. Unused Elan stays.
/// [UF-42.43-2, UF-42.44-6, UF-R09]
fn trade(at: Settling<'_>, now: &mut Man, line: &mut CareerLine, steps: &[Trait]) {
    if !at.leg.last {
        return;
    }
    let most = if at.rulings.steps == Steps::One { 1 } else { usize::MAX };
    for which in steps.iter().take(most) {
        let values = (now.morale, now.panic);
        if !s42_44_improvement::can_step(at.campaign, &at.deck.nation.caps, now.elan.into(), values, *which) {
            continue;
        }
        (now.morale, now.panic) = s42_44_improvement::raised(values, *which);
        let price = at.campaign.tables.elan.price_of_one_step;
        now.elan = now.elan.saturating_sub(u16::try_from(price).unwrap_or(u16::MAX));
        now.promo = now.promo.saturating_add(1);
        match which {
            Trait::Morale => line.morale_steps += 1,
            Trait::Panic => line.panic_steps += 1,
        }
    }
}

/// Steps 7 and 8: KIA restoration and promotion, in the order of ruling R10.
fn ripen(at: Settling<'_>, now: &mut Man, line: &mut CareerLine, card: &Card, decisions: &Decisions) {
    let promotion_first = match at.rulings.order {
        MarkOrder::KiaFirst => false,
        MarkOrder::PromotionFirst => true,
        MarkOrder::Owner => decisions.order.get(now.id) == Some(&First::Promotion),
    };
    let waits =
        at.rulings.promotion == Promotion::Owner && decisions.promote.get(now.id) == Some(&When::Wait);
    let mut restore = |now: &mut Man| {
        let ceiling = s42_41_replacement::kia_ceiling(at.campaign, at.deck, card);
        if s42_45_survival::restoration_is_due(at.campaign, now, ceiling) {
            s42_45_survival::restore(now);
            line.restored = true;
        }
    };
    if !promotion_first {
        restore(now);
    }
    let mut promoted = None;
    match promotion::due(at.campaign, at.deck, now, card) {
        Due::Rank(rank) if !waits => {
            promotion::promote(now, rank);
            promoted = Some(rank);
        }
        Due::Top if at.rulings.ssg_marks == SsgMarks::Cleared => promotion::erase(now),
        Due::Rank(_) | Due::Top | Due::Nothing => {}
    }
    if promotion_first {
        restore(now);
    }
    line.promoted = promoted;
}

/// [UF-R05] Whether a man gets a Promotion slash for being in play at the end.
pub(super) fn earns_presence(rulings: &Rulings, told: &ManReport) -> bool {
    told.out == Out::InPlay && rulings.promotion_for_presence == PromotionForPresence::Yes
}

/// The men of a side who are settled: those of the report, then those of earlier scenarios of a Team Game that ends.
pub(super) fn settled_men<'s>(
    state: &'s State,
    side: Side,
    report: &'s Report,
) -> impl Iterator<Item = (ManId, Option<&'s ManReport>)> {
    let told = report.side(side).men.iter().map(|man| (man.id, Some(man)));
    let last = state.leg().is_some_and(|leg| leg.last);
    let team = state.side(side).team.iter().filter(move |man| last && report.side(side).man(**man).is_none());
    told.chain(team.map(|man| (*man, None)))
}

/// What a side's men become, in the order of their numbers, without changing anything.
pub fn outcome(state: &State, side: Side, report: &Report, decisions: &Decisions) -> Vec<(CareerLine, Man)> {
    let Some(at) = Settling::of(state, side, report) else { return Vec::new() };
    let one = |(id, told): (ManId, Option<&ManReport>)| {
        let (man, card) = state.man(side, id)?;
        let settled = settle_man(at, man, card, told, decisions);
        (told.is_some() || settled.1 != *man).then_some(settled)
    };
    let mut settled = Vec::with_capacity(report.side(side).men.len() + state.side(side).team.len());
    settled.extend(settled_men(state, side, report).filter_map(one));
    settled
}

/// What a side's facts cost and bring: losses first, then the win, then guns and vehicles.
pub fn points(
    state: &State,
    side: Side,
    report: &Report,
    settled: &[(CareerLine, Man)],
) -> Vec<(PointsKind, i32, Option<ManId>)> {
    let (campaign, rulings) = (&*state.campaign, &state.facts.rulings);
    let mut lines = Vec::new();
    for (line, man) in settled {
        if let Some(out) = line.out
            && (out.is_lost() || line.broken)
        {
            lines.push((
                PointsKind::Lost,
                s42_8_victory_points::for_loss(campaign, rulings, out),
                Some(man.id),
            ));
        }
    }
    if report.winner == Some(side) {
        lines.push((PointsKind::Won, campaign.tables.points.win, None));
    }
    for loss in &report.side(side).aux {
        let (kind, amount) = s42_8_victory_points::for_aux(campaign, rulings, *loss);
        lines.push((kind, amount, None));
    }
    lines.retain(|(_, amount, _)| *amount != 0);
    lines
}

/// Settles the scenario when the facts are agreed and nobody owes a decision; else leaves it waiting.
pub fn settle_when_due(cx: &mut Cx<'_>) -> Adjudged {
    let Some(report) = &cx.state().facts.agreed else { return Ok(()) };
    let winner = report.winner;
    if Side::BOTH.iter().any(|side| owes_decisions(cx.state(), *side)) {
        return Ok(());
    }
    for side in Side::BOTH {
        let state = cx.state();
        let Some(report) = &state.facts.agreed else { break };
        let (seen, idle) = (roster_audience(state, side), Decisions::default());
        let decisions = state.side(side).decided.as_ref().unwrap_or(&idle);
        let settled = outcome(state, side, report, decisions);
        let points = points(state, side, report, &settled);
        for (line, after) in settled {
            cx.record(Settled { side, seen, line, after })?;
        }
        for (kind, amount, man) in points {
            cx.record(s42_8_victory_points::Scored { side, kind, amount, man })?;
        }
    }
    let next = usize::from(cx.state().facts.leg) + 1;
    let next_attacker = match sc_sample_campaign::attacker_of(cx.state(), next, winner) {
        NextAttacker::Side(side) => Some(side),
        NextAttacker::None | NextAttacker::Open => None,
    };
    let leg = cx.state().leg().map(|leg| leg.id).unwrap_or_default();
    cx.record(ScenarioEnded { leg, winner, next_attacker })?;
    if cx.state().leg().is_none() {
        let winner = s42_8_victory_points::campaign_winner(cx.state());
        cx.record(s42_8_victory_points::CampaignEnded { winner })?;
    }
    Ok(())
}

/// One man's line of the roster was settled. [catalogue section 3]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settled {
    /// Whose.
    pub side: Side,
    /// Who may know.
    pub seen: Audience,
    /// What happened to him.
    pub line: CareerLine,
    /// How he stands now.
    pub after: Man,
}

impl SectionEvent<State, Campaign> for Settled {
    fn audience(&self) -> Audience {
        self.seen
    }
    fn fold(&self, state: &mut State) {
        if let Some(man) = state.man_mut(self.side, self.after.id) {
            *man = self.after;
        }
        state.side_mut(self.side).write(self.line);
    }
    fn narrate(&self, setup: &Campaign) -> Text {
        by(self.side).say(format!(
            ": {} {}",
            printed_name(setup, self.side, self.after.id),
            career(setup, &self.line)
        ))
    }
}

/// The scenario was over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioEnded {
    /// Its id.
    pub leg: LegId,
    /// The winner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Side>,
    /// The attacker of the next, where that is known at once. [UF-SC-2]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_attacker: Option<Side>,
}

impl SectionEvent<State, Campaign> for ScenarioEnded {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let last = state.leg().is_none_or(|leg| leg.last);
        let report = state.facts.agreed.take();
        let withdrew = |side: Side| {
            let away = |report: &Report| report.side(side).men.iter().any(|told| told.out == Out::Withdrawn);
            state.has_conceded(side) || report.as_deref().is_some_and(away)
        };
        let conceded = self.winner.is_some_and(|winner| withdrew(winner.enemy()));
        let facts = &mut state.facts;
        facts.played.push(Played { id: self.leg, winner: self.winner, attacker: facts.attacker, conceded });
        facts.leg += 1;
        facts.attacker = self.next_attacker;
        facts.group.clear();
        facts.pursuit.clear();
        facts.naming.clear();
        for side in Side::BOTH {
            close_scenario(state, side, report.as_deref(), last);
        }
        state.facts.settled = report;
    }
    fn narrate(&self, _: &Campaign) -> Text {
        let text = match self.winner {
            Some(side) => {
                Text::new(format!("Scenario {} was over, won by ", self.leg)).side(side.number()).say(".")
            }
            None => Text::new(format!("Scenario {} was over without a winner.", self.leg)),
        };
        match self.next_attacker {
            Some(side) => text.say(" ").side(side.number()).say(" attacks next.").rule(RuleId("UF-SC-2")),
            None => text,
        }
    }
}

/// Clears what a side remembers of one scenario. While its Team Game goes on, who took part and lives stays in the team.
/// [UF-42.44-7]
fn close_scenario(state: &mut State, side: Side, report: Option<&Report>, is_last: bool) {
    let facts = state.side_mut(side);
    facts.force = None;
    facts.decided = None;
    facts.note.clear();
    if is_last {
        facts.team.clear();
    } else if let Some(report) = report {
        let played = report.side(side).men.iter().filter(|man| man.out.took_part());
        facts.team.extend(played.map(|man| man.id));
        facts.team.sort();
        facts.team.dedup();
        let living: Vec<ManId> = facts.man.iter().filter(|man| !man.dead).map(|man| man.id).collect();
        facts.team.retain(|man| living.contains(man));
    }
    if state.is_fit(side, ManId::PERSONAL)
        && let Some(personal) = state.man_mut(side, ManId::PERSONAL)
    {
        personal.sits_out = false;
    }
    let strength = state.strength(side);
    state.side_mut(side).strength.push(strength);
}

/// What happened to a man in one scenario, in words that follow his name.
pub fn career(setup: &Campaign, line: &CareerLine) -> String {
    let mut words = Vec::new();
    if let Some(out) = line.out {
        words.push(out.prose().to_owned());
    }
    match line.came {
        Some(How::Transferred) => words.push("came by transfer".into()),
        Some(_) => words.push("came as a replacement".into()),
        None => {}
    }
    if line.broken {
        words.push("broke for good and counts as killed".into());
    }
    if line.wounded {
        words.push("was wounded".into());
    }
    words.extend(done(line));
    if line.gained > 0 {
        words.push(format!("gained {} Elan", line.gained));
    }
    if let Some(which) = line.lowered.filter(|_| !line.broken) {
        words.push(format!("{} −1", which.title()));
    }
    let steps = [(line.morale_steps, Trait::Morale), (line.panic_steps, Trait::Panic)];
    words.extend(
        steps.iter().filter(|(n, _)| *n > 0).map(|(n, which)| format!("traded for {} +{n}", which.title())),
    );
    if line.restored {
        words.push("KIA value restored".into());
    }
    if let Some(rank) = line.promoted {
        words.push(format!("promoted to {rank}"));
    }
    if let Some(leg) = setup.legs.get(usize::from(line.leg)).filter(|_| line.wounded) {
        words.push(match setup.position_id(s42_4_roster::fit_again_at(setup, leg.position)) {
            Some(id) => format!("in hospital until {id}"),
            None => "out for the rest of the campaign".into(),
        });
    }
    let mut sentence = words.join(", ");
    if sentence.is_empty() {
        sentence.push_str("was there");
    }
    sentence.push('.');
    sentence
}

/// What a man did in one scenario, deed by deed. [UF-P01]
fn done(line: &CareerLine) -> Vec<String> {
    let men = line.kills.saturating_sub(line.guns.saturating_mul(3));
    let deeds = [
        (line.heroes, "Hero cards"),
        (men, "killed in close combat"),
        (line.guns, "guns with their crews killed in close combat"),
        (line.vehicles.saturating_sub(line.immobilised), "vehicles destroyed"),
        (line.immobilised, "vehicles immobilised"),
        (line.infiltrations, "infiltration fire that hit"),
    ];
    let told = deeds.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{what}: {n}"));
    let demo = (line.demo_charges > 0)
        .then(|| format!("demo charges: {}, with {} men killed or routed", line.demo_charges, line.demo_men));
    told.chain(demo).collect()
}
