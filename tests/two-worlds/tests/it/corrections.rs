//! Previews, corrections with and without consent, their branches and rulings: what concerns the German side alone is
//! told by no road to the others, and what concerns all tells them nothing of it.

use std::collections::BTreeMap;

use kernel::{Audience, Seat};
use rand_pcg::Pcg64;
use serde_json::{Value, json};
use table::{Answer, Change, Correcting, Halted, NewRuling, Preview};

use crate::roads::Reader;
use crate::world::{GERMAN, SOVIET, World};
use crate::worlds::compare;

/// What the umpire does, under names that both worlds share.
impl World {
    async fn next_entry(&self) -> u64 {
        self.desk.cursor(&self.campaign, Seat::Umpire).await.unwrap().0.parse::<u64>().unwrap() + 1
    }

    async fn preview(&self, correcting: &Correcting) -> Preview {
        self.desk.preview(&self.campaign, Seat::Umpire, correcting).await.unwrap().unwrap()
    }

    async fn correct(&self, correcting: &Correcting, name: u8) {
        let (umpire, token) = (Seat::Umpire, ledger::Lineage([name; 16]));
        let answer = self.desk.correct(&self.campaign, umpire, correcting, "Put right.", None, token).await;
        let answer = answer.unwrap();
        assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
    }

    async fn propose(&self, correcting: &Correcting, name: u8) {
        let (umpire, token) = (Seat::Umpire, ledger::Lineage([name; 16]));
        let answer = self.desk.propose(&self.campaign, umpire, correcting, "A slip.", None, token).await;
        let answer = answer.unwrap();
        assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
    }

    async fn word(&self, side: Seat, agrees: bool, name: u8) {
        let shown = self.desk.proposed(&self.campaign, side).await.unwrap().expect("it is asked");
        let token = ledger::Lineage([name; 16]);
        let answer = self.desk.consent(&self.campaign, side, agrees, &shown.digest, token).await.unwrap();
        assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
    }

    async fn rule(&self, audience: Audience, name: u8) {
        let new = NewRuling {
            rule: "HOUSE-SEAT".into(),
            decision: "It may.".into(),
            reason: "The book is silent.".into(),
            audience,
        };
        let token = ledger::Lineage([name; 16]);
        let answer = self.desk.rule(&self.campaign, Seat::Umpire, new, None, token).await.unwrap();
        assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
    }

    async fn writes(&self, by: Seat, audience: Audience, name: u8) {
        let token = ledger::Lineage([name; 16]);
        let answer = self.desk.write_to(&self.campaign, by, audience, "It may.", token).await.unwrap();
        assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
    }

    /// How many corrections the log holds.
    async fn n_corrections(&self) -> usize {
        let log = self.desk.log(&self.campaign, Seat::Umpire, None, 10_000).await.unwrap();
        log.lines.iter().filter(|line| line.kind == table::Kind::Corrected).count()
    }
}

fn changed(entry: u64, change: Change) -> Correcting {
    Correcting { changes: BTreeMap::from([(entry, change)]), ..Correcting::default() }
}

fn posture(posture: &str) -> Value {
    json!({"do": "choose-posture", "posture": posture})
}

#[tokio::test]
async fn nobody_can_tell_what_is_corrected_and_ruled_for_the_german_side() {
    let (mut calm, mut wild) = (World::rostov().await, World::rostov().await);
    let mut readers = [
        (Reader::seated(&calm, SOVIET).await, Reader::seated(&wild, SOVIET).await),
        (Reader::seated(&calm, Seat::Spectator).await, Reader::seated(&wild, Seat::Spectator).await),
    ];
    // The German side tries a posture or two while the other has not chosen.
    wild.done(GERMAN, posture("attack")).await;
    for world in [&mut calm, &mut wild] {
        world.done(GERMAN, posture("defend")).await;
    }
    let mut chosen = Vec::new();
    for world in [&mut calm, &mut wild] {
        chosen.push(world.next_entry().await);
        world.done(SOVIET, posture("defend")).await;
    }
    assert_ne!(chosen[0], chosen[1], "the entries of the worlds have other numbers");

    while !calm.step().await.starts_with("S2e") {
        for world in [&mut calm, &mut wild] {
            world.close(GERMAN).await;
            world.close(SOVIET).await;
        }
    }

    // What concerns the German side alone.
    let mut random = Pcg64::new(21, 1);
    wild.busy(GERMAN, &mut random, 4).await;
    let last = wild.next_entry().await - 1;
    let never = changed(last, Change::Remove);
    let preview = wild.preview(&never).await;
    assert!(preview.halted.is_none() && preview.affected == [GERMAN], "{preview:?}");
    compare(&mut readers, &calm, &wild, "the umpire has looked").await;
    wild.propose(&never, 101).await;
    compare(&mut readers, &calm, &wild, "the German side is asked").await;
    wild.word(GERMAN, false, 102).await;
    compare(&mut readers, &calm, &wild, "it has declined").await;
    wild.draws(10);
    wild.propose(&never, 103).await;
    wild.word(GERMAN, true, 104).await;
    wild.draws(9);
    assert_eq!(wild.n_corrections().await, 1);
    compare(&mut readers, &calm, &wild, "it has agreed").await;
    let back = wild.preview(&changed(last, Change::Replace(json!({"do": "no-such-thing"})))).await;
    assert!(matches!(back.halted, Some(Halted::Refused { .. })), "{back:?}");
    wild.rule(Audience::Side(1), 105).await;
    wild.rule(Audience::Umpire, 106).await;
    compare(&mut readers, &calm, &wild, "two rulings are none of their business").await;
    wild.writes(Seat::Umpire, Audience::Side(1), 107).await;
    wild.writes(GERMAN, Audience::Side(1), 108).await;
    compare(&mut readers, &calm, &wild, "what the umpire and the German side write").await;
    // Whatever the German side did last, it is sent back or stands.
    wild.busy(GERMAN, &mut random, 1).await;
    let token = ledger::Lineage([109; 16]);
    let back = wild.desk.send_back(&wild.campaign, Seat::Umpire, GERMAN, "Not so.", None, token);
    back.await.unwrap();
    compare(&mut readers, &calm, &wild, "what is sent back to the German side").await;

    // What concerns everybody is on the second branch in one world and on the third in the other.
    for (world, chosen) in [&calm, &wild].into_iter().zip(&chosen) {
        let attack = changed(*chosen, Change::Replace(posture("attack")));
        let preview = world.preview(&attack).await;
        assert!(preview.halted.is_none(), "{preview:?}");
        assert_eq!(preview.affected, [SOVIET, GERMAN, Seat::Spectator]);
        world.propose(&attack, 111).await;
    }
    compare(&mut readers, &calm, &wild, "both sides are asked").await;
    for world in [&calm, &wild] {
        world.word(SOVIET, true, 112).await;
    }
    compare(&mut readers, &calm, &wild, "the reader itself has agreed").await;
    for world in [&calm, &wild] {
        world.draws(11);
        world.word(GERMAN, true, 113).await;
        world.draws(9);
    }
    assert_eq!((calm.n_corrections().await, wild.n_corrections().await), (1, 2));
    compare(&mut readers, &calm, &wild, "it is made").await;
    for world in [&calm, &wild] {
        world.rule(Audience::Public, 114).await;
        world.rule(Audience::Side(0), 115).await;
        world.writes(Seat::Umpire, Audience::Public, 116).await;
        world.writes(SOVIET, Audience::Side(0), 117).await;
    }
    compare(&mut readers, &calm, &wild, "what all read is ruled").await;

    // Play goes on, and once more the German side is corrected in one world.
    wild.busy(GERMAN, &mut random, 2).await;
    let last = wild.next_entry().await - 1;
    wild.correct(&changed(last, Change::Remove), 121).await;
    for world in [&mut calm, &mut wild] {
        let mut random = Pcg64::new(22, 2);
        world.busy(SOVIET, &mut random, 2).await;
        world.close(GERMAN).await;
        world.close(SOVIET).await;
    }
    compare(&mut readers, &calm, &wild, "the step is closed").await;
    let told = calm.desk.look(&calm.campaign, GERMAN).await.unwrap().rulings.len();
    assert_eq!(wild.desk.look(&wild.campaign, GERMAN).await.unwrap().rulings.len(), told + 1);
}
