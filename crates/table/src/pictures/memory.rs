//! Pictures as the table remembers them: where they are, and never the files.

use kernel::Seat;
use ledger::Stream;
use serde::{Deserialize, Serialize};

use super::entry::{Mapped, Picture, PictureLine};

/// Where a file stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Kept {
    pub digest: String,
    pub stream: Stream,
    pub entry: u64,
}

/// What the table remembers of pictures.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Pictures {
    /// What the umpire sees.
    pub laid: Option<Picture>,
    /// What everybody else sees.
    pub shown: Option<Picture>,
    /// Where the files stand, those of earlier pictures included.
    pub kept: Vec<Kept>,
}

impl Pictures {
    /// Whether there never was one.
    pub fn is_none(&self) -> bool {
        *self == Self::default()
    }

    pub fn mapped(&mut self, entry: u64, stream: Stream, mapped: &Mapped) {
        let line = mapped.picture.as_ref();
        if let Some(PictureLine { picture, file: Some(_) }) = line {
            self.kept.push(Kept { digest: picture.digest.clone(), stream, entry });
        }
        let picture = line.map(|line| line.picture.clone());
        if stream == Stream::Public { self.shown = picture } else { self.laid = picture }
    }

    /// The picture under the maps of a seat.
    pub fn of(&self, seat: Seat) -> Option<&Picture> {
        if seat == Seat::Umpire { self.laid.as_ref() } else { self.shown.as_ref() }
    }

    /// Whether what the umpire sees is what everybody sees.
    pub fn is_shown(&self) -> bool {
        self.laid.is_some() && self.laid == self.shown
    }

    /// Whether a stream has had the file before.
    pub fn has(&self, stream: Stream, digest: &str) -> bool {
        self.kept.iter().any(|kept| kept.stream == stream && kept.digest == digest)
    }
}
