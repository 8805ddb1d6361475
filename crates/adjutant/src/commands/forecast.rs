//! `adjutant forecast`.

use crate::arguments::Forecast;
use crate::caller::say;
use crate::failure::Failure;
use crate::{print, setup};

/// Prints what a set-up foretells.
pub fn run(forecast: &Forecast) -> Result<(), Failure> {
    let file = forecast.file.display().to_string();
    let text = setup::read(&forecast.file)?;
    let rulebook = setup::rulebook(&file, &text, forecast.system.as_deref())?;
    let game = rulebook.open(&file, &text)?;
    let blocks = game.forecast();
    if blocks.is_empty() {
        return Err(Failure::new(format!("{file}: the rules of {} foretell nothing.", rulebook.title())));
    }
    if forecast.json {
        say!("{}", serde_json::to_string_pretty(&blocks).map_err(|fault| Failure::new(fault.to_string()))?);
    } else {
        say!("{}", print::blocks(&blocks, &game.sides()).trim_end());
    }
    Ok(())
}
