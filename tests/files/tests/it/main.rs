//! What the systems say as files, written and read back: sheets for the table, tables of cells. The crates of rules try
//! what they say; here it goes over paper and through spreadsheets.

mod battlefront;
mod up_front;

// Positions and play as the rules' own tests have them.
#[allow(dead_code, reason = "shared with the tests of the rules, which use all of it")]
#[path = "../../../../crates/rules-battlefront/tests/it/evening.rs"]
mod evening;
#[allow(dead_code, reason = "shared with the tests of the rules, which use all of it")]
#[path = "../../../../crates/rules-battlefront/tests/it/table.rs"]
mod table;
#[allow(dead_code, reason = "shared with the tests of the rules, which use all of it")]
#[path = "../../../../crates/rules-battlefront/tests/it/view_support.rs"]
mod view_support;

/// The sample campaign.
const ROSTOV: &str = include_str!("../../../../crates/rules-battlefront/scenarios/rostov.toml");
/// Its second morning.
const ROSTOV_24: &str =
    include_str!("../../../../crates/rules-battlefront/scenarios/rostov-24-december.position.toml");
/// A campaign with night slots.
const MIUS: &str = include_str!("../../../../crates/rules-battlefront/scenarios/mius-night.toml");
/// Its first night.
const MIUS_NIGHT: &str =
    include_str!("../../../../crates/rules-battlefront/scenarios/mius-1-august-night.position.toml");
