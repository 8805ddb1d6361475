//! Tables below a table: opened by the rules, several at once, taken in or broken off, both logs or neither.

mod behind;
mod by_sides;
mod correcting;
mod files;
mod playing;
mod secrecy;
mod writing;

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use kernel::Seat;
use ledger::{Bundle, CampaignId, Committer, Joined, Nonces, SqliteStore, Store, verify_joined};
use serde_json::{Value, json};
use table::{
    Answer, Chance, Correcting, Desk, DiceBy, DiceStart, FileKind, NewCampaign, NewRuling, Stands,
    Submission, audit, audit_joined,
};

use crate::audit::{forged, is_judged_the_same};
use crate::correcting::{instead, without};
use crate::forgery::{entries, honest, place, told};
use crate::joined::{agree, wrong_joints};
use crate::nodes::Nodes;
use crate::trouble::Shaky;
use crate::{BLUE, GREY, RULEBOOKS, Setting, code, ticking};

/// Where the line stands in the list of systems.
pub(crate) const LINE: usize = 3;

async fn hills() -> Setting {
    Setting::of(LINE, rules_line::HILLS, None, DiceStart::AtOnce).await
}

fn fight(post: &str, first: u8, second: u8) -> Value {
    json!({"do": "fight", "post": post, "first": first, "second": second})
}

impl Setting {
    /// The campaign of a table below.
    pub(super) async fn below(&self, slot: &str) -> String {
        let neighbours = self.desk.neighbours(&self.campaign, GREY).await.unwrap();
        let level = neighbours.below.iter().find(|level| level.slot == slot);
        level.unwrap_or_else(|| panic!("{slot} is not among {neighbours:?}")).campaign.to_string()
    }

    pub(super) async fn stands(&self, slot: &str) -> Stands {
        let neighbours = self.desk.neighbours(&self.campaign, Seat::Spectator).await.unwrap();
        neighbours.below.iter().find(|level| level.slot == slot).unwrap().stands
    }

    pub(super) async fn act_at(&self, campaign: &str, by: Seat, command: Value) -> Answer {
        self.desk.submit(campaign, self.submission(by, command)).await.unwrap()
    }

    /// Plays a skirmish out: each side scouts with its coins, then both hold or raid.
    pub(super) async fn fought_out(&self, campaign: &str, stances: [&str; 2]) {
        for (side, stance) in [BLUE, GREY].into_iter().zip(stances) {
            for command in [json!({"do": "seal", "stance": stance}), json!({"do": "close"})] {
                let answer = self.act_at(campaign, side, command).await;
                assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
            }
        }
    }

    /// A skirmish for the ford in which Blue spends one of two coins on a scout, fought out; the campaign, and the entry of
    /// the scout.
    pub(super) async fn scouted(&self, stance: &str) -> (String, u64) {
        self.done(Seat::Umpire, fight("ford", 2, 1)).await;
        self.scouted_at(stance).await
    }

    /// The same where the skirmish has begun already.
    pub(super) async fn scouted_at(&self, stance: &str) -> (String, u64) {
        let ford = self.below("1/ford").await;
        let scout = self.last_entry(&ford).await + 1;
        assert!(is_done(&self.act_at(&ford, BLUE, json!({"do": "scout", "post": "ford"})).await));
        self.fought_out(&ford, [stance, "hold"]).await;
        (ford, scout)
    }

    pub(super) async fn last_entry(&self, campaign: &str) -> u64 {
        self.desk.cursor(campaign, Seat::Umpire).await.unwrap().0.parse().unwrap()
    }

    pub(super) async fn correct_at(&self, campaign: &str, correcting: &Correcting, reason: &str) -> Answer {
        let token = self.desk.fresh_token().unwrap();
        self.desk.correct(campaign, Seat::Umpire, correcting, reason, None, token).await.unwrap()
    }

    pub(super) async fn take_in(&self, slot: &str) -> Answer {
        let token = self.desk.fresh_token().unwrap();
        self.desk.take_in(&self.campaign, Seat::Umpire, slot, None, token).await.unwrap()
    }

    pub(super) async fn break_off(&self, slot: &str, reason: &str) -> Answer {
        let token = self.desk.fresh_token().unwrap();
        self.desk.break_off(&self.campaign, Seat::Umpire, slot, reason, None, token).await.unwrap()
    }

    /// What a seat reads on its pages.
    pub(super) async fn page(&self, campaign: &str, seat: Seat) -> String {
        json!(self.desk.look(campaign, seat).await.unwrap().view()).to_string()
    }

    /// The facts of a campaign, as the umpire's file leads to them.
    pub(super) async fn n_entries(&self, campaign: &str) -> usize {
        self.desk.examined(campaign).await.unwrap().master.unwrap().len()
    }
}

fn is_done(answer: &Answer) -> bool {
    matches!(answer, Answer::Done { .. })
}

async fn joined(setting: &Setting, seat: Seat) -> Joined {
    setting.desk.export_joined(&setting.campaign, seat, FileKind::Seat).await.unwrap().unwrap()
}
