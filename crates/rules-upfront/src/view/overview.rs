//! The overview: what is owed, where the campaign stands, its order.

use kernel::view::{
    Block, Cell, Choice, ColumnRole, Field, FieldKind, Form, Page, PageHead, Panel, RowState, Sheet, Text,
};
use kernel::{RuleId, Seat};
use serde_json::json;

use super::{Look, leaving, points, standing};
use crate::command::Command;
use crate::phase::Phase;
use crate::rules::s42_8_victory_points::campaign_winner;
use crate::rules::sc_sample_campaign::why_attacker;
use crate::setup::List;
use crate::setup::rulings::Lot;
use crate::words::{AuxKind, Nature, Side};

/// How the page is listed.
pub(super) const HEAD: PageHead = PageHead::new("overview", "Overview");

pub(super) fn page(look: Look<'_>) -> Page {
    let state = look.state;
    let phase = Phase::of(state);
    let owed = standing::owed(look);
    let mut main = if owed.is_empty() { Vec::new() } else { vec![Block::Owed(owed)] };
    if phase == Phase::Over {
        main.push(ending(look));
    } else {
        main.push(standing::steps(state));
        main.extend(leaving::announced(look));
        main.extend(attacker(look));
        main.push(next(look));
    }
    main.push(order(look));
    Page {
        id: HEAD.id,
        tab: HEAD.tab,
        title: state.campaign.title.clone(),
        lede: Text::new(look.campaign_words()),
        main,
        aside: vec![points::totals(look), Block::SinceLastHere],
    }
}

fn ending(look: Look<'_>) -> Block {
    let text = match campaign_winner(look.state) {
        Some(side) => {
            Text::empty().side(side.number()).say(" has won the campaign.").rule(RuleId("UF-42.8-7"))
        }
        None => Text::new("The campaign ends in a draw.").rule(RuleId("UF-R34")),
    };
    Panel::new("end", "The end", vec![Block::Prose(text)]).block()
}

/// Who attacks, where the players agree on it.
fn attacker(look: Look<'_>) -> Option<Block> {
    let state = look.state;
    if Phase::of(state) != Phase::Attacker {
        return None;
    }
    let mut body = Vec::new();
    if state.facts.rulings.lot == Lot::Lot {
        body.push(Block::Prose(Text::new("The lot decides who attacks.").rule(RuleId("UF-R33"))));
    } else {
        for named in &state.facts.naming {
            let text = Text::empty()
                .side(named.id.number())
                .say(" names ")
                .side(named.attacker.number())
                .say(" as the attacker.");
            body.push(Block::Prose(text));
        }
        if matches!(look.seat, Seat::Side(_) | Seat::Umpire) {
            let choice = |(_, side): (Side, &kernel::SideInfo)| {
                let command = Command::NameAttacker { attacker: side.id };
                Choice::new(side.id.as_str(), side.name.clone()).closed(look.refusal(&command))
            };
            let choices = state.campaign.sides.iter().map(choice).collect();
            let kind = FieldKind::One { choices, chosen: None };
            let field = Field { key: "attacker", label: "Attacker".into(), hint: String::new(), kind };
            body.push(Block::Form(
                Form::new("attacker", json!({"do": "name-attacker"}), "Name the attacker")
                    .ask(field)
                    .leading(),
            ));
        }
    }
    let panel = Panel::new("attacker", "Who attacks?", body).rule(RuleId("UF-R33"));
    Some(if look.own().is_some() { panel.yours().block() } else { panel.block() })
}

/// The present scenario: who brings what.
pub(super) fn next(look: Look<'_>) -> Block {
    let state = look.state;
    let (Some(leg), Some(scenario)) = (state.leg(), state.scenario()) else {
        return Block::Empty(Text::new("No scenario is left."));
    };
    let mut facts = vec![("Nature".to_owned(), Text::new(nature(scenario.nature)))];
    if let Some(side) = state.facts.attacker {
        let text = Text::empty().side(side.number());
        let text = match why_attacker(state) {
            Some((why, rule)) => text.quiet(format!(", {why}")).rule(rule),
            None => text,
        };
        facts.push(("Attacker".into(), text));
    }
    let known = scenario.nature == Nature::Meeting || state.facts.attacker.is_some();
    for side in Side::BOTH.into_iter().filter(|_| known) {
        let list = match state.list(side) {
            Some(List::Printed(force)) => {
                let force = &state.campaign.forces[force];
                format!("force “{}”", force.name)
            }
            Some(List::Own(0)) => "men of its choice".into(),
            Some(List::Own(limit)) => format!("men of its choice for {limit} points"),
            None => String::new(),
        };
        let aux = scenario.aux[state.part(side)].iter().map(|aux| {
            let kind = if aux.kind == AuxKind::Gun { "infantry gun" } else { "vehicle" };
            format!(", {} ({kind}, {})", aux.label, aux.effect)
        });
        facts.push((look.name(side).to_owned(), Text::new(list + &aux.collect::<String>())));
    }
    if state.campaign.is_team_game(leg) {
        let text = Text::new("One of a Team Game: steps are bought after its last scenario.");
        facts.push(("Team Game".into(), text.rule(RuleId("UF-42.44-7"))));
    }
    let heading = format!("{} {}", leg.id, scenario.title);
    Panel::new("scenario", heading, vec![Block::Facts(facts)]).block()
}

fn nature(nature: Nature) -> &'static str {
    match nature {
        Nature::Meeting => "Meeting engagement",
        Nature::Attack => "Attack",
    }
}

/// The whole order with what has become of it. [UF-42.1-1]
fn order(look: Look<'_>) -> Block {
    let state = look.state;
    let columns = [
        ("Scenario", ColumnRole::Name),
        ("Nature", ColumnRole::Words),
        ("Attacker", ColumnRole::Words),
        ("Won by", ColumnRole::Words),
    ];
    let mut sheet = Sheet::new("Order", &columns);
    for (at, leg) in state.campaign.legs.iter().enumerate() {
        let scenario = state.campaign.scenario(leg);
        let played = state.facts.played.get(at);
        let side =
            |side: Option<Side>| side.map_or_else(Text::empty, |side| Text::empty().side(side.number()));
        let attacker = match played {
            Some(played) => played.attacker,
            None if at == usize::from(state.facts.leg) => state.facts.attacker,
            None => None,
        };
        let won = match played {
            Some(played) if played.winner.is_none() => Text::new("nobody"),
            Some(played) if played.conceded => side(played.winner).quiet(" (conceded)"),
            Some(played) => side(played.winner),
            None => Text::empty(),
        };
        let title = Text::new(format!("{} {}", leg.id, scenario.title));
        let now = at == usize::from(state.facts.leg);
        let row = if played.is_some() { RowState::Away } else { RowState::Here };
        let cells = vec![
            Cell::new(if now { title.quiet(", now") } else { title }),
            Cell::new(nature(scenario.nature)),
            Cell::new(side(attacker)),
            Cell::new(won),
        ];
        sheet.row(format!("leg-{}", at + 1), row, cells);
    }
    Panel::new("order", "Order", vec![Block::Sheet(sheet)]).rule(RuleId("UF-42.1-1")).block()
}
