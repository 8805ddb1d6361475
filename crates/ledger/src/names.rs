//! Names that are written into files and hashes: campaigns, streams, lineages.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A campaign's name in files, addresses and hashes: 1 to 64 of `a`-`z`, `A`-`Z`, `0`-`9`, `-`, `_`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CampaignId(String);

/// One of the lines a campaign's log consists of, in the order in which they are hashed.
///
/// Written `public`, `side-0` to `side-255`, `umpire`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum Stream {
    /// What everybody may see.
    Public,
    /// What one side may see, numbered as in the manifest from 0.
    Side(u8),
    /// What only the umpire may see.
    Umpire,
}

/// Where a command comes from, the same before and after a correction. Written as 32 lower-case
/// hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Lineage(pub [u8; 16]);

/// A text is no name of this kind.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be {0}")]
pub struct BadName(&'static str);

impl BadName {
    pub(crate) fn new(wanted: &'static str) -> Self {
        Self(wanted)
    }
}

impl CampaignId {
    /// Takes a text as a campaign's name.
    ///
    /// # Errors
    /// [`BadName`] when it is empty, longer than 64, or holds other characters.
    pub fn new(text: impl Into<String>) -> Result<Self, BadName> {
        let text = text.into();
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        if text.is_empty() || text.len() > 64 || !text.bytes().all(allowed) {
            return Err(BadName("a campaign name: 1 to 64 letters a-z or A-Z, digits, '-' or '_'"));
        }
        Ok(Self(text))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Stream {
    type Err = BadName;

    fn from_str(text: &str) -> Result<Self, BadName> {
        match text {
            "public" => Ok(Self::Public),
            "umpire" => Ok(Self::Umpire),
            _ => {
                let side = text.strip_prefix("side-").and_then(|number| number.parse().ok()).map(Self::Side);
                // One spelling each: "side-07" and "side-+7" are refused.
                side.filter(|stream| stream.to_string() == text)
                    .ok_or(BadName("a stream: public, side-0 to side-255, or umpire"))
            }
        }
    }
}

impl fmt::Display for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Public => f.write_str("public"),
            Self::Side(side) => write!(f, "side-{side}"),
            Self::Umpire => f.write_str("umpire"),
        }
    }
}

impl FromStr for Lineage {
    type Err = BadName;

    fn from_str(text: &str) -> Result<Self, BadName> {
        let fault = BadName("32 lower-case hexadecimal digits");
        if text.bytes().any(|byte| byte.is_ascii_uppercase()) {
            return Err(fault);
        }
        let mut bytes = [0; 16];
        hex::decode_to_slice(text, &mut bytes).map_err(|_| fault)?;
        Ok(Self(bytes))
    }
}

impl fmt::Display for Lineage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for Lineage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Lineage({self})")
    }
}

impl FromStr for CampaignId {
    type Err = BadName;

    fn from_str(text: &str) -> Result<Self, BadName> {
        Self::new(text)
    }
}

impl fmt::Display for CampaignId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for CampaignId {
    type Error = BadName;

    fn try_from(text: String) -> Result<Self, BadName> {
        Self::new(text)
    }
}

impl From<CampaignId> for String {
    fn from(id: CampaignId) -> Self {
        id.0
    }
}

impl TryFrom<String> for Stream {
    type Error = BadName;

    fn try_from(text: String) -> Result<Self, BadName> {
        text.parse()
    }
}

impl From<Stream> for String {
    fn from(stream: Stream) -> Self {
        stream.to_string()
    }
}

impl TryFrom<String> for Lineage {
    type Error = BadName;

    fn try_from(text: String) -> Result<Self, BadName> {
        text.parse()
    }
}

impl From<Lineage> for String {
    fn from(lineage: Lineage) -> Self {
        lineage.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::{CampaignId, Lineage, Stream};

    #[test]
    fn streams_keep_their_names_and_their_order() {
        let streams = [Stream::Public, Stream::Side(0), Stream::Side(2), Stream::Side(10), Stream::Umpire];
        assert!(streams.is_sorted());
        for stream in streams {
            assert_eq!(stream.to_string().parse(), Ok(stream));
        }
    }

    #[test]
    fn a_name_has_one_spelling() {
        for text in ["side-00", "side-+1", "side-256", "side-", "Public", "seat-1", ""] {
            assert!(text.parse::<Stream>().is_err(), "{text:?}");
        }
        assert!("0123456789ABCDEF0123456789abcdef".parse::<Lineage>().is_err());
        assert!("0123456789abcdef0123456789abcdef".parse::<Lineage>().is_ok());
    }

    #[test]
    fn campaign_names_are_fit_for_files_and_addresses() {
        for text in ["", "a/b", "..", "ä", "with space"] {
            assert!(CampaignId::new(text).is_err(), "{text:?}");
        }
        assert!(CampaignId::new("x".repeat(65)).is_err());
        assert_eq!(CampaignId::new("Autumn_42-b").unwrap().as_str(), "Autumn_42-b");
    }
}
