//! Ids of kinds that the compiler tells apart.

/// Declares kinds of ids: each is an [`Id`](crate::Id) in files, commands and questions, and a type of its own in code, so
/// that a stand is never taken for a formation.
///
/// ```
/// kernel::ids! {
///     /// A place on the map.
///     pub PlaceId;
///     /// Somebody who stands there.
///     pub UnitId;
/// }
/// let place: PlaceId = "ford".parse().unwrap();
/// assert_eq!(place.to_string(), "ford");
/// ```
///
/// ```compile_fail
/// kernel::ids! { /// A place. pub PlaceId; /// A unit. pub UnitId; }
/// let place: PlaceId = "ford".parse().unwrap();
/// let unit: UnitId = place;
/// ```
#[macro_export]
macro_rules! ids {
    ($($(#[$meta:meta])* $vis:vis $name:ident;)+) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, serde::Serialize, serde::Deserialize)]
        #[serde(transparent)]
        $vis struct $name($crate::Id);

        #[allow(dead_code, reason = "not every kind of id is read as a text")]
        impl $name {
            /// The text.
            pub fn as_str(&self) -> &str {
                self.0.as_str()
            }
        }

        impl From<$crate::Id> for $name {
            fn from(id: $crate::Id) -> Self {
                Self(id)
            }
        }

        impl From<$name> for $crate::Id {
            fn from(id: $name) -> Self {
                id.0
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::words::BadId;
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Debug::fmt(&self.0, f)
            }
        }
    )+};
}

#[cfg(test)]
mod tests {
    use crate::Id;

    crate::ids! {
        /// A place on the map.
        PlaceId;
    }

    #[test]
    fn an_id_of_a_kind_is_written_as_any_id() {
        let place: PlaceId = serde_json::from_str(r#""ford""#).unwrap();
        assert_eq!(serde_json::to_string(&place).unwrap(), r#""ford""#);
        assert_eq!((place.as_str(), format!("{place:>6}")), ("ford", "  ford".into()));
        assert_eq!(PlaceId::from(Id::from(place)), place);
        assert!(serde_json::from_str::<PlaceId>(r#""""#).is_err());
        assert!("a\nb".parse::<PlaceId>().is_err());
    }
}
