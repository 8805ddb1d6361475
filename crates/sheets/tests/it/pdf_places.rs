//! Where words stand on paper.

use kernel::view::{Block, Part};
use pdf_extract::{Document, MediaBox, OutputDev, OutputError, Transform, output_doc};
use sheets::pdf::{Size, write};

use crate::pdf::{map, paper, stamp};

/// The letters of a page with their places, in points from the lower left.
#[derive(Default)]
struct Letters(Vec<(String, f64, f64)>);

impl OutputDev for Letters {
    fn begin_page(
        &mut self,
        _: u32,
        _: &MediaBox,
        _: Option<(f64, f64, f64, f64)>,
    ) -> Result<(), OutputError> {
        Ok(())
    }
    fn end_page(&mut self) -> Result<(), OutputError> {
        Ok(())
    }
    fn output_character(
        &mut self,
        at: &Transform,
        _: f64,
        _: f64,
        _: f64,
        letter: &str,
    ) -> Result<(), OutputError> {
        self.0.push((letter.to_owned(), at.m31, at.m32));
        Ok(())
    }
    fn begin_word(&mut self) -> Result<(), OutputError> {
        Ok(())
    }
    fn end_word(&mut self) -> Result<(), OutputError> {
        Ok(())
    }
    fn end_line(&mut self) -> Result<(), OutputError> {
        Ok(())
    }
}

impl Letters {
    /// Where words begin that are printed in one piece.
    fn places(&self, words: &str) -> Vec<(f64, f64)> {
        let letters: Vec<String> = words.chars().map(String::from).collect();
        let is_there = |part: &[(String, f64, f64)]| part.iter().map(|one| &one.0).eq(&letters);
        let parts = self.0.windows(letters.len()).filter(|part| is_there(part));
        parts.map(|part| (part[0].1, part[0].2)).collect()
    }
}

#[test]
fn ground_is_named_in_its_middle_and_the_grid_has_a_figure_every_six_inches() {
    let mut field = map();
    field.areas[0].name = "Xq".into();
    let bytes = write(&[paper(vec![Part::block(Block::Field(field))])], &stamp(), Size::A4).unwrap();
    let mut letters = Letters::default();
    output_doc(&Document::load_mem(&bytes).unwrap(), &mut letters).unwrap();
    // The row of figures below the field is the one on which the first and the last of them stand in one line.
    let [one, next] = ["66", "60"].map(|figure| letters.places(figure));
    let row: Vec<_> = one.iter().flat_map(|a| next.iter().map(move |b| (a, b))).collect();
    let (last, before) = row.into_iter().find(|(a, b)| a.1 == b.1).expect("a row of figures");
    let six = last.0 - before.0;
    assert!(six > 10.0, "{last:?} {before:?}");
    let inch = six / 6.0;
    for figure in [12, 18, 24, 30, 36, 42, 48, 54] {
        let expected = last.0 - f64::from(66 - figure) * inch;
        let places = letters.places(&figure.to_string());
        let stands = places.iter().any(|at| at.1 == last.1 && (at.0 - expected).abs() < 0.5);
        assert!(stands, "{figure}: {places:?}, not at {expected}");
    }
    let [(x, _)] = letters.places("Xq")[..] else { panic!("{:?}", letters.places("Xq")) };
    // The woods lie between 1 and 9 inches.
    let inches = 66.0 - (last.0 - x) / inch;
    assert!((2.0..8.0).contains(&inches), "{inches}");
}
