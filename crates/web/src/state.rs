//! What every request needs.

use std::sync::Arc;

use kernel::Seat;
use people::{Chair, Handle, People, Session, Swept};
use table::{Answer, Desk};
use tokio::sync::watch;

use crate::crowd::Crowd;
use crate::error::Trouble;
use crate::limit::Gates;
use crate::presence::Presence;
use crate::routes::Writable;
use crate::settings::Settings;

/// Why what has run out was not removed.
#[derive(Debug, thiserror::Error)]
pub enum Unswept {
    /// The list of people.
    #[error(transparent)]
    People(#[from] people::Fault),
    /// Orders that were kept at a seat could not be struck.
    #[error(transparent)]
    Table(#[from] table::Fault),
}

/// What every request needs. Cheap to clone.
#[derive(Clone)]
pub struct WebState(Arc<Parts>);

/// The parts of a [`WebState`].
pub struct Parts {
    /// All campaigns.
    pub desk: Arc<Desk>,
    /// The store behind the desk, for campaign files.
    pub store: Arc<dyn ledger::Store>,
    /// Who may come in.
    pub people: People,
    /// What the host has decided.
    pub settings: Settings,
    /// Turns to `true` when the server closes: open streams end, and `/readyz` says no.
    pub closing: watch::Receiver<bool>,
    /// Who is looking.
    pub presence: Presence,
    pub(crate) gates: Gates,
    pub(crate) crowd: Arc<Crowd>,
    pub(crate) writable: Writable,
}

impl WebState {
    /// The state for a router.
    pub fn new(
        desk: Arc<Desk>,
        store: Arc<dyn ledger::Store>,
        people: People,
        settings: Settings,
        closing: watch::Receiver<bool>,
    ) -> Self {
        let (gates, crowd) = (Gates::new(settings.limits), Arc::new(Crowd::new(settings.room)));
        Self(Arc::new(Parts {
            desk,
            store,
            people,
            settings,
            closing,
            presence: Presence::default(),
            gates,
            crowd,
            writable: Writable::default(),
        }))
    }

    /// Runs an act to its end even when the one who sent it hangs up: what is written is told to everybody, and the
    /// engine takes its own steps.
    pub(crate) async fn act<F>(&self, act: impl FnOnce(Arc<Desk>) -> F) -> Result<Answer, Trouble>
    where
        F: Future<Output = Result<Answer, table::Fault>> + Send + 'static,
    {
        match tokio::spawn(act(Arc::clone(&self.desk))).await {
            Ok(answer) => Ok(answer?),
            Err(broken) => {
                tracing::error!(%broken, "an act broke off");
                Err(Trouble::Broken)
            }
        }
    }

    /// Seats a session at a table below one where it sits: at the same seats, as long as it holds them there.
    pub(crate) async fn seat_below(&self, session: &mut Session, campaign: &str) -> Result<(), Trouble> {
        for above in self.desk.campaigns_above(campaign).await? {
            let same = session.chairs.iter().filter(|chair| chair.campaign == above);
            let same: Vec<Chair> = same.map(|chair| Chair::new(campaign, &*chair.seat)).collect();
            // A session that enters again after an act has them already.
            let new: Vec<Chair> = same.into_iter().filter(|chair| !session.chairs.contains(chair)).collect();
            session.chairs.extend(new);
        }
        Ok(())
    }

    /// Whether a session that is asked for anew holds a chair, or the same one at a table above.
    pub(crate) async fn is_held_by(&self, session: &Handle, chair: &Chair) -> Result<bool, Trouble> {
        let chairs = self.people.seats_of(session, self.now()).await?;
        if chairs.contains(chair) {
            return Ok(true);
        }
        let above = self.desk.campaigns_above(&chair.campaign).await?;
        Ok(above.into_iter().any(|above| chairs.contains(&Chair::new(above, &*chair.seat))))
    }

    /// Strikes the orders that were kept at a chair, when it was taken from whoever kept them.
    pub(crate) async fn strike_kept(&self, chair: &Chair) -> Result<(), Trouble> {
        if let Ok(seat @ Seat::Side(_)) = chair.seat.parse() {
            let campaign = chair.campaign.clone();
            self.act(move |desk| async move { desk.strike_kept(&campaign, seat).await }).await?;
        }
        Ok(())
    }

    /// Strikes the orders that were kept at those of these chairs that a person holds no more: where that person kept them,
    /// or nobody is left. `kept` are the chairs whose orders the person had kept last.
    pub(crate) async fn strike_left(
        &self,
        person: &Handle,
        chairs: &[Chair],
        kept: &[Chair],
    ) -> Result<(), Trouble> {
        let still = self.people.chairs_of(person).await?;
        for chair in chairs.iter().filter(|chair| !still.contains(chair)) {
            if kept.contains(chair) || !self.people.is_held(chair, self.now()).await? {
                self.strike_kept(chair).await?;
            }
        }
        Ok(())
    }

    /// Removes sessions, seats, invitations and tokens that have run out. Orders that were kept at a seat go with whoever
    /// kept them, and with the last who held it: they are struck first, so that what breaks off is done by the next sweep.
    ///
    /// # Errors
    /// When the list of people or the log of a campaign cannot be read or written.
    pub async fn sweep(&self) -> Result<Swept, Unswept> {
        let now = self.now();
        for chair in self.people.left_untouched(now).await? {
            let Ok(seat @ Seat::Side(_)) = chair.seat.parse() else { continue };
            match self.desk.strike_kept(&chair.campaign, seat).await {
                Ok(_) => {}
                Err(fault @ table::Fault::Ledger(ledger::Fault::Disk { .. })) => return Err(fault.into()),
                // A campaign that is gone, or that this build cannot open, gives no orders.
                Err(fault) => tracing::debug!(campaign = %chair.campaign, %fault, "no orders struck"),
            }
        }
        Ok(self.people.sweep(now).await?)
    }

    /// Now, in milliseconds since 1970, UTC.
    pub(crate) fn now(&self) -> i64 {
        self.desk.clock().now()
    }
}

impl std::ops::Deref for WebState {
    type Target = Parts;
    fn deref(&self) -> &Parts {
        &self.0
    }
}
