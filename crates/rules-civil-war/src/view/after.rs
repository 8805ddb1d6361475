//! What is entered, reported and rolled after a battle, as forms.

use kernel::Side;
use kernel::view::{Field, FieldKind, Form};
use serde_json::json;

use super::acts::next;
use super::on::{MOST_WRITTEN, On, written};
use super::seconded::by_both;
use crate::battle::outcome::{self, may_promote};
use crate::command::Command;
use crate::rules::s9_reckoning;
use crate::words::{LeaderId, SpId, Stage, UnitId};
use crate::written::Written;

/// The forms of the reckoning.
pub(super) fn of(on: On<'_>) -> Vec<Option<Form>> {
    let battle = on.battle.id;
    let mut forms = Vec::new();
    if on.neutral() && on.own().is_none() {
        forms.extend(reckoning(on));
    }
    if let Some(side) = on.own() {
        forms.push(report(on, side));
        let sp = on.battle.muster(side).sp.iter();
        let fits = sp.filter(|sp| may_promote(on.battle, side, sp.id, &on.setup().options));
        let answers = fits.map(|sp| (Command::PromoteCrack { battle, sp: sp.id }, sp.id.to_string()));
        let lawful = answers.filter(|(command, _)| on.takes(command));
        let lawful: Vec<_> = lawful.collect();
        let nobody = Command::PromoteNobody { battle };
        let none = on.takes(&nobody);
        forms.push(on.pick("promote", "Promote a strength point to crack", ("sp", "Which"), lawful));
        forms.push(none.then(|| on.act("promote-nobody", "Promote nobody", &nobody)));
        if on.neutral() {
            forms.extend(reckoning(on));
        }
    }
    forms
}

/// What the neutral enters and rolls after a battle.
fn reckoning(on: On<'_>) -> Vec<Option<Form>> {
    let battle = on.battle.id;
    let mut forms = Vec::new();
    if on.half(Side::FIRST).points.is_none() {
        // [CWFF-R23] The campaign's list stands where the sums are written.
        let worth: Vec<String> =
            on.setup().points.iter().map(|(what, points)| format!("{what} {points}")).collect();
        let points = |key, side| {
            let label = format!("Victory points of the {} side", on.named(side));
            let field = Field::new(key, label, FieldKind::Number { min: 0, max: 999, value: 0 });
            if worth.is_empty() {
                field
            } else {
                field.hint(format!("What it scored, for each {} of the enemy.", worth.join(", ")))
            }
        };
        let fixed = json!({"do": "end-battle", "battle": battle});
        let form = Form::new(on.at("end-battle"), fixed, "Enter the victory points")
            .ask(points("union", Side::FIRST))
            .ask(points("confederate", Side::SECOND));
        forms.push(Some(by_both(on.state, form)));
    }
    for side in on.neutral_for() {
        let command = Command::DemoralizationRoll { battle, side };
        let verb = format!("Roll whether the {} army is demoralized", on.named(side));
        let what = format!("demoralization-{}", side.number());
        forms.push(on.takes(&command).then(|| on.act(&what, verb, &command).rolling()));
        if on.takes(&Command::EnterChance { battle, side, n: 1, of: 2 }) {
            let number =
                |key, label, min| Field::new(key, label, FieldKind::Number { min, max: 120, value: min });
            let fixed = json!({"do": "enter-chance", "battle": battle, "side": side});
            let verb = format!("Enter the chance that the {} army is demoralized", on.named(side));
            let form = Form::new(format!("{}-{}", on.at("chance"), side.number()), fixed, verb)
                .ask(number("n", "Faces that demoralize", 0))
                .ask(number("of", "Of how many faces with this loss", 1));
            forms.push(Some(form));
        }
    }
    for side in on.neutral_for() {
        let open = outcome::open_parts(on.battle, side, &on.setup().options);
        forms.extend(open.map(|account| {
            let command = Command::PartsRoll { battle, side, account };
            let verb = format!(
                "Roll for the part of a strength point of the {} army ({})",
                on.named(side),
                account.word()
            );
            let what = format!("parts-{}-{}", side.number(), account.word());
            on.takes(&command).then(|| on.act(&what, verb, &command).rolling())
        }));
    }
    let checks = on.neutral_for().flat_map(|side| s9_reckoning::checks(on.battle, side));
    let name =
        |leader: LeaderId| (Command::LeaderLossRoll { battle, leader }, on.setup().named(leader).into());
    let loss = on.pick(
        "leader-loss",
        "Roll the loss check of a leader who never came",
        ("leader", "Whose"),
        checks.map(name),
    );
    forms.push(loss.map(Form::rolling));
    let alone = on.state.facts.book.stage == Stage::Battle;
    let then = if alone {
        "When both are done, the battle is over here, and what came of it can be taken in at the table above."
    } else {
        "When both are done, the book takes the battle back."
    };
    forms.push(Some(match on.own() {
        None if alone => on.act("close-battle", "Close the battle, to be taken in above", &next(on)),
        None => on.act("close-battle", "Carry the battle back to the book", &next(on)),
        Some(_) => on.act("done", "Say that you are done", &Command::Close { battle }).then(then),
    }));
    forms
}

/// The report form: every brigade that was on the table stands in it.
fn report(on: On<'_>, side: Side) -> Option<Form> {
    let half = on.half(side);
    let oob = half.oob.as_ref()?;
    let report = Written(half.report.clone().unwrap_or_default());
    let command = Command::Report { battle: on.battle.id, report };
    if !on.takes(&command) {
        return None;
    }
    let known = |id: UnitId| {
        half.report.as_ref().and_then(|report| report.brigades.iter().find(|line| line.brigade == id))
    };
    let brigades = oob.brigades().map(|(_, brigade)| brigade.id).filter(|id| half.came.contains(id));
    let mut lines: Vec<String> = brigades
        .map(|id| match known(id) {
            Some(line) => format!("{id}: {} {} {}", line.killed, line.captured, line.skedaddled),
            None => format!("{id}: 0"),
        })
        .collect();
    let report = half.report.clone().unwrap_or_default();
    lines.push(format!("Batteries: {}", report.batteries));
    lines.extend(report.leaders.iter().map(|one| format!("Leader {}: {}", one.leader, one.fate)));
    let first: Vec<String> = report.remove.iter().map(SpId::to_string).collect();
    if !first.is_empty() {
        lines.push(format!("First: {}", first.join(", ")));
    }
    let muster = on.battle.muster(side);
    let brigade = oob.brigades().next().map_or_else(String::new, |(_, brigade)| brigade.id.to_string());
    let leader = muster.leaders.first().map_or("", |leader| &*leader.name);
    let points: Vec<String> = muster.sp.iter().take(2).map(|sp| sp.id.to_string()).collect();
    let hint = format!(
        "A line for each brigade: stands killed, captured, run away, as “{brigade}: 3 1 2”. Then “Batteries: 1”, “Leader \
         {leader}: wounded”, and which strength points go first, “First: {}”.",
        points.join(", ")
    );
    let mut fixed = written(&command);
    if let Some(fixed) = fixed.as_object_mut() {
        fixed.remove("report");
    }
    let kind = FieldKind::Words { most: MOST_WRITTEN, value: lines.join("\n") };
    let field = Field::new("report", "Losses", kind).hint(hint);
    Some(Form::new(on.at("report"), fixed, "Report your losses").ask(field).planned())
}
