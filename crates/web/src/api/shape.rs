//! The shapes of answers. Views, forms, refusals, rolls and rulings are the kernel's and the table's own values; what
//! stands here gives the rest of a look and of the log the form in which the command line prints it, too.

use kernel::foretold::ChanceRow;
use kernel::odds::Weighed;
use kernel::view::{Form, Text, View};
use kernel::{Audience, ChanceTable, Odds, Question, Seat, SideInfo};
use serde::Serialize;
use serde_json::Value;
use table::{Kept, Kind, LogLine, Look, RollLine, Timing};
use utoipa::{IntoParams, ToSchema};

use super::spectators::Behind;

/// A reason of a refusal.
#[derive(ToSchema)]
pub struct Refused {
    /// The refusal code: `funds`, `step`, `stale`.
    pub code: String,
    /// The rule that says no.
    pub rule: String,
    /// One plain sentence.
    pub sentence: String,
}

/// A ruling of the umpire.
#[derive(ToSchema)]
#[schema(as = Ruling)]
pub struct RulingShape {
    /// When, in milliseconds since 1970, UTC.
    pub at: i64,
    /// The rule it is about.
    pub rule: String,
    /// What was decided.
    pub decision: String,
    /// Why; absent where a rule asked and the umpire chose.
    #[schema(nullable = false)]
    pub reason: Option<String>,
    /// Who may know.
    pub audience: AudienceShape,
    /// The question that was put to the umpire, by its name in the log.
    #[schema(nullable = false)]
    pub question: Option<String>,
}

/// A message between the umpire and the sides.
#[derive(ToSchema)]
#[schema(as = Message)]
pub struct MessageShape {
    /// When, in milliseconds since 1970, UTC.
    pub at: i64,
    /// The seat that wrote it.
    pub by: String,
    /// Who reads it; a side's circle is the side and the umpire.
    pub audience: AudienceShape,
    /// What it says.
    pub words: String,
}

/// Who may know: everyone, one side and the umpire, or the umpire alone.
#[derive(ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = Audience)]
pub enum AudienceShape {
    /// Everyone.
    Public,
    /// One side, by its number, and the umpire.
    Side(u8),
    /// The umpire alone.
    Umpire,
}

/// A side.
#[derive(ToSchema)]
pub struct Side {
    /// The id in the set-up.
    pub id: String,
    /// The name in prose.
    pub name: String,
}

/// Which campaign. Another one than the token's looks like one that does not exist.
#[derive(IntoParams)]
#[into_params(parameter_in = Path)]
pub struct OfCampaign {
    /// The campaign, by its id.
    pub campaign: String,
}

/// What is put right: `changes` by the number of the entry, each `"remove"` or `{"replace": COMMAND}`, and `answers` by
/// the name of the question, each a list of faces or the number of the choice.
#[derive(ToSchema)]
#[schema(as = Correcting)]
pub struct CorrectingShape {
    /// Acts that are given otherwise, or not at all, by the number of the entry.
    #[schema(value_type = Option<Object>, nullable = false)]
    pub changes: Option<Value>,
    /// Throws typed wrongly, and answers to new questions, by the question's name in the log.
    #[schema(value_type = Option<Object>, nullable = false)]
    pub answers: Option<Value>,
}

/// A fault of a file.
#[derive(ToSchema)]
#[schema(as = Fault)]
pub struct FaultShape {
    /// The file.
    pub file: String,
    /// Line and column, when known.
    #[schema(value_type = Option<Object>)]
    pub place: Option<Value>,
    /// The path of the field.
    pub path: String,
    /// The rule that is broken.
    pub rule: String,
    /// What is wrong and what would be right.
    pub sentence: String,
}

/// A seat's view, as `adjutant show --json` prints it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Seen {
    /// What an act that rests on this view has to carry.
    pub cursor: String,
    /// Where the campaign stands, and its pages: blocks with forms in them.
    #[schema(value_type = ViewShape)]
    pub view: View,
}

impl Seen {
    /// Of a look, with these pages of it.
    pub fn of(look: &Look, view: View) -> Self {
        Self { cursor: look.cursor.0.clone(), view }
    }
}

/// Everything a seat may see of a table, as pages.
#[derive(ToSchema)]
#[schema(as = View)]
pub struct ViewShape {
    /// Where the campaign stands.
    pub standing: String,
    /// The pages, in the order of their tabs.
    pub pages: Vec<PageShape>,
}

/// One page. Each block is an object whose one name says what it is: `panel`, `form`, `sheet`, `ledger`, `board`.
#[derive(ToSchema)]
#[schema(as = Page)]
pub struct PageShape {
    /// Its name in addresses.
    pub id: String,
    /// The word on its tab.
    pub tab: String,
    /// The heading.
    pub title: String,
    /// One sentence below the heading, in runs of prose.
    pub lede: Vec<Value>,
    /// The main column.
    pub main: Vec<Value>,
    /// The side column.
    pub aside: Vec<Value>,
}

/// A form with the page it stands on.
#[derive(Debug, Serialize, ToSchema)]
pub struct Offered {
    /// The page.
    pub page: String,
    /// The form.
    #[schema(value_type = FormShape)]
    pub form: Form,
}

/// Something a seat can do now. The command is `command` with one more field for each question: its `key` and the
/// answer's value.
#[derive(ToSchema)]
#[schema(as = Form)]
pub struct FormShape {
    /// Stable as long as it means the same.
    pub id: String,
    /// The fixed part of the command.
    #[schema(value_type = Object)]
    pub command: Value,
    /// What it does, in words.
    pub verb: String,
    /// One line of consequence, in runs of prose; may be empty.
    pub consequence: Vec<Value>,
    /// The open questions.
    pub fields: Vec<FieldShape>,
    /// Why it cannot be done, if it cannot.
    pub closed: Option<Refused>,
    /// Whether dice are thrown.
    pub rolls: bool,
    /// Whether this is the first thing to do on its page.
    pub leads: bool,
    /// Exact chances, one table per alternative.
    pub odds: Vec<Value>,
    /// Whether picking an answer of its one question sends it on a page.
    pub at_once: bool,
    /// Whether a plan tells what its answers come to.
    pub planned: bool,
    /// The keys of questions that are asked only for the plan.
    #[schema(nullable = false)]
    pub supposed: Option<Vec<String>>,
    /// What other answers come to elsewhere on the page.
    #[schema(value_type = Option<Object>, nullable = false)]
    pub previews: Option<Value>,
}

/// A question of a form.
#[derive(ToSchema)]
#[schema(as = Field)]
pub struct FieldShape {
    /// The key in the command.
    pub key: String,
    /// The question.
    pub label: String,
    /// A hint; may be empty.
    pub hint: String,
    /// How it is asked: one of `one`, `many`, `number`, `words`, `keys`, `group`.
    #[schema(value_type = Object)]
    pub kind: Value,
}

/// What a seat can do now.
#[derive(Debug, Serialize, ToSchema)]
pub struct Offers {
    /// What an act that rests on this has to carry.
    pub cursor: String,
    /// Every form of every page, closed ones with the reason.
    pub forms: Vec<Offered>,
    /// Whole commands that would be accepted, as many as were asked for at most.
    #[schema(value_type = Vec<Object>)]
    pub commands: Vec<Value>,
}

/// An event as it is told to a seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Told {
    /// Who may know it.
    #[schema(value_type = AudienceShape)]
    pub audience: Audience,
    /// The event.
    #[schema(value_type = Object)]
    pub event: Value,
    /// The event as prose.
    pub words: String,
}

/// A sentence of the log.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Sentence {
    /// Who may know it.
    #[schema(value_type = AudienceShape)]
    pub audience: Audience,
    /// The words.
    pub text: String,
}

/// A roll of the log.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Rolled {
    /// The stream it is numbered in.
    pub stream: String,
    /// Question, faces, chart and modifiers, and what is needed to check it.
    #[schema(value_type = Object)]
    pub roll: RollLine,
    /// Whether a correction made it void.
    pub void: bool,
}

/// An entry of the log as a seat may read it, as `adjutant log --json` prints it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Line {
    /// Its place in the seat's own reading order.
    pub number: u64,
    /// When, in milliseconds since 1970, UTC.
    pub at: i64,
    /// What kind of act.
    #[schema(value_type = String, example = "command")]
    pub kind: Kind,
    /// Whose act.
    #[schema(value_type = String, example = "side-0")]
    pub seat: Seat,
    /// Who really gave it.
    #[schema(value_type = String, example = "side-0")]
    pub by: Seat,
    /// Why, when one acted for another.
    pub reason: Option<String>,
    /// What happened, in sentences.
    pub lines: Vec<Sentence>,
    /// What happened, in events.
    pub events: Vec<Told>,
    /// The rolls.
    pub rolls: Vec<Rolled>,
    /// Whether it was taken back later.
    pub undone: bool,
    /// Whether a correction put something else in its place.
    pub corrected: bool,
}

impl Line {
    /// Of a line of the log, with the sides by their names.
    pub fn of(line: LogLine, sides: &[SideInfo]) -> Self {
        let sentences = line.lines.iter().map(|line| Sentence::of(line, sides)).collect();
        let told = |(audience, event, words): (Audience, Value, Text)| Told {
            audience,
            event,
            words: words.plain(sides),
        };
        Self {
            number: line.number,
            at: line.at,
            kind: line.kind,
            seat: line.seat,
            by: line.by,
            reason: line.reason,
            lines: sentences,
            events: line.events.into_iter().map(told).collect(),
            rolls: line
                .rolls
                .into_iter()
                .map(|rolled| Rolled { stream: rolled.stream, roll: rolled.line, void: rolled.void })
                .collect(),
            undone: line.undone,
            corrected: line.corrected,
        }
    }
}

impl Sentence {
    /// Of a sentence with its readers.
    pub fn of((audience, text): &(Audience, Text), sides: &[SideInfo]) -> Self {
        Self { audience: *audience, text: text.plain(sides) }
    }
}

/// A stretch of the log, the newest last.
#[derive(Debug, Serialize, ToSchema)]
pub struct Lines {
    /// How many lines the seat can read in all.
    pub n_lines: u64,
    /// The lines.
    pub lines: Vec<Line>,
}

/// Exact odds, as `adjutant odds --json` prints them. Weights are texts, because they can exceed what other languages
/// hold in a number.
#[derive(Debug, Serialize, ToSchema)]
pub struct Chances {
    /// The sum of all weights.
    pub of: String,
    /// What can come of it.
    pub outcomes: Vec<Chance>,
    /// What they suppose, where they rest on an answer that another seat has yet to give.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub supposing: Option<String>,
    /// Where measures are asked for: their figures with every row, cumulative weights, means and a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<Object>)]
    pub table: Option<ChanceTable>,
}

/// One outcome.
#[derive(Debug, Serialize, ToSchema)]
pub struct Chance {
    /// In words.
    pub label: String,
    /// A number players care for, if the outcome has one.
    pub value: Option<i64>,
    /// Its weight.
    pub weight: String,
}

impl Chances {
    /// Of odds.
    pub fn of(odds: &Odds) -> Self {
        let chance = |outcome: &kernel::Outcome| Chance {
            label: outcome.label.clone(),
            value: outcome.value,
            weight: outcome.weight.to_string(),
        };
        Self {
            of: odds.of.to_string(),
            outcomes: odds.outcomes.iter().map(chance).collect(),
            supposing: odds.supposing.as_ref().map(ToString::to_string),
            table: None,
        }
    }

    /// Of a command, as it was asked for.
    pub fn of_weighed(weighed: Weighed) -> Self {
        match weighed {
            Weighed::Outcomes(odds) => Self::of(&odds),
            Weighed::Figures(table) => Self::of_measures(table),
        }
    }

    /// Of measures.
    pub fn of_measures(table: ChanceTable) -> Self {
        let chance = |row: &ChanceRow| Chance {
            label: row.words.join(", "),
            value: (row.values.len() == 1).then(|| row.values[0]),
            weight: row.weight.to_string(),
        };
        Self {
            of: table.of.to_string(),
            outcomes: table.rows.iter().map(chance).collect(),
            supposing: None,
            table: Some(table),
        }
    }
}

/// A question that waits for dice from a real table, or for the umpire's ruling.
#[derive(Debug, Serialize, ToSchema)]
pub struct Waiting {
    /// The act that waits, by its name, for the answer.
    pub act: String,
    /// Whose command it is.
    #[schema(value_type = String)]
    pub seat: Seat,
    /// Who gave it.
    #[schema(value_type = String)]
    pub by: Seat,
    /// What is asked: rule, subject, dice or choices, wording.
    #[schema(value_type = Object)]
    pub question: Question,
    /// How many answers of the same command were given already.
    pub n_answered: usize,
}

/// How far the dice are.
#[derive(Debug, Serialize, ToSchema)]
pub struct Dice {
    /// Whether rolls can be made.
    pub open: bool,
    /// Whether the campaign has ended and the secret may be shown.
    pub shown: bool,
    /// Why the umpire ended it.
    pub reason: Option<String>,
    /// The digest of the secret, published before everything else.
    pub commitment: String,
    /// What sides added.
    pub words: Vec<Words>,
    /// The sides, by their numbers, whose words the dice still wait for: where they are typed, those that have neither added
    /// any nor passed; where devices give them, those that have not opened theirs. None once the dice are open.
    pub open_for: Vec<u8>,
    /// How far the words of the sides' devices are, where devices give them.
    pub devices: Option<DeviceWords>,
    /// Whether dice thrown at a table may be typed in now.
    pub may_type: bool,
    /// Who asked to type them in, while that stands.
    pub table_asked_by: Option<String>,
    /// The sides, by their numbers, that have agreed to it.
    pub table_agreed: Vec<u8>,
}

/// How far the words of the sides' devices are.
#[derive(Debug, Serialize, ToSchema)]
pub struct DeviceWords {
    /// The digest that begins every chain of the log, as `genesis` in a file. It fixes the secret of the dice, the set-up and
    /// the sides, and every digest of words names it.
    pub genesis: String,
    /// The hash of the public link with the last digest. It names everything public that came before, and is signed with the
    /// digests.
    pub link: Option<String>,
    /// How often all have begun anew: bytes of another round are worth nothing.
    pub round: u32,
    /// Whether all digests stand, so that the bytes are to be sent.
    pub opening: bool,
    /// Until when, in milliseconds since 1970, UTC.
    pub until: Option<i64>,
    /// The sides that did not open in the round before.
    pub missing: Vec<String>,
    /// Each side in the order of the seats.
    pub sides: Vec<SideWords>,
}

/// How far the words of one side are.
#[derive(Debug, Serialize, ToSchema)]
pub struct SideWords {
    /// Who.
    pub seat: String,
    /// The digest it gave.
    pub digest: Option<String>,
    /// The bytes it opened. Open yours for one set of digests only: see `POST /dice/device`.
    pub opened: Option<String>,
    /// By whose hand: `device`, `program`, `umpire` or `host`. A program counts by the hand that made its token: `program`
    /// where a browser with the side's seat made it, `umpire` where that browser holds the umpire's seat too, `host` where it
    /// was made at the host's machine or nothing is known of it.
    #[schema(value_type = Option<String>)]
    pub hand: Option<table::Hand>,
}

impl From<table::WordsState> for DeviceWords {
    fn from(state: table::WordsState) -> Self {
        let side = |side: table::SideWords| SideWords {
            seat: side.seat.name(),
            digest: side.digest.map(|digest| digest.to_string()),
            opened: side.opened.map(|bytes| bytes.to_string()),
            hand: side.hand,
        };
        Self {
            genesis: state.genesis.to_string(),
            link: state.link.map(|link| link.to_string()),
            round: state.round,
            opening: state.opening,
            until: state.until,
            missing: state.missing.into_iter().map(kernel::Seat::name).collect(),
            sides: state.sides.into_iter().map(side).collect(),
        }
    }
}

/// Words that a side added to the dice.
#[derive(Debug, Serialize, ToSchema)]
pub struct Words {
    /// Who.
    pub seat: String,
    /// What.
    pub text: String,
}

/// The seal of a stream of the log: its last number and hash.
#[derive(Debug, Serialize, ToSchema)]
pub struct Seal {
    /// The stream.
    pub stream: String,
    /// How many parts it has.
    pub number: u64,
    /// The hash that fixes them all.
    pub hash: String,
}

/// A campaign as a seat finds it, without its pages.
#[derive(Debug, Serialize, ToSchema)]
pub struct Standing {
    /// The campaign's id.
    pub campaign: String,
    /// Its title.
    pub title: String,
    /// The system's name in prose.
    pub system: String,
    /// The sides in the order of their seats.
    #[schema(value_type = Vec<Side>)]
    pub sides: Vec<SideInfo>,
    /// The seat whose look this is.
    #[schema(value_type = String, example = "side-0")]
    pub seat: Seat,
    /// What an act that rests on this has to carry.
    pub cursor: String,
    /// Where the campaign stands.
    pub standing: String,
    /// The pages of the view, in the order of their tabs.
    pub pages: Vec<String>,
    /// Commands that wait for an answer this seat can give.
    pub waiting: Vec<Waiting>,
    /// The step that could be taken back, in words; absent when there is none.
    pub undo: Option<String>,
    /// The dice.
    pub dice: Dice,
    /// Whether a correction waits for consent that concerns this seat.
    pub correction_waits: bool,
    /// How far behind spectators see the campaign.
    pub spectators_behind: Behind,
    /// How time is kept, with the deadline of the step that is open: `pace`, `due`, `paused`; empty where time does not
    /// count.
    #[schema(value_type = Object)]
    pub timing: Timing,
    /// The orders that the seat has kept for the step that is open.
    #[schema(value_type = Vec<Object>)]
    pub kept: Vec<Kept>,
    /// The seals of the streams that the seat reads.
    pub seals: Vec<Seal>,
}

impl Standing {
    /// Of a look.
    pub fn of(campaign: &str, seat: Seat, look: Look) -> Self {
        let undo = look.undo.map(|undo| undo.what.plain(&look.sides).trim().to_owned());
        let waiting = look.waiting.into_iter().map(|waiting| Waiting {
            act: waiting.act.to_string(),
            seat: waiting.seat,
            by: waiting.by,
            question: waiting.question,
            n_answered: waiting.n_answered,
        });
        let words = look.dice.words.into_iter().map(|(seat, text)| Words { seat, text });
        let seals = look.seals.into_iter().map(|(stream, number, hash)| Seal { stream, number, hash });
        Self {
            campaign: campaign.to_owned(),
            title: look.title,
            system: look.system.to_owned(),
            sides: look.sides,
            seat,
            cursor: look.cursor.0,
            standing: look.contents.standing,
            pages: look.contents.pages.iter().map(|page| page.id.to_owned()).collect(),
            waiting: waiting.collect(),
            undo,
            dice: Dice {
                open: look.dice.open,
                shown: look.dice.shown,
                reason: look.dice.reason,
                commitment: look.dice.commitment,
                words: words.collect(),
                open_for: look.dice.open_for,
                devices: look.dice.devices.map(DeviceWords::from),
                may_type: look.dice.may_type,
                table_asked_by: look.dice.table_asked.as_ref().map(|(seat, _)| seat.name()),
                table_agreed: look.dice.table_asked.map(|(_, agreed)| agreed).unwrap_or_default(),
            },
            correction_waits: look.proposed,
            spectators_behind: look.delay.into(),
            timing: look.timing,
            kept: look.kept,
            seals: seals.collect(),
        }
    }
}
