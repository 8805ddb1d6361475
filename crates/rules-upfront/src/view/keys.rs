//! The keys of form fields that speak of one man: `side_1.men.4.hero`, `rout.17`. They reach into the command's tables.

use std::sync::LazyLock;

use crate::words::{ManId, Side};

/// The table a key reaches into.
#[derive(Clone, Copy)]
pub(super) enum Table {
    Men(Side),
    Heroes(Side),
    Kills(Side),
    Deeds(Side),
    Fill,
    Rout,
    Trade,
    Order,
    Promote,
}

/// What stands before and behind the man's number, in the order of [`place`].
const TABLES: [(&str, &str); 13] = [
    ("side_1.men.", ""),
    ("side_2.men.", ""),
    ("side_1.men.", ".hero"),
    ("side_2.men.", ".hero"),
    ("side_1.men.", ".cc_kill"),
    ("side_2.men.", ".cc_kill"),
    ("side_1.men.", ".deeds"),
    ("side_2.men.", ".deeds"),
    ("fill.", ""),
    ("rout.", ""),
    ("trade.", ""),
    ("order.", ""),
    ("promote.", ""),
];

fn place(table: Table) -> usize {
    match table {
        Table::Men(side) => side.index(),
        Table::Heroes(side) => 2 + side.index(),
        Table::Kills(side) => 4 + side.index(),
        Table::Deeds(side) => 6 + side.index(),
        Table::Fill => 8,
        Table::Rout => 9,
        Table::Trade => 10,
        Table::Order => 11,
        Table::Promote => 12,
    }
}

/// One key per table and man, made once.
static KEYS: LazyLock<Vec<Vec<String>>> = LazyLock::new(|| {
    let men = || (1..=ManId::MOST).map(ManId::new).chain([ManId::PERSONAL]);
    TABLES.iter().map(|(head, tail)| men().map(|man| format!("{head}{man}{tail}")).collect()).collect()
});

/// The key of a man's field.
pub(super) fn key(table: Table, man: ManId) -> &'static str {
    let at = man.number().map_or(usize::from(ManId::MOST), |number| usize::from(number.saturating_sub(1)));
    KEYS[place(table)].get(at).map_or("", String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_man_has_his_key() {
        assert_eq!(key(Table::Men(Side::SECOND), ManId::new(4)), "side_2.men.4");
        assert_eq!(key(Table::Heroes(Side::FIRST), ManId::new(4)), "side_1.men.4.hero");
        assert_eq!(key(Table::Deeds(Side::SECOND), ManId::new(60)), "side_2.men.60.deeds");
        assert_eq!(key(Table::Trade, ManId::PERSONAL), "trade.P");
    }
}
