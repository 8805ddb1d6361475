//! [BF-2] Campaign game: its length is fixed, and victory is the campaign's. [BF-2-4]

use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::view::block::figure_words;
use kernel::{Acting, Adjudged, Audience, Checked, PerSide, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use super::{Cx, at_step, by};
use crate::facts::CampaignResult;
use crate::ground::ground;
use crate::phase::Step;
use crate::setup::{Campaign, Evaluate, Predicate, VictoryRow, Winner};
use crate::state::State;
use crate::words::{Side, StandState};

const RULE: RuleId = RuleId("BF-2-4");

/// [BF-2-4] The umpire declares the result after the last slot, or after any slot where the file says so.
pub(crate) fn declare_victory(cx: &mut Cx<'_>) -> Adjudged {
    cx.check(|why| may_declare(cx.state(), cx.acting(), why))?;
    let scores = scores(cx.state());
    let victory = &cx.setup().victory;
    let winner = match victory.winner(scores[victory.read_for]) {
        Winner::Draw => None,
        Winner::Side(side) => Some(side),
    };
    cx.record(VictoryDeclared { winner, scores })
}

/// Whether the umpire may declare it now.
fn may_declare(state: &State, acting: Acting, why: &mut Reasons) -> Checked {
    why.umpire(acting.seat, RULE)?;
    let steps: &[Step] = match state.campaign().victory.evaluate {
        Evaluate::End => &[Step::Victory],
        Evaluate::AnySlot if state.is_first_slot() => &[Step::Victory],
        Evaluate::AnySlot => &[Step::Victory, Step::Opening, Step::Posture],
    };
    at_step(state, RULE, steps, why)
}

/// [BF-2.S-2] The points of both sides as things stand.
pub fn scores(state: &State) -> PerSide<i32> {
    let mut scores = PerSide::default();
    for score in &state.campaign().victory.scores {
        scores[score.side] += points(state, score.side, &score.predicate);
    }
    scores
}

fn points(state: &State, side: Side, predicate: &Predicate) -> i32 {
    match predicate {
        Predicate::Points(points) => *points,
        Predicate::Control(places) => {
            let held = state.campaign().map.locations.iter().filter(|place| places.contains(&place.id));
            held.filter(|place| ground(state, side, place.at).is_controlled()).map(|place| place.value).sum()
        }
        Predicate::Exit { edge, class, per, points } => {
            let stands = state.side(side).elements.iter().flat_map(|element| &element.stands);
            let of_class = |kind| {
                let unit = state.campaign().unit_type(kind);
                class.is_none_or(|class| unit.is_some_and(|unit| unit.class == class))
            };
            let exited = stands.filter(|stand| {
                stand.state == StandState::Exited && stand.exit == Some(*edge) && of_class(stand.kind)
            });
            exited.count() as i32 / i32::from(*per).max(1) * points
        }
    }
}

/// The umpire declared the result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct VictoryDeclared {
    /// The winner; absent for a draw.
    pub winner: Option<Side>,
    /// Points of both sides.
    pub scores: PerSide<i32>,
}

impl SectionEvent<State, Campaign> for VictoryDeclared {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let Self { winner, .. } = self;
        let facts = &mut state.facts;
        let winner = winner.map(|side| facts.side(side).id);
        facts.result = Some(CampaignResult { winner, scores: self.scores });
        facts.step = Step::Over;
        facts.attacker = None;
        facts.proposal = None;
        for side in &mut facts.sides {
            side.reopen();
            side.posture = None;
        }
    }
    fn narrate(&self, campaign: &Campaign) -> Text {
        let Self { winner, scores } = self;
        let told = match winner {
            Some(side) => by(*side).say(" won the campaign"),
            None => Text::new("The campaign ended in a draw"),
        };
        let [first, second] = scores.as_array().map(|score| figure_words(score.into()));
        let told = told.say(": ").side(0).say(format!(" {first}, ")).side(1);
        let victory = &campaign.victory;
        let band = victory.row(scores[victory.read_for]).map(band_words).unwrap_or_default();
        told.say(format!(" {second} points. The score of "))
            .side(victory.read_for.number())
            .say(format!(" decides{band}."))
            .rule(RuleId("BF-2-4"))
    }
}

/// The scores of a result: ": it is 5 or less".
fn band_words(row: &VictoryRow) -> String {
    let figure = |figure: i32| figure_words(figure.into());
    match (row.min, row.max) {
        (Some(min), Some(max)) if min == max => format!(": it is {}", figure(min)),
        (Some(min), Some(max)) => format!(": it is {} to {}", figure(min), figure(max)),
        (Some(min), None) => format!(": it is {} or more", figure(min)),
        (None, Some(max)) => format!(": it is {} or less", figure(max)),
        (None, None) => String::new(),
    }
}
