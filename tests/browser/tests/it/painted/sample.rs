//! The sample's map as a picture shows it, and what of it is painted.

use rules_bcs::setup::MAPS;
use toml::Table;

/// A place of a drawing or of the screen.
pub(super) type Place = (f64, f64);

/// The columns and rows of the sample's map that are painted.
pub(super) const COLUMNS: std::ops::RangeInclusive<i32> = 15..=20;
pub(super) const ROWS: std::ops::RangeInclusive<i32> = 1..=6;

/// The ground of the sample in the order of the palette, with the colour that the picture has for it.
pub(super) const GROUND: [(&str, &str); 7] = [
    (".\topen\t\t\t\t\t1\t1\t2", "#f4efdc"),
    ("f\tforest\tyes\t\t\t\t2\t3\tP", "#7fa36b"),
    ("h\thill\tyes\t\t\t\t2\t2\t4", "#c9a26b"),
    ("m\tmarsh\t\t\t\t\t3\tP\tP", "#9cc7c4"),
    ("v\tvillage\tyes\t\t\t\t1\t1\t2", "#d9866a"),
    ("c\tcity\t\tyes\t\tyes\t1\t1\t2", "#a04a3c"),
    ("u\turban\t\t\tyes\tyes\t2\t2\t2", "#70342c"),
];

/// The titles of the table of ground, in an own spreadsheet.
pub(super) const TITLES: &str =
    "Sign\tGround\tTerrain\tCity\tUrban\tKey Terrain\tCost for Leg\tCost for Tac\tCost for Truck";

/// Draws a picture of the sample: hexes in the colours of their ground, rivers, roads, everything turned a little, larger
/// than the page has it, with a rim. Gives it to the page as a file.
pub(super) const PICTURE: &str = "
const { hexes, colours, rivers, roads } = arguments[0];
const done = arguments[arguments.length - 1];
const drawing = Object.assign(document.createElement('canvas'), { width: 2300, height: 2000 });
const pen = drawing.getContext('2d');
pen.fillStyle = '#fbf8ee';
pen.fillRect(0, 0, drawing.width, drawing.height);
pen.translate(120, 90);
pen.rotate(0.02);
pen.scale(1.3, 1.3);
const path = (points) => points.forEach(([x, y], n) => (n ? pen.lineTo(x, y) : pen.moveTo(x, y)));
for (const [x, y, mark] of hexes) {
  pen.beginPath();
  path([[-15, -26], [15, -26], [30, 0], [15, 26], [-15, 26], [-30, 0]].map(([a, b]) => [x + a, y + b]));
  pen.closePath();
  pen.fillStyle = colours[mark];
  pen.fill();
  pen.strokeStyle = '#0004';
  pen.lineWidth = 1;
  pen.stroke();
}
for (const [lines, colour, width] of [[rivers, '#3d7fb0', 6], [roads, '#8a3324', 3]]) {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  for (const line of lines) { pen.beginPath(); path(line); pen.stroke(); }
}
drawing.toBlob((blob) => {
  const files = new DataTransfer();
  files.items.add(new File([blob], 'sarn.png', { type: 'image/png' }));
  const field = document.getElementById('picture-file');
  field.files = files.files;
  field.dispatchEvent(new Event('change', { bubbles: true }));
  done(true);
});";

/// The sample's map as its file has it.
pub(super) fn sample() -> Table {
    MAPS[0].1.parse().unwrap()
}

/// A column and a row of a printed number.
pub(super) fn numbers(label: &str) -> (i32, i32) {
    (label[..2].parse().unwrap(), label[2..].parse().unwrap())
}

pub(super) fn is_painted(label: &str) -> bool {
    let (column, row) = numbers(label);
    COLUMNS.contains(&column) && ROWS.contains(&row)
}

/// The centre of a hex from that of the first one, in units of the drawing.
pub(super) fn centre((column, row): (i32, i32)) -> Place {
    let down = |column: i32, row: i32| 26 * (2 * (row - (column + 1) / 2) + column);
    (f64::from(45 * (column - 1)), f64::from(down(column, row) - down(1, 1)))
}

/// The middle between two hexes.
pub(super) fn between(pair: &str) -> Place {
    let (one, other) = pair.split_once('-').unwrap();
    let ((a, b), (c, d)) = (centre(numbers(one)), centre(numbers(other)));
    ((a + c) / 2.0, (b + d) / 2.0)
}

/// The ends of the side between two hexes, well within it.
pub(super) fn side(pair: &str) -> [Place; 2] {
    let (one, other) = pair.split_once('-').unwrap();
    let ((a, b), (c, d), (x, y)) = (centre(numbers(one)), centre(numbers(other)), between(pair));
    // A side is as long as the way between the centres divided by the root of 3, and stands upright on it.
    let part = 0.5 / 3.0_f64.sqrt();
    [(x - (d - b) * part, y + (c - a) * part), (x + (d - b) * part, y - (c - a) * part)]
}

/// Rows of the sample in the part that is painted.
pub(super) fn rows() -> Vec<String> {
    let map = sample();
    let rows = map["rows"].as_array().unwrap().iter().map(|row| row.as_str().unwrap().to_owned());
    rows.collect()
}

pub(super) fn texts(map: &Table, key: &str) -> Vec<String> {
    let texts = map.get(key).and_then(|list| list.as_array()).into_iter().flatten();
    texts.map(|text| text.as_str().unwrap().to_owned()).collect()
}

/// The rivers of the sample between hexes that are painted.
pub(super) fn rivers() -> Vec<String> {
    texts(&sample(), "rivers").into_iter().filter(|pair| pair.split('-').all(is_painted)).collect()
}

/// The names of the sample in hexes that are painted.
pub(super) fn names() -> Vec<(String, String)> {
    let map = sample();
    let names = map["names"].as_table().unwrap().iter();
    names
        .filter(|(hex, _)| is_painted(hex))
        .map(|(hex, name)| (hex.clone(), name.as_str().unwrap().to_owned()))
        .collect()
}

/// The roads of the sample as far as they run through hexes that are painted: name, class, hexes.
pub(super) fn roads() -> Vec<(String, String, Vec<String>)> {
    let map = sample();
    let roads = map["road"].as_array().unwrap().iter().filter_map(|road| {
        let path = road["path"].as_str().unwrap().split(' ').map(str::to_owned);
        let path: Vec<String> =
            path.skip_while(|hex| !is_painted(hex)).take_while(|hex| is_painted(hex)).collect();
        let text = |key: &str| road[key].as_str().unwrap().to_owned();
        (path.len() > 1).then(|| (text("name"), text("class"), path))
    });
    roads.collect()
}
