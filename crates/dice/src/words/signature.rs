//! A signature that holds once, out of SHA-256 alone (Winternitz): what is signed says how far each of 34 chains of
//! digests has been walked, and only who knows their beginnings can walk any of them less far.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Digest, Encoding};

/// How many chains there are: one for each byte of a digest, and two for how far the others were not walked.
const N_CHAINS: usize = 34;
/// How long a chain is: as often as the largest byte says.
const LENGTH: u8 = 255;

/// A signature over one digest, written as 34 times 64 lower-case hexadecimal digits.
#[derive(Clone, PartialEq, Eq)]
pub struct Signature([[u8; 32]; N_CHAINS]);

/// The text is no signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be 2176 lower-case hexadecimal digits")]
pub struct NotASignature;

impl Signature {
    pub(super) fn new(seed: &[u8; 32], signed: &Digest) -> Self {
        let steps = steps(signed);
        Self(std::array::from_fn(|n| walk(n, begin(seed, n), 0, steps[n])))
    }

    /// The ends of all chains, which the digest of words names.
    pub(super) fn keys(seed: &[u8; 32]) -> [[u8; 32]; N_CHAINS] {
        std::array::from_fn(|n| walk(n, begin(seed, n), 0, LENGTH))
    }

    /// The ends that this signature leads to where it is one of `signed`.
    pub(super) fn keys_for(&self, signed: &Digest) -> [[u8; 32]; N_CHAINS] {
        let steps = steps(signed);
        std::array::from_fn(|n| walk(n, self.0[n], steps[n], LENGTH))
    }
}

/// How far each chain is walked: the bytes of what is signed, then what they leave, as 2 bytes. Who walks one of the first
/// further has to walk one of the last two back.
fn steps(signed: &Digest) -> [u8; N_CHAINS] {
    let left: u16 = signed.0.iter().map(|byte| u16::from(LENGTH - byte)).sum();
    let mut steps = [0; N_CHAINS];
    let (first, last) = steps.split_at_mut(signed.0.len());
    first.copy_from_slice(&signed.0);
    last.copy_from_slice(&left.to_be_bytes());
    steps
}

fn begin(seed: &[u8; 32], chain: usize) -> [u8; 32] {
    Encoding::new("adjutant-words-chain-v1").bytes(seed).number(chain as u64).sha256().0
}

fn walk(chain: usize, from: [u8; 32], start: u8, end: u8) -> [u8; 32] {
    (start..end).fold(from, |at, step| {
        let next = Encoding::new("adjutant-words-step-v1").number(chain as u64).number(u64::from(step));
        next.bytes(&at).sha256().0
    })
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0.as_flattened()))
    }
}

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signature({self})")
    }
}

impl FromStr for Signature {
    type Err = NotASignature;

    fn from_str(text: &str) -> Result<Self, NotASignature> {
        if text.bytes().any(|b| b.is_ascii_uppercase()) {
            return Err(NotASignature);
        }
        let mut chains = [[0; 32]; N_CHAINS];
        hex::decode_to_slice(text, chains.as_flattened_mut()).map_err(|_| NotASignature)?;
        Ok(Self(chains))
    }
}

impl Serialize for Signature {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Signature {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}
