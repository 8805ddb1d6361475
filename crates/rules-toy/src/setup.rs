//! What a table starts from: sides, posts, charts. Read whole, every fault with its place.

use std::sync::Arc;

use hexmap::{Hex, Numbering};
use kernel::grammar::counted;
use kernel::reader::HOUSE_FILE;
use kernel::{Chart, ChartResult, Diagnostic, Die, Id, Node, PerSide, Reader, Row, SideInfo};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The most posts a set-up may have.
pub const MOST_POSTS: usize = 8;

/// How the hexes of a set-up's board are numbered.
pub const NUMBERING: Numbering = Numbering::COMMON;

kernel::ids! {
    /// A post.
    pub PostId;
}

/// A place worth holding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Post {
    /// Its id.
    pub id: PostId,
    /// Its name in prose: "the ford".
    pub name: String,
    /// Points at dawn for the side that holds it alone.
    pub worth: u8,
    /// Scouts see less there.
    pub wooded: bool,
    /// Where it lies, in a set-up that has a board.
    pub hex: Option<Hex>,
}

/// A row of the pay chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pay {
    /// Coins gained.
    pub coins: u8,
}

impl ChartResult for Pay {
    fn words(&self) -> String {
        counted(self.coins, "coin")
    }
}

kernel::words! {
    /// What a scout gets to see.
    pub enum Look {
        /// Not a thing.
        Nothing = "nothing" => "Nothing seen",
        /// Whether an enemy picket stands there.
        Clear = "clear" => "A clear look",
    }
}

/// A row of the scouting chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scouting {
    /// What the scout sees.
    pub look: Look,
}

impl ChartResult for Scouting {
    fn words(&self) -> String {
        self.look.prose().into()
    }
}

/// A set-up. Never changes during play.
#[derive(Debug, PartialEq, Eq)]
pub struct Setup {
    /// Title of the campaign.
    pub title: String,
    /// How many nights are played.
    pub rounds: u8,
    /// Pickets each side can have out.
    pub pickets: usize,
    /// The two sides.
    pub sides: PerSide<SideInfo>,
    /// The posts, at most [`MOST_POSTS`].
    pub posts: Vec<Post>,
    /// TOY-T1.
    pub pay: Chart<Pay>,
    /// TOY-T2.
    pub scouting: Chart<Scouting>,
    /// What is odd about the file and no fault.
    pub warnings: Vec<Diagnostic>,
}

impl Setup {
    /// Reads a set-up file.
    ///
    /// # Errors
    /// Every fault with its place.
    pub fn load(file: &str, text: &str) -> Result<Arc<Self>, Vec<Diagnostic>> {
        let reader = Reader::new(file, text);
        let setup = Self::read(&reader.root());
        let warnings = reader.warnings();
        reader.finish(setup.map(|setup| Arc::new(Self { warnings, ..setup })))
    }

    fn read(root: &Node<'_>) -> Option<Self> {
        let title = root.name("title", 200);
        let rounds = root.number("rounds", 1..=20);
        let pickets = root.number("pickets", 1..=8);
        let sides: Vec<SideInfo> = root.tables("side").iter().filter_map(side).collect();
        let posts: Vec<Post> = root.tables("post").iter().filter_map(post).collect();
        if posts.is_empty() || posts.len() > MOST_POSTS {
            root.fault("post", HOUSE_FILE, format!("There must be 1 to {MOST_POSTS} posts."));
        }
        twice(root, "side", sides.iter().map(|side| side.id));
        twice(root, "post", posts.iter().map(|post| post.id.into()));
        let sides =
            PerSide::try_from(sides).map_err(|_| root.fault("side", HOUSE_FILE, "There must be two sides."));
        let charts = root.maybe_table("chart");
        let own = |key| charts.as_ref().and_then(|charts| charts.maybe_table(key));
        let pay = own("pay").map_or_else(|| shipped(include_str!("../charts/pay.toml")), |node| chart(&node));
        let scouting =
            own("scout").map_or_else(|| shipped(include_str!("../charts/scout.toml")), |node| chart(&node));
        if let Some(charts) = charts {
            charts.close();
        }
        root.close();
        let pickets = usize::try_from(pickets?).ok()?;
        let rounds = u8::try_from(rounds?).ok()?;
        let (pay, scouting, warnings) = (pay?, scouting?, Vec::new());
        let sides = sides.ok()?;
        Some(Self { title: title?, rounds, pickets, sides, posts, pay, scouting, warnings })
    }

    /// The index of a post.
    pub fn post(&self, id: PostId) -> Option<usize> {
        self.posts.iter().position(|post| post.id == id)
    }
}

fn side(node: &Node<'_>) -> Option<SideInfo> {
    let side = (node.id("id"), node.text("name"));
    node.close();
    Some(SideInfo { id: side.0?, name: side.1? })
}

fn post(node: &Node<'_>) -> Option<Post> {
    let (id, name, worth) = (node.id("id"), node.text("name"), node.number("worth", 0..=9));
    if worth == Some(0) {
        node.warn("worth", HOUSE_FILE, "Nobody gains anything by this post.");
    }
    let wooded = node.maybe_flag("wooded").unwrap_or(false);
    let hex = node.maybe::<String>("hex").and_then(|label| {
        let read = NUMBERING.read(&label);
        read.map_err(|fault| node.fault("hex", HOUSE_FILE, format!("{fault}."))).ok()
    });
    node.close();
    Some(Post { id: id?.into(), name: name?, worth: u8::try_from(worth?).ok()?, wooded, hex })
}

fn twice(root: &Node<'_>, key: &str, ids: impl Iterator<Item = Id>) {
    let mut met = Vec::new();
    for id in ids {
        if met.contains(&id) {
            root.fault(key, HOUSE_FILE, format!("The id {id} stands twice."));
        }
        met.push(id);
    }
}

/// A chart of the printed rules, compiled in; a test reads each.
fn shipped<R: ChartResult + DeserializeOwned>(text: &str) -> Option<Chart<R>> {
    let reader = Reader::new("shipped chart", text);
    let chart = chart(&reader.root());
    reader.finish(chart).ok()
}

fn chart<R: ChartResult + DeserializeOwned>(node: &Node<'_>) -> Option<Chart<R>> {
    let (id, title) = (node.text("id"), node.text("title"));
    let (die, rows) = (node.maybe::<Die>("die"), node.maybe::<Vec<Row<R>>>("row"));
    node.close();
    match Chart::new(&id?, &title?, die?, rows?) {
        Ok(chart) => Some(chart),
        Err(faults) => {
            faults.iter().for_each(|fault| node.fault("row", HOUSE_FILE, format!("{fault}.")));
            None
        }
    }
}
