//! S2d: discipline after combat, where the campaign plays it. [BF-2.1.1.3.1.O]

use kernel::view::{Block, Form, OddsTable, Panel, Text};
use kernel::{ChartResult, Id, RuleId};

use crate::command::{Command, DisciplineSubject};
use crate::rules::s2_1_1_3_1_o_discipline::{modifiers, owed, stand_modifiers};
use crate::rules::s2_1_scenarios::OpenRoll;
use crate::setup::charts::DisciplineChange;
use crate::view::own::{Note, Own, address, first_large, modifier_words};
use crate::view::prose::{stand_name, unit_name};

/// What a roll does to the level.
const RULE: RuleId = RuleId("BF-2.1.1.3.1.O-5");

pub fn panel(own: &Own<'_>) -> Panel {
    let forms: Vec<Form> = owed(own.state, own.side).into_iter().filter_map(|roll| form(own, roll)).collect();
    let any = !forms.is_empty();
    let mut body = vec![Block::Prose(Text::new(
        "Every formation that was in combat in the last battle rolls d100 once, and so does every stand that begins the next one cut off.",
    ))];
    if any {
        body.extend(first_large(forms));
    } else {
        body.push(Block::Empty(why_none(own)));
    }
    let panel =
        Panel::new("discipline", "Discipline", body).rule(RuleId("BF-2.1.1.3.1.O-3")).secret(own.side.only());
    if any { panel.yours() } else { panel }
}

fn why_none(own: &Own<'_>) -> Text {
    if !own.state.options().discipline_changes {
        return Text::new("This campaign is played without discipline changes.")
            .rule(RuleId("BF-2.1.1.3.1.O-1"));
    }
    if own.state.is_first_slot() || !own.state.slot_kind().is_morning() {
        let words = "Discipline changes at the start of a morning, the first excepted.";
        return Text::new(words).rule(RuleId("BF-2.1.1.3.1.O-2"));
    }
    Text::new("No roll is owed.")
}

fn form(own: &Own<'_>, roll: OpenRoll) -> Option<Form> {
    let facts = own.facts();
    let (subject, name, now, modifiers): (_, _, Id, _) = match roll {
        OpenRoll::Discipline(me) => {
            let element = facts.element(me)?;
            let name = unit_name(own.campaign(), own.side, me);
            (DisciplineSubject::Me(me), name, element.discipline, modifiers(own.state, element))
        }
        OpenRoll::StandDiscipline(id) => {
            let (element, stand) = facts.stand(id)?;
            let now = stand.discipline.unwrap_or(element.discipline);
            let name = stand_name(own.campaign(), own.side, id);
            (DisciplineSubject::Stand(id), name, now, stand_modifiers(own.state, stand))
        }
        _ => return None,
    };
    let command = Command::DisciplineRoll(subject);
    let id = match subject {
        DisciplineSubject::Me(me) => address("discipline", me),
        DisciplineSubject::Stand(stand) => address("discipline-stand", stand),
    };
    let mut told = Text::new(format!("{name} is {now}. "));
    told.0.extend(modifier_words(&modifiers).0);
    if matches!(subject, DisciplineSubject::Stand(_)) {
        told = told.say(" Only a decline counts, and only for this stand.").rule(RuleId("BF-R21"));
    }
    let charts = &own.campaign().charts;
    if charts.worse(now) == now {
        told = told.say(format!(" {now} is the lowest level: worse leaves it so.")).rule(RULE);
    }
    if charts.better(now) == now && matches!(subject, DisciplineSubject::Me(_)) {
        told = told.say(format!(" {now} is the highest level: better leaves it so.")).rule(RULE);
    }
    let mut form = own.form(id, &command, format!("Roll for {name}")).then(told).rolling();
    let note = Note { chart: charts.discipline.chart.id(), unit: "" };
    form.odds.extend(own.odds(&command, &name, "Discipline", note).map(|odds| by_level(own, now, odds)));
    Some(form)
}

/// The odds by the level that follows: what changes nothing is one row, "Stays Raw".
fn by_level(own: &Own<'_>, now: Id, mut odds: OddsTable) -> OddsTable {
    let charts = &own.campaign().charts;
    let mut rows: Vec<(String, u64)> = Vec::new();
    for (label, weight) in odds.rows {
        let level = match () {
            () if label == DisciplineChange::Improves.words() => charts.better(now),
            () if label == DisciplineChange::Worsens.words() => charts.worse(now),
            () => now,
        };
        let words = if level == now { format!("Stays {now}") } else { format!("Becomes {level}") };
        match rows.iter_mut().find(|(known, _)| *known == words) {
            Some((_, so_far)) => *so_far += weight,
            None => rows.push((words, weight)),
        }
    }
    if let [(_, weight)] = &mut rows[..] {
        // Whatever the dice show: all of a hundred.
        (*weight, odds.of) = (100, 100);
    }
    odds.rows = rows;
    odds
}
