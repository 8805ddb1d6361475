//! The aftermath on one screen: the tally, the report of both sides, its confirmation, the decisions.

use kernel::grammar::capital;
use kernel::view::{Block, Choice, Field, FieldKind, Form, Page, PageHead, Panel, Text};
use kernel::{RuleId, Seat};
use serde_json::json;

use super::keys::{Table, key};
use super::report_form::Told;
use super::settled::settled;
use super::versions::{ShowElan, settled_by, told, versions};
use super::{Look, leaving, report_form, tally, whatif};
use crate::phase::Phase;
use crate::report::Decisions;
use crate::rules::s3_order_of_settlement::{Settling, settle_man};
use crate::rules::s4_decisions::{Choices, choices, owes_decisions};
use crate::state::State;
use crate::words::{ManId, Side, Trait};

/// How the page is listed.
pub(super) const HEAD: PageHead = PageHead::new("result", "Result");

pub(super) fn page(look: Look<'_>) -> Page {
    let state = look.state;
    let phase = Phase::of(state);
    let mut main = Vec::new();
    match phase {
        Phase::Battle => {
            if matches!(look.seat, Seat::Side(_) | Seat::Umpire) {
                let text = Text::new("Is the battle over? ")
                    .link("result", "report", "Report the scenario")
                    .say(".");
                main.push(Block::Prose(text));
            }
            main.extend(leaving::announced(look));
            main.extend(look.sides().map(|side| tally::panel(look, side)));
            if let Some(side) = look.own() {
                main.push(leaving::panel(look, side));
                main.push(whatif::panel(look));
                main.extend(leaving::take_back(look, side));
            }
            main.extend(report_form::panel(look, "report", "Report the scenario", Told::default()));
        }
        Phase::Confirm | Phase::Dispute => {
            main.extend(leaving::announced(look));
            main.extend(versions(look));
        }
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
        id: HEAD.id,
        tab: HEAD.tab,
        title: "Result".into(),
        lede: Text::new(match phase {
            Phase::Battle => "Keep the tally while you play; report when the battle is over.",
            Phase::Confirm => {
                "One side has reported what happened. The other confirms it or reports differently."
            }
            Phase::Dispute => {
                "The two versions differ. Nothing is settled before they agree or the umpire settles it."
            }
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
    let facts = settled_by(state).into_iter().chain(told(look, report, ShowElan::Yes)).collect();
    blocks.push(Panel::new("agreed", "The agreed facts", facts).block());
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
            let label = format!("{} −1, {now} to {}", capital(which.word()), now.saturating_sub(1));
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
            let label = format!("{} +1 for {price} Elan, {now} to {}", capital(which.word()), now + 1);
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
