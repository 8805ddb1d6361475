//! The versions of the facts of a scenario: as each side tells them, where they differ, and what can be done about it.

use kernel::view::{Block, Cell, Choice, ColumnRole, Field, FieldKind, Form, Panel, RowState, Sheet, Text};
use kernel::{RuleId, Seat};
use serde_json::json;

use super::report_form::{Told, off_tally};
use super::{Look, deed_words, elan, leaving, report_form};
use crate::command::Command;
use crate::report::{ManReport, Report, differences, losses};
use crate::rules::s4_report::LONGEST_REASON;
use crate::rules::s4_report::settled_by_umpire;
use crate::state::{State, Version};
use crate::words::{Out, Side};

/// The versions told so far, their differences, and what can be done about them.
pub(super) fn versions(look: Look<'_>) -> Vec<Block> {
    let state = look.state;
    let name = |side: Side| look.name(side).to_owned();
    let disputed = state.facts.versions.len() > 1;
    let version_of = |version: &Version| {
        let heading = format!("As {} tells it", look.name(version.id));
        let panel = Panel::new(
            format!("version-{}", version.id.number()),
            heading,
            told(look, &version.report, ShowElan::No),
        );
        if disputed { panel.folded().block() } else { panel.block() }
    };
    let told_so: Vec<Block> = state.facts.versions.iter().map(version_of).collect();
    let mut blocks: Vec<Block> = if disputed { Vec::new() } else { told_so.clone() };
    if let [first, second] = &state.facts.versions[..] {
        let columns = [
            ("What", ColumnRole::Name),
            (look.name(first.id), ColumnRole::Words),
            (look.name(second.id), ColumnRole::Words),
        ];
        let mut sheet = Sheet::new("", &columns);
        for (n, found) in differences(&first.report, &second.report, &name).into_iter().enumerate() {
            let whom = match (found.side, found.man) {
                (Some(side), Some(man)) => {
                    format!("{} {}", look.name(side), look.man(side, man))
                }
                (Some(side), None) => look.name(side).to_owned(),
                (None, _) => "The scenario".into(),
            };
            let cells = vec![
                Cell::new(format!("{whom}: {}", found.field)),
                Cell::new(Text::empty().strong(found.first)),
                Cell::new(Text::empty().strong(found.second)),
            ];
            sheet.row(format!("difference-{n}"), RowState::Here, cells);
        }
        blocks
            .push(Panel::new("differences", "Where the versions differ", vec![Block::Sheet(sheet)]).block());
    }
    blocks.extend(state.facts.versions.iter().filter_map(|version| against_the_tally(look, version)));
    let mut forms = Vec::new();
    let version = |side: Side| state.facts.versions.iter().find(|version| version.id == side);
    if let Some(side) = look.own() {
        let (own, other) = (version(side), version(side.enemy()));
        if other.is_some() {
            let refusal = look.refusal(&Command::Confirm { decide: None });
            let verb = format!("Confirm what {} tells", look.name(side.enemy()));
            forms.push(Form::new("confirm", json!({"do": "confirm"}), verb).leading().closed(refusal));
            let then = Panel::new("confirm-panel", "Is it so?", vec![Block::Can(forms)]);
            blocks.push(then.rule(RuleId("UF-42.1-3")).yours().block());
        } else {
            let text = Text::empty().side(side.enemy().number()).say(" confirms it or reports differently.");
            blocks.push(Block::Empty(text));
        }
        let (verb, heading) =
            if own.is_some() { ("report", "Tell it anew") } else { ("differ", "Tell it differently") };
        // What is told already stays as it is told: only the differences are entered.
        let told = own.or(other).map(|version| &*version.report);
        blocks.extend(report_form::panel(look, verb, heading, Told { known: told, against: None }));
        blocks.extend(leaving::take_back(look, side));
    } else if look.seat == Seat::Umpire {
        blocks.extend(settling(look));
    }
    // Where they differ stands above; the whole versions are there to be unfolded.
    if disputed {
        blocks.extend(told_so);
    }
    blocks
}

/// Where a version tells of a man otherwise than the tally has him; for those who can answer it.
fn against_the_tally(look: Look<'_>, version: &Version) -> Option<Block> {
    if !matches!(look.seat, Seat::Side(_) | Seat::Umpire) {
        return None;
    }
    let columns = [
        ("Man", ColumnRole::Name),
        ("In the report", ColumnRole::Words),
        ("In the tally", ColumnRole::Words),
    ];
    let mut sheet = Sheet::new("", &columns);
    for side in look.sides() {
        for man in &version.report.side(side).men {
            let Some(noted) = off_tally(look.state, side, man) else { continue };
            let whom = Text::empty().side(side.number()).say(format!(" {}", look.man(side, man.id)));
            let cells = vec![
                Cell::new(whom),
                Cell::new(Text::empty().strong(ending(look.state, side, man))),
                Cell::new(Text::empty().strong(ending(look.state, side, &noted))),
            ];
            let id = format!("off-tally-{}-{}-{}", version.id.number(), side.number(), man.id);
            sheet.row(id, RowState::Here, cells);
        }
    }
    let heading = format!("Where {} tells it otherwise than the tally", look.name(version.id));
    let id = format!("off-tally-{}", version.id.number());
    (!sheet.rows.is_empty()).then(|| Panel::new(id, heading, vec![Block::Sheet(sheet)]).block())
}

/// What the umpire can do: uphold a version, or tell the facts in one of his own that begins with what is undisputed.
fn settling(look: Look<'_>) -> Vec<Block> {
    let state = look.state;
    let versions = &state.facts.versions;
    let whose = versions.iter().map(|version| {
        let id = state.campaign.sides[version.id].id;
        Choice::new(id.as_str(), Text::new("As ").side(version.id.number()).say(" tells it"))
    });
    let whose = FieldKind::One { choices: whose.collect(), chosen: None };
    let form = Form::new("uphold", json!({"do": "uphold"}), "Uphold this version")
        .then("It is agreed at once, and the log says that you settled it.")
        .ask(Field::new("side", "Which version holds?", whose))
        .ask(reason());
    let uphold = Block::Form(form);
    let known = versions.first().map(|version| &*version.report);
    if let [only] = &versions[..] {
        // The other side may still confirm or differ; the umpire acts only when it does not.
        let text = Text::empty()
            .side(only.id.enemy().number())
            .say(" has not answered yet. Settle it only if no answer comes.");
        let panel = Panel::new("uphold", "In place of an answer", vec![Block::Prose(text), uphold]);
        return vec![panel.rule(RuleId("UF-42.1-3")).folded().block()];
    }
    let against = versions.get(1).map(|version| &*version.report);
    let panel =
        Panel::new("uphold", "Settle the disagreement", vec![uphold]).rule(RuleId("UF-42.1-3")).yours();
    let own = report_form::panel(look, "report", "Settle the facts yourself", Told { known, against });
    std::iter::once(panel.block()).chain(own).collect()
}

/// Why the umpire settles as he does.
pub(super) fn reason() -> Field {
    let hint = "Both sides read it, in the log and beside the facts. It may be left empty.";
    Field::new("reason", "Your reason", FieldKind::words(LONGEST_REASON)).hint(hint)
}

/// How the umpire settled the facts, if he did.
pub(super) fn settled_by(state: &State) -> Option<Block> {
    let umpired = state.facts.umpired.as_ref()?;
    Some(Block::Prose(settled_by_umpire(umpired.upheld, umpired.reason.as_deref())))
}

/// Whether facts are shown with the Elan that comes of them: only agreed facts bring any.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ShowElan {
    Yes,
    No,
}

/// A version in short: who did something or ended otherwise than unhurt and unpinned; the rest by name.
pub(super) fn told(look: Look<'_>, report: &Report, elan: ShowElan) -> Vec<Block> {
    let winner = match report.winner {
        Some(side) => Text::empty().side(side.number()).say(" won."),
        None => Text::new("Nobody won."),
    };
    let mut blocks = vec![Block::Prose(winner)];
    for side in look.sides() {
        let part = report.side(side);
        let with_elan = elan == ShowElan::Yes && look.sees_roster(side);
        let mut columns = vec![("Man", ColumnRole::Name), ("End and deeds", ColumnRole::Words)];
        columns.extend(with_elan.then_some(("Elan gained", ColumnRole::Words)));
        let mut sheet = Sheet::new(look.name(side), &columns);
        let mut rest = Vec::new();
        for man in &part.men {
            if man.out == Out::InPlay
                && man.is_unpinned()
                && !man.is_wounded()
                && !man.moved_in
                && man.events.is_empty()
            {
                rest.push(man.id);
                continue;
            }
            let row = if man.out.is_lost() { RowState::Away } else { RowState::Here };
            let mut cells = vec![Cell::new(look.man(side, man.id)), Cell::new(ending(look.state, side, man))];
            cells.extend(with_elan.then(|| Cell::new(elan::explained(look, side, report, man.id, None))));
            sheet.row(format!("told-{}-{}", side.number(), man.id), row, cells);
        }
        if !sheet.rows.is_empty() {
            blocks.push(Block::Sheet(sheet));
        }
        if !rest.is_empty() {
            let names: Vec<String> = rest.iter().map(|man| look.man(side, *man)).collect();
            let text = Text::empty()
                .side(side.number())
                .say(format!(", unhurt and unpinned: {}.", names.join(", ")));
            blocks.push(Block::Note(text));
            let same = elan::explained(look, side, report, rest[0], None);
            if with_elan && !same.is_empty() {
                let text = Text::new("Each of them gains Elan ").0.into_iter().chain(same.0).collect();
                blocks.push(Block::Note(Text(text)));
            }
        }
        if !part.aux.is_empty() {
            let lost = losses(&part.aux);
            blocks.push(Block::Note(Text::empty().side(side.number()).say(format!(" lost: {lost}."))));
        }
    }
    blocks
}

/// How a man ended and what he did, in words.
pub(super) fn ending(state: &State, side: Side, man: &ManReport) -> String {
    let mut words = vec![man.out.prose().to_owned()];
    if man.pinned == Some(true) {
        words.push("pinned".into());
    }
    if man.wounded == Some(true) {
        words.push("wounded".into());
    }
    if man.moved_in {
        words.push("moved in".into());
    }
    words.extend(man.events.iter().map(|deed| deed_words(state, side, deed)));
    words.join(", ")
}
