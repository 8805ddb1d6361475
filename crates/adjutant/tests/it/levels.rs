//! `below`: the tables above and below, and one file for all of them.

use crate::Place;

const SUMMER: &str = include_str!("../../../rules-civil-war/scenarios/1862.toml");

const AGREE: &str = r#"{"do":"agree","battle":"aop.1","stands":20,"batteries":2}"#;

impl Place {
    /// The summer of 1862 with a battle at a table of its own; the book's campaign and that of the battle.
    fn with_a_battle_below(&self) -> [String; 2] {
        let text = SUMMER.replace("[campaign.options]", "[campaign.options]\nbattles = \"tables\"");
        self.write("war.toml", &text);
        let book = self.good(&["new", "--open-dice", "war.toml"]).trim().to_owned();
        assert!(self.good(&["below"]).contains("There is no table above this one or below it."));
        self.at_the_book(&book, "umpire", r#"{"do":"next-step"}"#);
        let opening = r#"{"do":"enter-battle","attacker":"aop","defender":"anv","hex":"H-open","column":"1:1","size":"medium"}"#;
        self.at_the_book(&book, "umpire", opening);
        for side in ["union", "confederate"] {
            self.at_the_book(&book, side, AGREE);
        }
        let listed = self.good(&["below", "--campaign", &book, "--seat", "spectator"]);
        let battle = listed.split_whitespace().nth(2).unwrap().to_owned();
        assert_eq!(
            listed,
            format!(
                "below  aop.1  {battle}  Battle aop.1: Army of the Potomac against Army of Northern Virginia  (is open)\n"
            )
        );
        [book, battle]
    }

    fn at_the_book(&self, book: &str, seat: &str, command: &str) {
        self.good(&["do", "--campaign", book, "--seat", seat, command]);
    }
}

#[test]
fn the_tables_are_listed_and_one_is_broken_off_and_entered_by_hand() {
    let place = Place::new();
    let [book, battle] = place.with_a_battle_below();
    let above = place.good(&["below", "--campaign", &battle]);
    assert_eq!(above, format!("above  aop.1  {book}  Summer of 1862 (sample)  (is open)\n"));
    let at = ["below", "--campaign", &book];
    let early = place.bad(&[&at[..], &["--take-in", "aop.1"]].concat());
    assert!(
        early.contains("Play at the table aop.1 is not over.") && early.contains("HOUSE-LEVELS"),
        "{early}"
    );
    let unknown = place.bad(&[&at[..], &["--take-in", "aop.2"]].concat());
    assert!(unknown.contains("No table aop.2 is open"), "{unknown}");
    let by_hand = r#"{"do":"cw-result","battle":"aop.1","winner":1,"lost":["U1"],"demoralized":[0]}"#;
    let held = place.bad(&["do", "--campaign", &book, "--seat", "umpire", by_hand]);
    assert!(held.contains("is open below"), "{held}");

    // A reason is asked for, and one of a letter is none.
    assert_eq!(place.run(&[&at[..], &["--break-off", "aop.1"]].concat()).status.code(), Some(2));
    let short = [&at[..], &["--break-off", "aop.1", "--reason", "x"]].concat();
    assert!(place.bad(&short).contains("A table is broken off with a reason"));
    let off = [&at[..], &["--break-off", "aop.1", "--reason", "A storm."]].concat();
    assert!(place.good(&off).starts_with("Done."));
    assert!(place.good(&at).ends_with("(was broken off)\n"));
    assert!(place.good(&["below", "--campaign", &battle]).ends_with("(has broken this one off)\n"));
    assert!(place.good(&["log", "--campaign", &battle]).contains("A storm."));
    place.at_the_book(&book, "umpire", by_hand);

    place.good(&["export", "--campaign", &book, "--kind", "umpire", "--below", "-o", "war.json"]);
    let said = place.good(&["verify", "war.json"]);
    assert!(
        said.contains(&format!("campaign {battle} was broken off")) || said.contains("was broken off"),
        "{said}"
    );
    assert!(said.contains("result of all: sound"), "{said}");
}

/// With the engine as neutral each side says it at its own seat.
#[test]
fn both_sides_break_a_table_off_and_enter_what_came_of_it() {
    let place = Place::new();
    let own = "[campaign.options]\nbattles = \"tables\"\nneutral = \"engine\"";
    place.write("war.toml", &SUMMER.replace("[campaign.options]", own));
    let book = place.good(&["new", "--open-dice", "war.toml"]).trim().to_owned();
    let opening = r#"{"do":"enter-battle","attacker":"aop","defender":"anv","hex":"H-open","column":"1:1","size":"medium"}"#;
    let both = |command: &str| ["union", "confederate"].map(|side| place.at_the_book(&book, side, command));
    for command in [r#"{"do":"next-step"}"#, opening, AGREE] {
        both(command);
    }
    let at = ["below", "--campaign", &book];
    let off = |side: &str| {
        [&at[..], &["--seat", side, "--break-off", "aop.1", "--reason", "A storm."]].concat().join("|")
    };
    let run = |line: String| place.good(&line.split('|').collect::<Vec<_>>());
    let alone = place.bad(&off("umpire").split('|').collect::<Vec<_>>());
    assert!(alone.contains("the sides close a table below together"), "{alone}");
    run(off("union"));
    let listed = place.good(&[&at[..], &["--seat", "confederate"]].concat());
    assert!(listed.contains("says: break it off (A storm.)") && listed.contains("(is open)"), "{listed}");
    place.good(&[&at[..], &["--seat", "confederate", "--keep-open", "aop.1"]].concat());
    assert!(!place.good(&at).contains("says:"));
    run(off("union"));
    run(off("confederate"));
    assert!(place.good(&at).ends_with("(was broken off)\n"));
    both(r#"{"do":"call-off","battle":"aop.1"}"#);
    place.good(&["export", "--campaign", &book, "--kind", "umpire", "--below", "-o", "war.json"]);
    let said = place.good(&["verify", "war.json"]);
    assert!(said.contains("result of all: sound"), "{said}");
}

#[test]
fn a_joined_file_is_taken_in_elsewhere_and_goes_on() {
    let place = Place::new();
    let [book, battle] = place.with_a_battle_below();
    let path = place.path().join("war.json");
    let path = path.to_str().unwrap();
    place.good(&["export", "--campaign", &book, "--kind", "move", "--below", "-o", path]);
    let elsewhere = Place::new();
    let ids = format!("{book}\n{battle}\n");
    assert_eq!(elsewhere.good(&["import", path]), ids);
    assert_eq!(elsewhere.good(&["import", path]), "", "all of it is here");
    assert!(elsewhere.good(&["below", "--campaign", &book]).ends_with("(is open)\n"));
    elsewhere.good(&[
        "do",
        "--campaign",
        &battle,
        "--seat",
        "umpire",
        r#"{"do":"draw-field","battle":"aop.1"}"#,
    ]);
    // What has gone on here is not taken in again.
    assert!(elsewhere.bad(&["import", path]).contains("is here already"));

    // A file whose campaigns do not belong together is none, and nothing of it is taken in.
    let text = std::fs::read_to_string(path).unwrap();
    let mut torn: serde_json::Value = serde_json::from_str(&text).unwrap();
    torn["files"].as_array_mut().unwrap().reverse();
    place.write("torn.json", &torn.to_string());
    let third = Place::new();
    let torn = place.path().join("torn.json");
    assert!(third.bad(&["import", torn.to_str().unwrap()]).contains("is opened by no file before it"));
    assert!(!third.path().join("data").exists());
}
