//! An order of battle in its places while it is written: what can be taken up, where it may be put and what that comes to,
//! and what is wrong, said where it stands.

use kernel::view::arrangement::{PRESS, Span};
use kernel::view::{Arrangement, Piece, Place, Press, Text};
use kernel::{RuleId, Side};
use serde_json::Value;

use super::orders::{NO_COUNTER, called, guns, shown};
use crate::battle::{Battle, Muster};
use crate::charts::span;
use crate::oob::check::{Found, Problem};
use crate::oob::label::Label;
use crate::oob::moves::{Move, Post, Thing};
use crate::oob::{Batteries, Brigade, Corps, Division, Oob};
use crate::rules::s4_orders::found;
use crate::rules::s5_flanks::starts_worn;
use crate::setup::Setup;
use crate::words::{Arm, LeaderId, Rank};
use crate::written::Written;

/// An order that is written, with the form that it is written in.
#[derive(Clone, Copy)]
pub(super) struct Draft<'a> {
    pub setup: &'a Setup,
    pub battle: &'a Battle,
    pub side: Side,
    pub oob: &'a Oob,
}

/// What was pressed, and the order after it.
pub(super) struct Pressed {
    pub oob: Oob,
    held: Option<Thing>,
    told: Text,
}

impl Pressed {
    /// Nothing was.
    pub fn not(oob: Oob) -> Self {
        Self { oob, held: None, told: Text::empty() }
    }

    /// What a plan supposes to be pressed.
    pub fn of(muster: &Muster, oob: Oob, supposed: &Value) -> Self {
        let Some(press) = supposed.get(PRESS).and_then(Value::as_str) else { return Self::not(oob) };
        let how: Option<Move> = press.parse().ok();
        let Some((how, after)) = how.and_then(|how| Some((how, oob.moved(how)?))) else {
            return Self { told: Text::new("There is no such thing here any more."), ..Self::not(oob) };
        };
        let (held, told) = match how {
            Move::Take(thing) => {
                let words = match thing {
                    Thing::Corps(_) => " is in hand. Press whose it is.",
                    _ => " is in hand. Press where it is to stand, or draw it there.",
                };
                (Some(thing), Text::empty().strong(named(muster, &after, thing)).say(words))
            }
            Move::Put(thing, post) => (None, stands(muster, &oob, &after, thing, post)),
            Move::Back => (None, Text::new("It stands where it stood.")),
            Move::Split(id) => (None, Text::new(format!("{id} was parted in two."))),
            Move::Give(Post::Corps(id) | Post::Division(id), player) => {
                (None, Text::new(format!("{player} runs {id} now.")))
            }
            Move::Give(..) | Move::Guns(..) | Move::NewDivision | Move::NewCorps | Move::Strike(_) => {
                (None, Text::empty())
            }
        };
        Self { oob: after, held, told }
    }
}

/// What was put where, and who gave way.
fn stands(muster: &Muster, before: &Oob, after: &Oob, thing: Thing, post: Post) -> Text {
    let words = match post {
        Post::Attached => " has no command now.".to_owned(),
        Post::Army if matches!(thing, Thing::Leader(_)) => " leads the army now.".into(),
        Post::Army => " stands under the army now.".into(),
        Post::Corps(id) | Post::Division(id) => {
            let verb = if matches!(thing, Thing::Leader(_)) { "leads" } else { "stands in" };
            format!(" {verb} {id} now.")
        }
    };
    let other = before.leads(post).filter(|_| matches!(thing, Thing::Leader(_)));
    let told = Text::empty().strong(named(muster, after, thing)).say(words);
    match other.and_then(|other| Some((other, after.post(Thing::Leader(other))?))) {
        Some((other, to)) => {
            let other = named(muster, after, Thing::Leader(other));
            told.say(format!(" {other} is {} now.", at(to)))
        }
        None => told,
    }
}

/// Where a leader is.
fn at(post: Post) -> String {
    match post {
        Post::Army => "at the head of the army".into(),
        Post::Corps(id) | Post::Division(id) => format!("with {id}"),
        Post::Attached => "without a command".into(),
    }
}

fn named(muster: &Muster, oob: &Oob, thing: Thing) -> String {
    match thing {
        Thing::Brigade(id) => match oob.brigade(id) {
            Some((_, brigade)) => format!("{id} ({})", kernel::grammar::counted(brigade.stands(), "stand")),
            None => id.to_string(),
        },
        Thing::Division(id) | Thing::Corps(id) => id.to_string(),
        Thing::Leader(id) => muster.leader(id).map_or(id.to_string(), |leader| leader.name.clone()),
    }
}

/// The whole of it.
pub(super) fn arranged(on: Draft<'_>, form: String, pressed: &Pressed, found: &Found) -> Option<Arrangement> {
    let says = Written(on.oob.clone()).text()?;
    let all = Arranging { on, found, held: pressed.held };
    let mut places = vec![all.army()];
    places.extend(all.attached());
    // One empty division or corps after the other is enough.
    let bare_division = on.oob.divisions.iter().any(|one| one.brigades.is_empty());
    let bare_corps = on.oob.corps.iter().any(|one| on.oob.of_corps(one.id).next().is_none());
    let new_division = (!bare_division).then(|| press(Move::NewDivision, "New division"));
    let new_corps = (!bare_corps).then(|| press(Move::NewCorps, "New corps"));
    Some(Arrangement {
        form,
        key: "oob",
        says,
        told: pressed.told.clone(),
        back: pressed.held.map(|_| press(Move::Back, "Put it back")),
        places,
        more: new_division.into_iter().chain(new_corps).collect(),
    })
}

fn press(how: Move, words: &str) -> Press {
    Press::new(how.to_string(), words)
}

struct Arranging<'a> {
    on: Draft<'a>,
    found: &'a Found,
    held: Option<Thing>,
}

impl Arranging<'_> {
    fn muster(&self) -> &Muster {
        self.on.battle.muster(self.on.side)
    }

    /// What is wrong at a place, and what only the advice says.
    fn wrong(&self, place: &str) -> Vec<Text> {
        let of = |words: &str, problems: &[Problem]| -> Vec<Text> {
            let here = problems.iter().filter(|problem| problem.place == place);
            let say = |problem: &Problem| {
                let text = Text::empty().strong(format!("{words}: ")).say(problem.sentence.clone());
                text.rule(RuleId(problem.rule))
            };
            here.map(say).collect()
        };
        let mut all = of("In the way", &self.found.problems);
        all.extend(of("Against the advice", &self.found.advice));
        all
    }

    /// What stands at a place is in hand there, or could be put there: with what that comes to.
    fn here(&self, post: Post) -> Option<Press> {
        let thing = self.held.filter(|thing| self.on.oob.can_put(*thing, post))?;
        let how = Move::Put(thing, post);
        let after = self.on.oob.moved(how)?;
        let comes_to = match thing {
            Thing::Leader(id) => self.leads(id, post, &after),
            Thing::Brigade(_) | Thing::Division(_) | Thing::Corps(_) => self.holds(post, &after),
        };
        Some(press(how, &format!("Here: {comes_to}")))
    }

    fn leads(&self, leader: LeaderId, post: Post, after: &Oob) -> String {
        let found = found(self.on.setup, self.on.battle, self.on.side, after);
        let wrong = found.problems.into_iter().find(|one| one.place == leader.as_str());
        let other = self.on.oob.leads(post);
        let gives_way = match other.map(|other| named(self.muster(), after, Thing::Leader(other))) {
            Some(other) => format!(" {other} takes his place."),
            None => String::new(),
        };
        let name = named(self.muster(), after, Thing::Leader(leader));
        let is = match post {
            Post::Attached => format!("{name} without a command."),
            Post::Army => format!("{name} leads the army."),
            Post::Corps(id) | Post::Division(id) => format!("{name} leads {id}."),
        };
        let may =
            wrong.map_or_else(|| " Allowed.".to_owned(), |one| format!(" Not allowed: {}", one.sentence));
        format!("{is}{gives_way}{may}")
    }

    fn holds(&self, post: Post, after: &Oob) -> String {
        let (name, load): (String, fn(&Oob, Post) -> u32) = match post {
            Post::Division(id) | Post::Corps(id) => (id.to_string(), load),
            Post::Army | Post::Attached => return "under the army itself.".into(),
        };
        let found = found(self.on.setup, self.on.battle, self.on.side, after);
        let wrong = found.problems.into_iter().find(|one| one.place == name);
        let may = wrong.map_or_else(|| "Allowed.".to_owned(), |one| format!("Not yet: {}", one.sentence));
        format!("{name} {} → {} stands. {may}", load(self.on.oob, post), load(after, post))
    }

    fn army(&self) -> Place {
        let oob = self.on.oob;
        let mut places: Vec<Place> =
            oob.corps.iter().enumerate().map(|(at, corps)| self.corps(at, corps)).collect();
        let alone: Vec<Place> = self.divisions(|division| oob.corps_of(division).is_none());
        let here = self.here(Post::Army).filter(|_| !matches!(self.held, Some(Thing::Leader(_))));
        if !alone.is_empty() || here.is_some() {
            let title = "Under the army itself".into();
            places.push(Place { id: "alone".into(), title, places: alone, here, ..Place::default() });
        }
        Place {
            id: "army".into(),
            title: self.on.setup.army_named(self.muster().army).to_owned(),
            note: Text::new(some_guns(oob.batteries, "no batteries of its own")),
            pieces: oob.army_leader.into_iter().map(|id| self.leader(id)).collect(),
            places,
            here: self.here(Post::Army).filter(|_| matches!(self.held, Some(Thing::Leader(_)))),
            more: self.more_guns(Post::Army, oob.batteries, "the army"),
            ..Place::default()
        }
    }

    /// Counters without a command, and where they go.
    fn attached(&self) -> Option<Place> {
        let here = self.here(Post::Attached);
        let attached = &self.on.oob.attached;
        (!attached.is_empty() || here.is_some()).then(|| Place {
            id: "attached".into(),
            title: "Without a command".into(),
            pieces: attached.iter().map(|id| self.leader(*id)).collect(),
            here,
            ..Place::default()
        })
    }

    fn corps(&self, at: usize, corps: &Corps) -> Place {
        let (oob, post) = (self.on.oob, Post::Corps(corps.id));
        let (least, most) = span(Rank::Corps, self.on.battle.ratio());
        let thing = Thing::Corps(corps.id);
        let places = self.divisions(|division| oob.corps_of(division).map(|of| of.id) == Some(corps.id));
        let mut more = self.gives(thing, post);
        if corps.batteries.total() > 0 {
            more.extend(self.more_guns(post, corps.batteries, corps.id.as_str()));
        }
        more.extend(oob.moved(Move::Strike(post)).map(|_| press(Move::Strike(post), "Strike it")));
        let mut note: Vec<String> = Vec::new();
        if corps.leader.is_none() {
            note.push(NO_COUNTER.into());
        }
        let player = oob.players.iter().find(|player| player.runs.contains(&corps.id));
        note.extend(player.map(|player| format!("run by {}", player.name)));
        Place {
            id: format!("corps-{at}"),
            title: called("Corps", corps.id),
            note: Text::new(note.join("; ")),
            take: (!oob.players.is_empty()).then(|| press(Move::Take(thing), "Give away")),
            held: self.held == Some(thing),
            span: Some(Span { is: load(oob, post), least, most }),
            wrong: self.wrong(corps.id.as_str()),
            pieces: corps.leader.into_iter().map(|id| self.leader(id)).collect(),
            places,
            here: self.here(post),
            more,
        }
    }

    fn divisions(&self, wanted: impl Fn(&Division) -> bool) -> Vec<Place> {
        let all = self.on.oob.divisions.iter().enumerate();
        all.filter(|(_, division)| wanted(division)).map(|(at, one)| self.division(at, one)).collect()
    }

    fn division(&self, at: usize, division: &Division) -> Place {
        let (post, thing) = (Post::Division(division.id), Thing::Division(division.id));
        let (least, most) = span(Rank::Division, self.on.battle.ratio());
        let mut note: Vec<String> = Vec::new();
        if self.on.oob.arm(division, self.muster()) == Arm::Cavalry {
            note.push("cavalry".into());
        }
        if division.leader.is_none() {
            note.push(NO_COUNTER.into());
        }
        note.push(some_guns(division.batteries, "no batteries"));
        note.extend(self.on.oob.run_by(division).map(|player| format!("run by {player}")));
        let mut pieces: Vec<Piece> = division.leader.into_iter().map(|id| self.leader(id)).collect();
        pieces.extend(division.brigades.iter().enumerate().map(|(of, one)| self.brigade((at, of), one)));
        let mut more = self.gives(thing, post);
        more.extend(self.more_guns(post, division.batteries, division.id.as_str()));
        more.extend(self.on.oob.moved(Move::Strike(post)).map(|_| press(Move::Strike(post), "Strike it")));
        Place {
            id: format!("division-{at}"),
            title: called("Division", division.id),
            note: Text::new(note.join("; ")),
            span: Some(Span { is: division.stands(), least, most }),
            take: Some(press(Move::Take(thing), "Move")),
            held: self.held == Some(thing),
            wrong: self.wrong(division.id.as_str()),
            pieces,
            here: self.here(post),
            more,
            ..Place::default()
        }
    }

    fn brigade(&self, (division, at): (usize, usize), brigade: &Brigade) -> Piece {
        let thing = Thing::Brigade(brigade.id);
        let class = brigade.class(self.muster());
        let worn = starts_worn(self.on.setup, self.on.battle, self.on.side);
        let stands = brigade.stands();
        let label = Label::of(&self.on.setup.effectiveness, class.unwrap_or_default(), stands, worn);
        let of = brigade.of.iter().map(|share| format!("{} {}", share.sp, share.stands));
        let mut note = vec![class.map_or("mixed", |class| class.word()).to_owned()];
        note.push(format!("of {}", of.collect::<Vec<_>>().join(", ")));
        if brigade.batteries != Batteries::default() {
            note.push(some_guns(brigade.batteries, ""));
        }
        let held = self.held == Some(thing);
        let split = held && stands > 1;
        Piece {
            id: format!("brigade-{division}-{at}"),
            title: brigade.id.to_string(),
            note: Text::new(note.join("; ")),
            size: stands.into(),
            code: label.to_string(),
            take: Some(press(Move::Take(thing), "Move")),
            held,
            wrong: self.wrong(brigade.id.as_str()),
            more: split.then(|| press(Move::Split(brigade.id), "Part it in two")).into_iter().collect(),
        }
    }

    fn leader(&self, id: LeaderId) -> Piece {
        let thing = Thing::Leader(id);
        let leader = self.muster().leader(id);
        let at = self.muster().leaders.iter().position(|one| one.id == id);
        Piece {
            id: at.map_or_else(|| "leader".to_owned(), |at| format!("leader-{at}")),
            title: named(self.muster(), self.on.oob, thing),
            note: Text::new(leader.map_or_else(|| "not in this army".to_owned(), shown)),
            size: 0,
            code: String::new(),
            take: Some(press(Move::Take(thing), "Move")),
            held: self.held == Some(thing),
            wrong: self.wrong(id.as_str()),
            more: Vec::new(),
        }
    }

    /// The players to whom what is in hand can be given.
    fn gives(&self, thing: Thing, post: Post) -> Vec<Press> {
        let players = self.on.oob.players.iter().filter(|_| self.held == Some(thing));
        players
            .map(|player| press(Move::Give(post, player.name), &format!("{} runs it", player.name)))
            .collect()
    }

    /// One battery more or fewer, of each arm that could stand there.
    fn more_guns(&self, post: Post, guns: Batteries, at: &str) -> Vec<Press> {
        let mounted = self.muster().leaders.iter().any(|leader| leader.cavalry);
        let arms = Arm::ALL.iter().filter(|arm| **arm == Arm::Infantry || mounted || guns.of(**arm) > 0);
        let both = |arm: &Arm| {
            let kind = if *arm == Arm::Infantry { "foot" } else { "horse" };
            let fewer =
                (guns.of(*arm) > 0).then(|| press(Move::Guns(*arm, false, post), &format!("− {kind}")));
            let one = press(Move::Guns(*arm, true, post), &format!("+ {kind}"));
            fewer.into_iter().chain([one]).map(|press| press.about(format!("battery with {at}")))
        };
        arms.flat_map(both).collect()
    }
}

/// The stands of a corps or a division.
fn load(oob: &Oob, post: Post) -> u32 {
    match post {
        Post::Corps(id) => oob.of_corps(id).map(Division::stands).sum(),
        Post::Division(id) => oob.divisions.iter().filter(|one| one.id == id).map(Division::stands).sum(),
        Post::Army | Post::Attached => oob.stands(),
    }
}

fn some_guns(batteries: Batteries, none: &str) -> String {
    let words = guns(batteries);
    if words.is_empty() { none.to_owned() } else { words.trim_start_matches("; ").to_owned() }
}
