//! What the engine does about words of the sides: it opens those that the table gave, begins a round anew whose time is over,
//! and opens the dice when nothing is missing.

use kernel::Seat;
use ledger::Stream;

use super::entry::{Hand, Opening, Revealed, Unopened, Words, WordsBy};
use crate::answer::Token;
use crate::desk::Desk;
use crate::entry::act::Act;
use crate::fault::Fault;
use crate::host::Host;

impl Desk {
    /// All sides begin their words anew; the log names those that did not open theirs.
    pub(super) async fn renew(
        &self,
        host: &mut Host,
        by: Seat,
        reason: Option<String>,
        token: Token,
    ) -> Result<(), Fault> {
        let missing = host.unopened();
        let body = self.head(host, by, by).because(reason).says(Act::Renewed(Unopened { missing }));
        self.append(host, token, vec![(Stream::Public, body)]).await?;
        Ok(())
    }

    /// The engine's own steps before the dice are open: words that the table gave for a side are opened when all digests
    /// stand, a round whose time is over begins anew, and the dice open when nothing is missing.
    pub(crate) async fn run_words(&self, host: &mut Host) -> Result<(), Fault> {
        if host.memory.dice.open || host.memory.dice.shown {
            return Ok(());
        }
        let Some(terms) = host.memory.dice.terms else {
            if host.memory.dice.answered.len() == host.sides.len() {
                self.open_at(host, Seat::Clock, None).await?;
            }
            return Ok(());
        };
        if terms.words == WordsBy::Nobody || !host.all_pledged() {
            return Ok(());
        }
        for side in host.unopened() {
            let Some(Opening { bytes, signature }) = host.own_opening(side) else { continue };
            let words = Words { bytes, hand: Hand::Host, signature };
            let body = self.head(host, side, Seat::Clock).says(Act::Revealed(Revealed { words }));
            self.append(host, self.fresh_token()?, vec![(Stream::Public, body)]).await?;
        }
        if host.unopened().is_empty() {
            return self.open_at(host, Seat::Clock, None).await;
        }
        if host.words_due().is_some_and(|due| due <= self.clock().now()) {
            self.renew(host, Seat::Clock, None, self.fresh_token()?).await?;
        }
        Ok(())
    }
}
