//! `adjutant aid`.

use crate::arguments::Aid;
use crate::caller::{self, note, output_bytes};
use crate::failure::Failure;
use crate::rulebooks::PHYSICAL_GAMES;
use crate::setup;

/// Writes the play aid of a game.
pub fn run(asked: &Aid) -> Result<(), Failure> {
    let game = PHYSICAL_GAMES.iter().find(|game| game.name == asked.game).ok_or_else(|| {
        let known: Vec<&str> = PHYSICAL_GAMES.iter().map(|game| game.name).collect();
        Failure::new(format!("There is a play aid for {}.", known.join(", ")))
    })?;
    let aid = match &asked.scenario {
        None => game.aid(),
        Some(path) => game.aid_of(&path.display().to_string(), &setup::read(path)?)?,
    };
    let page = aid.page();
    match &asked.output {
        None => output_bytes(page.as_bytes()),
        Some(path) => {
            caller::write(path, page.as_bytes()).map_err(|fault| Failure::file(path, &fault))?;
            note!(
                "Open {} in a browser. It needs no network, and what you enter stays in that browser.",
                path.display()
            );
        }
    }
    Ok(())
}
