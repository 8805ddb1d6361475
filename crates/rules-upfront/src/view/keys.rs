//! The keys of form fields that speak of one man: `side_1.men.4`, `rout.17`. They reach into the command's tables.

use std::sync::LazyLock;

use crate::words::{ManId, Side};

/// The table a key reaches into.
#[derive(Clone, Copy)]
pub(super) enum Table {
    Men(Side),
    Fill,
    Rout,
    Trade,
    Order,
    Promote,
}

const HEADS: [&str; 7] = ["side_1.men", "side_2.men", "fill", "rout", "trade", "order", "promote"];

/// One key per table and man, made once.
static KEYS: LazyLock<Vec<Vec<String>>> = LazyLock::new(|| {
    let men = || (1..=ManId::MOST).map(ManId::new).chain([ManId::PERSONAL]);
    HEADS.iter().map(|head| men().map(|man| format!("{head}.{man}")).collect()).collect()
});

/// The key of a man's field.
pub(super) fn key(table: Table, man: ManId) -> &'static str {
    let table = match table {
        Table::Men(side) => side.index(),
        Table::Fill => 2,
        Table::Rout => 3,
        Table::Trade => 4,
        Table::Order => 5,
        Table::Promote => 6,
    };
    let at = man.number().map_or(usize::from(ManId::MOST), |number| usize::from(number.saturating_sub(1)));
    KEYS[table].get(at).map_or("", String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_man_has_his_key() {
        assert_eq!(key(Table::Men(Side(1)), ManId::new(4)), "side_2.men.4");
        assert_eq!(key(Table::Trade, ManId::PERSONAL), "trade.P");
    }
}
