//! The inventory of requirements, as the page of rules shows it.

use std::sync::OnceLock;

use kernel::system::RuleText;

const INVENTORY: &str = include_str!("../rules.toml");

/// Every rule of the inventory in its order. Read once from the file that ships with the rules.
pub(crate) fn rules() -> &'static [RuleText] {
    static RULES: OnceLock<Vec<RuleText>> = OnceLock::new();
    RULES.get_or_init(|| {
        let table: toml::Table = INVENTORY.parse().expect("the inventory is read by a test");
        let rows = table.get("rule").and_then(toml::Value::as_array);
        rows.into_iter().flatten().filter_map(rule).collect()
    })
}

fn rule(row: &toml::Value) -> Option<RuleText> {
    let text = |key: &str| row.get(key).and_then(toml::Value::as_str).map(|text| &*text.to_owned().leak());
    Some(RuleText { id: text("id")?, heading: text("heading")?, words: text("words").unwrap_or_default() })
}
