//! How the dice come to be, and who throws: the words of the sides' devices, and the consent to dice typed in.

use kernel::Seat;
use maud::{Markup, html};
use table::{DiceState, Hand as GivenBy, SideWords, WordsState};

use super::form;
use super::reader::{DICE_WAIT, Hand, Reader};
use super::waiting::{submit, table_form};
use super::words;
use crate::seated::Seated;

/// The dice wait for the devices of the sides.
pub(crate) fn panel(reader: &Reader<'_>, state: &WordsState, seated: &Seated) -> Markup {
    html! {
        section class="panel peek" id="dice-words" aria-labelledby="h-dice-words" {
            header { h2 id="h-dice-words" { "The dice are not open yet" } (words::rule(reader, "HOUSE-WORDS")) }
            div class="in stack" {
                (own(reader, state, seated))
                p { "Each side’s device adds words that nobody knows beforehand, so that nobody can have chosen the dice. It needs nothing but an open page of the side. First the device gives the digest of its words. When the digests of all sides stand, it gives the words. Then the dice open." }
                p class="note" id=(DICE_WAIT) { "Until then nobody can act under the rules." }
                @if !state.missing.is_empty() {
                    p { "Not opened the last time: " (seats(reader, &state.missing)) ". All sides begin again, and nothing that was given then counts." }
                }
                ul class="stack-s" {
                    @for side in &state.sides {
                        li {
                            (words::seat(reader, side.seat)) ": "
                            @match (side.opened, side.digest) {
                                (Some(_), _) => "words opened",
                                (None, Some(_)) if state.opening => "digest given, words not opened yet",
                                (None, Some(_)) => "digest given",
                                (None, None) => "nothing yet",
                            }
                            @if let Some(hand) = by_hand(side) { ", " (hand) }
                        }
                    }
                }
                @if state.opening {
                    p class="note" { "What is not opened within three days is void. The side is then named, and all begin again. Open a page of the side on the device that gave the digest." }
                }
                (unscripted(reader))
                @if reader.seat == Seat::Umpire && matches!(reader.hand, Hand::Acts(_)) { (umpire(reader, state)) }
            }
        }
    }
}

/// What helps where a browser runs no scripts, and so gives no words.
fn unscripted(reader: &Reader<'_>) -> Markup {
    html! {
        p class="note unscripted" {
            "This browser runs no scripts, and gives no words by itself. "
            @match reader.seat {
                Seat::Umpire => "You can let the table give words in place of a side, or open the dice now: both stand below, and everyone reads your reason.",
                Seat::Side(_) => "Open a page of this seat once in a browser that runs scripts: it gives the words without being asked, and play goes on here. If there is none, ask the umpire, who can let the table give words in your place or open the dice.",
                _ => "A browser at one of the sides gives them.",
            }
        }
    }
}

fn umpire(reader: &Reader<'_>, state: &WordsState) -> Markup {
    let lacking: Vec<Seat> =
        state.sides.iter().filter(|side| side.digest.is_none()).map(|side| side.seat).collect();
    html! {
        @if state.opening {
            (table_form(reader, "renew", "/words/lacking", html! {
                (form::reason_words("renew", "Why all begin anew", "The sides that have not opened are named. Everyone reads the reason.", ""))
                div class="row" { (submit(reader, "renew", "btn", "Let all begin anew")) }
            }))
        } @else if !lacking.is_empty() {
            (table_form(reader, "words-for", "/words/lacking", html! {
                fieldset class="field" {
                    legend class="lab" { "Words in place of a side’s device" }
                    @for side in &lacking {
                        label class="pick" for={ "words-for-" (side.name()) } {
                            input type="radio" id={ "words-for-" (side.name()) } name="side" value=(side.name()) required;
                            span { (words::seat(reader, *side)) }
                        }
                    }
                }
                (form::reason_words("words-for", "Your reason", "The table gives them, and the log and every file are marked. The words of the other sides still count.", ""))
                div class="row" { (submit(reader, "words-for", "btn", "Let the table give words for it")) }
            }))
        }
        (table_form(reader, "open-dice", "/open-dice", html! {
            (form::reason_words("open-dice", "Why the dice open now", "Everyone reads it. The log and every file name the sides without whose words they were opened.", ""))
            div class="row" { (submit(reader, "open-dice", "btn", "Open the dice now")) }
        }))
    }
}

/// Whose hand gave a side's words, where it was not a device of its own.
pub(crate) fn by_hand(side: &SideWords) -> Option<&'static str> {
    match side.hand? {
        GivenBy::Device => None,
        GivenBy::Program => Some("by a program"),
        GivenBy::Umpire => Some("from a device that also holds another seat"),
        GivenBy::Host if side.by_table => Some("by the table in its place, at the umpire’s word"),
        GivenBy::Host => Some("from the host’s machine"),
    }
}

/// What our script needs to give words for every side whose seat this browser holds, and what it may have to say of them.
/// The script shows of these sentences what is so.
pub(crate) fn own(reader: &Reader<'_>, state: &WordsState, seated: &Seated) -> Markup {
    let held = state.sides.iter().filter(|side| seated.session.holds(&seated.campaign, &side.seat.name()));
    let digest = |side: &SideWords| side.digest.map_or_else(|| "-".to_owned(), |digest| digest.to_string());
    let digests: Vec<String> = state.sides.iter().map(digest).collect();
    html! {
        div id="own-words" class="stack-s peek" hidden data-campaign=(seated.campaign) data-genesis=(state.genesis) data-round=(state.round) data-opening=[state.opening.then_some("yes")] data-open=[seated.look.dice.open.then_some("yes")] data-digests=(digests.join(" ")) data-link=[state.link] data-csrf=(seated.session.csrf) {
            @for side in held {
                div class="stack-s" hidden data-seat=(side.seat.name()) data-digest=[side.digest] data-opened=[side.opened] {
                    @let whose = words::seat(reader, side.seat);
                    p class="alarm" role="alert" hidden data-said="anew" {
                        strong { "This browser does not open the words of " (whose) " anew." }
                        " It has opened them for the digests that stood then, and the server now shows others. That is how a host could choose the dice: it learns your words, puts the log back, and lets the words of the other side be chosen to fit. "
                        @if state.opening { "Note this, tell the other players, and ask the umpire to let all sides begin their words again." }
                        @else { "Note this, and tell the other players. If the host has put a backup back, it tells everybody. Otherwise trust no dice that come from these words." }
                    }
                    p class="alarm" role="alert" hidden data-said="others" {
                        strong { "The words of " (whose) " stand in the log beside digests that differ from those for which this browser opened them." }
                        " Whoever knew them could choose the rest, and with it every face. Note this, and tell \
                         the other players: these dice cannot be trusted. A new campaign has new words."
                    }
                    p class="alarm" role="alert" hidden data-said="head" {
                        strong { "This browser gives no words for " (whose) "." }
                        " As the page says above, the log is not the one that it has seen, and a host that puts \
                         the log back could choose the dice. If a backup was put back and all players know of \
                         it, open the seat in another browser, which gives words of its own, or let this \
                         one give them all the same. If necessary, the umpire first lets all sides begin again."
                    }
                    p class="alarm" role="alert" hidden data-said="shared" {
                        strong { "This browser gives no words for " (whose) " of itself." }
                        " It also holds another side’s seat, for which it gives them, and two sides’ words out of \
                         one browser protect nobody from whoever sits at it. The words of " (whose) " should come \
                         from a device of its own, which only has to open a page of the side. If there is none, let \
                         this browser give them all the same: the log and every file then say so."
                    }
                    p class="alarm" role="alert" hidden data-said="renewed" {
                        strong { "This browser opened the words of " (whose) " before, and all sides were made to begin again." }
                        " Whoever knows the secret of the dice has seen what those words gave. If another side holds its \
                         words back whenever it does not like the dice, and yours are opened each time, it chooses the \
                         dice. So this browser gives no further words by itself. Ask who did not open, and why. The log and every file say \
                         that words were begun again. A new campaign has no such mark."
                    }
                    p class="row" hidden data-said="head shared renewed" {
                        button class="btn" type="button" data-give=(side.seat.name()) {
                            span { "Give words for " (whose) " from this browser" }
                        }
                    }
                    p class="note" hidden data-said="elsewhere" {
                        @match side.hand {
                            None | Some(GivenBy::Device | GivenBy::Umpire) => { strong { "Another browser gave the words of " (whose) } @if let Some(hand) = by_hand(side) { ", " (hand) } },
                            Some(GivenBy::Program | GivenBy::Host) => { "The words of " (whose) " come " (by_hand(side).unwrap_or_default()) },
                        }
                        ". This browser adds none. If you know nothing of this, tell the other players."
                    }
                }
            }
        }
    }
}

/// Who throws: the campaign's dice, or dice at a table with everybody's consent.
pub(crate) fn throws(reader: &Reader<'_>, dice: &DiceState) -> Markup {
    if !dice.keyed || dice.shown {
        return html! {};
    }
    let side = match reader.seat {
        Seat::Side(side) => Some(side),
        _ => None,
    };
    let says = side.is_some() || reader.seat == Seat::Umpire;
    let button = |word: &str, verb: &str| {
        table_form(
            reader,
            "table-dice",
            "/dice/table",
            html! {
                input type="hidden" name="word" value=(word);
                div class="row" { (submit(reader, "table-dice", "btn", verb)) }
            },
        )
    };
    html! {
        section class="panel" id="throws" aria-labelledby="h-throws" {
            header { h2 id="h-throws" { "Who throws" } (words::rule(reader, "HOUSE-TABLE-DICE")) }
            div class="in stack-s" {
                @if dice.types_freely {
                    p { "The campaign’s dice, or dice thrown at a table and typed in: this campaign allows both. Typed dice are marked, and nobody can check them." }
                } @else if let Some((asked, agreed)) = &dice.table_asked {
                    @if dice.may_type {
                        p { "All sides have agreed that dice thrown at a table may be typed in. Typed dice are marked, and nobody can check them." }
                        @if says { (button("withdraw", "Withdraw it for later throws")) }
                    } @else {
                        p { (words::seat(reader, *asked)) " asks whether dice thrown at a table may be typed in. Agreed: " @if agreed.is_empty() { "nobody yet" } @else { (seats(reader, &agreed.iter().map(|side| Seat::Side(*side)).collect::<Vec<_>>())) } "." }
                        @if side.is_some_and(|side| !agreed.contains(&side)) { (button("agree", "Agree")) }
                        @if says { (decline(reader)) }
                    }
                } @else {
                    p { "The campaign’s own dice. Dice thrown at a table may be typed in when all sides agree beforehand." }
                    @if says { (button("ask", "Ask to type dice in")) }
                }
            }
        }
    }
}

fn decline(reader: &Reader<'_>) -> Markup {
    table_form(
        reader,
        "table-dice-no",
        "/dice/table",
        html! {
            input type="hidden" name="word" value="withdraw";
            div class="row" { (submit(reader, "table-dice-no", "btn", "Decline")) }
        },
    )
}

fn seats(reader: &Reader<'_>, seats: &[Seat]) -> Markup {
    html! { @for (n, seat) in seats.iter().enumerate() { @if n > 0 { ", " } (words::seat(reader, *seat)) } }
}
