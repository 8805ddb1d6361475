//! Whatever is pasted, nothing breaks, and nothing faulty gets into the draft.

use kernel::Rulebook;
use proptest::prelude::*;
use rules_battlefront::{NIGHT_SAMPLE, RULEBOOK};
use studio::{Draft, Placing, guess};
use tabular::{Grid, Value};

fn cell() -> impl Strategy<Value = Value> {
    prop_oneof![
        any::<i64>().prop_map(Value::Whole),
        (-3i64..20).prop_map(Value::Whole),
        ".{0,12}".prop_map(Value::Text),
        proptest::sample::select(vec![
            "",
            "RI1",
            "I",
            "A",
            "Trained",
            "yes",
            "none",
            "0 / 1",
            "1 r-cmd, 2 r-rifle",
            "1943-08-01",
            "am, pm",
            "[[0, 1]]",
            "\"",
            "'''",
            "= 1",
            "]\n[x]",
            "a.b",
            "russian",
            "tables.cpp",
            "2.5",
            "/",
            " / ",
            "9999999999999999999 x",
        ])
        .prop_map(Value::from),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn pasted_junk_is_told_or_taken(
        which in 0usize..64,
        rows in proptest::collection::vec(proptest::collection::vec(cell(), 0..10), 0..6),
        columns in proptest::collection::vec(proptest::option::of(0usize..14), 0..12),
        is_guessed in any::<bool>(),
        after in any::<bool>(),
    ) {
        let draft = Draft::read("draft", NIGHT_SAMPLE).unwrap();
        let tables = draft.tables(&RULEBOOK);
        let table = &tables[which % tables.len()];
        let grid = Grid { name: "Junk".into(), above: 0, rows };
        let columns = if is_guessed { guess(table, &grid) } else { columns };
        let placing = if after { Placing::After } else { Placing::Instead };
        let trial = draft.try_rows(&RULEBOOK, table, &grid, &columns, placing);
        prop_assert_eq!(trial.faults.is_empty(), trial.draft.is_some());
        if let Some(new) = trial.draft {
            let text = new.text();
            prop_assert!(text.parse::<toml::Table>().is_ok(), "{}", text);
            // What the reader says then lies in other tables.
            for fault in RULEBOOK.open("new", &text).err().unwrap_or_default() {
                prop_assert!(!fault.path.starts_with(&format!("{}[", table.path)), "{}", fault);
            }
        }
    }

    #[test]
    fn any_text_is_a_draft_or_told(text in "(?s).{0,80}") {
        if let Ok(draft) = Draft::read("draft", &text) {
            for table in draft.tables(&RULEBOOK) {
                draft.grid(&table);
            }
            draft.inspect(&RULEBOOK);
        }
    }
}
