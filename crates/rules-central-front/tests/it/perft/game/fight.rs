//! A fight after its dice: retreats, crowds, the advance.

use std::collections::{BTreeMap, BTreeSet};

use super::{Fight, Game, Words, label};
use crate::counted_by_hand::{Hex, around};

impl Game {
    /// What the side that has a choice in a fight can do.
    pub fn in_fight(&self, fight: &Fight, all: &mut BTreeMap<Words, Option<Self>>) {
        if let Some(hex) = fight.crowd {
            for man in self.spare(hex) {
                let next = self.changed(|game| {
                    game.lose(man);
                    game.go_on();
                });
                all.insert(format!("remove {}", self.men[man].name), next);
            }
            return;
        }
        if fight.advances {
            for man in self.in_the_hex(fight) {
                let name = &self.men[man].name;
                for to in self.beside(fight, man) {
                    let next = self.changed(|game| {
                        game.men[man].at = Some(to);
                        game.go_on();
                    });
                    all.insert(format!("advance {name} {}", label(to)), next);
                }
            }
            for man in self.candidates(fight) {
                let name = &self.men[man].name;
                let side = fight.side;
                let step = |to: Hex| {
                    self.changed(|game| {
                        game.men[man].at = Some(to);
                        game.fight.as_mut().expect("a fight").advanced.push(man);
                        game.go_on();
                    })
                };
                if self.room(side, fight.target, &[man]) {
                    all.insert(format!("advance {name} {}", label(fight.target)), step(fight.target));
                }
                for to in self.beside(fight, man) {
                    let words = format!("advance {name} {} {}", label(fight.target), label(to));
                    all.insert(words, step(to));
                }
            }
            all.insert("end-advance".into(), self.changed(|game| game.fight = None));
            return;
        }
        let (length, owed) = if fight.owed[0].1.is_empty() { &fight.owed[1] } else { &fight.owed[0] };
        for man in owed {
            let name = &self.men[*man].name;
            match self.retreats(*man, *length) {
                None => {
                    let next = self.changed(|game| {
                        game.lose(*man);
                        game.go_on();
                    });
                    all.insert(format!("retreat {name}"), next);
                }
                Some((paths, zones)) => {
                    for path in paths {
                        let words: Vec<String> = path.iter().map(|hex| label(*hex)).collect();
                        let next =
                            self.changed(|game| game.retreat(*man, *path.last().expect("an end"), zones));
                        all.insert(format!("retreat {name} {}", words.join(" ")), next);
                    }
                }
            }
        }
    }

    /// The best ways of a unit that has to retreat, and the zones on them; nothing where it is lost.
    fn retreats(&self, man: usize, length: usize) -> Option<(Vec<Vec<Hex>>, usize)> {
        let (side, start, map) = (self.men[man].side, self.men[man].at?, self.map());
        let lethal = |zones: usize| zones > 1 || (zones == 1 && self.men[man].ap >= 5);
        let best = |length: usize| {
            let mut paths = Vec::new();
            map.paths(side, &mut vec![start], length, &mut paths);
            let price = |path: &Vec<Hex>| {
                let zones =
                    path.iter().filter(|hex| map.zone(side, **hex) && !map.holds(side, **hex)).count();
                let end = path[path.len() - 1];
                (
                    length - path.len(),
                    zones,
                    !self.room(side, end, &[man]),
                    std::cmp::Reverse(far(start, end)),
                )
            };
            let least = paths.iter().map(price).min()?;
            paths.retain(|path| price(path) == least);
            Some((least, paths))
        };
        let ((_, zones, crowded, _), paths) = best(length)?;
        if lethal(zones) {
            return None;
        }
        if crowded {
            // One hex further, where that ends in a hex with room.
            let mut further = Vec::new();
            map.paths(side, &mut vec![start], length + 1, &mut further);
            further.retain(|path| path.len() == length + 1 && self.room(side, path[length], &[man]));
            let price = |path: &Vec<Hex>| {
                let zones =
                    path.iter().filter(|hex| map.zone(side, **hex) && !map.holds(side, **hex)).count();
                (zones, std::cmp::Reverse(far(start, path[length])))
            };
            if let Some(least) = further.iter().map(price).min().filter(|(zones, _)| !lethal(*zones)) {
                further.retain(|path| price(path) == least);
                return Some((further, least.0));
            }
        }
        Some((paths, zones))
    }

    fn retreat(&mut self, man: usize, end: Hex, zones: usize) {
        self.men[man].at = Some(end);
        self.men[man].ap = (self.men[man].ap + zones as u32).min(6);
        let side = self.men[man].side;
        let crowded = !self.room(side, end, &[]);
        let fight = self.fight.as_mut().expect("a fight");
        fight.retreated.push(man);
        fight.owed.iter_mut().for_each(|(_, owed)| owed.retain(|other| *other != man));
        fight.crowd = crowded.then_some(end);
        self.go_on();
    }

    fn lose(&mut self, man: usize) {
        self.men[man].at = None;
        if let Some(fight) = &mut self.fight {
            fight.owed.iter_mut().for_each(|(_, owed)| owed.retain(|other| *other != man));
        }
    }

    /// Who can be given up in a crowd: those who bring it within its limit alone, else all.
    fn spare(&self, hex: Hex) -> Vec<usize> {
        let there = self.those(|man| man.at == Some(hex));
        let helps = |man: &usize| {
            let mut without = self.clone();
            without.men[*man].at = None;
            without.room(self.men[*man].side, hex, &[])
        };
        let helping: Vec<usize> = there.iter().copied().filter(helps).collect();
        if helping.is_empty() { there } else { helping }
    }

    fn candidates(&self, fight: &Fight) -> Vec<usize> {
        let enters = |man: &usize| {
            let stands = self.men[*man].at.is_some_and(|at| fight.from.contains(&at));
            let fresh = !fight.retreated.contains(man) && !fight.advanced.contains(man);
            let mut entering = fight.advanced.clone();
            entering.push(*man);
            stands
                && fresh
                && self.men[*man].ap < 5
                && !self.has_paid(*man)
                && self.room(fight.side, fight.target, &entering)
        };
        fight.attackers.iter().copied().filter(enters).collect()
    }

    /// Who has gone into the hex and still stands there.
    fn in_the_hex(&self, fight: &Fight) -> Vec<usize> {
        fight.advanced.iter().copied().filter(|man| self.men[*man].at == Some(fight.target)).collect()
    }

    /// Where a unit in the hex can go on to.
    fn beside(&self, fight: &Fight, man: usize) -> Vec<Hex> {
        let map = self.map();
        let free = |to: &Hex| map.mark(*to).is_some() && !map.holds(fight.side.enemy(), *to);
        around(fight.target).into_iter().filter(|to| free(to) && self.room(fight.side, *to, &[man])).collect()
    }

    fn can_advance(&self, fight: &Fight) -> bool {
        let on = |man: &usize| !self.beside(fight, *man).is_empty();
        !self.candidates(fight).is_empty() || self.in_the_hex(fight).iter().any(on)
    }

    /// Lets the fight run on until somebody has a choice.
    fn go_on(&mut self) {
        while let Some(fight) = self.fight.clone() {
            if let Some(hex) = fight.crowd {
                let side = self.men.iter().find(|man| man.at == Some(hex)).map(|man| man.side);
                let spare = self.spare(hex);
                if side.is_none_or(|side| self.room(side, hex, &[])) {
                    self.fight.as_mut().expect("a fight").crowd = None;
                } else if let [man] = spare[..] {
                    self.lose(man);
                } else {
                    return;
                }
                continue;
            }
            if fight.advances {
                if self.can_advance(&fight) {
                    return;
                }
                self.fight = None;
                continue;
            }
            let turn = usize::from(fight.owed[0].1.is_empty());
            let (length, owed) = &fight.owed[turn];
            if let [man] = owed[..] {
                if self.retreats(man, *length).is_some() {
                    return;
                }
                self.lose(man);
            } else if !owed.is_empty() {
                return;
            } else if !fight.attacker_next.is_empty() {
                let now = self.fight.as_mut().expect("a fight");
                now.owed[1].1 = std::mem::take(&mut now.attacker_next);
            } else if self.map().holds(fight.side.enemy(), fight.target) || self.candidates(&fight).is_empty()
            {
                self.fight = None;
            } else {
                self.fight.as_mut().expect("a fight").advances = true;
            }
        }
    }
}

/// How far two hexes are apart: out in rings until the other is reached.
fn far(from: Hex, to: Hex) -> u32 {
    let mut reached = BTreeSet::from([from]);
    let mut rings = 0;
    while !reached.contains(&to) {
        reached = reached.iter().flat_map(|hex| around(*hex)).chain(reached.clone()).collect();
        rings += 1;
    }
    rings
}
