//! The running tally of the own men during play, and leaving the field: withdrawal and pursuit.

use kernel::RuleId;
use kernel::view::block::figure_words;
use kernel::view::{
    Block, Cell, Choice, ColumnRole, Field, FieldKind, Form, Panel, RowState, Sheet, TallyRow, Text,
};
use serde_json::json;

use super::force::closed;
use super::{Look, deed_words, sentence};
use crate::command::{Command, Holds, Leading, Played, Pursuit, WonBy};
use crate::offers::{free_groups, notable, pursuit_leaders, withdrawal};
use crate::report::{Deed, ManReport, Noted};
use crate::rules::s4_report::as_noted;
use crate::rules::s42_6_withdrawal::men_who_could_withdraw;
use crate::rules::s42_43_elan::{Circumstances, is_past_gaining, total};
use crate::state::State;
use crate::words::{ManId, Out, Side};

/// The tally: one row per man. Its owner notes with one tap; the others read along.
pub(super) fn panel(look: Look<'_>, side: Side) -> Block {
    let state = look.state;
    let own = look.own() == Some(side);
    let men: Vec<ManId> = state.side(side).force.iter().flat_map(|force| force.men()).collect();
    let (id, heading) = (format!("tally-{}", side.0), format!("{} tally", look.name(side)));
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
        let weapon = state.man(side, *man).map_or_else(String::new, |(_, card)| card.weapon.to_string());
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
    for man in men.iter().filter(|man| look.state.side(side).note.iter().any(|note| note.man == **man)) {
        let told = as_noted(look.state, side, *man);
        let row = if told.out.is_lost() { RowState::Gone } else { RowState::Here };
        let cells = vec![Cell::new(look.man(side, *man)), Cell::new(stands(look, side, &told, false))];
        sheet.row(format!("read-{}-{man}", side.0), row, cells);
    }
    if sheet.rows.is_empty() { Block::Empty(Text::new("Nothing is noted yet.")) } else { Block::Sheet(sheet) }
}

/// How a man stands: end, deeds, and what his deeds have earned so far for those who may see his values.
fn stands(look: Look<'_>, side: Side, told: &ManReport, with_elan: bool) -> String {
    let mut words = Vec::new();
    words.push(if told.out == Out::InPlay { "in play".to_owned() } else { told.out.prose().to_owned() });
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
            return (format!("Infiltration {n}"), format!("fire at {n} unpinned men that hits"), true);
        }
        Noted::Deed(other) => return (sentence(&deed_words(state, side, other)), String::new(), true),
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

/// The keys of one man: only what changes how he stands and may be noted.
fn note_form(look: Look<'_>, side: Side, man: ManId) -> Form {
    let state = look.state;
    let told = as_noted(state, side, man);
    let changes = |what: &Noted| match what {
        Noted::Out { out } => *out != told.out,
        Noted::Wounded { wounded } => *wounded != told.wounded.unwrap_or(false),
        Noted::Pinned { pinned } => *pinned != told.pinned.unwrap_or(false),
        Noted::Deed(_) => true,
    };
    let open = |what: &Noted| look.refusal(&Command::Note { man, what: *what }).is_none();
    let choice = |what: Noted| {
        let (short, full, seldom) = key_words(state, side, &what);
        Choice::new(json!(what), short).note(full).seldom(seldom)
    };
    let mut notes: Vec<Noted> =
        notable(state, side).into_iter().filter(|what| changes(what) && open(what)).collect();
    notes.sort_by_key(|what| key_place(what, told.out));
    let choices = notes.into_iter().map(choice).collect();
    let kind = FieldKind::Keys { choices, chosen: None, more: Vec::new() };
    let name = look.man(side, man);
    Form::new(format!("note-{man}"), json!({"do": "note", "man": man}), format!("Note about {name}"))
        .ask(Field::new("what", name, kind))
        .at_once()
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
    forms.extend(take_back(look, side));
    body.push(Block::Can(forms));
    Panel::new("leaving", "Withdrawal and pursuit", body).rule(RuleId("UF-42.6-4")).folded().block()
}

/// What a side has announced it may take back until a report is agreed.
pub(super) fn take_back(look: Look<'_>, side: Side) -> Vec<Form> {
    let mut forms = Vec::new();
    for group in look.state.facts.group.iter().filter(|group| group.side == side) {
        let command = json!({"do": "take-back-withdrawal", "group": group.id});
        let verb = format!("Take the withdrawal of group {} back", group.id);
        forms.push(Form::new(format!("take-back-{}", group.id), command, verb));
    }
    if look.state.pursuit_of(side).is_some() {
        let command = json!({"do": "take-back-pursuit"});
        forms.push(Form::new("take-back-pursuit", command, "Take the pursuit back"));
    }
    forms
}

fn yes_no(key: &'static str, label: &str) -> Field {
    let choices = vec![Choice::new(json!(Holds::Yes), "Yes"), Choice::new(json!(Holds::No), "No")];
    Field::new(key, label, FieldKind::One { choices, chosen: None })
}

/// Nothing is picked beforehand: an announcement concedes the scenario.
fn withdraw(look: Look<'_>, side: Side) -> Form {
    let groups: Vec<_> = free_groups(look.state, side).collect();
    let able: Vec<ManId> = men_who_could_withdraw(look.state, side).collect();
    let first = able.first().copied().into_iter().collect();
    let lawful = withdrawal(groups.first().copied().unwrap_or_default(), first);
    let refusal = look.refusal(&Command::Withdraw(lawful));
    let groups = groups.iter().map(|group| Choice::new(json!(group), format!("Group {group}"))).collect();
    let men: Vec<Choice> = able.iter().map(|man| Choice::new(json!(man), look.man(side, *man))).collect();
    let most = men.len().max(1);
    let red = Choice::new(json!(Played::RedRetreat), "A red Movement card in retreat mode");
    let other = Choice::new(json!(Played::Other), "Another card");
    let range = (-4..=5).map(|chit| Choice::new(json!(chit), figure_words(chit))).collect();
    let one = |choices| FieldKind::One { choices, chosen: None };
    let words = "Concedes the scenario. You may take it back until a report is agreed.";
    let form = Form::new("withdraw", json!({"do": "withdraw"}), "Announce a withdrawal")
        .then(Text::new(words).rule(RuleId("UF-42.6-5")))
        .ask(Field::new("group", "Which group?", one(groups)))
        .ask(Field::new("men", "Its men", FieldKind::Many { choices: men, least: 1, most }))
        .ask(Field::new("range", "Range chit", one(range)).hint("0 or less"))
        .ask(Field::new("card", "Card played", one(vec![red, other])))
        .ask(yes_no("encircled", "Encircled?"))
        .ask(yes_no("can_move", "Able to move normally?"));
    closed(form, refusal)
}

fn pursue(look: Look<'_>, side: Side) -> Form {
    let state = look.state;
    let leaders = pursuit_leaders(state, side);
    let conceded = state.has_conceded(side.other());
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
    let one = |choices| FieldKind::One { choices, chosen: None };
    let leader = leaders.iter().map(choice).collect();
    let as_what = leaders.iter().map(|(_, leading)| Choice::new(json!(leading), what(*leading))).collect();
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
    let drawn = (0..=6).map(|number| Choice::new(json!(number), number.to_string())).collect();
    let pile = FieldKind::Number { min: 0, max: 162, value: 0 };
    let words =
        "A failed check pins nobody: the scenario ends. You may take it back until a report is agreed.";
    let form = Form::new("pursue", json!({"do": "pursue"}), "Try to pursue")
        .then(Text::new(words).rule(RuleId("UF-42.72-2")))
        .ask(Field::new("won_by", "Won by", one(by.collect())))
        .ask(Field::new("draw_pile", "Cards left in the Draw pile", pile))
        .ask(Field::new("leader", "Who checks", one(leader)))
        .ask(Field::new("leading", "As", one(as_what)))
        .ask(yes_no("pinned", "Is he pinned?"))
        .ask(Field::new("drawn", "Number drawn", one(drawn)));
    closed(form, refusal)
}
