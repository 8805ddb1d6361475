//! S2d: discipline after combat, where the campaign plays it. [BF-2.1.1.3.1.O]

use kernel::view::{Block, Chance, Panel, RollRow, RollState, Text, Way};
use kernel::{Id, Modifiers, RuleId};

use super::rolls;
use crate::command::{Command, DisciplineSubject};
use crate::facts::{Element, Stand};
use crate::ids::LevelId;
use crate::rules::s2_1_1_3_1_o_discipline::{levels, modifiers, record, rows, stand_modifiers};
use crate::view::own::{Own, address, short_modifiers};
use crate::view::prose::{capital, stand_name, unit_name};

/// What a roll does to the level.
const RULE: RuleId = RuleId("BF-2.1.1.3.1.O-5");

pub fn panel(own: &Own<'_>) -> Panel {
    let rows: Vec<RollRow> = rows(own.state, own.side).into_iter().filter_map(|who| row(own, who)).collect();
    let n = rows.iter().filter(|row| row.state == RollState::Open).count();
    let body = match rows.is_empty() {
        true => vec![Block::Empty(why_none(own))],
        false => {
            let lead = lead(&rows);
            let mut body = vec![rolls::table(own, "Formation", "discipline rolls", lead, rows, Vec::new())];
            let words = "Every formation that was in combat in the last battle rolls once, and so does every stand that begins the next one cut off. Of a stand's roll only a decline counts, and only for it.";
            body.push(Block::Note(Text::new(words).rule(RuleId("BF-2.1.1.3.1.O-3")).rule(RuleId("BF-R21"))));
            body
        }
    };
    let panel = Panel::new("discipline", "Discipline", body).rule(RULE).secret(own.side.only());
    if n > 0 { panel.yours() } else { panel }
}

/// Whether a die decides anything in this step, or has decided it.
pub fn is_rolled(own: &Own<'_>) -> bool {
    let mut rows = rows(own.state, own.side).into_iter().filter_map(|who| row(own, who));
    rows.any(|row| matches!(row.state, RollState::Open | RollState::Made))
}

/// What is due, what is settled, and what the die decides.
fn lead(rows: &[RollRow]) -> Text {
    let count = |state| rows.iter().filter(|row| row.state == state).count();
    let (open, made, settled) = (count(RollState::Open), count(RollState::Made), count(RollState::Settled));
    let are = |n: usize| if n == 1 { "is" } else { "are" };
    let mut words = Vec::new();
    if open > 0 {
        words.push(format!("{} {} due.", capital(&rolls::number_words(open)), are(open)));
    }
    if made > 0 {
        words.push(format!("{} {} rolled.", capital(&rolls::number_words(made)), are(made)));
    }
    if settled > 0 {
        words.push(format!(
            "{} {} settled without a roll.",
            capital(&rolls::number_words(settled)),
            are(settled)
        ));
    }
    let text = Text::new(words.join(" "));
    if open == 0 {
        return text;
    }
    text.strong(" More than 100 improves, less than 1 worsens.").say(" A roll stands once it is made.")
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

/// Who rolls, or has rolled.
struct Who {
    subject: DisciplineSubject,
    id: Id,
    name: String,
    now: LevelId,
    modifiers: Modifiers,
    rolled: bool,
    settled: bool,
    of_stand: bool,
}

fn of_formation(own: &Own<'_>, element: &Element) -> Who {
    let record = record(own.state, element).copied().unwrap_or_default();
    Who {
        subject: DisciplineSubject::Me(element.id),
        id: element.id.into(),
        name: unit_name(own.campaign(), own.side, element.id),
        now: element.discipline,
        modifiers: modifiers(own.state, element),
        rolled: record.discipline_rolled,
        settled: record.discipline_settled,
        of_stand: false,
    }
}

fn of_stand(own: &Own<'_>, element: &Element, stand: &Stand) -> Who {
    Who {
        subject: DisciplineSubject::Stand(stand.id),
        id: stand.id.into(),
        name: stand_name(own.campaign(), own.side, stand.id),
        now: stand.discipline.unwrap_or(element.discipline),
        modifiers: stand_modifiers(own.state, stand),
        rolled: stand.start_rolled,
        settled: stand.start_settled,
        of_stand: true,
    }
}

fn row(own: &Own<'_>, subject: DisciplineSubject) -> Option<RollRow> {
    let facts = own.facts();
    let who = match subject {
        DisciplineSubject::Me(me) => of_formation(own, facts.element(me)?),
        DisciplineSubject::Stand(id) => {
            let (element, stand) = facts.stand(id)?;
            of_stand(own, element, stand)
        }
    };
    let state = match (who.settled, who.rolled) {
        (true, _) => RollState::Settled,
        (_, true) => RollState::Made,
        _ => RollState::Open,
    };
    let charts = &own.campaign().charts;
    let one = (state == RollState::Open).then(|| {
        let id = match who.subject {
            DisciplineSubject::Me(me) => address("discipline", me),
            DisciplineSubject::Stand(stand) => address("discipline-stand", stand),
        };
        let verb = format!("Roll for {}", who.name);
        own.form(id, &Command::DisciplineRoll(who.subject), verb).rolling()
    });
    let result = match state {
        RollState::Open => Text::empty(),
        RollState::Settled => Text::new(format!("stays {}", who.now)),
        _ => Text::new(format!("now {}", who.now)),
    };
    Some(RollRow {
        key: rolls::key(who.id),
        title: Text::new(capital(&who.name)),
        note: Text::new(who.now.to_string()),
        chances: chances(own, &who, state),
        why: match state {
            RollState::Made => Text::empty(),
            _ => short_modifiers(&who.modifiers),
        },
        die: charts.discipline.chart.die(),
        state,
        result,
        one,
        pointed: None,
    })
}

/// The levels that a roll could lead to, with their odds.
fn chances(own: &Own<'_>, who: &Who, state: RollState) -> Vec<Chance> {
    let plain = |words: &str| vec![Chance { way: Way::Same, words: words.into(), weight: 0, of: 0 }];
    match state {
        RollState::Settled => return plain("No roll can change it"),
        RollState::Made => return Vec::new(),
        _ => {}
    }
    let levels = levels(own.state, who.now, &who.modifiers, who.of_stand);
    let of = levels.iter().map(|(_, weight)| weight).sum();
    let charts = &own.campaign().charts;
    let changes = levels.into_iter().filter(|(level, _)| *level != who.now);
    let chance = |(level, weight): (LevelId, u64)| {
        let way = if charts.rung(level) > charts.rung(who.now) { Way::Better } else { Way::Worse };
        Chance { way, words: level.to_string(), weight, of }
    };
    let chances: Vec<Chance> = changes.map(chance).collect();
    if chances.is_empty() { plain("No roll can change it") } else { chances }
}
