//! An order of battle changed by hand, one move at a time: what is taken up, where it is put, and what else can be pressed. A
//! move keeps every stand and every counter; whether the order is a good one afterwards is for [`super::check`] to say.

use std::fmt;
use std::str::FromStr;

use super::{Batteries, Brigade, Corps, Division, Oob};
use crate::words::{Arm, LeaderId, PlayerId, UnitId};

/// What can be taken up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thing {
    /// A brigade.
    Brigade(UnitId),
    /// A division with its brigades and its leader.
    Division(UnitId),
    /// A counter.
    Leader(LeaderId),
    /// A corps; it stands under the army and nowhere else, but may be given to a player.
    Corps(UnitId),
}

/// Where something can be put.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Post {
    /// Under the army itself; a leader leads it.
    Army,
    /// A corps.
    Corps(UnitId),
    /// A division.
    Division(UnitId),
    /// Without a command, for leaders alone.
    Attached,
}

/// What a press does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Move {
    /// Takes something up.
    Take(Thing),
    /// Puts it back.
    Back,
    /// Puts something somewhere.
    Put(Thing, Post),
    /// One battery more, or one fewer.
    Guns(Arm, bool, Post),
    /// Makes two brigades of one.
    Split(UnitId),
    /// A new division without a counter, under the army.
    NewDivision,
    /// A new corps without a counter.
    NewCorps,
    /// Strikes a division or a corps that is empty.
    Strike(Post),
    /// Gives a corps or a division to a player.
    Give(Post, PlayerId),
}

impl fmt::Display for Thing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Brigade(id) => write!(f, "brigade:{id}"),
            Self::Division(id) => write!(f, "division:{id}"),
            Self::Leader(id) => write!(f, "leader:{id}"),
            Self::Corps(id) => write!(f, "corps:{id}"),
        }
    }
}

impl fmt::Display for Post {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Army => f.write_str("army:"),
            Self::Corps(id) => write!(f, "corps:{id}"),
            Self::Division(id) => write!(f, "division:{id}"),
            Self::Attached => f.write_str("attached:"),
        }
    }
}

/// As it is written in a press. No name in a text of an order holds a colon.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Take(thing) => write!(f, "take:{thing}"),
            Self::Back => f.write_str("back"),
            Self::Put(thing, post) => write!(f, "put:{thing}:{post}"),
            Self::Guns(arm, more, post) => {
                write!(f, "{}:{}:{post}", if *more { "more" } else { "less" }, arm.word())
            }
            Self::Split(id) => write!(f, "split:{id}"),
            Self::NewDivision => f.write_str("new-division"),
            Self::NewCorps => f.write_str("new-corps"),
            Self::Strike(post) => write!(f, "strike:{post}"),
            Self::Give(post, player) => write!(f, "give:{post}:{player}"),
        }
    }
}

impl Thing {
    fn read(kind: &str, name: &str) -> Option<Self> {
        Some(match kind {
            "brigade" => Self::Brigade(name.parse().ok()?),
            "division" => Self::Division(name.parse().ok()?),
            "leader" => Self::Leader(name.parse().ok()?),
            "corps" => Self::Corps(name.parse().ok()?),
            _ => return None,
        })
    }
}

impl Post {
    fn read(kind: &str, name: &str) -> Option<Self> {
        Some(match kind {
            "army" => Self::Army,
            "attached" => Self::Attached,
            "corps" => Self::Corps(name.parse().ok()?),
            "division" => Self::Division(name.parse().ok()?),
            _ => return None,
        })
    }
}

impl FromStr for Move {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let parts: Vec<&str> = text.split(':').collect();
        let read = || {
            Some(match *parts.as_slice() {
                ["back"] => Self::Back,
                ["new-division"] => Self::NewDivision,
                ["new-corps"] => Self::NewCorps,
                ["split", id] => Self::Split(id.parse().ok()?),
                ["take", kind, id] => Self::Take(Thing::read(kind, id)?),
                ["strike", kind, id] => Self::Strike(Post::read(kind, id)?),
                ["give", at, name, player] => Self::Give(Post::read(at, name)?, player.parse().ok()?),
                ["put", kind, id, at, name] => Self::Put(Thing::read(kind, id)?, Post::read(at, name)?),
                [what @ ("more" | "less"), arm, at, name] => {
                    let arm = Arm::ALL.iter().find(|one| one.word() == arm)?;
                    Self::Guns(*arm, what == "more", Post::read(at, name)?)
                }
                _ => return None,
            })
        };
        read().ok_or(())
    }
}

impl Oob {
    /// Where something stands; nothing where it does not.
    pub fn post(&self, thing: Thing) -> Option<Post> {
        match thing {
            Thing::Brigade(id) => self.brigade(id).map(|(division, _)| Post::Division(division.id)),
            Thing::Division(id) => {
                let division = self.divisions.iter().find(|one| one.id == id)?;
                Some(division.corps.map_or(Post::Army, Post::Corps))
            }
            Thing::Corps(id) => self.corps.iter().any(|one| one.id == id).then_some(Post::Army),
            Thing::Leader(id) => {
                let corps = || self.corps.iter().find(|one| one.leader == Some(id));
                let division = || self.divisions.iter().find(|one| one.leader == Some(id));
                if self.army_leader == Some(id) {
                    Some(Post::Army)
                } else if self.attached.contains(&id) {
                    Some(Post::Attached)
                } else {
                    corps()
                        .map(|one| Post::Corps(one.id))
                        .or_else(|| division().map(|one| Post::Division(one.id)))
                }
            }
        }
    }

    /// Whether something could be put somewhere else than where it is, by what it is.
    pub fn can_put(&self, thing: Thing, post: Post) -> bool {
        let is_there = match post {
            Post::Army | Post::Attached => true,
            Post::Corps(id) => self.corps.iter().any(|one| one.id == id),
            Post::Division(id) => self.divisions.iter().any(|one| one.id == id),
        };
        let kind = match thing {
            Thing::Brigade(_) => matches!(post, Post::Division(_)),
            Thing::Division(_) => matches!(post, Post::Army | Post::Corps(_)),
            Thing::Leader(_) => true,
            Thing::Corps(_) => false,
        };
        is_there && kind && self.post(thing) != Some(post)
    }

    /// The order after a move; nothing where there is no such thing or place.
    pub fn moved(&self, how: Move) -> Option<Self> {
        let mut oob = self.clone();
        match how {
            Move::Take(thing) => return self.post(thing).map(|_| oob),
            Move::Back => return Some(oob),
            Move::Put(thing, post) => {
                if !self.can_put(thing, post) {
                    return None;
                }
                oob.put(thing, post)?;
            }
            Move::Guns(arm, more, post) => {
                let guns = oob.guns(post)?;
                let of = match arm {
                    Arm::Infantry => &mut guns.foot,
                    Arm::Cavalry => &mut guns.horse,
                };
                *of = if more { of.checked_add(1)? } else { of.checked_sub(1)? };
            }
            Move::Split(id) => oob.split(id)?,
            Move::NewDivision => {
                let id = self.unused("division")?;
                oob.divisions.push(Division { id, ..Division::default() });
            }
            Move::NewCorps => oob.corps.push(Corps { id: self.unused("corps")?, ..Corps::default() }),
            Move::Strike(post) => oob.strike(post)?,
            Move::Give(post, player) => oob.give(post, player)?,
        }
        Some(oob)
    }

    fn put(&mut self, thing: Thing, post: Post) -> Option<()> {
        match (thing, post) {
            (Thing::Brigade(id), Post::Division(to)) => {
                let from =
                    self.divisions.iter_mut().find(|one| one.brigades.iter().any(|one| one.id == id))?;
                let at = from.brigades.iter().position(|one| one.id == id)?;
                let brigade = from.brigades.remove(at);
                self.divisions.iter_mut().find(|one| one.id == to)?.brigades.push(brigade);
            }
            (Thing::Division(id), _) => {
                let division = self.divisions.iter_mut().find(|one| one.id == id)?;
                division.corps = if let Post::Corps(corps) = post { Some(corps) } else { None };
            }
            (Thing::Leader(id), _) => {
                // Whoever stood there goes where he came from.
                let from = self.post(thing)?;
                let other = self.leads(post);
                self.seat(from, None, id);
                if let Some(other) = other {
                    self.seat(from, Some(other), other);
                }
                self.seat(post, Some(id), id);
            }
            (Thing::Brigade(_) | Thing::Corps(_), _) => return None,
        }
        Some(())
    }

    /// Who leads somewhere. Of those without a command nobody gives way to another.
    pub fn leads(&self, post: Post) -> Option<LeaderId> {
        match post {
            Post::Army => self.army_leader,
            Post::Corps(id) => self.corps.iter().find(|one| one.id == id)?.leader,
            Post::Division(id) => self.divisions.iter().find(|one| one.id == id)?.leader,
            Post::Attached => None,
        }
    }

    /// Puts a leader at a post, or takes him from it.
    fn seat(&mut self, post: Post, leader: Option<LeaderId>, who: LeaderId) {
        match post {
            Post::Army => self.army_leader = leader,
            Post::Corps(id) => {
                self.corps.iter_mut().filter(|one| one.id == id).for_each(|one| one.leader = leader);
            }
            Post::Division(id) => {
                self.divisions.iter_mut().filter(|one| one.id == id).for_each(|one| one.leader = leader);
            }
            Post::Attached => {
                self.attached.retain(|one| *one != who);
                self.attached.extend(leader);
            }
        }
    }

    fn guns(&mut self, post: Post) -> Option<&mut Batteries> {
        match post {
            Post::Army => Some(&mut self.batteries),
            Post::Division(id) => {
                self.divisions.iter_mut().find(|one| one.id == id).map(|one| &mut one.batteries)
            }
            // [CWFF-4E-3] Only what a file gave a corps can be taken from it.
            Post::Corps(id) => self.corps.iter_mut().find(|one| one.id == id).map(|one| &mut one.batteries),
            Post::Attached => None,
        }
    }

    /// Half of the stands of a brigade become another one, behind it.
    fn split(&mut self, id: UnitId) -> Option<()> {
        let name = self.unused("brigade")?;
        let division = self.divisions.iter_mut().find(|one| one.brigades.iter().any(|one| one.id == id))?;
        let at = division.brigades.iter().position(|one| one.id == id)?;
        let brigade = &mut division.brigades[at];
        let mut keeps = brigade.stands().div_ceil(2);
        let mut second = Vec::new();
        for share in &mut brigade.of {
            let stays = share.stands.min(keeps);
            keeps -= stays;
            if share.stands > stays {
                second.push(super::Share { sp: share.sp, stands: share.stands - stays });
            }
            share.stands = stays;
        }
        brigade.of.retain(|share| share.stands > 0);
        if second.is_empty() {
            return None;
        }
        division.brigades.insert(at + 1, Brigade { id: name, of: second, batteries: Batteries::default() });
        Some(())
    }

    fn strike(&mut self, post: Post) -> Option<()> {
        let is_bare = match post {
            Post::Corps(id) => self.of_corps(id).next().is_none(),
            Post::Division(id) => self.divisions.iter().any(|one| one.id == id && one.brigades.is_empty()),
            Post::Army | Post::Attached => false,
        };
        if !is_bare || self.leads(post).is_some() || self.guns(post)?.total() > 0 {
            return None;
        }
        self.corps.retain(|one| post != Post::Corps(one.id));
        self.divisions.retain(|one| post != Post::Division(one.id));
        if let Post::Corps(id) | Post::Division(id) = post {
            self.players.iter_mut().for_each(|player| player.runs.retain(|unit| *unit != id));
        }
        Some(())
    }

    fn give(&mut self, post: Post, player: PlayerId) -> Option<()> {
        let (Post::Corps(id) | Post::Division(id)) = post else { return None };
        self.guns(post)?;
        self.players.iter().position(|one| one.name == player)?;
        for one in &mut self.players {
            one.runs.retain(|unit| *unit != id);
            if one.name == player {
                one.runs.push(id);
            }
        }
        Some(())
    }

    /// The first name of a kind that nothing here has.
    fn unused(&self, kind: &str) -> Option<UnitId> {
        let is_free = |id: &UnitId| {
            let divisions = self.divisions.iter().any(|one| one.id == *id);
            !divisions && self.corps.iter().all(|one| one.id != *id) && self.brigade(*id).is_none()
        };
        (1..=999).filter_map(|n| format!("{kind}-{n}").parse().ok()).find(is_free)
    }
}
