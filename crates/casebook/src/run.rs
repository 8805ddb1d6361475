//! Playing an example.

use kernel::{Acting, Diagnostic, Game, Rulebook, Seat, Verdict};
use serde_json::{Map, Value};

use crate::case::{Act, Case, Origin, Step};
use crate::check::check;
use crate::given::{Given, Giving};
use crate::merge::{json, merge, toml_of, undated};
use crate::outcome::{Ending, Outcome, SeenEvent, StepOutcome};

/// Finds a system by its name in files.
pub type FindRulebook<'f, 'r> = &'f dyn Fn(&str) -> Option<&'r dyn Rulebook>;

/// Reads a file named relative to where the example's own name counts from; the error says why not, in a sentence.
pub type ReadFile<'f> = &'f dyn Fn(&str) -> Result<String, String>;

/// The most commands the engine gives in one step.
const MOST_ENGINE_COMMANDS: usize = 1_000;

impl Case {
    /// Plays the example and compares it with what it expects. A step that ends otherwise than expected is reported
    /// and the next is played all the same.
    pub fn run(&self, rulebooks: FindRulebook<'_, '_>, read: ReadFile<'_>) -> Outcome {
        let mut outcome = Outcome {
            file: self.file.clone(),
            title: self.title.clone(),
            rules: self.rules.clone(),
            system: self.system.clone(),
            steps: Vec::new(),
            failures: Vec::new(),
        };
        match self.open(rulebooks, read) {
            Err(faults) => outcome.failures = faults,
            Ok(mut game) => {
                let seats = seats(game.as_ref());
                for (n, step) in self.steps.iter().enumerate() {
                    let (played, failures) = self.step(n + 1, step, game.as_mut(), &seats);
                    outcome
                        .failures
                        .extend(failures.into_iter().map(|failure| self.placed(n + 1, step, &failure)));
                    outcome.steps.push(played);
                }
            }
        }
        outcome
    }

    fn open(
        &self,
        rulebooks: FindRulebook<'_, '_>,
        read: ReadFile<'_>,
    ) -> Result<Box<dyn Game>, Vec<String>> {
        let rulebook = rulebooks(&self.system)
            .ok_or_else(|| vec![format!("{}: there is no system {:?}", self.file, self.system)])?;
        let (name, text) = self.setup_text(read)?;
        let mut game = rulebook.open(&name, &text).map_err(|faults| lines(&faults))?;
        if let Some(origin) = &self.position {
            let mut position = game.position();
            for changes in self.layers(origin, read)? {
                self.lay(&mut position, &undated(changes))?;
            }
            game.set_position(position).map_err(|faults| {
                lines(&faults).iter().map(|fault| format!("{}: {fault}", self.file)).collect::<Vec<_>>()
            })?;
        }
        Ok(game)
    }

    /// The set-up as text: a file as it is when nothing is laid over it, so that faults keep their places.
    fn setup_text(&self, read: ReadFile<'_>) -> Result<(String, String), Vec<String>> {
        if let (Some(from), true) = (&self.setup.from, self.setup.changes.is_empty()) {
            return Ok((from.clone(), self.file_text(from, read)?));
        }
        let mut layers = self.layers(&self.setup, read)?.into_iter();
        let mut setup = layers.next().unwrap_or_default();
        for changes in layers {
            self.lay(&mut setup, &changes)?;
        }
        let text = toml_of(&setup).and_then(|value| toml::to_string(&value).ok());
        let name = format!("the set-up of {}", self.file);
        text.map(|text| (name, text))
            .ok_or_else(|| vec![format!("{}: the set-up cannot be written", self.file)])
    }

    /// The file's content, if there is one, and the changes.
    fn layers(&self, origin: &Origin, read: ReadFile<'_>) -> Result<Vec<Value>, Vec<String>> {
        let mut layers = Vec::new();
        if let Some(from) = &origin.from {
            let text = self.file_text(from, read)?;
            let table: toml::Table = toml::from_str(&text).map_err(|error| {
                let fault =
                    Diagnostic::at(from, &text, error.span(), "", "HOUSE-FILE", error.message().into());
                vec![fault.to_string()]
            })?;
            layers.push(json(table.into()));
        }
        if !origin.changes.is_empty() || layers.is_empty() {
            layers.push(Value::Object(origin.changes.clone()));
        }
        Ok(layers)
    }

    fn lay(&self, base: &mut Value, changes: &Value) -> Result<(), Vec<String>> {
        let mut faults = Vec::new();
        merge(base, changes, "", &mut faults);
        if faults.is_empty() {
            return Ok(());
        }
        Err(faults.iter().map(|fault| format!("{}: {fault}", self.file)).collect())
    }

    fn file_text(&self, from: &str, read: ReadFile<'_>) -> Result<String, Vec<String>> {
        let path = beside(&self.file, from);
        read(&path).map_err(|why| vec![format!("{}: {path} cannot be read: {why}", self.file)])
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
        failures.extend(giving.left());
        for (name, seat) in seats.iter().filter(|(_, seat)| *seat != Seat::Clock) {
            let view = serde_json::to_value(game.view(*seat)).unwrap_or_default();
            outcome.views.insert(name.clone(), view);
        }
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

/// The name of a file given relative to the folder of another.
fn beside(file: &str, from: &str) -> String {
    if from.starts_with('/') {
        return from.into();
    }
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in from.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| !last.is_empty() && *last != "..") => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

fn lines(faults: &[Diagnostic]) -> Vec<String> {
    faults.iter().map(ToString::to_string).collect()
}
