//! Kinds of ids, so that a formation is never taken for a stand. In files, commands and logs each is a plain id.

kernel::ids! {
    /// A side, by its name in the set-up.
    pub SideId;
    /// A stand or vehicle on a side's roster.
    pub StandId;
    /// A formation on a side's roster.
    pub FormationId;
    /// A wreck on the map.
    pub WreckId;
    /// A pocket behind the enemy's line.
    pub PocketId;
    /// A place where the two reports of a battle differ.
    pub DifferenceId;
}
