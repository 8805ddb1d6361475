//! What a page is drawn for: whose eyes, at which address, with what in hand.

use std::collections::BTreeMap;

use kernel::{Seat, SideInfo};
use sha2::{Digest, Sha256};
use table::{Look, Picture, Ruling, house};

use super::log::{Line, Since};
use super::passed::Passed;
use super::time::Zone;
use kernel::view::{Block, Panel, ShownRefusal};

/// Everything a renderer needs besides the block itself.
#[derive(Clone, Copy)]
pub struct Reader<'a> {
    /// The address of the seat at the table: `/c/rostov/side-0`.
    pub base: &'a str,
    /// What every link within the table carries along: empty, or `?as=side-0`.
    pub query: &'a str,
    /// The page's id, which forms send back.
    pub page: &'a str,
    /// Whose eyes.
    pub seat: Seat,
    /// The sides in the order of their seats.
    pub sides: &'a [SideInfo],
    /// What names are known from; nothing on pages that lie at no table.
    pub look: Option<&'a Look>,
    /// Whether the campaign has ended, so that nothing waits for anybody.
    pub over: bool,
    /// Whether the reader can act here.
    pub hand: Hand<'a>,
    /// Whether what a form says can be kept for the deadline instead of being done.
    pub keeps: bool,
    /// Whether dice thrown at a table may be typed in.
    pub types: bool,
    /// What came of the form that was just sent.
    pub said: Option<&'a Said>,
    /// How the act just made came out, shown beside its form.
    pub out: Option<&'a Out>,
    /// The panel that is being drawn, where the reader goes on after an act without script.
    pub panel: Option<&'a str>,
    /// The panel with the purse, on a page where something is bought.
    pub purse: Option<&'a Panel>,
    /// What has happened since the reader was last here.
    pub since: Option<&'a Since>,
    /// What differs on the page since then.
    pub passed: Option<&'a Passed>,
    /// What the umpire has ruled, newest first, as far as the reader may know it.
    pub rulings: &'a [Ruling],
    /// The picture under the maps of the reader.
    pub picture: Option<&'a Picture>,
    /// The reader's time zone.
    pub zone: &'a Zone,
}

impl<'a> Reader<'a> {
    /// A seat's reader of pages that lie at no table, without anything said, thrown or ruled so far.
    pub fn of(seat: Seat, hand: Hand<'a>, zone: &'a Zone) -> Self {
        Self {
            base: "",
            query: "",
            page: "",
            seat,
            sides: &[],
            look: None,
            over: false,
            hand,
            keeps: false,
            types: true,
            said: None,
            out: None,
            panel: None,
            purse: None,
            since: None,
            passed: None,
            rulings: &[],
            picture: None,
            zone,
        }
    }

    /// How people call what a roll is about.
    pub fn called(&self, subject: &str) -> String {
        self.look.and_then(|look| look.called(subject)).unwrap_or_else(|| subject.to_owned())
    }
}

/// Whether the reader can act.
#[derive(Clone, Copy, Debug)]
pub enum Hand<'a> {
    /// Forms are drawn and send nothing; the element of this id says why.
    Reads(&'static str),
    /// A moment of the past is read: forms are drawn and send nothing, and nothing on a map can be picked up.
    Past,
    /// A throw of the seat waits for its dice: every other control is closed until then.
    Waits,
    /// The dice are not open yet: every control of the rules is closed until then.
    Early,
    /// The campaign has ended: no control is drawn.
    Over,
    /// Forms are sent with these keys.
    Acts(&'a Keys),
}

/// What every form carries along.
#[derive(Clone, Debug)]
pub struct Keys {
    /// Proves that the form came from a page of this session.
    pub csrf: String,
    /// How far the reader has seen.
    pub cursor: String,
    /// How many lines of the log the reader's seat could read then.
    pub seen: u64,
    /// The side acted for, when the umpire acts for one: each form then asks for a reason.
    pub acting_for: Option<Seat>,
}

impl Keys {
    /// The act's own name: the same for the same form as long as the reader sees the same, so that a form sent
    /// twice acts once, and not to be guessed by another session.
    pub fn token(&self, base: &str, form: &str) -> String {
        let acting_for = self.acting_for.map_or_else(String::new, Seat::name);
        let text =
            [&self.csrf, base, &acting_for, &self.cursor, form].map(|part| format!("{}:{part}", part.len()));
        let digest = Sha256::digest(text.concat().as_bytes());
        hex::encode(&digest[..16])
    }
}

/// What came of a form, for the page that answers it.
#[derive(Clone, Debug, Default)]
pub struct Said {
    /// The form that was sent.
    pub form: String,
    /// Why it was refused, first reason first; empty when it was done.
    pub refusals: Vec<ShownRefusal>,
    /// What had been entered, so that nothing has to be typed again.
    pub entered: BTreeMap<String, Vec<String>>,
    /// What an order that was only to be checked is understood as.
    pub checked: Option<String>,
    /// What the answers of a form that was only to be weighed come to.
    pub planned: Option<Vec<Block>>,
    /// A sentence for the status line.
    pub sentence: String,
}

/// How an act came out.
#[derive(Clone, Debug)]
pub struct Out {
    /// The form that was sent.
    pub form: String,
    /// Its line in the log.
    pub line: Line,
}

/// The id of the sentence that says that nothing is done at a moment of the past.
pub const PAST: &str = "then-why";

/// The id of the sentence that says what a throw waits for.
pub const WAITS: &str = "waits";

/// The id of the sentence that says that everything waits for the dice to open.
pub const DICE_WAIT: &str = "dice-wait";

impl Hand<'_> {
    /// The id of the sentence that says why nothing is sent; `None` when forms are sent.
    pub fn why_not(&self) -> Option<&'static str> {
        match self {
            Self::Reads(why) => Some(why),
            Self::Past => Some(PAST),
            Self::Waits => Some(WAITS),
            Self::Early => Some(DICE_WAIT),
            Self::Over => Some("over"),
            Self::Acts(_) => None,
        }
    }
}

impl<'a> Reader<'a> {
    /// Why the table itself keeps an open form closed, asked before the rules are.
    pub fn held_up(&self) -> Option<ShownRefusal> {
        let (code, rule, sentence) = match self.hand {
            Hand::Waits => (
                "waiting",
                house::WAITING,
                "A throw at the table waits for its dice. They are entered first.",
            ),
            Hand::Early => (
                "dice",
                house::DICE_OPEN,
                "This has to wait until the dice are open. The page says above how far they are.",
            ),
            Hand::Reads(_) | Hand::Past | Hand::Over | Hand::Acts(_) => return None,
        };
        Some(ShownRefusal { code, rule, sentence: sentence.to_owned() })
    }

    /// The address of a page of this seat; `part` begins with a slash or is empty.
    pub fn link(&self, part: &str) -> String {
        match part.split_once('#') {
            Some((path, anchor)) => format!("{}{path}{}#{anchor}", self.base, self.query),
            None => format!("{}{part}{}", self.base, self.query),
        }
    }

    /// The name of a side.
    pub fn side_name(&self, side: u8) -> &'a str {
        self.sides.get(usize::from(side)).map_or("Another side", |info| &info.name)
    }

    /// The latest ruling on a rule.
    pub fn ruled_before(&self, rule: &str) -> Option<&'a Ruling> {
        self.rulings.iter().find(|ruling| ruling.rule == rule)
    }

    /// What was said about this form.
    pub fn said_of(&self, form: &str) -> Option<&'a Said> {
        self.said.filter(|said| said.form == form)
    }
}
