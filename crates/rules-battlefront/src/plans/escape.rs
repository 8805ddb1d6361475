//! The stands behind the enemy's line that try to escape, and what is left. [BF-2.1.2.4.3]

use kernel::chance::{Chance, Draw, Sums, TooMuch, Work};
use kernel::{Assumption, ChanceTable, Chart, Figure, Foretold, Given, PlanHead, PlanQuestion, Seat};

use super::{key, knows};
use crate::ids::StandId;
use crate::perimeter::Unit;
use crate::phase::Step;
use crate::rules::s2_1_2_4_3_escape::{Circumstances, behind};
use crate::setup::charts::{Escape, EscapeRow};
use crate::state::State;
use crate::view::prose::{counted, type_name};
use crate::words::Side;

pub(super) const ID: &str = "escape";

/// Whose stands behind the line a seat knows: those of its own side at any time, and everybody's while escapes are chosen.
fn sides(state: &State, seat: Seat) -> impl Iterator<Item = Side> {
    let shown = state.step() == Step::Escape;
    let known = move |side: &Side| shown || knows(seat, *side);
    Side::BOTH.into_iter().filter(known).filter(|side| behind(state, *side).next().is_some())
}

pub(super) fn head(state: &State, seat: Seat) -> Option<PlanHead> {
    let stands = |side: Side| {
        let of_side = behind(state, side).map(|one| {
            let words = format!("{} ({})", one.unit, type_name(state.campaign(), one.stand.kind));
            (one.unit.id.to_string(), words)
        });
        let label = format!("Who of {} tries to escape", state.setup_of(side).name);
        let mut question = PlanQuestion::several(&key("stands", state, side), &label, of_side.collect());
        let chosen: Vec<StandId> = chosen(state, seat, side).into_iter().flatten().collect();
        if !chosen.is_empty() {
            question.default = chosen.iter().map(|stand| stand.as_str()).collect();
        }
        question
    };
    let questions: Vec<PlanQuestion> = sides(state, seat).map(stands).collect();
    (!questions.is_empty()).then(|| PlanHead {
        id: ID,
        title: "Escape".into(),
        about: "How many of the stands behind the enemy's line escape, are abandoned and are lost.".into(),
        questions,
    })
}

/// The choices of a side, where the seat may know them.
fn chosen(state: &State, seat: Seat, side: Side) -> Vec<Vec<StandId>> {
    if knows(seat, side) { state.side(side).escapes.clone() } else { Vec::new() }
}

/// What stands bring that try with one die: how many escape, are abandoned, are eliminated.
///
/// # Errors
/// [`TooMuch`].
pub fn draw(chart: &Chart<EscapeRow>, together: &[Circumstances]) -> Result<Draw, TooMuch> {
    let (lowest, _) = chart.die().span();
    let figures = (lowest..).zip(chart.die().ways()).map(|(figure, ways)| {
        let mut counts = vec![0; 3];
        for one in together {
            let outcome = one.read(chart.rows()[chart.row_of(figure + one.modifier)].result);
            counts[match outcome {
                Escape::Escapes => 0,
                Escape::Abandons => 1,
                Escape::Eliminated => 2,
            }] += 1;
        }
        (counts, ways)
    });
    Draw::new(3, figures)
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
    for side in sides(state, seat) {
        let key = key("stands", state, side);
        let trying: Vec<StandId> =
            given.several(&key).iter().filter_map(|stand| stand.parse().ok()).collect();
        let name = &state.setup_of(side).name;
        let mut groups: Vec<Vec<StandId>> = chosen(state, seat, side);
        groups.iter_mut().for_each(|together| together.retain(|stand| trying.contains(stand)));
        let alone = trying.iter().filter(|stand| !groups.iter().any(|together| together.contains(stand)));
        let alone: Vec<Vec<StandId>> = alone.map(|stand| vec![*stand]).collect();
        groups.extend(alone);
        let chart = &state.campaign().charts.escape.chart;
        let mut draws = Vec::new();
        for together in groups.iter().filter(|together| !together.is_empty()) {
            let circumstances: Vec<Circumstances> =
                together.iter().map(|stand| Circumstances::of(state, Unit { id: *stand, side })).collect();
            draws.push((draw(chart, &circumstances)?, 1));
        }
        let sums = Sums::within(work, 3, &draws)?;
        let id = state.setup_of(side).id;
        let n_behind = behind(state, side).count();
        let named = |what: &str| Figure::new(format!("{name}: {what}"));
        let (escape, abandoned, lost) = ("stands that escape", "abandoned", "eliminated");
        let remaining = (n_behind - trying.len()) as i64;
        let left: Chance<i64> = sums.map(|figures| figures[0] + remaining);
        tables.push(ChanceTable::of_one(format!("escape-{id}"), named(escape), &sums.marginal(0)));
        tables.push(ChanceTable::of_one(
            format!("left-{id}"),
            named("stands left of those behind the line"),
            &left,
        ));
        let figures = vec![named(escape), named(abandoned), named(lost)];
        tables.push(ChanceTable::of_sums(work, format!("outcomes-{id}"), figures, &sums)?);
        let stands = counted(trying.len() as i64, "stand tries", "stands try");
        let of = format!("{name}: {stands} of {n_behind}; whoever does not try remains where it is.");
        assumptions.push(Assumption::set(key, of));
        let shared = groups.iter().filter(|together| together.len() > 1).count();
        assumptions.push(Assumption::fixed(match (knows(seat, side), shared) {
            (true, 0) => format!("{name}: each stand throws a die of its own."),
            (true, _) => format!("{name}: transport chosen to try together throws one die for all."),
            (false, _) => {
                format!("{name}: what it has chosen is not known; each stand throws a die of its own.")
            }
        }));
    }
    assumptions.push(Assumption::fixed("Nobody moves before the dice fall: every stand is where it is now."));
    Ok(Foretold::new(head, assumptions, tables))
}
