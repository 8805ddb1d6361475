//! The one encoding of everything that is hashed.

use sha2::{Digest as _, Sha256};

use crate::Digest;

/// Bytes built from length-prefixed fields, so that no two lists of fields give the same bytes.
///
/// The layout is told in the crate's documentation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Encoding(Vec<u8>);

impl Encoding {
    /// Begins a message of the purpose named by `tag`.
    pub fn new(tag: &str) -> Self {
        Self(Vec::with_capacity(256)).text(tag)
    }

    /// Adds a text: its length in bytes, then its UTF-8.
    #[must_use]
    pub fn text(self, text: &str) -> Self {
        self.bytes(text.as_bytes())
    }

    /// Adds bytes: their count, then themselves.
    #[must_use]
    pub fn bytes(self, bytes: &[u8]) -> Self {
        let mut built = self.number(bytes.len() as u64);
        built.0.extend_from_slice(bytes);
        built
    }

    /// Adds a number as 8 bytes, big endian.
    #[must_use]
    pub fn number(mut self, number: u64) -> Self {
        self.0.extend_from_slice(&number.to_be_bytes());
        self
    }

    /// What has been built.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// SHA-256 of what has been built.
    pub fn sha256(&self) -> Digest {
        Digest(Sha256::digest(&self.0).into())
    }
}
