//! C7: stands behind the enemy's line remain or try to escape. [BF-2.1.2.4.3]

use kernel::view::{Block, Form, OddsTable, Panel, Text};
use kernel::{ChartResult, RuleId};

use crate::command::Command;
use crate::ids::{PocketId, StandId, UnitTypeId};
use crate::perimeter::Standing;
use crate::rules::s2_1_2_4_3_escape::{behind, chances, escapes, is_left, modifiers, pocket_of};
use crate::setup::charts::Escape;
use crate::view::natural::by_unit;
use crate::view::own::{Own, address, modifier_words};
use crate::view::prose::{capital, counted, listed, type_name};
use crate::words::Class;

/// What the side has to do.
pub fn duty(own: &Own<'_>) -> Text {
    Text::new(format!("who remains and who tries to escape. {}", count_words(own)))
}

/// "3 stands behind the enemy's line, 1 tries to escape."
pub fn count_words(own: &Own<'_>) -> String {
    let stands = counted(behind(own.state, own.side).count() as i64, "stand", "stands");
    let trying: usize = own.facts().escapes.iter().map(Vec::len).sum();
    let verb = if trying == 1 { "tries" } else { "try" };
    capital(&format!("{stands} behind the enemy's line, {trying} {verb} to escape."))
}

pub fn panel(own: &Own<'_>) -> Panel {
    let intro = "Each of these stands remains where it is or tries to escape. Without a choice it remains. The other side sees nothing of it until both have closed the step; then the dice fall.";
    let mut body = vec![Block::Prose(Text::new(intro)), Block::Note(Text::new(count_words(own)))];
    let mut remaining = Vec::new();
    let mut stands: Vec<Standing<'_>> = behind(own.state, own.side).collect();
    stands.sort_by(|a, b| by_unit(&a.unit, &b.unit));
    for standing in stands {
        match escapes(own.state, own.side, standing.unit.id) {
            true => remaining.push(remain(own, &standing)),
            false => body.push(Block::Form(escape(own, &standing))),
        }
    }
    body.extend(together(own).into_iter().map(Block::Form));
    if !remaining.is_empty() {
        body.push(Block::Can(remaining));
    }
    let pockets = Panel::new("escape", "Remain or escape", body).rule(RuleId("BF-2.1.2.4.3-1"));
    pockets.secret(own.side.only())
}

fn name(own: &Own<'_>, standing: &Standing<'_>) -> String {
    format!("{} ({})", standing.unit, type_name(own.campaign(), standing.stand.kind))
}

fn escape(own: &Own<'_>, standing: &Standing<'_>) -> Form {
    let unit = standing.unit;
    let verb = format!("{} tries to escape", name(own, standing));
    let mut form = own.form(address("escape", unit.id), &Command::Escape { stand: unit.id }, verb);
    let lies = format!("{} is {} at {}. ", name(own, standing), standing.stand.status.prose(), standing.at);
    form.consequence = Text::new(lies);
    form.consequence.0.extend(modifier_words(&modifiers(own.state, unit)).0);
    form.odds.push(odds(own, standing));
    form.about(unit.id.to_string())
}

/// Exact, from the chart and the modifiers of the stand.
fn odds(own: &Own<'_>, standing: &Standing<'_>) -> OddsTable {
    let (chances, of) = chances(own.state, standing.unit);
    // What is not of class A leaves no wreck. [BF-R39]
    let words = |outcome: Escape| match outcome {
        Escape::Abandons if is_left(own.state, standing.unit) => "Abandoned, and stays as a wreck".into(),
        Escape::Abandons => "Abandoned, and lost".into(),
        _ => outcome.words(),
    };
    OddsTable {
        caption: "If it tries".into(),
        head: "Result".into(),
        rows: chances.into_iter().map(|(outcome, weight)| (words(outcome), weight)).collect(),
        of,
        note: format!("Exact, from chart {}.", own.campaign().charts.escape.chart.id()),
        other: false,
    }
}

fn remain(own: &Own<'_>, standing: &Standing<'_>) -> Form {
    let stand = standing.unit.id;
    let verb = format!("{} remains after all", name(own, standing));
    own.form(address("remain", stand), &Command::Remain { stand }, verb)
        .then(format!("{} tries to escape.", name(own, standing)))
        .about(stand.to_string())
}

/// One die for the transport of a pocket, where there are two vehicles or more. [BF-2.1.2.4.3-2]
fn together(own: &Own<'_>) -> Vec<Form> {
    let is_transport =
        |kind: UnitTypeId| own.campaign().unit_type(kind).is_some_and(|kind| kind.class == Class::Transport);
    let of_pocket = |pocket: PocketId| {
        let stands = behind(own.state, own.side).filter(|one| is_transport(one.stand.kind));
        let here =
            stands.filter(|one| pocket_of(own.state, one.unit).is_some_and(|known| known.id == pocket));
        here.map(|one| one.unit.id).collect::<Vec<StandId>>()
    };
    let form = |pocket: PocketId| {
        let stands = of_pocket(pocket);
        let command = Command::EscapeGroup { stands: stands.clone() };
        let open = stands.len() > 1 && own.refusal(&command).is_none();
        let names: Vec<String> = stands.iter().map(StandId::to_string).collect();
        let verb = format!("{} try to escape with one die", listed(&names));
        open.then(|| {
            own.form(address("together", pocket), &command, verb).then("Each adds its own modifiers.")
        })
    };
    let own_id = own.setup().id;
    let pockets = own.state.facts.pockets.iter().filter(|pocket| pocket.side == own_id);
    pockets.filter_map(|pocket| form(pocket.id)).collect()
}
