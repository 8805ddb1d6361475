//! Where no person is the neutral: what one side has said and the other has not confirmed, and what everybody should know of
//! such a campaign.

use kernel::view::{Block, Form, Panel, ShownRefusal, Text};
use kernel::{RuleId, Seat, Side};

use super::on::{can, written};
use crate::CivilWar;
use crate::command::Command;
use crate::rules::k_seconded::{battle_of, words};
use crate::state::{Proposal, State};

/// Whether a proposal stands on the page of the battles, and not on that of the book.
pub(super) fn of_a_battle(proposal: &Proposal) -> bool {
    battle_of(&proposal.says).is_some()
}

/// What waits for a word, as a seat reads it.
pub(super) fn waiting(state: &State, seat: Seat, in_battles: bool) -> Vec<Block> {
    let here = state.facts.proposal.iter().filter(|proposal| of_a_battle(proposal) == in_battles);
    here.map(|proposal| one(state, seat, proposal)).collect()
}

fn one(state: &State, seat: Seat, proposal: &Proposal) -> Block {
    let number = proposal.number;
    let said = Text::empty()
        .side(proposal.side.number())
        .say(format!(" says that {}.", words(&state.setup, &proposal.says)));
    let mut body = vec![Block::Note(said)];
    let form = |what: &str, command: &Command, verb: &str| {
        let reason = ShownRefusal::of::<CivilWar>(state, seat, command);
        Some(Form::new(format!("{what}-{number}"), written(command), verb).closed(reason))
    };
    let decline = Command::Decline { proposal: number };
    let yours = Side::of(seat).is_some_and(|side| side != proposal.side);
    body.extend(match Side::of(seat) {
        Some(_) if yours => can([
            form("confirm", &proposal.says, "Confirm it").map(Form::leading),
            form("decline", &decline, "Say no"),
        ]),
        Some(_) => can([form("decline", &decline, "Take it back")]),
        None => None,
    });
    let title = if yours { "This waits for your word" } else { "This waits for the other side" };
    let alone = state.facts.proposal.len() == 1;
    let title = if alone { title.to_owned() } else { format!("{title} ({number})") };
    let panel = Panel::new(format!("proposal-{number}"), title, body).rule(RuleId("CWFF-1-1"));
    if yours { panel.yours().block() } else { panel.block() }
}

/// A form whose command both sides have to say.
pub(super) fn by_both(state: &State, form: Form) -> Form {
    if state.setup.options.no_person() {
        form.then("It is done when the other side confirms it.")
    } else {
        form
    }
}

/// What somebody at the umpire's seat should know where no person is the neutral.
pub(super) fn for_the_umpire(state: &State, seat: Seat) -> Option<Block> {
    if seat != Seat::Umpire || !state.setup.options.no_person() {
        return None;
    }
    let words = "Nobody has to sit at the umpire’s seat, and nothing is done here. Whoever holds it reads the papers of both \
                 sides: orders of battle, flank marches, sketches and ratings. It is wanted only for a correction: then best a third \
                 person sits here, once nothing is sealed that he should not read.";
    Some(Panel::new("umpire", "Nobody is needed here", vec![Block::Note(Text::new(words))]).block())
}

/// How a mistake is put right where no person is the neutral: what a side does alone, and what somebody at the umpire's seat
/// reads who is asked for a correction.
pub(super) fn if_wrong(state: &State, seat: Seat) -> Option<Block> {
    if !matches!(seat, Seat::Side(_)) || !state.setup.options.no_person() {
        return None;
    }
    let alone = "What you have written you can write anew until something rests on it: an order of battle until both are in, a \
                 report until a chance or a promotion rests on it or you both say that you are done. What you propose you can \
                 take back until it is confirmed.";
    let asked = "Anything else takes a correction, and that is made at the umpire’s seat. Whoever sits there reads all that both \
                 sides have sealed: orders of battle, flank marches, sketches, ratings and reports. So let neither of you two \
                 sit there: ask a third person, best when the battle is over and its marches lie open. What followed is judged \
                 anew then.";
    let body = vec![Block::Note(Text::new(alone)), Block::Note(Text::new(asked))];
    let panel = Panel::new("if-wrong", "If something was entered wrongly", body);
    Some(panel.rule(RuleId("CWFF-1-1")).folded().block())
}

/// That no person is the neutral, and what that rests on.
pub(super) fn no_person(state: &State) -> Option<Block> {
    if !state.setup.options.no_person() {
        return None;
    }
    let words = "How a flank march goes is thrown on the turn on which it can show, not before: until then nobody could look it up. \
         The campaign’s own dice throw it, also where both sides have agreed to type in all others. What happened on the board one \
         side says, and the other confirms. A program that was changed, or whoever has the campaign’s dice secret, could still read \
         what a side has written and work out the dice beforehand; where a campaign goes on without that secret, whoever opens a turn \
         types those of the marches.";
    let title = "The engine is the neutral";
    Some(
        Panel::new("no-person", title, vec![Block::Note(Text::new(words))])
            .rule(RuleId("CWFF-7B-1"))
            .folded()
            .block(),
    )
}
