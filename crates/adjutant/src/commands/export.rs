//! `adjutant export`.

use kernel::Seat;
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
    let bundle = match house.desk.export(&card.id, seat, kind).await? {
        Ok(bundle) => bundle,
        Err(refusal) => {
            let mut lines = vec![format!("Refused: {} [{}]", refusal.sentence, refusal.rule)];
            if export.kind == ExportKind::Final {
                lines.push("`adjutant do --seat umpire --end --reason WHY` ends the campaign.".into());
            }
            return Err(Failure::all(lines));
        }
    };
    match &export.output {
        None => say_on!("{}", bundle.to_text()),
        Some(path) => {
            caller::write(path, bundle.to_text().as_bytes()).map_err(|fault| Failure::file(path, &fault))?
        }
    }
    note!("{}", bundle.says);
    if let Some(head) = bundle.master_head {
        note!("Last entry: {head}. Note it: `adjutant verify FILE --head` finds it again.");
    }
    Ok(())
}
