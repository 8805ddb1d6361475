//! Closed lists of words.

/// Declares an enum whose values each have one word in files and commands, and words in prose where those differ.
///
/// ```
/// kernel::words! {
///     /// How a door stands.
///     pub enum Door {
///         /// Nobody can pass.
///         Shut = "shut",
///         /// Anybody can pass.
///         WideOpen = "wide-open" => "wide open",
///     }
/// }
/// assert_eq!(Door::read("wide-open"), Some(Door::WideOpen));
/// assert_eq!(format!("The door is {}.", Door::WideOpen.prose()), "The door is wide open.");
/// assert_eq!(Door::all_words(), "shut, wide-open");
/// ```
///
/// The crate that uses it has `serde` among its dependencies. A default is marked as in any enum.
#[macro_export]
macro_rules! words {
    ($(
        $(#[$meta:meta])* $vis:vis enum $name:ident {
            $($(#[$doc:meta])* $value:ident = $word:literal $(=> $prose:literal)?),+ $(,)?
        }
    )+) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
        $vis enum $name { $($(#[$doc])* #[serde(rename = $word)] $value),+ }

        #[allow(dead_code, reason = "not every list of words needs every way to say one")]
        impl $name {
            /// Every value, in order.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];

            /// The word in files.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$value => $word),+ }
            }

            /// The words in prose.
            pub const fn prose(self) -> &'static str {
                match self { $(Self::$value => $crate::words!(@prose $word $(, $prose)?)),+ }
            }

            /// The value of a word.
            pub fn read(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$value),)+ _ => None }
            }

            /// Every word, for a sentence about a wrong one.
            pub fn all_words() -> String {
                [$($word),+].join(", ")
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.word())
            }
        }
    )+};
    (@prose $word:literal) => { $word };
    (@prose $word:literal, $prose:literal) => { $prose };
}

#[cfg(test)]
mod tests {
    crate::words! {
        /// How a door stands.
        #[derive(Default)]
        enum Door {
            /// Nobody can pass.
            #[default]
            Shut = "shut",
            /// Anybody can pass.
            WideOpen = "wide-open" => "wide open",
        }
    }

    #[test]
    fn each_value_has_one_word_in_files_and_its_words_in_prose() {
        for door in Door::ALL {
            assert_eq!(Door::read(door.word()), Some(*door));
            assert_eq!(serde_json::to_value(door).unwrap(), door.word());
            assert_eq!(door.to_string(), door.word());
        }
        assert_eq!(Door::read("wide open"), None);
        assert_eq!((Door::Shut.prose(), Door::WideOpen.prose()), ("shut", "wide open"));
        assert_eq!((Door::default(), Door::all_words().as_str()), (Door::Shut, "shut, wide-open"));
    }
}
