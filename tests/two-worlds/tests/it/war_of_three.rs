//! A campaign of three battles of the Civil War, each at a table of its own. Two are open at once: in one forces meet on
//! their way around a flank, and it lasts over a night; in the other a demoralized army defends. The third begins with what
//! came back. All of it is one file, and a loss that is corrected in the first battle changes the third.

use kernel::{Seat, Side};
use rules_civil_war::exact::Exact;
use serde_json::{Value, json};
use table::{Answer, Chance, Stands};

use crate::sealed::{REBEL, UNION};
use crate::war_below::{only, to_the_flanks, to_the_marches};
use crate::war_steps::{led_by, losses};
use crate::world::World;

/// A campaign whose first two battles were taken in; the third is not opened. Besides, the first battle's table and its
/// report of the Union.
struct War {
    world: World,
    book: (String, String),
    first: (String, String),
    report: u64,
}

/// How much the Union lost in the first battle: as it reported, and in truth.
const REPORTED: u16 = 3;
const IN_TRUTH: u16 = 27;

impl War {
    async fn two_battles() -> Self {
        let mut world = World::war(Some(Chance::machine()), |_| ()).await;
        let book = world.here();
        world.battle("aop", "anv", "H-open", 10).await;
        world.battle("valley", "mountain", "H-wood", 11).await;
        assert_eq!([world.stands("aop.1").await, world.stands("valley.1").await], [Stands::Open; 2]);
        // The first battle goes to its night, the second is begun meanwhile.
        world.goes_below("aop.1").await;
        let first = world.here();
        to_the_flanks(&world).await;
        world.seals_and_marches().await;
        let fates = only(&world.war_now().await).sealed.fates.clone();
        // They met: Hooker never comes, and of Stuart's force only what was not held off.
        assert!(
            matches!(fates[..], [hooker, stuart] if hooker.fate.turn.is_none() && stuart.fate.turn == Some(9) && stuart.fate.held > 0),
            "{fates:?}"
        );
        world.goes_to(book.clone());
        world.goes_below("valley.1").await;
        to_the_flanks(&world).await;
        let second = world.here();
        let march = json!({"do": "seal-flank", "battle": "valley.1", "left": "sherman", "left_brigades": led_by(&world.war_now().await, Side::FIRST, "sherman")});
        let Answer::Refused(why) = world.gives(UNION, march).await else { panic!("the army is demoralized") };
        assert_eq!(why.first().rule.0, "CWFF-7D-1");
        for seat in [UNION, REBEL] {
            world.given(seat, json!({"do": "seal-flank", "battle": "valley.1"})).await;
        }
        to_the_marches(&world).await;
        for command in ["all-marches", "next-step", "advance-turn"] {
            world.given(Seat::Umpire, json!({"do": command, "battle": "valley.1"})).await;
        }
        world.goes_to(first.clone());
        world.day_and_night().await;
        let [report, _] = world.reckoned([REPORTED, 0], Some("C2")).await;
        world.goes_to(second);
        world.reckoned([5, 5], None).await;
        world.goes_to(book.clone());
        world.is_taken_in("valley.1").await;
        world.is_taken_in("aop.1").await;
        Self { world, book, first, report }
    }

    /// The next turn: who fought is promoted, and the Confederates attack the Army of the Potomac.
    async fn third(&self) {
        let world = &self.world;
        let neutral = |command: Value| world.given(Seat::Umpire, command);
        neutral(json!({"do": "next-step"})).await;
        let waiting = world.war_now().await.facts.book.track;
        assert!(waiting.iter().any(|one| one.counter.as_str() == "hooker-2"), "{waiting:?}");
        for counter in waiting.iter().map(|one| one.counter) {
            // Less the turn waited it is no more than any rating of 1.
            world.neutral(json!({"do": "promotion-roll", "counter": counter}), &[&[1]]).await;
        }
        neutral(json!({"do": "next-step"})).await;
        neutral(json!({"do": "initiative", "union": 5, "confederate": 2})).await;
        world.given(UNION, json!({"do": "take-promotion"})).await;
        world.battle("anv", "aop", "H-open", 12).await;
    }

    /// The Union lost so many stands in the first battle, whatever it reported.
    async fn corrects(&mut self, killed: u16) -> Answer {
        self.world.goes_to(self.first.clone());
        let report = losses(&self.world.war_now().await, Side::FIRST, killed);
        let answer = self.world.says_otherwise((self.report, report)).await;
        self.world.goes_to(self.book.clone());
        answer
    }

    /// The strength points of the Army of the Potomac and what it carries, as the book has them.
    async fn potomac(&self) -> (usize, Exact) {
        let book = self.world.war_now().await.facts.book;
        let army = book.army.iter().find(|army| army.id.as_str() == "aop").unwrap();
        (army.sp.len(), army.carried[1])
    }

    /// The same as a battle begins with it.
    async fn potomac_in(&mut self, slot: &str) -> (usize, Exact) {
        self.world.goes_below(slot).await;
        let state = self.world.war_now().await;
        let muster = only(&state).muster(Side::FIRST);
        assert!(muster.demoralized, "it conceded the first battle");
        self.world.goes_to(self.book.clone());
        (muster.sp.len(), muster.carried[1])
    }

    /// The third battle is fought and taken in.
    async fn fought_out(&mut self, slot: &str) {
        self.world.goes_below(slot).await;
        to_the_flanks(&self.world).await;
        for seat in [UNION, REBEL] {
            self.world.given(seat, json!({"do": "seal-flank", "battle": slot})).await;
        }
        to_the_marches(&self.world).await;
        for command in ["all-marches", "next-step", "advance-turn"] {
            self.world.given(Seat::Umpire, json!({"do": command, "battle": slot})).await;
        }
        self.world.reckoned([4, 6], None).await;
        self.world.goes_to(self.book.clone());
        self.world.is_taken_in(slot).await;
    }
}

#[tokio::test]
async fn a_loss_corrected_in_the_first_battle_changes_what_the_third_begins_with() {
    let mut war = War::two_battles().await;
    war.world.is_one_file(3).await;
    assert_eq!(war.potomac().await, (6, Exact::stands(REPORTED.into(), 20)));
    let corrected = war.corrects(IN_TRUTH).await;
    assert!(matches!(corrected, Answer::Done { .. }), "{corrected:?}");
    assert_eq!(war.potomac().await, (5, Exact::stands(7, 20)));
    war.third().await;
    assert_eq!(war.potomac_in("anv.1").await, (5, Exact::stands(7, 20)));
    war.fought_out("anv.1").await;
    assert_eq!(war.potomac().await, (5, Exact::stands(11, 20)));
    war.world.is_one_file(4).await;
}

/// Once the third table is there a correction is refused after which it would begin otherwise, whether it is open or what came
/// of it was taken in. While it is open it can be broken off: then the loss is corrected, the battle called off and opened
/// again, and it begins with what is left in truth.
#[tokio::test]
async fn a_loss_that_the_third_battle_rests_on_is_corrected_once_that_is_broken_off() {
    let mut war = War::two_battles().await;
    war.third().await;
    let begins = war.potomac_in("anv.1").await;
    assert_eq!(begins, (6, Exact::stands(REPORTED.into(), 20)));
    let Answer::Refused(why) = war.corrects(IN_TRUTH).await else { panic!("the third began from it") };
    let why = why.first();
    assert_eq!(why.code, "order");
    assert!(why.sentence.contains("anv.1") && why.sentence.contains("broken off first"), "{why:?}");

    let token = ledger::Lineage(war.world.name_of_no_side());
    let (book, reason) = (&war.world.campaign, "The loss of the first battle was wrong.");
    let off = war.world.desk.break_off(book, Seat::Umpire, "anv.1", reason, None, token).await.unwrap();
    assert!(matches!(off, Answer::Done { .. }), "{off:?}");
    let corrected = war.corrects(IN_TRUTH).await;
    assert!(matches!(corrected, Answer::Done { .. }), "{corrected:?}");
    war.world.given(Seat::Umpire, json!({"do": "call-off", "battle": "anv.1"})).await;
    war.world.battle("anv", "aop", "H-open", 13).await;
    assert_eq!(war.potomac_in("anv.2").await, (5, Exact::stands(7, 20)));
    war.fought_out("anv.2").await;
    assert_eq!(war.potomac().await, (5, Exact::stands(11, 20)));
    war.world.is_one_file(5).await;
}

#[tokio::test]
async fn a_loss_that_a_battle_rests_on_which_was_taken_in_is_not_corrected_behind_it() {
    let mut war = War::two_battles().await;
    war.third().await;
    war.fought_out("anv.1").await;
    let before = war.potomac().await;
    let Answer::Refused(why) = war.corrects(IN_TRUTH).await else { panic!("the third began from it") };
    let why = why.first();
    assert_eq!(why.code, "order");
    assert!(why.sentence.contains("anv.1"), "{why:?}");
    assert_eq!(war.potomac().await, before);
    war.world.is_one_file(4).await;
}
