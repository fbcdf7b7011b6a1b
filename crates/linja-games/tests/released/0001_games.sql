-- One schema for SQLite and PostgreSQL: only what both understand.

-- What happened, and nothing but that. Rows are added and never changed. The primary key decides between two writers:
-- whoever decides on the event after `seq` has seen all events up to it, so no other uniqueness is needed.
CREATE TABLE events (
    game    TEXT   NOT NULL,
    seq     BIGINT NOT NULL,
    at      BIGINT NOT NULL, -- milliseconds since 1970
    command TEXT,            -- the client's id of the command, to recognise a repeated one
    actor   TEXT,            -- hash of the token of whoever did it
    secret  TEXT,            -- hash of the invitation that was issued
    event   TEXT   NOT NULL, -- JSON
    PRIMARY KEY (game, seq)
);

-- Derived from the events in the same transaction, so that games can be listed without reading all of them.
CREATE TABLE games (
    game       TEXT     NOT NULL PRIMARY KEY,
    created_at BIGINT   NOT NULL,
    in_lobby   SMALLINT NOT NULL, -- 0 or 1
    is_over    SMALLINT NOT NULL  -- 0 or 1
);

CREATE INDEX games_in_lobby ON games (created_at) WHERE in_lobby = 1;

CREATE TABLE seats (
    holder     TEXT   NOT NULL, -- hash of the token
    game       TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (holder, game)
);
