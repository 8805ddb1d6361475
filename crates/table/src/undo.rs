//! Taking back one's own latest step, as an appended entry.

use kernel::Seat;
use ledger::Stream;

use crate::body::{Body, Kind, own_stream};
use crate::desk::Desk;
use crate::fault::Fault;
use crate::host::{Cursor, Host};
use crate::house;
use crate::submit::{Answer, Token, acted};

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
        if let Some(answer) = host.already(seat, seat, token, cursor) {
            return Ok(answer);
        }
        if host.memory.dice.shown {
            return Ok(house::dice_shown().into());
        }
        let Some(act) = host.undoable(seat) else { return Ok(house::no_undo().into()) };
        let mut body = Body::new(self.clock().now(), Kind::Undone, seat, seat, &host.rules);
        body.act = Some(act.to_string());
        let open = host.memory.own_steps.iter().any(|step| step.act == act && step.seat == seat && step.open);
        let told = open.then(|| (Stream::Public, body.clone()));
        let bodies = told.into_iter().chain([(own_stream(seat), body)]).collect();
        self.append(host, token, bodies).await?;
        host.unsure = true;
        self.refold(host).await?;
        Ok(Answer::Done { cursor: host.cursor(seat), rolls: Vec::new() })
    }
}
