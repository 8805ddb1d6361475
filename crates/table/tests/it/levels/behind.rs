//! What a table below began from, and what came of it, is not changed by a correction of the table above.

use super::correcting::{is_sound, taken_in};
use super::*;

/// Another number in the place of an entry's, wherever the body names it.
fn names_instead(body: &mut Value, entry: u64, other: u64) {
    match body {
        Value::Object(fields) => {
            for (key, value) in fields {
                if key == "entry" && value.as_u64() == Some(entry) {
                    *value = json!(other);
                }
                names_instead(value, entry, other);
            }
        }
        Value::Array(values) => values.iter_mut().for_each(|value| names_instead(value, entry, other)),
        _ => {}
    }
}

/// In play the house refuses it; in a log that somebody wrote it is found.
#[tokio::test]
async fn no_correction_in_a_log_reaches_behind_a_table_below() {
    let setting = hills().await;
    let before = setting.next_entry().await;
    setting.done(BLUE, json!({"do": "hire"})).await;
    setting.done(Seat::Umpire, fight("ford", 2, 1)).await;
    let after = setting.next_entry().await;
    setting.done(GREY, json!({"do": "hire"})).await;
    assert!(is_done(&setting.correct(&without(after), "Grey had not hired.").await));
    let file = setting.whole().await;
    let mut parts = honest(&file);
    let at = place(&parts, |entry| entry.is("corrected"));
    parts[at].change(|body| names_instead(body, after, before));
    let said = told(&file, &parts);
    assert!(said.contains("it changes what a table below or above rests on"), "{said}");
}

/// The result of a table below is not the umpire's to change above, whether the command that took it in was judged at once
/// or waited for an answer. That answer is the umpire's own.
#[tokio::test]
async fn no_ordinary_correction_changes_what_was_taken_in_by_a_command_that_waited() {
    let hills = format!("umpire-decides = true\n{}", rules_line::HILLS);
    let setting = Setting::of(LINE, &hills, None, DiceStart::AtOnce).await;
    setting.scouted("hold").await;
    assert!(matches!(setting.take_in("1/ford").await, Answer::Waits { .. }));
    let waiting = setting.desk.look(&setting.campaign, Seat::Umpire).await.unwrap().waiting.remove(0);
    let token = setting.desk.fresh_token().unwrap();
    let answered = setting.desk.answer(&setting.campaign, Seat::Umpire, waiting.act, token, vec![0], None);
    assert!(is_done(&answered.await.unwrap()));
    let (settled, was) = (setting.last_entry(&setting.campaign).await, taken_in(&setting).await);

    let mut more = was.clone();
    more["first"] = json!(2);
    for correcting in [instead(settled, more), without(settled)] {
        let refused = setting.correct(&correcting, "More came home.").await;
        assert_eq!((code(&refused), setting.last_entry(&setting.campaign).await), ("order", settled));
    }
    // In a log that somebody wrote it is found.
    setting.done(GREY, json!({"do": "hire"})).await;
    let after = setting.last_entry(&setting.campaign).await;
    assert!(is_done(&setting.correct(&without(after), "Grey had not hired.").await));
    let file = setting.whole().await;
    let mut parts = entries(&file);
    assert_eq!(told(&file, &parts), "");
    let at = place(&parts, |entry| entry.is("corrected"));
    let dropped = json!({
        "act": waiting.act.to_string(), "seat": "umpire", "by": "umpire", "command": was, "source": "server",
        "dropped": true, "events": [], "asked": [],
    });
    parts[at].change(|body| {
        if let Some(steps) = body.pointer_mut("/course/steps") {
            *steps = json!([{"entry": settled, "acts": [dropped.clone()]}]);
        }
    });
    let said = told(&file, &parts);
    assert!(said.contains("it changes what a table below or above rests on"), "{said}");

    let acted = setting
        .desk
        .act_then(&setting.campaign, Seat::Umpire, settled, &Correcting::default())
        .await
        .unwrap()
        .unwrap();
    let decided =
        Correcting { answers: [(acted.typed[0].question.clone(), vec![1])].into(), ..Correcting::default() };
    assert!(is_done(&setting.correct(&decided, "Blue held it.").await));
    assert_eq!(taken_in(&setting).await, was);
    is_sound(&setting).await;
    assert_eq!(setting.stands("1/ford").await, Stands::TakenIn);
}
