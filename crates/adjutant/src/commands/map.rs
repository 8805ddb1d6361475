//! `adjutant map`.

use std::path::Path;

use kernel::Seat;
use table::{Answer, Placed};

use crate::arguments::Map;
use crate::caller::{self, say};
use crate::failure::Failure;
use crate::house::House;

/// Lays a picture under the map, sets it right, shows it or takes it away; tells what lies there.
pub async fn run(house: &House, asked: &Map) -> Result<(), Failure> {
    let card = house.campaign(&asked.campaign).await?;
    let (desk, id) = (&house.desk, card.id.as_str());
    // What could not be done is told before anything is done.
    let placed = match asked.marks[..] {
        [] => asked.edges.then_some(Placed::Edges),
        [one, other] => Some(Placed::Marks([one, other])),
        _ => return Err(Failure::new("Give --mark twice, for two places far apart. Nothing was changed.")),
    };
    if let Some(file) = &asked.file {
        let picture = read(file).await?;
        done(desk.lay_picture(id, Seat::Umpire, &picture, desk.fresh_token()?).await?)?;
        say!("Laid: {} by {} pixels. Nobody but the umpire sees it.", picture.width, picture.height);
    }
    if let Some(placed) = placed {
        done(desk.place_picture(id, Seat::Umpire, placed, desk.fresh_token()?).await?)?;
        say!("Set right.");
    }
    if asked.show || asked.hide {
        done(desk.show_picture(id, Seat::Umpire, asked.show, desk.fresh_token()?).await?)?;
        say!("{}", if asked.show { "Everyone sees it." } else { "Nobody but the umpire sees it." });
    }
    match desk.picture(id, Seat::Umpire).await? {
        None => say!("No picture lies under the map."),
        Some((picture, shown)) => {
            let lies = match picture.placed {
                Placed::Edges => "edge to edge",
                Placed::Marks(_) => "by two places",
            };
            let seen = if shown { "seen by everyone" } else { "as the umpire alone sees it" };
            say!("{} {} by {} pixels, {lies}, {seen}.", picture.media, picture.width, picture.height);
        }
    }
    Ok(())
}

/// In a server others do not wait for it.
async fn read(file: &Path) -> Result<pictures::Picture, Failure> {
    let most = pictures::MOST_BYTES as u64 + 1;
    let bytes =
        caller::read(file, most).map_err(|fault| Failure::new(format!("{}: {fault}.", file.display())))?;
    let read = tokio::task::spawn_blocking(move || pictures::read(&bytes)).await;
    let read = read.unwrap_or_else(|ended| std::panic::resume_unwind(ended.into_panic()));
    read.map_err(|fault| Failure::new(format!("{}: {fault} Nothing was changed.", file.display())))
}

fn done(answer: Answer) -> Result<(), Failure> {
    match answer {
        Answer::Refused(refusals) => Err((&refusals).into()),
        Answer::Done { .. } | Answer::Waits { .. } => Ok(()),
    }
}
