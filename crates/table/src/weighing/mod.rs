//! Questions about odds, worked out aside: a few at a time for the whole program, one for each seat, bounded in time and in
//! what they keep. Pages and programs ask here alike.
//!
//! A question is worked out on the game as it stood when its seat looked, so that nobody at the table waits for it. Its
//! place among the workers is taken until the work has really ended, also when whoever asked has gone.

pub(crate) mod refusals;
mod typed;
pub(crate) mod weighings;

use std::sync::Arc;

use kernel::chance::{TooMuch, Work};
use kernel::foretold::too_much;
use kernel::odds::NoOdds;
use kernel::{Acting, Game, Refusals, Seat};

use crate::desk::Desk;
use crate::fault::Fault;
use crate::look::Look;

pub use self::refusals::Stop;
pub use self::typed::MOST_ORDER;
pub use self::weighings::{Asker, Asking, MOST_TIME, Told, Weighing};

/// What is asked, worked out on a game.
fn answered(game: &dyn Game, eyes: Seat, asking: &Asking, work: &Work<'_>) -> Result<Told, Refusals> {
    match asking {
        Asking::Command { command, wanted } => {
            let told = game.weigh(Acting::own(eyes), command, wanted, work);
            told.map(Told::Command).map_err(|none| match none {
                NoOdds::Refused(refusals) => refusals,
                NoOdds::TooMany => too_much(TooMuch::Many),
                NoOdds::Stopped => too_much(TooMuch::Stopped),
            })
        }
        Asking::Plans(plans) => Ok(Told::Plans(
            plans
                .iter()
                .map(|(plan, given)| {
                    let given = typed::read(game, eyes, plan, given)?;
                    game.foretell(eyes, plan, &given, work)
                })
                .collect(),
        )),
    }
}

impl Desk {
    /// Asks about odds from what a look has seen. The answer comes at once where the same seat has asked the same of the
    /// same view; an earlier question of the seat is stopped.
    ///
    /// # Errors
    /// [`Fault::Random`].
    pub fn weigh(&self, asker: Asker, look: &Look, asking: Asking) -> Result<Arc<Weighing>, Fault> {
        let (game, eyes) = look.stood();
        let view = (eyes, look.cursor.clone());
        let fresh = Weighing::new(self.fresh_token()?.to_string(), asking.clone(), view, self.clock().now());
        let job = move |work: &Work<'_>| answered(game.as_ref(), eyes, &asking, work);
        Ok(self.weighings().begin(asker, fresh, self.clock(), job))
    }

    /// The question of a seat that is on its way, or whose answer is still kept.
    pub fn weighing(&self, asker: &Asker) -> Option<Arc<Weighing>> {
        self.weighings().of(asker)
    }

    /// Takes every worker: while this is held, questions wait for their turn. For tests of what is shown meanwhile.
    pub async fn hold_odds(&self) -> impl Send + Sync + use<> {
        self.weighings().hold().await
    }

    /// Asks and waits for the answer.
    ///
    /// # Errors
    /// As [`Desk::look`]; [`Fault::Odds`] where the rules broke.
    pub async fn weighed(
        &self,
        campaign: &str,
        seat: Seat,
        asking: Asking,
    ) -> Result<Result<Told, Refusals>, Fault> {
        let look = self.look(campaign, seat).await?;
        let weighing = self.weigh(Asker::new(campaign, seat, "itself"), &look, asking)?;
        weighing.over().await;
        weighing.told().cloned().ok_or(Fault::Odds)
    }
}
