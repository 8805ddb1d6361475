//! Corrections of a table below and of the one above, which are made together.

use super::Joints;
use super::told::{Corrected, Told, corrections, place};
use crate::bundle::Bundle;

impl Joints {
    /// No correction reaches back to an entry by which a table below was opened or closed, but together with such a table.
    pub(super) fn reach(&mut self, n: usize, file: &Bundle, tables: &[Told], closed: &[Told]) {
        let opened = tables.iter().filter_map(|entry| place(file, entry));
        // The command that takes it in comes next.
        let ends = closed.iter().filter_map(|entry| {
            let broken_off = entry.body.pointer("/closed/broken_off").and_then(serde_json::Value::as_bool);
            Some(place(file, entry)? + u64::from(broken_off != Some(true)))
        });
        let touched: Vec<u64> = opened.chain(ends).collect();
        for corrected in corrections(file) {
            let last = touched.iter().filter(|touched| **touched < corrected.master).max();
            let reaches = corrected.first().zip(last).is_some_and(|(first, last)| first <= *last);
            self.unless(
                !reaches || corrected.names_any(),
                n,
                &format!("umpire {}", corrected.number),
                "changes what a table below rests on, and names none that is corrected with it",
            );
        }
    }

    /// The corrections of a table below since it handed up are those that the corrections above name, one for one.
    pub(super) fn corrected(
        &mut self,
        slot: &str,
        (n, file): (usize, &Bundle),
        (m, below): (usize, &Bundle),
        handed: Option<&Told>,
    ) {
        if file.master.is_none() || below.master.is_none() {
            return;
        }
        let up = handed.and_then(|handed| place(below, handed));
        let made: Vec<Corrected> =
            corrections(below).into_iter().filter(|one| up.is_some_and(|up| one.master > up)).collect();
        let above = corrections(file);
        let mut named = above.iter().filter_map(|one| Some((one.number, one.names(slot)?)));
        for one in &made {
            let name = named.next();
            let same = name.is_some_and(|(_, hash)| hash == one.hash.to_string());
            let place = format!("umpire {}", one.number);
            self.unless(
                same,
                m,
                &place,
                "corrects what was handed up, and the table above does not name it so",
            );
        }
        for (number, _) in named {
            let sentence = format!("names a correction of {slot} that is not there");
            self.unless(false, n, &format!("umpire {number}"), &sentence);
        }
    }
}
