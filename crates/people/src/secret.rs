//! Secrets that open a door, and handles that only name it.

use std::fmt;

use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use crate::fault::Fault;

/// A secret of 32 random bytes: an invitation or a session. Kept nowhere but with its bearer.
#[derive(Clone)]
pub struct Secret(Zeroizing<[u8; 32]>);

impl Secret {
    /// A new one from the operating system.
    ///
    /// # Errors
    /// [`Fault::Random`].
    pub(crate) fn random() -> Result<Self, Fault> {
        let mut bytes = Zeroizing::new([0; 32]);
        getrandom::fill(bytes.as_mut_slice())?;
        Ok(Self(bytes))
    }

    /// Reads the 64 hexadecimal digits of [`Secret::reveal`]; `None` when the text is anything else.
    pub fn read(text: &str) -> Option<Self> {
        let mut bytes = Zeroizing::new([0; 32]);
        hex::decode_to_slice(text, bytes.as_mut_slice()).ok()?;
        Some(Self(bytes))
    }

    /// The secret as 64 hexadecimal digits, for a link or a cookie. Never log it.
    pub fn reveal(&self) -> String {
        hex::encode(self.0.as_slice())
    }

    /// What is stored: the secret cannot be found from it.
    pub(crate) fn hash(&self) -> Vec<u8> {
        Sha256::digest(self.0.as_slice()).to_vec()
    }

    /// A second secret that only the bearer's own pages know. It is not stored, so a copy of the database
    /// does not hold it.
    pub(crate) fn csrf(&self) -> String {
        let digest =
            Sha256::new().chain_update(b"adjutant csrf 1\0").chain_update(self.0.as_slice()).finalize();
        hex::encode(digest)
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// Names a person, an invitation or a session in lists and addresses without opening anything.
/// Random, so that it tells nothing about how many there are.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Handle(String);

impl Handle {
    pub(crate) fn random() -> Result<Self, Fault> {
        let mut bytes = [0; 8];
        getrandom::fill(&mut bytes)?;
        Ok(Self(hex::encode(bytes)))
    }

    pub(crate) fn stored(text: String) -> Self {
        Self(text)
    }

    /// Reads a handle from an address; `None` when it is not 16 hexadecimal digits.
    pub fn read(text: &str) -> Option<Self> {
        let fits = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        fits.then(|| Self(text.to_ascii_lowercase()))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// The letters of a recovery code: none that is taken for another.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";
/// How many of them a code has: 100 bits.
const N_LETTERS: usize = 20;

/// A code that lets its bearer choose a new password once. Kept nowhere but with its bearer.
#[derive(Clone)]
pub struct RecoveryCode(Zeroizing<String>);

impl RecoveryCode {
    pub(crate) fn random() -> Result<Self, Fault> {
        let mut bytes = Zeroizing::new([0; N_LETTERS]);
        getrandom::fill(bytes.as_mut_slice())?;
        Ok(Self(Zeroizing::new(
            bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect(),
        )))
    }

    /// Reads a code as somebody copies it from paper: capitals, blanks and strokes do not count.
    pub fn read(text: &str) -> Self {
        let letters =
            text.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_lowercase());
        Self(Zeroizing::new(
            letters.map(|letter| if letter == 'o' { '0' } else { letter }).take(64).collect(),
        ))
    }

    /// The code in groups of five, to be written down. Never log it.
    pub fn reveal(&self) -> String {
        let groups: Vec<&str> =
            (0..self.0.len()).step_by(5).filter_map(|at| self.0.get(at..at + 5)).collect();
        groups.join("-")
    }

    pub(crate) fn hash(&self) -> Vec<u8> {
        Sha256::new()
            .chain_update(b"adjutant recovery 1\0")
            .chain_update(self.0.as_bytes())
            .finalize()
            .to_vec()
    }
}

impl fmt::Debug for RecoveryCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RecoveryCode(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_is_read_back_and_never_shown_by_accident() {
        let secret = Secret::random().unwrap();
        let text = secret.reveal();
        assert_eq!(text.len(), 64);
        assert_eq!(Secret::read(&text).unwrap().hash(), secret.hash());
        assert!(!format!("{secret:?}").contains(&text));
        assert_ne!(secret.csrf(), text);
        assert_ne!(secret.csrf(), hex::encode(secret.hash()));
    }

    #[test]
    fn other_texts_are_no_secrets() {
        for text in ["", "00", &"g".repeat(64), &"0".repeat(63), &"0".repeat(66)] {
            assert!(Secret::read(text).is_none(), "{text}");
        }
    }

    #[test]
    fn a_recovery_code_is_read_as_people_copy_it() {
        let code = RecoveryCode::random().unwrap();
        let text = code.reveal();
        assert_eq!((text.len(), text.matches('-').count()), (23, 3), "{text}");
        assert_eq!(RecoveryCode::read(&text).hash(), code.hash());
        let copied = format!(" {} ", text.to_uppercase().replace('-', "  ").replace('0', "O"));
        assert_eq!(RecoveryCode::read(&copied).hash(), code.hash());
        assert_ne!(RecoveryCode::read(&text[1..]).hash(), code.hash());
        assert!(!format!("{code:?}").contains(&text[..5]));
    }
}
