//! Rules of the house: what the table itself refuses, with ids like any other rule.

use kernel::{Refusal, RuleId, Seat};

/// A form was older than what the seat can see now.
pub const STALE: RuleId = RuleId("HOUSE-STALE");
/// A command waits for its dice or its ruling; its seat finishes it first.
pub const WAITING: RuleId = RuleId("HOUSE-WAITING");
/// Faces typed in must be faces of the dice that were asked for.
pub const TYPED_DICE: RuleId = RuleId("HOUSE-TYPED-DICE");
/// Who throws is fixed by the campaign.
pub const TABLE_DICE: RuleId = RuleId("HOUSE-TABLE-DICE");
/// Each side's device gives words for the dice, sealed first and opened together.
pub const WORDS: RuleId = RuleId("HOUSE-WORDS");
/// Nothing is rolled before the dice are open.
pub const DICE_OPEN: RuleId = RuleId("HOUSE-DICE-OPEN");
/// The secret of the dice is shown when the campaign has ended.
pub const DICE_SHOWN: RuleId = RuleId("HOUSE-DICE-SHOWN");
/// A step is taken back only as long as nothing was rolled and nobody else could see it, or answer it in the open.
pub const UNDO: RuleId = RuleId("HOUSE-UNDO");
/// An earlier act is put right by the umpire, and what came after it is judged anew.
pub const CORRECTION: RuleId = RuleId("HOUSE-CORRECTION");
/// A correction that others see is put to them first, or made by the umpire with a reason.
pub const CONSENT: RuleId = RuleId("HOUSE-CORRECTION-CONSENT");
/// The umpire decides where the rules leave something open, and the decision is read again.
pub const RULING: RuleId = RuleId("HOUSE-RULING");
/// The umpire and a side write to each other.
pub const MESSAGE: RuleId = RuleId("HOUSE-MESSAGE");
/// Spectators may be kept behind time.
pub const SPECTATORS: RuleId = RuleId("HOUSE-SPECTATORS");
/// Steps may have deadlines, and something is done for a side that stays away.
pub const DEADLINE: RuleId = RuleId("HOUSE-DEADLINE");
/// A side may keep orders for the time when it does not come.
pub const KEPT: RuleId = RuleId("HOUSE-KEPT-ORDERS");
/// The umpire lays a picture under the map and shows it or not.
pub const PICTURE: RuleId = RuleId("HOUSE-PICTURE");
/// A seat acts for itself; the umpire may act for a side.
pub const SEAT: RuleId = RuleId("HOUSE-SEAT");
/// Whoever acts for another gives a reason.
pub const REASON: RuleId = RuleId("HOUSE-REASON");

/// The rules of the house as the handbook and the rules page list them: id, heading, words.
pub const RULES: &[(&str, &str, &str)] = &[
    (
        "HOUSE-COMMAND",
        "A command is understood or refused",
        "A command that the rules do not know, with a field of the wrong kind or with one that it does not have, is refused \
         and changes nothing.",
    ),
    (
        "HOUSE-STALE",
        "You act on what you see",
        "If something that your seat can see has changed since the page was drawn, the act is refused and the page \
         shows what changed. What you cannot see never makes your page stale.",
    ),
    (
        "HOUSE-WAITING",
        "A throw that was begun is finished",
        "Once dice are to be thrown at the table, the seat types them in before it does anything else. The command \
         can be taken back as long as no die was typed in.",
    ),
    (
        "HOUSE-TYPED-DICE",
        "Typed dice are faces of the dice asked for",
        "Dice thrown at a real table may be typed in. They are marked as such wherever they are shown.",
    ),
    (
        "HOUSE-TABLE-DICE",
        "Who throws is fixed by the campaign",
        "The campaign's dice are thrown, unless it was laid out for dice at a table. Else a side or the umpire asks to type \
         dice in, and it may be done when all sides have agreed. Any side may withdraw that for later throws. All of it \
         stands in the log.",
    ),
    (
        "HOUSE-DICE-OPEN",
        "The dice open before the first roll",
        "The digest of the dice's secret stands in the log first. When the words of all sides are open, or when the umpire \
         opens the dice with a reason, they are fixed for the whole campaign; the log names the sides without whose words \
         that was. In campaigns begun before, every side may type words of its own or pass.",
    ),
    (
        "HOUSE-WORDS",
        "Each side's device adds words that nobody knows beforehand",
        "Without being asked, each side's device draws 32 random bytes and gives their digest. When the digests of all \
         sides stand, the bytes are opened, and the dice open by themselves. Who does not open them within three days, or \
         at the umpire's word, is named, and all sides begin anew. What another hand gives for a side is marked in the log.",
    ),
    (
        "HOUSE-DICE-SHOWN",
        "The dice are shown at the end",
        "The umpire ends the campaign with a reason that everyone reads. From then on nothing is done any more, and \
         the final file holds the secret of the dice, so that everyone can check every roll.",
    ),
    (
        "HOUSE-UNDO",
        "A step can be taken back until dice fall or others see it",
        "A side takes back its own latest step as long as it rolled nothing and nobody else could see it. Where a game \
         is played in the open, it also takes back what everyone saw and what told it nothing new, such as a move of a \
         counter, until dice fall or another seat acts. The log keeps both the step and its taking back. What a side \
         could take back itself the umpire may send back to it, with a reason.",
    ),
    (
        "HOUSE-CORRECTION",
        "An old mistake is put right",
        "The umpire corrects or takes out an earlier act, with a reason. Everything after it is judged anew. A roll whose \
         question is the same keeps its faces; a new question is asked; a roll that nobody asks for any more stays in \
         the log and is void. What the dice once showed is never thrown again. Nothing is deleted.",
    ),
    (
        "HOUSE-CORRECTION-CONSENT",
        "A correction can be put to the sides",
        "The umpire may put a correction to every side that it changes anything for. Each sees what changes for itself \
         and agrees or declines. When all have agreed it is made; one that declines ends it. What a side agreed to is \
         what it saw: when that changes, it is asked again, and a side that it comes to concern meanwhile is asked too. \
         Another correction ends the proposal, and so does the taking back of the act it is about.",
    ),
    (
        "HOUSE-RULING",
        "What the umpire rules is written down",
        "A ruling names its rule and its reason and stands in the log for those who may know it. When the same rule next \
         stops one of them, the ruling is shown beside the refusal. It does not change what the rules accept: what is \
         to be done otherwise the umpire does by a correction or with a new position.",
    ),
    (
        "HOUSE-MESSAGE",
        "The umpire and a side write to each other",
        "The umpire writes to a side or to everyone, a side to the umpire alone. A message stands in the log of those \
         who read it, and changes nothing. A seat writes at most ten within a minute.",
    ),
    (
        "HOUSE-SPECTATORS",
        "Spectators may be kept behind time",
        "The umpire may let spectators see the campaign as it was some minutes or some public entries ago; the log says \
         so. Everything they get is of that moment, and their file is given when the campaign has ended.",
    ),
    (
        "HOUSE-DEADLINE",
        "A step may have a deadline",
        "The umpire gives each step a number of hours and a grace, moves a deadline, lets time stand still or go on. A \
         deadline belongs to the step that everyone sees. When it and its grace have passed, play waits, the umpire acts, \
         or the table gives the orders that a late side has kept and then, if the umpire has set so, what commits it to \
         least. To others that looks like the side's own choice.",
    ),
    (
        "HOUSE-KEPT-ORDERS",
        "A side may keep orders for the deadline",
        "Orders are kept for the open step, are read by the side and the umpire alone, and can be changed until they are \
         given. They are held against the rules when they are given. Orders of a person who leaves the seat, or from \
         whom it was taken, are not given.",
    ),
    (
        "HOUSE-PICTURE",
        "A picture lies under the map",
        "The umpire lays a picture under the map, sets it to the map's inches, and shows it to everyone or keeps it. It \
         is for looking at: distances, places and ground are those of the set-up.",
    ),
    (
        "HOUSE-SEAT",
        "A seat acts for itself",
        "Spectators look on. A side acts for itself. The umpire may act for a side.",
    ),
    (
        "HOUSE-REASON",
        "Acting for another needs a reason",
        "When the umpire acts for a side the reason is written down. The side reads it, and everyone reads it where \
         the act is public.",
    ),
];

pub(crate) fn stale() -> Refusal {
    Refusal::new(
        STALE,
        "stale",
        "Something you can see has changed since this page was drawn. Nothing was done.",
    )
}

pub(crate) fn waiting() -> Refusal {
    Refusal::new(WAITING, "waiting", "Your throw at the table is not typed in yet. Finish it first.")
}

/// To the umpire who acts for a side.
pub(crate) fn waiting_there() -> Refusal {
    let sentence = "The side's throw at the table is not typed in yet. Type it in for the side, or let the side take it back.";
    Refusal::new(WAITING, "waiting", sentence)
}

pub(crate) fn nothing_waits() -> Refusal {
    Refusal::new(WAITING, "waiting", "Nothing waits for this answer. It may have been given already.")
}

pub(crate) fn unfit(asked: &kernel::Question) -> Refusal {
    let sentence = match asked.die {
        Some(kernel::Die::HighRoll { sides }) => {
            format!("Two different faces from 1 to {sides} are needed; a tie is thrown again.")
        }
        Some(die) => match die.shape() {
            (1, sides) => format!("One face from 1 to {sides} is needed."),
            (n, sides) => format!("{n} faces from 1 to {sides} are needed."),
        },
        None => format!("One of {} answers is needed.", asked.choices.len()),
    };
    Refusal::new(TYPED_DICE, "range", sentence)
}

/// To whoever acts before the dice are open; whether they wait for the sides' devices.
pub(crate) fn dice_closed(devices: bool) -> Refusal {
    let sentence = match devices {
        true => {
            "The dice are not open yet: each side's device first adds words of its own, as soon as its page is open."
        }
        false => "The dice are not open yet: every side may first add words of its own, or pass.",
    };
    Refusal::new(DICE_OPEN, "dice", sentence)
}

pub(crate) fn typed_without_consent() -> Refusal {
    let sentence = "In this campaign its own dice are thrown. Typed dice need the consent of all sides: ask for it on the \
                    page of the dice. Nothing was done.";
    Refusal::new(TABLE_DICE, "consent", sentence)
}

pub(crate) fn typed_freely() -> Refusal {
    let sentence = "Dice thrown at a table may be typed in here without asking. Nothing was changed.";
    Refusal::new(TABLE_DICE, "consent", sentence)
}

pub(crate) fn table_dice_asked() -> Refusal {
    Refusal::new(TABLE_DICE, "asked", "This is asked or agreed already. Nothing was changed.")
}

pub(crate) fn table_dice_not_asked() -> Refusal {
    Refusal::new(TABLE_DICE, "asked", "Nobody asks to type dice in. Nothing was changed.")
}

pub(crate) fn table_dice_agreed() -> Refusal {
    Refusal::new(TABLE_DICE, "agreed", "You have agreed to this already.")
}

pub(crate) fn only_sides_agree() -> Refusal {
    Refusal::new(TABLE_DICE, "actor", "The sides agree to this, each for itself.")
}

/// To a side that types words where devices give them.
pub(crate) fn words_of_devices() -> Refusal {
    let sentence =
        "In this campaign the devices of the sides give the words by themselves. Nothing needs to be typed.";
    Refusal::new(WORDS, "dice", sentence)
}

pub(crate) fn no_words_of_devices() -> Refusal {
    Refusal::new(WORDS, "dice", "In this campaign no words of devices are asked for. Nothing was changed.")
}

pub(crate) fn words_being_opened() -> Refusal {
    let sentence =
        "The digests of all sides stand, and their words are being opened: no digest is changed any more.";
    Refusal::new(WORDS, "digest", sentence)
}

pub(crate) fn other_words() -> Refusal {
    let sentence =
        "These are not the bytes whose digest was given. Send those, or let the umpire begin the words anew.";
    Refusal::new(WORDS, "bytes", sentence)
}

pub(crate) fn digests_missing(sides: &[u8], all: &[kernel::SideInfo]) -> Refusal {
    let sentence = format!(
        "Words are opened when the digests of all sides stand. Still missing: {}. Nothing was opened.",
        names(sides, all)
    );
    Refusal::new(WORDS, "digest", sentence)
}

/// To an umpire who lets all begin anew while digests are still given.
pub(crate) fn nobody_is_late(sides: &[u8], all: &[kernel::SideInfo]) -> Refusal {
    let sentence = format!(
        "All begin anew when a side does not open its words, and none can be opened yet: the digest of {} is missing. Wait \
         for it, or let the table give words in its place. Nothing was changed.",
        names(sides, all)
    );
    Refusal::new(WORDS, "digest", sentence)
}

fn names(sides: &[u8], all: &[kernel::SideInfo]) -> String {
    let names = sides.iter().filter_map(|side| all.get(usize::from(*side))).map(|side| &*side.name);
    names.collect::<Vec<_>>().join(", ")
}

/// To a side that gives words for another.
pub(crate) fn words_for_itself_alone() -> Refusal {
    Refusal::new(WORDS, "actor", "A side gives words for itself alone. Nothing was changed.")
}

/// To an umpire who gives words that belong to no side.
pub(crate) fn words_of_no_side() -> Refusal {
    let sentence = "Only sides give words for the dice: the umpire’s machine has the secret already. Nothing was changed.";
    Refusal::new(WORDS, "actor", sentence)
}

/// To an umpire who gives the digest of chosen bytes for a side.
pub(crate) fn no_stand_in() -> Refusal {
    let sentence = "Nobody’s own bytes stand in for those of a side’s device: they could be chosen. Let the table give words for \
                    the side instead; they follow from the secret that was fixed first. Nothing was changed.";
    Refusal::new(WORDS, "stand-in", sentence)
}

pub(crate) fn reason_for_words() -> Refusal {
    let sentence =
        "Going on without the words of a side needs a reason of 3 to 400 characters, which everyone reads.";
    Refusal::new(REASON, "reason", sentence)
}

pub(crate) fn dice_open_already() -> Refusal {
    Refusal::new(DICE_OPEN, "dice", "The dice are open. They are fixed for the whole campaign.")
}

pub(crate) fn dice_shown() -> Refusal {
    Refusal::new(
        DICE_SHOWN,
        "ended",
        "The campaign has ended and its dice are shown. Nothing is done any more.",
    )
}

pub(crate) fn dice_not_shown() -> Refusal {
    Refusal::new(
        DICE_SHOWN,
        "dice",
        "The secret of the dice is shown when the umpire has ended the campaign.",
    )
}

pub(crate) fn contributed_already() -> Refusal {
    Refusal::new(DICE_OPEN, "dice", "This side has answered already.")
}

pub(crate) fn no_undo() -> Refusal {
    Refusal::new(
        UNDO,
        "undo",
        "Your latest step rolled dice, was seen by others or was answered, so it stands.",
    )
}

pub(crate) fn nothing_to_send_back() -> Refusal {
    let sentence = "The side's latest step rolled dice, was seen by others or was answered, so it stands. Take the act out \
                    of the log instead.";
    Refusal::new(UNDO, "undo", sentence)
}

pub(crate) fn nobody_to_ask() -> Refusal {
    let sentence = "This changes nothing for any side, so there is nobody to ask. Correct it with a reason.";
    Refusal::new(CONSENT, "nobody", sentence)
}

pub(crate) fn not_asked() -> Refusal {
    let sentence = "No correction waits for your word. It may have been made, or another one was made since.";
    Refusal::new(CONSENT, "stale", sentence)
}

pub(crate) fn agreed_already() -> Refusal {
    Refusal::new(CONSENT, "agreed", "You have agreed to this already.")
}

pub(crate) fn proposed_already() -> Refusal {
    let sentence = "This very correction waits for consent already. Another one would take its place.";
    Refusal::new(CONSENT, "waiting", sentence)
}

pub(crate) fn other_correction() -> Refusal {
    let sentence = "The correction changes something else by now than the page showed. Look at it again.";
    Refusal::new(CONSENT, "stale", sentence)
}

pub(crate) fn no_such_rule() -> Refusal {
    Refusal::new(RULING, "rule", "No rule has this id. The page of the rules lists them all.")
}

pub(crate) fn ruling_incomplete() -> Refusal {
    let sentence =
        "A ruling needs a decision and a reason of 3 to 400 characters each, and somebody who reads it.";
    Refusal::new(RULING, "words", sentence)
}

pub(crate) fn not_to_write_to() -> Refusal {
    let sentence = "The umpire writes to a side or to everyone, a side to the umpire alone.";
    Refusal::new(MESSAGE, "to", sentence)
}

pub(crate) fn message_unfit() -> Refusal {
    Refusal::new(MESSAGE, "words", "A message has 1 to 1000 characters.")
}

pub(crate) fn messages_too_many(most: usize) -> Refusal {
    let sentence = format!(
        "This seat has written {most} messages within a minute. Wait a little, or write them as one."
    );
    Refusal::new(MESSAGE, "words", sentence)
}

pub(crate) fn no_act_there(entry: u64) -> Refusal {
    Refusal::new(
        CORRECTION,
        "act",
        format!("At entry {entry} no seat acted. Choose an act of a seat from the log."),
    )
}

pub(crate) fn nothing_to_correct() -> Refusal {
    Refusal::new(CORRECTION, "nothing", "This changes nothing: the act stands as it is.")
}

pub(crate) fn thrown_stands() -> Refusal {
    let sentence = "A roll of the campaign's dice stands. Correct the act it was made for.";
    Refusal::new(CORRECTION, "dice", sentence)
}

pub(crate) fn cannot_stand(entry: u64) -> Refusal {
    let sentence =
        format!("After this the act at entry {entry} can no longer be. Correct it too, or take it out.");
    Refusal::new(CORRECTION, "later", sentence)
}

pub(crate) fn correction_asks(entry: u64, question: &kernel::Question) -> Refusal {
    let sentence = format!("After this the act at entry {entry} asks: {}. Answer it first.", question.text);
    Refusal::new(CORRECTION, "asks", sentence)
}

pub(crate) fn reason_for_all() -> Refusal {
    Refusal::new(REASON, "reason", "A correction needs a reason of 3 to 400 characters.")
}

pub(crate) fn delay_as_it_is() -> Refusal {
    Refusal::new(
        SPECTATORS,
        "delay",
        "Spectators see the campaign that far behind already. Nothing was changed.",
    )
}

pub(crate) fn no_such_delay() -> Refusal {
    let sentence = format!(
        "Spectators are kept 0 to {} minutes and 0 to {} public entries behind, in whole numbers.",
        crate::delay::MOST_MINUTES,
        crate::delay::MOST_ENTRIES
    );
    Refusal::new(SPECTATORS, "delay", sentence)
}

pub(crate) fn behind_time() -> Refusal {
    let sentence = "Spectators see this campaign behind time. Their file is given when it has ended.";
    Refusal::new(SPECTATORS, "delay", sentence)
}

pub(crate) fn same_picture() -> Refusal {
    Refusal::new(PICTURE, "picture", "This very picture lies under the map already. Nothing was changed.")
}

pub(crate) fn no_picture() -> Refusal {
    Refusal::new(PICTURE, "picture", "No picture lies under the map yet. Send one first.")
}

pub(crate) fn picture_lies_so() -> Refusal {
    Refusal::new(PICTURE, "picture", "The picture lies so already. Nothing was changed.")
}

pub(crate) fn picture_shown() -> Refusal {
    Refusal::new(PICTURE, "picture", "Everyone sees the picture already. Nothing was changed.")
}

pub(crate) fn picture_not_shown() -> Refusal {
    Refusal::new(PICTURE, "picture", "Nobody but you sees a picture. Nothing was changed.")
}

pub(crate) fn picture_misplaced(sentence: String) -> Refusal {
    Refusal::new(PICTURE, "place", sentence)
}

/// What whoever sends a file that is no picture is told.
pub fn picture_not_taken(fault: &pictures::Fault) -> Refusal {
    Refusal::new(PICTURE, "file", format!("{fault} Nothing was changed."))
}

/// What whoever does not say where a place of the picture lies is told: "needs inches on the map".
pub fn picture_unplaced(place: u8, needs: &str) -> Refusal {
    Refusal::new(PICTURE, "place", format!("Place {place} {needs}. Nothing was changed."))
}

pub(crate) fn name_is_anothers() -> Refusal {
    let sentence =
        "Another seat has done an act under this name. Nothing was done; a new page gives a fresh name.";
    Refusal::new(STALE, "name", sentence)
}

pub(crate) fn name_is_another_acts() -> Refusal {
    let sentence =
        "This seat has done another act under this name. Nothing was done; a new page gives a fresh name.";
    Refusal::new(STALE, "name", sentence)
}

/// What a seat is told that wants to read with the eyes of another.
pub fn own_eyes(seat: Seat) -> Refusal {
    let who = if seat == Seat::Spectator { "A spectator" } else { "A side" };
    Refusal::new(
        SEAT,
        "eyes",
        format!("{who} reads with its own eyes. Only the umpire may read as another seat."),
    )
}

/// What the umpire is told who asks with other eyes for what a seat reads itself.
pub fn own_alone() -> Refusal {
    Refusal::new(
        SEAT,
        "eyes",
        "This is told to each seat itself alone. Ask for it without the eyes of another.",
    )
}

/// What a side is told that would act for another.
pub(crate) fn acts_for_itself(seat: Seat) -> Refusal {
    match seat {
        Seat::Side(_) => {
            Refusal::new(SEAT, "actor", "A side acts for itself alone. Only the umpire may act for another.")
        }
        Seat::Umpire => Refusal::new(
            SEAT,
            "actor",
            "The umpire may act for a side of this campaign, and for no other seat.",
        ),
        Seat::Spectator | Seat::Clock => only_looks(seat),
    }
}

/// What a seat is told that asks for what sides alone do.
pub(crate) fn only_sides(seat: Seat) -> Refusal {
    match seat {
        Seat::Umpire => Refusal::new(SEAT, "actor", "Only a side may do this, for itself."),
        _ => only_looks(seat),
    }
}

/// What a seat is told that asks for what the umpire alone may do.
pub fn only_umpire(seat: Seat) -> Refusal {
    match seat {
        Seat::Side(_) => Refusal::new(SEAT, "actor", "Only the umpire may do this."),
        _ => only_looks(seat),
    }
}

/// What a seat is told that asks for what only another may do.
pub fn only_looks(seat: Seat) -> Refusal {
    let who = if seat == Seat::Spectator { "A spectator" } else { "This seat" };
    Refusal::new(SEAT, "actor", format!("{who} looks on and does not act here."))
}

pub(crate) fn reason_needed() -> Refusal {
    Refusal::new(REASON, "reason", "Acting for a side needs a reason of 3 to 400 characters.")
}

pub(crate) fn no_such_pace() -> Refusal {
    let sentence = format!(
        "A step is given 1 to {} hours and a grace of 0 to {} minutes, in whole numbers.",
        crate::deadline::MOST_HOURS,
        crate::deadline::MOST_GRACE
    );
    Refusal::new(DEADLINE, "deadline", sentence)
}

pub(crate) fn no_deadline() -> Refusal {
    Refusal::new(DEADLINE, "deadline", "No deadline runs now. Nothing was changed.")
}

pub(crate) fn deadline_not_ahead() -> Refusal {
    let days = crate::deadline::MOST_HOURS / 24;
    Refusal::new(
        DEADLINE,
        "deadline",
        format!("A deadline lies ahead, within {days} days. Nothing was changed."),
    )
}

pub(crate) fn time_stands_already() -> Refusal {
    Refusal::new(DEADLINE, "deadline", "Time stands still already.")
}

pub(crate) fn time_goes_already() -> Refusal {
    Refusal::new(DEADLINE, "deadline", "Time does not stand still.")
}

pub(crate) fn too_many_kept() -> Refusal {
    let most = crate::deadline::MOST_KEPT;
    Refusal::new(KEPT, "many", format!("At most {most} orders are kept for a step."))
}
