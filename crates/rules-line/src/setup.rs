//! What a line starts from.

use std::sync::Arc;

use kernel::reader::{HOUSE_FILE, whole_file};
use kernel::{Diagnostic, Node, PerSide, SideInfo};

kernel::ids! {
    /// A post.
    pub PostId;
}

/// The most posts a set-up may have.
pub const MOST_POSTS: usize = 8;

/// A place worth holding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Post {
    /// Its id.
    pub id: PostId,
    /// Its name in prose: "the ford".
    pub name: String,
    /// Points for the side that holds it alone after a skirmish.
    pub worth: u8,
}

/// A set-up. Never changes during play.
#[derive(Debug, PartialEq, Eq)]
pub struct Setup {
    /// Title of the campaign.
    pub title: String,
    /// How many turns are played.
    pub turns: u8,
    /// What each side has at the beginning.
    pub coins: u8,
    /// Whether the umpire decides who holds a post that neither side held alone.
    pub umpire_decides: bool,
    /// Whether no person is the umpire: either side does what he does, and both close a skirmish together.
    pub without_umpire: bool,
    /// The two sides.
    pub sides: PerSide<SideInfo>,
    /// The posts.
    pub posts: Vec<Post>,
}

impl Setup {
    /// Reads a set-up file.
    ///
    /// # Errors
    /// Every fault with its place.
    pub fn load(file: &str, text: &str) -> Result<Arc<Self>, Vec<Diagnostic>> {
        let (setup, _) = whole_file(file, text, Self::read)?;
        Ok(Arc::new(setup))
    }

    fn read(root: &Node<'_>) -> Option<Self> {
        let title = root.name("title", 200);
        let (turns, coins) = (root.whole("turns", 1..=20), root.whole("coins", 0..=20));
        let umpire_decides = root.maybe_flag("umpire-decides").unwrap_or_default();
        let without_umpire = root.maybe_flag("without-umpire").unwrap_or_default();
        let sides = root.sides("side");
        let posts: Vec<Post> = root.tables("post").iter().filter_map(post).collect();
        if posts.is_empty() || posts.len() > MOST_POSTS {
            root.fault("post", HOUSE_FILE, format!("There must be 1 to {MOST_POSTS} posts."));
        }
        root.once("post", posts.iter().map(|post| post.id));
        root.close();
        let (title, turns, coins, sides) = (title?, turns?, coins?, sides?);
        Some(Self { title, turns, coins, umpire_decides, without_umpire, sides, posts })
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
    let (id, name, worth) = (node.id("id"), node.name("name", 100), node.whole("worth", 0..=9));
    node.close();
    Some(Post { id: id?.into(), name: name?, worth: worth? })
}
