//! The typefaces of sheets: three single weights that come with the program, so that a sheet looks the same anywhere.

use std::collections::HashMap;
use std::sync::LazyLock;

use krilla::text::{Font, GlyphId, KrillaGlyph};
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};

/// A weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Face {
    /// Text.
    Plain,
    /// Heads, names, sums.
    Strong,
    /// Headings.
    Head,
}

/// The sign drawn for one that no face has. The text of the file keeps the letter itself.
const UNKNOWN: char = '□';

/// Boxes that the faces do not have are the empty box with strokes through it.
const BOXES: [(char, char); 2] = [(super::CROSSED, '☐'), (super::STROKED, '☐')];

/// A sign of a face: its number there, and how wide it is as a part of the size of the type.
type Sign = (GlyphId, f32);

struct Loaded {
    font: Font,
    signs: HashMap<char, Sign>,
}

impl Loaded {
    fn new(bytes: &'static [u8]) -> Self {
        let font = Font::new(bytes.to_vec().into(), 0).expect("the fonts of the program are fonts");
        let of = FontRef::new(bytes).expect("the fonts of the program are fonts");
        let metrics = of.glyph_metrics(Size::unscaled(), LocationRef::default());
        let sign = |(letter, glyph): (u32, skrifa::GlyphId)| {
            let advance = metrics.advance_width(glyph).unwrap_or_default() / font.units_per_em();
            Some((char::from_u32(letter)?, (GlyphId::new(glyph.to_u32()), advance)))
        };
        let signs = of.charmap().mappings().filter_map(sign).collect();
        Self { font, signs }
    }

    fn sign(&self, letter: char) -> Sign {
        let drawn = BOXES.iter().find(|(boxed, _)| *boxed == letter).map_or(letter, |(_, drawn)| *drawn);
        let sign = self.signs.get(&drawn).or_else(|| self.signs.get(&UNKNOWN));
        sign.copied().unwrap_or((GlyphId::new(0), 0.5))
    }
}

static FACES: LazyLock<[Loaded; 3]> = LazyLock::new(|| {
    [
        Loaded::new(include_bytes!("../../fonts/sheet-sans-regular.ttf")),
        Loaded::new(include_bytes!("../../fonts/sheet-sans-semibold.ttf")),
        Loaded::new(include_bytes!("../../fonts/sheet-serif-semibold.ttf")),
    ]
});

fn loaded(face: Face) -> &'static Loaded {
    &FACES[face as usize]
}

/// The font of a face.
pub(super) fn font(face: Face) -> Font {
    loaded(face).font.clone()
}

/// How wide a letter is.
pub(super) fn width_of(letter: char, face: Face, size: f32) -> f32 {
    loaded(face).sign(letter).1 * size
}

/// How wide words are.
pub(super) fn width(words: &str, face: Face, size: f32) -> f32 {
    words.chars().map(|letter| width_of(letter, face, size)).sum()
}

/// The glyphs of words, one for each letter.
pub(super) fn glyphs(words: &str, face: Face) -> Vec<KrillaGlyph> {
    let face = loaded(face);
    let glyph = |(at, letter): (usize, char)| {
        let (glyph, advance) = face.sign(letter);
        KrillaGlyph::new(glyph, advance, 0.0, 0.0, 0.0, at..at + letter.len_utf8(), None)
    };
    words.char_indices().map(glyph).collect()
}
