//! Playing an example.

use kernel::{Acting, Game, Rulebook, Seat, Verdict};
use serde_json::{Map, Value};

use crate::before::{Before, Kept};
use crate::case::{Act, Case, Step};
use crate::check::check;
use crate::given::{Given, Giving};
use crate::opening::NotOpened;
use crate::outcome::{Ending, Outcome, SeenEvent, StepOutcome};

/// Finds a system by its name in files.
pub type FindRulebook<'f, 'r> = &'f dyn Fn(&str) -> Option<&'r dyn Rulebook>;

/// Reads a file named relative to where the example's own name counts from; the error says why not, in a sentence.
pub type ReadFile<'f> = &'f dyn Fn(&str) -> Result<String, String>;

/// Whether every seat's view is written out after every step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Views {
    Told,
    LeftOut,
}

/// The most commands the engine gives in one step.
const MOST_ENGINE_COMMANDS: usize = 1_000;

impl Case {
    /// Plays the example and compares it with what it expects. A step that ends otherwise than expected is reported
    /// and the next is played all the same.
    pub fn run(&self, rulebooks: FindRulebook<'_, '_>, read: ReadFile<'_>) -> Outcome {
        self.play(rulebooks, read, Views::Told)
    }

    /// What is not as expected, each with its place; nothing when everything is. Quicker than [`Case::run`], for no
    /// seat's view is written out.
    pub fn failures(&self, rulebooks: FindRulebook<'_, '_>, read: ReadFile<'_>) -> Vec<String> {
        self.play(rulebooks, read, Views::LeftOut).failures
    }

    /// What would keep the example from being played at all, each with its place: a start that does not open, seats that
    /// are not there, commands that the rules do not know. Plays nothing.
    pub fn faults_before_play(&self, rulebooks: FindRulebook<'_, '_>, read: ReadFile<'_>) -> Vec<String> {
        let game = match self.open(rulebooks, read) {
            Err(NotOpened::Unreadable(faults)) => return faults,
            Err(NotOpened::Faulty(faults)) => return self.check_faults(&faults),
            Ok(game) => game,
        };
        let seats = seats(game.as_ref());
        let fault = |step: &Step| {
            let Act::Command { seat, by, command } = &step.act else { return None };
            let acting = match acting(&seats, seat, by.as_deref()) {
                Ok(acting) => acting,
                Err(fault) => return Some(fault),
            };
            let refusals = game.prove(acting, command).err().filter(|_| step.expect.refused.is_none())?;
            let unknown =
                refusals.all().iter().find(|refusal| refusal.rule == kernel::rulebook::HOUSE_COMMAND)?;
            Some(unknown.sentence.clone())
        };
        let steps = self.steps.iter().enumerate();
        steps.filter_map(|(n, step)| Some(self.placed(n + 1, step, &fault(step)?))).collect()
    }

    /// Where play stands after the last step.
    pub(crate) fn end(
        &self,
        rulebooks: FindRulebook<'_, '_>,
        read: ReadFile<'_>,
    ) -> Result<Value, Vec<String>> {
        let (outcome, end) = self.play_to_the_end(rulebooks, read, Views::LeftOut);
        match end {
            Some(end) if outcome.failures.is_empty() => Ok(end),
            _ => Err(outcome.failures),
        }
    }

    fn play(&self, rulebooks: FindRulebook<'_, '_>, read: ReadFile<'_>, views: Views) -> Outcome {
        self.play_to_the_end(rulebooks, read, views).0
    }

    /// What came of it, and where play stands afterwards if it began.
    fn play_to_the_end(
        &self,
        rulebooks: FindRulebook<'_, '_>,
        read: ReadFile<'_>,
        views: Views,
    ) -> (Outcome, Option<Value>) {
        let mut end = None;
        let mut outcome = Outcome {
            file: self.file.clone(),
            title: self.title.clone(),
            rules: self.rules.clone(),
            system: self.system.clone(),
            steps: Vec::new(),
            failures: Vec::new(),
        };
        match self.open(rulebooks, read) {
            Err(NotOpened::Unreadable(faults)) => outcome.failures = faults,
            Err(NotOpened::Faulty(faults)) => outcome.failures = self.check_faults(&faults),
            Ok(_) if !self.faults.is_empty() => {
                outcome.failures = vec![format!("{}: no fault is found in the start", self.file)];
            }
            Ok(mut game) => {
                let seats = seats(game.as_ref());
                let (start, mut kept) = (game.position(), Kept::of(self));
                for (n, step) in self.steps.iter().enumerate() {
                    if let Err(faults) = self.start_anew(step, &start, game.as_mut()) {
                        let faults = faults.iter().map(|fault| self.placed(n + 1, step, fault));
                        outcome.failures.extend(faults);
                        continue;
                    }
                    let (mut played, mut failures) = self.step(n + 1, step, game.as_mut(), &seats);
                    failures.extend(kept.after(step, &played, game.as_ref(), &seats));
                    if views == Views::Told {
                        tell_views(&mut played, game.as_ref(), &seats);
                    }
                    outcome
                        .failures
                        .extend(failures.into_iter().map(|failure| self.placed(n + 1, step, &failure)));
                    outcome.steps.push(played);
                }
                end = Some(game.position());
            }
        }
        (outcome, end)
    }

    fn step(
        &self,
        number: usize,
        step: &Step,
        game: &mut dyn Game,
        seats: &[(String, Seat)],
    ) -> (StepOutcome, Vec<String>) {
        let mut outcome = StepOutcome {
            step: number,
            line: step.place.as_ref().map(|place| place.line),
            seat: None,
            command: None,
            ending: Ending::Looked,
            events: Vec::new(),
            rolls: Vec::new(),
            odds: None,
            views: Map::new(),
        };
        let mut failures = Vec::new();
        let mut giving = Giving::new(&step.given);
        let before = Before::of(&step.expect, game, seats);
        match &step.act {
            Act::Look => {}
            Act::Engine => engine(game, &mut giving, &mut outcome),
            Act::Command { seat, by, command } => {
                let acting = match acting(seats, seat, by.as_deref()) {
                    Ok(acting) => acting,
                    Err(fault) => return (outcome, vec![fault]),
                };
                let asks_odds = step.expect.asks_odds();
                if asks_odds {
                    match game.odds(acting, command) {
                        Ok(odds) => outcome.odds = Some(odds),
                        Err(why) => failures.push(format!("there are no odds: {why:?}")),
                    }
                }
                if !asks_odds || step.given != Given::default() {
                    outcome.ending = judge(game, acting, command, &mut giving, &mut outcome);
                }
                (outcome.seat, outcome.command) = (Some(seat.clone()), Some(command.clone()));
            }
        }
        failures.extend(check(&step.expect, &outcome, game, seats));
        failures.extend(before.changes(&outcome, game, seats));
        failures.extend(giving.left());
        (outcome, failures)
    }

    fn placed(&self, number: usize, step: &Step, failure: &str) -> String {
        let line = step.place.as_ref().map_or(String::new(), |place| format!(":{}", place.line));
        let what = match &step.act {
            Act::Command { seat, command, .. } => {
                format!("{seat} {}", command.get("do").and_then(Value::as_str).unwrap_or("command"))
            }
            Act::Engine => "engine".into(),
            Act::Look => "look".into(),
        };
        format!("{}{line}: step {number} ({what}): {failure}", self.file)
    }
}

/// Every seat's view, as JSON.
fn tell_views(outcome: &mut StepOutcome, game: &dyn Game, seats: &[(String, Seat)]) {
    for (name, seat) in seats.iter().filter(|(_, seat)| *seat != Seat::Clock) {
        let view = serde_json::to_value(game.view(*seat)).unwrap_or_default();
        outcome.views.insert(name.clone(), view);
    }
}

/// Everything the engine has to do, until it has nothing more or something is missing.
fn engine(game: &mut dyn Game, giving: &mut Giving, outcome: &mut StepOutcome) {
    outcome.ending = Ending::Accepted;
    for _ in 0..MOST_ENGINE_COMMANDS {
        let Some(command) = game.lawful(Seat::Clock, 1).pop() else { return };
        let ending = judge(game, Acting::own(Seat::Clock), &command, giving, outcome);
        if ending != Ending::Accepted {
            outcome.ending = ending;
            return;
        }
    }
}

fn judge(
    game: &mut dyn Game,
    acting: Acting,
    command: &Value,
    giving: &mut Giving,
    outcome: &mut StepOutcome,
) -> Ending {
    match game.judge(acting, command, giving) {
        Verdict::Accepted { events, rolls } => {
            let sides = game.sides();
            for (audience, event) in events {
                let words = game.narrate(&event).map_or_else(|fault| fault.0, |text| text.plain(&sides));
                outcome.events.push(SeenEvent { audience, event, words });
            }
            outcome.rolls.extend(rolls);
            Ending::Accepted
        }
        Verdict::Refused(refusals) => Ending::Refused(refusals),
        Verdict::Awaiting(question) => Ending::Awaiting(question),
        Verdict::Unfit(question) => Ending::Unfit(question),
    }
}

/// The seats by the names that examples use: umpire, the sides by id, spectator, clock.
fn seats(game: &dyn Game) -> Vec<(String, Seat)> {
    let mut seats = vec![("umpire".to_string(), Seat::Umpire)];
    for (n, side) in game.sides().iter().enumerate() {
        seats.push((side.id.to_string(), Seat::Side(u8::try_from(n).unwrap_or(u8::MAX))));
    }
    seats.extend([("spectator".into(), Seat::Spectator), ("clock".into(), Seat::Clock)]);
    seats
}

fn acting(seats: &[(String, Seat)], seat: &str, by: Option<&str>) -> Result<Acting, String> {
    let find = |name: &str| {
        let found = seats.iter().find(|(known, _)| known == name).map(|(_, seat)| *seat);
        let known = || seats.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
        found.ok_or_else(|| format!("there is no seat {name:?}; there are: {}", known()))
    };
    let seat = find(seat)?;
    Ok(Acting { seat, by: by.map_or(Ok(seat), find)? })
}
