-- Who of those at a seat kept its orders for the deadline last: they are struck when that one goes.
ALTER TABLE chair ADD COLUMN keeps INTEGER NOT NULL DEFAULT 0 CHECK (keeps IN (0, 1));
