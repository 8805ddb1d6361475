//! Costs of movement by class: texts such as `1`, `1/2`, `+2`, `P`.

use kernel::Node;

use super::unit::Allowance;
use crate::words::{Class, PARTS};

/// The rule of movement costs.
pub(super) const COSTS: &str = "BCS-MOVE-2";

/// A cost for each class in parts of a movement point; nothing where it is prohibited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Costs([Option<u32>; 3]);

impl Costs {
    /// The cost of a class.
    pub fn of(&self, class: Class) -> Option<u32> {
        self.0[class as usize]
    }

    /// The same for every class.
    pub(super) const fn all(cost: u32) -> Self {
        Self([Some(cost); 3])
    }

    /// Reads a table with a text for each class.
    pub(super) fn read(node: &Node<'_>, key: &str) -> Option<Self> {
        if !node.has(key) {
            node.fault(
                key,
                COSTS,
                format!("The costs {key:?} are missing: {{ leg = \"1\", tac = \"1\", truck = \"P\" }}."),
            );
            return None;
        }
        let table = node.maybe_table(key)?;
        let mut costs = [None; 3];
        let mut is_whole = true;
        for class in Class::ALL {
            let read = table.text(class.word()).map(|text| (cost(&text), text));
            match read {
                Some((Some(cost), _)) => costs[*class as usize] = cost,
                Some((None, text)) => {
                    let sentence = format!(
                        "{text:?} is no cost: movement points such as \"1\", \"1/2\" or \"+2\", in parts of {PARTS}, or \"P\" where it is prohibited."
                    );
                    table.fault(class.word(), COSTS, sentence);
                    is_whole = false;
                }
                None => is_whole = false,
            }
        }
        table.close();
        is_whole.then_some(Self(costs))
    }
}

/// `Some(None)` is prohibited, `None` no cost at all.
fn cost(text: &str) -> Option<Option<u32>> {
    if text == "P" {
        return Some(None);
    }
    parts(text.strip_prefix('+').unwrap_or(text)).map(Some)
}

/// Movement points in parts: `3`, `1/2`.
pub(super) fn parts(text: &str) -> Option<u32> {
    let whole = |text: &str| text.parse::<u32>().ok().filter(|n| *n <= 99 && n.to_string() == text);
    let (over, under) = match text.split_once('/') {
        Some((over, under)) => (whole(over)?, whole(under)?),
        None => (whole(text)?, 1),
    };
    let parts = (over * PARTS).checked_rem(under).map(|rest| (rest == 0).then(|| over * PARTS / under));
    parts.flatten()
}

/// A class of movement and whole movement points, the fields `class` and `ma` of a table.
pub(super) fn allowance(table: &Node<'_>) -> Option<Allowance> {
    let (word, ma) = (table.text("class"), table.whole("ma", 0..=99));
    let class = word.as_deref().and_then(Class::read);
    if let (Some(word), None) = (&word, class) {
        let sentence = format!("{word:?} is no class of movement; there are: {}.", Class::all_words());
        table.fault("class", "BCS-UNIT-2", sentence);
    }
    Some(Allowance { class: class?, ma: ma? })
}
