//! Where fresh nonces come from.

use crate::Fault;

/// A source of bytes that nobody can guess.
pub trait Nonces: Send + Sync {
    /// Thirty-two fresh bytes.
    ///
    /// # Errors
    /// [`Fault::NoRandomness`] when the source is dry.
    fn nonce(&self) -> Result<[u8; 32], Fault>;
}

/// The operating system's own source.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemNonces;

impl Nonces for SystemNonces {
    fn nonce(&self) -> Result<[u8; 32], Fault> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(|error| Fault::NoRandomness { detail: error.to_string() })?;
        Ok(bytes)
    }
}
