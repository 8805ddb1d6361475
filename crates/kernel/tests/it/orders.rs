//! Orders typed on a board of hexes.

use std::sync::Arc;

use hexmap::{Direction, Hex, Numbering};
use kernel::view::Text;
use kernel::view::board::{
    Act, Board, Counter, Ground, Overlay, OverlayStyle, Sends, Size, Symbol, Target, Terrain,
};
use kernel::view::order::{examples, read, words_of};
use serde_json::{Value, json};

fn hex(label: &str) -> Hex {
    Numbering::COMMON.read(label).expect("four digits")
}

fn counter(key: &str, code: &str, at: Option<&str>) -> Counter {
    Counter {
        key: key.into(),
        name: format!("Unit {key}"),
        code: code.into(),
        side: 0,
        hex: at.map(hex),
        formation: String::new(),
        size: Size::None,
        symbol: Symbol::Plain,
        factors: "1-1".into(),
        strength: (1, 1),
        printed: None,
        steps: (1, 1),
        disc: None,
        sign: String::new(),
        ring: kernel::view::board::Ring::Plain,
        struck: false,
        spent: false,
        state: Vec::new(),
    }
}

fn act(word: &'static str, counters: &[&str], from: Option<&str>, reach: usize, sends: Sends) -> Act {
    let Value::Object(command) = json!({"do": word, "units": counters}) else { unreachable!() };
    Act {
        word,
        verb: word.to_uppercase(),
        counters: counters.iter().map(|key| (*key).into()).collect(),
        from: from.map(hex),
        budget: ("MP", "6".into()),
        reach,
        command,
        sends,
        panel: None,
        rolls: false,
    }
}

/// Two of ours in 0303, one enemy in 0503, one of ours beside the board.
fn board() -> Board {
    let terrain = Terrain { mark: '.', name: "clear".into(), looks: Vec::new(), effect: Text::empty() };
    let ground = Ground {
        numbering: Numbering::COMMON,
        first: (1, 1),
        rows: vec![".......".into(); 5],
        terrain: vec![terrain],
        sides: Vec::new(),
        roads: Vec::new(),
        places: Vec::new(),
    };
    let way = vec![
        Target::new(hex("0304"), "2", Some(Direction::A)),
        Target::new(hex("0305"), "4", Some(Direction::A)).note("far"),
        Target::new(hex("0403"), "2", Some(Direction::F)).passing(),
    ];
    Board {
        id: "b".into(),
        description: String::new(),
        ground: Arc::new(ground),
        held: Vec::new(),
        counters: vec![
            counter("u-1", "57G r1", Some("0303")),
            counter("u-2", "57G", Some("0303")),
            counter("foe", "X", Some("0503")),
            counter("late", "", None),
        ],
        overlays: Vec::new(),
        attacks: Vec::new(),
        reports: Vec::new(),
        traces: Vec::new(),
        sums: Vec::new(),
        owed: Vec::new(),
        asked: kernel::view::Text::empty(),
        reaches: vec![
            way,
            vec![Target::new(hex("0304"), "4", None)],
            vec![Target::new(hex("0101"), "", None)],
        ],
        acts: vec![
            act("move", &["u-1", "u-2"], Some("0303"), 0, Sends::Way("path")),
            act("move", &["u-1"], Some("0303"), 0, Sends::Way("path")),
            act("hasty", &["u-1"], Some("0303"), 1, Sends::Hex("target")),
            act("rest", &["u-1"], Some("0303"), 9, Sends::Nothing),
            act("arrive", &["late"], None, 2, Sends::Hex("at")),
        ],
        calls: Vec::new(),
        adds: Vec::new(),
    }
}

fn understood(text: &str) -> Value {
    let board = board();
    read(&board, text).unwrap_or_else(|why| panic!("{text}: {why}")).command
}

fn refused(text: &str) -> String {
    read(&board(), text).map(|order| order.command).expect_err(text)
}

#[test]
fn a_stack_is_ordered_by_its_hex_and_the_last_hex_or_the_whole_way() {
    let far = json!({"do": "move", "units": ["u-1", "u-2"], "path": ["0304", "0305"]});
    for text in
        ["0303 0305", "0303 0304 0305", "0303-0304-0305", "0303 -> 0305", "0303 move to 0305", "  0303,0305 "]
    {
        assert_eq!(understood(text), far, "{text}");
    }
}

#[test]
fn a_counter_is_named_by_the_end_of_its_key_where_no_other_ends_so() {
    let mut board = board();
    for (counter, key) in board.counters.iter_mut().zip(["wp-57G-r1", "wp-57G-r2", "us-11-r1", "wp-57g-late"])
    {
        counter.key = key.into();
        counter.code.clear();
    }
    for act in &mut board.acts {
        for key in &mut act.counters {
            *key = key.replace("u-1", "wp-57G-r1").replace("u-2", "wp-57G-r2").replace("late", "wp-57g-late");
        }
    }
    let understood = |text: &str| read(&board, text).map(|order| order.act.counters.clone());
    for text in ["57G r1 hasty 0304", "57g-r1 hasty 0304", "wp-57G-r1 hasty 0304", "WP 57G R1 hasty 0304"] {
        assert_eq!(understood(text).as_deref(), Ok(&["wp-57G-r1".to_owned()][..]), "{text}");
    }
    assert_eq!(understood("57G r1 57G r2 move 0304").map(|counters| counters.len()), Ok(2));
    // A word for what is done stays one, and no part of a part is a name.
    assert!(understood("late arrive 0101").is_ok() && understood("7G-r1 hasty 0304").is_err());
    assert_eq!(
        understood("R1 hasty 0304"),
        Err("“r1” is Unit u-1 or Unit foe: write wp-57G-r1 or us-11-r1.".to_owned())
    );
}

#[test]
fn places_and_counters_are_named_by_their_names_however_they_are_written() {
    let mut board = board();
    let place = |at: &str, name: &str| kernel::view::board::Place {
        hex: hex(at),
        name: name.into(),
        note: String::new(),
    };
    let mut ground = (*board.ground).clone();
    ground.places = vec![place("0304", "Schluechtern"), place("0305", "Bad Hersfeld"), place("0101", "Bad")];
    board.ground = Arc::new(ground);
    for (counter, name) in
        board.counters.iter_mut().zip(["57 Gds Tank Regt 1", "57 Gds Tank Regt 2", "1/11 ACR", "Late"])
    {
        (counter.name, counter.code) = (name.into(), String::new());
    }
    let command = |text: &str| read(&board, text).map(|order| order.command);
    let moved =
        |to: &str| Ok(json!({"do": "move", "units": ["u-1"], "path": to.split(' ').collect::<Vec<_>>()}));
    assert_eq!(command("57 gds TANK regt 1 move SCHLÜCHTERN"), moved("0304"));
    assert_eq!(command("tank regt 1 move to bad hersfeld"), moved("0304 0305"));
    assert_eq!(command("0303 schluechtern").map(|command| command["path"].clone()), Ok(json!(["0304"])));
    assert_eq!(command("late arrive bad"), Ok(json!({"do": "arrive", "units": ["late"], "at": "0101"})));
    assert_eq!(
        command("tank regt move 0304"),
        Err("“tank regt” is 57 Gds Tank Regt 1 or 57 Gds Tank Regt 2: write u-1 or u-2.".to_owned())
    );
    // What is nearly a name is named in the refusal.
    let refused = |text: &str| command(text).expect_err(text);
    assert!(refused("0303 Schluechtren").starts_with("“Schluechtren” is no hex"));
    assert!(refused("0303 Schluechtren").contains(" Near it: Schluechtern. Open now:"));
    assert!(refused("hersfled 0304").contains(" Near it: Bad Hersfeld."));
    assert!(!refused("zzz 0304").contains("Near it"));
}

#[test]
fn an_act_is_named_by_the_verb_that_the_page_shows() {
    let mut board = board();
    board.acts.iter_mut().filter(|act| act.word == "arrive").for_each(|act| act.verb = "Enter".into());
    let order = read(&board, "late enter 0101").map(|order| order.command);
    assert_eq!(order, Ok(json!({"do": "arrive", "units": ["late"], "at": "0101"})));
}

#[test]
fn a_word_that_is_not_understood_is_repeated_as_it_was_typed() {
    assert!(refused("0303 Fly 0304").starts_with("“Fly” is no hex"));
}

#[test]
fn counters_are_named_by_key_or_by_the_longest_code() {
    let one = json!({"do": "move", "units": ["u-1"], "path": ["0304", "0305"]});
    for text in ["u-1 0305", "57G r1 0305", "57g R1 move 0303 0304 0305"] {
        assert_eq!(understood(text), one, "{text}");
    }
    let both = json!({"do": "move", "units": ["u-1", "u-2"], "path": ["0304"]});
    assert_eq!(understood("57G r1 57G move 0304"), both);
    assert_eq!(understood("late arrive 0101"), json!({"do": "arrive", "units": ["late"], "at": "0101"}));
    assert_eq!(understood("57G r1 rest"), json!({"do": "rest", "units": ["u-1"]}));
}

#[test]
fn a_word_tells_acts_on_one_hex_apart() {
    assert_eq!(understood("u-1 hasty 0304"), json!({"do": "hasty", "units": ["u-1"], "target": "0304"}));
    assert_eq!(refused("u-1 0304"), "Two things could be meant: write move or hasty before 0304.");
    assert_eq!(understood("0303 0304")["do"], "move", "the whole stack can only move");
    assert_eq!(
        understood("0303 hasty 0304")["units"],
        json!(["u-1"]),
        "the word says who of the stack is meant"
    );
}

#[test]
fn where_one_or_another_of_a_stack_could_do_it_nobody_is_picked() {
    let mut board = board();
    board.acts = vec![
        act("lose", &["u-1"], Some("0303"), 9, Sends::Nothing),
        act("lose", &["u-2"], Some("0303"), 9, Sends::Nothing),
        act("lose", &["u-1"], Some("0303"), 9, Sends::Nothing),
    ];
    let refused = |text: &str| read(&board, text).expect_err("nobody is named");
    assert_eq!(refused("0303 lose"), "Unit u-1 or Unit u-2 could be meant: name one.");
    assert_eq!(refused("0303 0304"), "Unit u-1 or Unit u-2 could be meant: name one.");
    let named = read(&board, "u-2 lose").expect("one is named");
    assert_eq!(named.act.counters, ["u-2"]);
}

#[test]
fn a_way_of_ones_own_is_left_to_the_rules() {
    let own = json!({"do": "move", "units": ["u-1", "u-2"], "path": ["0403", "0404", "0305"]});
    assert_eq!(understood("0303 0403 0404 0305"), own);
    assert_eq!(
        understood("0303 0302 0301"),
        json!({"do": "move", "units": ["u-1", "u-2"], "path": ["0302", "0301"]})
    );
}

#[test]
fn a_hex_beyond_what_is_shown_is_left_to_the_rules_by_the_straight_way() {
    let path = |hexes: &[&str]| json!({"do": "move", "units": ["u-1", "u-2"], "path": hexes});
    assert_eq!(understood("0303 0403"), path(&["0403"]));
    assert_eq!(understood("0303 0301"), path(&["0302", "0301"]));
}

#[test]
fn what_is_not_understood_says_how_it_is_written() {
    for (text, words) in [
        ("", "Nothing is ordered yet. For example: 0303 0304 0305."),
        (
            "fly 0304",
            "“fly” is no hex, no counter and nothing that can be ordered now. Open now: move or hasty or rest or arrive. For example: 0303 0304 0305.",
        ),
        ("0303 9999", "Hex 9999 is not on this board."),
        ("0303 030", "`030` is not a hex number: it needs 4 digits. For example: 0303 0304 0305."),
        ("0303 0306", "Hex 0306 is not on this board."),
        ("u-1", "Where to? Open to “move”: 0304, 0305."),
        ("0303 0305 0301", "0303 and 0305 share no hexside: write every hex of the way, or only the last."),
        ("0303", "Where to? Open to “move”: 0304, 0305."),
        ("0101 0102", "In 0101 nobody can be ordered now. For example: 0303 0304 0305."),
        ("foe 0304", "Unit foe can do nothing now. For example: 0303 0304 0305."),
        ("u-2 0304", "Unit u-2 can do nothing now. For example: 0303 0304 0305."),
        ("0303 arrive 0304", "They cannot arrive now; they can move."),
        ("move", "It is not said who is meant. For example: 0303 0304 0305."),
    ] {
        assert_eq!(refused(text), words, "{text}");
    }
}

#[test]
fn every_example_is_read_back_as_its_act() {
    let mut board = board();
    let shown =
        |board: &Board, most| examples(board, most).into_iter().map(|(_, text)| text).collect::<Vec<_>>();
    assert_eq!(shown(&board, 9), ["0303 0304 0305", "57G r1 hasty 0304", "0303 rest", "late arrive 0101"]);
    assert_eq!(shown(&board, 2), ["0303 0304 0305", "57G r1 hasty 0304"]);
    assert_eq!(shown(&board, 0), [""; 0]);

    // A stack whose hex alone would say something else, a code that names two, a panel where more is asked.
    board.counters[1].code = "57G r1".into();
    board.acts.rotate_left(2);
    board.acts.push(act("plan", &["u-1"], Some("0303"), 1, Sends::Panel("plan")));
    board.acts.push(act("halt", &["u-1", "u-2"], Some("0303"), 9, Sends::Nothing));
    let found = examples(&board, 9);
    for (act, text) in &found {
        let order = read(&board, text).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert!(std::ptr::eq(order.act, *act), "{text} is read as {:?}", order.act);
    }
    let texts: Vec<&str> = found.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(texts, ["u-1 hasty 0304", "0303 rest", "late arrive 0101", "u-1 u-2 move 0305", "0303 halt"]);
}

#[test]
fn without_anything_to_do_no_example_is_given() {
    let mut board = board();
    board.acts.clear();
    assert_eq!(examples(&board, 2), []);
    assert_eq!(read(&board, "").unwrap_err(), "Nothing is ordered yet. Nothing can be ordered here now.");
}

#[test]
fn what_is_laid_over_a_board_and_what_is_drawn_pale_is_told_in_words() {
    let mut board = board();
    let mut overlay = Overlay {
        key: "reach".into(),
        name: "Reach".into(),
        shown: true,
        side: None,
        style: OverlayStyle::Tint,
        hexes: ["0203", "0201", "0202", "0304", "0205"].map(|at| (hex(at), String::new())).to_vec(),
        lines: Vec::new(),
    };
    assert_eq!(board.extent(&overlay), "0201–0203, 0205, 0304");
    overlay.hexes.extend([(hex("0302"), "4".into()), (hex("0303"), "4".into())]);
    overlay.lines = vec![["0101", "0102", "0103", "0104"].map(hex).to_vec(), vec![hex("0501"), hex("0502")]];
    assert_eq!(
        board.extent(&overlay),
        "0201–0203, 0205, 0304; 4 in 0302–0303; from 0101 by 0102 0103 to 0104; from 0501 to 0502"
    );
    let told = |at: &str| overlay.told(hex(at));
    assert_eq!(told("0203").as_deref(), Some("Reach"));
    assert_eq!(told("0302").as_deref(), Some("Reach 4"));
    assert_eq!(told("0103").as_deref(), Some("Reach"), "a line leads through it");
    assert_eq!(told("0505"), None);
    overlay.hexes.clear();
    overlay.lines.clear();
    assert_eq!(board.extent(&overlay), "nowhere");

    board.counters[0].state = vec!["2 of 3 steps".into()];
    board.counters[0].spent = true;
    assert_eq!(board.counters[0].told(), ["2 of 3 steps", "done for this phase"]);
    assert_eq!(board.counters[1].told(), [""; 0]);
}

#[test]
fn an_order_is_read_back_in_words() {
    let board = board();
    let words = |text: &str| words_of(&board, &read(&board, text).unwrap());
    assert_eq!(words("0303 0305"), "MOVE: Unit u-1, Unit u-2 from 0303 by 0304 to 0305, 4 of 6 MP.");
    assert_eq!(words("0303 0302 0301"), "MOVE: Unit u-1, Unit u-2 from 0303 by 0302 to 0301.");
    assert_eq!(words("u-1 hasty 0304"), "HASTY: Unit u-1 from 0303 on 0304, 4 of 6 MP.");
}

#[test]
fn no_text_breaks_the_reader() {
    let board = board();
    let pieces = [
        "0303", "0304", "-", "--", "u-1", "57G", "move", "→", "é", "0303-", "-0304", "\u{0}", "99999", "move",
    ];
    for a in pieces {
        for b in pieces {
            for c in pieces {
                if let Ok(order) = read(&board, &format!("{a} {b} {c}")) {
                    assert!(order.command.is_object());
                }
            }
        }
    }
}

#[test]
fn what_is_done_to_others_is_typed_by_its_word_and_the_counter_or_its_hex() {
    let mut board = board();
    for (key, at) in [("foe", "0503"), ("other", "0503"), ("third", "0603")] {
        board.counters.retain(|known| known.key != key);
        board.counters.push(counter(key, "", Some(at)));
        board.calls.push(act("strike", &[key], None, board.reaches.len(), Sends::Nothing));
        board.reaches.push(vec![Target::new(hex(at), "", None)]);
    }
    let strike = |text: &str| read(&board, text).map(|order| order.command);
    for text in ["strike 0603", "strike third", "third strike 0603"] {
        assert_eq!(strike(text), Ok(json!({"do": "strike", "units": ["third"]})), "{text}");
    }
    assert_eq!(strike("strike foe 0503"), Ok(json!({"do": "strike", "units": ["foe"]})));
    let two = "Unit foe or Unit other could be meant: name one.".to_owned();
    assert_eq!(strike("strike 0503"), Err(two));
    assert_eq!(strike("strike 0101"), Err("Open to “strike”: 0503, 0603.".to_owned()));
    assert_eq!(strike("third strike 0503"), Err("Open to “strike”: 0503, 0603.".to_owned()));
    let order = read(&board, "strike third").unwrap();
    assert_eq!(kernel::view::order::words_of(&board, &order), "STRIKE: Unit third.");
    // The counter alone still orders nothing of one's own.
    assert!(strike("third").is_err());
}

/// What is written after an order goes into its command; what does not fit is said.
#[test]
fn more_is_written_after_an_order() {
    use kernel::view::board::{Add, Takes};
    let who = || vec![("late".to_owned(), json!("L"))];
    let adds = vec![
        Add { words: "support", to: &["hasty"], key: "support", takes: Takes::Several(who()) },
        Add { words: "smoke", to: &["hasty"], key: "smoke", takes: Takes::One(who()) },
        Add { words: "air strike", to: &["hasty"], key: "strike", takes: Takes::Nothing },
        Add { words: "gas", to: &["move"], key: "gas", takes: Takes::Nothing },
    ];
    let board = Board { adds, ..board() };
    let order = read(&board, "u-1 hasty 0304, support late, air strike").expect("an order");
    let command =
        json!({"do": "hasty", "units": ["u-1"], "target": "0304", "support": ["L"], "strike": true});
    assert_eq!(order.command, command);
    assert_eq!(
        words_of(&board, &order),
        "HASTY: Unit u-1 from 0303 on 0304, support: Unit late, air strike, 4 of 6 MP."
    );
    let smoke = read(&board, "u-1 smoke late hasty 0304").expect("an order").command;
    assert_eq!(smoke, json!({"do": "hasty", "units": ["u-1"], "target": "0304", "smoke": "L"}));
    let refused = |text: &str| read(&board, text).map(|order| order.command).expect_err(text);
    assert!(refused("u-1 hasty 0304 gas").contains("“gas” is nothing that “hasty” is ordered with."));
    assert!(refused("u-1 hasty 0304 gas").contains("“support”, “smoke”, “air strike”"));
    assert!(refused("u-1 hasty 0304 smoke").contains("Say who after “smoke”."));
    assert!(refused("u-1 hasty 0304 support foe").contains("Unit foe cannot be named after “support”."));
    assert_eq!(kernel::view::order::additions(&board), ["support", "smoke", "air strike", "gas"]);
}
