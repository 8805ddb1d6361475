//! Every command that there could be now, as far as it can be listed. What players write freely (orders of battle, sketches,
//! reports) stands here by a few examples, so that a program can play a whole battle.

mod fight;

use kernel::grammar::Kind;
use kernel::{Seat, Side};

use crate::CivilWar;
use crate::battle::fates::MARCHES;
use crate::battle::{Battle, Flanks, Force, Returned, Segment, Spot};
use crate::book::Opening;
use crate::command::Command;
use crate::oob::draft::draft;
use crate::rules::s4_orders::terms;
use crate::rules::{s2_field, s6_sketch, s10_promotions};
use crate::setup::{Ratio, Sp};
use crate::state::State;
use crate::words::{BattleId, Class, Edge, Flank, Size, SpId, Stage, Step, UnitId};
use crate::written::Written;

/// Kinds of which there are more commands than can be listed.
pub fn is_capped(state: &State, kind: Kind<CivilWar>) -> bool {
    let (battle, side) = (Default::default(), Side::FIRST);
    let (attacker, defender, hex) = Default::default();
    let (hexside, column, size) = (None, String::new(), Size::Small);
    let free = [
        Command::EnterBattle { attacker, defender, hex, hexside, column, size },
        Command::Raise { army: Default::default(), sp: Default::default(), arm: Default::default() },
        Command::MoveSp { sp: Default::default(), army: Default::default() },
        Command::MoveLeader { leader: Default::default(), army: Default::default() },
        on_board(battle, side, Vec::new(), Vec::new()),
        Command::TakeIn {
            battle,
            winner: side,
            holder: None,
            union: Returned::default(),
            confederate: Returned::default(),
        },
        Command::agree(battle, Ratio::default()),
        Command::SubmitOob { battle, oob: Default::default() },
        Command::seal(battle, Flanks::default()),
        Command::Sketch { battle, spots: Written::default() },
        Command::PlaceBreastworks { battle, segments: Written::default() },
        Command::Reveal { battle, side, units: Vec::new() },
        Command::HoldBack { battle, flank: Flank::Left, brigades: Vec::new(), split: None },
        Command::Nightfall { battle, spots: Written::default() },
        Command::NightMove { battle, spots: Written::default() },
        Command::EndBattle { battle, union: 0, confederate: 0 },
        Command::Report { battle, report: Written::default() },
        Command::EnterChance { battle, side, n: 0, of: 1 },
    ];
    // Few throws of two dice would ever be confirmed, were what is proposed not listed alone.
    let proposes = state.setup.options.no_person()
        && kind == std::mem::discriminant(&Command::Initiative { union: 1, confederate: 1 });
    proposes || free.iter().any(|command| std::mem::discriminant(command) == kind)
}

/// Whether the sides act apart at a step. Where the second of two ends a step, the first may not change his mind after it;
/// and where one can leave the field, nobody acts apart.
pub const fn is_parallel(step: Step) -> bool {
    !matches!(step, Step::Agreement | Step::Field | Step::Orders | Step::Flanks | Step::Day | Step::Night)
}

/// The sides that a seat speaks for: its own, or both where it is the neutral. What another side has never enters a list.
fn spoken_for(seat: Seat) -> Vec<Side> {
    Side::BOTH.into_iter().filter(|side| side.is_known_to(seat)).collect()
}

/// Every command that there could be now for a seat, lawful or not; those of a kind follow each other.
pub fn every(state: &State, seat: Seat) -> impl Iterator<Item = Command> + Clone + use<> {
    let sides = spoken_for(seat);
    let mut all = if seat == Seat::Clock { Vec::new() } else { of_book(state) };
    for battle in state.open_battles().filter(|_| !sides.is_empty()) {
        of_battle(state, battle, &sides, &mut all);
    }
    let won = |battle: &&Battle| battle.on_board.is_some() && battle.on_board == Side::of(seat);
    for battle in state.facts.battle.iter().filter(won) {
        let of = sides.iter().flat_map(|side| battle.muster(*side).sp.iter());
        all.extend(of.map(|sp| Command::PromoteCrack { battle: battle.id, sp: sp.id }));
    }
    waiting(state, seat, &mut all);
    // The order in which kinds are met first is kept; commands of a kind come together.
    let mut kinds: Vec<Kind<CivilWar>> = Vec::new();
    for command in &all {
        let kind = std::mem::discriminant(command);
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    all.sort_by_key(|command| kinds.iter().position(|kind| *kind == std::mem::discriminant(command)));
    all.into_iter()
}

/// What waits for the other side's word. Where not all of a kind can be listed, what it has proposed of it stands there alone.
fn waiting(state: &State, seat: Seat, all: &mut Vec<Command>) {
    let Some(side) = Side::of(seat) else { return };
    for proposal in &state.facts.proposal {
        if proposal.side != side {
            let kind = std::mem::discriminant(&proposal.says);
            let proposed =
                |command: &Command| state.facts.proposal.iter().any(|known| known.says == *command);
            let is_capped = is_capped(state, kind);
            all.retain(|command| !is_capped || std::mem::discriminant(command) != kind || proposed(command));
            if !all.contains(&proposal.says) {
                all.push(proposal.says.clone());
            }
        }
        all.push(Command::Decline { proposal: proposal.number });
    }
}

fn of_book(state: &State) -> Vec<Command> {
    let (setup, book) = (&state.setup, &state.facts.book);
    if matches!(book.stage, Stage::Over | Stage::Battle) {
        return Vec::new();
    }
    let mut all = vec![Command::NextStep { battle: None }];
    all.extend(setup.leaders.iter().map(|card| Command::Recover { leader: card.leader.id }));
    all.extend(setup.armies.iter().map(|army| Command::Rally { army: army.id }));
    if book.stage == Stage::Reinforcement {
        all.extend(
            s10_promotions::waiting(state).map(|waiting| Command::PromotionRoll { counter: waiting.counter }),
        );
        return all;
    }
    for union in 1..=6 {
        all.extend((1..=6).map(|confederate| Command::Initiative { union, confederate }));
    }
    all.extend([Command::UseFreeReinforcement, Command::TakePromotion { counter: None }]);
    let columns: Vec<(String, Size)> = setup.crt.iter().map(|row| (row.column.clone(), row.size)).collect();
    let none = [("9:1".to_owned(), Size::Small)];
    for attacker in &setup.armies {
        for defender in setup.armies.iter().filter(|army| army.side != attacker.side) {
            for hex in &setup.hexes {
                let sides = hex.sides.iter().map(|(edge, _)| Some(*edge)).chain([None]);
                for (hexside, (column, size)) in sides.zip(columns.iter().chain(&none).cycle()) {
                    let (attacker, defender, column, size) =
                        (attacker.id, defender.id, column.clone(), *size);
                    let opening = Opening { attacker, defender, hex: hex.id, hexside, column, size };
                    all.push(Command::enter(opening));
                }
            }
        }
    }
    all
}

/// Every command that there could be now in one battle for a seat, lawful or not.
pub fn in_battle(state: &State, battle: &Battle, seat: Seat) -> Vec<Command> {
    let (sides, mut all) = (spoken_for(seat), Vec::new());
    if !sides.is_empty() {
        of_battle(state, battle, &sides, &mut all);
    }
    all
}

fn of_battle(state: &State, battle: &Battle, sides: &[Side], all: &mut Vec<Command>) {
    let id = battle.id;
    match battle.step {
        Step::Agreement => {
            all.push(Command::agree(id, Ratio::default()));
            all.push(Command::agree(id, Ratio { stands: 15, batteries: 1 }));
            board(state, battle, sides, all);
            all.push(Command::CallOff { battle: id });
        }
        Step::Away => {
            board(state, battle, sides, all);
            all.push(Command::CallOff { battle: id });
            // What came back of both the neutral alone knows.
            if sides.len() == Side::BOTH.len() {
                all.extend(Side::BOTH.map(|winner| taken_in(battle, winner)));
            }
        }
        Step::Field => {
            all.push(Command::DrawField { battle: id });
            board(state, battle, sides, all);
            let fields = s2_field::fitting(&state.setup, battle).into_iter();
            all.extend(fields.map(|field| Command::AgreeField { battle: id, field: field.name.clone() }));
        }
        Step::Edge => {
            all.extend(Edge::ALL.iter().map(|edge| Command::ChooseSide { battle: id, edge: *edge }))
        }
        Step::Orders => {
            for side in sides.iter().copied() {
                all.extend(
                    draft(terms(&state.setup, battle, side))
                        .ok()
                        .map(|oob| Command::SubmitOob { battle: id, oob: Written(oob) }),
                );
            }
        }
        Step::Flanks => flanks(battle, sides, all),
        Step::Sketch => sketches(state, battle, sides, all),
        Step::Placing => {
            fight::reveals(battle, sides, all);
            fight::rates(battle, sides, all);
            all.push(Command::NextStep { battle: Some(id) });
        }
        Step::Marches => {
            all.extend(MARCHES.iter().map(|(role, flank)| Command::MarchRoll {
                battle: id,
                role: *role,
                flank: *flank,
            }));
            all.extend(Flank::ALL.iter().map(|flank| Command::EncounterRoll { battle: id, flank: *flank }));
            all.push(Command::AllMarches { battle: id });
            all.push(Command::NextStep { battle: Some(id) });
        }
        Step::Day => fight::day(state, battle, sides, all),
        Step::Night => fight::night(battle, sides, all),
        Step::After => fight::after(state, battle, sides, all),
        Step::Closed => {}
    }
}

/// A battle that was fought on the board, in which no leader fell.
const fn on_board(battle: BattleId, winner: Side, lost: Vec<SpId>, demoralized: Vec<Side>) -> Command {
    Command::CwResult { battle, winner, lost, demoralized, crack: None, killed: None, wounded: None }
}

/// That a battle was fought on the board, won by either: the army that lost left its first strength point there and is
/// demoralized, or else.
fn board(state: &State, battle: &Battle, sides: &[Side], all: &mut Vec<Command>) {
    let lost = |winner: Side, n: usize| -> Vec<SpId> {
        battle.muster(winner.enemy()).sp.iter().take(n).map(|sp| sp.id).collect()
    };
    let of = |(n, demoralized): (usize, fn(Side) -> Vec<Side>)| {
        Side::BOTH.map(|winner| on_board(battle.id, winner, lost(winner, n), demoralized(winner)))
    };
    let kinds: [fn(Side) -> Vec<Side>; 4] =
        [|winner| vec![winner.enemy()], |_| Vec::new(), |winner| vec![winner], |_| Side::BOTH.to_vec()];
    let could = [1, 0].into_iter().flat_map(|n| kinds.map(|demoralized| (n, demoralized))).flat_map(of);
    all.extend(unsaid(state, sides, could).take(Side::BOTH.len()));
}

/// Without what a side has said already: it can say something else. More of a kind is given than can wait.
fn unsaid<'s>(
    state: &'s State,
    sides: &'s [Side],
    could: impl Iterator<Item = Command> + 's,
) -> impl Iterator<Item = Command> + 's {
    could.filter(move |command| {
        let own = |side: Side| sides == [side].as_slice();
        !state.facts.proposal.iter().any(|known| own(known.side) && known.says == *command)
    })
}

/// A battle below in which everybody fought and the side that lost left its first strength point there.
fn taken_in(battle: &Battle, winner: Side) -> Command {
    let half = |side: Side| {
        let (muster, lost) = (battle.muster(side), usize::from(side != winner));
        let fought = |sp: &Sp| Sp { class: sp.class.max(Class::Veteran), ..*sp };
        Returned {
            lost: muster.sp.iter().take(lost).map(|sp| sp.id).collect(),
            sp: muster.sp.iter().skip(lost).map(fought).collect(),
            carried: muster.carried,
            demoralized: side != winner || muster.demoralized,
            leaders: Vec::new(),
        }
    };
    let (holder, union, confederate) = (Some(winner), half(Side::FIRST), half(Side::SECOND));
    Command::TakeIn { battle: battle.id, winner, holder, union, confederate }
}

/// No march, one around each flank, or both; each force the brigades of a few divisions that one counter can lead.
fn flanks(battle: &Battle, sides: &[Side], all: &mut Vec<Command>) {
    let id = battle.id;
    all.push(Command::seal(id, Flanks::default()));
    for side in sides.iter().copied() {
        let Some(oob) = &battle.halves[side].oob else { continue };
        let mut forces: Vec<Force> = Vec::new();
        for division in &oob.divisions {
            let corps = oob.corps_of(division).and_then(|corps| corps.leader);
            if let Some(leader) = division.leader.or(corps) {
                let brigades = division.brigades.iter().map(|brigade| brigade.id).collect();
                forces.push(Force { leader, brigades });
            }
        }
        for (at, force) in forces.iter().enumerate() {
            let (left, right) =
                (Some(force.clone()), forces.get(at + 1).filter(|next| next.leader != force.leader).cloned());
            all.push(Command::seal(id, Flanks { left: left.clone(), right: None }));
            all.push(Command::seal(id, Flanks { left: None, right: left.clone() }));
            all.push(Command::seal(id, Flanks { left, right }));
        }
    }
}

fn sketches(state: &State, battle: &Battle, sides: &[Side], all: &mut Vec<Command>) {
    let id = battle.id;
    for side in sides.iter().copied() {
        let field = battle.field.as_ref().and_then(|name| state.setup.field(name));
        let (Some(field), Some(zone)) = (field, s6_sketch::zone(&state.setup, battle, side)) else {
            continue;
        };
        let spot = |(at, unit): (usize, UnitId)| {
            let at = i32::try_from(at).unwrap_or(0);
            let (x, y) = zone.point(field.size, (8 + 12 * at, 4 + 8 * (at % 5)));
            Spot { unit, x, y }
        };
        let spots: Vec<Spot> = battle.starters(side).into_iter().enumerate().map(spot).collect();
        all.push(Command::Sketch { battle: id, spots: Written(spots) });
        let inches = s6_sketch::inches(&state.setup, battle).0.min(field.size.0.0);
        if inches == 0 {
            continue;
        }
        let (x1, y1) = zone.point(field.size, (0, 0));
        let line = Segment { x1, y1, x2: crate::words::Inches(x1.0 + inches), y2: y1 };
        all.push(Command::PlaceBreastworks { battle: id, segments: Written(vec![line]) });
    }
    all.push(Command::Close { battle: id });
}
