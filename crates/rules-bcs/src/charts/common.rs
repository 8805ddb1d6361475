//! What the charts share: tables of two headings, check lists, kinds of ground, fatigue.

use kernel::RuleId;
use serde_json::{Value, json};

/// A table with a heading for each row and each column.
#[derive(Debug, PartialEq, Eq)]
pub struct Grid {
    /// Its id.
    pub id: &'static str,
    /// Its printed title.
    pub title: &'static str,
    /// The rule that it is.
    pub rule: RuleId,
    /// The columns: a word for files and words for people.
    pub columns: &'static [(&'static str, &'static str)],
    /// The rows.
    pub rows: &'static [GridRow],
}

/// A row of a [`Grid`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridRow {
    /// Its id within the grid.
    pub id: &'static str,
    /// The heading over it and its like, where the print has one.
    pub group: &'static str,
    /// Its heading.
    pub words: &'static str,
    /// The rule that gives it.
    pub rule: RuleId,
    /// A cell for each column: the word for files.
    pub cells: &'static [&'static str],
}

impl Grid {
    /// The grid as data.
    pub fn export(&self) -> Value {
        let row = |row: &GridRow| {
            let cells =
                self.columns.iter().zip(row.cells).map(|((column, _), cell)| ((*column).into(), json!(cell)));
            let cells: serde_json::Map<String, Value> = cells.collect();
            let mut written = json!({ "id": row.id, "rule": row.rule, "words": row.words, "cells": cells });
            if !row.group.is_empty() {
                written["group"] = row.group.into();
            }
            written
        };
        let columns: Vec<Value> = self.columns.iter().map(|(word, words)| json!([word, words])).collect();
        json!({
            "id": self.id, "title": self.title, "rule": self.rule,
            "columns": columns, "rows": self.rows.iter().map(row).collect::<Vec<_>>(),
        })
    }
}

kernel::words! {
    /// How the lines of a list belong together.
    pub enum Reading {
        /// Every line must hold.
        All = "all" => "all must hold",
        /// Each line is a case of its own.
        Each = "each" => "each a case of its own",
        /// One line after the other.
        InTurn = "in-turn" => "in this order",
    }
}

/// A check list.
#[derive(Debug, PartialEq, Eq)]
pub struct List {
    /// Its id.
    pub id: &'static str,
    /// Its printed title.
    pub title: &'static str,
    /// The rule that it is.
    pub rule: RuleId,
    /// How its lines belong together. [BCS-GEN-8]
    pub read: Reading,
    /// The lines: an id within the list, the rule, the words.
    pub lines: &'static [(&'static str, &'static str, &'static str)],
}

impl List {
    /// The list as data.
    pub fn export(&self) -> Value {
        let line = |(id, rule, words): &(&str, &str, &str)| json!({ "id": id, "rule": rule, "words": words });
        json!({
            "id": self.id, "title": self.title, "rule": self.rule, "read": self.read,
            "lines": self.lines.iter().map(line).collect::<Vec<_>>(),
        })
    }
}

/// The kinds of ground as the charts tell them apart. [BCS-MAP-1]
pub const GROUND: &[(&str, &str)] =
    &[("open", "Open"), ("terrain", "Terrain"), ("city", "City"), ("urban", "Urban")];

kernel::words! {
    /// What a hex is for the charts. [BCS-MAP-1]
    #[derive(Default)]
    pub enum Ground {
        /// None of the others.
        #[default]
        Open = "open" => "Open",
        /// Terrain.
        Terrain = "terrain" => "Terrain",
        /// A city.
        City = "city" => "City",
        /// Urban.
        Urban = "urban" => "Urban",
    }

    /// A formation's fatigue, best to worst. [BCS-GEN-3]
    #[derive(Default)]
    pub enum Fatigue {
        /// Fresh: level 0, and a bonus of its own.
        Fresh = "fresh" => "Fresh",
        /// Level 0.
        #[default]
        F0 = "0" => "Fatigue 0",
        /// Level 1.
        F1 = "1" => "Fatigue 1",
        /// Level 2.
        F2 = "2" => "Fatigue 2",
        /// Level 3.
        F3 = "3" => "Fatigue 3",
        /// Level 4, the worst.
        F4 = "4" => "Fatigue 4",
    }
}

impl Fatigue {
    /// The level alone, where what it is a level of stands before it: `Fresh`, `0` to `4`.
    pub const fn short(self) -> &'static str {
        match self {
            Self::Fresh => "Fresh",
            Self::F0 => "0",
            Self::F1 => "1",
            Self::F2 => "2",
            Self::F3 => "3",
            Self::F4 => "4",
        }
    }
}

/// The choices of a question about fatigue.
pub const FATIGUE: &[(&str, &str)] = &[
    ("fresh", "Fresh"),
    ("0", "Fatigue 0"),
    ("1", "Fatigue 1"),
    ("2", "Fatigue 2"),
    ("3", "Fatigue 3"),
    ("4", "Fatigue 4"),
];

impl Fatigue {
    /// One level worse; the worst stays. [BCS-FAT-3]
    #[must_use]
    pub fn worse(self) -> Self {
        Self::ALL.get(self as usize + 1).copied().unwrap_or(self)
    }

    /// One level better; Fresh stays. [BCS-REC-3]
    #[must_use]
    pub fn better(self) -> Self {
        (self as usize).checked_sub(1).and_then(|at| Self::ALL.get(at)).copied().unwrap_or(self)
    }

    /// The X of "Fatigue Level X". [BCS-GEN-3]
    pub fn level(self) -> u8 {
        (self as u8).saturating_sub(1)
    }
}
