//! `adjutant do`.

use kernel::Refusals;
use table::{Answer, DiceBy, Hand, Opening, Submission, TableWord, Token, WordsStep};

use crate::arguments::{Act, TableDice};
use crate::caller::{say, say_on};
use crate::failure::Failure;
use crate::house::House;
use crate::print;

/// Does one thing as a seat and prints the rolls it may see.
pub async fn run(house: &House, act: Act) -> Result<(), Failure> {
    let card = house.campaign(&act.campaign).await?;
    let (desk, id) = (&house.desk, card.id.as_str());
    let seat = house.seat(&card, &act.seat).await?;
    let acting_for = match &act.acting_for {
        Some(name) => Some(house.seat(&card, name).await?),
        None => None,
    };
    let token = desk.fresh_token()?;
    let answer = if let Some(command) = &act.command {
        let submission = Submission {
            by: seat,
            acting_for,
            reason: act.reason,
            command: json(command)?,
            cursor: None,
            token,
            dice: dice(&act.dice)?,
        };
        desk.submit(id, submission).await?
    } else if let Some(waiting) = &act.answer {
        let waiting: Token = waiting.parse().map_err(|fault| {
            Failure::new(format!("{waiting:?} names no act: it {fault}. `show` prints it."))
        })?;
        desk.answer(id, seat, waiting, token, answer_of(&act.dice, act.choice)?, act.reason.clone()).await?
    } else if let Some(words) = act.words {
        desk.contribute(id, seat, Some(words), token).await?
    } else if let Some(digest) = act.agree {
        desk.consent(id, seat, true, &digest, token).await?
    } else if act.decline {
        let digest = desk.proposed(id, seat).await?.map(|proposed| proposed.digest);
        desk.consent(id, seat, false, &digest.unwrap_or_default(), token).await?
    } else if act.end {
        desk.end(id, seat, act.reason.as_deref().unwrap_or_default()).await?
    } else if act.open_dice {
        desk.open_dice(id, seat, act.reason.as_deref()).await?
    } else if let Some(step) = words_step(&act)? {
        let side = acting_for.unwrap_or(seat);
        desk.give_words(id, seat, side, step, Hand::Host, act.reason.as_deref(), token).await?
    } else if let Some(side) = &act.words_for {
        let side = house.seat(&card, side).await?;
        desk.words_for(id, seat, side, act.reason.as_deref().unwrap_or_default(), token).await?
    } else if act.renew_words {
        desk.renew_words(id, seat, act.reason.as_deref().unwrap_or_default(), token).await?
    } else if let Some(word) = act.table_dice {
        let word = match word {
            TableDice::Ask => TableWord::Ask,
            TableDice::Agree => TableWord::Agree,
            TableDice::Withdraw => TableWord::Withdraw,
        };
        desk.table_dice(id, seat, word, None, token).await?
    } else {
        desk.undo(id, seat, None, token).await?
    };
    let look = desk.look(id, seat).await?;
    match answer {
        Answer::Done { rolls, .. } => {
            for roll in &rolls {
                say_on!("{}", print::roll(roll));
            }
            say!("Done. {}", look.contents.standing);
            Ok(())
        }
        Answer::Waits { .. } => {
            for waiting in &look.waiting {
                say!("{}", print::waiting(waiting, &look.sides));
            }
            Ok(())
        }
        Answer::Refused(refusals) => Err(refused(&refusals)),
    }
}

/// What is given of a side's words, if anything.
fn words_step(act: &Act) -> Result<Option<WordsStep>, Failure> {
    let hex = |text: &str| {
        text.parse::<ledger::Digest>().map_err(|fault| Failure::new(format!("{text:?}: this {fault}.")))
    };
    Ok(match (&act.words_digest, &act.words_bytes) {
        (Some(digest), _) => Some(WordsStep::Pledge(hex(digest)?)),
        (None, Some(bytes)) => {
            let signed =
                act.words_signature.as_ref().map(|text| text.parse::<ledger::Signature>()).transpose();
            let signature =
                signed.map_err(|fault| Failure::new(format!("--words-signature: this {fault}.")))?;
            let signature = signature.map(Box::new);
            Some(WordsStep::Open(Opening { bytes: hex(bytes)?, signature }))
        }
        (None, None) => None,
    })
}

/// A command as JSON.
pub fn json(text: &str) -> Result<serde_json::Value, Failure> {
    kernel::json::read(text).map_err(|fault| Failure::new(format!("The command is not JSON: {fault}.")))
}

fn refused(refusals: &Refusals) -> Failure {
    refusals.into()
}

fn dice(typed: &[String]) -> Result<DiceBy, Failure> {
    if typed.is_empty() {
        return Ok(DiceBy::Server);
    }
    Ok(DiceBy::Table(typed.iter().map(|throw| faces(throw)).collect::<Result<_, _>>()?))
}

fn answer_of(typed: &[String], choice: Option<u16>) -> Result<Vec<u16>, Failure> {
    match (typed, choice) {
        ([throw], None) => faces(throw),
        ([], Some(choice)) if choice > 0 => Ok(vec![choice - 1]),
        _ => {
            Err(Failure::new("An answer is one throw with --dice, or the number of a choice with --choice."))
        }
    }
}

/// The faces of one throw, as they are typed.
pub fn faces(throw: &str) -> Result<Vec<u16>, Failure> {
    let faces: Result<Vec<u16>, _> = throw.split(',').map(|face| face.trim().parse()).collect();
    faces.map_err(|_| Failure::new(format!("{throw:?} are no faces. Write them as in --dice 3,10.")))
}
