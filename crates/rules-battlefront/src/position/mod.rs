//! Opens a position and reports every fact that contradicts the set-up or another fact.

mod battle;
mod front;
mod map;
mod sides;

use std::collections::BTreeSet;
use std::fmt::Display;
use std::sync::Arc;

use kernel::reader::HOUSE_FILE;
use kernel::{Diagnostic, Faults, Id, RuleId};

use crate::facts::{Facts, VERSION};
use crate::ids::SideId;
use crate::phase::{Step, has_overnight_repair, occurs};
use crate::rules::s2_f_free_to_modify::fits;
use crate::setup::Campaign;
use crate::state::State;
use crate::words::{Posture, Side};

/// Options are changed with the consent of both sides.
const CONSENT: RuleId = RuleId("BF-R45");

/// The state with these facts: everything that is kept of each side, of its formations and of the map. [BF-2-6]
///
/// # Errors
/// Every contradiction, each with the path of the field and the rule.
pub(crate) fn open(campaign: Arc<Campaign>, facts: Facts) -> Result<State, Vec<Diagnostic>> {
    let mut faults = Faults::new();
    calendar(&campaign, &facts, &mut faults);
    // Everything else is told with the day, the slot and two sides at hand.
    let mut faults = faults.finish(Faults::new())?;
    settings(&campaign, &facts, &mut faults);
    let state = State::with_facts(campaign, facts);
    step(&state, &mut faults);
    weather(&state, &mut faults);
    for side in Side::BOTH {
        sides::check(&state, side, &mut faults);
    }
    map::check(&state, &mut faults);
    battle::check(&state, &mut faults);
    faults.finish(state)
}

/// Every entry has an id, and every id stands once.
fn once(faults: &mut Faults, ids: impl Iterator<Item: Into<Id>>, path: impl Display) {
    let mut seen = BTreeSet::new();
    for id in ids.map(Into::into) {
        let empty = id == Id::default();
        faults.unless(!empty, &path, HOUSE_FILE, || "An entry has no id.".into());
        faults.unless(empty || seen.insert(id), &path, HOUSE_FILE, || {
            format!("The id {id} stands here twice.")
        });
    }
}

fn calendar(campaign: &Campaign, facts: &Facts, faults: &mut Faults) {
    faults.unless(facts.version == VERSION, "version", HOUSE_FILE, || {
        format!("This build reads version {VERSION} of positions, not {}.", facts.version)
    });
    let n_days = campaign.days.len();
    let day = usize::from(facts.day);
    faults.unless((1..=n_days).contains(&day), "day", "BF-2-1", || {
        format!("The campaign has the days 1 to {n_days}.")
    });
    if let Some(day) = day.checked_sub(1).and_then(|day| campaign.days.get(day)) {
        let n_slots = day.slots.len();
        let holds = (1..=n_slots).contains(&usize::from(facts.slot));
        faults.unless(holds, "slot", "BF-2-1", || {
            format!("{} has the slots 1 to {n_slots}.", day.date.day_and_month())
        });
    }
    let ids: Vec<SideId> = facts.sides.iter().map(|side| side.id).collect();
    let wanted = Side::BOTH.map(|side| campaign.side(side).id);
    faults.unless(ids == wanted, "sides", HOUSE_FILE, || {
        format!("The sides are, in this order, {} and {}.", wanted[0], wanted[1])
    });
    let fought = facts.scenarios > 0;
    faults.unless(facts.last_day_fought <= facts.day, "last_day_fought", "BF-0-1", || {
        "Nobody has fought on a day that is still to come.".into()
    });
    faults.unless(fought == (facts.last_day_fought > 0), "scenarios", "BF-0-1", || {
        "Scenarios have been fought exactly when there is a last day on which one was.".into()
    });
}

fn settings(campaign: &Arc<Campaign>, facts: &Facts, faults: &mut Faults) {
    once(faults, facts.settings.iter().map(|setting| setting.id), "settings");
    let plain = State::with_facts(Arc::clone(campaign), Facts { settings: Vec::new(), ..facts.clone() });
    for setting in &facts.settings {
        let path = format!("settings.{}", setting.id);
        faults.check(path, |why| fits(&plain, CONSENT, setting.id, setting.value, why));
    }
    let Some(open) = &facts.proposal else { return };
    faults.unless(matches!(facts.step, Step::Opening | Step::Posture), "proposal", "BF-R45", || {
        "Options are changed between slots, before S1 closes.".into()
    });
    faults.check("proposal", |why| fits(&plain, CONSENT, open.key, open.value, why));
    let sorted = open.agreed.windows(2).all(|pair| pair[0] < pair[1]);
    let known = open.agreed.iter().all(|id| campaign.side_of(*id).is_some());
    faults.unless(sorted && known, "proposal.agreed", "BF-R45", || {
        "Sides that agree stand here by their ids, in alphabetical order, each once.".into()
    });
}

/// The step, and what must be known in it of postures and the attacker.
fn step(state: &State, faults: &mut Faults) {
    let (facts, step) = (&state.facts, state.step());
    let takes_place = match step {
        Step::OvernightRepair | Step::OvernightWithdrawal => {
            has_overnight_repair(state) && (facts.attacker.is_some() || !state.is_first_slot())
        }
        Step::Victory => state.is_last_slot(),
        step if step.is_automatic() => false,
        step => occurs(state, step),
    };
    faults.unless(takes_place, "step", "BF-2.1-1", || format!("{step} does not occur in this slot."));
    let beyond = state.facts.day > state.n_days() || state.facts.slot > state.n_slots_today();
    faults.unless(!beyond, "day", "BF-2-5", || "The campaign is not played that far.".into());
    faults.unless(facts.result.is_some() == (step == Step::Over), "result", "BF-2-4", || {
        "The campaign has a result exactly when it is over.".into()
    });
    let postures = Side::BOTH.map(|side| state.side(side).posture.map(|sealed| sealed.choice));
    match step {
        Step::Opening | Step::Victory | Step::Over => {
            faults.unless(postures == [None, None], "sides.posture", "BF-2.1.P-2", || {
                format!("Nobody has chosen a posture at {step}.")
            });
        }
        Step::Posture => {}
        _ => {
            let both = postures.iter().all(Option::is_some);
            faults.unless(both, "sides.posture", "BF-2.1.P-2", || {
                format!("Both postures are sealed before {step}.")
            });
        }
    }
    let public = match step {
        step if step.is_battle() => true,
        step if step.is_overnight() => postures.contains(&Some(Posture::Attack)),
        Step::Opening | Step::Posture | Step::Victory | Step::Over => false,
        _ => state.is_first_slot(),
    };
    faults.unless(facts.attacker.is_some() == public, "attacker", "BF-2.1.1.6-1", || {
        "The attacker is known from the first slot's opening, or when postures are revealed.".into()
    });
    let between = matches!(step, Step::Opening | Step::Posture | Step::Victory | Step::Over);
    faults.unless(!facts.skipped || between, "skipped", "BF-2.1.P-6", || {
        format!("A slot without a battle is told of until the next refit begins, not at {step}.")
    });
    after_battle(state, faults);
    let both_attack = postures == [Some(Posture::Attack); 2] && state.in_battle();
    let thrown = facts.roll_off.is_none_or(|dice| {
        let higher = if dice[1] > dice[0] { Side::SECOND } else { Side::FIRST };
        both_attack
            && dice[0] != dice[1]
            && dice.iter().all(|die| (1..=10).contains(die))
            && facts.attacker == Some(state.setup_of(higher).id)
    });
    faults.unless(thrown, "roll_off", "BF-2.1.P-5", || {
        "Two unequal dice from 1 to 10 stand here only from S3b on when both attack; the higher is the attacker's.".into()
    });
    let Some(attacker) = facts.attacker else { return };
    let side = state.campaign().side_of(attacker);
    faults.unless(side.is_some(), "attacker", "BF-2.1.P-4", || format!("There is no side {attacker}."));
    let attacks = side.is_some_and(|side| postures[side.index()] == Some(Posture::Attack));
    faults.unless(attacks, "attacker", "BF-2.1.P-4", || "The attacker has chosen to attack.".into());
}

/// A battle that is cleaned up after has been fought today.
fn after_battle(state: &State, faults: &mut Faults) {
    let fought = state.facts.last_day_fought == state.facts.day;
    faults.unless(!state.is_after_battle() || fought, "last_day_fought", "BF-2.1.2.C-1", || {
        format!("At {} of a battle its day is the last one fought on.", state.step())
    });
}

fn weather(state: &State, faults: &mut Faults) {
    let chart = state.campaign().charts.weather.as_ref();
    let rolled = state.facts.weather;
    if let Some(row) = rolled {
        let known = chart.is_some_and(|chart| chart.rows().iter().any(|line| line.result.row == row));
        faults.unless(known, "weather", "BF-2.S-8", || format!("The campaign has no weather of row {row}."));
    }
    let due = chart.is_some() && state.step() != Step::Opening;
    faults.unless(!due || rolled.is_some(), "weather", "BF-2.S-8", || {
        "The weather has been rolled when a slot is open.".into()
    });
}
