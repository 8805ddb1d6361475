use kernel::Seat;
use rand_pcg::Pcg64;
use serde_json::{Value, json};

use crate::roads::Reader;
use crate::world::{GERMAN, SOVIET, World};

pub async fn compare(readers: &mut [(Reader, Reader)], calm: &World, wild: &World, when: &str) {
    for (one, other) in readers.iter_mut() {
        differ_nowhere(&one.roads(calm).await, &other.roads(wild).await, when);
    }
}

/// What came by each road is the same in both worlds.
pub fn differ_nowhere(one: &[(String, String)], other: &[(String, String)], when: &str) {
    for ((road, one), (_, other)) in one.iter().zip(other) {
        assert_eq!(one.len(), other.len(), "{when}: {road}: {}", difference(one, other));
        assert!(one == other, "{when}: {road}: {}", difference(one, other));
    }
    assert_eq!(one.len(), other.len());
}

/// Where two texts part, with what stands around it. Pages are told by their bodies, for the lengths in their heads differ
/// wherever they do.
fn difference(one: &str, other: &str) -> String {
    let body = |text: &str| text.find("<!DOCTYPE").unwrap_or_default();
    let (one, other) = (&one[body(one)..], &other[body(other)..]);
    let at = one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
    let around = |text: &str| {
        let bytes = &text.as_bytes()[at.saturating_sub(300)..(at + 400).min(text.len())];
        String::from_utf8_lossy(bytes).into_owned()
    };
    format!("\n  {}\n  {}", around(one), around(other))
}

/// How the German side goes about what it does in secret.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ways {
    /// It acts itself, with the campaign's dice.
    Plain,
    /// With dice from a real table, through the umpire, refused, and taken back.
    All,
}

/// In one world the German side does the least it may, in the other it acts at random; the Soviet side does the same
/// in both. Until the postures are opened, and after, nobody else can tell the worlds apart.
async fn nobody_can_tell(seed: u128, ways: Ways) {
    let (mut calm, mut wild) = (World::rostov().await, World::rostov().await);
    let mut readers = [
        (Reader::seated(&calm, SOVIET).await, Reader::seated(&wild, SOVIET).await),
        (Reader::seated(&calm, Seat::Spectator).await, Reader::seated(&wild, Seat::Spectator).await),
    ];
    calm.done(GERMAN, json!({"do": "choose-posture", "posture": "defend"})).await;
    wild.done(GERMAN, json!({"do": "choose-posture", "posture": "attack"})).await;
    compare(&mut readers, &calm, &wild, "a posture is chosen").await;
    wild.done(GERMAN, json!({"do": "choose-posture", "posture": "defend"})).await;
    for world in [&mut calm, &mut wild] {
        // The second posture closes the step by itself.
        world.done(SOVIET, json!({"do": "choose-posture", "posture": "defend"})).await;
    }
    compare(&mut readers, &calm, &wild, "S1 is closed").await;
    let mut german = Pcg64::new(seed, 1);
    let mut steps = Vec::new();
    loop {
        let step = calm.step().await;
        assert_eq!(step, wild.step().await);
        if !step.starts_with("S2") {
            break;
        }
        let mut soviet = [Pcg64::new(seed, 2), Pcg64::new(seed, 2)];
        calm.busy(SOVIET, &mut soviet[0], 3).await;
        wild.busy(SOVIET, &mut soviet[1], 3).await;
        match ways {
            Ways::Plain => wild.busy(GERMAN, &mut german, 6).await,
            Ways::All => {
                for _ in 0..8 {
                    wild.one_way_or_another(GERMAN, &mut german).await;
                }
            }
        }
        compare(&mut readers, &calm, &wild, &format!("{step} is under way")).await;
        wild.type_in(GERMAN).await;
        for world in [&mut calm, &mut wild] {
            world.close(GERMAN).await;
        }
        compare(&mut readers, &calm, &wild, &format!("the German side has closed {step}")).await;
        for world in [&mut calm, &mut wild] {
            world.close(SOVIET).await;
        }
        steps.push(step);
    }
    compare(&mut readers, &calm, &wild, "the postures are open").await;
    assert_eq!(steps, ["S2a 2", "S2d 2", "S2e 2", "S2f 2", "S2g 2"]);
    let differ = calm.desk.look(&calm.campaign, GERMAN).await.unwrap().view()
        != wild.desk.look(&wild.campaign, GERMAN).await.unwrap().view();
    assert!(differ, "the German side itself can tell");
}

#[tokio::test]
async fn nobody_can_tell_what_the_german_side_does_in_secret() {
    for seed in 0..2 {
        nobody_can_tell(seed, Ways::Plain).await;
    }
}

#[tokio::test]
async fn nobody_can_tell_in_which_way_the_german_side_does_it() {
    for seed in 10..13 {
        nobody_can_tell(seed, Ways::All).await;
    }
}

/// Other forces, points, stocks and hidden fortifications of the German side, in a position that says the same to all
/// others.
fn otherwise(position: &mut Value) {
    let german = &mut position["sides"][1];
    assert_eq!(german["id"], "german");
    german["cpp"] = json!(17);
    german["carried"] = json!(17);
    german["fpp"] = json!(6);
    german["serial"] = json!(9);
    german["modules"][0]["smoke"] = json!(0);
    german["elements"][0]["discipline"] = json!("Trained");
    german["works_bought"][0]["count"] = json!(4);
    german["works_bought"][1]["count"] = json!(5);
    german["works_in_hand"][0]["count"] = json!(2);
    // Another stand in a pocket: what its counter shows is its own side's to know.
    for element in german["elements"].as_array_mut().unwrap() {
        for stand in element["stands"].as_array_mut().unwrap() {
            if stand["id"] == "G-12-9" {
                stand["type"] = json!("g-gren");
            }
        }
    }
    let works = position["works"].as_array_mut().unwrap();
    let hidden = works.iter().position(|work| work["side"] == "german" && work["known"] == false).unwrap();
    let mut work = works.remove(hidden);
    for (n, at) in [[12.0, 6.5], [52.0, 6.5], [33.0, 7.0]].into_iter().enumerate() {
        work["id"] = json!(format!("GH{}", n + 4));
        work["at"] = json!(at);
        works.insert(n * 2, work.clone());
    }
}

/// What one side had from the start and hides is told by no road to the others, until the postures are opened and
/// after.
#[tokio::test]
async fn nobody_can_tell_what_the_german_side_has_from_the_start() {
    let (mut one, mut other) = (World::rostov().await, World::rostov_with(otherwise).await);
    let mut readers = [
        (Reader::seated(&one, SOVIET).await, Reader::seated(&other, SOVIET).await),
        (Reader::seated(&one, Seat::Spectator).await, Reader::seated(&other, Seat::Spectator).await),
    ];
    compare(&mut readers, &one, &other, "the morning").await;
    let [here, there] = [&one, &other].map(|world| world.desk.look(&world.campaign, GERMAN));
    assert_ne!(here.await.unwrap().view(), there.await.unwrap().view(), "the German side itself can tell");
    for side in [GERMAN, SOVIET] {
        for world in [&mut one, &mut other] {
            world.done(side, json!({"do": "choose-posture", "posture": "defend"})).await;
        }
    }
    while one.step().await.starts_with("S2") {
        let step = one.step().await;
        let mut soviet = [Pcg64::new(3, 2), Pcg64::new(3, 2)];
        one.busy(SOVIET, &mut soviet[0], 3).await;
        other.busy(SOVIET, &mut soviet[1], 3).await;
        for side in [GERMAN, SOVIET] {
            compare(&mut readers, &one, &other, &step).await;
            one.close(side).await;
            other.close(side).await;
        }
    }
    compare(&mut readers, &one, &other, "the postures are open").await;
}

/// A sealed posture is replaced until both are sealed, and never taken back: after that it would be chosen anew by one
/// who knows more.
#[tokio::test]
async fn a_posture_stands_once_both_are_sealed() {
    for [first, second] in [[GERMAN, SOVIET], [SOVIET, GERMAN]] {
        let mut world = World::rostov().await;
        let attack = || json!({"do": "choose-posture", "posture": "attack"});
        world.done(first, attack()).await;
        assert!(!world.undo(first).await);
        world.done(first, json!({"do": "choose-posture", "posture": "defend"})).await;
        world.done(second, attack()).await;
        assert!(!world.undo(first).await && !world.undo(second).await);
    }
}

/// Names and ids of German formations and purchases that no chart holds.
const MARKERS: [&str; 5] = ["1./Grenadier", "2./Grenadier", "GI2.", "Panzer company (weak)", "G-12"];

/// Marker words planted in what one side alone may know are found on no road of the others.
#[tokio::test]
async fn marker_words_of_one_side_are_nowhere_else() {
    let mut world = World::rostov().await;
    let mut readers = [Reader::seated(&world, SOVIET).await, Reader::seated(&world, Seat::Spectator).await];
    for side in [GERMAN, SOVIET] {
        world.done(side, json!({"do": "choose-posture", "posture": "attack"})).await;
    }
    loop {
        let step = world.step().await;
        if !step.starts_with("S2") {
            break;
        }
        if step.starts_with("S2e") {
            world.done(GERMAN, json!({"do": "buy", "group": "GI2", "count": 1})).await;
        }
        for reader in &mut readers {
            for (road, text) in reader.roads(&world).await {
                // The reader's own guesses at ids come back in its own refusals.
                if road == "answers" {
                    continue;
                }
                for marker in MARKERS {
                    assert!(!text.contains(marker), "{step}: {road} tells {marker}");
                }
            }
        }
        for side in [GERMAN, SOVIET] {
            world.close(side).await;
        }
    }
}
