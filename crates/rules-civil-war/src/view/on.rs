//! One battle as a seat looks at it. Pages of a battle take this and nothing of the book.

use kernel::view::{Block, Choice, Field, FieldKind, Form, Panel, ShownRefusal};
use kernel::{Acting, Seat, Side, is_lawful};
use serde_json::{Value, json};

use crate::CivilWar;
use crate::battle::{Battle, Half};
use crate::command::Command;
use crate::offers;
use crate::setup::{Field as Ground, Setup};
use crate::state::State;
use crate::words::{BattleId, Step};

/// A battle and who looks at it.
#[derive(Clone, Copy)]
pub(super) struct On<'s> {
    /// The table.
    pub state: &'s State,
    /// The battle.
    pub battle: &'s Battle,
    /// Who looks.
    pub seat: Seat,
}

impl<'s> On<'s> {
    /// Each battle that is not closed, as a seat looks at it.
    pub fn each(state: &'s State, seat: Seat) -> impl Iterator<Item = Self> {
        state.open_battles().map(move |battle| Self { state, battle, seat })
    }

    /// Those of them that are fought here.
    pub fn each_here(state: &'s State, seat: Seat) -> impl Iterator<Item = Self> {
        Self::each(state, seat).filter(|on| on.battle.step != Step::Away)
    }

    /// The set-up.
    pub fn setup(self) -> &'s Setup {
        &self.state.setup
    }

    /// A side's half.
    pub fn half(self, side: Side) -> &'s Half {
        &self.battle.halves[side]
    }

    /// The side that the seat plays.
    pub fn own(self) -> Option<Side> {
        Side::of(self.seat)
    }

    /// Whether the seat does what the neutral does: the umpire's, and each side's where no person is the neutral.
    pub fn neutral(self) -> bool {
        neutral(self.state, self.seat)
    }

    /// The sides for which the seat does what the neutral does for each.
    pub fn neutral_for(self) -> impl Iterator<Item = Side> {
        let own = self.own();
        Side::BOTH.into_iter().filter(move |side| self.neutral() && own.is_none_or(|own| own == *side))
    }

    /// The sides of whose secrets the seat knows: its own, both where it is the neutral or everything lies open.
    pub fn known(self) -> impl Iterator<Item = Side> {
        Side::BOTH.into_iter().filter(move |side| self.battle.is_disclosed() || side.is_known_to(self.seat))
    }

    /// The field of the battle.
    pub fn field(self) -> Option<&'s Ground> {
        self.setup().field(self.battle.field.as_ref()?)
    }

    /// The name of a side.
    pub fn named(self, side: Side) -> &'s str {
        &self.setup().sides[side].name
    }

    /// The name of the army of a side.
    pub fn army(self, side: Side) -> &'s str {
        self.setup().army_named(self.battle.muster(side).army)
    }

    /// Which battle this is, where and on what ground: what stands on every sheet of it.
    pub fn place(self) -> String {
        let field = self.battle.field.as_ref().map(|field| format!(" · {field}")).unwrap_or_default();
        format!("Battle {} · {}{field}", self.battle.id, self.battle.input.hex)
    }

    /// An address on a page, one for each battle: `orders-aop-1`.
    pub fn at(self, what: &str) -> String {
        at(self.battle.id, what)
    }

    /// A title that no other battle on the page has.
    pub fn titled(self, title: impl Into<String>) -> String {
        let title = title.into();
        let alone = self.state.open_battles().nth(1).is_none();
        if alone { title } else { format!("{title} ({})", self.battle.id) }
    }

    /// A panel of this battle.
    pub fn panel(self, what: &str, title: impl Into<String>, body: Vec<Block>) -> Panel {
        Panel::new(self.at(what), self.titled(title), body)
    }

    /// A panel about one side: locked while its secrets are kept.
    pub fn of_side(self, side: Side, panel: Panel) -> Block {
        if self.battle.is_disclosed() { panel.block() } else { panel.secret(side.only()).block() }
    }

    /// Whether the rules take a command now.
    pub fn takes(self, command: &Command) -> bool {
        is_lawful::<CivilWar>(self.state, Acting::own(self.seat), command)
    }

    /// Commands of the battle that the rules take now.
    pub fn lawful(self, wanted: impl Fn(&Command) -> bool) -> Vec<Command> {
        let mut all = offers::in_battle(self.state, self.battle, self.seat);
        all.retain(|command| wanted(command) && self.takes(command));
        all
    }

    /// A control for one command, closed with its reason while the rules refuse it.
    pub fn act(self, what: &str, verb: impl Into<String>, command: &Command) -> Form {
        let reason = ShownRefusal::of::<CivilWar>(self.state, self.seat, command);
        Form::new(self.at(what), written(command), verb).closed(reason)
    }

    /// A control for like commands that the rules take, each an answer; nothing where they take none.
    pub fn pick(
        self,
        what: &str,
        verb: impl Into<String>,
        (key, label): (&'static str, &str),
        answers: impl IntoIterator<Item = (Command, String)>,
    ) -> Option<Form> {
        pick(&self.at(what), verb, (key, label), answers)
    }

    /// A form whose question is written freely. `command` holds the answer that stands there beforehand.
    pub fn write(
        self,
        what: &str,
        verb: impl Into<String>,
        (key, label, hint): (&'static str, &str, &str),
        command: &Command,
    ) -> Form {
        let mut fixed = written(command);
        let value = fixed.as_object_mut().and_then(|fixed| fixed.remove(key));
        let value = value.as_ref().and_then(Value::as_str).unwrap_or_default().to_owned();
        let field = Field::new(key, label, FieldKind::Words { most: MOST_WRITTEN, value }).hint(hint);
        Form::new(self.at(what), fixed, verb).ask(field)
    }
}

/// An address on a page, one for each battle: `orders-aop-1`.
pub(super) fn at(battle: BattleId, what: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    format!("{what}-{}", battle.as_str().chars().map(plain).collect::<String>())
}

/// Whether a seat does what the neutral does.
pub(super) fn neutral(state: &State, seat: Seat) -> bool {
    if state.setup.options.no_person() { matches!(seat, Seat::Side(_)) } else { seat == Seat::Umpire }
}

/// The longest text that can be written.
pub(super) const MOST_WRITTEN: usize = 8000;

/// A control for like commands, each an answer; nothing without one. All of them are lawful.
pub(super) fn pick(
    id: &str,
    verb: impl Into<String>,
    (key, label): (&'static str, &str),
    answers: impl IntoIterator<Item = (Command, String)>,
) -> Option<Form> {
    let (mut choices, mut fixed) = (Vec::new(), json!({}));
    for (command, words) in answers {
        let mut made = written(&command);
        let answer = made.as_object_mut().and_then(|made| made.remove(key)).unwrap_or_default();
        choices.push(Choice::new(answer, words));
        fixed = made;
    }
    let chosen = (choices.len() == 1).then_some(0);
    (!choices.is_empty())
        .then(|| Form::new(id, fixed, verb).ask(Field::new(key, label, FieldKind::One { choices, chosen })))
}

/// A command as it is written.
pub(super) fn written(command: &Command) -> Value {
    serde_json::to_value(command).expect("commands are plain values with text keys")
}

/// Forms as a block, if there are any.
pub(super) fn can(forms: impl IntoIterator<Item = Option<Form>>) -> Option<Block> {
    let forms: Vec<Form> = forms.into_iter().flatten().collect();
    (!forms.is_empty()).then_some(Block::Can(forms))
}

/// Answers that stand for themselves.
pub(super) fn one(key: &'static str, label: &str, choices: Vec<Choice>, chosen: Option<usize>) -> Field {
    Field::new(key, label, FieldKind::One { choices, chosen })
}

/// An answer for a value and its words.
pub(super) fn choice(value: impl serde::Serialize, words: impl Into<String>) -> Choice {
    let words: String = words.into();
    Choice::new(serde_json::to_value(value).unwrap_or_default(), words)
}
