//! What may be asked of an outcome: how many escape, points gained, steps lost. Odds are told of what was asked for, not of
//! every way it can come about.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::adjudication::{Acting, Halt, Transcript, Weigh, judge_with};
use crate::answers::Branches;
use crate::chance::{Chance, Draw, JUDGED, Natural, Sums, TooMuch, Work};
use crate::foretold::{ChanceTable, Figure};
use crate::odds::{MOST_BRANCHES, MOST_TOLD, NoOdds, Odds, Weighed, add};
use crate::refusal::{Refusal, Refusals};
use crate::rulebook::HOUSE_COMMAND;
use crate::system::System;
use crate::words::{Id, Seat};

/// A figure that a system names: the sum, over the events of a command, of what each adds to it.
pub struct Measure<S: System> {
    /// Its name in commands and files: `escaped`.
    pub id: &'static str,
    /// Its name on pages: "Stands that escape".
    pub name: &'static str,
    /// What an event adds.
    pub figure: fn(&S::Setup, &S::Event) -> i64,
    /// Whom an event is about, for those who ask of one alone.
    pub about: fn(&S::Event) -> Option<Id>,
}

impl<S: System> fmt::Debug for Measure<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Measure").field("id", &self.id).finish_non_exhaustive()
    }
}

/// A measure as a list names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MeasureHead {
    /// See [`Measure::id`].
    pub id: &'static str,
    /// See [`Measure::name`].
    pub name: &'static str,
}

/// A measure that is asked for: all of it, of one subject, or whether it reaches a threshold.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// Its name.
    pub measure: String,
    /// Of this one alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<Id>,
    /// Only whether it is at least so much: 1 or 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<i64>,
}

impl Wanted {
    /// The whole of a measure.
    pub fn new(measure: impl Into<String>) -> Self {
        Self { measure: measure.into(), about: None, at_least: None }
    }
}

/// Reads `escaped`, `escaped:G-11`, `escaped>=3`, `escaped:G-11>=1`.
impl std::str::FromStr for Wanted {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (of, at_least) = match text.split_once(">=") {
            Some((of, figure)) => {
                let figure = figure.trim().parse().map_err(|_| format!("{figure:?} is no whole number"))?;
                (of, Some(figure))
            }
            None => (text, None),
        };
        let (measure, about) = match of.split_once(':') {
            Some((measure, about)) => {
                (measure, Some(about.trim().parse().map_err(|_| format!("{about:?} is no name"))?))
            }
            None => (of, None),
        };
        Ok(Self { measure: measure.trim().into(), about, at_least })
    }
}

/// The most measures that are asked for at once.
pub const MOST_WANTED: usize = 4;

/// A command that stops at a question to another seat before its dice, played on to the answer that is supposed.
#[derive(Debug)]
pub struct PlayedOn<S: System> {
    /// The state at the question. What the command did before it moves no figure.
    pub state: S::State,
    /// Who answers.
    pub acting: Acting,
    /// The answer.
    pub command: S::Command,
    /// The supposition as a sentence.
    pub supposing: String,
}

/// The exact joint odds of measures: judges `command` on every branch of chance, draws for independent subjects apart.
///
/// # Errors
/// [`NoOdds`]; [`NoOdds::Refused`] also where the system knows no such measure.
pub fn odds_of<S: System>(
    state: &S::State,
    acting: Acting,
    command: &S::Command,
    wanted: &[Wanted],
) -> Result<ChanceTable, NoOdds> {
    worked::<S>(state, acting, command, wanted, &Work::usual())
}

/// As [`odds_of`], within a bound on its work.
///
/// # Errors
/// As [`odds_of`].
pub fn worked<S: System>(
    state: &S::State,
    acting: Acting,
    command: &S::Command,
    wanted: &[Wanted],
    work: &Work<'_>,
) -> Result<ChanceTable, NoOdds> {
    let asked = Asked::<S>::read(acting.seat, wanted).map_err(NoOdds::Refused)?;
    let unsaid = S::unsaid(state, acting.seat);
    let state = unsaid.as_ref().unwrap_or(state);
    if let Some(on) = S::played_on(state, acting, command) {
        let (chance, _) = asked.convolved(&on.state, on.acting, &on.command, work)?;
        work.keep(chance.rows().len())?;
        return Ok(asked.told(&chance).supposing(on.supposing));
    }
    let (chance, threw) = asked.convolved(state, acting, command, work)?;
    work.keep(chance.rows().len())?;
    let told = asked.told(&chance);
    Ok(if threw { told } else { told.supposing(NOTHING_THROWN) })
}

/// What is said of a command that throws no dice: its figures are sure, and tell nothing of what it leads to.
const NOTHING_THROWN: &str = "It throws no dice itself; what it leads to later is not counted here.";

/// What a command comes to: in the figures that are asked for. Where none are, in words; and where these would be more than
/// anybody reads, or more than can be walked, jointly in the first figures that the command moves.
///
/// # Errors
/// [`NoOdds`].
pub fn weighed<S: System>(
    state: &S::State,
    acting: Acting,
    command: &S::Command,
    wanted: &[Wanted],
    work: &Work<'_>,
) -> Result<Weighed, NoOdds> {
    if !wanted.is_empty() {
        return worked::<S>(state, acting, command, wanted, work).map(Weighed::Figures);
    }
    let go_on = |_| work.spend(JUDGED * 64).is_ok();
    let few = Work::new(Work::MOST, MOST_TOLD, &go_on);
    match Odds::worked::<S>(state, acting, command, MOST_BRANCHES, &few) {
        Err(NoOdds::TooMany) => {}
        Err(NoOdds::Stopped) => {
            // The bound is that of the whole question.
            work.spend(0)?;
            return Err(NoOdds::Stopped);
        }
        told => return told.map(Weighed::Outcomes),
    }
    let mut moved = Vec::new();
    for wanted in S::MEASURES.iter().map(|measure| Wanted::new(measure.id)) {
        let table = worked::<S>(state, acting, command, std::slice::from_ref(&wanted), work)?;
        if moved.len() < MOST_WANTED && table.rows.iter().any(|row| row.values != [0]) {
            moved.push(wanted);
        }
    }
    match moved.is_empty() {
        // The rules name no figure for it: every outcome, as many as are walked.
        true => Odds::worked::<S>(state, acting, command, MOST_BRANCHES, work).map(Weighed::Outcomes),
        false => worked::<S>(state, acting, command, &moved, work).map(Weighed::Figures),
    }
}

/// The same, walked branch by branch as a whole: slow, and what [`odds_of`] is held against. Gives up after `most`
/// branches.
///
/// # Errors
/// As [`odds_of`].
pub fn odds_walked<S: System>(
    state: &S::State,
    acting: Acting,
    command: &S::Command,
    wanted: &[Wanted],
    most: usize,
) -> Result<ChanceTable, NoOdds> {
    let asked = Asked::<S>::read(acting.seat, wanted).map_err(NoOdds::Refused)?;
    let work = Work::usual();
    let (apart, draws) = (false, Vec::new());
    let mut walk = Walk { asked: &asked, left: most, work: &work, apart, draws, threw: false, fault: None };
    let chance = walk.over(state, acting, command)?;
    Ok(asked.told(&asked.with_thresholds(chance)))
}

/// The figure of every measure over events, as far as a seat may know them.
pub(crate) fn figures_of<S: System>(seat: Seat, setup: &S::Setup, events: &[S::Event]) -> Vec<i64> {
    let seen = || events.iter().filter(|event| seat.sees(S::audience(event)));
    S::MEASURES.iter().map(|measure| seen().map(|event| (measure.figure)(setup, event)).sum()).collect()
}

/// What is asked, understood.
struct Asked<'w, S: System> {
    seat: Seat,
    measures: Vec<(&'static Measure<S>, &'w Wanted)>,
}

impl<'w, S: System> Asked<'w, S> {
    fn read(seat: Seat, wanted: &'w [Wanted]) -> Result<Self, Refusals> {
        let not_understood = |why: String| {
            Refusals::from(Refusal::new(HOUSE_COMMAND, "measure", format!("This is not understood: {why}.")))
        };
        if wanted.is_empty() || wanted.len() > MOST_WANTED {
            return Err(not_understood(format!("from one to {MOST_WANTED} measures are asked for at once")));
        }
        let find = |one: &'w Wanted| {
            let known = S::MEASURES.iter().find(|measure| measure.id == one.measure);
            known.map(|measure| (measure, one)).ok_or_else(|| {
                let ids: Vec<&str> = S::MEASURES.iter().map(|measure| measure.id).collect();
                not_understood(match ids.is_empty() {
                    true => "these rules name no measures".into(),
                    false => format!("there is no measure {:?}, but {}", one.measure, ids.join(", ")),
                })
            })
        };
        Ok(Self { seat, measures: wanted.iter().map(find).collect::<Result<_, _>>()? })
    }

    /// The odds, and whether anything was thrown.
    fn convolved(
        &self,
        state: &S::State,
        acting: Acting,
        command: &S::Command,
        work: &Work<'_>,
    ) -> Result<(Chance<Vec<i64>>, bool), NoOdds> {
        let mut walk = Walk {
            asked: self,
            left: MOST_BRANCHES,
            work,
            apart: true,
            draws: Vec::new(),
            threw: false,
            fault: None,
        };
        let chance = self.with_thresholds(walk.over(state, acting, command)?);
        Ok((chance, walk.threw))
    }

    /// What events add to each figure, as far as the seat may know them.
    fn figures(&self, setup: &S::Setup, events: &[S::Event]) -> Vec<i64> {
        let mut figures = vec![0; self.measures.len()];
        for event in events.iter().filter(|event| self.seat.sees(S::audience(event))) {
            for (figure, (measure, wanted)) in figures.iter_mut().zip(&self.measures) {
                if wanted.about.is_none() || wanted.about == (measure.about)(event) {
                    *figure += (measure.figure)(setup, event);
                }
            }
        }
        figures
    }

    /// Thresholds are read off when everything has been added up.
    fn with_thresholds(&self, chance: Chance<Vec<i64>>) -> Chance<Vec<i64>> {
        chance.map(|figures| {
            let read = |(figure, (_, wanted)): (i64, &(_, &Wanted))| {
                wanted.at_least.map_or(figure, |least| i64::from(figure >= least))
            };
            figures.into_iter().zip(&self.measures).map(read).collect()
        })
    }

    fn told(&self, chance: &Chance<Vec<i64>>) -> ChanceTable {
        let name = |(measure, wanted): &(&'static Measure<S>, &Wanted)| {
            let about = wanted.about.map(|id| format!(", {id}")).unwrap_or_default();
            match wanted.at_least {
                Some(least) => Figure::whether(format!("{}{about}: at least {least}", measure.name)),
                None => Figure::new(format!("{}{about}", measure.name)),
            }
        };
        let ids: Vec<&str> = self.measures.iter().map(|(measure, _)| measure.id).collect();
        ChanceTable::new(ids.join("-"), self.measures.iter().map(name).collect(), chance)
    }
}

/// A walk over the branches of a command.
struct Walk<'a, S: System> {
    asked: &'a Asked<'a, S>,
    left: usize,
    work: &'a Work<'a>,
    apart: bool,
    draws: Vec<(Draw, u32)>,
    threw: bool,
    fault: Option<TooMuch>,
}

impl<S: System> Weigh<S> for Walk<'_, S> {
    fn tells_apart(&self) -> bool {
        self.asked.measures.iter().any(|(_, wanted)| wanted.about.is_some())
    }
    fn read(&self, setup: &S::Setup, events: &[S::Event]) -> Vec<i64> {
        self.asked.figures(setup, events)
    }
    fn may_walk(&mut self) -> Result<(), TooMuch> {
        self.left = self.left.checked_sub(1).ok_or(TooMuch::Many)?;
        self.work.spend(JUDGED)
    }
    fn take(&mut self, found: Result<Draw, TooMuch>, times: u32) {
        match found {
            Ok(draw) => self.draws.push((draw, times)),
            Err(fault) => self.fault = Some(fault),
        }
    }
}

impl<S: System> Walk<'_, S> {
    fn over(
        &mut self,
        state: &S::State,
        acting: Acting,
        command: &S::Command,
    ) -> Result<Chance<Vec<i64>>, NoOdds> {
        let mut branches = Branches::new();
        let mut transcript = Transcript::<S>::new();
        let mut parts = Vec::new();
        // What comes to the same for certain is merged as it is found.
        let mut sure: BTreeMap<Vec<i64>, (u128, u128)> = BTreeMap::new();
        loop {
            self.may_walk()?;
            let mut copy = state.clone();
            self.draws.clear();
            let apart = self.apart;
            let weigh = apart.then_some(&mut *self as &mut dyn Weigh<S>);
            let judged = judge_with(&mut copy, acting, command, &mut branches, &mut transcript, weigh);
            let weighed = match judged {
                Ok(()) => false,
                Err(Halt::Weighed) => true,
                Err(Halt::Refused(refusals)) => return Err(NoOdds::Refused(refusals)),
                Err(_) => return Err(NoOdds::TooMany),
            };
            if let Some(fault) = self.fault {
                return Err(fault.into());
            }
            let events = S::foreseen(&transcript.events);
            let before = self.asked.figures(S::setup(&copy), events);
            let closed = events.len() < transcript.events.len();
            let chance = branches.chance().ok_or(NoOdds::TooMany)?;
            self.threw |= weighed || !self.draws.is_empty() || chance != (1, 1);
            if weighed && !closed {
                let sums = Sums::within(self.work, before.len(), &self.draws)?;
                self.work.keep(sums.n_rows())?;
                let all =
                    |figures: &[i64]| figures.iter().zip(&before).map(|(sum, more)| sum + more).collect();
                parts.push((sums.map(all), chance));
            } else if let Some(sum) = sure.get_mut(&before) {
                *sum = add(*sum, chance).ok_or(NoOdds::TooMany)?;
            } else {
                self.work.keep(1)?;
                sure.insert(before, chance);
            }
            if !branches.advance() {
                break;
            }
        }
        parts.extend(sure.into_iter().map(|(figures, chance)| (Chance::sure(figures), chance)));
        Ok(together(parts)?)
    }
}

/// What a branch of the dice comes to, and its chance as a fraction.
type Part = (Chance<Vec<i64>>, (u128, u128));

/// Parts which together are sure.
fn together(parts: Vec<Part>) -> Result<Chance<Vec<i64>>, TooMuch> {
    let mut of = Natural::ONE;
    for (_, (_, under)) in &parts {
        of = of.lcm(&Natural::from(*under))?;
    }
    let mut weighed = Vec::with_capacity(parts.len());
    for (part, (over, under)) in parts {
        weighed.push((part, of.divided(&Natural::from(under)).0.times(&Natural::from(over))?));
    }
    Ok(Chance::<()>::mixed(weighed, &of)?.in_lowest_terms())
}
