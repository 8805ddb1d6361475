//! Taking in what came of a table below.

use kernel::Seat;

use super::closing::not_before;
use super::correcting::taking_in;
use super::entry::{Anchor, HandedUp};
use crate::acted::acted;
use crate::answer::{Answer, Cursor, Token};
use crate::asked::Asked;
use crate::desk::Desk;
use crate::fault::Fault;
use crate::host::Host;
use crate::house;
use crate::judge::{Answering, Attempt, Judged};

impl Desk {
    /// The umpire takes in what came of a table below. From then on nothing is done there.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn take_in(
        &self,
        campaign: &str,
        seat: Seat,
        slot: &str,
        cursor: Option<Cursor>,
        token: Token,
    ) -> Result<Answer, Fault> {
        acted!(self, campaign, seat, host => self.take_in_at(&mut host, seat, slot, cursor.clone(), token))
    }

    async fn take_in_at(
        &self,
        host: &mut Host,
        seat: Seat,
        slot: &str,
        cursor: Option<Cursor>,
        token: Token,
    ) -> Result<Answer, Fault> {
        if let Some(answer) = host.umpires(seat, token, cursor.as_ref(), &Asked::closing(slot, None)) {
            return Ok(answer);
        }
        let Some(known) = host.memory.levels.open(slot).cloned() else {
            return Ok(house::no_table_below(slot).into());
        };
        if host.waiting_of(seat).is_some() {
            return Ok(house::waiting().into());
        }
        self.go_over(host).await?;
        let Some(mut below) = self.below(host, slot, &known).await? else {
            return Ok(house::table_below_is_away(slot).into());
        };
        not_before(host, Some(&below))?;
        if !below.hands_up(&HandedUp { broken_off: false }, false) {
            return Ok(house::table_below_goes_on(slot).into());
        }
        let Some(handed) = below.game.hands_up() else {
            return Ok(house::not_from_below(slot).into());
        };
        let command = match taking_in(host.game.as_ref(), slot, &handed) {
            Ok(command) => command,
            Err(refusals) => return Ok(Answer::Refused(refusals)),
        };
        let act = Attempt::own(seat, command, self.fresh_token()?);
        let (taken, answer) = match self.judged(host, &act, Answering::First(Vec::new()))? {
            Judged::Refused(refusals) => return Ok(Answer::Refused(refusals)),
            Judged::Done(parts, rolls) => (parts, Some(rolls)),
            Judged::Waits(parts) => (parts, None),
        };
        let handed = self.handing_up(&below, None)?;
        let mut heads = host.heads.clone();
        let mut chain = |lineage, parts| self.chained(host, &mut heads, lineage, parts);
        let closed = chain(token, self.closing(host, slot, Anchor::of(&handed), None))?;
        let taken = chain(act.entry, taken)?;
        self.write_all(host, vec![(&mut *below, handed)], vec![closed, taken]).await?;
        let cursor = host.cursor(seat);
        Ok(answer.map_or(Answer::Waits { cursor: cursor.clone() }, |rolls| Answer::Done { cursor, rolls }))
    }
}
