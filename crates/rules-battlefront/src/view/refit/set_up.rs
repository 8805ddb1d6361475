//! S4: what gets its place in a set-up. [BF-2.1.1.8]

use kernel::RuleId;
use kernel::view::{Block, Cell, ColumnRole, Field, FieldKind, Form, Panel, RowState, Sheet, Text};

use crate::command::Command;
use crate::facts::Module;
use crate::measure::Point;
use crate::rules::s2_1_1_5_2_fortifications::n_unplaced;
use crate::view::own::{Own, address, json};
use crate::view::prose::{capital, counted, slug, unit_name, work_name};

/// The most characters of a coordinate: `1000.25`.
const COORDINATE: usize = 8;

/// What the side has to do.
pub fn duty(own: &Own<'_>) -> Text {
    let works = counted(n_unplaced(own.state, own.side).into(), "fortification", "fortifications");
    Text::new(format!("the set-up. {} to be placed.", capital(&works)))
}

/// Fortifications, preregistered points, and the forces that are deployed at the table.
pub fn panels(own: &Own<'_>) -> Vec<Panel> {
    let mut panels = vec![forces(own)];
    panels.extend(works(own));
    panels.extend(points(own));
    panels
}

fn forces(own: &Own<'_>) -> Panel {
    let words = "Deploy your stands at the table, on your side up to your front line. Stands in pockets stay where they \
                 are. Close the step when you have set up.";
    let mut body = vec![Block::Prose(Text::new(words))];
    body.extend(super::forces::chosen(own));
    Panel::new("set-up", "Your set-up", body).rule(RuleId("BF-2.1.P-4")).secret(own.side.only())
}

/// Two questions for a place on the map, and words that go into neither.
fn at_a_place(own: &Own<'_>, id: String, command: &Command, verb: String) -> Form {
    let map = &own.campaign().map;
    let mut command = json(command);
    if let Some(fixed) = command.as_object_mut() {
        fixed.retain(|key, _| key != "x" && key != "y");
    }
    let words = || FieldKind::Words { most: COORDINATE };
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
        let verb = format!("Place one {name} of {}", tally.count);
        let form = at_a_place(own, address("place", tally.id), &command, verb);
        body.push(Block::Form(if n == 0 { form.leading() } else { form }));
    }
    let columns = [("Fortification", ColumnRole::Code), ("Type", ColumnRole::Name), ("At", ColumnRole::Code)];
    let mut sheet = Sheet::new("Placed in this set-up", &columns);
    let mut lifts = Vec::new();
    let placed = |id: &kernel::Id| own.state.facts.works.iter().find(|work| work.id == *id);
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
