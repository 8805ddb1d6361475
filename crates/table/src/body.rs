//! What is written down: the body of one part of a log entry, as canonical JSON.
//!
//! One accepted act is one entry of the ledger. It has one part per stream that learns something of it; each part
//! holds only what its stream may know. The part of the acting seat's own stream holds the command.

use kernel::{Audience, Question, RollRecord, Sealed, Seat};
use ledger::Stream;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::correct::Correcting;
use crate::correct::written::{Correction, Course};
use crate::deadline::{KeptOrders, Timing};
use crate::delay::Delay;
use crate::dice::Source;
use crate::pictures::PictureLine;
use crate::throws::TableWord;
use crate::words::{Pledge, Terms, Words};

/// What kind of act an entry records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// The campaign was laid out by a build whose dice hung on the names of acts.
    Began,
    /// The campaign was laid out. Its dice answer by the question alone.
    LaidOut,
    /// A campaign of an earlier build goes over: from here on its dice answer by the question alone.
    DiceRenewed,
    /// A side added words to the dice, or passed.
    Contributed,
    /// The dice were opened.
    DiceOpened,
    /// The campaign was ended and the secret of its dice may be shown.
    DiceShown,
    /// A command was accepted.
    Command,
    /// A command waits for dice at the table or for a ruling.
    Opened,
    /// An answer came; when the entry also holds the command, it was the last one.
    Answered,
    /// An earlier act of the same seat was taken back.
    Undone,
    /// The umpire ruled on a rule.
    Ruled,
    /// The umpire put a correction to the sides.
    Proposed,
    /// A side agreed to a correction, or declined it.
    Consented,
    /// The umpire corrected earlier acts, and what came after them was judged anew.
    Corrected,
    /// The umpire set how far behind spectators see the campaign.
    Delayed,
    /// How time is kept changed: the umpire's word, a new step's deadline, or a deadline that has passed.
    Timed,
    /// A side kept orders for the time when it does not come.
    Kept,
    /// What could be done for the sides that did not come was done. For the umpire's stream.
    Played,
    /// The umpire laid a picture under the map, set it right, showed it or took it away.
    Mapped,
    /// The umpire wrote to a side or to everyone, or a side to the umpire.
    Wrote,
    /// The digest of a side's words was given.
    Pledged,
    /// A side's words were opened.
    Revealed,
    /// Sides did not open their words, and all begin anew.
    Renewed,
    /// Whether dice thrown at a table may be typed in was asked, agreed to, or is over.
    TableDice,
    /// The umpire took the file with the secret of the dice.
    Taken,
}

/// One part of an entry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Body {
    /// When, in milliseconds since 1970, UTC.
    pub at: i64,
    /// What kind of act.
    pub kind: Kind,
    /// Whose act it is.
    pub seat: Seat,
    /// Who really gave it.
    pub by: Seat,
    /// Why, when one seat acted for another.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The system and the version of its rules.
    pub rules: String,
    /// The command, in the part of the acting seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<Value>,
    /// What happened, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub events: Vec<Value>,
    /// When the entry's events lie in several streams: the stream of each event in the order in which they
    /// happened. Stands in the umpire's stream alone, for elsewhere it would tell how much others did.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub order: Vec<Stream>,
    /// The rolls that this stream may know.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rolls: Vec<RollLine>,
    /// Digests of sealed choices published here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seals: Vec<SealLine>,
    /// Sealed choices opened here.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub openings: Vec<OpeningLine>,
    /// Words added to the dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contribution: Option<dice::Contribution>,
    /// The question a waiting command has come to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<Question>,
    /// Who throws the dice of a waiting command.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Source>,
    /// The act this entry belongs to (a waiting command) or takes back, by its lineage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub act: Option<String>,
    /// The position the campaign began from, when it was brought in during its course. For the umpire's stream.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Value>,
    /// A ruling.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruling: Option<RulingLine>,
    /// A correction that is put to the sides. For the umpire's stream.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal: Option<Correcting>,
    /// The digest of what a side agrees to; absent when it declines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consent: Option<String>,
    /// What a correction changes in this stream.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub correction: Option<Correction>,
    /// What a correction does to the whole course. For the umpire's stream.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<Course>,
    /// How far behind spectators see the campaign from now on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay: Option<Delay>,
    /// How time is kept from now on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timing: Option<Timing>,
    /// Orders that a side keeps from now on, in its own stream.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<KeptOrders>,
    /// In an order that the table gave as it was kept for it: its place among the kept ones, from 0. In the side's stream.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept_nth: Option<u32>,
    /// A message to those who read this stream.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The picture under the map from now on, as far as this stream sees it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) picture: Option<PictureLine>,
    /// How the dice of this campaign come to be and who throws: in its first entry. Campaigns begun before have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terms: Option<Terms>,
    /// The digest of a side's words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pledge: Option<Pledge>,
    /// A side's words, opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub words: Option<Words>,
    /// The sides that did not open their words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub missing: Vec<Seat>,
    /// What is said of dice thrown at a table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table_dice: Option<TableWord>,
}

impl Body {
    /// A body that says who and when, and nothing yet of what.
    pub fn new(at: i64, kind: Kind, seat: Seat, by: Seat, rules: &str) -> Self {
        Self {
            at,
            kind,
            seat,
            by,
            reason: None,
            rules: rules.into(),
            command: None,
            events: Vec::new(),
            order: Vec::new(),
            rolls: Vec::new(),
            seals: Vec::new(),
            openings: Vec::new(),
            contribution: None,
            question: None,
            source: None,
            act: None,
            position: None,
            ruling: None,
            proposal: None,
            consent: None,
            correction: None,
            course: None,
            delay: None,
            timing: None,
            kept: None,
            kept_nth: None,
            message: None,
            picture: None,
            terms: None,
            pledge: None,
            words: None,
            missing: Vec::new(),
            table_dice: None,
        }
    }

    /// Notes what an event publishes of sealed choices.
    pub(crate) fn publish(&mut self, sealed: Vec<Sealed>) {
        for seal in sealed {
            match seal {
                Sealed::Closed { slot, side, digest } => {
                    self.seals.push(SealLine { slot, side: side.to_string(), digest });
                }
                Sealed::Opened { slot, side, payload, nonce } => {
                    self.openings.push(OpeningLine { slot, side: side.to_string(), payload, nonce });
                }
            }
        }
    }

    /// The canonical text: JSON without spaces, fields in the order of this type.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("a body is plain values with text keys")
    }
}

/// A roll as it stands in a stream. `number`, `question`, `dice`, `opposed`, `faces` and `origin` are what anyone
/// needs to check it; `record` explains it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RollLine {
    /// Gapless within the stream over rolls of the campaign's dice; absent for dice thrown at a table and rulings.
    pub number: Option<u64>,
    /// [`kernel::Question::key`]; up to the entry at which an old campaign goes over, `lineage/rule/subject/nth`.
    pub question: String,
    /// Sides of each die.
    pub dice: Vec<u16>,
    /// Whether two parties threw against each other and ties were thrown again.
    pub opposed: bool,
    /// All faces in the order thrown, ties included.
    pub faces: Vec<u16>,
    /// `server`, `table`, or `ruling`.
    pub origin: String,
    /// Chart, modifiers, total, row.
    pub record: RollRecord,
}

/// What the umpire ruled; why stands in the body.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulingLine {
    /// The rule it is about.
    pub rule: String,
    /// What was decided.
    pub decision: String,
}

/// A digest of a sealed choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SealLine {
    /// What is sealed.
    pub slot: String,
    /// The side's id.
    pub side: String,
    /// SHA-256 in hex.
    pub digest: String,
}

/// A sealed choice opened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningLine {
    /// What was sealed.
    pub slot: String,
    /// The side's id.
    pub side: String,
    /// The choice.
    pub payload: String,
    /// The nonce in hex.
    pub nonce: String,
}

/// The stream that learns what is meant for `audience`.
pub fn stream_of(audience: Audience) -> Stream {
    match audience {
        Audience::Public => Stream::Public,
        Audience::Side(side) => Stream::Side(side),
        Audience::Umpire => Stream::Umpire,
    }
}

/// The stream in which a seat's own commands stand.
pub fn own_stream(seat: Seat) -> Stream {
    match seat {
        Seat::Side(side) => Stream::Side(side),
        Seat::Umpire => Stream::Umpire,
        Seat::Spectator | Seat::Clock => Stream::Public,
    }
}

/// Who may know what stands in a stream.
pub fn audience_of(stream: Stream) -> Audience {
    match stream {
        Stream::Public => Audience::Public,
        Stream::Side(side) => Audience::Side(side),
        Stream::Umpire => Audience::Umpire,
    }
}
