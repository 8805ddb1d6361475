//! The files of tables above and below each other as one, honest and forged.

use super::*;

#[tokio::test]
async fn a_forged_link_is_found() {
    let setting = hills().await;
    setting.done(Seat::Umpire, fight("ford", 1, 1)).await;
    let ford = setting.below("1/ford").await;
    setting.fought_out(&ford, ["hold", "hold"]).await;
    assert!(is_done(&setting.take_in("1/ford").await));
    let above = setting.desk.examined(&setting.campaign).await.unwrap();
    let below = setting.desk.examined(&ford).await.unwrap();
    let set = |body: &mut Value, path: &str, value: Value| match body.pointer_mut(path) {
        Some(there) => {
            *there = value;
            true
        }
        None => false,
    };
    let break_off = |body: &mut Value| {
        body["closed"]["broken_off"] = json!(true);
        true
    };
    let hand_up = |body: &mut Value| {
        body.as_object_mut().unwrap().shift_remove("closed");
        (body["kind"], body["broken_off"]) = (json!("handed-up"), json!(false));
        true
    };
    let closes = |body: &Value| body["kind"] == "table-closed";
    // Another slot than the rules ask for; another that is closed, or broken off without a reason; a table with none above
    // that hands up; a beginning that says two things; a table broken off without a reason.
    let forgeries = [
        forged(&above, |_, body| set(body, "/below/slot", json!("1/mill"))),
        forged(&above, |_, body| set(body, "/closed/slot", json!("1/mill"))),
        forged(&above, |_, body| closes(body) && break_off(body)),
        forged(&above, |_, body| closes(body) && hand_up(body)),
        forged(&below, |_, body| set(body, "/above/slot", json!("2/ford"))),
        forged(&below, |_, body| set(body, "/broken_off", json!(true))),
    ];
    for (n, forgery) in forgeries.iter().enumerate() {
        assert!(!audit(forgery, RULEBOOKS).faults.is_empty(), "forgery {n}");
    }
}

/// A line with a skirmish taken in, one broken off and one open.
pub(super) async fn with_three() -> Setting {
    let setting = hills().await;
    setting.done(Seat::Umpire, fight("ford", 2, 1)).await;
    setting.fought_out(&setting.below("1/ford").await, ["raid", "hold"]).await;
    assert!(is_done(&setting.take_in("1/ford").await));
    setting.done(Seat::Umpire, fight("mill", 0, 0)).await;
    assert!(is_done(&setting.break_off("1/mill", "A storm.").await));
    let by_hand = json!({"do": "take-in", "post": "mill", "first": 0, "second": 0, "held": null});
    setting.done(Seat::Umpire, by_hand).await;
    setting.done(Seat::Umpire, json!({"do": "next-turn"})).await;
    setting.done(Seat::Umpire, fight("mill", 1, 0)).await;
    setting
}

#[tokio::test]
async fn a_line_and_its_skirmishes_are_one_file_that_verifies() {
    let setting = with_three().await;
    for seat in [Seat::Umpire, BLUE, Seat::Spectator] {
        let file = joined(&setting, seat).await;
        let text = file.to_text();
        assert!(Joined::is_one(&text) && !Joined::is_one(&file.files[0].to_text()));
        let file = Joined::parse(&text).unwrap();
        assert_eq!(file.files.len(), 4);
        let report = verify_joined(&file);
        assert!(report.is_sound(), "{seat:?}: {:?}", report.all_faults());
        let ends: Vec<&str> = report
            .facts
            .iter()
            .filter_map(|fact| fact.split_once("campaign "))
            .map(|(_, rest)| &rest[11..])
            .collect();
        assert_eq!(ends, ["was taken in", "was broken off", "is open"], "{:?}", report.facts);
        assert_eq!(report.lines().last().unwrap(), "result of all: sound");
        agree(&text);
        let audits = audit_joined(&file, RULEBOOKS);
        assert!(audits.iter().all(|audit| audit.faults.is_empty()), "{audits:?}");
        if seat == Seat::Umpire {
            assert!(audits.iter().all(|audit| audit.n_unproved == 0), "{audits:?}");
            let alone = audit(&file.files[0], RULEBOOKS);
            assert_eq!(
                (alone.n_unproved, alone.n_apart, alone.faults.len()),
                (1, 1, 0),
                "1/ford was taken in"
            );
            assert!(alone.notes[0].contains("1/ford is proved by a file that holds"), "{:?}", alone.notes);
            let below = audit(&file.files[1], RULEBOOKS);
            assert_eq!((below.n_unproved, below.n_apart, below.faults.len()), (1, 1, 0), "its beginning");
            assert!(below.notes[0].contains("what went down from campaign"), "{:?}", below.notes);
        }
    }
    let desk = &setting.desk;
    let refused = desk.export_joined(&setting.campaign, BLUE, FileKind::Final).await.unwrap().unwrap_err();
    assert_eq!(refused.code, "dice");
    let moved = desk.export_joined(&setting.campaign, Seat::Umpire, FileKind::Move).await.unwrap().unwrap();
    assert!(verify_joined(&moved).is_sound());
    for campaign in [setting.campaign.as_str(), &setting.below("1/ford").await] {
        is_judged_the_same(desk, campaign).await;
    }
}

#[tokio::test]
async fn what_is_joined_otherwise_than_it_was_is_found() {
    let setting = with_three().await;
    let honest = joined(&setting, Seat::Umpire).await;
    let other = joined(&with_three().await, Seat::Umpire).await;
    let with = |at: usize, file: &Bundle| {
        let mut files = honest.files.clone();
        files[at] = file.clone();
        Joined { files }
    };
    let said = |file: &Joined| -> Vec<String> {
        verify_joined(file).all_faults().iter().map(ToString::to_string).collect()
    };
    let finds = |file: &Joined, words: &str| {
        let said = said(file);
        assert!(said.iter().any(|fault| fault.contains(words)), "{words}: {said:?}");
    };
    finds(&with(1, &other.files[1]), "is opened by no file before it");
    finds(&with(0, &other.files[0]), "is opened by no file before it");
    let twice = Joined { files: [&honest.files[..], &honest.files[1..2]].concat() };
    finds(&twice, "stands in a file before it");
    let missing = Joined { files: honest.files[..2].to_vec() };
    assert!(said(&missing).is_empty());
    assert!(verify_joined(&missing).facts.iter().any(|fact| fact.ends_with("is not in this file")));
    for (n, file) in wrong_joints(&honest, &other).into_iter().enumerate() {
        let lines = agree(&file.to_text());
        let tells = |line: &String| line.starts_with("fault: ") || line.ends_with("is not in this file");
        assert!(lines.iter().any(tells), "{n}: {lines:#?}");
    }
    // Whoever writes a whole history anew below has to write the one above anew as well.
    let anew = forged(&honest.files[1], |_, body| {
        let sealed = body["command"]["do"] == "seal";
        if sealed {
            body["at"] = json!(body["at"].as_i64().unwrap() + 1);
        }
        sealed
    });
    finds(&with(1, &anew), "closes a table that did not hand up what came of it so");
    // The table below names the one above, and a table that handed up is not broken off without its word.
    let laid = |change: &dyn Fn(&mut Value)| {
        forged(&honest.files[1], |_, body| {
            let is_it = body["kind"] == "laid-out";
            if is_it {
                change(body);
            }
            is_it
        })
    };
    for (key, value) in [("campaign", "elsewhere"), ("slot", "9/mill")] {
        let other = with(1, &laid(&|body| body["above"][key] = json!(value)));
        finds(&other, "does not name this entry as the one that opened it");
        agree(&other.to_text());
    }
    let by_hand = forged(&honest.files[0], |_, body| {
        let is_it = body["kind"] == "table-closed";
        if is_it {
            body["closed"] = json!({"slot": body["closed"]["slot"], "broken_off": true});
        }
        is_it
    });
    finds(&with(0, &by_hand), "closes a table that did not hand up what came of it so");
    agree(&with(0, &by_hand).to_text());
    let blues = joined(&setting, BLUE).await;
    finds(&with(1, &blues.files[1]), "is of another kind, or for another seat, than the first file");
    agree(&with(1, &blues.files[1]).to_text());
    // A table is closed once, after it was opened, and hands up once.
    let first = RefCell::new(None);
    let closes_again = forged(&honest.files[0], |_, body| {
        let is_it = body["kind"] == "table-closed";
        let known = first.borrow().clone();
        match known {
            Some(slot) if is_it => body["closed"]["slot"] = slot,
            None if is_it => drop(first.replace(Some(body["closed"]["slot"].clone()))),
            _ => {}
        }
        is_it
            && first.borrow().as_ref() == Some(&body["closed"]["slot"])
            && body["closed"]["broken_off"] == true
    });
    finds(&with(0, &closes_again), "closes a table that was closed");
    agree(&with(0, &closes_again).to_text());
    let never_opened = forged(&honest.files[0], |_, body| {
        let is_it = body["kind"] == "table-closed";
        if is_it {
            body["closed"]["slot"] = json!("9/none");
        }
        is_it
    });
    finds(&with(0, &never_opened), "closes a table that was not opened");
    agree(&with(0, &never_opened).to_text());
    let twice_up = forged(&honest.files[1], |_, body| {
        let is_it = body["kind"] == "command";
        if is_it {
            body["kind"] = json!("handed-up");
        }
        is_it
    });
    finds(&with(1, &twice_up), "hands up what came of it once more");
    agree(&with(1, &twice_up).to_text());
    // The dice below are those that the table above gives.
    let terms = with(1, &laid(&|body| body["terms"]["table"] = json!("agreed")));
    let judged: Vec<_> = audit_joined(&terms, RULEBOOKS).into_iter().flat_map(|audit| audit.faults).collect();
    assert!(judged.iter().any(|fault| fault.sentence.contains("other terms of its dice")), "{judged:?}");
    // No version of the rules has a say in that: whoever names an older one in the file above hides nothing.
    let older = forged(&honest.files[0], |_, body| {
        let (system, _) = body["rules"].as_str().and_then(|rules| rules.split_once('/')).expect("its rules");
        body["rules"] = json!(format!("{system}/0"));
        true
    });
    let hidden = Joined { files: [&[older], &terms.files[1..]].concat() };
    let judged: Vec<_> =
        audit_joined(&hidden, RULEBOOKS).into_iter().flat_map(|audit| audit.faults).collect();
    assert!(judged.iter().any(|fault| fault.sentence.contains("other terms of its dice")), "{judged:?}");
    // Every changed letter of the text is found, or the text is none any more.
    let text = honest.to_text();
    for (from, to) in
        [("\"version\": 1,\n  \"files\"", "\"version\": 2,\n  \"files\""), ("\"files\"", "\"file\"")]
    {
        let changed = text.replacen(from, to, 1);
        assert_ne!(changed, text);
        assert!(Joined::parse(&changed).is_err());
    }
}

/// Both files are sound by themselves, and whoever knows the rules finds that they do not belong together.
#[tokio::test]
async fn a_result_that_was_not_handed_up_is_found() {
    let setting = hills().await;
    setting.done(Seat::Umpire, fight("ford", 2, 1)).await;
    setting.fought_out(&setting.below("1/ford").await, ["hold", "hold"]).await;
    assert!(is_done(&setting.take_in("1/ford").await));
    let file = joined(&setting, Seat::Umpire).await;
    assert!(audit_joined(&file, RULEBOOKS).iter().all(|audit| audit.faults.is_empty()));
    let poorer = forged(&file.files[0], |_, body| {
        let taken = body["command"]["do"] == "take-in";
        if taken {
            body["command"]["first"] = json!(1);
        }
        taken
    });
    let poorer = forged(&poorer, |_, body| {
        let home = body["events"][0]["event"] == "came-home" && body["events"][0]["side"] == 0;
        if home {
            body["events"][0]["coins"] = json!(1);
        }
        home
    });
    assert_eq!(audit(&poorer, RULEBOOKS).faults, []);
    let both = Joined { files: vec![poorer, file.files[1].clone()] };
    let faults: Vec<_> = audit_joined(&both, RULEBOOKS).into_iter().flat_map(|audit| audit.faults).collect();
    assert!(faults[0].sentence.contains("takes in something else"), "{faults:?}");
    let richer = forged(&file.files[1], |_, body| match body.pointer_mut("/position/side/0/coins") {
        Some(coins) => {
            *coins = json!(3);
            true
        }
        None => false,
    });
    assert_eq!(audit(&richer, RULEBOOKS).faults, []);
    let both = Joined { files: vec![file.files[0].clone(), richer] };
    let faults: Vec<_> = audit_joined(&both, RULEBOOKS).into_iter().flat_map(|audit| audit.faults).collect();
    assert!(faults[0].sentence.contains("did not begin from what went down"), "{faults:?}");
}

/// The entry that closes a table below and the one that takes it in are written together: no log ends between them.
#[tokio::test]
async fn a_log_that_ends_before_what_was_closed_is_taken_in_is_found() {
    let setting = with_three().await;
    let file = setting.desk.export(&setting.campaign, Seat::Umpire, FileKind::Move).await.unwrap().unwrap();
    let mut parts = crate::forgery::entries(&file);
    let closes = |entry: &crate::forgery::Written| {
        entry
            .parts
            .iter()
            .any(|(_, body)| body["kind"] == "table-closed" && body["closed"]["broken_off"] != true)
    };
    let at = parts.iter().position(closes).unwrap();
    parts.truncate(at + 1);
    let cut = crate::forgery::written(&file, &parts);
    assert!(ledger::verify_bundle(&cut, None).is_sound());
    let faults: Vec<String> = audit(&cut, RULEBOOKS).faults.iter().map(ToString::to_string).collect();
    let expected =
        format!("master {}: closes the table 1/ford, and the command that takes it in is not there", at + 1);
    assert_eq!(faults, [expected]);
    let elsewhere = hills().await;
    assert!(elsewhere.desk.import(&cut.to_text()).await.is_err());
}
