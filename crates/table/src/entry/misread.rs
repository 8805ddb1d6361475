//! Why a part of an entry cannot be read.

/// One plain sentence, which names the field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misread(pub String);

impl Misread {
    /// A field of another kind of entry, or of another stream's part.
    pub fn has_none(field: &str) -> Self {
        Self(format!("{field} stands there, and an entry like that has none"))
    }

    /// A field without which the entry says nothing.
    pub fn lacks(field: &str) -> Self {
        Self(format!("{field} is missing, and an entry like that has it"))
    }
}

impl std::fmt::Display for Misread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}
