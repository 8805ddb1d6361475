//! Behaviour of the Battalion Combat Series, one module per file of the rules.

mod aid;
mod catalogue;
mod chains;
mod charts;
mod conformance;
mod correspondence;
mod events_in_files;
mod examples;
mod games;
mod law_controls;
mod law_refusals;
#[path = "../../benches/games/made.rs"]
mod made;
mod named_positions;
mod odds_oracle;
mod oracles;
mod perft;
mod plans;
mod position;
mod retractable;
mod s10_movement;
mod s11_stopping;
mod s12_attack;
mod s12_combat;
mod s13_engagement;
mod s14_barrage;
mod s15_prepared_defense;
mod s16_fatigue;
mod s17_isolation;
mod s18_retreat;
mod s18_voluntary;
mod s19_urban;
mod s1_units;
mod s21_standing;
mod s2_assignment;
mod s2_orders;
mod s2_reinforcements;
mod s2_turn;
mod s3_activation;
mod s3_second_activation;
mod s6_jumps;
mod s6_safe_path;
mod s7_breaks;
mod s7_msr;
mod s8_snafu;
mod set_up;
mod several_hqs;
mod slow;
mod table;

use rules_bcs::sheet::{Field, Resolved, Sheet, Standing};

/// The small scenario with a second HQ for the first formation of each side, and a third for one of them. [BCS-GEN-2]
pub fn with_two_hqs(text: &str) -> String {
    let further = |formation: &str, hex: &str, radius: u8, reactivation: u8| {
        format!(
            "[[further_hq]]\nformation = \"{formation}\"\nhex = \"{hex}\"\ncommand_radius = {radius}\nreactivation = {reactivation}\nclass = \"tac\"\nma = 12\n"
        )
    };
    let all = [("B1", "1405", 5, 2), ("R1", "2305", 6, 4), ("R2", "2012", 4, 3), ("R2", "2512", 7, 5)];
    let all = all.map(|(formation, hex, radius, reactivation)| further(formation, hex, radius, reactivation));
    format!("{text}\n{}", all.concat())
}

/// A row of numbers that looks like chance and is the same every time.
pub struct Dice(u64);

impl Dice {
    /// From a seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// A number below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % n
    }

    /// Yes or no.
    pub fn flag(&mut self) -> bool {
        self.below(2) == 1
    }

    /// One of several.
    pub fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize]
    }

    /// An answer to each question of a sheet.
    pub fn answers(&mut self, sheet: &Sheet) -> Vec<i16> {
        let answer = |question: &rules_bcs::sheet::Question| {
            let (least, most) = question.span();
            least + self.below((most - least + 1) as u64) as i16
        };
        sheet.questions.iter().map(answer).collect()
    }
}

/// The lines that count, with what they add to the net.
pub fn counting(resolved: &Resolved) -> Vec<(&'static str, i16)> {
    let counts = resolved.told.iter().filter(|one| one.standing == Standing::Counts);
    counts.map(|one| (one.line.id, one.amount)).collect()
}

/// What keeps a line from counting.
pub fn excluded_by(resolved: &Resolved, line: &str) -> Option<&'static str> {
    let told = resolved.told.iter().find(|one| one.line.id == line).expect("a line");
    match told.standing {
        Standing::Excluded(rules_bcs::sheet::By::Exclusion(exclusion)) => Some(exclusion.id),
        Standing::Excluded(rules_bcs::sheet::By::Line(line)) => Some(line.id),
        _ => None,
    }
}

/// What a field comes to where nothing is rolled.
pub fn sure(resolved: &Resolved, field: Field) -> i8 {
    assert!(resolved.die().is_none(), "nothing is rolled");
    resolved.at(0).expect("a result").outcome.get(field)
}
