-- Campaigns, their log, and a cache of states.
-- Entries and parts are only ever added: the triggers refuse everything else, whoever asks.

CREATE TABLE campaign (
    id          TEXT NOT NULL PRIMARY KEY,
    manifest    TEXT NOT NULL,
    n_sides     INTEGER NOT NULL,
    setup       TEXT NOT NULL,
    dice_secret BLOB
) STRICT;

CREATE TABLE entry (
    campaign TEXT NOT NULL REFERENCES campaign (id),
    master   INTEGER NOT NULL,
    lineage  BLOB NOT NULL,
    branch   INTEGER NOT NULL,
    hash     BLOB NOT NULL,
    PRIMARY KEY (campaign, master)
) STRICT, WITHOUT ROWID;

CREATE TABLE part (
    campaign   TEXT NOT NULL,
    stream     TEXT NOT NULL,
    number     INTEGER NOT NULL,
    master     INTEGER NOT NULL,
    nonce      BLOB NOT NULL,
    body       TEXT NOT NULL,
    commitment BLOB NOT NULL,
    hash       BLOB NOT NULL,
    PRIMARY KEY (campaign, stream, number),
    UNIQUE (campaign, master, stream),
    FOREIGN KEY (campaign, master) REFERENCES entry (campaign, master)
) STRICT;

CREATE TABLE snapshot (
    campaign    TEXT NOT NULL REFERENCES campaign (id),
    rules_build TEXT NOT NULL,
    master      INTEGER NOT NULL,
    heads       TEXT NOT NULL,
    state       BLOB NOT NULL,
    PRIMARY KEY (campaign, rules_build)
) STRICT;

CREATE TRIGGER campaign_is_not_changed BEFORE UPDATE ON campaign
BEGIN SELECT RAISE(ABORT, 'a campaign is never changed'); END;

CREATE TRIGGER campaign_is_not_replaced BEFORE INSERT ON campaign
WHEN EXISTS (SELECT 1 FROM campaign WHERE id = NEW.id)
BEGIN SELECT RAISE(ABORT, 'a campaign is never replaced'); END;

CREATE TRIGGER campaign_is_not_deleted BEFORE DELETE ON campaign
BEGIN SELECT RAISE(ABORT, 'a campaign is never deleted'); END;

CREATE TRIGGER entry_is_not_changed BEFORE UPDATE ON entry
BEGIN SELECT RAISE(ABORT, 'an entry is never changed'); END;

CREATE TRIGGER entry_is_not_deleted BEFORE DELETE ON entry
BEGIN SELECT RAISE(ABORT, 'an entry is never deleted'); END;

-- Also refuses INSERT OR REPLACE, which fires no delete trigger.
CREATE TRIGGER entry_has_the_next_number BEFORE INSERT ON entry
WHEN NEW.master <> 1 + (SELECT coalesce(max(master), 0) FROM entry WHERE campaign = NEW.campaign)
BEGIN SELECT RAISE(ABORT, 'an entry has the next number'); END;

CREATE TRIGGER part_is_not_changed BEFORE UPDATE ON part
BEGIN SELECT RAISE(ABORT, 'a part is never changed'); END;

CREATE TRIGGER part_is_not_deleted BEFORE DELETE ON part
BEGIN SELECT RAISE(ABORT, 'a part is never deleted'); END;

CREATE TRIGGER part_has_the_next_number BEFORE INSERT ON part
WHEN NEW.number <> 1 + (
    SELECT coalesce(max(number), 0) FROM part WHERE campaign = NEW.campaign AND stream = NEW.stream
)
OR EXISTS (
    SELECT 1 FROM part WHERE campaign = NEW.campaign AND master = NEW.master AND stream = NEW.stream
)
BEGIN SELECT RAISE(ABORT, 'a part has the next number'); END;
