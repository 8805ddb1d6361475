//! A man over the scenarios ahead, under what is supposed of a fight. [UF-P05]

use kernel::chance::{Chance as Odds, JUDGED, Natural, Work};
use kernel::foretold::{PlanStep, Quantity, not_understood, too_much};
use kernel::{Assumption, ChanceTable, Figure, Foretold, Given, PlanHead, PlanQuestion, Refusals, Seat};
use serde_json::Value;

use crate::chances::{Chances, Fate, Fates, MOST_AHEAD, Standings};
use crate::event::roster_audience;
use crate::rules::name;
use crate::rules::s42_47_rank::with_title;
use crate::setup::Card;
use crate::state::{Man, State};
use crate::words::{Rank, Side};

const ID: &str = "man";

/// The most of a fate that can be supposed.
const MOST: i64 = 1000;

const FATES: [(&str, Fate, &str); 5] = [
    ("lost", Fate::Lost, "he is lost"),
    ("routed", Fate::Routed, "he routs"),
    ("routed-wounded", Fate::RoutedWounded, "he routs with a wound"),
    ("wounded", Fate::Wounded, "he ends with a wound"),
    ("unhurt", Fate::Unhurt, "he ends unhurt"),
];

/// The living men of the rosters that a seat may see.
fn men(state: &State, seat: Seat) -> impl Iterator<Item = (Side, &Man, &Card)> {
    let seen = Side::BOTH.into_iter().filter(move |side| seat.sees(roster_audience(state, *side)));
    seen.flat_map(move |side| {
        state.roster(side).filter(|(man, _)| !man.dead).map(move |(man, card)| (side, man, card))
    })
}

fn key(side: Side, man: &Man) -> String {
    format!("{}-{}", side.number(), man.id)
}

/// The rates that hold where nothing is given: those that the seat has seen on the rosters that it may see, or the assumed.
fn usual(state: &State, seat: Seat) -> Fates {
    let seen = Side::BOTH.into_iter().filter(|side| seat.sees(roster_audience(state, *side)));
    let sum = seen.fold(Fates::default(), |sum, side| {
        let more = Fates::so_far(state, side);
        Fates(std::array::from_fn(|at| sum.0[at].saturating_add(more.0[at])))
    });
    if sum.total() > 0 { sum } else { Fates::ASSUMED }
}

/// The plans that a seat can ask about now.
pub(crate) fn plans(state: &State, seat: Seat) -> Vec<PlanHead> {
    let n_ahead = state.campaign.legs.len().saturating_sub(usize::from(state.facts.leg)).min(MOST_AHEAD);
    let men: Vec<(String, String)> =
        men(state, seat).map(|(side, man, _)| (key(side, man), name(state, side, man.id))).collect();
    let (Some((first, _)), true) = (men.first(), n_ahead > 0) else { return Vec::new() };
    let choices: Vec<(&str, &str)> = men.iter().map(|(key, name)| (key.as_str(), name.as_str())).collect();
    let n_ahead = n_ahead as i64;
    let mut questions = vec![
        PlanQuestion::choice("man", "Which man", &choices, first),
        PlanQuestion::number("scenarios", "How many scenarios ahead", (1, n_ahead), n_ahead),
    ];
    let usual = usual(state, seat);
    for (key, fate, words) in FATES {
        let label = format!("Of the times that he fights, how often {words}");
        let seen = i64::try_from(usual.count(fate)).unwrap_or(MOST).min(MOST);
        questions.push(PlanQuestion::number(key, &label, (0, MOST), seen));
    }
    vec![PlanHead {
        id: ID,
        title: "A man over the scenarios ahead".into(),
        about: "Whether a man lives, whether he is fit to fight, and what rank he holds after the scenarios ahead."
            .into(),
        questions,
    }]
}

/// What a plan comes to.
pub(crate) fn foretell(
    state: &State,
    seat: Seat,
    plan: &str,
    given: &Value,
    work: &Work<'_>,
) -> Result<Foretold, Refusals> {
    let heads = plans(state, seat);
    let head = PlanHead::among(&heads, plan)?;
    let given = Given::read(head, given)?;
    let wanted = given.choice("man");
    let Some((side, man, card)) = men(state, seat).find(|(side, man, _)| key(*side, man) == wanted) else {
        return Err(not_understood("there is no such man".into()));
    };
    let fates = Fates(FATES.map(|(key, _, _)| given.number(key).unsigned_abs()));
    if fates.total() == 0 {
        return Err(not_understood("a fight brings something, but all five fates are given as never".into()));
    }
    // Nine scenarios with five fates each at most, for some hundred ways in which a man can stand.
    work.spend(JUDGED * 45 * 100).map_err(too_much)?;
    let mut chances = Chances::new(state, side, fates);
    let standings = chances.standings(man, card);
    let standings: Vec<Standings> = standings.into_iter().take(given.number("scenarios") as usize).collect();
    let who = name(state, side, man.id);
    let leg = |one: &Standings| state.campaign.legs[one.leg].id.to_string();
    let table = |one: &Standings| {
        let figure =
            Figure::named(format!("{who} after {}", leg(one)), ["lost", "in hospital", "fit to fight"]);
        let chance = Odds::weighed([(0i64, one.lost), (1, one.hurt), (2, one.fit)]);
        ChanceTable::of_one(format!("after-{}", leg(one)), figure, &chance.in_lowest_terms())
    };
    let step = |one: &Standings| {
        let share = |weight: u128| Quantity::share(&Natural::from(weight), &Natural::from(one.of));
        PlanStep {
            label: leg(one),
            note: String::new(),
            alone: share(one.fit),
            so_far: share(one.fit + one.hurt),
        }
    };
    let steps = standings.iter().map(step).collect();
    // The last one is what was asked for.
    let mut tables: Vec<ChanceTable> = standings.iter().rev().map(table).collect();
    if let (Some(last), Some((ranks, _))) = (standings.last(), chances.ranks(man, card, standings.len())) {
        let titled = Rank::ALL.iter().map(|rank| with_title(&state.deck(side).nation, *rank));
        let names = std::iter::once("lost".to_owned()).chain(titled);
        let figure = Figure::named(format!("Rank of {who} after {}", leg(last)), names);
        let place = |rank: Option<Rank>| rank.map_or(0, |rank| 1 + rank as i64);
        let chance = Odds::weighed(ranks.into_iter().map(|(rank, weight)| (place(rank), weight)));
        tables.push(ChanceTable::of_one(
            format!("rank-after-{}", leg(last)),
            figure,
            &chance.in_lowest_terms(),
        ));
    }
    let mut assumptions =
        vec![Assumption::set("scenarios", format!("{} scenarios are looked ahead.", standings.len()))];
    for (key, fate, words) in FATES {
        let words = format!("{words} {} of {} times that he fights.", fates.count(fate), fates.total());
        let mut letters = words.chars();
        let words =
            letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>();
        assumptions.push(Assumption::set(key, words));
    }
    assumptions.push(Assumption::fixed(
        "Every scenario costs alike and by itself, and he fights whenever he is fit.",
    ));
    assumptions.push(Assumption::fixed(
        "A rout takes Morale before Panic; nobody buys a step, and he is not replaced.",
    ));
    assumptions.push(Assumption::fixed(
        "He is promoted as soon as his slashes allow it; they come from survival, and from presence where the rulings say so.",
    ));
    Ok(Foretold::new(head, assumptions, tables).with_steps(["After", "Fit to fight", "On the roster"], steps))
}
