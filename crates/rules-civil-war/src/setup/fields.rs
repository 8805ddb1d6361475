//! Battlefields: scaled maps with zones for deployment and for flank forces.

use kernel::Node;
use kernel::reader::HOUSE_FILE;
use serde_json::Value;

use super::armies::{Hex, terrain, terrain_of};
use super::options::Options;
use super::{Once, reading};
use crate::charts::s7_ground;
use crate::words::{Crossing, Edge, Inches, Terrain};

/// A rectangle of a field; what it does not bound reaches to the edge of the field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Zone {
    x_min: Option<Inches>,
    x_max: Option<Inches>,
    y_min: Option<Inches>,
    y_max: Option<Inches>,
}

impl Zone {
    /// What it bounds lies on the field, as far as that has a size. With it whether every bound does, so that nothing more is told
    /// of a zone of which something is wrong already.
    fn read(node: &Node<'_>, (width, height): (Option<Inches>, Option<Inches>)) -> (Self, bool) {
        let mut is_clear = true;
        let mut bound = |key: &str, most: Option<Inches>| {
            let at = reading::inches(node, key);
            is_clear &= at.is_some() || !node.has(key);
            if let Some((at, most)) = at.zip(most).filter(|(at, most)| !(Inches(0)..=*most).contains(at)) {
                let words = format!(
                    "The field ends at {most}, and {at} lies outside it. Left out, the zone reaches to its edge."
                );
                node.fault(key, "CWFF-6-2", words);
                is_clear = false;
            }
            at
        };
        let [x_min, x_max] = ["x_min", "x_max"].map(|key| bound(key, width));
        let [y_min, y_max] = ["y_min", "y_max"].map(|key| bound(key, height));
        node.close();
        (Self { x_min, x_max, y_min, y_max }, is_clear)
    }

    /// Whether a point lies in it.
    pub fn holds(&self, (x, y): (Inches, Inches)) -> bool {
        let within = |low: Option<Inches>, high: Option<Inches>, at| {
            low.is_none_or(|low| low <= at) && high.is_none_or(|high| at <= high)
        };
        within(self.x_min, self.x_max, x) && within(self.y_min, self.y_max, y)
    }

    /// Points along its rim on a field of this size, one at each inch and the corners.
    pub fn rim(&self, size: (Inches, Inches)) -> Vec<(Inches, Inches)> {
        let span = |low: Option<Inches>, high: Option<Inches>, most: Inches| {
            (low.unwrap_or_default().0, high.unwrap_or(most).0.min(most.0))
        };
        let (x, y) = (span(self.x_min, self.x_max, size.0), span(self.y_min, self.y_max, size.1));
        let steps = |(low, high): (i32, i32)| (low..=high).step_by(4).chain([high]);
        let across = steps(x).flat_map(|at| [(Inches(at), Inches(y.0)), (Inches(at), Inches(y.1))]);
        let along = steps(y).flat_map(|at| [(Inches(x.0), Inches(at)), (Inches(x.1), Inches(at))]);
        across.chain(along).collect()
    }

    /// Its lower left and its upper right corner on a field of this size.
    pub fn corners(&self, size: (Inches, Inches)) -> [(Inches, Inches); 2] {
        let low = (self.x_min.unwrap_or_default(), self.y_min.unwrap_or_default());
        let high = (self.x_max.unwrap_or(size.0).min(size.0), self.y_max.unwrap_or(size.1).min(size.1));
        [low, high]
    }

    /// The point of it that is nearest to its lower left, moved so far into it, on a field of this size.
    pub fn point(&self, size: (Inches, Inches), along: (i32, i32)) -> (Inches, Inches) {
        let place = |low: Option<Inches>, high: Option<Inches>, most: Inches, steps: i32| {
            let (low, high) = (low.unwrap_or_default().0, high.unwrap_or(most).0.min(most.0));
            Inches(low + steps.rem_euclid((high - low + 1).max(1)))
        };
        (place(self.x_min, self.x_max, size.0, along.0), place(self.y_min, self.y_max, size.1, along.1))
    }
}

/// Something on a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feature {
    /// What it is.
    pub kind: String,
    /// Its name.
    pub name: String,
    /// Its outline, or its line.
    pub points: Vec<(Inches, Inches)>,
    /// Whether nothing is seen through it. [CWFF-R11]
    pub blocks_sight: bool,
}

/// A battlefield.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The kinds of land that it stands for. [CWFF-2-1]
    pub terrains: Vec<Terrain>,
    /// Its name: what it is drawn and agreed by.
    pub name: String,
    /// Width and height.
    pub size: (Inches, Inches),
    /// The two edges that armies defend and attack from.
    pub edges: [Edge; 2],
    /// The deployment zone at each of them.
    pub deploy: [Zone; 2],
    /// Where flank forces enter at the two other edges.
    pub flank: Vec<(Edge, Zone)>,
    /// What lies on it.
    pub features: Vec<Feature>,
}

impl Field {
    /// The deployment zone of an edge.
    pub fn zone(&self, edge: Edge) -> Option<&Zone> {
        self.edges.iter().position(|known| *known == edge).map(|at| &self.deploy[at])
    }

    /// Where a force enters at an edge, in words: from where to where along it, in inches from the corner at the left or
    /// below. [CWFF-7B-3]
    pub fn entry(&self, edge: Edge) -> Option<String> {
        let (_, zone) = self.flank.iter().find(|(known, _)| *known == edge)?;
        let [low, high] = zone.corners(self.size);
        let (from, to, of) = match edge {
            Edge::East | Edge::West => (low.1, high.1, "below"),
            Edge::North | Edge::South => (low.0, high.0, "the left"),
        };
        Some(format!("{from} to {to} from {of}"))
    }

    /// Whether a point lies on the field.
    pub fn holds(&self, (x, y): (Inches, Inches)) -> bool {
        let within = |at: Inches, most| at >= Inches(0) && at <= most;
        within(x, self.size.0) && within(y, self.size.1)
    }
}

/// Reads the battlefields.
pub fn fields(root: &Node<'_>) -> Vec<Field> {
    let mut names = Once::new();
    let mut read = |node: &Node<'_>| {
        let field = field(node)?;
        names.met(node, "name", field.name.clone());
        Some(field)
    };
    root.tables("battlefields").iter().filter_map(&mut read).collect()
}

/// [CWFF-2-1] Warns of land on which a battle can be opened and that has no field.
pub fn missing(root: &Node<'_>, hexes: &[Hex], fields: &[Field], options: &Options) {
    let over = |hex: &Hex| {
        let sides = hex.sides.iter().map(|(_, crossing)| *crossing);
        let land = |crossing| s7_ground::field(hex.terrain, crossing, options);
        std::iter::once(Crossing::Open).chain(sides).map(land).collect::<Vec<_>>()
    };
    let lands: std::collections::BTreeSet<Terrain> = hexes.iter().flat_map(over).collect();
    for land in lands.into_iter().filter(|land| !fields.iter().any(|field| field.terrains.contains(land))) {
        let words = format!(
            "No battlefield stands for {land}: a battle there can be entered as fought on the board alone."
        );
        root.warn("battlefields", "CWFF-2-1", words);
    }
}

fn field(node: &Node<'_>) -> Option<Field> {
    let (terrains, name) = (terrains(node), node.name("name", 24));
    let (width, height) = (length(node, "width"), length(node, "height"));
    let edges: Vec<Edge> = node.texts("sides").iter().filter_map(|word| Edge::read(word)).collect();
    let edges: Option<[Edge; 2]> =
        edges.try_into().ok().filter(|[one, two]: &[Edge; 2]| one.across() == *two);
    if edges.is_none() {
        node.fault(
            "sides",
            "CWFF-3-1",
            "A field has two sides across from each other, such as north and south.",
        );
    }
    let zones = |key| {
        let mut zones: Vec<(Edge, (Zone, bool))> = Vec::new();
        if let Some(table) = node.maybe_table(key) {
            for word in table.keys() {
                let (edge, zone) = (Edge::read(&word), table.maybe_table(&word));
                if edge.is_none() {
                    table.fault(&word, HOUSE_FILE, format!("Edges of a field are: {}.", Edge::all_words()));
                }
                zones.extend(edge.zip(zone.as_ref().map(|zone| Zone::read(zone, (width, height)))));
            }
        }
        zones
    };
    let (deploy, flank) = (zones("deploy"), zones("flank_zones"));
    let features = node.tables("terrain_features");
    let features = features.iter().filter_map(|one| feature(one, width.zip(height))).collect();
    // Lots are drawn by these names, and hold so many bytes.
    if name.as_ref().is_some_and(|name| kernel::Id::new(name).is_err()) {
        let most = kernel::Id::MAX_BYTES;
        let sentence =
            format!("The name of a battlefield has at most {most} bytes; a letter such as ü takes two.");
        node.fault("name", "CWFF-2-2", sentence);
    }
    node.close();
    let edges = edges?;
    flank_edges(node, edges, &flank);
    let zone = |edge| deploy.iter().find(|(known, _)| *known == edge).map(|(_, read)| *read);
    let (Some((one, one_is_clear)), Some((two, two_is_clear))) = (zone(edges[0]), zone(edges[1])) else {
        node.fault("deploy", "CWFF-6-2", "Each side of the field needs its deployment zone.");
        return None;
    };
    let size = (width?, height?);
    let all = deploy.iter().map(|one| ("deploy", one)).chain(flank.iter().map(|one| ("flank_zones", one)));
    for (key, (edge, (zone, _))) in all.filter(|(_, (_, (_, is_clear)))| *is_clear) {
        let [low, high] = zone.corners(size);
        if low.0 >= high.0 || low.1 >= high.1 {
            let words = format!(
                "Nothing can stand in the zone at the {edge} edge: it ends before it begins. The smaller bound comes first."
            );
            node.fault(key, "CWFF-6-2", words);
        }
    }
    let [[low, high], [other_low, other_high]] = [one, two].map(|zone| zone.corners(size));
    let overlap =
        low.0 < other_high.0 && other_low.0 < high.0 && low.1 < other_high.1 && other_low.1 < high.1;
    if one_is_clear && two_is_clear && overlap {
        let words =
            "The two deployment zones lie over each other. One ends where the other begins, or before it.";
        node.fault("deploy", "CWFF-6-2", words);
    }
    let flank = flank.into_iter().map(|(edge, (zone, _))| (edge, zone)).collect();
    Some(Field { terrains: terrains?, name: name?, size, edges, deploy: [one, two], flank, features })
}

/// [CWFF-7B-3] Forces enter at the two edges that no army deploys at: a zone at another is of no use, and where one of the two
/// has a zone so has the other. Without any they enter anywhere along these edges.
fn flank_edges<T>(node: &Node<'_>, deploy: [Edge; 2], flank: &[(Edge, T)]) {
    let [one, two] = [deploy[0].left(), deploy[1].left()];
    for (edge, _) in flank.iter().filter(|(edge, _)| deploy.contains(edge)) {
        let words = format!(
            "No force enters at the {edge} edge, where an army deploys: at the {one} and the {two} edge."
        );
        node.fault("flank_zones", "CWFF-7B-3", words);
    }
    for edge in [one, two] {
        if !flank.is_empty() && !flank.iter().any(|(known, _)| *known == edge) {
            let words = format!(
                "Where forces enter at the {edge} edge is missing. Give it a zone, or leave all of them out."
            );
            node.fault("flank_zones", "CWFF-7B-3", words);
        }
    }
}

fn feature(node: &Node<'_>, size: Option<(Inches, Inches)>) -> Option<Feature> {
    let (kind, name) = (node.text("kind"), node.text("name"));
    for key in ["points", "blocks_sight"] {
        if !node.has(key) {
            node.fault(key, HOUSE_FILE, format!("The field {key:?} is missing."));
        }
    }
    let (points, blocks_sight) = (reading::points(node, "points"), node.maybe_flag("blocks_sight"));
    node.close();
    if let Some((width, height)) = size {
        let outside = |(x, y): &&(Inches, Inches)| {
            !(Inches(0)..=width).contains(x) || !(Inches(0)..=height).contains(y)
        };
        for (x, y) in points.iter().flatten().filter(outside) {
            let words = format!("{x}, {y} lies outside the field, which ends at {width}, {height}.");
            node.fault("points", "CWFF-2-1", words);
        }
    }
    Some(Feature { kind: kind?, name: name?, points: points?, blocks_sight: blocks_sight? })
}

/// One kind of land, or a list of those that a field stands for.
fn terrains(node: &Node<'_>) -> Option<Vec<Terrain>> {
    if !matches!(node.maybe("terrain"), Some(Value::Array(_))) {
        return terrain(node).map(|one| vec![one]);
    }
    let words = node.texts_in_place("terrain");
    let known: Vec<Terrain> = words.iter().flatten().filter_map(|word| terrain_of(node, word)).collect();
    let twice = known.iter().enumerate().any(|(at, one)| known[..at].contains(one));
    if words.is_empty() || twice {
        node.fault(
            "terrain",
            "CWFF-2-1",
            "A battlefield stands for one kind of land or more, each named once.",
        );
        return None;
    }
    (known.len() == words.len()).then_some(known)
}

fn length(node: &Node<'_>, key: &str) -> Option<Inches> {
    if !node.has(key) {
        node.fault(key, HOUSE_FILE, format!("The field {key:?} is missing."));
    }
    reading::inches(node, key).filter(|inches| {
        let fits = (Inches::whole(12)..=Inches::whole(240)).contains(inches);
        if !fits {
            node.fault(key, HOUSE_FILE, "A field is 12 to 240 inches wide and high.");
        }
        fits
    })
}
