//! The form that tells the facts of both sides: one row of keys per man, everybody as told so far or as noted in play.

use std::collections::BTreeMap;

use kernel::view::block::figure_words;
use kernel::view::{Block, Choice, Field, FieldKind, Form, Panel, Text};
use kernel::{RuleId, Seat};
use serde_json::{Value, json};

use super::keys::{Table, key};
use super::versions::{ending, reason};
use super::{Look, deed_words};
use crate::offers::{notable, possible_winners};
use crate::report::{AuxLoss, Deed, ManReport, Noted, Report, deeds};
use crate::rules::s42_43_tally::as_noted;
use crate::state::State;
use crate::words::{AuxKind, ManId, Out, Side};

/// What a report begins with.
#[derive(Clone, Copy, Default)]
pub(super) struct Told<'r> {
    /// What is told already; where there is nothing, the tally counts.
    pub known: Option<&'r Report>,
    /// Another version of it: where the two differ, nothing is picked beforehand.
    pub against: Option<&'r Report>,
}

/// The form, with everything as it is told so far.
pub(super) fn panel(look: Look<'_>, verb: &'static str, heading: &str, told: Told<'_>) -> Option<Block> {
    if !matches!(look.seat, Seat::Side(_) | Seat::Umpire) {
        return None;
    }
    let mut form = Form::new(verb, json!({"do": verb}), heading).leading().ask(winner(look, told));
    for side in look.sides() {
        let men: Vec<ManId> = look.state.side(side).force.iter().flat_map(|force| force.men()).collect();
        let mut fields: Vec<Field> = men.into_iter().map(|man| man_field(look, side, man, told)).collect();
        fields.extend(moved_in(look, side, told));
        let losses_of = |report: &Report| report.side(side).aux.clone();
        let agree = told.against.is_none_or(|other| told.known.map(losses_of) == Some(losses_of(other)));
        fields.extend(losses(look.state, side, told.known.filter(|_| agree)));
        form = form.ask(Field::new("", look.name(side), FieldKind::Group(fields)));
    }
    if look.seat == Seat::Umpire {
        form =
            form.ask(reason()).then("Your version is agreed at once, and the log says that you settled it.");
    }
    if verb == "differ" {
        form = form.then("If you change nothing, this agrees with the other side.");
    }
    let how = match told.against {
        None => "One key for how each man ended. Deeds and rare ends are behind “More”.",
        Some(_) => {
            "What both sides report is filled in already. Where they differ nothing is picked. Both versions \
             are shown above."
        }
    };
    let body = vec![Block::Note(Text::new(how)), Block::Form(form)];
    let panel = Panel::new(verb, heading, body).rule(RuleId("UF-42.43-1"));
    Some(if look.own().is_some() { panel.yours().block() } else { panel.block() })
}

fn winner(look: Look<'_>, told: Told<'_>) -> Field {
    let choice = |winner: &Option<Side>| match winner {
        Some(side) => {
            Choice::new(look.state.campaign.sides[*side].id.as_str(), Text::empty().side(side.number()))
        }
        None => Choice::new("none", "Nobody"),
    };
    let winners = possible_winners(look.state, look.seat);
    let chosen = match told.known {
        Some(report) if told.against.is_some_and(|other| other.winner != report.winner) => None,
        Some(report) => winners.iter().position(|winner| *winner == report.winner),
        None => (winners.len() == 1).then_some(0),
    };
    let choices = winners.iter().map(choice).collect();
    Field::new("winner", "Who won?", FieldKind::Keys { choices, chosen, more: Vec::new() })
}

/// An end: how he left, pinned, wounded, its short name, the rest of its name.
type End = (Out, Option<bool>, Option<bool>, &'static str, &'static str);

/// How a man can have ended, under a short name and in full; the usual ends first.
const ENDS: [End; 15] = [
    (Out::InPlay, Some(false), Some(false), "Fit", "in play, unpinned, unhurt"),
    (Out::InPlay, Some(true), Some(false), "Pinned", "in play"),
    (Out::InPlay, Some(false), Some(true), "Wounded", "in play, unpinned"),
    (Out::Routed, None, Some(false), "Routed", "unhurt"),
    (Out::Killed, None, None, "Killed", ""),
    (Out::InPlay, Some(true), Some(true), "Wounded and pinned", "in play"),
    (Out::Routed, None, Some(true), "Routed and wounded", ""),
    (Out::CcLost, None, None, "Lost in close combat", ""),
    (Out::Captured, None, None, "Captured", ""),
    (Out::PanicLost, None, None, "Lost to panic", ""),
    (Out::Withdrawn, Some(false), Some(false), "Withdrew", "unpinned, unhurt"),
    (Out::Withdrawn, Some(true), Some(false), "Withdrew pinned", "unhurt"),
    (Out::Withdrawn, Some(false), Some(true), "Withdrew wounded", "unpinned"),
    (Out::Withdrawn, Some(true), Some(true), "Withdrew wounded and pinned", ""),
    (Out::NotEntered, None, None, "Never entered", ""),
];
/// How many of them stand on the row itself.
const USUAL_ENDS: usize = 5;

fn man_field(look: Look<'_>, side: Side, man: ManId, told: Told<'_>) -> Field {
    let state = look.state;
    let version = |report: Option<&Report>| report.and_then(|report| report.side(side).man(man)).cloned();
    let known = version(told.known).unwrap_or_else(|| as_noted(state, side, man));
    let noted = off_tally(state, side, &known);
    let against = version(told.against).unwrap_or_else(|| known.clone());
    let ends = |told: &ManReport| (told.out, told.pinned, told.wounded);
    let same_end = ends(&known) == ends(&against);
    let same_deeds = known.events == against.events;
    let known = if same_deeds { known } else { ManReport { events: Vec::new(), ..known } };
    let chosen = ENDS.iter().position(|end| ended(&known, end)).or(Some(0)).filter(|_| same_end);
    // A rare end that is his stands lit on the row itself.
    let choice = |n: usize| end(n, false).seldom(n >= USUAL_ENDS && chosen != Some(n));
    let kind = FieldKind::Keys {
        choices: (0..ENDS.len()).map(choice).collect(),
        chosen,
        more: vec![
            count(Table::Heroes(side), man, "Hero cards", heroes(&known)),
            count(Table::Kills(side), man, "Killed in close combat", kills(&known)),
            other_deeds(state, side, man, &known),
        ],
    };
    let hint = match (same_end, same_deeds) {
        (true, true) if known.events.is_empty() => String::new(),
        (true, true) => deeds(&known.events),
        (false, true) => "The versions differ in his end.".into(),
        (true, false) => "The versions differ in his deeds: none is entered here.".into(),
        (false, false) => "The versions differ in his end and deeds: no deed is entered here.".into(),
    };
    let tally = noted.map(|noted| format!("By the tally he {}.", ending(state, side, &noted)));
    let hint = [hint, tally.unwrap_or_default()].join(" ").trim().to_owned();
    Field::new(key(Table::Men(side), man), look.man(side, man), kind).hint(hint)
}

/// How the tally has a man of whom something is noted and who is told otherwise.
pub(super) fn off_tally(state: &State, side: Side, told: &ManReport) -> Option<ManReport> {
    let noted = as_noted(state, side, told.id);
    let is_noted = noted.out != Out::InPlay || state.side(side).note.iter().any(|note| note.man == told.id);
    let end = |told: &ManReport| (told.out, told.pinned == Some(true), told.wounded == Some(true));
    let same = end(&noted) == end(told) && noted.events == told.events;
    (is_noted && !same).then_some(noted)
}

/// The nth end as a choice.
fn end(n: usize, moved_in: bool) -> Choice {
    let (out, pinned, wounded, label, note) = ENDS[n];
    let mut value = json!({"out": out});
    let facts = [("pinned", pinned), ("wounded", wounded), ("moved_in", moved_in.then_some(true))];
    for (key, fact) in facts.iter().filter_map(|(key, fact)| fact.map(|fact| (key, fact))) {
        value[*key] = Value::Bool(fact);
    }
    Choice::new(value, label).note(note).seldom(n >= USUAL_ENDS)
}

/// Whether a man is told to have ended so.
fn ended(told: &ManReport, (out, pinned, wounded, ..): &End) -> bool {
    *out == told.out
        && pinned.unwrap_or(false) == told.pinned.unwrap_or(false)
        && wounded.unwrap_or(false) == told.wounded.unwrap_or(false)
}

/// [UF-42.44-8] Men of an earlier scenario of the Team Game who can have been moved into this one: not here unless
/// somebody says so.
fn moved_in(look: Look<'_>, side: Side, told: Told<'_>) -> Vec<Field> {
    let state = look.state;
    let in_force = |man: ManId| state.side(side).force.as_ref().is_some_and(|of| of.place_of(man).is_some());
    let is_open = look.sees_roster(side);
    let team = state.side(side).team.iter().copied();
    // Who is in hospital stands on the roster; the judge refuses him by name.
    let could = team.filter(|man| !in_force(*man) && (!is_open || state.is_fit(side, *man)));
    let field = |man: ManId| {
        let version = |report: Option<&Report>| report.and_then(|report| report.side(side).man(man)).cloned();
        let known = version(told.known);
        let same = told.against.is_none_or(|other| version(Some(other)) == known);
        let choices = std::iter::once(Choice::new(Value::Null, "Not here"))
            .chain((0..ENDS.len()).filter(|n| ENDS[*n].0 != Out::NotEntered).map(|n| end(n, true)));
        let at = known.as_ref().and_then(|known| ENDS.iter().position(|end| ended(known, end)));
        let kind = FieldKind::Keys {
            choices: choices.collect(),
            chosen: Some(at.map_or(0, |at| at + 1)).filter(|_| same),
            more: vec![
                unless_none(count(Table::Heroes(side), man, "Hero cards", known.as_ref().map_or(0, heroes))),
                unless_none(count(
                    Table::Kills(side),
                    man,
                    "Killed in close combat",
                    known.as_ref().map_or(0, kills),
                )),
            ],
        };
        let hint = if same { "Moved in from the scenario before?" } else { "The versions differ about him." };
        Field::new(key(Table::Men(side), man), look.man(side, man), kind).hint(hint)
    };
    could.map(field).collect()
}

/// A count of which nothing is said when it is none: whoever is not here has no deeds.
fn unless_none(mut count: Field) -> Field {
    if let FieldKind::Keys { choices, .. } = &mut count.kind
        && let Some(none) = choices.first_mut()
    {
        none.value = Value::Null;
    }
    count
}

fn heroes(known: &ManReport) -> u8 {
    let each = known.events.iter().map(|deed| if let Deed::Hero { hero } = deed { *hero } else { 0 });
    each.fold(0, u8::saturating_add)
}

fn kills(known: &ManReport) -> u8 {
    let each = known.events.iter().map(|deed| if let Deed::CcKill { cc_kill } = deed { *cc_kill } else { 0 });
    each.fold(0, u8::saturating_add)
}

/// How often; as many keys as a squad is likely to need, and never fewer than were told.
fn count(table: Table, man: ManId, label: &str, told: u8) -> Field {
    let choices = (0..=told.max(4)).map(|n| Choice::new(n, n.to_string())).collect();
    let chosen = Some(usize::from(told));
    Field::new(key(table, man), label, FieldKind::Keys { choices, chosen, more: Vec::new() })
}

/// The deeds that are no mere count: each that can be told, each that was told beforehand.
fn other_deeds(state: &State, side: Side, man: ManId, known: &ManReport) -> Field {
    let is_count = |deed: &Deed| matches!(deed, Deed::Hero { .. } | Deed::CcKill { .. });
    let mut told: BTreeMap<Deed, usize> = BTreeMap::new();
    for deed in known.events.iter().filter(|deed| !is_count(deed)) {
        *told.entry(*deed).or_default() += 1;
    }
    let possible = notable(state, side).into_iter().filter_map(|what| match what {
        Noted::Deed(deed) if !is_count(&deed) => Some(deed),
        _ => None,
    });
    let mut all: Vec<Deed> = possible.collect();
    all.extend(told.keys().filter(|deed| !all.contains(deed)).copied().collect::<Vec<_>>());
    let choice = |deed: &Deed| {
        let words = deed_words(state, side, deed);
        match told.get(deed) {
            None => Choice::new(json!(deed), words),
            Some(1) => Choice::new(json!(deed), words).picked(true),
            Some(n) => Choice::new(json!(vec![*deed; *n]), format!("{words}, {n} times")).picked(true),
        }
    };
    let choices: Vec<Choice> = all.iter().map(choice).collect();
    let most = choices.len();
    Field::new(key(Table::Deeds(side), man), "Other deeds", FieldKind::Many { choices, least: 0, most })
}

/// What a side brought beside its men and may have lost, each piece under a name of its own.
fn losses(state: &State, side: Side, told: Option<&Report>) -> Option<Field> {
    let scenario = state.scenario()?;
    let part = &scenario.aux[state.part(side)];
    let mut left: Vec<AuxLoss> = told.map(|report| report.side(side).aux.clone()).unwrap_or_default();
    let mut is_told = |loss: AuxLoss| {
        let at = left.iter().position(|other| *other == loss);
        at.map(|at| left.swap_remove(at)).is_some()
    };
    let mut choices = Vec::new();
    for (n, aux) in part.iter().enumerate() {
        let alike = |others: &[crate::setup::scenario::Aux]| {
            others.iter().filter(|other| other.label == aux.label).count()
        };
        let label = match alike(part) {
            1 => aux.label.clone(),
            _ => format!("{} {}", aux.label, alike(&part[..=n])),
        };
        let loss = AuxLoss { kind: aux.kind, effect: aux.effect };
        let price =
            crate::rules::s42_8_victory_points::for_aux(&state.campaign, &state.facts.rulings, loss).1;
        let note = format!("{} points", figure_words(price.into()));
        choices.push(Choice::new(json!(loss), format!("{label} lost")).note(note).picked(is_told(loss)));
        let commander = AuxLoss { kind: AuxKind::CommanderKilled, effect: 0 };
        choices.push(
            Choice::new(json!(commander), format!("{label}: commander killed"))
                .note("−1 point")
                .picked(is_told(commander)),
        );
    }
    if choices.is_empty() {
        return None;
    }
    let key = if side.number() == 0 { "side_1.aux" } else { "side_2.aux" };
    let most = choices.len();
    Some(Field::new(key, "Guns and vehicles", FieldKind::Many { choices, least: 0, most }))
}
