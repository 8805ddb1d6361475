//! Where the parts of both sides differ: both figures, and what each side and the umpire can do about it.

use kernel::grammar::lower;
use kernel::view::{Block, Choice, Field, FieldKind, Form, Panel, Text};
use kernel::{Acting, Seat};

use super::RULE;
use crate::command::Command;
use crate::facts::{Compared, Difference};
use crate::ids::StandId;
use crate::rules::s2_1_2_report::figure_words;
use crate::rules::s2_1_2_report::{is_open, nameable, proposed};
use crate::state::State;
use crate::view::Eyes;
use crate::view::own::{json, refusal};
use crate::view::prose::{capital, stand_name, stands_words, type_name};
use crate::words::Side;

/// The comparison, as soon as both have confirmed; for everyone, with the controls of the reader.
pub fn panel(eyes: &Eyes<'_>) -> Option<Panel> {
    let state = eyes.state;
    if !is_open(state) {
        return None;
    }
    let mut body = vec![Block::Prose(Text::new(
        "Both reports are confirmed, and they differ. Nothing is entered before every difference is settled: a side \
         takes the other's figures, or the umpire settles it with a reason. Whether a side had as many stands as are \
         claimed of it is looked at only then.",
    ))];
    let mut waits = false;
    for difference in &state.facts.battle.differences {
        let (facts, forms) = (figures(eyes, difference), forms(eyes, difference));
        waits |= forms.iter().any(|form| form.closed.is_none());
        let mut inner = vec![Block::Facts(facts)];
        inner.extend(forms.into_iter().map(Block::Form));
        let owner = state.campaign().side_of(difference.side).map_or("", |side| &state.setup_of(side).name);
        let kind = difference.kind.map(|kind| lower(type_name(state.campaign(), kind)));
        let heading = match (difference.what, kind) {
            (Compared::Losses, Some(kind)) => format!("{owner} losses: {kind}"),
            (Compared::Panics, Some(kind)) => format!("{owner} panics: {kind}"),
            _ => "The last turn played".to_owned(),
        };
        body.push(Panel::new(format!("difference-{}", difference.id), heading, inner).block());
    }
    let open = state.facts.battle.differences.iter().filter(|known| known.settled.is_none()).count();
    let panel = Panel::new("differences", "Where the two reports differ", body).rule(RULE);
    let panel = panel.remark(format!("{open} open"));
    Some(if waits { panel.yours() } else { panel })
}

/// What each side tells, and how it stands.
fn figures(eyes: &Eyes<'_>, difference: &Difference) -> Vec<(String, Text)> {
    let state = eyes.state;
    let owner = state.campaign().side_of(difference.side);
    let mut facts: Vec<(String, Text)> = Vec::new();
    for side in Side::BOTH {
        let figures = if owner == Some(side) { difference.told } else { difference.seen };
        let mut text = Text::new(capital(&figure_words(difference.what, figures)));
        let id = state.side(side).id;
        if difference.settled == Some(id) {
            text = text.quiet(" This stands.");
        } else if difference.settled.is_none() && difference.stand_by.contains(&id) {
            text = text.quiet(" Stands by it.");
        }
        facts.push((state.setup_of(side).name.clone(), text));
    }
    facts
}

/// Who falls by the other's figures: named by the side where nothing else changes, else told beforehand.
fn naming(state: &State, side: Side, difference: &Difference, form: Form) -> Form {
    let proposed = proposed(state, difference, side);
    if proposed.is_empty() || form.closed.is_some() {
        return form;
    }
    let nameable = nameable(state, difference, side);
    if nameable.len() <= proposed.len() {
        let stands = stands_words(state.campaign(), side, &proposed);
        return form.then(format!("By these figures {stands} fell."));
    }
    let choice = |stand: &StandId| {
        let name = capital(&stand_name(state.campaign(), side, *stand));
        Choice::new(stand.as_str(), name).picked(proposed.contains(stand))
    };
    let n = proposed.len();
    let kind = FieldKind::Many { choices: nameable.iter().map(choice).collect(), least: n, most: n };
    form.ask(Field::new("stands", "Who fell beside those you told of", kind))
}

fn forms(eyes: &Eyes<'_>, difference: &Difference) -> Vec<Form> {
    let state = eyes.state;
    if difference.settled.is_some() {
        return Vec::new();
    }
    let field = difference.id;
    let form = |id: &str, command: &Command, verb: &str| {
        let why = refusal(state, Acting::own(eyes.seat), command);
        Form::new(format!("{id}-{field}"), json(command), verb).closed(why)
    };
    match eyes.seat {
        Seat::Side(0 | 1) => {
            let theirs = Command::TheirsIsRight { field, stands: Vec::new() };
            let theirs = eyes.side().map_or_else(
                || form("theirs", &theirs, "Theirs is right"),
                |side| naming(state, side, difference, form("theirs", &theirs, "Theirs is right")),
            );
            let mut forms = vec![theirs];
            let mine = form("mine", &Command::MineStands { field }, "Mine stands");
            let own = eyes.side().map(|side| state.side(side).id);
            if own.is_none_or(|own| !difference.stand_by.contains(&own)) {
                forms.insert(0, mine);
            }
            forms
        }
        Seat::Umpire => {
            let choice = |side: Side| {
                let setup = state.setup_of(side);
                let own = state.campaign().side_of(difference.side) == Some(side);
                let figures = if own { difference.told } else { difference.seen };
                Choice::new(
                    setup.id.as_str(),
                    format!("{}: {}", setup.name, figure_words(difference.what, figures)),
                )
            };
            let kind = FieldKind::One { choices: Side::BOTH.map(choice).into(), chosen: None };
            let reason = Field::new("reason", "Your reason", FieldKind::words(400))
                .hint("3 to 400 characters. Both sides read it.");
            let command = serde_json::json!({ "do": "settle", "field": field });
            let form = Form::new(format!("settle-{field}"), command, "Settle it");
            let figures = Field::new("side", "Whose figures stand", kind)
                .hint("If neither is right, correct what a side told first: Log, then Correct this.");
            vec![form.ask(figures).ask(reason)]
        }
        _ => Vec::new(),
    }
}
