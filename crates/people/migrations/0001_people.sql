CREATE TABLE invitation (
    handle      TEXT    NOT NULL PRIMARY KEY,
    secret_hash BLOB    NOT NULL UNIQUE,
    campaign    TEXT    NOT NULL,
    seat        TEXT    NOT NULL,
    label       TEXT    NOT NULL,
    kind        TEXT    NOT NULL CHECK (kind IN ('personal', 'start')),
    created_ms  INTEGER NOT NULL,
    expires_ms  INTEGER NOT NULL,
    used_ms     INTEGER,
    used_by     TEXT,
    revoked_ms  INTEGER
) STRICT;
CREATE INDEX invitation_of_campaign ON invitation (campaign, seat);

CREATE TABLE session (
    handle       TEXT    NOT NULL PRIMARY KEY,
    secret_hash  BLOB    NOT NULL UNIQUE,
    created_ms   INTEGER NOT NULL,
    last_used_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE session_chair (
    session  TEXT    NOT NULL REFERENCES session (handle) ON DELETE CASCADE,
    campaign TEXT    NOT NULL,
    seat     TEXT    NOT NULL,
    label    TEXT    NOT NULL,
    since_ms INTEGER NOT NULL,
    PRIMARY KEY (session, campaign, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX session_chair_of_campaign ON session_chair (campaign, seat);

CREATE TABLE last_seen (
    session  TEXT    NOT NULL,
    campaign TEXT    NOT NULL,
    seat     TEXT    NOT NULL,
    at_ms    INTEGER NOT NULL,
    cursor   TEXT    NOT NULL,
    PRIMARY KEY (session, campaign, seat),
    FOREIGN KEY (session, campaign, seat)
        REFERENCES session_chair (session, campaign, seat) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
