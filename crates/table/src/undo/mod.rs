//! Taking back one's own latest step, as an appended entry.

use kernel::Seat;
use ledger::Stream;

use entry::Undone;

use crate::acted::acted;
use crate::answer::{Answer, Cursor, Token};
use crate::asked::Asked;
use crate::desk::Desk;
use crate::entry::act::Act;
use crate::fault::Fault;
use crate::host::Host;
use crate::house;
use crate::streams::own_stream;
use crate::text::{is_reason, one_line};

pub mod entry;
pub(crate) mod refusals;
pub(crate) mod words;

impl Desk {
    /// Takes back the seat's latest step, if nothing was rolled in it and nobody else could see it, or if its system
    /// lets it be taken back in sight of everyone and nobody has acted since.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn undo(
        &self,
        campaign: &str,
        seat: Seat,
        cursor: Option<Cursor>,
        token: Token,
    ) -> Result<Answer, Fault> {
        acted!(self, campaign, seat, host => self.undo_at(&mut host, seat, cursor.as_ref(), token))
    }

    /// The umpire sends back to a side what it could take back itself, with a reason.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn send_back(
        &self,
        campaign: &str,
        by: Seat,
        side: Seat,
        reason: &str,
        cursor: Option<Cursor>,
        token: Token,
    ) -> Result<Answer, Fault> {
        acted!(self, campaign, by, host => self.send_back_at(&mut host, by, side, reason, cursor.as_ref(), token))
    }

    async fn send_back_at(
        &self,
        host: &mut Host,
        by: Seat,
        side: Seat,
        reason: &str,
        cursor: Option<&Cursor>,
        token: Token,
    ) -> Result<Answer, Fault> {
        let reason = one_line(reason);
        if by != Seat::Umpire {
            return Ok(house::only_umpire(by).into());
        }
        // What is sent back is the side's act.
        if let Some(answer) = host.already(by, side, token, cursor, &Asked::undo(Some(&reason))) {
            return Ok(answer);
        }
        if host.memory.dice.shown {
            return Ok(house::dice_shown().into());
        }
        if !is_reason(&reason) {
            return Ok(house::reason_needed().into());
        }
        if !matches!(side, Seat::Side(_)) || !host.has_seat(side) {
            return Ok(house::nothing_to_send_back().into());
        }
        self.take_back(host, side, by, Some(reason), token).await
    }

    async fn undo_at(
        &self,
        host: &mut Host,
        seat: Seat,
        cursor: Option<&Cursor>,
        token: Token,
    ) -> Result<Answer, Fault> {
        // A spectator may be behind time: nothing said here depends on how far the campaign is.
        if seat == Seat::Spectator {
            return Ok(house::no_undo().into());
        }
        if let Some(answer) = host.already(seat, seat, token, cursor, &Asked::undo(None)) {
            return Ok(answer);
        }
        if host.memory.dice.shown {
            return Ok(house::dice_shown().into());
        }
        self.take_back(host, seat, seat, None, token).await
    }

    async fn take_back(
        &self,
        host: &mut Host,
        seat: Seat,
        by: Seat,
        reason: Option<String>,
        token: Token,
    ) -> Result<Answer, Fault> {
        let Some(act) = host.undoable(seat) else {
            return Ok(if by == seat { house::no_undo() } else { house::nothing_to_send_back() }.into());
        };
        let body = self.head(host, seat, by).because(reason).says(Act::Undone(Undone { act }));
        let open = host.memory.commands.is_open(act, seat);
        let told = open.then(|| (Stream::Public, body.clone()));
        let bodies = told.into_iter().chain([(own_stream(seat), body)]).collect();
        self.append(host, token, bodies).await?;
        host.unsure = true;
        self.refold(host).await?;
        Ok(Answer::Done { cursor: host.cursor(by), rolls: Vec::new() })
    }
}
