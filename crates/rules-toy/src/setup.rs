//! What a table starts from: sides, posts, charts. Read whole, every fault with its place; and the same as tables that
//! umpires fill in.

use std::sync::Arc;

use hexmap::{Hex, Numbering};
use kernel::grammar::counted;
use kernel::reader::{HOUSE_FILE, whole_file};
use kernel::view::Block;
use kernel::{Chart, Diagnostic, Node, PerSide, SideInfo};
use tabular::{CellKind, SetupColumn, SetupTable};

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

kernel::words! {
    /// What a scout gets to see.
    pub enum Look {
        /// Not a thing.
        Nothing = "nothing" => "Nothing seen",
        /// Whether an enemy picket stands there.
        Clear = "clear" => "A clear look",
    }
}

kernel::chart_rows! {
    /// A row of the pay chart: the coins gained.
    pub struct Pay { coins: u8 } says |row| counted(row.coins, "coin");

    /// A row of the scouting chart: what the scout sees.
    pub struct Scouting { look: Look } says |row| row.look.prose().into();
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
        let (setup, warnings) = whole_file(file, text, Self::read)?;
        Ok(Arc::new(Self { warnings, ..setup }))
    }

    fn read(root: &Node<'_>) -> Option<Self> {
        let (title, rounds, pickets) =
            (root.name("title", 200), root.whole("rounds", 1..=20), root.whole("pickets", 1..=8));
        let sides = root.sides("side");
        let posts: Vec<Post> = root.tables("post").iter().filter_map(post).collect();
        if posts.is_empty() || posts.len() > MOST_POSTS {
            root.fault("post", HOUSE_FILE, format!("There must be 1 to {MOST_POSTS} posts."));
        }
        root.once("post", posts.iter().map(|post| post.id));
        let charts = root.maybe_table("chart");
        let own = |key| charts.as_ref().and_then(|charts| charts.maybe_table(key));
        let pay = Chart::own_or(own("pay"), include_str!("../charts/pay.toml"));
        let scouting = Chart::own_or(own("scout"), include_str!("../charts/scout.toml"));
        charts.iter().chain([root]).for_each(Node::close);
        let (pay, scouting, warnings) = (pay?, scouting?, Vec::new());
        let (title, rounds, pickets, sides) = (title?, rounds?, pickets?, sides?);
        Some(Self { title, rounds, pickets, sides, posts, pay, scouting, warnings })
    }

    /// The index of a post.
    pub fn post(&self, id: PostId) -> Option<usize> {
        self.posts.iter().position(|post| post.id == id)
    }

    /// The name of a post.
    pub fn called(&self, id: PostId) -> &str {
        self.post(id).map_or("", |at| &self.posts[at].name)
    }
}

fn post(node: &Node<'_>) -> Option<Post> {
    let (id, name, worth) = (node.id("id"), node.text("name"), node.whole("worth", 0..=9));
    if worth == Some(0) {
        node.warn("worth", HOUSE_FILE, "Nobody gains anything by this post.");
    }
    let wooded = node.maybe_flag("wooded").unwrap_or(false);
    let hex = node.maybe_hex("hex", NUMBERING);
    node.close();
    Some(Post { id: id?.into(), name: name?, worth: worth?, wooded, hex })
}

/// The tables; they are the same in every file.
pub fn tables() -> Vec<SetupTable> {
    let whole = CellKind::Whole { least: 0, most: 9 };
    let worth = SetupColumn::new("worth", "Worth", whole).needed().aliases(&["points", "pts"]);
    let wooded = SetupColumn::new("wooded", "Wooded", CellKind::Flag).aliases(&["trees"]);
    let hex = SetupColumn::new("hex", "Hex", CellKind::Text);
    let post = vec![
        worth.help("Points at dawn for the side that holds it alone."),
        wooded.help("Scouts see less there."),
        hex.help("Where it lies on the board, such as 0303."),
    ];
    vec![
        SetupTable::named("side", "Sides", Vec::new()).help("Two sides."),
        SetupTable::named("post", "Posts", post)
            .section("Ground")
            .help("The places worth holding, at most eight."),
    ]
}

/// What a set-up foretells: the points that are to be had.
pub fn forecast(setup: &Setup) -> Vec<Block> {
    let worth: u32 = setup.posts.iter().map(|post| u32::from(post.worth)).sum();
    let all = worth * u32::from(setup.rounds);
    vec![Block::Facts(vec![
        ("Points each dawn, at most".into(), worth.to_string().into()),
        ("Points in all nights, at most".into(), all.to_string().into()),
    ])]
}
