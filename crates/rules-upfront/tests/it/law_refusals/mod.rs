//! Every reason is true: commands of every kind are given out of place and with wrong names and figures, and what each
//! code says is evaluated here by itself, of the man of whom its sentence speaks, from the rosters, the list and the
//! request alone; of what is accepted, no reason against the command as a whole holds. `ADJUTANT_REFUSALS=10000` tries
//! more.

mod look;
mod of_aftermath;
mod of_battle;
mod of_decisions;
mod of_selection;
mod selections;
mod wrong;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use kernel::{Acting, Refusal, System, Transcript, prove};
use rules_upfront::report::Noted;
use rules_upfront::state::{Fielding, Note};
use rules_upfront::words::{Out, Rank, Side};
use rules_upfront::{Command, State, UpFront};

use crate::law_random_campaigns::{random_setup, step};
use crate::{Pick, Table};
use look::Look;

/// What was met so far.
struct Sweep {
    /// Every reason that is listed.
    known: BTreeSet<String>,
    met: BTreeSet<String>,
    /// The first command for each reason that is not so, or not told.
    wrong: BTreeMap<String, String>,
    found: u32,
}

impl Sweep {
    /// Gives wrong commands in a position.
    fn try_in(&mut self, state: &State, n: u32, pick: &mut Pick) {
        for _ in 0..n {
            let home = wrong::at_home(look::phase(state));
            let kind = match pick.below(5) {
                0 => wrong::KINDS[pick.below(wrong::KINDS.len() as u64) as usize],
                _ => home[pick.below(home.len() as u64) as usize],
            };
            let seat = wrong::seat(kind, pick);
            let value = wrong::of_kind(kind, state, Side::of(seat).unwrap_or(Side::FIRST), pick);
            let command: Command =
                serde_json::from_value(value.clone()).unwrap_or_else(|fault| panic!("{value}: {fault}"));
            let look = Look { state, seat, value: &value, rule: "", code: "", sentence: "" };
            match prove::<UpFront>(state, Acting::own(seat), &command) {
                Ok(()) => self.accepted(look),
                Err(refusals) => refusals.all().iter().for_each(|told| self.refused(look, told)),
            }
        }
    }

    fn refused(&mut self, look: Look<'_>, told: &Refusal) {
        let look = Look { rule: told.rule.0, code: told.code, sentence: &told.sentence, ..look };
        let name = format!("{} {} {}", look.kind(), look.rule, look.code);
        match look.holds() {
            Some(true) => {}
            holds => {
                let fault = if holds.is_none() { "is not evaluated" } else { "is not so" };
                self.note(&look, name.clone(), fault);
            }
        }
        self.met.insert(name);
        self.found += 1;
    }

    /// Nothing that is said of a command as a whole holds of one that is accepted.
    fn accepted(&mut self, look: Look<'_>) {
        let mut untold = Vec::new();
        for name in &self.known {
            let mut words = name.split(' ');
            if words.next() != Some(look.kind()) {
                continue;
            }
            let (rule, code) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
            if (Look { rule, code, ..look }).holds() == Some(true) {
                untold.push(name.clone());
            }
        }
        untold.into_iter().for_each(|name| self.note(&look, name, "holds and is not told"));
    }

    fn note(&mut self, look: &Look<'_>, name: String, fault: &str) {
        let shown =
            || format!("{fault}: {} By {:?}, {}: {}", look.sentence, look.seat, look.phase(), look.value);
        self.wrong.entry(name).or_insert_with(shown);
    }
}

/// Makes some men dead, some wounded, some experienced, as battles would have.
fn weathered(mut state: State, pick: &mut Pick) -> State {
    let of = pick.below(6) + 2;
    let few = |n: u64, pick: &mut Pick| u8::try_from(pick.below(n)).expect("a few");
    for side in Side::BOTH {
        let campaign = Arc::clone(&state.campaign);
        let deck = campaign.deck(side);
        for (man, card) in state.facts.side[side.index()].man.iter_mut().zip(deck.cards()) {
            match pick.below(of) {
                0 => *man = man.killed(card),
                1 if pick.below(3) == 0 => man.wound = Some(3),
                2 if pick.below(2) == 0 => {
                    (man.surv, man.promo, man.elan) = (few(7, pick), few(7, pick), few(12, pick).into());
                    man.kia = card.kia - few(2, pick);
                    (man.morale, man.panic) = [(7, 7), (0, 2), (0, 1), (1, 1)][pick.below(4) as usize];
                }
                3 if card.rank != Rank::Comm => {
                    man.rank = deck.nation.ladder.get(pick.below(9) as usize).copied().or(man.rank);
                }
                _ if card.role.is_some() && pick.below(4) == 0 => *man = man.killed(card),
                _ => {}
            }
        }
    }
    state
}

/// A list with a commissar, whose place two rulings fill differently. [UF-R55]
fn commissars(pick: &mut Pick) -> State {
    let word = ["like_armed", "empty"][pick.below(2) as usize];
    let rulings = format!("[rulings]\nR55_commissar_place = \"{word}\"");
    weathered(Table::order("russian", "italian", "[\"V7\"]", &rulings).state, pick)
}

/// Rosters that long campaigns leave: nearly all are in hospital or dead, and a dead man may stand in. [UF-R17]
fn hospital(pick: &mut Pick) -> State {
    let rulings = "[rulings]\nR17_hospital_gap = \"revive_like_armed\"";
    let mut state = weathered(Table::order("russian", "italian", "[\"V7\"]", rulings).state, pick);
    for side in &mut state.facts.side {
        for man in side.man.iter_mut().filter(|man| !man.dead && man.wound.is_none()) {
            man.wound = (pick.below(8) > 0).then_some(3);
        }
    }
    state
}

/// Long tallies, as they come of long battles: of one man nothing more can be noted, one never came, one was killed.
fn noted(mut state: State) -> State {
    for side in &mut state.facts.side {
        let men: Vec<_> = side.force.iter().flat_map(Fielding::men).collect();
        let full = std::iter::repeat_n(Noted::Pinned { pinned: true }, 20);
        let outs = [Noted::Out { out: Out::NotEntered }, Noted::Out { out: Out::Killed }];
        for (man, what) in full.map(|what| (0, what)).chain([1, 2].into_iter().zip(outs)) {
            let Some(man) = men.get(man).copied() else { continue };
            let id = side.note.last().map_or(1, |note| note.id + 1);
            side.note.push(Note { id, man, what });
        }
    }
    state
}

#[test]
fn what_a_refusal_names_is_so() {
    let wanted = asked::number("ADJUTANT_REFUSALS").unwrap_or(1000_u32);
    let mut pick = Pick::new(11);
    let mut transcript = Transcript::new();
    let mut sweep = Sweep { known: reasons(), met: BTreeSet::new(), wrong: BTreeMap::new(), found: 0 };
    let mut seed = 0;
    // Rare reasons want some more campaigns.
    while sweep.found < wanted || (!sweep.known.is_subset(&sweep.met) && sweep.found < MOST) {
        let text = random_setup(&mut Pick::new(seed));
        let mut state = weathered(Table::open(&text).state, &mut pick);
        sweep.try_in(&commissars(&mut pick), 12, &mut pick);
        if seed < 20 {
            sweep.try_in(&hospital(&mut pick), 12, &mut pick);
        }
        for _ in 0..90 {
            let before = state.facts.side.iter().all(|side| side.force.is_none());
            if look::phase(&state) == "select" && before && pick.below(4) == 0 {
                state = weathered(state, &mut pick);
            }
            // That nobody knows who attacks comes rarely.
            sweep.try_in(&state, if look::phase(&state) == "attacker" { 40 } else { 6 }, &mut pick);
            if look::phase(&state) == "battle" && pick.below(4) == 0 {
                sweep.try_in(&noted(state.clone()), 4, &mut pick);
            }
            if UpFront::is_over(&state) || step(&mut state, &mut pick, &mut transcript).is_none() {
                break;
            }
        }
        seed += 1;
    }
    let Sweep { known, met, wrong, found } = &sweep;
    assert!(wrong.is_empty(), "{wrong:#?}");
    let (new, missing): (Vec<_>, Vec<_>) = (met.difference(known).collect(), known.difference(met).collect());
    assert!(new.is_empty() && missing.is_empty(), "{found}; new: {new:#?}; never met: {missing:#?}");
}

/// After so many refusals a reason that was not met is one that is not told any more.
const MOST: u32 = 60_000;

/// Every reason that is met, with its command; one that is not listed fails the test, as does one that is not met any more.
/// Evaluated, and met by no command that is read from a value: `UF-42.1-3 E34`, a man who stands twice in the decisions.
const REASONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/law_refusals/reasons.txt");

fn reasons() -> BTreeSet<String> {
    let listed = std::fs::read_to_string(REASONS).expect("the list stands beside this file");
    listed.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}
