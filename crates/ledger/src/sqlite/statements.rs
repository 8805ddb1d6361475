//! Every statement that is ever sent to SQLite. A test prepares each of them.

/// Declares the statements and the list that the test walks through.
macro_rules! statements {
    ($($name:ident = $sql:literal;)*) => {
        $(pub(super) const $name: &str = $sql;)*
        #[cfg(test)]
        pub(super) const ALL: &[(&str, &str)] = &[$((stringify!($name), $name)),*];
    };
}

statements! {
    BEGIN_WRITE = "BEGIN IMMEDIATE";
    NEWEST_MIGRATION = "SELECT coalesce(max(version), 0) FROM _sqlx_migrations";
    COPY = "VACUUM INTO ?";
    INTEGRITY = "PRAGMA integrity_check";
    STRAYS = "SELECT \"table\" FROM pragma_foreign_key_check";

    INSERT_CAMPAIGN = "INSERT INTO campaign (id, manifest, n_sides, setup, dice_secret) VALUES (?, ?, ?, ?, ?)";
    CAMPAIGN_EXISTS = "SELECT 1 FROM campaign WHERE id = ?";
    CAMPAIGN = "SELECT manifest, setup FROM campaign WHERE id = ?";
    CAMPAIGN_START = "SELECT manifest, n_sides FROM campaign WHERE id = ?";
    CAMPAIGNS = "SELECT id, manifest, \
                 coalesce((SELECT max(master) FROM entry WHERE campaign = campaign.id), 0) \
                 FROM campaign ORDER BY id";
    DICE_SECRET = "SELECT dice_secret FROM campaign WHERE id = ?";

    INSERT_ENTRY = "INSERT INTO entry (campaign, master, lineage, branch, hash) VALUES (?, ?, ?, ?, ?)";
    INSERT_PART = "INSERT INTO part (campaign, stream, number, master, nonce, body, commitment, hash) \
                   VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
    MASTER_HEAD = "SELECT master, hash FROM entry WHERE campaign = ? ORDER BY master DESC LIMIT 1";
    STREAM_HEAD = "SELECT number, hash FROM part WHERE campaign = ? AND stream = ? \
                   ORDER BY number DESC LIMIT 1";
    ENTRIES = "SELECT master, lineage, branch, hash FROM entry \
               WHERE campaign = ? AND master >= ? ORDER BY master LIMIT ?";
    PARTS_OF_ENTRIES = "SELECT stream, number, nonce, body, commitment, hash, master FROM part \
                        WHERE campaign = ? AND master BETWEEN ? AND ? ORDER BY master";
    STREAM_PARTS = "SELECT stream, number, nonce, body, commitment, hash FROM part \
                    WHERE campaign = ? AND stream = ? AND number >= ? ORDER BY number LIMIT ?";

    PUT_SNAPSHOT = "INSERT INTO snapshot (campaign, rules_build, master, heads, state) \
                    VALUES (?, ?, ?, ?, ?) \
                    ON CONFLICT (campaign, rules_build) DO UPDATE \
                    SET master = excluded.master, heads = excluded.heads, state = excluded.state \
                    WHERE excluded.master >= snapshot.master";
    LATEST_SNAPSHOT = "SELECT heads, state FROM snapshot WHERE campaign = ? AND rules_build = ?";
    DROP_SNAPSHOTS = "DELETE FROM snapshot WHERE campaign = ?";
}
