//! The rules as the page of rules lists them: every id that pages, refusals and the log cite.

use std::sync::OnceLock;

use kernel::RuleText;

const TEXTS: &str = include_str!("rule_texts.txt");

/// Every rule in the order of the source, then charts, rulings and the house's own.
pub fn rules() -> &'static [RuleText] {
    static RULES: OnceLock<Vec<RuleText>> = OnceLock::new();
    RULES.get_or_init(|| TEXTS.lines().filter(|line| !line.starts_with('#')).filter_map(rule).collect())
}

/// One line: id, heading, words.
fn rule(line: &'static str) -> Option<RuleText> {
    let mut parts = line.splitn(3, '|').map(str::trim);
    Some(RuleText { id: parts.next()?, heading: parts.next()?, words: parts.next()? })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_line_is_a_rule_of_its_own() {
        let lines = TEXTS.lines().filter(|line| !line.starts_with('#')).count();
        let ids: BTreeSet<_> = rules().iter().map(|rule| rule.id).collect();
        assert_eq!(rules().len(), lines);
        assert_eq!(ids.len(), lines, "an id stands twice");
        for rule in rules() {
            assert!(!rule.heading.is_empty() && rule.words.ends_with('.'), "{rule:?}");
        }
    }

    #[test]
    fn every_requirement_in_scope_has_a_text() {
        let requirements =
            include_str!("../../requirements.txt").lines().filter(|line| line.starts_with("BF-"));
        for id in requirements {
            assert!(rules().iter().any(|rule| rule.id == id), "{id} has no text");
        }
    }

    #[test]
    fn every_id_in_the_source_has_a_text() {
        fn sources(folder: &std::path::Path, into: &mut String) {
            for entry in std::fs::read_dir(folder).expect("the source can be listed") {
                let path = entry.expect("an entry").path();
                if path.is_dir() {
                    sources(&path, into);
                } else if path.extension().is_some_and(|ending| ending == "rs") {
                    into.push_str(&std::fs::read_to_string(&path).expect("the source can be read"));
                }
            }
        }
        let mut source = String::new();
        sources(&std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut source);
        let quoted = source.split('"').filter(|word| word.starts_with("BF-") || word.starts_with("HOUSE-"));
        let is_id = |word: &&str| {
            let tail = word.trim_start_matches("BF-").trim_start_matches("HOUSE-");
            !tail.is_empty() && word.chars().all(|sign| sign.is_ascii_alphanumeric() || ".-".contains(sign))
        };
        for id in quoted.filter(is_id) {
            assert!(rules().iter().any(|rule| rule.id == id), "{id} is cited and has no text");
        }
    }
}
