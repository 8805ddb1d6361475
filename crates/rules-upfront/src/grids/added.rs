//! A nation beside a campaign file: put into it, the campaign knows it. [UF-42.1-2]

use kernel::Diagnostic;
use kernel::reader::HOUSE_FILE;

use super::nation::{Form, grids, text};
use crate::setup::Campaign;

/// The campaign file with a nation's file put in at its end, as `[[nation]]`; absent when the campaign holds that nation
/// already, just as it is. Weapon families are the campaign's.
///
/// # Errors
/// Every fault of the nation, else every fault of the campaign with the nation in it.
pub fn add_nation(
    campaign_file: &str,
    campaign: &str,
    nation_file: &str,
    nation: &str,
) -> Result<Option<String>, Vec<Diagnostic>> {
    let families = Some((campaign_file, campaign));
    let tables = grids(nation_file, nation, families)?;
    let within = text(nation_file, &tables, Form::Within, families)?;
    let (held, new) = (nations(campaign), nations(&within));
    let id = |nation: &toml::Value| nation.get("nation").cloned();
    let known = held.iter().find(|held| new.iter().any(|new| id(new) == id(held)));
    match known {
        Some(known) if new.contains(known) => return Ok(None),
        Some(known) => {
            let id = known.get("nation").and_then(toml::Value::as_str).unwrap_or_default();
            let sentence = format!("The campaign holds another nation {id}: take it out first.");
            return Err(vec![Diagnostic::at(campaign_file, campaign, None, "nation", HOUSE_FILE, sentence)]);
        }
        None => {}
    }
    let gap = if campaign.ends_with('\n') { "\n" } else { "\n\n" };
    let whole = format!("{campaign}{gap}{within}");
    Campaign::load(campaign_file, &whole)?;
    Ok(Some(whole))
}

/// The nations in a campaign file.
fn nations(campaign: &str) -> Vec<toml::Value> {
    let file: toml::Table = campaign.parse().unwrap_or_default();
    file.get("nation").and_then(toml::Value::as_array).cloned().unwrap_or_default()
}
