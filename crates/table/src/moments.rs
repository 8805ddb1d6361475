//! Moments of the past that were looked at lately, folded: whoever steps through a long log folds one entry a step, and not
//! the log from its beginning.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use kernel::Seat;
use ledger::{CampaignId, Entry};

use crate::host::Host;

/// The most moments that are kept, over all campaigns.
const MOST: usize = 24;

/// A campaign as it stood when a seat had just read a line.
pub(crate) struct Moment {
    /// Whose line.
    pub seat: Seat,
    /// Which line.
    pub number: u64,
    /// The campaign, folded so far.
    pub host: Host,
    /// What the line is of.
    pub entry: Entry,
}

/// Moments that are kept, the one that was asked for last first.
#[derive(Default)]
pub(crate) struct Moments(Mutex<VecDeque<Arc<Moment>>>);

impl Moments {
    /// The latest moment that is kept of a seat up to a line.
    pub fn up_to(&self, id: &CampaignId, seat: Seat, number: u64) -> Option<Arc<Moment>> {
        let mut kept = self.0.lock().expect("no holder of the moments panics");
        let of_seat =
            |moment: &&Arc<Moment>| moment.host.id == *id && moment.seat == seat && moment.number <= number;
        let best = kept.iter().filter(of_seat).max_by_key(|moment| moment.number).cloned()?;
        kept.retain(|moment| !Arc::ptr_eq(moment, &best));
        kept.push_front(Arc::clone(&best));
        Some(best)
    }

    /// Keeps a moment. The one that nobody has asked for the longest gives way.
    pub fn keep(&self, moment: Moment) -> Arc<Moment> {
        let moment = Arc::new(moment);
        let mut kept = self.0.lock().expect("no holder of the moments panics");
        kept.push_front(Arc::clone(&moment));
        kept.truncate(MOST);
        moment
    }

    /// Forgets a moment that the log does not bear out any more.
    pub fn forget(&self, moment: &Arc<Moment>) {
        self.0.lock().expect("no holder of the moments panics").retain(|kept| !Arc::ptr_eq(kept, moment));
    }
}
