//! Cells of numbers, and what the usual slips of typing were meant to be.

use toml_edit::{Item, Value};

use super::{Bad, choice, quoted};

/// A number with its slips put right: letters that look like digits, a printed minus, spaces, an empty fraction.
fn mended(text: &str) -> Option<i64> {
    let digits: String = text
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| match c {
            'O' | 'o' => '0',
            'l' | 'I' | '|' => '1',
            '−' | '–' => '-',
            ',' => '.',
            c => c,
        })
        .collect();
    let whole = digits.split_once('.').map_or(digits.as_str(), |(whole, fraction)| {
        if fraction.bytes().all(|byte| byte == b'0') { whole } else { "" }
    });
    whole.strip_prefix('+').unwrap_or(whole).parse().ok()
}

fn exact(text: &str) -> Option<i64> {
    text.replacen('−', "-", 1).parse().ok()
}

pub(super) fn whole(text: &str, least: i64, most: i64) -> Result<i64, Bad> {
    let bounds = format!("A whole number from {least} to {most} belongs here");
    match exact(text) {
        Some(number) if (least..=most).contains(&number) => Ok(number),
        Some(_) => Err(Bad::new(format!("{} is out of bounds. {bounds}.", quoted(text)), None)),
        None => {
            let meant = mended(text).filter(|number| (least..=most).contains(number));
            let sentence = format!("{} is no whole number. {bounds}.", quoted(text));
            Err(Bad::new(sentence, meant.map(|number| number.to_string())))
        }
    }
}

pub(super) fn number_or(text: &str, words: &[(String, String)]) -> Result<Value, Bad> {
    if let Some(number) = exact(text) {
        return Ok(number.into());
    }
    match choice(text, words) {
        Ok(word) => Ok(word.into()),
        Err(bad) => {
            let others = words.iter().map(|(word, _)| word.as_str()).collect::<Vec<_>>().join(", ");
            let sentence = format!("{} is neither a whole number nor one of: {others}.", quoted(text));
            Err(Bad::new(sentence, bad.suggestion.or_else(|| mended(text).map(|number| number.to_string()))))
        }
    }
}

/// A number with its fraction, without needless zeros.
pub(super) fn decimal_words(item: &Item) -> Option<String> {
    if let Some(number) = item.as_integer() {
        return Some(number.to_string());
    }
    item.as_float()?;
    let value = item.as_value()?.clone().decorated("", "").to_string().replace('_', "");
    if value.contains(['e', 'E', 'n', 'i']) {
        return None;
    }
    let short = value.trim_end_matches('0').trim_end_matches('.');
    Some(short.strip_prefix('+').unwrap_or(short).to_owned())
}

pub(super) fn decimal(text: &str) -> Result<Value, Bad> {
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let read = |text: &str| {
        let (sign, digits) = match text.strip_prefix(['-', '−']) {
            Some(digits) => ("-", digits),
            None => ("", text),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
        let is_number = is_digits(whole) && is_digits(fraction) && whole.len() <= 9;
        let whole = whole.trim_start_matches('0');
        let whole = if whole.is_empty() { "0" } else { whole };
        is_number.then(|| (format!("{sign}{whole}"), fraction.trim_end_matches('0').to_owned()))
    };
    match read(text) {
        Some((whole, fraction)) if fraction.is_empty() => {
            whole.parse::<i64>().map(Value::from).map_err(|_| Bad::new("This is no number.", None))
        }
        Some((whole, fraction)) if fraction.len() <= 2 => {
            format!("{whole}.{fraction}").parse::<Value>().map_err(|_| Bad::new("This is no number.", None))
        }
        Some(_) => Err(Bad::new(format!("{} has more than two decimals.", quoted(text)), None)),
        None => {
            let with_point = text.replace(',', ".").replace(['O', 'o'], "0");
            let meant = read(with_point.trim()).filter(|(_, fraction)| fraction.len() <= 2);
            let sentence = format!("{} is no number such as 12 or 2.5.", quoted(text));
            Err(Bad::new(sentence, meant.map(|_| with_point.trim().to_owned())))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_read_and_slips_are_understood() {
        assert_eq!(whole("−3", -5, 5), Ok(-3));
        let meant = |text: &str| whole(text, 0, 100).unwrap_err().suggestion;
        assert_eq!(meant("1O"), Some("10".into()));
        assert_eq!(meant("7.0"), Some("7".into()));
        assert_eq!(meant("7.5"), None);
        assert_eq!(meant("101"), None);
        assert_eq!(meant("seven"), None);
    }

    #[test]
    fn decimals_keep_two_places_and_no_more() {
        let of = |text: &str| decimal(text).map(|value| value.to_string()).map_err(|bad| bad.suggestion);
        assert_eq!(of("72.00"), Ok("72".into()));
        assert_eq!(of("-0.5"), Ok("-0.5".into()));
        assert_eq!(of("2,5"), Err(Some("2.5".into())));
        assert_eq!(of("0.125"), Err(None));
        assert_eq!(of("1e3"), Err(None));
        assert_eq!(of(""), Err(None));
    }
}
