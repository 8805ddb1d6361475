//! 42.43 Elan.

use crate::report::{Deed, ManReport, Means, Wreck};
use crate::setup::nation::Caps;
use crate::setup::rulings::{ElanAtSeven, Piat, WoundedAndUnpinned};
use crate::setup::tables::Elan;
use crate::setup::{Campaign, Card, Rulings};
use crate::words::WeaponId;

/// One line of what a man gained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gain {
    /// What for.
    pub label: &'static str,
    /// The requirement it comes from.
    pub rule: kernel::RuleId,
    /// How many points.
    pub points: i32,
}

/// Under what circumstances a man gains.
#[derive(Clone, Copy, Debug)]
pub struct Circumstances<'c> {
    /// The set-up.
    pub campaign: &'c Campaign,
    /// The rulings.
    pub rulings: &'c Rulings,
    /// His card.
    pub card: &'c Card,
    /// Whether his side won. [UF-R22]
    pub won: bool,
}

/// [UF-42.43-3 to UF-42.43-14] What a man who took part and was neither lost nor routed gains, line by line.
pub fn gains(at: Circumstances<'_>, report: &ManReport) -> Vec<Gain> {
    let mut gains = Vec::new();
    each_gain(at, report, &mut |label, rule, points| {
        gains.push(Gain { label, rule: kernel::RuleId(rule), points });
    });
    gains
}

/// The sum of [`gains`].
pub fn total(at: Circumstances<'_>, report: &ManReport) -> i32 {
    let mut sum = 0;
    each_gain(at, report, &mut |_, _, points| sum += points);
    sum
}

/// [UF-42.42-10, UF-R01] Whether a man at these values gains nothing, because both stand at the top.
pub fn is_past_gaining(rulings: &Rulings, caps: &Caps, morale: u8, panic: u8) -> bool {
    rulings.elan_at_seven == ElanAtSeven::NotRecorded && morale >= caps.morale_max && panic >= caps.panic_max
}

/// Line by line, for a man who is neither lost nor routed: the callers ask for no other. The point for a win goes to every
/// such man of the winner's side. [UF-R22] Of infiltration fire each man who fired gains. [UF-R27]
fn each_gain(
    at: Circumstances<'_>,
    report: &ManReport,
    note: &mut dyn FnMut(&'static str, &'static str, i32),
) {
    let elan = &at.campaign.tables.elan;
    if at.won {
        note("won the scenario", "UF-42.43-3", elan.win);
    }
    let (wounded, unpinned) = (report.is_wounded(), report.is_unpinned());
    if wounded {
        note("wounded at the end", "UF-42.43-4", elan.wounded);
    }
    let once = wounded && at.rulings.wounded_and_unpinned == WoundedAndUnpinned::Once;
    if unpinned && !once {
        note("unpinned at the end", "UF-42.43-4", elan.unpinned_at_end);
    }
    for (n, deed) in report.events.iter().enumerate() {
        match *deed {
            Deed::Hero { hero } => note("Hero card", "UF-42.43-5", elan.hero_card * i32::from(hero)),
            Deed::CcKill { cc_kill } => {
                note("killed in close combat", "UF-42.43-6", elan.close_combat_kill * i32::from(cc_kill));
            }
            Deed::GunInCc { ig_cc } => {
                let each = elan.close_combat_kill * elan.manned_gun_counts_as;
                note("manned infantry gun killed in close combat", "UF-42.43-7", each * i32::from(ig_cc));
            }
            Deed::Vehicle { afv, .. } => {
                // One vehicle scores once for a man: its best deed, told at its first mention. [UF-42.43-14, UF-R26]
                let same = |other: &&Deed| matches!(other, Deed::Vehicle { afv: known, .. } if *known == afv);
                if report.events[..n].iter().any(|other| same(&other)) {
                    continue;
                }
                let all = report.events.iter().filter(same);
                let best = all.map(|deed| vehicle(at, elan, deed)).max_by_key(|(_, _, points)| *points);
                if let Some((label, rule, points)) = best.filter(|(_, _, points)| *points > 0) {
                    note(label, rule, points);
                }
            }
            Deed::DemoCharge { demo_charge_men } => {
                if i32::from(demo_charge_men) >= elan.demo_charge_least_men {
                    note("demo charge on three or more men", "UF-42.43-10", elan.demo_charge);
                }
            }
            Deed::Infiltration { infiltration } => {
                if infiltration.removed_or_pinned > 0 {
                    note("infiltration fire", "UF-42.43-12", i32::from(infiltration.unpinned_before));
                }
            }
        }
    }
}

/// What a deed against a vehicle earns: its words, its rule, its points. Immobilising has no line of its own in the printed
/// table. A footnote takes two points off the line of destroying it. [UF-42.43-13, UF-C19]
fn vehicle(at: Circumstances<'_>, elan: &Elan, deed: &Deed) -> (&'static str, &'static str, i32) {
    let Deed::Vehicle { means, result, weapon, .. } = deed else { return ("", "UF-42.43-8", 0) };
    let (label, rule, points) = match means {
        Means::Antitank if !scores(at, *weapon) => ("", "UF-R25", 0),
        Means::Antitank => ("AFV with an anti-tank weapon", "UF-42.43-8", elan.afv_by_antitank_weapon),
        Means::DemoOrMine => ("AFV with demo charge or mine", "UF-42.43-9", elan.afv_by_demo_charge_or_atmm),
        Means::CloseCombat => ("AFV in close combat", "UF-42.43-11", elan.afv_in_close_combat_unaided),
    };
    match result {
        Wreck::Destroyed => (label, rule, points),
        Wreck::Immobilised => (label, "UF-42.43-13", (points - elan.immobilise_discount).max(0)),
    }
}

/// [UF-R25] Whether an anti-tank weapon scores: the named one, else the man's own if it is one, else a panzerfaust.
fn scores(at: Circumstances<'_>, weapon: Option<WeaponId>) -> bool {
    let (families, roles) = (&at.campaign.tables.families, &at.campaign.tables.roles);
    let named = weapon.and_then(|code| families.of(code));
    let family = match weapon {
        Some(_) => named,
        None => Some(at.card.family),
    };
    match family {
        Some(family) if roles.no_antitank.has(family) => false,
        Some(family) if roles.antitank_if_ruled.has(family) => at.rulings.piat == Piat::Yes,
        _ => true,
    }
}
