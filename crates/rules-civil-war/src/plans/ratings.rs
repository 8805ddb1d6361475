//! What an army is on the day: its leaders and brigades, each by a roll of its own. [CWFF-7A-1]

use kernel::chance::{Chance, JUDGED, Work};
use kernel::foretold::{not_understood, too_much};
use kernel::{
    Assumption, ChanceTable, Figure, Foretold, Given, PlanHead, PlanQuestion, Refusals, Seat, Side,
};

use crate::battle::Battle;
use crate::rules::s7_ratings::{self, chance};
use crate::state::State;
use crate::words::{LeaderId, Rating, Step};

pub(super) const ID: &str = "ratings";

/// The battles of a side whose order of battle is in and in which ratings may still fall.
fn battles(state: &State, side: Side) -> impl Iterator<Item = &Battle> {
    let rates = |battle: &&Battle| {
        matches!(battle.step, Step::Flanks | Step::Sketch | Step::Placing | Step::Marches | Step::Day)
    };
    state.open_battles().filter(rates).filter(move |battle| to_come(battle, side).next().is_some())
}

/// Leaders and brigades of a side that have no rating: each leader by his tactical rating.
fn to_come(battle: &Battle, side: Side) -> impl Iterator<Item = Option<i32>> {
    let half = &battle.halves[side];
    let is_rated = |of: kernel::Id| half.rated.iter().any(|rated| kernel::Id::from(rated.of) == of);
    let oob = half.oob.iter();
    let leaders = oob.clone().flat_map(|oob| oob.counters()).map(|(leader, _)| leader);
    let leader = move |id: LeaderId| battle.muster(side).leader(id).map(|leader| Some(leader.tactical));
    let leaders = leaders.filter(move |id| !is_rated((*id).into())).filter_map(leader);
    let brigades = oob.flat_map(|oob| oob.brigades()).map(|(_, brigade)| brigade.id);
    leaders.chain(brigades.filter(move |id| !is_rated((*id).into())).map(|_| None))
}

/// The plan, for a side with such a battle.
pub(super) fn head(state: &State, seat: Seat) -> Option<PlanHead> {
    let side = Side::of(seat)?;
    let all: Vec<(String, String)> =
        battles(state, side).map(|battle| (battle.id.to_string(), format!("Battle {}", battle.id))).collect();
    let (first, _) = all.first()?;
    let all: Vec<(&str, &str)> = all.iter().map(|(key, words)| (key.as_str(), words.as_str())).collect();
    Some(PlanHead {
        id: ID,
        title: "The ratings of your army".into(),
        about:
            "How many of its leaders and brigades are Exceptional on the day, and how many leaders Poltroons."
                .into(),
        questions: vec![PlanQuestion::choice("battle", "In which battle", &all, first)],
    })
}

/// What it comes to.
pub(super) fn foretell(
    state: &State,
    seat: Seat,
    head: &PlanHead,
    given: &Given<'_>,
    work: &Work<'_>,
) -> Result<Foretold, Refusals> {
    let wanted = given.choice("battle");
    let found = Side::of(seat)
        .and_then(|side| Some((side, battles(state, side).find(|battle| battle.id.to_string() == wanted)?)));
    let Some((side, battle)) = found else { return Err(not_understood("there is no such battle".into())) };
    let one = |tactical: Option<i32>| {
        let half = &state.setup.half;
        let even = |rating: Rating| {
            let rows = half.rows().iter().zip(half.weights(0));
            rows.map(move |(row, weight)| (if row.result.yes { rating } else { Rating::Average }, weight))
        };
        match tactical.map(chance) {
            Some(s7_ratings::Chance::Sure(rating)) => Chance::sure(rating),
            Some(s7_ratings::Chance::Even(rating)) => Chance::weighed(even(rating)),
            None => {
                let rows = state.setup.brigade.rows().iter().zip(state.setup.brigade.weights(0));
                let rating = |yes| if yes { Rating::Excellent } else { Rating::Average };
                Chance::weighed(rows.map(|(row, weight)| (rating(row.result.yes), weight)))
            }
        }
    };
    let (mut leaders, mut brigades) = (Chance::sure((0i64, 0i64)), Chance::sure(0i64));
    let (mut n_leaders, mut n_brigades) = (0, 0);
    for tactical in to_come(battle, side) {
        work.spend(JUDGED).map_err(too_much)?;
        match tactical {
            Some(_) => {
                n_leaders += 1;
                let add = |sums: &(i64, i64), rating: &Rating| {
                    let is = |wanted: Rating| i64::from(*rating == wanted);
                    (sums.0 + is(Rating::Excellent), sums.1 + is(Rating::Poltroon))
                };
                leaders = leaders.with(&one(tactical), add).map_err(too_much)?;
            }
            None => {
                n_brigades += 1;
                let add = |sum: &i64, rating: &Rating| sum + i64::from(*rating == Rating::Excellent);
                brigades = brigades.with(&one(None), add).map_err(too_much)?;
            }
        }
    }
    let (leaders, brigades) = (leaders.in_lowest_terms(), brigades.in_lowest_terms());
    let best = leaders.clone().map(|sums| sums.0);
    let worst = leaders.clone().map(|sums| sums.1);
    let figures = vec![Figure::new("Exceptional leaders"), Figure::new("Poltroons")];
    let tables = vec![
        ChanceTable::of_one("brigades", Figure::new("Exceptional brigades"), &brigades),
        ChanceTable::of_one("leaders", Figure::new("Exceptional leaders"), &best),
        ChanceTable::of_one("poltroons", Figure::new("Poltroons"), &worst),
        ChanceTable::new("joint", figures, &leaders.map(|(best, worst)| vec![best, worst])),
    ];
    let counted = kernel::grammar::counted;
    let who = format!(
        "{} and {} without a rating are rated.",
        counted(n_leaders, "leader"),
        counted(n_brigades, "brigade")
    );
    let assumptions = vec![
        Assumption::set("battle", who),
        Assumption::fixed("All of them come to the table, also those that march around a flank."),
    ];
    Ok(Foretold::new(head, assumptions, tables))
}
