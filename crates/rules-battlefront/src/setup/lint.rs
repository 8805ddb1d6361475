//! What is odd about a sound set-up: it can be played, but its writer may have meant something else.

mod ground;

use kernel::fraction;
use kernel::reader::Node;

use super::{Campaign, Group, Note, Predicate, SideSetup};
use crate::income::{Mean, SlotIncome, chances_to_buy, of, purse};
use crate::words::{Class, Side};

/// Warns of everything odd, each at its place.
pub(super) fn run(root: &Node<'_>, campaign: &Campaign) {
    for side in Side::BOTH {
        let setup = campaign.side(side);
        let incomes = of(campaign, side);
        let rows = root.maybe_table("rg").map(|table| table.tables(setup.id.as_str())).unwrap_or_default();
        // A sound file has a row for every group.
        for (node, group) in rows.iter().zip(&setup.groups) {
            dates(node, campaign, group);
            limits(node, group);
            within_reach(node, campaign, setup, group, &incomes);
        }
        ground::formations(root, setup);
    }
    ground::entry_points(root, campaign);
    ground::lines(root, campaign);
    super::nations::unknown(root, campaign);
    unused(root, campaign);
    results(root, campaign);
}

/// Notes whose dates lie where they change nothing. [BF-2.1.1.4-5]
fn dates(node: &Node<'_>, campaign: &Campaign, group: &Group) {
    const RULE: &str = "BF-2.1.1.4-5";
    let n_days = usize::from(campaign.n_days(&campaign.options));
    let played = &campaign.days[..n_days];
    let (Some(first), Some(last)) = (played.first(), played.last()) else { return };
    for note in &group.notes {
        let odd = match note {
            Note::From(date) if *date <= first.date => {
                format!(
                    "{} is sold from {date}, and the campaign begins on {}: the note changes nothing.",
                    group.id, first.date
                )
            }
            Note::Until(date) if *date >= last.date => {
                format!(
                    "{} is sold until {date}, and the campaign ends on {}: the note changes nothing.",
                    group.id, last.date
                )
            }
            _ => continue,
        };
        node.warn("notes", RULE, odd);
    }
}

/// [BF-2.1.1.4.1-4]
fn limits(node: &Node<'_>, group: &Group) {
    if group.max_scenario > group.max_campaign {
        let sentence = format!(
            "{} of {} may be used in a battle, and the whole campaign has {}.",
            group.max_scenario, group.id, group.max_campaign
        );
        node.warn("max_scenario", "BF-2.1.1.4.1-4", sentence);
    }
}

/// Whether a group's campaign maximum can be bought at all, and paid for. [BF-2.1.1.4.1-3]
fn within_reach(
    node: &Node<'_>,
    campaign: &Campaign,
    setup: &SideSetup,
    group: &Group,
    incomes: &[SlotIncome],
) {
    const RULE: &str = "BF-2.1.1.4.1-3";
    let to_buy = group.max_campaign.saturating_sub(setup.given(group.id));
    if to_buy == 0 {
        return;
    }
    let chances = chances_to_buy(campaign, group, incomes);
    let Some(last) = chances.last() else {
        let sentence = format!(
            "{} can never be bought: no refit of the campaign sells it, by its class and its notes.",
            group.id
        );
        node.warn("notes", "BF-2.1.1.4-5", sentence);
        return;
    };
    let (expected, most) = purse(setup.start_cpp, &incomes[..=*last]);
    let until = campaign.days[incomes[*last].day].date.day_and_month();
    if group.cost > most {
        let sentence = format!(
            "{} costs {}, and the side has at most {most} points until {until}, the last day that sells it.",
            group.id, group.cost
        );
        node.warn("cost", "BF-2.1.1.1-2", sentence);
        return;
    }
    if expected.is_below(group.cost) {
        let Mean(over, under) = expected;
        let sentence = format!(
            "{} costs {}, and the side can expect {} points until {until}, the last day that sells it.",
            group.id,
            group.cost,
            fraction::words(over, under)
        );
        node.warn("cost", "BF-2.1.1.1-2", sentence);
    }
    let affordable = if group.cost > 0 { most / group.cost } else { i32::MAX };
    let each = if group.notes.contains(&Note::OncePerRefit) {
        1
    } else if group.class == Class::Points {
        i32::from(group.max_scenario)
    } else {
        i32::MAX
    };
    let sold = i32::try_from(chances.len()).unwrap_or(i32::MAX).saturating_mul(each);
    let reach = affordable.min(sold);
    if reach < i32::from(to_buy) {
        let reason = if sold < affordable {
            "the refits that sell it allow no more"
        } else {
            "no more can be paid for, even with the best rolls"
        };
        let sentence = format!("{to_buy} of {} are left to buy, and {reach} can be: {reason}.", group.id);
        node.warn("max_campaign", RULE, sentence);
    }
}

/// Kinds of stands that no chart and no roster counts. [BF-2.S-3]
fn unused(root: &Node<'_>, campaign: &Campaign) {
    for (node, unit) in root.tables("unit_types").iter().zip(&campaign.unit_types) {
        let is_used = campaign.sides.as_array().iter().any(|side| {
            let of_groups = side.groups.iter().map(|group| &group.content);
            of_groups
                .chain(side.roster.iter().map(|entry| &entry.stands))
                .flatten()
                .any(|(id, _)| *id == unit.id)
        });
        if !is_used {
            let sentence = format!("No chart and no roster has a stand of the kind {}.", unit.id);
            node.warn("id", "BF-2.S-3", sentence);
        }
    }
}

/// Results that no score comes to. Told where the scores have bounds: stands that leave over an edge have none. [BF-2.S-2]
fn results(root: &Node<'_>, campaign: &Campaign) {
    let victory = &campaign.victory;
    let (mut least, mut most) = (0_i64, 0_i64);
    for score in victory.scores.iter().filter(|score| score.side == victory.read_for) {
        match &score.predicate {
            Predicate::Exit { .. } => return,
            Predicate::Points(points) => {
                least += i64::from(*points);
                most += i64::from(*points);
            }
            Predicate::Control(places) => {
                for place in campaign.map.locations.iter().filter(|place| places.contains(&place.id)) {
                    least += i64::from(place.value.min(0));
                    most += i64::from(place.value.max(0));
                }
            }
        }
    }
    let rows = root.maybe_table("victory").map(|node| node.tables("result")).unwrap_or_default();
    for (node, row) in rows.iter().zip(&victory.results) {
        let is_above = row.min.is_some_and(|min| i64::from(min) > most);
        let is_below = row.max.is_some_and(|max| i64::from(max) < least);
        if is_above || is_below {
            let side = &campaign.side(victory.read_for).name;
            let sentence =
                format!("This result never comes about: the {side} score lies between {least} and {most}.");
            node.warn("winner", "BF-2.S-2", sentence);
        }
    }
}
