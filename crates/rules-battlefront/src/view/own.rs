//! One side as somebody who may know everything of it sees it, and the controls that act for it. A control takes its
//! reason from the rules themselves, so that a closed control and the server never disagree.

use kernel::odds::Odds;
use kernel::view::{Block, Choice, Field, FieldKind, Form, OddsTable, ShownRefusal, Text};
use kernel::{Acting, Id, Modifiers, Seat, prove};
use serde_json::{Map, Value};

use super::prose::signed;
use crate::Battlefront;
use crate::command::Command;
use crate::facts::{Module, SideFacts};
use crate::phase::Step;
use crate::rules::s2_1_1_8_deploy::sets_up;
use crate::setup::{Campaign, SideSetup};
use crate::state::State;
use crate::words::{Side, Status};

/// The most branches of chance that a page walks for one control.
const MOST_BRANCHES: usize = 512;

/// A side, looked at by itself or by the umpire.
#[derive(Clone, Copy)]
pub struct Own<'s> {
    /// Everything; what is taken from it is this side's or public.
    pub state: &'s State,
    /// The side.
    pub side: Side,
}

impl<'s> Own<'s> {
    /// What the side holds.
    pub fn facts(&self) -> &'s SideFacts {
        self.state.side(self.side)
    }

    /// The side's set-up.
    pub fn setup(&self) -> &'s SideSetup {
        self.state.setup_of(self.side)
    }

    /// The set-up.
    pub fn campaign(&self) -> &'s Campaign {
        self.state.campaign()
    }

    /// The present step.
    pub fn step(&self) -> Step {
        self.state.step()
    }

    /// Whether the side has closed the present step, or has no part in it.
    pub fn is_closed(&self) -> bool {
        self.facts().closed || !self.step().is_for_sides()
    }

    /// The opponent's name.
    pub fn opponent(&self) -> &'s str {
        &self.state.setup_of(self.side.enemy()).name
    }

    fn acting(&self) -> Acting {
        Acting::own(Seat::Side(self.side.number()))
    }

    /// Why a command would be refused, if it would.
    pub fn refusal(&self, command: &Command) -> Option<ShownRefusal> {
        refusal(self.state, self.acting(), command)
    }

    /// A form for one command, closed when it would be refused.
    pub fn form(&self, id: impl Into<String>, command: &Command, verb: impl Into<String>) -> Form {
        Form::new(id, json(command), verb).closed(self.refusal(command))
    }

    /// A form with one question; each choice makes a command that differs in `key` alone.
    pub fn pick(&self, id: String, verb: &str, key: &'static str, label: &str, choices: Vec<Pick>) -> Form {
        let mut fixed = choices.first().map_or_else(Map::new, |choice| object(&choice.command));
        fixed.shift_remove(key);
        let choice = |pick: Pick| {
            let value = object(&pick.command).shift_remove(key).unwrap_or(Value::Null);
            Choice::new(value, pick.label).note(pick.note).closed(self.refusal(&pick.command))
        };
        let choices: Vec<Choice> = choices.into_iter().map(choice).collect();
        let chosen = choices.iter().position(|choice| choice.closed.is_none());
        let closed =
            if chosen.is_none() { choices.first().and_then(|choice| choice.closed.clone()) } else { None };
        let kind = FieldKind::One { choices, chosen };
        let field = Field { key, label: label.into(), hint: String::new(), kind };
        Form::new(id, Value::Object(fixed), verb).ask(field).closed(closed)
    }

    /// The exact chances of a command, from the playing function itself. None when it would be refused or hangs on
    /// the umpire.
    pub fn odds(&self, command: &Command, caption: &str, head: &str, note: Note<'_>) -> Option<OddsTable> {
        let odds = Odds::within::<Battlefront>(self.state, self.acting(), command, MOST_BRANCHES).ok()?;
        let (of, by) = printed(u64::try_from(odds.of).ok()?);
        let rows: Option<Vec<_>> = odds
            .outcomes
            .iter()
            .map(|outcome| Some((outcome.label.clone(), u64::try_from(outcome.weight).ok()? * by)))
            .collect();
        let mean = odds.mean().map(|mean| format!("On average {}{}. ", fraction(mean), note.unit));
        let note = format!("{}Exact, from chart {}.", mean.unwrap_or_default(), note.chart);
        Some(OddsTable { caption: caption.into(), head: head.into(), rows: rows?, of, note, other: false })
    }

    /// The form that closes the present step.
    pub fn closing(&self) -> Form {
        let title = self.step().title().to_lowercase();
        let sets_up = self.step().is_set_up();
        let learns = if sets_up {
            " side learns that the step is closed, and of what is not hidden where it stands."
        } else {
            " side learns only that the step is closed."
        };
        // Whoever leaves stands in the tray on purpose is not asked: the button says how many.
        let off = match self.unplaced() {
            0 => String::new(),
            1 => " with 1 stand off the map".into(),
            n => format!(" with {n} stands off the map"),
        };
        self.form("done", &Command::Done, format!("Close {title}{off}"))
            .then(Text::new("The ").side(self.side.enemy().number()).say(learns))
            .leaving(self.left_undone())
            .ending()
    }

    /// Whether the present step is the side's own set-up.
    fn is_setting_up(&self) -> bool {
        self.step().is_set_up() && sets_up(self.state, self.step()) == Some(self.side)
    }

    /// How many stands that fight this battle have no place on the map; none while this side does not set up.
    fn unplaced(&self) -> usize {
        if !self.is_setting_up() {
            return 0;
        }
        let facts = self.facts();
        let chosen = facts.chosen.iter().filter_map(|id| facts.element((*id).into()));
        let stands = chosen.flat_map(|element| element.living());
        stands.filter(|stand| stand.status == Status::Normal && stand.at.is_none()).count()
    }

    /// The preregistered points that were bought and have no place; none while this side does not set up.
    /// [BF-2.1.1.4.4-3]
    pub fn unplaced_points(&self) -> usize {
        if !self.is_setting_up() {
            return 0;
        }
        let left = |module: &Module| usize::from(module.prereg).saturating_sub(module.points.len());
        self.facts().modules.iter().map(left).sum()
    }

    /// What closing the present step leaves undone that nobody leaves undone by choice.
    fn left_undone(&self) -> String {
        if self.step() == Step::ChooseForces && self.facts().chosen.is_empty() {
            return "Nothing is chosen for this scenario.".into();
        }
        match self.unplaced_points() {
            0 => String::new(),
            1 => "A preregistered point that you bought has no place. It lapses with the day.".into(),
            n => format!("{n} preregistered points that you bought have no place. They lapse with the day."),
        }
    }
}

/// One choice of a question.
pub struct Pick {
    /// The command it makes.
    pub command: Command,
    /// The words on the control.
    pub label: Text,
    /// What follows; may be empty.
    pub note: Text,
}

impl Pick {
    /// A choice.
    pub fn new(command: Command, label: impl Into<Text>, note: impl Into<Text>) -> Self {
        Self { command, label: label.into(), note: note.into() }
    }
}

/// What stands below an odds table.
#[derive(Clone, Copy)]
pub struct Note<'a> {
    /// The chart.
    pub chart: &'a str,
    /// The unit of the mean, with a leading blank: " points".
    pub unit: &'a str,
}

/// Why a command would be refused, if it would.
pub fn refusal(state: &State, acting: Acting, command: &Command) -> Option<ShownRefusal> {
    prove::<Battlefront>(state, acting, command).err().map(|refusals| ShownRefusal::from(&refusals))
}

/// A command as a form carries it.
pub fn json(command: &Command) -> Value {
    serde_json::to_value(command).expect("commands are plain values with text keys")
}

fn object(command: &Command) -> Map<String, Value> {
    match json(command) {
        Value::Object(object) => object,
        _ => Map::new(),
    }
}

/// A denominator as players know it, of ten or of a hundred where it divides them, and what weights are multiplied by.
fn printed(of: u64) -> (u64, u64) {
    let round = [10, 100].into_iter().find(|round| round % of.max(1) == 0);
    round.map_or((of, 1), |round| (round, round / of.max(1)))
}

/// A fraction in print: exact with up to two decimals, else rounded and marked as such.
fn fraction((numerator, denominator): (i128, u128)) -> String {
    let denominator = i128::try_from(denominator).unwrap_or(i128::MAX).max(1);
    let hundredths = numerator * 100;
    let exact = hundredths % denominator == 0;
    let rounded = (hundredths * 2 + denominator).div_euclid(denominator * 2);
    let (whole, rest) = (rounded / 100, (rounded % 100).abs());
    let decimals = match rest {
        0 => String::new(),
        tens if tens % 10 == 0 => format!(".{}", tens / 10),
        _ => format!(".{rest:02}"),
    };
    format!("{}{whole}{decimals}", if exact { "" } else { "about " })
}

/// The modifiers of a roll in a sentence, those that are 0 left out. A rule that gives them all stands at the end.
pub fn modifier_words(modifiers: &Modifiers) -> Text {
    let counting: Vec<_> = modifiers.iter().filter(|modifier| modifier.amount != 0).collect();
    let Some(first) = counting.first() else { return Text::new("No modifier applies.") };
    let one_rule = counting.iter().all(|modifier| modifier.rule == first.rule);
    let mut text = Text::new(if counting.len() == 1 { "Modifier: " } else { "Modifiers: " });
    for (n, modifier) in counting.iter().enumerate() {
        let comma = if n > 0 { ", " } else { "" };
        let label = within(modifier.label);
        text = text.say(format!("{comma}{label} {}", signed(modifier.amount)));
        if !one_rule {
            text = text.rule(modifier.rule);
        }
    }
    let text = match counting.len() {
        1 => text.say("."),
        _ => text.say(format!("; together {}.", signed(modifiers.total()))),
    };
    if one_rule { text.rule(first.rule) } else { text }
}

/// A label within a sentence: its first letter is small, but in the name of a people.
fn within(label: &str) -> String {
    const PEOPLES: [&str; 4] = ["American", "British", "German", "Russian"];
    if PEOPLES.iter().any(|people| label.starts_with(people)) {
        return label.to_owned();
    }
    let mut letters = label.chars();
    letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect()
}

/// The modifiers of a roll in a row of a table: "25 % casualties −1, close combats lost −2".
pub fn short_modifiers(modifiers: &Modifiers) -> Text {
    let counting = modifiers.iter().filter(|modifier| modifier.amount != 0);
    let words = counting.map(|modifier| {
        let label = within(modifier.label);
        format!("{label} {}", signed(modifier.amount))
    });
    let words: Vec<String> = words.collect();
    Text::new(if words.is_empty() { "no modifier".to_owned() } else { words.join(", ") })
}

/// Forms for one act on several things: the first drawn large, the others one line each.
pub fn first_large(mut forms: Vec<Form>) -> Vec<Block> {
    if forms.is_empty() {
        return Vec::new();
    }
    let first = forms.remove(0).leading();
    let mut blocks = vec![Block::Form(first)];
    if !forms.is_empty() {
        blocks.push(Block::Can(forms));
    }
    blocks
}

/// An id for a form or panel of a thing: `repair-w1`.
pub fn address(what: &str, id: impl Into<Id>) -> String {
    format!("{what}-{}", super::prose::slug(id.into().as_str()))
}
