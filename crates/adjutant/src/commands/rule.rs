//! `adjutant rule`.

use kernel::{Audience, Seat};
use table::{Answer, NewRuling};

use crate::arguments::Rule;
use crate::caller::{say, say_on};
use crate::failure::Failure;
use crate::house::House;
use crate::print;

/// Writes a ruling down as the umpire, or prints the book as a seat may read it.
pub async fn run(house: &House, rule: Rule) -> Result<(), Failure> {
    let card = house.campaign(&rule.campaign).await?;
    let (desk, id) = (&house.desk, card.id.as_str());
    let (Some(about), Some(decision), Some(reason)) = (rule.rule, rule.decision, rule.reason) else {
        let look = desk.look(id, house.seat(&card, &rule.seat).await?).await?;
        for ruling in &look.rulings {
            say_on!("{}", print::ruling(ruling, &look.sides));
        }
        if look.rulings.is_empty() {
            say!("Nothing has been ruled upon.");
        }
        return Ok(());
    };
    let audience = match house.seat(&card, &rule.to).await? {
        Seat::Side(side) => Audience::Side(side),
        Seat::Umpire => Audience::Umpire,
        Seat::Spectator | Seat::Clock => Audience::Public,
    };
    let new = NewRuling { rule: about, decision, reason, audience };
    match desk.rule(id, Seat::Umpire, new, None, desk.fresh_token()?).await? {
        Answer::Refused(refusals) => Err((&refusals).into()),
        Answer::Done { .. } | Answer::Waits { .. } => {
            say!("Written down.");
            Ok(())
        }
    }
}
