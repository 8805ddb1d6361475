//! A nation beside a campaign file: put into it, the campaign knows it. [UF-42.1-2]

use kernel::Diagnostic;
use kernel::reader::{HOUSE_FILE, Reader};

use super::nation::{Form, grids, text};
use crate::setup::Campaign;

/// The campaign file with a nation's file put in at its end, as `[[nation]]`. Weapon families are the campaign's.
///
/// # Errors
/// Every fault of the nation, else every fault of the campaign with the nation in it.
pub fn add_nation(
    campaign_file: &str,
    campaign: &str,
    nation_file: &str,
    nation: &str,
) -> Result<String, Vec<Diagnostic>> {
    let families = Some((campaign_file, campaign));
    let tables = grids(nation_file, nation, families)?;
    let within = text(nation_file, &tables, Form::Within, families)?;
    let id =
        nation.parse().ok().and_then(|file: toml::Table| file.get("nation")?.as_str().map(str::to_owned));
    let reader = Reader::new(campaign_file, campaign);
    let is_there = reader.root().tables("nation").iter().any(|node| node.text("nation") == id);
    if let (true, Some(id)) = (is_there, id) {
        let sentence = format!("The campaign holds a nation {id} already: take it out first.");
        return Err(vec![Diagnostic::at(campaign_file, campaign, None, "nation", HOUSE_FILE, sentence)]);
    }
    let gap = if campaign.ends_with('\n') { "\n" } else { "\n\n" };
    let whole = format!("{campaign}{gap}{within}");
    Campaign::load(campaign_file, &whole)?;
    Ok(whole)
}
