//! 42.43, first sentence: Elan is recorded when it occurs. The running tally of a side. [UF-P15]

use kernel::{Adjudged, Checked, Reasons, RuleId, Seat};

use super::Cx;
use crate::event::Event;
use crate::phase::Phase;
use crate::report::{Deed, Noted, counted};
use crate::state::State;
use crate::words::{ManId, Out, Side};

const RULE: RuleId = RuleId("UF-42.43-1");

/// The most notes about one man in one scenario.
pub const MOST_NOTES: usize = 20;

/// [UF-42.43-1] Notes something about a man of the own force while the battle is on the table.
pub fn note(cx: &mut Cx<'_>, man: ManId, what: Noted) -> Adjudged {
    let side = cx.check_all(|why| may_note(cx.state(), cx.seat(), man, what, why))?;
    cx.record(Event::Noted { side, man, what })
}

/// [UF-42.43-1] Strikes the last note about a man.
pub fn strike(cx: &mut Cx<'_>, man: ManId) -> Adjudged {
    let (side, note) = cx.check(|why| may_strike(cx.state(), cx.seat(), man, why))?;
    cx.record(Event::Struck { side, note })
}

/// Whether a side keeps its tally now.
pub fn keeps_tally(state: &State, seat: Seat, why: &mut Reasons) -> Checked<Side> {
    let side = super::own_side(seat, RULE, why)?;
    super::in_phase(state, Phase::Battle, RULE, why)?;
    Ok(side)
}

/// Whether there is a note about a man to strike, and which is his last.
pub fn may_strike(state: &State, seat: Seat, man: ManId, why: &mut Reasons) -> Checked<(Side, u16)> {
    let side = keeps_tally(state, seat, why)?;
    let last = state.side(side).note.iter().rev().find(|note| note.man == man).map(|note| (side, note.id));
    why.need(last, RULE, "note", || format!("Nothing is noted about {}.", super::name(state, side, man)))
}

/// Whether something more may be noted about a man, whatever it is.
pub fn has_room(state: &State, side: Side, man: ManId, why: &mut Reasons) -> Checked {
    let n_notes = state.side(side).note.iter().filter(|note| note.man == man).count();
    why.unless(n_notes < MOST_NOTES, RULE, "note", || {
        format!("{MOST_NOTES} things are noted about {} already.", super::name(state, side, man))
    })
}

/// Whether this may be noted about a man.
pub fn may_note(state: &State, seat: Seat, man: ManId, what: Noted, why: &mut Reasons) -> Checked<Side> {
    let side = keeps_tally(state, seat, why)?;
    let name = || super::name(state, side, man);
    let in_force = state.side(side).force.as_ref().is_some_and(|force| force.place_of(man).is_some());
    why.need(in_force.then_some(()), RuleId("UF-E31"), "E31", || format!("{} is not in the force.", name()))?;
    let told = super::s4_report::as_noted(state, side, man);
    let gone = told.out != Out::InPlay && told.out != Out::Withdrawn;
    match what {
        Noted::Pinned { .. } if gone => {
            why.note(RuleId("UF-E34"), "E34", || format!("{} {}.", name(), told.out.prose()));
        }
        Noted::Wounded { .. } if told.out.is_lost() || told.out == Out::NotEntered => {
            why.note(RuleId("UF-E34"), "E34", || format!("{} {}.", name(), told.out.prose()));
        }
        Noted::Deed(_) if told.out.is_lost() => {
            why.note(RuleId("UF-E34"), "E34", || format!("{} {}.", name(), told.out.prose()));
        }
        Noted::Out { out } if told.out.is_lost() && out != Out::InPlay && out != told.out => {
            why.note(RuleId("UF-E34"), "E34", || {
                format!("{} {}; only “Back” or striking that note undoes it.", name(), told.out.prose())
            });
        }
        Noted::Deed(_) if told.out == Out::NotEntered => {
            why.note(RuleId("UF-R39"), "E34", || format!("{} {}.", name(), told.out.prose()));
        }
        Noted::Deed(deed) if counted(vec![deed]).is_empty() => {
            why.note(RULE, "E34", || "A deed happens at least once.".into());
        }
        _ => {}
    }
    if let Noted::Deed(deed) = what {
        let enemies = super::s42_43_deeds::enemies(state, side, 0);
        let deeds: Vec<Deed> = told.events.iter().copied().chain([deed]).collect();
        super::s42_43_deeds::faults(state, side, man, &deeds, enemies, why);
        super::s42_43_deeds::faults_of_all(state, side, &[&deed], enemies, why);
    }
    has_room(state, side, man, why)?;
    why.in_order();
    Ok(side)
}
