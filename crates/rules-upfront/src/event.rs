//! What happened, who may know of it, and how it is applied.

use kernel::{Audience, Id};
use serde::{Deserialize, Serialize};

use crate::command::WonBy;
use crate::report::{Decisions, Noted, Report};
use crate::setup::rulings::Rosters;
use crate::state::{
    CareerLine, Fielding, Group, How, Man, Naming, Note, Played, PointsKind, PointsLine, Proposal, Pursuer,
    State, Umpired, Version,
};
use crate::words::{ManId, Out, PlaceKind, Side};

/// What happened. An event that tells of a roster carries who may see it, by the ruling on rosters. [UF-R50]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Event {
    /// A side proposed a word for a ruling.
    RulingProposed {
        /// Who.
        side: Side,
        /// The ruling: `R05`.
        ruling: Id,
        /// The word.
        word: Id,
    },
    /// A side took its proposal for a ruling back.
    ProposalTakenBack {
        /// Who.
        side: Side,
        /// The ruling.
        ruling: Id,
    },
    /// A ruling was set.
    RulingSet {
        /// The ruling.
        ruling: Id,
        /// The word.
        word: Id,
    },
    /// A side named the attacker.
    AttackerNamed {
        /// Who named.
        side: Side,
        /// Whom.
        attacker: Side,
    },
    /// It was settled who attacks.
    AttackerSet {
        /// The attacker.
        attacker: Side,
    },
    /// A leader came by transfer. [UF-42.5]
    Transferred {
        /// Whose.
        side: Side,
        /// For which place.
        slot: PlaceKind,
        /// Who was drawn.
        man: ManId,
        /// From which cards, in ascending order. [UF-R49]
        pool: Vec<ManId>,
        /// The place of the card drawn in the pool, from 1.
        nth: u8,
    },
    /// A man was recreated as a replacement. [UF-42.41]
    Replaced {
        /// Whose.
        side: Side,
        /// Who.
        man: ManId,
        /// Under which clause.
        how: How,
    },
    /// A force was selected. [UF-42.1-4]
    Selected {
        /// Whose.
        side: Side,
        /// The force.
        fielding: Fielding,
    },
    /// Victory points came or went. [UF-42.8]
    Scored {
        /// Whose.
        side: Side,
        /// What for.
        kind: PointsKind,
        /// How many.
        amount: i32,
        /// For whom.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        man: Option<ManId>,
    },
    /// Something was noted on a tally. [UF-42.43-1]
    Noted {
        /// Whose tally.
        side: Side,
        /// About whom.
        man: ManId,
        /// What.
        what: Noted,
    },
    /// A note was struck.
    Struck {
        /// Whose tally.
        side: Side,
        /// Its number.
        note: u16,
    },
    /// A group announced its withdrawal. [UF-42.6-4]
    WithdrawalAnnounced {
        /// Whose.
        side: Side,
        /// Which.
        group: Id,
        /// Its men.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        men: Vec<ManId>,
    },
    /// A side conceded the scenario by its first announcement. [UF-42.6-5]
    Conceded {
        /// Which.
        side: Side,
    },
    /// A side took an announcement back: there was no such withdrawal.
    WithdrawalTakenBack {
        /// Whose.
        side: Side,
        /// Which group's.
        group: Id,
    },
    /// A withdrawing group left for good. [UF-42.6-6, UF-42.72-4]
    GroupLeft {
        /// Whose.
        side: Side,
        /// Which.
        group: Id,
    },
    /// The winner tried to pursue. [UF-42.72-1]
    PursuitTried {
        /// Who.
        side: Side,
        /// The leader who checked.
        leader: ManId,
        /// The number drawn.
        drawn: u8,
        /// Whether the pursuit is on.
        on: bool,
        /// By what the side says that it has won.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        won_by: Option<WonBy>,
    },
    /// A side took its attempt to pursue back: there was none.
    PursuitTakenBack {
        /// Who.
        side: Side,
    },
    /// A side told the facts of the scenario.
    Reported {
        /// Who.
        side: Side,
        /// The facts.
        report: Report,
    },
    /// A third person, the umpire, settled the facts; they are agreed next.
    SettledByUmpire {
        /// Whose version was upheld; nobody's when the umpire told the facts himself.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        upheld: Option<Side>,
        /// Why, in his words.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// The facts were agreed, or settled by a third person.
    Agreed {
        /// The facts.
        report: Report,
    },
    /// A side made its decisions.
    Decided {
        /// Whose.
        side: Side,
        /// Who may know.
        seen: Audience,
        /// Which.
        decisions: Decisions,
    },
    /// A side whose roster is closed made its decisions; which, its owner knows. [UF-R50]
    DecisionsMade {
        /// Whose.
        side: Side,
    },
    /// One man's line of the roster was settled. [catalogue section 3]
    Settled {
        /// Whose.
        side: Side,
        /// Who may know.
        seen: Audience,
        /// What happened to him.
        line: CareerLine,
        /// How he stands now.
        after: Man,
    },
    /// The scenario was over.
    ScenarioEnded {
        /// Its id.
        leg: Id,
        /// The winner.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<Side>,
        /// The attacker of the next, where that is known at once. [UF-SC-2]
        #[serde(default, skip_serializing_if = "Option::is_none")]
        next_attacker: Option<Side>,
    },
    /// The campaign was over. [UF-42.8-7]
    CampaignEnded {
        /// The winner; absent for a draw.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<Side>,
    },
}

/// Who may know of an event.
pub fn audience(event: &Event) -> Audience {
    match event {
        Event::Decided { seen, .. } | Event::Settled { seen, .. } => *seen,
        _ => Audience::Public,
    }
}

/// Who may see what stands on a side's roster. [UF-R50]
pub fn roster_audience(state: &State, side: Side) -> Audience {
    match state.facts.rulings.rosters {
        Rosters::Open => Audience::Public,
        Rosters::OwnerAndUmpire => side.only(),
    }
}

/// Applies an event.
pub fn fold(state: &mut State, event: &Event) {
    match event {
        Event::RulingProposed { side, ruling, word } => {
            state.facts.proposal.retain(|known| known.id != *ruling);
            state.facts.proposal.push(Proposal { id: *ruling, side: *side, word: *word });
        }
        Event::ProposalTakenBack { side, ruling } => {
            state.facts.proposal.retain(|known| known.id != *ruling || known.side != *side);
        }
        Event::RulingSet { ruling, word } => {
            if let Some(text) = crate::setup::Rulings::text(*ruling) {
                state.facts.rulings.set(text.key, word.as_str());
            }
            state.facts.proposal.retain(|known| known.id != *ruling);
        }
        Event::AttackerNamed { side, attacker } => {
            state.facts.naming.retain(|known| known.id != *side);
            state.facts.naming.push(Naming { id: *side, attacker: *attacker });
        }
        Event::AttackerSet { attacker } => {
            state.facts.attacker = Some(*attacker);
            state.facts.naming.clear();
        }
        Event::Transferred { side, man, .. } => transfer(state, *side, *man),
        Event::Replaced { side, man, how } => replace(state, *side, *man, *how),
        Event::Selected { side, fielding } => select(state, *side, fielding),
        Event::Scored { side, kind, amount, man } => {
            let leg = state.facts.leg;
            let lines = &mut state.side_mut(*side).points;
            let id = next_id(lines.len());
            lines.push(PointsLine { id, leg, kind: *kind, amount: *amount, man: *man });
        }
        Event::Noted { side, man, what } => {
            let notes = &mut state.side_mut(*side).note;
            let id = notes.last().map_or(1, |note| note.id + 1);
            notes.push(Note { id, man: *man, what: *what });
        }
        Event::Struck { side, note } => state.side_mut(*side).note.retain(|known| known.id != *note),
        Event::WithdrawalAnnounced { side, group, men } => {
            state.facts.group.push(Group { id: *group, side: *side, men: men.clone(), gone: false });
        }
        Event::WithdrawalTakenBack { side, group } => {
            state.facts.group.retain(|known| known.id != *group || known.side != *side);
        }
        Event::GroupLeft { side, group } => {
            for known in
                state.facts.group.iter_mut().filter(|known| known.id == *group && known.side == *side)
            {
                known.gone = true;
            }
        }
        Event::PursuitTried { side, on, won_by, .. } => {
            state.facts.pursuit.retain(|known| known.id != *side);
            state.facts.pursuit.push(Pursuer { id: *side, on: *on, won_by: *won_by });
        }
        Event::PursuitTakenBack { side } => state.facts.pursuit.retain(|known| known.id != *side),
        Event::Reported { side, report } => {
            // The first report locks the rulings: what was proposed until then is void. [UF-E36]
            state.facts.proposal.clear();
            state.facts.umpired = None;
            // Decisions were made on the facts told with them.
            state.side_mut(*side).decided = None;
            match state.facts.versions.iter_mut().find(|version| version.id == *side) {
                Some(version) => version.report = report.clone(),
                None => state.facts.versions.push(Version { id: *side, report: report.clone() }),
            }
        }
        Event::SettledByUmpire { upheld, reason } => {
            state.facts.umpired = Some(Umpired { upheld: *upheld, reason: reason.clone() });
        }
        Event::Agreed { report } => {
            for side in Side::BOTH {
                let stands =
                    state.facts.versions.iter().any(|told| told.id == side && told.report == *report);
                if !stands {
                    state.side_mut(side).decided = None;
                }
            }
            state.facts.proposal.clear();
            state.facts.versions.clear();
            state.facts.agreed = Some(report.clone());
        }
        Event::Decided { side, decisions, .. } => state.side_mut(*side).decided = Some(decisions.clone()),
        Event::Settled { side, line, after, .. } => {
            if let Some(man) = state.man_mut(*side, after.id) {
                *man = *after;
            }
            let career = &mut state.side_mut(*side).career;
            career.push(CareerLine { id: next_id(career.len()), ..*line });
        }
        Event::ScenarioEnded { leg, winner, next_attacker } => {
            end_scenario(state, *leg, *winner, *next_attacker)
        }
        Event::Conceded { .. } | Event::DecisionsMade { .. } | Event::CampaignEnded { .. } => {}
    }
}

fn next_id(n_lines: usize) -> u16 {
    u16::try_from(n_lines + 1).unwrap_or(u16::MAX)
}

/// [UF-42.5-2] A transfer: as printed, columns empty; only the counts of REPL stay.
fn transfer(state: &mut State, side: Side, id: ManId) {
    let campaign = std::sync::Arc::clone(&state.campaign);
    let (Some(card), Some(man)) = (campaign.deck(side).card(id), state.man_mut(side, id)) else { return };
    let (repl, trans) = (man.repl, man.trans.saturating_add(1));
    *man = Man { repl, trans, ..Man::fresh(card) };
    came(state, side, id, How::Transferred);
}

/// [UF-42.41-3 to UF-42.41-6] A replacement: private, the card's values, the lower KIA value, one more in REPL.
fn replace(state: &mut State, side: Side, id: ManId, how: How) {
    let campaign = std::sync::Arc::clone(&state.campaign);
    let deck = campaign.deck(side);
    let (Some(card), Some(man)) = (deck.card(id), state.man_mut(side, id)) else { return };
    *man = crate::rules::s42_41_replacement::green(&campaign, deck, card, *man);
    came(state, side, id, how);
}

fn came(state: &mut State, side: Side, man: ManId, how: How) {
    let leg = state.facts.leg;
    let career = &mut state.side_mut(side).career;
    let id = next_id(career.len());
    career.push(CareerLine { came: Some(how), ..CareerLine::blank(id, leg, man) });
}

fn select(state: &mut State, side: Side, fielding: &Fielding) {
    let present = fielding.place_of(ManId::PERSONAL).is_some();
    let fit = state.is_fit(side, ManId::PERSONAL);
    if let Some(personal) = state.man_mut(side, ManId::PERSONAL) {
        personal.sits_out = !present && !fit && !personal.dead;
    }
    state.side_mut(side).force = Some(fielding.clone());
}

fn end_scenario(state: &mut State, leg: Id, winner: Option<Side>, next_attacker: Option<Side>) {
    let last = state.leg().is_none_or(|leg| leg.last);
    let report = state.facts.agreed.take();
    let withdrew = |side: Side| {
        let away = |report: &Report| report.side(side).men.iter().any(|told| told.out == Out::Withdrawn);
        state.has_conceded(side) || report.as_ref().is_some_and(away)
    };
    let conceded = winner.is_some_and(|winner| withdrew(winner.enemy()));
    let facts = &mut state.facts;
    facts.played.push(Played { id: leg, winner, attacker: facts.attacker, conceded });
    facts.leg += 1;
    facts.attacker = next_attacker;
    facts.group.clear();
    facts.pursuit.clear();
    facts.naming.clear();
    for side in Side::BOTH {
        let facts = state.side_mut(side);
        facts.force = None;
        facts.decided = None;
        facts.note.clear();
        if last {
            facts.team.clear();
        } else if let Some(report) = &report {
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
    state.facts.settled = report;
}
