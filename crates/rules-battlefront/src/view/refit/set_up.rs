//! S4: what gets its place in a set-up. [BF-2.1.1.8]

use kernel::view::{Block, Cell, Choice, ColumnRole, Field, FieldKind, Form, Panel, RowState, Sheet, Text};
use kernel::{Id, RuleId};

use crate::command::Command;
use crate::facts::{Element, Module, Stand};
use crate::ids::WorkId;
use crate::measure::Point;
use crate::report::List;
use crate::rules::s2_1_1_5_2_fortifications::n_unplaced;
use crate::rules::s2_1_1_8_deploy::ahead;
use crate::view::own::{Own, address, json};
use crate::view::prose::{capital, counted, slug, type_name, unit_name, work_name};
use crate::words::Status;

/// The most characters of a coordinate: `1000.25`.
const COORDINATE: usize = 8;

/// What the side has to do.
pub fn duty(own: &Own<'_>) -> Text {
    let (works, points) = (n_unplaced(own.state, own.side), own.unplaced_points());
    let works = (works > 0 || points == 0).then(|| counted(works.into(), "fortification", "fortifications"));
    let points = (points > 0).then(|| counted(points as i64, "preregistered point", "preregistered points"));
    let due: Vec<String> = works.into_iter().chain(points).collect();
    Text::new(format!("the set-up. {} to be placed, {}.", capital(&due.join(" and ")), count_words(own)))
}

/// "7 stands on the map".
pub fn count_words(own: &Own<'_>) -> String {
    format!("{} on the map", n_stands(own))
}

/// "7 stands set up": what a report of the battle tells of them changes nothing of it.
pub fn past_words(own: &Own<'_>) -> String {
    format!("{} set up", n_stands(own))
}

fn n_stands(own: &Own<'_>) -> String {
    let stands = own.facts().elements.iter().flat_map(|element| &element.stands);
    let here = |stand: &&Stand| stand.place().is_some() && stand.status == Status::Normal;
    counted(stands.filter(here).count() as i64, "stand", "stands")
}

/// Fortifications, preregistered points, and the forces that are deployed at the table.
pub fn panels(own: &Own<'_>) -> Vec<Panel> {
    // No tray holds what is still to be preregistered: that stands first.
    let (due, placed) = points(own).into_iter().partition::<Vec<_>, _>(|_| own.unplaced_points() > 0);
    let mut panels: Vec<Panel> = due.into_iter().map(Panel::yours).collect();
    panels.push(forces(own));
    panels.extend(stands(own));
    panels.extend(turns(own));
    panels.extend(works(own));
    panels.extend(placed);
    panels
}

/// Formations as a whole, what stands on the map, and what is still off it.
fn forces(own: &Own<'_>) -> Panel {
    let words = "Deploy on your side up to your front line. What is too far from the enemy's line to be spotted stays \
                 hidden; the rest is shown when you close the step. What you leave off the map may still come on in \
                 the battle. Stands in pockets stay where they are.";
    let mut body = vec![Block::Prose(Text::new(words))];
    body.extend(crate::view::tray::tray(own).map(|_| Block::Form(by_list())));
    body.extend(super::forces::chosen(own));
    let chosen = own.facts().chosen.iter().filter_map(|id| own.facts().element((*id).into()));
    let free = |element: &Element| element.living().filter(|stand| stand.status == Status::Normal).count();
    let choices: Vec<Choice> = chosen
        .filter(|element| free(element) > 0)
        .map(|element| {
            let placed =
                element.living().filter(|stand| stand.status == Status::Normal && stand.at.is_some()).count();
            let name = format!("{} ({})", capital(own.state.element_name(own.side, element)), element.id);
            let note =
                format!("{placed} of {} on the map.", counted(free(element) as i64, "stand", "stands"));
            Choice::new(element.id.as_str(), name).note(Text::new(note))
        })
        .collect();
    if !choices.is_empty() {
        let form = deploying(own, "deploy", "Deploy whole formations", "Formations", choices);
        body.push(Block::Form(form));
    }
    let columns = [
        ("Stand", ColumnRole::Code),
        ("Type", ColumnRole::Name),
        ("At", ColumnRole::Code),
        ("Facing", ColumnRole::Figure),
        ("In sight", ColumnRole::Words),
    ];
    let mut sheet = Sheet::new("On the map", &columns);
    for element in &own.facts().elements {
        for stand in element.living().filter(|stand| stand.at.is_some()) {
            let sight = match stand {
                _ if stand.status != Status::Normal => "in a pocket",
                _ if stand.hidden => "hidden from the enemy",
                _ => "in sight of the enemy",
            };
            let cells = vec![
                Cell::new(stand.id.as_str()),
                Cell::new(capital(type_name(own.campaign(), stand.kind))),
                Cell::new(stand.at.map_or_else(|| "–".into(), |at| at.to_string())),
                stand.facing.map_or_else(|| Cell::new("–"), |facing| Cell::figure(facing.into())),
                Cell::new(sight),
            ];
            sheet.row(address("stands", stand.id), RowState::Here, cells);
        }
    }
    if !sheet.rows.is_empty() {
        body.push(Block::Sheet(sheet));
    }
    let on_map = |id: &&Id| {
        let element = own.facts().element((**id).into());
        element
            .is_some_and(|of| of.living().any(|stand| stand.status == Status::Normal && stand.at.is_some()))
    };
    let lift = |id: &Id| {
        let command = Command::Lift { units: vec![*id] };
        own.form(address("lift-unit", *id), &command, format!("Take {id} off the map"))
    };
    let lifts: Vec<Form> = own.facts().chosen.iter().filter(on_map).map(lift).collect();
    if !lifts.is_empty() {
        body.push(Block::Can(lifts));
    }
    Panel::new("set-up", "Your set-up", body).rule(RuleId("BF-2.1.1.8-1")).secret(own.side.only())
}

/// The form that takes a list of names and places, and all that is laid out on the map.
pub const LIST: &str = "lay-out";

/// Its question.
pub const PLACES: &str = "places";

/// The most characters of such a list.
pub const LONGEST: usize = 8000;

/// Many stands and fortifications at once, by name.
fn by_list() -> Form {
    let mut form = Form::new(LIST, json(&Command::LayOut { places: List::default() }), "Put them there");
    form.command.shift_remove(PLACES);
    let how = "Name: east north, facing, as X-1-2: 12 24; X-1-3: 14 24 345. Stands, formations and fortifications in hand \
               by name or id.";
    form.leading().ask(Field::new(PLACES, "Paste a list", FieldKind::words(LONGEST)).hint(how))
}

/// Stands one by one.
fn stands(own: &Own<'_>) -> Option<Panel> {
    let chosen = own.facts().chosen.iter().filter_map(|id| own.facts().element((*id).into()));
    let choices: Vec<Choice> = chosen
        .flat_map(|element| element.living().filter(|stand| stand.status == Status::Normal))
        .map(|stand| {
            let name = format!("{} ({})", capital(type_name(own.campaign(), stand.kind)), stand.id);
            let place = stand.at.map_or_else(|| "Off the map.".into(), |at| format!("At {at}."));
            Choice::new(stand.id.as_str(), name).note(Text::new(place))
        })
        .collect();
    if choices.is_empty() {
        return None;
    }
    let form = deploying(own, "deploy-stands", "Deploy these stands", "Stands", choices);
    let panel = Panel::new("single-stands", "Stands one by one", vec![Block::Form(form)]);
    Some(panel.rule(RuleId("BF-2.1.1.8-1")).secret(own.side.only()).folded())
}

/// Stands in pockets turn where they stand.
fn turns(own: &Own<'_>) -> Option<Panel> {
    let stands = own.facts().elements.iter().flat_map(Element::living);
    let turn = |stand: &Stand| {
        let Point { x, y } = stand.place()?;
        let command = Command::Deploy { units: vec![stand.id.into()], x, y, facing: 0 };
        let verb = format!("Turn {} at {}", stand.id, Point { x, y });
        let mut form = own.form(address("turn", stand.id), &command, verb);
        form.command.shift_remove("facing");
        Some(form.ask(facing(stand.facing.map_or_else(|| ahead(own.state, own.side).into(), i64::from))))
    };
    let forms: Vec<Form> = stands.filter(|stand| stand.status != Status::Normal).filter_map(turn).collect();
    if forms.is_empty() {
        return None;
    }
    let panel = Panel::new("pocket-stands", "Stands in pockets", vec![Block::Can(forms)]);
    Some(panel.rule(RuleId("BF-2.1.1.8-4")).secret(own.side.only()).folded())
}

fn facing(value: i64) -> Field {
    let degrees = FieldKind::Number { min: 0, max: 359, value };
    Field::new("facing", "Facing in degrees", degrees).hint("clockwise; 0 faces the upper edge")
}

fn deploying(own: &Own<'_>, id: &str, verb: &str, label: &'static str, choices: Vec<Choice>) -> Form {
    let Point { x, y } = Point::default();
    let command = Command::Deploy { units: Vec::new(), x, y, facing: 0 };
    let mut form = at_a_place(own, id.into(), &command, verb.into());
    form.command.shift_remove("units");
    form.command.shift_remove("facing");
    let most = choices.len();
    let units = Field::new("units", label, FieldKind::Many { choices, least: 1, most });
    form.fields.insert(0, units);
    form.ask(facing(ahead(own.state, own.side).into()))
}

/// Two questions for a place on the map, and words that go into neither.
pub(super) fn at_a_place(own: &Own<'_>, id: String, command: &Command, verb: String) -> Form {
    let map = &own.campaign().map;
    let mut command = json(command);
    if let Some(fixed) = command.as_object_mut() {
        fixed.retain(|key, _| key != "x" && key != "y");
    }
    let words = || FieldKind::words(COORDINATE);
    let x =
        Field::new("x", "Inches from the left edge", words()).hint(format!("0 to {}, as 12.5", map.width));
    let y =
        Field::new("y", "Inches from the lower edge", words()).hint(format!("0 to {}, as 12.5", map.height));
    Form::new(id, command, verb).ask(x).ask(y)
}

fn works(own: &Own<'_>) -> Option<Panel> {
    let facts = own.facts();
    if facts.works_in_hand.is_empty() && facts.placed.is_empty() {
        return None;
    }
    let intro = "They are placed in the area you control, hidden from the enemy until known.";
    let mut body = vec![Block::Prose(Text::new(intro))];
    for (n, tally) in facts.works_in_hand.iter().enumerate() {
        let name = work_name(own.campaign(), own.side, tally.id);
        let Point { x, y } = Point::default();
        let command = Command::PlaceFort { item: tally.id, x, y };
        let verb = format!("Place one: {name} ({} in hand)", tally.count);
        let form = at_a_place(own, address("place", tally.id), &command, verb);
        body.push(Block::Form(if n == 0 { form.leading() } else { form }));
    }
    let columns = [("Fortification", ColumnRole::Code), ("Type", ColumnRole::Name), ("At", ColumnRole::Code)];
    let mut sheet = Sheet::new("Placed in this set-up", &columns);
    let mut lifts = Vec::new();
    let placed = |id: &WorkId| own.state.facts.works.iter().find(|work| work.id == *id);
    for work in facts.placed.iter().filter_map(placed) {
        let name = work_name(own.campaign(), own.side, work.kind);
        let cells =
            vec![Cell::new(work.id.as_str()), Cell::new(capital(&name)), Cell::new(work.at.to_string())];
        sheet.row(format!("placed-{}", slug(work.id.as_str())), RowState::Here, cells);
        let verb = format!("Take {} back in hand", work.id);
        lifts.push(own.form(address("lift", work.id), &Command::LiftFort { item: work.id }, verb));
    }
    if !lifts.is_empty() {
        body.push(Block::Sheet(sheet));
        body.push(Block::Can(lifts));
    }
    let panel = Panel::new("placing", "Fortifications to place", body)
        .rule(RuleId("BF-2.1.1.5.2-2"))
        .remark(format!("{} unplaced", n_unplaced(own.state, own.side)))
        .secret(own.side.only());
    Some(if facts.works_in_hand.is_empty() { panel } else { panel.yours() })
}

fn points(own: &Own<'_>) -> Option<Panel> {
    let with_points = |module: &&Module| module.prereg > 0;
    let modules: Vec<&Module> = own.facts().modules.iter().filter(with_points).collect();
    let columns = [("Module", ColumnRole::Name), ("Placed", ColumnRole::Code), ("At", ColumnRole::Words)];
    let mut sheet = Sheet::new("", &columns);
    let mut forms = Vec::new();
    for module in &modules {
        let name = capital(&unit_name(own.campaign(), own.side, module.id));
        let places: Vec<String> = module.points.iter().map(|at| format!("({at})")).collect();
        let count = format!("{} of {}", module.points.len(), module.prereg);
        let cells = vec![Cell::new(name.clone()), Cell::new(count), Cell::new(places.join(", "))];
        sheet.row(format!("points-{}", slug(module.id.as_str())), RowState::Here, cells);
        if module.points.len() < usize::from(module.prereg) {
            let Point { x, y } = Point::default();
            let command = Command::PlacePrereg { module: module.id, x, y };
            let verb = format!("Preregister a point for {name}");
            forms.push(Block::Form(at_a_place(own, address("point", module.id), &command, verb)));
        }
    }
    let mut body = vec![Block::Sheet(sheet)];
    body.append(&mut forms);
    (!modules.is_empty()).then(|| {
        Panel::new("points-to-place", "Preregistered points to place", body)
            .rule(RuleId("BF-2.1.1.4.4-3"))
            .secret(own.side.only())
    })
}
