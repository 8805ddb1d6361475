//! The strategic book: turns, armies, leaders, promotions. It gives a battle what goes down and takes back what comes up.

use kernel::{PerSide, Side};
use serde::{Deserialize, Serialize};

use crate::battle::outcome::{Outcome, promote};
use crate::battle::{Input, Muster};
use crate::exact::Exact;
use crate::setup::options::Refight;
use crate::setup::{Leader, Setup, Sp, Turn};
use crate::words::{ArmyId, BattleId, Class, CounterId, Edge, Fate, HexId, LeaderId, Size, SpId, Stage};

kernel::facts! {
    /// An army as it is now.
    pub struct Army {
        /// Its id.
        pub id: ArmyId,
        /// Whether it is demoralized; public.
        pub demoralized: bool = false,
        /// Its leaders; public.
        pub leaders: Vec<LeaderId>,
        /// Its strength points; which there are is public, what they are its side's own.
        pub sp: Vec<Sp>,
        /// What it carries of a strength point, in the accounts crack and other; own. [CWFF-9A-3]
        pub carried: [Exact; 2] = 0,
        /// The battles that it has opened as the attacker; public.
        pub battles: u16 = 0,
    }

    /// A leader as he is now; public.
    #[derive(Copy)]
    pub struct Person {
        /// Who.
        pub id: LeaderId,
        /// The promotion counter that is in play for him.
        pub counter: Option<CounterId> = None,
        /// What became of him.
        pub fate: Fate = 0,
    }

    /// A promotion counter on the turn record track; public.
    #[derive(Copy)]
    pub struct Waiting {
        /// Which.
        pub counter: CounterId,
        /// On which turn it lies.
        pub turn: u16,
        /// The last turn in whose reinforcement phase it was rolled for; 0 for none.
        pub rolled: u16 = 0,
    }

    /// The initiative of a pulse; public.
    #[derive(Copy)]
    pub struct Initiative {
        /// The dice of both sides.
        pub dice: PerSide<u8>,
        /// Whether the winner has used his free reinforcement.
        pub free_used: bool = false,
    }
}

/// The book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Book {
    /// The turn.
    pub turn: Turn,
    /// The step of the turn.
    pub stage: Stage,
    /// The pulse, from 1; 0 before the first.
    #[serde(default, skip_serializing_if = "kernel::grammar::is_default")]
    pub pulse: u16,
    /// The initiative of the pulse.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub initiative: Option<Initiative>,
    /// Promotions that each side has drawn this turn. [CWFF-10E-1]
    #[serde(default, skip_serializing_if = "kernel::grammar::is_default")]
    pub drawn: PerSide<u16>,
    /// Armies, in the order of the set-up.
    pub army: Vec<Army>,
    /// Leaders, in the order of the set-up.
    pub leader: Vec<Person>,
    /// The turn record track.
    #[serde(default)]
    pub track: Vec<Waiting>,
    /// The promotion pool, of both sides; each draws its own. [CWFF-R39]
    #[serde(default)]
    pub pool: Vec<CounterId>,
}

impl Initiative {
    /// Who won, and with which die; nobody with equal dice.
    pub fn winner(&self) -> Option<(Side, u8)> {
        let (one, two) = (self.dice[Side::FIRST], self.dice[Side::SECOND]);
        match one.cmp(&two) {
            std::cmp::Ordering::Greater => Some((Side::FIRST, one)),
            std::cmp::Ordering::Less => Some((Side::SECOND, two)),
            std::cmp::Ordering::Equal => None,
        }
    }
}

impl Book {
    /// The book as the campaign begins.
    pub fn open(setup: &Setup) -> Self {
        let army = |start: &crate::setup::ArmyStart| Army {
            id: start.id,
            demoralized: start.demoralized,
            leaders: start.leaders.clone(),
            sp: start.sp.clone(),
            carried: start.carried,
            ..Army::default()
        };
        let person = |card: &crate::setup::Card| Person { id: card.leader.id, ..Person::default() };
        Self {
            turn: setup.first,
            stage: if setup.alone.is_some() { Stage::Battle } else { Stage::Reinforcement },
            pulse: 0,
            initiative: None,
            drawn: PerSide::default(),
            army: setup.armies.iter().map(army).collect(),
            leader: setup.leaders.iter().map(person).collect(),
            track: Vec::new(),
            pool: Vec::new(),
        }
    }

    /// An army.
    pub fn army(&self, id: ArmyId) -> Option<&Army> {
        self.army.iter().find(|army| army.id == id)
    }

    /// A leader.
    pub fn person(&self, id: LeaderId) -> Option<&Person> {
        self.leader.iter().find(|person| person.id == id)
    }

    /// A leader as the counter in play shows him. [CWFF-10C-1]
    pub fn in_play(&self, setup: &Setup, id: LeaderId) -> Option<Leader> {
        let base = &setup.card(id)?.leader;
        let Some(counter) = self.person(id)?.counter.and_then(|counter| setup.counter(counter)) else {
            return Some(base.clone());
        };
        Some(Leader {
            stars: counter.stars,
            tactical: counter.tactical,
            initiative: counter.initiative.unwrap_or(base.initiative),
            army_command: counter.army_command.unwrap_or(base.army_command),
            ..base.clone()
        })
    }

    /// The next promotion of a leader: the counter after the one in play.
    pub fn next_step(&self, setup: &Setup, id: LeaderId) -> Option<CounterId> {
        let (card, person) = (setup.card(id)?, self.person(id)?);
        let after = match person.counter {
            None => 0,
            Some(counter) => 1 + card.next.iter().position(|known| *known == counter)?,
        };
        card.next.get(after).copied()
    }

    /// Leaders of an army who can command.
    pub fn commanders(&self, army: &Army) -> Vec<LeaderId> {
        let active = |id: &&LeaderId| self.person(**id).is_some_and(|person| person.fate == Fate::Active);
        army.leaders.iter().filter(active).copied().collect()
    }

    /// What goes down to a battle.
    pub fn muster(&self, setup: &Setup, id: ArmyId) -> Option<Muster> {
        let army = self.army(id)?;
        let leaders = self.commanders(army).into_iter().filter_map(|id| self.in_play(setup, id)).collect();
        Some(Muster {
            army: id,
            demoralized: army.demoralized,
            sp: army.sp.clone(),
            carried: army.carried,
            leaders,
        })
    }

    /// What a battle is opened with.
    pub fn input(&self, setup: &Setup, opening: &Opening) -> Option<Input> {
        let hex = setup.hex(opening.hex)?;
        let attacker = setup.armies.iter().find(|army| army.id == opening.attacker)?.side;
        let (one, two) = (self.muster(setup, opening.attacker)?, self.muster(setup, opening.defender)?);
        let sides = if attacker == Side::FIRST { PerSide::new(one, two) } else { PerSide::new(two, one) };
        Some(Input {
            turn: self.turn,
            attacker,
            hex: hex.id,
            terrain: hex.terrain,
            crossing: hex.crossing(opening.hexside),
            column: opening.column.clone(),
            size: opening.size,
            sides,
        })
    }

    /// The name of the next battle that an army opens.
    pub fn name_of_battle(&self, attacker: ArmyId) -> Option<BattleId> {
        format!("{attacker}.{}", self.army(attacker)?.battles + 1).parse().ok()
    }

    fn army_mut(&mut self, id: ArmyId) -> Option<&mut Army> {
        self.army.iter_mut().find(|army| army.id == id)
    }

    /// A battle was opened by an army.
    pub fn note_battle(&mut self, attacker: ArmyId) {
        if let Some(army) = self.army_mut(attacker) {
            army.battles += 1;
        }
    }

    /// Takes back what a battle gives. Strength points that came to the army meanwhile stay as they are.
    pub fn take_back(&mut self, setup: &Setup, input: &Input, outcome: &Outcome) {
        for (side, half) in outcome.sides.iter() {
            let sent = &input.sides[side];
            self.come_back(sent.army, &half.sp, half.carried);
            self.lose(sent.army, &half.removed, half.demoralized);
            self.fall(setup, &half.leaders);
            for leader in &half.fought {
                self.mark(setup, *leader, input.turn.number);
            }
        }
    }

    /// Strength points of an army come back as they are now, with what it carries on.
    pub fn come_back(&mut self, id: ArmyId, back: &[Sp], carried: [Exact; 2]) {
        let Some(army) = self.army_mut(id) else { return };
        for sp in &mut army.sp {
            if let Some(back) = back.iter().find(|back| back.id == sp.id) {
                *sp = *back;
            }
        }
        army.carried = carried;
    }

    /// Strength points of an army are lost whole, and it is demoralized now or is not.
    pub fn lose(&mut self, id: ArmyId, lost: &[SpId], demoralized: bool) {
        let Some(army) = self.army_mut(id) else { return };
        army.sp.retain(|sp| !lost.contains(&sp.id));
        army.demoralized = demoralized;
    }

    /// What befalls leaders; whoever is out of play for good leaves the track and the pool. [CWFF-R21]
    pub fn fall(&mut self, setup: &Setup, fallen: &[(LeaderId, Fate)]) {
        for (id, fate) in fallen {
            self.leader.iter_mut().filter(|person| person.id == *id).for_each(|person| person.fate = *fate);
            if matches!(fate, Fate::Killed | Fate::Captured) {
                let his =
                    |counter: CounterId| setup.counter(counter).is_some_and(|counter| counter.leader == *id);
                self.track.retain(|waiting| !his(waiting.counter));
                self.pool.retain(|counter| !his(*counter));
            }
        }
    }

    /// [CWFF-10A-1] [CWFF-R21] The next step of a leader who fought goes on the track.
    pub fn mark(&mut self, setup: &Setup, leader: LeaderId, turn: u16) {
        let lives =
            self.person(leader).is_some_and(|person| !matches!(person.fate, Fate::Killed | Fate::Captured));
        let Some(counter) = self.next_step(setup, leader).filter(|_| lives) else { return };
        if self.pool.contains(&counter) {
            return;
        }
        if let Some(waiting) = self.track.iter_mut().find(|waiting| waiting.counter == counter) {
            if setup.options.promotion_refight == Refight::Move {
                waiting.turn = turn;
            }
            return;
        }
        self.track.push(Waiting { counter, turn, rolled: 0 });
    }

    /// [CWFF-4F-2] A battle of the board game: whoever fought is a veteran, what was lost is gone, one may become crack.
    pub fn fought_on_board(&mut self, id: ArmyId, removed: &[SpId], crack: Option<SpId>, demoralized: bool) {
        if let Some(army) = self.army_mut(id) {
            army.sp.retain(|sp| !removed.contains(&sp.id));
            army.sp.iter_mut().for_each(|sp| sp.class = sp.class.max(Class::Veteran));
            if let Some(crack) = crack {
                promote(&mut army.sp, crack, &mut army.carried);
            }
            army.demoralized |= demoralized;
        }
    }
}

/// How a battle is entered. [CWFF-9C-1]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// The army that enters the hex.
    pub attacker: ArmyId,
    /// The army that is there.
    pub defender: ArmyId,
    /// The hex.
    pub hex: HexId,
    /// The side of the hex that was crossed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hexside: Option<Edge>,
    /// The column of the combat results table.
    pub column: String,
    /// The size of the battle on it.
    pub size: Size,
}
