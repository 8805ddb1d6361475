//! Applies events. Nothing here fails or chooses.

mod battle;
mod cleanup;
mod front;
mod purchases;
mod removals;
mod roster;
mod sequence;
mod set_up;

use crate::event::Event;
use crate::facts::Attempt;
use crate::setup::charts::Removal;
use crate::state::State;

/// Applies one event.
pub fn fold(state: &mut State, event: &Event) {
    match event {
        Event::SlotOpened { .. }
        | Event::WeatherRolled { .. }
        | Event::PointsGranted { .. }
        | Event::AttackerGiven { .. }
        | Event::StepOpened { .. }
        | Event::StepPassed { .. }
        | Event::StepClosed { .. }
        | Event::NoPart { .. }
        | Event::ClosedForBoth { .. }
        | Event::PostureSealed { .. }
        | Event::PosturesSealed { .. }
        | Event::PosturesRevealed { .. }
        | Event::RollOff { .. }
        | Event::ScenarioDeclared { .. }
        | Event::ForcesChosen { .. }
        | Event::ScenarioSkipped
        | Event::SlotEnded
        | Event::SettingProposed { .. }
        | Event::ConsentGiven { .. }
        | Event::SettingChanged { .. }
        | Event::VictoryDeclared { .. } => sequence::apply(state, event),
        Event::Disengaged { .. }
        | Event::UnitMoved { .. }
        | Event::PerimeterDrawn { .. }
        | Event::StatusSet { .. }
        | Event::LineEdited { .. }
        | Event::EscapeChosen { .. }
        | Event::RemainChosen { .. }
        | Event::EscapeTried { .. } => front::apply(state, event),
        Event::GroupBought { .. }
        | Event::PreregBought { .. }
        | Event::TakenBack { .. }
        | Event::NumberRolled { .. }
        | Event::WorksBought { .. }
        | Event::WorkTakenBack { .. }
        | Event::PointsRolled { .. } => purchases::apply(state, event),
        Event::RemovalTried { side, item, fpp, outcome } => {
            removals::tried(
                state,
                *side,
                *fpp,
                Attempt { id: *item, kind: None, succeeded: *outcome == Removal::Eliminated, moved_to: None },
            );
            removals::hidden_work_goes(state, *side);
        }
        Event::DestructionTried { side, vehicle, fpp, outcome } => {
            let succeeded = *outcome == Removal::Eliminated;
            removals::tried(
                state,
                *side,
                *fpp,
                Attempt { id: *vehicle, kind: None, succeeded, moved_to: None },
            );
        }
        Event::ClearingTried { side, vehicle, fpp, outcome, to } => {
            let succeeded = *outcome == Removal::Eliminated;
            removals::tried(
                state,
                *side,
                *fpp,
                Attempt { id: *vehicle, kind: None, succeeded, moved_to: Some(*to) },
            );
            removals::stays_in_the_defile(state, *side, *vehicle, succeeded);
        }
        Event::Deployed { .. }
        | Event::Lifted { .. }
        | Event::SetUpSeen { .. }
        | Event::WorkPlaced { .. }
        | Event::WorkLifted { .. }
        | Event::PreregPlaced { .. } => {
            set_up::apply(state, event);
        }
        Event::PanickedReturned { side, stands } => cleanup::return_panicked(state, *side, stands),
        Event::MapCleared => cleanup::clear_the_map(state),
        Event::WorksExposed { works } => cleanup::expose(state, works),
        Event::LengthWanted { .. }
        | Event::LengthAgreed { .. }
        | Event::TurnBegan { .. }
        | Event::EndWanted { .. }
        | Event::BattleEnded { .. }
        | Event::ShotFired { .. }
        | Event::SmokePlaced { .. }
        | Event::SmokeUsed { .. }
        | Event::Reported { .. }
        | Event::ResultsDiffer { .. }
        | Event::FiguresStand { .. }
        | Event::DifferenceSettled { .. }
        | Event::ResultEntered { .. }
        | Event::ResultConfirmed { .. }
        | Event::MarkersRemoved
        | Event::MinesSurvived { .. }
        | Event::MinesDestroyed { .. }
        | Event::MinesResolved { .. }
        | Event::BogChecked { .. }
        | Event::BogResolved { .. }
        | Event::Rallied => battle::apply(state, event),
        Event::RemovalsEnded { removed, destroyed, moved } => removals::end(state, removed, destroyed, moved),
        _ => roster::apply(state, event),
    }
}
