//! Who may know of what happened.

use kernel::Audience;

use super::Event;

/// Who may know of an event.
pub fn audience(event: &Event) -> Audience {
    match event {
        Event::PointsGranted { side, .. }
        | Event::PostureSealed { side, .. }
        | Event::PointsRolled { side, .. }
        | Event::RepairTried { side, .. }
        | Event::WithdrawalRolled { side, .. }
        | Event::ReinforcementArrived { side, .. }
        | Event::DisciplineRolled { side, .. }
        | Event::StandDisciplineRolled { side, .. }
        | Event::Combined { side, .. }
        | Event::BreakpointsRecomputed { side, .. }
        | Event::AmmunitionRecovered { side, .. }
        | Event::GroupBought { side, .. }
        | Event::PreregBought { side, .. }
        | Event::TakenBack { side, .. }
        | Event::NumberRolled { side, .. }
        | Event::RemovalTried { side, .. }
        | Event::DestructionTried { side, .. }
        | Event::ClearingTried { side, .. }
        | Event::WorksBought { side, .. }
        | Event::WorkTakenBack { side, .. }
        | Event::ForcesChosen { side, .. }
        | Event::Deployed { side, .. }
        | Event::Lifted { side, .. }
        | Event::WorkPlaced { side, .. }
        | Event::WorkLifted { side, .. }
        | Event::PreregPlaced { side, .. }
        | Event::EscapeChosen { side, .. }
        | Event::RemainChosen { side, .. }
        | Event::PanickedReturned { side, .. }
        | Event::FlightsSpent { side, .. }
        | Event::ShotFired { side, .. }
        | Event::SmokeUsed { side, .. }
        | Event::Reported { side, .. }
        | Event::ResultEntered { side, .. }
        | Event::MinesSurvived { side, .. }
        | Event::MinesDestroyed { side, .. }
        | Event::BogChecked { side, .. }
        | Event::FlightsLapsed { side, .. }
        | Event::ModulesSpent { side, .. }
        | Event::PreregLapsed { side } => side.only(),
        Event::SlotOpened { .. }
        | Event::WeatherRolled { .. }
        | Event::AttackerGiven { .. }
        | Event::StepOpened { .. }
        | Event::StepPassed { .. }
        | Event::StepClosed { .. }
        | Event::NoPart { .. }
        | Event::ClosedForBoth { .. }
        | Event::PosturesSealed { .. }
        | Event::RepairsEnded { .. }
        | Event::RemovalsEnded { .. }
        | Event::PosturesRevealed { .. }
        | Event::RollOff { .. }
        | Event::ScenarioDeclared { .. }
        | Event::SetUpSeen { .. }
        | Event::MapCleared
        | Event::WorksExposed { .. }
        | Event::LengthWanted { .. }
        | Event::LengthAgreed { .. }
        | Event::TurnBegan { .. }
        | Event::EndWanted { .. }
        | Event::BattleEnded { .. }
        | Event::SmokePlaced { .. }
        | Event::ResultsDiffer { .. }
        | Event::FiguresStand { .. }
        | Event::DifferenceSettled { .. }
        | Event::ResultConfirmed { .. }
        | Event::MarkersRemoved
        | Event::MinesResolved { .. }
        | Event::BogResolved { .. }
        | Event::Rallied
        | Event::ScenarioSkipped
        | Event::Disengaged { .. }
        | Event::UnitMoved { .. }
        | Event::PerimeterDrawn { .. }
        | Event::StatusSet { .. }
        | Event::LineEdited { .. }
        | Event::EscapeTried { .. }
        | Event::SlotEnded
        | Event::SettingProposed { .. }
        | Event::ConsentGiven { .. }
        | Event::SettingChanged { .. }
        | Event::VictoryDeclared { .. } => Audience::Public,
    }
}
