//! CF-CHM: chemical warfare.

use kernel::grammar::SectionEvent;
use kernel::view::Text;
use kernel::{Adjudged, Ask, Audience, Chart, ChartResult, Checked, Modifiers, Reader, Reasons, Row, RuleId};
use serde::{Deserialize, Serialize};

use super::s9_results::nth;
use super::{Cx, s8_bombardment};
use crate::phase::Phase;
use crate::setup::Scenario;
use crate::state::{Battle, FirstUse, State};
use crate::words::{Attack, Kind, Side, UnitId};

/// What the green die brings. [CF-CHM-2]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cloud {
    /// Columns to the right.
    pub shift: i8,
    /// Whether it works as fog.
    #[serde(default)]
    pub fog: bool,
}

impl ChartResult for Cloud {
    fn words(&self) -> String {
        let columns = match self.shift {
            -1 => "One column left",
            0 => "No effect",
            1 => "One column right",
            _ => "Two columns right",
        };
        if self.fog { format!("{columns}, and as fog") } else { columns.into() }
    }
}

/// The tables by kind of attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clouds {
    march: Chart<Cloud>,
    hasty: Chart<Cloud>,
    prepared: Chart<Cloud>,
}

impl Clouds {
    /// The tables of the rules.
    pub fn shipped() -> Option<Self> {
        let reader = Reader::new("chemical.toml", include_str!("../../charts/chemical.toml"));
        let chart = |key: &str| {
            let root = reader.root();
            let node = root.maybe_table(key)?;
            let (id, title) = (node.text("id")?, node.text("title")?);
            Chart::new(&id, &title, node.maybe("die")?, node.maybe("row")?).ok()
        };
        Some(Self { march: chart("march")?, hasty: chart("hasty")?, prepared: chart("prepared")? })
    }

    /// The table of a kind of attack.
    pub fn of(&self, attack: Attack) -> &Chart<Cloud> {
        match attack {
            Attack::March => &self.march,
            Attack::Hasty => &self.hasty,
            Attack::Prepared => &self.prepared,
        }
    }
}

/// [CF-CHM-1] [CF-CHM-5] Whether an attack may use chemicals as it asks to.
pub fn can_use(state: &State, battle: &Battle, why: &mut Reasons) -> Checked {
    if !battle.chemical {
        return Ok(());
    }
    why.unless(state.scenario.options.chemical, "CF-CHM-1", "option", || {
        "Chemicals are not used in this scenario.".into()
    })?;
    if battle.side == Side::Wp {
        return Ok(());
    }
    let flies = |id: &UnitId| state.unit(*id).is_some_and(|unit| unit.card.kind == Kind::Helicopter);
    why.unless(battle.bombard && !battle.units.iter().any(flies), "CF-CHM-5", "kind", || {
        "NATO uses chemicals in bombardments of artillery and air strikes only.".into()
    })?;
    why.unless(state.facts.first_use.is_some_and(|used| used != now(state)), "CF-CHM-5", "first", || {
        "NATO uses chemicals after the phase in which the Warsaw Pact first did.".into()
    })
}

pub(crate) fn now(state: &State) -> FirstUse {
    FirstUse { turn: state.facts.turn, phase: state.facts.phase }
}

/// [CF-CHM-3] The first declaration is written down.
pub(super) fn release(cx: &mut Cx<'_>) -> Adjudged {
    let facts = &cx.state().facts;
    let used = facts.battle.as_ref().is_some_and(|battle| battle.chemical);
    if !used || facts.first_use.is_some() {
        return Ok(());
    }
    let FirstUse { turn, phase } = now(cx.state());
    cx.record(ChemicalsReleased { turn, phase })
}

/// [CF-CHM-3] [CF-CHM-4] The green die is one higher for the Warsaw Pact in the phase of its first use.
pub fn modifiers(state: &State, side: Side) -> Modifiers {
    let first = side == Side::Wp && state.facts.first_use.is_none_or(|used| used == now(state));
    Modifiers::none().when(first, 1, "First use", RuleId("CF-CHM-3"))
}

/// The rows of the table that counts, each with its ways of the green die, as far as any fall there.
pub fn rows<'s>(state: &'s State, battle: &Battle) -> impl Iterator<Item = (&'s Row<Cloud>, u64)> {
    let chart = state.scenario.clouds.of(s8_bombardment::counts_as(battle));
    let weights = chart.weights(modifiers(state, battle.side).total());
    chart.rows().iter().zip(weights).filter(|(_, weight)| *weight > 0)
}

/// What chemicals bring, each with its ways of the green die; one way where none are used.
pub fn chances(state: &State, battle: &Battle) -> Vec<(Cloud, u64)> {
    match battle.chemical {
        false => vec![(Cloud::default(), 1)],
        true => rows(state, battle).map(|(row, weight)| (row.result, weight)).collect(),
    }
}

/// [CF-CHM-6] [CF-CHM-5] Throws the green die, when chemicals are used; one bombarding unit throws it as Hasty.
pub(super) fn throw(cx: &mut Cx<'_>, battle: &Battle, about: kernel::Id) -> Adjudged<Cloud> {
    if !battle.chemical {
        return Ok(Cloud::default());
    }
    let (attack, modifiers) = (s8_bombardment::counts_as(battle), modifiers(cx.state(), battle.side));
    let ask = Ask::new(RuleId("CF-CHM-2"), "Chemicals")
        .about(about)
        .nth(nth(cx.state(), battle, |fought| fought.chemical))
        .seen_by(Audience::Public);
    cx.draw(ask, |scenario| scenario.clouds.of(attack), &modifiers)
}

/// Chemicals were declared for the first time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChemicalsReleased {
    /// The turn.
    pub turn: u8,
    /// The phase.
    pub phase: Phase,
}

impl SectionEvent<State, Scenario> for ChemicalsReleased {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        state.facts.first_use = Some(FirstUse { turn: self.turn, phase: self.phase });
    }
    fn narrate(&self, _: &Scenario) -> Text {
        Text::new("Chemicals were used for the first time.").rule(RuleId("CF-CHM-3"))
    }
}
