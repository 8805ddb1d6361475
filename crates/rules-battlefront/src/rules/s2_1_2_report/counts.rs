//! From numbers to a part of the result form: which stands fell is proposed, and as little as possible is changed of what
//! was told before.

use std::cmp::Reverse;

use kernel::{Checked, Id, Reasons, RuleId};

use super::ends::{End, ends_of, in_the_field, taking_part};
use super::{ORDER, RULE, told_last, types};
use crate::ids::{FormationId, StandId, UnitTypeId};
use crate::report::{Combat, Count, Counts, List, Report, Seen, What};
use crate::state::State;
use crate::words::{Class, Side};

/// The form with these numbers laid over what the side has told before.
///
/// # Errors
/// Every number that cannot be.
pub fn amended(state: &State, side: Side, counts: &Counts, why: &mut Reasons) -> Checked<Report> {
    let told = state.side(side).report.as_deref().cloned().unwrap_or_default();
    amend(state, side, told, (counts, &[]), why)
}

pub(super) fn amend(
    state: &State,
    side: Side,
    mut report: Report,
    (counts, first): (&Counts, &[StandId]),
    why: &mut Reasons,
) -> Checked<Report> {
    fallen(state, side, &mut report, (&counts.counts, first), why);
    for count in &counts.counts {
        match count.what {
            What::KnockedOut | What::Abandoned | What::Panicked => {}
            What::Fought | What::Kills | What::Won | What::Lost => combat(&mut report, count, why),
            What::EnemyKnockedOut | What::EnemyAbandoned | What::EnemyPanicked => {
                seen(&mut report, count, why)
            }
        }
    }
    // What is typed stands before the row of its type, also where the row says nothing.
    let typed = counts.enemy.iter().flat_map(|list| list.iter());
    let typed: Vec<Seen> = typed.map(|seen| types::with_ids(state, side, *seen)).collect();
    let is_typed = |kind: UnitTypeId| typed.iter().any(|seen| seen.kind == kind);
    report.enemy.0.retain(|seen| !is_typed(seen.kind));
    report.enemy.0.extend(&typed);
    let untold = |kind: UnitTypeId| {
        let none = |count: &Count| count.what == What::EnemyKnockedOut && count.n.is_none();
        !is_typed(kind) && counts.counts.iter().any(|count| count.kind == Some(kind) && none(count))
    };
    let is_told = |seen: &Seen| seen.abandoned > 0 || seen.panicked.is_some() || !untold(seen.kind);
    report.enemy.0.retain(is_told);
    report.turns = counts.turns.or_else(|| told_last(state, side).map(i32::from));
    all_of_them(&counts.fired, &mut report.fired);
    all_of_them(&counts.flew, &mut report.flew);
    all_of_them(&counts.revealed, &mut report.revealed);
    all_of_them(&counts.destroyed, &mut report.destroyed);
    why.end_in_order_of(&ORDER)?;
    Ok(report)
}

/// A list that is told with the numbers stands for what was told before.
fn all_of_them<T: Clone>(counted: &Option<List<T>>, told: &mut List<T>) {
    if let Some(counted) = counted {
        told.clone_from(counted);
    }
}

/// How many stands of a formation, or of all, and of a type, or of any, a form tells to have ended so.
pub fn fell(
    state: &State,
    side: Side,
    report: &Report,
    of: (Option<FormationId>, Option<UnitTypeId>),
    end: End,
) -> usize {
    fates(state, side, report).iter().filter(|fate| fate.is_of(of) && fate.end == Some(end)).count()
}

/// What is told of one stand.
struct Fate {
    unit: FormationId,
    stand: StandId,
    kind: UnitTypeId,
    on_map: bool,
    /// Told of by its own name as one that is still in the field.
    named: bool,
    end: Option<End>,
}

impl Fate {
    fn is_of(&self, (unit, kind): (Option<FormationId>, Option<UnitTypeId>)) -> bool {
        unit.is_none_or(|unit| self.unit == unit) && kind.is_none_or(|kind| self.kind == kind)
    }
}

/// What is told of every stand that takes part, in the roster's order.
fn fates(state: &State, side: Side, report: &Report) -> Vec<Fate> {
    let told = ends_of(state, side, report);
    let in_the_field = in_the_field(report);
    let of_element = |element: &crate::facts::Element| {
        let unit = element.id;
        let fate = |stand: &crate::facts::Stand| {
            let end = told.get(&stand.id).copied();
            let (on_map, named) = (stand.at.is_some(), in_the_field.contains(&stand.id.into()));
            Fate { unit, stand: stand.id, kind: stand.kind, on_map, named, end }
        };
        element.living().map(fate).collect::<Vec<_>>()
    };
    taking_part(state, side).flat_map(of_element).collect()
}

/// The ends that are counted, in the order in which a stand is taken from one for another.
const COUNTED: [(What, End); 3] =
    [(What::KnockedOut, End::KnockedOut), (What::Abandoned, End::Abandoned), (What::Panicked, End::Panicked)];

/// Stands are struck from the end of each list. Added are those that come first by name; then who is told of nowhere before
/// whom a place or what else befell him is told of; where no formation is named, of those that have lost most so; and of the
/// commonest type, in the roster's order.
fn fallen(
    state: &State,
    side: Side,
    report: &mut Report,
    (counts, first): (&[Count], &[StandId]),
    why: &mut Reasons,
) {
    let end_of = |what: What| COUNTED.iter().find(|(counted, _)| *counted == what).map(|(_, end)| *end);
    let counted: Vec<(&Count, End)> =
        counts.iter().filter_map(|count| Some((count, end_of(count.what)?))).collect();
    if counted.is_empty() {
        return;
    }
    let mut fates = fates(state, side, report);
    let mut changed = false;
    for (count, end) in &counted {
        let of = (count.unit, count.kind);
        let n = usize::try_from(count.n.unwrap_or(0)).unwrap_or(usize::MAX);
        let mut over =
            fates.iter().filter(|fate| fate.is_of(of) && fate.end == Some(*end)).count().saturating_sub(n);
        for fate in fates.iter_mut().rev().filter(|fate| fate.is_of(of) && fate.end == Some(*end)) {
            if over == 0 {
                break;
            }
            (fate.end, changed, over) = (None, true, over - 1);
        }
    }
    for (count, end) in &counted {
        let of = (count.unit, count.kind);
        let n = count.n.unwrap_or(0);
        let now = fates.iter().filter(|fate| fate.is_of(of) && fate.end == Some(*end)).count();
        let missing = usize::try_from(n).unwrap_or(0).saturating_sub(now);
        let mut open: Vec<usize> = (0..fates.len())
            .filter(|at| {
                let fate = &fates[*at];
                fate.is_of(of) && fate.end.is_none() && fate.on_map && can_end(state, fate.kind, *end)
            })
            .collect();
        // The sort is stable: within a type the roster's order stays.
        open.sort_by_cached_key(|at| {
            let one = &fates[*at];
            let of_kind = fates.iter().filter(|fate| fate.is_of((count.unit, Some(one.kind)))).count();
            let fell = |fate: &&Fate| count.unit.is_none() && fate.unit == one.unit && fate.end == Some(*end);
            let n_fell = fates.iter().filter(fell).count();
            (!first.contains(&one.stand), one.named, Reverse(n_fell), Reverse(of_kind))
        });
        if n < 0 || open.len() < missing {
            let whose = count.unit.map_or_else(|| state.setup_of(side).name.clone(), |unit| unit.to_string());
            let kind = count.kind.and_then(|kind| state.campaign().unit_type(kind));
            let kind = kind.map_or_else(String::new, |kind| format!(" × {}", kind.name));
            let known = count.unit.is_none_or(|unit| state.side(side).element(unit).is_some());
            let code = if known { "range" } else { "unknown" };
            let most = now + open.len();
            why.note(RULE, code, || match known {
                true => format!("{whose}: {n}{kind} told to be {}; 0 to {most} can be.", prose(*end)),
                false => format!("Your roster has no formation {whose}."),
            });
            continue;
        }
        for at in open.into_iter().take(missing) {
            (fates[at].end, changed) = (Some(*end), true);
        }
    }
    if changed {
        let named = |end: End| -> List<Id> {
            fates.iter().filter(|fate| fate.end == Some(end)).map(|fate| fate.stand.into()).collect()
        };
        report.losses = named(End::KnockedOut);
        report.abandoned = named(End::Abandoned);
        report.panicked = named(End::Panicked);
    }
}

fn prose(end: End) -> &'static str {
    match end {
        End::KnockedOut => "knocked out",
        End::Abandoned => "abandoned",
        End::Panicked => "panicked off",
        End::Exited(_) => "left",
    }
}

fn can_end(state: &State, kind: UnitTypeId, end: End) -> bool {
    let armour = state.campaign().unit_type(kind).is_some_and(|kind| kind.class == Class::Armour);
    end != End::Abandoned || armour
}

/// [BF-2.1.1.3.1.O-7] Kills and close combats of a formation.
fn combat(report: &mut Report, count: &Count, why: &mut Reasons) {
    let Some(unit) = count.unit else {
        let rule = RuleId("BF-2.1.1.3.1.O-7");
        return why.note(rule, "unknown", || format!("“{}” is counted for a formation.", count.what));
    };
    let n = count.n.unwrap_or(0);
    if count.what == What::Fought {
        report.fought.0.retain(|me| *me != unit);
        if n != 0 {
            report.fought.0.push(unit);
        }
        return;
    }
    if !report.combat.iter().any(|combat| combat.me == unit) {
        report.combat.0.push(Combat { me: unit, kills: 0, won: 0, lost: 0 });
    }
    for combat in report.combat.0.iter_mut().filter(|combat| combat.me == unit) {
        match count.what {
            What::Kills => combat.kills = n,
            What::Won => combat.won = n,
            _ => combat.lost = n,
        }
    }
    report.combat.0.retain(|combat| [combat.kills, combat.won, combat.lost] != [0; 3]);
}

/// Enemy losses of a type; where nothing is said of them any more, the type is no longer named.
fn seen(report: &mut Report, count: &Count, why: &mut Reasons) {
    let Some(kind) = count.kind else {
        return why.note(RULE, "unknown", || format!("“{}” is counted for a unit type.", count.what));
    };
    let Some(n) = count.n else {
        for seen in report.enemy.0.iter_mut().filter(|seen| seen.kind == kind) {
            match count.what {
                What::EnemyKnockedOut => seen.lost = 0,
                What::EnemyAbandoned => seen.abandoned = 0,
                _ => seen.panicked = None,
            }
        }
        return;
    };
    // That none was abandoned or panicked is no claim by itself.
    if !report.enemy.iter().any(|seen| seen.kind == kind) {
        if count.what != What::EnemyKnockedOut && n == 0 {
            return;
        }
        report.enemy.0.push(Seen { kind, lost: 0, abandoned: 0, panicked: None });
    }
    for seen in report.enemy.0.iter_mut().filter(|seen| seen.kind == kind) {
        match count.what {
            What::EnemyKnockedOut => seen.lost = n,
            What::EnemyPanicked => seen.panicked = Some(n),
            _ => seen.abandoned = n,
        }
    }
}
