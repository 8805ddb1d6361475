-- How far each campaign was seen to go, beside its log: who finds the log shorter, or another one, or its dice without
-- their secret, knows that something is lost.
CREATE TABLE known_head (
    campaign TEXT NOT NULL PRIMARY KEY,
    number   INTEGER NOT NULL,
    hash     BLOB NOT NULL,
    -- Whether the secret of its dice was there.
    keyed    INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
