//! The running tally of the own men during play.

use kernel::RuleId;
use kernel::grammar::capital;
use kernel::view::{
    Block, Cell, Choice, ColumnRole, Field, FieldKind, Form, Panel, RowState, Sheet, TallyRow, Text,
};
use serde_json::json;

use super::{Look, deed_words};
use crate::command::Command;
use crate::offers::notable;
use crate::report::{Deed, ManReport, Noted};
use crate::rules::s42_4_roster::weapon_at_start;
use crate::rules::s42_43_elan::{Circumstances, is_past_gaining, total};
use crate::rules::s42_43_tally::as_noted;
use crate::state::State;
use crate::words::{ManId, Out, Side};

/// The tally: one row per man. Its owner notes with one tap; the others read along.
pub(super) fn panel(look: Look<'_>, side: Side) -> Block {
    let state = look.state;
    let own = look.own() == Some(side);
    let men: Vec<ManId> = state.side(side).force.iter().flat_map(|force| force.men()).collect();
    let (id, heading) = (format!("tally-{}", side.number()), format!("{} tally", look.name(side)));
    if !own {
        return Panel::new(id, heading, vec![read_along(look, side, &men)]).block();
    }
    let row = |man: &ManId| {
        let told = as_noted(state, side, *man);
        let mut forms = vec![note_form(look, side, *man)];
        if state.side(side).note.iter().any(|note| note.man == *man) {
            let command = json!({"do": "strike", "man": man});
            forms.push(Form::new(format!("strike-{man}"), command, "Strike the last note"));
        }
        let weapon = weapon_at_start(state, side, *man).map_or_else(String::new, |weapon| weapon.to_string());
        TallyRow {
            id: format!("tally-row-{man}"),
            title: Text::new(look.man(side, *man)).quiet(format!(" {weapon}")),
            state: Text::new(stands(look, side, &told, true)),
            gone: told.out.is_lost(),
            forms,
        }
    };
    let rows = men.iter().map(row).collect();
    let how =
        "Note what happens as it happens. A key pressed is noted; the last note about a man can be struck.";
    let body = vec![Block::Note(Text::new(how)), Block::Tally(rows)];
    Panel::new(id, heading, body).rule(RuleId("UF-42.43-1")).yours().block()
}

/// The other side's tally: only those about whom something is noted.
fn read_along(look: Look<'_>, side: Side, men: &[ManId]) -> Block {
    let mut sheet = Sheet::new("", &[("Man", ColumnRole::Name), ("So far", ColumnRole::Words)]);
    let noted = |man: &ManId| look.state.side(side).note.iter().any(|note| note.man == *man);
    for man in men.iter().filter(|man| noted(man) || withdraws(look.state, side, **man).is_some()) {
        let told = as_noted(look.state, side, *man);
        let row = if told.out.is_lost() { RowState::Gone } else { RowState::Here };
        let cells = vec![Cell::new(look.man(side, *man)), Cell::new(stands(look, side, &told, false))];
        sheet.row(format!("read-{}-{man}", side.number()), row, cells);
    }
    if sheet.rows.is_empty() { Block::Empty(Text::new("Nothing is noted yet.")) } else { Block::Sheet(sheet) }
}

/// How a man stands: end, deeds, and what his deeds have earned so far for those who may see his values.
fn stands(look: Look<'_>, side: Side, told: &ManReport, with_elan: bool) -> String {
    let mut words = Vec::new();
    words.push(if told.out == Out::InPlay { "in play".to_owned() } else { told.out.prose().to_owned() });
    words.extend(withdraws(look.state, side, told.id));
    words.extend((told.pinned == Some(true)).then(|| "pinned".into()));
    words.extend((told.wounded == Some(true)).then(|| "wounded".into()));
    words.extend(told.events.iter().map(|deed| deed_words(look.state, side, deed)));
    match elan(look.state, side, told) {
        0 => {}
        points if with_elan => words.push(format!("+{points} Elan")),
        _ => {}
    }
    words.join(" · ")
}

/// Whether a man's group has announced its withdrawal and is still there.
fn withdraws(state: &State, side: Side, man: ManId) -> Option<String> {
    let mut groups = state.facts.group.iter().filter(|group| group.side == side && !group.gone);
    groups.find(|group| group.men.contains(&man)).map(|group| format!("withdrawing with group {}", group.id))
}

/// What a man's deeds have earned, if he stays. [UF-42.43]
fn elan(state: &State, side: Side, told: &ManReport) -> i32 {
    let Some((man, card)) = state.man(side, told.id) else { return 0 };
    let (campaign, rulings) = (&state.campaign, &state.facts.rulings);
    let caps = &state.deck(side).nation.caps;
    if told.out.is_lost() || told.out == Out::Routed || is_past_gaining(rulings, caps, man.morale, man.panic)
    {
        return 0;
    }
    let deeds = ManReport { pinned: Some(true), wounded: None, ..told.clone() };
    total(Circumstances { campaign, rulings, card, won: false }, &deeds)
}

/// The short name of a note, in full, and whether it is rare.
fn key_words(state: &State, side: Side, what: &Noted) -> (String, String, bool) {
    let (short, full, seldom) = match what {
        Noted::Deed(Deed::Hero { .. }) => ("Hero", "uses a Hero card", false),
        Noted::Deed(Deed::CcKill { .. }) => ("Kill", "kills an enemy in close combat", false),
        Noted::Deed(Deed::GunInCc { .. }) => ("Gun in close combat", "with its crew", true),
        Noted::Deed(Deed::Infiltration { infiltration }) => {
            let n = infiltration.unpinned_before;
            let men = if n == 1 { "1 unpinned man".to_owned() } else { format!("{n} unpinned men") };
            return (format!("Infiltration {n}"), format!("fire at {men} that hits"), true);
        }
        Noted::Deed(other) => return (capital(&deed_words(state, side, other)), String::new(), true),
        Noted::Wounded { wounded: true } => ("Wound", "is wounded", false),
        Noted::Wounded { wounded: false } => ("Healed", "is not wounded after all", false),
        Noted::Pinned { pinned: true } => ("Pinned", "", true),
        Noted::Pinned { pinned: false } => ("Unpinned", "", true),
        Noted::Out { out } => match out {
            Out::Routed => ("Rout", "routs", false),
            Out::Killed => ("KIA", "is killed", false),
            Out::InPlay => ("Back", "is in play after all", false),
            Out::Withdrawn => ("Withdrew", "", true),
            Out::CcLost => ("Lost in close combat", "", true),
            Out::Captured => ("Captured", "", true),
            Out::PanicLost => ("Lost to panic", "", true),
            Out::NotEntered => ("Never entered", "", true),
        },
    };
    (short.into(), full.into(), seldom)
}

/// Where a key stands. What takes a note back stands where the note stood, so that no key moves under the thumb.
fn key_place(what: &Noted, out: Out) -> usize {
    match what {
        Noted::Deed(Deed::Hero { .. }) => 0,
        Noted::Deed(Deed::CcKill { .. }) => 1,
        Noted::Wounded { .. } => 2,
        Noted::Out { out: Out::Routed } => 3,
        Noted::Out { out: Out::InPlay } if out == Out::Routed => 3,
        Noted::Out { out: Out::Killed | Out::InPlay } => 4,
        _ => 5,
    }
}

/// The keys of one man: only what changes how he stands and may be noted. A lost man keeps the usual keys, closed with
/// the reason, beside the one that brings him back.
fn note_form(look: Look<'_>, side: Side, man: ManId) -> Form {
    let state = look.state;
    let told = as_noted(state, side, man);
    let changes = |what: &Noted| match what {
        Noted::Out { out } => *out != told.out,
        Noted::Wounded { wounded } => *wounded != told.wounded.unwrap_or(false),
        Noted::Pinned { pinned } => *pinned != told.pinned.unwrap_or(false),
        Noted::Deed(_) => true,
    };
    let refusal = |what: &Noted| look.refusal(&Command::Note { man, what: *what });
    let lost = told.out.is_lost();
    let usual =
        |what: &Noted| !key_words(state, side, what).2 && !matches!(what, Noted::Wounded { wounded: false });
    let choice = |what: Noted| {
        let (short, full, seldom) = key_words(state, side, &what);
        Choice::new(json!(what), short).note(full).seldom(seldom).closed(refusal(&what).filter(|_| lost))
    };
    let mut notes: Vec<Noted> = notable(state, side).into_iter().filter(|what| changes(what)).collect();
    notes.retain(|what| if lost { usual(what) } else { refusal(what).is_none() });
    notes.sort_by_key(|what| key_place(what, told.out));
    let choices = notes.into_iter().map(choice).collect();
    let kind = FieldKind::Keys { choices, chosen: None, more: Vec::new() };
    let name = look.man(side, man);
    let hint = if lost { "Lost: only Back or striking the last note undoes it." } else { "" };
    Form::new(format!("note-{man}"), json!({"do": "note", "man": man}), format!("Note about {name}"))
        .ask(Field::new("what", name, kind).hint(hint))
        .at_once()
}
