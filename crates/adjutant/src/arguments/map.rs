//! Settings of `map`.

use std::path::PathBuf;

use clap::Args;
use serde::{Deserialize, Serialize};
use table::Mark;

use super::Campaign;

/// Settings of `map`.
#[derive(Args, Debug, Deserialize, Serialize)]
pub struct Map {
    #[command(flatten)]
    pub campaign: Campaign,
    /// The picture that is laid under the map: PNG, JPEG or WebP. Nobody but the umpire sees it before it is shown.
    pub file: Option<PathBuf>,
    /// A place on the picture, in pixels from its upper left corner, and its inches from the map's lower left corner.
    /// Given twice.
    #[arg(long = "mark", value_name = "RIGHT,DOWN,X,Y", value_parser = mark)]
    pub marks: Vec<Mark>,
    /// Make the picture's edges the map's edges.
    #[arg(long, conflicts_with = "marks")]
    pub edges: bool,
    /// Show the picture to everyone.
    #[arg(long)]
    pub show: bool,
    /// Take the picture from everyone's maps but the umpire's.
    #[arg(long, conflicts_with = "show")]
    pub hide: bool,
}

/// `90,580,6,6.25`.
fn mark(text: &str) -> Result<Mark, String> {
    let wrong = || "a mark is RIGHT,DOWN in whole pixels and X,Y in inches, as 90,580,6,6.25".to_owned();
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    let [right, down, x, y] = parts[..] else { return Err(wrong()) };
    let inches = |text: &str| -> Option<i32> {
        let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
        let rest = (rest.len() <= 2).then(|| format!("{rest:0<2}"))?;
        let (whole, rest): (u16, u8) = (whole.parse().ok()?, rest.parse().ok()?);
        Some(100 * i32::from(whole) + i32::from(rest))
    };
    Ok(Mark {
        right: right.parse().map_err(|_| wrong())?,
        down: down.parse().map_err(|_| wrong())?,
        x: inches(x).ok_or_else(wrong)?,
        y: inches(y).ok_or_else(wrong)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_is_pixels_and_inches() {
        assert_eq!(mark("90,580, 6,6.25"), Ok(Mark { right: 90, down: 580, x: 600, y: 625 }));
        for text in ["", "1,2,3", "1,2,3,4,5", "1.5,2,3,4", "1,2,3,4.125", "1,2,x,4", "-1,2,3,4"] {
            assert!(mark(text).is_err(), "{text}");
        }
    }
}
