//! A campaign of each system with all that can stand in a log of today: words given by devices, by the table and anew, consent
//! to typed dice, given and withdrawn, throws and rulings, corrections that the sides agree to or decline, deadlines that pass,
//! a picture, messages.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use dice::{WordsSeed, words_set};
use kernel::{Audience, Die, Rulebook, Seat};
use ledger::{Committer, SqliteStore};
use rand_pcg::Pcg32;
use rand_pcg::rand_core::Rng;
use serde_json::Value;
use table::{
    Answer, Change, Clock, Correcting, Delay, Desk, DiceBy, DiceStart, FileKind, Hand, Kept, Missing,
    NewCampaign, NewRuling, Opening, Pace, Placed, Submission, TableWord, TimeOrder, WordsStep,
};

use super::change::decoded;
use crate::load::{Fault, below, one_in};

/// A campaign: rules, set-up, and a position in its course.
type Start = (&'static dyn Rulebook, &'static str, Option<&'static str>);

static STARTS: &[Start] = &[
    (&rules_toy::RULEBOOK, rules_toy::RIVER, None),
    (&rules_battlefront::RULEBOOK, rules_battlefront::SAMPLE, Some(rules_battlefront::SAMPLE_POSITION)),
    (&rules_upfront::RULEBOOK, rules_upfront::NINE_DAYS, None),
    (&rules_central_front::RULEBOOK, rules_central_front::LOCHAU, None),
    (&rules_bcs::RULEBOOK, rules_bcs::SARN_WEST, None),
    (&rules_civil_war::RULEBOOK, rules_civil_war::SUMMER, None),
];

/// Acts tried in each campaign.
const N_ACTS: u32 = 72;
const HOUR: i64 = 3_600_000;
const SIDES: [Seat; 2] = [Seat::Side(0), Seat::Side(1)];

/// Of each campaign the umpire's file as it stands in the middle of a throw, and the final one; bodies read.
pub fn files(random: &mut Pcg32) -> Result<Vec<Value>, Fault> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let mut files = Vec::new();
    for start in STARTS {
        files.extend(runtime.block_on(course(start, random))?);
    }
    Ok(files)
}

async fn course(start: &Start, random: &mut Pcg32) -> Result<[Value; 2], Fault> {
    let folder = tempfile::tempdir()?;
    let store = Arc::new(SqliteStore::open(&folder.path().join(crate::load::FILE)).await?);
    let committer = Committer::start(store.clone());
    let time = Arc::new(AtomicI64::new(1_790_000_000_000));
    let now = Arc::clone(&time);
    let clock = Clock::own(move || now.fetch_add(1_000, Ordering::Relaxed));
    let desk = Desk::new(store.clone(), committer.clone(), clock, super::RULEBOOKS);
    let position = start.2.map(toml::from_str).transpose()?;
    let new = NewCampaign {
        file: "setup.toml".into(),
        setup: start.1.into(),
        system: start.0.name().into(),
        position,
        start: DiceStart::Words,
        table_dice: false,
        identity: None,
    };
    let campaign = desk.create(new).await?;
    let mut course = Course { desk, campaign, start, random, typed: false };
    course.words().await?;
    for n in 0..N_ACTS {
        course.about_typing(n).await?;
        course.acts(DiceBy::Server).await?;
        if n % 12 == 9 {
            course.told(n).await?;
        }
        if n % 12 == 4 {
            course.put_right().await?;
        }
        if n % 24 == 18 {
            course.passes(&time).await?;
        }
    }
    course.about_typing(0).await?;
    course.waits().await?;
    let umpires = course.exported(FileKind::Seat).await?;
    course.exported(FileKind::Move).await?;
    course.desk.end(&course.campaign, Seat::Umpire, "The drill is over.").await?;
    let ended = course.exported(FileKind::Final).await?;
    committer.shutdown().await;
    ledger::Store::close(store.as_ref()).await;
    Ok([ended, umpires])
}

struct Course<'a> {
    desk: Desk,
    campaign: String,
    start: &'a Start,
    random: &'a mut Pcg32,
    /// Whether dice may be typed in now.
    typed: bool,
}

impl Course<'_> {
    /// A first round in which one side does not open its words, and a second one in which the table gives that side's.
    async fn words(&mut self) -> Result<(), Fault> {
        for side in SIDES {
            self.give(side, false, 1).await?;
        }
        self.give(SIDES[0], true, 1).await?;
        let token = self.desk.fresh_token()?;
        self.desk.renew_words(&self.campaign, Seat::Umpire, "A device was lost.", token).await?;
        self.give(SIDES[0], false, 2).await?;
        let token = self.desk.fresh_token()?;
        self.desk.words_for(&self.campaign, Seat::Umpire, SIDES[1], "A device was lost.", token).await?;
        self.give(SIDES[0], true, 2).await
    }

    async fn give(&self, side: Seat, opens: bool, round: u8) -> Result<(), Fault> {
        let seed = WordsSeed::new([round + 16 * u8::from(side == SIDES[1]); 32]);
        let dice = self.desk.look(&self.campaign, side).await?.dice;
        let devices = dice.devices.ok_or("The dice wait for nobody's words.")?;
        let step = match opens {
            true => {
                let link = devices.link.ok_or("No digest stands.")?;
                let stood = devices.sides.iter().filter_map(|one| Some((one.seat.name(), one.digest?)));
                let stood: Vec<_> = stood.collect();
                let named = stood.iter().map(|(seat, digest)| (seat.as_str(), *digest));
                let signature = Some(Box::new(seed.sign(&words_set(&devices.genesis, &link, named))));
                WordsStep::Open(Opening { bytes: seed.bytes(), signature })
            }
            false => WordsStep::Pledge(seed.digest(&devices.genesis, &side.name())),
        };
        let token = self.desk.fresh_token()?;
        self.desk.give_words(&self.campaign, side, side, step, Hand::Device, None, token).await?;
        Ok(())
    }

    /// Typed dice are asked for, agreed to, used, and withdrawn; once by a side and once by the umpire.
    async fn about_typing(&mut self, n: u32) -> Result<(), Fault> {
        let word = match n % 36 {
            0 => Some((SIDES[0], TableWord::Ask)),
            3 => Some((SIDES[1], TableWord::Agree)),
            20 => Some((SIDES[1], TableWord::Withdraw)),
            22 => Some((Seat::Umpire, TableWord::Ask)),
            23 => Some((SIDES[1], TableWord::Agree)),
            24 => Some((SIDES[0], TableWord::Agree)),
            34 => Some((Seat::Umpire, TableWord::Withdraw)),
            _ => None,
        };
        if let Some((seat, word)) = word {
            let token = self.desk.fresh_token()?;
            self.desk.table_dice(&self.campaign, seat, word, None, token).await?;
            self.typed = self.desk.look(&self.campaign, Seat::Umpire).await?.dice.may_type;
        }
        Ok(())
    }

    /// A command that a seat could give now, of the seats in this order.
    async fn sample(&mut self, seats: &[Seat]) -> Result<Option<(Seat, Value)>, Fault> {
        let opened = self.start.0.open("setup.toml", self.start.1);
        let mut game = opened.map_err(|faults| format!("{faults:?}"))?;
        let now = self.desk.position(&self.campaign).await?;
        game.set_position(now).map_err(|faults| format!("{faults:?}"))?;
        let mut pick = |n: u64| u64::from(self.random.next_u32()) % n.max(1);
        Ok(seats.iter().find_map(|seat| Some((*seat, game.sample(*seat, &mut pick)?))))
    }

    fn sides(&mut self) -> [Seat; 2] {
        if one_in(self.random, 2) { SIDES } else { [SIDES[1], SIDES[0]] }
    }

    /// One act of a side or the umpire, the umpire's for a side now and then; now and then it is taken back.
    async fn acts(&mut self, dice: DiceBy) -> Result<(), Fault> {
        let [one, other] = self.sides();
        let Some((seat, command)) = self.sample(&[one, other, Seat::Umpire]).await? else { return Ok(()) };
        let by = if seat != Seat::Umpire && one_in(self.random, 10) { Seat::Umpire } else { seat };
        let typed = self.typed && one_in(self.random, 2);
        let submission = Submission {
            by,
            acting_for: (by != seat).then_some(seat),
            reason: (by != seat).then(|| "The side asked for it.".into()),
            command,
            cursor: None,
            token: self.desk.fresh_token()?,
            dice: if typed { DiceBy::Table(Vec::new()) } else { dice },
        };
        self.desk.submit(&self.campaign, submission).await?;
        self.answers().await?;
        if one_in(self.random, 8) {
            self.desk.undo(&self.campaign, seat, None, self.desk.fresh_token()?).await?;
        }
        Ok(())
    }

    /// Answers all that waits, the side or the umpire, with dice that somebody throws and with rulings.
    async fn answers(&mut self) -> Result<(), Fault> {
        while let Some(waiting) =
            self.desk.look(&self.campaign, Seat::Umpire).await?.waiting.into_iter().next()
        {
            let random = &mut *self.random;
            let mut face = |sides: u16| u16::try_from(below(random, sides.into())).unwrap_or(0) + 1;
            let said = match waiting.question.die {
                None => vec![0],
                Some(Die::HighRoll { sides }) => {
                    let one = face(sides);
                    vec![one, one % sides + 1]
                }
                Some(die) => die.dice().into_iter().map(&mut face).collect(),
            };
            let own = waiting.question.die.is_some() && one_in(self.random, 2);
            let by = if own { waiting.seat } else { Seat::Umpire };
            let reason = Some("Thrown at the table.".to_owned());
            let token = self.desk.fresh_token()?;
            let answer = self.desk.answer(&self.campaign, by, waiting.act, token, said, reason).await?;
            if matches!(answer, Answer::Refused(_)) {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Words, rulings, orders that are kept, a picture: what the rules do not judge.
    async fn told(&mut self, n: u32) -> Result<(), Fault> {
        let token = || self.desk.fresh_token();
        let (desk, campaign) = (&self.desk, self.campaign.clone());
        desk.write_to(&campaign, SIDES[0], Audience::Side(0), &format!("Message {n}"), token()?).await?;
        desk.write_to(&campaign, Seat::Umpire, Audience::Public, &format!("Notice {n}"), token()?).await?;
        let new = NewRuling {
            rule: "HOUSE-COMMAND".into(),
            decision: format!("Decision {n}"),
            reason: "It was asked for.".into(),
            audience: Audience::Public,
        };
        desk.rule(&campaign, Seat::Umpire, new, None, token()?).await?;
        let delay = Delay { minutes: 0, entries: n };
        desk.delay_spectators(&campaign, Seat::Umpire, delay, None, token()?).await?;
        let bytes = vec![n.to_le_bytes()[0]; 9];
        let picture = pictures::Picture { kind: pictures::Kind::Png, width: 90, height: 80, bytes };
        desk.lay_picture(&campaign, Seat::Umpire, &picture, token()?).await?;
        desk.show_picture(&campaign, Seat::Umpire, true, token()?).await?;
        desk.place_picture(&campaign, Seat::Umpire, Placed::Edges, token()?).await?;
        Ok(())
    }

    /// The deadline of a step passes: the table gives what a side has kept, or what the rules suggest.
    async fn passes(&mut self, time: &AtomicI64) -> Result<(), Fault> {
        for side in SIDES {
            let Some((_, command)) = self.sample(&[side]).await? else { continue };
            let orders = vec![Kept { words: "Whatever comes".into(), command }];
            let token = self.desk.fresh_token()?;
            self.desk.keep_orders(&self.campaign, side, orders, None, token).await?;
        }
        let pace = Pace { hours: 1, grace: 0, missing: Missing::Default };
        for order in [TimeOrder::Set(pace), TimeOrder::Lift] {
            let token = self.desk.fresh_token()?;
            self.desk.set_time(&self.campaign, Seat::Umpire, order, None, token).await?;
            time.fetch_add(2 * HOUR, Ordering::Relaxed);
            self.desk.keep_time().await;
            self.answers().await?;
        }
        Ok(())
    }

    /// The umpire would take out an act. The sides that it concerns agree, and it is made; or one declines.
    async fn put_right(&mut self) -> Result<(), Fault> {
        let last: u64 = self.desk.cursor(&self.campaign, Seat::Umpire).await?.0.parse()?;
        let declines = one_in(self.random, 3);
        for _ in 0..12 {
            let entry = last.saturating_sub(below(self.random, 14) as u64).max(1);
            let nothing = Correcting::default();
            if self.desk.act_then(&self.campaign, Seat::Umpire, entry, &nothing).await?.is_none() {
                continue;
            }
            let request = Correcting { changes: BTreeMap::from([(entry, Change::Remove)]), ..nothing };
            let (reason, token) = ("It was written wrongly.", self.desk.fresh_token()?);
            let asked =
                self.desk.propose(&self.campaign, Seat::Umpire, &request, reason, None, token).await?;
            if !matches!(asked, Answer::Done { .. }) {
                continue;
            }
            for side in SIDES {
                let Some(shown) = self.desk.proposed(&self.campaign, side).await? else { continue };
                let agrees = !(declines && side == SIDES[1]);
                let token = self.desk.fresh_token()?;
                self.desk.consent(&self.campaign, side, agrees, &shown.digest, token).await?;
            }
            return Ok(());
        }
        Ok(())
    }

    /// A throw of a side's own that still waits when the file is made, where there is one to come to.
    async fn waits(&mut self) -> Result<(), Fault> {
        for _ in 0..40 {
            let [one, other] = self.sides();
            let Some((by, command)) = self.sample(&[one, other, Seat::Umpire]).await? else { return Ok(()) };
            let submission = Submission {
                by,
                acting_for: None,
                reason: None,
                command,
                cursor: None,
                token: self.desk.fresh_token()?,
                dice: if self.typed { DiceBy::Table(Vec::new()) } else { DiceBy::Server },
            };
            if let Answer::Waits { .. } = self.desk.submit(&self.campaign, submission).await? {
                return Ok(());
            }
        }
        Ok(())
    }

    async fn exported(&self, kind: FileKind) -> Result<Value, Fault> {
        let file = self.desk.export(&self.campaign, Seat::Umpire, kind).await?;
        decoded(&file.map_err(|refusal| refusal.sentence)?.to_text())
    }
}
