//! What happened: the events of all sections, in the order of the source. Each says in its own file who may know of it, what
//! it does and how it is told. Outcomes, not dice: those stand in the roll's own record.

use crate::rules::s2_1_1_8_deploy::laid_out;
use crate::rules::s2_1_2_4_3_escape::tried;
use crate::rules::s2_1_2_report::{confirmed, differences, entered};
use crate::rules::{
    s2_1_1_1_purchase_points, s2_1_1_2_armour_repair, s2_1_1_2_w_armour_withdrawal, s2_1_1_3_1_casualties,
    s2_1_1_3_1_o_discipline, s2_1_1_3_2_b_breakpoints, s2_1_1_3_2_combining, s2_1_1_3_3_1_shots,
    s2_1_1_3_3_ammunition, s2_1_1_4_1_base_force, s2_1_1_4_2_aircraft, s2_1_1_4_3_off_board_artillery,
    s2_1_1_4_4_n_numbers, s2_1_1_4_4_n_smoke, s2_1_1_4_4_preregistered_points, s2_1_1_4_reinforcements,
    s2_1_1_5_1_removal, s2_1_1_5_2_fortifications, s2_1_1_5_fortification_points, s2_1_1_6_reveal,
    s2_1_1_7_choose_forces, s2_1_1_8_deploy, s2_1_2_1_markers, s2_1_2_2_mines, s2_1_2_3_bogged,
    s2_1_2_4_1_disengage, s2_1_2_4_2_status, s2_1_2_4_3_escape, s2_1_2_4_p_perimeter, s2_1_2_4_rally,
    s2_1_2_5_clear_the_map, s2_1_2_6_hidden_fortifications, s2_1_2_7_wrecks, s2_1_2_8_paperwork,
    s2_1_2_report, s2_1_2_resolution, s2_1_p_posture, s2_1_scenarios, s2_campaign, s2_f_free_to_modify,
    s2_s_setup,
};
use crate::setup::Campaign;
use crate::state::State;

kernel::section_events! {
    /// An event.
    #[derive(Eq)]
    pub enum Event for State, Campaign {
        s2_campaign: VictoryDeclared;
        s2_f_free_to_modify: SettingProposed, ConsentGiven, SettingChanged;
        s2_s_setup: SlotOpened, WeatherRolled;
        s2_1_scenarios: StepOpened, StepPassed, StepClosed, NoPart;
        s2_1_p_posture: AttackerGiven, PostureSealed, PosturesSealed;
        s2_1_1_1_purchase_points: PointsRolled;
        s2_1_1_2_armour_repair: RepairTried, RepairsEnded;
        s2_1_1_2_w_armour_withdrawal: WithdrawalRolled;
        s2_1_1_3_1_casualties: DestructionTried;
        s2_1_1_3_1_o_discipline: DisciplineRolled, StandDisciplineRolled,
            DisciplineSettled;
        s2_1_1_3_2_b_breakpoints: BreakpointsRecomputed;
        s2_1_1_3_2_combining: Combined;
        s2_1_1_3_3_1_shots: ShotFired;
        s2_1_1_3_3_ammunition: AmmunitionRecovered;
        s2_1_1_4_1_base_force: ReinforcementArrived;
        s2_1_1_4_2_aircraft: FlightsSpent, FlightsLapsed;
        s2_1_1_4_3_off_board_artillery: ModulesSpent;
        s2_1_1_4_4_n_numbers: NumberRolled;
        s2_1_1_4_4_n_smoke: SmokePlaced, SmokeUsed;
        s2_1_1_4_4_preregistered_points: PreregBought, PreregPlaced, PreregLapsed;
        s2_1_1_4_reinforcements: GroupBought, TakenBack;
        s2_1_1_5_1_removal: RemovalTried, RemovalsEnded;
        s2_1_1_5_2_fortifications: WorksBought, WorkTakenBack, WorkPlaced, WorkLifted;
        s2_1_1_5_fortification_points: PointsGranted;
        s2_1_1_6_reveal: PosturesRevealed, RollOff, ScenarioDeclared, ScenarioSkipped;
        s2_1_1_7_choose_forces: ForcesChosen;
        s2_1_1_8_deploy: Deployed, Lifted, SetUpSeen;
        laid_out: LaidOut;
        s2_1_2_1_markers: MarkersRemoved;
        s2_1_2_2_mines: MinesSurvived, MinesDestroyed, MinesResolved;
        s2_1_2_3_bogged: BogChecked, BogResolved;
        s2_1_2_4_1_disengage: Disengaged;
        s2_1_2_4_2_status: PerimeterDrawn;
        s2_1_2_4_3_escape: EscapeChosen, RemainChosen;
        tried: EscapeTried;
        s2_1_2_4_p_perimeter: UnitMoved, StatusSet, LineEdited, ClosedForBoth;
        s2_1_2_4_rally: Rallied;
        s2_1_2_5_clear_the_map: PanickedReturned, MapCleared;
        s2_1_2_6_hidden_fortifications: WorksExposed;
        s2_1_2_7_wrecks: ClearingTried;
        s2_1_2_8_paperwork: SlotEnded;
        s2_1_2_report: Reported;
        differences: ResultsDiffer, FiguresStand, DifferenceSettled;
        entered: ResultEntered;
        confirmed: ResultConfirmed;
        s2_1_2_resolution: LengthWanted, LengthAgreed, TurnBegan, EndWanted, BattleEnded;
    }
}
