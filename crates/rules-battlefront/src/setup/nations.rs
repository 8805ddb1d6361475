//! What the word that a side names as its nation means to the charts, and the words that mean nothing to them.

use kernel::reader::{HOUSE_FILE, Node};

use super::{Campaign, Charts};
use crate::ids::NationId;
use crate::words::Side;

/// The nations that the printed charts speak of.
const PRINTED: [&str; 4] = ["german", "american", "british", "russian"];

/// A list of nations. A word that can be no nation is none, and is told: as odd, for files with such a word have been
/// played.
pub(super) fn listed(node: &Node<'_>, key: &str) -> Vec<NationId> {
    let id = |text: String| {
        let nation = text.parse().ok();
        if nation.is_none() {
            node.warn(key, HOUSE_FILE, format!("{text:?} can be the nation of no side."));
        }
        nation
    };
    node.texts(key).into_iter().filter_map(id).collect()
}

/// Whether anything but the list of those that repair says what a nation is. A row of that list gives a nation its dates
/// and leaves open whether it is a Russian one by another name.
fn is_known(charts: &Charts, nation: NationId) -> bool {
    let russian = charts.repair.russian_nations.iter().chain(&charts.escape.russian_nations);
    let flying = charts.numbers.aircraft.iter().flat_map(|row| &row.nations);
    PRINTED.contains(&nation.as_str()) || russian.chain(flying).any(|known| *known == nation)
}

/// The chart in which a nation is a Russian one, and the one in which it is not; nothing where both say the same.
fn russian_in_one(charts: &Charts, nation: NationId) -> Option<(&'static str, &'static str)> {
    let [repairs, escapes] = [&charts.repair.russian_nations, &charts.escape.russian_nations]
        .map(|nations| nations.contains(&nation));
    match (repairs, escapes) {
        (true, false) => Some(("repairs", "escapes")),
        (false, true) => Some(("escapes", "repairs")),
        _ => None,
    }
}

/// [BF-2.1.1.2-5, BF-2.1.1.2-6, BF-2.1.2.4.3-4] A side whose nation no chart knows has no modifier of any nation. That is
/// as it should be for a nation that the file lists as one of its own, and is told for every other.
pub(super) fn unknown(root: &Node<'_>, campaign: &Campaign) {
    let charts = &campaign.charts;
    for (node, side) in root.tables("sides").iter().zip(Side::BOTH) {
        let nation = campaign.side(side).nation;
        if campaign.own_nations.contains(&nation) {
            continue;
        }
        if let Some((has, lacks)) = russian_in_one(charts, nation) {
            let sentence = format!(
                "The nation {nation} is a Russian one in the chart of {has} and not in that of {lacks}, so the side has the Russian \
                 modifier in the one and not in the other. Name it in russian_nations of both charts, or list it in \
                 campaign.nations if that is meant."
            );
            node.warn("nation", "BF-2.1.2.4.3-4", sentence);
        }
        if is_known(charts, nation) {
            continue;
        }
        let repairs = if charts.repair.nations.iter().any(|row| row.nation == nation) {
            ""
        } else {
            "repairs no vehicles and "
        };
        let sentence = format!(
            "No chart says what the nation {nation} is, so the side {repairs}has no nation's modifier for repairs, aircraft and escapes. \
             Write one of {}, or name it in the charts (russian_nations), or list it in campaign.nations if it is none of these.",
            PRINTED.join(", ")
        );
        node.warn("nation", "BF-2.1.1.2-5", sentence);
    }
}
