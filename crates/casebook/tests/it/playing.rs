use std::path::Path;

use casebook::{Case, Ending, Outcome};
use kernel::Rulebook;
use rules_toy::{FORD, RULEBOOK};

fn rulebooks(name: &str) -> Option<&'static dyn Rulebook> {
    (name == RULEBOOK.name()).then_some(&RULEBOOK as &dyn Rulebook)
}

fn read(path: &str) -> Result<String, String> {
    match path {
        "cases/ford.toml" => Ok(FORD.into()),
        path => std::fs::read_to_string(path).map_err(|error| error.to_string()),
    }
}

fn played(text: &str) -> Outcome {
    let case = Case::parse("cases/case.toml", text).unwrap_or_else(|faults| panic!("{faults:?}"));
    case.run(&rulebooks, &read)
}

const HEAD: &str = "title = \"t\"\nrules = [\"TOY-1\"]\nsystem = \"pickets\"\nsetup = \"ford.toml\"\n";

#[test]
fn the_example_files_come_out_as_they_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/examples");
    let mut n_files = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let file = path.to_str().unwrap();
        let case = Case::parse(file, &read(file).unwrap()).unwrap_or_else(|faults| panic!("{faults:?}"));
        let outcome = case.run(&rulebooks, &read);
        assert_eq!(outcome.failures, Vec::<String>::new());
        n_files += 1;
    }
    assert_eq!(n_files, 2);
}

#[test]
fn what_is_not_as_expected_is_reported_with_its_step_and_line() {
    let outcome = played(&format!(
        "{HEAD}[[step]]\nseat = \"blue\"\ncommand = {{ do = \"pay\" }}\ndice = [6]\nexpect.total = 5\n\
         expect.result = \"0 coins\"\nexpect.events = [{{ event = \"placed\" }}]\nexpect.view.blue = [\"Purse: 9\"]\n\
         expect.hidden.blue = [\"Purse: 3\"]\nexpect.position.round = 2\nexpect.over = true\n"
    ));
    let found = [
        "no event (in order) is {\"event\":\"placed\"}; there are: {\"event\":\"paid\",\"side\":0,\"coins\":3}",
        "the totals are [6]; [5] was expected",
        "the chart says \"3 coins\"; \"0 coins\" was expected",
        "blue does not see \"Purse: 9\"",
        "blue sees \"Purse: 3\" in \"Purse: 3 coins\"",
        "the position: round is 1; 2 was expected",
        "play is not over",
    ];
    let found: Vec<String> =
        found.iter().map(|what| format!("cases/case.toml:5: step 1 (blue pay): {what}")).collect();
    assert_eq!(outcome.failures, found);
}

#[test]
fn a_refusal_that_was_not_expected_is_a_failure_and_so_is_one_that_did_not_come() {
    let outcome = played(&format!(
        "{HEAD}[[step]]\nseat = \"blue\"\ncommand = {{ do = \"close\" }}\n\
         [[step]]\nseat = \"blue\"\ncommand = {{ do = \"place\", post = \"mill\" }}\nexpect.refused = {{ code = \"cap\" }}\n\
         [[step]]\nseat = \"blue\"\ncommand = {{ do = \"place\", post = \"mill\" }}\nexpect.refused = {{ code = \"cap\" }}\n"
    ));
    assert_eq!(outcome.failures.len(), 3, "{:#?}", outcome.failures);
    assert!(outcome.failures[0].contains("acceptance was expected"));
    assert!(outcome.failures[1].contains("it is accepted; a refusal was expected"));
    assert!(outcome.failures[2].contains("the refusal is") && outcome.failures[2].contains("[dup, TOY-2]"));
}

#[test]
fn answers_that_nobody_asked_for_are_a_failure() {
    let outcome = played(&format!(
        "{HEAD}[[step]]\nseat = \"blue\"\ncommand = {{ do = \"pay\" }}\ndice = [6, 1]\nrulings = [0]\n\
         [[step]]\nseat = \"grey\"\ncommand = {{ do = \"pay\" }}\ndice = [6, 1]\n"
    ));
    assert_eq!(outcome.failures.len(), 2, "{:#?}", outcome.failures);
    assert!(outcome.failures[0].contains("1 rulings were not asked for"));
    assert!(outcome.failures[1].contains("1 throws were not asked for: [[1]]"));
}

#[test]
fn odds_are_compared_as_fractions_and_nothing_is_played() {
    let outcome = played(&format!(
        "{HEAD}[[step]]\nseat = \"blue\"\ncommand = {{ do = \"pay\" }}\nexpect.odds = [{{ label = \"2 coins\", chance = \"2/6\" }}]\n\
         expect.mean = \"3/2\"\n[[step]]\nseat = \"blue\"\ncommand = {{ do = \"pay\" }}\nexpect.odds = [{{ label = \"2 coins\", chance = \"1/4\" }}]\n\
         expect.mean = 2\n"
    ));
    assert_eq!(outcome.failures.len(), 2, "{:#?}", outcome.failures);
    assert!(
        outcome.failures[0].contains("step 2 (blue pay): the chance of \"2 coins\" is 1/3; 1/4 was expected")
    );
    assert!(outcome.failures[1].contains("the mean is 3/2; 2 was expected"));
    assert_eq!(outcome.steps[1].ending, Ending::Looked);
}

#[test]
fn the_json_of_an_outcome_holds_every_seats_view_after_every_step() {
    let outcome = played(&format!(
        "{HEAD}[[step]]\nseat = \"blue\"\ncommand = {{ do = \"pay\" }}\ndice = [6]\n[[step]]\n"
    ));
    let json = serde_json::to_value(&outcome).unwrap();
    assert_eq!(json["steps"][0]["ending"], "accepted");
    assert_eq!(json["steps"][0]["events"][0]["words"], "Blue was paid 3 coins. [TOY-1]");
    assert_eq!(json["steps"][0]["events"][0]["audience"], serde_json::json!({"side": 0}));
    assert_eq!(json["steps"][0]["rolls"][0]["origin"], "table");
    assert_eq!(json["steps"][1]["ending"], "looked");
    let seats: Vec<&String> = json["steps"][1]["views"].as_object().unwrap().keys().collect();
    assert_eq!(seats, ["umpire", "blue", "grey", "spectator"]);
}

#[test]
fn what_cannot_be_opened_is_said_plainly() {
    let broken = HEAD.replace("ford.toml", "nowhere.toml") + "[[step]]\n";
    assert!(played(&broken).failures[0].contains("cases/nowhere.toml cannot be read"));
    let broken = HEAD.replace("pickets", "chess") + "[[step]]\n";
    assert_eq!(played(&broken).failures, ["cases/case.toml: there is no system \"chess\""]);
    let broken = HEAD.to_string() + "[position]\nphase = \"dawn\"\n[[step]]\n";
    let failures = played(&broken).failures;
    assert!(
        failures.iter().any(|fault| fault.contains("It is dawn exactly when both sides have closed.")),
        "{failures:?}"
    );
    let broken = HEAD.to_string() + "[position]\nside = [{ id = \"red\", remove = true }]\n[[step]]\n";
    assert_eq!(played(&broken).failures, ["cases/case.toml: side: there is no \"red\" to remove"]);
    let broken = HEAD.to_string() + "[[step]]\nseat = \"red\"\ncommand = { do = \"pay\" }\n";
    assert!(played(&broken).failures[0].contains("there is no seat \"red\"; there are: umpire, blue, grey"));
}

#[test]
fn a_step_may_begin_anew_at_the_start_or_at_the_start_with_other_facts() {
    let pay = |start: &str, rest: &str| {
        format!("[[step]]\n{start}seat = \"blue\"\ncommand = {{ do = \"pay\" }}\n{rest}\n")
    };
    let outcome = played(&format!(
        "{HEAD}{}{}{}{}",
        pay("", "dice = [6]\nexpect.total = 6"),
        pay("start = true\n", "dice = [1]\nexpect.total = 1"),
        pay("", "expect.refused = { code = \"dup\" }"),
        pay(
            "start = { side = [{ id = \"blue\", coins = 7 }] }\n",
            "dice = [6]\nexpect.view.blue = [\"10 coins\"]"
        ),
    ));
    assert_eq!(outcome.failures, Vec::<String>::new());
    let outcome = played(&format!("{HEAD}{}", pay("start = { remove = [\"moon\"] }\n", "")));
    assert_eq!(
        outcome.failures,
        ["cases/case.toml:5: step 1 (blue pay): cases/case.toml: remove: there is no \"moon\" to remove"]
    );
}

#[test]
fn pages_may_have_to_stay_the_same() {
    let outcome = played(&format!(
        "{HEAD}[[step]]\nseat = \"blue\"\ncommand = {{ do = \"pay\" }}\ndice = [6]\n\
         expect.unchanged = [\"spectator\", \"umpire\", \"red\"]\n"
    ));
    let found = [
        "the pages of umpire have changed",
        "umpire is told {\"event\":\"paid\"",
        "there is no seat \"red\"",
    ];
    assert!(found.iter().all(|what| outcome.failures.iter().any(|found| found.contains(what))));
    assert_eq!(outcome.failures.len(), 3, "{:#?}", outcome.failures);
}

#[test]
fn a_set_up_may_have_to_have_faults_and_no_others() {
    let faulty = |wanted: &str| {
        played(&format!(
            "title = \"t\"\nrules = [\"TOY-1\"]\nsystem = \"pickets\"\n\
             setup = {{ from = \"ford.toml\", sistem = 1 }}\n{wanted}"
        ))
    };
    let outcome = faulty("[[faults]]\npath = \"sistem\"\nrule = \"HOUSE-FILE\"\n");
    assert_eq!(outcome.failures, Vec::<String>::new());
    let outcome = faulty("[[faults]]\nsays = \"the moon\"\n");
    assert_eq!(outcome.failures.len(), 2, "one is missing and one is not wanted: {:#?}", outcome.failures);
    let outcome = played(&format!("{HEAD}[[faults]]\nsays = \"anything\"\n"));
    assert_eq!(outcome.failures, ["cases/case.toml: no fault is found in the start"]);
}

#[test]
fn pages_may_have_to_be_the_same_as_after_an_earlier_step() {
    let pay = |die: u8, rest: &str| {
        format!(
            "[[step]]\nstart = true\nseat = \"blue\"\ncommand = {{ do = \"pay\" }}\ndice = [{die}]\n{rest}\n"
        )
    };
    let outcome = played(&format!(
        "{HEAD}{}{}{}",
        pay(6, ""),
        pay(1, "expect.same = { grey = 1, spectator = 1 }"),
        pay(1, "expect.same = { blue = 1, umpire = 2, grey = 3, red = 1 }"),
    ));
    let found = [
        "the pages of blue are not the same as after step 1",
        "step 3 does not come before this one",
        "there is no seat \"red\"",
    ];
    assert!(found.iter().all(|what| outcome.failures.iter().any(|found| found.contains(what))));
    assert_eq!(outcome.failures.len(), 3, "{:#?}", outcome.failures);
}

#[test]
fn an_example_goes_on_from_the_end_of_another_that_comes_out_as_it_says() {
    let pays = |seat: &str, total: u8| {
        format!(
            "[[step]]\nseat = \"{seat}\"\ncommand = {{ do = \"pay\" }}\ndice = [6]\nexpect.total = {total}\n"
        )
    };
    let after = |file: &str| format!("{HEAD}position = {{ after = \"{file}\" }}\n{}", pays("grey", 6));
    let text = |path: &str| match path {
        "cases/first.toml" => Ok(format!("{HEAD}{}", pays("blue", 6))),
        "cases/wrong.toml" => Ok(format!("{HEAD}{}", pays("blue", 5))),
        "cases/round.toml" => Ok(after("round.toml")),
        path => read(path),
    };
    let failures = |file: &str| {
        let case = Case::parse("cases/case.toml", &after(file)).expect("it is read");
        case.run(&rulebooks, &text).failures
    };
    assert_eq!(failures("first.toml"), Vec::<String>::new());
    assert_eq!(
        failures("wrong.toml"),
        ["cases/wrong.toml:5: step 1 (blue pay): the totals are [6]; [5] was expected"]
    );
    assert_eq!(failures("round.toml"), ["cases/round.toml: more than 40 examples go before"]);
    let both = format!("{HEAD}position = {{ after = \"first.toml\", from = \"ford.toml\" }}\n[[step]]\n");
    assert!(Case::parse("cases/case.toml", &both).unwrap_err()[0].to_string().contains("in place of `from`"));
}

#[test]
fn a_file_named_from_here_finds_its_neighbours() {
    let case = Case::parse("./cases/./case.toml", &format!("{HEAD}[[step]]\n")).expect("it is read");
    assert_eq!(case.run(&rulebooks, &read).failures, Vec::<String>::new());
    let up = HEAD.replace("ford.toml", "../cases/ford.toml") + "[[step]]\n";
    let case = Case::parse("./cases/case.toml", &up).expect("it is read");
    assert_eq!(case.run(&rulebooks, &read).failures, Vec::<String>::new());
}
