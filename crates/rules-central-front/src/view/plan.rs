//! An attack before it is made: forces, the way to the column, and exactly what can come of it. The figures are those of
//! [`prospect`]; here they are only put into words.

use kernel::grammar::capital;
use kernel::view::{
    Block, Cell, ColumnRole, Force, ForceRow, Ladder, Plan, ResultGroup, ResultRow, Results, RowState, Rung,
    Sheet, Text,
};
use kernel::{Acting, ChartResult, RuleId, Seat, fraction, prove};
use serde_json::Value;

use super::headline::{Taken, answers, headline, label, otherwise};
use crate::CentralFront;
use crate::command::Command;
use crate::prospect::{self, Answer, Fall, Known, Prospect, Supposed};
use crate::rules::s9_results::{Figures, TOO_HIGH, cell, in_words};
use crate::rules::{s2_units_and_steps as s2, s7_attacks, s8_air, s8_support, s9_results, s11_chemical};
use crate::state::{Designation, State, Unit};
use crate::words::{Attack, Side, Size, UnitId};

/// What a command of a seat would come to.
pub fn plan(state: &State, seat: Seat, command: &Command, supposed: &Value) -> Vec<Block> {
    weighed(state, seat, command, supposed, &mut Known::default())
}

fn weighed(state: &State, seat: Seat, command: &Command, supposed: &Value, known: &mut Known) -> Vec<Block> {
    let Some(side) = Side::of(seat) else { return Vec::new() };
    let supposed: Supposed = serde_json::from_value(supposed.clone()).unwrap_or_default();
    match known.of(state, side, command, &supposed) {
        Ok(Some(prospect)) => {
            let answer = match supposed.answer {
                Answer::Nothing => Answer::WhatHelps,
                Answer::WhatHelps => Answer::Nothing,
            };
            let other = Supposed { answer, ..supposed.clone() };
            let other = prospect.answerable.then(|| known.of(state, side, command, &other).ok()).flatten();
            let taken = match command {
                Command::Cover { .. } => Taken::Declared,
                _ if prospect.battle.bombard => Taken::NoneAllowed,
                _ if !prospect.answerable => Taken::NoneInReach,
                _ => Taken::Answer(supposed.answer),
            };
            blocks(state, side, &prospect, taken, other.flatten().as_ref())
        }
        Ok(None) => Vec::new(),
        Err(refusals) => {
            let no = refusals.first();
            // What cannot be fought as it is picked may be paid for, and support be declared when it is fought.
            let payable = matches!(command, Command::Designate { .. })
                && prove::<CentralFront>(state, Acting::own(seat), command).is_ok();
            if payable {
                let words = Text::new(no.sentence.clone()).rule(no.rule);
                let advice = match no.code {
                    TOO_HIGH => "attack with fewer units or pick less support.",
                    _ => "pick the support that you will declare then.",
                };
                let words = words
                    .say(format!(" As it is picked it could not be fought. It can be paid for; {advice}"));
                return vec![Block::Prose(words)];
            }
            vec![Block::Prose(Text::empty().strong("Not so: ").say(no.sentence.clone()).rule(no.rule))]
        }
    }
}

/// A plan of a form with what its answers picked beforehand come to; empty where the form is closed for good. `known` is
/// what has been worked out of the command that they make.
pub fn of_form(state: &State, side: Side, form: &kernel::view::Form, known: &mut Known) -> Plan {
    let picked = form.beforehand();
    let command =
        picked.and_then(|(command, supposed)| Some((serde_json::from_value(command).ok()?, supposed)));
    let mut may_be = |(command, _): &(Command, Value)| {
        form.closed.is_none() || known.of(state, side, command, &Supposed::default()).is_ok()
    };
    let command = command.filter(&mut may_be);
    let body = command.map(|(command, supposed)| weighed(state, side.seat(), &command, &supposed, known));
    Plan { form: form.id.clone(), body: body.unwrap_or_default() }
}

/// A designated attack in a few words, fought without support of the attacker, as "3-2, 15 of 36": not answered, and
/// answered by the support that moves the column where there is some.
pub fn in_short(state: &State, side: Side, designation: &Designation) -> Option<(String, Option<String>)> {
    let chosen = || state.of_side_in(side.enemy(), designation.target).next().map(|unit| unit.id());
    let command = Command::Attack {
        target: designation.target,
        support: Vec::new(),
        strike: false,
        chemical: false,
        chosen: designation.bombard.then(chosen).flatten(),
    };
    let foreseen = |answer| {
        let supposed = Supposed { answer, ..Supposed::default() };
        prospect::of(state, side, &command, &supposed).ok().flatten()
    };
    let words = |prospect: &Prospect| {
        let (good, of) = prospect.success();
        Some(format!("{}, {good} of {of}", label(&prospect.state, prospect.throws.first()?.throw.column)))
    };
    let answered = foreseen(Answer::WhatHelps).filter(answers);
    Some((words(&foreseen(Answer::Nothing)?)?, answered.as_ref().and_then(words)))
}

fn blocks(
    now: &State,
    side: Side,
    prospect: &Prospect,
    taken: Taken,
    other: Option<&Prospect>,
) -> Vec<Block> {
    let mut blocks = vec![Block::Headline(headline(prospect, taken))];
    blocks.extend(other.map(|other| Block::Note(otherwise(prospect, other))));
    blocks.push(Block::Forces(forces(prospect)));
    blocks.push(Block::Ladder(ladder(prospect)));
    blocks.extend(clouds(prospect).map(Block::Sheet));
    blocks.push(Block::Results(results(prospect)));
    blocks.extend(costs(now, side, prospect).map(Block::Note));
    blocks
}

fn forces(prospect: &Prospect) -> Vec<Force> {
    let (state, battle) = (&prospect.state, &prospect.battle);
    let figures = prospect.throws[0].throw.figures;
    let units = |ids: &[UnitId]| ids.iter().filter_map(|id| state.unit(*id)).collect::<Vec<_>>();
    let force = |caption: String, rows: Vec<ForceRow>, total: u32| Force {
        caption,
        rows,
        total: total.to_string(),
        more: Vec::new(),
    };
    let attackers = units(&battle.units).into_iter();
    let mut rows: Vec<ForceRow> = match battle.bombard {
        true => attackers.map(|unit| row(unit, unit.card.attack, s2::support(unit), Text::empty())).collect(),
        false => attackers
            .filter(|unit| unit.card.kind.is_maneuver())
            .map(|unit| {
                let at = unit.piece.at.unwrap_or(battle.target);
                let river = s7_attacks::across_river(state, at, battle.target);
                let (printed, strength) = match battle.attack {
                    Attack::March => (unit.card.march, s2::march(unit, river)),
                    _ => (unit.card.attack, s2::attack(unit, river)),
                };
                let why = if river {
                    Text::new("over the river ½").rule(RuleId("CF-ATK-8"))
                } else {
                    Text::empty()
                };
                row(unit, printed, strength, why)
            })
            .collect(),
    };
    for unit in units(&battle.support) {
        let strength = s8_support::adds_to_attack(unit, battle);
        rows.push(row(unit, unit.card.attack, strength, range(unit, strength)));
    }
    if battle.strike {
        rows.push(ForceRow::new("", "Air strike", s8_air::strength(state, battle.side).to_string()));
    }
    let enemy = battle.side.enemy();
    let there: Vec<Unit<'_>> = match battle.chosen.filter(|_| battle.bombard) {
        Some(chosen) => units(&[chosen]),
        None => state.of_side_in(enemy, battle.target).collect(),
    };
    let defenders = there.into_iter().map(|unit| match battle.bombard {
        true => row(unit, unit.card.defense, s2::bombarded(unit), bombarded(unit)),
        false => row(unit, unit.card.defense, s2::defense(unit), ineffective(unit)),
    });
    let called = state.scenario.board.called(battle.target);
    let mut all = vec![
        force("Attackers".into(), rows, figures.attack),
        force(format!("Defenders in {called}"), defenders.collect(), figures.defense),
    ];
    if answers(prospect) {
        let mut rows: Vec<ForceRow> = Vec::new();
        for unit in units(&battle.cover) {
            let strength = s8_support::adds_to_defense(unit, battle);
            rows.push(row(unit, unit.card.attack, strength, range(unit, strength)));
        }
        if battle.cover_strike {
            rows.push(ForceRow::new("", "Air strike", s8_air::strength(state, enemy).to_string()));
        }
        all.push(force("Support of the defense".into(), rows, figures.cover));
    }
    all
}

/// A unit with its strength here, and why it is not the printed one.
fn row(unit: Unit<'_>, printed: u8, strength: u32, why: Text) -> ForceRow {
    let place = unit.piece.at.map_or_else(String::new, |at| at.to_string());
    let row = ForceRow::new(place, unit.card.name.clone(), strength.to_string());
    let lost = (unit.piece.lost > 0).then(|| {
        Text::new(format!("{} of {} steps", unit.steps(), unit.card.steps)).rule(RuleId("CF-STEP-4"))
    });
    let reasons = [lost.unwrap_or_default(), why];
    let mut words = Text::empty();
    for reason in reasons.into_iter().filter(|reason| !reason.is_empty()) {
        if !words.is_empty() {
            words = words.say(", ");
        }
        words.0.extend(reason.0);
    }
    if u32::from(printed) == strength {
        return ForceRow { note: words, ..row };
    }
    row.changed(printed.to_string(), words)
}

fn range(unit: Unit<'_>, strength: u32) -> Text {
    let march = unit.card.kind.is_gun() && strength <= 1 && unit.card.attack > 1;
    match march {
        true => Text::new("in a March attack").rule(RuleId("CF-SUP-4")),
        false => Text::new(format!("range {}", unit.card.range)),
    }
}

fn ineffective(unit: Unit<'_>) -> Text {
    match unit.is_effective() {
        true => Text::empty(),
        false => Text::new("Ineffective ½").rule(RuleId("CF-AP-5")),
    }
}

fn bombarded(unit: Unit<'_>) -> Text {
    match (unit.card.side, unit.card.size) {
        (Side::Wp, Size::Regiment) => Text::new("a regiment ⅓").rule(RuleId("CF-BOM-3")),
        (Side::Nato, Size::Company) => Text::new("a company × 2").rule(RuleId("CF-BOM-3")),
        _ => ineffective(unit),
    }
}

/// [CF-CRT-5] [CF-CRT-6] The column, step by step; what only the green die tells stands apart.
fn ladder(prospect: &Prospect) -> Ladder {
    let table = &prospect.state.scenario.table;
    let Figures { attack, defense, cover, column, shifts } = prospect.throws[0].throw.figures;
    let base = table.column(attack, defense);
    let mut rungs = vec![Rung {
        words: Text::new(format!("{attack} against {defense}")).rule(RuleId("CF-CRT-5")),
        from: None,
        to: base,
    }];
    if answers(prospect) {
        let would = table.column(attack, defense + cover);
        let words = match (would == base, would == column) {
            (true, _) => format!("Support of the defense {cover}: the same column"),
            (false, true) => format!("Support of the defense {cover}"),
            (false, false) => {
                format!(
                    "Support of the defense {cover}: would be {}, one column at most",
                    table.columns[would].label
                )
            }
        };
        rungs.push(Rung { words: Text::new(words).rule(RuleId("CF-SUP-6")), from: Some(base), to: column });
    }
    let ground = prospect.state.scenario.board.terrain(prospect.battle.target);
    let ground =
        ground.map_or_else(String::new, |ground| prospect.state.scenario.board.terrain_words(ground));
    let mut steps: Vec<(Text, i8)> = Vec::new();
    if shifts.terrain != 0 {
        let words = format!("{}: {}", capital(&ground), way(shifts.terrain));
        steps.push((Text::new(words).rule(RuleId("CF-CRT-7")), shifts.terrain));
    }
    if shifts.hexes != 0 {
        let rule = if prospect.battle.side == Side::Wp { "CF-ATK-4" } else { "CF-ATK-3" };
        let words = format!("From three hexes: {}", way(shifts.hexes));
        steps.push((Text::new(words).rule(RuleId(rule)), shifts.hexes));
    }
    let last = i64::try_from(table.columns.len()).unwrap_or(0) - 1;
    let mut at = i64::try_from(column).unwrap_or(0);
    let leaves = steps.iter().any(|(_, shift)| {
        at += i64::from(*shift);
        !(0..=last).contains(&at)
    });
    let mut from = column;
    if leaves {
        // Shifts are summed before the table ends them.
        let shift: i8 = steps.iter().map(|(_, shift)| shift).sum();
        let mut words = Text::empty();
        for (reason, _) in steps {
            words.0.extend(reason.0);
            words = words.say("; ");
        }
        let words = words.say("no further than the table goes").rule(RuleId("CF-CRT-6"));
        rungs.push(Rung { words, from: Some(from), to: table.shifted(from, shift.into()) });
    } else {
        for (words, shift) in steps {
            let to = table.shifted(from, shift.into());
            rungs.push(Rung { words, from: Some(from), to });
            from = to;
        }
    }
    let columns = table.columns.iter().map(|column| column.label.clone()).collect();
    let caption = if prospect.battle.chemical { "Column before the green die" } else { "Column" };
    Ladder { caption: caption.into(), columns, rungs }
}

fn way(shift: i8) -> String {
    let columns = match shift.unsigned_abs() {
        1 => "one column".to_owned(),
        2 => "two columns".to_owned(),
        more => format!("{more} columns"),
    };
    format!("{columns} to the {}", if shift < 0 { "left" } else { "right" })
}

/// What the green die and the smoke bring, one row for each way they can fall.
fn clouds(prospect: &Prospect) -> Option<Sheet> {
    if !prospect.battle.chemical && prospect.battle.smoke.is_none() {
        return None;
    }
    // The table is read with the modified figure.
    let more = s11_chemical::modifiers(&prospect.state, prospect.battle.side).total();
    let die = if more == 0 { "Green die".to_owned() } else { format!("Green die + {more}") };
    let columns = [
        (&*die, ColumnRole::Name),
        ("Smoke", ColumnRole::Words),
        ("Column", ColumnRole::Code),
        ("On 2d6", ColumnRole::Figure),
        ("Ways", ColumnRole::Figure),
    ];
    let mut sheet = Sheet::new("Chemicals and smoke", &columns).compact();
    for (at, one) in prospect.throws.iter().enumerate() {
        let green = one
            .green
            .as_ref()
            .map_or_else(|| "–".to_owned(), |(band, cloud)| format!("{band}: {}", cloud.words()));
        let smoke = match one.smoke {
            None => "–",
            Some(true) => "hides",
            Some(false) => "fails",
        };
        let cells = vec![
            Cell::new(green),
            Cell::new(smoke),
            Cell::new(label(&prospect.state, one.throw.column)),
            Cell::figure(one.throw.modifiers.total().into()),
            Cell::figure(i64::try_from(one.weight).unwrap_or(i64::MAX)),
        ];
        sheet.row(format!("cloud-{at}"), RowState::Here, cells);
    }
    Some(sheet)
}

fn results(prospect: &Prospect) -> Results {
    let (falls, of) = prospect.falls();
    let (good, bad): (Vec<&Fall>, Vec<&Fall>) = falls.iter().partition(|fall| prospect.succeeds(fall.told.1));
    let place = match prospect.battle.chosen.filter(|_| prospect.battle.bombard) {
        Some(chosen) => (prospect.state.scenario.name(chosen), "is lost", "stays"),
        None => (prospect.state.scenario.board.called(prospect.battle.target), "is cleared", "holds"),
    };
    let group = |words: &str, other: bool, falls: Vec<&Fall>| ResultGroup {
        heading: format!("{} {words}", place.0),
        other,
        rows: falls.into_iter().map(result).collect(),
    };
    let mut groups = vec![group(place.2, true, bad), group(place.1, false, good)];
    groups.retain(|group| !group.rows.is_empty());
    // Nobody loses a step that does not stand there.
    let (own, theirs) = s9_results::steps_at_stake(&prospect.state, &prospect.battle);
    let mean = |of_side: &dyn Fn(&Fall) -> u8| {
        let steps: u64 = falls.iter().map(|fall| fall.weight * u64::from(of_side(fall))).sum();
        format!("{} = {}", fraction::words(steps.into(), of.into()), hundredths(steps, of))
    };
    let mut means = Vec::new();
    if !prospect.battle.bombard {
        means.push((
            "Steps for the attacker to lose, on average".to_owned(),
            mean(&|fall| fall.told.0.steps.min(own)),
        ));
    }
    means.push((
        "Steps for the defender to lose, on average".to_owned(),
        mean(&|fall| fall.told.1.steps.min(theirs)),
    ));
    let table = &prospect.state.scenario.table;
    let stand_in = if table.stand_in.is_some() { " (a stand-in)" } else { "" };
    Results {
        caption: format!("Results, exact, by {}{stand_in}", table.title),
        throw: "2d6".into(),
        groups,
        of,
        means,
    }
}

/// A share to two places, rounded to the nearest.
fn hundredths(over: u64, under: u64) -> String {
    let share = (200 * over + under) / (2 * under.max(1));
    format!("{}.{:02}", share / 100, share % 100)
}

fn result(fall: &Fall) -> ResultRow {
    let throw = match fall.dice {
        None => String::new(),
        Some((low, high)) if low == high => low.to_string(),
        Some((low, high)) => format!("{low}–{high}"),
    };
    let (attacker, defender) = fall.told;
    let words = capital(&in_words(attacker, defender));
    ResultRow { throw, code: cell(attacker, defender).words(), words, weight: fall.weight }
}

/// What firing costs a side: action points from now to then.
fn costs(now: &State, side: Side, prospect: &Prospect) -> Option<Text> {
    let own = |unit: &Unit<'_>| unit.card.side == side;
    let told = |(id, ap): &(UnitId, u8)| {
        let unit = now.unit(*id).filter(own)?;
        let grave = if *ap >= 5 && unit.is_effective() { ", then Ineffective" } else { "" };
        (unit.piece.ap != *ap).then(|| format!("{} {} to {ap}{grave}", unit.card.name, unit.piece.ap))
    };
    let costs: Vec<String> = prospect.fired.iter().filter_map(told).collect();
    (!costs.is_empty()).then(|| {
        Text::new(format!("Firing costs action points: {}.", costs.join("; "))).rule(RuleId("CF-AP-2"))
    })
}
