//! Writes pages as a file: the only place that calls the library for drawing.

use std::num::NonZeroU16;

use kernel::view::Mark;
use krilla::Document;
use krilla::SerializeSettings;
use krilla::action::{Action, LinkAction};
use krilla::annotation::{Annotation, LinkAnnotation, Target};
use krilla::color::luma;
use krilla::configure::{Accessibility, ConfigurationBuilder};
use krilla::destination::XyzDestination;
use krilla::geom::{Path, PathBuilder, Point, Rect};
use krilla::metadata::Metadata;
use krilla::num::NormalizedF32;
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::paint::{Fill, FillRule, LineCap, LineJoin, Stroke, StrokeDash};
use krilla::surface::Surface;
use krilla::tagging::{
    Artifact, ArtifactType, ContentTag, Identifier, Node as Child, SpanTag, TableHeaderScope, Tag, TagGroup,
    TagTree,
};

use super::Fault;
use super::flow::Flow;
use super::fonts;
use super::page::{At, Kind, Meaning, Node, Op, Pen};

/// Writes pages with the tree of their meanings. The same pages give the same bytes.
pub(super) fn write(title: &str, flow: Flow<'_>) -> Result<Vec<u8>, Fault> {
    let Flow { pages, mut nodes, outline, .. } = flow;
    let configuration = ConfigurationBuilder::new().with_accessibility_validator(Accessibility::UA1).finish();
    let configuration = configuration.map_err(|fault| Fault(format!("{fault:?}")))?;
    let mut document =
        Document::new_with(SerializeSettings { configuration, ..SerializeSettings::default() });
    for page in &pages {
        let settings = PageSettings::from_wh(page.size.0, page.size.1);
        let mut sheet =
            document.start_page_with(settings.ok_or_else(|| Fault("a page without a size".into()))?);
        let mut surface = sheet.surface();
        let mut rest = &page.ops[..];
        while let Some((meaning, _)) = rest.first() {
            let n = rest.iter().position(|(other, _)| other != meaning).unwrap_or(rest.len());
            let (now, later) = rest.split_at(n);
            tagged(&mut surface, *meaning, now, &mut nodes);
            rest = later;
        }
        surface.finish();
        for (meaning, op) in &page.ops {
            if let Op::Link { area: [left, top, right, bottom], address } = op
                && let Some(area) = Rect::from_ltrb(*left, *top, *right, *bottom)
                && let Some(node) = meaning
            {
                let target = Target::Action(Action::Link(LinkAction::new(address.clone())));
                let link = Annotation::new_link(LinkAnnotation::new(area, target), Some(address.clone()));
                nodes[*node].leaves.push(sheet.add_tagged_annotation(link));
            }
        }
        sheet.finish();
    }
    let mut tree = TagTree::new().with_lang(Some("en".into()));
    let mut is_inner = vec![false; nodes.len()];
    nodes.iter().flat_map(|node| &node.nodes).for_each(|at| is_inner[*at] = true);
    let mut leaves: Vec<Vec<Identifier>> =
        nodes.iter_mut().map(|node| std::mem::take(&mut node.leaves)).collect();
    for at in (0..nodes.len()).filter(|at| !is_inner[*at]) {
        tree.push(group(at, &nodes, &mut leaves));
    }
    document.set_tag_tree(tree);
    let mut contents = Outline::new();
    for (words, page) in outline {
        contents.push_child(OutlineNode::new(words, XyzDestination::new(page, Point::from_xy(0.0, 0.0))));
    }
    document.set_outline(contents);
    document.set_metadata(
        Metadata::new().title(title.to_owned()).language("en".into()).creator("Adjutant".into()),
    );
    document.finish().map_err(|fault| Fault(format!("{fault:?}")))
}

fn group(at: usize, nodes: &[Node], leaves: &mut [Vec<Identifier>]) -> TagGroup {
    let level = |level: u16| NonZeroU16::new(level).unwrap_or(NonZeroU16::MIN);
    let mut group = match &nodes[at].kind {
        Kind::Section => TagGroup::new(Tag::Section),
        Kind::Title(words) => TagGroup::new(Tag::Hn(level(1), Some(words.clone()))),
        Kind::Heading(words) => TagGroup::new(Tag::Hn(level(2), Some(words.clone()))),
        Kind::Paragraph => TagGroup::new(Tag::P),
        Kind::Table => TagGroup::new(Tag::Table),
        Kind::Head => TagGroup::new(Tag::THead),
        Kind::Body => TagGroup::new(Tag::TBody),
        Kind::Row => TagGroup::new(Tag::TR),
        Kind::ColumnHead => TagGroup::new(Tag::TH(TableHeaderScope::Column)),
        Kind::RowHead => TagGroup::new(Tag::TH(TableHeaderScope::Row)),
        Kind::Cell => TagGroup::new(Tag::TD),
        Kind::Figure(words) => TagGroup::new(Tag::Figure(Some(words.clone()))),
        Kind::Link => TagGroup::new(Tag::Link),
    };
    for leaf in std::mem::take(&mut leaves[at]) {
        group.push(Child::Leaf(leaf));
    }
    for node in &nodes[at].nodes {
        group.push(Child::Group(self::group(*node, nodes, leaves)));
    }
    group
}

fn tagged(surface: &mut Surface<'_>, meaning: Meaning, ops: &[(Meaning, Op)], nodes: &mut [Node]) {
    if ops.iter().all(|(_, op)| matches!(op, Op::Link { .. })) {
        return;
    }
    match meaning {
        Some(node) => {
            let leaf = surface.start_tagged(ContentTag::Span(SpanTag::empty()));
            nodes[node].leaves.push(leaf);
        }
        None => {
            surface.start_tagged(ContentTag::Artifact(Artifact::with_kind(ArtifactType::Other)));
        }
    }
    ops.iter().for_each(|(_, op)| draw(surface, op));
    surface.end_tagged();
}

fn draw(surface: &mut Surface<'_>, op: &Op) {
    match op {
        Op::Words { at, run } => {
            if run.words.is_empty() {
                return;
            }
            // On the black of a disc words are white.
            ink(surface, Some(if run.mark == Mark::Changed { 255 } else { 0 }), None);
            let glyphs = fonts::glyphs(&run.words, run.face);
            let at = Point::from_xy(at.0, at.1);
            surface.draw_glyphs(at, &glyphs, fonts::font(run.face), &run.words, run.size, false);
        }
        Op::Stroke { points, closed, pen } => {
            ink(surface, None, Some(*pen));
            path(points, *closed).into_iter().for_each(|path| surface.draw_path(&path));
        }
        Op::Fill { points, grey } => {
            ink(surface, Some(*grey), None);
            path(points, true).into_iter().for_each(|path| surface.draw_path(&path));
        }
        Op::Disc { at, radius, filled, pen } => {
            ink(surface, Some(if *filled { 0 } else { 255 }), Some(*pen));
            disc(*at, *radius).into_iter().for_each(|path| surface.draw_path(&path));
        }
        Op::Within { outline, lines, pen } => {
            let Some(outline) = path(outline, true) else { return };
            surface.push_clip_path(&outline, &FillRule::NonZero);
            ink(surface, None, Some(*pen));
            let mut all = PathBuilder::new();
            for [from, to] in lines {
                all.move_to(from.0, from.1);
                all.line_to(to.0, to.1);
            }
            all.finish().into_iter().for_each(|path| surface.draw_path(&path));
            surface.pop();
        }
        Op::Blocks(blocks) => {
            ink(surface, Some(0), None);
            let mut all = PathBuilder::new();
            for [left, top, width, height] in blocks {
                Rect::from_xywh(*left, *top, *width, *height)
                    .into_iter()
                    .for_each(|rect| all.push_rect(rect));
            }
            all.finish().into_iter().for_each(|path| surface.draw_path(&path));
        }
        Op::Link { .. } => {}
    }
}

fn ink(surface: &mut Surface<'_>, fill: Option<u8>, pen: Option<Pen>) {
    let grey = |grey: u8| luma::Color::new(grey).into();
    surface.set_fill(fill.map(|fill| Fill {
        paint: grey(fill),
        opacity: NormalizedF32::ONE,
        rule: FillRule::default(),
    }));
    surface.set_stroke(pen.map(|pen| Stroke {
        paint: grey(pen.grey),
        width: pen.width,
        line_cap: LineCap::Butt,
        line_join: LineJoin::Round,
        dash: pen.dash.map(|(dash, gap)| StrokeDash { array: vec![dash, gap], offset: 0.0 }),
        ..Stroke::default()
    }));
}

fn path(points: &[At], closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    let (first, rest) = points.split_first()?;
    path.move_to(first.0, first.1);
    rest.iter().for_each(|point| path.line_to(point.0, point.1));
    if closed {
        path.close();
    }
    path.finish()
}

fn disc((x, y): At, radius: f32) -> Option<Path> {
    // The handles of a quarter of a circle.
    let h = radius * 0.552_284_8;
    let mut path = PathBuilder::new();
    path.move_to(x + radius, y);
    path.cubic_to(x + radius, y + h, x + h, y + radius, x, y + radius);
    path.cubic_to(x - h, y + radius, x - radius, y + h, x - radius, y);
    path.cubic_to(x - radius, y - h, x - h, y - radius, x, y - radius);
    path.cubic_to(x + h, y - radius, x + radius, y - h, x + radius, y);
    path.close();
    path.finish()
}
