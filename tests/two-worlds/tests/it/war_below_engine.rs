//! Battles at tables of their own with the engine as neutral: both sides take in what comes of one. What one of them carried
//! down and back, the other reads on no road, and the file of both tables says that both have said so.

use kernel::{Seat, Side};
use ledger::{Joined, verify_joined};
use rules_civil_war::battle::{Losses, Report};
use rules_civil_war::exact::Exact;
use rules_civil_war::oob::draft::draft;
use rules_civil_war::rules::s4_orders::terms;
use rules_civil_war::words::Step;
use rules_civil_war::written::Text;
use serde_json::{Value, json};
use table::{Answer, FileKind, Stands, audit_joined};

use crate::roads::Reader;
use crate::sealed::{REBEL, UNION};
use crate::war_below::only;
use crate::world::World;
use crate::worlds::compare;

impl World {
    async fn both(&self, command: Value) {
        for seat in [REBEL, UNION] {
            self.given(seat, command.clone()).await;
        }
    }

    /// Both sides agree that an army attacks another, and to fight it out. `draws` is what chance gives for the new table.
    async fn agreed_by_both(&self, attacker: &str, defender: &str, hex: &str, draws: u8) {
        let opening = json!({"do": "enter-battle", "attacker": attacker, "defender": defender, "hex": hex, "column": "1:1", "size": "medium"});
        self.both(opening).await;
        let battle = self.war_now().await.facts.battle.last().unwrap().id;
        self.draws(draws);
        self.both(json!({"do": "agree", "battle": battle, "stands": 20, "batteries": 2})).await;
    }

    async fn says_take_in(&self, seat: Seat, slot: &str) -> Answer {
        let token = ledger::Lineage(self.name_of_no_side());
        self.desk.take_in(&self.campaign, seat, slot, None, token).await.unwrap()
    }
}

/// The battle of a table from the field to its first day.
async fn to_the_day(world: &World) {
    let battle = only(&world.war_now().await).id;
    let attacker = only(&world.war_now().await).input.attacker;
    world.given(UNION, json!({"do": "draw-field", "battle": battle})).await;
    let edge = json!({"do": "choose-side", "battle": battle, "edge": "south"});
    world.given(attacker.enemy().seat(), edge).await;
    for side in Side::BOTH {
        let state = world.war_now().await;
        let oob = draft(terms(&state.setup, only(&state), side)).unwrap().write();
        world.given(side.seat(), json!({"do": "submit-oob", "battle": battle, "oob": oob})).await;
    }
    for side in Side::BOTH {
        world.given(side.seat(), json!({"do": "seal-flank", "battle": battle})).await;
    }
    for side in Side::BOTH {
        let state = world.war_now().await;
        let field = state.setup.field(only(&state).field.as_deref().unwrap()).unwrap();
        let zone = rules_civil_war::rules::s6_sketch::zone(&state.setup, only(&state), side).unwrap();
        let spot = |(at, unit)| {
            let (x, y) = zone.point(field.size, (8 * at, 8));
            rules_civil_war::battle::Spot { unit, x, y }
        };
        let spots: Vec<_> = (0..).zip(only(&state).starters(side)).map(spot).collect();
        world.given(side.seat(), json!({"do": "sketch", "battle": battle, "spots": spots.write()})).await;
        world.given(side.seat(), json!({"do": "close", "battle": battle})).await;
    }
    for side in Side::BOTH {
        world.given(side.seat(), json!({"do": "rate", "battle": battle, "side": side})).await;
    }
    assert_eq!(only(&world.war_now().await).step, Step::Day);
}

/// The attacker concedes at once; each side reports so many stands lost of its first brigade.
async fn to_the_end(world: &World, killed: [u16; 2]) {
    let battle = only(&world.war_now().await).id;
    let attacker = only(&world.war_now().await).input.attacker;
    world.given(attacker.seat(), json!({"do": "concede", "battle": battle})).await;
    world.both(json!({"do": "end-battle", "battle": battle, "union": 3, "confederate": 7})).await;
    for (side, killed) in Side::BOTH.into_iter().zip(killed) {
        let state = world.war_now().await;
        let first = only(&state).halves[side].came[0];
        let losses = Losses { brigade: first, killed, ..Default::default() };
        let report = Report { brigades: vec![losses], ..Report::default() };
        let report = json!({"do": "report", "battle": battle, "report": report.write()});
        world.given(side.seat(), report).await;
    }
    let holder = attacker.enemy();
    world.given(holder.seat(), json!({"do": "demoralization-roll", "battle": battle, "side": holder})).await;
    // The Confederates won by points, and promote nobody.
    world.given(REBEL, json!({"do": "promote-nobody", "battle": battle})).await;
    world.both(json!({"do": "close", "battle": battle})).await;
    assert_eq!(only(&world.war_now().await).step, Step::Closed);
}

#[tokio::test]
async fn two_battles_are_fought_at_once_without_a_person_and_taken_in_by_both() {
    let mut world = World::war_without_a_person(Some(table::Chance::machine()), |_| ()).await;
    let book = world.here();
    world.agreed_by_both("aop", "anv", "H-open", 10).await;
    world.agreed_by_both("valley", "mountain", "H-wood", 11).await;
    assert_eq!([world.stands("aop.1").await, world.stands("valley.1").await], [Stands::Open; 2]);
    for (slot, killed) in [("valley.1", [5, 5]), ("aop.1", [3, 0])] {
        world.goes_below(slot).await;
        to_the_day(&world).await;
        to_the_end(&world, killed).await;
        world.goes_to(book.clone());
        for seat in [Seat::Umpire, Seat::Spectator] {
            assert!(matches!(world.says_take_in(seat, slot).await, Answer::Refused(_)), "{seat:?}");
        }
        assert!(matches!(world.says_take_in(UNION, slot).await, Answer::Done { .. }));
        assert_eq!(world.stands(slot).await, Stands::Over);
        assert!(matches!(world.says_take_in(REBEL, slot).await, Answer::Done { .. }));
        assert_eq!(world.stands(slot).await, Stands::TakenIn);
    }
    let after = world.war_now().await.facts.book;
    let carried = |id: &str| after.army.iter().find(|army| army.id.as_str() == id).unwrap().carried;
    let lost = |id: &str| carried(id)[0] + carried(id)[1];
    assert_eq!(["aop", "anv", "valley", "mountain"].map(lost), [3, 0, 5, 5].map(|n| Exact::stands(n, 20)));
    let file =
        world.desk.export_joined(&world.campaign, Seat::Umpire, FileKind::Seat).await.unwrap().unwrap();
    let joined = Joined::parse(&file.to_text()).unwrap();
    let report = verify_joined(&joined);
    assert!(report.is_sound(), "{:?}", report.all_faults());
    let rulebooks: &[&dyn kernel::Rulebook] = &[&rules_civil_war::RULEBOOK];
    for audit in audit_joined(&joined, rulebooks) {
        assert_eq!((audit.faults.len(), audit.n_unproved), (0, 0), "{audit:?}");
    }
}

/// In the worlds the Confederates carry other parts of a strength point.
#[tokio::test]
async fn what_a_side_carries_is_read_by_nobody_else_while_both_take_it_in() {
    let carries = |per_sp: u16| {
        move |book: &mut rules_civil_war::book::Book| {
            let anv = book.army.iter_mut().find(|army| army.id.as_str() == "anv").unwrap();
            anv.carried = [Exact::stands(1, per_sp), Exact::stands(1, per_sp + 1)];
        }
    };
    let mut worlds = [
        World::war_without_a_person(None, carries(30)).await,
        World::war_without_a_person(None, carries(40)).await,
    ];
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
        world.agreed_by_both("aop", "anv", "H-open", 10).await;
        world.goes_below("aop.1").await;
        to_the_day(world).await;
        to_the_end(world, [3, 0]).await;
    }
    let mut below = readers(&worlds).await;
    compare(&mut below, &worlds[0], &worlds[1], "the battle is over").await;
    let tables = [worlds[0].here(), worlds[1].here()];
    for (world, book) in worlds.iter_mut().zip(&books) {
        world.goes_to(book.clone());
    }
    compare(&mut above, &worlds[0], &worlds[1], "it waits for both, seen from above").await;
    for (seat, said) in [(REBEL, "one has said so"), (UNION, "both have said so")] {
        for world in &mut worlds {
            world.draws(12);
            assert!(matches!(world.says_take_in(seat, "aop.1").await, Answer::Done { .. }), "{said}");
        }
        compare(&mut above, &worlds[0], &worlds[1], said).await;
    }
    let view = async |world: &World, seat| {
        json!(world.desk.look(&world.campaign, seat).await.unwrap().view()).to_string()
    };
    assert_ne!(view(&worlds[0], REBEL).await, view(&worlds[1], REBEL).await, "it reads its own");
    for (world, table) in worlds.iter_mut().zip(tables) {
        world.goes_to(table);
    }
    compare(&mut below, &worlds[0], &worlds[1], "it was handed up").await;
}
