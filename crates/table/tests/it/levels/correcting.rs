//! Corrections above and below: both tables are corrected, or neither.

use super::*;

/// The command by which the ford is taken in, as the umpire's log above has it by now.
pub(super) async fn taken_in(setting: &Setting) -> Value {
    let file = setting.desk.examined(&setting.campaign).await.unwrap();
    let parts = file.streams.iter().filter(|stream| stream.name == ledger::Stream::Umpire);
    let bodies = parts.flat_map(|stream| &stream.parts).filter_map(|part| part.body.as_deref());
    let mut last = Value::Null;
    for body in bodies.map(|body| serde_json::from_str::<Value>(body).unwrap()) {
        let steps = body["course"]["steps"].as_array().cloned().unwrap_or_default();
        let acts = steps.iter().flat_map(|step| step["acts"].as_array().cloned().unwrap_or_default());
        let mut commands =
            std::iter::once(body["command"].clone()).chain(acts.map(|act| act["command"].clone()));
        last =
            commands.rfind(|command| command["post"] == "ford" && command["do"] == "take-in").unwrap_or(last);
    }
    last
}

/// Both verifiers and the rules find nothing wrong in a line and its skirmishes.
pub(super) async fn is_sound(setting: &Setting) -> Joined {
    for seat in [Seat::Umpire, BLUE, GREY, Seat::Spectator] {
        let file = joined(setting, seat).await;
        let lines = agree(&file.to_text());
        assert_eq!(lines.last().unwrap(), "result of all: sound", "{seat:?}: {lines:#?}");
        let audits = audit_joined(&file, RULEBOOKS);
        assert!(audits.iter().all(|audit| audit.faults.is_empty()), "{audits:?}");
        assert!(seat != Seat::Umpire || audits.iter().all(|audit| audit.n_unproved == 0), "{audits:?}");
    }
    let file = joined(setting, Seat::Umpire).await;
    for bundle in &file.files {
        is_judged_the_same(&setting.desk, bundle.manifest.campaign.as_str()).await;
    }
    file
}

/// What everyone sees, whatever a folded campaign was opened from.
async fn pages(setting: &Setting, ford: &str) -> Vec<String> {
    let mut pages = Vec::new();
    for campaign in [setting.campaign.as_str(), ford] {
        for seat in [Seat::Umpire, BLUE, GREY] {
            pages.push(setting.page(campaign, seat).await);
        }
    }
    pages
}

#[tokio::test]
async fn a_table_whose_result_was_taken_in_is_corrected_with_the_one_above() {
    let setting = hills().await;
    let (ford, scout) = setting.scouted("raid").await;
    assert!(is_done(&setting.take_in("1/ford").await));
    // The line goes on, and another table is opened with a coin of what came home.
    setting.done(Seat::Umpire, fight("mill", 1, 0)).await;
    setting.done(GREY, json!({"do": "hire"})).await;
    assert_eq!(taken_in(&setting).await["first"], 1);
    let mill = setting.below("1/mill").await;
    let before = (setting.n_entries(&setting.campaign).await, setting.n_entries(&ford).await);
    let mills = (setting.n_entries(&mill).await, setting.page(&mill, Seat::Umpire).await);

    let preview = setting.desk.preview(&ford, Seat::Umpire, &without(scout)).await.unwrap().unwrap();
    let [above] = &preview.elsewhere[..] else { panic!("{preview:?}") };
    assert_eq!((above.slot.as_deref(), above.preview.halted.is_none()), (None, true));
    let words = |texts: &[(kernel::Audience, kernel::view::Text)]| format!("{texts:?}");
    let [changed] = &above.preview.changed[..] else { panic!("{above:?}") };
    assert!(words(&changed.was).contains("with 1 coin.") && words(&changed.now).contains("with 2 coins."));
    assert_eq!((preview.affected, &above.preview.affected), (vec![BLUE], &vec![BLUE]));
    let after = (setting.n_entries(&setting.campaign).await, setting.n_entries(&ford).await);
    assert_eq!(before, after, "a preview writes nothing");

    assert!(is_done(&setting.correct_at(&ford, &without(scout), "Nobody scouted.").await));
    assert_eq!(taken_in(&setting).await["first"], 2);
    let after = (setting.n_entries(&setting.campaign).await, setting.n_entries(&ford).await);
    assert_eq!((before.0 + 1, before.1 + 1), after, "one entry in each");
    assert_eq!(mills, (setting.n_entries(&mill).await, setting.page(&mill, Seat::Umpire).await));
    let (seen, file) = (pages(&setting, &ford).await, is_sound(&setting).await);
    let setting = setting.again().await;
    assert_eq!(pages(&setting, &ford).await, seen);

    // A coin more came home, so that two can be sent where there was one.
    setting.done(Seat::Umpire, json!({"do": "next-turn"})).await;
    setting.done(Seat::Umpire, fight("ford", 1, 0)).await;
    // Another program takes the file in and goes on where this one stopped.
    let other = Setting::of(LINE, rules_line::HILLS, None, DiceStart::AtOnce).await;
    let taken = other.desk.import_joined(&file.to_text()).await.unwrap();
    assert!(taken.iter().all(|taken| taken.n_unproved == 0), "{taken:?}");
    let other = Setting { campaign: setting.campaign.clone(), ..other };
    assert_eq!(taken_in(&other).await["first"], 2);
    assert_eq!(pages(&other, &ford).await, seen);
    is_sound(&other).await;
}

#[tokio::test]
async fn a_correction_over_two_tables_sent_twice_is_made_once_and_can_be_corrected_again() {
    let setting = hills().await;
    let (ford, scout) = setting.scouted("hold").await;
    assert!(is_done(&setting.take_in("1/ford").await));
    // Another table is opened and taken in later; what it handed up is taken in as before.
    setting.done(Seat::Umpire, fight("mill", 1, 0)).await;
    let mill = setting.below("1/mill").await;
    setting.fought_out(&mill, ["raid", "hold"]).await;
    assert!(is_done(&setting.take_in("1/mill").await));
    let mills = (setting.n_entries(&mill).await, setting.page(&mill, Seat::Umpire).await);
    let (desk, token) = (&setting.desk, setting.desk.fresh_token().unwrap());
    let make = |correcting: Correcting| async move {
        desk.correct(&ford.clone(), Seat::Umpire, &correcting, "Nobody scouted.", None, token).await.unwrap()
    };
    let ford = setting.below("1/ford").await;
    assert!(is_done(&make(without(scout)).await));
    let n_entries = setting.n_entries(&ford).await;
    let again = |correcting: Correcting| {
        let ford = ford.clone();
        async move {
            desk.correct(&ford, Seat::Umpire, &correcting, "Nobody scouted.", None, token).await.unwrap()
        }
    };
    assert!(is_done(&again(without(scout)).await));
    assert_eq!(code(&again(without(scout + 1)).await), "name");
    assert_eq!(setting.n_entries(&ford).await, n_entries);
    let back = instead(scout, json!({"do": "scout", "post": "ford"}));
    assert!(is_done(&setting.correct_at(&ford, &back, "They did scout.").await));
    assert_eq!(taken_in(&setting).await["first"], 1);
    assert_eq!(mills, (setting.n_entries(&mill).await, setting.page(&mill, Seat::Umpire).await));
    is_sound(&setting).await;
}

#[tokio::test]
async fn what_stands_in_the_way_of_a_correction_over_two_tables_is_told_and_nothing_is_written() {
    let setting = hills().await;
    let (ford, scout) = setting.scouted("hold").await;
    // Before it is taken in the scout is taken out, so that two coins come home.
    assert!(is_done(&setting.correct_at(&ford, &without(scout), "Nobody scouted.").await));
    assert!(is_done(&setting.take_in("1/ford").await));
    setting.done(Seat::Umpire, fight("mill", 2, 0)).await;
    let n_entries = async || (setting.n_entries(&setting.campaign).await, setting.n_entries(&ford).await);
    let before = n_entries().await;

    // The command that sent both of them away is no longer possible above.
    let back = instead(scout, json!({"do": "scout", "post": "ford"}));
    let preview = setting.desk.preview(&ford, Seat::Umpire, &back).await.unwrap().unwrap();
    let halted = preview.elsewhere[0].preview.halted.clone();
    assert!(matches!(halted, Some(table::Halted::Refused { .. })), "{halted:?}");
    let refused = setting.correct_at(&ford, &back, "They did scout.").await;
    assert_eq!(code(&refused), "above");
    // Play below would not be over.
    let grey_closed = setting.last_entry(&ford).await;
    let mut last = None;
    for entry in (1..grey_closed).rev() {
        let answer = setting.correct_at(&ford, &without(entry), "It never closed.").await;
        if code(&answer) == "step" {
            last = Some(entry);
            break;
        }
    }
    assert!(last.is_some(), "some act of the end cannot be taken out");
    // A result that was entered by hand is corrected where it was entered.
    assert!(is_done(&setting.break_off("1/mill", "A storm.").await));
    let mill = setting.below("1/mill").await;
    let broken = setting.correct_at(&mill, &without(4), "It never began.").await;
    assert_eq!(code(&broken), "over");
    assert_eq!(n_entries().await, (before.0 + 1, before.1));
    is_sound(&setting).await;
}

#[tokio::test]
async fn a_correction_over_two_tables_is_written_at_both_or_at_none() {
    let Setting { folder, campaign, .. } = hills().await;
    let store = Shaky::over(&folder).await;
    let desk = Desk::new(store.clone(), Committer::start(store.clone()), ticking(), RULEBOOKS);
    let setting = Setting { folder, desk, campaign };
    let (ford, scout) = setting.scouted("raid").await;
    assert!(is_done(&setting.take_in("1/ford").await));
    let n_entries = async || (setting.n_entries(&setting.campaign).await, setting.n_entries(&ford).await);
    let before = n_entries().await;
    store.full(true);
    let token = setting.desk.fresh_token().unwrap();
    let made =
        setting.desk.correct(&ford, Seat::Umpire, &without(scout), "Nobody scouted.", None, token).await;
    assert!(made.is_err(), "{made:?}");
    assert_eq!(n_entries().await, before);
    store.full(false);
    assert!(is_done(&setting.correct_at(&ford, &without(scout), "Nobody scouted.").await));
    assert_eq!(n_entries().await, (before.0 + 1, before.1 + 1));
    is_sound(&setting).await;
}

/// Each file is sound by itself, and they were not corrected together.
#[tokio::test]
async fn a_correction_of_one_end_alone_is_found() {
    let setting = hills().await;
    let (ford, scout) = setting.scouted("raid").await;
    assert!(is_done(&setting.take_in("1/ford").await));
    let before = is_sound(&setting).await;
    assert!(is_done(&setting.correct_at(&ford, &without(scout), "Nobody scouted.").await));
    let after = is_sound(&setting).await;
    let finds = |files: [&Bundle; 2], words: &str| {
        let file = Joined { files: files.map(Clone::clone).to_vec() };
        let lines = agree(&file.to_text());
        assert!(
            lines.iter().any(|line| line.starts_with("fault: ") && line.contains(words)),
            "{words}: {lines:#?}"
        );
    };
    finds([&before.files[0], &after.files[1]], "the table above does not name it so");
    finds([&after.files[0], &before.files[1]], "that is not there");
    let course = |change: &dyn Fn(&mut Value)| {
        forged(&after.files[0], |_, body| {
            let is_it = body["kind"] == "corrected" && body["course"].is_object();
            if is_it {
                change(&mut body["course"]);
            }
            is_it
        })
    };
    // It reaches behind the table below without its lower end, or names another.
    let alone = course(&|course| drop(course.as_object_mut().unwrap().shift_remove("below")));
    finds([&alone, &after.files[1]], "names none that is corrected with it");
    let judged = |files: [&Bundle; 2]| {
        let file = Joined { files: files.map(Clone::clone).to_vec() };
        let audits = audit_joined(&file, RULEBOOKS);
        audits.into_iter().flat_map(|audit| audit.faults).map(|fault| fault.sentence).collect::<String>()
    };
    let said = judged([&alone, &after.files[1]]);
    assert!(said.contains("it changes what a table below or above rests on"), "{said}");
    let other = course(&|course| course["below"]["1/ford"] = json!("ab".repeat(32)));
    finds([&other, &after.files[1]], "the table above does not name it so");
    let said = judged([&other, &after.files[1]]);
    assert!(said.contains("names an entry that the table 1/ford does not have"), "{said}");
    let mill = course(&|course| course["below"]["1/mill"] = course["below"]["1/ford"].clone());
    let said = judged([&mill, &after.files[1]]);
    assert!(said.contains("it names the table 1/mill, of which nothing was taken in"), "{said}");

    // The result above is not that of the corrected table below. Alone the file above is sound.
    let own = |file: &Bundle, change: &dyn Fn(&mut Value)| {
        forged(file, |_, body| {
            let is_it = body["kind"] == "corrected" && body["course"].is_object();
            if is_it {
                change(body);
            }
            is_it
        })
    };
    let fewer = |body: &mut Value| {
        let acts = body["course"]["steps"][0]["acts"][0].as_object_mut().unwrap();
        acts["command"]["first"] = json!(0);
        for event in acts["events"].as_array_mut().unwrap() {
            if event[1]["event"] == "came-home" && event[1]["side"] == 0 {
                event[1]["coins"] = json!(0);
            }
        }
        for instead in body["correction"]["instead"].as_array_mut().unwrap() {
            instead["command"]["first"] = json!(0);
        }
    };
    let poorer = own(&after.files[0], &fewer);
    let poorer = forged(&poorer, |_, body| {
        let is_it = body["kind"] == "corrected" && !body["course"].is_object();
        if is_it {
            body["correction"]["instead"][0]["events"][0]["coins"] = json!(0);
        }
        is_it
    });
    assert_eq!(audit(&poorer, RULEBOOKS).faults, []);
    let said = judged([&poorer, &after.files[1]]);
    assert!(said.contains("it takes in something else than the table 1/ford handed up"), "{said}");

    // What comes below after it has handed up is a correction or the end, and the corrected table is over.
    let unnamed = forged(&after.files[1], |_, body| {
        let is_it = body["kind"] == "corrected" && body["course"].is_object();
        if is_it {
            body["reason"] = json!("Another reason.");
        }
        is_it
    });
    finds([&after.files[0], &unnamed], "the table above does not name it so");
}
