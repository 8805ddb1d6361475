//! CF-CRT: odds, column, dice. (A2)

use kernel::chance::Chance;
use kernel::grammar::{SectionEvent, is_default, signed};
use kernel::view::Text;
use kernel::{Adjudged, Ask, Audience, ChartResult, Checked, Modifiers, Reasons, RuleId};
use serde::{Deserialize, Serialize};

use super::s11_chemical::Cloud;
use super::{Cx, of_hex, s2_units_and_steps, s7_attacks, s8_air, s8_support, s11_chemical, s11_smoke};
use crate::setup::table::{Part, Table};
use crate::setup::{End, Outcome, Scenario};
use crate::state::{self, Battle, State, Step};
use crate::words::{Attack, Kind, Side, UnitId};

/// The figures of a fight, before chemicals and dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figures {
    /// The attack strength.
    pub attack: u32,
    /// The defense strength without support.
    pub defense: u32,
    /// What support adds to it.
    pub cover: u32,
    /// The column of the odds, support counted.
    pub column: usize,
    /// Its shifts.
    pub shifts: Shifts,
}

/// The strength of an attack with its support.
pub fn attack_strength(state: &State, battle: &Battle) -> u32 {
    let units = |ids: &[UnitId], of: &dyn Fn(crate::state::Unit<'_>) -> u32| -> u32 {
        ids.iter().filter_map(|id| state.unit(*id)).map(of).sum()
    };
    let strike = if battle.strike { s8_air::strength(state, battle.side) } else { 0 };
    if battle.bombard {
        return units(&battle.units, &s2_units_and_steps::support) + strike;
    }
    s7_attacks::strength(state, &battle.units, battle.target, battle.attack)
        + units(&battle.support, &|unit| s8_support::adds_to_attack(unit, battle))
        + strike
}

/// The strength of the defense without support: of the hex, or of the unit that is bombarded.
fn defense_strength(state: &State, battle: &Battle) -> u32 {
    let chosen = battle.chosen.and_then(|chosen| state.unit(chosen));
    match (battle.bombard, chosen) {
        (true, Some(chosen)) => s2_units_and_steps::bombarded(chosen),
        _ => s7_attacks::defense(state, battle.side.enemy(), battle.target),
    }
}

/// [CF-CRT-5] [CF-SUP-6] The figures of a fight as it is declared. Support of the defense moves the column by one at
/// most, air included.
pub fn figures(state: &State, battle: &Battle) -> Figures {
    let (attack, defense) = (attack_strength(state, battle), defense_strength(state, battle));
    let side = battle.side.enemy();
    let fired = battle.cover.iter().filter_map(|id| state.unit(*id));
    let strike = if battle.cover_strike { s8_air::strength(state, side) } else { 0 };
    let cover = fired.map(|unit| s8_support::adds_to_defense(unit, battle)).sum::<u32>() + strike;
    let table = &state.scenario.table;
    let without = table.column(attack, defense);
    let with = table.column(attack, defense + cover);
    let column = with.max(without.saturating_sub(1));
    let terrain = state.scenario.board.terrain(battle.target).map_or(0, |terrain| terrain.shift);
    let spread = !battle.bombard
        && battle.attack == Attack::Prepared
        && s7_attacks::from_three_hexes(state, battle.side, &battle.units);
    let shifts = Shifts {
        terrain: -i8::try_from(terrain).unwrap_or(0),
        hexes: i8::from(spread),
        chemical: 0,
        cover: -i8::from(column < without),
    };
    Figures { attack, defense, cover, column, shifts }
}

/// The code of a refusal of odds that support of the attack makes worse.
pub const TOO_HIGH: &str = "odds-high";

/// [CF-CRT-6] Whether a table that refuses odds beyond its columns takes those of a fight, whatever its kind. Support of
/// the defense, which comes later, closes nothing.
pub fn within_table(state: &State, battle: &Battle, why: &mut Reasons) -> Checked {
    let table = &state.scenario.table;
    if !table.refuses_any() {
        return Ok(());
    }
    let words = match table.refuses(attack_strength(state, battle), defense_strength(state, battle)) {
        None => return Ok(()),
        Some(End::First) => ("odds", "The odds are too low: the table refuses any below its first column."),
        Some(End::Last) => (TOO_HIGH, "The odds are too high: the table refuses any beyond its last column."),
    };
    why.refuse("CF-CRT-6", words.0, || of_hex(battle.target, words.1))
}

/// [CF-CRT-6] The column on which the dice are thrown: shifts summed first, clamped once.
pub fn final_column(state: &State, figures: &Figures, chemical: i8) -> usize {
    let shift = i32::from(figures.shifts.terrain) + i32::from(figures.shifts.hexes) + i32::from(chemical);
    state.scenario.table.shifted(figures.column, shift)
}

/// [CF-ATK-1] [CF-ATK-2] [CF-BOM-4] What is added to the dice. `hidden` says that fog, chemicals or smoke take the
/// −1 of a March attack away. [CF-ATK-13] [CF-SMK-4]
pub fn modifiers(battle: &Battle, hidden: bool) -> Modifiers {
    match battle.attack {
        _ if battle.bombard => Modifiers::none(),
        Attack::March => Modifiers::none().when(!hidden, -1, "March attack", RuleId("CF-ATK-1")),
        Attack::Hasty => Modifiers::none(),
        Attack::Prepared => Modifiers::none().plus(1, "Prepared attack", RuleId("CF-ATK-2")),
    }
}

/// What the dice of a fight are read with once chemicals and smoke are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    /// The figures, chemicals included.
    pub figures: Figures,
    /// The column.
    pub column: usize,
    /// What is added to the dice.
    pub modifiers: Modifiers,
}

/// The throw of a fight after the green die and the smoke have fallen.
pub fn throw(state: &State, battle: &Battle, cloud: Cloud, smoke: bool) -> Throw {
    let mut figures = figures(state, battle);
    figures.shifts.chemical = cloud.shift;
    let column = final_column(state, &figures, cloud.shift);
    Throw { figures, column, modifiers: modifiers(battle, state.facts.fog || cloud.fog || smoke) }
}

/// All that the dice of a fight hang on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circumstances {
    /// The figures before chemicals.
    pub figures: Figures,
    /// Columns that terrain and the hexes of the attack shift together.
    shift: i32,
    /// Whether fog hides the attack whatever smoke and chemicals do.
    fog: bool,
    /// What is added to the dice where the attack is seen, and where it is hidden.
    added: [i32; 2],
    /// Whether it is a bombardment.
    bombard: bool,
    /// The steps that the attacker and the defender have to lose at most.
    most: [u8; 2],
    /// What chemicals can bring, with their ways.
    clouds: Vec<(Cloud, u64)>,
    /// Whether smoke hides the attack, with its ways.
    smokes: Vec<(bool, u64)>,
}

impl Circumstances {
    /// Those of a fight as it is declared.
    pub fn of(state: &State, battle: &Battle) -> Self {
        let figures = figures(state, battle);
        let mut smokes: Vec<(bool, u64)> = Vec::with_capacity(2);
        for (hides, ways) in s11_smoke::chances(state, battle) {
            match smokes.iter_mut().find(|(known, _)| *known == hides) {
                Some((_, sum)) => *sum += ways,
                None => smokes.push((hides, ways)),
            }
        }
        Self {
            figures,
            shift: i32::from(figures.shifts.terrain) + i32::from(figures.shifts.hexes),
            fog: state.facts.fog,
            added: [false, true].map(|hidden| modifiers(battle, hidden).total()),
            bombard: battle.bombard,
            most: exposed(state, battle).map(|units| steps(state, &units)),
            clouds: s11_chemical::chances(state, battle),
            smokes,
        }
    }

    /// What both sides bear, with the exact chance of each: the green die, the smoke and the combat dice together. Nobody
    /// loses more steps than there are.
    pub fn chance(&self, table: &Table) -> Chance<(Told, Told)> {
        // Throws that are read alike count together before the dice are looked up.
        let mut throws: Vec<((usize, i32), u64)> = Vec::with_capacity(8);
        for (cloud, ways) in &self.clouds {
            let column = table.shifted(self.figures.column, self.shift + i32::from(cloud.shift));
            for (hides, more) in &self.smokes {
                let added = self.added[usize::from(self.fog || cloud.fog || *hides)];
                match throws.iter_mut().find(|(known, _)| *known == (column, added)) {
                    Some((_, sum)) => *sum += ways * more,
                    None => throws.push(((column, added), ways * more)),
                }
            }
        }
        let mut fallen: Vec<(Outcome, u64)> = Vec::with_capacity(32);
        for ((column, added), ways) in throws {
            let chart = &table.columns[column].chart;
            for (row, weight) in chart.rows().iter().zip(chart.weights(added)) {
                match fallen.iter_mut().find(|(known, _)| *known == row.result) {
                    Some((_, sum)) => *sum += weight * ways,
                    None => fallen.push((row.result, weight * ways)),
                }
            }
        }
        Chance::weighed(fallen.into_iter().map(|(outcome, weight)| (self.borne(outcome), weight)))
    }

    /// What both sides bear of a cell.
    pub fn borne(&self, outcome: Outcome) -> (Told, Told) {
        let [attackers, defenders] = self.most;
        let (attacker, defender) = counted(self.bombard, outcome);
        (attacker.at_most(attackers), defender.at_most(defenders))
    }
}

/// What a cell says in this fight, of the attacker and of the defender. Of a bombardment only the steps and the F of
/// the defender count. [CF-BOM-5] [CF-BOM-8]
pub fn counted(bombard: bool, outcome: Outcome) -> (Told, Told) {
    let (attacker, defender) = (Told::from(outcome.attacker), Told::from(outcome.defender));
    if bombard { (Told::default(), Told { retreat: 0, ..defender }) } else { (attacker, defender) }
}

/// The how-manieth throw for its hex in this phase it is, among the fights that threw for the same: all that names it for
/// chance. Who takes part could be chosen for the face that it brings. Smoke counts fights with smoke and no others, as
/// otherwise an attack without it would choose the face of the smoke after it.
pub(super) fn nth(state: &State, battle: &Battle, threw: impl Fn(&state::Fought) -> bool) -> usize {
    state.facts.fought.iter().filter(|fought| fought.target == battle.target && threw(fought)).count() + 1
}

/// [CF-CHM-6] Throws all dice of a fight: chemicals and smoke where they were declared, then the table.
pub(super) fn roll(cx: &mut Cx<'_>) -> Adjudged {
    let Some(battle) = cx.state().facts.battle.clone() else { return Ok(()) };
    let about = battle.target.to_string().parse::<kernel::Id>().unwrap_or_default();
    let cloud = s11_chemical::throw(cx, &battle, about)?;
    let smoke = s11_smoke::throw(cx, &battle, about)?;
    let Throw { figures, column, modifiers } = throw(cx.state(), &battle, cloud, smoke);
    let ask = Ask::new(RuleId("CF-CRT-1"), "Combat")
        .about(about)
        .nth(nth(cx.state(), &battle, |_| true))
        .seen_by(Audience::Public);
    let outcome = cx.draw(ask, |scenario| &scenario.table.columns[column].chart, &modifiers)?;
    let label = cx.setup().table.columns[column].label.clone();
    let told = fought(cx.state(), &battle, outcome, &figures, label, modifiers.total());
    cx.record(told)
}

fn fought(
    state: &State,
    battle: &Battle,
    outcome: Outcome,
    figures: &Figures,
    column: String,
    modifier: i32,
) -> Fought {
    let (attacker, defender) = counted(battle.bombard, outcome);
    let [attackers, defenders] = exposed(state, battle);
    Fought {
        attacker_waived: attacker.steps.saturating_sub(steps(state, &attackers)),
        defender_waived: defender.steps.saturating_sub(steps(state, &defenders)),
        attack: figures.attack,
        defense: figures.defense,
        cover: figures.cover,
        column,
        shifts: figures.shifts,
        modifier: i8::try_from(modifier).unwrap_or(0),
        attacker,
        defender,
        attackers,
        defenders,
    }
}

/// Who of the attacker and of the defender takes results: of a bombardment the unit that is bombarded alone. [CF-BOM-2]
fn exposed(state: &State, battle: &Battle) -> [Vec<UnitId>; 2] {
    match battle.bombard {
        true => [Vec::new(), battle.chosen.into_iter().collect()],
        false => [exposed_attackers(state, battle), exposed_defenders(state, battle)],
    }
}

/// The steps that attacker and defender have there to lose; the table may say more.
pub fn steps_at_stake(state: &State, battle: &Battle) -> (u8, u8) {
    let [attackers, defenders] = exposed(state, battle);
    (steps(state, &attackers), steps(state, &defenders))
}

/// The steps that units have together.
fn steps(state: &State, units: &[UnitId]) -> u8 {
    let steps = units.iter().filter_map(|id| state.unit(*id)).map(|unit| unit.steps());
    steps.fold(0, u8::saturating_add)
}

/// [CF-SUP-12] [CF-ATK-17] Who of the attacker takes results: participating units, support units in their hexes,
/// helicopters that support from anywhere.
fn exposed_attackers(state: &State, battle: &Battle) -> Vec<UnitId> {
    let takes = |unit: &crate::state::Unit<'_>| {
        let id = unit.id();
        let beside = unit.piece.at.is_some_and(|at| battle.from.contains(&at));
        unit.card.side == battle.side
            && (battle.units.contains(&id)
                || (beside && unit.card.kind.is_support())
                || (unit.card.kind == Kind::Helicopter && battle.support.contains(&id)))
    };
    state.on_map().filter(takes).map(|unit| unit.id()).collect()
}

/// [CF-SUP-12] [CF-RET-11] Who of the defender takes results: everybody in the hex, whoever retreated into it in this phase
/// included; helicopters that support from anywhere.
fn exposed_defenders(state: &State, battle: &Battle) -> Vec<UnitId> {
    let takes = |unit: &crate::state::Unit<'_>| {
        unit.card.side != battle.side
            && (unit.piece.at == Some(battle.target)
                || (unit.card.kind == Kind::Helicopter && battle.cover.contains(&unit.id())))
    };
    state.on_map().filter(takes).map(|unit| unit.id()).collect()
}

/// The fight in which this side owes a choice of one of these steps. [CF-SEQ-9]
pub(super) fn owed_by(cx: &Cx<'_>, side: Side, steps: &[Step]) -> Adjudged<Battle> {
    let battle = match &cx.state().facts.battle {
        Some(battle) => battle.clone(),
        None => {
            return cx.check(|why| {
                why.refuse("CF-SEQ-8", "fight", || "There is no such choice to make now.".into())
            });
        }
    };
    let owes = owing(cx.state(), &battle) == Some(side);
    cx.check(|why| {
        why.unless(owes && steps.contains(&battle.step), "CF-SEQ-8", "fight", || {
            "There is no such choice to make now.".into()
        })
    })?;
    Ok(battle)
}

/// Who has to choose in a fight now; nobody where it was left between two choices.
pub fn owing(state: &State, battle: &Battle) -> Option<Side> {
    let defender = battle.side.enemy();
    if let Some(hex) = battle.excess {
        return state.in_hex(hex).next().map(|unit| unit.card.side);
    }
    match battle.step {
        Step::Cover | Step::DefenderRetreats => Some(defender),
        Step::AttackerRetreats | Step::Advance => Some(battle.side),
        Step::Losses if battle.attacker.steps > 0 => Some(battle.side),
        Step::Losses => (battle.defender.steps > 0).then_some(defender),
    }
}

/// One column shift of a fight, whether it applied or not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shifts {
    /// Columns to the left for terrain, as a negative number. [CF-CRT-7]
    pub terrain: i8,
    /// One to the right for a Prepared attack from three hexes. [CF-ATK-3]
    pub hexes: i8,
    /// For chemicals. [CF-CHM-2]
    pub chemical: i8,
    /// Columns the defender's support moved the odds, 0 or −1. [CF-SUP-6]
    pub cover: i8,
}

/// What a cell said of a side, as it is written down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Told {
    /// Steps lost.
    #[serde(default, skip_serializing_if = "is_default")]
    pub steps: u8,
    /// An action point for each unit.
    #[serde(default, skip_serializing_if = "is_default")]
    pub friction: bool,
    /// Hexes to retreat.
    #[serde(default, skip_serializing_if = "is_default")]
    pub retreat: u8,
}

impl Told {
    /// As many steps as there are, and no more.
    #[must_use]
    pub fn at_most(self, most: u8) -> Self {
        Self { steps: self.steps.min(most), ..self }
    }
}

impl From<Part> for Told {
    fn from(part: Part) -> Self {
        Self { steps: part.steps, friction: part.friction, retreat: part.retreat }
    }
}

impl From<Told> for Part {
    fn from(told: Told) -> Self {
        Self { steps: told.steps, friction: told.friction, retreat: told.retreat }
    }
}

/// The result of a fight as a cell of the table writes it.
pub fn cell(attacker: Told, defender: Told) -> Outcome {
    Outcome { attacker: attacker.into(), defender: defender.into() }
}

/// What a cell says of both sides, in words.
pub fn in_words(attacker: Told, defender: Told) -> String {
    let told = [side("attacker", attacker), side("defender", defender)];
    let words: Vec<String> = told.into_iter().flatten().collect();
    if words.is_empty() { "nothing happens".into() } else { words.join("; ") }
}

/// A code never stands alone: "A1 D1R2: attacker loses 1 step; defender loses 1 step, retreats 2".
pub fn told_in_full(attacker: Told, defender: Told) -> String {
    let outcome = cell(attacker, defender);
    if outcome == Outcome::default() {
        return "without effect".into();
    }
    format!("{}: {}", outcome.words(), in_words(attacker, defender))
}

/// What a cell says of a side, in words.
fn side(name: &str, told: Told) -> Option<String> {
    let mut words = Vec::new();
    match told.steps {
        0 => {}
        1 => words.push("loses 1 step".to_owned()),
        steps => words.push(format!("loses {steps} steps")),
    }
    if told.friction {
        words.push("1 action point".into());
    }
    if told.retreat > 0 {
        words.push(format!("retreats {}", told.retreat));
    }
    (!words.is_empty()).then(|| format!("{name} {}", words.join(", ")))
}

/// The dice of a fight fell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fought {
    /// The attack strength.
    pub attack: u32,
    /// The defense strength without support.
    pub defense: u32,
    /// What support added to it.
    pub cover: u32,
    /// The column's head.
    pub column: String,
    /// Its shifts.
    pub shifts: Shifts,
    /// The die-roll modifier.
    pub modifier: i8,
    /// What the attacker bears.
    #[serde(default, skip_serializing_if = "is_default")]
    pub attacker: Told,
    /// What the defender bears.
    #[serde(default, skip_serializing_if = "is_default")]
    pub defender: Told,
    /// Steps of it that nobody of the attacker has.
    #[serde(default, skip_serializing_if = "is_default")]
    pub attacker_waived: u8,
    /// Steps of it that nobody of the defender has.
    #[serde(default, skip_serializing_if = "is_default")]
    pub defender_waived: u8,
    /// The attacker's units that take results.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attackers: Vec<UnitId>,
    /// The defender's units that take results.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub defenders: Vec<UnitId>,
}

impl SectionEvent<State, Scenario> for Fought {
    fn audience(&self) -> Audience {
        Audience::Public
    }
    fn fold(&self, state: &mut State) {
        let Some(battle) = &mut state.facts.battle else { return };
        battle.step = Step::Losses;
        state.facts.fought.push(state::Fought {
            target: battle.target,
            attack: battle.attack,
            bombard: battle.bombard,
            chemical: battle.chemical,
            smoke: battle.smoke.is_some(),
            column: self.column.clone(),
            attacker: self.attacker,
            defender: self.defender,
            worn: Vec::new(),
            eliminated: Vec::new(),
        });
        for (burden, told, units) in [
            (&mut battle.attacker, self.attacker, &self.attackers),
            (&mut battle.defender, self.defender, &self.defenders),
        ] {
            (burden.steps, burden.friction, burden.retreat) = (told.steps, told.friction, told.retreat);
            burden.units.clone_from(units);
        }
    }
    fn narrate(&self, _: &Scenario) -> Text {
        let Self { attack, defense, cover, column, shifts, modifier, .. } = self;
        let cover = if *cover > 0 { format!(" with {cover} in support") } else { String::new() };
        let mut moved = Vec::new();
        let mut shift = |what: &str, by: i32| match by {
            0 => {}
            by if by < 0 => moved.push(format!("{what} {} to the left", by.unsigned_abs())),
            by => moved.push(format!("{what} {by} to the right")),
        };
        shift("support", i32::from(shifts.cover));
        shift("ground", i32::from(shifts.terrain));
        shift("three hexes", i32::from(shifts.hexes));
        shift("chemicals", i32::from(shifts.chemical));
        let moved = if moved.is_empty() { String::new() } else { format!(" ({})", moved.join(", ")) };
        let dice = if *modifier == 0 { String::new() } else { format!(", dice {}", signed(*modifier)) };
        Text::new(format!("{attack} against {defense}{cover}: column {column}{moved}{dice}. Result "))
            .strong(told_in_full(self.attacker, self.defender))
            .say(".")
    }
}
