//! A picture under the map, in the log.

use serde::{Deserialize, Serialize};

/// A place on the picture, and what it is on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// Pixels from the left edge.
    pub right: u32,
    /// Pixels from the upper edge.
    pub down: u32,
    /// Hundredths of an inch from the map's left edge.
    pub x: i32,
    /// Hundredths of an inch from the map's lower edge.
    pub y: i32,
}

/// How a picture lies under the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Placed {
    /// Its edges are the map's edges.
    #[default]
    Edges,
    /// Two places are given; shift, size and turn follow.
    Marks([Mark; 2]),
}

/// A picture as a seat may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    /// The SHA-256 of its file, in hex.
    pub digest: String,
    /// `image/png` or `image/jpeg`.
    pub media: String,
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
    /// How it lies under the map.
    pub placed: Placed,
}

/// A picture in the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PictureLine {
    /// What it is and how it lies.
    pub picture: Picture,
    /// Its file in base64, where the stream has not had it before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
}

/// The picture under the map from now on, as far as this stream sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mapped {
    /// None where it is taken away.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<PictureLine>,
}
