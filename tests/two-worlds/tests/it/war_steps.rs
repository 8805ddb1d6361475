//! What is done in battles at tables of their own, and what holds of all of them together.

use std::collections::BTreeMap;
use std::process::Command;

use kernel::{Seat, Side};
use ledger::{Joined, verify_joined};
use rules_civil_war::State;
use rules_civil_war::battle::{Losses, Report, Spot};
use rules_civil_war::words::{Class, Step};
use rules_civil_war::written::Text;
use serde_json::{Value, json};
use table::{Answer, Change, Correcting, FileKind, Stands, audit_joined};

use crate::sealed::{REBEL, UNION, neutral};
use crate::war_below::{only, to_the_marches};
use crate::world::World;

/// Brigades of the division that somebody leads, with as many stands as a flank march needs.
pub(crate) fn led_by(state: &State, side: Side, leader: &str) -> Vec<String> {
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
pub(crate) fn losses(state: &State, side: Side, killed: u16) -> String {
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
    pub(crate) async fn neutral(&self, command: Value, faces: &[&[u16]]) {
        neutral(self, command, faces.iter().map(|throw| throw.to_vec()).collect()).await;
    }

    /// Hooker and Stuart march around the same edge of the field and meet on the way, one swift, the other deliberate.
    pub(crate) async fn seals_and_marches(&self) {
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
    pub(crate) async fn day_and_night(&self) {
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
                    let (brigades, split) =
                        battle.met(side, flank, held, measure).and_then(|met| met.least()).unwrap();
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
    pub(crate) async fn reckoned(&self, killed: [u16; 2], crack: Option<&str>) -> [u64; 2] {
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

    pub(crate) async fn is_taken_in(&self, slot: &str) {
        assert_eq!(self.stands(slot).await, Stands::Over);
        let taken = self.take_in(slot).await;
        assert!(matches!(taken, Answer::Done { .. }), "{taken:?}");
    }

    /// The Union's report in the first battle, with so many stands lost in place of what it said.
    pub(crate) async fn says_otherwise(&self, (entry, report): (u64, String)) -> Answer {
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
    pub(crate) async fn is_one_file(&self, n_tables: usize) {
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
