//! What a seat may ask.

mod wire;

use kernel::Id;
use serde::{Deserialize, Serialize};

use crate::report::{Decisions, Noted, SideReport, lenient};
use crate::words::{ByMan, GroupId, LegId, ManId, PlaceKind, RulingId, RulingWord, TroopsId};

/// How a place is to be filled. [catalogue section 4]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fill {
    /// By this man.
    Use(ManId),
    /// By reviving the listed man.
    Replace,
    /// By a transfer.
    Transfer,
    /// By nobody.
    Vacant,
    /// By reviving another dead man, under ruling R17.
    Revive(ManId),
    /// By the listed man as a green replacement, under ruling R17.
    Green,
    /// The squad leader's place: by the first man, once he has exchanged weapons with the second. [UF-42.2-10]
    Exchange([ManId; 2]),
}

/// One place of a selection. A place that is left out is filled by its listed man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Slot {
    /// The listed man.
    pub listed: ManId,
    /// What the place is for; checked when given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<PlaceKind>,
    /// How it is filled; by the listed man when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fill: Option<Fill>,
}

/// A transfer asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TransferOf {
    /// For which place.
    pub slot: PlaceKind,
}

kernel::words! {
    /// What the personal man does. [UF-42.9-5, UF-42.9-6]
    pub enum PersonalFill {
        /// He is there.
        Present = "present",
        /// He comes back as a green replacement.
        Return = "return",
        /// He stays away.
        Absent = "absent",
    }
}

/// Men bought for a design-your-own scenario. [UF-R45]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OwnForce {
    /// The squad leader.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sl: Option<ManId>,
    /// The assistant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asl: Option<ManId>,
    /// The commissar.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commissar: Option<ManId>,
    /// The men.
    pub men: Vec<ManId>,
    /// The strength of an artillery radio from the nation's table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radio: Option<u8>,
    /// The class of troops whose radio it is, where the table has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub troops: Option<TroopsId>,
}

kernel::words! {
    /// How places that a selection leaves out are filled when their own man is not fit.
    pub enum Rest {
        /// As the force page offers it: the whole force for the fewest points, with the fewest places empty.
        AsOffered = "as_offered",
    }
}

/// A selection of a force. [UF-42.1-4, UF-R44]
///
/// A place stands in `slots` or in `fill`, not in both.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Selection {
    /// The scenario it is for; the present one when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scenario: Option<LegId>,
    /// The side it is for; the seat's own when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Id>,
    /// Transfers, beside those that places name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub transfers: Vec<TransferOf>,
    /// Two men who exchange weapons. [UF-42.2-10]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exchange: Option<[ManId; 2]>,
    /// The places.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub slots: Vec<Slot>,
    /// Places by their listed man: the short form of `slots`, as forms write it.
    #[serde(skip_serializing_if = "ByMan::is_empty")]
    pub fill: ByMan<Fill>,
    /// How places left out are filled; a man who is not fit is a fault without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rest: Option<Rest>,
    /// The bought force, in a design-your-own scenario.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own: Option<OwnForce>,
    /// The personal man; present if fit, returning if dead, absent if wounded when left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub personal: Option<PersonalFill>,
}

impl Selection {
    /// The exchange of weapons, however it is asked for.
    pub fn exchanges(&self) -> Option<[ManId; 2]> {
        let in_place = || {
            self.named().find_map(|slot| match slot.fill {
                Some(Fill::Exchange(pair)) => Some(pair),
                _ => None,
            })
        };
        self.exchange.or_else(in_place)
    }

    /// The places that are named, in either form.
    pub fn named(&self) -> impl Iterator<Item = Slot> + '_ {
        let short =
            self.fill.0.iter().map(|(listed, fill)| Slot { listed: *listed, slot: None, fill: Some(*fill) });
        self.slots.iter().copied().chain(short)
    }
}

kernel::words! {
    /// How men whom a report leaves out are taken.
    pub enum Fallback {
        /// As the running tally has them, else there at the end, unpinned and unhurt.
        AsNoted = "as_noted",
    }
}

/// The facts of a scenario as one seat tells them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Telling {
    /// The scenario; the present one when left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scenario: Option<LegId>,
    /// The winner's id, or `none`.
    pub winner: Id,
    /// The first side of the set-up.
    #[serde(default, deserialize_with = "lenient::side")]
    pub side_1: SideReport,
    /// The second side.
    #[serde(default, deserialize_with = "lenient::side")]
    pub side_2: SideReport,
    /// How men left out are taken; a man left out is a fault without it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fill: Option<Fallback>,
    /// The own side's decisions, if they are given with the facts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decide: Option<Decisions>,
    /// The umpire's reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

kernel::words! {
    /// The card played for a withdrawal. [UF-42.6-3]
    pub enum Played {
        /// A red Movement card in retreat mode.
        RedRetreat = "red_retreat",
        /// Any other.
        Other = "other",
    }
}

kernel::words! {
    /// Whether something holds on the table.
    pub enum Holds {
        /// It does.
        Yes = "yes",
        /// It does not.
        No = "no",
    }
}

/// An announced withdrawal. [UF-42.6]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Withdrawal {
    /// The group: `A`.
    pub group: GroupId,
    /// Its men, by number.
    pub men: Vec<ManId>,
    /// Its range chit.
    pub range: i8,
    /// The card played.
    pub card: Played,
    /// Whether it is encircled.
    pub encircled: Holds,
    /// Whether it can move normally.
    pub can_move: Holds,
}

kernel::words! {
    /// By what the pursuer has won. [UF-42.7-1]
    pub enum WonBy {
        /// The victory conditions are met.
        Conditions = "conditions",
        /// The enemy announced a withdrawal.
        Withdrawal = "withdrawal",
        /// The enemy squad is broken.
        Broken = "broken",
    }
}

kernel::words! {
    /// In what capacity a man leads the pursuit. [UF-42.72-1, UF-42.72-5]
    pub enum Leading {
        /// As squad leader.
        Sl = "SL",
        /// As commissar.
        Comm = "COMM",
        /// As an assistant who has taken over the squad.
        AslInCommand = "ASL",
    }
}

/// An enemy group as it stands before a pursuit. [UF-42.72-3]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an enemy group: a table with id, withdrawn (yes or no) and range")]
pub struct Target {
    /// Its name.
    pub id: GroupId,
    /// Whether it has withdrawn.
    pub withdrawn: Holds,
    /// Its Relative Range to the nearest pursuing group; 5 is closest.
    pub range: i8,
}

/// An attempt to pursue. [UF-42.7]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pursuit {
    /// By what the pursuer has won.
    pub won_by: WonBy,
    /// Cards left in the Draw pile.
    pub draw_pile: u16,
    /// Who checks, if anyone can.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leader: Option<ManId>,
    /// In what capacity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leading: Option<Leading>,
    /// Whether he is pinned.
    pub pinned: Holds,
    /// The number drawn, its colour ignored.
    pub drawn: u8,
    /// The enemy groups; when left out, some are on the table.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub targets: Vec<Target>,
}

/// What a seat may ask.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Command {
    /// [UF-E36] Choose a word for a ruling: the umpire alone, or both sides with one word.
    SetRuling {
        /// The ruling: `R05`.
        ruling: RulingId,
        /// The word.
        word: RulingWord,
    },
    /// [UF-E36] Take one's own proposal for a ruling back.
    TakeBackProposal {
        /// The ruling: `R05`.
        ruling: RulingId,
    },
    /// [UF-R33] Draw the lot for the attacker; the engine's own.
    DrawLot,
    /// [UF-R33] Name the attacker, when the players agree on him.
    NameAttacker {
        /// The attacking side.
        attacker: Id,
    },
    /// [UF-42.1-4] Select the force.
    Select(Selection),
    /// [UF-42.43-1] Note something on the own side's tally.
    Note {
        /// Whom it is about.
        man: ManId,
        /// What happened.
        what: Noted,
    },
    /// [UF-42.43-1] Strike the last note about a man.
    Strike {
        /// About whom.
        man: ManId,
    },
    /// [UF-42.6] Announce a withdrawal.
    Withdraw(Withdrawal),
    /// [UF-42.72-4] A withdrawing group leaves at the start of its turn.
    Leave {
        /// The group.
        group: GroupId,
        /// The Relative Range of the nearest enemy group; 5 is closest.
        nearest: i8,
    },
    /// Take an announced withdrawal back.
    TakeBackWithdrawal {
        /// Of which group.
        group: GroupId,
    },
    /// [UF-42.7] Try to pursue.
    Pursue(Pursuit),
    /// Take an attempt to pursue back.
    TakeBackPursuit,
    /// Tell the facts of the scenario, or tell one's own version anew.
    Report(Telling),
    /// Confirm the other side's version.
    Confirm {
        /// The own side's decisions, if they are given with it.
        #[serde(skip_serializing_if = "Option::is_none")]
        decide: Option<Decisions>,
    },
    /// Tell another version.
    Differ(Telling),
    /// Uphold one side's version; the umpire's.
    Uphold {
        /// Whose version.
        side: Id,
        /// Why.
        #[serde(skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// [UF-42.42-3, UF-42.44-2] Decide for the own men.
    Decide(Decisions),
}
