//! Fresh random bytes: for the secret of the dice, names of acts and nonces of seals. Never for a roll.

use std::sync::Arc;

use crate::fault::Fault;

/// Gives 32 random bytes.
#[derive(Clone)]
pub struct Chance(Arc<dyn Fn() -> Result<[u8; 32], Fault> + Send + Sync>);

impl Chance {
    /// The machine's own source.
    pub fn machine() -> Self {
        Self(Arc::new(|| {
            let mut bytes = [0; 32];
            getrandom::fill(&mut bytes).map_err(|error| Fault::Random(error.to_string()))?;
            Ok(bytes)
        }))
    }

    /// A source of one's own, for tests that compare two worlds byte for byte.
    pub fn own(give: impl Fn() -> [u8; 32] + Send + Sync + 'static) -> Self {
        Self(Arc::new(move || Ok(give())))
    }

    /// Fresh bytes.
    ///
    /// # Errors
    /// [`Fault::Random`].
    pub fn bytes(&self) -> Result<[u8; 32], Fault> {
        (self.0)()
    }
}

impl ledger::Nonces for Chance {
    fn nonce(&self) -> Result<[u8; 32], ledger::Fault> {
        self.bytes().map_err(|fault| ledger::Fault::NoRandomness { detail: fault.to_string() })
    }
}

impl std::fmt::Debug for Chance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Chance")
    }
}
