//! A view with every kind of block in it, shaped like a real campaign's refit. Used by tests and by the gallery.

use kernel::roll::{BandRecord, ChartRecord, ModifierRecord};
use kernel::view::*;
use kernel::{Audience, Die, Id, Origin, Question, RollRecord, RuleId, Seat, SideInfo};
use serde_json::json;

use adjutant_web::render::log::{Line, Since};

#[path = "board.rs"]
pub mod board;

pub const NOW: i64 = 1_795_292_460_000; // 2026-11-22 20:21 UTC

pub fn sides() -> Vec<SideInfo> {
    let side = |id: &str, name: &str| SideInfo { id: Id::new(id).expect("short"), name: name.into() };
    vec![side("german", "German"), side("soviet", "Soviet")]
}

fn no(code: &'static str, rule: &'static str, sentence: &str) -> Option<ShownRefusal> {
    Some(ShownRefusal { code, rule: RuleId(rule), sentence: sentence.into() })
}

pub fn roll() -> RollRecord {
    let modifier = |amount: i32, label: &str, rule: &str| ModifierRecord {
        amount,
        label: label.into(),
        rule: rule.into(),
    };
    let band = |band: &str, result: &str| BandRecord { band: band.into(), result: result.into() };
    RollRecord {
        asked: Question {
            rule: "BF-2.1.1.3.1.O".into(),
            subject: None,
            nth: 1,
            audience: Audience::Side(0),
            die: Some(Die::D(100)),
            text: "2./Grenadier, discipline".into(),
            choices: Vec::new(),
        },
        faces: vec![98],
        origin: Some(Origin::Server),
        modifiers: vec![
            modifier(-1, "3 of 10 stands lost: 25 % or more", "BF-2.1.1.3.1.O-6"),
            modifier(-2, "1 stand panicked off the field", "BF-2.1.1.3.1.O-7"),
            modifier(4, "4 enemy stands knocked out by its fire", "BF-2.1.1.3.1.O-8"),
            modifier(2, "2 close combats won", "BF-2.1.1.3.1.O-9"),
            modifier(0, "Close combats lost, isolated, cut off", "BF-2.1.1.3.1.O-10"),
        ],
        total: 101,
        chart: Some(ChartRecord {
            id: "BF-T5".into(),
            title: "discipline after battle".into(),
            bands: vec![
                band("0 or less", "worsens by one"),
                band("1–100", "unchanged"),
                band("101 or more", "improves from Experienced to Veteran"),
            ],
            hit: 2,
        }),
    }
}

fn income_roll() -> RollRecord {
    let mut record = roll();
    record.asked.text = "purchase points".into();
    record.asked.die = Some(Die::D(10));
    record.faces = vec![6];
    record.total = 6;
    record.modifiers = vec![
        ModifierRecord {
            amount: 0,
            label: "Historical modifier, German, 24 December".into(),
            rule: "BF-2.1.1.1.D-1".into(),
        },
        ModifierRecord { amount: 0, label: "Night attack penalty".into(), rule: "BF-2.1.1.1.1-2".into() },
    ];
    let band = |band: &str, result: &str| BandRecord { band: band.into(), result: result.into() };
    record.chart = Some(ChartRecord {
        id: "BF-T1".into(),
        title: "purchase points".into(),
        bands: vec![
            band("0 or less", "gain 6 points"),
            band("1–2", "gain 8 points"),
            band("3–4", "gain 10 points"),
            band("5–6", "gain 12 points"),
            band("7–8", "gain 14 points"),
            band("9 or more", "gain 16 points"),
        ],
        hit: 3,
    });
    record
}

fn hand_roll() -> RollRecord {
    let mut record = roll();
    record.asked.text = "who deploys first".into();
    record.asked.audience = Audience::Public;
    record.asked.die = Some(Die::HighRoll { sides: 10 });
    record.faces = vec![4, 9];
    record.origin = Some(Origin::Table);
    record.total = 2;
    record.modifiers = Vec::new();
    record.chart = None;
    record
}

fn odds(caption: &str, rows: &[(&str, u64)], other: bool, note: &str) -> OddsTable {
    OddsTable {
        caption: caption.into(),
        head: "Missions".into(),
        rows: rows.iter().map(|(outcome, n)| ((*outcome).into(), *n)).collect(),
        of: 10,
        note: note.into(),
        other,
    }
}

fn goods(
    key: &str,
    title: &str,
    note: &str,
    price: i64,
    limits: [&str; 2],
    count: i64,
    more: Option<ShownRefusal>,
) -> BasketRow {
    let command = |what: &str| json!({"do": what, "group": key});
    let none = || no("range", "HOUSE-TAKE-BACK", "None in the basket to take back.");
    BasketRow {
        key: key.into(),
        code: Some(key.into()),
        title: title.into(),
        note: note.into(),
        price,
        unit: "CPP",
        limits: limits.map(String::from).to_vec(),
        count,
        less: Form::new(format!("less-{key}"), command("give-back"), "One less").closed(if count == 0 {
            none()
        } else {
            None
        }),
        more: Form::new(format!("more-{key}"), command("buy"), "One more").closed(more),
    }
}

pub fn smoke() -> Form {
    let yes = Choice::new(true, "Yes: +1 on the die, 4 points left")
        .note(Text::new("Spent whatever the die shows. At most one.").rule(RuleId("BF-2.1.1.4.4.N-2")));
    let field = Field {
        key: "spend",
        label: "Spend one purchase point on the roll?".into(),
        hint: String::new(),
        kind: FieldKind::One { choices: vec![yes, Choice::new(false, "No: 5 points left")], chosen: Some(0) },
    };
    Form::new("smoke-GO3", json!({"do": "roll-number", "purchase": "GO3-1"}), "Roll for smoke missions")
        .then("You bought GO3 at 18:31. One d10 decides how many smoke missions it may fire today.")
        .ask(field)
        .rolling()
        .leading()
        .with_odds(odds("With the point", &[("3", 3), ("2", 3), ("1", 4)], false, ""))
        .with_odds(odds(
            "Without",
            &[("3", 2), ("2", 3), ("1", 5)],
            true,
            "On average 1.9 missions with the point, 1.7 without. Exact, from chart BF-T6.",
        ))
}

fn combine() -> Form {
    let stands = [
        ("1./11", "1./Grenadier 11", "6 of 10 stands"),
        ("2./11", "2./Grenadier 11", "4 of 10 stands"),
        ("3./11", "3./Grenadier 11", "9 of 10 stands"),
    ];
    let mut choices: Vec<Choice> =
        stands.iter().map(|(id, name, note)| Choice::new(*id, *name).note(*note)).collect();
    choices.push(Choice::new("MG", "MG platoon").closed(no(
        "kind",
        "BF-2.1.1.3.2-4",
        "A platoon of another kind cannot be combined.",
    )));
    Form::new("combine", json!({"do": "combine"}), "Combine them")
        .then("The new company takes the lower discipline.")
        .ask(Field {
            key: "companies",
            label: "Which companies become one?".into(),
            hint: "Of one battalion.".into(),
            kind: FieldKind::Many { choices, least: 2, most: 3 },
        })
        .ask(Field {
            key: "points",
            label: "Points held back".into(),
            hint: "Kept for tomorrow.".into(),
            kind: FieldKind::Number { min: 0, max: 5, value: 2 },
        })
        .ask(Field {
            key: "name",
            label: "Name of the new company".into(),
            hint: String::new(),
            kind: FieldKind::Words { most: 40 },
        })
}

pub fn field_map() -> FieldMap {
    let p = |x: i32, y: i32| Point { x: x * 10, y: y * 10 };
    let area = |name: &str, kind: &str, closed: bool, points: &[(i32, i32)]| Area {
        name: name.into(),
        kind: kind.into(),
        closed,
        outline: points.iter().map(|(x, y)| p(*x, *y)).collect(),
    };
    let rect = |x: i32, y: i32, w: i32, h: i32| [(x, y), (x + w, y), (x + w, y + h), (x, y + h)];
    let hill = |x: i32, y: i32| -> Vec<(i32, i32)> {
        [
            (60, 0),
            (48, 25),
            (18, 38),
            (-18, 38),
            (-48, 25),
            (-60, 0),
            (-48, -25),
            (-18, -38),
            (18, -38),
            (48, -25),
        ]
        .iter()
        .map(|(dx, dy)| (x + dx, y + dy))
        .collect()
    };
    FieldMap {
        description: "The German line runs near 27 inches from the south edge, the Soviet line near 34, with the Mysh balka between them.".into(),
        size: p(720, 600),
        areas: vec![
            area("Mysh balka", "balka (gully)", true, &[(0, 330), (200, 345), (440, 325), (720, 335), (720, 345), (440, 335), (200, 355), (0, 340)]),
            area("State Farm", "built-up area, wood", true, &rect(300, 200, 100, 70)),
            area("Railway station", "built-up area, stone", true, &rect(520, 100, 80, 60)),
            area("North Farm", "built-up area, wood", true, &rect(260, 450, 80, 50)),
            area("Hill 112", "hill, two levels", true, &hill(140, 250)),
            area("Hill 98", "hill, one level", true, &hill(560, 440)),
            area("", "woods", true, &[(40, 470), (150, 500), (170, 560), (60, 570)]),
            area("", "railway on an embankment", false, &[(560, 0), (560, 600)]),
            area("", "dirt road", false, &[(420, 0), (380, 240), (300, 470), (300, 600)]),
        ],
        lines: vec![
            MapLine { side: 0, style: LineStyle::Front, points: [(0, 250), (120, 270), (240, 270), (360, 285), (480, 275), (600, 270), (720, 280)].map(|(x, y)| p(x, y)).to_vec() },
            MapLine { side: 1, style: LineStyle::Front, points: [(0, 345), (120, 335), (240, 330), (360, 340), (480, 330), (600, 335), (720, 340)].map(|(x, y)| p(x, y)).to_vec() },
        ],
        points: vec![
            MapPoint { name: "T-34 no. 4".into(), kind: "wreck".into(), side: Some(1), at: p(352, 331), note: "Burnt out.".into() },
            MapPoint { name: "Pz III no. 2".into(), kind: "wreck".into(), side: Some(0), at: p(440, 262), note: "In the road.".into() },
            MapPoint { name: "W1".into(), kind: "wire".into(), side: Some(0), at: p(210, 292), note: String::new() },
        ],
    }
}

fn roster() -> Sheet {
    let mut sheet = Sheet::new(
        "11th Grenadiers",
        &[
            ("Company", ColumnRole::Name),
            ("Type", ColumnRole::Words),
            ("Discipline", ColumnRole::Words),
            ("Stands", ColumnRole::Figure),
            ("Lost", ColumnRole::Figure),
            ("Breakpoint", ColumnRole::Figure),
        ],
    );
    let row = |name: &str, discipline: Cell, stands: Cell, lost: i64, breakpoint: Cell| {
        vec![Cell::new(name), Cell::new("infantry"), discipline, stands, Cell::figure(lost), breakpoint]
    };
    sheet.row(
        "r-1-11",
        RowState::Here,
        row("1./11", Cell::new("Experienced"), Cell::figure(10), 0, Cell::figure(5)),
    );
    sheet.row(
        "r-2-11",
        RowState::Here,
        row(
            "2./11",
            Cell::changed("Veteran", "Experienced"),
            Cell::changed("7", "10"),
            3,
            Cell::changed("3", "5"),
        ),
    );
    sheet.row("r-3-11", RowState::Away, row("3./11", Cell::new("Raw"), Cell::figure(9), 1, Cell::figure(4)));
    sheet.row(
        "r-4-11",
        RowState::Gone,
        row("4./11", Cell::new("Experienced"), Cell::figure(0), 8, Cell::figure(-1)),
    );
    sheet.row("r-sum", RowState::Sum, row("Battalion", Cell::new(""), Cell::figure(26), 12, Cell::new("")));
    sheet
}

fn step(key: &str, title: &str, state: ItemState, now: bool, note: Text) -> StepRow {
    StepRow { key: key.into(), title: title.into(), state, now, note }
}

pub fn steps() -> Vec<StepRow> {
    use ItemState::*;
    vec![
        step("S1", "Posture", Done, false, "Both sealed. Opened together in S3a.".into()),
        step("S2a", "Purchase points", Done, false, "6 on the die: 12 points.".into()),
        step(
            "S2b–c",
            "Repair, withdrawal",
            Closed,
            false,
            Text::new("Night slots only. Done overnight.").rule(RuleId("BF-2.1.1.2-2")),
        ),
        step("S2d", "Roster", Done, false, "One company improved, none combined.".into()),
        step(
            "S2e",
            "Purchases",
            Yours,
            true,
            Text::empty().side(0).say(" one number roll owed · ").side(1).say(" open"),
        ),
        step("S2f", "Fortification removal", Later, false, "Two targets known.".into()),
        step("S2g", "Fortification purchase", Later, false, Text::empty()),
        step("S3a", "Postures opened", Later, false, Text::empty()),
    ]
}

pub fn owed() -> Vec<OwedItem> {
    vec![
        OwedItem {
            who: Seat::Side(0),
            state: ItemState::Yours,
            text: Text::new("roll for the smoke missions of the 105 mm battalion. ")
                .quiet("Purchases cannot be closed before."),
            link: Some(("refit", "smoke".into(), "Roll".into())),
        },
        OwedItem {
            who: Seat::Side(1),
            state: ItemState::Waiting,
            text: Text::new("purchases. ").quiet("What they buy is theirs to know."),
            link: None,
        },
        OwedItem {
            who: Seat::Umpire,
            state: ItemState::Done,
            text: Text::new("nothing. ").quiet("Answered your question at 18:55."),
            link: None,
        },
    ]
}

pub fn timeline() -> Vec<Day> {
    use ItemState::*;
    let day = |label: &str, slots: &[(&str, ItemState)]| Day {
        label: label.into(),
        slots: slots
            .iter()
            .map(|(label, state)| SlotMark { label: (*label).into(), state: *state })
            .collect(),
    };
    vec![
        day("23 December", &[("Full day", Done), ("Night", Done)]),
        day("24 December", &[("Full day", Yours), ("Night", Closed)]),
        day("25 December", &[("Morning", Waiting), ("Afternoon", Later), ("Night", Later)]),
    ]
}

fn overview() -> Page {
    let can = vec![
        Form::new("buy", json!({"do": "buy"}), "Buy groups")
            .then("Ten kinds on your chart; you can pay for any one of them."),
        Form::new("close", json!({"do": "close"}), "Close purchases")
            .then("The Soviet side learns only that the step is closed."),
        Form::new("repair", json!({"do": "repair"}), "Repair the burnt-out T-34").closed(no(
            "step",
            "BF-2.1.1.2-2",
            "Repairs belong to cleanup step C8 on a day without a night slot.",
        )),
        Form::new("fortify", json!({"do": "fortify"}), "Buy fortifications").closed(no(
            "step",
            "BF-2.1.1-1",
            "Comes after removal, in step S2g. You have 4 points for it.",
        )),
        combine(),
    ];
    Page {
        id: "overview",
        tab: "Overview",
        title: "24 December 1942".into(),
        lede: "Refit before the second battle. Both sides work at the same time.".into(),
        main: vec![
            Panel::new("owed", "What is owed", vec![Block::Owed(owed())])
                .remark("One thing waits for you")
                .yours()
                .block(),
            Panel::new("can", "What you can do now", vec![Block::Can(can)]).block(),
            Block::SinceLastHere,
        ],
        aside: vec![
            Panel::new("steps", "Order of the day", vec![Block::Steps(steps())])
                .remark("Slot 2 of 5")
                .block(),
            Panel::new(
                "field",
                "The field",
                vec![
                    Block::Field(field_map()),
                    Block::Facts(vec![
                        ("North Farm 3, Hill 98 2".into(), "5".into()),
                        ("Five infantry stands off the south edge".into(), "0".into()),
                    ]),
                    Block::Note(
                        Text::new(
                            "5 or less at the end: German victory. 6 to 8: drawn. 9 or more: Soviet victory.",
                        )
                        .rule(RuleId("BF-2-4")),
                    ),
                ],
            )
            .block(),
            Panel::new("days", "Days and slots", vec![Block::Timeline(timeline())]).block(),
        ],
    }
}

fn refit() -> Page {
    let poor = |price: i64| no("funds", "BF-2.1.1.4-5", &format!("Needs {price}, you hold 5."));
    let rows = vec![
        goods(
            "GO3",
            "105 mm battalion, off board",
            "Experienced. Fires in any slot of the day it is bought for.",
            7,
            ["today 1 of 2", "campaign 2 of 4"],
            1,
            no("funds", "BF-2.1.1.4-5", "A second needs 7, you hold 5."),
        ),
        goods(
            "GI2",
            "Alarm company",
            "Raw. 1 command, 6 infantry stands.",
            5,
            ["today 0 of 3", "campaign 1 of 4"],
            0,
            None,
        ),
        goods(
            "GG1",
            "Pak platoon",
            "Experienced. 2 guns, 2 trucks.",
            6,
            ["today 0 of 2", "campaign 1 of 3"],
            0,
            poor(6),
        ),
        goods(
            "GP1",
            "5 fortification points",
            "Spent in S2f and S2g, kept until spent.",
            3,
            ["today 0 of 2", "campaign 1 of 6"],
            0,
            None,
        ),
    ];
    let purse = vec![
        LedgerLine::new("Kept from 23 December", 0, LineKind::Carried),
        LedgerLine::new("Gained today", 12, LineKind::Change),
        LedgerLine::new("105 mm battalion (GO3)", -7, LineKind::Change),
        LedgerLine::new("In hand", 5, LineKind::Sum),
        LedgerLine::new("After the roll, if you spend one", 4, LineKind::After),
    ];
    let close = Form::new("close", json!({"do": "close"}), "Close purchases").closed(no(
        "owed",
        "BF-2.1.1.4.4.N-1",
        "The smoke roll for GO3 is still owed.",
    ));
    Page {
        id: "refit",
        tab: "Refit",
        title: "Refit, 24 December".into(),
        lede:
            "Seven steps in the order of the rules. The Soviet side learns only which steps you have closed."
                .into(),
        main: vec![
            Panel::new(
                "smoke",
                "Owed first: smoke missions for the 105 mm battalion",
                vec![Block::Form(smoke())],
            )
            .rule(RuleId("BF-2.1.1.4.4.N-1"))
            .yours()
            .block(),
            Panel::new("buy", "Reinforcement groups", vec![Block::Basket(Basket { rows })])
                .remark("German chart, 4 groups")
                .block(),
            Panel::new("roster", "Your roster", vec![Block::Sheet(roster())])
                .secret(Audience::Side(0))
                .block(),
            Block::Roll(roll()),
        ],
        aside: vec![
            Panel::new("purse", "Your purse", vec![Block::Ledger(purse), Block::Can(vec![close])])
                .secret(Audience::Side(0))
                .block(),
            Panel::new("st", "Your refit", vec![Block::Steps(steps())]).block(),
            Panel::new(
                "wrecks",
                "Wrecks",
                vec![Block::Empty("No wrecks lie inside your line. They come from battles.".into())],
            )
            .block(),
        ],
    }
}

/// Every kind of block, straight on the page.
pub fn bare() -> Page {
    let OddsTable { .. } = odds("", &[], false, "");
    Page {
        id: "bare",
        tab: "Bare",
        title: "Every block, bare".into(),
        lede: Text::empty(),
        main: vec![
            Block::Prose(
                Text::new("A paragraph with ")
                    .strong("strong words")
                    .say(", ")
                    .quiet("an aside")
                    .say(", a side: ")
                    .side(1)
                    .say(", and a rule.")
                    .rule(RuleId("BF-1"))
                    .secret(Audience::Umpire),
            ),
            Block::Note("A note.".into()),
            Block::Empty("Nothing here yet. Battles fill it.".into()),
            Block::Owed(owed()),
            Block::Steps(steps()),
            Block::Can(vec![
                combine(),
                Form::new("shut", json!({"do": "shut"}), "Shut").closed(no("step", "BF-9", "Not now.")),
            ]),
            Block::Form(smoke()),
            Block::Form(report()),
            Panel::new(
                "folded",
                "A folded panel",
                vec![Block::Prose(Text::empty().link("refit", "smoke", "Smoke"))],
            )
            .folded()
            .block(),
            Block::Basket(Basket {
                rows: vec![goods(
                    "GI9",
                    "Alarm company",
                    "Raw.",
                    5,
                    ["today 0 of 3", "campaign 1 of 4"],
                    2,
                    None,
                )],
            }),
            Block::Sheet(roster()),
            Block::Ledger(vec![LedgerLine::new("In hand", 5, LineKind::Sum)]),
            Block::Odds(odds("Smoke", &[("3", 2), ("none", 8)], false, "Exact.")),
            Block::Roll(roll()),
            Block::Roll(hand_roll()),
        ],
        aside: vec![
            Block::Field(field_map()),
            Block::Bars {
                caption: "Points gained so far".into(),
                bars: vec![
                    Bar { label: "German".into(), value: 44, side: Some(0) },
                    Bar { label: "Soviet".into(), value: 61, side: Some(1) },
                    Bar { label: "Neither".into(), value: 0, side: None },
                ],
            },
            Block::Plot(Plot {
                caption: "Men fit to fight".into(),
                labels: vec!["start".into(), "V1".into(), "V2".into()],
                lines: vec![
                    PlotLine { side: 0, values: vec![28, 26, 25] },
                    PlotLine { side: 1, values: vec![27, 27] },
                ],
            }),
            Block::Tally(vec![TallyRow {
                id: "row-4".into(),
                title: "#4 McElroy".into(),
                state: "in play".into(),
                gone: false,
                forms: vec![
                    note(),
                    Form::new("strike-4", json!({"do": "strike", "man": 4}), "Strike the last note"),
                ],
            }]),
            Block::Timeline(timeline()),
            Block::Facts(vec![("Purchase points".into(), "16".into())]),
            Block::SinceLastHere,
            Panel::new(
                "inner",
                "A panel",
                vec![
                    Block::Prose("With words.".into()),
                    Block::Steps(steps()),
                    Block::Note("And a note.".into()),
                    Block::Roll(roll()),
                ],
            )
            .rule(RuleId("BF-3"))
            .block(),
        ],
    }
}

/// A form whose answers are buttons.
fn note() -> Form {
    let choices = vec![
        Choice::new(json!({"hero": 1}), "Hero").note("uses a Hero card"),
        Choice::new(json!({"out": "captured"}), "Captured").seldom(true),
    ];
    let keys = FieldKind::Keys { choices, chosen: None, more: Vec::new() };
    Form::new("note-4", json!({"do": "note", "man": 4}), "Note about #4 McElroy")
        .ask(Field::new("what", "#4 McElroy", keys))
        .at_once()
}

/// A form with a row of keys for one man, and further questions about him, in a group.
fn report() -> Form {
    let count = |n: u8| Choice::new(n, n.to_string());
    let heroes = FieldKind::Keys { choices: (0..3).map(count).collect(), chosen: Some(1), more: Vec::new() };
    let mine = Choice::new("mine", "A mine").picked(true);
    let deeds = FieldKind::Many { choices: vec![mine, Choice::new("gun", "A gun")], least: 0, most: 2 };
    let ends = FieldKind::Keys {
        choices: vec![
            Choice::new("fit", "Fit"),
            Choice::new("killed", "Killed"),
            Choice::new("captured", "Captured").seldom(true),
        ],
        chosen: Some(0),
        more: vec![Field::new("men.4.hero", "Hero cards", heroes), Field::new("men.4.deeds", "Deeds", deeds)],
    };
    let man = Field::new("men.4", "#4 McElroy", ends).hint("a Hero card");
    Form::new("report", json!({"do": "report"}), "Report").ask(Field::new(
        "",
        "German",
        FieldKind::Group(vec![man]),
    ))
}

pub fn view() -> View {
    View {
        standing: "24 December · full day · S2e purchases".into(),
        pages: vec![overview(), refit(), bare(), board::page(), board::large_page()],
    }
}

pub fn since() -> Since {
    let minute = 60_000;
    let line = |id: &str, ago: i64, audience: Audience, text: Text, rolls: Vec<RollRecord>| Line {
        id: id.into(),
        at: NOW - ago * minute,
        sentences: vec![(audience, text)],
        by: None,
        rolls: rolls.into_iter().map(|record| (Some("41".into()), record)).collect(),
        taken_back: false,
        corrected: false,
        correct: None,
    };
    let mut ruled = line(
        "l-3",
        1400,
        Audience::Public,
        Text::new("The machine-gun team at 21.0, 27.5 is Normal."),
        Vec::new(),
    );
    ruled.by = Some((Seat::Umpire, "The embankment hides the lane.".into()));
    let mut back = line(
        "l-4",
        30,
        Audience::Side(0),
        Text::empty().side(0).say(" bought one alarm company (GI2)."),
        Vec::new(),
    );
    back.taken_back = true;
    Since {
        last: Some(NOW - 1500 * minute),
        now: NOW,
        lines: vec![
            line("l-6", 9, Audience::Public, Text::empty().side(1).say(" closed step S2d."), Vec::new()),
            back,
            line(
                "l-5",
                36,
                Audience::Side(0),
                Text::empty().side(0).say(" gained 12 purchase points: die 6, modifier 0."),
                vec![income_roll()],
            ),
            ruled,
            line(
                "l-2",
                1420,
                Audience::Public,
                Text::new(
                    "Both sides confirmed their rosters. The first battle is closed; the front line stands.",
                ),
                Vec::new(),
            ),
        ],
        more: true,
    }
}
