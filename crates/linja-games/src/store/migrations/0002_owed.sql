-- Games for which the server has to store something without being asked: the computer's reply, a time loss. Written in
-- the transaction of the event that causes it, so that any server finds what another one could not do.
CREATE TABLE owed (
    game   TEXT   NOT NULL PRIMARY KEY,
    seq    BIGINT NOT NULL, -- the event that wrote the row; 0 if nobody has looked at the game yet
    due_at BIGINT NOT NULL  -- milliseconds since 1970
);

CREATE INDEX owed_by_time ON owed (due_at, game);

-- What the games of older versions owe follows from their events, which SQL can't read. So all unfinished games are due
-- for a look; the servers remove those that owe nothing.
INSERT INTO owed (game, seq, due_at) SELECT game, 0, 0 FROM games WHERE is_over = 0;
