//! The campaign's secret and what is published of it beforehand.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use zeroize::Zeroize;

use crate::{Digest, NotHex};

/// The 256 bits all dice of a campaign come from. Never printed, wiped from memory when dropped.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

/// What is published before the first roll: it fixes the secret without telling it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Commitment(pub Digest);

impl Secret {
    /// Takes bytes drawn from a random source fit for keys.
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Reads 64 lower-case hexadecimal digits.
    ///
    /// # Errors
    /// [`NotHex`] for anything else.
    pub fn from_hex(text: &str) -> Result<Self, NotHex> {
        text.parse::<Digest>().map(|digest| Self(digest.0))
    }

    /// The bytes, for storing the secret or showing it when the campaign is over.
    pub fn reveal(&self) -> &[u8; 32] {
        &self.0
    }

    /// `SHA-256("adjutant-secret-v1\n" + secret)`.
    pub fn commitment(&self) -> Commitment {
        let mut hash = Sha256::new();
        hash.update(b"adjutant-secret-v1\n");
        hash.update(self.0);
        Commitment(Digest(hash.finalize().into()))
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(withheld)")
    }
}

impl fmt::Display for Commitment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Drop for Secret {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}
