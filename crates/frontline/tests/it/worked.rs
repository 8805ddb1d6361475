//! The worked examples of the catalogue, in `tests/worked-examples.toml`, by both implementations.

use std::collections::BTreeMap;

use frontline::{Piece, Point, Position, Side, Standing, Table};
use serde::Deserialize;

use crate::oracle::Scene;
use crate::scenes::MEASURES;

#[derive(Deserialize)]
struct File {
    table: TableOf,
    example: Vec<Example>,
}

#[derive(Deserialize)]
struct TableOf {
    width: f64,
    height: f64,
}

#[derive(Deserialize)]
struct Example {
    id: String,
    title: String,
    south: BTreeMap<String, [f64; 2]>,
    north: BTreeMap<String, [f64; 2]>,
    south_entry: Vec<[f64; 2]>,
    expect: BTreeMap<String, String>,
}

fn hundredths(inches: f64) -> i32 {
    (inches * 100.0).round() as i32
}

fn at([x, y]: [f64; 2]) -> Point {
    Point::new(hundredths(x), hundredths(y))
}

#[test]
fn every_worked_example_comes_out_as_it_says() {
    let file: File = toml::from_str(include_str!("../worked-examples.toml")).expect("the examples are read");
    assert_eq!(file.example.len(), 14);
    let (width, height) = (hundredths(file.table.width), hundredths(file.table.height));
    for example in file.example {
        let entries = [example.south_entry.iter().copied().map(at).collect(), Vec::new()];
        let sides = [(Side::South, &example.south), (Side::North, &example.north)];
        let pieces: Vec<Piece<&str>> = sides
            .into_iter()
            .flat_map(|(side, units)| {
                units.iter().map(move |(id, place)| Piece { id: id.as_str(), side, at: at(*place) })
            })
            .collect();
        let table = Table { width, height, entries: entries.clone() };
        let position = Position::new(table, MEASURES, &pieces).expect("the example holds together");
        let outcome = position.outcome();
        let expected: Vec<Standing> = pieces
            .iter()
            .map(|piece| match example.expect.get(piece.id).map(String::as_str) {
                None => Standing::Normal,
                Some("Isolated") => Standing::Isolated,
                Some("CutOff") => Standing::CutOff,
                Some(other) => panic!("{}: {other:?} is no standing", example.id),
            })
            .collect();
        let quick: Vec<Standing> = (0..position.len()).map(|unit| outcome.standing(unit)).collect();
        assert_eq!(quick, expected, "{}: {}", example.id, example.title);
        let units = pieces.iter().zip(0..).map(|(piece, id)| Piece { id, side: piece.side, at: piece.at });
        let scene = Scene { width, height, entries, units: units.collect() };
        assert_eq!(scene.standings(), expected, "{} slowly: {}", example.id, example.title);
    }
}
