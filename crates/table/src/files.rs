//! Campaign files: out for whoever may have them, in for a folder that does not know the campaign yet.

use kernel::{Refusal, Rulebook, Seat};
use ledger::{Bundle, Export};

use crate::desk::Desk;
use crate::fault::Fault;
use crate::house;

/// Which file of a campaign is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// What the seat itself may read: public, and its own stream. For the umpire all streams, the secret withheld.
    Seat,
    /// Everything with the secret of the dice, for every seat once the campaign has ended.
    Final,
    /// Everything, to go on in another data folder. The umpire gives it; it is private.
    Move,
}

impl Desk {
    /// The campaign as a file for `seat`. Only the umpire gives move files, and nobody gives final ones before the
    /// campaign has ended: their secret would tell every roll to come.
    ///
    /// # Errors
    /// As [`Desk::look`].
    pub async fn export(
        &self,
        campaign: &str,
        seat: Seat,
        kind: FileKind,
    ) -> Result<Result<Bundle, Refusal>, Fault> {
        let what = match (kind, seat) {
            (FileKind::Seat, Seat::Side(side)) => Export::Side(side),
            (FileKind::Seat, Seat::Umpire) => Export::Umpire,
            (FileKind::Seat, Seat::Spectator | Seat::Clock) => Export::Spectator,
            (FileKind::Final, _) => Export::Final,
            (FileKind::Move, Seat::Umpire) => Export::Move,
            _ => return Ok(Err(house::only_umpire(seat))),
        };
        let host = self.host(campaign).await?;
        if !host.has_seat(seat) {
            return Err(Fault::NoCampaign);
        }
        if kind == FileKind::Final && !host.memory.dice.shown {
            return Ok(Err(house::dice_not_shown()));
        }
        if seat == Seat::Spectator && host.is_delayed() {
            return Ok(Err(house::behind_time()));
        }
        let contributions = &host.memory.dice.contributions;
        Ok(Ok(ledger::export(self.store(), &host.id, what, contributions).await?))
    }

    /// Takes in a campaign from a file and gives its id.
    ///
    /// # Errors
    /// [`Fault::Ledger`] with every fault of the file; then nothing was taken in.
    pub async fn import(&self, text: &str) -> Result<String, Fault> {
        let bundle = parsed(text, self.rulebooks())?;
        Ok(ledger::import(self.store(), &bundle).await?.to_string())
    }
}

/// Whether a campaign could be taken in from a file, before there is anything to take it in to.
///
/// # Errors
/// As [`Desk::import`], but for a campaign that is there already.
pub fn importable(text: &str, rulebooks: &[&'static dyn Rulebook]) -> Result<(), Fault> {
    ledger::importable(&parsed(text, rulebooks)?)?;
    Ok(())
}

fn parsed(text: &str, rulebooks: &[&'static dyn Rulebook]) -> Result<Bundle, Fault> {
    let bundle = Bundle::parse(text).map_err(|faults| ledger::Fault::BadBundle { faults })?;
    if rulebooks.iter().any(|rulebook| rulebook.name() == bundle.manifest.system) {
        return Ok(bundle);
    }
    Err(Fault::NoRulebook(bundle.manifest.system.clone()))
}
