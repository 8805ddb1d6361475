//! The result of a scenario as tables: a form to fill in, and the command that a filled one gives. The rules judge what
//! it tells; here only what a cell can hold is read. [catalogue section 4]

mod filled;

use kernel::SideInfo;
use kernel::view::{Field, FieldKind, Form, View};
use serde::Deserialize;
use serde_json::Value as Json;
use tabular::{Grid, Head, Value, bare};

pub use filled::command;

use crate::report::{Deed, counted};
use crate::words::{ManId, Out};

const fn head(title: &'static str, aliases: &'static [&'static str], needed: bool) -> Head {
    Head { title, aliases, needed }
}

const SIDE: Head = head("Side", &[], true);
const MAN: Head = head("#", &["No", "Nr", "Number", "Man"], true);

/// The tables of a result, by the names of their sheets.
pub const SHEETS: [&str; 5] = ["Result", "Men", "Vehicles", "Infiltrations", "Losses"];

const RESULT: [Head; 2] = [head("Field", &["What"], true), head("Value", &[], true)];

const MEN: [Head; 11] = [
    SIDE,
    MAN,
    head("Name", &["Soldier"], false),
    head("Fate", &["End", "Out"], true),
    head("Pinned", &[], false),
    head("Wounded", &["Wound"], false),
    head("Moved in", &[], false),
    head("Hero cards", &["Hero", "Heroes"], false),
    head("Killed in close combat", &["CC kills"], false),
    head("Guns in close combat", &["CC guns"], false),
    head("Men by demo charge", &["Demo charge"], false),
];

const VEHICLES: [Head; 6] = [
    SIDE,
    MAN,
    head("Vehicle", &["AFV"], true),
    head("With", &["Means"], true),
    head("Result", &[], true),
    head("Weapon", &[], false),
];

const INFILTRATIONS: [Head; 4] =
    [SIDE, MAN, head("Unpinned before", &[], true), head("Removed or pinned", &["Hit"], true)];

const LOSSES: [Head; 5] = [
    SIDE,
    head("Kind", &[], true),
    head("Effect", &["Boxed number"], false),
    head("What", &["Label"], false),
    head("Lost", &[], true),
];

/// The lines of the first table.
const WINNER: &str = "Winner";
const SCENARIO: &str = "Scenario";
const LEFT_OUT: &str = "Men and deeds left out";
const AS_NOTED: &str = "as noted";

/// The form for the result that a seat's view asks for now, filled in as the tally has it; absent when none is asked.
pub fn form(view: &View, sides: &[SideInfo]) -> Option<Vec<Grid>> {
    let form = asked(view)?;
    let mut grids = vec![
        Grid::new(SHEETS[0], titles(&RESULT)),
        Grid::new(SHEETS[1], titles(&MEN)),
        Grid::new(SHEETS[2], titles(&VEHICLES)),
        Grid::new(SHEETS[3], titles(&INFILTRATIONS)),
        Grid::new(SHEETS[4], titles(&LOSSES)),
    ];
    let side_of = |key: &str| sides.get(side_index(key));
    for field in form.questions() {
        let (choices, chosen) = match &field.kind {
            FieldKind::One { choices, chosen } | FieldKind::Keys { choices, chosen, .. } => {
                (choices, chosen.and_then(|at| choices.get(at)))
            }
            FieldKind::Many { choices, .. } => (choices, None),
            _ => continue,
        };
        if field.key == "winner" {
            let winner = chosen.and_then(|choice| choice.value.as_str()).unwrap_or_default();
            grids[0].rows.push(vec![WINNER.into(), winner.into()]);
        } else if let (Some((_, man)), Some(side)) = (field.key.split_once(".men."), side_of(field.key)) {
            // His deeds stand in his own row.
            if man.contains('.') {
                continue;
            }
            let told = |key: &str| chosen.and_then(|choice| choice.value.get(key));
            let fate = told("out").and_then(Json::as_str).and_then(Out::read).unwrap_or(Out::InPlay);
            let flag = |key: &str| if told(key) == Some(&Json::Bool(true)) { "yes" } else { "" };
            let number = man.parse::<i64>().map_or_else(|_| man.into(), Value::Whole);
            let whom = [side.name.as_str().into(), number];
            let more = [name(field).into(), fate_words(fate).into(), flag("pinned").into()];
            let more = more.into_iter().chain([flag("wounded").into()]);
            let mut row: Vec<Value> = whom.clone().into_iter().chain(more).collect();
            deeds(field, &whom, &mut row, &mut grids);
            grids[1].rows.push(row);
        } else if let (true, Some(side)) = (field.key.ends_with(".aux"), side_of(field.key)) {
            for choice in choices {
                let effect = choice.value.get("effect").and_then(Json::as_i64).unwrap_or(0);
                let kind = choice.value.get("kind").and_then(Json::as_str).unwrap_or_default();
                let what = choice.label.plain(sides);
                let lost = if choice.picked { "yes" } else { "no" };
                let cells =
                    [side.name.as_str().into(), kind.into(), Value::Whole(effect), what.into(), lost.into()];
                grids[4].rows.push(cells.into());
            }
        }
    }
    grids[0].rows.push(vec![SCENARIO.into(), Value::EMPTY]);
    grids[0].rows.push(vec![LEFT_OUT.into(), AS_NOTED.into()]);
    Some(grids)
}

/// The form of a view that asks for a result.
fn asked(view: &View) -> Option<&Form> {
    let is_one =
        |form: &&Form| matches!(form.command.get("do").and_then(Json::as_str), Some("report" | "differ"));
    view.forms().into_iter().find(is_one)
}

fn side_index(key: &str) -> usize {
    usize::from(!key.starts_with("side_1."))
}

/// The name behind the number: "#5 Shultz".
fn name(field: &Field) -> &str {
    field.label.split_once(' ').map_or(field.label.as_str(), |(_, name)| name)
}

/// Side, man and name of those of whom a view asks the result.
fn names(view: &View) -> Vec<(usize, ManId, String)> {
    let Some(form) = asked(view) else { return Vec::new() };
    let of = |field: &Field| {
        let (_, man) = field.key.split_once(".men.")?;
        Some((side_index(field.key), man.parse().ok()?, name(field).to_owned()))
    };
    form.questions().into_iter().filter_map(of).collect()
}

/// Writes the deeds that a question has picked beforehand into the row of the man, and into the tables beside it.
fn deeds(field: &Field, whom: &[Value; 2], row: &mut Vec<Value>, grids: &mut [Grid]) {
    let FieldKind::Keys { more, .. } = &field.kind else { return };
    let mut told: Vec<Deed> = Vec::new();
    for question in more {
        match &question.kind {
            FieldKind::Keys { choices, chosen: Some(at), .. } => {
                let count = choices.get(*at).and_then(|choice| u8::try_from(choice.value.as_u64()?).ok());
                let deed = |count| match question.key.ends_with(".hero") {
                    true => Deed::Hero { hero: count },
                    false => Deed::CcKill { cc_kill: count },
                };
                told.extend(count.map(deed));
            }
            FieldKind::Many { choices, .. } => {
                for choice in choices.iter().filter(|choice| choice.picked) {
                    let one = |value: &Json| Deed::deserialize(value).ok();
                    match &choice.value {
                        Json::Array(several) => told.extend(several.iter().filter_map(one)),
                        value => told.extend(one(value)),
                    }
                }
            }
            _ => {}
        }
    }
    let (mut counts, mut charges) = ([0i64; 3], Vec::new());
    for deed in counted(told) {
        let cells = |more: &[Value]| whom.iter().chain(more).cloned().collect();
        match deed {
            Deed::Hero { hero } => counts[0] += i64::from(hero),
            Deed::CcKill { cc_kill } => counts[1] += i64::from(cc_kill),
            Deed::GunInCc { ig_cc } => counts[2] += i64::from(ig_cc),
            Deed::DemoCharge { demo_charge_men } => charges.push(demo_charge_men.to_string()),
            Deed::Vehicle { afv, means, result, weapon } => {
                let weapon = weapon.map_or(Value::EMPTY, |weapon| weapon.as_str().into());
                let more = [afv.as_str().into(), means.word().into(), result.word().into(), weapon];
                grids[2].rows.push(cells(&more));
            }
            Deed::Infiltration { infiltration: fire } => {
                let counts = [fire.unpinned_before, fire.removed_or_pinned];
                grids[3].rows.push(cells(&counts.map(|count| Value::Whole(count.into()))));
            }
        }
    }
    let charges = match &charges[..] {
        [] => Value::EMPTY,
        [one] => one.parse().map_or(Value::EMPTY, Value::Whole),
        several => several.join("+").into(),
    };
    let counts = counts.map(|count| if count > 0 { Value::Whole(count) } else { Value::EMPTY });
    let cells = [Value::EMPTY].into_iter().chain(counts).chain([charges]);
    row.extend(cells);
    while row.last() == Some(&Value::EMPTY) && row.len() > 6 {
        row.pop();
    }
}

fn titles(heads: &[Head]) -> Vec<&'static str> {
    heads.iter().map(|head| head.title).collect()
}

/// A fate as the form writes it.
const fn fate_words(out: Out) -> &'static str {
    match out {
        Out::InPlay => "in play",
        Out::Withdrawn => "withdrew",
        Out::Routed => "routed",
        Out::Killed => "killed",
        Out::CcLost => "lost in close combat",
        Out::Captured => "captured",
        Out::PanicLost => "lost to panic",
        Out::NotEntered => "never entered",
    }
}

/// A fate by the form's words, the file's, or a player's short ones.
fn fate(words: &str) -> Option<Out> {
    let bare_words = bare(words);
    let known = |out: &&Out| bare(fate_words(**out)) == bare_words || bare(out.word()) == bare_words;
    let found = Out::ALL.iter().find(known).copied();
    found.or(match bare_words.as_str() {
        "present" | "alive" => Some(Out::InPlay),
        "rout" => Some(Out::Routed),
        "kia" | "dead" => Some(Out::Killed),
        "cc" | "closecombat" => Some(Out::CcLost),
        "pow" | "prisoner" => Some(Out::Captured),
        "panic" => Some(Out::PanicLost),
        "reserve" => Some(Out::NotEntered),
        _ => None,
    })
}
