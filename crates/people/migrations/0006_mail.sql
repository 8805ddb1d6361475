-- Where reminders go, and the letters that are due or were sent. A letter that is done with keeps no text.
CREATE TABLE mail_address (
    person       TEXT    NOT NULL PRIMARY KEY REFERENCES account (person) ON DELETE CASCADE,
    address      TEXT    NOT NULL,
    confirmed    INTEGER NOT NULL CHECK (confirmed IN (0, 1)),
    code_hash    BLOB,
    code_ms      INTEGER NOT NULL,
    n_tries      INTEGER NOT NULL,
    wants        TEXT    NOT NULL CHECK (wants IN ('off', 'turn', 'deadline')),
    zone         TEXT    NOT NULL,
    stop         TEXT    NOT NULL UNIQUE
) STRICT;

CREATE TABLE mail (
    number   INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    person   TEXT    NOT NULL REFERENCES mail_address (person) ON DELETE CASCADE,
    occasion TEXT    NOT NULL,
    state    TEXT    NOT NULL CHECK (state IN ('noticed', 'due', 'trying', 'done')),
    subject  TEXT    NOT NULL,
    body     TEXT    NOT NULL,
    made_ms  INTEGER NOT NULL,
    next_ms  INTEGER NOT NULL,
    n_tries  INTEGER NOT NULL,
    UNIQUE (person, occasion)
) STRICT;
CREATE INDEX mail_by_state ON mail (state, next_ms);
