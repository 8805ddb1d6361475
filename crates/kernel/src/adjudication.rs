//! The one context in which a rule is judged, and its verbs: look, ask, record, refuse.

mod subjects;

use crate::answers::{Answered, Answers, Asked, Drawn};
use crate::chart::{Chart, ChartResult};
use crate::die::{Die, Winner};
use crate::grammar::{Checked, Reasons};
use crate::refusal::{Refusal, Refusals};
use crate::roll::{BandRecord, ChartRecord, ModifierRecord, Modifiers, Origin, Question, RollRecord};
use crate::system::System;
use crate::words::{Audience, Id, Occasion, RuleId, Seat, Subject};

pub(crate) use subjects::Weigh;

/// On whose behalf a command comes, and who really gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Acting {
    /// The seat whose command it is.
    pub seat: Seat,
    /// The seat that gives it: the same, or the umpire or the clock on its behalf.
    pub by: Seat,
}

impl Acting {
    /// A seat acts for itself.
    pub fn own(seat: Seat) -> Self {
        Self { seat, by: seat }
    }
}

/// Why a judgement stops before its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt {
    /// The rules say no. Nothing has changed.
    Refused(Refusals),
    /// An answer is missing. The state has to be thrown away and judged again when the answer is there.
    Awaiting(Box<Question>),
    /// The answer given does not fit the question: a face the die does not have, a choice that is not offered.
    Unfit(Box<Question>),
    /// Looking only: every check is passed and the command would be accepted.
    Proven,
    /// Weighing only: the subjects of a rule have been weighed apart, so there is no one state to go on with.
    Weighed,
}

/// How a judgement ends.
pub type Adjudged<T = ()> = Result<T, Halt>;

/// What came of a command: its events in order, and the rolls that explain them. Reused between commands.
#[derive(Clone, Debug)]
pub struct Transcript<S: System> {
    /// Events in the order in which they were recorded.
    pub events: Vec<S::Event>,
    /// Answered questions in order, when records are wanted.
    pub rolls: Vec<RollRecord>,
}

impl<S: System> Transcript<S> {
    /// An empty transcript.
    pub fn new() -> Self {
        Self { events: Vec::new(), rolls: Vec::new() }
    }

    /// Forgets everything, keeps the memory.
    pub fn clear(&mut self) {
        self.events.clear();
        self.rolls.clear();
    }
}

impl<S: System> Default for Transcript<S> {
    fn default() -> Self {
        Self::new()
    }
}

enum Ground<'a, S: System> {
    Play {
        state: &'a mut S::State,
        transcript: &'a mut Transcript<S>,
        answers: &'a mut dyn Answers,
        /// Who weighs subjects apart, instead of playing one after the other.
        weigh: Option<&'a mut dyn Weigh<S>>,
    },
    Look(&'a S::State),
}

/// What a rule sees of the world while it judges one command.
pub struct Adjudication<'a, S: System> {
    ground: Ground<'a, S>,
    acting: Acting,
    committed: bool,
    /// Nobody will read the sentences of refusals, so none are made.
    silent: bool,
}

/// What a question is about and who may know its answer. Build with [`Ask::new`].
///
/// Rule, occasion, side, subject and number are the question's identity, and a campaign's dice answer by it alone. So
/// none of them may hang on a name that somebody chooses, or on the order of acts that do not concern each other.
#[derive(Clone, Copy, Debug)]
pub struct Ask {
    rule: RuleId,
    side: Option<u8>,
    subject: Option<Subject>,
    known_as: Option<Id>,
    nth: u16,
    audience: Option<Audience>,
    by_no_hand: bool,
    text: &'static str,
}

impl Ask {
    /// A question by `rule`, asked once on its occasion; `text` says in a few words what is rolled or decided.
    pub fn new(rule: RuleId, text: &'static str) -> Self {
        Self {
            rule,
            side: None,
            subject: None,
            known_as: None,
            nth: 1,
            audience: None,
            by_no_hand: false,
            text,
        }
    }

    /// The side that it is asked for.
    #[must_use]
    pub fn of(mut self, side: u8) -> Self {
        self.side = Some(side);
        self
    }

    /// What the question is about.
    #[must_use]
    pub fn about(mut self, subject: impl Into<Subject>) -> Self {
        self.subject = Some(subject.into());
        self
    }

    /// What its identity names in the place of what it is about: for things whose shown name hangs on an order or on a
    /// place that somebody chose.
    #[must_use]
    pub fn known_as(mut self, name: impl Into<Id>) -> Self {
        self.known_as = Some(name.into());
        self
    }

    /// Which time the rules ask this on this occasion, from 1, counted in facts: shots fired, fights for a hex.
    #[must_use]
    pub fn nth(mut self, nth: usize) -> Self {
        self.nth = u16::try_from(nth).unwrap_or(u16::MAX);
        self
    }

    /// Who may know the question and its answer. Without this: the acting side, or everyone for other seats.
    #[must_use]
    pub fn seen_by(mut self, audience: Audience) -> Self {
        self.audience = Some(audience);
        self
    }

    /// Whoever would type the answer would learn, or choose, what no seat may know: the campaign's own dice give it, also where
    /// others are typed in.
    #[must_use]
    pub fn by_no_hand(mut self) -> Self {
        self.by_no_hand = true;
        self
    }
}

/// Judges a command on `state`, recording into `transcript` (cleared first) and folding as it goes.
///
/// # Errors
/// [`Halt::Refused`] leaves the state as it was. After [`Halt::Awaiting`] or [`Halt::Unfit`] the state may be
/// half changed: pass a copy when `answers` may run short.
pub fn judge<S: System>(
    state: &mut S::State,
    acting: Acting,
    command: &S::Command,
    answers: &mut dyn Answers,
    transcript: &mut Transcript<S>,
) -> Adjudged {
    judge_with(state, acting, command, answers, transcript, None)
}

/// As [`judge`]; where there is somebody who weighs, a rule's independent subjects are weighed apart.
pub(crate) fn judge_with<'a, S: System>(
    state: &'a mut S::State,
    acting: Acting,
    command: &S::Command,
    answers: &'a mut dyn Answers,
    transcript: &'a mut Transcript<S>,
    weigh: Option<&'a mut dyn Weigh<S>>,
) -> Adjudged {
    transcript.clear();
    let ground = Ground::Play { state, transcript, answers, weigh };
    let mut cx = Adjudication { ground, acting, committed: false, silent: false };
    S::adjudicate(&mut cx, command)
}

/// Whether a command would be accepted: all checks, nothing rolled, nothing recorded.
///
/// # Errors
/// The refusals it would meet.
pub fn prove<S: System>(state: &S::State, acting: Acting, command: &S::Command) -> Result<(), Refusals> {
    look::<S>(state, acting, command, false)
}

/// As [`prove`], for those who ask of many commands and only want to know whether: no sentence is made.
pub fn is_lawful<S: System>(state: &S::State, acting: Acting, command: &S::Command) -> bool {
    look::<S>(state, acting, command, true).is_ok()
}

fn look<S: System>(
    state: &S::State,
    acting: Acting,
    command: &S::Command,
    silent: bool,
) -> Result<(), Refusals> {
    let mut cx = Adjudication { ground: Ground::<S>::Look(state), acting, committed: false, silent };
    match S::adjudicate(&mut cx, command) {
        Err(Halt::Refused(refusals)) => Err(refusals),
        Ok(()) | Err(Halt::Proven | Halt::Weighed | Halt::Awaiting(_) | Halt::Unfit(_)) => Ok(()),
    }
}

impl<S: System> Adjudication<'_, S> {
    /// The state as it is now, everything recorded so far included.
    pub fn state(&self) -> &S::State {
        match &self.ground {
            Ground::Play { state, .. } => state,
            Ground::Look(state) => state,
        }
    }

    /// The set-up.
    pub fn setup(&self) -> &S::Setup {
        S::setup(self.state())
    }

    /// On whose behalf the command comes, and who gives it.
    pub fn acting(&self) -> Acting {
        self.acting
    }

    /// The seat whose command it is.
    pub fn seat(&self) -> Seat {
        self.acting.seat
    }

    /// Refuses the command. The sentence is only made when it is needed.
    ///
    /// # Errors
    /// Always: the refusal itself, so that rules can write `return cx.refuse(…)`.
    pub fn refuse<T>(
        &self,
        rule: impl Into<RuleId>,
        code: &'static str,
        sentence: impl FnOnce() -> String,
    ) -> Adjudged<T> {
        let rule = rule.into();
        debug_assert!(!self.committed, "{rule} refuses after the first roll or record");
        if self.silent {
            return Err(Halt::Refused(Refusals::untold()));
        }
        Err(Halt::Refused(Refusal::new(rule, code, sentence()).into()))
    }

    /// Refuses with several reasons at once, in the catalogue's order; goes on when there are none.
    ///
    /// # Errors
    /// [`Halt::Refused`] when the list is not empty.
    pub fn refuse_all(&self, reasons: Vec<Refusal>) -> Adjudged {
        debug_assert!(!self.committed || reasons.is_empty(), "refused after the first roll or record");
        Refusals::from_list(reasons).map_or(Ok(()), |refusals| Err(Halt::Refused(refusals)))
    }

    /// Asks a rule's check, and refuses with the first reason that it finds; gives what the check gives.
    ///
    /// # Errors
    /// [`Halt::Refused`] when something stands against the command.
    pub fn check<T>(&self, check: impl FnOnce(&mut Reasons) -> Checked<T>) -> Adjudged<T> {
        self.ask(check, Reasons::first())
    }

    /// As [`Adjudication::check`], with every reason at once in the order in which the check finds them.
    ///
    /// # Errors
    /// [`Halt::Refused`] when something stands against the command.
    pub fn check_all<T>(&self, check: impl FnOnce(&mut Reasons) -> Checked<T>) -> Adjudged<T> {
        self.ask(check, Reasons::all())
    }

    fn ask<T>(&self, check: impl FnOnce(&mut Reasons) -> Checked<T>, told: Reasons) -> Adjudged<T> {
        let mut why = if self.silent { Reasons::whether() } else { told };
        let checked = check(&mut why);
        why.settle(checked).map_err(|reasons| {
            debug_assert!(!self.committed, "refused after the first roll or record");
            Halt::Refused(Refusals::from_list(reasons).unwrap_or(Refusals::untold()))
        })
    }

    /// Records what happened and folds it at once, so that the next rule of the same command sees the result.
    ///
    /// # Errors
    /// [`Halt::Proven`] when only looking.
    pub fn record(&mut self, event: impl Into<S::Event>) -> Adjudged {
        let event = event.into();
        self.committed = true;
        match &mut self.ground {
            Ground::Look(_) => Err(Halt::Proven),
            Ground::Play { state, transcript, .. } => {
                S::fold(state, &event);
                transcript.events.push(event);
                Ok(())
            }
        }
    }

    /// One throw without a chart; gives what [`Die::read`] reads off the faces.
    ///
    /// # Errors
    /// [`Halt`] when no fitting answer is there, or when only looking.
    pub fn roll(&mut self, ask: Ask, die: Die) -> Adjudged<i32> {
        self.thrown(ask, die).map(|(figure, _)| figure)
    }

    fn thrown(&mut self, ask: Ask, die: Die) -> Adjudged<(i32, Option<crate::die::Faces>)> {
        let (lowest, _) = die.span();
        let what = What::die(die);
        match self.put(ask, what, &|| die.ways())? {
            Put::Outcome(index) => Ok((lowest + index as i32, None)),
            Put::Choice(_) => Err(self.unfit(ask, what)),
            Put::Faces(faces, origin) => {
                let figure = die.read(&faces);
                self.write(ask, what, |asked| RollRecord {
                    asked,
                    faces: faces.to_vec(),
                    origin: Some(origin),
                    modifiers: Vec::new(),
                    total: figure,
                    chart: None,
                });
                Ok((figure, Some(faces)))
            }
        }
    }

    /// Two parties throw against each other until one is higher.
    ///
    /// # Errors
    /// As [`Adjudication::roll`].
    pub fn high_roll(&mut self, ask: Ask, sides: u16) -> Adjudged<Winner> {
        self.high_dice(ask, sides).map(|(winner, _)| winner)
    }

    /// As [`Adjudication::high_roll`], with the dice of the deciding throw in the order of the parties; absent where
    /// only the outcome is answered, as for odds.
    ///
    /// # Errors
    /// As [`Adjudication::roll`].
    pub fn high_dice(&mut self, ask: Ask, sides: u16) -> Adjudged<(Winner, Option<[u16; 2]>)> {
        let (figure, faces) = self.thrown(ask, Die::HighRoll { sides })?;
        let winner = if figure == 1 { Winner::First } else { Winner::Second };
        Ok((winner, faces.and_then(|faces| faces[..].try_into().ok())))
    }

    /// Draws one of several by lot; gives its index. The campaign's dice give each of them a word of its own, by its name,
    /// and the lowest is drawn: who else is in the draw moves no word. At a table it is a die with a face for each.
    ///
    /// # Errors
    /// As [`Adjudication::roll`].
    pub fn lot(&mut self, ask: Ask, lots: &[Id]) -> Adjudged<usize> {
        let die = Die::D(u16::try_from(lots.len()).unwrap_or(u16::MAX));
        let what = What { lots, ..What::die(die) };
        match self.put(ask, what, &|| die.ways())? {
            Put::Outcome(index) => Ok(index),
            Put::Choice(_) => Err(self.unfit(ask, what)),
            Put::Faces(faces, origin) => {
                let figure = die.read(&faces);
                self.write(ask, what, |asked| RollRecord {
                    asked,
                    faces: faces.to_vec(),
                    origin: Some(origin),
                    modifiers: Vec::new(),
                    total: figure,
                    chart: None,
                });
                Ok(usize::try_from(figure - 1).unwrap_or(0))
            }
        }
    }

    /// One chance over a chart's rows: the chart's die plus modifiers, and the row they hit.
    ///
    /// # Errors
    /// As [`Adjudication::roll`].
    pub fn draw<R: ChartResult>(
        &mut self,
        ask: Ask,
        chart: impl Fn(&S::Setup) -> &Chart<R>,
        modifiers: &Modifiers,
    ) -> Adjudged<R> {
        let total = modifiers.total();
        let die = chart(self.setup()).die();
        let what = What::die(die);
        let put = match &mut self.ground {
            Ground::Look(_) => {
                self.committed = true;
                return Err(Halt::Proven);
            }
            Ground::Play { state, answers, .. } => {
                let setup = S::setup(state);
                let occasion = occasion::<S>(state, *answers);
                put(self.acting, ask, what, occasion, &|| chart(setup).weights(total), *answers)
            }
        };
        self.committed = true;
        match put.map_err(|missing| missing.halt(question(self, ask, what)))? {
            Put::Outcome(row) => Ok(chart(self.setup()).rows()[row].result),
            Put::Choice(_) => Err(self.unfit(ask, what)),
            Put::Faces(faces, origin) => {
                let figure = die.read(&faces);
                let (record, result) = {
                    let chart = chart(self.setup());
                    let hit = chart.row_of(figure + total);
                    let bands = || {
                        let band = |row: &crate::chart::Row<R>| BandRecord {
                            band: row.band(),
                            result: row.result.words(),
                        };
                        let bands = chart.rows().iter().map(band).collect();
                        ChartRecord { id: chart.id().into(), title: chart.title().into(), bands, hit }
                    };
                    (self.wants_records().then(bands), chart.rows()[hit].result)
                };
                self.write(ask, what, |asked| RollRecord {
                    asked,
                    faces: faces.to_vec(),
                    origin: Some(origin),
                    modifiers: modifiers.iter().map(written).collect(),
                    total: figure + total,
                    chart: record,
                });
                Ok(result)
            }
        }
    }

    /// Asks the umpire to choose one of several answers; gives its index.
    ///
    /// # Errors
    /// As [`Adjudication::roll`].
    pub fn ruling(&mut self, ask: Ask, choices: &[&str]) -> Adjudged<u8> {
        let what = What { die: None, choices, lots: &[] };
        match self.put(ask, what, &|| vec![1; choices.len()])? {
            Put::Choice(choice) if usize::from(choice) < choices.len() => {
                self.write(ask, what, |asked| RollRecord {
                    asked,
                    faces: Vec::new(),
                    origin: None,
                    modifiers: Vec::new(),
                    total: choice.into(),
                    chart: None,
                });
                Ok(choice)
            }
            Put::Outcome(index) => Ok(u8::try_from(index).unwrap_or(0)),
            Put::Choice(_) | Put::Faces(..) => Err(self.unfit(ask, what)),
        }
    }

    fn wants_records(&self) -> bool {
        matches!(&self.ground, Ground::Play { answers, .. } if answers.wants_records())
    }

    fn put(&mut self, ask: Ask, what: What<'_>, weights: &dyn Fn() -> Vec<u64>) -> Adjudged<Put> {
        self.committed = true;
        let Ground::Play { state, answers, .. } = &mut self.ground else { return Err(Halt::Proven) };
        let occasion = occasion::<S>(state, *answers);
        put(self.acting, ask, what, occasion, weights, *answers)
            .map_err(|missing| missing.halt(question(self, ask, what)))
    }

    fn unfit(&self, ask: Ask, what: What<'_>) -> Halt {
        Halt::Unfit(Box::new(question(self, ask, what)))
    }

    fn write(&mut self, ask: Ask, what: What<'_>, record: impl FnOnce(Question) -> RollRecord) {
        if self.wants_records() {
            let asked = question(self, ask, what);
            if let Ground::Play { transcript, .. } = &mut self.ground {
                transcript.rolls.push(record(asked));
            }
        }
    }
}

/// What can answer a question: a die, also as a draw by lot, or choices.
#[derive(Clone, Copy)]
struct What<'a> {
    die: Option<Die>,
    choices: &'a [&'a str],
    lots: &'a [Id],
}

impl What<'_> {
    fn die(die: Die) -> Self {
        Self { die: Some(die), choices: &[], lots: &[] }
    }
}

enum Put {
    Outcome(usize),
    Faces(crate::die::Faces, Origin),
    Choice(u8),
}

enum Missing {
    NotYet,
    Unfit,
}

impl Missing {
    fn halt(self, question: Question) -> Halt {
        match self {
            Self::NotYet => Halt::Awaiting(Box::new(question)),
            Self::Unfit => Halt::Unfit(Box::new(question)),
        }
    }
}

fn audience(acting: Acting, ask: Ask) -> Audience {
    ask.audience.unwrap_or(match acting.seat {
        Seat::Side(side) => Audience::Side(side),
        _ => Audience::Public,
    })
}

fn occasion<S: System>(state: &S::State, answers: &dyn Answers) -> Occasion {
    if answers.wants_identity() { S::occasion(state) } else { Occasion::default() }
}

fn put(
    acting: Acting,
    ask: Ask,
    what: What<'_>,
    occasion: Occasion,
    weights: &dyn Fn() -> Vec<u64>,
    answers: &mut dyn Answers,
) -> Result<Put, Missing> {
    let What { die, choices, lots } = what;
    let asked = Asked {
        seat: acting.seat,
        rule: ask.rule,
        occasion,
        side: ask.side,
        subject: ask.subject,
        known_as: ask.known_as,
        nth: ask.nth,
        audience: audience(acting, ask),
        by_no_hand: ask.by_no_hand,
        die,
        choices,
        lots,
    };
    if let Drawn::Outcome(index) = answers.draw(&asked, weights) {
        return Ok(Put::Outcome(index));
    }
    match answers.answer(&asked) {
        Answered::NotYet => Err(Missing::NotYet),
        Answered::Choice(choice) => Ok(Put::Choice(choice)),
        Answered::Faces(faces, origin) => match die {
            Some(die) if die.admits(&faces) => Ok(Put::Faces(faces, origin)),
            _ => Err(Missing::Unfit),
        },
    }
}

fn question<S: System>(cx: &Adjudication<'_, S>, ask: Ask, what: What<'_>) -> Question {
    let What { die, choices, lots } = what;
    Question {
        rule: ask.rule.0.into(),
        occasion: S::occasion(cx.state()).as_str().into(),
        side: ask.side,
        subject: ask.subject,
        known_as: ask.known_as,
        nth: ask.nth,
        audience: audience(cx.acting, ask),
        die,
        text: ask.text.into(),
        choices: choices.iter().map(|choice| (*choice).into()).collect(),
        lots: lots.to_vec(),
    }
}

fn written(modifier: &crate::roll::Modifier) -> ModifierRecord {
    ModifierRecord { amount: modifier.amount, label: modifier.label.into(), rule: modifier.rule.0.into() }
}
