//! Entries that the rules do not judge: words, time, pictures, the dice opened. What they say is people's own; that
//! they stand where such an entry stands is checked, and that the house would take it; what only the rules give, none of
//! them can hold.

use kernel::Seat;
use ledger::{CampaignId, Entry, Stream};

use super::auditor::{Auditor, Difference, Judged};
use crate::campaign::entry::{Contributed, Laid};
use crate::deadline::MOST_KEPT;
use crate::deadline::derived::{follows, is_all_played};
use crate::deadline::entry::{KeptAnew, Timed};
use crate::entry::act::{Act, Kind};
use crate::entry::{Body, Head};
use crate::house;
use crate::judge::clock_act;
use crate::levels::judged::closes_alike;
use crate::messages::is_fit;
use crate::pledges::entry::{Pledged, Revealed, Unopened};
use crate::read::Read;
use crate::streams::{is_engine_as_umpire, own_stream};
use crate::text::is_reason;

impl Auditor {
    /// An entry that the rules do not judge.
    pub(super) fn unjudged(&self, entry: &Entry, read: &Read) -> Result<Judged, Difference> {
        let kind = read.kind();
        let manifest = &self.campaign.manifest;
        let begins = matches!(kind, Kind::Began | Kind::LaidOut);
        if begins != (entry.master == 1) {
            return Err("a campaign begins with its first entry and nowhere else".into());
        }
        for (stream, body) in &read.bodies {
            let same = read
                .first()
                .is_some_and(|first| first.head.at == body.head.at && first.act.kind() == body.act.kind());
            if !same {
                return Err(format!("{stream}: time and kind are not those of the entry's first part"));
            }
            if begins && (body.head.seat, body.head.by) != (Seat::Clock, Seat::Clock) {
                return Err(format!("{stream}: the table begins a campaign, and no seat does"));
            }
        }
        let Some((stream, body @ Body { head, act })) = read.bodies.first() else {
            return Err("it has no part".into());
        };
        let streams: Vec<Stream> = read.bodies.iter().map(|(stream, _)| *stream).collect();
        self.stands_right(kind, body, *stream, &streams)?;
        if begins && !is_beginning(&manifest.campaign, entry, read) {
            return Err(
                "a beginning has one part for everyone, and one with a position for the umpire".into()
            );
        }
        if begins && head.rules != format!("{}/{}", manifest.system, manifest.rules_version) {
            return Err("it begins under other rules than the manifest says".into());
        }
        if let Act::Timed(Timed { timing }) = act {
            follows(&self.host, head, timing)?;
        }
        let by_engine =
            matches!(kind, Kind::Timed | Kind::DiceRenewed | Kind::DiceMissing | Kind::TableOpened)
                && head.seat == Seat::Clock;
        if by_engine && entry.lineage != clock_act(&self.host) {
            return Err("its name is not that of the engine's step here".into());
        }
        if !begins && kind != Kind::DiceShown {
            self.is_not_over()?;
        }
        self.is_taken(body)?;
        if let Act::TableOpened(opened) = act {
            self.went_down(opened)?;
        }
        if let Act::TableClosed(closed) = act {
            self.closed_as_it_was(closed)?;
        }
        if !closes_alike(read) {
            return Err("what its parts say of the table below is not the same".into());
        }
        match act {
            Act::Proposed(_) => self.proposed(entry, read),
            Act::Consented(consented) => self.consented(entry, head.seat, consented),
            _ => Ok(Judged::Proved),
        }
    }

    /// What the house would not take as things stand.
    fn is_taken(&self, Body { head, act }: &Body) -> Result<(), Difference> {
        let (host, dice) = (&self.host, &self.host.memory.dice);
        let reasoned = || head.reason.as_deref().is_some_and(is_reason);
        let right = match act {
            Act::TableDice(said) => {
                let freely = (!host.types_by_consent()).then(house::typed_freely);
                let refused = freely.or_else(|| dice.throws.refuses(said.table_dice, head.seat));
                return refused
                    .map_or(Ok(()), |refusal| Err(format!("the house refuses it: {}", refusal.sentence)));
            }
            Act::Contributed(Contributed { contribution }) => {
                let name = head.seat.name();
                let fresh = dice.terms.is_none() && !dice.answered.contains(&name);
                fresh && contribution.as_ref().is_none_or(|given| given.seat == name)
            }
            Act::Pledged(Pledged { pledge }) => host.takes_pledge(head, pledge),
            Act::Revealed(Revealed { words }) => host.takes_words(head, words),
            Act::Renewed(Unopened { missing }) => host.renews_words(head, missing),
            Act::DiceOpened(Unopened { missing }) => host.opens_dice(head, missing),
            Act::TableOpened(opened) => host.opens_below(opened),
            Act::ClosingSaid(said) => host.takes_word(head, said),
            Act::TableClosed(closed) => host.closes_below(closed, head.by, head.reason.as_deref()),
            Act::HandedUp(handed) => host.hands_up(handed, reasoned(), head.by),
            Act::Wrote(wrote) => is_fit(&wrote.message),
            _ => true,
        };
        if right { Ok(()) } else { Err("the house writes no such entry as things stand".into()) }
    }

    /// Whose entry it may be and which streams hear of it.
    fn stands_right(
        &self,
        kind: Kind,
        body: &Body,
        stream: Stream,
        streams: &[Stream],
    ) -> Result<(), Difference> {
        let Head { seat, by, ref reason, .. } = body.head;
        let reasoned = || reason.as_deref().is_some_and(is_reason);
        let dice = &self.host.memory.dice;
        let side = matches!(seat, Seat::Side(_)) && self.host.has_seat(seat);
        let own = side && streams == [own_stream(seat)];
        let umpire = seat == Seat::Umpire && by == seat;
        let clock = seat == Seat::Clock && by == seat;
        let engine = is_engine_as_umpire(seat, by);
        let asked = || self.host.memory.corrections.asks(seat);
        let right = match kind {
            Kind::Began | Kind::LaidOut => clock && stream == Stream::Public,
            Kind::Contributed => side && by == seat && streams == [Stream::Public] && !dice.open,
            Kind::DiceOpened => (clock || umpire) && streams == [Stream::Public] && !dice.open,
            Kind::DiceShown => umpire && !dice.shown && streams == [Stream::Public] && reasoned(),
            Kind::Ruled => umpire && streams.len() == 1,
            Kind::Delayed => (umpire || clock && self.begins_below()) && streams == [Stream::Public],
            Kind::Proposed => umpire && reasoned(),
            Kind::Consented => own && by == seat && asked() && self.names_the_proposal(body),
            Kind::Timed => (clock || umpire) && streams == [Stream::Public],
            Kind::Played => clock && streams == [Stream::Umpire] && is_all_played(&self.host),
            Kind::Kept => own && self.keeps(body),
            Kind::Wrote => (umpire || (side && by == seat && own)) && streams.len() == 1,
            Kind::Mapped => umpire,
            Kind::DiceRenewed => clock && streams == [Stream::Public] && !dice.by_question,
            Kind::DiceMissing => {
                clock && streams == [Stream::Public] && dice.open && self.host.goes_on_without_dice()
            }
            Kind::Pledged | Kind::Revealed => side && streams == [Stream::Public] && !dice.open,
            Kind::Renewed => streams == [Stream::Public] && !dice.open,
            Kind::TableDice => (side || umpire) && by == seat && streams == [Stream::Public],
            Kind::Taken => umpire && streams == [Stream::Public],
            Kind::TableOpened => clock && streams == [Stream::Public] && dice.open,
            Kind::ClosingSaid => side && by == seat && streams == [Stream::Public] && dice.open,
            Kind::TableClosed => (umpire || engine) && streams == [Stream::Public, Stream::Umpire],
            Kind::HandedUp => (umpire || engine) && streams == [Stream::Public],
            _ => true,
        };
        if right { Ok(()) } else { Err("an entry like that is not written here by that seat".into()) }
    }

    /// Whether only the first entry of a table below another stands: spectators see it as far behind as the one above.
    fn begins_below(&self) -> bool {
        self.host.memory.levels.above.is_some() && self.host.heads.master.number == 1
    }

    /// A side keeps orders for the step that is open; the umpire strikes them, and keeps none for a side.
    fn keeps(&self, Body { head, act }: &Body) -> bool {
        let Act::Kept(KeptAnew { kept }) = act else { return false };
        let may = if head.by == head.seat { kept.orders.len() <= MOST_KEPT } else { kept.orders.is_empty() };
        may && (head.by == head.seat || head.by == Seat::Umpire) && kept.step == self.host.step()
    }

    fn names_the_proposal(&self, body: &Body) -> bool {
        let proposal = self.host.memory.corrections.proposal.as_ref().map(|proposal| proposal.act);
        matches!(&body.act, Act::Consented(consented) if proposal == Some(consented.act))
    }
}

/// What everyone reads of a beginning, and what the umpire alone reads, if there is anything: the position, and the table
/// above. A second part for anybody could say something else of the dice. The position is fixed by a digest, but for tables
/// below another and for campaigns of earlier builds.
fn is_beginning(campaign: &CampaignId, entry: &Entry, read: &Read) -> bool {
    let laid = |body: &Body| match &body.act {
        Act::Began(laid) | Act::LaidOut(laid) => Some(laid.clone()),
        _ => None,
    };
    let named = |laid: &Laid| laid.above().map(|above| (above.campaign.clone(), above.slot.clone()));
    match read.bodies.as_slice() {
        [(Stream::Public, all)] => match laid(all) {
            Some(Laid::Openly { above: None, umpires, .. }) => {
                umpires.is_none_or(|fixed| fixed == ledger::beginning_digest(campaign, ""))
            }
            _ => false,
        },
        [(Stream::Public, all), (Stream::Umpire, own)] => {
            let (Some(all), Some(own)) = (laid(all), laid(own)) else { return false };
            let Laid::Openly { umpires, .. } = &all else { return false };
            let text = entry.parts.iter().find(|part| part.stream == Stream::Umpire).map(|part| &part.body);
            let fixes = match (umpires, &own) {
                (Some(_), Laid::Closed { salt: None, .. }) | (_, Laid::Openly { umpires: Some(_), .. }) => {
                    false
                }
                (Some(fixed), Laid::Closed { .. }) => {
                    text.is_some_and(|text| ledger::beginning_digest(campaign, text) == *fixed)
                }
                (None, Laid::Closed { salt, .. }) => salt.is_none(),
                (umpires, Laid::Openly { terms, above, .. }) => {
                    umpires.is_none() && terms.is_none() && above.is_some()
                }
            };
            fixes && named(&all) == named(&own)
        }
        _ => false,
    }
}
