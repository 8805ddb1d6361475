-- By whose hand a token was made. Nothing is known of tokens from before.
ALTER TABLE seat_token ADD COLUMN maker TEXT;
