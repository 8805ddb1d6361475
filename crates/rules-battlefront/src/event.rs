//! What happened, in the order of the sequence of play. Outcomes, not dice: those stand in the roll's own record.

mod audience;
mod battle;
mod front;

use kernel::{Id, PerSide};
use serde::{Deserialize, Serialize};

pub use audience::audience;
pub use battle::{Revealed, Seen, SeenWreck, StandEnd};
pub use front::{Contact, ContactWhy, EscapeModifier};

use crate::facts::{Difference, Ending, Hex, Length, Pocket, Tally, Work};
use crate::measure::Point;
use crate::perimeter::Unit;
use crate::phase::Step;
use crate::report::Report;
use crate::setup::SettingValue;
use crate::setup::charts::{DisciplineChange, Escape, Number, Removal, Repair, Withdrawal};
use crate::words::{Ammunition, BogOutcome, MineOutcome, Posture, Side, Status};

/// An event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case", rename_all_fields = "kebab-case")]
pub enum Event {
    /// A slot was opened.
    SlotOpened {
        /// The day, from 1.
        day: u16,
        /// The slot of the day, from 1.
        slot: u8,
    },
    /// The weather was rolled.
    WeatherRolled {
        /// The row of the chart, from 1.
        row: u8,
    },
    /// A side was granted fortification purchase points.
    PointsGranted {
        /// The side.
        side: Side,
        /// How many.
        fpp: i32,
    },
    /// The first slot's attacker was taken from the set-up.
    AttackerGiven {
        /// The attacker.
        attacker: Side,
    },
    /// A step was opened.
    StepOpened {
        /// The step.
        step: Step,
    },
    /// A step does not occur in this slot.
    StepPassed {
        /// The step.
        step: Step,
    },
    /// A side closed the step.
    StepClosed {
        /// The side.
        side: Side,
        /// The step.
        step: Step,
    },
    /// A side has no part in the step that has opened.
    NoPart {
        /// The side.
        side: Side,
        /// The step.
        step: Step,
    },
    /// The umpire closed the step for both sides.
    ClosedForBoth {
        /// The step.
        step: Step,
    },
    /// A side sealed its posture, or replaced a sealed one.
    PostureSealed {
        /// The side.
        side: Side,
        /// The choice.
        posture: Posture,
        /// The nonce of its digest.
        #[serde(default)]
        nonce: Hex,
        /// The digest.
        #[serde(default)]
        digest: Hex,
    },
    /// Both postures are sealed; their digests are public.
    PosturesSealed {
        /// The slot's name in the campaign: `2.1`.
        slot: Id,
        /// The digests in the order of the sides.
        digests: PerSide<Hex>,
    },
    /// A side rolled for purchase points.
    PointsRolled {
        /// The side.
        side: Side,
        /// What it gained.
        gain: i32,
    },
    /// A side tried to repair a wreck.
    RepairTried {
        /// The side.
        side: Side,
        /// The wreck.
        vehicle: Id,
        /// Purchase points spent.
        cpp: i32,
        /// What came of it.
        outcome: Repair,
    },
    /// The repairs of the night ended; repaired wrecks left the map.
    RepairsEnded {
        /// The wrecks that left.
        vanished: Vec<Id>,
    },
    /// A formation rolled for withdrawal.
    WithdrawalRolled {
        /// The side.
        side: Side,
        /// The formation.
        me: Id,
        /// Whether it stays.
        outcome: Withdrawal,
    },
    /// A scheduled reinforcement joined the roster.
    ReinforcementArrived {
        /// The side.
        side: Side,
        /// The scheduled reinforcement.
        scheduled: Id,
    },
    /// A formation rolled for discipline.
    DisciplineRolled {
        /// The side.
        side: Side,
        /// The formation.
        me: Id,
        /// What the chart says.
        change: DisciplineChange,
        /// Its discipline afterwards.
        discipline: Id,
    },
    /// A cut-off stand rolled for discipline.
    StandDisciplineRolled {
        /// The side.
        side: Side,
        /// The stand.
        stand: Id,
        /// What the chart says.
        change: DisciplineChange,
        /// Its discipline afterwards.
        discipline: Id,
    },
    /// Two formations were combined.
    Combined {
        /// The side.
        side: Side,
        /// The one that holds the stands.
        keep: Id,
        /// The one that was struck.
        strike: Id,
        /// The command stand that was kept, if there was one.
        command_stand: Option<Id>,
        /// The discipline of the new formation.
        discipline: Id,
    },
    /// Breakpoints were recomputed from present strength.
    BreakpointsRecomputed {
        /// The side.
        side: Side,
        /// The formations.
        elements: Vec<Id>,
    },
    /// Stands recovered full ammunition.
    AmmunitionRecovered {
        /// The side.
        side: Side,
        /// The stands.
        stands: Vec<Id>,
    },
    /// A reinforcement group was bought.
    GroupBought {
        /// The side.
        side: Side,
        /// The group.
        group: Id,
        /// The id of the purchase and of what was bought.
        purchase: Id,
        /// The price.
        cpp: i32,
        /// The day a flight is bought for, from 1; 0 for all else.
        #[serde(default)]
        flies_on: u16,
    },
    /// Preregistered points were bought.
    PreregBought {
        /// The side.
        side: Side,
        /// The module.
        module: Id,
        /// The id of the purchase.
        purchase: Id,
        /// How many points.
        n: u8,
        /// The price.
        cpp: i32,
    },
    /// A purchase was taken back.
    TakenBack {
        /// The side.
        side: Side,
        /// The purchase.
        purchase: Id,
        /// The later ones of its group, each of which takes the number of the one before it.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        later: Vec<Id>,
    },
    /// The number of smoke missions or aircraft was rolled.
    NumberRolled {
        /// The side.
        side: Side,
        /// The module or flight.
        purchase: Id,
        /// Purchase points spent on the roll.
        cpp: i32,
        /// The number.
        number: Number,
    },
    /// A side tried to remove a fortification.
    RemovalTried {
        /// The side.
        side: Side,
        /// The fortification.
        item: Id,
        /// Points spent.
        fpp: i32,
        /// What came of it.
        outcome: Removal,
    },
    /// A side tried to destroy an enemy wreck.
    DestructionTried {
        /// The side.
        side: Side,
        /// The wreck.
        vehicle: Id,
        /// Points spent.
        fpp: i32,
        /// What came of it.
        outcome: Removal,
    },
    /// A side tried to move a wreck out of a defile.
    ClearingTried {
        /// The side.
        side: Side,
        /// The wreck.
        vehicle: Id,
        /// Points spent.
        fpp: i32,
        /// What came of it.
        outcome: Removal,
        /// Where a success moves it.
        to: Point,
    },
    /// The removals of the refit ended; their successes became public.
    RemovalsEnded {
        /// Known fortifications that are gone.
        removed: Vec<Id>,
        /// Wrecks destroyed for good.
        destroyed: Vec<Id>,
        /// Wrecks moved out of a defile, with their new places.
        moved: Vec<(Id, Point)>,
    },
    /// Fortifications were bought.
    WorksBought {
        /// The side.
        side: Side,
        /// The type.
        #[serde(rename = "type")]
        kind: Id,
        /// How many.
        count: u16,
        /// The price.
        fpp: i32,
    },
    /// A fortification was taken back.
    WorkTakenBack {
        /// The side.
        side: Side,
        /// The type.
        #[serde(rename = "type")]
        kind: Id,
        /// The price that came back.
        fpp: i32,
    },
    /// Both postures were revealed.
    PosturesRevealed {
        /// The slot's name in the campaign.
        slot: Id,
        /// The postures in the order of the sides.
        postures: PerSide<Posture>,
        /// The nonces of their digests.
        nonces: PerSide<Hex>,
    },
    /// Both sides attack and the higher die decided who is the attacker.
    RollOff {
        /// The attacker.
        attacker: Side,
        /// The deciding dice in the order of the sides; absent where only the outcome is known.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dice: Option<[u16; 2]>,
    },
    /// A scenario is to be fought.
    ScenarioDeclared {
        /// The attacker, who sets up second.
        attacker: Side,
        /// Who moves first, where an option changed during play says otherwise than the set-up.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        first: Option<Side>,
    },
    /// A side chose its forces, or chose anew.
    ForcesChosen {
        /// The side.
        side: Side,
        /// Formations, modules and flights in the roster's order.
        forces: Vec<Id>,
    },
    /// Stands were deployed, or turned in their pocket.
    Deployed {
        /// The side.
        side: Side,
        /// The stands.
        stands: Vec<Id>,
        /// Where.
        at: Point,
        /// Where they face, in degrees clockwise from the upper edge.
        facing: u16,
        /// Whether the enemy does not see them there.
        hidden: bool,
    },
    /// Stands were taken off the map again.
    Lifted {
        /// The side.
        side: Side,
        /// The stands.
        stands: Vec<Id>,
    },
    /// A side has set up: what the enemy sees of it.
    SetUpSeen {
        /// The side.
        side: Side,
        /// The stands in sight.
        stands: Vec<Seen>,
    },
    /// A fortification got its place.
    WorkPlaced {
        /// The side.
        side: Side,
        /// Its id on the map from now on.
        item: Id,
        /// The type.
        #[serde(rename = "type")]
        kind: Id,
        /// Where it lies.
        at: Point,
    },
    /// A fortification placed in this set-up was taken back in hand.
    WorkLifted {
        /// The side.
        side: Side,
        /// The fortification.
        item: Id,
    },
    /// A preregistered point got its place.
    PreregPlaced {
        /// The side.
        side: Side,
        /// The module.
        module: Id,
        /// Where it is.
        at: Point,
    },
    /// Stands that had panicked off the map returned to their formations.
    PanickedReturned {
        /// The side.
        side: Side,
        /// The stands.
        stands: Vec<Id>,
    },
    /// The map was cleared: stands that are neither isolated nor cut off left it.
    MapCleared,
    /// Hidden fortifications that lie in the enemy's area were put on the map.
    WorksExposed {
        /// As everyone knows them from now on.
        works: Vec<Work>,
    },
    /// A side wants a length for the battle, or none any more.
    LengthWanted {
        /// The side.
        side: Side,
        /// The length.
        length: Option<Length>,
    },
    /// Both sides want the same length.
    LengthAgreed {
        /// The length.
        length: Length,
    },
    /// A turn began.
    TurnBegan {
        /// The turn.
        turn: u8,
    },
    /// A side wants the battle to end before the next turn.
    EndWanted {
        /// The side.
        side: Side,
    },
    /// The battle ended, or was told anew to have ended.
    BattleEnded {
        /// The last turn played.
        turn: u8,
        /// Why.
        why: Ending,
    },
    /// A shot was recorded, and the stand rolled for ammunition.
    ShotFired {
        /// The side.
        side: Side,
        /// The stand.
        stand: Id,
        /// Its ammunition afterwards.
        ammunition: Ammunition,
    },
    /// Smoke was placed.
    SmokePlaced {
        /// The side.
        side: Side,
        /// How many templates.
        templates: u16,
    },
    /// A module used up a smoke mission.
    SmokeUsed {
        /// The side.
        side: Side,
        /// The module.
        module: Id,
    },
    /// A side told its part of the result form.
    Reported {
        /// The side.
        side: Side,
        /// Its part.
        report: Box<Report>,
    },
    /// Both sides have confirmed their parts, and they differ.
    ResultsDiffer {
        /// Where.
        differences: Vec<Difference>,
    },
    /// A side stands by its own figures.
    FiguresStand {
        /// The side.
        side: Side,
        /// The difference.
        field: Id,
    },
    /// A difference is settled: by the side that gave way, or by the umpire with a reason.
    DifferenceSettled {
        /// The side whose figures stand.
        side: Side,
        /// The difference.
        field: Id,
        /// The umpire's reason.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// A side's part of the confirmed result form was entered on its roster.
    ResultEntered {
        /// The side.
        side: Side,
        /// Formations that took part.
        elements: Vec<Id>,
        /// What became of stands that it is told of, or that were on the map.
        ends: Vec<StandEnd>,
        /// Own hidden fortifications that have become known, with their names from now on.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        revealed: Vec<(Id, Id)>,
        /// Own hidden fortifications that are gone.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        gone: Vec<Id>,
    },
    /// The result of the battle is confirmed: what both sides have seen on the table.
    ResultConfirmed {
        /// The last turn played.
        turn: u8,
        /// Stands and vehicles knocked out or abandoned, by type, of both sides.
        lost: PerSide<Vec<Tally>>,
        /// New wrecks on the map.
        wrecks: Vec<SeenWreck>,
        /// Modules that fired, of both sides.
        fired: PerSide<u8>,
        /// Flights that attacked, of both sides.
        flew: PerSide<u8>,
        /// Fortifications that have become known, under their new names.
        revealed: Vec<Revealed>,
        /// Fortifications that are gone.
        destroyed: Vec<Id>,
    },
    /// Templates and markers came off the map.
    MarkersRemoved,
    /// A unit's mine attacks came to an end; known to its side.
    MinesSurvived {
        /// The side.
        side: Side,
        /// The stand.
        unit: Id,
        /// Where it stands now.
        at: Option<Point>,
    },
    /// A unit was destroyed by mines.
    MinesDestroyed {
        /// The side.
        side: Side,
        /// The stand.
        unit: Id,
        /// The wreck that it leaves, when it is a class-A vehicle.
        wreck: Option<Id>,
    },
    /// Mine attacks on a unit came to an end; known to everyone.
    MinesResolved {
        /// The side.
        side: Side,
        /// The unit's type.
        #[serde(rename = "type")]
        kind: Id,
        /// What came of it.
        outcome: MineOutcome,
    },
    /// A unit made a bog check.
    BogChecked {
        /// The side.
        side: Side,
        /// The stand.
        unit: Id,
        /// What came of it.
        outcome: BogOutcome,
    },
    /// A unit's bog checks came to an end; known to everyone.
    BogResolved {
        /// The side.
        side: Side,
        /// The unit's type.
        #[serde(rename = "type")]
        kind: Id,
        /// What came of it.
        outcome: BogOutcome,
    },
    /// Suppressed and disordered units returned to good order.
    Rallied,
    /// Both sides defend: no scenario is fought in this slot.
    ScenarioSkipped,
    /// Units in contact parted. C5 goes on with what is left.
    Disengaged {
        /// Who moved, and to where.
        moves: Vec<(Unit, Point)>,
        /// Contacts that stay, each with the reason.
        contacts: Vec<Contact>,
    },
    /// The umpire put a unit elsewhere.
    UnitMoved {
        /// The unit.
        unit: Unit,
        /// To where.
        to: Point,
        /// Why.
        reason: String,
    },
    /// Both lines were drawn and every unit got its status.
    PerimeterDrawn {
        /// The lines in the order of the sides.
        lines: PerSide<Vec<Point>>,
        /// Units that are not normal.
        behind: Vec<(Unit, Status)>,
        /// The pockets that they make.
        pockets: Vec<Pocket>,
        /// Points of a line that are too near to an enemy and cannot be pulled back.
        near: Vec<(Side, Point)>,
    },
    /// The umpire overruled how a unit stands.
    StatusSet {
        /// The unit.
        unit: Unit,
        /// How it stands.
        status: Status,
        /// Why.
        reason: String,
    },
    /// The umpire drew a line otherwise.
    LineEdited {
        /// The side.
        side: Side,
        /// Its points.
        points: Vec<Point>,
        /// Why.
        reason: String,
    },
    /// A side chose that stands try to escape: one alone, or several with one die.
    EscapeChosen {
        /// The side.
        side: Side,
        /// The stands.
        stands: Vec<Id>,
    },
    /// A side chose that a stand remains after all.
    RemainChosen {
        /// The side.
        side: Side,
        /// The stand.
        stand: Id,
    },
    /// A stand tried to escape.
    EscapeTried {
        /// The unit.
        unit: Unit,
        /// What was added to the die.
        modifiers: Vec<(EscapeModifier, i32)>,
        /// What came of it.
        outcome: Escape,
        /// The id of its wreck, when it is left behind as one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        wreck: Option<Id>,
    },
    /// Flights that attacked in the battle left the roster.
    FlightsSpent {
        /// The side.
        side: Side,
        /// The flights.
        flights: Vec<Id>,
    },
    /// Flights unused by the end of their day were lost.
    FlightsLapsed {
        /// The side.
        side: Side,
        /// The flights.
        flights: Vec<Id>,
    },
    /// Modules that fired today left the roster.
    ModulesSpent {
        /// The side.
        side: Side,
        /// The modules.
        modules: Vec<Id>,
    },
    /// Preregistered points lapsed with their day.
    PreregLapsed {
        /// The side.
        side: Side,
    },
    /// The slot ended.
    SlotEnded,
    /// The umpire proposed to change an option.
    SettingProposed {
        /// The option.
        key: Id,
        /// Its new value.
        value: SettingValue,
    },
    /// A side agreed to the proposed change.
    ConsentGiven {
        /// The side.
        side: Side,
        /// The option.
        key: Id,
        /// Its new value.
        value: SettingValue,
    },
    /// An option was changed by consent.
    SettingChanged {
        /// The option.
        key: Id,
        /// Its value before.
        from: SettingValue,
        /// Its value now.
        to: SettingValue,
    },
    /// The umpire declared the result.
    VictoryDeclared {
        /// The winner; absent for a draw.
        winner: Option<Side>,
        /// Points of both sides.
        scores: PerSide<i32>,
    },
}
