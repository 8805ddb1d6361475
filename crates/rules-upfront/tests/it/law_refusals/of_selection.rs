//! What each reason against a selection says, 42.1, 42.2, 42.5 and 42.9.

use rules_upfront::command::{Fill, Selection, Slot};
use rules_upfront::setup::List;
use rules_upfront::words::{ManId, PlaceKind, Rank, Role};

use super::look::Look;

/// A place of the list, and how it is asked to be filled.
struct Asked {
    kind: PlaceKind,
    listed: ManId,
    fill: Fill,
}

impl Look<'_> {
    fn selection(&self) -> Selection {
        let mut value = self.value.clone();
        value.as_object_mut().expect("a command").remove("do");
        serde_json::from_value(value).expect("a selection")
    }

    /// The places in the order in which they are filled. [UF-R44]
    fn asked(&self) -> Vec<Asked> {
        let Some(List::Printed(at)) = self.list() else { return Vec::new() };
        let force = &self.state.campaign.forces[at];
        let leaders =
            [(PlaceKind::Sl, force.sl), (PlaceKind::Asl, force.asl), (PlaceKind::Comm, force.commissar)];
        let leaders = leaders.into_iter().filter_map(|(kind, man)| Some((kind, man?)));
        let all = leaders.chain(force.men.iter().map(|man| (PlaceKind::Plain, *man)));
        let selection = self.selection();
        let mut transfers: Vec<PlaceKind> =
            selection.transfers.iter().map(|transfer| transfer.slot).collect();
        let fill = |(kind, listed): (PlaceKind, ManId)| {
            let long = selection.slots.iter().find(|slot| slot.listed == listed).map(|slot| slot.fill);
            let short = selection.fill.0.iter().find(|(man, _)| *man == listed).map(|(_, fill)| Some(*fill));
            let named = long.or(short).flatten();
            let drawn = transfers.iter().position(|slot| *slot == kind);
            let fill = match (named, drawn) {
                (None | Some(Fill::Transfer), Some(at)) if kind != PlaceKind::Plain => {
                    transfers.remove(at);
                    Fill::Transfer
                }
                (named, _) => named.unwrap_or(Fill::Use(listed)),
            };
            Asked { kind, listed, fill }
        };
        all.map(fill).collect()
    }

    /// Who is asked to lead: the listed man where he is fit, else who is named.
    fn leader(&self, asked: &[Asked]) -> Option<ManId> {
        let place = asked.iter().find(|place| place.kind == PlaceKind::Sl)?;
        match place.fill {
            _ if self.fit(place.listed) => Some(place.listed),
            Fill::Use(man) | Fill::Exchange([man, _]) => Some(man).filter(|man| self.may_lead(*man)),
            _ => None,
        }
    }

    /// Whether a man can be squad leader, if need be after an exchange of weapons. [UF-42.2-2 to UF-42.2-4, UF-42.2-10]
    fn may_lead(&self, man: ManId) -> bool {
        let rank =
            matches!(self.rank(man), Some(Rank::Ssg | Rank::Sgt | Rank::JrSgt | Rank::Cpl | Rank::Comm));
        let kia = self.man(man).is_some_and(|(now, _)| now.kia == 8);
        let legal = matches!(self.family(man), Some("MP" | "RIFLE" | "AR"));
        let selection = self.selection();
        let in_place = |slot: Slot| match slot.fill {
            Some(Fill::Exchange(pair)) => Some(pair),
            _ => None,
        };
        let mut pairs = selection.exchange.into_iter().chain(selection.named().filter_map(in_place));
        let exchanges = pairs.any(|pair| pair.contains(&man));
        man != ManId::PERSONAL
            && self.fit(man)
            && rank
            && kia
            && (legal || (exchanges && self.may_exchange(man)))
    }

    /// [UF-R58] Whether a man may lead once he has exchanged his light machine gun.
    fn may_exchange(&self, man: ManId) -> bool {
        let asked = self.ruling("R58_lmg_leader") == "any_qualified" || self.role(man) == Some(Role::Asl);
        self.family(man) == Some("LMG") && asked
    }

    fn outranks(&self, one: ManId, other: ManId) -> bool {
        match (self.rank(one), self.rank(other)) {
            (Some(Rank::Comm), _) | (None, _) | (_, None) => false,
            (_, Some(Rank::Comm)) => self.ruling("R13_commissar_rank") == "lowest",
            (one, other) => one > other,
        }
    }

    /// The dead cards that may be drawn for a place. [UF-42.5-1, UF-R18]
    fn pool(&self, role: Role) -> Vec<ManId> {
        let cards = self.state.deck(self.side()).cards();
        let of_role = cards.filter(|card| card.role == Some(role) || card.role == Some(Role::Comm));
        let struck = &self.state.deck(self.side()).struck;
        of_role.map(|card| card.id).filter(|man| self.dead(*man) && !struck.contains(man)).collect()
    }

    /// [UF-42.2-2 to UF-42.2-4, UF-R19] Rank, KIA value 8, a legal weapon of his own.
    fn can_lead(&self, man: ManId) -> bool {
        let rank =
            matches!(self.rank(man), Some(Rank::Ssg | Rank::Sgt | Rank::JrSgt | Rank::Cpl | Rank::Comm));
        let weapon = matches!(self.family(man), Some("MP" | "RIFLE" | "AR"));
        self.fit(man) && rank && weapon && self.man(man).is_some_and(|(now, _)| now.kia == 8)
    }

    fn can_assist(&self, man: ManId) -> bool {
        let rank = matches!(self.rank(man), Some(Rank::Cpl | Rank::JrSgt | Rank::Pfc | Rank::Comm));
        self.fit(man) && rank && self.man(man).is_some_and(|(now, _)| now.kia == 8)
    }

    /// [UF-42.1-5] A free man of a family: fit, not on the list, no leader card, not the personal man, and asked for by no
    /// place that counts.
    fn is_free(&self, man: ManId, family: Option<&str>, asked: &[Asked]) -> bool {
        let listed = asked.iter().any(|place| place.listed == man);
        // By the order of the list only who has a place already is not free.
        let as_a_whole = self.ruling("R44_free_like_armed_men") == "as_a_whole";
        let taken = as_a_whole && asked.iter().any(|place| place.fill == Fill::Use(man));
        self.fit(man)
            && !listed
            && man != ManId::PERSONAL
            && self.role(man).is_none()
            && self.family(man) == family
            && !taken
    }

    /// Whether a reason against a selection holds; nothing where it is not known here.
    pub fn selection_holds(&self) -> Option<bool> {
        let asked = self.asked();
        let selection = self.selection();
        let own = selection.own.clone();
        let place_of = |man: ManId| asked.iter().position(|place| place.listed == man);
        let uses = |man: ManId| {
            asked
                .iter()
                .filter(
                    |place| matches!(place.fill, Fill::Use(used) | Fill::Exchange([used, _]) if used == man),
                )
                .count()
        };
        let bought: Vec<ManId> = own
            .iter()
            .flat_map(|own| {
                [own.sl, own.asl, own.commissar].into_iter().flatten().chain(own.men.iter().copied())
            })
            .collect();
        let exchange = selection.exchanges();
        let by_leader =
            asked.iter().filter(|place| place.kind == PlaceKind::Sl).find_map(|place| match place.fill {
                Fill::Exchange(pair) => Some(pair),
                _ => None,
            });
        let revives = |place: &Asked| matches!(place.fill, Fill::Replace | Fill::Revive(_) | Fill::Green);
        let leads = |man: ManId| {
            let leader = |place: &Asked| matches!(place.kind, PlaceKind::Sl | PlaceKind::Asl);
            let named = |place: &&Asked| matches!(place.fill, Fill::Use(used) | Fill::Exchange([used, _]) if used == man);
            asked.iter().filter(|place| leader(place)).any(|place| named(&place))
        };
        let family_at = |man: ManId| self.family(man);
        let kia = |man: ManId| self.man(man).map(|(now, _)| now.kia);
        Some(match self.code {
            "phase" => self.phase() != "select",
            "selected" => self.state.side(self.side()).force.is_some(),
            "owner" => {
                !self.value["side"].is_null()
                    && self.text("side") != self.state.campaign.sides[self.side()].id.as_str()
            }
            "E35" => {
                !self.value["scenario"].is_null()
                    && self.state.leg().is_none_or(|leg| leg.id.as_str() != self.text("scenario"))
            }
            "E01" => self.he(|man| {
                let place = place_of(man).map(|at| &asked[at]);
                let over = self.leader(&asked).is_some_and(|leader| self.outranks(man, leader));
                place.is_some_and(|place| {
                    place.fill != Fill::Use(man) && !(place.kind == PlaceKind::Asl && over)
                }) && self.fit(man)
            }),
            "E02" => self.he(|man| match self.man(man) {
                None => true,
                Some((now, _)) if self.says("is dead") => now.dead,
                Some((now, _)) => !now.dead && !self.fit(man),
            }),
            "E03" if self.says("The place of") => self.he(|man| {
                let long = selection.slots.iter().filter(|slot| slot.listed == man).count();
                long + selection.fill.0.iter().filter(|(listed, _)| *listed == man).count() > 1
            }),
            "E03" => self.he(|man| {
                let revived = asked.iter().any(|place| place.fill == Fill::Revive(man));
                let twice = bought.iter().filter(|one| **one == man).count() > 1;
                twice || place_of(man).is_some() || uses(man) + usize::from(revived) > 1 || leads(man)
            }),
            "E04" if self.says("Another man") => asked.iter().any(|place| {
                let ruled = self.ruling("R17_hospital_gap") == "revive_like_armed";
                matches!(place.fill, Fill::Revive(_))
                    && (!ruled || self.dead(place.listed) || leads(place.listed))
            }),
            "E04" => self.he(|free| {
                asked
                    .iter()
                    .any(|place| revives(place) && self.is_free(free, family_at(place.listed), &asked))
            }),
            "E05" if self.says("A leader's place") => asked
                .iter()
                .any(|place| revives(place) && matches!(place.kind, PlaceKind::Sl | PlaceKind::Asl)),
            "E05" => self.he(|man| {
                self.role(man).is_some()
                    && asked.iter().any(|place| {
                        revives(place) && (place.listed == man || place.fill == Fill::Revive(man))
                    })
            }),
            "E06" if self.says("does not come back green") => self.he(|man| {
                let ruled = self.ruling("R17_hospital_gap") == "green_replacement";
                !ruled
                    || leads(man)
                    || self.man(man).is_some_and(|(now, _)| now.wound.is_none())
                    || asked.iter().any(|place| place.fill == Fill::Use(man))
            }),
            "E06" => self.he(|man| {
                !self.dead(man)
                    && asked.iter().any(|place| {
                        revives(place) && (place.listed == man || place.fill == Fill::Revive(man))
                    })
            }),
            "E07" if self.says("is revived for") => {
                let [one, listed] = self.men()[..] else { return Some(false) };
                let like = self.family(one) == self.family(listed) && self.role(one).is_none();
                let vacant = place_of(listed).is_some_and(|at| asked[at].fill == Fill::Vacant);
                self.dead(one)
                    && like
                    && vacant
                    && !self.fit(listed)
                    && self.ruling("R17_hospital_gap") == "revive_like_armed"
            }
            "E07" => {
                let men = self.men();
                let vacant = |man: ManId| place_of(man).is_some_and(|at| asked[at].fill == Fill::Vacant);
                match &men[..] {
                    // Nobody like-armed is fit: the listed man himself.
                    [dead] => self.dead(*dead) && self.role(*dead).is_none() && vacant(*dead),
                    [free, listed] => vacant(*listed) && self.is_free(*free, family_at(*listed), &asked),
                    _ => false,
                }
            }
            "E08" => self.he(|man| {
                let allowed = self.ruling("R16_leader_cards_in_ranks") == "yes";
                let plain = asked.iter().any(|place| {
                    !matches!(place.kind, PlaceKind::Sl | PlaceKind::Asl) && place.fill == Fill::Use(man)
                });
                // Where the ruling lets him, the force needs both its leaders.
                let leaders = own.as_ref().is_some_and(|own| own.sl.is_some() && own.asl.is_some());
                let of_the_ranks = own.as_ref().is_some_and(|own| own.men.contains(&man));
                self.role(man).is_some()
                    && (plain || of_the_ranks && !(allowed && leaders && self.is_sound_pair(&own)))
            }),
            "E09" => {
                uses(ManId::PERSONAL) > 0
                    || bought.contains(&ManId::PERSONAL)
                    || asked.iter().any(|place| place.fill == Fill::Revive(ManId::PERSONAL))
            }
            "E10" if self.rule == "UF-R16" => {
                self.he(|man| self.man(man).is_none_or(|(_, card)| card.rank != Rank::Comm))
            }
            "E10" => self.he(|man| {
                !matches!(self.rank(man), Some(Rank::Ssg | Rank::Sgt | Rank::JrSgt | Rank::Cpl | Rank::Comm))
            }),
            "E11" | "E14" => self.he(|man| kia(man) != Some(8)),
            "E12" => self.he(|man| {
                let exchanges = exchange.is_some_and(|pair| pair.contains(&man));
                let legal = matches!(self.family(man), Some("MP" | "RIFLE" | "AR"));
                !(legal || (exchanges && self.may_exchange(man)))
            }),
            "E13" => self
                .he(|man| !matches!(self.rank(man), Some(Rank::Cpl | Rank::JrSgt | Rank::Pfc | Rank::Comm))),
            "E15" => {
                let vacant = asked.iter().any(|place| {
                    place.kind == PlaceKind::Sl && !self.fit(place.listed) && place.fill == Fill::Vacant
                });
                let ruled = self.ruling("R56_sl_transfer") == "must";
                vacant
                    && match self.men().first() {
                        Some(man) => self.can_lead(*man),
                        None => ruled && !self.pool(Role::Sl).is_empty(),
                    }
            }
            "E16" => self.he(|free| {
                asked.iter().any(|place| {
                    let Fill::Use(man) = place.fill else { return false };
                    let own = self.family(place.listed);
                    let swap = |family: Option<&str>| matches!(family, Some("RIFLE" | "MP"));
                    let swaps = self.family(man) != own && swap(self.family(man)) && swap(own);
                    swaps && self.is_free(free, own, &asked)
                })
            }),
            "E17" if self.rule == "UF-R55" => {
                self.ruling("R55_commissar_place") == "empty"
                    && asked.iter().any(|place| {
                        place.kind == PlaceKind::Comm
                            && matches!(place.fill, Fill::Use(man) if man != place.listed)
                    })
            }
            "E17" => self.he(|man| {
                asked.iter().any(|place| {
                    let named = place.fill == Fill::Use(man) || place.fill == Fill::Revive(man);
                    named && self.family(man) != self.family(place.listed)
                })
            }),
            "E18" => self.he(|man| match self.leader(&asked).or(own.as_ref().and_then(|own| own.sl)) {
                Some(leader) => self.outranks(man, leader),
                None => {
                    let pool = self.pool(Role::Sl);
                    !pool.is_empty() && pool.iter().all(|card| self.outranks(man, *card))
                }
            }),
            "E19" => self.he(|man| {
                let kind = asked.iter().find(|place| place.listed == man).map(|place| place.kind);
                selection.slots.iter().any(|slot| {
                    let said = matches!(slot.slot, Some(PlaceKind::Sl | PlaceKind::Asl));
                    slot.listed == man && said && slot.slot != kind
                })
            }),
            "E20" => self.needs_no_transfer(&asked, &selection),
            "E21" => {
                let role = if self.rule == "UF-42.5-1" || self.says("squad leader card") {
                    Role::Sl
                } else {
                    Role::Asl
                };
                let leader = self.leader(&asked).or(own.as_ref().and_then(|own| own.sl));
                let drawn = self.pool(Role::Sl);
                let kind = if role == Role::Sl { PlaceKind::Sl } else { PlaceKind::Asl };
                let places = asked.iter().any(|place| place.kind == kind && place.fill == Fill::Transfer);
                (places || selection.transfers.iter().any(|transfer| transfer.slot == kind))
                    && self.pool(role).iter().all(|card| {
                        let over = match leader {
                            Some(leader) => self.outranks(*card, leader),
                            None => !drawn.is_empty() && drawn.iter().all(|sl| self.outranks(*card, *sl)),
                        };
                        role == Role::Asl && (over || drawn == [*card])
                    })
            }
            "E22" if self.says("Only a squad leader exchanges") => asked
                .iter()
                .any(|place| place.kind != PlaceKind::Sl && matches!(place.fill, Fill::Exchange(_))),
            "E22" => exchange.into_iter().chain(by_leader).any(|pair| {
                let leader = self.leader(&asked).or(own.as_ref().and_then(|own| own.sl));
                let gunner =
                    leader.filter(|leader| pair.contains(leader) && self.family(*leader) == Some("LMG"));
                match gunner {
                    None => self.says("Only a leader"),
                    Some(leader) => {
                        let partner = if pair[0] == leader { pair[1] } else { pair[0] };
                        let legal = matches!(self.family(partner), Some("MP" | "RIFLE" | "AR"));
                        let serves = place_of(partner).is_some_and(|at| asked[at].fill == Fill::Use(partner))
                            && self.fit(partner)
                            || uses(partner) > 0
                            || bought.contains(&partner);
                        // Who cannot lead leads nobody to an exchange, whatever his weapon.
                        !(legal && serves && self.fit(leader))
                            || partner == leader
                            || self.says("Only a leader")
                    }
                }
            }),
            "E23" => {
                let word = self.value["personal"].as_str();
                match self.man(ManId::PERSONAL) {
                    None => word.is_some_and(|word| word != "absent"),
                    Some((now, _)) if now.dead => word.is_some_and(|word| word != "return"),
                    Some(_) if self.fit(ManId::PERSONAL) => word.is_some_and(|word| word != "present"),
                    Some((now, _)) if now.sits_out => word.is_some_and(|word| word != "absent"),
                    Some(_) => word == Some("present"),
                }
            }
            "E31" => self.he(|man| match place_of(man) {
                None => true,
                Some(at) => {
                    selection.slots.iter().any(|slot| slot.listed == man && slot.slot != Some(asked[at].kind))
                }
            }),
            "R45" => match self.list() {
                Some(List::Own(limit)) => self.is_no_purchase(limit, &selection, &bought),
                _ => own.is_some(),
            },
            _ => return None,
        })
    }

    /// Whether both leaders that are bought can serve.
    fn is_sound_pair(&self, own: &Option<rules_upfront::command::OwnForce>) -> bool {
        own.as_ref().is_some_and(|own| {
            let (Some(sl), Some(asl)) = (own.sl, own.asl) else { return false };
            self.may_lead(sl) && self.can_assist(asl) && sl != asl && !self.outranks(asl, sl)
        })
    }

    fn needs_no_transfer(&self, asked: &[Asked], selection: &Selection) -> bool {
        let own = selection.own.as_ref();
        let drawn = |kind: PlaceKind| {
            asked.iter().any(|place| place.kind == kind && place.fill == Fill::Transfer)
                || selection.transfers.iter().any(|transfer| transfer.slot == kind)
        };
        match () {
            () if self.says("leaders' places only") => drawn(PlaceKind::Plain),
            () if self.says("commissar's own") => drawn(PlaceKind::Comm),
            () if self.says("No transfer fills") => {
                let bought = own.is_some() && matches!(self.list(), Some(List::Own(_)));
                let filled = |kind| {
                    asked.iter().filter(|place| place.kind == kind && place.fill == Fill::Transfer).count()
                        + usize::from(bought && kind != PlaceKind::Plain)
                };
                selection.transfers.iter().any(|transfer| {
                    let n = selection.transfers.iter().filter(|other| other.slot == transfer.slot).count();
                    self.says(transfer.slot.prose()) && n > filled(transfer.slot).min(1)
                        || transfer.slot == PlaceKind::Plain
                        || transfer.slot == PlaceKind::Comm
                })
            }
            () if self.says("yourself") => own.is_some_and(|own| own.sl.is_some() || own.asl.is_some()),
            () if self.rule == "UF-42.5-1" => {
                drawn(PlaceKind::Sl)
                    && self.he(|man| {
                        self.can_lead(man)
                            || (self.fit(man)
                                && asked
                                    .iter()
                                    .any(|place| place.kind == PlaceKind::Sl && place.listed == man))
                    })
            }
            () => {
                drawn(PlaceKind::Asl)
                    && self.he(|man| {
                        let owed = self.fit(man)
                            && asked.iter().any(|place| place.kind == PlaceKind::Asl && place.listed == man);
                        owed || self.can_assist(man)
                    })
            }
        }
    }

    fn is_no_purchase(&self, limit: i32, selection: &Selection, bought: &[ManId]) -> bool {
        let Some(own) = &selection.own else { return self.says("designed by the players") };
        let points = |man: &ManId| self.man(*man).map_or(0, |(_, card)| card.points);
        let rows = &self.state.deck(self.side()).nation.radio;
        let troops = own.troops.map(|troops| troops.to_string());
        let row = match (&troops, &rows[..]) {
            (None, [row]) => Some(row),
            (None, _) => None,
            (Some(troops), rows) => rows.iter().find(|row| row.troops == *troops),
        };
        let price = own.radio.and_then(|radio| {
            row?.prices.iter().find(|(strength, _)| *strength == i32::from(radio)).map(|(_, price)| *price)
        });
        match () {
            () if self.says("nobody stands in") => {
                !selection.slots.is_empty() || !selection.fill.0.is_empty()
            }
            () if self.says("You buy nobody") => {
                bought.is_empty() && self.he(|man| self.fit(man) && (limit == 0 || points(&man) <= limit))
            }
            () if self.says("Whose radio") => own.radio.is_some() && row.is_none(),
            () if self.says("There is no radio") => own.radio.is_some() && row.is_some() && price.is_none(),
            () if self.says("the limit is") => {
                let once: std::collections::BTreeSet<&ManId> = bought.iter().collect();
                limit > 0 && once.into_iter().map(points).sum::<i32>() + price.unwrap_or(0) > limit
            }
            () => false,
        }
    }
}
