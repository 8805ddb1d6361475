//! Heads in the form in which people note them.

use dice::Digest;

/// Digits that are shown of a head: 128 bits. Whoever tries histories until two show the same has 2^64 tries before him.
const SHOWN: usize = 32;

/// Digits of the beginning and of the end of the form shown before: 64 bits, for which 2^32 tries are enough.
const ENDS: (usize, usize) = (12, 4);

/// The first 32 digits of a hash in groups of four, to compare by eye and to find it again with `verify --head`:
/// `d64f dc04 c1f9 …`. What is shorter stands as it is.
pub fn short_head(hash: &str) -> String {
    let Some(shown) = hash.get(..SHOWN) else { return hash.to_owned() };
    let groups: Vec<String> =
        shown.chars().collect::<Vec<_>>().chunks(4).map(|group| group.iter().collect()).collect();
    groups.join(" ")
}

/// A head as somebody noted it: whole, its first digits, or both ends of it.
#[derive(Debug)]
pub(super) struct Noted {
    begins: String,
    ends: String,
}

impl Noted {
    pub fn read(noted: &str) -> Result<Self, String> {
        let digits: String = noted.replace("...", "…").chars().filter(|sign| !sign.is_whitespace()).collect();
        let of = |part: &str, least: usize| {
            (least..=64).contains(&part.len())
                && part.bytes().all(|sign| matches!(sign, b'0'..=b'9' | b'a'..=b'f'))
        };
        let Some((begins, ends)) = digits.split_once('…') else {
            if digits.len() == SHOWN && of(&digits, SHOWN) {
                return Ok(Self { begins: digits, ends: String::new() });
            }
            let whole: Digest = digits.parse().map_err(|error: dice::NotHex| error.to_string())?;
            return Ok(Self { begins: whole.to_string(), ends: String::new() });
        };
        if of(begins, ENDS.0) && of(ends, ENDS.1) {
            Ok(Self { begins: begins.to_owned(), ends: ends.to_owned() })
        } else {
            Err("is shortened too much: at least its first 12 and its last 4 digits are needed".to_owned())
        }
    }

    pub fn is(&self, hash: &Digest) -> bool {
        let hash = hash.to_string();
        hash.starts_with(&self.begins) && hash.ends_with(&self.ends)
    }

    /// How many digits it has, where two histories with the same could be prepared.
    pub fn is_weak(&self) -> Option<usize> {
        let n = self.begins.len() + self.ends.len();
        (n < SHOWN).then_some(n)
    }
}
