//! A system behind one face, so that tables, stores and pages need not know which systems exist.

use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;

use crate::adjudication::{Acting, Halt, Transcript, judge, prove};
use crate::answers::Answers;
use crate::chance::Work;
use crate::commands::command;
use crate::diagnostic::{Diagnostic, Place};
use crate::facts;
use crate::foretold::{Foretold, PlanHead};
use crate::levels::{Levels, Settled};
use crate::measure::{self, MeasureHead, Wanted};
use crate::odds::{NoOdds, Odds, Weighed};
use crate::refusal::Refusals;
use crate::roll::{Question, RollRecord};
use crate::system::{RuleText, Sealed, Sealing, SideInfo, System};
use crate::view::{Block, Board, Contents, Page, PageHead, Paper, Text, View};
use crate::words::{Audience, RuleId, Seat};

/// The house rule for a command that is not understood.
pub const HOUSE_COMMAND: RuleId = RuleId("HOUSE-COMMAND");
/// The rule of the house on what one question about odds may cost.
pub const HOUSE_ODDS: RuleId = RuleId("HOUSE-ODDS");

/// How a command ends, in plain values.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// It happened: events with who may know them, and the rolls that explain them.
    Accepted {
        /// Events in order.
        events: Vec<(Audience, Value)>,
        /// Rolls in order.
        rolls: Vec<RollRecord>,
    },
    /// The rules say no; nothing has changed.
    Refused(Refusals),
    /// An answer is missing; nothing has changed.
    Awaiting(Box<Question>),
    /// The answer given does not fit the question; nothing has changed.
    Unfit(Box<Question>),
}

/// Something that cannot be read back from a log or a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable(pub String);

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unreadable {}

/// A set of rules that tables can be opened with.
pub trait Rulebook: Send + Sync {
    /// The name in files.
    fn name(&self) -> &'static str;
    /// The name in prose.
    fn title(&self) -> &'static str;
    /// The version of the rules.
    fn version(&self) -> u32;
    /// The rules with their ids.
    fn rules(&self) -> Vec<RuleText>;
    /// See [`System::PAGES`].
    fn pages(&self) -> &'static [PageHead];
    /// See [`System::in_absence_words`].
    fn in_absence_words(&self) -> &'static str;
    /// Opens a table from a set-up file.
    ///
    /// # Errors
    /// Every fault of the file.
    fn open(&self, file: &str, text: &str) -> Result<Box<dyn Game>, Vec<Diagnostic>>;
    /// Opens the table of a campaign that has begun already; see [`System::load_kept`].
    ///
    /// # Errors
    /// Every fault with which its log cannot be folded.
    fn open_kept(&self, file: &str, text: &str) -> Result<Box<dyn Game>, Vec<Diagnostic>> {
        self.open(file, text)
    }
}

/// The rules whose reader finds least fault with a set-up, for one that does not name its rules.
pub fn nearest<'a>(rulebooks: &[&'a dyn Rulebook], file: &str, text: &str) -> Option<&'a dyn Rulebook> {
    let distance = |rulebook: &&&dyn Rulebook| {
        let faults = rulebook.open(file, text).err().unwrap_or_default();
        // A part missing at the top, told at the file's first letter, speaks more against them than a fault further in.
        let is_missing_part = |fault: &&Diagnostic| fault.place == Some(Place { line: 1, column: 1 });
        faults.len() + 10 * faults.iter().filter(is_missing_part).count()
    };
    rulebooks.iter().min_by_key(distance).copied()
}

/// One running table of some system.
pub trait Game: Send + Sync {
    /// The system's name in files.
    fn system(&self) -> &'static str;
    /// What is odd about the set-up and no fault; see [`System::warnings`].
    fn warnings(&self) -> &[Diagnostic];
    /// See [`System::forecast`].
    fn forecast(&self) -> Vec<Block>;
    /// The title of the campaign.
    fn title(&self) -> String;
    /// The sides in the order of their seats.
    fn sides(&self) -> Vec<SideInfo>;
    /// See [`System::called`].
    fn called(&self, subject: &str) -> Option<String>;
    /// Whether a command would be accepted.
    ///
    /// # Errors
    /// The refusals it would meet.
    fn prove(&self, acting: Acting, command: &Value) -> Result<(), Refusals>;
    /// Judges a command and, when accepted, folds it.
    fn judge(&mut self, acting: Acting, command: &Value, answers: &mut dyn Answers) -> Verdict;
    /// The rolls that were answered before the last judgement came to wait. A table writes them down, so that no
    /// answer is ever asked for twice.
    fn rolls_before_waiting(&mut self) -> Vec<RollRecord>;
    /// Folds an event from the log.
    ///
    /// # Errors
    /// [`Unreadable`] when the event is of no known version.
    fn fold(&mut self, event: &Value) -> Result<(), Unreadable>;
    /// See [`System::contents`].
    fn contents(&self, seat: Seat) -> Contents;
    /// See [`System::page`].
    fn page(&self, seat: Seat, id: &str) -> Option<Page>;
    /// Every page of a seat: what it may see.
    fn view(&self, seat: Seat) -> View {
        View::of(self.contents(seat), |id| self.page(seat, id))
    }
    /// The sheets that a seat can print.
    fn papers(&self, seat: Seat) -> Vec<Paper>;
    /// What a command would come to, as far as a seat may know; see [`System::plan`].
    ///
    /// # Errors
    /// When the command is not understood.
    fn plan(&self, seat: Seat, command: &Value, supposed: &Value) -> Result<Vec<Block>, Refusals>;
    /// An event as prose.
    ///
    /// # Errors
    /// [`Unreadable`] when the event is of no known version.
    fn narrate(&self, event: &Value) -> Result<Text, Unreadable>;
    /// See [`System::is_retractable`]; an event that cannot be read is not.
    fn is_retractable(&self, event: &Value) -> bool;
    /// See [`System::begins_stretch`]; an event that cannot be read begins none.
    fn begins_stretch(&self, event: &Value) -> bool;
    /// See [`System::ends_stretch`]; an event that cannot be read ends none.
    fn ends_stretch(&self, event: &Value) -> bool;
    /// Lawful commands of a seat, at most `most`; for [`Seat::Clock`] what the engine does now.
    fn lawful(&self, seat: Seat, most: usize) -> Vec<Value>;
    /// One lawful command of a seat, any of them; `None` when there is none.
    fn sample(&self, seat: Seat, pick: &mut dyn FnMut(u64) -> u64) -> Option<Value>;
    /// What is done for a side that stays away; see [`System::in_absence`].
    fn in_absence(&self, seat: Seat) -> Option<Value>;
    /// Exact odds of a command.
    ///
    /// # Errors
    /// [`NoOdds`].
    fn odds(&self, acting: Acting, command: &Value) -> Result<Odds, NoOdds>;
    /// What may be asked of an outcome; see [`System::MEASURES`].
    fn measures(&self) -> Vec<MeasureHead>;
    /// What a command comes to, in words or in the figures that are asked for; see [`measure::weighed`].
    ///
    /// # Errors
    /// [`NoOdds`].
    fn weigh(
        &self,
        acting: Acting,
        command: &Value,
        wanted: &[Wanted],
        work: &Work<'_>,
    ) -> Result<Weighed, NoOdds>;
    /// The plans that a seat can ask about now; see [`System::plans`].
    fn plans(&self, seat: Seat) -> Vec<PlanHead>;
    /// The boards on which the orders of a plan are read beside those of the pages; see [`System::boards_ahead`].
    fn boards_ahead(&self, seat: Seat) -> Vec<Board>;
    /// What a plan comes to; see [`System::foretell`].
    ///
    /// # Errors
    /// Where the seat has no such plan now, or what is given does not fit its questions.
    fn foretell(&self, seat: Seat, plan: &str, given: &Value, work: &Work<'_>) -> Result<Foretold, Refusals>;
    /// The choice that a command seals, if it seals one.
    fn sealing(&self, seat: Seat, command: &Value) -> Option<Sealing>;
    /// What an event publishes of sealed choices.
    fn seals(&self, event: &Value) -> Vec<Sealed>;
    /// Whether play has reached its end.
    fn is_over(&self) -> bool;
    /// See [`System::levels`].
    fn levels(&self) -> Levels;
    /// See [`System::hands_up`].
    fn hands_up(&self) -> Option<Value>;
    /// See [`System::takes_in`].
    fn takes_in(&self, slot: &str, handed: &Value) -> Option<Value>;
    /// See [`System::without_umpire`].
    fn without_umpire(&self) -> bool;
    /// See [`System::settles`]; a command that is not understood settles nothing.
    fn settles(&self, command: &Value) -> Option<Settled>;
    /// The facts of the position.
    fn position(&self) -> Value;
    /// Replaces the state by the one with these facts.
    ///
    /// # Errors
    /// Every fact that cannot be.
    fn set_position(&mut self, position: Value) -> Result<(), Vec<Diagnostic>>;
    /// A state this seat could believe in.
    fn imagine(&self, seat: Seat, pick: &mut dyn FnMut(u64) -> u64) -> Box<dyn Game>;
    /// A copy.
    fn copy(&self) -> Box<dyn Game>;
}

/// Gives a [`System`] the face of a [`Rulebook`].
pub struct Typed<S>(PhantomData<fn() -> S>);

impl<S> Typed<S> {
    /// The rulebook of the system.
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<S> Default for Typed<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: System> Rulebook for Typed<S> {
    fn name(&self) -> &'static str {
        S::NAME
    }
    fn title(&self) -> &'static str {
        S::TITLE
    }
    fn version(&self) -> u32 {
        S::RULES_VERSION
    }
    fn rules(&self) -> Vec<RuleText> {
        S::rules()
    }
    fn pages(&self) -> &'static [PageHead] {
        S::PAGES
    }
    fn in_absence_words(&self) -> &'static str {
        S::in_absence_words()
    }
    fn open(&self, file: &str, text: &str) -> Result<Box<dyn Game>, Vec<Diagnostic>> {
        S::load(file, text).map(begun::<S>)
    }
    fn open_kept(&self, file: &str, text: &str) -> Result<Box<dyn Game>, Vec<Diagnostic>> {
        S::load_kept(file, text).map(begun::<S>)
    }
}

/// The table of a set-up before the first command.
fn begun<S: System>(setup: Arc<S::Setup>) -> Box<dyn Game> {
    let state = S::open(Arc::clone(&setup));
    Box::new(Running::<S> { setup, state, transcript: Transcript::new() })
}

struct Running<S: System> {
    setup: Arc<S::Setup>,
    state: S::State,
    transcript: Transcript<S>,
}

fn event<S: System>(value: &Value) -> Result<S::Event, Unreadable> {
    S::Event::deserialize(value).map_err(|fault| {
        // Names that it could have had help nobody who reads a log.
        let fault = fault.to_string();
        let fault = fault.split_once(", expected one of").map_or(fault.as_str(), |(fault, _)| fault);
        let (system, version, name) = (S::NAME, S::RULES_VERSION, &value["event"]);
        Unreadable(format!("{system} rules version {version} cannot read the event {name}: {fault}"))
    })
}

fn value(thing: &impl serde::Serialize) -> Value {
    serde_json::to_value(thing).expect("commands, events and positions are plain values with text keys")
}

impl<S: System> Running<S> {
    fn with(&self, state: S::State) -> Box<dyn Game> {
        Box::new(Self { setup: Arc::clone(&self.setup), state, transcript: Transcript::new() })
    }

    fn templates(&self, seat: Seat) -> Vec<S::Template> {
        let mut templates = Vec::new();
        S::offers(&self.state, seat, &mut templates);
        templates
    }
}

impl<S: System> Game for Running<S> {
    fn system(&self) -> &'static str {
        S::NAME
    }
    fn warnings(&self) -> &[Diagnostic] {
        S::warnings(&self.setup)
    }
    fn forecast(&self) -> Vec<Block> {
        S::forecast(&self.setup)
    }
    fn title(&self) -> String {
        S::title(&self.setup)
    }
    fn sides(&self) -> Vec<SideInfo> {
        S::sides(&self.setup)
    }
    fn called(&self, subject: &str) -> Option<String> {
        S::called(&self.setup, subject)
    }

    fn prove(&self, acting: Acting, asked: &Value) -> Result<(), Refusals> {
        prove::<S>(&self.state, acting, &command::<S>(asked)?)
    }

    fn judge(&mut self, acting: Acting, asked: &Value, answers: &mut dyn Answers) -> Verdict {
        let command = match command::<S>(asked) {
            Ok(command) => command,
            Err(refusals) => return Verdict::Refused(refusals),
        };
        let mut kept = answers.may_run_short().then(|| self.state.clone());
        let state = &mut self.state;
        let verdict = match judge::<S>(state, acting, &command, answers, &mut self.transcript) {
            Ok(()) => {
                kept = None;
                let events = self.transcript.events.iter().map(|event| (S::audience(event), value(event)));
                Verdict::Accepted {
                    events: events.collect(),
                    rolls: std::mem::take(&mut self.transcript.rolls),
                }
            }
            Err(Halt::Refused(refusals)) => Verdict::Refused(refusals),
            Err(Halt::Awaiting(question)) => Verdict::Awaiting(question),
            Err(Halt::Unfit(question)) => Verdict::Unfit(question),
            Err(Halt::Proven | Halt::Weighed) => unreachable!("play ends neither as proven nor as weighed"),
        };
        if let Some(kept) = kept {
            self.state = kept;
        }
        verdict
    }

    fn rolls_before_waiting(&mut self) -> Vec<RollRecord> {
        std::mem::take(&mut self.transcript.rolls)
    }

    fn fold(&mut self, recorded: &Value) -> Result<(), Unreadable> {
        S::fold(&mut self.state, &event::<S>(recorded)?);
        Ok(())
    }

    fn contents(&self, seat: Seat) -> Contents {
        S::contents(&self.state, seat)
    }

    fn page(&self, seat: Seat, id: &str) -> Option<Page> {
        S::page(&self.state, seat, id)
    }

    fn papers(&self, seat: Seat) -> Vec<Paper> {
        S::papers(&self.state, seat)
    }

    fn plan(&self, seat: Seat, asked: &Value, supposed: &Value) -> Result<Vec<Block>, Refusals> {
        // What is not understood is said where its summary would stand.
        Ok(match command::<S>(asked) {
            Ok(command) => S::plan(&self.state, seat, &command, supposed),
            Err(refusals) => {
                refusals.all().iter().map(|one| Block::Note(Text::new(one.sentence.clone()))).collect()
            }
        })
    }

    fn narrate(&self, recorded: &Value) -> Result<Text, Unreadable> {
        Ok(S::narrate(&self.setup, &event::<S>(recorded)?))
    }

    fn is_retractable(&self, recorded: &Value) -> bool {
        event::<S>(recorded).is_ok_and(|event| S::is_retractable(S::setup(&self.state), &event))
    }

    fn begins_stretch(&self, recorded: &Value) -> bool {
        event::<S>(recorded).is_ok_and(|event| S::begins_stretch(&event))
    }

    fn ends_stretch(&self, recorded: &Value) -> bool {
        event::<S>(recorded).is_ok_and(|event| S::ends_stretch(&event))
    }

    fn lawful(&self, seat: Seat, most: usize) -> Vec<Value> {
        let mut commands = Vec::new();
        for template in self.templates(seat) {
            if commands.len() >= most {
                break;
            }
            S::each(&self.state, seat, &template, &mut |command| {
                commands.push(value(&command));
                if commands.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
        commands
    }

    fn sample(&self, seat: Seat, pick: &mut dyn FnMut(u64) -> u64) -> Option<Value> {
        let templates = self.templates(seat);
        if templates.is_empty() {
            return None;
        }
        let template = &templates[pick(templates.len() as u64) as usize];
        Some(value(&S::sample(&self.state, seat, template, pick)))
    }

    fn in_absence(&self, seat: Seat) -> Option<Value> {
        S::in_absence(&self.state, seat).map(|command| value(&command))
    }

    fn odds(&self, acting: Acting, asked: &Value) -> Result<Odds, NoOdds> {
        Odds::of::<S>(&self.state, acting, &command::<S>(asked).map_err(NoOdds::Refused)?)
    }

    fn measures(&self) -> Vec<MeasureHead> {
        S::MEASURES.iter().map(|one| MeasureHead { id: one.id, name: one.name }).collect()
    }

    fn weigh(
        &self,
        acting: Acting,
        asked: &Value,
        wanted: &[Wanted],
        work: &Work<'_>,
    ) -> Result<Weighed, NoOdds> {
        let command = command::<S>(asked).map_err(NoOdds::Refused)?;
        measure::weighed::<S>(&self.state, acting, &command, wanted, work)
    }

    fn plans(&self, seat: Seat) -> Vec<PlanHead> {
        S::plans(&self.state, seat)
    }

    fn boards_ahead(&self, seat: Seat) -> Vec<Board> {
        S::boards_ahead(&self.state, seat)
    }

    fn foretell(&self, seat: Seat, plan: &str, given: &Value, work: &Work<'_>) -> Result<Foretold, Refusals> {
        S::foretell(&self.state, seat, plan, given, work)
    }

    fn sealing(&self, seat: Seat, asked: &Value) -> Option<Sealing> {
        S::sealing(&self.state, seat, &command::<S>(asked).ok()?)
    }

    fn seals(&self, recorded: &Value) -> Vec<Sealed> {
        event::<S>(recorded).map_or_else(|_| Vec::new(), |event| S::seals(&self.setup, &event))
    }

    fn is_over(&self) -> bool {
        S::is_over(&self.state)
    }

    fn levels(&self) -> Levels {
        S::levels(&self.state)
    }

    fn hands_up(&self) -> Option<Value> {
        S::hands_up(&self.state)
    }

    fn takes_in(&self, slot: &str, handed: &Value) -> Option<Value> {
        S::takes_in(&self.state, slot, handed).map(|command| value(&command))
    }

    fn without_umpire(&self) -> bool {
        S::without_umpire(&self.setup)
    }

    fn settles(&self, asked: &Value) -> Option<Settled> {
        S::settles(&self.state, &command::<S>(asked).ok()?)
    }

    fn position(&self) -> Value {
        value(&S::position(&self.state))
    }

    fn set_position(&mut self, position: Value) -> Result<(), Vec<Diagnostic>> {
        let facts = facts::read(position)?;
        self.state = S::open_position(Arc::clone(&self.setup), facts)?;
        Ok(())
    }

    fn imagine(&self, seat: Seat, pick: &mut dyn FnMut(u64) -> u64) -> Box<dyn Game> {
        self.with(S::imagine(&self.state, seat, pick))
    }

    fn copy(&self) -> Box<dyn Game> {
        self.with(self.state.clone())
    }
}
