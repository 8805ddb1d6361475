//! `adjutant export`.

use kernel::{Refusal, Seat};
use table::FileKind;

use crate::arguments::{Export, ExportKind};
use crate::caller::{self, note, say_on};
use crate::failure::Failure;
use crate::house::House;

/// Writes a campaign file.
pub async fn run(house: &House, export: &Export) -> Result<(), Failure> {
    let card = house.campaign(&export.campaign).await?;
    let (kind, seat) = match (export.kind, &export.seat) {
        (ExportKind::Seat, Some(name)) => match house.seat(&card, name).await? {
            Seat::Umpire => return Err(Failure::new("The umpire's file is --kind umpire.")),
            seat => (FileKind::Seat, seat),
        },
        (ExportKind::Seat, None) => return Err(Failure::new("Say whose file it is: --seat SEAT.")),
        (ExportKind::Umpire, _) => (FileKind::Seat, Seat::Umpire),
        (ExportKind::Final, _) => (FileKind::Final, Seat::Umpire),
        (ExportKind::Move, _) => (FileKind::Move, Seat::Umpire),
    };
    let refused = |refusal: Refusal| {
        let mut lines = vec![format!("Refused: {} [{}]", refusal.sentence, refusal.rule)];
        if export.kind == ExportKind::Final {
            lines.push("`adjutant do --seat umpire --end --reason WHY` ends the campaign.".into());
        }
        Failure::all(lines)
    };
    if export.below {
        let joined = house.desk.export_joined(&card.id, seat, kind).await?.map_err(refused)?;
        write(export, &joined.to_text())?;
        note!(
            "{} campaigns in one file: `adjutant verify FILE` checks where they are joined.",
            joined.files.len()
        );
        return Ok(());
    }
    let bundle = house.desk.export(&card.id, seat, kind).await?.map_err(refused)?;
    write(export, &bundle.to_text())?;
    note!("{}", bundle.says);
    if let Some(head) = bundle.master_head {
        note!("Last entry: {head}. Note it: `adjutant verify FILE --head` finds it again.");
    }
    Ok(())
}

fn write(export: &Export, text: &str) -> Result<(), Failure> {
    match &export.output {
        None => say_on!("{text}"),
        Some(path) => caller::write(path, text.as_bytes()).map_err(|fault| Failure::file(path, &fault))?,
    }
    Ok(())
}
