//! Commands as answers of forms: like commands are the answers of one question.

use kernel::RuleId;
use kernel::view::{Choice, Text};
use serde_json::Value;

use super::forms::Group;
use super::{plan, planner};
use crate::command::Command;
use crate::rules::{self, s18_voluntary};
use crate::sight::Sight;
use crate::state::State;
use crate::words::{FormationId, Place, UnitId};

/// A command as an answer of a form.
pub(super) struct Draft {
    pub group: Group,
    pub id: String,
    pub verb: String,
    /// The question and its words, for a command that has one.
    pub ask: Option<(&'static str, &'static str)>,
    /// The answer; its value comes out of the command.
    pub choice: Choice,
    /// What comes of it, in a sentence.
    pub then: Text,
    pub rolls: bool,
    /// Whether what it comes to is told with it.
    pub weighed: bool,
    /// The panel in which it is weighed.
    pub panel: Option<(&'static str, Place)>,
}

impl Draft {
    fn new(group: Group, id: impl Into<String>, verb: impl Into<String>) -> Self {
        Self {
            group,
            id: id.into(),
            verb: verb.into(),
            ask: None,
            choice: Choice::new(Value::Null, ""),
            then: Text::empty(),
            rolls: false,
            weighed: false,
            panel: None,
        }
    }

    fn then(self, then: Text) -> Self {
        Self { then, ..self }
    }

    fn weighed(self) -> Self {
        Self { weighed: true, ..self }
    }

    fn ask(self, key: &'static str, question: &'static str, words: impl Into<String>) -> Self {
        self.pick(key, question, Choice::new(Value::Null, words.into()))
    }

    /// Asks with an answer that says more than its words; its value comes out of the command.
    fn pick(self, key: &'static str, question: &'static str, choice: Choice) -> Self {
        Self { ask: Some((key, question)), choice, ..self }
    }

    fn rolling(self) -> Self {
        Self { rolls: true, ..self }
    }
}

/// A command as an answer; nothing for one that is given on the map alone.
pub(super) fn draft(state: &State, command: &Command) -> Option<Draft> {
    let unit = |id: UnitId| state.scenario.name(id).to_owned();
    let body = |id: FormationId| state.scenario.formation_name(id).to_owned();
    let hex = |at: Place| state.scenario.board.called(at);
    // Where there is much to choose from, a bare number says too little.
    let place = |at: Place| state.scenario.board.told(at);
    let maybe = |id: Option<UnitId>| id.map_or_else(|| "nobody".into(), unit);
    let told = |id: UnitId| planner::named(state, id);
    let active = || rules::to_act(state);
    let improves = || active().and_then(|side| plan::improves(state, side, command)).unwrap_or_default();
    let does = |id: UnitId| planner::doer(state, id);
    let fire = |id: String, verb: String| Draft {
        panel: planner::panel_of(state, command),
        ..Draft::new(Group::Fire, id, verb)
    };
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
        Command::Replace { unit: id, hq } => {
            let (key, to) = sent_to(*hq);
            now(&format!("replace{key}"), &format!("Spend a Replacement{to}")).ask("unit", "On", unit(*id))
        }
        Command::Assign { unit: id, formation, hq } => {
            let (key, to) = sent_to(*hq);
            now(&format!("assign-{id}{key}"), &format!("Assign {}{to}", unit(*id))).ask(
                "formation",
                "To",
                body(*formation),
            )
        }
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
        Command::ExitSupport { unit: id, hq } => {
            let (key, to) = sent_to(*hq);
            now(&format!("exit-support{key}"), &format!("Out of Support{to}")).ask(
                "unit",
                "Which unit",
                unit(*id),
            )
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
        Command::Begin => now("begin", "Begin the activities").then(
            Text::new(
                "OBJ markers are placed on the map: pick the HQ, or a unit for its Recon, then the hex.",
            )
            .rule(RuleId("BCS-OBJ-1")),
        ),
        Command::End => now("end", "End the activities"),
        Command::Second { choice } => {
            now("second", "Decide on a Second Activation").ask("choice", "What", choice.prose()).rolling()
        }
        Command::Require { unit: id } => {
            let none = || Choice::new(Value::Null, "nobody: it goes on");
            let fires = |id: UnitId| match plan::stopping(state, id) {
                Some(words) => Choice::new(Value::Null, unit(id)).note(words),
                None => told(id),
            };
            now("require", "Say whether it must engage")
                .pick("unit", "Fired by", id.map_or_else(none, fires))
                .rolling()
        }
        Command::Defend { unit: id, prepared } => {
            let (key, verb) = match prepared {
                false => ("defend", "Defend without Prepared Defense"),
                true => ("defend-prepared", "Defend with Prepared Defense"),
            };
            let choice = told(*id);
            let choice = match plan::defense(state, *id, *prepared) {
                Some(words) => {
                    let note = choice.note.say(format!(". {words}")).rule(RuleId("BCS-CT-18"));
                    Choice { note, ..choice }
                }
                None => choice,
            };
            now(key, verb).pick("unit", "The AR unit", choice)
        }
        Command::Commit { unit: id, assist } => {
            now(&format!("commit-{id}"), &format!("Attack with {}", unit(*id)))
                .pick(
                    "assist",
                    "Assisted by",
                    assist.map_or_else(|| Choice::new(Value::Null, "nobody"), told),
                )
                .weighed()
        }
        Command::Suppress { spotter, air } => {
            now(&format!("suppress-{air}"), &format!("Suppress with {}", points(*air)))
                .ask("spotter", "Spotted by", unit(*spotter))
                .then(improves())
        }
        Command::SupportByFire { unit: id } => {
            now("support-by-fire", "Support by fire").ask("unit", "Who fires", unit(*id)).then(improves())
        }
        Command::Fight => now("fight", "Roll the attack").rolling(),
        Command::TakeStep { unit: id } => now("take-step", "Take a step").pick("unit", "From", told(*id)),
        Command::Advance { unit: id } => now("advance", "Advance").ask("unit", "With", maybe(*id)),
        Command::RetreatHq { at, hq } => {
            let now = state.facts.activation.as_ref()?;
            let jumped = now.jumped.first().map(|one| one.formation);
            // Of its own will an HQ seldom goes.
            let group = if jumped.is_some() { Group::Now } else { Group::Supply };
            let which = rules::the_hq(&state.scenario, jumped.unwrap_or(now.formation), *hq);
            let (key, _) = sent_to(*hq);
            Draft::new(group, format!("retreat-hq{key}"), format!("Retreat {which}")).ask(
                "at",
                "To",
                place(*at),
            )
        }
        Command::Retreat { path } => {
            let owed = state.facts.activation.as_ref().and_then(|now| now.owed);
            let words = owed.map_or_else(String::new, |owed| retreat(state, owed.unit, path, None));
            now("retreat", "Retreat").ask("path", "Where to", words)
        }
        Command::Attack { target, shock } => {
            let (id, kind) = if *shock { ("shock", "Shock") } else { ("attack", "Regular") };
            fire(format!("{id}-{target}"), format!("Declare the {kind} Attack on {}", hex(*target)))
        }
        Command::Barrage { target, spotter, air } => {
            let verb = format!("Barrage {} with {}", hex(*target), points(*air));
            fire(format!("barrage-{target}-{air}"), verb)
                .pick("spotter", "Spotted by", does(*spotter))
                .rolling()
        }
        Command::AttackByFire { unit: id, target } => {
            fire(format!("by-fire-{target}"), format!("Attack {} by fire", hex(*target)))
                .pick("unit", "Who fires", does(*id))
                .rolling()
        }
        Command::Engage { unit: id, target } => {
            fire(format!("engage-{target}"), format!("Engage {}", unit(*target)))
                .pick("unit", "Who fires", does(*id))
                .rolling()
        }
        Command::Enter { unit: id, at } => Draft::new(
            Group::Units,
            format!("enter-{id}"),
            format!("{} enters", unit(*id)),
        )
        .ask("at", "Where", place(*at)),
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
        .ask("at", "Where", place(*at)),
        Command::Withdraw { unit: id, path, hq } => {
            let (key, to) = sent_to(*hq);
            let verb = format!("Voluntary Retreat of {}{to}", unit(*id));
            Draft::new(Group::Units, format!("withdraw-{id}{key}"), verb)
                .ask("path", "Where to", retreat(state, *id, path, *hq))
                .then(plan::withdrawal())
                .rolling()
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
            Draft::new(Group::Supply, "return-trains", "Return the trains").ask("at", "Where", place(*at))
        }
        Command::LeaveDefense => Draft::new(Group::Supply, "leave-defense", "Remove Prepared Defense"),
    })
}

/// A path in words: its end, and the hexes between.
pub(super) fn way(state: &State, path: &[Place]) -> String {
    let Some((end, before)) = path.split_last() else { return "nowhere".into() };
    let end = state.scenario.board.called(*end);
    let before: Vec<String> = before.iter().map(Place::to_string).collect();
    if before.is_empty() { end } else { format!("{end} by {}", before.join(", ")) }
}

/// The key and the words of a form by which a unit comes to an HQ that is named by its number. [BCS-GEN-2]
fn sent_to(hq: Option<u8>) -> (String, String) {
    hq.map_or_else(Default::default, |number| (format!("-to-hq-{number}"), format!(", to HQ {number}")))
}

/// Where a retreat of a unit ends, and the hexes between; an empty one leads to its HQ. [BCS-RET-5]
fn retreat(state: &State, unit: UnitId, path: &[Place], hq: Option<u8>) -> String {
    let board = &state.scenario.board;
    let Some((end, before)) = path.split_last() else {
        let hq = s18_voluntary::home(&Sight::of(state), unit, hq)
            .map_or_else(String::new, |at| format!(": {}", board.told(at)));
        return format!("to its HQ{hq}");
    };
    let before: Vec<String> = before.iter().map(Place::to_string).collect();
    let by = if before.is_empty() { String::new() } else { format!(", by {}", before.join(", ")) };
    format!("{}{by}", board.told(*end))
}
