//! The campaign of three battles with the engine as neutral, and nobody at the umpire's seat: two battles are open at once,
//! forces meet around a flank, a night falls, a demoralized army defends, and a leader is promoted. What the first two cost,
//! the third begins without, also when that is put right afterwards. What is of a kind is pressed once; what comes again is
//! done without a page.

use std::sync::Arc;

use kernel::{Seat, Side, System};
use rules_civil_war::battle::{Battle, Flanks, Force, Spot};
use rules_civil_war::book::Opening;
use rules_civil_war::exact::Exact;
use rules_civil_war::oob::draft::draft;
use rules_civil_war::rules::s4_orders::terms;
use rules_civil_war::rules::s6_sketch::zone;
use rules_civil_war::setup::{Ratio, Setup};
use rules_civil_war::words::{BattleId, Edge, Size, Step};
use rules_civil_war::written::{Text, Written};
use rules_civil_war::{CivilWar, Command, State};
use serde_json::json;
use table::{Answer, Change, Correcting, FileKind};

use super::war::{hookers, is_sound, losses};
use super::{NEUTRAL, Player, REBEL, UNION, cavalry};
use crate::driver::left_out;
use crate::house::House;

/// With this secret the forces that march around the same edge meet, and one of them comes all the same: nobody can type what the
/// dice say of marches.
const THEY_MEET: u8 = 4;

struct Campaign {
    house: House,
    setup: Arc<Setup>,
}

fn id<T: std::str::FromStr>(text: &str) -> T {
    text.parse().ok().unwrap()
}

impl Campaign {
    async fn state(&self) -> State {
        let facts = self.house.desk.position(&self.house.campaign).await.unwrap();
        let facts = serde_json::from_value(facts).unwrap();
        CivilWar::open_position(Arc::clone(&self.setup), facts).unwrap()
    }

    async fn battle(&self, battle: BattleId) -> Battle {
        self.state().await.battle(battle).unwrap().clone()
    }

    async fn does(&self, seat: Seat, command: Command, faces: &[&[u16]]) {
        self.house.throws(seat, serde_json::to_value(&command).unwrap(), faces).await;
    }

    /// One side says it, the other says the same.
    async fn both(&self, command: Command) {
        for seat in [REBEL, UNION] {
            self.does(seat, command.clone(), &[]).await;
        }
    }

    /// A battle is entered, and both agree to it, to a field and to orders of battle. The entry of the Union's order.
    async fn opens(&self, battle: BattleId, attacker: &str, defender: &str, hex: &str) -> u64 {
        let column = "1:1".to_owned();
        let (attacker, defender, hex) = (id(attacker), id(defender), id(hex));
        let opening = Opening { attacker, defender, hex, hexside: None, column, size: Size::Medium };
        self.both(Command::enter(opening)).await;
        self.both(Command::agree(battle, Ratio::default())).await;
        self.does(UNION, Command::DrawField { battle }, &[]).await;
        let defends = self.battle(battle).await.input.attacker.enemy();
        self.does(defends.seat(), Command::ChooseSide { battle, edge: Edge::South }, &[]).await;
        for side in [Side::SECOND, Side::FIRST] {
            self.hands_in_an_order(battle, side).await;
        }
        self.last_entry().await
    }

    async fn hands_in_an_order(&self, battle: BattleId, side: Side) {
        let state = self.state().await;
        let oob = draft(terms(&state.setup, state.battle(battle).unwrap(), side)).unwrap();
        self.does(side.seat(), Command::SubmitOob { battle, oob: Written(oob) }, &[]).await;
    }

    async fn last_entry(&self) -> u64 {
        self.house.desk.cursor(&self.house.campaign, NEUTRAL).await.unwrap().0.parse().unwrap()
    }

    /// From the flank marches to the first day.
    async fn goes_to_the_day(&self, battle: BattleId, flanks: [Flanks; 2]) {
        for (side, flanks) in Side::BOTH.into_iter().zip(flanks) {
            self.does(side.seat(), Command::seal(battle, flanks), &[]).await;
        }
        for side in Side::BOTH {
            let spots = Written(self.spots(battle, side).await);
            self.does(side.seat(), Command::Sketch { battle, spots }, &[]).await;
        }
        self.both(Command::Close { battle }).await;
        for side in Side::BOTH {
            self.does(side.seat(), Command::Rate { battle, side, of: None }, &[]).await;
        }
        assert_eq!(self.battle(battle).await.step, Step::Day);
    }

    async fn spots(&self, battle: BattleId, side: Side) -> Vec<Spot> {
        let fought = self.battle(battle).await;
        let field = self.setup.field(fought.field.as_deref().unwrap()).unwrap();
        let zone = zone(&self.setup, &fought, side).unwrap();
        let there: Vec<_> = if fought.step == Step::Night {
            fought.brigades_there(side).collect()
        } else {
            fought.starters(side)
        };
        let spot = |(at, unit)| {
            let (x, y) = zone.point(field.size, (8 * at, 8));
            Spot { unit, x, y }
        };
        (0..).zip(there).map(spot).collect()
    }

    /// Opens the next turn. What shows on it the campaign's own dice say.
    async fn opens_turn(&self, battle: BattleId) {
        let turn = self.battle(battle).await.turn + 1;
        let seat = if turn.is_multiple_of(2) { UNION } else { REBEL };
        self.does(seat, Command::AdvanceTurn { battle }, &[]).await;
    }

    /// The reckoning: reports, points, and what each side owes. The entry of the Union's report.
    async fn reckons(&self, battle: BattleId, killed: [u16; 2]) -> u64 {
        self.both(Command::EndBattle { battle, union: 3, confederate: 7 }).await;
        for (side, killed) in Side::BOTH.into_iter().zip(killed).rev() {
            let report = losses(&self.battle(battle).await, side, killed);
            let report = Written(rules_civil_war::battle::Report::read(&report).unwrap());
            self.does(side.seat(), Command::Report { battle, report }, &[]).await;
        }
        let reported = self.last_entry().await;
        let holds = self.battle(battle).await.input.attacker.enemy();
        self.does(holds.seat(), Command::DemoralizationRoll { battle, side: holds }, &[&[120]]).await;
        reported
    }

    /// Nobody has sat at the umpire's seat so far. Somebody does now, and puts right what the Union had told of the first battle,
    /// while the third has begun: what no longer fits there is owed again.
    async fn is_put_right(&self, reported: u64, in_truth: String, handed_in: u64) {
        let (desk, campaign) = (&self.house.desk, &self.house.campaign);
        let report = json!({"do": "report", "battle": "aop.1", "report": in_truth});
        let mut correcting = Correcting::default();
        correcting.changes.insert(reported, Change::Replace(report));
        let why = "Twenty stands were counted twice.";
        let corrects = async |correcting: &Correcting, token: &str| {
            desk.correct(campaign, NEUTRAL, correcting, why, None, token.parse().unwrap()).await.unwrap()
        };
        let answer = corrects(&correcting, "0000000000000000000000000000c0de").await;
        let Answer::Refused(stops) = answer else {
            panic!("the order leaves a strength point out: {answer:?}")
        };
        assert_eq!(stops.all()[1].rule.0, "CWFF-4A-1", "{stops:?}");
        correcting.changes.insert(handed_in, Change::Remove);
        let answer = corrects(&correcting, "0000000000000000000000000000c0df").await;
        assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn three_battles_are_played_by_two_sides_and_nobody_at_the_umpires_seat() {
    if left_out() {
        return;
    }
    let house = House::war_without_a_person(THEY_MEET).await;
    let setup = CivilWar::load("set-up", &House::war_set_up_without_a_person()).unwrap();
    let war = Campaign { house, setup };
    let sits = async |seat, width| Player {
        journey: "civil-war-engine-three",
        ..Player::at(&war.house, seat, width).await
    };
    let (union, rebel) = (sits(UNION, 1280).await, sits(REBEL, 360).await);
    let (first, second, third): (BattleId, BattleId, BattleId) = (id("aop.1"), id("valley.1"), id("anv.1"));

    // Two battles are open at once; in the second a demoralized army defends.
    war.both(Command::NextStep { battle: None }).await;
    war.opens(first, "aop", "anv", "H-open").await;
    war.opens(second, "valley", "mountain", "H-wood").await;
    union.goes(&war.house, "flanks").await;
    union.browser.reads("#main", "Your army is demoralized and defends").await;
    union.looks("two-open").await;
    war.goes_to_the_day(second, Default::default()).await;

    // In the first forces march around the same edge, and meet.
    let fought = war.battle(first).await;
    let brigades = hookers(&fought).iter().map(|brigade| id(brigade)).collect();
    let right = Some(Force { leader: id("hooker"), brigades });
    let brigades = cavalry(&war.house).await.iter().map(|brigade| id(brigade.as_str().unwrap())).collect();
    let left = Some(Force { leader: id("stuart"), brigades });
    war.goes_to_the_day(first, [Flanks { left: None, right }, Flanks { left, right: None }]).await;
    while war.battle(first).await.waits_for().is_empty() {
        assert!(war.battle(first).await.turn < 14, "somebody comes by turn 14");
        war.opens_turn(first).await;
    }
    rebel.goes(&war.house, "battles").await;
    rebel.looks("held-off").await;
    let fought = war.battle(first).await;
    let [(side, flank)] = fought.waits_for()[..] else { panic!("one force comes, held off by the other") };
    assert_eq!(side, Side::SECOND, "it is Stuart's");
    assert!(fought.fate(side, flank).unwrap().held > 0, "the forces met");
    let measure = war.setup.options.encounter_measure;
    let (brigades, split) = fought
        .met(side, flank, fought.fate(side, flank).unwrap().held, measure)
        .and_then(|met| met.least())
        .unwrap();
    let mut held = vec![("brigades", json!(brigades))];
    held.extend(split.map(|split| ("split", json!(split))));
    rebel.gives(&war.house, "battles", "hold-back-left-aop-1", &held).await;
    rebel.gives(&war.house, "battles", "arrive-left-aop-1", &[]).await;
    war.does(REBEL, Command::Rate { battle: first, side: Side::SECOND, of: None }, &[]).await;

    // A night, and the next morning the attacker has had enough.
    while war.battle(first).await.step == Step::Day {
        war.opens_turn(first).await;
    }
    for side in Side::BOTH {
        let spots = Written(war.spots(first, side).await);
        war.does(side.seat(), Command::Nightfall { battle: first, spots }, &[]).await;
    }
    for side in [&union, &rebel] {
        side.goes(&war.house, "battles").await;
        side.looks("night").await;
        side.gives(&war.house, "battles", "close-night-aop-1", &[]).await;
    }
    assert_eq!((war.battle(first).await.step, war.battle(first).await.day), (Step::Day, 2));
    war.does(UNION, Command::Concede { battle: first }, &[]).await;
    let in_truth = losses(&war.battle(first).await, Side::FIRST, 7);
    let reported = war.reckons(first, [27, 0]).await;
    union.gives(&war.house, "battles", "leader-loss-aop-1", &[("leader", json!("hooker"))]).await;
    rebel.gives(&war.house, "battles", "promote-aop-1", &[("sp", json!("C2"))]).await;
    war.both(Command::Close { battle: first }).await;

    // The second is over at once.
    war.opens_turn(second).await;
    war.does(REBEL, Command::Concede { battle: second }, &[]).await;
    war.reckons(second, [5, 5]).await;
    war.does(REBEL, Command::PromoteNobody { battle: second }, &[]).await;
    war.both(Command::Close { battle: second }).await;
    for player in [&union, &rebel] {
        player.goes(&war.house, "book").await;
        player.looks("two-taken-back").await;
    }

    // The next turn: who fought is promoted, and the third battle begins with what came back.
    war.both(Command::NextStep { battle: None }).await;
    let waiting: Vec<_> = war.state().await.facts.book.track.iter().map(|one| one.counter).collect();
    for counter in waiting {
        war.does(UNION, Command::PromotionRoll { counter }, &[&[1]]).await;
    }
    war.both(Command::NextStep { battle: None }).await;
    war.both(Command::Initiative { union: 2, confederate: 5 }).await;
    rebel.gives(&war.house, "book", "take-promotion", &[]).await;
    rebel.looks("promoted").await;
    let handed_in = war.opens(third, "anv", "aop", "H-open").await;
    let begins = async || {
        let muster = war.battle(third).await.muster(Side::FIRST).clone();
        (muster.sp.len(), muster.carried[1], muster.demoralized)
    };
    assert_eq!(begins().await, (5, Exact::stands(7, 20), true));
    union.goes(&war.house, "flanks").await;
    union.looks("third").await;
    war.is_put_right(reported, in_truth, handed_in).await;
    assert_eq!(begins().await, (6, Exact::stands(7, 20), true));
    union.goes(&war.house, "orders").await;
    union.looks("third-put-right").await;
    war.hands_in_an_order(third, Side::FIRST).await;
    war.goes_to_the_day(third, Default::default()).await;
    war.opens_turn(third).await;
    war.does(REBEL, Command::Concede { battle: third }, &[]).await;
    war.reckons(third, [4, 6]).await;
    war.does(REBEL, Command::PromoteNobody { battle: third }, &[]).await;
    war.both(Command::Close { battle: third }).await;
    for player in [&union, &rebel] {
        player.goes(&war.house, "battles").await;
        player.looks("over").await;
    }
    let desk = &war.house.desk;
    let file = desk.export_joined(&war.house.campaign, NEUTRAL, FileKind::Seat).await.unwrap().unwrap();
    assert_eq!(file.files.len(), 1);
    is_sound(&file);
    for player in [union, rebel] {
        player.browser.close().await;
    }
}
