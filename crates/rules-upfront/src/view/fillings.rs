//! What the answers of the force form come to together: who then stands where, and what the whole force costs.

use std::collections::BTreeMap;

use kernel::grammar::all_against;
use kernel::view::Previews;

use super::force::{Explained, filled_words, points, price_words};
use super::keys::{Table, key};
use crate::command::{Fill, PersonalFill, Rest, Selection, Slot};
use crate::filling::price;
use crate::rules::s42_1_selection::{self, Plan, price as place_price};
use crate::state::State;
use crate::words::{ManId, Side};

/// The most sets of answers that are worked out beforehand.
const MOST: usize = 128;

/// The force with one set of answers.
pub(super) struct Outcome {
    fills: Vec<Option<Fill>>,
    points: i32,
    /// Why it would be refused, if it would.
    refusal: Option<String>,
}

impl Outcome {
    /// What the whole force costs, in a sentence.
    pub(super) fn sum(&self) -> String {
        match &self.refusal {
            None => format!("The force costs {}.", points(self.points)),
            Some(why) => format!("These answers do not go together: {why}"),
        }
    }

    /// What the whole force comes to with one other answer, and whom that changes elsewhere.
    pub(super) fn told(
        &self,
        state: &State,
        side: Side,
        places: &[Explained],
        first: &Self,
        own: ManId,
    ) -> String {
        let elsewhere = places.iter().zip(self.fills.iter().zip(&first.fills));
        let changed = elsewhere.filter(|(place, (now, first))| place.listed != own && now != first);
        let told = changed.filter_map(|(place, (now, _))| {
            let price = price(state, side, place.listed, (*now)?);
            let price = if price == 0 { String::new() } else { format!(" {}", price_words(price)) };
            let (label, _) = super::force::clause(state, side, place, (*now)?);
            Some(format!("{label}{price} in the place of {}", crate::rules::name(state, side, place.listed)))
        });
        let told: Vec<String> = told.collect();
        match (&self.refusal, told.is_empty()) {
            (Some(why), _) => format!(" Not beside the first answers to the other questions: {why}"),
            (None, true) => format!(" The whole force then costs {}.", points(self.points)),
            (None, false) => {
                format!(" The whole force then costs {}, with {}.", points(self.points), told.join("; "))
            }
        }
    }
}

/// The force with the first answers, and with every other set of answers that is worked out.
pub(super) struct Outcomes {
    /// With each first answer.
    pub first: Outcome,
    of: Vec<&'static str>,
    by_picks: Vec<(Vec<usize>, Outcome)>,
    whole: bool,
}

impl Outcomes {
    /// Works them out: every set of answers where they are few, else each single other answer.
    pub(super) fn of(state: &State, side: Side, places: &[Explained]) -> Self {
        let asked: Vec<&Explained> = places.iter().filter(|place| place.options.len() > 1).collect();
        let counts: Vec<usize> = asked.iter().map(|place| place.options.len()).collect();
        let whole =
            counts.iter().try_fold(1usize, |all, n| all.checked_mul(*n)).is_some_and(|all| all <= MOST);
        let zeros = vec![0; counts.len()];
        let mut sets = Vec::new();
        if whole {
            sets.push(zeros.clone());
            for (at, n) in counts.iter().enumerate() {
                let with = |set: &Vec<usize>| {
                    let set = set.clone();
                    (1..*n).map(move |pick| {
                        let mut set = set.clone();
                        set[at] = pick;
                        set
                    })
                };
                sets.extend(sets.iter().flat_map(with).collect::<Vec<_>>());
            }
            sets.remove(0);
        } else {
            for (at, n) in counts.iter().enumerate() {
                sets.extend((1..*n).map(|pick| {
                    let mut set = zeros.clone();
                    set[at] = pick;
                    set
                }));
            }
        }
        let outcome = |picks: &[usize]| outcome(state, side, &asked, picks);
        let first = outcome(&zeros);
        let of = asked.iter().map(|place| key(Table::Fill, place.listed)).collect();
        let by_picks =
            sets.into_iter().map(|set| (outcome(&set), set)).map(|(one, set)| (set, one)).collect();
        Self { first, of, by_picks, whole }
    }

    /// Whether every set of answers is worked out.
    pub(super) fn is_whole(&self) -> bool {
        self.whole
    }

    /// Whether an answer changes who fills the place at an index.
    pub(super) fn varies(&self, at: usize) -> bool {
        self.whole
            && self
                .by_picks
                .iter()
                .any(|(_, one)| one.refusal.is_none() && one.fills[at] != self.first.fills[at])
    }

    /// The force with one answer to the nth question and the first to all others.
    pub(super) fn with(&self, nth: usize, pick: usize) -> Option<&Outcome> {
        if pick == 0 {
            return Some(&self.first);
        }
        let is_it = |picks: &Vec<usize>| {
            picks.iter().enumerate().all(|(at, other)| *other == if at == nth { pick } else { 0 })
        };
        self.by_picks.iter().find(|(picks, _)| is_it(picks)).map(|(_, one)| one)
    }

    /// What the page shows for other answers than the first.
    pub(super) fn previews(&self, state: &State, side: Side, places: &[Explained]) -> Previews {
        let mut previews = Previews { of: self.of.clone(), ..Previews::default() };
        for (picks, one) in self.by_picks.iter().filter(|_| self.whole) {
            let mut says = BTreeMap::new();
            if one.sum() != self.first.sum() {
                says.insert("sum".to_owned(), one.sum());
            }
            for (place, (now, first)) in places.iter().zip(one.fills.iter().zip(&self.first.fills)) {
                let Some(fill) = now.filter(|_| now != first) else { continue };
                let price = price_words(price(state, side, place.listed, fill));
                says.insert(format!("points-{}", place.listed), price);
                if place.options.len() == 1 {
                    let words = filled_words(state, side, place, fill);
                    says.insert(format!("place-{}", place.listed), words);
                }
            }
            previews.add(picks, says);
        }
        previews
    }
}

/// The force as the judge would take it with these answers.
fn outcome(state: &State, side: Side, asked: &[&Explained], picks: &[usize]) -> Outcome {
    let answers = asked.iter().zip(picks).map(|(place, pick)| (place.listed, place.options[*pick]));
    let slots = answers.map(|(listed, fill)| Slot { listed, slot: None, fill: Some(fill) }).collect();
    let personal = Some(PersonalFill::Absent).filter(|_| super::force::asks_for_personal(state, side));
    let selection = Selection { slots, personal, rest: Some(Rest::AsOffered), ..Selection::default() };
    let mut plan = Plan::default();
    let against = all_against(|why| {
        plan = s42_1_selection::plan(state, side, &selection, why);
        why.in_order();
        Ok(())
    });
    let refusal = against.map(|against| against.first().sentence.clone());
    let points = -plan.fielding.places.iter().map(|place| place_price(state, side, place)).sum::<i32>();
    Outcome { fills: plan.offered.unwrap_or_default().fills, points, refusal }
}
