//! What an entry says: one act of so many. Each belongs to the feature that writes it, and what it holds is declared there.

use ledger::{Lineage, Stream};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::fields::fields_of;
use super::lines::{Published, RollLine, Told};
use crate::campaign::entry::{Contributed, Laid, Nothing};
use crate::commands::entry::{Answered, Commanded, Opened};
use crate::correct::entry::{Consented, Corrected, Proposed};
use crate::deadline::entry::{KeptAnew, Timed};
use crate::delay::entry::Delayed;
use crate::levels::entry::{ClosingSaid, HandedUp, TableClosed, TableOpened};
use crate::messages::entry::Wrote;
use crate::pictures::entry::Mapped;
use crate::pledges::entry::{Pledged, Revealed, Unopened};
use crate::rulings::entry::Ruled;
use crate::throws::entry::TableDice;
use crate::undo::entry::Undone;

/// Declares all acts at once: the words by which entries name their kind, what each holds, and how it is read.
macro_rules! acts {
    ($($(#[$doc:meta])+ $kind:ident($holds:ty),)+) => {
        /// What kind of act an entry records.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(rename_all = "kebab-case")]
        pub enum Kind {
            $($(#[$doc])+ $kind,)+
        }

        impl Kind {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$kind,)+];

            /// The fields that an entry of this kind may have beside its head.
            pub(crate) fn fields(self) -> &'static [&'static str] {
                match self {
                    $(Self::$kind => fields_of::<$holds>(),)+
                }
            }
        }

        /// What one part of an entry says beside who and when.
        #[derive(Clone, Debug, PartialEq, Serialize)]
        #[serde(untagged)]
        pub enum Act {
            $($(#[$doc])+ $kind($holds),)+
        }

        impl Act {
            /// What kind of act it is.
            pub fn kind(&self) -> Kind {
                match self {
                    $(Self::$kind(_) => Kind::$kind,)+
                }
            }

            /// Reads what a part of this kind holds.
            pub(crate) fn read(kind: Kind, text: &str) -> serde_json::Result<Self> {
                Ok(match kind {
                    $(Kind::$kind => Self::$kind(serde_json::from_str(text)?),)+
                })
            }
        }
    };
}

acts! {
    /// The campaign was laid out by a build whose dice hung on the names of acts.
    Began(Laid),
    /// The campaign was laid out. Its dice answer by the question alone.
    LaidOut(Laid),
    /// A campaign of an earlier build goes over: from here on its dice answer by the question alone.
    DiceRenewed(Nothing),
    /// The campaign goes on without the secret of its dice: from here on throws are typed in.
    DiceMissing(Nothing),
    /// A side added words to the dice, or passed.
    Contributed(Contributed),
    /// The dice were opened.
    DiceOpened(Unopened),
    /// The campaign was ended and the secret of its dice may be shown.
    DiceShown(Nothing),
    /// A command was accepted.
    Command(Commanded),
    /// A command waits for dice at the table or for a ruling.
    Opened(Opened),
    /// An answer came; when the entry also holds the command, it was the last one.
    Answered(Answered),
    /// An earlier act of the same seat was taken back.
    Undone(Undone),
    /// The umpire ruled on a rule.
    Ruled(Ruled),
    /// The umpire put a correction to the sides.
    Proposed(Proposed),
    /// A side agreed to a correction, or declined it.
    Consented(Consented),
    /// The umpire corrected earlier acts, and what came after them was judged anew.
    Corrected(Corrected),
    /// The umpire set how far behind spectators see the campaign.
    Delayed(Delayed),
    /// How time is kept changed: the umpire's word, a new step's deadline, or a deadline that has passed.
    Timed(Timed),
    /// A side kept orders for the time when it does not come.
    Kept(KeptAnew),
    /// What could be done for the sides that did not come was done. For the umpire's stream.
    Played(Nothing),
    /// The umpire laid a picture under the map, set it right, showed it or took it away.
    Mapped(Mapped),
    /// The umpire wrote to a side or to everyone, or a side to the umpire.
    Wrote(Wrote),
    /// The digest of a side's words was given.
    Pledged(Pledged),
    /// A side's words were opened.
    Revealed(Revealed),
    /// Sides did not open their words, and all begin anew.
    Renewed(Unopened),
    /// Whether dice thrown at a table may be typed in was asked, agreed to, or is over.
    TableDice(TableDice),
    /// The umpire took the file with the secret of the dice.
    Taken(Nothing),
    /// A table was opened below.
    TableOpened(TableOpened),
    /// A side said something of closing a table below.
    ClosingSaid(ClosingSaid),
    /// A table below was closed: what came of it is taken in, or it was broken off.
    TableClosed(TableClosed),
    /// What came of this table went to the one above.
    HandedUp(HandedUp),
}

impl Act {
    /// What a stream learns of an act that the rules judged, when this is one.
    pub(crate) fn told(&self) -> Option<&Told> {
        match self {
            Self::Command(Commanded::Done { told, .. } | Commanded::Heard(told))
            | Self::Answered(Answered::Done { told, .. }) => Some(told),
            _ => None,
        }
    }

    /// The rolls that it brings.
    pub(crate) fn rolls(&self) -> &[RollLine] {
        match self {
            Self::Opened(Opened { rolls, .. })
            | Self::Answered(Answered::Asks { rolls, .. })
            | Self::Corrected(Corrected { rolls, .. }) => rolls,
            _ => self.told().map_or(&[], |told| &told.rolls),
        }
    }

    /// What happened, in order.
    pub(crate) fn events(&self) -> &[Value] {
        self.told().map_or(&[], |told| &told.events)
    }

    /// In which streams the entry's events lie, where that has to be said.
    pub(crate) fn order(&self) -> &[Stream] {
        self.told().map_or(&[], |told| &told.order)
    }

    /// What it publishes of sealed choices.
    pub(crate) fn published(&self) -> Option<&Published> {
        match self {
            Self::Corrected(Corrected { published, .. }) => Some(published),
            _ => self.told().map(|told| &told.published),
        }
    }

    /// The command, in the stream of its seat.
    pub(crate) fn command(&self) -> Option<&Value> {
        match self {
            Self::Command(Commanded::Done { command, .. })
            | Self::Opened(Opened { command, .. })
            | Self::Answered(Answered::Done { command, .. }) => Some(command),
            _ => None,
        }
    }

    /// Of an order that the table gave for a side: its place among those that the side had kept.
    pub(crate) fn kept_nth(&self) -> Option<u32> {
        match self {
            Self::Command(Commanded::Done { kept_nth, .. }) | Self::Opened(Opened { kept_nth, .. }) => {
                *kept_nth
            }
            _ => None,
        }
    }

    /// The command that an answer is for.
    pub(crate) fn answers(&self) -> Option<Lineage> {
        match self {
            Self::Answered(answered) => Some(answered.act()),
            _ => None,
        }
    }
}
