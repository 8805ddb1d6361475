//! `new`, `show`, `do`, `log`, `odds`, `invite`, and the data folder.

use serde_json::Value;

use crate::{FORD, Place};

#[test]
fn a_seat_acts_and_each_seat_reads_its_own_log() {
    let place = Place::new();
    place.with_ford();
    place.good(&["do", "--seat", "side-0", r#"{"do":"place","post":"mill"}"#]);
    assert!(place.good(&["log"]).contains("put a picket at the mill"));
    assert!(place.good(&["log", "--seat", "side-0"]).contains("put a picket at the mill"));
    assert!(!place.good(&["log", "--seat", "side-1"]).contains("mill"));
    assert!(!place.good(&["log", "--seat", "spectator", "--json"]).contains("mill"));
}

#[test]
fn a_sample_is_laid_out_or_printed_to_be_changed() {
    let place = Place::new();
    place.good(&["new", "--open-dice", "--sample", "nine-days"]);
    assert!(place.good(&["show", "--seat", "american", "--page", "rosters"]).contains("Burnett"));
    let printed = place.good(&["new", "--sample", "nine-days", "--print"]);
    assert_eq!(printed, rules_upfront::NINE_DAYS);
    for neither in [&["new", "--sample", "ten-days"][..], &["new"]] {
        assert_eq!(place.run(neither).status.code(), Some(2), "{neither:?}");
    }
}

#[test]
fn what_a_form_begins_with_is_told_and_standing_orders_so_read_back() {
    let place = Place::new();
    place.good(&["new", "--open-dice", "--sample", "fulda"]);
    let shown = || place.good(&["show", "--seat", "NATO", "--page", "overview"]);
    assert!(!shown().contains("picked beforehand: \"never\""));
    place.good(&[
        "do",
        "--seat",
        "NATO",
        r#"{"do":"instruct","cover":"never","losses":null,"retreats":null}"#,
    ]);
    assert!(shown().contains("picked beforehand: \"never\""));
    let theirs = place.good(&["show", "--seat", "WP", "--page", "overview"]);
    assert!(!theirs.contains("picked beforehand: \"never\""));
}

#[test]
fn a_refusal_names_its_rule_and_changes_nothing() {
    let place = Place::new();
    place.with_ford();
    let before = place.good(&["log", "--json"]);
    assert!(place.bad(&["do", "--seat", "side-0", r#"{"do":"close"}"#]).contains("[TOY-6]"));
    assert!(place.bad(&["do", "--seat", "side-0", r#"{"do":"fly"}"#]).contains("[HOUSE-COMMAND]"));
    assert!(place.bad(&["do", "--seat", "side-0", "fly"]).contains("not JSON"));
    assert!(place.bad(&["do", "--seat", "spectator", r#"{"do":"pay"}"#]).contains("[HOUSE-SEAT]"));
    assert_eq!(place.good(&["log", "--json"]), before);
}

#[test]
fn a_step_is_taken_back_and_a_throw_is_not() {
    let place = Place::new();
    place.with_ford();
    place.good(&["do", "--seat", "side-0", r#"{"do":"place","post":"mill"}"#]);
    place.good(&["do", "--seat", "side-0", "--undo"]);
    assert!(place.good(&["log"]).contains("(taken back)"));
    place.good(&["do", "--seat", "side-0", r#"{"do":"pay"}"#]);
    assert!(place.bad(&["do", "--seat", "side-0", "--undo"]).contains("[HOUSE-UNDO]"));
}

#[test]
fn dice_thrown_at_the_table_are_typed_in_and_marked() {
    let place = Place::new();
    place.with_ford();
    let done = place.good(&["do", "--seat", "side-1", r#"{"do":"pay"}"#, "--dice", "5"]);
    assert!(done.contains(": 5 ") && done.contains("(thrown at the table)"), "{done}");
    assert!(
        place
            .bad(&["do", "--seat", "side-0", r#"{"do":"pay"}"#, "--dice", "9"])
            .contains("[HOUSE-TYPED-DICE]")
    );
}

#[test]
fn the_umpire_acts_for_a_side_with_a_reason() {
    let place = Place::new();
    place.with_ford();
    let bare = place.run(&["do", "--seat", "umpire", "--for", "side-0", r#"{"do":"pay"}"#]);
    assert_eq!(bare.status.code(), Some(2));
    place.good(&["do", "--seat", "umpire", "--for", "side-0", "--reason", "Anna is ill", r#"{"do":"pay"}"#]);
    assert!(place.good(&["log", "--seat", "side-0"]).contains("Blue by umpire (Anna is ill)"));
}

#[test]
fn a_campaign_can_wait_for_words_before_the_first_roll() {
    let place = Place::new();
    place.write("ford.toml", FORD);
    place.good(&["new", "ford.toml"]);
    assert!(place.good(&["show"]).contains("each side's device gives words"));
    assert!(place.bad(&["do", "--seat", "side-0", r#"{"do":"pay"}"#]).contains("[HOUSE-DICE-OPEN]"));
    assert!(place.bad(&["do", "--seat", "umpire", "--open-dice"]).contains("[HOUSE-REASON]"));
    let (digest, bytes) = ("5".repeat(64), "6".repeat(64));
    place.good(&["do", "--seat", "side-0", "--words-digest", &digest]);
    let early = place.bad(&["do", "--seat", "side-0", "--words-bytes", &bytes]);
    assert!(early.contains("Still missing: Grey."), "{early}");
    let for_grey = ["do", "--seat", "umpire", "--words-for", "side-1", "--reason", "Grey plays by letter."];
    place.good(&for_grey);
    let other = place.bad(&["do", "--seat", "side-0", "--words-bytes", &bytes]);
    assert!(other.contains("[HOUSE-WORDS]"), "{other}");
    place.good(&["do", "--seat", "umpire", "--renew-words", "--reason", "Blue has lost its bytes."]);
    place.good(&for_grey);
    place.good(&["do", "--seat", "umpire", "--words-for", "side-0", "--reason", "Blue has no device."]);
    // The dice have opened by themselves.
    place.good(&["do", "--seat", "side-0", r#"{"do":"pay"}"#]);
    place.good(&["export", "--kind", "umpire", "-o", "file.json"]);
    let verified = place.good(&["verify", "file.json"]);
    assert!(verified.contains("words: side-0 by the host, side-1 by the host"), "{verified}");
}

#[test]
fn dice_are_typed_in_with_consent_or_where_the_campaign_allows_it() {
    let place = Place::new();
    place.write("ford.toml", FORD);
    place.good(&["new", "--open-dice", "ford.toml"]);
    let typed = ["do", "--seat", "side-0", r#"{"do":"pay"}"#, "--dice", "5"];
    assert!(place.bad(&typed).contains("[HOUSE-TABLE-DICE]"));
    place.good(&["do", "--seat", "side-0", "--table-dice", "ask"]);
    assert!(place.bad(&typed).contains("[HOUSE-TABLE-DICE]"));
    place.good(&["do", "--seat", "side-1", "--table-dice", "agree"]);
    place.good(&typed);
    assert!(!place.good(&["log", "--seat", "side-1"]).contains("took the file"));
    place.good(&["export", "--kind", "move", "-o", "file.json"]);
    assert!(place.good(&["log", "--seat", "side-1"]).contains("took the file with the secret of the dice"));
}

#[test]
fn odds_are_exact_fractions() {
    let place = Place::new();
    place.with_ford();
    let odds: Value =
        serde_json::from_str(&place.good(&["odds", "--seat", "side-0", "--json", r#"{"do":"pay"}"#]))
            .unwrap();
    let weights: Vec<&str> = odds["outcomes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|outcome| outcome["weight"].as_str().unwrap())
        .collect();
    assert_eq!((odds["of"].as_str().unwrap(), weights), ("6", vec!["1", "2", "2", "1"]));
    assert!(place.good(&["odds", "--seat", "side-0", r#"{"do":"pay"}"#]).starts_with("1/6  16.7 %  "));
}

#[test]
fn plans_and_measures_are_told_by_name() {
    let place = Place::new();
    place.good(&["new", "--open-dice", "--sample", "five-days"]);
    let listed = place.good(&["odds", "--seat", "german", "--plans"]);
    assert!(listed.contains("--plan income") && listed.contains("--measure escaped"), "{listed}");
    let told = place.good(&["odds", "--seat", "german", "--plan", "income"]);
    assert!(told.contains("from 48 to 84, on average 67.80"), "{told}");
    assert!(told.contains("Taken as given:") && told.contains("mean 339/5"), "{told}");
    let given = r#"{"days": 2}"#;
    let args = ["odds", "--seat", "german", "--plan", "income", "--given", given, "--json"];
    let two: Value = serde_json::from_str(&place.good(&args)).unwrap();
    assert_eq!(
        (&two["tables"][0]["id"], &two["tables"][0]["means"][0]),
        (&"points-german".into(), &"22".into())
    );
    assert!(place.bad(&["odds", "--seat", "german", "--plan", "luck"]).contains("income"));
    assert!(
        place
            .bad(&["odds", "--seat", "german", "--plan", "income", "--given", r#"{"weeks":1}"#])
            .contains("weeks")
    );
    let other = place.run(&["odds", "--seat", "german"]);
    assert_eq!(other.status.code(), Some(2), "a command or a plan is asked for");
}

/// Orders of a plan are typed on the command line as below the map, with what helps them.
#[test]
fn orders_of_a_plan_are_typed() {
    // The small scenario when the Warsaw Pact moves, whatever the sky.
    let first = Place::new();
    let setup = first.write("gap.toml", rules_central_front::GAP);
    let setup = setup.to_str().unwrap();
    first.good(&["new", "--open-dice", setup]);
    let position = first.good(&["show", "--position"]);
    let moves = position.lines().map(|line| match line.split_once(" = ") {
        Some(("phase", _)) => "phase = \"wp-move-1\"",
        Some(("fog" | "superior" | "strikes", _)) => "",
        _ => line,
    });
    let moves = moves.collect::<Vec<_>>().join("\n");
    let place = Place::new();
    let position = place.write("position.toml", &moves);
    place.good(&["new", "--open-dice", setup, "--position", position.to_str().unwrap()]);
    place.good(&["do", "--seat", "wp", r#"{"do":"activate","units":["wp-m1"]}"#]);
    place.good(&["do", "--seat", "wp", r#"{"do":"move","units":["wp-m1"],"path":["0604"]}"#]);
    let asks =
        |given: &str| ["odds", "--seat", "wp", "--plan", "attack", "--given", given].map(str::to_owned);
    let told = |given: &str| place.good(&asks(given).each_ref().map(String::as_str));
    let alone = told(r#"{"command": "8 Motor Rifle Regt march 0504"}"#);
    assert!(alone.contains("The hex is cleared"), "{alone}");
    let helped = told(r#"{"command": "8 Motor Rifle Regt march 0504 chemicals"}"#);
    assert_ne!(helped, alone);
    let chain = told(r#"{"before": "wp-m1 hasty 0504", "command": "wp-m1 fight 0504 chemicals"}"#);
    assert!(chain.contains("The hex is cleared at the end"), "{chain}");
    let bad = |given: &str| place.bad(&asks(given).each_ref().map(String::as_str));
    let why = bad(r#"{"command": "wp-m1 hasty 0504 smoke wp-art"}"#);
    assert!(why.contains("is nothing that “hasty” is ordered with"), "{why}");
    let lines = bad(r#"{"before": ["fly away", "wp-m1 hasty 0504"], "command": "wp-m1 fight 0504"}"#);
    assert!(lines.contains("Line 1:"), "{lines}");
}

#[test]
fn views_are_printed_for_people_and_as_json() {
    let place = Place::new();
    place.with_ford();
    let view: Value = serde_json::from_str(&place.good(&["show", "--seat", "side-0", "--json"])).unwrap();
    assert!(!view["view"]["pages"].as_array().unwrap().is_empty());
    let text = place.good(&["show", "--seat", "side-0"]);
    assert!(text.contains(r#"{"do":"pay"}"#), "{text}");
    assert!(place.bad(&["show", "--page", "nowhere"]).contains("The pages are: "));
    assert!(place.bad(&["show", "--seat", "side-7"]).contains("no such campaign"));
}

#[test]
fn a_position_is_printed_and_begins_another_campaign() {
    let place = Place::new();
    let first = place.with_ford();
    place.good(&["do", "--seat", "blue", r#"{"do":"place","post":"mill"}"#]);
    let position = place.good(&["show", "--position"]);
    place.write("position.toml", &position);
    let second =
        place.good(&["new", "--open-dice", "ford.toml", "--position", "position.toml"]).trim().to_owned();
    assert_eq!(place.good(&["show", "--campaign", &second, "--position"]), position);
    let view = |id: &str| place.good(&["show", "--campaign", id, "--seat", "blue"]);
    assert_eq!(view(&first).matches("mill").count(), view(&second).matches("mill").count());
    place.write("torn.toml", "phase = \n");
    assert!(
        place
            .bad(&["new", "--open-dice", "ford.toml", "--position", "torn.toml"])
            .starts_with("torn.toml:1:9: ")
    );
}

#[test]
fn a_position_is_json_as_well() {
    let place = Place::new();
    place.with_ford();
    place.good(&["do", "--seat", "blue", r#"{"do":"place","post":"mill"}"#]);
    let json = place.good(&["show", "--position", "--json"]);
    place.write("position.json", &json);
    let second =
        place.good(&["new", "--open-dice", "ford.toml", "--position", "position.json"]).trim().to_owned();
    assert_eq!(place.good(&["show", "--campaign", &second, "--position", "--json"]), json);
    place.write("torn.json", "{\n \"phase\": }");
    assert!(
        place
            .bad(&["new", "--open-dice", "ford.toml", "--position", "torn.json"])
            .starts_with("torn.json:2:11: ")
    );
    let first = json.split('"').nth(1).unwrap();
    place.write(
        "bad.json",
        &json.replacen(&format!("\"{first}\":"), &format!("\"{first}\": [[]], \"x\":"), 1),
    );
    assert!(
        place.bad(&["new", "--open-dice", "ford.toml", "--position", "bad.json"]).starts_with("bad.json: ")
    );
}

#[test]
fn a_side_is_named_by_its_id_or_its_name_as_well() {
    let place = Place::new();
    place.with_ford();
    let by_id = place.good(&["show", "--seat", "grey"]);
    assert_eq!(by_id, place.good(&["show", "--seat", "side-1"]));
    assert_eq!(by_id, place.good(&["show", "--seat", "Grey"]));
    assert!(place.bad(&["show", "--seat", "green"]).contains("Blue, Grey (or side-0"));
}

#[test]
fn several_campaigns_are_told_apart_by_name() {
    let place = Place::new();
    assert!(place.bad(&["log"]).contains("no campaign here yet"));
    let first = place.with_ford();
    let second = place.good(&["new", "--open-dice", "ford.toml"]).trim().to_owned();
    let list = place.good(&["show"]);
    assert!(list.contains(&first) && list.contains(&second), "{list}");
    assert!(place.bad(&["log"]).contains("--campaign"));
    place.good(&["log", "--campaign", &second]);
    assert!(place.bad(&["log", "--campaign", "nowhere"]).contains("no campaign nowhere"));
}

#[test]
fn an_invitation_is_a_link_with_its_secret_in_the_fragment() {
    let place = Place::new();
    place.with_ford();
    let link = place.good(&["invite", "--seat", "side-1", "--address", "https://club.example/"]);
    let secret = link.trim().strip_prefix("https://club.example/join#").unwrap();
    assert_eq!(secret.len(), 64);
    assert!(place.bad(&["invite", "--seat", "side-7"]).contains("no seat side-7"));
}

#[test]
fn people_are_listed_and_invitations_withdrawn() {
    let place = Place::new();
    place.with_ford();
    assert!(place.good(&["people"]).contains("nobody"));
    place.good(&["invite", "--seat", "side-1", "--label", "Anna", "--address", "https://club.example"]);
    let listed = place.good(&["people"]);
    let line = listed.lines().find(|line| line.contains("Anna: open")).unwrap();
    let handle = line.split_whitespace().next().unwrap();
    assert!(place.good(&["people", "--withdraw", handle]).contains("Withdrawn"));
    assert!(place.good(&["people"]).contains("Anna: withdrawn"));
    assert!(place.bad(&["people", "--withdraw", handle]).contains("no open invitation"));
    assert!(place.bad(&["people", "--erase", handle]).contains("There is no person"));
    assert!(place.bad(&["people", "--erase-account", "Anna"]).contains("Nobody signs in as \"Anna\""));
    assert!(place.bad(&["people", "--take", handle, "--seat", "side-1"]).contains("There is no person"));
    assert_eq!(place.run(&["people", "--take", handle]).status.code(), Some(2), "which seat?");
}

#[test]
fn spectators_are_kept_behind() {
    let place = Place::new();
    place.with_ford();
    assert!(place.good(&["people", "--behind", "30,2"]).contains("30 minutes and 2 public entries behind"));
    assert_eq!(place.good(&["log", "--seat", "spectator"]).matches("Spectators see").count(), 0);
    assert!(place.good(&["log", "--seat", "side-0"]).contains("Spectators see the campaign 30 minutes"));
    assert!(place.bad(&["people", "--behind", "999999"]).contains("[HOUSE-SPECTATORS]"));
    assert!(place.good(&["people", "--behind", "0"]).contains("as it is"));
}
