//! 42.47 Rank.

use crate::setup::Nation;
use crate::words::Rank;

/// [UF-42.47-3] A rank with its national title, where the files give one: "PVT (Obersoldat)".
pub fn with_title(nation: &Nation, rank: Rank) -> String {
    match nation.title(rank) {
        Some(title) => format!("{rank} ({title})"),
        None => rank.to_string(),
    }
}
