-- Campaigns, their log, and a cache of states.
-- Entries and parts are only ever added: the triggers refuse everything else, whoever asks.
-- Names are compared byte by byte, as in every other store. Texts that may hold any character are bytes: a text of this
-- database cannot hold the zero character.

CREATE TABLE campaign (
    id          TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    manifest    TEXT NOT NULL,
    n_sides     BIGINT NOT NULL,
    setup       BYTEA NOT NULL,
    dice_secret BYTEA
);

CREATE TABLE entry (
    campaign TEXT COLLATE "C" NOT NULL REFERENCES campaign (id),
    master   BIGINT NOT NULL,
    lineage  BYTEA NOT NULL,
    branch   BIGINT NOT NULL,
    hash     BYTEA NOT NULL,
    PRIMARY KEY (campaign, master)
);

CREATE TABLE part (
    campaign   TEXT COLLATE "C" NOT NULL,
    stream     TEXT COLLATE "C" NOT NULL,
    number     BIGINT NOT NULL,
    master     BIGINT NOT NULL,
    nonce      BYTEA NOT NULL,
    body       BYTEA NOT NULL,
    commitment BYTEA NOT NULL,
    hash       BYTEA NOT NULL,
    PRIMARY KEY (campaign, stream, number),
    UNIQUE (campaign, master, stream),
    FOREIGN KEY (campaign, master) REFERENCES entry (campaign, master)
);

CREATE TABLE snapshot (
    campaign    TEXT COLLATE "C" NOT NULL REFERENCES campaign (id),
    rules_build TEXT COLLATE "C" NOT NULL,
    master      BIGINT NOT NULL,
    heads       TEXT NOT NULL,
    state       BYTEA NOT NULL,
    PRIMARY KEY (campaign, rules_build)
);

CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'a row of % is never changed and never deleted', TG_TABLE_NAME;
END $$;

CREATE TRIGGER campaign_is_not_changed BEFORE UPDATE OR DELETE ON campaign
FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER campaigns_are_not_emptied BEFORE TRUNCATE ON campaign
FOR EACH STATEMENT EXECUTE FUNCTION refuse();

CREATE TRIGGER entry_is_not_changed BEFORE UPDATE OR DELETE ON entry
FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER entries_are_not_emptied BEFORE TRUNCATE ON entry
FOR EACH STATEMENT EXECUTE FUNCTION refuse();

CREATE TRIGGER part_is_not_changed BEFORE UPDATE OR DELETE ON part
FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE TRIGGER parts_are_not_emptied BEFORE TRUNCATE ON part
FOR EACH STATEMENT EXECUTE FUNCTION refuse();

-- A number that is taken is left to the primary key, which alone sees what another program is writing.
CREATE FUNCTION entry_leaves_no_gap() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.master < 1 OR NEW.master > 1 + (
        SELECT coalesce(max(master), 0) FROM entry WHERE campaign = NEW.campaign
    ) THEN
        RAISE EXCEPTION 'an entry has the next number';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER entry_has_the_next_number BEFORE INSERT ON entry
FOR EACH ROW EXECUTE FUNCTION entry_leaves_no_gap();

CREATE FUNCTION part_leaves_no_gap() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.number <> 1 + (
        SELECT coalesce(max(number), 0) FROM part WHERE campaign = NEW.campaign AND stream = NEW.stream
    ) THEN
        RAISE EXCEPTION 'a part has the next number';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER part_has_the_next_number BEFORE INSERT ON part
FOR EACH ROW EXECUTE FUNCTION part_leaves_no_gap();
