//! The house of a campaign of three battles, and what is done in it without a page.

use std::sync::Arc;

use kernel::{Seat, Side, System};
use rules_civil_war::battle::{Battle, Losses, Report};
use rules_civil_war::oob::draft::draft;
use rules_civil_war::rules::s4_orders::terms;
use rules_civil_war::setup::Setup;
use rules_civil_war::written::Text;
use rules_civil_war::{CivilWar, State};
use serde_json::{Value, json};
use table::FileKind;

use super::{NEUTRAL, REBEL, rows};
use crate::house::House;

/// The house, and the table at which everybody sits now.
pub(super) struct War {
    pub house: House,
    pub setup: Arc<Setup>,
}

impl War {
    pub async fn begins() -> Self {
        let house = House::war().await;
        let setup = CivilWar::load("set-up", &House::war_set_up()).unwrap();
        Self { house, setup }
    }

    pub async fn state(&self) -> State {
        let facts = self.house.desk.position(&self.house.campaign).await.unwrap();
        let facts = serde_json::from_value(facts).unwrap();
        CivilWar::open_position(Arc::clone(&self.setup), facts).unwrap()
    }

    pub async fn battle(&self) -> Battle {
        self.state().await.facts.battle[0].clone()
    }

    pub async fn does(&self, seat: Seat, mut command: Value, faces: &[&[u16]]) {
        if command.get("battle").is_none() {
            command["battle"] = json!(self.battle().await.id);
        }
        self.house.throws(seat, command, faces).await;
    }

    /// Goes to a table below, and says which it left.
    pub async fn goes_below(&mut self, slot: &str) -> (String, Arc<Setup>) {
        let levels = CivilWar::levels(&self.state().await);
        let below = CivilWar::load("below", &levels.at(slot).unwrap().setup).unwrap();
        let tables = self.house.desk.neighbours(&self.house.campaign, NEUTRAL).await.unwrap().below;
        let there = tables.iter().find(|level| level.slot == slot).unwrap().campaign.to_string();
        self.goes_to((there, below))
    }

    pub fn goes_to(&mut self, (campaign, setup): (String, Arc<Setup>)) -> (String, Arc<Setup>) {
        let left = std::mem::replace(&mut self.house.campaign, campaign);
        (left, std::mem::replace(&mut self.setup, setup))
    }

    /// The field, the defender's side and the builder's orders.
    pub async fn to_the_flanks(&self) {
        let defender = self.battle().await.input.attacker.enemy();
        self.does(NEUTRAL, json!({"do": "draw-field"}), &[]).await;
        self.does(defender.seat(), json!({"do": "choose-side", "edge": "south"}), &[]).await;
        for side in Side::BOTH {
            let state = self.state().await;
            let oob = draft(terms(&state.setup, &state.facts.battle[0], side)).unwrap().write();
            self.does(side.seat(), json!({"do": "submit-oob", "oob": oob}), &[]).await;
        }
    }

    /// Sketches and ratings.
    pub async fn to_the_marches(&self) {
        for side in Side::BOTH {
            let spots = rows(&self.house, side.seat()).await;
            self.does(side.seat(), json!({"do": "sketch", "spots": spots}), &[]).await;
            self.does(side.seat(), json!({"do": "close"}), &[]).await;
        }
        for side in Side::BOTH {
            self.does(NEUTRAL, json!({"do": "rate", "side": side}), &[]).await;
        }
        self.does(NEUTRAL, json!({"do": "next-step"}), &[]).await;
    }

    /// A battle from its sketches on, in which the attacker concedes at once.
    pub async fn is_fought(&self, killed: [u16; 2]) {
        self.to_the_marches().await;
        for command in ["all-marches", "next-step", "advance-turn"] {
            self.does(NEUTRAL, json!({"do": command}), &[]).await;
        }
        let attacker = self.battle().await.input.attacker;
        self.does(attacker.seat(), json!({"do": "concede"}), &[]).await;
        for (side, killed) in Side::BOTH.into_iter().zip(killed) {
            let report = losses(&self.battle().await, side, killed);
            self.does(side.seat(), json!({"do": "report", "report": report}), &[]).await;
        }
        self.does(NEUTRAL, json!({"do": "end-battle", "union": 3, "confederate": 7}), &[]).await;
        let shaken = json!({"do": "demoralization-roll", "side": attacker.enemy()});
        self.does(NEUTRAL, shaken, &[&[120]]).await;
        self.does(REBEL, json!({"do": "promote-nobody"}), &[]).await;
        self.does(NEUTRAL, json!({"do": "next-step"}), &[]).await;
    }

    /// Turns pass until a force comes, or all of them to the last one of the day.
    pub async fn turns_pass(&self, until: impl Fn(&Battle) -> bool) {
        while !until(&self.battle().await) {
            self.does(NEUTRAL, json!({"do": "advance-turn"}), &[]).await;
        }
    }

    /// All tables are one file, and both verifiers find it sound.
    pub async fn is_one_file(&self) {
        let desk = &self.house.desk;
        let file = desk.export_joined(&self.house.campaign, NEUTRAL, FileKind::Seat).await.unwrap().unwrap();
        assert_eq!(file.files.len(), 4);
        is_sound(&file);
    }
}

/// Both verifiers find a file sound, and every act in it is judged again.
pub(super) fn is_sound(file: &ledger::Joined) {
    let report = ledger::verify_joined(file);
    assert!(report.is_sound(), "{:?}", report.all_faults());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("war.json");
    std::fs::write(&path, file.to_text()).unwrap();
    let tool = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/verify_joined.py");
    let said = std::process::Command::new("python3").arg(tool).arg(&path).output().unwrap();
    let said = String::from_utf8(said.stdout).unwrap();
    assert_eq!(said.lines().collect::<Vec<_>>(), report.lines());
    for audit in table::audit_joined(file, &[&rules_civil_war::RULEBOOK]) {
        assert_eq!((audit.faults.len(), audit.n_unproved), (0, 0), "{audit:?}");
    }
}

/// So many stands are lost, brigade by brigade as they came.
pub(super) fn losses(battle: &Battle, side: Side, killed: u16) -> String {
    let half = &battle.halves[side];
    let mut left = killed;
    let mut brigades = Vec::new();
    for id in &half.came {
        let stands = half.oob.as_ref().unwrap().brigade(*id).unwrap().1.stands();
        let killed = left.min(battle.stands_on_table(side, *id, stands));
        brigades.push(Losses { brigade: *id, killed, ..Losses::default() });
        left -= killed;
    }
    brigades.retain(|line| line.killed > 0);
    Report { brigades, ..Report::default() }.write()
}

/// The first brigades of Hooker's division, with as many stands as a flank march needs.
pub(super) fn hookers(battle: &Battle) -> Vec<String> {
    let divisions = &battle.halves[Side::FIRST].oob.as_ref().unwrap().divisions;
    let led = |division: &&rules_civil_war::oob::Division| {
        division.leader.is_some_and(|led| led.as_str() == "hooker")
    };
    let mut stands = 0;
    let wanted = divisions.iter().find(led).unwrap().brigades.iter().take_while(|brigade| {
        let before = stands;
        stands += brigade.stands();
        before < 20
    });
    wanted.map(|brigade| brigade.id.to_string()).collect()
}
