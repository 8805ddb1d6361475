//! `adjutant print`.

use adjutant_web::paper::{ALL, listed, picked, stamp, written};
use sheets::pdf::Size;

use crate::arguments::Print;
use crate::caller::say;
use crate::failure::Failure;
use crate::house::House;
use crate::{print, tables};

/// Writes a seat's sheets for the table, or lists them.
pub async fn run(house: &House, print: &Print) -> Result<(), Failure> {
    let card = house.campaign(&print.campaign).await?;
    let seat = house.seat(&card, &print.seat).await?;
    let papers = match print.line {
        None => house.desk.papers(&card.id, seat).await?,
        Some(line) => {
            let then = house.desk.look_then(&card.id, seat, line).await?;
            let none = || {
                Failure::new(format!("The log of this seat has no line {line}; `adjutant log` prints it."))
            };
            then.ok_or_else(none)?.papers
        }
    };
    let Some(output) = print.output.as_deref() else {
        let whose = |id: &str| papers.papers.iter().find(|paper| paper.id == id).map(|paper| paper.seat);
        for (id, title) in listed(&papers) {
            // Of its own sheets a seat need not be told whose they are.
            match whose(&id).filter(|whose| *whose != seat) {
                Some(whose) => say!("{id}  {title} ({})", print::seat(whose, &papers.look.sides)),
                None => say!("{id}  {title}"),
            }
        }
        return Ok(());
    };
    let size = Size::of(&print.size).unwrap_or(Size::A4);
    let wanted = print.sheet.as_deref().unwrap_or(ALL);
    let picked = picked(&papers, seat, wanted);
    if picked.is_empty() {
        let ids: Vec<String> = listed(&papers).into_iter().map(|(id, _)| id).collect();
        return Err(Failure::new(match wanted {
            ALL => format!("This seat has no sheets of its own. Pages can be printed: {}.", ids.join(", ")),
            _ => format!("There is no sheet {wanted}. The sheets are: {}.", ids.join(", ")),
        }));
    }
    let address = print.address.as_deref().unwrap_or(house.address());
    let stamp = stamp(&papers.look, &papers.lines, &card.id, address);
    let bytes = written(picked, stamp, size).await.map_err(|fault| Failure::new(fault.to_string()))?;
    tables::write(Some(output), &bytes)
}
