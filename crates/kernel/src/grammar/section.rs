//! Events by section: what happens by the rules of a section stands in that section's file, whole.

use crate::view::Text;
use crate::words::Audience;

/// What happened by the rules of one section: who may know of it, what it does to the state, and how it is told.
///
/// `State` is what a system remembers, `Setup` what it starts from.
pub trait SectionEvent<State, Setup> {
    /// Who may know of it.
    fn audience(&self) -> Audience;
    /// Applies it. Cannot fail or choose.
    fn fold(&self, state: &mut State);
    /// It in the past tense, from the set-up alone.
    fn narrate(&self, setup: &Setup) -> Text;
}

/// What happened and changed nothing: it is only told. So it is a [`SectionEvent`] that folds into nothing, and cannot be
/// another one.
pub trait OnlyTold<Setup> {
    /// Who may know of it.
    fn audience(&self) -> Audience;
    /// It in the past tense, from the set-up alone.
    fn narrate(&self, setup: &Setup) -> Text;
}

impl<State, Setup, E: OnlyTold<Setup>> SectionEvent<State, Setup> for E {
    fn audience(&self) -> Audience {
        OnlyTold::audience(self)
    }
    fn fold(&self, _: &mut State) {}
    fn narrate(&self, setup: &Setup) -> Text {
        OnlyTold::narrate(self, setup)
    }
}

/// Assembles the events of a system from those of its sections. Each is a type of its section's module that is a
/// [`SectionEvent`](crate::grammar::SectionEvent) or an
/// [`OnlyTold`](crate::grammar::OnlyTold). In files an event is a table with its name under `event`, `went-on` for `WentOn`, and its
/// fields beside it.
///
/// ```
/// mod s1_walking {
///     use kernel::grammar::{OnlyTold, SectionEvent};
///     use kernel::view::Text;
///     use kernel::Audience;
///     use serde::{Deserialize, Serialize};
///
///     /// Somebody went on.
///     #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
///     #[serde(deny_unknown_fields)]
///     pub struct WentOn {
///         /// How many steps.
///         pub steps: u32,
///     }
///
///     impl SectionEvent<u32, ()> for WentOn {
///         fn audience(&self) -> Audience {
///             Audience::Public
///         }
///         fn fold(&self, place: &mut u32) {
///             *place += self.steps;
///         }
///         fn narrate(&self, (): &()) -> Text {
///             Text::new(format!("Somebody went {} steps on.", self.steps))
///         }
///     }
///
///     /// Somebody rested.
///     #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
///     #[serde(deny_unknown_fields)]
///     pub struct Rested {}
///
///     impl OnlyTold<()> for Rested {
///         fn audience(&self) -> Audience {
///             Audience::Public
///         }
///         fn narrate(&self, (): &()) -> Text {
///             Text::new("Somebody rested.")
///         }
///     }
/// }
///
/// kernel::section_events! {
///     /// What happened.
///     pub enum Event for u32, () {
///         s1_walking: WentOn, Rested;
///     }
/// }
///
/// let event = Event::from(s1_walking::WentOn { steps: 3 });
/// assert_eq!(serde_json::to_string(&event).unwrap(), r#"{"event":"went-on","steps":3}"#);
/// let mut place = 4;
/// event.fold(&mut place);
/// assert_eq!(place, 7);
/// ```
///
/// What lacks one of the three does not compile, and what stands in no list cannot be recorded:
///
/// ```compile_fail
/// mod s1_walking {
///     #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
///     pub struct WentOn { pub steps: u32 } // Nobody says what it does.
/// }
/// kernel::section_events! { /** What happened. */ pub enum Event for u32, () { s1_walking: WentOn; } }
/// ```
///
/// Nothing is only told and changes the state as well:
///
/// ```compile_fail,E0119
/// use kernel::Audience;
/// use kernel::grammar::{OnlyTold, SectionEvent};
/// use kernel::view::Text;
///
/// struct Rested {}
/// impl OnlyTold<()> for Rested {
///     fn audience(&self) -> Audience { Audience::Public }
///     fn narrate(&self, (): &()) -> Text { Text::new("Somebody rested.") }
/// }
/// struct Place(u32);
/// impl SectionEvent<Place, ()> for Rested {
///     fn audience(&self) -> Audience { Audience::Public }
///     fn fold(&self, place: &mut Place) { place.0 = 0; }
///     fn narrate(&self, (): &()) -> Text { Text::new("Somebody rested.") }
/// }
/// ```
#[macro_export]
macro_rules! section_events {
    ($(#[$meta:meta])* $vis:vis enum $name:ident for $state:ty, $setup:ty {
        $($section:ident: $($event:ident),+;)+
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(tag = "event", rename_all = "kebab-case")]
        $vis enum $name {
            $($(
                #[doc = concat!("See `", stringify!($section), "::", stringify!($event), "`.")]
                $event($section::$event),
            )+)+
        }

        impl $name {
            /// Who may know of it.
            $vis fn audience(&self) -> $crate::Audience {
                use $crate::grammar::SectionEvent;
                match self {
                    $($(Self::$event(event) => SectionEvent::<$state, $setup>::audience(event),)+)+
                }
            }

            /// Applies it.
            $vis fn fold(&self, state: &mut $state) {
                use $crate::grammar::SectionEvent;
                match self {
                    $($(Self::$event(event) => SectionEvent::<_, $setup>::fold(event, state),)+)+
                }
            }

            /// It in the past tense, from the set-up alone.
            $vis fn narrate(&self, setup: &$setup) -> $crate::view::Text {
                use $crate::grammar::SectionEvent;
                match self {
                    $($(Self::$event(event) => SectionEvent::<$state, _>::narrate(event, setup),)+)+
                }
            }
        }

        $($(impl From<$section::$event> for $name {
            fn from(event: $section::$event) -> Self {
                Self::$event(event)
            }
        })+)+
    };
}
