//! The part by number: one row of keys for each formation and for each enemy type seen, everything as told so far.

use std::sync::LazyLock;

use kernel::Seat;
use kernel::view::{Block, Choice, Field, FieldKind, Form, Panel, Text};

use super::{RULE, support, turns, works};
use crate::command::Command;
use crate::facts::{Element, Stand, Tally, add};
use crate::ids::UnitTypeId;
use crate::offers::battle::seen_types;
use crate::report::{Count, Report, What};
use crate::rules::s2_1_2_report::told::more_by_fire_than_seen;
use crate::rules::s2_1_2_report::{End, fell, taking_part, told_out_of_pockets, written};
use crate::view::Eyes;
use crate::view::own::{Own, json};
use crate::view::prose::{capital, content_words, listed, stands_words, type_name};
use crate::view::tray::tray;
use crate::words::Class;

/// How many keys stand on the row itself: none to this number.
const USUAL: usize = 4;

/// The most that is counted by keys of what is bounded by nothing else.
const MOST: usize = 12;

/// The most characters of what is typed of other types.
const OTHERS: usize = 400;

/// The heading of what is asked of the side's own formations.
pub const OWN: &str = "Your formations: knocked out";

/// What is asked of each formation behind the stands knocked out, in this order; vehicles abandoned only of one that has
/// any.
pub const ASKED: [(What, &str); 6] = [
    (What::Abandoned, "Abandoned"),
    (What::Panicked, "Panicked off"),
    (What::Kills, "Enemy stands its fire knocked out"),
    (What::Won, "Close combats won"),
    (What::Lost, "Close combats lost"),
    (What::Fought, "In combat though nothing is counted"),
];

/// How something asked of a formation is called.
fn word(what: What) -> String {
    ASKED.iter().find(|(known, _)| *known == what).map_or("", |(_, word)| *word).into()
}

/// The keys of the rows, made once. What a row counts stands in its answers.
static KEYS: LazyLock<Vec<String>> = LazyLock::new(|| (1..=4096).map(|n| format!("n{n}")).collect());

/// Gives each row its key.
#[derive(Default)]
struct Rows(usize);

impl Rows {
    /// A row of keys: none to `most`, the usual ones at hand.
    fn row(
        &mut self,
        label: String,
        count: Count,
        (now, most): (Option<usize>, usize),
        more: Vec<Field>,
    ) -> Field {
        let key = KEYS.get(self.0).map_or("", String::as_str);
        self.0 += 1;
        let of_enemy = matches!(count.what, What::EnemyKnockedOut | What::EnemyPanicked);
        let untold = now.is_none() || count.unit.is_none() && of_enemy;
        let answer = |n: Option<usize>| {
            let value = Count { n: n.and_then(|n| i32::try_from(n).ok()), ..count };
            let value = serde_json::to_value(value).unwrap_or_default();
            match n {
                None => Choice::new(value, "?").note("not told"),
                Some(n) => Choice::new(value, n.to_string()).seldom(n > USUAL && now != Some(n)),
            }
        };
        let numbers = (0..=most.max(now.unwrap_or(0))).map(Some);
        let choices: Vec<Choice> = untold.then_some(None).into_iter().chain(numbers).map(answer).collect();
        let chosen = Some(now.map_or(0, |now| now + usize::from(untold)));
        Field::new(key, label, FieldKind::Keys { choices, chosen, more })
    }
}

/// The form, for a thumb.
pub(super) fn panel(own: &Own<'_>, told: &Report) -> Panel {
    let command = Command::Counts(Box::default());
    let mut fixed = json(&command);
    if let serde_json::Value::Object(fixed) = &mut fixed {
        fixed.shift_remove("counts");
    }
    let is_told = own.facts().report.is_some();
    let verb = if is_told { "Tell these numbers" } else { "Tell how the battle ended" };
    let then = "You may tell it anew until you close S5. When both sides have closed it, the two reports are compared, and \
                what differs is shown to both.";
    let form = Form::new("counts", fixed, verb).closed(own.refusal(&command)).leading().then(then);
    let form = groups(own, told).into_iter().fold(form, Form::ask);
    let intro = "One key for how many stands of a formation were knocked out; the rest of what it did follows below \
                 them or behind “More”. Which stands fell is proposed. Everybody else ended where deployed. You may tell it as \
                 often as you like until you close the step.";
    let mut body = vec![Block::Note(Text::new(intro))];
    body.extend(tray(own).map(|_| {
        let drag = Text::empty().link("map", "board", "Drag stands on the map to where they ended");
        Block::Prose(drag.say(", or name them below."))
    }));
    body.extend(more_by_fire_than_seen(told).map(|[kills, seen]| {
        Block::Note(Text::empty().strong("Look again: ").say(format!(
            "by fire of your formations {kills} enemy stands fell as you tell it, but {seen} by the types that you saw."
        )))
    }));
    let out = told_out_of_pockets(own.state, own.side, told);
    body.extend((!out.is_empty()).then(|| {
        let then = match out.len() {
            1 => "began in a pocket and is told by the name of its formation. If it is still there, name it with its place",
            _ => "began in pockets and are told by the names of their formations. If they are still there, name them with \
                  their places",
        };
        let stands = stands_words(own.campaign(), own.side, &out);
        Block::Note(Text::empty().strong("Look again: ").say(format!("{stands} {then}.")))
    }));
    body.push(Block::Form(form));
    let remark = if is_told { "Told" } else { "To be told" };
    let panel = Panel::new("report", "How the battle ended", body).rule(RULE).remark(remark);
    let panel = panel.secret(own.side.only());
    if is_told { panel } else { panel.yours() }
}

/// The questions by number, in the order of the page: the side's formations, the enemy's types, the battle.
pub fn groups(own: &Own<'_>, told: &Report) -> Vec<Field> {
    let mut groups = Vec::new();
    let mut rows = Rows::default();
    let formations: Vec<Field> =
        taking_part(own.state, own.side).map(|element| formation(own, told, element, &mut rows)).collect();
    if !formations.is_empty() {
        groups.push(Field::new("", OWN, FieldKind::Group(formations)));
    }
    let mut enemies = enemies(own, told, &mut rows);
    let unknown = if enemies.is_empty() { "" } else { "; “?” says nothing" };
    enemies.push(others(own, &enemies));
    let hint = format!("Only if you want them held against the other report{unknown}.");
    groups.push(Field::new("", of_the_enemy(own), FieldKind::Group(enemies)).hint(hint));
    let support = support(own, told);
    let support: Vec<Field> = support.into_iter().filter(|field| field.key != "smoke").collect();
    let rest = std::iter::once(turns(own)).chain(support).chain(works(own, told));
    groups.push(Field::new("", "The battle", FieldKind::Group(rest.collect())));
    groups
}

/// The heading of the enemy's losses.
pub fn of_the_enemy(own: &Own<'_>) -> String {
    format!("{} stands you saw knocked out", own.opponent())
}

/// The stands of a formation that are in the battle, by type, the commonest first.
fn content(element: &Element) -> Vec<Tally<UnitTypeId>> {
    let here = |stand: &&Stand| stand.at.is_some();
    let mut content = Vec::new();
    element.living().filter(here).for_each(|stand| add(&mut content, stand.kind, 1));
    content.sort_by_key(|tally| std::cmp::Reverse(tally.count));
    content
}

fn formation(own: &Own<'_>, told: &Report, element: &Element, rows: &mut Rows) -> Field {
    let content = content(element);
    let unit = Some(element.id);
    let count = |what, kind| Count { unit, kind, what, n: None };
    let fallen = |kind, end| fell(own.state, own.side, told, (unit, kind), end);
    let commonest = content.first().copied().unwrap_or_default();
    let first = rows.0;
    rows.0 += 1;
    let mut more = Vec::new();
    for tally in content.iter().skip(1) {
        let label = format!("Knocked out: {}", type_name(own.campaign(), tally.id));
        let kind = Some(tally.id);
        let known = (Some(fallen(kind, End::KnockedOut)), usize::from(tally.count));
        more.push(rows.row(label, count(What::KnockedOut, kind), known, Vec::new()));
    }
    let of_class = |class: Class| {
        let is = |tally: &&Tally<UnitTypeId>| {
            own.campaign().unit_type(tally.id).is_some_and(|kind| kind.class == class)
        };
        content.iter().filter(is).map(|tally| usize::from(tally.count)).sum::<usize>()
    };
    let vehicles = of_class(Class::Armour);
    if vehicles > 0 {
        let known = (Some(fallen(None, End::Abandoned)), vehicles);
        more.push(rows.row(word(What::Abandoned), count(What::Abandoned, None), known, Vec::new()));
    }
    let stands = content.iter().map(|tally| usize::from(tally.count)).sum();
    let known = (Some(fallen(None, End::Panicked)), stands);
    more.push(rows.row(word(What::Panicked), count(What::Panicked, None), known, Vec::new()));
    let combat = told.combat.iter().find(|combat| combat.me == element.id);
    let fought = told.fought.contains(&element.id);
    let numbers = combat.map_or([0; 3], |combat| [combat.kills, combat.won, combat.lost]);
    for (what, n) in [What::Kills, What::Won, What::Lost].into_iter().zip(numbers) {
        let known = (usize::try_from(n).ok(), MOST);
        more.push(rows.row(word(what), count(what, None), known, Vec::new()));
    }
    more.push(in_combat(count(What::Fought, None), fought, rows));
    let end = rows.0;
    rows.0 = first;
    let label = name_among_others(own, element);
    let kind = Some(commonest.id).filter(|_| commonest.count > 0);
    let known = (Some(fallen(kind, End::KnockedOut)), usize::from(commonest.count));
    let field = rows.row(label, count(What::KnockedOut, kind), known, more);
    rows.0 = end;
    let hint = hint(own, told, element, &content);
    // Where stands of several types take part, the keys of the formation count the commonest alone, and say so.
    field.hint(match content.len() {
        0 | 1 => hint,
        _ => format!("{hint}\nKnocked out: {}", type_name(own.campaign(), commonest.id)),
    })
}

/// A formation's name, with its id where another in the battle bears the same.
fn name_among_others(own: &Own<'_>, element: &Element) -> String {
    let name = own.state.element_name(own.side, element);
    let namesakes = taking_part(own.state, own.side)
        .filter(|other| other.id != element.id && own.state.element_name(own.side, other) == name);
    match namesakes.count() {
        0 => capital(name),
        _ => format!("{} {}", capital(name), element.id),
    }
}

/// Whether a formation without losses and kills was in combat all the same.
fn in_combat(count: Count, fought: bool, rows: &mut Rows) -> Field {
    let mut field = rows.row(word(What::Fought), count, (Some(usize::from(fought)), 1), Vec::new());
    if let FieldKind::Keys { choices, .. } = &mut field.kind {
        for (choice, word) in choices.iter_mut().zip(["No", "Yes"]) {
            choice.label = Text::new(word);
        }
    }
    field
}

/// What a formation has in the battle, and what is told of it behind the last key.
fn hint(own: &Own<'_>, told: &Report, element: &Element, content: &[Tally<UnitTypeId>]) -> String {
    let pairs: Vec<(UnitTypeId, u16)> = content.iter().map(|tally| (tally.id, tally.count)).collect();
    let mut words = vec![format!("{}: {}", element.id, content_words(own.campaign(), &pairs))];
    let of = |kind, end| fell(own.state, own.side, told, (Some(element.id), kind), end) as i32;
    for tally in content.iter().skip(1) {
        let n = of(Some(tally.id), End::KnockedOut);
        words.extend((n > 0).then(|| format!("{n} × {} knocked out", type_name(own.campaign(), tally.id))));
    }
    let combat = told.combat.iter().find(|combat| combat.me == element.id);
    let [kills, won, lost] = combat.map_or([0; 3], |combat| [combat.kills, combat.won, combat.lost]);
    for (n, what) in [
        (of(None, End::Abandoned), "abandoned"),
        (of(None, End::Panicked), "panicked off"),
        (kills, "by its fire"),
        (won, if won == 1 { "close combat won" } else { "close combats won" }),
        (lost, if lost == 1 { "close combat lost" } else { "close combats lost" }),
    ] {
        words.extend((n > 0).then(|| format!("{n} {what}")));
    }
    words.join(" · ")
}

/// The enemy's types that were seen on the table.
fn enemies(own: &Own<'_>, told: &Report, rows: &mut Rows) -> Vec<Field> {
    let mut kinds = seen_types(own.state, own.side.enemy());
    kinds.extend(told.enemy.iter().map(|seen| seen.kind));
    kinds.sort_unstable();
    kinds.dedup();
    let field = |kind: UnitTypeId| {
        let known = told.enemy.iter().find(|seen| seen.kind == kind);
        let armour = own.campaign().unit_type(kind).is_some_and(|kind| kind.class == Class::Armour);
        let count = |what| Count { unit: None, kind: Some(kind), what, n: None };
        let number = |n: i32| usize::try_from(n).unwrap_or(0);
        let mut more = Vec::new();
        if armour {
            let abandoned = known.map_or(0, |seen| number(seen.abandoned));
            let now = (Some(abandoned), MOST);
            more.push(rows.row("Abandoned".into(), count(What::EnemyAbandoned), now, Vec::new()));
        }
        let panicked = known.and_then(|seen| seen.panicked).map(number);
        more.push(rows.row("Panicked off".into(), count(What::EnemyPanicked), (panicked, MOST), Vec::new()));
        let label = capital(type_name(own.campaign(), kind));
        let now = known.map(|seen| number(seen.lost));
        rows.row(label, count(What::EnemyKnockedOut), (now, MOST), more)
    };
    kinds.into_iter().map(field).collect()
}

/// Types that no row speaks of, typed. Whoever reads the enemy's charts finds their names here; what the enemy has of
/// them says nothing.
fn others(own: &Own<'_>, rows: &[Field]) -> Field {
    let enemy = own.side.enemy();
    let eyes = Eyes { state: own.state, seat: Seat::Side(own.side.number()) };
    let mut names: Vec<String> = Vec::new();
    if eyes.reads_charts(enemy) {
        let content = own.state.setup_of(enemy).groups.iter().flat_map(|group| &group.content);
        for (kind, _) in content {
            let name = written(own.state, own.side, *kind);
            let has_row = rows.iter().any(|row| row.label == capital(type_name(own.campaign(), *kind)));
            if !has_row && !names.contains(&name) {
                names.push(name);
            }
        }
    }
    let charts = match names.is_empty() {
        true => String::new(),
        false => format!(" Their chart has {}.", listed(&names)),
    };
    let hint =
        format!("Type: knocked out, abandoned, panicked off, as T-34: 2 1; Rifle squad: 3 0 1.{charts}");
    let label = if rows.is_empty() { "Types that you saw" } else { "Other types that you saw" };
    Field::new("enemy", label, FieldKind::words(OTHERS)).hint(hint)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Counts;

    #[test]
    fn a_row_has_the_usual_numbers_at_hand_and_begins_with_what_is_told() {
        let count = Count { unit: None, kind: None, what: What::Kills, n: None };
        let mut rows = Rows::default();
        let field = rows.row("Kills".into(), count, (Some(2), 6), Vec::new());
        let FieldKind::Keys { choices, chosen, .. } = &field.kind else { panic!("keys") };
        assert_eq!((field.key, choices.len(), *chosen), ("n1", 7, Some(2)));
        assert_eq!(choices.iter().filter(|choice| choice.seldom).count(), 2);
        assert_eq!(
            serde_json::from_value::<Counts>(serde_json::json!({"n1": choices[2].value})).unwrap().counts[0]
                .n,
            Some(2)
        );
        let enemy = Count { what: What::EnemyKnockedOut, ..count };
        let FieldKind::Keys { choices, chosen, .. } =
            rows.row("T-34".into(), enemy, (None, 3), Vec::new()).kind
        else {
            panic!("keys")
        };
        assert_eq!((choices.len(), chosen), (5, Some(0)), "nothing is said of enemies beforehand");
    }
}
