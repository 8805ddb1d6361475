//! What a system writes in files, declared in short: commands, facts, rows of charts.

/// Declares what a seat may ask: an enum of small values, written `{"do": "place", "post": "ford"}`.
///
/// ```
/// kernel::commands! {
///     /// What a seat may ask.
///     pub enum Command {
///         /// Roll for pay.
///         Pay,
///         /// Put a picket on a post.
///         Place { post: kernel::Id },
///         /// Seal a number; the table adds the digest.
///         Seal { number: u8, digest: Option<String> = None },
///     }
/// }
/// let command: Command = serde_json::from_str(r#"{"do": "seal", "number": 3}"#).unwrap();
/// assert_eq!(command, Command::Seal { number: 3, digest: None });
/// ```
///
/// A field with `= None` may be left out. What a kind says of itself says what its fields hold.
#[macro_export]
macro_rules! commands {
    ($(#[$meta:meta])* $vis:vis enum $name:ident {
        $($(#[$doc:meta])* $kind:ident $({
            $($field:ident: $holds:ty $(= $absent:ident)?),+ $(,)?
        })?),+ $(,)?
    }) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
        $vis enum $name {
            $($(#[$doc])* $kind $({
                $(
                    #[doc = concat!("Its ", stringify!($field), ".")]
                    $(
                        #[doc = concat!(stringify!($absent), " where it is left out.")]
                        #[serde(default, skip_serializing_if = "Option::is_none")]
                    )?
                    $field: $holds,
                )+
            })?,)+
        }
    };
}

/// Declares facts of a position: structs that files and positions write, where a field with `= None` or `= 0` is left out
/// while it is that. A field that a file leaves out is what it is by default; one that nobody knows is refused.
///
/// ```
/// kernel::facts! {
///     /// One post.
///     #[derive(Copy)]
///     pub struct Post {
///         /// Levels of works.
///         pub works: u8 = 0,
///         /// Whether it is held.
///         pub held: bool,
///     }
/// }
/// assert_eq!(serde_json::to_string(&Post::default()).unwrap(), r#"{"held":false}"#);
/// ```
#[macro_export]
macro_rules! facts {
    ($($(#[$meta:meta])* $vis:vis struct $name:ident {
        $($(#[$doc:meta])* $of:vis $field:ident: $holds:ty $(= $absent:tt)?),+ $(,)?
    })+) => {$(
        $(#[$meta])*
        #[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(default, deny_unknown_fields)]
        $vis struct $name {
            $(
                $(#[$doc])*
                $(
                    #[doc = concat!("Left out while it is ", stringify!($absent), ".")]
                    #[serde(skip_serializing_if = "kernel::grammar::is_default")]
                )?
                $of $field: $holds,
            )+
        }
    )+};
}

/// Declares rows of charts: what each holds, and how players read it.
///
/// ```
/// kernel::chart_rows! {
///     /// A row of the pay chart: the coins gained.
///     pub struct Pay { coins: u8 } says |row| format!("{} coins", row.coins);
/// }
/// assert_eq!(kernel::ChartResult::words(&Pay { coins: 2 }), "2 coins");
/// ```
#[macro_export]
macro_rules! chart_rows {
    ($(
        $(#[$meta:meta])* $vis:vis struct $name:ident { $($field:ident: $holds:ty),+ $(,)? }
        says |$row:ident| $words:expr;
    )+) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        $vis struct $name { $(#[doc = concat!("Its ", stringify!($field), ".")] pub $field: $holds,)+ }

        impl $crate::ChartResult for $name {
            fn words(&self) -> String {
                let $row = self;
                $words
            }
        }
    )+};
}
