//! `adjutant correct`.

use kernel::Seat;
use table::{Answer, Change, Correcting};

use super::act::{faces, json};
use crate::arguments::Correct;
use crate::caller::{say, say_on};
use crate::failure::Failure;
use crate::house::House;
use crate::print;

/// Puts old acts right as the umpire, prints what that would change, or puts it to the sides.
pub async fn run(house: &House, correct: &Correct) -> Result<(), Failure> {
    let card = house.campaign(&correct.campaign).await?;
    let (desk, id) = (&house.desk, card.id.as_str());
    let sides = desk.look(id, Seat::Umpire).await?.sides;
    if correct.waiting {
        let seat = house.seat(&card, &correct.seat).await?;
        match desk.proposed(id, seat).await? {
            Some(proposed) => say_on!("{}", print::proposed(&proposed, seat, &sides)),
            None => say!("No correction waits for consent."),
        }
        return Ok(());
    }
    let correcting = correcting(correct)?;
    if correct.preview {
        let preview = desk
            .preview(id, Seat::Umpire, &correcting)
            .await?
            .map_err(|refusals| Failure::from(&refusals))?;
        say_on!("{}", print::preview(&preview, &sides));
        return Ok(());
    }
    let reason = correct.reason.as_deref().unwrap_or_default();
    let (umpire, token) = (Seat::Umpire, desk.fresh_token()?);
    let answer = match correct.ask {
        true => desk.propose(id, umpire, &correcting, reason, None, token).await?,
        false => desk.correct(id, umpire, &correcting, reason, None, token).await?,
    };
    if let Answer::Refused(refusals) = answer {
        return Err((&refusals).into());
    }
    match desk.proposed(id, umpire).await?.filter(|_| correct.ask) {
        Some(proposed) => say_on!("{}", print::proposed(&proposed, umpire, &sides)),
        None => say!("Done. {}", desk.look(id, umpire).await?.contents.standing),
    }
    Ok(())
}

fn correcting(correct: &Correct) -> Result<Correcting, Failure> {
    let mut correcting = Correcting::default();
    for instead in &correct.instead {
        let (entry, command) = pair(instead.split_once('='), instead)?;
        let entry = entry.trim().parse().map_err(|_| unclear(instead))?;
        correcting.changes.insert(entry, Change::Replace(json(command)?));
    }
    correcting.changes.extend(correct.out.iter().map(|entry| (*entry, Change::Remove)));
    for answer in &correct.answer {
        let (question, typed) = pair(answer.rsplit_once('='), answer)?;
        correcting.answers.insert(question.to_owned(), faces(typed)?);
    }
    for choice in &correct.choice {
        let (question, n) = pair(choice.rsplit_once('='), choice)?;
        let n: u16 = n.trim().parse().ok().filter(|n| *n > 0).ok_or_else(|| unclear(choice))?;
        correcting.answers.insert(question.to_owned(), vec![n - 1]);
    }
    Ok(correcting)
}

fn pair<'a>(parts: Option<(&'a str, &'a str)>, text: &str) -> Result<(&'a str, &'a str), Failure> {
    parts.ok_or_else(|| unclear(text))
}

fn unclear(text: &str) -> Failure {
    Failure::new(format!(
        "{text:?} is not understood. Write --instead 'ENTRY=COMMAND', --answer QUESTION=FACES, --choice QUESTION=N."
    ))
}
