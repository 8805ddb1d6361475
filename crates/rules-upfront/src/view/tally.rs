//! The running tally of the own men during play, and leaving the field: withdrawal and pursuit.

use kernel::RuleId;
use kernel::view::{Block, Cell, Choice, ColumnRole, Field, FieldKind, Form, Panel, RowState, Sheet, Text};
use serde_json::json;

use super::Look;
use super::force::closed;
use crate::command::{Command, Holds, Leading, Played, Pursuit, Withdrawal, WonBy};
use crate::narrate;
use crate::offers::{free_group, notable, pursuit_leaders};
use crate::report::deeds;
use crate::rules::s4_report::as_noted;
use crate::words::{ManId, Side};

/// The tally: one row per man, one form per man.
pub(super) fn panel(look: Look<'_>, side: Side) -> Block {
    let state = look.state;
    let columns =
        [("Man", ColumnRole::Name), ("How he stands", ColumnRole::Words), ("Deeds", ColumnRole::Words)];
    let mut sheet = Sheet::new("Tally", &columns);
    let mut forms = Vec::new();
    let men: Vec<ManId> = state.side(side).force.iter().flat_map(|force| force.men()).collect();
    for man in men {
        let told = as_noted(state, side, man);
        let name = crate::rules::name(state, side, man);
        let mut stands = told.out.prose().to_owned();
        if told.out == crate::words::Out::InPlay {
            stands = "in play".into();
        }
        if told.pinned == Some(true) {
            stands.push_str(", pinned");
        }
        if told.wounded == Some(true) {
            stands.push_str(", wounded");
        }
        let row = if told.out.is_lost() { RowState::Gone } else { RowState::Here };
        let cells = vec![Cell::new(name.clone()), Cell::new(stands), Cell::new(deeds(&told.events))];
        sheet.row(format!("tally-{}-{man}", side.0), row, cells);
        forms.push(note_form(look, side, man, &name));
        if state.side(side).note.iter().any(|note| note.man == man) {
            let strike = Form::new(
                format!("strike-{man}"),
                json!({"do": "strike", "man": man}),
                "Strike the last note",
            )
            .then(Text::new(name));
            forms.push(strike);
        }
    }
    let body = vec![Block::Sheet(sheet), Block::Can(forms)];
    Panel::new("tally", "Tally", body).rule(RuleId("UF-42.43-1")).yours().block()
}

fn note_form(look: Look<'_>, side: Side, man: ManId, name: &str) -> Form {
    let choice = |what| {
        let command = Command::Note { man, what };
        Choice::new(json!(what), narrate::noted(&what)).closed(look.refusal(&command))
    };
    let choices: Vec<Choice> = notable(look.state, side).into_iter().map(choice).collect();
    let kind = FieldKind::One { choices, chosen: None };
    let field = Field { key: "what", label: name.to_owned(), hint: String::new(), kind };
    Form::new(format!("note-{man}"), json!({"do": "note", "man": man}), format!("Note about {name}"))
        .ask(field)
}

/// Withdrawal and pursuit as their own step. [UF-42.6, UF-42.7]
pub(super) fn leaving(look: Look<'_>, side: Side) -> Block {
    let mut body = Vec::new();
    for group in &look.state.facts.group {
        let end = if group.gone { " has left for good." } else { " has announced its withdrawal." };
        body.push(Block::Prose(
            Text::empty().side(group.side.0).say(format!(": group {}", group.id)).say(end),
        ));
    }
    let mut forms = vec![withdraw(look, side)];
    let groups: Vec<_> = look
        .state
        .facts
        .group
        .iter()
        .filter(|group| group.side == side && !group.gone)
        .map(|group| group.id)
        .collect();
    for group in groups {
        let kind = FieldKind::Number { min: -1, max: 5, value: 4 };
        let label = "Relative Range of the nearest enemy group (5 is closest)".to_owned();
        let field =
            Field { key: "nearest", label, hint: "Asked at the start of your own turn.".into(), kind };
        let command = json!({"do": "leave", "group": group});
        forms.push(Form::new(format!("leave-{group}"), command, format!("Group {group} leaves")).ask(field));
    }
    forms.push(pursue(look, side));
    body.push(Block::Can(forms));
    Panel::new("leaving", "Withdrawal and pursuit", body).rule(RuleId("UF-42.6-4")).block()
}

fn yes_no(key: &'static str, label: &str, chosen: usize) -> Field {
    let choices = vec![Choice::new(json!(Holds::Yes), "Yes"), Choice::new(json!(Holds::No), "No")];
    let kind = FieldKind::One { choices, chosen: Some(chosen) };
    Field { key, label: label.into(), hint: String::new(), kind }
}

fn withdraw(look: Look<'_>, side: Side) -> Form {
    let group = free_group(look.state, side).unwrap_or_default();
    let lawful =
        Withdrawal { group, range: 0, card: Played::RedRetreat, encircled: Holds::No, can_move: Holds::Yes };
    let refusal = look.refusal(&Command::Withdraw(lawful));
    let red = Choice::new(json!(Played::RedRetreat), "A red Movement card in retreat mode");
    let other = Choice::new(json!(Played::Other), "Another card");
    let card = FieldKind::One { choices: vec![red, other], chosen: Some(0) };
    let range = FieldKind::Number { min: -4, max: 5, value: 0 };
    let form =
        Form::new("withdraw", json!({"do": "withdraw", "group": group}), format!("Withdraw group {group}"))
            .then(Text::new("Concedes the scenario at once.").rule(RuleId("UF-42.6-5")))
            .ask(Field { key: "range", label: "Range chit".into(), hint: "0 or less".into(), kind: range })
            .ask(Field { key: "card", label: "Card played".into(), hint: String::new(), kind: card })
            .ask(yes_no("encircled", "Encircled?", 1))
            .ask(yes_no("can_move", "Able to move normally?", 0));
    closed(form, refusal)
}

fn pursue(look: Look<'_>, side: Side) -> Form {
    let state = look.state;
    let leaders = pursuit_leaders(state, side);
    let conceded = state.facts.conceded == Some(side.other());
    let won_by = if conceded { WonBy::Withdrawal } else { WonBy::Conditions };
    let first = leaders.first().copied();
    let lawful = Pursuit {
        won_by,
        draw_pile: 1,
        leader: first.map(|(man, _)| man),
        leading: first.map(|(_, leading)| leading),
        pinned: Holds::No,
        drawn: 0,
        targets: Vec::new(),
    };
    let refusal = look.refusal(&Command::Pursue(lawful));
    let what = |leading: Leading| match leading {
        Leading::Sl => "squad leader",
        Leading::Comm => "commissar",
        Leading::AslInCommand => "assistant who has taken over the squad",
    };
    let choice = |(man, leading): &(ManId, Leading)| {
        let morale = state.man(side, *man).map_or(0, |(now, _)| now.morale);
        let label = format!("{}, {}", crate::rules::name(state, side, *man), what(*leading));
        Choice::new(json!(man), label).note(format!("passes below {morale}"))
    };
    let leader = FieldKind::One { choices: leaders.iter().map(choice).collect(), chosen: Some(0) };
    let as_what = leaders.iter().map(|(_, leading)| Choice::new(json!(leading), what(*leading))).collect();
    let as_what = FieldKind::One { choices: as_what, chosen: Some(0) };
    let by = WonBy::ALL.iter().map(|by| {
        Choice::new(
            json!(by),
            match by {
                WonBy::Conditions => "The victory conditions are met",
                WonBy::Withdrawal => "The enemy announced a withdrawal",
                WonBy::Broken => "The enemy squad is broken",
            },
        )
    });
    let chosen = Some(usize::from(conceded));
    let by = FieldKind::One { choices: by.collect(), chosen };
    let pile = FieldKind::Number { min: 0, max: 162, value: 1 };
    let drawn = FieldKind::Number { min: 0, max: 6, value: 0 };
    let field = |key, label: &str, kind| Field { key, label: label.into(), hint: String::new(), kind };
    let form = Form::new("pursue", json!({"do": "pursue"}), "Try to pursue")
        .then(Text::new("A failed check pins nobody: the scenario ends.").rule(RuleId("UF-42.72-2")))
        .ask(field("won_by", "Won by", by))
        .ask(field("draw_pile", "Cards left in the Draw pile", pile))
        .ask(field("leader", "Who checks", leader))
        .ask(field("leading", "As", as_what))
        .ask(yes_no("pinned", "Is he pinned?", 1))
        .ask(field("drawn", "Number drawn", drawn));
    closed(form, refusal)
}
