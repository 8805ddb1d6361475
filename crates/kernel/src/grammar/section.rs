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

/// Declares the events of a section in short, where all that they hold can be copied: who may know, what it does, how it is
/// told. What is `secret` is for the side that it names. One that says nothing of what it does is
/// [`OnlyTold`](crate::grammar::OnlyTold). A field with `= None` is left out in files while it is that.
///
/// ```
/// mod s1_pay {
///     use kernel::Side;
///     use kernel::view::Text;
///
///     kernel::section! { for [u8; 2], ();
///         /// A side was paid.
///         secret Paid { side: Side, coins: u8 }
///         does |purses| purses[side.index()] += coins,
///         told |_| Text::new(format!("{coins} coins were paid."));
///
///         /// The purse is shut.
///         public Shut {}
///         told |_| Text::new("The purse is shut.");
///     }
/// }
///
/// kernel::section_events! {
///     /// What happened.
///     #[derive(Copy)]
///     pub enum Event for [u8; 2], () {
///         s1_pay: Paid, Shut;
///     }
/// }
///
/// let paid = Event::from(s1_pay::Paid { side: kernel::Side::SECOND, coins: 3 });
/// assert_eq!(paid.audience(), kernel::Side::SECOND.only());
/// let mut purses = [0, 1];
/// paid.fold(&mut purses);
/// assert_eq!(purses, [0, 4]);
/// assert_eq!(serde_json::to_string(&Event::from(s1_pay::Shut {})).unwrap(), r#"{"event":"shut"}"#);
/// ```
#[macro_export]
macro_rules! section {
    (for $state:ty, $setup:ty; $(
        $(#[$doc:meta])* $who:ident $name:ident { $($field:ident: $holds:ty $(= $absent:ident)?),* $(,)? }
        $(does |$on:ident| $does:expr,)? told |$from:pat_param| $told:expr;
    )+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $(
                #[doc = concat!("Its ", stringify!($field), ".")]
                $(
                    #[doc = concat!(stringify!($absent), " where it is left out.")]
                    #[serde(default, skip_serializing_if = "Option::is_none")]
                )?
                pub $field: $holds,
            )*
        }

        $crate::section! {
            @event $who $name $state, $setup; [$($field)*] $(does |$on| $does,)? told |$from| $told
        }
    )+};
    (@event $who:ident $name:ident $state:ty, $setup:ty; [$($field:ident)*]
        does |$on:ident| $does:expr, told |$from:pat_param| $told:expr) => {
        impl $crate::grammar::SectionEvent<$state, $setup> for $name {
            $crate::section!(@audience $who);
            fn fold(&self, $on: &mut $state) {
                let Self { $($field),* } = *self;
                $(let _ = $field;)*
                $does;
            }
            $crate::section!(@narrate $setup; [$($field)*] $from, $told);
        }
    };
    (@event $who:ident $name:ident $state:ty, $setup:ty; [$($field:ident)*] told |$from:pat_param| $told:expr) => {
        impl $crate::grammar::OnlyTold<$setup> for $name {
            $crate::section!(@audience $who);
            $crate::section!(@narrate $setup; [$($field)*] $from, $told);
        }
    };
    (@narrate $setup:ty; [$($field:ident)*] $from:pat_param, $told:expr) => {
        fn narrate(&self, $from: &$setup) -> $crate::view::Text {
            let Self { $($field),* } = *self;
            $(let _ = $field;)*
            $told
        }
    };
    (@audience secret) => {
        fn audience(&self) -> $crate::Audience {
            self.side.only()
        }
    };
    (@audience public) => {
        fn audience(&self) -> $crate::Audience {
            $crate::Audience::Public
        }
    };
}

#[cfg(test)]
mod tests {
    use crate::{Audience, Side};

    mod s1_pay {
        use crate::Side;
        use crate::view::Text;

        crate::section! { for u8, ();
            /// A side was paid.
            secret Paid { side: Side, coins: u8, note: Option<u8> = None }
            does |purse| *purse += coins,
            told |_| side.says(format!(" was paid {coins} coins."), "X-1");

            /// A side closed.
            public Closed { side: Side }
            told |_| side.says(" closed.", "");

            /// Dawn came.
            public DawnCame {}
            told |_| Text::new("Dawn came.");
        }
    }

    crate::section_events! {
        /// What happened.
        #[derive(Copy)]
        enum Event for u8, () {
            s1_pay: Paid, Closed, DawnCame;
        }
    }

    #[test]
    fn an_event_is_written_with_its_kind_and_says_who_may_know_of_it() {
        let paid = Event::from(s1_pay::Paid { side: Side::SECOND, coins: 2, note: None });
        let text = r#"{"event":"paid","side":1,"coins":2}"#;
        assert_eq!(serde_json::to_string(&paid).unwrap(), text);
        assert_eq!(serde_json::from_str::<Event>(text).unwrap(), paid);
        let (closed, dawn) = (s1_pay::Closed { side: Side::SECOND }.into(), Event::from(s1_pay::DawnCame {}));
        let told = [paid, closed, dawn].map(|event: Event| event.audience());
        assert_eq!(told, [Audience::Side(1), Audience::Public, Audience::Public]);
        assert_eq!(serde_json::to_string(&dawn).unwrap(), r#"{"event":"dawn-came"}"#);
        assert!(serde_json::from_str::<Event>(r#"{"event":"closed","side":0,"coins":2}"#).is_err());
        let mut purse = 1;
        [paid, closed, dawn].iter().for_each(|event: &Event| event.fold(&mut purse));
        assert_eq!(purse, 3);
        assert_eq!(dawn.narrate(&()).plain(&[]), "Dawn came.");
    }
}
