//! 42.43, first sentence: Elan is recorded when it occurs. The running tally of a side. [UF-P15]

use kernel::Audience;
use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Adjudged, Checked, Reasons, RuleId, Seat};
use serde::{Deserialize, Serialize};

use super::{Cx, by, printed_name};
use crate::phase::Phase;
use crate::report::{self, Deed, ManReport, counted, deed};
use crate::setup::Campaign;
use crate::state::{Group, Note, State};
use crate::words::{ManId, Out, Side};

const RULE: RuleId = RuleId("UF-42.43-1");

/// The most notes about one man in one scenario.
pub const MOST_NOTES: usize = 20;

/// [UF-42.43-1] Notes something about a man of the own force while the battle is on the table.
pub fn note(cx: &mut Cx<'_>, man: ManId, what: report::Noted) -> Adjudged {
    let side = cx.check_all(|why| may_note(cx.state(), cx.seat(), man, what, why))?;
    cx.record(Noted { side, man, what })
}

/// [UF-42.43-1] Strikes the last note about a man.
pub fn strike(cx: &mut Cx<'_>, man: ManId) -> Adjudged {
    let (side, note) = cx.check(|why| may_strike(cx.state(), cx.seat(), man, why))?;
    cx.record(Struck { side, note })
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
pub fn may_note(
    state: &State,
    seat: Seat,
    man: ManId,
    what: report::Noted,
    why: &mut Reasons,
) -> Checked<Side> {
    let side = keeps_tally(state, seat, why)?;
    let name = || super::name(state, side, man);
    let in_force = state.side(side).force.as_ref().is_some_and(|force| force.place_of(man).is_some());
    why.need(in_force.then_some(()), RuleId("UF-E31"), "E31", || format!("{} is not in the force.", name()))?;
    let told = as_noted(state, side, man);
    let gone = told.out != Out::InPlay && told.out != Out::Withdrawn;
    match what {
        report::Noted::Pinned { .. } if gone => {
            why.note(RuleId("UF-E34"), "E34", || format!("{} {}.", name(), told.out.prose()));
        }
        report::Noted::Wounded { .. } if told.out.is_lost() || told.out == Out::NotEntered => {
            why.note(RuleId("UF-E34"), "E34", || format!("{} {}.", name(), told.out.prose()));
        }
        report::Noted::Deed(_) if told.out.is_lost() => {
            why.note(RuleId("UF-E34"), "E34", || format!("{} {}.", name(), told.out.prose()));
        }
        report::Noted::Out { out } if told.out.is_lost() && out != Out::InPlay && out != told.out => {
            why.note(RuleId("UF-E34"), "E34", || {
                format!("{} {}; only “Back” or striking that note undoes it.", name(), told.out.prose())
            });
        }
        report::Noted::Deed(_) if told.out == Out::NotEntered => {
            why.note(RuleId("UF-R39"), "E34", || format!("{} {}.", name(), told.out.prose()));
        }
        report::Noted::Deed(deed) if counted(vec![deed]).is_empty() => {
            why.note(RULE, "E34", || "A deed happens at least once.".into());
        }
        _ => {}
    }
    if let report::Noted::Deed(deed) = what {
        let enemies = super::s42_43_deeds::enemies(state, side, 0);
        let deeds: Vec<Deed> = told.events.iter().copied().chain([deed]).collect();
        super::s42_43_deeds::faults(state, side, man, &deeds, enemies, why);
        super::s42_43_deeds::faults_of_all(state, side, &[&deed], enemies, why);
    }
    has_room(state, side, man, why)?;
    why.in_order();
    Ok(side)
}

/// A man as the running tally has him: there at the end, or away with a group that has left, unpinned and unhurt,
/// unless noted otherwise.
pub fn as_noted(state: &State, side: Side, man: ManId) -> ManReport {
    let mut told = ManReport::new(man);
    for note in state.side(side).note.iter().filter(|note| note.man == man) {
        match note.what {
            report::Noted::Out { out } => told.out = out,
            report::Noted::Wounded { wounded } => told.wounded = Some(wounded),
            report::Noted::Pinned { pinned } => told.pinned = Some(pinned),
            report::Noted::Deed(deed) => told.events.push(deed),
        }
    }
    let away = |group: &Group| group.gone && group.side == side && group.men.contains(&man);
    if told.out == Out::InPlay && state.facts.group.iter().any(away) {
        told.out = Out::Withdrawn;
    }
    if !matches!(told.out, Out::InPlay | Out::Withdrawn) {
        told.pinned = None;
    }
    if told.out.is_lost() || told.out == Out::NotEntered {
        told.wounded = None;
    }
    told.events = counted(told.events);
    told
}

/// A note in words.
pub fn noted(what: &report::Noted) -> String {
    match what {
        report::Noted::Out { out } => out.prose().into(),
        report::Noted::Wounded { wounded: true } => "was wounded".into(),
        report::Noted::Wounded { wounded: false } => "is not wounded".into(),
        report::Noted::Pinned { pinned: true } => "was pinned".into(),
        report::Noted::Pinned { pinned: false } => "was unpinned".into(),
        report::Noted::Deed(Deed::Hero { .. }) => "used a Hero card".into(),
        report::Noted::Deed(Deed::CcKill { cc_kill }) => format!("killed {cc_kill} in close combat"),
        report::Noted::Deed(done) => format!("has the credit for {}", deed(done)),
    }
}

/// Something was noted on a tally. [UF-42.43-1]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Noted {
    /// Whose tally.
    pub side: Side,
    /// About whom.
    pub man: ManId,
    /// What.
    pub what: report::Noted,
}

impl SectionEvent<State, Campaign> for Noted {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let notes = &mut state.side_mut(self.side).note;
        let id = notes.last().map_or(1, |note| note.id + 1);
        notes.push(Note { id, man: self.man, what: self.what });
    }
    fn narrate(&self, setup: &Campaign) -> Text {
        by(self.side).say(format!(": {} {}.", printed_name(setup, self.side, self.man), noted(&self.what)))
    }
}

/// A note was struck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Struck {
    /// Whose tally.
    pub side: Side,
    /// Its number.
    pub note: u16,
}

impl SectionEvent<State, Campaign> for Struck {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        state.side_mut(self.side).note.retain(|known| known.id != self.note);
    }
    fn narrate(&self, _: &Campaign) -> Text {
        by(self.side).say(" struck a note of its tally.")
    }
}
