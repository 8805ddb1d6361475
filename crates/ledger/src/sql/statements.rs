//! The statements that all databases read alike. A test prepares each of them on each database.

use std::sync::LazyLock;

/// Declares statements and the list that the test walks through.
macro_rules! statements {
    ($($name:ident = $sql:literal;)*) => {
        $(pub(crate) const $name: &str = $sql;)*
        #[cfg(test)]
        pub(crate) const ALL: &[(&str, &str)] = &[$((stringify!($name), $name)),*];
    };
}
pub(crate) use statements;

statements! {
    NEWEST_MIGRATION = "SELECT coalesce(max(version), 0) FROM _sqlx_migrations";

    INSERT_CAMPAIGN = "INSERT INTO campaign (id, manifest, n_sides, setup, dice_secret, \
                       setup_sealed, secret_sealed) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO NOTHING";
    CAMPAIGN_EXISTS = "SELECT 1 FROM campaign WHERE id = $1";
    CAMPAIGN = "SELECT manifest, setup, setup_sealed FROM campaign WHERE id = $1";
    CAMPAIGN_START = "SELECT manifest, n_sides FROM campaign WHERE id = $1";
    CAMPAIGNS = "SELECT id, manifest, \
                 coalesce((SELECT max(master) FROM entry WHERE campaign = campaign.id), 0) \
                 FROM campaign ORDER BY id";
    DICE_SECRET = "SELECT dice_secret, secret_sealed FROM campaign WHERE id = $1";

    MASTER_HEAD = "SELECT master, hash FROM entry WHERE campaign = $1 ORDER BY master DESC LIMIT 1";
    STREAM_HEAD = "SELECT number, hash FROM part WHERE campaign = $1 AND stream = $2 \
                   ORDER BY number DESC LIMIT 1";
    ENTRIES = "SELECT master, lineage, branch, hash FROM entry \
               WHERE campaign = $1 AND master >= $2 ORDER BY master LIMIT $3";
    PARTS_OF_ENTRIES = "SELECT stream, number, nonce, body, commitment, hash, master, sealed FROM part \
                        WHERE campaign = $1 AND master BETWEEN $2 AND $3 ORDER BY master";
    STREAM_PARTS = "SELECT stream, number, nonce, body, commitment, hash, master, sealed FROM part \
                    WHERE campaign = $1 AND stream = $2 AND number >= $3 ORDER BY number LIMIT $4";

    PUT_SNAPSHOT = "INSERT INTO snapshot (campaign, rules_build, master, heads, state) \
                    VALUES ($1, $2, $3, $4, $5) \
                    ON CONFLICT (campaign, rules_build) DO UPDATE \
                    SET master = excluded.master, heads = excluded.heads, state = excluded.state \
                    WHERE excluded.master >= snapshot.master";
    LATEST_SNAPSHOT = "SELECT heads, state FROM snapshot WHERE campaign = $1 AND rules_build = $2";
    DROP_SNAPSHOTS = "DELETE FROM snapshot WHERE campaign = $1";

    KEY_IN_USE = "SELECT id FROM key_in_use";
    FIRST_KEY = "INSERT INTO key_in_use (one, id, changing) VALUES (1, $1, 0) ON CONFLICT (one) DO NOTHING";
    CAMPAIGN_IDS = "SELECT id FROM campaign ORDER BY id";
    BEGIN_CHANGE = "INSERT INTO key_in_use (one, id, changing) VALUES (1, $1, 1) \
                    ON CONFLICT (one) DO UPDATE SET id = excluded.id, changing = 1";
    END_CHANGE = "UPDATE key_in_use SET changing = 2";
    TO_CLEAR = "SELECT changing FROM key_in_use WHERE changing = 2";
    CLEARED = "UPDATE key_in_use SET changing = 0 WHERE changing = 2";
    SECRETS = "SELECT setup, setup_sealed, dice_secret, secret_sealed FROM campaign WHERE id = $1";
    SEAL_CAMPAIGN = "UPDATE campaign SET setup = $2, dice_secret = NULL, setup_sealed = $3, secret_sealed = $4 \
                     WHERE id = $1";
    SEAL_PART = "UPDATE part SET nonce = $4, body = $5, sealed = $6 \
                 WHERE campaign = $1 AND stream = $2 AND number = $3";
    DROP_ALL_SNAPSHOTS = "DELETE FROM snapshot";
}

/// One statement for each number of rows.
pub(crate) struct Inserts([String; ROWS.len()]);

/// As many rows a statement writes.
const ROWS: [usize; 3] = [16, 4, 1];

impl Inserts {
    /// `columns` of a table, with what follows the rows.
    fn into(table: &str, columns: &[&str], end: &str) -> Self {
        Self(ROWS.map(|n_rows| {
            let row = |row: usize| {
                let values: Vec<String> =
                    (1..=columns.len()).map(|column| format!("${}", row * columns.len() + column)).collect();
                format!("({})", values.join(", "))
            };
            let rows: Vec<String> = (0..n_rows).map(row).collect();
            format!("INSERT INTO {table} ({}) VALUES {}{end}", columns.join(", "), rows.join(", "))
        }))
    }

    /// The statement of the most rows that so many fill, with their number.
    pub fn widest(&'static self, n_rows: usize) -> (usize, &'static str) {
        let widest = ROWS.iter().zip(&self.0).find(|(rows, _)| **rows <= n_rows.max(1));
        widest.map_or((1, ""), |(rows, statement)| (*rows, statement.as_str()))
    }
}

/// All of them, for the test that prepares each.
#[cfg(test)]
pub(crate) fn inserts() -> impl Iterator<Item = &'static String> {
    INSERT_ENTRIES.0.iter().chain(&INSERT_PARTS.0)
}

pub(crate) static INSERT_ENTRIES: LazyLock<Inserts> = LazyLock::new(|| {
    let columns = ["campaign", "master", "lineage", "branch", "hash"];
    Inserts::into("entry", &columns, " ON CONFLICT (campaign, master) DO NOTHING")
});

pub(crate) static INSERT_PARTS: LazyLock<Inserts> = LazyLock::new(|| {
    let columns = ["campaign", "stream", "number", "master", "nonce", "body", "commitment", "hash", "sealed"];
    Inserts::into("part", &columns, "")
});
