//! What the suite reports: the law that is broken and how to show it again, or what was tried.

use std::collections::BTreeMap;
use std::fmt;

/// The laws, in the words a failing test shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Law {
    /// The set-up file loads.
    SetupLoads,
    /// Nothing panics; in debug builds this includes refusing after the first answer or record.
    NoPanic,
    /// Each sampled or enumerated command is accepted, by `prove` and by `judge`.
    OfferedIsAccepted,
    /// A template is offered only if one command of it is lawful.
    OfferIsNotEmpty,
    /// A command outside every domain of its seat is refused.
    OutsideIsRefused,
    /// `judge` accepts and refuses exactly as `prove` says, with the same reasons.
    ProveAgrees,
    /// A refused command changes, records and asks nothing.
    RefusalIsInert,
    /// Folding the recorded events, through JSON, gives the state that was judged.
    FoldIsLive,
    /// Judging a recorded command again with its recorded answers gives the same events, rolls and state.
    ReplayIsRecord,
    /// Judging with too few answers waits for the next question and says which.
    ShortAnswersWait,
    /// The position of a state, through JSON and TOML, opens as that state.
    PositionRoundTrips,
    /// Commands of different sides that act at the same time give the same state in either order.
    ParallelCommutes,
    /// No two questions of one course have the same identity, and the set-up fixes what a question throws.
    QuestionsAreOne,
    /// Two neighbouring acts that are lawful in both orders ask the same questions in both.
    OrderAsksTheSame,
    /// A world that differs only in what a seat may not know gives that seat the same view, byte for byte.
    ViewKeepsSecrets,
    /// … the same offers and the same domains.
    OffersKeepSecrets,
    /// … the same acceptance and the same refusals.
    RefusalsKeepSecrets,
    /// … the same odds.
    OddsKeepSecrets,
    /// What a seat imagines depends on what it knows alone.
    ImagineKnowsNoMore,
    /// A command of which a seat sees no event changes nothing that seat can see, and shows it no roll.
    UnseenIsInvisible,
    /// Random play never sticks before its end.
    NeverSticks,
    /// At the end no seat has an offer.
    EndIsQuiet,
    /// Odds add up to one, and what happens is among them.
    OddsAddUp,
    /// Odds of a measure are those of every branch, and those of a plan add up to one.
    MeasuresAreExact,
    /// An open control is accepted and a closed one refused with the reason it shows.
    ControlsDoNotLie,
    /// What goes to a table below leaves this one, stays as it is on the way, and comes back or is lost.
    LevelsConserve,
    /// What is listed of the pages is what they tell, and a page built alone is the one built among the others.
    PagesAgree,
}

impl Law {
    /// The law as a sentence.
    pub fn words(self) -> &'static str {
        match self {
            Self::SetupLoads => "the set-up loads",
            Self::NoPanic => "nothing panics",
            Self::OfferedIsAccepted => "every offered command is accepted",
            Self::OfferIsNotEmpty => "every offer holds a lawful command",
            Self::OutsideIsRefused => "commands outside the offers are refused",
            Self::ProveAgrees => "prove and judge agree",
            Self::RefusalIsInert => "a refused command changes nothing",
            Self::FoldIsLive => "folding the recorded events gives the live state",
            Self::ReplayIsRecord => "judging the record again gives the record",
            Self::ShortAnswersWait => "a command waits for the answers it lacks",
            Self::PositionRoundTrips => "a position opens as the state it was taken from",
            Self::ParallelCommutes => "commands of parallel sides commute",
            Self::QuestionsAreOne => "each question is asked once and has one die",
            Self::OrderAsksTheSame => "the order of acts asks no other questions",
            Self::ViewKeepsSecrets => "a view tells nothing hidden",
            Self::OffersKeepSecrets => "offers tell nothing hidden",
            Self::RefusalsKeepSecrets => "acceptance and refusals tell nothing hidden",
            Self::OddsKeepSecrets => "odds tell nothing hidden",
            Self::ImagineKnowsNoMore => "imagining uses no hidden fact",
            Self::UnseenIsInvisible => "unseen events change nothing that is seen",
            Self::NeverSticks => "play never sticks",
            Self::EndIsQuiet => "nobody has an offer after the end",
            Self::OddsAddUp => "odds add up to one and hold what happens",
            Self::MeasuresAreExact => "odds of measures are exact",
            Self::ControlsDoNotLie => "controls do as they show",
            Self::LevelsConserve => "what goes to a table below is on the way, comes back or is lost",
            Self::PagesAgree => "the list of pages and the pages agree",
        }
    }
}

/// A broken law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// Which.
    pub law: Law,
    /// The set-up file.
    pub setup: String,
    /// The seed of the play.
    pub seed: u64,
    /// Commands played before.
    pub step: u32,
    /// What was found.
    pub what: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { law, setup, seed, step, what } = self;
        write!(f, "Law broken: {}.\n  {setup}, seed {seed}, after {step} commands\n  {what}", law.words())
    }
}

impl std::error::Error for Broken {}

/// What was tried. Numbers of nought show what the plan did not reach.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// Plays that reached their end.
    pub ended: u64,
    /// Plays broken off at the plan's limit.
    pub cut: u64,
    /// Commands played.
    pub commands: u64,
    /// Commands of walked domains tried.
    pub walked: u64,
    /// Foreign and altered commands tried.
    pub probed: u64,
    /// Worlds compared.
    pub worlds: u64,
    /// Of these, worlds that differ from the truth.
    pub other_worlds: u64,
    /// Commands of which some seat saw nothing.
    pub unseen: u64,
    /// Pairs of parallel commands tried in both orders.
    pub pairs: u64,
    /// Questions asked.
    pub questions: u64,
    /// Neighbouring acts tried in both orders, at least one of which asked something.
    pub swapped: u64,
    /// Neighbouring acts one of which asked otherwise after the other: it read what that one wrote.
    pub dependent: u64,
    /// Exact odds worked out, or compared between worlds.
    pub odds: u64,
    /// Controls tried.
    pub controls: u64,
    /// Tables below that were opened.
    pub opened_below: u64,
    /// Tables below that were settled.
    pub settled_below: u64,
    /// Events by kind.
    pub events: BTreeMap<String, u64>,
    /// Refusals met by rule and code.
    pub refusals: BTreeMap<String, u64>,
}

/// A broken law before it is known where.
#[derive(Debug)]
pub(super) struct Fault {
    pub law: Law,
    pub what: String,
}

/// What a law says to one trial.
pub(super) type Kept<T = ()> = Result<T, Fault>;

/// Broken, with what was found.
pub(super) fn broken<T>(law: Law, what: impl Into<String>) -> Kept<T> {
    Err(Fault { law, what: what.into() })
}

/// Kept when `holds`; the words are made only when they are needed.
pub(super) fn must(law: Law, holds: bool, what: impl FnOnce() -> String) -> Kept {
    if holds { Ok(()) } else { broken(law, what()) }
}

/// Where two texts part, with a few words around.
pub(super) fn parting(one: &str, other: &str) -> String {
    let at = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let cut = |text: &str| {
        let mut from = at.saturating_sub(60).min(text.len());
        let mut to = (at + 100).min(text.len());
        while !text.is_char_boundary(from) {
            from -= 1;
        }
        while !text.is_char_boundary(to) {
            to += 1;
        }
        text[from..to].to_string()
    };
    format!("they part at byte {at}:\n    …{}…\n    …{}…", cut(one), cut(other))
}
