-- What is secret can be kept encrypted: the bodies and nonces of all parts but the public ones, set-ups, dice secrets,
-- remembered states. `sealed` then holds the ciphertext and the columns of the plain text are empty.
-- Bytes 2 to 9 of a ciphertext name its key.

-- The key that all of it is encrypted with; no row, no key.
CREATE TABLE key_in_use (
    one      INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    id       BLOB NOT NULL,
    -- While another key takes its place, inside one transaction.
    changing INTEGER NOT NULL
) STRICT;

ALTER TABLE campaign ADD COLUMN setup_sealed BLOB;
ALTER TABLE campaign ADD COLUMN secret_sealed BLOB;
ALTER TABLE part ADD COLUMN sealed BLOB;

-- A program that does not know the key, or an older one, writes nothing secret.
CREATE TRIGGER campaign_is_sealed BEFORE INSERT ON campaign
WHEN coalesce(substr(NEW.setup_sealed, 2, 8), x'') <> coalesce((SELECT id FROM key_in_use), x'')
OR coalesce(substr(NEW.secret_sealed, 2, 8), x'') <> CASE
    WHEN NEW.secret_sealed IS NULL AND NEW.dice_secret IS NULL THEN x''
    ELSE coalesce((SELECT id FROM key_in_use), x'')
END
BEGIN SELECT RAISE(ABORT, 'a campaign is encrypted with the key in use'); END;

CREATE TRIGGER part_is_sealed BEFORE INSERT ON part
WHEN coalesce(substr(NEW.sealed, 2, 8), x'') <> CASE NEW.stream
    WHEN 'public' THEN x''
    ELSE coalesce((SELECT id FROM key_in_use), x'')
END
BEGIN SELECT RAISE(ABORT, 'a part is encrypted with the key in use'); END;

CREATE TRIGGER snapshot_is_sealed BEFORE INSERT ON snapshot
WHEN EXISTS (SELECT 1 FROM key_in_use WHERE id <> substr(NEW.state, 2, 8))
BEGIN SELECT RAISE(ABORT, 'a state is encrypted with the key in use'); END;

-- Another key may take the place of one; what was recorded stays what it is.
DROP TRIGGER campaign_is_not_changed;
CREATE TRIGGER campaign_is_not_changed BEFORE UPDATE ON campaign
WHEN NOT EXISTS (SELECT 1 FROM key_in_use WHERE changing = 1)
OR NEW.id <> OLD.id OR NEW.manifest <> OLD.manifest OR NEW.n_sides <> OLD.n_sides
BEGIN SELECT RAISE(ABORT, 'a campaign is never changed'); END;

DROP TRIGGER part_is_not_changed;
CREATE TRIGGER part_is_not_changed BEFORE UPDATE ON part
WHEN NOT EXISTS (SELECT 1 FROM key_in_use WHERE changing = 1)
OR NEW.campaign <> OLD.campaign OR NEW.stream <> OLD.stream OR NEW.number <> OLD.number
OR NEW.master <> OLD.master OR NEW.commitment <> OLD.commitment OR NEW.hash <> OLD.hash
BEGIN SELECT RAISE(ABORT, 'a part is never changed'); END;
