//! [BF-2.1.2.4.3-2] A stand has tried to escape.

use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Audience, RuleId};
use serde::{Deserialize, Serialize};

use super::super::by;
use super::super::s2_1_2_4_2_status::{change, leave_pocket};
use crate::facts::Wreck;
use crate::ids::WreckId;
use crate::perimeter::Unit;
use crate::setup::Campaign;
use crate::setup::charts::Escape;
use crate::state::State;
use crate::view::prose::signed;
use crate::words::StandState;

kernel::words! {
    /// What is added to the die of an escape. [BF-2.1.2.4.3-4]
    pub enum EscapeModifier {
        /// The scenario was a morning one.
        Morning = "morning" => "a morning scenario",
        /// The unit is cut off.
        CutOff = "cut-off" => "cut off",
        /// An unarmoured vehicle.
        Unarmoured = "unarmoured" => "unarmoured vehicle",
        /// Near friendly lines.
        NearLine = "near-line" => "near friendly lines",
        /// A fully tracked AFV.
        FullyTracked = "fully-tracked" => "fully tracked AFV",
        /// A Russian unit.
        Russian = "russian" => "Russian",
    }
}

impl EscapeModifier {
    /// The circumstance on the card of a roll.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Morning => "The scenario was a morning one",
            Self::CutOff => "Cut off",
            Self::Unarmoured => "Unarmoured vehicle",
            Self::NearLine => "Near friendly lines",
            Self::FullyTracked => "Fully tracked AFV",
            Self::Russian => "Russian",
        }
    }
}

/// A stand tried to escape.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EscapeTried {
    /// The unit.
    pub unit: Unit,
    /// What was added to the die.
    pub modifiers: Vec<(EscapeModifier, i32)>,
    /// What came of it.
    pub outcome: Escape,
    /// The id of its wreck, when it is left behind as one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wreck: Option<WreckId>,
}

impl SectionEvent<State, Campaign> for EscapeTried {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    /// Who escapes rejoins its formation off the map [BF-2.1.2.4.3-5]; a class-A vehicle that is abandoned stays as a wreck
    /// [BF-2.1.2.4.3-6]; all else is lost [BF-R39]. What is lost so is lost in the scenario just fought.
    fn fold(&self, state: &mut State) {
        let Self { unit, outcome, wreck, .. } = *self;
        let Some((element, stand)) = state.side(unit.side).stand(unit.id) else { return };
        let (element, kind, Some(at)) = (element.id, stand.kind, stand.place()) else { return };
        let in_minefield = stand.minefield.is_some();
        let is_afv = state.campaign().unit_type(kind).is_some_and(|kind| kind.afv);
        let latest = (state.facts.scenarios, state.facts.last_day_fought);
        leave_pocket(state, unit.side, at);
        change(state, unit, |stand| {
            stand.leave_the_map();
            stand.state = match (outcome, wreck) {
                (Escape::Escapes, _) => StandState::Here,
                (_, Some(_)) => StandState::Wreck,
                _ => StandState::Lost,
            };
        });
        if outcome != Escape::Escapes
            && let Some(element) = state.facts.side_mut(unit.side).element_mut(element)
        {
            element.losses = element.losses.saturating_add(1);
            let (scenario, day) = (&mut element.scenario, &mut element.day);
            for (record, latest) in [(scenario, latest.0), (day, latest.1)] {
                if record.number == latest && latest > 0 {
                    record.losses = record.losses.saturating_add(1);
                    record.afv_lost = record.afv_lost.saturating_add(u8::from(is_afv));
                }
            }
        }
        if let Some(id) = wreck {
            let side = state.setup_of(unit.side).id;
            let stand = unit.id;
            state.facts.wrecks.push(Wreck {
                id,
                side,
                element,
                stand,
                kind,
                at,
                abandoned: true,
                in_minefield,
            });
        }
    }
    fn narrate(&self, _: &Campaign) -> Text {
        let Self { unit, modifiers, outcome, wreck } = self;
        let listed: Vec<String> = modifiers.iter().map(modifier).collect();
        let with = if listed.is_empty() { String::new() } else { format!(" ({})", listed.join(", ")) };
        let told = match (outcome, wreck) {
            (Escape::Escapes, _) => "escaped and rejoined its formation".into(),
            (Escape::Abandons, Some(wreck)) => format!("was abandoned where it stood, now the wreck {wreck}"),
            (Escape::Abandons, None) => "was abandoned and is lost, as it is not of class A".into(),
            (Escape::Eliminated, _) => "was eliminated".into(),
        };
        by(unit.side).say(format!(": the stand {unit}{with} {told}.")).rule(RuleId("BF-T8"))
    }
}

fn modifier((kind, amount): &(EscapeModifier, i32)) -> String {
    format!("{} {}", kind.prose(), signed(*amount))
}
