//! Where no person is the neutral, one side says what happened on the board or at the table, and the other confirms it by
//! saying the same. A proposal is public and holds no secret. It is judged as the neutral's command would be, when it is made
//! and when it is confirmed.

use kernel::grammar::{counted, listed};
use kernel::{Acting, Halt, prove};
use serde::{Deserialize, Serialize};

use super::*;
use crate::command::Command;
use crate::state::Proposal;
use crate::words::LeaderId;

const BOTH: &str = "CWFF-1-1";

/// The most proposals that wait at once.
const MOST: usize = 12;

/// What both sides have to say: whatever enters the book from the board or the table, and ends what cannot be opened again.
pub const fn needs_both(command: &Command) -> bool {
    matches!(
        command,
        Command::NextStep { battle: None }
            | Command::Initiative { .. }
            | Command::Raise { .. }
            | Command::MoveSp { .. }
            | Command::MoveLeader { .. }
            | Command::Recover { .. }
            | Command::Rally { .. }
            | Command::EnterBattle { .. }
            | Command::CwResult { .. }
            | Command::CallOff { .. }
            | Command::LoseLeader { .. }
            | Command::DriveOff { .. }
            | Command::EndBattle { .. }
    )
}

/// What comes of a command before it is judged.
pub enum Said {
    /// It is judged now.
    Judge,
    /// It is judged now, for the other side has said the same: the number of that proposal.
    Confirms(u16),
    /// It was kept, and waits for the other side.
    Kept,
}

/// Whether a side's command waits for the other one.
pub fn said(cx: &mut Cx<'_>, command: &Command) -> Adjudged<Said> {
    let side = Side::of(cx.seat()).filter(|_| cx.setup().options.no_person() && needs_both(command));
    // As the engine it asks below what the rules say.
    let Some(side) = side.filter(|_| cx.acting().by != Seat::Clock) else { return Ok(Said::Judge) };
    let same = cx.state().facts.proposal.iter().find(|known| known.says == *command);
    match same.map(|known| (known.side, known.number)) {
        Some((by, number)) if by != side => return Ok(Said::Confirms(number)),
        _ => {}
    }
    prove::<CivilWar>(cx.state(), Acting { seat: cx.seat(), by: Seat::Clock }, command)
        .map_err(Halt::Refused)?;
    cx.check(|why| {
        why.unless(same.is_none(), BOTH, "dup", || {
            "You have said this; the other side says the same, or no.".into()
        })?;
        why.unless(cx.state().facts.proposal.len() < MOST, BOTH, "cap", || {
            format!(
                "{} wait already: confirm one, say no to one, or take one back.",
                counted(MOST, "proposal")
            )
        })
    })?;
    let number = cx.state().facts.proposals.saturating_add(1);
    cx.record(Proposed { number, side, says: command.clone() })?;
    Ok(Said::Kept)
}

/// The other side has said the same.
pub fn confirmed(cx: &mut Cx<'_>, number: u16) -> Adjudged {
    let Some(side) = Side::of(cx.seat()) else { return Ok(()) };
    cx.record(Seconded { number, side })
}

/// A side says no to a proposal, or takes its own back.
pub fn decline(cx: &mut Cx<'_>, number: u16) -> Adjudged {
    let side = cx.check(|why| {
        let side = why.side(cx.seat(), BOTH)?;
        let known = cx.state().facts.proposal.iter().any(|known| known.number == number);
        why.unless(known, BOTH, "data", || "There is no such proposal any more.".into())?;
        Ok(side)
    })?;
    cx.record(Declined { number, side })
}

/// Forgets what was proposed of battles that are over, and everything when the campaign is.
pub(super) fn forget(state: &mut State) {
    let mut waiting = std::mem::take(&mut state.facts.proposal);
    waiting.retain(|known| {
        let over = |id| state.battle(id).is_none_or(|battle| battle.step == Step::Closed);
        state.facts.book.stage != Stage::Over && !battle_of(&known.says).is_some_and(over)
    });
    state.facts.proposal = waiting;
}

/// The battle that a proposal is about.
pub const fn battle_of(command: &Command) -> Option<BattleId> {
    match command {
        Command::CwResult { battle, .. }
        | Command::CallOff { battle }
        | Command::LoseLeader { battle, .. }
        | Command::DriveOff { battle, .. }
        | Command::EndBattle { battle, .. } => Some(*battle),
        _ => None,
    }
}

/// What a proposal says, as part of a sentence.
pub fn words(setup: &Setup, command: &Command) -> String {
    let of = |side: &Side| format!("{} side", setup.sides[*side].name);
    match command {
        Command::NextStep { .. } => "the book goes on to its next step".into(),
        Command::Initiative { union, confederate } => {
            format!("in the next pulse the Union threw {union}, the Confederacy {confederate}")
        }
        Command::Raise { army, sp, arm } => {
            format!(
                "the {} gets the strength point {sp}, meant to be {}",
                setup.army_named(*army),
                arm.prose()
            )
        }
        Command::MoveSp { sp, army } => format!("{sp} joins the {}", setup.army_named(*army)),
        Command::MoveLeader { leader, army } => {
            format!("{} joins the {}", setup.named(*leader), setup.army_named(*army))
        }
        Command::Recover { leader } => format!("{} is back", setup.named(*leader)),
        Command::Rally { army } => format!("the {} rallies", setup.army_named(*army)),
        Command::EnterBattle { attacker, defender, hex, hexside, column, size } => {
            let over = hexside.map_or(String::new(), |edge| format!(" over its {edge} side"));
            format!(
                "the {} attacks the {} in {hex}{over}, column {column}, {size}",
                setup.army_named(*attacker),
                setup.army_named(*defender)
            )
        }
        Command::CwResult { battle, winner, lost, demoralized, killed, wounded, .. } => {
            let people = |of: &Option<Vec<LeaderId>>| -> Vec<String> {
                of.iter().flatten().map(|leader| setup.named(*leader).to_owned()).collect()
            };
            let parts = [
                ("lost", lost.iter().map(ToString::to_string).collect()),
                ("demoralized", demoralized.iter().map(of).collect()),
                ("killed or captured", people(killed)),
                ("wounded", people(wounded)),
            ];
            let parts = parts.into_iter().filter(|(_, all)| !all.is_empty());
            let parts: String = parts.map(|(what, all)| format!("; {what}: {}", listed(all))).collect();
            format!("battle {battle} was fought on the board, and the {} won{parts}", of(winner))
        }
        Command::CallOff { battle } => format!("battle {battle} is called off, and nothing comes of it"),
        Command::LoseLeader { battle, side } => {
            format!("the army leader of the {} is gone (battle {battle})", of(side))
        }
        Command::DriveOff { battle, side } => format!("the {} is driven off (battle {battle})", of(side)),
        Command::EndBattle { battle, union, confederate } => {
            format!(
                "battle {battle} ends with {union} victory points for the Union and {confederate} for the Confederacy"
            )
        }
        _ => String::new(),
    }
}

/// A side proposed something that both have to say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proposed {
    /// Its number.
    pub number: u16,
    /// Whose it is.
    pub side: Side,
    /// What it says.
    pub says: Command,
}

impl kernel::grammar::SectionEvent<State, Setup> for Proposed {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        state.facts.proposals = self.number;
        let (number, side, says) = (self.number, self.side, self.says.clone());
        state.facts.proposal.push(Proposal { number, side, says });
    }
    fn narrate(&self, setup: &Setup) -> Text {
        let words = words(setup, &self.says);
        Text::empty()
            .side(self.side.number())
            .say(format!(" says that {words}; the other side confirms it or says no."))
    }
}

happens! {
    /// The other side said the same.
    public Seconded { number: u16, side: Side }
    does |this, state| {
        state.facts.proposal.retain(|known| known.number != this.number);
        forget(state);
    },
    told |this, _| Text::empty().side(this.side.number()).say(format!(" confirmed it (proposal {}).", this.number));

    /// A side said no, or took back what it had said.
    public Declined { number: u16, side: Side }
    does |this, state| state.facts.proposal.retain(|known| known.number != this.number),
    told |this, _| Text::empty().side(this.side.number()).say(format!(" withdrew or refused proposal {}.", this.number));
}
