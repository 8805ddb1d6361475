//! What may be asked of an outcome.

use kernel::{Id, Measure};

use crate::Battlefront;
use crate::event::Event;
use crate::rules::s2_1_1_1_purchase_points::PointsRolled;
use crate::rules::s2_1_1_2_armour_repair::RepairTried;
use crate::rules::s2_1_1_2_w_armour_withdrawal::WithdrawalRolled;
use crate::rules::s2_1_1_3_1_casualties::DestructionTried;
use crate::rules::s2_1_1_3_1_o_discipline::{DisciplineRolled, StandDisciplineRolled};
use crate::rules::s2_1_1_4_4_n_numbers::NumberRolled;
use crate::rules::s2_1_1_5_1_removal::RemovalTried;
use crate::rules::s2_1_2_4_3_escape::tried::EscapeTried;
use crate::setup::Campaign;
use crate::setup::charts::{DisciplineChange, Escape, Removal, Repair, Withdrawal};

const fn measure(
    id: &'static str,
    name: &'static str,
    figure: fn(&Campaign, &Event) -> i64,
) -> Measure<Battlefront> {
    Measure { id, name, figure, about }
}

/// Every measure, in the order of the rules.
pub(crate) const MEASURES: &[Measure<Battlefront>] = &[
    measure("points", "Purchase points gained", |_, event| match event {
        Event::PointsRolled(PointsRolled { gain, .. }) => (*gain).into(),
        _ => 0,
    }),
    measure("repaired", "Vehicles repaired", |_, event| {
        matches!(event, Event::RepairTried(RepairTried { outcome: Repair::Repaired, .. })).into()
    }),
    measure("withdrawn", "Formations withdrawn", |_, event| {
        let withdraws = Withdrawal::Withdraws;
        matches!(event, Event::WithdrawalRolled(WithdrawalRolled { outcome, .. }) if *outcome == withdraws)
            .into()
    }),
    measure("improved", "Rolls that improve discipline", |_, event| {
        i64::from(change(event) == Some(DisciplineChange::Improves))
    }),
    measure("worsened", "Rolls that worsen discipline", |_, event| {
        i64::from(change(event) == Some(DisciplineChange::Worsens))
    }),
    measure("number", "Aircraft or smoke missions", |_, event| match event {
        Event::NumberRolled(NumberRolled { number, .. }) => number.0.into(),
        _ => 0,
    }),
    measure("removed", "Fortifications and wrecks removed", |_, event| {
        matches!(
            event,
            Event::RemovalTried(RemovalTried { outcome: Removal::Eliminated, .. })
                | Event::DestructionTried(DestructionTried { outcome: Removal::Eliminated, .. })
        )
        .into()
    }),
    measure("escaped", "Stands that escape", |_, event| escape(event, Escape::Escapes)),
    measure("abandoned", "Stands abandoned", |_, event| escape(event, Escape::Abandons)),
    measure("eliminated", "Stands eliminated", |_, event| escape(event, Escape::Eliminated)),
    measure("wrecks", "Stands that stay as wrecks", |_, event| {
        matches!(event, Event::EscapeTried(EscapeTried { wreck: Some(_), .. })).into()
    }),
];

fn change(event: &Event) -> Option<DisciplineChange> {
    match event {
        Event::DisciplineRolled(DisciplineRolled { change, .. })
        | Event::StandDisciplineRolled(StandDisciplineRolled { change, .. }) => Some(*change),
        _ => None,
    }
}

fn escape(event: &Event, wanted: Escape) -> i64 {
    matches!(event, Event::EscapeTried(EscapeTried { outcome, .. }) if *outcome == wanted).into()
}

/// The stand, formation, wreck or item that an event is about.
fn about(event: &Event) -> Option<Id> {
    match event {
        Event::RepairTried(RepairTried { vehicle, .. }) => Some((*vehicle).into()),
        Event::WithdrawalRolled(WithdrawalRolled { me, .. })
        | Event::DisciplineRolled(DisciplineRolled { me, .. }) => Some((*me).into()),
        Event::StandDisciplineRolled(StandDisciplineRolled { stand, .. }) => Some((*stand).into()),
        Event::EscapeTried(EscapeTried { unit, .. }) => Some(unit.id.into()),
        _ => None,
    }
}
