//! What each reason says while the battle is on the table, before it, and about rulings: 42.43, 42.6, 42.7, UF-R33, UF-E36.

use kernel::Seat;
use rules_upfront::report::{Deed, Noted};
use rules_upfront::setup::rulings::RulingText;
use rules_upfront::words::{AuxKind, ManId, Out, PlaceKind, Rank};

use super::look::{Look, sum};

/// The most notes about one man, and the most Hero cards of one man.
const MOST: usize = 20;

impl Look<'_> {
    fn group(&self) -> Option<&rules_upfront::state::Group> {
        let own = self.state.facts.group.iter().filter(|group| group.side == self.side());
        own.into_iter().find(|group| group.id.as_str() == self.text("group"))
    }

    fn named(&self) -> Vec<ManId> {
        let men = self.value["men"].as_array().into_iter().flatten();
        men.filter_map(|man| serde_json::from_value(man.clone()).ok()).collect()
    }

    /// Whether a reason of these commands holds; nothing where it is not known here.
    pub fn battle_holds(&self) -> Option<bool> {
        let (state, facts, side, phase) = (self.state, &self.state.facts, self.side(), self.phase());
        let force = self.force(side);
        let subject: Option<ManId> = serde_json::from_value(self.value["man"].clone()).ok();
        let own_notes = |man: ManId| state.side(side).note.iter().filter(|note| note.man == man).count();
        let is = |key: &str, word: &str| self.value[key].as_str() == Some(word);
        let number = |key: &str| self.value[key].as_i64().unwrap_or_default();
        let not_agreed = ["battle", "confirm", "dispute"].contains(&phase);
        Some(match (self.kind(), self.code) {
            ("set-ruling", "actor") => !self.is_side() && self.seat != Seat::Umpire,
            ("draw-lot", "actor") => self.seat != Seat::Clock,
            ("name-attacker", "actor") => !self.is_side() && self.seat != Seat::Umpire,
            (_, "actor") => !self.is_side(),

            ("set-ruling", "E36") => {
                !facts.played.is_empty()
                    || !facts.versions.is_empty()
                    || facts.agreed.is_some()
                    || phase == "over"
            }
            ("set-ruling", "unknown") => RulingText::named(self.text("ruling"))
                .is_none_or(|ruling| ruling.words.iter().all(|(word, _)| *word != self.text("word"))),
            ("set-ruling", "same") => {
                let ruling = RulingText::named(self.text("ruling"))?;
                let mine = facts.proposal.iter().any(|proposal| {
                    proposal.side == side
                        && proposal.id.as_str() == self.text("ruling")
                        && proposal.word.as_str() == self.text("word")
                });
                facts.rulings.get(ruling.key) == Some(self.text("word")) || (self.is_side() && mine)
            }
            ("set-ruling", "R07") => {
                let zero = |card: &&rules_upfront::setup::Card| card.panic == 0;
                let italian = rules_upfront::words::Side::BOTH.iter().any(|side| {
                    let deck = state.deck(*side);
                    deck.cards().filter(zero).any(|card| !deck.struck.contains(&card.id))
                });
                is("word", "panic_only") && italian
            }
            ("take-back-proposal", "proposal") => facts
                .proposal
                .iter()
                .all(|proposal| proposal.side != side || proposal.id.as_str() != self.text("ruling")),

            ("draw-lot" | "name-attacker", "phase") => phase != "attacker",
            ("draw-lot", "R33") => self.ruling("R33_lot_when_no_winner") == "agreement",
            ("name-attacker", "R33") => self.ruling("R33_lot_when_no_winner") == "lot",
            ("name-attacker", "unknown") => {
                state.campaign.sides.iter().all(|(_, side)| side.id.as_str() != self.text("attacker"))
            }

            ("take-back-withdrawal" | "take-back-pursuit", "phase") => !not_agreed,
            (_, "phase") => phase != "battle",
            ("note", "E31") => self.he(|man| !force.contains(&man)),
            ("note", "E34") => self.note_is_wrong(subject?),
            ("note", "note") => subject.is_some_and(|man| own_notes(man) >= MOST),
            ("strike", "note") => subject.is_some_and(|man| own_notes(man) == 0),

            ("withdraw", "ended") | ("leave", "ended") | ("pursue", "ended") => self.pursuit_failed(),
            ("withdraw", "group") => self.group().is_some(),
            ("leave", "group") => self.group().is_none_or(|group| group.gone),
            ("take-back-withdrawal", "group") => self.group().is_none(),
            ("withdraw", "won") => match self.says("The enemy") {
                true => self.has_conceded(side.enemy()),
                false => self.has_pursued(side),
            },
            ("withdraw", "men") => self.named().is_empty(),
            ("withdraw", "E31") => self.he(|man| !force.contains(&man)),
            ("withdraw", "E34") => self.he(|man| {
                let twice = self.named().iter().filter(|named| **named == man).count() > 1;
                let with = facts.group.iter().any(|group| group.side == side && group.men.contains(&man));
                match () {
                    () if self.says("named twice") => twice,
                    () if self.says("withdraws with") => with,
                    () => self.noted(side, man).0 != Out::InPlay,
                }
            }),
            ("withdraw", "E60") => number("range") > 0,
            ("withdraw", "E61") => !is("card", "red_retreat"),
            ("withdraw", "E62") => is("encircled", "yes"),
            ("withdraw", "E63") => is("can_move", "no"),
            ("leave", "range") => number("nearest") >= 5,

            ("pursue", "tried") => self.has_pursued(side),
            ("take-back-pursuit", "tried") => !self.has_pursued(side),
            ("pursue", "E50") => match self.says("announced no withdrawal") {
                true => is("won_by", "withdrawal") && !self.has_conceded(side.enemy()),
                false => self.has_conceded(side),
            },
            ("pursue", "E51") => number("draw_pile") == 0,
            ("pursue", "E52") => {
                let leader: Option<ManId> = serde_json::from_value(self.value["leader"].clone()).ok();
                !leader.is_some_and(|man| self.leads(man))
            }
            ("pursue", "E53") => is("pinned", "yes"),
            ("pursue", "range") => {
                let targets = self.value["targets"].as_array().map(Vec::as_slice).unwrap_or_default();
                !targets.is_empty()
                    && targets.iter().all(|target| {
                        target["withdrawn"] == "yes"
                            && target["range"].as_i64().is_some_and(|range| range < 5)
                    })
            }
            _ => return None,
        })
    }

    /// [UF-42.72-1, UF-42.72-5] In play, and squad leader, commissar or the assistant who has taken over.
    fn leads(&self, man: ManId) -> bool {
        let places = self.state.side(self.side()).force.iter().flat_map(|force| &force.places);
        let place = places.into_iter().find(|place| place.man == Some(man));
        let is_in = |kind: PlaceKind| place.is_some_and(|place| place.kind == kind);
        let commissar = self.rank(man) == Some(Rank::Comm);
        let capable = match self.value["leading"].as_str() {
            Some("SL") => is_in(PlaceKind::Sl),
            Some("COMM") => commissar,
            Some(_) => is_in(PlaceKind::Asl),
            None => is_in(PlaceKind::Sl) || commissar,
        };
        place.is_some() && capable && self.noted(self.side(), man).0 == Out::InPlay
    }

    /// [UF-42.43-1, UF-E34] Whether a note contradicts what is noted, or what the other side has on the table.
    fn note_is_wrong(&self, man: ManId) -> bool {
        let side = self.side();
        let what: Noted = serde_json::from_value(self.value["what"].clone()).expect("a note");
        let (out, noted) = self.noted(side, man);
        let lost = matches!(out, Out::Killed | Out::CcLost | Out::Captured | Out::PanicLost);
        let away = !matches!(out, Out::InPlay | Out::Withdrawn);
        let contradicts = match what {
            Noted::Pinned { .. } => away,
            Noted::Wounded { .. } => lost || out == Out::NotEntered,
            Noted::Deed(_) => lost || out == Out::NotEntered,
            Noted::Out { out: told } => lost && told != Out::InPlay && told != out,
        };
        let Noted::Deed(deed) = what else { return contradicts };
        let n_enemies = self.enemies();
        let brought = |kind: AuxKind| self.brought(side.enemy(), kind);
        let all: Vec<Deed> = noted.into_iter().chain([deed]).collect();
        let heroes = sum(&all, |deed| if let Deed::Hero { hero } = deed { *hero } else { 0 });
        let guns = sum(&all, |deed| if let Deed::GunInCc { ig_cc } = deed { *ig_cc } else { 0 });
        let kills = sum(&[deed], |deed| if let Deed::CcKill { cc_kill } = deed { *cc_kill } else { 0 });
        let hits = all.iter().any(|deed| match deed {
            Deed::DemoCharge { demo_charge_men } => usize::from(*demo_charge_men) > n_enemies,
            Deed::Infiltration { infiltration: fire } => {
                [fire.unpinned_before, fire.removed_or_pinned].iter().any(|n| usize::from(*n) > n_enemies)
            }
            _ => false,
        });
        let nothing = matches!(
            deed,
            Deed::Hero { hero: 0 }
                | Deed::CcKill { cc_kill: 0 }
                | Deed::GunInCc { ig_cc: 0 }
                | Deed::DemoCharge { demo_charge_men: 0 }
        );
        let vehicle = matches!(deed, Deed::Vehicle { afv, .. } if self.is_strange(&afv.to_string(), 1));
        let could_fall = brought(AuxKind::Gun)
            .zip(brought(AuxKind::Vehicle))
            .map(|(guns, afvs)| n_enemies + 3 * guns + afvs);
        contradicts
            || hits
            || nothing
            || vehicle
            || heroes > MOST
            || brought(AuxKind::Gun).is_some_and(|n| guns > n)
            || could_fall.is_some_and(|most| kills > most)
    }

    /// Whether the other side brought no such vehicle, or fewer than are named.
    pub fn is_strange(&self, afv: &str, n_named: usize) -> bool {
        self.is_strange_to(self.side(), afv, n_named)
    }

    pub fn is_strange_to(&self, side: rules_upfront::words::Side, afv: &str, n_named: usize) -> bool {
        let Some(n) = self.brought(side.enemy(), AuxKind::Vehicle) else { return false };
        let numbered = afv.strip_prefix("afv-");
        let known = numbered.is_none_or(|at| at.parse::<usize>().is_ok_and(|at| (1..=n).contains(&at)));
        n_named > n || !known
    }

    /// The men of the other side, those moved in from another scenario of the Team Game included.
    fn enemies(&self) -> usize {
        self.enemies_of(self.side(), 0)
    }

    pub fn enemies_of(&self, side: rules_upfront::words::Side, n_told: usize) -> usize {
        let force = self.force(side.enemy());
        let team = self.state.side(side.enemy()).team.iter().filter(|man| !force.contains(man)).count();
        n_told.max(force.len() + team)
    }
}
