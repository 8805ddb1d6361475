//! What a draft says so far, for the choices of its tables. Whatever is not as it must be is passed over.

use tabular::CellKind;
use toml::{Table, Value};

use crate::setup::read_charts::standard;
use crate::words::Edge;
use kernel::view::Hue;

/// Words of the file with their words on the page.
pub(super) type Words = Vec<(String, String)>;

/// A draft as far as it can be read.
pub(super) struct Known {
    root: Table,
    /// The sides' ids and names.
    pub(super) sides: Words,
}

impl Known {
    pub(super) fn of(text: &str) -> Self {
        let root: Table = text.parse().unwrap_or_default();
        let mut known = Self { root, sides: Vec::new() };
        known.sides = known.named("sides", "name");
        known
    }

    fn at(&self, path: &str) -> Option<&Value> {
        let (first, rest) = path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
        let first = self.root.get(first)?;
        rest.map_or(Some(first), |rest| rest.split('.').try_fold(first, |value, key| value.get(key)))
    }

    /// The rows of an array of tables.
    pub(super) fn rows(&self, path: &str) -> impl Iterator<Item = &Table> {
        self.at(path).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_table)
    }

    /// The keys of a table.
    pub(super) fn keys(&self, path: &str) -> Vec<String> {
        self.at(path).and_then(Value::as_table).into_iter().flat_map(Table::keys).cloned().collect()
    }

    /// The ids of rows with what they are called.
    fn named(&self, path: &str, name: &str) -> Words {
        let mut words = Words::new();
        for row in self.rows(path) {
            let Some(id) = row.get("id").and_then(Value::as_str) else { continue };
            let name = row.get(name).and_then(Value::as_str).unwrap_or(id);
            if !words.iter().any(|(known, _)| known == id) {
                words.push((id.to_owned(), name.to_owned()));
            }
        }
        words
    }

    fn texts(&self, path: &str) -> Vec<&str> {
        self.at(path).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect()
    }

    /// One of the sides.
    pub(super) fn side(&self) -> CellKind {
        CellKind::Choice(self.sides.clone())
    }

    /// A map edge.
    pub(super) fn edge() -> CellKind {
        let words = Edge::ALL.iter().map(|edge| (edge.word().to_owned(), edge.word().to_owned()));
        CellKind::Choice(words.collect())
    }

    /// The colour of a side.
    pub(super) fn hue() -> CellKind {
        let words = Hue::ALL.map(|hue| (hue.word().to_owned(), hue.word().replace('-', " ")));
        CellKind::Choice(words.into())
    }

    /// A discipline level, from the worst to the best.
    pub(super) fn discipline(&self) -> CellKind {
        let own: Vec<String> = self.texts("discipline_levels").into_iter().map(str::to_owned).collect();
        let levels =
            if own.is_empty() { standard().ladder.iter().map(ToString::to_string).collect() } else { own };
        CellKind::Choice(levels.into_iter().map(|level| (level.clone(), level)).collect())
    }

    /// A class, those of the rules and the declared ones.
    pub(super) fn class(&self, with_points: bool) -> CellKind {
        let mut words: Vec<(&str, &str)> = vec![
            ("I", "Infantry"),
            ("A", "Armour"),
            ("T", "Transport"),
            ("G", "Gun on the board"),
            ("O", "Artillery off the board"),
            ("F", "Aircraft"),
        ];
        if with_points {
            words.push(("FPP", "Fortification points"));
        }
        words.extend(self.texts("campaign.classes").into_iter().map(|letter| (letter, letter)));
        super::column::choice(&words)
    }

    /// The groups of a side's chart, or of both where none is given.
    pub(super) fn groups(&self, side: Option<&str>) -> CellKind {
        let mut groups = Words::new();
        for (id, _) in self.sides.iter().filter(|(id, _)| side.is_none_or(|side| side == id)) {
            for group in self.named(&format!("rg.{id}"), "kind") {
                if !groups.iter().any(|(known, _)| *known == group.0) {
                    groups.push(group);
                }
            }
        }
        CellKind::Choice(groups)
    }

    /// Counts of kinds of stands, those that the side has already before the others. A short name that both sides have
    /// means the side's own.
    pub(super) fn units(&self, side: &str) -> CellKind {
        let mut units = self.named("unit_types", "name");
        let (groups, roster) = (format!("rg.{side}"), format!("rosters.{side}"));
        let of_groups = self.rows(&groups).filter_map(|row| row.get("content"));
        let contents = of_groups.chain(self.rows(&roster).filter_map(|row| row.get("stands")));
        let used: Vec<&str> =
            contents.filter_map(Value::as_table).flat_map(Table::keys).map(String::as_str).collect();
        let tail = |id: &str| id.split_once('-').map(|(_, tail)| tail.to_owned());
        let (own, others): (Words, Words) = units.drain(..).partition(|(id, _)| used.contains(&id.as_str()));
        let own_names: Vec<String> = own.iter().map(|(_, name)| name.clone()).collect();
        units.extend(own.into_iter().map(|(id, name)| match tail(&id) {
            Some(short) if others.iter().any(|(other, _)| tail(other).as_ref() == Some(&short)) => {
                (id, format!("{name}, {short}"))
            }
            _ => (id, name),
        }));
        units.extend(others.into_iter().map(|(id, name)| {
            let name = if own_names.contains(&name) { id.clone() } else { name };
            (id, name)
        }));
        CellKind::Counts(units)
    }

    /// The rows of the spotting distances: those of the rules, of the draft, and what its terrain speaks of.
    pub(super) fn covers(&self) -> Vec<String> {
        let mut covers = self.keys("tables.spotting");
        let of_terrain = self.rows("map.terrain").filter_map(|row| row.get("cover").and_then(Value::as_str));
        for cover in ["open", "light_cover", "cover"].into_iter().chain(of_terrain) {
            if !cover.is_empty()
                && !cover.contains(['.', '[', ']'])
                && !covers.iter().any(|known| known == cover)
            {
                covers.push(cover.to_owned());
            }
        }
        covers
    }
}
