//! What a seat could do now: templates, their commands in a canonical order, and random lawful ones.

mod decisions;
mod reports;
mod selections;
mod table;

use std::ops::ControlFlow;

use kernel::Seat;
use kernel::grammar::holds;
use kernel::system::Pick;

pub use decisions::{idle_decisions, random_decisions};
pub use reports::{possible_winners, random_report};
pub use table::{enemy_vehicles, free_groups, notable, pursuit_leaders, withdrawal};

use decisions::each_decision;
use reports::{plain_reports, telling};
use selections::{each_selection, random_selection};
use table::{noted_men, notes, own_groups, pursuit};

use crate::command::{Command, Telling, Withdrawal};
use crate::report::Decisions;
use crate::rules::s42_6_withdrawal::men_who_could_withdraw;
use crate::rules::{
    s4_report, s5_rulings, s42_1_selection, s42_6_withdrawal, s42_7_pursuit, s42_43_tally, sc_sample_campaign,
};
use crate::setup::rulings::RULINGS;
use crate::state::{Group, Note, Proposal, State};
use crate::words::{GroupId, ManId, RulingId, RulingWord, Side};

/// A group of like commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Template {
    /// [`Command::DrawLot`].
    DrawLot,
    /// [`Command::NameAttacker`], one per side.
    NameAttacker,
    /// [`Command::SetRuling`], one per ruling and word.
    SetRuling,
    /// [`Command::TakeBackProposal`], one per own proposal.
    TakeBackProposal,
    /// [`Command::Select`]: every filling of the force.
    Select,
    /// [`Command::Note`], one per man and thing.
    Note,
    /// [`Command::Strike`], one per man with a note.
    Strike,
    /// [`Command::Withdraw`]: the next letter with every man alone.
    Withdraw,
    /// [`Command::TakeBackWithdrawal`], one per withdrawing group.
    TakeBackWithdrawal,
    /// [`Command::Leave`], one per withdrawing group.
    Leave,
    /// [`Command::Pursue`], one per leader and number drawn.
    Pursue,
    /// [`Command::TakeBackPursuit`].
    TakeBackPursuit,
    /// [`Command::Report`].
    Report,
    /// [`Command::Confirm`].
    Confirm,
    /// [`Command::Differ`].
    Differ,
    /// [`Command::Uphold`], one per version.
    Uphold,
    /// [`Command::Decide`]: every set of decisions.
    Decide,
}

/// The most commands of a template that [`each`] visits where the domain is a product: fillings and decisions.
pub const CAP: usize = 400;

/// The highest number on a card of the Draw deck.
const HIGHEST_DRAWN: u8 = 6;

/// Appends what `seat` could do now: each rule's own check says whether. Looks only at what the seat may know.
pub fn offers(state: &State, seat: Seat, into: &mut Vec<Template>) {
    let mut offer = |template: Template, may: bool| into.extend(may.then_some(template));
    offer(Template::DrawLot, holds(|why| sc_sample_campaign::may_draw_lot(state, seat, why)));
    if seat == Seat::Clock {
        return;
    }
    let Some(side) = Side::of(seat) else {
        if seat == Seat::Umpire {
            offer(Template::SetRuling, holds(|why| s5_rulings::are_open(state, seat, why)));
            offer(Template::NameAttacker, holds(|why| sc_sample_campaign::is_agreed_on(state, why)));
            offer(Template::Report, holds(|why| s4_report::owes_report(state, seat, why)));
            offer(Template::Uphold, !state.facts.versions.is_empty());
        }
        return;
    };
    let open = holds(|why| s5_rulings::are_open(state, seat, why));
    offer(Template::SetRuling, open);
    let waits = |proposal: &Proposal| holds(|why| s5_rulings::may_take_back(state, seat, proposal.id, why));
    offer(Template::TakeBackProposal, open && state.facts.proposal.iter().any(waits));
    offer(Template::NameAttacker, holds(|why| sc_sample_campaign::is_agreed_on(state, why)));
    let withdraws = |group: &Group| holds(|why| s42_6_withdrawal::may_take_back(state, seat, group.id, why));
    offer(Template::TakeBackWithdrawal, state.facts.group.iter().any(withdraws));
    offer(Template::TakeBackPursuit, holds(|why| s42_7_pursuit::may_take_back(state, seat, why)));
    offer(Template::Select, holds(|why| s42_1_selection::is_selecting(state, seat, why)));
    let mut force = state.side(side).force.iter().flat_map(|force| force.men());
    offer(Template::Note, force.any(|man| has_room(state, seat, side, man)));
    let noted = |note: &Note| holds(|why| s42_43_tally::may_strike(state, seat, note.man, why));
    offer(Template::Strike, state.side(side).note.first().is_some_and(noted));
    let may_announce = holds(|why| s42_6_withdrawal::may_announce(state, seat, why))
        && free_groups(state, side).next().is_some()
        && men_who_could_withdraw(state, side).next().is_some();
    offer(Template::Withdraw, may_announce);
    let leaves = |group: GroupId| holds(|why| s42_6_withdrawal::is_leaving(state, seat, group, why));
    offer(Template::Leave, own_groups(state, side).any(leaves));
    let may_pursue =
        holds(|why| s42_7_pursuit::may_try(state, seat, why)) && !pursuit_leaders(state, side).is_empty();
    offer(Template::Pursue, may_pursue);
    offer(Template::Report, holds(|why| s4_report::owes_report(state, seat, why)));
    offer(Template::Confirm, holds(|why| s4_report::awaits_word(state, seat, why)));
    // Whose own version stands tells it anew with a report.
    let has_told = state.facts.versions.iter().any(|version| version.id == side);
    offer(Template::Differ, !has_told && holds(|why| s4_report::may_differ(state, seat, why)));
    offer(Template::Decide, holds(|why| s4_report::owes_decisions(state, seat, why)));
}

/// Whether something may be noted about a man now.
fn has_room(state: &State, seat: Seat, side: Side, man: ManId) -> bool {
    holds(|why| {
        s42_43_tally::keeps_tally(state, seat, why)?;
        s42_43_tally::has_room(state, side, man, why)
    })
}

/// Visits the commands of a template in a canonical order; products of choices at most [`CAP`] of them.
pub fn each(
    state: &State,
    seat: Seat,
    template: &Template,
    visit: &mut dyn FnMut(Command) -> ControlFlow<()>,
) {
    let side = own(seat);
    let mut give = |command: Command| visit(command).is_break();
    match template {
        Template::DrawLot => {
            give(Command::DrawLot);
        }
        Template::NameAttacker => {
            state.campaign.sides.iter().any(|(_, info)| give(Command::NameAttacker { attacker: info.id }));
        }
        Template::SetRuling => {
            ruling_changes(state, seat).into_iter().any(give);
        }
        Template::TakeBackProposal => {
            let own = state.facts.proposal.iter().filter(|proposal| proposal.side == side);
            own.into_iter().any(|proposal| give(Command::TakeBackProposal { ruling: proposal.id }));
        }
        Template::Select => {
            each_selection(state, side, &mut give);
        }
        Template::Note => {
            notes(state, side).into_iter().any(give);
        }
        Template::Strike => {
            noted_men(state, side).into_iter().any(|man| give(Command::Strike { man }));
        }
        Template::Withdraw => {
            let group = free_groups(state, side).next();
            let alone = |man| group.map(|group| Command::Withdraw(withdrawal(group, vec![man])));
            men_who_could_withdraw(state, side).filter_map(alone).any(give);
        }
        Template::Leave => {
            own_groups(state, side).any(|group| give(Command::Leave { group, nearest: 4 }));
        }
        Template::TakeBackWithdrawal => {
            let groups = state.facts.group.iter().filter(|group| group.side == side);
            groups.into_iter().any(|group| give(Command::TakeBackWithdrawal { group: group.id }));
        }
        Template::TakeBackPursuit => {
            give(Command::TakeBackPursuit);
        }
        Template::Pursue => {
            let leaders = pursuit_leaders(state, side);
            leaders.into_iter().any(|(man, as_what)| {
                (0..=HIGHEST_DRAWN).any(|drawn| give(pursuit(state, side, man, as_what, drawn)))
            });
        }
        Template::Report | Template::Differ => {
            plain_reports(state, seat).into_iter().any(|telling| give(telling_command(*template, telling)));
        }
        Template::Confirm => {
            give(Command::Confirm { decide: None });
        }
        Template::Uphold => {
            let told = state.facts.versions.iter().map(|version| state.campaign.sides[version.id].id);
            told.into_iter().any(|side| give(Command::Uphold { side, reason: None }));
        }
        Template::Decide => {
            each_decision(state, side, &mut give);
        }
    }
}

/// Whether [`each`] leaves out lawful commands of a template: facts of the table and products of choices have too many.
pub fn is_capped(template: Template) -> bool {
    match template {
        Template::DrawLot
        | Template::NameAttacker
        | Template::SetRuling
        | Template::TakeBackProposal
        | Template::Strike
        | Template::TakeBackWithdrawal
        | Template::TakeBackPursuit
        | Template::Uphold => false,
        Template::Select
        | Template::Note
        | Template::Withdraw
        | Template::Leave
        | Template::Pursue
        | Template::Report
        | Template::Confirm
        | Template::Differ
        | Template::Decide => true,
    }
}

/// A random lawful command of a template.
pub fn sample(state: &State, seat: Seat, template: &Template, pick: Pick<'_>) -> Command {
    let side = own(seat);
    match template {
        Template::Select => Command::Select(random_selection(state, side, pick)),
        Template::Report | Template::Differ => {
            let report = random_report(state, seat, pick);
            let decide = (matches!(seat, Seat::Side(_)) && pick(4) == 0)
                .then(|| random_decisions(state, side, &report, pick));
            telling_command(*template, telling(state, report, decide))
        }
        Template::Confirm => {
            let version = state.facts.versions.iter().find(|version| version.id != side);
            let decide = version
                .filter(|_| pick(2) == 0)
                .map(|version| random_decisions(state, side, &version.report, pick));
            Command::Confirm { decide }
        }
        Template::Decide => {
            let agreed = state.facts.agreed.as_ref();
            Command::Decide(
                agreed.map_or_else(Decisions::default, |report| random_decisions(state, side, report, pick)),
            )
        }
        Template::Leave => {
            let groups: Vec<GroupId> = own_groups(state, side).collect();
            let nearest = i8::try_from(pick(6)).unwrap_or(0) - 1;
            Command::Leave { group: one_of(&groups, pick), nearest }
        }
        Template::Withdraw => {
            let group = free_groups(state, side).next().unwrap_or_default();
            let able: Vec<ManId> = men_who_could_withdraw(state, side).collect();
            let mut men: Vec<ManId> = able.iter().copied().filter(|_| pick(4) == 0).collect();
            if men.is_empty() {
                men.push(one_of(&able, pick));
            }
            let range = -i8::try_from(pick(3)).unwrap_or(0);
            Command::Withdraw(Withdrawal { range, ..withdrawal(group, men) })
        }
        _ => {
            let mut all = Vec::new();
            each(state, seat, template, &mut |command| {
                all.push(command);
                ControlFlow::Continue(())
            });
            let at = pick(all.len().max(1) as u64) as usize;
            all.swap_remove(at)
        }
    }
}

fn own(seat: Seat) -> Side {
    Side::of(seat).unwrap_or(Side::FIRST)
}

fn one_of<T: Copy>(list: &[T], pick: Pick<'_>) -> T {
    list[pick(list.len().max(1) as u64) as usize]
}

fn telling_command(template: Template, telling: Telling) -> Command {
    match template {
        Template::Differ => Command::Differ(telling),
        _ => Command::Report(telling),
    }
}

fn ruling_changes(state: &State, seat: Seat) -> Vec<Command> {
    let words = RULINGS.iter().flat_map(|ruling| {
        let words = ruling.words.iter().map(|(word, _)| *word);
        words.map(|word| (ruling.short(), word))
    });
    let named = words.filter_map(|(ruling, word)| Some((ruling.parse().ok()?, word.parse().ok()?)));
    let may =
        |said: &(RulingId, RulingWord)| holds(|why| s5_rulings::may_set(state, seat, said.0, said.1, why));
    named.filter(may).map(|(ruling, word)| Command::SetRuling { ruling, word }).collect()
}
