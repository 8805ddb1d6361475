//! Kinds of ids, so that a formation is never taken for a stand. In files, commands and logs each is a plain id.
//!
//! A plain [`Id`](kernel::Id) is left where people name one thing of several kinds: a stand or its formation; a formation,
//! module or flight; a fortification or a wreck. Whoever reads such a name looks it up as each kind that it may be.

kernel::ids! {
    /// A side, by its name in the set-up.
    pub SideId;
    /// A stand or vehicle on a side's roster.
    pub StandId;
    /// A formation on a side's roster.
    pub FormationId;
    /// An off-board artillery module on a side's roster.
    pub ModuleId;
    /// A flight of aircraft on a side's roster.
    pub FlightId;
    /// A group of a side's reinforcement chart.
    pub GroupId;
    /// A purchase of a slot's S2e; what was bought is called the same on the roster.
    pub PurchaseId;
    /// A kind of stand or vehicle.
    pub UnitTypeId;
    /// A level of discipline.
    pub LevelId;
    /// A nation, as charts name it.
    pub NationId;
    /// A fortification on the map.
    pub WorkId;
    /// A row of a side's fortification chart.
    pub WorkTypeId;
    /// A wreck on the map.
    pub WreckId;
    /// A place on the map that victory conditions name.
    pub LocationId;
    /// A pocket behind the enemy's line.
    pub PocketId;
    /// An option of the campaign.
    pub OptionId;
    /// A place where the two reports of a battle differ.
    pub DifferenceId;
}
