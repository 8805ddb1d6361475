//! The aftermath on one screen: the tally, the report of both sides, its confirmation, the decisions.

use kernel::view::{
    Block, Cell, Choice, ColumnRole, Field, FieldKind, Form, Page, Panel, RowState, Sheet, Text,
};
use kernel::{RuleId, Seat};
use serde_json::json;

use super::keys::{Table, key};
use super::men::career_id;
use super::{Look, deed_words, report_form, sentence, tally};
use crate::command::Command;
use crate::narrate;
use crate::phase::Phase;
use crate::report::{Decisions, ManReport, differences};
use crate::rules::s3_order_of_settlement::{Settling, settle_man};
use crate::rules::s4_decisions::{Choices, choices, owes_decisions};
use crate::state::State;
use crate::words::{ManId, Out, Side, Trait};

pub(super) fn page(look: Look<'_>) -> Page {
    let state = look.state;
    let phase = Phase::of(state);
    let mut main = Vec::new();
    match phase {
        Phase::Battle => {
            main.extend(look.sides().map(|side| tally::panel(look, side)));
            if let Some(side) = look.own() {
                main.push(tally::leaving(look, side));
            }
            main.extend(report_form::panel(look, "report", "Report the scenario", None));
        }
        Phase::Confirm | Phase::Dispute => main.extend(versions(look)),
        Phase::Decide => main.extend(decisions(look)),
        Phase::Attacker | Phase::Select => {
            main.push(Block::Empty(Text::new("The result is entered here when both forces are selected.")));
        }
        Phase::Over => main.push(Block::Empty(Text::new("All scenarios are settled."))),
    }
    if !matches!(phase, Phase::Confirm | Phase::Dispute | Phase::Decide) {
        main.extend(settled(look));
    }
    main.push(order_of_settlement());
    Page {
        id: "result",
        tab: "Result",
        title: "Result".into(),
        lede: Text::new(match phase {
            Phase::Battle => "Keep the tally while you play; report when the battle is over.",
            Phase::Confirm => {
                "One side has told what happened; the other confirms it or tells it differently."
            }
            Phase::Dispute => "Two versions stand against each other; nothing is settled before they agree.",
            Phase::Decide => "Each side decides for its own men; then all is settled at once.",
            Phase::Attacker | Phase::Select | Phase::Over => "What came of the last battle.",
        }),
        main,
        aside: Vec::new(),
    }
}

fn order_of_settlement() -> Block {
    let text = Text::new(
        "Settled in this order: losses, routs, Elan, one step, Survival, KIA restoration, promotion, wounds, points, \
         the next attacker.",
    );
    Block::Note(text)
}

/// The versions told so far, their differences, and what can be done about them.
fn versions(look: Look<'_>) -> Vec<Block> {
    let state = look.state;
    let name = |side: Side| look.name(side).to_owned();
    let disputed = state.facts.versions.len() > 1;
    let version_of = |version: &crate::state::Version| {
        let heading = format!("As {} tells it", look.name(version.id));
        let panel = Panel::new(format!("version-{}", version.id.0), heading, told(look, &version.report));
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
    let mut forms = Vec::new();
    let version = |side: Side| state.facts.versions.iter().find(|version| version.id == side);
    if let Some(side) = look.own() {
        let (own, other) = (version(side), version(side.other()));
        if other.is_some() {
            let refusal = look.refusal(&Command::Confirm { decide: None });
            let verb = format!("Confirm what {} tells", look.name(side.other()));
            forms.push(Form::new("confirm", json!({"do": "confirm"}), verb).leading().closed(refusal));
            forms.extend(tally::take_back(look, side));
            let then = Panel::new("confirm-panel", "Is it so?", vec![Block::Can(forms)]);
            blocks.push(then.rule(RuleId("UF-E35")).yours().block());
        } else {
            let text = Text::empty().side(side.other().0).say(" confirms it or tells it differently.");
            blocks.push(Block::Empty(text));
        }
        let (verb, heading) =
            if own.is_some() { ("report", "Tell it anew") } else { ("differ", "Tell it differently") };
        // What is told already stays as it is told: only the differences are entered.
        let told = own.or(other).map(|version| &version.report);
        blocks.extend(report_form::panel(look, verb, heading, told));
    } else if look.seat == Seat::Umpire {
        for version in &state.facts.versions {
            let id = state.campaign.sides[version.id.index()].id;
            let words = format!("Uphold the version of {}", look.name(version.id));
            forms.push(Form::new(format!("uphold-{id}"), json!({"do": "uphold", "side": id}), words));
        }
        blocks.push(Panel::new("uphold", "Settle the disagreement", vec![Block::Can(forms)]).block());
        let told = state.facts.versions.first().map(|version| &version.report);
        blocks.extend(report_form::panel(look, "report", "Settle the facts yourself", told));
    }
    // Where they differ stands above; the whole versions are there to be unfolded.
    if disputed {
        blocks.extend(told_so);
    }
    blocks
}

/// A version in short: who did something or ended otherwise than unhurt and unpinned; the rest by name.
fn told(look: Look<'_>, report: &crate::report::Report) -> Vec<Block> {
    let winner = match report.winner {
        Some(side) => Text::empty().side(side.0).say(" won."),
        None => Text::new("Nobody won."),
    };
    let mut blocks = vec![Block::Prose(winner)];
    for side in look.sides() {
        let part = report.side(side);
        let columns = [(look.name(side), ColumnRole::Name), ("End and deeds", ColumnRole::Words)];
        let mut sheet = Sheet::new("", &columns);
        let mut rest = Vec::new();
        for man in &part.men {
            let name = look.man(side, man.id);
            if man.out == Out::InPlay
                && man.is_unpinned()
                && !man.is_wounded()
                && !man.moved_in
                && man.events.is_empty()
            {
                rest.push(name);
                continue;
            }
            let row = if man.out.is_lost() { RowState::Gone } else { RowState::Here };
            let cells = vec![Cell::new(name), Cell::new(ending(look.state, side, man))];
            sheet.row(format!("told-{}-{}", side.0, man.id), row, cells);
        }
        if !sheet.rows.is_empty() {
            blocks.push(Block::Sheet(sheet));
        }
        if !rest.is_empty() {
            let text = Text::empty().side(side.0).say(format!(", unhurt and unpinned: {}.", rest.join(", ")));
            blocks.push(Block::Note(text));
        }
        if !part.aux.is_empty() {
            let lost = crate::report::losses(&part.aux);
            blocks.push(Block::Note(Text::empty().side(side.0).say(format!(" lost: {lost}."))));
        }
    }
    blocks
}

fn ending(state: &State, side: Side, man: &ManReport) -> String {
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

/// What the last settlement did, man by man.
fn settled(look: Look<'_>) -> Option<Block> {
    let state = look.state;
    let last = state.facts.played.len().checked_sub(1)?;
    let leg = state.campaign.legs.get(last)?;
    let mut body = Vec::new();
    for side in look.sides().into_iter().filter(|side| look.sees_roster(*side)) {
        let columns = [(look.name(side), ColumnRole::Name), ("What came of it", ColumnRole::Words)];
        let mut sheet = Sheet::new("", &columns);
        for line in state.side(side).career.iter().filter(|line| usize::from(line.leg) == last) {
            let man = state.man(side, line.man).map(|(man, _)| man);
            let row = if line.out.is_some_and(Out::is_lost) || line.broken {
                RowState::Gone
            } else {
                RowState::Here
            };
            let name = Text::empty().link("men", career_id(side, line.man), look.man(side, line.man));
            let words = narrate::career(&state.campaign, line, man);
            sheet.row(
                format!("settled-{}-{}-{}", side.0, line.man, line.id),
                row,
                vec![Cell::new(name), Cell::new(words)],
            );
        }
        if !sheet.rows.is_empty() {
            body.push(Block::Sheet(sheet));
        }
    }
    let heading = format!("Settled: {} {}", leg.id, state.campaign.scenario(leg).title);
    (!body.is_empty()).then(|| Panel::new("settled", heading, body).block())
}

/// The decisions of the own side, only those that are real, each with what it does. [UF-42.42-3, UF-42.44-2]
fn decisions(look: Look<'_>) -> Vec<Block> {
    let state = look.state;
    let Some(report) = &state.facts.agreed else { return Vec::new() };
    let mut blocks = Vec::new();
    if let Some(side) = look.own() {
        if owes_decisions(state, side) {
            let mut form = Form::new("decide", json!({"do": "decide"}), "Decide").leading();
            for choices in choices(state, side, report) {
                for field in fields(look, side, report, &choices) {
                    form = form.ask(field);
                }
            }
            let panel = Panel::new("decide", "Decide for your men", vec![Block::Form(form)]);
            blocks.push(panel.rule(RuleId("UF-42.1-3")).yours().block());
        } else {
            blocks.push(Block::Empty(Text::new("You have decided; the other side has still to.")));
        }
    }
    blocks.push(Panel::new("agreed", "The agreed facts", told(look, report)).block());
    blocks
}

fn fields(look: Look<'_>, side: Side, report: &crate::report::Report, choices: &Choices) -> Vec<Field> {
    let state = look.state;
    let man = choices.man;
    let name = crate::rules::name(state, side, man);
    let mut fields = Vec::new();
    if choices.rout {
        let choice = |which: &Trait| {
            let mut decisions = Decisions::default();
            decisions.rout.0.push((man, *which));
            let now = state.man(side, man).map_or(0, |(now, _)| now.value(*which));
            let label = format!("{} −1, {now} to {}", sentence(which.word()), now.saturating_sub(1));
            Choice::new(json!(which), label).note(after(state, side, report, man, &decisions))
        };
        let kind = FieldKind::One { choices: Trait::ALL.iter().map(choice).collect(), chosen: None };
        let label = format!("{name} routed: what falls?");
        fields.push(Field { key: key(Table::Rout, man), label, hint: String::new(), kind });
    }
    if !choices.steps.is_empty() {
        let price = state.campaign.tables.elan.price_of_one_step;
        let before = choices.before;
        let stands = format!("Keep {} Elan, Morale {}, Panic {}", before.elan, before.morale, before.panic);
        let keep = Choice::new(json!([]), stands);
        let step = |which: &Trait| {
            let mut decisions = Decisions::default();
            decisions.trade.0.push((man, vec![*which]));
            let note = after(state, side, report, man, &decisions);
            let now = before.value(*which);
            let label = format!("{} +1 for {price} Elan, {now} to {}", sentence(which.word()), now + 1);
            Choice::new(json!([which]), label).note(note)
        };
        let choices = std::iter::once(keep).chain(choices.steps.iter().map(step)).collect();
        let kind = FieldKind::One { choices, chosen: Some(0) };
        fields.push(Field {
            key: key(Table::Trade, man),
            label: format!("{name}: a step?"),
            hint: String::new(),
            kind,
        });
    }
    if choices.order {
        let first = Choice::new("kia", "The KIA value first");
        let second = Choice::new("promotion", "The promotion first");
        let kind = FieldKind::One { choices: vec![first, second], chosen: Some(0) };
        let label = format!("{name}: what do his slashes bring first?");
        fields.push(Field { key: key(Table::Order, man), label, hint: String::new(), kind });
    }
    if choices.promote {
        let choices = vec![Choice::new("now", "Promote him now"), Choice::new("wait", "Let it wait")];
        let kind = FieldKind::One { choices, chosen: Some(0) };
        fields.push(Field {
            key: key(Table::Promote, man),
            label: format!("{name}: promotion"),
            hint: String::new(),
            kind,
        });
    }
    // A form writes only what can be decided: order and promotion may turn out not to be due after the trade.
    fields
}

/// How a man stands after these decisions: "3/4, 2 Elan, promoted to CPL".
fn after(
    state: &State,
    side: Side,
    report: &crate::report::Report,
    man: ManId,
    decisions: &Decisions,
) -> String {
    let settled = Settling::of(state, side, report)
        .zip(state.man(side, man))
        .map(|(at, (now, card))| settle_man(at, now, card, report.side(side).man(man), decisions));
    let Some((line, after)) = settled else { return String::new() };
    if after.dead {
        return "he counts as killed, −1 point".into();
    }
    let mut words = format!("Morale {} Panic {}, {} Elan", after.morale, after.panic, after.elan);
    if line.restored {
        words.push_str(&format!(", KIA {}", after.kia));
    }
    if let Some(rank) = line.promoted {
        words.push_str(&format!(", promoted to {rank}"));
    }
    words
}
