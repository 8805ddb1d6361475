//! Names and passwords as people type them, and what is no name and no password.

use std::fmt;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use zeroize::Zeroizing;

/// The longest name, in characters.
pub const MAX_NAME_CHARS: usize = 40;
/// The shortest password, in characters.
pub const MIN_PASSWORD_CHARS: usize = 10;
/// The longest password, in characters.
pub const MAX_PASSWORD_CHARS: usize = 200;

/// Why a text is no name or no password.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unfit {
    /// The name is too short or too long.
    Name,
    /// The name holds this letter, which nobody sees: another name would look the same.
    Unseen(char),
    /// The password is too short or too long.
    PasswordLength,
    /// The password is the name, once or over and over.
    PasswordIsName,
}

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Name => write!(f, "A name has 2 to {MAX_NAME_CHARS} letters, figures or signs."),
            Self::Unseen(letter) => {
                let code = u32::from(letter);
                write!(
                    f,
                    "A name holds only what is seen. This one holds the character U+{code:04X}, which nobody sees."
                )
            }
            Self::PasswordLength => {
                write!(f, "A password has {MIN_PASSWORD_CHARS} to {MAX_PASSWORD_CHARS} characters.")
            }
            Self::PasswordIsName => {
                write!(f, "The password is the name itself, or repeats it, which others can guess.")
            }
        }
    }
}

/// The name somebody signs in with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name(String);

impl Name {
    /// Reads a name; blanks around it and doubled ones inside do not count.
    ///
    /// # Errors
    /// [`Unfit::Name`], [`Unfit::Unseen`].
    pub fn read(text: &str) -> Result<Self, Unfit> {
        let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(unseen) = name.chars().find(|letter| !is_plain(*letter)).or(loose_mark(&name)) {
            return Err(Unfit::Unseen(unseen));
        }
        if (2..=MAX_NAME_CHARS).contains(&name.chars().count()) { Ok(Self(name)) } else { Err(Unfit::Name) }
    }

    /// The name as it was typed.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What names are compared by.
    pub(crate) fn key(&self) -> String {
        name_key(&self.0)
    }
}

/// A label as it is kept: what nobody sees is taken out, blanks around it and doubled ones inside do not count. Nothing where
/// it is too long or holds what a terminal obeys.
pub(crate) fn label(text: &str) -> Option<String> {
    let seen: String = text.chars().filter(|letter| letter.is_control() || is_plain(*letter)).collect();
    let fits = seen.chars().count() <= crate::MAX_LABEL_CHARS && !seen.chars().any(char::is_control);
    let words = || seen.split_whitespace().map(|word| word.trim_start_matches(is_combining_mark));
    fits.then(|| words().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" "))
}

/// A mark that has no letter to stand on: at the beginning of a word.
fn loose_mark(text: &str) -> Option<char> {
    text.split_whitespace().filter_map(|word| word.chars().next()).find(|first| is_combining_mark(*first))
}

/// Whether a letter stays where it stands and is seen: neither obeyed by a terminal, nor turning what follows it, other
/// people's words too, nor without a shape, so that two names would look the same. What shapes its neighbours is not seen
/// either where they have no other shape: joiners, chosen shapes, the empty pattern of Braille, a note without a head.
pub(crate) fn is_plain(letter: char) -> bool {
    !letter.is_control()
        && !matches!(letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2800}' | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d159}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{e0fff}')
}

/// What a typed name is compared by: capitals, blanks and the way a keyboard composes letters make no other name.
/// Of a text that is no name, however long, too.
pub fn name_key(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").nfkc().flat_map(char::to_lowercase).nfkc().take(4 * MAX_NAME_CHARS).collect()
}

/// A password as somebody typed it. It is shown and kept nowhere.
#[derive(Clone)]
pub struct Password(Zeroizing<String>);

impl Password {
    /// Reads a new password.
    ///
    /// # Errors
    /// [`Unfit::PasswordLength`], [`Unfit::PasswordIsName`].
    pub fn new_for(text: &str, name: &str) -> Result<Self, Unfit> {
        let n_chars = text.chars().count();
        if !(MIN_PASSWORD_CHARS..=MAX_PASSWORD_CHARS).contains(&n_chars) {
            return Err(Unfit::PasswordLength);
        }
        let bare = |text: &str| name_key(text).replace(' ', "");
        let (word, name) = (bare(text), bare(name));
        if !name.is_empty() && word.replace(&name, "").is_empty() {
            return Err(Unfit::PasswordIsName);
        }
        Ok(Self::typed(text))
    }

    /// A password that is to be compared.
    pub fn typed(text: &str) -> Self {
        Self(Zeroizing::new(text.nfkc().collect()))
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_as_people_hear_them() {
        for same in ["Zoë Müller", "  zoë   MÜLLER ", "Zoe\u{308} Mu\u{308}ller"] {
            assert_eq!(Name::read(same).unwrap().key(), "zoë müller", "{same}");
        }
        assert_ne!(name_key("Anna"), name_key("Anne"));
        for unfit in ["", " a ", &"x".repeat(41)] {
            assert_eq!(Name::read(unfit), Err(Unfit::Name), "{unfit:?}");
        }
    }

    #[test]
    fn a_letter_that_nobody_sees_is_refused_by_its_code() {
        for unfit in [
            "a\u{7}b",
            "a\u{202e}b",
            "a\u{2066}b",
            "a\u{200f}b",
            "a\u{200b}b",
            "a\u{ad}b",
            "bo\u{200d}b",
            "bo\u{200c}b",
            "bob\u{fe0f}",
            "bob\u{fe00}",
            "bob\u{2800}",
            "\u{2800}\u{2800}",
            "\u{200c}\u{200d}",
            "bob\u{e0101}",
            "\u{1d159}b",
            "b\u{2065}b",
            "b\u{ffa0}b",
        ] {
            let letter = unfit.chars().find(|letter| !is_plain(*letter)).unwrap();
            assert_eq!(Name::read(unfit), Err(Unfit::Unseen(letter)), "{unfit:?}");
        }
        for unfit in ["\u{301}\u{301}", "\u{301}bob", "bob \u{301}b"] {
            assert_eq!(Name::read(unfit), Err(Unfit::Unseen('\u{301}')), "{unfit:?}");
        }
        let told = Name::read("bo\u{200d}b").unwrap_err().to_string();
        assert_eq!(
            told,
            "A name holds only what is seen. This one holds the character U+200D, which nobody sees."
        );
    }

    #[test]
    fn labels_lose_what_nobody_sees_and_hold_no_signs_that_are_obeyed() {
        for unseen in ["\u{202e}", "\u{200b}", "\u{200d}", "\u{fe0f}", "\u{2800}", "\u{2028}", "\u{e0041}"] {
            assert_eq!(
                label(&format!(" An{unseen}na's  phone{unseen}")).unwrap(),
                "Anna's phone",
                "{unseen:?}"
            );
        }
        assert_eq!(label("\u{301}\u{301} Zoe\u{301} \u{20e3}x").unwrap(), "Zoe\u{301} x");
        assert_eq!(label(&("x".repeat(80) + "\u{200b}")), Some("x".repeat(80)));
        for unfit in ["a\nb".to_owned(), "a\u{1b}b".into(), "x".repeat(81)] {
            assert_eq!(label(&unfit), None, "{unfit:?}");
        }
    }

    #[test]
    fn passwords_have_a_length_and_are_not_the_name() {
        assert_eq!(Password::new_for("too short", "Anna").unwrap_err(), Unfit::PasswordLength);
        assert_eq!(Password::new_for(&"x".repeat(201), "Anna").unwrap_err(), Unfit::PasswordLength);
        assert_eq!(Password::new_for("Anna Karenina", "anna karenina").unwrap_err(), Unfit::PasswordIsName);
        for repeated in ["annaannaanna", "Anna Anna ANNA"] {
            assert_eq!(Password::new_for(repeated, "Anna").unwrap_err(), Unfit::PasswordIsName, "{repeated}");
        }
        let password = Password::new_for("gru\u{308}ne Wiese", "Anna").unwrap();
        assert_eq!(password.bytes(), Password::typed("grüne Wiese").bytes());
        assert!(!format!("{password:?}").contains("Wiese"));
    }
}
