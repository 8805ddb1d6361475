//! Days in the ways in which people and spreadsheets write them.

/// The first day that spreadsheets count rightly, as they count: they know a 29 February 1900.
const FIRST_SERIAL: i64 = 61;

/// The last day of the year 9999 as spreadsheets count.
const LAST_SERIAL: i64 = 2_958_465;

/// The days that a text may mean: 24.12.1942, 24 December 1942, 12/24/1942, or 15699, which is the same day as a spreadsheet
/// counts. Two where the month may stand first or second. They may be days that are in no calendar.
pub(super) fn meant(text: &str) -> Vec<String> {
    if let Some(serial) = text.parse().ok().filter(|serial| (FIRST_SERIAL..=LAST_SERIAL).contains(serial)) {
        return vec![counted(serial)];
    }
    let text = text.split_once(" 00:00").map_or(text, |(day, _)| day);
    let parts: Vec<&str> = text.split(['.', '/', '-', ' ', ',']).filter(|part| !part.is_empty()).collect();
    let [first, second, third] = parts.as_slice() else { return Vec::new() };
    let is_year_first = first.len() == 4 && first.bytes().all(|byte| byte.is_ascii_digit());
    let (day, month, year) = if is_year_first { (third, second, first) } else { (first, second, third) };
    let number = |part: &str| {
        part.trim_end_matches(|c: char| c.is_ascii_alphabetic()).parse::<u32>().ok().filter(|n| *n > 0)
    };
    let Some(year) = number(year).filter(|year| (1000..=9999).contains(year)) else { return Vec::new() };
    let one = |day: u32, month: u32| format!("{year:04}-{month:02}-{day:02}");
    match (number(day), number(month)) {
        // With strokes the month may stand first.
        (Some(day), Some(month)) if text.contains('/') && !is_year_first => match (day > 12, month > 12) {
            (true, true) => Vec::new(),
            (true, false) => vec![one(day, month)],
            (false, true) => vec![one(month, day)],
            (false, false) if day == month => vec![one(day, month)],
            (false, false) => vec![one(day, month), one(month, day)],
        },
        (Some(day), Some(month)) => vec![one(day, month)],
        (Some(day), None) => named(month).map(|month| one(day, month)).into_iter().collect(),
        // December 24, 1942.
        (None, Some(day)) => named(first).map(|month| one(day, month)).into_iter().collect(),
        (None, None) => Vec::new(),
    }
}

/// The month of a name or of its beginning.
fn named(word: &str) -> Option<u32> {
    const MONTHS: [&str; 12] =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let name = word.to_lowercase();
    let at = MONTHS.iter().position(|known| name.starts_with(known))?;
    u32::try_from(at).ok().map(|at| at + 1)
}

/// The day of a count of days from 30 December 1899.
fn counted(serial: i64) -> String {
    // Counted from 1 March of the year 0, so that the day of a leap year comes last: 25569 is 1 January 1970.
    let days = serial - 25_569 + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_that_could_be_two_days_is_both() {
        assert_eq!(meant("3/4/1943"), ["1943-04-03", "1943-03-04"]);
        assert_eq!(meant("23/4/1943"), ["1943-04-23"]);
        assert_eq!(meant("4/23/1943"), ["1943-04-23"]);
        assert_eq!(meant("4/4/1943"), ["1943-04-04"]);
        assert!(meant("23/24/1943").is_empty());
    }

    #[test]
    fn days_are_known_however_they_are_written() {
        for text in ["24.12.1942", "24 December 1942", "Dec 24, 1942", "24th Dec 1942", "1942/12/24", "15699"]
        {
            assert_eq!(meant(text), ["1942-12-24"], "{text}");
        }
        assert_eq!(meant("1942-12-24 00:00:00"), ["1942-12-24"]);
        assert_eq!((meant("61"), meant("16131")), (vec!["1900-03-01".into()], vec!["1944-02-29".into()]));
        for text in ["seven", "24.12.42", "12", "1942-12-24 06:00:00"] {
            assert!(meant(text).is_empty(), "{text}");
        }
    }
}
