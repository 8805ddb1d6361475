use casebook::Case;

fn faults(text: &str) -> Vec<String> {
    let faults = Case::parse("case.toml", text).expect_err("the file has faults");
    faults.iter().map(ToString::to_string).collect()
}

#[test]
fn every_fault_of_a_file_is_reported_with_line_and_column() {
    let text = "title = 3
rules = []
sistem = \"pickets\"
setup = 5

[[step]]
seat = \"blue\"

[[step]]
command = { do = \"pay\" }
dice = \"six\"
expect.total = \"five\"
expect.refused = false
expect.mean = \"a/b\"
expect.odds = [{ label = \"x\" }]
expect.colour = \"red\"

[[step]]
engine = true
seat = \"blue\"
rulings = [1.5]
";
    let found = faults(text);
    let wanted = [
        "case.toml:1:9: title: The field \"title\" must be a text in quotes.",
        "case.toml:2:9: rules: An example names at least one rule",
        "case.toml:3:1: sistem: There is no field \"sistem\" here",
        "case.toml:4:9: setup: This must be a file's name in quotes, or a table.",
        "step[0].command: A seat needs its command.",
        "step[1].seat: A command needs its seat",
        "case.toml:11:8: step[1].dice: Dice are the faces of each throw",
        "case.toml:12:16: step[1].expect.total: A total is a whole number",
        "case.toml:13:18: step[1].expect.refused: Leave `refused` out",
        "case.toml:14:15: step[1].expect.mean: mean is an exact fraction",
        "step[1].expect.odds[0].chance: The chance is missing",
        "case.toml:16:8: step[1].expect.colour: There is no field \"colour\" here",
        "step[2].engine: A step of the engine has neither seat nor command.",
        "case.toml:21:11: step[2].rulings: Rulings are indices from 0",
    ];
    for wanted in wanted {
        assert!(found.iter().any(|fault| fault.contains(wanted)), "{wanted}\nin {found:#?}");
    }
    assert!(found.iter().any(|fault| fault.contains("\"system\" is missing")), "{found:#?}");
    assert_eq!(found.len(), wanted.len() + 1, "{found:#?}");
}

#[test]
fn what_is_not_toml_is_reported_in_its_place() {
    let found = faults("title = \"t\nrules = [\"R\"\n");
    assert!(found[0].starts_with("case.toml:1:"), "{found:#?}");
}

#[test]
fn an_example_needs_a_step() {
    let found = faults("title = \"t\"\nrules = [\"R\"]\nsystem = \"pickets\"\nsetup = \"s.toml\"\n");
    assert_eq!(found, ["case.toml:1:1: step: An example has at least one [[step]]. [HOUSE-FILE]"]);
}
