//! The key that secrets are encrypted with where they are kept, and the text of its file.
//!
//! A key file holds three lines: `adjutant-key-v1`, `id` with 16 hexadecimal digits, `key` with 64. The id is the
//! beginning of `SHA-256(text("adjutant-key-id-v1") bytes(key))`, so a damaged file is told from another key.

use std::fmt;

use chacha20poly1305::aead::{Aead, Payload};
use chacha20poly1305::{KeyInit, XChaCha20Poly1305, XNonce};
use dice::Encoding;
use zeroize::{Zeroize, Zeroizing};

use crate::Fault;

const FORMAT: &str = "adjutant-key-v1";
/// The first byte of every ciphertext: how it is laid out.
const LAYOUT: u8 = 1;
const NONCE: usize = 24;
/// Layout, id of the key, nonce.
const HEAD: usize = 1 + 8 + NONCE;

/// A key's name: it tells nothing of the key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct KeyId(pub [u8; 8]);

/// A key for XChaCha20-Poly1305. It is wiped from memory when it is dropped, and never shown.
#[derive(Clone)]
pub struct Key {
    id: KeyId,
    cipher: XChaCha20Poly1305,
}

/// The text of a key file is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadKey {
    /// It is another kind of file.
    #[error("it is no key file: its first line is not {FORMAT}")]
    OtherFile,
    /// It was a key file.
    #[error("the key file is damaged: {0}")]
    Damaged(&'static str),
}

/// Why a ciphertext cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unread {
    /// Another key was used.
    OtherKey(KeyId),
    /// It is not what this key wrote at this place.
    Changed,
}

impl Key {
    /// A fresh key and the text of its file.
    ///
    /// # Errors
    /// [`Fault::NoRandomness`].
    pub fn fresh() -> Result<(Self, Zeroizing<String>), Fault> {
        let mut bytes = Zeroizing::new([0; 32]);
        random(bytes.as_mut_slice())?;
        let key = Self::of(&bytes);
        let digits = Zeroizing::new(hex::encode(bytes.as_slice()));
        Ok((key.clone(), Zeroizing::new(format!("{FORMAT}\nid {}\nkey {}\n", key.id, digits.as_str()))))
    }

    /// Reads the text of a key file.
    ///
    /// # Errors
    /// [`BadKey`], which repeats nothing of it.
    pub fn read(text: &str) -> Result<Self, BadKey> {
        let mut lines = text.lines().map(str::trim_end);
        if lines.next() != Some(FORMAT) {
            return Err(BadKey::OtherFile);
        }
        let (Some(id), Some(digits), None) = (lines.next(), lines.next(), lines.next()) else {
            return Err(BadKey::Damaged("it does not have three lines"));
        };
        let id = id.strip_prefix("id ").ok_or(BadKey::Damaged("its second line is no id"))?;
        let digits = digits.strip_prefix("key ").ok_or(BadKey::Damaged("its third line is no key"))?;
        let mut bytes = Zeroizing::new([0; 32]);
        hex::decode_to_slice(digits, bytes.as_mut_slice())
            .map_err(|_| BadKey::Damaged("its key is not 64 hexadecimal digits"))?;
        let key = Self::of(&bytes);
        match key.id.to_string() == id {
            true => Ok(key),
            false => Err(BadKey::Damaged("its key is not the one its id belongs to")),
        }
    }

    fn of(bytes: &[u8; 32]) -> Self {
        let digest = Encoding::new("adjutant-key-id-v1").bytes(bytes).sha256();
        let mut id = [0; 8];
        id.copy_from_slice(&digest.0[..8]);
        Self { id: KeyId(id), cipher: XChaCha20Poly1305::new(bytes.into()) }
    }

    /// Its name.
    pub fn id(&self) -> KeyId {
        self.id
    }

    /// Encrypts what is kept at a place, so that it can be read at no other.
    pub(crate) fn seal(&self, place: &Encoding, plain: &[u8]) -> Result<Vec<u8>, Fault> {
        let mut nonce = [0; NONCE];
        random(&mut nonce)?;
        let payload = Payload { msg: plain, aad: place.as_bytes() };
        let text =
            self.cipher.encrypt(&XNonce::from(nonce), payload).expect("no text is too long for the cipher");
        let mut sealed = Vec::with_capacity(HEAD + text.len());
        sealed.push(LAYOUT);
        sealed.extend_from_slice(&self.id.0);
        sealed.extend_from_slice(&nonce);
        sealed.extend_from_slice(&text);
        Ok(sealed)
    }

    /// Reads what was encrypted for a place.
    pub(crate) fn open(&self, place: &Encoding, sealed: &[u8]) -> Result<Vec<u8>, Unread> {
        let (head, text) = sealed.split_at_checked(HEAD).ok_or(Unread::Changed)?;
        let (mut id, mut nonce) = ([0; 8], [0; NONCE]);
        id.copy_from_slice(&head[1..9]);
        nonce.copy_from_slice(&head[9..]);
        if head[0] != LAYOUT {
            return Err(Unread::Changed);
        }
        if id != self.id.0 {
            return Err(Unread::OtherKey(KeyId(id)));
        }
        let payload = Payload { msg: text, aad: place.as_bytes() };
        self.cipher.decrypt(&XNonce::from(nonce), payload).map_err(|_| Unread::Changed)
    }
}

fn random(bytes: &mut [u8]) -> Result<(), Fault> {
    getrandom::fill(bytes).map_err(|error| {
        bytes.zeroize();
        Fault::NoRandomness { detail: error.to_string() }
    })
}

impl fmt::Display for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for KeyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeyId({self})")
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({})", self.id)
    }
}

#[cfg(test)]
mod tests {
    use dice::Encoding;

    use super::{BadKey, Key, Unread};

    #[test]
    fn a_key_comes_back_from_its_file_and_damage_is_told() {
        let (key, text) = Key::fresh().unwrap();
        assert_eq!(Key::read(&text).unwrap().id(), key.id());
        assert_eq!(Key::read(&text.replace('\n', "\r\n")).unwrap().id(), key.id());
        assert!(!format!("{key:?}").contains(&text[text.len() - 60..text.len() - 1]));
        let (_, other) = Key::fresh().unwrap();
        let mixed: String =
            text.lines().take(2).chain(other.lines().skip(2)).map(|line| format!("{line}\n")).collect();
        for bad in [&mixed, &text[..text.len() - 2], &text[..30], &text.replace("key ", "kex ")] {
            assert!(matches!(Key::read(bad), Err(BadKey::Damaged(_))), "{bad}");
        }
        for bad in ["", "title = \"Ford\"\n"] {
            assert_eq!(Key::read(bad).unwrap_err(), BadKey::OtherFile);
        }
    }

    #[test]
    fn a_ciphertext_is_read_at_its_place_with_its_key_alone() {
        let ((key, _), (other, _)) = (Key::fresh().unwrap(), Key::fresh().unwrap());
        let (here, there) = (Encoding::new("here"), Encoding::new("there"));
        let sealed = key.seal(&here, b"hidden").unwrap();
        assert_ne!(sealed, key.seal(&here, b"hidden").unwrap(), "equal texts cannot be recognised");
        assert_eq!(key.open(&here, &sealed).unwrap(), b"hidden");
        assert_eq!(key.open(&there, &sealed), Err(Unread::Changed));
        assert_eq!(other.open(&here, &sealed), Err(Unread::OtherKey(key.id())));
        for at in (0..sealed.len()).filter(|at| !(1..9).contains(at)) {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert_eq!(key.open(&here, &changed), Err(Unread::Changed), "byte {at}");
        }
        for length in 0..sealed.len() {
            assert_eq!(key.open(&here, &sealed[..length]), Err(Unread::Changed));
        }
    }
}
