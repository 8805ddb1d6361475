//! S3b: the forces of the scenario. [BF-2.1.1.7]

use kernel::grammar::{holds, why_not};
use kernel::view::{
    Block, Cell, Choice, ColumnRole, Field, FieldKind, Form, Panel, RowState, Sheet, ShownRefusal, Text,
};
use kernel::{Id, RuleId};

use super::rolls::number_words;
use crate::command::Command;
use crate::ids::{GroupId, UnitTypeId};
use crate::rules::s2_1_1_7_choose_forces::{Share, is_available, kinds, most_of, roster, shares, total};
use crate::view::own::Own;
use crate::view::prose::{capital, content_words, counted, group_name, listed, unit_name};
use crate::words::Status;

/// What the side has to do.
pub fn duty(own: &Own<'_>) -> Text {
    Text::new(format!("the forces of the battle. {}.", capital(&count_words(own))))
}

/// "7 units chosen".
pub fn count_words(own: &Own<'_>) -> String {
    format!("{} chosen", counted(own.facts().chosen.len() as i64, "unit", "units"))
}

/// What may be chosen, with what is chosen picked beforehand, and how many of each kind may take part.
pub fn panel(own: &Own<'_>) -> Panel {
    let intro =
        Text::new("Pick what deploys in this battle. The pick can be made anew until you close the step.");
    let mut body = vec![Block::Prose(intro)];
    // Closing the step is what comes next only once something is chosen.
    let mut waits = false;
    let choices: Vec<Choice> = roster(own.state, own.side).map(|id| choice(own, id)).collect();
    if choices.is_empty() {
        body.push(Block::Empty(Text::new("Your roster is empty.")));
    } else {
        let most = choices.iter().filter(|choice| choice.closed.is_none()).count();
        waits = most > 0 && own.facts().chosen.is_empty();
        let kind = FieldKind::Many { choices, least: 0, most };
        let now = Command::ChooseForces { forces: own.facts().chosen.clone() };
        let mut form = own.form("choose-forces", &now, "Choose these forces");
        form.command.shift_remove("forces");
        let field = Field::new("forces", "Formations, artillery and aircraft", kind);
        body.extend(all(own).map(|form| Block::Can(vec![form])));
        body.push(Block::Form(form.ask(field).leading()));
    }
    body.extend(limits(own));
    let panel = Panel::new("forces", "Forces of the battle", body)
        .rule(RuleId("BF-2.1.1.7-1"))
        .remark(capital(&count_words(own)))
        .secret(own.side.only());
    if waits { panel.yours() } else { panel }
}

/// One press for everything that can take part, where all of it may at once and is not chosen yet.
fn all(own: &Own<'_>) -> Option<Form> {
    let is_here = |id: &Id| holds(|why| is_available(own.state, own.side, *id, why));
    let forces: Vec<Id> = roster(own.state, own.side).filter(is_here).collect();
    if forces.len() < 2 || forces == own.facts().chosen {
        return None;
    }
    let verb = format!("Choose all {}", number_words(forces.len()));
    let command = Command::ChooseForces { forces };
    own.refusal(&command).is_none().then(|| own.form("choose-all", &command, verb))
}

fn choice(own: &Own<'_>, id: Id) -> Choice {
    let closed = why_not(|why| is_available(own.state, own.side, id, why));
    Choice::new(id.as_str(), name(own, id))
        .note(note(own, id))
        .picked(own.facts().chosen.contains(&id))
        .closed(closed.map(ShownRefusal::from))
}

fn name(own: &Own<'_>, id: Id) -> String {
    match own.facts().element(id.into()) {
        Some(element) => format!("{} ({id})", capital(own.state.element_name(own.side, element))),
        None => {
            let name = capital(&unit_name(own.campaign(), own.side, id));
            if name.contains(id.as_str()) { name } else { format!("{name} ({id})") }
        }
    }
}

/// What it brings to the table.
fn note(own: &Own<'_>, id: Id) -> Text {
    let facts = own.facts();
    if let Some(element) = facts.element(id.into()) {
        let mut content: Vec<(UnitTypeId, u16)> = Vec::new();
        for stand in element.living().filter(|stand| stand.status == Status::Normal) {
            match content.iter_mut().find(|(kind, _)| *kind == stand.kind) {
                Some((_, n)) => *n += 1,
                None => content.push((stand.kind, 1)),
            }
        }
        let behind = element.living().filter(|stand| stand.status != Status::Normal).count() as i64;
        let mut words = vec![element.discipline.to_string()];
        if !content.is_empty() {
            words.push(content_words(own.campaign(), &content));
        }
        if behind > 0 {
            words.push(format!("{} in a pocket already", counted(behind, "stand", "stands")));
        }
        return Text::new(format!("{}.", words.join(". ")));
    }
    let module = facts.modules.iter().find(|module| module.id == id.into()).map(|module| {
        let smoke = counted(module.smoke.unwrap_or(0).into(), "smoke mission", "smoke missions");
        let points = counted(module.prereg.into(), "preregistered point", "preregistered points");
        format!("{}, {points}.", capital(&smoke))
    });
    let flight =
        || facts.flights.iter().find(|flight| flight.id == id.into()).and_then(|flight| flight.aircraft);
    let aircraft = || flight().map(|n| format!("{} aircraft.", capital(&n.to_string())));
    Text::new(module.or_else(aircraft).unwrap_or_default())
}

/// How many of each kind take part, and how many may.
fn limits(own: &Own<'_>) -> Vec<Block> {
    let setup = own.setup();
    let shares = shares(own.state, own.side, &own.facts().chosen);
    let columns = [
        ("Group", ColumnRole::Name),
        ("In pockets", ColumnRole::Figure),
        ("Chosen", ColumnRole::Figure),
        ("At most", ColumnRole::Code),
    ];
    let mut sheet = Sheet::new("How many of each group take part", &columns);
    let has_any = |group: GroupId| {
        let facts = own.facts();
        facts.elements.iter().any(|element| element.group == Some(group))
            || facts.modules.iter().any(|module| module.group == group)
            || facts.flights.iter().any(|flight| flight.group == group)
    };
    for group in setup.groups.iter().filter(|group| has_any(group.id)) {
        let share = shares.get(&group.id.into()).copied().unwrap_or_default();
        let most = most_of(own.state, group).map_or_else(|| "–".into(), |most| most.to_string());
        let name = format!("{} ({})", capital(group_name(group)), group.id);
        let id = format!("share-{}", crate::view::prose::slug(group.id.as_str()));
        sheet.row(id, RowState::Here, row(name, share, most));
    }
    let (kinds, total) = (kinds(&shares, setup.max_kinds_scenario), total(&shares, setup.max_total_scenario));
    for (id, name, share) in [("kinds", "Kinds of units", kinds), ("total", "Units in all", total)] {
        if let Some(most) = share.most {
            sheet.row(format!("share-all-{id}"), RowState::Here, row(name.into(), share, most.to_string()));
        }
    }
    if sheet.rows.is_empty() { Vec::new() } else { vec![Block::Sheet(sheet)] }
}

fn row(name: String, share: Share, most: String) -> Vec<Cell> {
    vec![
        Cell::new(name),
        Cell::figure(share.in_pockets.into()),
        Cell::figure(share.chosen.into()),
        Cell::new(most),
    ]
}

/// What the side has chosen, once it cannot be changed.
pub fn chosen(own: &Own<'_>) -> Option<Block> {
    if !own.state.in_battle() {
        return None;
    }
    let names: Vec<String> = own.facts().chosen.iter().map(|id| name(own, *id)).collect();
    let told = if names.is_empty() { "nothing".into() } else { listed(&names) };
    Some(Block::Prose(Text::new(format!("You have chosen {told}.")).rule(RuleId("BF-2.1.1.7-1"))))
}
