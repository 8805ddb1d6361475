//! [BF-2.1.2-5] The result form: each side tells its own part; both confirm it by closing S5. Where their parts differ
//! nothing is entered until every difference is settled.

pub mod combats;
pub mod confirmed;
mod counts;
pub mod differences;
mod ends;
pub mod entered;
pub(crate) mod told;
mod types;

use kernel::grammar::{SectionEvent, allowed, counted_of};
use kernel::view::Text;
use kernel::{Acting, Adjudged, Audience, Checked, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use super::s2_1_2_resolution::{present_turn, told_turn};
use super::{Cx, acts_itself, by, in_step};
use crate::ids::{GroupId, ModuleId, WorkId};
use crate::phase::Step;
use crate::report::{Counts, Report};
use crate::setup::Campaign;
use crate::setup::options::ArtilleryLimit;
use crate::state::State;
use crate::view::prose::{called, group_words};
use crate::words::{Class, Side};

pub(crate) use confirmed::{confirm, names_of_battle};
pub use counts::{amended, fell};
pub use differences::is_open;
pub(crate) use differences::{
    compare, figure_words, mine_stands, nameable, proposed, settle, theirs_is_right,
};
pub use ends::{End, ends_of, is_a_vehicle, taking_part, told_out_of_pockets};
pub(crate) use entered::leaves_the_field;
pub use types::written;

const RULE: RuleId = RuleId("BF-2.1.2-5");

/// The order in which reasons against a report are given.
const ORDER: [&str; 9] = [
    "unknown",
    "class",
    "not-eligible",
    "unavailable",
    "dup",
    "range",
    "limit-scenario",
    "cap",
    "incomplete",
];

/// [BF-2.1.2-5] A side tells how the battle ended for its own forces: only what is not on the map where it was deployed.
/// A second telling replaces the first until the side confirms it.
pub(crate) fn report(cx: &mut Cx<'_>, report: &Report) -> Adjudged {
    let side = cx.check(|why| in_step(cx.state(), cx.acting(), RULE, &[Step::Battle], why))?;
    let report = types::named(cx.state(), side, report.clone());
    tell(cx, side, &report)
}

/// [BF-2.1.2-5] The same by number: which stands fell is proposed, and what is not spoken of stays as it was told.
pub(crate) fn by_number(cx: &mut Cx<'_>, counts: &Counts) -> Adjudged {
    let side = cx.check(|why| in_step(cx.state(), cx.acting(), RULE, &[Step::Battle], why))?;
    let report = cx.check_all(|why| amended(cx.state(), side, counts, why))?;
    tell(cx, side, &report)
}

fn tell(cx: &mut Cx<'_>, side: Side, report: &Report) -> Adjudged {
    let turn = cx.check_all(|why| may_report(cx.state(), side, report, why))?;
    // What one side tells alone is its own until both have confirmed; what is on record needs no telling.
    let turns = turn.map(i32::from);
    cx.record(Reported { side, report: Box::new(Report { turns, ..report.clone() }) })
}

/// The last turn as a side tells it, where it says another than the record shows. What the record has gone beyond since
/// it was told says nothing any more.
pub fn told_last(state: &State, side: Side) -> Option<u8> {
    let turns = state.side(side).report.as_ref()?.turns;
    allowed(|why| told_turn(state, turns, why)).flatten()
}

/// The last turn as it is entered: as it is told, else as the record shows.
fn last_turn(state: &State) -> u8 {
    let known = || state.facts.battle.ended.map_or_else(|| present_turn(state), |_| state.facts.battle.last);
    Side::BOTH.into_iter().find_map(|side| told_last(state, side)).unwrap_or_else(known)
}

/// Whether a side may tell exactly this, with the last turn where it is told otherwise than the record shows.
///
/// # Errors
/// Every reason against it, in the order of the codes.
pub fn may_report(state: &State, side: Side, report: &Report, why: &mut Reasons) -> Checked<Option<u8>> {
    // What is wrong with the turn is told together with what is wrong with the rest.
    let turn = told_turn(state, report.turns, why);
    stands(state, side, report, why)?;
    turn
}

/// Whether a part that was told can stand, whatever the turn record has come to since.
///
/// # Errors
/// Every reason against it, in the order of the codes.
pub fn stands(state: &State, side: Side, report: &Report, why: &mut Reasons) -> Checked {
    ends::resolve(state, side, report, why);
    formations(state, side, report, why);
    support(state, side, report, why);
    works(state, side, report, why);
    enemies(state, report, why);
    why.end_in_order_of(&ORDER)
}

/// [BF-2.1.1.3.1.O-7] Kills and close combats are told by formation, none of them below 0.
fn formations(state: &State, side: Side, report: &Report, why: &mut Reasons) {
    const COUNTS: RuleId = RuleId("BF-2.1.1.3.1.O-7");
    let facts = state.side(side);
    let of_combat = report.combat.iter().map(|combat| combat.me);
    for me in report.fought.iter().copied().chain(of_combat.clone()) {
        match facts.element(me) {
            None => why.note(COUNTS, "unknown", || match types::called_so(state, side, me.into()).len() {
                0 | 1 => format!("Your roster has no formation {me}."),
                _ => format!("Several formations are called {me}: write the id of one."),
            }),
            Some(element) => {
                let there = taking_part(state, side).any(|other| other.id == element.id);
                why.note_unless(there, COUNTS, "not-eligible", || {
                    format!("{me:#} took no part in the battle.", me = called(state, side, me))
                });
            }
        }
    }
    for (n, combat) in report.combat.iter().enumerate() {
        let me = combat.me;
        let first = of_combat.clone().position(|other| other == me) == Some(n);
        why.note_unless(first, COUNTS, "dup", || {
            format!("The combats of {me} are told twice.", me = called(state, side, me))
        });
        let countable = [combat.kills, combat.won, combat.lost].iter().all(|n| (0..=200).contains(n));
        why.note_unless(countable, COUNTS, "range", || {
            format!("The counts of {me} are 0 to 200 each.", me = called(state, side, me))
        });
    }
}

/// [BF-2.1.1.4.3-3, BF-2.1.1.4.4.N-3] Modules and flights that were chosen for the battle.
fn support(state: &State, side: Side, report: &Report, why: &mut Reasons) {
    let facts = state.side(side);
    const FIRED: RuleId = RuleId("BF-2.1.1.4.3-3");
    const FLEW: RuleId = RuleId("BF-2.1.1.4.4.N-3");
    let modules = report.fired.iter().copied().chain(report.smoke.iter().map(|smoke| smoke.module));
    for module in modules {
        let known = facts.modules.iter().any(|known| known.id == module);
        why.note_unless(known, FIRED, "unknown", || format!("Your roster has no module {module}."));
        let chosen = !known || facts.chosen.contains(&module.into());
        why.note_unless(chosen, FIRED, "not-eligible", || {
            format!("{module:#} took no part in the battle.", module = called(state, side, module))
        });
    }
    for flight in report.flew.iter() {
        let known = facts.flights.iter().any(|known| known.id == *flight);
        why.note_unless(known, FLEW, "unknown", || format!("Your roster has no flight {flight}."));
        let chosen = !known || facts.chosen.contains(&(*flight).into());
        why.note_unless(chosen, FLEW, "not-eligible", || {
            format!("{flight:#} took no part in the battle.", flight = called(state, side, *flight))
        });
    }
    const SMOKE: RuleId = RuleId("BF-2.1.1.4.4.N-4");
    for (n, smoke) in report.smoke.iter().enumerate() {
        let module = smoke.module;
        let first = report.smoke.iter().position(|other| other.module == module) == Some(n);
        why.note_unless(first, SMOKE, "dup", || {
            format!("The smoke of {module} is told twice.", module = called(state, side, module))
        });
        let counted = (1..=i32::from(u8::MAX)).contains(&smoke.missions);
        why.note_unless(counted, SMOKE, "range", || "Smoke missions are counted from 1.".into());
        let left = facts.modules.iter().find(|known| known.id == module).and_then(|known| known.smoke);
        let left = i32::from(left.unwrap_or(0));
        why.note_unless(smoke.missions <= left, SMOKE, "cap", || {
            format!(
                "{module:#} has {} left.",
                counted_of(left, "smoke mission", "smoke missions"),
                module = called(state, side, module)
            )
        });
    }
    if let Some((rule, sentence)) = beyond_the_day(state, side, &firing(report)) {
        why.note(rule, "limit-scenario", || sentence);
    }
}

/// The modules that a report says to have fired, by fire or smoke.
pub(crate) fn firing(report: &Report) -> Vec<ModuleId> {
    let named = report.fired.iter().copied().chain(report.smoke.iter().map(|smoke| smoke.module));
    let mut modules: Vec<ModuleId> = named.collect();
    modules.sort_unstable();
    modules.dedup();
    modules
}

/// [BF-2.1.1.4.3-6] No more different modules of a group fire in a day than one scenario allows, where the campaign
/// limits them by the day. [BF-R29]
pub(super) fn beyond_the_day(state: &State, side: Side, firing: &[ModuleId]) -> Option<(RuleId, String)> {
    if state.options().oba_limit == ArtilleryLimit::Scenario {
        return None;
    }
    let modules = &state.side(side).modules;
    let fires = |group: GroupId| {
        let of_group = modules.iter().filter(|module| module.group == group);
        of_group.filter(|module| module.fired || firing.contains(&module.id)).count()
    };
    let mut groups = state.setup_of(side).groups.iter().filter(|group| group.class == Class::OffBoard);
    let beyond = groups.find(|group| {
        let fired_now = modules.iter().any(|module| module.group == group.id && firing.contains(&module.id));
        fired_now && fires(group.id) > usize::from(group.max_scenario)
    })?;
    let sentence = format!(
        "{} of {} fire in a day at most.",
        beyond.max_scenario,
        group_words(state.campaign(), side, beyond.id)
    );
    Some((RuleId("BF-2.1.1.4.3-6"), sentence))
}

/// Enemy losses are told by type, each once; only vehicles of class A are abandoned.
fn enemies(state: &State, report: &Report, why: &mut Reasons) {
    for (n, seen) in report.enemy.iter().enumerate() {
        let kind = seen.kind;
        let Some(known) = state.campaign().unit_type(kind) else {
            why.note(RULE, "unknown", || {
                format!("Enemy losses: there is no unit type “{kind}”. Write it as on rosters and charts.")
            });
            continue;
        };
        let first = report.enemy.iter().position(|other| other.kind == kind) == Some(n);
        why.note_unless(first, RULE, "dup", || format!("Enemy losses: {} is told twice.", known.name));
        let class = seen.abandoned == 0 || known.class == Class::Armour;
        why.note_unless(class, RULE, "class", || {
            format!("Enemy losses: {} is of class {}; only class A is abandoned.", known.name, known.class)
        });
        let counted =
            [seen.lost, seen.abandoned, seen.panicked.unwrap_or(0)].iter().all(|n| (0..=200).contains(n));
        why.note_unless(counted, RULE, "range", || {
            format!("Enemy losses: the counts of {} are 0 to 200 each.", known.name)
        });
    }
}

/// Own hidden fortifications become known; those gone are ones that the side knows of.
fn works(state: &State, side: Side, report: &Report, why: &mut Reasons) {
    let own = state.setup_of(side).id;
    let find = |id: &WorkId| {
        state.facts.works.iter().find(|work| work.id == *id && (work.known || work.side == own))
    };
    for id in report.revealed.iter().chain(report.destroyed.iter()) {
        why.note_unless(find(id).is_some(), RULE, "unknown", || {
            format!("You know of no fortification {id}.")
        });
    }
    for id in report.revealed.iter() {
        let hidden = find(id).is_none_or(|work| !work.known);
        why.note_unless(hidden, RULE, "dup", || {
            format!("{id:#} is known to both sides already.", id = called(state, side, *id))
        });
    }
}

/// A side that has told nothing confirms nothing.
pub(crate) fn told(state: &State, acting: Acting, side: Side, why: &mut Reasons) -> Checked {
    why.unless(state.step() != Step::Battle || state.side(side).report.is_some(), RULE, "incomplete", || {
        match acts_itself(acting) {
            true => "Your part of the result form is still to be told.".into(),
            false => format!(
                "The part of {} of the result form is still to be told; the umpire can tell it for the side.",
                state.setup_of(side).name
            ),
        }
    })
}

/// A side told its part of the result form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reported {
    /// The side.
    pub side: Side,
    /// Its part.
    pub report: Box<Report>,
}

impl SectionEvent<State, Campaign> for Reported {
    fn audience(&self) -> Audience {
        self.side.only()
    }
    fn fold(&self, state: &mut State) {
        let Self { report, .. } = self;
        state.facts.side_mut(self.side).report = Some(report.clone());
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let told = told::words(campaign, self.side, &self.report);
        by(self.side).say(format!(" told its part of the result form: {told}.")).rule(RuleId("BF-2.1.2-5"))
    }
}
