//! What somebody needs to know who takes over from the umpire: who sits where, what waits for a word, what was ruled.

use kernel::Seat;
use kernel::view::{Block, Panel, Text};
use people::InvitationState;

use crate::error::Trouble;
use crate::seated::Seated;
use crate::state::WebState;

/// How many of the latest rulings are told.
const RULINGS: usize = 3;

/// What the umpire alone answers for; nothing at other seats, on pages read with other eyes, and after the end.
pub(super) async fn office(state: &WebState, seated: &Seated) -> Result<Option<Panel>, Trouble> {
    if !seated.umpires() {
        return Ok(None);
    }
    let (campaign, now) = (&*seated.campaign, state.now());
    let holders = state.people.holders(campaign, now).await?;
    let invitations = state.people.invitations(campaign, now).await?;
    let mut facts = Vec::new();
    let sides = (0..seated.look.sides.len()).filter_map(|n| u8::try_from(n).ok()).map(Seat::Side);
    for seat in sides.chain([Seat::Umpire]) {
        let n_held = holders.iter().filter(|holder| holder.chair.seat == seat.name()).count();
        let n_open = invitations.iter();
        let n_open =
            n_open.filter(|one| one.chair.seat == seat.name() && one.state == InvitationState::Open).count();
        let n_kept = match seat {
            Seat::Side(_) => state.desk.look(campaign, seat).await?.kept.len(),
            _ => 0,
        };
        let mut words = match n_held {
            0 => "Nobody holds it.".to_owned(),
            n => format!("{}.", counted(n, "person holds it", "persons hold it")),
        };
        if n_open > 0 {
            words.push_str(&format!(" {}.", counted(n_open, "invitation is open", "invitations are open")));
        }
        if n_kept > 0 {
            words.push_str(&format!(
                " {} for the deadline.",
                counted(n_kept, "order is kept", "orders are kept")
            ));
        }
        let name = match seat {
            Seat::Side(side) => {
                seated.look.sides.get(usize::from(side)).map_or_else(|| seat.name(), |side| side.name.clone())
            }
            _ => "Umpire".to_owned(),
        };
        facts.push((name, Text::new(words)));
    }
    let look = &seated.look;
    let throws = match look.waiting.len() {
        0 => Text::new("None waits for dice or for your ruling."),
        n => Text::new(format!("{} for dice or for your ruling.", counted(n, "waits", "wait"))),
    };
    facts.push(("Throws".into(), throws));
    let proposed = if look.proposed {
        Text::new("One is proposed and waits for words.")
    } else {
        Text::new("None is proposed.")
    };
    facts.push(("Correction".into(), proposed));
    let n_messages = state.desk.messages(campaign, Seat::Umpire).await?.len();
    let messages = match n_messages {
        0 => Text::new("None was written."),
        n => Text::new(format!("{}.", counted(n, "was written", "were written"))),
    };
    facts.push(("Messages".into(), messages));
    let mut ruled = Text::empty();
    for ruling in look.rulings.iter().take(RULINGS) {
        ruled = ruled.strong(ruling.rule.clone()).say(format!(": {} ", ruling.decision));
    }
    if look.rulings.is_empty() {
        ruled = ruled.say("None was made.");
    }
    facts.push(("Latest rulings".into(), ruled));
    Ok(Some(Panel::new("office", "What the umpire answers for", vec![Block::Facts(facts)])))
}

fn counted(n: usize, one: &str, more: &str) -> String {
    if n == 1 { format!("1 {one}") } else { format!("{n} {more}") }
}
