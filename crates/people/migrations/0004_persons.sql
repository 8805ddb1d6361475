-- A seat belongs to a person, not to a browser: each session so far becomes a person of its own.
CREATE TABLE person (
    handle       TEXT    NOT NULL PRIMARY KEY,
    created_ms   INTEGER NOT NULL,
    last_used_ms INTEGER NOT NULL
) STRICT;
INSERT INTO person (handle, created_ms, last_used_ms)
    SELECT handle, created_ms, last_used_ms FROM session;

CREATE TABLE account (
    person     TEXT    NOT NULL PRIMARY KEY REFERENCES person (handle) ON DELETE CASCADE,
    name       TEXT    NOT NULL,
    name_key   TEXT    NOT NULL UNIQUE,
    password   TEXT    NOT NULL,
    created_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE recovery_code (
    person    TEXT NOT NULL REFERENCES account (person) ON DELETE CASCADE,
    code_hash BLOB NOT NULL,
    PRIMARY KEY (person, code_hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE chair (
    person   TEXT    NOT NULL REFERENCES person (handle) ON DELETE CASCADE,
    campaign TEXT    NOT NULL,
    seat     TEXT    NOT NULL,
    label    TEXT    NOT NULL,
    since_ms INTEGER NOT NULL,
    PRIMARY KEY (person, campaign, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX chair_of_campaign ON chair (campaign, seat);
INSERT INTO chair (person, campaign, seat, label, since_ms)
    SELECT session, campaign, seat, label, since_ms FROM session_chair;

CREATE TABLE visit (
    person    TEXT    NOT NULL,
    campaign  TEXT    NOT NULL,
    seat      TEXT    NOT NULL,
    at_ms     INTEGER NOT NULL,
    cursor    TEXT    NOT NULL,
    before_ms INTEGER,
    PRIMARY KEY (person, campaign, seat),
    FOREIGN KEY (person, campaign, seat) REFERENCES chair (person, campaign, seat) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
INSERT INTO visit (person, campaign, seat, at_ms, cursor)
    SELECT session, campaign, seat, at_ms, cursor FROM last_seen;

DROP TABLE last_seen;
DROP TABLE session_chair;

CREATE TABLE session_of_person (
    handle       TEXT    NOT NULL PRIMARY KEY,
    secret_hash  BLOB    NOT NULL UNIQUE,
    person       TEXT    NOT NULL REFERENCES person (handle) ON DELETE CASCADE,
    device       TEXT    NOT NULL,
    created_ms   INTEGER NOT NULL,
    last_used_ms INTEGER NOT NULL
) STRICT;
INSERT INTO session_of_person (handle, secret_hash, person, device, created_ms, last_used_ms)
    SELECT handle, secret_hash, handle, '', created_ms, last_used_ms FROM session;
DROP TABLE session;
ALTER TABLE session_of_person RENAME TO session;
CREATE INDEX session_by_person ON session (person);
