//! Orders on a board of hexes, as they are typed: `2718 2719 2720`, `57G r1 move 2719`, `57G r1 prepared 2718`.
//!
//! An order names counters (or the hex they stand in), a word that says what they do (left out where only one act fits)
//! and one hex or a whole way. Counters and hexes are named by their names too, however they are written. A page that is pointed at writes the same words, so that there is one road to the
//! command. After an order that may have more with it stands what it has: `57G r1 march 2718 smoke 57G-art chemicals`. An
//! order says what is asked; the rules judge it.

use hexmap::{Crossing, Hex, line};
use serde_json::Value;

use self::adds::Added;
use super::board::{Act, Board, Counter, Sends, Target};

mod adds;
mod names;

/// Words that may stand in an order and say nothing.
const FILLERS: &[&str] = &["to", "on", "at", "and", "with", "by", "from", "+", "->", "→"];

/// How many hexes an answer lists.
const MOST_LISTED: usize = 8;

/// An order that is understood.
#[derive(Clone, Debug, PartialEq)]
pub struct Order<'b> {
    /// What is done with which counters.
    pub act: &'b Act,
    /// The hexes entered, the target last; empty where an act names none.
    pub way: Vec<Hex>,
    /// What it costs, as the board shows it; empty where a way of the reader's own was typed.
    pub cost: String,
    /// What is written after it, to be read back; empty or from its comma on.
    pub more: String,
    /// The command.
    pub command: Value,
}

/// Reads an order.
///
/// # Errors
/// A sentence that says what is not understood and what can be written instead.
pub fn read<'b>(board: &'b Board, text: &str) -> Result<Order<'b>, String> {
    understand(board, text).map_err(|unclear| match unclear.example {
        true => format!("{}{}", unclear.sentence, for_example(board)),
        false => unclear.sentence,
    })
}

/// Orders that could be given now, each of another word and with the act that it is understood as: nothing is shown
/// that would not be read back as it is meant.
pub fn examples(board: &Board, most: usize) -> Vec<(&Act, String)> {
    let mut shown: Vec<(&Act, String)> = Vec::new();
    for act in &board.acts {
        if shown.len() == most {
            break;
        }
        if !shown.iter().any(|(known, _)| known.word == act.word) {
            shown.extend(example(board, act).map(|order| (act, order)));
        }
    }
    shown
}

/// What can be written after one of the orders that could be given now.
pub fn additions(board: &Board) -> Vec<&'static str> {
    let acts = || board.acts.iter().chain(&board.calls);
    let adds = board.adds.iter().filter(|add| acts().any(|act| add.to.contains(&act.word)));
    adds.map(|add| add.words).collect()
}

/// Why an order is not understood.
struct Unclear {
    sentence: String,
    /// Whether it helps to see how an order is written.
    example: bool,
}

impl Unclear {
    /// Not written as an order is.
    fn unwritten(sentence: impl Into<String>) -> Self {
        Self { sentence: sentence.into(), example: true }
    }
}

impl From<String> for Unclear {
    fn from(sentence: String) -> Self {
        Self { sentence, example: false }
    }
}

fn understand<'b>(board: &'b Board, text: &str) -> Result<Order<'b>, Unclear> {
    let said = Said::read(board, text)?;
    let mut order = meant(board, &said)?;
    order.more = adds::put(board, order.act, &said.adds, &mut order.command)?;
    Ok(order)
}

/// The order without what is written after it.
fn meant<'b>(board: &'b Board, said: &Said<'b>) -> Result<Order<'b>, Unclear> {
    let acts = said.acts(board)?;
    let word = |act: &&Act| said.word.is_none_or(|word| act.word == word);
    let worded: Vec<&Act> = acts.iter().copied().filter(word).collect();
    if worded.is_empty() {
        let known = words(&acts);
        return Err(format!("They cannot {} now; they can {known}.", said.word.unwrap_or_default()).into());
    }
    let way = said.way(worded[0].from);
    let Some(&target) = way.last() else { return Ok(without_hex(board, &worded, said.word)?) };
    for (n, hex) in way.iter().enumerate() {
        let before = if n == 0 { worded[0].from.filter(|_| way.len() > 1) } else { Some(way[n - 1]) };
        if let Some(before) = before.filter(|before| before.distance(*hex) != 1) {
            let (before, hex) = (board.label(before), board.label(*hex));
            let sentence =
                format!("{before} and {hex} share no hexside: write every hex of the way, or only the last.");
            return Err(sentence.into());
        }
    }
    let fits = |act: &&Act| way.len() == 1 || matches!(act.sends, Sends::Way(_));
    let reaching = |act: &&'b Act| Some((*act, end(board, act, target)?));
    let found: Vec<(&Act, &Target)> = worded.iter().filter(|act| fits(act)).filter_map(reaching).collect();
    let ordered = match one_of_each(&found)[..] {
        [(act, at)] if way.len() == 1 => ordered(board, act, board.way(act, at), at.cost.clone()),
        [(act, at)] if board.way(act, at) == way => ordered(board, act, way, at.cost.clone()),
        [(act, _)] => ordered(board, act, way, String::new()),
        [] => match worded.iter().find(|act| way.len() > 1 && fits(act)) {
            // A way of the reader's own beyond what is shown: the rules say what is wrong with it.
            Some(act) => ordered(board, act, way, String::new()),
            // A hex beyond what is shown: the rules name what forbids it, and why.
            None => worded
                .iter()
                .find_map(|act| beyond(board, act, target))
                .map_or_else(|| Err(out_of_reach(board, &worded, target)), Ok),
        },
        ref several => {
            let acts: Vec<&Act> = several.iter().map(|(act, _)| *act).collect();
            Err(format!(
                "{} could be meant: write {} before {}.",
                of_several(several.len()),
                words(&acts),
                board.label(target)
            ))
        }
    };
    Ok(ordered?)
}

/// An order in words, to be read back: "Move: Tank Regiment 4 from 2717 by 2718 to 2719, 6 of 12 MP."
pub fn words_of(board: &Board, order: &Order<'_>) -> String {
    let act = order.act;
    let names: Vec<&str> = act
        .counters
        .iter()
        .filter_map(|key| board.counter(key))
        .map(|counter| counter.name.as_str())
        .collect();
    let mut words = format!("{}: {}", act.verb, names.join(", "));
    if let Some(from) = act.from {
        words.push_str(&format!(" from {}", board.label(from)));
    }
    if let [by @ .., to] = &order.way[..] {
        if !by.is_empty() {
            let by: Vec<String> = by.iter().map(|hex| board.label(*hex)).collect();
            words.push_str(&format!(" by {}", by.join(" ")));
        }
        let on = if matches!(act.sends, Sends::Way(_)) { "to" } else { "on" };
        words.push_str(&format!(" {on} {}", board.label(*to)));
    }
    words.push_str(&order.more);
    match (&order.cost[..], &act.budget) {
        ("", _) => {}
        (cost, (unit, have)) if have.is_empty() => words.push_str(&format!(", {cost} {unit}")),
        (cost, (unit, have)) => words.push_str(&format!(", {cost} of {have} {unit}")),
    }
    format!("{}.", words.trim_end())
}

/// What is said in an order, before it is looked at what can be done.
struct Said<'b> {
    counters: Vec<&'b Counter>,
    word: Option<&'static str>,
    hexes: Vec<Hex>,
    adds: Vec<Added<'b>>,
    /// Whether counters that follow belong to the last addition.
    adding: bool,
}

impl<'b> Said<'b> {
    fn names(&mut self, counter: &'b Counter) {
        match self.adds.last_mut().filter(|added| self.adding && added.takes_more()) {
            Some(added) => added.counters.push(counter),
            None => self.counters.push(counter),
        }
    }

    fn read(board: &'b Board, text: &str) -> Result<Self, Unclear> {
        let typed = text.split([' ', ',', ';', '\t', '\n']).filter(|word| !word.is_empty());
        let (typed, lower): (Vec<&str>, Vec<String>) = typed.map(|word| (word, word.to_lowercase())).unzip();
        let mut rest: Vec<&str> = lower.iter().map(String::as_str).collect();
        if rest.is_empty() {
            return Err(Unclear::unwritten("Nothing is ordered yet."));
        }
        let mut said =
            Self { counters: Vec::new(), word: None, hexes: Vec::new(), adds: Vec::new(), adding: false };
        while let Some(&word) = rest.first() {
            let taken = if let Some((counter, n)) = named(board, &rest)? {
                said.names(counter);
                n
            } else if let Some((add, n)) = adds::at_head(board, &rest) {
                let act = board.acts.iter().chain(&board.calls).find(|act| act.word == add.words);
                said.word = act.map(|act| act.word).or(said.word);
                said.adds.push(Added { add, counters: Vec::new() });
                said.adding = true;
                n
            } else if let Some((hex, n)) = names::place(board, &rest) {
                said.adding = false;
                said.hexes.push(hex);
                n
            } else if let Some((counter, n)) = names::counter(board, &rest)? {
                said.names(counter);
                n
            } else if let Some(hexes) = hexes(board, word)? {
                said.adding = false;
                said.hexes.extend(hexes);
                1
            } else if let Some(act) = worded(board, word) {
                (said.adding, said.word) = (false, Some(act.word));
                1
            } else if FILLERS.contains(&word) {
                1
            } else if let Some((counter, n)) = named_in_short(board, &rest)? {
                said.names(counter);
                n
            } else {
                let word = typed[typed.len() - rest.len()];
                let open = words(&board.acts.iter().chain(&board.calls).collect::<Vec<_>>());
                let open = if open.is_empty() { String::new() } else { format!(" Open now: {open}.") };
                let near = match &names::near(board, rest[0])[..] {
                    [] => String::new(),
                    near => format!(" Near it: {}.", near.join(", ")),
                };
                let sentence = format!(
                    "“{word}” is no hex, no counter and nothing that can be ordered now.{near}{open}"
                );
                return Err(Unclear::unwritten(sentence));
            };
            rest.drain(..taken);
        }
        Ok(said)
    }

    /// What is done to others by this word, with the counter or the hex that is named.
    fn calls(&self, board: &'b Board) -> Result<Vec<&'b Act>, Unclear> {
        let all: Vec<&Act> = board.calls.iter().filter(|act| self.word == Some(act.word)).collect();
        let named = |act: &&Act| {
            let counters = self.counters.iter().all(|counter| act.counters.contains(&counter.key));
            let at = |hex: &Hex| board.targets(act).iter().any(|target| target.hex == *hex);
            counters && self.hexes.iter().all(at)
        };
        let found: Vec<&Act> = all.iter().copied().filter(named).collect();
        match found[..] {
            [_] => Ok(found),
            [] if all.is_empty() => Ok(found),
            [] => Err(open(board, &all).into()),
            _ => {
                let names = found.iter().flat_map(|act| &act.counters).filter_map(|key| board.counter(key));
                let names: Vec<&str> = names.map(|counter| counter.name.as_str()).collect();
                Err(format!("{} could be meant: name one.", names.join(" or ")).into())
            }
        }
    }

    /// The acts of those who are named, or of the stack in the first hex.
    fn acts(&self, board: &'b Board) -> Result<Vec<&'b Act>, Unclear> {
        let calls = self.calls(board)?;
        if !calls.is_empty() {
            return Ok(calls);
        }
        let mut keys: Vec<&str> = self.counters.iter().map(|counter| counter.key.as_str()).collect();
        keys.sort_unstable();
        keys.dedup();
        let same = |act: &&Act| {
            let mut own: Vec<&str> = act.counters.iter().map(String::as_str).collect();
            own.sort_unstable();
            own == keys
        };
        let acts: Vec<&Act> = match keys.is_empty() {
            true => self.of_the_stack(board)?,
            false => board.acts.iter().filter(same).collect(),
        };
        if !acts.is_empty() {
            return Ok(acts);
        }
        let who = match (&self.counters[..], self.hexes.first()) {
            ([], Some(hex)) => format!("In {} nobody can be ordered now.", board.label(*hex)),
            ([], None) => "It is not said who is meant.".to_owned(),
            ([one], _) => format!("{} can do nothing now.", one.name),
            (several, _) => {
                let names: Vec<&str> = several.iter().map(|counter| counter.name.as_str()).collect();
                format!("{} can do nothing together now.", names.join(", "))
            }
        };
        Err(Unclear::unwritten(who))
    }

    /// What is picked with a hex: those who do the first act of this word there, and whatever else they do. Where others
    /// could do the same instead, nobody is picked for the reader.
    fn of_the_stack(&self, board: &'b Board) -> Result<Vec<&'b Act>, Unclear> {
        let at = |act: &&Act| act.from.is_some() && act.from == self.hexes.first().copied();
        let here = || board.acts.iter().filter(at);
        let Some(lead) = here().find(|act| self.word == Some(act.word)).or_else(|| here().next()) else {
            return Ok(Vec::new());
        };
        let apart = |act: &&Act| !act.counters.iter().all(|key| lead.counters.contains(key));
        let same = || here().filter(|act| act.word == lead.word);
        if same().any(|act| apart(&act)) {
            let mut who: Vec<&str> = Vec::new();
            for counter in same().flat_map(|act| &act.counters).filter_map(|key| board.counter(key)) {
                if !who.contains(&counter.name.as_str()) {
                    who.push(&counter.name);
                }
            }
            return Err(format!("{} could be meant: name one.", who.join(" or ")).into());
        }
        Ok(here().filter(|act| lead.counters == act.counters).collect())
    }

    /// The hexes to enter: the one in which an order begins may be written or not.
    fn way(&self, from: Option<Hex>) -> Vec<Hex> {
        match self.hexes.split_first() {
            Some((first, rest)) if Some(*first) == from && (self.counters.is_empty() || !rest.is_empty()) => {
                rest.to_vec()
            }
            _ => self.hexes.clone(),
        }
    }
}

/// The act of a word, or else of the verb that a page shows for it.
fn worded<'b>(board: &'b Board, word: &str) -> Option<&'b Act> {
    let shown =
        |act: &&Act| act.verb.split_whitespace().next().is_some_and(|verb| verb.to_lowercase() == word);
    let all = || board.acts.iter().chain(&board.calls);
    all().find(|act| act.word == word).or_else(|| all().find(shown))
}

/// The counter named by its key or its code at the head of what is left, and how many words that takes.
fn named<'b>(board: &'b Board, rest: &[&str]) -> Result<Option<(&'b Counter, usize)>, String> {
    if let Some(counter) = board.counters.iter().find(|counter| counter.key.to_lowercase() == rest[0]) {
        return Ok(Some((counter, 1)));
    }
    let mut found: Vec<(&Counter, usize)> = Vec::new();
    for counter in &board.counters {
        let code = counter.code.to_lowercase();
        let words: Vec<&str> = code.split_whitespace().collect();
        if !words.is_empty() && rest.starts_with(&words) {
            found.push((counter, words.len()));
        }
    }
    let longest = found.iter().map(|(_, n)| *n).max().unwrap_or_default();
    found.retain(|(_, n)| *n == longest);
    match found[..] {
        [] => Ok(None),
        [one] => Ok(Some(one)),
        [(one, _), (other, _), ..] => Err(format!(
            "“{}” is {} or {}: write {} or {}.",
            one.code, one.name, other.name, one.key, other.key
        )),
    }
}

/// The counter whose key ends in what is left to read, whole parts between hyphens, which may be written as words:
/// "57G r1" or "57G-r1" for the key `wp-57G-r1`.
fn named_in_short<'b>(board: &'b Board, rest: &[&str]) -> Result<Option<(&'b Counter, usize)>, String> {
    for n in (1..=rest.len()).rev() {
        let tail = rest[..n].join("-");
        let ends_so = |counter: &&Counter| {
            let key = counter.key.to_lowercase();
            key.strip_suffix(&tail).is_some_and(|before| before.is_empty() || before.ends_with('-'))
        };
        let found: Vec<&Counter> = board.counters.iter().filter(ends_so).collect();
        match found[..] {
            [] => {}
            [one] => return Ok(Some((one, n))),
            [one, other, ..] => {
                let others = if found.len() > 2 { " or others" } else { "" };
                return Err(format!(
                    "“{}” is {} or {}{others}: write {} or {}.",
                    tail, one.name, other.name, one.key, other.key
                ));
            }
        }
    }
    Ok(None)
}

/// One hex, or several with hyphens between them; nothing when it is no number at all.
fn hexes(board: &Board, word: &str) -> Result<Option<Vec<Hex>>, Unclear> {
    if !word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') {
        return Ok(None);
    }
    let read = |label: &str| {
        let unwritten = |fault| Unclear::unwritten(format!("{fault}."));
        let hex = board.ground.numbering.read(label).map_err(unwritten)?;
        let known = board.ground.terrain(hex).is_some();
        known.then_some(hex).ok_or_else(|| format!("Hex {label} is not on this board.").into())
    };
    word.split('-').filter(|label| !label.is_empty()).map(read).collect::<Result<_, _>>().map(Some)
}

fn end<'b>(board: &'b Board, act: &Act, hex: Hex) -> Option<&'b Target> {
    board.targets(act).iter().find(|target| target.hex == hex && target.ends)
}

/// The first act of each word.
fn one_of_each<'b>(found: &[(&'b Act, &'b Target)]) -> Vec<(&'b Act, &'b Target)> {
    let mut first: Vec<(&Act, &Target)> = Vec::new();
    for (act, target) in found {
        if !first.iter().any(|(known, _)| known.word == act.word) {
            first.push((act, target));
        }
    }
    first
}

fn ordered<'b>(board: &Board, act: &'b Act, way: Vec<Hex>, cost: String) -> Result<Order<'b>, String> {
    match board.command(act, &way) {
        Some(command) => Ok(Order { act, way, cost, more: String::new(), command }),
        None => Err(format!("{} is put together in its own panel on this page.", act.verb)),
    }
}

/// An order without a hex: where an act names none, or where what it is meant for is where they stand.
fn without_hex<'b>(board: &'b Board, acts: &[&'b Act], word: Option<&str>) -> Result<Order<'b>, String> {
    let here = |act: &&&Act| {
        let elsewhere = |target: &Target| Some(target.hex) != act.from;
        act.sends == Sends::Nothing && (act.from.is_none() || !board.targets(act).iter().any(elsewhere))
    };
    match acts.iter().find(here).filter(|_| word.is_some()) {
        Some(act) => ordered(board, act, Vec::new(), String::new()),
        None => Err(format!("Where to? {}", open(board, acts))),
    }
}

/// An order for a hex that an act does not reach, so that the rules refuse it with their reason: the hex alone, or the
/// straight way to it. Nothing where such a way leaves the board or begins nowhere, or where no rule is asked.
fn beyond<'b>(board: &'b Board, act: &'b Act, target: Hex) -> Option<Order<'b>> {
    let way = match act.sends {
        Sends::Hex(_) => vec![target],
        Sends::Way(_) => straight(board, act.from?, target)?,
        Sends::Nothing | Sends::Panel(_) => return None,
    };
    ordered(board, act, way, String::new()).ok()
}

/// The hexes of the straight way, the first one left out; nothing where one of them is not on the board.
fn straight(board: &Board, from: Hex, to: Hex) -> Option<Vec<Hex>> {
    let way = line(from, to).into_iter().map(|crossing| match crossing {
        Crossing::Through(hex) => [hex, hex],
        Crossing::Along(one, other) => [one, other],
    });
    let on_board = |hex: &Hex| board.ground.terrain(*hex).is_some();
    let way: Option<Vec<Hex>> = way.skip(1).map(|either| either.into_iter().find(on_board)).collect();
    way.filter(|way| !way.is_empty())
}

fn out_of_reach(board: &Board, acts: &[&Act], target: Hex) -> String {
    format!("{} is not within what they can do now. {}", board.label(target), open(board, acts))
}

/// What is open to acts of the first one's word.
fn open(board: &Board, acts: &[&Act]) -> String {
    let Some(word) = acts.first().map(|act| act.word) else { return String::new() };
    let mut ends: Vec<String> = Vec::new();
    for act in acts.iter().filter(|act| act.word == word) {
        let targets = board.targets(act).iter().filter(|target| target.ends);
        for label in targets.map(|target| board.label(target.hex)) {
            if !ends.contains(&label) {
                ends.push(label);
            }
        }
    }
    match ends.len() {
        0 => format!("No hex is open to “{word}” now."),
        n if n > MOST_LISTED => format!("“{word}” reaches {} and others.", ends[..MOST_LISTED].join(", ")),
        _ => format!("Open to “{word}”: {}.", ends.join(", ")),
    }
}

/// An order that could be written now, at the end of an answer.
fn for_example(board: &Board) -> String {
    match examples(board, 1).first() {
        Some((_, order)) => format!(" For example: {order}."),
        None => " Nothing can be ordered here now.".to_owned(),
    }
}

/// How an act can be ordered: in as few words as are understood as this act and no other.
fn example(board: &Board, act: &Act) -> Option<String> {
    if matches!(act.sends, Sends::Panel(_)) {
        return None;
    }
    let ends = || board.targets(act).iter().filter(|target| target.ends);
    let length = |target: &&Target| board.way(act, target).len();
    // A way of two hexes shows how a way is written; a longer one is hard to read.
    let near = ends().filter(|target| length(target) <= 2).max_by_key(length);
    let at = near.or_else(|| ends().next());
    let way = at.map_or_else(Vec::new, |target| board.way(act, target));
    let labels = |hexes: &[Hex]| hexes.iter().map(|hex| board.label(*hex)).collect::<Vec<_>>().join(" ");
    let called = |key: &String| {
        let code = board.counter(key).map(|counter| counter.code.clone());
        code.filter(|code| !code.is_empty()).unwrap_or_else(|| key.clone())
    };
    let codes = act.counters.iter().map(called).collect::<Vec<_>>().join(" ");
    let (keys, word, last) = (act.counters.join(" "), act.word, labels(&way[way.len().saturating_sub(1)..]));
    let mut forms = Vec::new();
    if let Some(from) = act.from {
        match (&act.sends, at) {
            (Sends::Way(_), Some(_)) => {
                forms.push(format!("{} {}", board.label(from), labels(&way)));
                forms.push(format!("{codes} {}", labels(&way)));
            }
            (_, Some(target)) if target.hex != from => {}
            _ => forms.push(format!("{} {word}", board.label(from))),
        }
    }
    forms.extend([format!("{codes} {word} {last}"), format!("{keys} {word} {last}")]);
    let means = |text: &String| understand(board, text).is_ok_and(|order| std::ptr::eq(order.act, act));
    forms.into_iter().map(|text| text.trim_end().to_owned()).find(means)
}

/// The words of some acts, each once: "move or hasty".
fn words(acts: &[&Act]) -> String {
    let mut words: Vec<&str> = Vec::new();
    for act in acts {
        if !words.contains(&act.word) {
            words.push(act.word);
        }
    }
    words.join(" or ")
}

fn of_several(n: usize) -> &'static str {
    if n == 2 { "Two things" } else { "Several things" }
}
