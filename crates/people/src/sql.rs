//! Every statement on the tables of people, in one place: numbered placeholders and the SQL that SQLite and PostgreSQL
//! share. What only SQLite has (opening, copies, its journal) stands where it is used.

/// Declares the statements, and in tests the list of them all.
macro_rules! statements {
    ($($name:ident = $text:expr;)*) => {
        $(pub(crate) const $name: &str = $text;)*
        #[cfg(test)]
        pub(crate) const ALL: &[&str] = &[$($name),*];
    };
}

statements! {
    ADD_INVITATION =
        "INSERT INTO invitation (handle, secret_hash, campaign, seat, label, kind, created_ms, expires_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    INVITATION_BY_SECRET = "SELECT * FROM invitation WHERE secret_hash = $1";
    INVITATIONS_OF_CAMPAIGN = "SELECT * FROM invitation WHERE campaign = $1 ORDER BY created_ms, handle";
    REVOKE_INVITATION =
        "UPDATE invitation SET revoked_ms = $1 \
         WHERE campaign = $2 AND handle = $3 AND used_ms IS NULL AND revoked_ms IS NULL";
    USE_INVITATION = "UPDATE invitation SET used_ms = $1, used_by = $2 WHERE handle = $3";
    OPENED_BY_PERSON = "SELECT campaign, seat FROM invitation WHERE secret_hash = $1 AND used_by = $2";
    DROP_START_LINK =
        "DELETE FROM invitation WHERE campaign = $1 AND seat = $2 AND kind = 'start' AND used_ms IS NULL";
    DROP_INVITATIONS_OF_PERSON = "DELETE FROM invitation WHERE used_by = $1";
    DROP_INVITATIONS_OF_CAMPAIGN = "DELETE FROM invitation WHERE campaign = $1";
    DROP_OLD_INVITATIONS = "DELETE FROM invitation WHERE expires_ms <= $1";

    ADD_TOKEN =
        "INSERT INTO seat_token (handle, secret_hash, campaign, seat, label, made_by, created_ms, expires_ms, maker) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    LIVING_TOKEN = "SELECT * FROM seat_token WHERE secret_hash = $1 AND expires_ms > $2";
    TOUCH_TOKEN = "UPDATE seat_token SET last_used_ms = $1 WHERE handle = $2";
    N_LIVING_TOKENS = "SELECT count(*) FROM seat_token WHERE handle = $1 AND expires_ms > $2";
    TOKENS =
        "SELECT * FROM seat_token WHERE campaign = $1 AND ($2 IS NULL OR seat = $2) AND expires_ms > $3 \
         ORDER BY seat, created_ms, handle";
    DROP_TOKEN = "DELETE FROM seat_token WHERE handle = $1 AND campaign = $2 AND ($3 IS NULL OR seat = $3)";
    DROP_TOKENS_MADE_BY = "DELETE FROM seat_token WHERE made_by = $1 AND campaign = $2 AND seat = $3";
    DROP_TOKENS_OF_PERSON = "DELETE FROM seat_token WHERE made_by = $1";
    DROP_TOKENS_OF_CAMPAIGN = "DELETE FROM seat_token WHERE campaign = $1";
    DROP_OLD_TOKENS = "DELETE FROM seat_token WHERE expires_ms <= $1";
    HAND_TOKENS_OVER = "UPDATE seat_token SET made_by = $1 WHERE made_by = $2";
    HAND_INVITATIONS_OVER = "UPDATE invitation SET used_by = $1 WHERE used_by = $2";

    ADD_PERSON = "INSERT INTO person (handle, created_ms, last_used_ms) VALUES ($1, $2, $2)";
    TOUCH_PERSON = "UPDATE person SET last_used_ms = $1 WHERE handle = $2 AND last_used_ms < $1";
    DROP_PERSON = "DELETE FROM person WHERE handle = $1";
    DROP_PERSON_LEFT =
        "DELETE FROM person WHERE handle = $1 \
         AND NOT EXISTS (SELECT 1 FROM session WHERE session.person = person.handle) \
         AND NOT EXISTS (SELECT 1 FROM account WHERE account.person = person.handle)";
    DROP_PERSONS_LEFT =
        "DELETE FROM person WHERE NOT EXISTS (SELECT 1 FROM session WHERE session.person = person.handle) \
         AND NOT EXISTS (SELECT 1 FROM account WHERE account.person = person.handle)";
    DROP_PERSONS_OF_CAMPAIGN =
        "DELETE FROM person WHERE handle IN (SELECT person FROM chair WHERE campaign = $1) \
         AND handle NOT IN (SELECT person FROM chair WHERE campaign <> $1) \
         AND handle NOT IN (SELECT person FROM account)";

    ADD_CHAIR =
        "INSERT INTO chair (person, campaign, seat, label, since_ms) VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (person, campaign, seat) DO UPDATE SET label = excluded.label";
    CHAIRS_OF_SESSION =
        "SELECT chair.campaign, chair.seat FROM session JOIN chair ON chair.person = session.person \
         WHERE session.handle = $1 AND session.last_used_ms > $2 ORDER BY chair.campaign, chair.seat";
    HOLDERS =
        "SELECT chair.person, chair.campaign, chair.seat, chair.label, chair.since_ms, person.last_used_ms, \
         account.person AS account, \
         (SELECT count(*) FROM session WHERE session.person = chair.person AND session.last_used_ms > $2) \
         AS n_devices \
         FROM chair JOIN person ON person.handle = chair.person \
         LEFT JOIN account ON account.person = chair.person \
         WHERE chair.campaign = $1 AND (account.person IS NOT NULL OR person.last_used_ms > $2) \
         ORDER BY chair.seat, chair.since_ms, chair.person";
    N_HOLDERS_OF_CHAIR =
        "SELECT count(*) FROM chair JOIN person ON person.handle = chair.person \
         LEFT JOIN account ON account.person = chair.person \
         WHERE chair.campaign = $1 AND chair.seat = $2 \
         AND (account.person IS NOT NULL OR person.last_used_ms > $3)";
    HELD_BY_ANOTHER =
        "SELECT EXISTS (SELECT 1 FROM invitation WHERE campaign = $1 AND seat = $2 AND used_by <> $3) \
         OR EXISTS (SELECT 1 FROM chair WHERE campaign = $1 AND seat = $2 AND person <> $3) \
         OR EXISTS (SELECT 1 FROM held_before WHERE campaign = $1 AND seat = $2)";
    NOTE_HELD_BY_PERSON =
        "INSERT INTO held_before (campaign, seat) SELECT campaign, seat FROM chair WHERE person = $1 \
         UNION SELECT campaign, seat FROM invitation WHERE used_by = $1 ON CONFLICT DO NOTHING";
    NOTE_HELD_BY_LEFT =
        "INSERT INTO held_before (campaign, seat) SELECT campaign, seat FROM chair \
         WHERE NOT EXISTS (SELECT 1 FROM session WHERE session.person = chair.person) \
         AND NOT EXISTS (SELECT 1 FROM account WHERE account.person = chair.person) ON CONFLICT DO NOTHING";
    NOTE_HELD_BY_INVITED =
        "INSERT INTO held_before (campaign, seat) SELECT campaign, seat FROM invitation \
         WHERE expires_ms <= $1 AND used_by IS NOT NULL \
         AND NOT EXISTS (SELECT 1 FROM chair WHERE chair.person = invitation.used_by \
         AND chair.campaign = invitation.campaign AND chair.seat = invitation.seat) ON CONFLICT DO NOTHING";
    CAMPAIGNS_WITH_SEATS =
        "SELECT campaign FROM chair UNION SELECT campaign FROM invitation UNION SELECT campaign FROM seat_token";
    KNOWS_HEADS = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'known_head'";
    KNOWN_HEADS = "SELECT campaign, number, hash, keyed FROM known_head";
    NOTE_HEAD =
        "INSERT INTO known_head (campaign, number, hash, keyed) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (campaign) DO UPDATE SET number = excluded.number, hash = excluded.hash, \
         keyed = max(excluded.keyed, known_head.keyed) WHERE excluded.number > known_head.number";
    DROP_HEAD_OF_CAMPAIGN = "DELETE FROM known_head WHERE campaign = $1";
    TAKE_ROOM = "INSERT INTO held_before (campaign, seat) VALUES ('', '') ON CONFLICT DO NOTHING";
    GIVE_ROOM_BACK = "DELETE FROM held_before WHERE campaign = ''";
    DROP_HELD_OF_CAMPAIGN = "DELETE FROM held_before WHERE campaign = $1";
    LEFT_UNTOUCHED =
        "SELECT DISTINCT chair.campaign, chair.seat FROM chair \
         WHERE NOT EXISTS (SELECT 1 FROM account WHERE account.person = chair.person) \
         AND NOT EXISTS (SELECT 1 FROM session WHERE session.person = chair.person AND session.last_used_ms > $1) \
         AND (chair.keeps = 1 OR NOT EXISTS (SELECT 1 FROM chair AS other \
         WHERE other.campaign = chair.campaign AND other.seat = chair.seat \
         AND (EXISTS (SELECT 1 FROM account WHERE account.person = other.person) \
         OR EXISTS (SELECT 1 FROM session WHERE session.person = other.person AND session.last_used_ms > $1)))) \
         ORDER BY chair.campaign, chair.seat";
    NOTE_KEEPER = "UPDATE chair SET keeps = (person = $1) WHERE campaign = $2 AND seat = $3";
    NOTE_TOKENS_KEEPER =
        "UPDATE chair SET keeps = coalesce(person = (SELECT made_by FROM seat_token WHERE handle = $1), 0) \
         WHERE campaign = $2 AND seat = $3";
    KEPT_BY = "SELECT campaign, seat FROM chair WHERE person = $1 AND keeps = 1";
    CHAIRS_OF_PERSON = "SELECT campaign, seat FROM chair WHERE person = $1 ORDER BY campaign, seat";
    UNSEAT = "DELETE FROM chair WHERE person = $1 AND campaign = $2 AND seat = $3";
    DROP_CHAIRS_OF_CAMPAIGN = "DELETE FROM chair WHERE campaign = $1";
    HAND_CHAIRS_OVER =
        "INSERT INTO chair (person, campaign, seat, label, since_ms, keeps) \
         SELECT $1, campaign, seat, label, since_ms, keeps FROM chair WHERE person = $2 \
         ON CONFLICT (person, campaign, seat) DO NOTHING";

    VISIT = "SELECT at_ms, cursor, before_ms, before_cursor FROM visit \
             WHERE person = $1 AND campaign = $2 AND seat = $3";
    NOTE_VISIT =
        "INSERT INTO visit (person, campaign, seat, at_ms, cursor, before_ms, before_cursor) \
         SELECT person, campaign, seat, $1, $2, $3, $4 FROM chair \
         WHERE person = $5 AND campaign = $6 AND seat = $7 \
         ON CONFLICT (person, campaign, seat) DO UPDATE SET at_ms = excluded.at_ms, cursor = excluded.cursor, \
         before_ms = excluded.before_ms, before_cursor = excluded.before_cursor \
         WHERE excluded.at_ms >= visit.at_ms";
    HAND_VISITS_OVER =
        "INSERT INTO visit (person, campaign, seat, at_ms, cursor, before_ms, before_cursor) \
         SELECT $1, campaign, seat, at_ms, cursor, before_ms, before_cursor FROM visit WHERE person = $2 \
         ON CONFLICT (person, campaign, seat) DO NOTHING";

    ADD_SESSION =
        "INSERT INTO session (handle, secret_hash, person, device, created_ms, last_used_ms) \
         VALUES ($1, $2, $3, $4, $5, $5)";
    LIVING_SESSION =
        "SELECT session.handle, session.person, session.created_ms, session.last_used_ms, account.name \
         FROM session LEFT JOIN account ON account.person = session.person \
         WHERE session.secret_hash = $1 AND session.last_used_ms > $2";
    TOUCH_SESSION = "UPDATE session SET last_used_ms = $1 WHERE handle = $2 AND last_used_ms < $1";
    RENEW_SESSION = "UPDATE session SET secret_hash = $1 WHERE handle = $2";
    DEVICES =
        "SELECT handle, device, created_ms, last_used_ms FROM session \
         WHERE person = $1 AND last_used_ms > $2 ORDER BY last_used_ms DESC, created_ms DESC, handle";
    PERSON_OF_SESSION = "SELECT person FROM session WHERE handle = $1";
    DROP_SESSION = "DELETE FROM session WHERE handle = $1";
    DROP_SESSION_OF_PERSON = "DELETE FROM session WHERE handle = $1 AND person = $2";
    DROP_OTHER_SESSIONS = "DELETE FROM session WHERE person = $1 AND handle <> $2";
    DROP_SESSIONS_OF_PERSON = "DELETE FROM session WHERE person = $1";
    DROP_OLD_SESSIONS = "DELETE FROM session WHERE last_used_ms <= $1";

    ADD_ACCOUNT =
        "INSERT INTO account (person, name, name_key, password, created_ms) VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT DO NOTHING";
    ACCOUNT_BY_NAME = "SELECT person, password FROM account WHERE name_key = $1";
    PASSWORD_OF_PERSON = "SELECT password FROM account WHERE person = $1";
    CHANGE_PASSWORD = "UPDATE account SET password = $1 WHERE person = $2";
    ADD_CODE = "INSERT INTO recovery_code (person, code_hash) VALUES ($1, $2)";
    N_CODES = "SELECT count(*) FROM recovery_code WHERE person = $1";
    USE_CODE = "DELETE FROM recovery_code WHERE person = $1 AND code_hash = $2";
    ADD_DRAFT =
        "INSERT INTO draft (handle, person, system, title, text, version, created_ms, changed_ms) \
         SELECT $1, $2, $3, $4, $5, 1, $6, $6 WHERE (SELECT count(*) FROM draft WHERE person = $2) < $7";
    DRAFTS =
        "SELECT handle, system, title, version, created_ms, changed_ms, begun_ms FROM draft WHERE person = $1 \
         ORDER BY changed_ms DESC, created_ms DESC, handle";
    DRAFT =
        "SELECT handle, system, title, version, created_ms, changed_ms, begun_ms, text FROM draft \
         WHERE person = $1 AND handle = $2";
    WRITE_DRAFT =
        "UPDATE draft SET title = $1, text = $2, changed_ms = $3, version = version + 1 \
         WHERE person = $4 AND handle = $5 AND version = $6";
    BEGIN_DRAFT =
        "UPDATE draft SET begun_ms = $1, version = version + 1 WHERE person = $2 AND handle = $3 AND version = $4";
    DROP_DRAFT = "DELETE FROM draft WHERE person = $1 AND handle = $2";
    N_BEGINNINGS = "SELECT count(*) FROM beginning WHERE person = $1 AND at_ms > $2";
    ADD_BEGINNING = "INSERT INTO beginning (person, at_ms) VALUES ($1, $2)";
    DROP_OLD_BEGINNINGS = "DELETE FROM beginning WHERE at_ms <= $1";
    DROP_CODES = "DELETE FROM recovery_code WHERE person = $1";

    CODE_SENT = "SELECT code_ms FROM mail_address WHERE person = $1";
    GIVE_ADDRESS =
        "INSERT INTO mail_address (person, address, confirmed, code_hash, code_ms, n_tries, wants, zone, stop) \
         VALUES ($1, $2, 0, $3, $4, 0, 'turn', $5, $6) \
         ON CONFLICT (person) DO UPDATE SET address = excluded.address, confirmed = 0, \
         code_hash = excluded.code_hash, code_ms = excluded.code_ms, n_tries = 0, zone = excluded.zone, \
         stop = excluded.stop";
    CONFIRM_ADDRESS =
        "UPDATE mail_address SET confirmed = 1, code_hash = NULL \
         WHERE person = $1 AND code_hash = $2 AND code_ms > $3 AND n_tries < $4";
    WRONG_CODE = "UPDATE mail_address SET n_tries = n_tries + 1 WHERE person = $1";
    ADDRESS_OF_PERSON = "SELECT address, confirmed, wants, zone FROM mail_address WHERE person = $1";
    SET_WANTS = "UPDATE mail_address SET wants = $1, zone = $2 WHERE person = $3";
    DROP_ADDRESS = "DELETE FROM mail_address WHERE person = $1";
    STOP_MAIL = "UPDATE mail_address SET wants = 'off' WHERE stop = $1";
    MAIL_READERS =
        "SELECT chair.person, chair.campaign, chair.seat, mail_address.wants, mail_address.zone, \
         mail_address.stop, person.last_used_ms, visit.at_ms AS visited_ms \
         FROM mail_address JOIN chair ON chair.person = mail_address.person \
         JOIN person ON person.handle = chair.person \
         LEFT JOIN visit ON visit.person = chair.person AND visit.campaign = chair.campaign \
         AND visit.seat = chair.seat \
         WHERE mail_address.confirmed = 1 AND mail_address.wants <> 'off' \
         ORDER BY chair.campaign, chair.seat, chair.person";

    LETTER_FOR = "SELECT state, made_ms FROM mail WHERE person = $1 AND occasion = $2";
    NOTICE =
        "INSERT INTO mail (person, occasion, state, subject, body, made_ms, next_ms, n_tries) \
         VALUES ($1, $2, 'noticed', '', '', $3, $3, 0) ON CONFLICT DO NOTHING";
    LEAVE_OCCASION = "UPDATE mail SET state = 'done' WHERE person = $1 AND occasion = $2 AND state = 'noticed'";
    POST =
        "INSERT INTO mail (person, occasion, state, subject, body, made_ms, next_ms, n_tries) \
         SELECT $1, $2, 'due', $3, $4, $5, $5, 0 \
         WHERE (SELECT count(*) FROM mail WHERE state = 'due') < $6 \
         ON CONFLICT (person, occasion) DO UPDATE SET state = 'due', subject = excluded.subject, \
         body = excluded.body, made_ms = excluded.made_ms, next_ms = excluded.next_ms \
         WHERE mail.state = 'noticed'";
    WRITE_ANEW = "UPDATE mail SET subject = $3, body = $4 WHERE person = $1 AND occasion = $2 AND state = 'due'";
    DUE_REMINDERS =
        "SELECT number, person, occasion FROM mail WHERE state = 'due' \
         AND (occasion LIKE 'turn %' OR occasion LIKE 'deadline %')";
    DROP_REMINDER = "DELETE FROM mail WHERE number = $1 AND state = 'due'";
    GIVE_UP_TRIED = "UPDATE mail SET state = 'done', subject = '', body = '' WHERE state = 'trying'";
    DROP_STALE_LETTERS =
        "UPDATE mail SET state = 'done', subject = '', body = '' WHERE state = 'due' AND made_ms <= $1";
    FORGET_OCCASIONS = "DELETE FROM mail WHERE made_ms <= $1 AND state IN ('noticed', 'done')";
    DUE_LETTER =
        "SELECT mail.number, mail_address.address, mail.subject, mail.body, mail_address.stop, \
         mail.occasion NOT LIKE 'code %', mail.n_tries \
         FROM mail JOIN mail_address ON mail_address.person = mail.person \
         WHERE mail.state = 'due' AND mail.next_ms <= $1 ORDER BY mail.next_ms, mail.number LIMIT 1";
    CLAIM_LETTER = "UPDATE mail SET state = 'trying' WHERE number = $1";
    LETTER_DONE = "UPDATE mail SET state = 'done', subject = '', body = '' WHERE number = $1";
    LETTER_FAILED =
        "UPDATE mail SET state = 'due', n_tries = n_tries + 1, next_ms = $2 \
         WHERE number = $1 AND state = 'trying'";
    N_DUE = "SELECT count(*) FROM mail WHERE state = 'due'";
    DROP_LETTERS_OF_PERSON = "DELETE FROM mail WHERE person = $1 AND state <> 'done'";
}

#[cfg(test)]
mod tests {
    use sqlx::{Executor, SqlSafeStr};

    /// Each statement is one that the present tables understand.
    #[tokio::test]
    async fn every_statement_fits_the_tables() {
        let folder = tempfile::tempdir().unwrap();
        let people = crate::People::open(&folder.path().join("people.sqlite3")).await.unwrap();
        for statement in super::ALL {
            let prepared = (&people.pool).prepare(statement.into_sql_str()).await;
            assert!(prepared.is_ok(), "{statement}: {:?}", prepared.err());
        }
    }
}
