//! What places of a scenario must agree with each other: stacks, sides, command.

use std::collections::BTreeMap;

use kernel::{Node, Side};

use super::board::Board;
use super::formation::Formation;
use super::unit::{Begins, Card};
use crate::words::Place;

/// Judges where everything begins, as far as it can be read.
pub(super) fn places(
    root: &Node<'_>,
    board: &Board,
    formations: &[&Formation],
    units: &[(&Node<'_>, &Card)],
) {
    let at = |card: &Card| match card.begins {
        Begins::At(place, _) => Some(place),
        Begins::Support | Begins::Pool | Begins::Enters(..) => None,
    };
    let mut held: BTreeMap<Place, Side> = BTreeMap::new();
    for one in formations {
        held.extend(one.posts().map(|at| (at, one.side)));
    }
    held.extend(units.iter().filter_map(|(_, card)| Some((at(card)?, card.side))));
    for (n, (node, card)) in units.iter().enumerate() {
        let Some(place) = at(card) else { continue };
        let before = units[..n].iter().filter(|(_, other)| at(other) == Some(place)).count();
        if before == 2 {
            node.fault("hex", "BCS-MOVE-3", format!("More than two combat units begin in hex {place}."));
        }
        let shares = units[..n].iter().find(|(_, other)| other.side != card.side && at(other) == Some(place));
        let stands = formations.iter().find(|one| one.side != card.side && one.posts().any(|at| at == place));
        if let Some(other) = shares.map(|(_, other)| &other.name).or(stands.map(|one| &one.name)) {
            node.fault("hex", "BCS-MOVE-7", format!("{} begins in the hex of its enemy {other}.", card.name));
        }
        let near = held.iter().find(|(hex, side)| **side != card.side && board.distance(**hex, place) == 1);
        if let Some((hex, _)) = near {
            node.warn("hex", "BCS-ZONE-1", format!("{} begins beside the enemy in hex {hex}.", card.name));
        }
        let formation = formations.iter().find(|one| Some(one.id) == card.formation);
        let strays =
            |one: &&&Formation| one.hqs.iter().all(|hq| board.distance(hq.at, place) > hq.radius.into());
        if let Some(formation) = formation.filter(strays) {
            let sentence = format!("{} begins out of the Command Radius of {}.", card.name, formation.name);
            node.warn("hex", "BCS-CR-1", sentence);
        }
    }
    for (n, one) in formations.iter().enumerate() {
        let meets = |other: &&&Formation| {
            other.side != one.side && one.posts().any(|at| other.posts().any(|held| held == at))
        };
        if let Some(other) = formations[..n].iter().find(meets) {
            let sentence = format!("The HQ or trains of {} begin in a hex of {}.", one.name, other.name);
            root.fault("formation", "BCS-MSR-2", sentence);
        }
    }
}
