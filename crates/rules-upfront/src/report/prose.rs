//! Reports in words, and where two of them differ.

use super::{AuxLoss, Deed, Infiltration, ManReport, Means, Report};
use crate::words::{AuxKind, ManId, Side};

/// One field in which two versions of the facts differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The side whose facts these are; absent for the winner.
    pub side: Option<Side>,
    /// The man, if it is about one.
    pub man: Option<ManId>,
    /// The field in words.
    pub field: &'static str,
    /// What the first version says.
    pub first: String,
    /// What the second version says.
    pub second: String,
}

/// Where two versions differ, field by field.
pub fn differences(first: &Report, second: &Report, name: &dyn Fn(Side) -> String) -> Vec<Difference> {
    let mut found = Vec::new();
    let mut note = |side, man, field, a: String, b: String| {
        if a != b {
            found.push(Difference { side, man, field, first: a, second: b });
        }
    };
    let winner = |report: &Report| report.winner.map_or_else(|| "nobody".into(), name);
    note(None, None, "winner", winner(first), winner(second));
    for side in Side::BOTH {
        let (a, b) = (first.side(side), second.side(side));
        let mut men: Vec<ManId> = a.men.iter().chain(&b.men).map(|man| man.id).collect();
        men.sort();
        men.dedup();
        for man in men {
            let (a, b) = (a.man(man), b.man(man));
            let told = |report: Option<&ManReport>, tell: &dyn Fn(&ManReport) -> String| {
                report.map_or_else(|| "not named".into(), tell)
            };
            let mut field = |field, tell: &dyn Fn(&ManReport) -> String| {
                note(Some(side), Some(man), field, told(a, tell), told(b, tell));
            };
            field("end", &|report| report.out.prose().into());
            field("pinned", &|report| yes_no(report.pinned == Some(true)));
            field("wounded", &|report| yes_no(report.wounded == Some(true)));
            field("moved in", &|report| yes_no(report.moved_in));
            field("deeds", &|report| deeds(&report.events));
        }
        note(Some(side), None, "guns and vehicles lost", losses(&a.aux), losses(&b.aux));
    }
    found
}

fn yes_no(holds: bool) -> String {
    if holds { "yes".into() } else { "no".into() }
}

/// Deeds in words: "2 Hero cards, 1 killed in close combat".
pub fn deeds(events: &[Deed]) -> String {
    if events.is_empty() {
        return "none".into();
    }
    events.iter().map(deed).collect::<Vec<_>>().join(", ")
}

/// A deed in words.
pub fn deed(event: &Deed) -> String {
    match event {
        Deed::Hero { hero: 1 } => "a Hero card".into(),
        Deed::Hero { hero } => format!("{hero} Hero cards"),
        Deed::CcKill { cc_kill } => format!("{cc_kill} killed in close combat"),
        Deed::GunInCc { ig_cc: 1 } => "a manned infantry gun killed in close combat".into(),
        Deed::GunInCc { ig_cc } => format!("{ig_cc} manned infantry guns killed in close combat"),
        Deed::Vehicle { afv, means, result, weapon } => {
            let with = match (means, weapon) {
                (_, Some(weapon)) => format!("with {weapon}"),
                (Means::Antitank, None) => "with an anti-tank weapon".into(),
                (Means::DemoOrMine, None) => "with demo charge or mine".into(),
                (Means::CloseCombat, None) => "in close combat".into(),
            };
            format!("{afv} {result} {with}")
        }
        Deed::DemoCharge { demo_charge_men } => format!("a demo charge on {demo_charge_men} men"),
        Deed::Infiltration { infiltration: Infiltration { unpinned_before, removed_or_pinned } } => {
            let men = if *unpinned_before == 1 { "man" } else { "men" };
            format!("infiltration fire at {unpinned_before} unpinned {men}, {removed_or_pinned} hit")
        }
    }
}

/// Guns, vehicles and commanders lost, in words.
pub fn losses(aux: &[AuxLoss]) -> String {
    let told = |loss: &AuxLoss| match loss.kind {
        AuxKind::Gun => format!("infantry gun [{}]", loss.effect),
        AuxKind::Vehicle => format!("vehicle [{}]", loss.effect),
        AuxKind::CommanderKilled => "commander killed".into(),
    };
    if aux.is_empty() { "none".into() } else { aux.iter().map(told).collect::<Vec<_>>().join(", ") }
}
