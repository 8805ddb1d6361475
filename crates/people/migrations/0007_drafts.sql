-- Set-ups that an account is writing. They go with the person; no campaign reads them.
CREATE TABLE draft (
    handle     TEXT    NOT NULL PRIMARY KEY,
    person     TEXT    NOT NULL REFERENCES person (handle) ON DELETE CASCADE,
    system     TEXT    NOT NULL,
    title      TEXT    NOT NULL,
    text       TEXT    NOT NULL,
    version    INTEGER NOT NULL,
    created_ms INTEGER NOT NULL,
    changed_ms INTEGER NOT NULL,
    begun_ms   INTEGER
) STRICT;
CREATE INDEX draft_of_person ON draft (person, changed_ms);

-- When campaigns were begun, for the bound on how many a day.
CREATE TABLE beginning (
    person TEXT    NOT NULL REFERENCES person (handle) ON DELETE CASCADE,
    at_ms  INTEGER NOT NULL
) STRICT;
CREATE INDEX beginning_of_person ON beginning (person, at_ms);
