//! Battles of the Civil War at tables of their own: two are open at once while the book goes on, what comes of them is taken
//! in, and all of it is one file. What a side carries goes down and comes back, and nobody else reads a byte of it.

use kernel::{Seat, Side, System};
use ledger::{Joined, verify_joined};
use rules_civil_war::battle::{Battle, Report, Spot};
use rules_civil_war::exact::Exact;
use rules_civil_war::oob::draft::draft;
use rules_civil_war::rules::s4_orders::terms;
use rules_civil_war::words::{Class, Step};
use rules_civil_war::written::Text;
use rules_civil_war::{CivilWar, State};
use serde_json::{Value, json};
use table::{Answer, DiceBy, FileKind, Stands, Submission, audit_joined};

use crate::roads::Reader;
use crate::sealed::{REBEL, UNION};
use crate::world::World;
use crate::worlds::compare;

impl World {
    pub(crate) async fn gives(&self, by: Seat, command: Value) -> Answer {
        let (token, dice) = (ledger::Lineage(self.name_of_no_side()), DiceBy::Server);
        let (cursor, acting_for, reason) = (None, None, None);
        let submission = Submission { by, acting_for, reason, command, cursor, token, dice };
        self.desk.submit(&self.campaign, submission).await.unwrap()
    }

    pub(crate) async fn given(&self, by: Seat, command: Value) {
        let answer = self.gives(by, command.clone()).await;
        assert!(matches!(answer, Answer::Done { .. }), "{command}: {answer:?}");
    }

    pub(crate) async fn war_now(&self) -> State {
        let facts = serde_json::from_value(self.desk.position(&self.campaign).await.unwrap()).unwrap();
        CivilWar::open_position(CivilWar::load("set-up", &self.here().1).unwrap(), facts).unwrap()
    }

    /// An army attacks another, and both sides agree to fight it out on the table. `draws` is what chance gives for the new
    /// table: every campaign is called by it.
    pub(crate) async fn battle(&self, attacker: &str, defender: &str, hex: &str, draws: u8) {
        let opening = json!({"do": "enter-battle", "attacker": attacker, "defender": defender, "hex": hex, "column": "1:1", "size": "medium"});
        self.given(Seat::Umpire, opening).await;
        let battle = self.war_now().await.facts.battle.last().unwrap().id;
        self.draws(draws);
        for seat in [UNION, REBEL] {
            let agree = json!({"do": "agree", "battle": battle, "stands": 20, "batteries": 2});
            self.given(seat, agree).await;
        }
    }

    pub(crate) async fn take_in(&self, slot: &str) -> Answer {
        let token = ledger::Lineage(self.name_of_no_side());
        self.desk.take_in(&self.campaign, Seat::Umpire, slot, None, token).await.unwrap()
    }

    pub(crate) async fn stands(&self, slot: &str) -> Stands {
        let tables = self.desk.neighbours(&self.campaign, Seat::Umpire).await.unwrap();
        tables.below.iter().find(|level| level.slot == slot).unwrap().stands
    }
}

pub(crate) fn only(state: &State) -> &Battle {
    &state.facts.battle[0]
}

/// The battle of a table from the field to its first turn. Nobody marches around a flank.
async fn to_the_day(world: &World) {
    to_the_flanks(world).await;
    let battle = only(&world.war_now().await).id;
    for side in Side::BOTH {
        world.given(side.seat(), json!({"do": "seal-flank", "battle": battle})).await;
    }
    to_the_marches(world).await;
    for command in ["all-marches", "next-step", "advance-turn"] {
        world.given(Seat::Umpire, json!({"do": command, "battle": battle})).await;
    }
}

/// The battle of a table from the field to the orders of battle, which are the builder's.
pub(crate) async fn to_the_flanks(world: &World) {
    let battle = only(&world.war_now().await).id;
    let attacker = only(&world.war_now().await).input.attacker;
    world.given(Seat::Umpire, json!({"do": "draw-field", "battle": battle})).await;
    let edge = json!({"do": "choose-side", "battle": battle, "edge": "south"});
    world.given(attacker.enemy().seat(), edge).await;
    for side in Side::BOTH {
        let state = world.war_now().await;
        let oob = draft(terms(&state.setup, only(&state), side)).unwrap().write();
        world.given(side.seat(), json!({"do": "submit-oob", "battle": battle, "oob": oob})).await;
    }
}

/// The battle of a table from its sketches to the last rating before the marches.
pub(crate) async fn to_the_marches(world: &World) {
    let battle = only(&world.war_now().await).id;
    for side in Side::BOTH {
        let state = world.war_now().await;
        let field = state.setup.field(only(&state).field.as_deref().unwrap()).unwrap();
        let zone = rules_civil_war::rules::s6_sketch::zone(&state.setup, only(&state), side).unwrap();
        let spot = |(at, unit)| {
            let (x, y) = zone.point(field.size, (8 * at, 8));
            Spot { unit, x, y }
        };
        let spots: Vec<Spot> = (0..).zip(only(&state).starters(side)).map(spot).collect();
        world.given(side.seat(), json!({"do": "sketch", "battle": battle, "spots": spots.write()})).await;
        world.given(side.seat(), json!({"do": "close", "battle": battle})).await;
    }
    for side in 0..2 {
        world.given(Seat::Umpire, json!({"do": "rate", "battle": battle, "side": side})).await;
    }
    world.given(Seat::Umpire, json!({"do": "next-step", "battle": battle})).await;
}

/// The attacker concedes at once; each side reports so many stands lost of its first brigade.
async fn to_the_end(world: &World, killed: [u16; 2]) {
    let battle = only(&world.war_now().await).id;
    let attacker = only(&world.war_now().await).input.attacker;
    world.given(attacker.seat(), json!({"do": "concede", "battle": battle})).await;
    for (side, killed) in Side::BOTH.into_iter().zip(killed) {
        let state = world.war_now().await;
        let first = only(&state).halves[side].came[0];
        let losses = rules_civil_war::battle::Losses { brigade: first, killed, ..Default::default() };
        let report = Report { brigades: vec![losses], ..Report::default() };
        let report = json!({"do": "report", "battle": battle, "report": report.write()});
        world.given(side.seat(), report).await;
    }
    let points = json!({"do": "end-battle", "battle": battle, "union": 3, "confederate": 7});
    world.given(Seat::Umpire, points).await;
    let holder = attacker.enemy();
    let shaken = json!({"do": "demoralization-roll", "battle": battle, "side": holder});
    world.given(Seat::Umpire, shaken).await;
    // The Confederates won by points, and promote nobody.
    world.given(Side::SECOND.seat(), json!({"do": "promote-nobody", "battle": battle})).await;
    world.given(Seat::Umpire, json!({"do": "next-step", "battle": battle})).await;
    assert_eq!(only(&world.war_now().await).step, Step::Closed);
}

#[tokio::test]
async fn two_battles_are_fought_at_once_below_the_book_and_all_of_it_is_one_file() {
    let mut world = World::war(Some(table::Chance::machine()), |_| ()).await;
    let book = world.here();
    world.battle("aop", "anv", "H-open", 10).await;
    world.battle("valley", "mountain", "H-wood", 11).await;
    assert_eq!([world.stands("aop.1").await, world.stands("valley.1").await], [Stands::Open; 2]);
    // The book goes on: the turn ends with both of them open.
    for _ in 0..2 {
        world.given(Seat::Umpire, json!({"do": "next-step"})).await;
    }
    let refused =
        world.gives(Seat::Umpire, json!({"do": "raise", "army": "aop", "sp": "U9", "arm": "infantry"}));
    assert!(matches!(refused.await, Answer::Refused(_)), "what went down must come back");
    let before = world.war_now().await.facts.book;
    // The later one is over first.
    for (slot, killed) in [("valley.1", [5, 5]), ("aop.1", [3, 0])] {
        world.goes_below(slot).await;
        to_the_day(&world).await;
        let below = world.here();
        world.goes_to(book.clone());
        assert!(matches!(world.take_in(slot).await, Answer::Refused(_)), "{slot} goes on");
        world.goes_to(below);
        to_the_end(&world, killed).await;
        world.goes_to(book.clone());
        assert_eq!(world.stands(slot).await, Stands::Over);
        let taken = world.take_in(slot).await;
        assert!(matches!(taken, Answer::Done { .. }), "{taken:?}");
        assert_eq!(world.stands(slot).await, Stands::TakenIn);
    }
    let after = world.war_now().await.facts.book;
    let (mut were, mut are) = (Vec::new(), Vec::new());
    for (army, now) in before.army.iter().zip(&after.army) {
        were.extend(army.sp.iter().map(|sp| sp.id));
        are.extend(now.sp.iter().map(|sp| sp.id));
        assert!(now.sp.iter().all(|sp| sp.class != Class::Green), "all of them fought: {now:?}");
        let attacked = ["aop", "valley"].contains(&now.id.as_str());
        assert!(now.demoralized || !attacked, "who concedes is demoralized: {now:?}");
    }
    assert_eq!(were, are, "less than a whole strength point was lost of each army");
    let carried = |id: &str| after.army.iter().find(|army| army.id.as_str() == id).unwrap().carried;
    let lost = |id: &str| carried(id)[0] + carried(id)[1];
    assert_eq!(["aop", "anv", "valley", "mountain"].map(lost), [3, 0, 5, 5].map(|n| Exact::stands(n, 20)));

    let file =
        world.desk.export_joined(&world.campaign, Seat::Umpire, FileKind::Seat).await.unwrap().unwrap();
    let joined = Joined::parse(&file.to_text()).unwrap();
    assert_eq!(joined.files.len(), 3);
    let report = verify_joined(&joined);
    assert!(report.is_sound(), "{:?}", report.all_faults());
    let rulebooks: &[&dyn kernel::Rulebook] = &[&rules_civil_war::RULEBOOK];
    for audit in audit_joined(&joined, rulebooks) {
        assert_eq!((audit.faults.len(), audit.n_unproved), (0, 0), "{audit:?}");
    }
}

/// In the worlds the Confederates carry other parts of a strength point. Neither the Union nor a spectator reads it at either
/// table, while the battle is fought and after it has come home.
#[tokio::test]
async fn what_a_side_carries_goes_down_and_comes_back_unread() {
    // Less than a stand each: how many stands there were everybody learns after the battle.
    let carries = |per_sp: u16| {
        move |book: &mut rules_civil_war::book::Book| {
            let anv = book.army.iter_mut().find(|army| army.id.as_str() == "anv").unwrap();
            anv.carried = [Exact::stands(1, per_sp), Exact::stands(1, per_sp + 1)];
        }
    };
    let mut worlds = [World::war(None, carries(30)).await, World::war(None, carries(40)).await];
    let readers = async |worlds: &[World; 2]| {
        let mut readers = Vec::new();
        for seat in [UNION, Seat::Spectator] {
            readers.push((Reader::seated(&worlds[0], seat).await, Reader::seated(&worlds[1], seat).await));
        }
        readers
    };
    let mut above = readers(&worlds).await;
    let books = [worlds[0].here(), worlds[1].here()];
    for world in &mut worlds {
        world.battle("aop", "anv", "H-open", 10).await;
    }
    compare(&mut above, &worlds[0], &worlds[1], "the table is open, seen from above").await;
    for world in &mut worlds {
        world.goes_below("aop.1").await;
    }
    let mut below = readers(&worlds).await;
    compare(&mut below, &worlds[0], &worlds[1], "the table is open").await;
    for world in &worlds {
        to_the_day(world).await;
    }
    compare(&mut below, &worlds[0], &worlds[1], "the day has begun").await;
    for world in &worlds {
        to_the_end(world, [3, 0]).await;
    }
    compare(&mut below, &worlds[0], &worlds[1], "the battle is over").await;
    let tables = [worlds[0].here(), worlds[1].here()];
    for (world, book) in worlds.iter_mut().zip(&books) {
        world.goes_to(book.clone());
        world.draws(12);
        assert!(matches!(world.take_in("aop.1").await, Answer::Done { .. }));
    }
    compare(&mut above, &worlds[0], &worlds[1], "it was taken in, seen from above").await;
    let view = async |world: &World, seat| {
        json!(world.desk.look(&world.campaign, seat).await.unwrap().view()).to_string()
    };
    for seat in [REBEL, Seat::Umpire] {
        assert_ne!(view(&worlds[0], seat).await, view(&worlds[1], seat).await, "{seat:?} reads its own");
    }
    for (world, table) in worlds.iter_mut().zip(tables) {
        world.goes_to(table);
    }
    compare(&mut below, &worlds[0], &worlds[1], "it was handed up").await;
}
