//! What the umpire overrules in C5 and C6: stands by formation, lines, and what is odd about the lines as they are
//! drawn. [BF-2.1.2.4.P-2]

use kernel::RuleId;
use kernel::view::{Block, Choice, Field, FieldKind, Form, LineEdit, Panel, Text};
use serde_json::json;

use super::natural::{by_name, listed_on_the_map};
use super::overview::at;
use super::prose::{capital, counted, listed, slug};
use crate::geometry::{drawn_to_the_sides, is_behind, is_nearer, is_within};
use crate::ground::line;
use crate::ids::{FormationId, StandId};
use crate::measure::{Inches, Point};
use crate::perimeter::{Standing, on_the_map};
use crate::phase::Step;
use crate::rules::s2_1_2_4_2_status::proposed_line;
use crate::rules::s2_1_2_4_p_perimeter::REFEREED;
use crate::state::State;
use crate::words::{Side, Status};

/// The most characters of a line that is typed.
const COURSE: usize = 4000;

/// The umpire's panel of C5 and C6.
pub fn panel(state: &State) -> Option<Block> {
    if !REFEREED.contains(&state.step()) {
        return None;
    }
    let intro = match state.step() {
        Step::Disengage => "Put stands elsewhere, with a reason that both sides read.",
        _ => {
            "Overrule how stands stand, or a line, with a reason that both sides read. A line bends around every enemy, also \
             around one in a pocket close behind it: draw it without the dent if you see it otherwise."
        }
    };
    let mut body = vec![Block::Prose(Text::new(intro))];
    if state.step() == Step::Perimeter {
        body.extend(Side::BOTH.map(|side| edit_line(state, side)));
    }
    let standing = listed_on_the_map(state);
    if state.step() == Step::Perimeter {
        body.extend(Side::BOTH.into_iter().filter_map(|side| several(state, side, &standing)));
    }
    body.extend(Side::BOTH.into_iter().filter_map(|side| of_side(state, side, &standing)));
    Some(Panel::new("referee", "Overrule", body).rule(RuleId("BF-2.1.2.4.P-2")).block())
}

/// What is odd about the lines as they are drawn; nothing in other steps, and where nothing is.
pub fn look_again(state: &State) -> Option<Block> {
    let odd = if state.step() == Step::Perimeter { odd_lines(state) } else { Vec::new() };
    let body: Vec<Block> = odd.into_iter().map(Block::Note).collect();
    let panel = |body| Panel::new("look-again", "Look again", body).rule(RuleId("BF-2.1.2.4.P-2")).yours();
    (!body.is_empty()).then(|| panel(body).block())
}

/// The stands of a side that are not Normal, of all formations: several are overruled at once.
fn several(state: &State, side: Side, standing: &[Standing<'_>]) -> Option<Block> {
    let is_behind = |one: &&Standing<'_>| one.unit.side == side && one.stand.status != Status::Normal;
    let behind: Vec<&Standing<'_>> = standing.iter().filter(is_behind).collect();
    let setup = state.setup_of(side);
    let choice = |one: &&Standing<'_>| {
        Choice::new(one.unit.id.as_str(), one.unit.to_string())
            .note(Text::new(capital(one.stand.status.prose())))
    };
    let choices: Vec<Choice> = behind.iter().map(choice).collect();
    let most = choices.len();
    let status = |status: &Status| Choice::new(status.word(), capital(status.prose()));
    let id = format!("set-status-{}", slug(setup.id.as_str()));
    let form =
        Form::new(id, json!({ "do": "set-status", "side": setup.id.as_str() }), "Overrule their status")
            .ask(Field::new("units", "Which stands", FieldKind::Many { choices, least: 1, most }))
            .ask(one_of("status", "How they stand", Status::ALL.iter().map(status).collect()))
            .ask(reason());
    let panel = Panel::new(
        format!("overrule-several-{}", slug(setup.id.as_str())),
        format!("Not Normal: {}", setup.name),
        vec![Block::Form(form)],
    );
    (most > 0).then(|| panel.block())
}

/// A side folded behind its name, so that the page stays short; within, its formations.
fn of_side(state: &State, side: Side, standing: &[Standing<'_>]) -> Option<Block> {
    let own: Vec<&Standing<'_>> = standing.iter().filter(|one| one.unit.side == side).collect();
    let mut ids: Vec<FormationId> = own.iter().map(|one| one.element.id).collect();
    ids.sort_by(by_name);
    ids.dedup();
    let formations = ids.into_iter().filter_map(|id| {
        let stands: Vec<&Standing<'_>> = own.iter().copied().filter(|one| one.element.id == id).collect();
        formation(state, side, &stands)
    });
    let setup = state.setup_of(side);
    let id = format!("overrule-{}", slug(setup.id.as_str()));
    let panel = Panel::new(id, format!("Stands: {}", setup.name), formations.collect());
    let stands = counted(own.len() as i64, "stand", "stands");
    (!own.is_empty()).then(|| panel.remark(Text::new(stands)).folded().block())
}

/// A formation folded behind its name: which of its stands, and what is ruled of them.
fn formation(state: &State, side: Side, stands: &[&Standing<'_>]) -> Option<Block> {
    let element = stands.first()?.element;
    let setup = state.setup_of(side);
    let address = format!("{}-{}", slug(setup.id.as_str()), slug(element.id.as_str()));
    let fixed = |verb: &str| json!({ "do": verb, "side": setup.id.as_str() });
    let form = match state.step() {
        Step::Disengage => {
            let map = &state.campaign().map;
            let inches = |most: Inches| format!("0 to {most}, as 12.5");
            Form::new(format!("move-unit-{address}"), fixed("move-unit"), "Put them there")
                .ask(which(stands, |one| one.at.to_string()))
                .ask(words("x", "Inches from the left edge", inches(map.width), 8))
                .ask(words("y", "Inches from the lower edge", inches(map.height), 8))
        }
        _ => {
            let status = |status: &Status| Choice::new(status.word(), capital(status.prose()));
            let statuses = Status::ALL.iter().map(status).collect();
            Form::new(format!("set-status-{address}"), fixed("set-status"), "Overrule their status")
                .ask(which(stands, |one| one.stand.status.prose().to_owned()))
                .ask(one_of("status", "How they stand", statuses))
        }
    };
    let name = capital(state.element_name(side, element));
    let heading = format!("{name} ({})", element.id);
    let panel = Panel::new(format!("overrule-{address}"), heading, vec![Block::Form(form.ask(reason()))]);
    Some(panel.remark(Text::empty().side(side.number())).folded().block())
}

/// The formation as a whole where it has several stands there, and each of them.
fn which(stands: &[&Standing<'_>], note: impl Fn(&Standing<'_>) -> String) -> Field {
    let one = |one: &&Standing<'_>| {
        Choice::new(one.unit.id.as_str(), one.unit.to_string()).note(Text::new(capital(&note(one))))
    };
    let all = stands.first().filter(|_| stands.len() > 1).map(|first| {
        let count = counted(stands.len() as i64, "stand", "stands");
        Choice::new(first.element.id.as_str(), format!("All of {}", first.element.id)).note(Text::new(count))
    });
    let choices: Vec<Choice> = all.into_iter().chain(stands.iter().map(one)).collect();
    let most = choices.len();
    Field::new("units", "Which stands", FieldKind::Many { choices, least: 1, most })
}

/// How the umpire draws a side's line on the map: its points, and what they keep clear of.
pub fn line_edit(state: &State, side: Side) -> Option<LineEdit> {
    let points: Vec<Point> = line(state, side).to_vec();
    (state.step() == Step::Perimeter && !points.is_empty()).then(|| {
        let enemies = on_the_map(state).filter(|one| one.unit.side == side.enemy());
        LineEdit {
            form: line_form(state, side),
            key: POINTS,
            points: points.into_iter().map(at).collect(),
            proposal: proposed_line(state, side).into_iter().map(at).collect(),
            from: enemies.map(|one| (one.unit.to_string(), at(one.at))).collect(),
            near: state.campaign().perimeter.spacing.0,
        }
    })
}

/// The question for a line's points.
const POINTS: &str = "points";

fn line_form(state: &State, side: Side) -> String {
    format!("edit-mlr-{}", slug(state.setup_of(side).id.as_str()))
}

/// A side's line, which begins with the points that it has now.
fn edit_line(state: &State, side: Side) -> Block {
    let setup = state.setup_of(side);
    let points: Vec<String> = line(state, side).iter().map(ToString::to_string).collect();
    let value = points.join("; ");
    let most = COURSE.max(value.chars().count());
    let form = Form::new(
        line_form(state, side),
        json!({ "do": "edit-mlr", "side": setup.id.as_str() }),
        "Draw it so",
    )
    .ask(Field::new(POINTS, "Points in order", FieldKind::Words { most, value }).hint(
        "x, y in inches for each point, as 0, 14; 30, 16.5; 60, 14. The points that it has now stand here; none takes the line away.",
    ))
    .ask(reason());
    let panel = Panel::new(
        format!("edit-line-{}", slug(setup.id.as_str())),
        "Draw the line otherwise",
        vec![Block::Form(form)],
    );
    panel.remark(Text::empty().side(side.number())).folded().block()
}

fn words(key: &'static str, label: &str, hint: String, most: usize) -> Field {
    Field::new(key, label, FieldKind::words(most)).hint(hint)
}

fn reason() -> Field {
    words("reason", "Your reason", "3 to 400 characters. Both sides read it.".into(), 400)
}

fn one_of(key: &'static str, label: &str, choices: Vec<Choice>) -> Field {
    Field::new(key, label, FieldKind::One { choices, chosen: Some(0) })
}

/// What the umpire should look at: a line that lies beyond the enemy's, so that both sides hold the ground between
/// them, and one that passes too near to an enemy.
fn odd_lines(state: &State) -> Vec<Text> {
    let map = &state.campaign().map;
    let drawn = |side: Side| drawn_to_the_sides(line(state, side), map, state.setup_of(side).home_edge);
    let spacing = state.campaign().perimeter.spacing;
    let (mut told, mut cross) = (Vec::new(), false);
    for side in Side::BOTH {
        let enemy = side.enemy();
        let (own, other) = (drawn(side), drawn(enemy));
        let home = state.setup_of(enemy).home_edge;
        let is_beyond = |point: &&Point| {
            !other.is_empty()
                && is_behind(&other, map, home, **point)
                && !is_within(&other, **point, Inches(0))
        };
        let beyond: Vec<String> = own.iter().filter(is_beyond).map(|point| format!("({point})")).collect();
        // Of two lines that cross both have points beyond the other: that is told once.
        if !beyond.is_empty() && !cross {
            cross = true;
            let words = format!(" at {}. Both would hold the ground between them.", listed(&beyond));
            let text = Text::new("The line of ").side(side.number()).say(" lies beyond that of ");
            told.push(text.side(enemy.number()).say(words));
        }
        let enemies = on_the_map(state).filter(|one| one.unit.side == enemy);
        let near = enemies.filter(|one| is_nearer(&own, one.at, spacing));
        let mut near: Vec<StandId> = near.map(|one| one.unit.id).collect();
        near.sort_by(by_name);
        let near: Vec<String> = near.iter().map(StandId::to_string).collect();
        if !near.is_empty() {
            let words = format!(" passes nearer than {spacing} inches to {}.", listed(&near));
            told.push(Text::new("The line of ").side(side.number()).say(words));
        }
    }
    told
}
