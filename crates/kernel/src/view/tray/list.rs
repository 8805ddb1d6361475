//! A list as people type it, read into what the form takes: pieces by what they are called, places by their names.

use std::collections::BTreeSet;

use super::super::near::{self, words};
use super::{Tray, TrayGroup, TrayPiece};

/// A piece by the indices of its group and of itself.
type At = (usize, usize);

impl Tray {
    /// The list with every piece as the form names it and every place in inches. What has the form of an id already, and what
    /// cannot be read at all, stays as it is typed: the rules judge it.
    ///
    /// # Errors
    /// One sentence for each name that means nothing, with the entry in which it stands and what is near it.
    pub fn understood(&self, list: &str) -> Result<String, Vec<String>> {
        let mut taken = BTreeSet::new();
        let (mut read, mut faults) = (Vec::new(), Vec::new());
        for entry in list.split([';', '\n']).map(str::trim).filter(|entry| !entry.is_empty()) {
            match self.entry(entry, &mut taken) {
                Ok(entries) => read.extend(entries),
                Err(told) => faults.extend(told.into_iter().map(|told| format!("“{entry}”: {told}"))),
            }
        }
        if faults.is_empty() { Ok(read.join("; ")) } else { Err(faults) }
    }

    /// One entry. A piece that faces nowhere gets an entry of its own: each is another of its kind.
    fn entry(&self, entry: &str, taken: &mut BTreeSet<At>) -> Result<Vec<String>, Vec<String>> {
        let Some((names, place)) = entry.split_once(':') else { return Ok(vec![entry.to_owned()]) };
        let (mut together, mut apart, mut faults): (Vec<&str>, Vec<&str>, Vec<String>) = Default::default();
        for name in self.parts(names.trim(), taken) {
            if self.takes(name) {
                apart.push(name);
                continue;
            }
            let found = self.called(name, taken);
            taken.extend(&found);
            if is_id(name) {
                together.push(name);
            } else if found.is_empty() {
                let known = self.groups.iter().flat_map(|group| {
                    let kinds = group.pieces.iter().map(|piece| piece.kind.as_str());
                    std::iter::once(bare(&group.name)).chain(kinds)
                });
                let near = near::names(known, name);
                faults.push(format!("nothing in your tray is called “{name}”.{}", suggested(&near)));
            } else {
                for piece in found.into_iter().filter_map(|at| self.piece(at)) {
                    let list = if piece.turns { &mut together } else { &mut apart };
                    list.push(&piece.name);
                }
            }
        }
        let place = match self.place(place.trim()) {
            Ok(place) => place,
            Err(fault) => {
                faults.push(fault);
                String::new()
            }
        };
        if !faults.is_empty() {
            return Err(faults);
        }
        let together = (!together.is_empty()).then(|| together.join(", "));
        let names = together.into_iter().chain(apart.into_iter().map(str::to_owned));
        Ok(names.map(|names| format!("{names}: {place}")).collect())
    }

    /// The names before a colon. They may hold spaces; where every word is a name of its own, spaces part them too.
    fn parts<'t>(&self, names: &'t str, taken: &BTreeSet<At>) -> Vec<&'t str> {
        let is_name = |name: &str| is_id(name) || self.takes(name) || !self.called(name, taken).is_empty();
        if is_name(names) {
            return vec![names];
        }
        let part = |name: &'t str| {
            let words: Vec<&str> = name.split_whitespace().collect();
            if !is_name(name) && words.iter().all(|word| is_name(word)) { words } else { vec![name] }
        };
        names.split(',').map(str::trim).filter(|name| !name.is_empty()).flat_map(part).collect()
    }

    /// Whether the form takes something by this name that is no piece here.
    fn takes(&self, name: &str) -> bool {
        let signs =
            |name: &str| folded(name).chars().filter(|sign| sign.is_alphanumeric()).collect::<String>();
        let is_so = |known: &str| signs(known) == signs(name);
        let mut pieces = self.groups.iter().flat_map(|group| &group.pieces);
        self.others.iter().any(|one| is_so(one)) && !pieces.any(|piece| is_so(&piece.name))
    }

    fn piece(&self, (group, nth): At) -> Option<&TrayPiece> {
        self.groups.get(group)?.pieces.get(nth)
    }

    /// The pieces that go by a name: one by its own, all of a formation by its id or name, the next of those that are alike by
    /// what they are. A part of a name will do where it means one thing.
    fn called(&self, name: &str, taken: &BTreeSet<At>) -> Vec<At> {
        let wanted = folded(name);
        let free = |at: &At| !taken.contains(at);
        let all = || {
            let of = |(n, group): (usize, &TrayGroup)| (0..group.pieces.len()).map(move |nth| (n, nth));
            self.groups.iter().enumerate().flat_map(of)
        };
        let where_ = |holds: &dyn Fn(&TrayPiece) -> bool| -> Vec<At> {
            all().filter(|at| self.piece(*at).is_some_and(holds)).collect()
        };
        let first = |mut found: Vec<At>| -> Vec<At> {
            let off_the_map = |at: &At| self.piece(*at).is_some_and(|piece| piece.at.is_none());
            found.sort_by_key(|at| (!free(at), !off_the_map(at)));
            found.into_iter().take(1).collect()
        };
        let own = where_(&|piece| folded(&piece.name) == wanted);
        if !own.is_empty() {
            return first(own);
        }
        let stands = where_(&|piece| folded(&piece.name).starts_with(&format!("{wanted}-")));
        if !stands.is_empty() {
            return stands;
        }
        let whole = |n: usize| all().filter(|at| at.0 == n).collect::<Vec<At>>();
        let is_so = |group: &TrayGroup| [folded(&group.name), folded(bare(&group.name))].contains(&wanted);
        // Of formations that go by one name the next is meant that is not named yet, as of pieces that are alike.
        let mut so: Vec<usize> = (0..self.groups.len()).filter(|n| is_so(&self.groups[*n])).collect();
        let waits = |at: &At| free(at) && self.piece(*at).is_some_and(|piece| piece.at.is_none());
        so.sort_by_key(|n| (!whole(*n).iter().any(free), !whole(*n).iter().any(waits)));
        if let Some(n) = so.first() {
            return whole(*n);
        }
        let long = wanted.chars().count() > 2;
        let kinds: BTreeSet<String> = all().filter_map(|at| Some(folded(&self.piece(at)?.kind))).collect();
        let near: Vec<&String> = kinds.iter().filter(|kind| long && kind.contains(&wanted)).collect();
        let meant = kinds.get(&wanted).or_else(|| if let [one] = near[..] { Some(one) } else { None });
        if let Some(meant) = meant {
            return first(where_(&|piece| folded(&piece.kind) == *meant));
        }
        let within = |(_, group): &(usize, &TrayGroup)| long && folded(&group.name).contains(&wanted);
        let mut groups = self.groups.iter().enumerate().filter(within);
        match (groups.next(), groups.next()) {
            (Some((n, _)), None) => whole(n),
            _ => Vec::new(),
        }
    }

    /// A place in inches: as it is typed, or that of the place so called, with the facing behind it.
    fn place(&self, typed: &str) -> Result<String, String> {
        let tokens: Vec<&str> = typed.split([' ', ',', '\t']).filter(|token| !token.is_empty()).collect();
        let is_called = |(name, _): &&(String, super::Point)| {
            let name = words(name);
            let head = tokens.iter().take(name.len()).map(|token| words(token).concat());
            !name.is_empty() && tokens.len() >= name.len() && head.eq(name)
        };
        if let Some((name, at)) = self.places.iter().filter(is_called).max_by_key(|(name, _)| name.len()) {
            let more = tokens[words(name).len()..].iter().map(|token| format!(" {token}"));
            return Ok(format!("{} {}{}", inches(at.x), inches(at.y), more.collect::<String>()));
        }
        let first = tokens.first().copied().unwrap_or_default();
        let near = near::names(self.places.iter().map(|(name, _)| name.as_str()), first);
        match near[..] {
            [] => Ok(typed.to_owned()),
            _ if first.starts_with(|sign: char| sign.is_ascii_digit()) => Ok(typed.to_owned()),
            _ => Err(format!("no place is called “{typed}”.{}", suggested(&near))),
        }
    }
}

/// Whether a name has the form of an id: one word with a figure in it.
fn is_id(name: &str) -> bool {
    let fits = |sign: char| sign.is_alphanumeric() || matches!(sign, '-' | '.' | '_');
    name.chars().all(fits) && name.chars().any(|sign| sign.is_ascii_digit())
}

fn folded(name: &str) -> String {
    words(name).join(" ")
}

/// The name of a formation without its id: "1./Grenadier" of "1./Grenadier (G-11)".
fn bare(name: &str) -> &str {
    name.rsplit_once(" (").map_or(name, |(bare, _)| bare)
}

fn suggested(near: &[&str]) -> String {
    if near.is_empty() { String::new() } else { format!(" Near it: {}.", near.join(", ")) }
}

/// Hundredths of an inch as a list has them.
fn inches(hundredths: i32) -> String {
    match hundredths % 100 {
        0 => (hundredths / 100).to_string(),
        rest => format!("{}.{rest:02}", hundredths / 100),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Point;
    use super::*;
    use crate::view::look::PointLook;

    fn tray() -> Tray {
        let piece = |name: &str, kind: &str, turns| TrayPiece {
            name: name.into(),
            kind: kind.into(),
            look: PointLook::Unit,
            stand: None,
            at: None,
            from: None,
            facing: None,
            turns,
            zone: 0,
            marks: Vec::new(),
        };
        let group = |name: &str, pieces: Vec<TrayPiece>| TrayGroup {
            name: name.into(),
            note: String::new(),
            in_line: true,
            pieces,
        };
        let grenadiers = ["G-11-1", "G-11-2"].map(|name| piece(name, "Rifle squad", true)).to_vec();
        let alarm = vec![piece("GI2.3-1", "Medium MG", true), piece("GI2.3-2", "Security squad", true)];
        let works = vec![
            piece("wire", "Wire", false),
            piece("at-minefield", "AT minefield, 3x3 inch", false),
            piece("at-minefield", "AT minefield, 3x3 inch", false),
        ];
        Tray {
            title: String::new(),
            plural: "stands",
            side: 1,
            form: "lay-out".into(),
            key: "places",
            whole: false,
            facing: 0,
            groups: vec![
                group("1./Grenadier (G-11)", grenadiers),
                group("Alarm company (GI2.3)", alarm),
                group("Fortifications", works),
            ],
            zones: Vec::new(),
            bands: Vec::new(),
            others: vec!["J. E. B. Stuart".into(), "Stuart".into()],
            places: vec![("State Farm".into(), Point { x: 3550, y: 2350 })],
            marks: Vec::new(),
        }
    }

    #[test]
    fn names_as_they_are_printed_become_those_of_the_form() {
        let read = |list: &str| tray().understood(list).unwrap_or_else(|faults| faults.join(" "));
        assert_eq!(read("1./Grenadier: 12 20 90"), "G-11-1, G-11-2: 12 20 90");
        assert_eq!(read("alarm COMPANY: 12,20\nmedium mg: 3 4"), "GI2.3-1, GI2.3-2: 12,20; GI2.3-1: 3 4");
        assert_eq!(
            read("wire: 30 8; minefield: 31 8; AT minefield, 3x3 inch: 32 8"),
            "wire: 30 8; at-minefield: 31 8; at-minefield: 32 8"
        );
        assert_eq!(read("G-11-2, Medium MG: state farm 90"), "G-11-2, GI2.3-1: 35.50 23.50 90");
        // What the rules know better stays: ids of who is gone, what cannot be read.
        assert_eq!(read("G-11-3: 14 24; G-21-2: a b; wire"), "G-11-3: 14 24; G-21-2: a b; wire");
        assert_eq!(read("G-11-1 G-11-2: 14 24"), "G-11-1, G-11-2: 14 24");
        // What the form takes though it lies in no tray.
        assert_eq!(
            read("J.E.B. Stuart: 3 4; Stuart, G-11-1: 5 6"),
            "J.E.B. Stuart: 3 4; G-11-1: 5 6; Stuart: 5 6"
        );
    }

    #[test]
    fn formations_of_one_name_are_taken_one_after_the_other() {
        let mut tray = tray();
        let twin = TrayGroup { name: "Alarm company (GI2.4)".into(), ..tray.groups[1].clone() };
        tray.groups.insert(2, twin);
        for (n, piece) in tray.groups[2].pieces.iter_mut().enumerate() {
            piece.name = format!("GI2.4-{}", n + 1);
        }
        let read = |list: &str| tray.understood(list).unwrap_or_else(|faults| faults.join(" "));
        assert_eq!(
            read("Alarm company: 12 20; alarm company: 14 20"),
            "GI2.3-1, GI2.3-2: 12 20; GI2.4-1, GI2.4-2: 14 20"
        );
        assert_eq!(
            read("Alarm company (GI2.4): 12 20; Alarm company: 14 20"),
            "GI2.4-1, GI2.4-2: 12 20; GI2.3-1, GI2.3-2: 14 20"
        );
    }

    #[test]
    fn each_name_that_means_nothing_is_told_with_its_entry_and_what_is_near_it() {
        let faults =
            tray().understood("1./Grenadir: 12 20; Panzer: 4 5; wir: 30 8; G-11-1: Stat Farm").unwrap_err();
        assert_eq!(
            faults,
            [
                "“1./Grenadir: 12 20”: nothing in your tray is called “1./Grenadir”. Near it: 1./Grenadier.",
                "“Panzer: 4 5”: nothing in your tray is called “Panzer”.",
                "“G-11-1: Stat Farm”: no place is called “Stat Farm”. Near it: State Farm.",
            ]
        );
        let several = tray().understood("Alrm compny: 12 20").unwrap_err();
        assert_eq!(
            several,
            ["“Alrm compny: 12 20”: nothing in your tray is called “Alrm compny”. Near it: Alarm company."]
        );
    }
}
