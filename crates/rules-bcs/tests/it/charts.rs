//! What every chart has to be.

use std::collections::BTreeSet;

use kernel::{Seat, System};
use rules_bcs::charts::{GRIDS, LISTS, SHEETS, data};
use rules_bcs::sheet::{Kind, Test, When};
use rules_bcs::{BattalionCombat, State};

/// The ids in the catalogue's scope.
pub const IDS: &str = include_str!("../../requirements.txt");

fn conditions() -> Vec<(&'static str, When)> {
    let mut all = Vec::new();
    for sheet in SHEETS {
        all.extend(sheet.exclusions.iter().map(|one| (sheet.id, one.when)));
        all.extend(sheet.bars.iter().map(|one| (sheet.id, one.when)));
        all.extend(sheet.lines.iter().map(|one| (sheet.id, one.when)));
        all.extend(sheet.tables.iter().map(|one| (sheet.id, one.when)));
        all.extend(sheet.changes.iter().map(|one| (sheet.id, one.when)));
    }
    all
}

#[test]
fn every_rule_id_of_a_chart_stands_in_the_catalogue() {
    let known: BTreeSet<&str> = IDS.lines().filter(|line| !line.starts_with('#')).collect();
    let mut met = BTreeSet::new();
    for sheet in SHEETS {
        met.insert(sheet.rule.0);
        met.extend(sheet.questions.iter().map(|one| one.rule.0));
        met.extend(sheet.exclusions.iter().map(|one| one.rule.0));
        met.extend(sheet.bars.iter().map(|one| one.rule.0));
        met.extend(sheet.lines.iter().map(|one| one.rule.0));
        met.extend(sheet.tables.iter().map(|one| one.rule.0));
        met.extend(sheet.changes.iter().map(|one| one.rule.0));
    }
    met.extend(GRIDS.iter().flat_map(|grid| grid.rows.iter().map(|row| row.rule.0)));
    met.extend(LISTS.iter().flat_map(|list| list.lines.iter().map(|line| line.1)));
    let foreign: Vec<_> = met.iter().filter(|id| !known.contains(**id)).collect();
    assert!(foreign.is_empty(), "{foreign:?}");
    assert!(met.len() > 70, "{} ids", met.len());
}

#[test]
fn every_table_covers_every_total_once() {
    for table in SHEETS.iter().flat_map(|sheet| sheet.tables) {
        for total in -60..=60 {
            let n = table.rows.iter().filter(|row| row.holds(total)).count();
            assert_eq!(n, 1, "{} {total}", table.id);
        }
        // The kernel agrees: it takes no chart with a gap or an overlap.
        assert_eq!(table.chart().is_some(), table.dice > 0, "{}", table.id);
    }
}

#[test]
fn every_sheet_has_a_table_for_every_set_of_answers_that_is_not_barred() {
    let mut dice = crate::Dice::new(4);
    for n in 0..40_000 {
        let sheet = SHEETS[n % SHEETS.len()];
        let resolved = sheet.resolve(&dice.answers(sheet));
        assert_eq!(
            resolved.table.is_none(),
            !resolved.bars.is_empty(),
            "{} {:?}",
            sheet.id,
            resolved.answers
        );
    }
}

#[test]
fn ids_stand_once_and_exclusions_are_all_used() {
    fn once(of: &str, ids: Vec<&str>) {
        let set: BTreeSet<_> = ids.iter().collect();
        assert_eq!(set.len(), ids.len(), "{of}: {ids:?}");
    }
    once(
        "all",
        SHEETS
            .iter()
            .map(|of| of.id)
            .chain(GRIDS.iter().map(|of| of.id))
            .chain(LISTS.iter().map(|of| of.id))
            .collect(),
    );
    for sheet in SHEETS {
        once(sheet.id, sheet.questions.iter().map(|one| one.id).collect());
        once(sheet.id, sheet.exclusions.iter().map(|one| one.id).collect());
        once(sheet.id, sheet.lines.iter().map(|one| one.id).collect());
        once(sheet.id, sheet.tables.iter().map(|one| one.id).collect());
        once(sheet.id, sheet.changes.iter().map(|one| one.id).collect());
        let used = |at: usize| {
            let unless =
                sheet.lines.iter().map(|one| one.unless).chain(sheet.tables.iter().map(|one| one.unless));
            unless.into_iter().flatten().any(|used| usize::from(*used) == at)
        };
        assert!((0..sheet.exclusions.len()).all(used), "{}", sheet.id);
    }
}

#[test]
fn every_question_is_asked_by_something_and_only_changes_ask_the_result() {
    for sheet in SHEETS {
        let mut asked = BTreeSet::new();
        for (of, when) in conditions().into_iter().filter(|(id, _)| *id == sheet.id) {
            for test in when.iter().copied().flatten() {
                match *test {
                    Test::Is(at, _) | Test::Not(at, _) | Test::Least(at, _) | Test::Spends(_, at) => {
                        asked.insert(at);
                    }
                    Test::Over(one, other) => asked.extend([one, other]),
                    Test::Gives(..) => {}
                }
                let is_change = sheet.changes.iter().any(|change| std::ptr::eq(change.when, when));
                let of_result = matches!(test, Test::Gives(..) | Test::Spends(..));
                assert!(is_change || !of_result, "{of} asks a result before there is one");
            }
        }
        for line in sheet.lines {
            if let rules_bcs::sheet::Amount::Times(at, _) | rules_bcs::sheet::Amount::By(at, _) = line.amount
            {
                asked.insert(at);
            }
        }
        let idle: Vec<_> = (0..sheet.questions.len())
            .filter(|at| !asked.contains(&(*at as u8)))
            .map(|at| sheet.questions[at].id)
            .collect();
        assert!(idle.is_empty(), "{}: {idle:?}", sheet.id);
    }
}

/// A typed circumstance is passed on by its place in a list, so the lists agree word by word.
#[test]
fn the_choices_of_questions_are_those_of_the_types() {
    use rules_bcs::charts::{
        Fatigue, Ground, s3_second_activation as s3, s12_combat as s12, s18_retreat as s18,
    };
    let picks = |sheet: &str, question: &str| -> Vec<&str> {
        let sheet = SHEETS.iter().find(|one| one.id == sheet).expect("a sheet");
        let question = sheet.questions.iter().find(|one| one.id == question).expect("a question");
        let Kind::Pick(of) = question.kind else { panic!("no pick") };
        of.iter().map(|(word, _)| *word).collect()
    };
    macro_rules! same {
        ($kind:ty, $sheet:literal, $question:literal) => {
            let words: Vec<&str> = <$kind>::ALL.iter().map(|one| one.word()).collect();
            assert_eq!(words, picks($sheet, $question));
        };
    }
    same!(Fatigue, "snafu", "fatigue");
    same!(Fatigue, "second-activation", "fatigue");
    same!(Ground, "combat", "d-ground");
    same!(Ground, "engagement", "t-ground");
    same!(Ground, "barrage", "ground");
    same!(s3::SecondRecovery, "second-activation", "switch");
    same!(s3::Ties, "first-player", "ties");
    same!(s12::Kind, "combat", "d-unit");
    same!(s12::Support, "combat", "support");
    same!(s12::DefenderSupport, "combat", "d-support");
    same!(s18::Why, "retreat", "why");
}

#[test]
fn the_charts_as_data_are_whole_and_written_the_same_every_time() {
    let all = data::export();
    assert_eq!(all["format"], data::FORMAT);
    assert_eq!(all["sheets"].as_array().unwrap().len(), SHEETS.len());
    assert_eq!(all["grids"].as_array().unwrap().len(), GRIDS.len());
    assert_eq!(all["lists"].as_array().unwrap().len(), LISTS.len());
    assert_eq!(all.to_string(), data::export().to_string());
    let stand_ins: Vec<_> = all["sheets"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|sheet| sheet["stand-in"] == true)
        .map(|sheet| sheet["id"].as_str().unwrap())
        .collect();
    assert_eq!(stand_ins, ["retreat", "voluntary-retreat", "urban", "first-player"]);
}

#[test]
fn no_roll_has_more_modifiers_than_the_kernel_writes_down() {
    for sheet in SHEETS {
        assert!(sheet.lines.len() <= kernel::Modifiers::MOST, "{}", sheet.id);
        let answers: Vec<i16> = sheet.questions.iter().map(|question| question.span().1).collect();
        let resolved = sheet.resolve(&answers);
        assert_eq!(resolved.modifiers().total(), resolved.net, "{}", sheet.id);
    }
}

/// Whoever looks something up finds it: every chart, table and list stands on the page, each with all its lines.
#[test]
fn the_charts_page_prints_every_chart_table_and_list() {
    let state = State::open(crate::table::scenario());
    let pages = BattalionCombat::view(&state, Seat::Spectator);
    let page = pages.pages.iter().find(|page| page.title == "Charts").expect("the page");
    let text = serde_json::to_string(page).expect("a page");
    let mut n = 0;
    let mut stands = |words: &str| {
        n += 1;
        let words = serde_json::to_string(words).expect("words");
        assert!(text.contains(words.trim_matches('"')), "{words}");
    };
    for sheet in SHEETS {
        stands(sheet.title);
        sheet.lines.iter().for_each(|line| stands(line.words));
        sheet.tables.iter().flat_map(|table| table.rows).for_each(|row| stands(row.words));
    }
    for grid in GRIDS {
        stands(grid.title);
        grid.rows.iter().for_each(|row| stands(row.words));
    }
    for list in LISTS {
        stands(list.title);
        list.lines.iter().for_each(|(_, rule, words)| {
            stands(words);
            stands(rule);
        });
    }
    assert!(n > 250, "{n}");
}
