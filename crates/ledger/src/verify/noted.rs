//! Heads in the form in which people note them.

use dice::Digest;

/// Digits that are shown of the beginning and of the end of a head.
const SHOWN: (usize, usize) = (12, 4);

/// Both ends of a hash in hexadecimal digits, enough to compare by eye and to find it again with `verify --head`:
/// `d64f dc04 c1f9 … d296`. What is too short for that stands as it is.
pub fn short_head(hash: &str) -> String {
    let (begins, ends) = SHOWN;
    let rest = hash.len().checked_sub(begins + ends).and_then(|middle| hash.get(begins + middle..));
    let (Some(begins), Some(ends)) = (hash.get(..begins), rest) else { return hash.to_owned() };
    let groups: Vec<String> =
        begins.chars().collect::<Vec<_>>().chunks(4).map(|group| group.iter().collect()).collect();
    format!("{} … {ends}", groups.join(" "))
}

/// A head as somebody noted it: whole, or both ends of it.
#[derive(Debug)]
pub(super) struct Noted {
    begins: String,
    ends: String,
}

impl Noted {
    pub fn read(noted: &str) -> Result<Self, String> {
        let digits: String = noted.replace("...", "…").chars().filter(|sign| !sign.is_whitespace()).collect();
        let Some((begins, ends)) = digits.split_once('…') else {
            let whole: Digest = digits.parse().map_err(|error: dice::NotHex| error.to_string())?;
            return Ok(Self { begins: whole.to_string(), ends: String::new() });
        };
        let of = |part: &str, least: usize| {
            (least..=64).contains(&part.len())
                && part.bytes().all(|sign| matches!(sign, b'0'..=b'9' | b'a'..=b'f'))
        };
        if of(begins, SHOWN.0) && of(ends, SHOWN.1) {
            Ok(Self { begins: begins.to_owned(), ends: ends.to_owned() })
        } else {
            Err("is shortened too much: at least its first 12 and its last 4 digits are needed".to_owned())
        }
    }

    pub fn is(&self, hash: &Digest) -> bool {
        let hash = hash.to_string();
        hash.starts_with(&self.begins) && hash.ends_with(&self.ends)
    }
}
