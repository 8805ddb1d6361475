//! Records that are chained well and yet wrong: what an operator who owns the log could write.

use ledger::{Export, Stream, verify_bundle};
use serde_json::{Value, json};

use crate::campaign::{Bodies, exported, keyed, opposed, script};

/// The faults of a final file in which the script was changed before it was written.
async fn faults(change: impl FnOnce(&mut Vec<Bodies>)) -> Vec<String> {
    let mut script = script();
    change(&mut script);
    let report = verify_bundle(&exported(&script, Export::Final).await, None);
    report.faults.iter().map(ToString::to_string).collect()
}

/// A face of this die other than the true one.
fn other_face(face: &Value, sides: u64) -> Value {
    json!(face.as_u64().unwrap() % sides + 1)
}

#[tokio::test]
async fn a_face_that_the_secret_does_not_give_is_found() {
    let found = faults(|script| {
        let face = &mut script[2][0].1["rolls"][1]["faces"][2];
        *face = other_face(face, 100);
    })
    .await;
    assert_eq!(found, ["side-0 1 roll 2: its faces are not those that the secret gives"]);
}

#[tokio::test]
async fn a_roll_bound_to_another_question_is_found() {
    let change =
        |script: &mut Vec<Bodies>| script[2][0].1["rolls"][1]["question"] = json!("something kinder");
    assert_eq!(faults(change).await, ["side-0 1 roll 2: its faces are not those that the secret gives"]);
}

#[tokio::test]
async fn a_roll_left_out_is_found() {
    let found = faults(|script| {
        script[2][0].1["rolls"].as_array_mut().unwrap().remove(0);
    })
    .await;
    assert_eq!(found, ["side-0 1 roll 1: has number 2, and 1 comes next"]);
}

#[tokio::test]
async fn a_roll_taken_twice_is_found() {
    let found = faults(|script| {
        let mut again = keyed(Stream::Side(1), 1, &[6]);
        again["question"] = json!("BF-1 of side-1");
        script[7][1].1["rolls"] = json!([again]);
    })
    .await;
    assert_eq!(found[0], "side-1 2 roll 1: has number 1, and 2 comes next");
}

#[tokio::test]
async fn a_roll_off_that_stops_at_a_tie_or_goes_on_is_found() {
    let tie = faults(|script| script[5][0].1["rolls"][0]["faces"] = json!([1, 1])).await;
    assert_eq!(tie, ["public 4 roll 1: shows faces that its dice cannot show"]);
    let longer = faults(|script| {
        let faces = script[5][0].1["rolls"][0]["faces"].as_array_mut().unwrap();
        faces.splice(0..0, [json!(2), json!(2)]);
    })
    .await;
    assert_eq!(longer, ["public 4 roll 1: its faces are not those that the secret gives"]);
}

#[tokio::test]
async fn the_sample_holds_a_roll_off_with_a_tie() {
    let n_faces = |number| opposed(Stream::Public, number, 2)["faces"].as_array().unwrap().len();
    assert!((1..=2).any(|number| n_faces(number) > 2), "choose another sample name");
}

#[tokio::test]
async fn impossible_faces_are_found_without_the_secret() {
    for faces in [json!([11]), json!([0]), json!([]), json!([3, 3])] {
        let mut script = script();
        script[4][0].1["rolls"][0]["faces"] = faces;
        let report = verify_bundle(&exported(&script, Export::Side(0)).await, None);
        let found: Vec<_> = report.faults.iter().map(ToString::to_string).collect();
        assert_eq!(found, ["side-0 2 roll 1: shows faces that its dice cannot show"]);
    }
}

#[tokio::test]
async fn table_dice_do_not_pass_as_keyed_ones() {
    let numbered = faults(|script| script[4][0].1["rolls"][0]["number"] = json!(3)).await;
    assert_eq!(numbered, ["side-0 2 roll 1: is no keyed roll and must have no number"]);
    let unnumbered = faults(|script| script[4][0].1["rolls"][0]["origin"] = json!("server")).await;
    assert_eq!(unnumbered, ["side-0 2 roll 1: is a keyed roll without a number"]);
}

#[tokio::test]
async fn a_choice_changed_after_sealing_is_found() {
    let changed = faults(|script| {
        script[6][0].1["openings"][0]["payload"] = json!("{\"posture\":\"retreat\"}");
    })
    .await;
    assert_eq!(changed, ["public 5 opening 1: is not what was sealed"]);
    // The seal before the last one of the same slot does not count either.
    let early = faults(|script| {
        let seals = script[3][0].1["seals"].as_array_mut().unwrap();
        seals.swap(0, 1);
    })
    .await;
    assert_eq!(early, ["public 5 opening 1: is not what was sealed"]);
    let never = faults(|script| script[3][0].1["seals"] = json!([])).await;
    assert_eq!(never, ["public 5 opening 1: opens what was not sealed"]);
}

#[tokio::test]
async fn contributions_are_those_given_before_the_first_roll() {
    let late = faults(|script| script.swap(1, 2)).await;
    assert_eq!(late, ["public 2 contribution: came after the first keyed roll"]);
    let changed = faults(|script| script[1][0].1["contribution"]["text"] = json!("other")).await;
    assert_eq!(changed, ["contributions: are not those recorded in the public stream"]);
    let elsewhere = faults(|script| {
        let given = script[1][0].1["contribution"].clone();
        script[8][0].1["contribution"] = given;
    })
    .await;
    assert_eq!(elsewhere, ["umpire 2 contribution: belongs in the public stream"]);
}

#[tokio::test]
async fn bodies_of_another_form_are_told_with_their_place() {
    let found = faults(|script| {
        script[0][0].1 = json!("a text");
        script[4][0].1["rolls"] = json!({});
        script[6][0].1["openings"] = json!([7]);
        script[3][0].1["seals"][0]["digest"] = json!("ABC");
        script[8][0].1["rolls"][0]["dice"] = json!([70_000]);
        script[7][0].1["contribution"] = json!({"seat": 1});
    })
    .await;
    for expected in [
        "public 1: its body is not a JSON object",
        "side-0 2 rolls: must be a list",
        "public 5 opening 1: is not written as an opening",
        "public 3 seal 1: is not written as a seal",
        "umpire 2 roll 1: is not written as a roll",
        "side-0 3 contribution: is not written as a contribution",
        "contributions: are not those recorded in the public stream",
    ] {
        assert!(found.iter().any(|line| line == expected), "{expected} in {found:#?}");
    }
    assert_eq!(found.len(), 7, "{found:#?}");
}
