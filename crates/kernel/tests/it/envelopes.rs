//! Envelopes: each of two sides writes a number in secret, may try its luck in secret, and closes; then all is opened.
//! The constant chooses a law to break.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use kernel::levels::{Below, Levels, Stake};
use kernel::system::Pick;
use kernel::view::{Block, Contents, Form, ItemState, OwedItem, Page, PageHead, Text};
use kernel::{
    Adjudged, Adjudication, Ask, Audience, Chart, ChartResult, Diagnostic, Die, Id, Modifiers, Occasion, Row,
    RuleId, Seat, SideInfo, System,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

pub const HONEST: u8 = 0;
pub const VIEW_SHOWS_NUMBER: u8 = 1;
pub const VIEW_SHOWS_WORK: u8 = 2;
pub const OFFER_BY_SECRET: u8 = 3;
pub const SENTENCE_TELLS: u8 = 4;
pub const ODDS_BY_SECRET: u8 = 5;
pub const ROLL_IN_PUBLIC: u8 = 6;
pub const IMAGINE_COPIES: u8 = 7;
pub const IMAGINE_SHIFTS: u8 = 8;
pub const EVENT_LOSES_NUMBER: u8 = 9;
pub const RULE_REMEMBERS: u8 = 10;
pub const POSITION_LOSES_LUCK: u8 = 11;
pub const STICKS: u8 = 12;
pub const REFUSES_LATE: u8 = 13;
pub const ACCEPTS_UNOFFERED: u8 = 14;
pub const OFFERS_NOTHING: u8 = 15;
pub const SAMPLES_NONSENSE: u8 = 16;
pub const CONTROL_LIES: u8 = 17;
pub const ORDER_MATTERS: u8 = 18;
pub const OFFERS_AFTER_END: u8 = 19;
pub const REFUSAL_DRAWS: u8 = 20;
pub const OUTCOME_IS_UNKNOWN: u8 = 21;
pub const PAGE_IN_WORDS: u8 = 22;
pub const LISTS_WHAT_IS_NOT_THERE: u8 = 23;
pub const KEEPS_WHAT_IS_OWED: u8 = 24;
pub const PAGE_REMEMBERS: u8 = 25;
pub const HIDES_A_PAGE: u8 = 26;
pub const COUNTS_ACTS: u8 = 27;
/// Breaks no law: the umpire may try the luck of all who have written and have not tried it.
pub const ALL_THAT_IS_OPEN: u8 = 28;
pub const SENDS_FROM_NOWHERE: u8 = 29;
pub const FORGETS_WHAT_WENT_DOWN: u8 = 30;
pub const HANDS_UP_EARLY: u8 = 31;
/// Both sides ask the same, so the second is given the first one's face.
pub const ASKS_TWICE: u8 = 32;

static MEMORY: AtomicU8 = AtomicU8::new(0);

#[derive(Debug)]
pub struct Envelopes<const FAULT: u8>;

#[derive(Debug, PartialEq)]
pub struct Setup {
    pub luck: Chart<Luck>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Luck(pub u8);

impl ChartResult for Luck {
    fn words(&self) -> String {
        self.0.to_string()
    }
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Hand {
    pub number: Option<u8>,
    pub luck: Option<u8>,
    pub closed: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct State {
    pub setup: Arc<Setup>,
    pub hands: [Hand; 2],
    pub opened: bool,
    pub order: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
pub enum Command {
    Write { number: u8 },
    Luck,
    LuckOfAll,
    Close,
    Open,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    Wrote {
        side: u8,
        number: u8,
    },
    Lossy {
        side: u8,
        #[serde(skip)]
        number: u8,
    },
    Lucky {
        side: u8,
        luck: u8,
    },
    Closed {
        side: u8,
    },
    Opened {
        first: u8,
        second: u8,
    },
}

#[derive(Serialize, Deserialize)]
pub struct Position {
    pub hand: Vec<Hand>,
    pub opened: bool,
    pub order: Vec<u8>,
}

pub const RULE: RuleId = RuleId("ENV-1");

impl<const FAULT: u8> Envelopes<FAULT> {
    fn own(cx: &Adjudication<'_, Self>) -> Adjudged<u8> {
        match cx.seat() {
            Seat::Side(side @ 0..=1) if !cx.state().hands[usize::from(side)].closed => Ok(side),
            Seat::Side(_) => cx.refuse(RULE, "closed", || "You have closed.".into()),
            _ => cx.refuse(RULE, "actor", || "Only a side does this.".into()),
        }
    }

    fn write(cx: &mut Adjudication<'_, Self>, number: u8) -> Adjudged {
        let side = Self::own(cx)?;
        if number > 2 {
            return cx.refuse(RULE, "range", || "Numbers are 0 to 2.".into());
        }
        let number =
            if FAULT == RULE_REMEMBERS { MEMORY.fetch_add(1, Ordering::Relaxed) % 3 } else { number };
        if FAULT == EVENT_LOSES_NUMBER {
            return cx.record(Event::Lossy { side, number });
        }
        cx.record(Event::Wrote { side, number })?;
        if FAULT == REFUSES_LATE && number == 1 {
            return cx.refuse(RULE, "late", || "Too late.".into());
        }
        Ok(())
    }

    fn luck(cx: &mut Adjudication<'_, Self>) -> Adjudged {
        let side = Self::own(cx)?;
        let enemy = cx.state().hands[usize::from(1 - side)].clone();
        if cx.state().hands[usize::from(side)].luck.is_some() {
            if FAULT == REFUSAL_DRAWS {
                cx.roll(Ask::new(RULE, "A needless throw"), Die::D(6))?;
            }
            let told = if FAULT == SENTENCE_TELLS { format!(" {:?}", enemy.number) } else { String::new() };
            return cx.refuse(RULE, "dup", || format!("You have tried your luck.{told}"));
        }
        if FAULT == OFFER_BY_SECRET && enemy.luck.is_some() {
            return cx.refuse(RULE, "unavailable", || "Luck is used up.".into());
        }
        let bonus = if FAULT == ODDS_BY_SECRET { enemy.number.map_or(0, i32::from) } else { 0 };
        let ask = Ask::new(RULE, "Luck").of(side);
        let ask = if FAULT == COUNTS_ACTS && enemy.luck.is_some() { ask.nth(2) } else { ask };
        let ask = if FAULT == ROLL_IN_PUBLIC { ask.seen_by(Audience::Public) } else { ask };
        let ask = if FAULT == ASKS_TWICE { Ask::new(RULE, "Luck").seen_by(Audience::Umpire) } else { ask };
        let luck = cx.draw(ask, |setup| &setup.luck, &Modifiers::none().plus(bonus, "Bonus", RULE))?;
        cx.record(Event::Lucky { side, luck: luck.0 })
    }

    fn luck_of_all(cx: &mut Adjudication<'_, Self>) -> Adjudged {
        let open: Vec<u8> =
            [0, 1].into_iter().filter(|side| is_open(&cx.state().hands[usize::from(*side)])).collect();
        if open.is_empty() || cx.state().opened || FAULT != ALL_THAT_IS_OPEN || cx.seat() != Seat::Umpire {
            return cx.refuse(RULE, "unavailable", || "No luck is open to you.".into());
        }
        for side in open {
            let ask = Ask::new(RULE, "Luck").of(side).seen_by(Audience::Side(side));
            let luck = cx.draw(ask, |setup| &setup.luck, &Modifiers::none())?;
            cx.record(Event::Lucky { side, luck: luck.0 })?;
        }
        Ok(())
    }

    fn refused(state: &State, side: u8, command: Command) -> Option<kernel::view::ShownRefusal> {
        let acting = kernel::Acting::own(Seat::Side(side));
        kernel::prove::<Self>(state, acting, &command).err().map(|refusals| (&refusals).into())
    }
}

impl<const FAULT: u8> System for Envelopes<FAULT> {
    const NAME: &'static str = "envelopes";
    const TITLE: &'static str = "Envelopes";
    const RULES_VERSION: u32 = 1;
    const PAGES: &'static [PageHead] = &[
        PageHead::new(if FAULT == PAGE_IN_WORDS { "page one" } else { "one" }, "One"),
        PageHead::new("two", "Two"),
    ];
    type Setup = Setup;
    type State = State;
    type Command = Command;
    type Event = Event;
    type Template = Command;
    type Position = Position;

    fn load(file: &str, text: &str) -> Result<Arc<Setup>, Vec<Diagnostic>> {
        if text != "envelopes" {
            return Err(vec![Diagnostic::at(
                file,
                text,
                Some(0..0),
                "",
                "ENV-0",
                "This is no set-up.".into(),
            )]);
        }
        let row = |min, max, luck| Row { min, max, result: Luck(luck) };
        let rows = vec![row(None, Some(2), 0), row(Some(3), Some(5), 1), row(Some(6), None, 2)];
        let luck = Chart::new("ENV-T1", "Luck", Die::D(6), rows).expect("the chart is whole");
        Ok(Arc::new(Setup { luck }))
    }
    fn title(_setup: &Setup) -> String {
        "Envelopes".into()
    }
    fn sides(_setup: &Setup) -> Vec<SideInfo> {
        let side = |id| SideInfo::new(Id::new(id).expect("a short id"), id);
        vec![side("left"), side("right")]
    }
    fn open(setup: Arc<Setup>) -> State {
        State { setup, hands: Default::default(), opened: false, order: Vec::new() }
    }
    fn setup(state: &State) -> &Setup {
        &state.setup
    }
    fn position(state: &State) -> Position {
        let mut hand = state.hands.to_vec();
        if FAULT == POSITION_LOSES_LUCK {
            hand.iter_mut().for_each(|hand| hand.luck = None);
        }
        Position { hand, opened: state.opened, order: state.order.clone() }
    }
    fn open_position(setup: Arc<Setup>, position: Position) -> Result<State, Vec<Diagnostic>> {
        let hands = position.hand.try_into().map_err(|_| Vec::new())?;
        Ok(State { setup, hands, opened: position.opened, order: position.order })
    }
    fn adjudicate(cx: &mut Adjudication<'_, Self>, command: &Command) -> Adjudged {
        match *command {
            Command::Write { number } => Self::write(cx, number),
            Command::Luck => Self::luck(cx),
            Command::LuckOfAll => Self::luck_of_all(cx),
            Command::Close => {
                let side = Self::own(cx)?;
                if cx.state().hands[usize::from(side)].number.is_none() {
                    return cx.refuse(RULE, "incomplete", || "You have not written.".into());
                }
                cx.record(Event::Closed { side })
            }
            Command::Open => {
                let [
                    Hand { number: Some(first), closed: true, .. },
                    Hand { number: Some(second), closed: true, .. },
                ] = cx.state().hands
                else {
                    return cx.refuse(RULE, "step", || "Not everyone has closed.".into());
                };
                if cx.state().opened || cx.seat() != Seat::Clock {
                    return cx.refuse(RULE, "actor", || "The engine opens once.".into());
                }
                cx.record(Event::Opened { first, second })
            }
        }
    }
    fn fold(state: &mut State, event: &Event) {
        match *event {
            Event::Wrote { side, number } | Event::Lossy { side, number } => {
                state.hands[usize::from(side)].number = Some(number);
                if FAULT == ORDER_MATTERS {
                    state.order.push(side);
                }
            }
            Event::Lucky { side, luck } => state.hands[usize::from(side)].luck = Some(luck),
            Event::Closed { side } => state.hands[usize::from(side)].closed = true,
            Event::Opened { .. } => state.opened = true,
        }
    }
    fn occasion(_state: &State) -> Occasion {
        Occasion::new(format_args!("1"))
    }
    fn audience(event: &Event) -> Audience {
        match *event {
            Event::Wrote { side, .. } | Event::Lossy { side, .. } | Event::Lucky { side, .. } => {
                Audience::Side(side)
            }
            Event::Closed { .. } | Event::Opened { .. } => Audience::Public,
        }
    }
    fn offers(state: &State, seat: Seat, into: &mut Vec<Command>) {
        let hands = &state.hands;
        match seat {
            Seat::Clock if FAULT == STICKS => {}
            Seat::Clock if hands.iter().all(|hand| hand.closed) && !state.opened => into.push(Command::Open),
            Seat::Side(side @ 0..=1) if !hands[usize::from(side)].closed => {
                let (own, enemy) = (&hands[usize::from(side)], &hands[usize::from(1 - side)]);
                into.push(Command::Write { number: 0 });
                if own.luck.is_none() && !(FAULT == OFFER_BY_SECRET && enemy.luck.is_some()) {
                    into.push(Command::Luck);
                }
                if own.number.is_some() {
                    into.push(Command::Close);
                }
            }
            Seat::Umpire if FAULT == ALL_THAT_IS_OPEN && !state.opened && hands.iter().any(is_open) => {
                into.push(Command::LuckOfAll);
            }
            Seat::Umpire if FAULT == OFFERS_NOTHING => into.push(Command::Open),
            Seat::Side(0) if FAULT == OFFERS_AFTER_END && state.opened => into.push(Command::Close),
            _ => {}
        }
    }
    fn each(_: &State, seat: Seat, template: &Command, visit: &mut dyn FnMut(Command) -> ControlFlow<()>) {
        match template {
            Command::Write { .. } => {
                let most = if FAULT == ACCEPTS_UNOFFERED && seat == Seat::Side(0) { 1 } else { 2 };
                let _ = (0..=most).try_for_each(|number| visit(Command::Write { number }));
            }
            Command::Open if seat == Seat::Umpire => {}
            other => {
                let _ = visit(*other);
            }
        }
    }
    fn sample(_: &State, seat: Seat, template: &Command, pick: Pick<'_>) -> Command {
        match template {
            Command::Write { .. } if FAULT == SAMPLES_NONSENSE => Command::Write { number: pick(9) as u8 },
            Command::Write { .. } if FAULT == ACCEPTS_UNOFFERED && seat == Seat::Side(0) => {
                Command::Write { number: pick(2) as u8 }
            }
            Command::Write { .. } => Command::Write { number: pick(3) as u8 },
            other => *other,
        }
    }
    fn is_over(state: &State) -> bool {
        state.opened
    }
    fn levels(state: &State) -> Levels {
        let closed = state.hands.iter().filter(|hand| hand.closed).count() as u64;
        let below = |stakes| Below {
            slot: "1".into(),
            system: "elsewhere".into(),
            setup: String::new(),
            position: None,
            stakes,
        };
        match (FAULT, closed, state.opened) {
            (SENDS_FROM_NOWHERE, 1.., _) => {
                Levels { holds: Vec::new(), below: vec![below(vec![Stake::of(0, "coins", 1_u64)])] }
            }
            (FORGETS_WHAT_WENT_DOWN, 1, false) => {
                Levels { holds: Vec::new(), below: vec![below(Vec::new())] }
            }
            _ => Levels::default(),
        }
    }
    fn hands_up(state: &State) -> Option<Value> {
        (state.opened || FAULT == HANDS_UP_EARLY).then_some(Value::Null)
    }
    fn contents(state: &State, seat: Seat) -> Contents {
        let listed = if FAULT == LISTS_WHAT_IS_NOT_THERE && state.opened { 2 } else { 1 };
        let owed = if FAULT == KEEPS_WHAT_IS_OWED { Vec::new() } else { owed(state, seat) };
        let pages = Self::PAGES[..listed].to_vec();
        Contents {
            standing: String::new(),
            phases: kernel::view::Phases::default(),
            pages,
            owed,
            inches: None,
        }
    }
    fn page(state: &State, seat: Seat, id: &str) -> Option<Page> {
        let head =
            *Self::PAGES.iter().take(1 + usize::from(FAULT == HIDES_A_PAGE)).find(|head| head.id == id)?;
        let mut main = Vec::new();
        for side in [0, 1u8] {
            let hand = &state.hands[usize::from(side)];
            let sees = seat.sees(Audience::Side(side)) || state.opened || FAULT == VIEW_SHOWS_NUMBER;
            if sees {
                main.push(Block::Prose(Text::new(format!("{side} wrote {:?}", hand.number))));
            }
            if seat.sees(Audience::Side(side)) {
                main.push(Block::Prose(Text::new(format!("{side} has luck {:?}", hand.luck))));
            }
            if FAULT == VIEW_SHOWS_WORK && hand.number.is_some() {
                main.push(Block::Prose(Text::new(format!("{side} has been at work"))));
            }
            main.push(Block::Prose(Text::new(format!("{side} closed: {}", hand.closed))));
            if seat == Seat::Side(side) {
                let closed = Self::refused(state, side, Command::Close).filter(|_| FAULT != CONTROL_LIES);
                main.push(Block::Form(Form::new("close", json!({"do": "close"}), "Close").closed(closed)));
            }
        }
        main.push(Block::Owed(owed(state, seat)));
        let built = if FAULT == PAGE_REMEMBERS { MEMORY.fetch_add(1, Ordering::Relaxed) } else { 0 };
        Some(Page { main, ..head.page(built.to_string(), "") })
    }
    fn narrate(_: &Setup, event: &Event) -> Text {
        Text::new(format!("{event:?}"))
    }
    fn outcome(_: &Setup, _: Seat, events: &[Event]) -> (String, Option<i64>) {
        let unknown = if FAULT == OUTCOME_IS_UNKNOWN { MEMORY.fetch_add(1, Ordering::Relaxed) } else { 0 };
        match events.last() {
            Some(Event::Lucky { luck, .. }) => (format!("luck {}", luck + unknown), Some((*luck).into())),
            other => (format!("{other:?}"), None),
        }
    }
    fn imagine(state: &State, seat: Seat, pick: Pick<'_>) -> State {
        let mut world = state.clone();
        for side in [0, 1] {
            let hand = &mut world.hands[usize::from(side)];
            if seat.sees(Audience::Side(side)) || seat == Seat::Clock || state.opened {
                let luck = pick(4);
                if !seat.sees(Audience::Side(side)) && seat != Seat::Clock {
                    hand.luck = luck.checked_sub(1).map(|luck| luck as u8);
                }
                continue;
            }
            let truth = hand.number;
            let number = pick(3) as u8;
            let written = pick(2) == 1 || hand.closed;
            let luck = pick(4).checked_sub(1).map(|luck| luck as u8);
            hand.number = written.then_some(number);
            hand.luck = luck;
            if FAULT == IMAGINE_COPIES {
                hand.number = truth;
            }
            if FAULT == IMAGINE_SHIFTS {
                hand.number = truth.map(|number| (number + 1) % 3);
            }
        }
        world
    }
}

/// Has written, and has not tried its luck.
fn is_open(hand: &Hand) -> bool {
    hand.number.is_some() && hand.luck.is_none()
}

/// What is owed: a side that has not closed has to.
fn owed(state: &State, seat: Seat) -> Vec<OwedItem> {
    let item = |side: u8| {
        let who = Seat::Side(side);
        let state = if seat == who { ItemState::Yours } else { ItemState::Waiting };
        OwedItem { who, state, text: Text::new("to close."), link: None }
    };
    [0, 1].into_iter().filter(|side| !state.hands[usize::from(*side)].closed).map(item).collect()
}
