//! Breaking a table below off.

use kernel::Seat;

use super::closing::not_before;
use super::entry::Anchor;
use crate::acted::acted;
use crate::answer::{Answer, Cursor, Token};
use crate::asked::Asked;
use crate::desk::Desk;
use crate::fault::Fault;
use crate::host::Host;
use crate::house;
use crate::text::{is_reason, one_line};

impl Desk {
    /// The umpire breaks off a table below, with a reason. What comes of it is entered by the command of the rules here.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn break_off(
        &self,
        campaign: &str,
        seat: Seat,
        slot: &str,
        reason: &str,
        cursor: Option<Cursor>,
        token: Token,
    ) -> Result<Answer, Fault> {
        let reason = one_line(reason);
        acted!(self, campaign, seat, host => {
            self.break_off_at(&mut host, seat, slot, &reason, cursor.clone(), token)
        })
    }

    async fn break_off_at(
        &self,
        host: &mut Host,
        seat: Seat,
        slot: &str,
        reason: &str,
        cursor: Option<Cursor>,
        token: Token,
    ) -> Result<Answer, Fault> {
        let asked = Asked::closing(slot, Some(reason));
        if let Some(answer) = host.umpires(seat, token, cursor.as_ref(), &asked) {
            return Ok(answer);
        }
        let Some(known) = host.memory.levels.open(slot).cloned() else {
            return Ok(house::no_table_below(slot).into());
        };
        if !is_reason(reason) {
            return Ok(house::reason_to_break_off().into());
        }
        let mut below = self.below(host, slot, &known).await?;
        not_before(host, below.as_deref())?;
        let handed = below.as_ref().map(|below| self.handing_up(below, Some(reason))).transpose()?;
        let anchor = handed.as_ref().and_then(Anchor::of);
        let parts = self.closing(host, slot, anchor, Some(reason));
        let closed = self.chained(host, &mut host.heads.clone(), token, parts)?;
        let lower = below.as_mut().zip(handed).map(|(below, handed)| (&mut **below, handed));
        self.write_all(host, lower.into_iter().collect(), vec![closed]).await?;
        Ok(Answer::Done { cursor: host.cursor(seat), rolls: Vec::new() })
    }
}
