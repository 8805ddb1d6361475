//! Whether a corps leader is outside the radius of his army leader, for a distance that somebody measures at the table.
//! [CWFF-11A-1] [CWFF-11A-2]

use kernel::chance::{Chance, JUDGED, Work};
use kernel::foretold::{not_understood, too_much};
use kernel::grammar::signed;
use kernel::{
    Assumption, ChanceTable, Figure, Foretold, Given, PlanHead, PlanQuestion, Refusals, Seat, Side,
};

use crate::battle::Battle;
use crate::charts::s11_army_leader::{Over, corps_modifier, inside, radius};
use crate::rules::s11_rerolls::army_leader;
use crate::state::State;
use crate::words::{Inches, Step};

pub(super) const ID: &str = "corps-leader";

/// The longest way across a table that is asked about, in inches.
const FAR: i64 = 144;
/// The most that a leader adds to a maneuver, attached and Exceptional.
const BEST: i64 = 3;

/// Somebody who leads a corps: how he is asked for, what he is called, and where.
struct Corps<'s> {
    key: String,
    name: String,
    battle: &'s Battle,
    side: Side,
}

/// Who leads a corps on the table, of the sides whose orders of battle a seat knows.
fn corps(state: &State, seat: Seat) -> Vec<Corps<'_>> {
    let by_day = state.open_battles().filter(|battle| matches!(battle.step, Step::Day | Step::Night));
    let known = by_day.flat_map(|battle| Side::BOTH.map(|side| (battle, side)));
    let known = known.filter(|(_, side)| side.is_known_to(seat));
    let each = known.flat_map(|(battle, side)| {
        let all = battle.halves[side].oob.iter().flat_map(|oob| &oob.corps);
        all.map(move |one| {
            let leader = one.leader.and_then(|id| battle.muster(side).leader(id));
            let name = match leader {
                Some(leader) => format!("{}, {}", leader.name, one.id),
                None => format!("the leader of {}", one.id),
            };
            Corps { key: format!("{}/{}/{}", battle.id, side.number(), one.id), name, battle, side }
        })
    });
    each.collect()
}

/// The plan, for a seat that knows somebody who leads a corps on a field.
pub(super) fn head(state: &State, seat: Seat) -> Option<PlanHead> {
    let all = corps(state, seat);
    let first = all.first()?.key.clone();
    let choices: Vec<(&str, &str)> = all.iter().map(|one| (one.key.as_str(), one.name.as_str())).collect();
    let attached = [("no", "no"), ("yes", "yes, to a brigade")];
    Some(PlanHead {
        id: ID,
        title: "How far a corps leader may stand".into(),
        about: "Whether a corps leader is outside the radius of his army leader, and what he then adds to a maneuver."
            .into(),
        questions: vec![
            PlanQuestion::choice("who", "Which corps leader", &choices, &first),
            PlanQuestion::number("inches", "Inches to his army leader, a part of one counted as a whole", (0, FAR), 30),
            PlanQuestion::choice("attached", "Is the army leader attached", &attached, "no"),
            PlanQuestion::number("adds", "What the corps leader adds to the maneuver otherwise", (-BEST, BEST), 1),
        ],
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
    work.spend(JUDGED).map_err(too_much)?;
    let (all, wanted) = (corps(state, seat), given.choice("who"));
    let Some(one) = all.iter().find(|one| one.key == wanted) else {
        return Err(not_understood("there is no such corps leader".into()));
    };
    let inches = i32::try_from(given.number("inches")).unwrap_or(i32::MAX);
    let (attached, adds) =
        (given.choice("attached") == "yes", i32::try_from(given.number("adds")).unwrap_or(0));
    let leads = army_leader(one.battle, one.side);
    let over = match (leads, one.battle.halves[one.side].leader_gone) {
        (Some((_, rating)), _) => Over::At(Inches::whole(inches), rating, attached),
        (None, true) => Over::Gone,
        (None, false) => Over::NeverWas,
    };
    let is_inside = inside(over, state.setup.options.army_leader_absent);
    let is = if is_inside { "inside" } else { "outside" };
    let why = match (leads, over) {
        (Some((leader, rating)), _) => {
            let name = state.setup.named(leader);
            let reach = radius(rating);
            if attached {
                format!("{name} is attached, so all his corps leaders count as outside. [CWFF-11C-2]")
            } else {
                let holds = if is_inside { "no farther than" } else { "farther than" };
                format!(
                    "{inches}″ is {holds} the radius of {name}, {reach}: 30″ and 6″ for each of his army command of {}. \
                     [CWFF-11A-1]",
                    signed(rating)
                )
            }
        }
        (None, Over::Gone) => {
            "The army leader is gone, so all corps leaders count as outside. [CWFF-R40]".into()
        }
        (None, _) => format!("No army leader came to the table, so corps leaders count as {is}. [CWFF-R40]"),
    };
    let helps = corps_modifier(adds, is_inside);
    let what = if is_inside {
        "Inside he acts as usual.".to_owned()
    } else if helps == adds {
        "Outside counts 1 less, but never below 0, and a minus stays as it is. [CWFF-11A-2] [CWFF-R26]".into()
    } else {
        format!(
            "Outside what he adds counts 1 less, {} in place of {}: one face of the ten-sided die. [CWFF-11A-2]",
            signed(helps),
            signed(adds)
        )
    };
    let outside = Figure::whether(format!("{} is outside", one.name));
    let adds_now = Figure::new(format!("What {} adds to a maneuver", one.name));
    let tables = vec![
        ChanceTable::of_one("outside", outside, &Chance::sure(i64::from(!is_inside))),
        ChanceTable::of_one("adds", adds_now, &Chance::sure(i64::from(helps))),
    ];
    let assumptions = vec![
        Assumption::set("inches", why),
        Assumption::set("adds", what),
        Assumption::fixed(
            "It is measured in the maneuver phase, and holds for every roll that he changes then.",
        ),
    ];
    Ok(Foretold::new(head, assumptions, tables))
}
