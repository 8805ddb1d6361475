//! A correction under newer rules: what they judge otherwise by themselves is told apart from what is corrected.

use kernel::view::PageHead;
use kernel::{Diagnostic, Game, RuleText, Rulebook, Seat};
use serde_json::json;
use table::{Answer, DiceStart, Fault, NewCampaign};

use crate::correcting::instead;
use crate::{BLUE, Setting, open_with};

/// The toy system in a version that pays better.
struct BetterPaid;

const PAY: &str = r#"
[chart.pay]
id = "TOY-T1"
title = "Pay"
die = { d = 6 }
row = [{ coins = 7 }]
"#;

impl Rulebook for BetterPaid {
    fn name(&self) -> &'static str {
        rules_toy::RULEBOOK.name()
    }
    fn title(&self) -> &'static str {
        rules_toy::RULEBOOK.title()
    }
    fn version(&self) -> u32 {
        rules_toy::RULEBOOK.version() + 1
    }
    fn rules(&self) -> Vec<RuleText> {
        rules_toy::RULEBOOK.rules()
    }
    fn pages(&self) -> &'static [PageHead] {
        rules_toy::RULEBOOK.pages()
    }
    fn in_absence_words(&self) -> &'static str {
        rules_toy::RULEBOOK.in_absence_words()
    }
    fn open(&self, file: &str, text: &str) -> Result<Box<dyn Game>, Vec<Diagnostic>> {
        rules_toy::RULEBOOK.open(file, &format!("{text}\n{PAY}"))
    }
}

static NEWER: &[&dyn Rulebook] = &[&BetterPaid];

#[tokio::test]
async fn what_newer_rules_alone_change_is_named() {
    let setting = Setting::new().await;
    let placed = setting.next_entry().await;
    setting.done(BLUE, json!({"do": "place", "post": "ford"})).await;
    setting.done(BLUE, json!({"do": "pay"})).await;
    let (paid, second) = (placed + 1, placed + 2);
    setting.done(BLUE, json!({"do": "place", "post": "wood"})).await;
    let coins = async |setting: &Setting| {
        setting.desk.position(&setting.campaign).await.unwrap()["side"][0]["coins"].clone()
    };
    let before = coins(&setting).await;
    let Setting { folder, desk, campaign } = setting;
    drop(desk);
    let desk = open_with(&folder, NEWER).await;
    let setting = Setting { folder, desk, campaign };
    assert_eq!(coins(&setting).await, before, "opening folds what was written and judges nothing");

    let mill = || json!({"do": "place", "post": "mill"});
    let preview = async |entry: u64| {
        let correcting = instead(entry, mill());
        setting.desk.preview(&setting.campaign, Seat::Umpire, &correcting).await.unwrap().unwrap()
    };
    let late = preview(second).await;
    assert!(late.by_version.is_empty(), "what lies before the corrected act stands as it is");
    let early = preview(placed).await;
    assert_eq!(early.changed.iter().map(|changed| changed.entry).collect::<Vec<_>>(), [placed, paid]);
    assert_eq!(early.by_version, [paid]);

    let answer = setting.correct(&instead(placed, mill()), "It stood at the mill.").await;
    assert!(matches!(answer, Answer::Done { .. }), "{answer:?}");
    assert_eq!(coins(&setting).await, 7);
    let entries = setting.entries().await;
    let bodies = entries.last().unwrap().parts.iter();
    let bodies = bodies.map(|part| serde_json::from_str::<serde_json::Value>(&part.body).unwrap());
    let course = bodies.filter_map(|body| body.get("course").cloned()).next().unwrap();
    assert_eq!(course["by_version"], json!([paid]), "and the log says so");
    assert!(preview(placed).await.by_version.is_empty(), "the course is of the newer rules now");
    setting.is_sound().await;
}

/// The toy system in a version that refuses to begin from what campaigns have begun from.
struct Stricter;

impl Rulebook for Stricter {
    fn name(&self) -> &'static str {
        rules_toy::RULEBOOK.name()
    }
    fn title(&self) -> &'static str {
        rules_toy::RULEBOOK.title()
    }
    fn version(&self) -> u32 {
        rules_toy::RULEBOOK.version()
    }
    fn rules(&self) -> Vec<RuleText> {
        rules_toy::RULEBOOK.rules()
    }
    fn pages(&self) -> &'static [PageHead] {
        rules_toy::RULEBOOK.pages()
    }
    fn in_absence_words(&self) -> &'static str {
        rules_toy::RULEBOOK.in_absence_words()
    }
    fn open(&self, file: &str, text: &str) -> Result<Box<dyn Game>, Vec<Diagnostic>> {
        Err(vec![Diagnostic::at(file, text, None, "name", "HOUSE-FILE", "Nobody could write it.".into())])
    }
    fn open_kept(&self, file: &str, text: &str) -> Result<Box<dyn Game>, Vec<Diagnostic>> {
        rules_toy::RULEBOOK.open(file, text)
    }
}

static STRICTER: &[&dyn Rulebook] = &[&Stricter];

#[tokio::test]
async fn what_nobody_could_begin_from_any_more_still_opens_and_is_audited() {
    let setting = Setting::new().await;
    setting.done(BLUE, json!({"do": "place", "post": "ford"})).await;
    let Setting { folder, desk, campaign } = setting;
    drop(desk);
    let desk = open_with(&folder, STRICTER).await;
    let setting = Setting { folder, desk, campaign };
    setting.done(BLUE, json!({"do": "pay"})).await;
    let file = setting.desk.examined(&setting.campaign).await.unwrap();
    let audit = table::audit(&file, STRICTER);
    assert_eq!((audit.faults.len(), audit.n_unproved), (0, 0), "{audit:?}");
    let again = NewCampaign {
        file: "set-up".into(),
        setup: rules_toy::FORD.into(),
        system: rules_toy::RULEBOOK.name().into(),
        position: None,
        start: DiceStart::AtOnce,
        table_dice: true,
        identity: None,
    };
    let begun = setting.desk.create(again).await;
    assert!(matches!(begun, Err(Fault::File(_))), "{begun:?}");
}
