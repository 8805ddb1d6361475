//! A view with every kind of block in it, shaped like a real campaign's refit. Used by tests and by the gallery.

use kernel::view::*;
use kernel::{Audience, Id, RollRecord, RuleId, Seat, SideInfo};
use serde_json::json;

use adjutant_web::render::log::{Line, Since};

#[path = "board.rs"]
pub mod board;
#[path = "fixture/forms.rs"]
mod forms;
#[path = "fixture/parts.rs"]
mod parts;
#[path = "fixture/rolls.rs"]
mod rolls;

use forms::{combine, goods, no, note, odds, report, smoke};
use parts::{field_map, owed, roster, steps, timeline};
pub use rolls::roll;
use rolls::{hand_roll, income_roll, roll_table};

pub const NOW: i64 = 1_795_292_460_000; // 2026-11-22 20:21 UTC

pub fn sides() -> Vec<SideInfo> {
    let side = |id: &str, name: &str| SideInfo::new(Id::new(id).expect("short"), name);
    vec![side("german", "German"), side("soviet", "Soviet")]
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
            Block::Rolls(Box::new(roll_table())),
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
            Block::Arrangement(Box::new(arrangement())),
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

fn arrangement() -> Arrangement {
    let brigade = Piece {
        id: "brigade-0".into(),
        title: "Birney".into(),
        note: "veteran".into(),
        size: 10,
        code: "10/8/5".into(),
        take: Some(Press::new("take:brigade:birney", "Move")),
        held: true,
        wrong: Vec::new(),
        more: vec![Press::new("split:birney", "Part it in two")],
    };
    let division = Place {
        id: "division-0".into(),
        title: "Division of Kearny".into(),
        span: Some(kernel::view::arrangement::Span { is: 50, least: 20, most: 40 }),
        wrong: vec!["A division leader commands 20 to 40 stands.".into()],
        pieces: vec![brigade],
        here: Some(Press::new("put:brigade:birney:division:kearny", "Here: 50 stands.")),
        ..Place::default()
    };
    Arrangement {
        form: "roll-smoke".into(),
        key: "oob",
        says: "Division kearny: –".into(),
        told: "Birney is in hand.".into(),
        back: Some(Press::new("back", "Put it back")),
        places: vec![division],
        more: vec![Press::new("new-division", "New division")],
    }
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
        then: None,
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
        of_others: false,
        opens_dice: false,
        newest: None,
        more: true,
        span: None,
        steps: Vec::new(),
    }
}
