//! What a side can still do on a board, stack by stack, before anything is picked: those that have to act first, then those
//! that can fight, then those nearest to the enemy.

use std::collections::{BTreeMap, BTreeSet};

use hexmap::Hex;
use kernel::Seat;
use kernel::view::Text;
use kernel::view::board::{Act, Board, Counter, Sends};
use maud::{Markup, html};

use super::counters;
use crate::render::reader::{Hand, Reader};
use crate::render::words;

/// A stack with orders left.
struct Stack<'b> {
    hex: Hex,
    pieces: Vec<&'b Counter>,
    /// What can be done, each once.
    verbs: Vec<&'b str>,
    /// Where it can attack.
    targets: BTreeSet<Hex>,
    /// With which of its verbs.
    attacks: Vec<&'b str>,
    /// How far the nearest enemy stands.
    far: u32,
    /// What it has to do.
    owed: Vec<&'b Text>,
}

/// The list; nothing for whoever orders nothing here.
pub(super) fn todo(reader: &Reader<'_>, board: &Board) -> Markup {
    let (Seat::Side(side), Hand::Acts(_)) = (reader.seat, reader.hand) else { return html! {} };
    let own: BTreeSet<Hex> = board
        .counters
        .iter()
        .filter(|counter| counter.side == side)
        .filter_map(|counter| counter.hex)
        .collect();
    let stacks = stacks(board, side);
    let waiting = waiting(board);
    if (own.is_empty() && waiting.is_empty()) || board.acts.is_empty() {
        return html! {};
    }
    let (owing, free): (Vec<_>, Vec<_>) = stacks.iter().partition(|stack| !stack.owed.is_empty());
    let (fight, others): (Vec<_>, Vec<_>) = free.into_iter().partition(|stack| !stack.targets.is_empty());
    // An answer that is owed is no list of what is free to do.
    if !board.asked.is_empty() {
        return html! {
            section class="hb-todo hb-asked" aria-labelledby={ (board.id) "-todo" } {
                h2 id={ (board.id) "-todo" } { "Your answer" }
                p { (words::text(reader, &board.asked)) }
                (beside(board, &waiting))
                (group(reader, board, "Has to act", &owing))
                (group(reader, board, "Can answer", &others))
                (group(reader, board, "Can attack or fire", &fight))
            }
        };
    }
    html! {
        section class="hb-todo" aria-labelledby={ (board.id) "-todo" } {
            h2 id={ (board.id) "-todo" } { "What you can still do" }
            @if waiting.is_empty() || !stacks.is_empty() {
                p { strong { (stacks.len()) " of " (own.len()) (if own.len() == 1 { " stack" } else { " stacks" }) } " can still be ordered." }
                progress max=(own.len()) value=(own.len().saturating_sub(stacks.len())) aria-label="Stacks that are done" {}
            }
            @if !stacks.is_empty() {
                button class="btn go hb-next" type="button" data-do="next" id={ (board.id) "-next" } { "Next stack " kbd { "N" } }
            }
            (group(reader, board, "Has to act", &owing))
            (beside(board, &waiting))
            (group(reader, board, "Can attack or fire", &fight))
            (group(reader, board, if fight.is_empty() && owing.is_empty() { "Can be ordered" } else { "Can do something else" }, &others))
        }
    }
}

/// What waits beside the map and has orders left, each with what it can do.
fn waiting(board: &Board) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut waiting: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for act in board.acts.iter().filter(|act| act.from.is_none()) {
        for counter in &act.counters {
            waiting.entry(counter).or_default().insert(&act.verb);
        }
    }
    waiting
}

/// The list of what waits beside the map, to be picked: nothing on the map leads to it.
fn beside(board: &Board, waiting: &BTreeMap<&str, BTreeSet<&str>>) -> Markup {
    html! {
        @if !waiting.is_empty() {
            h3 class="lab" { "Wait beside the map" " " span class="quiet" { (waiting.len()) } }
            ul {
                @for (counter, verbs) in waiting.iter().filter_map(|(key, verbs)| Some((board.counter(key)?, verbs))) {
                    li {
                        button type="button" class="hb-take" data-pick=(counter.key) id={ (board.id) "-e-" (counter.key) } {
                            (counters::from_afar(&[counter]))
                            span {
                                strong { (counter.name) }
                                span class="note" { (verbs.iter().copied().collect::<Vec<_>>().join(", ")) ": pick it, then press a marked hex" }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn stacks(board: &Board, side: u8) -> Vec<Stack<'_>> {
    let enemies: BTreeSet<Hex> = board
        .counters
        .iter()
        .filter(|counter| counter.side != side)
        .filter_map(|counter| counter.hex)
        .collect();
    let mut by_hex: BTreeMap<Hex, Stack<'_>> = BTreeMap::new();
    for act in &board.acts {
        let Some(hex) = act.from else { continue };
        let far = enemies.iter().map(|enemy| enemy.distance(hex)).min().unwrap_or(u32::MAX);
        let stack = by_hex.entry(hex).or_insert_with(|| Stack {
            hex,
            pieces: board
                .counters
                .iter()
                .filter(|counter| counter.hex == Some(hex) && counter.side == side)
                .collect(),
            verbs: Vec::new(),
            targets: BTreeSet::new(),
            attacks: Vec::new(),
            far,
            owed: board.owed.iter().filter(|(at, _)| *at == hex).map(|(_, words)| words).collect(),
        });
        if !stack.verbs.contains(&&*act.verb) {
            stack.verbs.push(&act.verb);
        }
        let targets: Vec<Hex> = attacked(board, act, &enemies).collect();
        if !targets.is_empty() && !stack.attacks.contains(&&*act.verb) {
            stack.attacks.push(&act.verb);
        }
        stack.targets.extend(targets);
    }
    let mut stacks: Vec<_> = by_hex.into_values().collect();
    stacks.sort_by_key(|stack| (stack.far, stack.hex));
    stacks
}

fn attacked<'b>(
    board: &'b Board,
    act: &'b Act,
    enemies: &'b BTreeSet<Hex>,
) -> impl Iterator<Item = Hex> + 'b {
    // What is neither weighed nor thrown for harms nobody.
    let harms = act.rolls || act.panel.is_some() || matches!(act.sends, Sends::Panel(_));
    let targets =
        board.targets(act).iter().filter(move |target| harms && target.ends).map(|target| target.hex);
    targets.filter(move |hex| enemies.contains(hex))
}

fn group(reader: &Reader<'_>, board: &Board, heading: &str, stacks: &[&Stack<'_>]) -> Markup {
    html! {
        @if !stacks.is_empty() {
            h3 class="lab" { (heading) " " span class="quiet" { (stacks.len()) } }
            ul {
                @for stack in stacks {
                    li {
                        button type="button" class="hb-take" data-take=(board.label(stack.hex)) data-owes[!stack.owed.is_empty()] id={ (board.id) "-t-" (board.label(stack.hex)) } {
                            (counters::from_afar(&stack.pieces))
                            span {
                                strong { (names(&stack.pieces)) }
                                @for words in &stack.owed { span class="hb-has-to" { (words.plain(reader.sides)) "." } }
                                span class="note" {
                                    (called(board, stack.hex)) " · "
                                    @if stack.targets.is_empty() { (stack.verbs.join(", ")) }
                                    @else { (offered(board, stack)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// "March attack, Hasty attack on Hünfeld 3015; Move": the verbs as the buttons have them.
fn offered(board: &Board, stack: &Stack<'_>) -> String {
    let places: Vec<String> = stack.targets.iter().map(|hex| called(board, *hex)).collect();
    let others: Vec<&str> =
        stack.verbs.iter().copied().filter(|verb| !stack.attacks.contains(verb)).collect();
    let more = if others.is_empty() { String::new() } else { format!("; {}", others.join(", ")) };
    format!("{} on {}{more}", stack.attacks.join(", "), places.join(", "))
}

/// "Tank Regiment 4 and 2 more".
fn names(pieces: &[&Counter]) -> String {
    match pieces {
        [] => String::new(),
        [one] => one.name.clone(),
        [under, top] => format!("{} and {}", top.name, under.name),
        [.., top] => format!("{} and {} more", top.name, pieces.len() - 1),
    }
}

/// A hex by the name of its place where it has one: "Hünfeld 3015".
fn called(board: &Board, hex: Hex) -> String {
    let label = board.label(hex);
    board.ground.place(hex).map_or_else(|| label.clone(), |place| format!("{} {label}", place.name))
}
