//! The pairs of colours in use keep their contrast in both themes.

use std::collections::BTreeMap;

type Colour = [f64; 3];

fn tokens() -> BTreeMap<String, [Colour; 2]> {
    let text = adjutant_web::assets::TOKENS.split("@media print").next().unwrap();
    let bare: String = text.split("/*").map(|part| part.split("*/").last().unwrap()).collect();
    let mut tokens = BTreeMap::new();
    for declaration in bare.split([';', '{', '}']) {
        let Some((name, value)) = declaration.split_once(':') else { continue };
        let Some(name) = name.trim().strip_prefix("--") else { continue };
        let colours: Vec<Colour> = value
            .split(['(', ')', ',', ' '])
            .filter_map(|word| word.trim().strip_prefix('#'))
            .map(colour)
            .collect();
        match colours[..] {
            [both] => tokens.insert(name.to_owned(), [both, both]),
            [light, dark] => tokens.insert(name.to_owned(), [light, dark]),
            _ => None,
        };
    }
    tokens
}

fn colour(hex: &str) -> Colour {
    [0, 2, 4].map(|at| f64::from(u8::from_str_radix(&hex[at..at + 2], 16).unwrap()) / 255.0)
}

fn luminance(colour: Colour) -> f64 {
    let [r, g, b] = colour.map(|c| if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) });
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

fn ratio(a: Colour, b: Colour) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[test]
fn every_pair_in_use_can_be_read() {
    let tokens = tokens();
    let hues = kernel::view::Hue::ALL.map(|hue| format!("h-{}", hue.word()));
    let sides: Vec<&str> = ["a", "b", "c", "d"].into_iter().chain(hues.iter().map(String::as_str)).collect();
    let mut pairs: Vec<(String, String, f64)> = Vec::new();
    let mut need = |front: &str, ground: &str, least: f64| pairs.push((front.into(), ground.into(), least));
    for ground in ["paper", "sheet", "sunk", "brass-tint"] {
        need("ink", ground, 7.0);
        need("ink-2", ground, 4.5);
    }
    need("ink-3", "paper", 4.5);
    need("ink-3", "sheet", 4.5);
    need("ink-3", "sunk", 4.5);
    need("on-ink", "ink", 7.0);
    need("on-ink", "ink-2", 4.5);
    for ground in ["paper", "sheet"] {
        need("edge", ground, 3.0);
    }
    for meaning in ["brass", "ok", "fault"] {
        need(meaning, &format!("{meaning}-tint"), 4.5);
        need(meaning, "sheet", 4.5);
    }
    for side in &sides {
        need(side, &format!("{side}-tint"), 4.5);
        need(side, "sheet", 4.5);
        need(side, "paper", 4.5);
        need(side, "brass-tint", 4.5);
        need("ink", &format!("{side}-tint"), 7.0);
    }
    for terrain in ["t-clear", "t-woods", "t-slope", "t-rough", "t-wrough", "t-town", "t-city"] {
        need("ink", terrain, 4.5);
        need("a", terrain, 3.0);
        need("b", terrain, 3.0);
        hues.iter().for_each(|hue| need(hue, terrain, 3.0));
    }
    need("t-river", "t-clear", 3.0);
    need("t-road", "t-woods", 3.0);
    need("focus", "focus-in", 3.0);
    let mut failing = Vec::new();
    for (front, ground, least) in &pairs {
        for (theme, at) in [("light", 0), ("dark", 1)] {
            let found = ratio(tokens[front][at], tokens[ground][at]);
            if found < *least {
                failing.push(format!("{front} on {ground}, {theme}: {found:.2}, needs {least}"));
            }
        }
    }
    assert!(failing.is_empty(), "{failing:#?}");
}
