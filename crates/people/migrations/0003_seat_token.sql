CREATE TABLE seat_token (
    handle       TEXT    NOT NULL PRIMARY KEY,
    secret_hash  BLOB    NOT NULL UNIQUE,
    campaign     TEXT    NOT NULL,
    seat         TEXT    NOT NULL,
    label        TEXT    NOT NULL,
    made_by      TEXT,
    created_ms   INTEGER NOT NULL,
    expires_ms   INTEGER NOT NULL,
    last_used_ms INTEGER
) STRICT;
CREATE INDEX seat_token_of_campaign ON seat_token (campaign, seat);
