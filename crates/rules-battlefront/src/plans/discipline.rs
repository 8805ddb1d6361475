//! The discipline rolls that a side owes, all together. [BF-2.1.1.3.1.O]

use kernel::chance::{Draw, Sums, TooMuch, Work};
use kernel::{Assumption, ChanceTable, Chart, Figure, Foretold, Given, PlanHead, PlanQuestion, Seat};

use super::{key, known_sides};
use crate::rules::s2_1_1_3_1_o_discipline::{modifiers, owed, stand_modifiers};
use crate::rules::s2_1_scenarios::OpenRoll;
use crate::setup::charts::DisciplineChange;
use crate::state::State;
use crate::view::prose::{stand_name, unit_name};
use crate::words::Side;

pub(super) const ID: &str = "discipline";

/// All that a roll's result hangs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Circumstances {
    /// What is added to the die.
    pub modifier: i32,
    /// Whether it can gain a level: a formation that is not at the highest.
    pub can_rise: bool,
    /// Whether it can lose a level: it is not at the lowest.
    pub can_fall: bool,
}

impl Circumstances {
    fn of(state: &State, side: Side, roll: OpenRoll) -> Option<Self> {
        let charts = &state.campaign().charts;
        let (level, modifiers, rises) = match roll {
            OpenRoll::Discipline(me) => {
                let element = state.side(side).element(me)?;
                (element.discipline, modifiers(state, element), true)
            }
            OpenRoll::StandDiscipline(id) => {
                let (element, stand) = state.side(side).stand(id)?;
                (stand.discipline.unwrap_or(element.discipline), stand_modifiers(state, stand), false)
            }
            _ => return None,
        };
        let can_rise = rises && charts.better(level) != level;
        Some(Self { modifier: modifiers.total(), can_rise, can_fall: charts.worse(level) != level })
    }

    /// Levels gained and lost.
    ///
    /// # Errors
    /// [`TooMuch`].
    pub fn draw(self, chart: &Chart<DisciplineChange>) -> Result<Draw, TooMuch> {
        let level = |change: DisciplineChange| match change {
            DisciplineChange::Improves => vec![i64::from(self.can_rise), 0],
            DisciplineChange::Unchanged => vec![0, 0],
            DisciplineChange::Worsens => vec![0, i64::from(self.can_fall)],
        };
        let rows = chart.rows().iter().zip(chart.weights(self.modifier));
        Draw::new(2, rows.map(|(row, weight)| (level(row.result), weight)))
    }
}

pub(super) fn head(state: &State, seat: Seat) -> Option<PlanHead> {
    let question = |side: Side| {
        let rolls = owed(state, side).into_iter().filter_map(|roll| {
            let campaign = state.campaign();
            match roll {
                OpenRoll::Discipline(me) => Some((me.to_string(), unit_name(campaign, side, me))),
                OpenRoll::StandDiscipline(id) => Some((id.to_string(), stand_name(campaign, side, id))),
                _ => None,
            }
        });
        let label = format!("Who of {} rolls", state.setup_of(side).name);
        PlanQuestion::several(&key("rolls", state, side), &label, rolls.collect())
    };
    let owing = known_sides(seat).filter(|side| !owed(state, *side).is_empty());
    let questions: Vec<PlanQuestion> = owing.map(question).collect();
    (!questions.is_empty()).then(|| PlanHead {
        id: ID,
        title: "Discipline of the roster".into(),
        about: "How many formations and stands gain a level of discipline, and how many lose one.".into(),
        questions,
    })
}

pub(super) fn foretell(
    state: &State,
    seat: Seat,
    head: &PlanHead,
    given: &Given<'_>,
    work: &Work<'_>,
) -> Result<Foretold, TooMuch> {
    let mut tables = Vec::new();
    let mut assumptions = Vec::new();
    for side in known_sides(seat) {
        let key = key("rolls", state, side);
        let rolling = given.several(&key);
        let owed = owed(state, side);
        let rolls = || {
            owed.iter().filter(|roll| match roll {
                OpenRoll::Discipline(me) => rolling.contains(&me.as_str()),
                OpenRoll::StandDiscipline(stand) => rolling.contains(&stand.as_str()),
                _ => false,
            })
        };
        if owed.is_empty() {
            continue;
        }
        let chart = &state.campaign().charts.discipline.chart;
        let mut draws = Vec::new();
        for circumstances in rolls().filter_map(|roll| Circumstances::of(state, side, *roll)) {
            draws.push((circumstances.draw(chart)?, 1));
        }
        let sums = Sums::within(work, 2, &draws)?;
        let (id, name) = (state.setup_of(side).id, &state.setup_of(side).name);
        let named = |what: &str| Figure::new(format!("{name}: {what}"));
        let (rise, fall) = ("levels gained", "levels lost");
        tables.push(ChanceTable::of_sums(
            work,
            format!("levels-{id}"),
            vec![named(rise), named(fall)],
            &sums,
        )?);
        tables.push(ChanceTable::of_one(format!("gained-{id}"), named(rise), &sums.marginal(0)));
        tables.push(ChanceTable::of_one(format!("lost-{id}"), named(fall), &sums.marginal(1)));
        let n = rolls().count();
        assumptions.push(Assumption::set(key, format!("{name}: {n} of {} rolls that are owed.", owed.len())));
    }
    let levels =
        "The highest level gains nothing and the lowest loses nothing; a stand that is cut off only loses.";
    assumptions.push(Assumption::fixed(levels));
    assumptions.push(Assumption::fixed(
        "A stand that follows its formation is counted at the level that the formation has now.",
    ));
    Ok(Foretold::new(head, assumptions, tables))
}
