//! The oracle of odds: exact fractions are held against the faces of the dice, every one of them where they are few, and
//! against many plays where they are not.
//!
//! It shares nothing with odds but the rules. A draw there is over the rows of a chart; here each face of each die is laid
//! before the rule, as live dice do, and what came of it is counted.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::odds::tells_everything;
use super::report::{Broken, Fault, Kept, Law, broken, must};
use super::{Source, Start, opened};
use crate::adjudication::{Acting, Transcript, judge};
use crate::answers::{Answered, Answers, Asked, Thrown};
use crate::chance::Natural;
use crate::die::{Die, Faces};
use crate::foretold::ChanceTable;
use crate::fraction::lowest_terms;
use crate::measure::{MOST_WANTED, Wanted, figures_of, odds_of};
use crate::odds::{NoOdds, Odds, add};
use crate::roll::Origin;
use crate::system::System;
use crate::words::Seat;

/// How much is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    /// Random situations: a position, and a command of it that throws dice.
    pub situations: u32,
    /// The most faces together that are walked one by one.
    pub most_branches: u128,
    /// Plays of a situation that has more.
    pub plays: u32,
    /// Situations of one random course; then another one is begun.
    pub of_a_course: u32,
    /// Where a course is broken off.
    pub max_steps: u32,
    /// The seed of the first course; each further one takes the next.
    pub first_seed: u64,
}

impl Trial {
    /// So many situations, the rest as it is asked for of every system.
    pub fn new(situations: u32) -> Self {
        let (most_branches, plays) = (1_000_000, 100_000);
        Self { situations, most_branches, plays, of_a_course: 12, max_steps: 400, first_seed: 1 }
    }
}

/// What was tried.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tried {
    /// Situations whose fractions were walked face by face.
    pub walked: u32,
    /// Faces that were walked.
    pub faces: u64,
    /// Situations that were played.
    pub played: u32,
    /// Plays that were made.
    pub plays: u64,
    /// Tables of odds that were compared.
    pub tables: u32,
    /// Situations that rest on an answer of another seat and tell what they suppose of it.
    pub supposing: u32,
    /// The least chance that a chi-square left to what was played.
    pub least: f64,
}

impl fmt::Display for Tried {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { walked, faces, played, plays, tables, supposing, least } = self;
        write!(
            f,
            "{walked} situations walked on {faces} faces, {played} played {plays} times (least chance {least:.2e}), \
             {tables} tables equal, {supposing} that suppose an answer left out"
        )
    }
}

/// All chi-squares together fail by chance once in a million runs.
const ALL_TOGETHER: f64 = 1e-6;

/// Plays random courses from each start in turn, and holds the odds of what throws dice on the way against the dice.
///
/// # Errors
/// The first odds found wrong, with the seed to show them again.
pub fn oracle<S: System>(
    starts: &[Start<'_>],
    trial: Trial,
    source: Source<'_>,
) -> Result<Tried, Box<Broken>> {
    let mut tried = Tried { least: 1.0, ..Tried::default() };
    let fault = |start: &Start<'_>, fault: Fault, seed, step| {
        Box::new(Broken { law: fault.law, setup: start.file.into(), seed, step, what: fault.what })
    };
    let mut states = Vec::new();
    for start in starts {
        states.push(opened::<S>(start).map_err(|broken| fault(start, broken, trial.first_seed, 0))?);
    }
    let mut n = 0;
    for seed in trial.first_seed.. {
        let at = (seed - trial.first_seed) as usize % starts.len();
        let (setup, state) = &states[at];
        let mut course =
            Course::<S> { setup, state: state.clone(), pick: source(seed), trial, tried: &mut tried };
        let left = (trial.situations - n).min(trial.of_a_course);
        let (found, step, kept) = course.run(left);
        kept.map_err(|broken| fault(&starts[at], broken, seed, step))?;
        n += found;
        if n >= trial.situations {
            break;
        }
        if seed - trial.first_seed > 10_000 {
            let none = Fault { law: Law::NeverSticks, what: format!("only {n} situations throw dice") };
            return Err(fault(&starts[at], none, seed, step));
        }
    }
    Ok(tried)
}

/// Plays one random course from each start, and asks at every so manieth step for all odds that a seat can ask for then; see
/// [`tells_everything`]. Gives how many were told.
///
/// # Errors
/// The first that are not told, with where.
pub fn tells_all_along<S: System>(
    starts: &[Start<'_>],
    (steps, every): (u32, u32),
    most_commands: usize,
    source: Source<'_>,
) -> Result<u32, Box<Broken>> {
    let mut told = 0;
    for (start, seed) in starts.iter().zip(1..) {
        let fault = |law, what, step| Box::new(Broken { law, setup: start.file.into(), seed, step, what });
        let (setup, state) = opened::<S>(start).map_err(|broken| fault(broken.law, broken.what, 0))?;
        let (trial, mut tried) = (Trial::new(0), Tried::default());
        let mut course = Course::<S> { setup: &setup, state, pick: source(seed), trial, tried: &mut tried };
        let n_sides = u8::try_from(S::sides(&setup).len()).unwrap_or(u8::MAX);
        let seats = || (0..n_sides).map(Seat::Side).chain([Seat::Umpire, Seat::Spectator]);
        for step in 0..steps {
            if step % every == 0 {
                for seat in seats() {
                    told += tells_everything::<S>(&course.state, seat, most_commands)
                        .map_err(|what| fault(Law::OddsAddUp, what, step))?;
                }
            }
            let Some((acting, command)) = course.choose() else { break };
            let (state, pick) = (&mut course.state, &mut course.pick);
            let judged =
                judge::<S>(state, acting, &command, &mut Thrown::new(&mut **pick), &mut Transcript::new());
            if judged.is_err() {
                return Err(fault(Law::OfferedIsAccepted, format!("{command:?}: {judged:?}"), step));
            }
        }
    }
    Ok(told)
}

/// A random course.
struct Course<'c, S: System> {
    setup: &'c Arc<S::Setup>,
    state: S::State,
    pick: Box<dyn FnMut(u64) -> u64>,
    trial: Trial,
    tried: &'c mut Tried,
}

/// What came of a command: its words with the figure of them, and the figure of each measure.
type Came = ((String, Option<i64>), Vec<i64>);

impl<S: System> Course<'_, S> {
    /// Tries situations on the way, at most `most`; gives how many, and where it ended.
    fn run(&mut self, most: u32) -> (u32, u32, Kept) {
        let mut found = 0;
        for step in 0..self.trial.max_steps {
            let Some((acting, command)) = self.choose() else { return (found, step, Ok(())) };
            let mut before = self.state.clone();
            let mut transcript = Transcript::new();
            let mut dice = Counted { pick: &mut self.pick, ways: Some(1) };
            let judged = judge::<S>(&mut before, acting, &command, &mut dice, &mut transcript);
            let ways = dice.ways;
            std::mem::swap(&mut self.state, &mut before);
            if judged.is_err() {
                let what = format!("{command:?} of {acting:?} ends with {judged:?}");
                return (found, step, broken(Law::OfferedIsAccepted, what));
            }
            // Of what throws dice at every second step some are passed over, so that a course gets about.
            if ways == Some(1) || (self.pick)(3) == 0 {
                continue;
            }
            let kept = self.holds(&before, acting, &command, ways);
            if kept.is_err() {
                return (found, step, kept);
            }
            found += 1;
            if found == most {
                return (found, step, Ok(()));
            }
        }
        (found, self.trial.max_steps, Ok(()))
    }

    /// Who acts next, and what: the clock first, the umpire seldom.
    fn choose(&mut self) -> Option<(Acting, S::Command)> {
        let n_sides = u8::try_from(S::sides(self.setup).len()).unwrap_or(u8::MAX);
        let mut ready: Vec<(Seat, Vec<S::Template>)> = Vec::new();
        for seat in [Seat::Clock].into_iter().chain((0..n_sides).map(Seat::Side)).chain([Seat::Umpire]) {
            let mut templates = Vec::new();
            S::offers(&self.state, seat, &mut templates);
            if !templates.is_empty() {
                ready.push((seat, templates));
            }
            if seat == Seat::Clock && !ready.is_empty() {
                break;
            }
        }
        let umpire = ready.last().is_some_and(|(seat, _)| *seat == Seat::Umpire);
        let rest = ready.len() - usize::from(umpire);
        let at = if rest == 0 || (umpire && (self.pick)(8) == 0) {
            ready.len().checked_sub(1)?
        } else {
            (self.pick)(rest as u64) as usize
        };
        let (seat, templates) = &ready[at];
        let template = &templates[(self.pick)(templates.len() as u64) as usize];
        Some((Acting::own(*seat), S::sample(&self.state, *seat, template, &mut *self.pick)))
    }

    fn came(&self, state: &S::State, acting: Acting, transcript: &Transcript<S>) -> Came {
        let setup = S::setup(state);
        let words = S::outcome(setup, acting.seat, &transcript.events);
        (words, figures_of::<S>(acting.seat, setup, S::foreseen(&transcript.events)))
    }

    /// The odds of a situation are those of its dice.
    fn holds(&mut self, before: &S::State, acting: Acting, command: &S::Command, ways: Option<u128>) -> Kept {
        let most = self.trial.most_branches;
        let words = Odds::within::<S>(before, acting, command, 1_000_000);
        if words.as_ref().is_ok_and(|odds| odds.supposing.is_some()) {
            self.tried.supposing += 1;
            return Ok(());
        }
        if let Some(walked) =
            ways.filter(|ways| *ways <= most).and_then(|_| self.walked(before, acting, command))
        {
            self.tried.walked += 1;
            return self.equals(before, acting, command, words, &walked?);
        }
        self.played(before, acting, command, words)
    }

    /// What comes of every face, with its chance; `None` where the faces are too many.
    fn walked(
        &mut self,
        before: &S::State,
        acting: Acting,
        command: &S::Command,
    ) -> Option<Kept<BTreeMap<Came, (u128, u128)>>> {
        let mut faces = EveryFace::default();
        let mut transcript = Transcript::<S>::new();
        let mut came: BTreeMap<Came, (u128, u128)> = BTreeMap::new();
        for n in 1.. {
            let mut copy = before.clone();
            match judge::<S>(&mut copy, acting, command, &mut faces, &mut transcript) {
                Ok(()) => {}
                Err(halt) => return Some(broken(Law::OddsAddUp, format!("{command:?} ends with {halt:?}"))),
            }
            let chance = faces.chance()?;
            let key = self.came(&copy, acting, &transcript);
            let sum = came.entry(key).or_insert((0, 1));
            *sum = add(*sum, chance)?;
            self.tried.faces += 1;
            if !faces.advance() {
                return Some(Ok(came));
            }
            if n >= self.trial.most_branches {
                return None;
            }
        }
        None
    }

    /// The odds are the walked chances: in words, and in the figures that move, alone and jointly.
    fn equals(
        &mut self,
        before: &S::State,
        acting: Acting,
        command: &S::Command,
        words: Result<Odds, NoOdds>,
        walked: &BTreeMap<Came, (u128, u128)>,
    ) -> Kept {
        let wrong = |told: &dyn fmt::Debug, of: &dyn fmt::Debug| {
            format!("{command:?} of {acting:?}: the dice say {of:?}, the odds {told:?}")
        };
        let figures = moved::<S>(walked.keys());
        let mut told = 0;
        if let Ok(odds) = words {
            let of = summed(walked, |(words, _)| words.clone());
            let as_told = |outcome: &crate::odds::Outcome| {
                ((outcome.label.clone(), outcome.value), lowest_terms(outcome.weight, odds.of))
            };
            let as_told: BTreeMap<_, _> = odds.outcomes.iter().map(as_told).collect();
            must(Law::OddsAddUp, Some(&as_told) == of.as_ref(), || wrong(&as_told, &of))?;
            told += 1;
        }
        let joint = (figures.len() > 1).then_some(&figures[..]);
        for asked in figures.chunks(1).chain(joint) {
            let table = table_of::<S>(before, acting, command, asked)?;
            let of = summed(walked, |(_, all)| asked.iter().map(|at| all[*at]).collect::<Vec<i64>>());
            let as_told = table.rows.iter().map(|row| (row.values.clone(), row.weight.over(&table.of)));
            let as_told: BTreeMap<_, _> = as_told.collect();
            let of = of.map(|of| {
                let wide = |(over, under): (u128, u128)| (Natural::from(over), Natural::from(under));
                of.into_iter().map(|(key, chance)| (key, wide(chance))).collect::<BTreeMap<_, _>>()
            });
            must(Law::MeasuresAreExact, Some(&as_told) == of.as_ref(), || wrong(&as_told, &of))?;
            told += 1;
        }
        self.tried.tables += told;
        must(Law::OddsAddUp, told > 0, || format!("{command:?} of {acting:?} has no odds"))
    }

    /// Many plays come out as the odds say they do: one chi-square.
    fn played(
        &mut self,
        before: &S::State,
        acting: Acting,
        command: &S::Command,
        words: Result<Odds, NoOdds>,
    ) -> Kept {
        let mut counts: BTreeMap<Came, u64> = BTreeMap::new();
        let mut transcript = Transcript::<S>::new();
        for _ in 0..self.trial.plays {
            let mut copy = before.clone();
            let judged =
                judge::<S>(&mut copy, acting, command, &mut Thrown::new(&mut *self.pick), &mut transcript);
            must(Law::OfferedIsAccepted, judged.is_ok(), || format!("{command:?} ends with {judged:?}"))?;
            *counts.entry(self.came(&copy, acting, &transcript)).or_default() += 1;
        }
        let figures = moved::<S>(counts.keys());
        let pairs = if figures.is_empty() {
            let odds = words.map_err(|none| Fault {
                law: Law::OddsAddUp,
                what: format!("{command:?} of {acting:?} moves no measure and has no odds: {none:?}"),
            })?;
            let of = Natural::from(odds.of);
            let share = |outcome: &crate::odds::Outcome| as_share(&Natural::from(outcome.weight), &of);
            let rows = odds.outcomes.iter().map(|one| ((one.label.clone(), one.value), share(one)));
            paired(rows, &counts, |(words, _)| words.clone())
        } else {
            let table = table_of::<S>(before, acting, command, &figures)?;
            let rows = table.rows.iter().map(|row| (row.values.clone(), as_share(&row.weight, &table.of)));
            paired(rows, &counts, |(_, all)| figures.iter().map(|at| all[*at]).collect::<Vec<i64>>())
        };
        let Some(pairs) = pairs else {
            return broken(
                Law::OddsAddUp,
                format!("{command:?} of {acting:?} came out as the odds say it cannot"),
            );
        };
        let chance = chi_square(&pairs, f64::from(self.trial.plays));
        self.tried.played += 1;
        self.tried.plays += u64::from(self.trial.plays);
        self.tried.tables += 1;
        self.tried.least = self.tried.least.min(chance);
        must(Law::OddsAddUp, chance > ALL_TOGETHER / f64::from(self.trial.situations), || {
            format!("{command:?} of {acting:?}: {chance:e} is left to {pairs:?}")
        })
    }
}

/// The measures that anything moves, by their places, as many as are asked for jointly.
fn moved<'a, S: System>(came: impl Iterator<Item = &'a Came>) -> Vec<usize> {
    let mut moves = vec![false; S::MEASURES.len()];
    for (_, figures) in came {
        moves.iter_mut().zip(figures).for_each(|(moves, figure)| *moves |= *figure != 0);
    }
    (0..moves.len()).filter(|at| moves[*at]).take(MOST_WANTED).collect()
}

fn table_of<S: System>(
    before: &S::State,
    acting: Acting,
    command: &S::Command,
    figures: &[usize],
) -> Kept<ChanceTable> {
    let wanted: Vec<Wanted> = figures.iter().map(|at| Wanted::new(S::MEASURES[*at].id)).collect();
    odds_of::<S>(before, acting, command, &wanted).map_err(|none| Fault {
        law: Law::MeasuresAreExact,
        what: format!("{command:?} of {acting:?}, asked for {wanted:?}: {none:?}"),
    })
}

/// The chances of what is read off what came; `None` where a fraction does not fit.
fn summed<K: Ord>(
    walked: &BTreeMap<Came, (u128, u128)>,
    key: impl Fn(&Came) -> K,
) -> Option<BTreeMap<K, (u128, u128)>> {
    let mut sums = BTreeMap::new();
    for (came, chance) in walked {
        let sum = sums.entry(key(came)).or_insert((0, 1));
        *sum = add(*sum, *chance)?;
    }
    Some(sums)
}

fn as_share(weight: &Natural, of: &Natural) -> f64 {
    weight.decimal(of, 18).parse().unwrap_or(f64::NAN)
}

/// Each row's share with how often it came; `None` where something came that has no row.
fn paired<K: Ord>(
    rows: impl Iterator<Item = (K, f64)>,
    counts: &BTreeMap<Came, u64>,
    key: impl Fn(&Came) -> K,
) -> Option<Vec<(f64, u64)>> {
    let mut pairs: BTreeMap<K, (f64, u64)> = rows.map(|(key, share)| (key, (share, 0))).collect();
    for (came, n) in counts {
        pairs.get_mut(&key(came))?.1 += n;
    }
    Some(pairs.into_values().collect())
}

/// The chance that so many plays are at least as far from these shares. What is expected less than five times is one.
fn chi_square(pairs: &[(f64, u64)], plays: f64) -> f64 {
    type Cells = Vec<(f64, u64)>;
    let (rare, mut cells): (Cells, Cells) = pairs.iter().partition(|(share, _)| share * plays < 5.0);
    let rare = rare.iter().fold((0.0, 0), |(share, n), one| (share + one.0, n + one.1));
    if rare.0 > 0.0 || rare.1 > 0 {
        match cells.first_mut() {
            // Where even all of them together are rare they count with another.
            Some(first) if rare.0 * plays < 5.0 => *first = (first.0 + rare.0, first.1 + rare.1),
            _ => cells.push(rare),
        }
    }
    if cells.len() < 2 {
        return 1.0;
    }
    let far = |(share, n): &(f64, u64)| (*n as f64 - share * plays).powi(2) / (share * plays);
    let distance: f64 = cells.iter().map(far).sum();
    upper_gamma((cells.len() - 1) as f64 / 2.0, distance / 2.0)
}

/// The regularized upper incomplete gamma function, by its series below and its continued fraction above.
fn upper_gamma(a: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 1.0;
    }
    let front = (a * x.ln() - x - log_gamma(a)).exp();
    if x < a + 1.0 {
        let (mut term, mut sum) = (1.0 / a, 1.0 / a);
        for n in 1..10_000 {
            term *= x / (a + f64::from(n));
            sum += term;
            if term < sum * 1e-15 {
                break;
            }
        }
        return 1.0 - sum * front;
    }
    let tiny = f64::MIN_POSITIVE / f64::EPSILON;
    let mut b = x + 1.0 - a;
    let (mut c, mut d) = (1.0 / tiny, 1.0 / b);
    let mut h = d;
    for n in 1..10_000 {
        let n = f64::from(n);
        let an = -n * (n - a);
        b += 2.0;
        d = 1.0 / (an * d + b);
        c = b + an / c;
        let step = d * c;
        h *= step;
        if (step - 1.0).abs() < 1e-15 {
            break;
        }
    }
    front * h
}

/// Stirling's series, from ten on; below by the recurrence.
fn log_gamma(x: f64) -> f64 {
    if x < 10.0 {
        return log_gamma(x + 1.0) - x.ln();
    }
    let series = 1.0 / (12.0 * x) - 1.0 / (360.0 * x.powi(3)) + 1.0 / (1260.0 * x.powi(5));
    (x - 0.5) * x.ln() - x + 0.5 * (2.0 * std::f64::consts::PI).ln() + series
}

/// Random faces, and in how many ways they could have come.
struct Counted<'a> {
    pick: &'a mut dyn FnMut(u64) -> u64,
    ways: Option<u128>,
}

impl Answers for Counted<'_> {
    fn answer(&mut self, asked: &Asked<'_>) -> Answered {
        let n = match asked.die {
            Some(die) => u128::from(die.shape().1).checked_pow(die.shape().0.into()),
            None => Some(asked.choices.len().max(1) as u128),
        };
        self.ways = self.ways.zip(n).and_then(|(ways, n)| ways.checked_mul(n));
        Thrown::new(&mut *self.pick).answer(asked)
    }

    fn may_run_short(&self) -> bool {
        false
    }

    fn wants_records(&self) -> bool {
        false
    }
}

/// Lays every face of every die before a rule, one way after the other, depth first.
#[derive(Default)]
struct EveryFace {
    /// The way taken of so many, at each question.
    path: Vec<(usize, usize)>,
    depth: usize,
    /// What each kind of dice can show.
    shown: Vec<(Die, Vec<Faces>)>,
}

impl EveryFace {
    fn fork(&mut self, n: usize) -> usize {
        if self.depth == self.path.len() {
            self.path.push((0, n));
        }
        self.depth += 1;
        self.path[self.depth - 1].0
    }

    fn chance(&self) -> Option<(u128, u128)> {
        let under = self.path.iter().try_fold(1u128, |under, (_, n)| under.checked_mul(*n as u128))?;
        Some((1, under))
    }

    fn advance(&mut self) -> bool {
        self.path.truncate(self.depth);
        self.depth = 0;
        while let Some((taken, n)) = self.path.last_mut() {
            if *taken + 1 < *n {
                *taken += 1;
                return true;
            }
            self.path.pop();
        }
        false
    }

    fn faces(&mut self, die: Die) -> usize {
        if let Some(at) = self.shown.iter().position(|(known, _)| *known == die) {
            return at;
        }
        let (n, sides) = die.shape();
        let mut all = vec![Faces::new()];
        for _ in 0..n {
            let longer = |faces: &Faces| {
                let faces = faces.clone();
                (1..=sides).map(move |face| faces.iter().copied().chain([face]).collect())
            };
            all = all.iter().flat_map(longer).collect();
        }
        all.retain(|faces| die.admits(faces));
        self.shown.push((die, all));
        self.shown.len() - 1
    }
}

impl Answers for EveryFace {
    fn answer(&mut self, asked: &Asked<'_>) -> Answered {
        let Some(die) = asked.die else {
            let choice = self.fork(asked.choices.len().max(1));
            return Answered::Choice(u8::try_from(choice).unwrap_or(0));
        };
        let at = self.faces(die);
        let taken = self.fork(self.shown[at].1.len());
        Answered::Faces(self.shown[at].1[taken].clone(), Origin::Server)
    }

    fn may_run_short(&self) -> bool {
        false
    }

    fn wants_records(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chi_squares_are_those_of_the_tables() {
        // The printed points of five per cent and one per mille.
        for (freedom, distance, chance) in
            [(1.0, 3.841, 0.05), (5.0, 11.070, 0.05), (10.0, 29.588, 0.001), (100.0, 149.449, 0.001)]
        {
            let found = upper_gamma(freedom / 2.0, distance / 2.0);
            assert!((found / chance - 1.0).abs() < 0.002, "{freedom} {distance}: {found}");
        }
        assert_eq!(upper_gamma(1.0, 0.0), 1.0);
    }

    #[test]
    fn shares_that_are_wrong_are_found() {
        let counts = [(0.5, 50_600), (0.5, 49_400)];
        assert!(chi_square(&counts, 100_000.0) > 1e-6);
        let counts = [(0.5, 51_000), (0.5, 49_000)];
        assert!(chi_square(&counts, 100_000.0) < 1e-6);
        // What hardly ever comes counts with another, and does not spoil it.
        assert!(chi_square(&[(0.5, 500), (0.499_999, 499), (0.000_001, 1)], 1000.0) > 0.5);
    }

    #[test]
    fn every_face_comes_once() {
        let mut faces = EveryFace::default();
        for (die, n) in [(Die::D(6), 6), (Die::Sum { n: 2, sides: 6 }, 36), (Die::HighRoll { sides: 6 }, 30)]
        {
            let at = faces.faces(die);
            assert_eq!(faces.shown[at].1.len(), n);
        }
    }
}
