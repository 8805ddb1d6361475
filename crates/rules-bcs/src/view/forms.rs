//! What a seat can do now, as forms: like commands are the answers of one question. Paths and OBJ markers, which are many,
//! are given on the map. A command that the rules do not take has no answer.

use kernel::view::{Block, Choice, Field, FieldKind, Form, Panel, ShownRefusal};
use kernel::{RuleId, Seat, Side};
use serde_json::{Value, json};

use crate::BattalionCombat;
use crate::command::Command;
use crate::state::{DefenseOrder, FirstOrder, HqOrder, LossOrder, Phase, RetreatOrder, State, StoppingOrder};
use crate::words::{FormationId, Place, UnitId};

/// What a form is about: they stand in a panel together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Group {
    /// What play waits for.
    Now,
    /// Attacks, barrages, engagements.
    Fire,
    /// What units do besides.
    Units,
    /// Routes, HQ and trains.
    Supply,
}

/// The question whose answer is no unless a side says otherwise: its first answer is picked.
const NO_BY_ITSELF: &str = "prepared";

/// A command as an answer of a form.
struct Draft {
    group: Group,
    id: String,
    verb: String,
    /// The question and its words, for a command that has one.
    ask: Option<(&'static str, &'static str)>,
    words: String,
    rolls: bool,
}

impl Draft {
    fn new(group: Group, id: impl Into<String>, verb: impl Into<String>) -> Self {
        Self { group, id: id.into(), verb: verb.into(), ask: None, words: String::new(), rolls: false }
    }

    fn ask(self, key: &'static str, question: &'static str, words: impl Into<String>) -> Self {
        Self { ask: Some((key, question)), words: words.into(), ..self }
    }

    fn rolling(self) -> Self {
        Self { rolls: true, ..self }
    }
}

/// The forms of some lawful commands, in their order.
pub(super) fn of(state: &State, commands: &[Command]) -> Vec<(Group, Form)> {
    let mut forms: Vec<(Group, Form)> = Vec::new();
    for command in commands {
        let Some(draft) = draft(state, command) else { continue };
        let Ok(Value::Object(mut fixed)) = serde_json::to_value(command) else { continue };
        let choice = draft.ask.map(|(key, _)| {
            let value = fixed.remove(key).unwrap_or_default();
            Choice::new(value, draft.words)
        });
        let known = forms.iter_mut().find(|(_, form)| form.id == draft.id);
        match (known, choice, draft.ask) {
            (Some((_, form)), Some(choice), _) => {
                if let Some(FieldKind::One { choices, chosen }) =
                    form.fields.first_mut().map(|field| &mut field.kind)
                {
                    choices.push(choice);
                    *chosen = draft.ask.filter(|(key, _)| *key == NO_BY_ITSELF).map(|_| 0);
                }
            }
            (Some(_), None, _) => {}
            (None, choice, ask) => {
                let mut form = Form::new(draft.id, Value::Object(fixed), draft.verb);
                form.rolls = draft.rolls;
                if let (Some(choice), Some((key, question))) = (choice, ask) {
                    let kind = FieldKind::One { choices: vec![choice], chosen: Some(0) };
                    form = form.ask(Field::new(key, question, kind));
                }
                forms.push((draft.group, form));
            }
        }
    }
    forms
}

fn draft(state: &State, command: &Command) -> Option<Draft> {
    let unit = |id: UnitId| state.scenario.name(id).to_owned();
    let body = |id: FormationId| state.scenario.formation_name(id).to_owned();
    let hex = |at: Place| state.scenario.board.called(at);
    let maybe = |id: Option<UnitId>| id.map_or_else(|| "nobody".into(), unit);
    let yes = |yes: bool| if yes { "yes" } else { "no" };
    let points = |air: bool| if air { "an Air Point" } else { "an Arty Point" };
    let now = |id: &str, verb: &str| Draft::new(Group::Now, id, verb);
    Some(match command {
        Command::Instruct { .. }
        | Command::Order { .. }
        | Command::Objective { .. }
        | Command::Move { .. }
        | Command::MoveHq { .. }
        | Command::MoveTrains { .. } => return None,
        Command::Proceed => now("proceed", "Go on"),
        Command::Replace { unit: id } => now("replace", "Spend a Replacement").ask("unit", "On", unit(*id)),
        Command::Assign { unit: id, formation } => now(
            &format!("assign-{id}"),
            &format!("Assign {}", unit(*id)),
        )
        .ask("formation", "To", body(*formation)),
        Command::Release { unit: id } => now("release", "Unassign a unit").ask("unit", "Which", unit(*id)),
        Command::AssignArty { formation } => {
            now("assign-arty", "Assign an Arty Point").ask("formation", "To", body(*formation))
        }
        Command::ReleaseArty { formation } => {
            now("release-arty", "Unassign an Arty Point").ask("formation", "Of", body(*formation))
        }
        Command::EnterSupport { unit: id } => {
            now("enter-support", "Into Support").ask("unit", "Which unit", unit(*id))
        }
        Command::ExitSupport { unit: id } => {
            now("exit-support", "Out of Support").ask("unit", "Which unit", unit(*id))
        }
        Command::Close => now("close", &format!("End this step: {}", state.facts.phase.prose())),
        Command::GoFirst { side } => now("go-first", "Choose who goes first").ask(
            "side",
            "First",
            state.scenario.sides[*side].name.clone(),
        ),
        Command::Activate { formation } => {
            now("activate", "Activate a formation").ask("formation", "Which", body(*formation))
        }
        Command::Prepare { prepared, recovery } => {
            let (id, verb) = match recovery {
                false => ("prepare", "End the preparation and roll SNAFU"),
                true => ("recover", "Recover instead"),
            };
            now(id, verb).ask("prepared", "Prepared Defense", yes(*prepared)).rolling()
        }
        Command::Fail { flip } => now("fail", "Go on after the FAIL").ask(
            "flip",
            "As",
            if *flip { "a Failure Flip" } else { "a Failure Activation" },
        ),
        Command::RuleMixed { one, other, mixed } => {
            let verb = format!("Rule on {} and {}", body(*one), body(*other));
            let words = if *mixed { "mixed" } else { "not mixed" };
            now(&format!("rule-{one}-{other}"), &verb).ask("mixed", "They are", words)
        }
        Command::Begin => now("begin", "Begin the activities"),
        Command::End => now("end", "End the activities"),
        Command::Second { choice } => {
            now("second", "Decide on a Second Activation").ask("choice", "What", choice.prose()).rolling()
        }
        Command::Require { unit: id } => {
            now("require", "Say whether it must engage").ask("unit", "Fired by", maybe(*id)).rolling()
        }
        Command::Defend { unit: id, prepared } => {
            let (key, verb) = match prepared {
                false => ("defend", "Defend without Prepared Defense"),
                true => ("defend-prepared", "Defend with Prepared Defense"),
            };
            now(key, verb).ask("unit", "The AR unit", unit(*id))
        }
        Command::Commit { unit: id, assist } => now(
            &format!("commit-{id}"),
            &format!("Attack with {}", unit(*id)),
        )
        .ask("assist", "Assisted by", maybe(*assist)),
        Command::Suppress { spotter, air } => {
            now(&format!("suppress-{air}"), &format!("Suppress with {}", points(*air)))
                .ask("spotter", "Spotted by", unit(*spotter))
                .rolling()
        }
        Command::SupportByFire { unit: id } => {
            now("support-by-fire", "Support by fire").ask("unit", "Who fires", unit(*id)).rolling()
        }
        Command::Fight => now("fight", "Roll the attack").rolling(),
        Command::TakeStep { unit: id } => now("take-step", "Take a step").ask("unit", "From", unit(*id)),
        Command::Advance { unit: id } => now("advance", "Advance").ask("unit", "With", maybe(*id)),
        Command::RetreatHq { at } => now("retreat-hq", "Retreat the HQ").ask("at", "To", hex(*at)),
        Command::Retreat { path } => now("retreat", "Retreat").ask("path", "Where to", way(state, path)),
        Command::Attack { target, shock } => {
            let (id, verb) = if *shock { ("shock", "Shock Attack") } else { ("attack", "Regular Attack") };
            Draft::new(Group::Fire, id, verb).ask("target", "On", hex(*target))
        }
        Command::Barrage { target, spotter, air } => {
            let verb = format!("Barrage {} with {}", hex(*target), points(*air));
            Draft::new(Group::Fire, format!("barrage-{target}-{air}"), verb)
                .ask("spotter", "Spotted by", unit(*spotter))
                .rolling()
        }
        Command::AttackByFire { unit: id, target } => {
            Draft::new(Group::Fire, format!("by-fire-{id}"), format!("Attack by Fire: {}", unit(*id)))
                .ask("target", "On", hex(*target))
                .rolling()
        }
        Command::Engage { unit: id, target } => {
            Draft::new(Group::Fire, format!("engage-{id}"), format!("Engage with {}", unit(*id)))
                .ask("target", "Whom", unit(*target))
                .rolling()
        }
        Command::Enter { unit: id, at } => Draft::new(
            Group::Units,
            format!("enter-{id}"),
            format!("{} enters", unit(*id)),
        )
        .ask("at", "Where", hex(*at)),
        Command::Flip { unit: id } => {
            Draft::new(Group::Units, "flip", "Flip a unit").ask("unit", "Which", unit(*id))
        }
        Command::Screen { unit: id } => {
            Draft::new(Group::Units, "screen", "Enter Screen").ask("unit", "Which", unit(*id))
        }
        Command::Recon { unit: id, at } => Draft::new(
            Group::Units,
            format!("recon-{id}"),
            format!("Combat OBJ of {}", unit(*id)),
        )
        .ask("at", "Where", hex(*at)),
        Command::Withdraw { unit: id, path } => {
            let verb = format!("Voluntary Retreat of {}", unit(*id));
            Draft::new(Group::Units, format!("withdraw-{id}"), verb).ask("path", "Where to", way(state, path))
        }
        Command::ReturnSupport { unit: id } => {
            Draft::new(Group::Units, "return-support", "Return Dropped Support").ask("unit", "To", unit(*id))
        }
        Command::NameRoute { to_trains, to_source } => {
            let (legs, words) = (to_trains.iter().map(Place::to_string), way(state, to_source));
            let legs = legs.collect::<Vec<_>>().join("-");
            let verb = format!("Name the supply route over {}", way(state, to_trains));
            Draft::new(Group::Supply, format!("route-{legs}"), verb).ask("to_source", "And from there", words)
        }
        Command::FlipTrains => Draft::new(Group::Supply, "flip-trains", "Flip the trains to normal"),
        Command::ReturnTrains { at } => {
            Draft::new(Group::Supply, "return-trains", "Return the trains").ask("at", "Where", hex(*at))
        }
        Command::LeaveDefense => Draft::new(Group::Supply, "leave-defense", "Remove Prepared Defense"),
    })
}

/// A path in words: its end, and the hexes between.
pub(super) fn way(state: &State, path: &[Place]) -> String {
    let Some((end, before)) = path.split_last() else { return "the HQ Refuge, or nowhere".into() };
    let end = state.scenario.board.called(*end);
    let before: Vec<String> = before.iter().map(Place::to_string).collect();
    if before.is_empty() { end } else { format!("{end} by {}", before.join(", ")) }
}

/// A control that is always there and closed with its reason while the rules refuse it.
pub(super) fn closed(state: &State, seat: Seat, id: &str, verb: &str, command: &Command) -> Option<Form> {
    let reason = ShownRefusal::of::<BattalionCombat>(state, seat, command)?;
    let command = serde_json::to_value(command).ok()?;
    Some(Form::new(id, command, verb).closed(Some(reason)))
}

/// How a side says beforehand that it answers, one question for each point of the list.
pub(super) fn instructions(state: &State, seat: Seat) -> Option<Block> {
    let side = Side::of(seat).filter(|_| state.facts.phase != Phase::Over)?;
    let now = &state.facts.standing[side];
    let form = Form::new("instruct", json!({"do": "instruct"}), "Answer so from now on")
        .ask(question("defense", "The AR unit", now.defense, DefenseOrder::ALL, DefenseOrder::prose))
        .ask(question("losses", "Who loses a step", now.losses, LossOrder::ALL, LossOrder::prose))
        .ask(question(
            "retreats",
            "The path of a retreat",
            now.retreats,
            RetreatOrder::ALL,
            RetreatOrder::prose,
        ))
        .ask(question(
            "stopping",
            "A Stopping Engagement",
            now.stopping,
            StoppingOrder::ALL,
            StoppingOrder::prose,
        ))
        .ask(question("jumped", "Where a jumped HQ goes", now.jumped, HqOrder::ALL, HqOrder::prose))
        .ask(question("first", "Who goes first", now.first, FirstOrder::ALL, FirstOrder::prose));
    let panel = Panel::new("instruct", "Answer beforehand", vec![Block::Form(form)]);
    Some(panel.rule(RuleId("BCS-ACT-18")).folded().block())
}

fn question<T: Copy + PartialEq + serde::Serialize>(
    key: &'static str,
    words: &str,
    now: Option<T>,
    all: &[T],
    prose: impl Fn(T) -> &'static str,
) -> Field {
    let asked = std::iter::once(Choice::new(Value::Null, "ask me"));
    let value = |one: &T| Choice::new(serde_json::to_value(one).unwrap_or_default(), prose(*one));
    let choices = asked.chain(all.iter().map(value)).collect();
    let chosen = now.and_then(|now| all.iter().position(|one| *one == now)).map_or(0, |at| at + 1);
    Field::new(key, words, FieldKind::One { choices, chosen: Some(chosen) })
}
