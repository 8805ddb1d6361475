//! Opening tables below: the engine's own step, for each that the rules name and nobody has opened.

use kernel::{Below, Seat};
use ledger::{NewEntry, NewPart, Stream};

use super::entry::{Above, Anchor, Opening, TableOpened};
use crate::campaign::laying::{DiceStart, Laying, NewCampaign, named};
use crate::clock_names;
use crate::desk::Desk;
use crate::entry::act::Act;
use crate::fault::Fault;
use crate::host::Host;
use crate::pledges::entry::{Terms, WordsBy};
use crate::throws::entry::Typing;

impl Desk {
    /// Whether the tables that the rules ask for now could be opened: asked before the act that asks for them is written.
    ///
    /// # Errors
    /// Why one could not.
    pub(crate) fn can_open_below(&self, host: &Host) -> Result<(), Fault> {
        let fresh = host.game.levels().below.into_iter();
        let mut fresh = fresh.filter(|below| !host.memory.levels.below.contains_key(&below.slot));
        fresh.try_for_each(|below| self.laid_below(host, &below).map(drop))
    }

    /// Opens the next table that the rules ask for; says whether there was one. The entry here and the new campaign are
    /// written together.
    pub(crate) async fn open_below(&self, host: &mut Host) -> Result<bool, Fault> {
        let Some(below) = host.to_open() else { return Ok(false) };
        let laying = self.laid_below(host, &below)?;
        let manifest = &laying.campaign.manifest;
        let opening = Opening {
            slot: below.slot.clone(),
            campaign: manifest.campaign.clone(),
            manifest: manifest.genesis(),
        };
        let body = self.head(host, Seat::Clock, Seat::Clock);
        let body = body.says(Act::TableOpened(TableOpened { below: opening }));
        let new = NewEntry {
            expected: host.heads.master.number + 1,
            after: Some(host.heads.master.hash),
            lineage: clock_names::next(host.id.as_str(), host.n_told()),
            branch: host.memory.corrections.branch,
            parts: vec![NewPart { stream: Stream::Public, body: body.text() }],
        };
        let entry = host.heads.clone().chain(&host.id, host.sides.len(), &new, self.chance())?;
        let opened = Anchor::of(&entry).expect("its one part is public");
        let above = |opened| Above { campaign: host.id.clone(), slot: below.slot.clone(), opened };
        let above = (above(opened.public), above(opened.master));
        let firsts = self.first_entries(&laying, Some(above), host.memory.delay)?;
        host.unsure = true;
        let written = [(host.id.clone(), entry)];
        self.store().write_together(Some((&laying.campaign, &firsts)), &written).await?;
        let [(_, entry)] = &written;
        Self::takes(host, entry)?;
        Ok(true)
    }

    /// The campaign of a table below, before it is written. Its dice begin as those here did.
    fn laid_below(&self, host: &Host, below: &Below) -> Result<Laying, Fault> {
        let terms = host.terms_below();
        let laying = self.lay_out_below(NewCampaign {
            file: below.slot.clone(),
            setup: below.setup.clone(),
            system: below.system.clone(),
            position: below.position.clone(),
            start: if terms.words == WordsBy::Nobody { DiceStart::AtOnce } else { DiceStart::Words },
            table_dice: terms.table == Typing::Free,
            identity: None,
        })?;
        if laying.sides != host.sides.iter().map(named).collect::<Vec<_>>() {
            return Err(Fault::Below(below.slot.clone()));
        }
        Ok(laying)
    }
}

impl Host {
    /// How the dice of a table below come to be and who throws: as here. A campaign begun before there was a choice gives what
    /// its own rule was.
    pub(crate) fn terms_below(&self) -> Terms {
        self.memory.dice.terms.unwrap_or(Terms { words: WordsBy::Devices, table: Typing::Free })
    }
}
