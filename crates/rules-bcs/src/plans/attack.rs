//! An attack, a barrage or an engagement, and what is fired before it.

use kernel::chance::Work;
use kernel::foretold::not_understood;
use kernel::grammar::lower;
use kernel::{
    Assumption, ChanceTable, Figure, Foretold, Given, PlanHead, PlanQuestion, Refusals, Side, planned,
};

use crate::chain;
use crate::state::{DefenseOrder, State, Step};

pub(super) const ID: &str = "attack";

/// As many orders are played one after the other.
const MOST_ORDERS: usize = 8;

const APART: &str = "apart";

/// How the defender names his AR unit.
const CASES: [(&str, DefenseOrder, &str, &str); 3] = [
    (
        "total",
        DefenseOrder::Total,
        "With the unit of the highest total on the Combat Table",
        " (the highest total defends)",
    ),
    (
        "rating",
        DefenseOrder::Rating,
        "With the unit of the highest Action Rating",
        " (the best unit defends)",
    ),
    ("steps", DefenseOrder::Steps, "With the unit of the most steps", " (the largest unit defends)"),
];

/// The plan, for a side whose formation is in its activities. What is fired and fought is open.
pub(super) fn head(state: &State, side: Side) -> Option<PlanHead> {
    let activation = state.facts.activation.as_ref()?;
    let own = state.formation(activation.formation)?.card.side == side;
    if !own || activation.step != Step::Activities {
        return None;
    }
    let cases = CASES.map(|(key, _, words, _)| (key, words));
    let cases: Vec<_> = cases.into_iter().chain([(APART, "Each of the three, told apart")]).collect();
    Some(PlanHead {
        id: ID,
        title: "An attack after what is fired before it".into(),
        about: "Steps lost by both sides and whether the hex is cleared, after barrages, fire, engagements or other attacks."
            .into(),
        questions: vec![
            PlanQuestion::command("command", "The attack, or the last shot"),
            PlanQuestion::commands("before", "Barrages, fire, engagements or attacks before it; may be empty"),
            PlanQuestion::choice("defense", "How the defender names his AR unit", &cases, "total"),
        ],
    })
}

/// What it comes to.
pub(super) fn foretell(
    state: &State,
    side: Side,
    head: &PlanHead,
    given: &Given<'_>,
    work: &Work<'_>,
) -> Result<Foretold, Refusals> {
    let Some(command) = given.command("command") else {
        return Err(not_understood("the plan is about an attack, and no command is given".into()));
    };
    let mut orders = given.commands("before").iter().map(planned).collect::<Result<Vec<_>, _>>()?;
    orders.push(planned(command)?);
    if orders.len() > MOST_ORDERS {
        return Err(not_understood(format!("at most {} orders stand before the last one", MOST_ORDERS - 1)));
    }
    if !orders.iter().any(|order| chain::target_of(state, order).is_some()) {
        return Err(not_understood("nothing of it is fired or fought".into()));
    }
    let wanted = given.choice("defense");
    let (mut assumptions, mut tables, mut left_out) = (Vec::new(), Vec::new(), false);
    for (key, defense, words, more) in CASES {
        if wanted != key && wanted != APART {
            continue;
        }
        let more = if wanted == APART { more } else { "" };
        let told = chain::chained(state, side, &orders, defense, work)?;
        left_out |= told.left_out;
        assumptions
            .push(Assumption::set("defense", format!("The defender answers an attack: {}.", lower(words))));
        let one = |at: usize| told.chance.clone().map(|figures| figures[at]);
        let figure = |words: &str| Figure::new(format!("{words}{more}"));
        let cleared = Figure::whether(format!("The hex is cleared at the end{more}"));
        let (own, theirs) = ("Steps that the attacker loses", "Steps that the defender loses");
        tables.push(ChanceTable::of_one(format!("cleared-{key}"), cleared, &one(2)));
        tables.push(ChanceTable::of_one(format!("defender-steps-{key}"), figure(theirs), &one(1)));
        tables.push(ChanceTable::of_one(format!("attacker-steps-{key}"), figure(own), &one(0)));
        let joint = told.chance.clone().map(|figures| figures[..2].to_vec());
        tables.push(ChanceTable::new(format!("losses-{key}"), vec![figure(own), figure(theirs)], &joint));
    }
    assumptions.push(Assumption::fixed(
        "Prepared Defense is declared where it can be. Steps are taken from the lowest Action Rating, and retreats end nearest to the HQ. What the defender has really said beforehand is not looked at.",
    ));
    assumptions.push(Assumption::fixed(
        "The unit that has the best of it leads an attack, nobody assists or advances, and steps that are lost in a retreat are counted.",
    ));
    if left_out {
        let words = "Where an order cannot be given any more, as nothing is left to fire at or nobody to fire, it is left out.";
        assumptions.push(Assumption::fixed(words));
    }
    Ok(Foretold::new(head, assumptions, tables))
}
