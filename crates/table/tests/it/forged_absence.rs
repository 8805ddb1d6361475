//! What the table gave for a side that stayed away, written otherwise by the owner of the log, every hash computed anew.

use kernel::Seat;
use ledger::Bundle;
use serde_json::{Value, json};
use table::{FileKind, Missing};

use crate::deadline::{HOUR, later};
use crate::forgery::{Written, honest, place, told};
use crate::{BLUE, GREY, Setting};

fn post(name: &str) -> Value {
    json!({"do": "place", "post": name})
}

/// Blue keeps two orders that the rules take, around one that they do not, and stays away; then nothing is left to do.
async fn absent() -> (Setting, Bundle, Vec<Written>) {
    let (setting, now) = Setting::at_a_time().await;
    setting.set(1, 0, Missing::Saved).await;
    setting.keeps(BLUE, &[post("ford"), json!({"do": "close"}), post("mill")]).await;
    later(&setting, &now, HOUR).await;
    let file = setting.whole().await;
    let entries = honest(&file);
    (setting, file, entries)
}

fn kept(entries: &[Written], nth: u32) -> usize {
    place(entries, |entry| entry.says("/kept_nth", &json!(nth)))
}

const NOTHING_LIKE_THAT: &str = "the table has nothing like that to give for side-0";
const TOO_EARLY: &str = "it comes before what the table does for the sides that stayed away";
const NOT_WRITTEN: &str = "an entry like that is not written here by that seat";

#[tokio::test]
async fn kept_orders_are_given_in_their_order_and_none_is_left_out() {
    let (_, file, entries) = absent().await;
    let (first, last) = (kept(&entries, 0), kept(&entries, 2));
    let mut without = entries.clone();
    without.remove(first);
    assert!(told(&file, &without).contains(NOTHING_LIKE_THAT), "{}", told(&file, &without));
    let mut swapped = entries.clone();
    swapped.swap(first, last);
    assert!(told(&file, &swapped).contains(NOTHING_LIKE_THAT), "{}", told(&file, &swapped));
    let mut other = entries.clone();
    other[last].change(|body| {
        body["kept_nth"] = json!(1);
    });
    assert!(told(&file, &other).contains(NOTHING_LIKE_THAT), "{}", told(&file, &other));
    let mut none = entries;
    none.retain(|entry| !entry.says("/kept_nth", &json!(0)) && !entry.says("/kept_nth", &json!(2)));
    assert!(told(&file, &none).contains(NOT_WRITTEN), "played at once: {}", told(&file, &none));
}

#[tokio::test]
async fn the_umpire_keeps_no_orders_for_a_side() {
    let (_, file, entries) = absent().await;
    let at = place(&entries, |entry| entry.is("kept"));
    let mut by_umpire = entries.clone();
    by_umpire[at].change(|body| body["by"] = json!("umpire"));
    assert!(told(&file, &by_umpire).contains(NOT_WRITTEN), "{}", told(&file, &by_umpire));
    let mut elsewhere = entries;
    elsewhere[at].change(|body| body["kept"]["step"] = json!("another step"));
    assert!(told(&file, &elsewhere).contains(NOT_WRITTEN), "{}", told(&file, &elsewhere));
}

/// A late side that acts first could choose what the table finds. And nobody ends the campaign over what is still due.
#[tokio::test]
async fn what_the_table_owes_absent_sides_comes_before_anybody_acts() {
    let (setting, _, _) = absent().await;
    setting.done(GREY, json!({"do": "pay"})).await;
    setting.desk.end(&setting.campaign, Seat::Umpire, "It is late.").await.unwrap();
    let file = setting.desk.export(&setting.campaign, Seat::Umpire, FileKind::Final).await.unwrap().unwrap();
    let entries = honest(&file);
    let mut unplayed = entries.clone();
    unplayed.retain(|entry| !entry.is("played"));
    assert!(told(&file, &unplayed).contains(TOO_EARLY), "{}", told(&file, &unplayed));
    unplayed.retain(|entry| !entry.says("/command/do", &json!("pay")));
    let said = told(&file, &unplayed);
    assert!(said.contains(TOO_EARLY), "ended over it: {said}");
    let mut ungiven = entries;
    ungiven.retain(|entry| !entry.is("played") && !entry.says("/kept_nth", &json!(2)));
    assert!(told(&file, &ungiven).contains(TOO_EARLY), "{}", told(&file, &ungiven));
}

#[tokio::test]
async fn play_of_absent_sides_ends_when_nothing_is_left_and_not_before() {
    let (_, file, entries) = absent().await;
    let (last, played) = (kept(&entries, 2), place(&entries, |entry| entry.is("played")));
    let mut early = entries.clone();
    early.swap(last, played);
    assert!(told(&file, &early).contains(NOT_WRITTEN), "{}", told(&file, &early));
    let mut never = entries;
    let at = place(&never, |entry| entry.is("timed") && entry.says("/timing/due/passed", &json!(true)));
    never.remove(at);
    assert!(told(&file, &never).contains(NOTHING_LIKE_THAT), "{}", told(&file, &never));
    never.retain(|entry| entry.parts.iter().all(|(_, body)| body.get("kept_nth").is_none()));
    assert!(told(&file, &never).contains(NOT_WRITTEN), "{}", told(&file, &never));
}
