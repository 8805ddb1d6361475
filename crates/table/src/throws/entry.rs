//! What is said of dice thrown at a table, in the log.

use serde::{Deserialize, Serialize};

/// Whether dice thrown at a table may be typed in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Typing {
    /// Without asking.
    Free,
    /// When all sides have agreed.
    Agreed,
}

/// What is said of dice thrown at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TableWord {
    /// They are asked for. A side that asks agrees.
    Ask,
    /// A side agrees.
    Agree,
    /// They are not wanted, or no more. A throw that was begun is finished.
    Withdraw,
}

/// Something was said of dice thrown at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableDice {
    /// What.
    pub table_dice: TableWord,
}
