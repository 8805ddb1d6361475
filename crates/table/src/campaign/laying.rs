//! A campaign before it is written: its manifest, and what stands in its log from the start.

use ::dice::Secret;
use kernel::{Diagnostic, Game, Id, Rulebook, Seat, SideInfo};
use ledger::{CampaignId, Entry, Heads, Manifest, NewEntry, NewPart, Stream};
use serde_json::Value;

use super::entry::Laid;
use crate::delay::entry::{Delay, Delayed};
use crate::desk::Desk;
use crate::entry::act::Act;
use crate::entry::{Body, Head};
use crate::fault::Fault;
use crate::levels::entry::Above;
use crate::pledges::entry::{Terms, Unopened, WordsBy};
use crate::throws::entry::Typing;

/// A campaign to be laid out.
#[derive(Clone, Debug)]
pub struct NewCampaign {
    /// The set-up's file name, for faults.
    pub file: String,
    /// The set-up.
    pub setup: String,
    /// The system's name in files.
    pub system: String,
    /// Facts of the position it begins from, when it is brought in during its course.
    pub position: Option<Value>,
    /// How its dice come to be open.
    pub start: DiceStart,
    /// Whether dice thrown at a table may be typed in without asking the sides.
    pub table_dice: bool,
    /// The id and the secret of the dice; fresh ones when `None`. Given by tests that compare two worlds.
    pub identity: Option<(CampaignId, Secret)>,
}

/// How the dice of a new campaign come to be open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DiceStart {
    /// When the words that each side's device has pledged are opened.
    #[default]
    Words,
    /// At once, without words of any side: for play at one machine. The log says so.
    AtOnce,
    /// When each side has typed words or passed, and with typed dice for everybody: the rule of campaigns begun before
    /// there was a choice, whose first entry says nothing of it. Given by tests of such campaigns.
    Before,
}

/// A campaign that can be written.
pub(crate) struct Laying {
    pub campaign: ledger::NewCampaign,
    pub position: Option<Value>,
    pub terms: Option<Terms>,
    /// Its sides, see [`named`].
    pub sides: Vec<(Id, String)>,
}

/// What makes a side the same at two tables.
pub(crate) fn named(side: &SideInfo) -> (Id, String) {
    (side.id, side.name.clone())
}

impl Desk {
    /// Makes a campaign ready to be written. Nothing is written yet.
    ///
    /// # Errors
    /// [`Fault::File`] with every fault of the set-up or the position.
    pub(crate) fn lay_out(&self, new: NewCampaign) -> Result<Laying, Fault> {
        self.laid_out(new, |rulebook, file, text| rulebook.open(file, text))
    }

    /// The same for a table below one that has begun already: whatever that one begins from will do.
    ///
    /// # Errors
    /// [`Fault::File`] with every fault of the set-up or the position.
    pub(crate) fn lay_out_below(&self, new: NewCampaign) -> Result<Laying, Fault> {
        self.laid_out(new, |rulebook, file, text| rulebook.open_kept(file, text))
    }

    fn laid_out(
        &self,
        new: NewCampaign,
        open: impl FnOnce(&dyn Rulebook, &str, &str) -> Result<Box<dyn Game>, Vec<Diagnostic>>,
    ) -> Result<Laying, Fault> {
        let known = self.rulebooks().iter().find(|rulebook| rulebook.name() == new.system);
        let rulebook = *known.ok_or_else(|| Fault::NoRulebook(new.system.clone()))?;
        let mut game = open(rulebook, &new.file, &new.setup).map_err(Fault::File)?;
        if let Some(position) = &new.position {
            game.set_position(position.clone()).map_err(Fault::File)?;
        }
        let (id, secret) = match new.identity {
            Some(identity) => identity,
            None => (fresh_id(self.chance().bytes()?), Secret::new(self.chance().bytes()?)),
        };
        let setup = salted(new.setup, &id, &secret);
        let sides = game.sides();
        let manifest = Manifest {
            campaign: id,
            created_at: u64::try_from(self.clock().now()).unwrap_or(0),
            dice_commitment: secret.commitment(),
            format: ledger::FORMAT,
            rules_version: rulebook.version().to_string(),
            setup_digest: ledger::sha256(setup.as_bytes()),
            sides: sides.iter().map(|side| side.name.clone()).collect(),
            system: rulebook.name().into(),
            title: game.title(),
        };
        let table = if new.table_dice { Typing::Free } else { Typing::Agreed };
        let terms = match new.start {
            DiceStart::Words => Some(Terms { words: WordsBy::Devices, table }),
            DiceStart::AtOnce => Some(Terms { words: WordsBy::Nobody, table }),
            DiceStart::Before => None,
        };
        Ok(Laying {
            campaign: ledger::NewCampaign { manifest, setup, secret: Some(secret) },
            position: new.position,
            terms,
            sides: sides.iter().map(named).collect(),
        })
    }

    /// What stands in the log from the start. It is written together with the campaign: one half laid out could never
    /// begin. `above` is what everyone and what the umpire reads of the table above, and `delay` how far behind spectators see
    /// that one: nothing of a table below is shown before what it comes from.
    pub(crate) fn first_entries(
        &self,
        laying: &Laying,
        above: Option<(Above, Above)>,
        delay: Delay,
    ) -> Result<Vec<Entry>, Fault> {
        let Laying { campaign: ledger::NewCampaign { manifest, .. }, position, terms, .. } = laying;
        let rules = format!("{}/{}", manifest.system, manifest.rules_version);
        let head = Head::new(self.clock().now(), Seat::Clock, Seat::Clock, &rules);
        let says = |stream, act| (stream, head.clone().says(act));
        let (public, above) = above.unzip();
        let laid = |stream, laid| says(stream, Act::LaidOut(laid));
        // What a table below begins from follows from the table above, where each side's part is in its own stream.
        let is_fixed = above.is_none();
        let salt =
            if is_fixed && position.is_some() { Some(::dice::Digest(self.chance().bytes()?)) } else { None };
        let closed = (position.is_some() || above.is_some())
            .then(|| laid(Stream::Umpire, Laid::Closed { position: position.clone(), above, salt }));
        // That there is nothing is fixed too: nobody gives a position to a campaign that began without one.
        let own = closed.as_ref().map_or_else(String::new, |(_, body): &(Stream, Body)| body.text());
        let umpires = is_fixed.then(|| ledger::beginning_digest(&manifest.campaign, &own));
        let mut acts =
            vec![vec![laid(Stream::Public, Laid::Openly { terms: *terms, above: public, umpires })]];
        acts[0].extend(closed);
        if !delay.is_none() {
            acts.push(vec![says(Stream::Public, Act::Delayed(Delayed { delay }))]);
        }
        if terms.is_some_and(|terms| terms.words == WordsBy::Nobody) {
            acts.push(vec![says(Stream::Public, Act::DiceOpened(Unopened::default()))]);
        }
        let mut heads = Heads::start(manifest.genesis());
        let mut entries = Vec::with_capacity(acts.len());
        for parts in acts {
            let parts =
                parts.into_iter().map(|(stream, body)| NewPart { stream, body: body.text() }).collect();
            let (expected, lineage) = (heads.master.number + 1, self.fresh_token()?);
            let entry = NewEntry { expected, after: None, lineage, branch: 0, parts };
            entries.push(heads.chain(&manifest.campaign, manifest.sides.len(), &entry, self.chance())?);
        }
        Ok(entries)
    }
}

/// A set-up with a line of chance at its end, which its readers pass over. Its plain digest stands in every seat's file, and
/// without that line whoever knows most of a set-up would find the rest by trying.
fn salted(setup: String, id: &CampaignId, secret: &Secret) -> String {
    let salt =
        ::dice::Encoding::new("adjutant-setup-salt-v1").text(id.as_str()).bytes(secret.reveal()).sha256();
    let end = if setup.is_empty() || setup.ends_with('\n') { "" } else { "\n" };
    format!("{setup}{end}# {salt}\n")
}

/// Ten letters and digits that cannot be mistaken for each other.
fn fresh_id(bytes: [u8; 32]) -> CampaignId {
    const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";
    let text: String = bytes[..10].iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect();
    CampaignId::new(text).expect("ten letters and digits are an id")
}
