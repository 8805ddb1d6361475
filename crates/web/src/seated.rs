//! A visitor at a seat of a campaign: the seat is proved, and what it sees is at hand.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use kernel::Seat;
use people::{Chair, Session};
use table::{Look, Missing, Timing};

use crate::error::Trouble;
use crate::render::{Hand, Keys, Reader};
use crate::state::WebState;
use crate::visitor::Visitor;

/// What an address may carry along. What it should not carry, or carries in another form, is passed over.
#[derive(Clone, Debug, Default)]
pub(crate) struct Along {
    /// The seat whose page the umpire reads.
    pub eyes: Option<String>,
    /// Whether the umpire acts for that seat.
    pub in_hand: bool,
    /// The entry that tells how the act just made came out.
    pub shown: Option<u64>,
    /// The form that made it.
    pub from: Option<String>,
    /// In the log: only lines before this one.
    pub before: Option<u64>,
    /// A correction as far as it has been named.
    pub with: Option<String>,
}

impl Along {
    /// For a page that is its own seat's alone: with the eyes of another it is not there.
    pub(crate) fn to_own(&self, seat: &str) -> Result<(), Trouble> {
        if self.eyes.as_deref().is_none_or(|eyes| eyes == seat) { Ok(()) } else { Err(Trouble::NotFound) }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Along {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let mut along = Self::default();
        let query = parts.uri.query().unwrap_or("");
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            match &*name {
                "as" => along.eyes = Some(value.into_owned()),
                "hand" => along.in_hand = true,
                "shown" => along.shown = value.parse().ok(),
                "from" => along.from = Some(value.into_owned()),
                "with" => along.with = Some(value.into_owned()),
                "before" => along.before = value.parse().ok(),
                _ => {}
            }
        }
        Ok(along)
    }
}

/// A visitor at a seat.
pub(crate) struct Seated {
    /// The campaign's id.
    pub campaign: String,
    /// The visitor's own seat.
    pub own: Seat,
    /// Whose page it is.
    pub eyes: Seat,
    /// Whether forms act: one's own seat, or a side that the umpire has taken in hand.
    pub acts: bool,
    /// The session.
    pub session: Session,
    /// Who asks.
    pub visitor: Visitor,
    /// What these eyes see.
    pub look: Look,
    /// What forms carry.
    pub keys: Keys,
    /// The address of the seat at the table.
    pub base: String,
    /// What links carry along.
    pub query: String,
    /// Whether somebody else held the seat before: then its handover is at hand.
    pub came_after: bool,
}

impl Seated {
    /// Seats a visitor. A seat that the session does not hold and a campaign that does not exist look the same.
    pub(crate) async fn enter(
        state: &WebState,
        mut visitor: Visitor,
        campaign: &str,
        seat: &str,
        along: &Along,
    ) -> Result<Self, Trouble> {
        let mut session = visitor.session.take().ok_or(Trouble::NotFound)?;
        // Who has no seat there learns nothing of it, not even that it cannot be read.
        let joined = state.seat_below(&mut session, campaign).await;
        if !session.holds(campaign, seat) {
            return Err(Trouble::NotFound);
        }
        joined?;
        let own: Seat = seat.parse().map_err(|_| Trouble::NotFound)?;
        let eyes = match &along.eyes {
            Some(eyes) if *eyes == own.name() => own,
            Some(eyes) if own == Seat::Umpire => eyes.parse().map_err(|_| Trouble::NotFound)?,
            Some(_) => return Err(Trouble::NotFound),
            None => own,
        };
        let in_hand = along.in_hand && matches!(eyes, Seat::Side(_));
        // What was seen, and the cursor, first: should something happen in between, the form is stale, never too fresh.
        let seen = state.desk.log(campaign, own, None, 0).await?.n_lines;
        let cursor = state.desk.cursor(campaign, own).await?;
        let look = state.desk.look(campaign, eyes).await?;
        let query = match (eyes == own, in_hand) {
            (true, _) => String::new(),
            (false, true) => format!("?as={}&hand=1", eyes.name()),
            (false, false) => format!("?as={}", eyes.name()),
        };
        let chair = Chair::new(campaign, own.name());
        let came_after = eyes == own
            && own != Seat::Spectator
            && state.people.held_by_another(&session.person, &chair).await?;
        let acting_for = (eyes != own).then_some(eyes);
        let keys = Keys { csrf: session.csrf.clone(), cursor: cursor.0, seen, acting_for };
        Ok(Self {
            base: format!("/c/{campaign}/{}", own.name()),
            campaign: campaign.to_owned(),
            own,
            eyes,
            acts: eyes == own || in_hand,
            session,
            visitor,
            look,
            keys,
            query,
            came_after,
        })
    }

    /// Whether this is the umpire at its own page.
    pub(crate) fn is_umpire(&self) -> bool {
        self.own == Seat::Umpire && self.eyes == self.own
    }

    /// Whether it is the umpire of a campaign that goes on.
    pub(crate) fn umpires(&self) -> bool {
        self.is_umpire() && !self.look.dice.shown
    }

    /// What the umpire alone does. For all others there is nothing there.
    pub(crate) fn only_umpire(&self) -> Result<(), Trouble> {
        if self.umpires() { Ok(()) } else { Err(Trouble::NotFound) }
    }

    /// The chair in the list of people.
    pub(crate) fn chair(&self) -> Chair {
        Chair::new(&*self.campaign, self.own.name())
    }

    /// The reader for a page of this seat.
    pub(crate) fn reader<'a>(&'a self, page: &'a str) -> Reader<'a> {
        let over = self.look.dice.shown;
        let hand = match (over, self.acts) {
            (true, _) => Hand::Over,
            (false, true) => Hand::Acts(&self.keys),
            (false, false) => Hand::Reads("peek"),
        };
        Reader {
            base: &self.base,
            query: &self.query,
            page,
            sides: &self.look.sides,
            look: Some(&self.look),
            over,
            keeps: self.keeps(),
            types: self.look.dice.may_type,
            rulings: &self.look.rulings,
            picture: self.look.picture.as_ref(),
            ..Reader::of(self.eyes, hand, &self.visitor.zone)
        }
    }

    /// Whether the visitor can keep orders for the deadline of the step that is open.
    pub(crate) fn keeps(&self) -> bool {
        let Timing { pace: Some(pace), due: Some(due), .. } = &self.look.timing else { return false };
        let given = matches!(pace.missing, Missing::Saved | Missing::Default);
        given
            && !due.passed
            && !self.look.dice.shown
            && self.own == self.eyes
            && matches!(self.own, Seat::Side(_))
    }

    /// Whether a throw of the seat whose page it is waits for its dice.
    pub(crate) fn waits(&self) -> bool {
        self.look.waiting.iter().any(|waiting| waiting.seat == self.eyes)
    }

    /// Whether a form comes from a page of this session.
    pub(crate) fn check_csrf(&self, sent: Option<&str>) -> Result<(), Trouble> {
        check_csrf(&self.session, sent)
    }
}

/// A seat as files are named after it: a side by its id in the set-up.
pub(crate) fn named(look: &Look, seat: Seat) -> String {
    let side = match seat {
        Seat::Side(side) => look.sides.get(usize::from(side)),
        _ => None,
    };
    side.map_or_else(|| seat.name(), |side| side.id.to_string())
}

/// Whether a form comes from a page of this session. Compared without telling by time how much was right.
pub(crate) fn check_csrf(session: &Session, sent: Option<&str>) -> Result<(), Trouble> {
    let (known, sent) = (session.csrf.as_bytes(), sent.unwrap_or("").as_bytes());
    let differs = known.len() != sent.len()
        || known.iter().zip(sent).fold(0, |differs, (known, sent)| differs | (known ^ sent)) != 0;
    if differs { Err(Trouble::Forged) } else { Ok(()) }
}
