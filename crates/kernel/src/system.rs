//! What a set of rules has to say to be playable: one trait, four functions that carry it.

use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::adjudication::{Acting, Adjudged, Adjudication};
use crate::chance::Work;
use crate::diagnostic::Diagnostic;
use crate::foretold::{Foretold, PlanHead, not_understood};
use crate::levels::{Levels, Settled};
use crate::measure::{Measure, PlayedOn};
use crate::odds::Odds;
use crate::refusal::Refusals;
use crate::view::{Block, Board, Contents, Hue, Page, PageHead, Paper, Text, View};
use crate::words::{Audience, Id, Occasion, Seat};

/// One side of a table, as everyone may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideInfo {
    /// The id in the set-up: `german`.
    pub id: Id,
    /// The name in prose: "German".
    pub name: String,
    /// Its colour, where the set-up or the system chooses one; else that of its seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hue: Option<Hue>,
}

impl SideInfo {
    /// A side in the colour of its seat.
    pub fn new(id: Id, name: impl Into<String>) -> Self {
        Self { id, name: name.into(), hue: None }
    }

    /// In this colour.
    #[must_use]
    pub fn in_hue(self, hue: impl Into<Option<Hue>>) -> Self {
        Self { hue: hue.into(), ..self }
    }
}

/// A choice that stays sealed until a step closes, as the table needs it to publish a digest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sealing {
    /// What is sealed: `2/posture`. Unique within the campaign for each sealed choice of a side.
    pub slot: String,
    /// The side's id.
    pub side: Id,
    /// The canonical words of the choice.
    pub payload: String,
}

/// What an event publishes of sealed choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sealed {
    /// A digest is published.
    Closed {
        /// See [`Sealing::slot`].
        slot: String,
        /// The side's id.
        side: Id,
        /// SHA-256 in hex, as `dice::seal_digest` makes it.
        digest: String,
    },
    /// The choice is opened; anyone can check it against the digest.
    Opened {
        /// See [`Sealing::slot`].
        slot: String,
        /// The side's id.
        side: Id,
        /// The canonical words of the choice.
        payload: String,
        /// The nonce in hex.
        nonce: String,
    },
}

impl Sealed {
    /// A digest is published.
    pub fn closed(slot: String, side: Id, digest: impl ToString) -> Self {
        Self::Closed { slot, side, digest: digest.to_string() }
    }

    /// The choice is opened.
    pub fn opened(slot: String, side: Id, payload: impl ToString, nonce: impl ToString) -> Self {
        Self::Opened { slot, side, payload: payload.to_string(), nonce: nonce.to_string() }
    }
}

/// One rule as a page can list it: facts in the project's own words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RuleText {
    /// Its id.
    pub id: &'static str,
    /// Its heading.
    pub heading: &'static str,
    /// What it says, in a sentence or two; may be empty.
    pub words: &'static str,
}

impl RuleText {
    /// The rules of an inventory, a file with one table `rule` for each, read once for a whole run. Tables `section` tell what
    /// the rules whose ids begin like theirs come to, and stand before them.
    ///
    /// # Errors
    /// When the file is no inventory.
    pub fn read(inventory: &str) -> Result<Vec<Self>, toml::de::Error> {
        #[derive(Deserialize)]
        struct Row {
            id: String,
            heading: String,
            #[serde(default)]
            words: String,
        }
        #[derive(Deserialize)]
        struct File {
            #[serde(default)]
            section: Vec<Row>,
            rule: Vec<Row>,
        }
        // The ids stand in refusals and dice for as long as the program runs.
        let text =
            |row: Row| Self { id: row.id.leak(), heading: row.heading.leak(), words: row.words.leak() };
        let File { section, rule } = toml::from_str(inventory)?;
        let sections: Vec<Self> = section.into_iter().map(text).collect();
        // A rule is of the section whose id is the longest that its own begins with.
        let of = |rule: &Self| {
            let over = sections.iter().enumerate().filter(|(_, section)| rule.id.starts_with(section.id));
            over.max_by_key(|(_, section)| section.id.len()).map(|(at, _)| at)
        };
        let mut grouped: Vec<Vec<Self>> = sections.iter().map(|section| vec![*section]).collect();
        let mut alone = Vec::new();
        for rule in rule.into_iter().map(text) {
            of(&rule).map_or(&mut alone, |at| &mut grouped[at]).push(rule);
        }
        Ok(grouped.into_iter().flatten().chain(alone).collect())
    }
}

/// Within `impl System`: the rules are those of an inventory, a text.
#[macro_export]
macro_rules! rules_of_inventory {
    ($inventory:expr) => {
        fn rules() -> Vec<$crate::RuleText> {
            static RULES: std::sync::LazyLock<Vec<$crate::RuleText>> = std::sync::LazyLock::new(|| {
                $crate::RuleText::read($inventory).expect("the shipped inventory is read by a test")
            });
            RULES.clone()
        }
    };
}

/// A source of choices: gives a whole number from 0 to n − 1 for n ≥ 1.
pub type Pick<'a> = &'a mut dyn FnMut(u64) -> u64;

/// A set of rules. Implementations have no I/O, clock, randomness, logging or global state.
pub trait System: Sized + Send + Sync + 'static {
    /// The name in files: `battlefront-campaign`.
    const NAME: &'static str;
    /// The name in prose.
    const TITLE: &'static str;
    /// Raised whenever the same command could be judged differently than before.
    const RULES_VERSION: u32;
    /// The pages that a seat may have, in the order of their tabs.
    const PAGES: &'static [PageHead];
    /// What may be asked of an outcome, in the order in which it is listed.
    const MEASURES: &'static [Measure<Self>] = &[];

    /// What a table starts from: charts, rosters, map, options. Never changes during play.
    type Setup: Send + Sync + 'static;
    /// What the rules remember. Holds an `Arc` of the set-up.
    type State: Clone + PartialEq + Debug + Send + Sync + 'static;
    /// What a seat may ask.
    type Command: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// What happened.
    type Event: Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// A group of like commands that a seat could give now, with a domain for each field.
    type Template: Clone + PartialEq + Debug;
    /// The facts of a position: the documented, versioned form of a state, for examples, bringing in and snapshots.
    type Position: Serialize + DeserializeOwned;

    /// Reads a set-up file.
    ///
    /// # Errors
    /// Every fault of the file, each with its place.
    fn load(file: &str, text: &str) -> Result<Arc<Self::Setup>, Vec<Diagnostic>>;
    /// Reads the set-up of a campaign that has begun already. What is refused since then to whoever begins anew does not close
    /// it: its log is folded from this set-up.
    ///
    /// # Errors
    /// Every fault with which nothing can be folded, each with its place.
    fn load_kept(file: &str, text: &str) -> Result<Arc<Self::Setup>, Vec<Diagnostic>> {
        Self::load(file, text)
    }
    /// What is odd about a set-up and no fault, each with its place.
    fn warnings(_setup: &Self::Setup) -> &[Diagnostic] {
        &[]
    }
    /// What a set-up foretells before anything is played: the income of each side and day, with everything exact.
    fn forecast(_setup: &Self::Setup) -> Vec<Block> {
        Vec::new()
    }
    /// The title of the campaign.
    fn title(setup: &Self::Setup) -> String;
    /// The sides, in the order of their seats.
    fn sides(setup: &Self::Setup) -> Vec<SideInfo>;
    /// How people call what a question to chance is about, where its name in the record is none that they use. The set-up alone
    /// tells it, so it gives nothing away.
    fn called(_setup: &Self::Setup, _subject: &str) -> Option<String> {
        None
    }
    /// The state before the first command.
    fn open(setup: Arc<Self::Setup>) -> Self::State;
    /// The set-up of a state.
    fn setup(state: &Self::State) -> &Self::Setup;
    /// The facts of a state. `open_position(position(state)) == state` for every state met in play.
    fn position(state: &Self::State) -> Self::Position;
    /// The state with these facts.
    ///
    /// # Errors
    /// Every fact that contradicts the set-up or another fact.
    fn open_position(
        setup: Arc<Self::Setup>,
        position: Self::Position,
    ) -> Result<Self::State, Vec<Diagnostic>>;

    /// Decides. Every refusal comes before the first roll or record.
    ///
    /// # Errors
    /// See [`crate::Halt`].
    fn adjudicate(cx: &mut Adjudication<'_, Self>, command: &Self::Command) -> Adjudged;
    /// Applies. Cannot fail or choose.
    fn fold(state: &mut Self::State, event: &Self::Event);
    /// When questions are put now, on the rules' own calendar: day, slot and step; turn and phase; round. It hangs on
    /// nothing that a seat could choose for the sake of another face.
    fn occasion(state: &Self::State) -> Occasion;
    /// Who may know of an event.
    fn audience(event: &Self::Event) -> Audience;

    /// Appends the templates of what `seat` could do now. A template stands here only if one command of it is lawful.
    /// For [`Seat::Clock`]: what the engine does by itself now.
    fn offers(state: &Self::State, seat: Seat, into: &mut Vec<Self::Template>);
    /// Visits the lawful commands of a template, in a canonical order, until told to stop. A domain too large to
    /// walk is capped, and the implementation says where.
    fn each(
        state: &Self::State,
        seat: Seat,
        template: &Self::Template,
        visit: &mut dyn FnMut(Self::Command) -> ControlFlow<()>,
    );
    /// One lawful command of a template, built constructively; every lawful command can come up.
    fn sample(state: &Self::State, seat: Seat, template: &Self::Template, pick: Pick<'_>) -> Self::Command;
    /// Whether [`System::each`] leaves out lawful commands of this template because there are too many to walk.
    fn is_capped(_state: &Self::State, _template: &Self::Template) -> bool {
        false
    }
    /// Whether the sides that have offers now act at the same time, each on its own data, so that the order of their
    /// commands makes no difference.
    fn is_parallel(_state: &Self::State) -> bool {
        true
    }
    /// Whether play has reached its end, where no seat has an offer.
    fn is_over(state: &Self::State) -> bool;

    /// What stands around every page of a seat, told without building one: which of [`System::PAGES`] it has now, what is
    /// owed.
    fn contents(state: &Self::State, seat: Seat) -> Contents;
    /// One page of a seat, built from nothing; `None` where the seat has no page of this id now.
    fn page(state: &Self::State, seat: Seat, id: &str) -> Option<Page>;
    /// Every page of a seat: what it may see.
    fn view(state: &Self::State, seat: Seat) -> View {
        View::of(Self::contents(state, seat), |id| Self::page(state, seat, id))
    }
    /// The sheets that a seat can print, built from nothing like its pages; by default the panels of its pages that are
    /// sheets for the table.
    fn papers(state: &Self::State, seat: Seat) -> Vec<Paper> {
        Paper::of_view(&Self::view(state, seat), seat)
    }
    /// What a command would come to, as far as `seat` may know: shown beside the form that gives it before anything is
    /// done. `supposed` holds the answers to the questions of the form that are no part of the command, and what was pressed
    /// in an [`crate::view::Arrangement`] of it.
    fn plan(_state: &Self::State, _seat: Seat, _command: &Self::Command, _supposed: &Value) -> Vec<Block> {
        Vec::new()
    }
    /// Whether a step that everyone sees can still be taken back when this happened in it: a counter moved, not a card
    /// shown. True only of what tells its seat nothing new, and what no other seat's secret command is judged by.
    fn is_retractable(_setup: &Self::Setup, _event: &Self::Event) -> bool {
        false
    }
    /// Whether a stretch of play that is reported of by itself, such as a day, begins with this event. Such an event is
    /// public.
    fn begins_stretch(_event: &Self::Event) -> bool {
        false
    }
    /// Whether such a stretch is over with this event: what stood before it can be printed later, too. It is public.
    fn ends_stretch(_event: &Self::Event) -> bool {
        false
    }
    /// An event as prose in the past tense. Sees only the set-up, so it cannot tell what the event does not.
    fn narrate(setup: &Self::Setup, event: &Self::Event) -> Text;
    /// What a list of events amounts to, for odds: words, and the number players care for. The default joins the
    /// narration of what `seat` may see.
    fn outcome(setup: &Self::Setup, seat: Seat, events: &[Self::Event]) -> (String, Option<i64>) {
        let seen = events.iter().filter(|event| seat.sees(Self::audience(event)));
        let words: Vec<String> =
            seen.map(|event| Self::narrate(setup, event).plain(&Self::sides(setup))).collect();
        (words.join(" "), None)
    }
    /// The odds of a lawful command that stops at a question to another seat before its dice fall: played on every branch
    /// it would tell nothing. They say what they suppose of the answer. Nothing for any other command.
    fn odds(_state: &Self::State, _acting: Acting, _command: &Self::Command) -> Option<Odds> {
        None
    }
    /// The same command played on to that answer, for figures: see [`PlayedOn`]. Nothing for any other command.
    fn played_on(_state: &Self::State, _acting: Acting, _command: &Self::Command) -> Option<PlayedOn<Self>> {
        None
    }
    /// The state that odds are worked out on for a seat, where others may have answered beforehand and in secret: a copy in
    /// which they have said nothing, so that a command stops where they are asked. Nothing where nobody answers so.
    fn unsaid(_state: &Self::State, _seat: Seat) -> Option<Self::State> {
        None
    }
    /// Those events of a command that are told beforehand, from the first on. What follows from the closing of a step is
    /// told when it happens: it may show what another side has done in the step.
    fn foreseen(events: &[Self::Event]) -> &[Self::Event] {
        events
    }
    /// The plans that a seat can ask about now: odds over several commands and what is owed, with everything that each
    /// takes as given. They hang on nothing that the seat may not know.
    fn plans(_state: &Self::State, _seat: Seat) -> Vec<PlanHead> {
        Vec::new()
    }
    /// The boards on which the orders of a plan are read beside the present ones: those of phases to come, reached without a
    /// throw, as the seat that gives the orders has them. What they show is open to the seat that asks.
    fn boards_ahead(_state: &Self::State, _seat: Seat) -> Vec<Board> {
        Vec::new()
    }
    /// What one of [`System::plans`] comes to. What the seat may not know is an assumption: told beside the result, set by
    /// `given`, never looked up.
    ///
    /// # Errors
    /// Where the seat has no such plan now, what is given does not fit its questions, or `work` is at its end.
    fn foretell(
        _state: &Self::State,
        _seat: Seat,
        plan: &str,
        _given: &Value,
        _work: &Work<'_>,
    ) -> Result<Foretold, Refusals> {
        Err(not_understood(format!("there is no plan {plan:?} now")))
    }
    /// What is done for a side that stays away, one act after another, where the umpire has set so: what it must do
    /// anyway, then whatever commits it to least. `None` where it owes nothing, and where nobody can know it in its
    /// stead, such as what happened at its table. A side that stays away looks to others like one that chose so.
    fn in_absence(_state: &Self::State, _seat: Seat) -> Option<Self::Command> {
        None
    }
    /// What [`System::in_absence`] comes to, as a sentence or two that everybody reads beforehand; empty where nothing
    /// is done.
    fn in_absence_words() -> &'static str {
        ""
    }
    /// The choice that `command` seals, if it seals one. The table then adds `nonce` and `digest` (hex) to the
    /// command's fields before it is judged, for rules make no randomness and no hashes.
    fn sealing(_state: &Self::State, _seat: Seat, _command: &Self::Command) -> Option<Sealing> {
        None
    }
    /// What an event publishes of sealed choices.
    fn seals(_setup: &Self::Setup, _event: &Self::Event) -> Vec<Sealed> {
        Vec::new()
    }
    /// What is counted at this table, and the tables that it has below it. A slot that stands here for the first time asks
    /// for a table; it stands here unchanged until a command settles it.
    fn levels(_state: &Self::State) -> Levels {
        Levels::default()
    }
    /// What a table that is over hands to the one above it. The umpire alone reads it there.
    fn hands_up(_state: &Self::State) -> Option<Value> {
        None
    }
    /// The umpire's command by which what a table below has handed up is taken in; `None` where it is nothing that could
    /// come from there.
    fn takes_in(_state: &Self::State, _slot: &str, _handed: &Value) -> Option<Self::Command> {
        None
    }
    /// Whether no person is the umpire. Then all sides together close a table below, and the engine takes in what came of it: it
    /// gives the command of [`System::takes_in`] at the umpire's seat, in its own name. Everybody knows which it is.
    fn without_umpire(_setup: &Self::Setup) -> bool {
        false
    }
    /// The table below that a command settles, and what it makes of what went down.
    fn settles(_state: &Self::State, _command: &Self::Command) -> Option<Settled> {
        None
    }
    /// The rules with their ids, for the page that rule ids link to.
    fn rules() -> Vec<RuleText> {
        Vec::new()
    }
    /// A state that `seat` could believe in: what it may not know is drawn anew.
    fn imagine(state: &Self::State, seat: Seat, pick: Pick<'_>) -> Self::State;
}

#[cfg(test)]
mod tests {
    use super::RuleText;

    #[test]
    fn a_section_stands_before_its_rules_and_what_has_none_after_all() {
        let row = |kind: &str, id: &str| {
            format!("[[{kind}]]\nid = \"{id}\"\nheading = \"About {id}\"\nstatus = \"done\"\n")
        };
        let rows = [
            ("rule", "X-1"),
            ("rule", "X-R1"),
            ("rule", "Y"),
            ("rule", "X-2"),
            ("section", "X"),
            ("section", "X-R"),
        ];
        let inventory: String = rows.iter().map(|(kind, id)| row(kind, id)).collect();
        let ids: Vec<_> = RuleText::read(&inventory).unwrap().iter().map(|rule| rule.id).collect();
        assert_eq!(ids, ["X", "X-1", "X-2", "X-R", "X-R1", "Y"]);
    }
}
