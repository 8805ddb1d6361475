//! Every printed cell of the seven sheets against the nation files, with the listed corrections.

use std::collections::BTreeMap;

use rules_upfront::setup::Nation;
use rules_upfront::words::{ManId, Rank, Role};
use serde::Deserialize;

use crate::Table;

#[derive(Deserialize)]
struct Printed {
    nation: Vec<Sheet>,
    correction: Vec<Correction>,
}

#[derive(Deserialize)]
struct Sheet {
    nation: String,
    men: Vec<String>,
    #[serde(default)]
    personal: Option<String>,
    hit: Vec<String>,
    radio: Vec<String>,
}

#[derive(Deserialize)]
struct Correction {
    id: String,
    nation: String,
    man: u8,
    field: String,
    printed: String,
    used: String,
}

fn printed() -> Printed {
    toml::from_str(include_str!("printed_rosters.toml")).expect("the printed values")
}

fn nation(id: &str) -> Nation {
    Table::between(id, "german").state.campaign.decks[kernel::Side::FIRST].nation.clone()
}

fn cells(row: &str) -> Vec<String> {
    row.split('|').map(|cell| cell.trim().to_owned()).collect()
}

const FIELDS: [&str; 8] = ["number", "name", "points", "rank", "kia", "repl", "morale", "panic"];

#[test]
fn every_man_is_as_printed_or_corrected() {
    let printed = printed();
    let mut n_men = 0;
    let mut used = 0;
    for sheet in &printed.nation {
        let nation = nation(&sheet.nation);
        assert_eq!(nation.men.len(), sheet.men.len(), "{}", sheet.nation);
        for (row, card) in sheet.men.iter().zip(&nation.men) {
            n_men += 1;
            let cells = cells(row);
            let mut row: BTreeMap<&str, String> = FIELDS.into_iter().zip(cells).collect();
            let (name, weapon) =
                row["name"].split_once('/').map(|(a, b)| (a.to_owned(), b.to_owned())).expect("name/weapon");
            row.insert("name", name);
            row.insert("weapon", weapon);
            let man = card.id.number().expect("a number");
            for fix in printed.correction.iter().filter(|fix| fix.nation == sheet.nation && fix.man == man) {
                let cell = row.get_mut(fix.field.as_str()).expect("a field");
                assert_eq!(*cell, fix.printed, "{} corrects what is printed", fix.id);
                assert_ne!(fix.printed, fix.used);
                *cell = fix.used.clone();
                used += 1;
                let scan = (fix.field.clone(), fix.printed.clone());
                assert!(card.scan.contains(&scan), "{} {man} keeps the printed reading", sheet.nation);
            }
            let expected = [
                ("number", man.to_string()),
                ("name", card.name.clone()),
                ("weapon", card.weapon.to_string()),
                ("points", card.points.to_string()),
                ("rank", card.rank.to_string()),
                ("kia", card.kia.to_string()),
                ("repl", if card.role.is_some() { "T".into() } else { String::new() }),
                ("morale", card.morale.to_string()),
                ("panic", card.panic.to_string()),
            ];
            for (field, value) in expected {
                assert_eq!(row[field], value, "{} #{man} {field}", sheet.nation);
            }
            let n_fixes =
                printed.correction.iter().filter(|fix| fix.nation == sheet.nation && fix.man == man).count();
            assert_eq!(card.scan.len(), n_fixes, "{} #{man}: no reading is changed silently", sheet.nation);
        }
    }
    assert_eq!((n_men, used), (192, printed.correction.len()));
}

#[test]
fn leader_cards_are_the_printed_t_with_the_role_of_their_rank() {
    for sheet in &printed().nation {
        for card in &nation(&sheet.nation).men {
            let role = match card.rank {
                _ if card.role.is_none() => continue,
                Rank::Sgt => Role::Sl,
                Rank::Comm => Role::Comm,
                _ => Role::Asl,
            };
            assert_eq!(card.role, Some(role), "{} #{}", sheet.nation, card.id);
        }
    }
}

#[test]
fn the_printed_personal_rows_are_the_starts() {
    for sheet in printed().nation.iter().filter(|sheet| sheet.personal.is_some()) {
        let start = nation(&sheet.nation).personal;
        let cells = cells(sheet.personal.as_deref().unwrap_or_default());
        let weapon = cells[0].split_once('/').map(|(_, weapon)| weapon.to_owned()).unwrap_or_default();
        assert!(weapon.is_empty() || start.weapon.as_str() == weapon, "{}", sheet.nation);
        assert_eq!(cells[2..4], [start.rank.to_string(), start.kia.to_string()]);
        assert_eq!(cells[5..7], [start.morale.to_string(), start.panic.to_string()], "{}", sheet.nation);
    }
}

/// A printed cell in the one form in which equal cells are equal: brackets stand apart, a pair of cells is one.
fn plain(cell: &str) -> String {
    let spaced = cell.replace('[', " [").replace(']', "] ");
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_cell_of_the_hit_tables_is_as_printed() {
    let mut n_rows = 0;
    for sheet in &printed().nation {
        let nation = nation(&sheet.nation);
        let heads: Vec<String> = cells(&sheet.hit[1])[1..].to_vec();
        // The Japanese print grenade launcher and anti-tank rifle over two cells each. [UF-C10]
        let mut columns: Vec<(String, Vec<usize>)> = Vec::new();
        for (at, head) in heads.iter().enumerate() {
            match (head.is_empty(), columns.last_mut()) {
                (true, Some((_, cells))) => cells.push(at + 1),
                _ => columns.push((head.clone(), vec![at + 1])),
            }
        }
        let codes: Vec<&str> = nation.weapons.iter().map(|weapon| weapon.header.as_str()).collect();
        assert_eq!(
            codes,
            columns.iter().map(|(head, _)| head.as_str()).collect::<Vec<_>>(),
            "{}",
            sheet.nation
        );
        for (range, row) in sheet.hit[2..].iter().enumerate() {
            n_rows += 1;
            let cells = cells(row);
            assert_eq!(cells[0], range.to_string());
            for (weapon, (head, at)) in nation.weapons.iter().zip(&columns) {
                let printed = at.iter().map(|at| cells[*at].clone()).collect::<Vec<_>>().join(" ");
                let (printed, shown) = (plain(&printed), plain(&weapon.cells[range]));
                assert_eq!(shown, printed, "{} {head} at range {range}", sheet.nation);
            }
        }
    }
    assert_eq!(n_rows, 42);
}

#[test]
fn every_radio_table_is_as_printed() {
    for sheet in &printed().nation {
        let nation = nation(&sheet.nation);
        let figures =
            |row: &str| -> Vec<String> { cells(row).into_iter().filter(|cell| !cell.is_empty()).collect() };
        if nation.radio.len() == 3 {
            for (row, radio) in sheet.radio[sheet.radio.len() - 3..].iter().zip(&nation.radio) {
                let mut expected = vec![radio.troops.clone()];
                expected.extend(radio.prices.iter().map(|(_, cost)| cost.to_string()));
                expected.push(radio.cards.to_string());
                assert_eq!(figures(&row.to_lowercase()), expected, "{}", sheet.nation);
            }
            continue;
        }
        // One class of troops: strengths and costs in two rows, the number of cards in a cell of either. [UF-C08]
        let [radio] = &nation.radio[..] else { panic!("{}: one radio", sheet.nation) };
        let strengths: Vec<String> = radio.prices.iter().map(|(strength, _)| strength.to_string()).collect();
        let costs: Vec<String> = radio.prices.iter().map(|(_, cost)| cost.to_string()).collect();
        let rows: Vec<Vec<String>> = sheet.radio[1..].iter().map(|row| figures(row)).collect();
        assert_eq!([&rows[0][..3], &rows[1][..3]], [&strengths[..], &costs[..]], "{}", sheet.nation);
        let cards: Vec<&String> = rows.iter().flat_map(|row| &row[3..]).collect();
        assert_eq!(cards, [&radio.cards.to_string()], "{}", sheet.nation);
    }
}

#[test]
fn facts_that_look_like_slips_are_kept() {
    let japanese = nation("japanese");
    let name = |nation: &Nation, man: u8| nation.card(ManId::new(man)).expect("a man").name.clone();
    assert_eq!((name(&japanese, 3), name(&japanese, 24)), ("Yoruba".into(), "Yoruba".into()));
    assert_eq!(name(&nation("french"), 19), name(&nation("italian"), 19));
    let corrieri = nation("italian").card(ManId::new(23)).expect("a man").clone();
    assert_eq!((corrieri.points, corrieri.morale, corrieri.panic), (9, 2, 2));
    assert_eq!(nation("german").title(Rank::Pvt), Some("Obersoldat"));
    assert!(nation("german").weapons.iter().all(|weapon| weapon.code.as_str() != "ATR"));
    assert!(nation("american").weapons.iter().all(|weapon| weapon.code.as_str() != "CAR"));
}
