//! The dice open, at the umpire's word or by themselves.

use kernel::Seat;
use ledger::Stream;

use crate::desk::Desk;
use crate::entry::act::Act;
use crate::fault::Fault;
use crate::host::Host;
use crate::pledges::entry::Unopened;

impl Desk {
    pub(crate) async fn open_at(
        &self,
        host: &mut Host,
        by: Seat,
        reason: Option<String>,
    ) -> Result<(), Fault> {
        let with_words = host.memory.dice.terms.is_some();
        let missing = if with_words { host.unopened() } else { Vec::new() };
        let head = self.head(host, by, by).because(reason.filter(|_| with_words));
        let body = head.says(Act::DiceOpened(Unopened { missing }));
        self.append(host, self.fresh_token()?, vec![(Stream::Public, body)]).await?;
        Ok(())
    }
}
