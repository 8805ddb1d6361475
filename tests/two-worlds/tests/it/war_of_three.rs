//! A campaign of three battles of the Civil War, each at a table of its own. Two are open at once: in one forces meet on
//! their way around a flank, and it lasts over a night; in the other a demoralized army defends. The third begins with what
//! came back. All of it is one file, and a loss that is corrected in the first battle changes the third.

use std::collections::BTreeMap;
use std::process::Command;

use kernel::{Seat, Side};
use ledger::{Joined, verify_joined};
use rules_civil_war::State;
use rules_civil_war::battle::{Losses, Report, Spot};
use rules_civil_war::exact::Exact;
use rules_civil_war::words::{Class, Step};
use rules_civil_war::written::Text;
use serde_json::{Value, json};
use table::{Answer, Chance, Change, Correcting, FileKind, Stands, audit_joined};

use crate::sealed::{REBEL, UNION, neutral};
use crate::war_below::{only, to_the_flanks, to_the_marches};
use crate::world::World;

/// Brigades of the division that somebody leads, with as many stands as a flank march needs.
fn led_by(state: &State, side: Side, leader: &str) -> Vec<String> {
    let oob = only(state).halves[side].oob.as_ref().unwrap();
    let led = |division: &&rules_civil_war::oob::Division| {
        division.leader.is_some_and(|led| led.as_str() == leader)
    };
    let division = oob.divisions.iter().find(led).unwrap();
    let mut stands = 0;
    let wanted = division.brigades.iter().take_while(|brigade| {
        let before = stands;
        stands += brigade.stands();
        before < 20
    });
    wanted.map(|brigade| brigade.id.to_string()).collect()
}

/// So many stands of each strength point are lost, brigade by brigade as they came.
fn losses(state: &State, side: Side, killed: u16) -> String {
    let battle = only(state);
    let half = &battle.halves[side];
    let oob = half.oob.as_ref().unwrap();
    let mut left = killed;
    let mut brigades = Vec::new();
    for id in &half.came {
        let (_, brigade) = oob.brigade(*id).unwrap();
        let own_account = brigade.class(battle.muster(side)) != Some(Class::Crack);
        let killed = left.min(battle.stands_on_table(side, *id, brigade.stands()));
        if own_account && killed > 0 {
            brigades.push(Losses { brigade: *id, killed, ..Losses::default() });
            left -= killed;
        }
    }
    assert_eq!(left, 0, "so many stands did not come");
    Report { brigades, ..Report::default() }.write()
}

impl World {
    async fn neutral(&self, command: Value, faces: &[&[u16]]) {
        neutral(self, command, faces.iter().map(|throw| throw.to_vec()).collect()).await;
    }

    /// Hooker and Stuart march around the same edge of the field and meet on the way, one swift, the other deliberate.
    async fn seals_and_marches(&self) {
        let state = self.war_now().await;
        for (seat, flank, leader) in [(UNION, "right", "hooker"), (REBEL, "left", "stuart")] {
            let mut seal = json!({"do": "seal-flank", "battle": "aop.1"});
            seal[flank] = json!(leader);
            seal[format!("{flank}_brigades")] = json!(led_by(&state, Side::of(seat).unwrap(), leader));
            self.given(seat, seal).await;
        }
        to_the_marches(self).await;
        for (role, flank, face) in [
            ("attacker", "left", 4),
            ("attacker", "right", 3),
            ("defender", "left", 1),
            ("defender", "right", 4),
        ] {
            let ask = json!({"do": "march-roll", "battle": "aop.1", "role": role, "flank": flank});
            self.neutral(ask, &[&[face]]).await;
        }
        for (flank, face) in [("left", 9), ("right", 5)] {
            self.neutral(json!({"do": "encounter-roll", "battle": "aop.1", "flank": flank}), &[&[face]])
                .await;
        }
        self.given(Seat::Umpire, json!({"do": "next-step", "battle": "aop.1"})).await;
    }

    /// The first day of the first battle and its night.
    async fn day_and_night(&self) {
        loop {
            let state = self.war_now().await;
            let battle = only(&state);
            if battle.step == Step::Night {
                break;
            }
            for (side, flank) in battle.waits_for() {
                let held = battle.fate(side, flank).unwrap().held;
                if held > 0 {
                    let measure = state.setup.options.encounter_measure;
                    let (brigades, split) = battle.least_held(side, flank, held, measure).unwrap();
                    let hold = json!({"do": "hold-back", "battle": "aop.1", "flank": flank, "brigades": brigades, "split": split});
                    self.given(side.seat(), hold).await;
                }
                self.given(side.seat(), json!({"do": "arrive", "battle": "aop.1", "flank": flank})).await;
                self.given(Seat::Umpire, json!({"do": "rate", "battle": "aop.1", "side": side})).await;
            }
            self.given(Seat::Umpire, json!({"do": "advance-turn", "battle": "aop.1"})).await;
        }
        for side in Side::BOTH {
            let state = self.war_now().await;
            let half = &only(&state).halves[side];
            let standing = |unit: &rules_civil_war::words::UnitId| {
                let drawn = half.sketch.iter().find(|spot| spot.unit == *unit);
                let (x, y) = drawn.map_or_else(
                    || half.sketch.first().map(|spot| (spot.x, spot.y)).unwrap(),
                    |spot| (spot.x, spot.y),
                );
                Spot { unit: *unit, x, y }
            };
            let spots: Vec<Spot> = half.came.iter().map(standing).collect();
            let night = json!({"do": "nightfall", "battle": "aop.1", "spots": spots.write()});
            self.given(side.seat(), night).await;
        }
        for side in Side::BOTH {
            self.given(side.seat(), json!({"do": "close", "battle": "aop.1"})).await;
        }
        let state = self.war_now().await;
        assert_eq!((only(&state).step, only(&state).day), (Step::Day, 2));
    }

    /// The attacker concedes; each side reports so many stands lost. Returns the entries of the two reports.
    async fn reckoned(&self, killed: [u16; 2], crack: Option<&str>) -> [u64; 2] {
        let battle = only(&self.war_now().await).id;
        let attacker = only(&self.war_now().await).input.attacker;
        self.given(attacker.seat(), json!({"do": "concede", "battle": battle})).await;
        let mut entries = [0; 2];
        for (side, killed) in Side::BOTH.into_iter().zip(killed) {
            let report = losses(&self.war_now().await, side, killed);
            self.given(side.seat(), json!({"do": "report", "battle": battle, "report": report})).await;
            entries[side.index()] = self.last_entry().await;
        }
        let points = json!({"do": "end-battle", "battle": battle, "union": 3, "confederate": 7});
        self.given(Seat::Umpire, points).await;
        // The holder of the field is not shaken.
        let shaken = json!({"do": "demoralization-roll", "battle": battle, "side": attacker.enemy()});
        self.neutral(shaken, &[&[120]]).await;
        let state = self.war_now().await;
        for side in Side::BOTH {
            for leader in rules_civil_war::battle::outcome::must_check(only(&state), side) {
                let check = json!({"do": "leader-loss-roll", "battle": battle, "leader": leader});
                self.neutral(check, &[&[5, 6]]).await;
            }
        }
        let promotes = match crack {
            Some(sp) => json!({"do": "promote-crack", "battle": battle, "sp": sp}),
            None => json!({"do": "promote-nobody", "battle": battle}),
        };
        self.given(REBEL, promotes).await;
        self.given(Seat::Umpire, json!({"do": "next-step", "battle": battle})).await;
        assert_eq!(only(&self.war_now().await).step, Step::Closed);
        entries
    }

    async fn last_entry(&self) -> u64 {
        self.desk.cursor(&self.campaign, Seat::Umpire).await.unwrap().0.parse().unwrap()
    }

    async fn is_taken_in(&self, slot: &str) {
        assert_eq!(self.stands(slot).await, Stands::Over);
        let taken = self.take_in(slot).await;
        assert!(matches!(taken, Answer::Done { .. }), "{taken:?}");
    }

    /// The Union's report in the first battle, with so many stands lost in place of what it said.
    async fn says_otherwise(&self, (entry, report): (u64, String)) -> Answer {
        let report = json!({"do": "report", "battle": "aop.1", "report": report});
        let changes = BTreeMap::from([(entry, Change::Replace(report))]);
        let correcting = Correcting { changes, ..Correcting::default() };
        let preview = self.desk.preview(&self.campaign, Seat::Umpire, &correcting).await.unwrap();
        let token = ledger::Lineage(self.name_of_no_side());
        let why = "Three brigades were forgotten.";
        let answer =
            self.desk.correct(&self.campaign, Seat::Umpire, &correcting, why, None, token).await.unwrap();
        assert_eq!(preview.is_ok(), matches!(answer, Answer::Done { .. }), "{preview:?}: {answer:?}");
        answer
    }

    /// All tables are one file that both verifiers and the rules find sound.
    async fn is_one_file(&self, n_tables: usize) {
        for seat in [Seat::Umpire, UNION, REBEL, Seat::Spectator] {
            let file = self.desk.export_joined(&self.campaign, seat, FileKind::Seat).await.unwrap().unwrap();
            let text = file.to_text();
            let joined = Joined::parse(&text).unwrap();
            assert_eq!(joined.files.len(), n_tables);
            let report = verify_joined(&joined);
            assert!(report.is_sound(), "{:?}", report.all_faults());
            assert_eq!(by_the_second_verifier(&text), report.lines());
            for audit in audit_joined(&joined, &[&rules_civil_war::RULEBOOK]) {
                let unproved = audit.n_unproved > 0 && seat == Seat::Umpire;
                assert!(audit.faults.is_empty() && !unproved, "{audit:?}");
            }
        }
    }
}

fn by_the_second_verifier(text: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("war.json");
    std::fs::write(&path, text).unwrap();
    let tool = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/verify_joined.py");
    let said = Command::new("python3").arg(tool).arg(&path).output().expect("python3 is there");
    String::from_utf8(said.stdout).unwrap().lines().map(str::to_owned).collect()
}

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
