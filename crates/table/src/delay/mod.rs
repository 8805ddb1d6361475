//! Spectators behind time: what they see of a running campaign is the campaign as it stood a while ago.

use kernel::Seat;
use ledger::Stream;

use entry::{Delay, Delayed};

use crate::acted::acted;
use crate::answer::{Answer, Cursor, Token};
use crate::asked::Asked;
use crate::desk::Desk;
use crate::entry::act::Act;
use crate::fault::Fault;
use crate::host::Host;
use crate::house;

pub mod entry;
pub(crate) mod past;
pub(crate) mod refusals;
pub(crate) mod words;

pub use entry::{MOST_ENTRIES, MOST_MINUTES};

impl Desk {
    /// The umpire sets how far behind spectators see the campaign; everyone reads it in the log.
    ///
    /// # Errors
    /// As [`Desk::submit`].
    pub async fn delay_spectators(
        &self,
        campaign: &str,
        seat: Seat,
        delay: Delay,
        cursor: Option<Cursor>,
        token: Token,
    ) -> Result<Answer, Fault> {
        acted!(self, campaign, seat, host => self.delay_at(&mut host, seat, delay, cursor.clone(), token))
    }

    async fn delay_at(
        &self,
        host: &mut Host,
        seat: Seat,
        delay: Delay,
        cursor: Option<Cursor>,
        token: Token,
    ) -> Result<Answer, Fault> {
        if let Some(answer) = host.umpires(seat, token, cursor.as_ref(), &Asked::delay(delay)) {
            return Ok(answer);
        }
        if delay.minutes > MOST_MINUTES || delay.entries > MOST_ENTRIES {
            return Ok(house::no_such_delay().into());
        }
        if delay == host.memory.delay {
            return Ok(house::delay_as_it_is().into());
        }
        let body = self.head(host, seat, seat).says(Act::Delayed(Delayed { delay }));
        self.append(host, token, vec![(Stream::Public, body)]).await?;
        Ok(Answer::Done { cursor: host.cursor(seat), rolls: Vec::new() })
    }
}
