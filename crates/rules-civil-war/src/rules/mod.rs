//! The rules, one file per section of the source; K is the book's own course. What they share stands here.

pub mod k_course;
pub mod k_entries;
pub mod k_put_right;
pub mod k_seconded;
pub mod k_standing;
pub mod s10_promotions;
pub mod s11_rerolls;
pub mod s1_agreement;
pub mod s2_field;
pub mod s3_edge;
pub mod s4_orders;
pub mod s5_flanks;
pub mod s6_sketch;
pub mod s7_arrivals;
pub mod s7_marches;
pub mod s7_ratings;
pub mod s7_unfolding;
pub mod s8_day;
pub mod s8_disclosure;
pub mod s8_night;
pub mod s9_feedback;
pub mod s9_parts;
pub mod s9_reckoning;
pub mod s9_taking_in;

use kernel::view::Text;
use kernel::{Adjudged, Adjudication, Ask, Audience, Checked, Id, Reasons, RuleId, Seat, Side};

use crate::CivilWar;
use crate::battle::Battle;
use crate::questions::{self, known};
use crate::setup::Setup;
use crate::state::State;
use crate::words::{BattleId, Stage, Step, UnitId};

/// A rule's view of the table.
pub type Cx<'a> = Adjudication<'a, CivilWar>;

/// Who knows what is sealed: the marches, the meetings and the fates of [`crate::battle::Sealed`]. The neutral is a person
/// at the umpire's seat; where the engine is, there is nothing sealed before it shows.
pub const SEALED: Audience = Audience::Umpire;

/// Declares events that hold more than can be copied: who may know, what it does, how it is told.
macro_rules! happens {
    ($(
        $(#[$doc:meta])* $who:ident $name:ident { $($field:ident: $holds:ty $(= $absent:tt)?),* $(,)? }
        does |$this:pat_param, $state:pat_param| $does:expr, told |$that:pat_param, $setup:pat_param| $told:expr;
    )+) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $(
                #[doc = concat!("Its ", stringify!($field), ".")]
                $(
                    #[doc = concat!("Left out while it is ", stringify!($absent), ".")]
                    #[serde(default, skip_serializing_if = "kernel::grammar::is_default")]
                )?
                pub $field: $holds,
            )*
        }

        impl kernel::grammar::SectionEvent<$crate::state::State, $crate::setup::Setup> for $name {
            fn audience(&self) -> kernel::Audience {
                $crate::rules::happens!(@ $who self)
            }
            fn fold(&self, $state: &mut $crate::state::State) {
                let $this = self;
                $does;
            }
            fn narrate(&self, $setup: &$crate::setup::Setup) -> kernel::view::Text {
                let $that = self;
                $told
            }
        }
    )+};
    (@ public $self:ident) => { kernel::Audience::Public };
    (@ secret $self:ident) => { $self.side.only() };
    (@ sealed $self:ident) => { $crate::rules::SEALED };
}
pub(crate) use happens;

/// Who does what the neutral does: a person at the umpire's seat; without one a side, and what is `of` a side that one alone.
/// What both have to say goes through [`k_seconded`] first.
pub(crate) fn neutral(
    state: &State,
    seat: Seat,
    of: Option<Side>,
    rule: &'static str,
    why: &mut Reasons,
) -> Checked {
    if !state.setup.options.no_person() {
        return why.umpire(seat, rule);
    }
    let side = why.need(Side::of(seat), rule, "actor", || {
        "No person is the neutral of this campaign: the sides do this themselves.".into()
    })?;
    // What stands against it besides may be the other side's own.
    let own = of.is_none_or(|of| of == side).then_some(());
    why.need(own, rule, "actor", || "Each side does this for itself.".into())
}

/// A battle at one of some steps.
pub(crate) fn at_step<'s>(
    state: &'s State,
    id: BattleId,
    steps: &[Step],
    rule: &'static str,
    why: &mut Reasons,
) -> Checked<&'s Battle> {
    let battle = why.need(state.battle(id), rule, "data", || format!("There is no battle {id}."))?;
    why.need(steps.contains(&battle.step).then_some(()), rule, "step", || {
        let wanted = kernel::grammar::listed(steps.iter().map(|step| step.prose()));
        match battle.step {
            Step::Closed => format!("This belongs to {wanted}; the battle is over."),
            step => format!("This belongs to {wanted}; the battle is at {}.", step.prose()),
        }
    })?;
    Ok(battle)
}

/// What only the defender of a battle does; who he is, everybody knows at any step.
pub(crate) fn is_defender(
    state: &State,
    id: BattleId,
    side: Side,
    rule: &'static str,
    sentence: &'static str,
    why: &mut Reasons,
) -> Checked {
    let attacks = state.battle(id).is_some_and(|battle| battle.input.attacker == side);
    // What stands against it besides is the defender's own.
    why.need((!attacks).then_some(()), rule, "actor", || sentence.into())
}

/// A sentence about a battle.
pub(crate) fn at(battle: BattleId, words: impl AsRef<str>) -> Text {
    Text::new(format!("{battle}: {}", words.as_ref()))
}

/// A sentence about a side in a battle.
pub(crate) fn by(side: Side, battle: BattleId, words: impl AsRef<str>) -> Text {
    Text::empty().side(side.number()).say(format!(" {} ({battle})", words.as_ref()))
}

/// The book goes on here: a table of one battle has none.
pub(crate) fn of_a_book(state: &State, rule: &'static str, why: &mut Reasons) -> Checked {
    why.unless(state.facts.book.stage != Stage::Battle, rule, "step", || {
        "This table is one battle. Its book is kept elsewhere.".into()
    })
}

/// Moves a battle to a step.
pub(crate) fn go(cx: &mut Cx<'_>, battle: BattleId, step: Step) -> Adjudged {
    cx.record(s1_agreement::StepTaken { battle, step })
}
