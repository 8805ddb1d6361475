-- What is secret can be kept encrypted: the bodies and nonces of all parts but the public ones, set-ups, dice secrets,
-- remembered states. `sealed` then holds the ciphertext and the columns of the plain text are empty.
-- Bytes 2 to 9 of a ciphertext name its key.

-- The key that all of it is encrypted with; no row, no key.
CREATE TABLE key_in_use (
    one      BIGINT NOT NULL PRIMARY KEY CHECK (one = 1),
    id       BYTEA NOT NULL,
    -- While another key takes its place, inside one transaction.
    changing BIGINT NOT NULL
);

ALTER TABLE campaign ADD COLUMN setup_sealed BYTEA;
ALTER TABLE campaign ADD COLUMN secret_sealed BYTEA;
ALTER TABLE part ADD COLUMN sealed BYTEA;

-- A program that does not know the key, or an older one, writes nothing secret. A ciphertext that is not there has no
-- key, and nothing at all needs none.
CREATE FUNCTION refuse_other_keys() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    in_use BYTEA := coalesce((SELECT id FROM key_in_use), '');
    wrong BOOLEAN;
BEGIN
    CASE TG_TABLE_NAME
        WHEN 'campaign' THEN
            wrong := coalesce(substr(NEW.setup_sealed, 2, 8), '') <> in_use
                OR (NEW.secret_sealed IS NOT NULL AND substr(NEW.secret_sealed, 2, 8) <> in_use)
                OR (NEW.dice_secret IS NOT NULL AND in_use <> '');
        WHEN 'part' THEN
            wrong := coalesce(substr(NEW.sealed, 2, 8), '')
                <> CASE NEW.stream WHEN 'public' THEN '' ELSE in_use END;
        ELSE
            wrong := in_use <> '' AND substr(NEW.state, 2, 8) <> in_use;
    END CASE;
    IF wrong THEN
        RAISE EXCEPTION 'a row of % is encrypted with the key in use', TG_TABLE_NAME;
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER campaign_is_sealed BEFORE INSERT ON campaign
FOR EACH ROW EXECUTE FUNCTION refuse_other_keys();
CREATE TRIGGER part_is_sealed BEFORE INSERT ON part
FOR EACH ROW EXECUTE FUNCTION refuse_other_keys();
CREATE TRIGGER snapshot_is_sealed BEFORE INSERT OR UPDATE ON snapshot
FOR EACH ROW EXECUTE FUNCTION refuse_other_keys();

-- Another key may take the place of one; what was recorded stays what it is.
CREATE FUNCTION refuse_but_another_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM key_in_use WHERE changing = 1)
        OR to_jsonb(NEW) - '{setup,dice_secret,setup_sealed,secret_sealed,nonce,body,sealed}'::text[]
        <> to_jsonb(OLD) - '{setup,dice_secret,setup_sealed,secret_sealed,nonce,body,sealed}'::text[]
    THEN
        RAISE EXCEPTION 'a row of % is never changed and never deleted', TG_TABLE_NAME;
    END IF;
    RETURN NEW;
END $$;

DROP TRIGGER campaign_is_not_changed ON campaign;
CREATE TRIGGER campaign_is_not_changed BEFORE UPDATE ON campaign
FOR EACH ROW EXECUTE FUNCTION refuse_but_another_key();
CREATE TRIGGER campaign_is_not_deleted BEFORE DELETE ON campaign
FOR EACH ROW EXECUTE FUNCTION refuse();

DROP TRIGGER part_is_not_changed ON part;
CREATE TRIGGER part_is_not_changed BEFORE UPDATE ON part
FOR EACH ROW EXECUTE FUNCTION refuse_but_another_key();
CREATE TRIGGER part_is_not_deleted BEFORE DELETE ON part
FOR EACH ROW EXECUTE FUNCTION refuse();
