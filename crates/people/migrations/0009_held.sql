-- That a seat was held by somebody of whom nothing is known any more. By whom, nobody can tell from it.
CREATE TABLE held_before (
    campaign TEXT NOT NULL,
    seat     TEXT NOT NULL,
    PRIMARY KEY (campaign, seat)
) STRICT, WITHOUT ROWID;
