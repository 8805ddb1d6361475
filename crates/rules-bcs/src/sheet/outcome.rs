//! What a roll comes to: a value for each of a closed list of fields.

kernel::words! {
    /// What a row of a chart says. The number beside it is what its values mean.
    pub enum Field {
        /// SNAFU: 0 FAIL, 1 PARTIAL, 2 FULL.
        Level = "level",
        /// Steps off the attacker's AR unit.
        AttackerSteps = "attacker-steps",
        /// A loss in brackets: only against Prepared Defense.
        Bracketed = "bracketed",
        /// Steps off the defender.
        DefenderSteps = "defender-steps",
        /// 0 none, 1 Situational, 2 Retreat.
        Retreat = "retreat",
        /// Steps off each defending unit.
        EachLoses = "each-loses",
        /// A Traffic marker is placed.
        Traffic = "traffic",
        /// Steps off the Firer.
        FirerSteps = "firer-steps",
        /// Steps off the target, or off the Support that is the target.
        TargetSteps = "target-steps",
        /// 0 stays, 1 retreats and flips, 2 retreats.
        TargetRetreats = "target-retreats",
        /// The target's Support is dropped.
        Dropped = "dropped",
        /// Steps off a unit.
        Steps = "steps",
        /// Fatigue levels up.
        Tired = "tired",
        /// 0 to step (j), 1 a Second Activation from step (b).
        Again = "again",
        /// Where a retreat leads: see the retreat chart.
        Goes = "goes",
        /// A side: 0 nobody, 1 the first, 2 the second.
        Holder = "holder",
    }
}

impl Field {
    /// What each value says to players; an empty text says nothing.
    pub const fn values(self) -> &'static [&'static str] {
        match self {
            Self::Level => &["FAIL", "PARTIAL", "FULL"],
            Self::AttackerSteps => &["", "A1", "A2"],
            Self::Bracketed => &["", "[A1]"],
            Self::DefenderSteps => &["", "D1", "D2"],
            Self::Retreat => &["", "D: Situational", "D: Retreat"],
            Self::EachLoses => &["", "one step per defending unit"],
            Self::Traffic => &["", "Traffic"],
            Self::FirerSteps => &["", "Firer Loss"],
            Self::TargetSteps => &["", "Target Loss"],
            Self::TargetRetreats => &["", "Target Retreat", "Target retreats 3 hexes"],
            Self::Dropped => &["", "Target Drop"],
            Self::Steps => &["no loss", "1 step", "2 steps", "3 steps"],
            Self::Tired => &["fatigue stays", "fatigue rises one level; 4 stays 4"],
            Self::Again => &["to Step (j)", "Second Activation from Step (b)"],
            Self::Goes => &[
                "stays",
                "3 hexes, to its Move-side",
                "to its HQ, on its Move-side",
                "is removed, and returns next turn with one of its HQs on its Move-side",
                "3 to 10 road hexes away",
                "Off-Map",
                "3 hexes",
                "3 hexes or to its HQ, Move-side, Finished",
            ],
            Self::Holder => &["nobody", "the first side", "the second side"],
        }
    }
}

/// How many fields there are.
const N_FIELDS: usize = Field::ALL.len();

/// What a roll came to: a value for each field, 0 where a row says nothing of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outcome([i8; N_FIELDS]);

impl Outcome {
    /// What these pairs say.
    pub fn of(pairs: &[(Field, i8)]) -> Self {
        let mut outcome = Self::default();
        pairs.iter().for_each(|(field, value)| outcome.set(*field, *value));
        outcome
    }

    /// The value of a field.
    pub fn get(&self, field: Field) -> i8 {
        self.0[field as usize]
    }

    /// Sets the value of a field.
    pub fn set(&mut self, field: Field, value: i8) {
        self.0[field as usize] = value;
    }

    /// In words, as far as these fields tell it.
    pub fn words(&self, gives: &[Field]) -> String {
        let said = gives.iter().filter_map(|field| {
            let at = usize::try_from(self.get(*field)).ok()?;
            field.values().get(at).copied().filter(|words| !words.is_empty())
        });
        let said: Vec<&str> = said.collect();
        if said.is_empty() { "no result".into() } else { said.join(", ") }
    }
}
