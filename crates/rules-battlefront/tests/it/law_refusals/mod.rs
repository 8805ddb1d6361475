//! Every reason is true, none that comes earlier in the order of the catalogue holds beside it, and where none holds the
//! command is accepted. Commands of every kind are given out of place and with wrong names and figures; what each code
//! says is evaluated here by itself, from the facts and the catalogue's text alone. `ADJUTANT_REFUSALS=10000` tries more.

mod field;
mod look;
mod refit;
mod result_form;
mod starts;
mod wrong;

use std::collections::BTreeSet;

use kernel::answers::Thrown;
use kernel::{Acting, Refusal, Seat, System, Transcript, judge, prove};
use rules_battlefront::{Battlefront, Command, State};

use crate::conformance::source;
use look::Look;
use wrong::{KINDS, Names};

/// The order in which reasons are looked for, as the catalogue has it in its first section.
const ORDER: [&str; 26] = [
    "actor",
    "secret",
    "step",
    "option-off",
    "not-allowed",
    "consent",
    "data",
    "unknown",
    "owner",
    "class",
    "not-eligible",
    "nation-date",
    "night",
    "location",
    "zone",
    "unavailable",
    "ammo",
    "dup",
    "sealed",
    "range",
    "note",
    "limit-campaign",
    "limit-scenario",
    "cap",
    "funds",
    "incomplete",
];

const OF_THE_UMPIRE: [&str; 7] =
    ["move-unit", "set-status", "edit-mlr", "settle", "propose-setting", "change-setting", "declare-victory"];
const OF_THE_ENGINE: [&str; 3] = ["open-slot", "reveal", "throw-escapes"];

impl Look<'_> {
    /// Whether a reason holds; nothing where the command has no such reason.
    fn holds(&self, code: &str) -> Option<bool> {
        match (code, self.name()) {
            ("actor", _) => Some(self.is_of_another_seat()),
            ("step", _) => Some(self.is_out_of_step()),
            ("secret", _) => None,
            (code, "report") => self.form_holds(&self.form(), code),
            (code, "counts") => self.counts_hold(code),
            (code, _) => {
                self.refit_holds(code).or_else(|| self.field_holds(code)).or_else(|| self.umpire_holds(code))
            }
        }
    }

    fn is_of_another_seat(&self) -> bool {
        let (seat, itself) = (self.acting.seat, self.acting.by == self.acting.seat);
        let is_side = matches!(seat, Seat::Side(_));
        let referee = ["C5", "C6"].contains(&self.step().as_str());
        match self.name() {
            name if OF_THE_UMPIRE.contains(&name) => seat != Seat::Umpire,
            name if OF_THE_ENGINE.contains(&name) => seat != Seat::Clock,
            "next-turn" | "turn-end-roll" => !is_side && seat != Seat::Umpire,
            "done" if referee && seat == Seat::Umpire => false,
            "done" if referee && self.state.options().umpire_closes => true,
            "consent" => !is_side || !itself,
            _ => !is_side,
        }
    }

    fn is_out_of_step(&self) -> bool {
        let (state, step) = (self.state, self.step());
        let belongs = KINDS.iter().find(|(kind, _)| *kind == self.name()).map(|(_, steps)| *steps);
        let belongs = belongs.unwrap_or_default().contains(&step.as_str());
        let closed = self.facts().closed || self.facts().no_part;
        let not_mornings = state.facts.slot > 1;
        match self.name() {
            "done" if self.acting.seat == Seat::Umpire => false,
            "done" => ["opening", "S3a", "victory", "over"].contains(&step.as_str()) || self.facts().no_part,
            "choose-posture" => state.is_first_slot() || !(belongs || step.starts_with("S2")),
            "cpp-roll" | "open-slot" | "reveal" | "agree-length" => !belongs,
            "propose-setting" | "consent" | "change-setting" => !belongs,
            "move-unit" | "set-status" | "edit-mlr" => !belongs,
            "throw-escapes" => !belongs || state.facts.sides.iter().any(|side| !side.closed),
            "discipline-roll" => !belongs || closed || !self.is_for_discipline(),
            "combine" => !belongs || closed || self.owes_discipline(),
            "buy" => !belongs || closed || self.buys_artillery_late(),
            "buy-prereg" => !belongs || closed || not_mornings,
            "deploy" | "lift" | "place-fort" | "lift-fort" | "place-prereg" => {
                let attacks = state.facts.attacker == Some(self.facts().id);
                !belongs || closed || attacks != (step == "S4b")
            }
            "agree-end" | "next-turn" | "turn-end-roll" => {
                !belongs || state.facts.battle.ended.is_some() || result_form::is_open(self)
            }
            "mine-stands" | "theirs-is-right" | "settle" => !result_form::is_open(self),
            "declare-victory" => {
                use rules_battlefront::setup::Evaluate;
                let any_slot = state.campaign().victory.evaluate == Evaluate::AnySlot;
                let between =
                    any_slot && !state.is_first_slot() && ["opening", "S1"].contains(&step.as_str());
                !belongs && !between
            }
            _ => !belongs || closed,
        }
    }

    /// Holds what the rules say against what is so.
    fn check(&self, told: &[Refusal], met: &mut BTreeSet<String>) {
        let codes: Vec<&str> = told.iter().map(|refusal| refusal.code).collect();
        let shown = || {
            let by = (self.acting.seat, self.acting.by);
            let words: Vec<&str> = told.iter().map(|refusal| refusal.sentence.as_str()).collect();
            format!("{} at {} by {by:?}: {words:?}", self.value, self.step())
        };
        for code in &codes {
            let holds = self.holds(code);
            assert!(holds.is_some(), "{code} is not evaluated: {}", shown());
            assert_eq!(holds, Some(true), "{code} is not so: {}", shown());
            met.insert(format!("{} {code}", self.name()));
        }
        // A form is told everything that is wrong with it; what is proposed by number may also not be.
        let all_told = self.name() == "report" && !["actor", "step"].contains(codes.first().unwrap_or(&""));
        let until = ORDER.iter().position(|code| Some(code) == codes.first()).unwrap_or(ORDER.len());
        let asked = if all_told { &ORDER[2..] } else { &ORDER[..until] };
        let possible = self.name() == "counts" && !["actor", "step"].contains(codes.first().unwrap_or(&""));
        for code in asked.iter().filter(|code| !possible || ["actor", "step"].contains(code)) {
            let holds = self.holds(code) == Some(true) && !(all_told && *code == "step");
            assert!(!holds || codes.contains(code), "{code} holds and is not told: {}", shown());
        }
    }
}

/// The next lawful command of somebody, so that play gets on.
fn play_on(state: &mut State, seats: &[Seat], die: &mut dyn FnMut(u64) -> u64) -> bool {
    let mut open = Vec::new();
    for seat in seats {
        let mut offers = Vec::new();
        Battlefront::offers(state, *seat, &mut offers);
        open.extend(offers.into_iter().map(|template| (*seat, template)));
    }
    if open.is_empty() {
        return false;
    }
    let (seat, template) = open.swap_remove(die(open.len() as u64) as usize);
    let command = Battlefront::sample(state, seat, &template, die);
    let mut transcript = Transcript::new();
    let mut answers = Thrown::new(&mut *die);
    judge::<Battlefront>(state, Acting::own(seat), &command, &mut answers, &mut transcript)
        .unwrap_or_else(|halt| panic!("{command:?}: {halt:?}"));
    true
}

/// Gives wrong commands in a position.
fn try_in(state: &State, die: &mut dyn FnMut(u64) -> u64, met: &mut BTreeSet<String>) -> u32 {
    let step = state.step().to_string();
    let at_home: Vec<&str> = KINDS
        .iter()
        .filter(|(kind, steps)| *kind == "done" || steps.contains(&step.as_str()))
        .map(|(kind, _)| *kind)
        .collect();
    let mut found = 0;
    for _ in 0..12 {
        let kind = match die(6) {
            0 => KINDS[die(KINDS.len() as u64) as usize].0,
            _ => at_home[die(at_home.len() as u64) as usize],
        };
        let seat = match die(12) {
            0 => Seat::Umpire,
            1 => Seat::Clock,
            _ if OF_THE_UMPIRE.contains(&kind) => Seat::Umpire,
            _ if OF_THE_ENGINE.contains(&kind) => Seat::Clock,
            n => Seat::Side(u8::from(n % 2 == 0)),
        };
        let by_umpire = matches!(seat, Seat::Side(_)) && die(10) == 0;
        let acting = Acting { seat, by: if by_umpire { Seat::Umpire } else { seat } };
        let value = wrong::of_kind(kind, state, &Names::of(state, seat), die);
        let command: Command =
            serde_json::from_value(value.clone()).unwrap_or_else(|fault| panic!("{value}: {fault}"));
        let look = Look { state, acting, value: &value };
        let told = prove::<Battlefront>(state, acting, &command);
        let told = told.err().map(|refusals| refusals.all().to_vec()).unwrap_or_default();
        look.check(&told, met);
        found += u32::from(!told.is_empty());
    }
    found
}

#[test]
fn what_a_refusal_names_is_so_and_comes_first() {
    let wanted = asked::number("ADJUTANT_REFUSALS").unwrap_or(1000_u32);
    let seats = [Seat::Side(0), Seat::Side(1), Seat::Umpire, Seat::Clock];
    let mut die = source(17);
    let mut met = BTreeSet::new();
    let known: BTreeSet<String> = reasons();
    let mut found = 0;
    // Rare reasons want some more rounds.
    while found < wanted || (!known.is_subset(&met) && found < MOST) {
        for mut state in starts::all() {
            for _ in 0..10 {
                found += try_in(&state, &mut *die, &mut met);
                if !play_on(&mut state, &seats, &mut *die) {
                    break;
                }
            }
        }
    }
    let (new, missing): (Vec<_>, Vec<_>) =
        (met.difference(&known).collect(), known.difference(&met).collect());
    assert!(new.is_empty() && missing.is_empty(), "{found}; new: {new:?}; never met: {missing:?}");
}

/// After so many refusals a reason that was not met is one that is not told any more.
const MOST: u32 = 200_000;

/// Every reason that is met, with its command; one that is not listed fails the test, as does one that is not met any more.
/// [BF-0-6]
const REASONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/law_refusals/reasons.txt");

fn reasons() -> BTreeSet<String> {
    let listed = std::fs::read_to_string(REASONS).expect("the list stands beside this file");
    listed.lines().filter(|line| !line.is_empty()).map(str::to_owned).collect()
}
