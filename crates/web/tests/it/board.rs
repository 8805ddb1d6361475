//! Boards built from a compact text: the corridor of the gallery, and a large one to measure with.

use std::collections::BTreeMap;
use std::sync::Arc;

use hexmap::{Entry, Grid, Hex, Numbering, Reach};
use kernel::RuleId;
use kernel::view::board::*;
use kernel::view::*;
use serde_json::json;

const TEXT: &str = include_str!("board.txt");
const NUMBERING: Numbering = Numbering::COMMON;

fn hex(label: &str) -> Hex {
    NUMBERING.read(label).expect("the text names hexes")
}

fn kinds() -> Vec<Terrain> {
    let kind = |mark: char, name: &str, looks: &[Look], effect: &str| Terrain {
        mark,
        name: name.into(),
        looks: looks.to_vec(),
        effect: effect.into(),
    };
    vec![
        kind('.', "clear", &[], "2 MP"),
        kind('w', "woods", &[Look::Woods], "3 MP, one column left"),
        kind('s', "slope", &[Look::Slope], "3 MP, one column left"),
        kind('r', "rough", &[Look::Rough], "3 MP, one column left"),
        kind('R', "wooded rough", &[Look::Woods, Look::Rough], "4 MP, two columns left"),
        kind('t', "town", &[Look::Town], "2 MP, one column left"),
        kind('C', "city", &[Look::City], "2 MP, two columns left"),
    ]
}

struct Written {
    ground: Ground,
    counters: Vec<Counter>,
}

/// Reads the text, line by line.
fn read() -> Written {
    let mut ground = Ground {
        numbering: NUMBERING,
        first: (1, 1),
        rows: Vec::new(),
        terrain: kinds(),
        sides: Vec::new(),
        roads: Vec::new(),
        places: Vec::new(),
    };
    let mut counters = Vec::new();
    for line in TEXT.lines().filter(|line| !line.starts_with('#')) {
        let (word, rest) = line.split_once(' ').unwrap();
        let sides = |look: SideLook| {
            rest.split(' ').map(move |side| {
                let (from, to) = side.split_once('-').unwrap();
                let side = hex(from).direction_to(hex(to)).unwrap();
                Hexside { hex: hex(from), side, look }
            })
        };
        match word {
            "ground" => ground.rows.push(rest.into()),
            "river" => ground.sides.extend(sides(SideLook::River)),
            "bridge" => ground.sides.extend(sides(SideLook::Bridge)),
            "auto" | "road" => ground.roads.push(Road {
                name: String::new(),
                class: if word == "auto" { RoadClass::Autobahn } else { RoadClass::Road },
                path: rest.split(' ').map(hex).collect(),
            }),
            "place" => {
                let (at, name) = rest.split_once(' ').unwrap();
                let (name, note) = name.split_once(" | ").unwrap_or((name, ""));
                ground.places.push(kernel::view::board::Place {
                    hex: hex(at),
                    name: name.into(),
                    note: note.into(),
                });
            }
            _ => counters.push(counter(rest)),
        }
    }
    Written { ground, counters }
}

fn counter(line: &str) -> Counter {
    let words: Vec<&str> = line.splitn(10, ' ').collect();
    let [key, side, at, size, symbol, formation, factors, steps, points, name] = words[..] else {
        panic!("{line}")
    };
    let (left, full) = steps.split_once('/').unwrap();
    let (left, full): (u8, u8) = (left.parse().unwrap(), full.parse().unwrap());
    let (factors, printed) = factors.split_once('*').map_or((factors, None), |(now, was)| (now, Some(was)));
    let points: u8 = points.parse().unwrap();
    let mut state = vec![format!("{left} of {full} steps")];
    if points > 0 {
        state.push(format!("{points} action points"));
    }
    if points > 4 {
        state.push("ineffective".into());
    }
    if key == "wp-39G-mrl" {
        state.push("out of supply".into());
    }
    Counter {
        key: key.into(),
        name: name.into(),
        code: key.split_once('-').unwrap().1.replace('-', " "),
        side: side.parse().unwrap(),
        hex: (at != "-").then(|| hex(at)),
        formation: formation.into(),
        strength: {
            let mut figures = factors.split('-').map(|figure| figure.parse().unwrap_or(0));
            (figures.next().unwrap_or(0), figures.next_back().unwrap_or(0))
        },
        size: match size {
            "I" => Size::Company,
            "II" => Size::Battalion,
            "III" => Size::Regiment,
            _ => Size::Brigade,
        },
        symbol: match symbol {
            "armor" => Symbol::Armor,
            "mech" => Symbol::Mech,
            "recon" => Symbol::Recon,
            "cavalry" => Symbol::Cavalry,
            "artillery" => Symbol::Artillery,
            "rocket" => Symbol::Rocket,
            "helicopter" => Symbol::Helicopter,
            "engineer" => Symbol::Engineer,
            _ => Symbol::Garrison,
        },
        factors: factors.into(),
        printed: printed.map(String::from),
        steps: (left, full),
        disc: (points > 0).then(|| Disc { figure: points.to_string(), grave: points > 4 }),
        sign: if key == "wp-39G-mrl" { "S".into() } else { String::new() },
        ring: kernel::view::board::Ring::Plain,
        struck: points > 4,
        spent: false,
        state,
    }
}

/// What the counters of a side can do: stacks move 12 points, whole or one by one, and attack what stands beside them.
fn can(board: &mut Board, side: u8) {
    let grid = Arc::new(Grid::new(NUMBERING, board.ground.hexes().map(|(hex, _)| hex)).unwrap());
    let mut stacks: BTreeMap<Hex, Vec<String>> = BTreeMap::new();
    let mut foes: Vec<Hex> = Vec::new();
    for counter in &board.counters {
        match counter.hex {
            Some(hex) if counter.side == side => stacks.entry(hex).or_default().push(counter.key.clone()),
            Some(hex) => foes.push(hex),
            None => {}
        }
    }
    let zone = |hex: Hex| foes.iter().any(|foe| foe.distance(hex) <= 1);
    let mut reach = Reach::new(&grid);
    for (from, keys) in &stacks {
        reach.search(grid.cell(*from).unwrap(), 12, |step| {
            let to = grid.hex(step.to);
            let cost = board.ground.terrain(to).map_or(9, |terrain| match terrain.mark {
                '.' | 't' | 'C' => 2,
                'R' => 4,
                _ => 3,
            });
            if foes.contains(&to) {
                Entry::Barred
            } else if zone(to) {
                Entry::Halt(cost)
            } else {
                Entry::Pass(cost)
            }
        });
        let mut targets: Vec<Target> = Vec::new();
        let found: Vec<Hex> = board.ground.hexes().map(|(hex, _)| hex).filter(|hex| hex != from).collect();
        for to in found {
            let cell = grid.cell(to).unwrap();
            let (Some(cost), Some(way)) = (reach.cost(cell), reach.route(cell)) else { continue };
            let back = way.last().map(|step| step.step.direction.opposite());
            let note = if zone(to) { "enters a zone, ends the move" } else { "" };
            targets.push(Target::new(to, cost.to_string(), back).note(note));
        }
        let moves = board.reaches.len();
        board.reaches.push(targets);
        let attacks: Vec<Target> = foes
            .iter()
            .filter(|foe| foe.distance(*from) == 1)
            .map(|foe| Target::new(*foe, "8", None))
            .collect();
        let mut attacks: Vec<Target> = attacks;
        attacks.dedup();
        let attack = (!attacks.is_empty()).then(|| {
            board.reaches.push(attacks);
            board.reaches.len() - 1
        });
        let mut groups = vec![keys.clone()];
        if keys.len() > 1 {
            groups.extend(keys.iter().map(|key| vec![key.clone()]));
        }
        for counters in groups {
            let mut act = |word: &'static str, verb: &str, reach: usize, sends: Sends| {
                board.acts.push(Act {
                    word,
                    verb: verb.into(),
                    counters: counters.clone(),
                    from: Some(*from),
                    budget: ("MP", "12".into()),
                    reach,
                    command: match json!({"do": word, "units": counters}) {
                        serde_json::Value::Object(command) => command,
                        _ => unreachable!(),
                    },
                    sends,
                    panel: None,
                    rolls: false,
                });
            };
            act("move", "Move", moves, Sends::Way("path"));
            if let Some(attack) = attack {
                act("hasty", "Hasty attack", attack, Sends::Hex("target"));
                act("prepared", "Prepared attack", attack, Sends::Panel("plan"));
            }
        }
    }
    let beside: Vec<Target> = ["4008", "4009", "4010"].map(|at| Target::new(hex(at), "", None)).to_vec();
    board.reaches.push(beside);
    for counter in board.counters.iter().filter(|counter| counter.hex.is_none() && counter.side == side) {
        let serde_json::Value::Object(command) = json!({"do": "arrive", "unit": counter.key}) else {
            unreachable!()
        };
        board.acts.push(Act {
            word: "arrive",
            verb: "Arrive".into(),
            counters: vec![counter.key.clone()],
            from: None,
            budget: ("", String::new()),
            reach: board.reaches.len() - 1,
            command,
            sends: Sends::Hex("at"),
            panel: None,
            rolls: false,
        });
    }
}

fn zones(board: &Board, side: u8, name: &str) -> Overlay {
    let mut hexes: Vec<Hex> = Vec::new();
    for at in board.counters.iter().filter(|counter| counter.side == side).filter_map(|counter| counter.hex) {
        hexes.extend(at.neighbours().into_iter().filter(|hex| board.ground.terrain(*hex).is_some()));
    }
    hexes.sort_unstable();
    hexes.dedup();
    Overlay {
        key: format!("zones-{side}"),
        name: name.into(),
        shown: false,
        side: Some(side),
        style: OverlayStyle::Hatch,
        hexes: hexes.into_iter().map(|hex| (hex, String::new())).collect(),
        lines: Vec::new(),
    }
}

fn build(id: &str, ground: Ground, counters: Vec<Counter>) -> Board {
    let mut board = Board {
        id: id.into(),
        description: "The Fulda corridor. Fulda is the target of a prepared attack from three hexes.".into(),
        ground: Arc::new(ground),
        held: vec![(hex("2718"), 0), (hex("2808"), 0), (hex("3015"), 1)],
        counters,
        overlays: Vec::new(),
        attacks: vec![Attack {
            target: hex("2718"),
            from: ["2717", "2817", "2818"].map(hex).to_vec(),
            support: ["2918", "3018", "3117"].map(hex).to_vec(),
            kind: "prepared attack".into(),
        }],
        sums: vec![(hex("2909"), "Stacking 1½ of 3: Cav Troop C ½; Recon Bn 1.".into())],
        owed: Vec::new(),
        asked: Text::empty(),
        traces: Vec::new(),
        reports: vec![Report {
            hex: hex("2909"),
            code: "A1 D1".into(),
            words: "The recon battalion is ineffective.".into(),
        }],
        reaches: Vec::new(),
        acts: Vec::new(),
        calls: Vec::new(),
        adds: Vec::new(),
    };
    board.overlays = vec![zones(&board, 0, "NATO zones"), zones(&board, 1, "WP zones")];
    board.overlays.push(Overlay {
        key: "supply".into(),
        name: "Supply".into(),
        shown: false,
        side: Some(1),
        style: OverlayStyle::Outline,
        hexes: Vec::new(),
        lines: vec!["4009 3909 3808 3708 3607 3508 3407 3307 3206 3107".split(' ').map(hex).collect()],
    });
    can(&mut board, 1);
    board
}

/// 40 by 30 hexes with some forty counters, to be looked at.
pub fn corridor() -> Board {
    let Written { ground, counters } = read();
    build("board", ground, counters)
}

/// 60 by 40 hexes with 200 counters, to be measured.
pub fn large() -> Board {
    let Written { mut ground, counters } = read();
    ground.rows = (0..40)
        .map(|down| {
            let row = &ground.rows[down % ground.rows.len()];
            row.chars().cycle().take(60).collect()
        })
        .collect();
    let on_board: Vec<&Counter> = counters.iter().filter(|counter| counter.hex.is_some()).collect();
    let mut many: Vec<Counter> = Vec::new();
    for n in 0..200i16 {
        let mut one = on_board[usize::try_from(n).unwrap() % on_board.len()].clone();
        let turn = n / i16::try_from(on_board.len()).unwrap();
        one.key = format!("{}-{turn}", one.key);
        one.code = format!("{} {turn}", one.code);
        // Each copy of the set lies further off and turned, so that the whole map is in use.
        one.hex = one.hex.map(|at| {
            let (column, row) = NUMBERING.column_row(at);
            NUMBERING.hex((column + 12 * turn) % 60 + 1, (row + 8 * turn) % 40 + 1)
        });
        many.push(one);
    }
    build("large", ground, many)
}

/// The attack that is planned on the board.
pub fn plan() -> Vec<Block> {
    let rule = |words: &str, rule: &'static str| Text::new(words).rule(RuleId(rule));
    let force = |caption: &str, total: &str, rows: Vec<ForceRow>| Force {
        caption: caption.into(),
        rows,
        total: total.into(),
        more: Vec::new(),
    };
    let attackers = vec![
        ForceRow::new("2717", "Tank Regiment 4", "11"),
        ForceRow::new("2717", "Recon Battalion", "2"),
        ForceRow::new("2817", "Motor Rifle Regiment 1", "5").changed("10", "over the river ½"),
        ForceRow::new("2818", "Motor Rifle Regiment 2", "3").changed("10", "2 of 3 steps, over the river ½"),
        ForceRow::new("2918", "Artillery Regiment, range 4", "6"),
        ForceRow::new("3018", "Rocket Battalion, range 5", "4"),
        ForceRow::new("3117", "Army Artillery Brigade, range 6", "8"),
        ForceRow::new("3416", "Army Attack Helicopters", "4"),
    ];
    let mut defenders = force(
        "Defenders in Fulda",
        "12",
        vec![
            ForceRow::new("", "Mech Battalion 1", "6"),
            ForceRow::new("", "Armor Battalion 3, last step", "3").changed("6", ""),
            ForceRow::new("", "Tank Company", "2"),
            ForceRow::new("", "Garrison", "1"),
        ],
    );
    defenders.more =
        vec![ForceRow::new("", "They may add: howitzers 3, helicopter 3, one air strike 6", "12")];
    let rung = |words: Text, from: Option<usize>, to: usize| Rung { words, from, to };
    vec![
        Block::Headline(vec![
            Headline::new("3-2", "column"),
            Headline::new("+1", rule("on 2d6, prepared", "CF-ATK-2")),
            Headline::new("42 %", "Fulda falls, 15 of 36"),
        ]),
        Block::Form(
            Form::new("designate", json!({"do": "designate"}), "Designate this attack")
                .then("The four attackers pay 8 of 12 movement points now.")
                .leading(),
        ),
        Block::Forces(vec![force("Attackers", "43", attackers), defenders]),
        Block::Ladder(Ladder {
            caption: "Column".into(),
            columns: ["1-3", "1-2", "1-1", "3-2", "2-1", "3-1", "4-1", "5-1", "6-1"]
                .map(String::from)
                .to_vec(),
            rungs: vec![
                rung(rule("43 against 12", "CF-CRT-5"), None, 5),
                rung(rule("Defensive support 12: would be 3-2, one column at most", "CF-SUP-6"), Some(5), 4),
                rung(rule("City: two to the left", "CF-CRT-7"), Some(4), 2),
                rung(rule("Three hexes, all 57 Guards: one to the right", "CF-ATK-4"), Some(2), 3),
            ],
        }),
    ]
}

/// What can come of it.
pub fn results() -> Results {
    let row = |throw: &str, code: &str, words: &str, weight: u64| ResultRow {
        throw: throw.into(),
        code: code.into(),
        words: words.into(),
        weight,
    };
    Results {
        caption: "Column 3-2, 2d6 + 1".into(),
        throw: "2d6".into(),
        of: 36,
        groups: vec![
            ResultGroup {
                heading: "Fulda holds".into(),
                other: true,
                rows: vec![
                    row("2", "A2FR1", "Attacker loses 2 steps, 1 friction, retreats 1", 1),
                    row("3", "A1FR1", "Attacker loses 1 step, 1 friction, retreats 1", 2),
                    row("4", "A1F", "Attacker loses 1 step, 1 friction", 3),
                    row("5", "A1F DF", "Attacker loses 1 step; friction to both", 4),
                    row("6", "X1F", "Each side loses 1 step, 1 friction", 5),
                    row("7", "A1 D1F", "Each loses 1 step; friction to the defender", 6),
                ],
            },
            ResultGroup {
                heading: "Fulda falls".into(),
                other: false,
                rows: vec![
                    row("8", "A1 D1FR1", "Each loses 1 step; defender friction, back 1", 5),
                    row("9", "A1 D1FR2", "Each loses 1 step; defender friction, back 2", 4),
                    row("10", "D1FR2", "Defender loses 1 step, friction, back 2", 3),
                    row("11", "D2FR2", "Defender loses 2 steps, friction, back 2", 2),
                    row("12", "D2FR3", "Defender loses 2 steps, friction, back 3", 1),
                ],
            },
        ],
        means: vec![
            ("Steps you lose, on average".into(), "31/36 = 0.86".into()),
            ("Steps they lose".into(), "29/36 = 0.81".into()),
        ],
    }
}

/// The page of the corridor.
pub fn page() -> Page {
    Page {
        id: "board",
        tab: "Board",
        title: "Turn 2, WP movement 2".into(),
        lede: "Clear weather; NATO holds the air. 2 attacks designated, 9 units still to move.".into(),
        main: vec![
            Panel::new("map", "Board", vec![Block::Board(corridor())]).remark("4 km a hex").block(),
            Panel::new("results", "Results, exact", vec![Block::Results(results())])
                .remark(Text::new("stand-in table").rule(RuleId("CF-CRT-4")))
                .block(),
        ],
        aside: vec![
            Panel::new("plan-2718", "Prepared attack on Fulda", plan())
                .remark("not yet committed")
                .yours()
                .block(),
        ],
    }
}

/// The page of the large board.
pub fn large_page() -> Page {
    let main = vec![Block::Board(large())];
    Page { id: "large", tab: "Large", title: "Large".into(), lede: Text::empty(), main, aside: Vec::new() }
}
