//! 42.43, first sentence: Elan is recorded when it occurs. The running tally of a side. [UF-P15]

use kernel::{Adjudged, RuleId};

use super::Cx;
use crate::event::Event;
use crate::muster::Faults;
use crate::phase::Phase;
use crate::report::{Deed, Noted, counted};
use crate::state::State;
use crate::words::{ManId, Out, Side};

const RULE: RuleId = RuleId("UF-42.43-1");

/// The most notes about one man in one scenario.
pub const MOST_NOTES: usize = 20;

/// [UF-42.43-1] Notes something about a man of the own force while the battle is on the table.
pub fn note(cx: &mut Cx<'_>, man: ManId, what: Noted) -> Adjudged {
    let side = super::own_side(cx, RULE)?;
    super::in_phase(cx, Phase::Battle, RULE)?;
    let mut faults = Faults::told();
    self::faults(cx.state(), side, man, what, &mut faults);
    cx.refuse_all(faults.in_order())?;
    cx.record(Event::Noted { side, man, what })
}

/// [UF-42.43-1] Strikes the last note about a man.
pub fn strike(cx: &mut Cx<'_>, man: ManId) -> Adjudged {
    let side = super::own_side(cx, RULE)?;
    super::in_phase(cx, Phase::Battle, RULE)?;
    let last = cx.state().side(side).note.iter().rev().find(|note| note.man == man).map(|note| note.id);
    match last {
        Some(note) => cx.record(Event::Struck { side, note }),
        None => cx.refuse(RULE, "note", || {
            format!("Nothing is noted about {}.", super::name(cx.state(), side, man))
        }),
    }
}

fn faults(state: &State, side: Side, man: ManId, what: Noted, faults: &mut Faults) {
    let name = || super::name(state, side, man);
    let in_force = state.side(side).force.as_ref().is_some_and(|force| force.place_of(man).is_some());
    if !in_force {
        faults.note(RuleId("UF-E31"), "E31", || format!("{} is not in the force.", name()));
        return;
    }
    let told = super::s4_report::as_noted(state, side, man);
    let gone = told.out != Out::InPlay && told.out != Out::Withdrawn;
    match what {
        Noted::Pinned { .. } if gone => {
            faults.note(RuleId("UF-E34"), "E34", || format!("{} {}.", name(), told.out.prose()));
        }
        Noted::Wounded { .. } if told.out.is_lost() || told.out == Out::NotEntered => {
            faults.note(RuleId("UF-E34"), "E34", || format!("{} {}.", name(), told.out.prose()));
        }
        Noted::Deed(_) if told.out.is_lost() => {
            faults.note(RuleId("UF-E34"), "E34", || format!("{} {}.", name(), told.out.prose()));
        }
        Noted::Out { out } if told.out.is_lost() && out != Out::InPlay && out != told.out => {
            faults.note(RuleId("UF-E34"), "E34", || {
                format!("{} {}; only “Back” or striking that note undoes it.", name(), told.out.prose())
            });
        }
        Noted::Deed(_) if told.out == Out::NotEntered => {
            faults.note(RuleId("UF-R39"), "E34", || format!("{} {}.", name(), told.out.prose()));
        }
        Noted::Deed(deed) if counted(vec![deed]).is_empty() => {
            faults.note(RULE, "E34", || "A deed happens at least once.".into());
        }
        _ => {}
    }
    if let Noted::Deed(deed) = what {
        let enemies = super::s42_43_deeds::enemies(state, side, 0);
        let deeds: Vec<Deed> = told.events.iter().copied().chain([deed]).collect();
        super::s42_43_deeds::faults(state, side, man, &deeds, enemies, faults);
        super::s42_43_deeds::faults_of_all(state, side, &[&deed], enemies, faults);
    }
    if state.side(side).note.iter().filter(|note| note.man == man).count() >= MOST_NOTES {
        faults.note(RULE, "note", || format!("{MOST_NOTES} things are noted about {} already.", name()));
    }
}
