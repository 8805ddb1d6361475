//! The aftermath on one screen: the tally, the report of both sides, its confirmation, the decisions.

use kernel::view::block::figure_words;
use kernel::view::{
    Block, Cell, Choice, ColumnRole, Field, FieldKind, Form, Page, Panel, RowState, Sheet, Text,
};
use kernel::{RuleId, Seat};
use serde_json::{Value, json};

use super::keys::{Table, key};
use super::{Look, tally};
use crate::command::{Command, Fallback};
use crate::offers::possible_winners;
use crate::phase::Phase;
use crate::report::{AuxLoss, Decisions, ManReport, differences};
use crate::rules::s3_order_of_settlement::{self as settlement, Choices, Settling, settle_man};
use crate::rules::s4_report::as_noted;
use crate::state::State;
use crate::words::{AuxKind, ManId, Out, Side, Trait};

pub(super) fn page(look: Look<'_>) -> Page {
    let state = look.state;
    let phase = Phase::of(state);
    let mut main = Vec::new();
    match phase {
        Phase::Battle => {
            if let Some(side) = look.own() {
                main.push(tally::panel(look, side));
            }
            main.extend(report_panel(look, "report", "Report the scenario"));
        }
        Phase::Confirm | Phase::Dispute => main.extend(versions(look)),
        Phase::Decide => main.extend(decisions(look)),
        Phase::Attacker | Phase::Select => {
            main.push(Block::Empty(Text::new("The result is entered here when both forces are selected.")));
        }
        Phase::Over => main.push(Block::Empty(Text::new("All scenarios are settled."))),
    }
    Page {
        id: "result",
        tab: "Result",
        title: "Result".into(),
        lede: Text::new(super::standing::words(state)),
        main,
        aside: vec![order_of_settlement()],
    }
}

fn order_of_settlement() -> Block {
    let text = Text::new(
        "Settled in this order: losses, routs, Elan, one step, Survival, KIA restoration, promotion, wounds, points, \
         the next attacker.",
    );
    Block::Note(text)
}

/// The form that tells the facts of both sides: one question per man, everybody as noted beforehand.
fn report_panel(look: Look<'_>, verb: &'static str, heading: &str) -> Option<Block> {
    if !matches!(look.seat, Seat::Side(_) | Seat::Umpire) {
        return None;
    }
    let state = look.state;
    let mut form =
        Form::new(verb, json!({"do": verb, "fill": Fallback::AsNoted}), heading).leading().ask(winner(look));
    for side in look.sides() {
        let men: Vec<ManId> = state.side(side).force.iter().flat_map(|force| force.men()).collect();
        for man in men {
            form = form.ask(man_field(look, side, man));
        }
        form = form.ask_if(losses(state, side));
    }
    let panel = Panel::new(verb, heading, vec![Block::Form(form)]).rule(RuleId("UF-42.43-1"));
    Some(if look.own().is_some() { panel.yours().block() } else { panel.block() })
}

trait AskIf {
    fn ask_if(self, field: Option<Field>) -> Self;
}

impl AskIf for Form {
    fn ask_if(self, field: Option<Field>) -> Self {
        match field {
            Some(field) => self.ask(field),
            None => self,
        }
    }
}

fn winner(look: Look<'_>) -> Field {
    let choice = |winner: &Option<Side>| match winner {
        Some(side) => {
            Choice::new(look.state.campaign.sides[side.index()].id.as_str(), Text::empty().side(side.0))
        }
        None => Choice::new("none", "Nobody"),
    };
    let choices: Vec<Choice> = possible_winners(look.state).iter().map(choice).collect();
    let chosen = (choices.len() == 1).then_some(0);
    Field {
        key: "winner",
        label: "Who won?".into(),
        hint: String::new(),
        kind: FieldKind::One { choices, chosen },
    }
}

/// How a man can have ended: the usual ends first.
const ENDS: [(Out, Option<bool>, Option<bool>, &str); 12] = [
    (Out::InPlay, Some(false), Some(false), "in play, unpinned"),
    (Out::InPlay, Some(true), Some(false), "in play, pinned"),
    (Out::InPlay, Some(false), Some(true), "wounded, unpinned"),
    (Out::InPlay, Some(true), Some(true), "wounded, pinned"),
    (Out::Routed, None, Some(false), "routed"),
    (Out::Routed, None, Some(true), "routed, wounded"),
    (Out::Killed, None, None, "killed"),
    (Out::CcLost, None, None, "lost in close combat"),
    (Out::Captured, None, None, "captured"),
    (Out::PanicLost, None, None, "lost to panic"),
    (Out::Withdrawn, Some(false), Some(false), "withdrew, unpinned"),
    (Out::NotEntered, None, None, "never entered"),
];

fn man_field(look: Look<'_>, side: Side, man: ManId) -> Field {
    let state = look.state;
    let noted = as_noted(state, side, man);
    let is_noted = |out: Out, pinned: Option<bool>, wounded: Option<bool>| {
        out == noted.out
            && pinned.unwrap_or(false) == noted.pinned.unwrap_or(false)
            && wounded.unwrap_or(false) == noted.wounded.unwrap_or(false)
    };
    let choice = |(out, pinned, wounded, label): &(Out, Option<bool>, Option<bool>, &str)| {
        let mut value = json!({"out": out});
        let facts = [("pinned", pinned), ("wounded", wounded)];
        for (key, fact) in facts.iter().filter_map(|(key, fact)| fact.map(|fact| (key, fact))) {
            value[*key] = Value::Bool(fact);
        }
        Choice::new(value, *label)
    };
    let choices: Vec<Choice> = ENDS.iter().map(choice).collect();
    let chosen = ENDS.iter().position(|(out, pinned, wounded, _)| is_noted(*out, *pinned, *wounded));
    let hint = match noted.events.is_empty() {
        true => String::new(),
        false => format!("noted: {}", crate::report::deeds(&noted.events)),
    };
    let label = format!("{} {}", look.name(side), crate::rules::name(state, side, man));
    let kind = FieldKind::One { choices, chosen: chosen.or(Some(0)) };
    Field { key: key(Table::Men(side), man), label, hint, kind }
}

/// What a side brought beside its men and may have lost.
fn losses(state: &State, side: Side) -> Option<Field> {
    let scenario = state.scenario()?;
    let mut choices = Vec::new();
    for aux in &scenario.aux[state.part(side)] {
        let loss = AuxLoss { kind: aux.kind, effect: aux.effect };
        let price =
            crate::rules::s42_8_victory_points::for_aux(&state.campaign, &state.facts.rulings, loss).1;
        let note = format!("{} points", figure_words(price.into()));
        choices.push(Choice::new(json!(loss), format!("{} lost", aux.label)).note(note));
        let commander = AuxLoss { kind: AuxKind::CommanderKilled, effect: 0 };
        choices
            .push(Choice::new(json!(commander), format!("{}: commander killed", aux.label)).note("−1 point"));
    }
    if choices.is_empty() {
        return None;
    }
    let key = if side.0 == 0 { "side_1.aux" } else { "side_2.aux" };
    let most = choices.len();
    let label = format!("{} guns and vehicles", state.campaign.sides[side.index()].name);
    Some(Field { key, label, hint: String::new(), kind: FieldKind::Many { choices, least: 0, most } })
}

/// The versions told so far, their differences, and what can be done about them.
fn versions(look: Look<'_>) -> Vec<Block> {
    let state = look.state;
    let name = |side: Side| look.name(side).to_owned();
    let mut blocks: Vec<Block> = Vec::new();
    for version in &state.facts.versions {
        let body = vec![told(look, &version.report)];
        let heading = format!("As {} tells it", look.name(version.id));
        blocks.push(Panel::new(format!("version-{}", version.id.0), heading, body).block());
    }
    if let [first, second] = &state.facts.versions[..] {
        let columns = [
            ("What", ColumnRole::Name),
            (look.name(first.id), ColumnRole::Words),
            (look.name(second.id), ColumnRole::Words),
        ];
        let mut sheet = Sheet::new("Where the versions differ", &columns);
        for (n, found) in differences(&first.report, &second.report, &name).into_iter().enumerate() {
            let whom = match (found.side, found.man) {
                (Some(side), Some(man)) => {
                    format!("{} {}", look.name(side), crate::rules::name(state, side, man))
                }
                (Some(side), None) => look.name(side).to_owned(),
                (None, _) => "The scenario".into(),
            };
            let cells = vec![
                Cell::new(format!("{whom}: {}", found.field)),
                Cell::new(found.first),
                Cell::changed(found.second.clone(), String::new()),
            ];
            sheet.row(format!("difference-{n}"), RowState::Here, cells);
        }
        blocks.insert(0, Panel::new("differences", "Differences", vec![Block::Sheet(sheet)]).block());
    }
    let mut forms = Vec::new();
    if let Some(side) = look.own() {
        let other = state.facts.versions.iter().find(|version| version.id != side);
        if other.is_some() {
            let refusal = look.refusal(&Command::Confirm { decide: None });
            let form =
                Form::new("confirm", json!({"do": "confirm"}), "Confirm the other side's version").leading();
            forms.push(form.closed(refusal));
        }
        blocks.push(Panel::new("report", "What you can do", vec![Block::Can(forms)]).yours().block());
        let told = state.facts.versions.iter().any(|version| version.id == side);
        let (verb, heading) =
            if told { ("report", "Tell it anew") } else { ("differ", "Tell it differently") };
        blocks.extend(report_panel(look, verb, heading));
    } else if look.seat == Seat::Umpire {
        for version in &state.facts.versions {
            let id = state.campaign.sides[version.id.index()].id;
            let words = format!("Uphold the version of {}", look.name(version.id));
            forms.push(Form::new(format!("uphold-{id}"), json!({"do": "uphold", "side": id}), words));
        }
        blocks.push(Panel::new("uphold", "Settle the disagreement", vec![Block::Can(forms)]).block());
        blocks.extend(report_panel(look, "report", "Settle the facts yourself"));
    }
    blocks
}

fn told(look: Look<'_>, report: &crate::report::Report) -> Block {
    let columns = [("Man", ColumnRole::Name), ("End", ColumnRole::Words), ("Deeds", ColumnRole::Words)];
    let winner = report.winner.map_or("nobody", |side| look.name(side));
    let mut sheet = Sheet::new(format!("Won by {winner}"), &columns);
    for side in look.sides() {
        for man in &report.side(side).men {
            let row = if man.out.is_lost() { RowState::Gone } else { RowState::Here };
            let name = format!("{} {}", look.name(side), crate::rules::name(look.state, side, man.id));
            let cells =
                vec![Cell::new(name), Cell::new(ending(man)), Cell::new(crate::report::deeds(&man.events))];
            sheet.row(format!("told-{}-{}", side.0, man.id), row, cells);
        }
    }
    Block::Sheet(sheet)
}

fn ending(man: &ManReport) -> String {
    let mut words = man.out.prose().to_owned();
    if man.pinned == Some(true) {
        words.push_str(", pinned");
    }
    if man.wounded == Some(true) {
        words.push_str(", wounded");
    }
    words
}

/// The decisions of the own side, only those that are real, each with what it does. [UF-42.42-3, UF-42.44-2]
fn decisions(look: Look<'_>) -> Vec<Block> {
    let state = look.state;
    let Some(report) = &state.facts.agreed else { return Vec::new() };
    let mut blocks = Vec::new();
    if let Some(side) = look.own() {
        if settlement::owes_decisions(state, side) {
            let mut form = Form::new("decide", json!({"do": "decide"}), "Decide").leading();
            for choices in settlement::choices(state, side, report) {
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
    blocks.push(Panel::new("agreed", "The agreed facts", vec![told(look, report)]).block());
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
            Choice::new(json!(which), format!("{which} −1")).note(after(state, side, report, man, &decisions))
        };
        let kind = FieldKind::One { choices: Trait::ALL.iter().map(choice).collect(), chosen: None };
        let label = format!("{name} routed: what falls?");
        fields.push(Field { key: key(Table::Rout, man), label, hint: String::new(), kind });
    }
    if !choices.steps.is_empty() {
        let price = state.campaign.tables.elan.price_of_one_step;
        let keep = Choice::new(json!([]), format!("Keep {} Elan", choices.before.elan));
        let step = |which: &Trait| {
            let mut decisions = Decisions::default();
            decisions.trade.0.push((man, vec![*which]));
            let note = after(state, side, report, man, &decisions);
            Choice::new(json!([which]), format!("{which} +1 for {price} Elan")).note(note)
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
