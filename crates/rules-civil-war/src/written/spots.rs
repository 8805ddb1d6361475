//! Places on the table, as maps write them: `Jenkins: 2 8; Toombs: 5.5 14` for units, `0, 14; 30, 16.5` for a line, and a
//! stroke between several lines.

use super::{Text, all_clear, person};
use crate::battle::{Segment, Spot};
use crate::words::Inches;

impl Text for Vec<Spot> {
    fn write(&self) -> String {
        let spot = |spot: &Spot| format!("{}: {} {}", spot.unit, plain(spot.x), plain(spot.y));
        self.iter().map(spot).collect::<Vec<_>>().join("; ")
    }

    /// Nothing stands behind the two inches: what does is mostly a unit before which a semicolon is missing.
    fn read(text: &str) -> Result<Self, String> {
        let parts = text.split([';', '\n']).map(str::trim).filter(|part| !part.is_empty());
        let spot = |part: &str| {
            let unclear = || format!("A unit stands as in “Jenkins: 12 24.5”, not as in “{part}”.");
            let (unit, at) = part.split_once(':').ok_or_else(unclear)?;
            let words: Vec<&str> = at.split_whitespace().filter(|word| *word != ",").collect();
            if let [_, _, more @ ..] = &words[..]
                && !more.is_empty()
            {
                return Err(format!(
                    "In “{part}”: “{}” stands behind the place; each unit is parted from the next by a semicolon.",
                    more.join(" ")
                ));
            }
            let (x, y) = place(at).ok_or_else(unclear)?;
            let unit = person(unit).ok_or_else(unclear)?;
            let length = |said: &str| inches(said).map_err(|why| format!("In “{part}”: {why}"));
            Ok(Spot { unit, x: length(x)?, y: length(y)? })
        };
        let mut all = Self::new();
        all_clear(parts.filter_map(|part| spot(part).map(|spot| all.push(spot)).err()))?;
        Ok(all)
    }
}

impl Text for Vec<Segment> {
    fn write(&self) -> String {
        let point = |x: Inches, y: Inches| format!("{}, {}", plain(x), plain(y));
        let mut text = String::new();
        for (at, line) in self.iter().enumerate() {
            let before = at.checked_sub(1).map(|before| &self[before]);
            let goes_on = before.is_some_and(|before| (before.x2, before.y2) == (line.x1, line.y1));
            if !goes_on {
                text.push_str(if at > 0 { " / " } else { "" });
                text.push_str(&point(line.x1, line.y1));
            }
            text.push_str(&format!("; {}", point(line.x2, line.y2)));
        }
        text
    }

    fn read(text: &str) -> Result<Self, String> {
        let (mut all, mut unclear) = (Self::new(), Vec::new());
        for line in text.split(STROKES).map(str::trim).filter(|line| !line.is_empty()) {
            let point = |part: &str| {
                let (x, y) = place(part)
                    .filter(|_| part.split_whitespace().filter(|word| *word != ",").count() <= 2)
                    .ok_or_else(|| format!("A point is written as “12, 24.5”, not as “{part}”."))?;
                let length = |said: &str| inches(said).map_err(|why| format!("In “{part}”: {why}"));
                Ok::<_, String>((length(x)?, length(y)?))
            };
            let parts: Vec<&str> = line.split(';').map(str::trim).filter(|part| !part.is_empty()).collect();
            if parts.len() == 1 {
                unclear.push(format!("A line of breastworks has two points or more, unlike “{line}”."));
            }
            let read = |part: &str| point(part).map_err(|why| unclear.push(why)).ok();
            let points: Vec<(Inches, Inches)> = parts.into_iter().filter_map(read).collect();
            let pair = |pair: &[(Inches, Inches)]| Segment {
                x1: pair[0].0,
                y1: pair[0].1,
                x2: pair[1].0,
                y2: pair[1].1,
            };
            all.extend(points.windows(2).map(pair));
        }
        all_clear(unclear.into_iter())?;
        Ok(all)
    }
}

/// What parts one line from the next.
const STROKES: [char; 5] = ['/', '|', '–', '—', '\n'];

/// Inches without their sign.
fn plain(inches: Inches) -> String {
    (f64::from(inches.0) / 4.0).to_string()
}

/// The two lengths of a place: “12 24.5”, “12, 24.5”, “12,24”, and with decimal commas “12,5 24”. A comma that ends a word parts
/// them; within one of two words it is that of a decimal.
fn place(text: &str) -> Option<(&str, &str)> {
    let words = text.split_whitespace().map(|word| word.trim_matches(','));
    let mut words = words.filter(|word| !word.is_empty());
    match (words.next()?, words.next()) {
        (x, Some(y)) => Some((x, y)),
        (both, None) => both.split_once(',').filter(|(_, y)| !y.contains(',')),
    }
}

/// A length on the table, also with a decimal comma; a map points finer than a quarter of an inch, so the nearest quarter is
/// taken.
fn inches(text: &str) -> Result<Inches, String> {
    let said: Option<f64> =
        text.trim().replace(',', ".").parse().ok().filter(|said: &f64| said.abs() <= 1000.0);
    let said = said.ok_or_else(|| format!("“{}” is no length in inches.", text.trim()))?;
    Inches::exact((said * 4.0).round() / 4.0).ok_or_else(|| format!("“{}” is too long.", text.trim()))
}
