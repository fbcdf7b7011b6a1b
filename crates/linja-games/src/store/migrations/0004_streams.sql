-- Later games of a series that older versions stored in the stream of the first game. Their events stay there; this is how
-- they are found by their own ids, and listed. Games of this version have streams of their own and are not in here.
CREATE TABLE embedded (
    game       TEXT     NOT NULL PRIMARY KEY,
    stream     TEXT     NOT NULL, -- the game whose events contain those of this one
    created_at BIGINT   NOT NULL, -- milliseconds since 1970
    is_over    SMALLINT NOT NULL  -- 0 or 1
);

CREATE INDEX embedded_by_stream ON embedded (stream);

-- Their ids are hashes, which SQL can't compute. So all such streams are due for a look by a server, which enters their games.
INSERT INTO owed (game, seq, due_at)
    SELECT DISTINCT game, 0, 0 FROM events
    WHERE event LIKE '{"type":"next_game",%' OR event LIKE '{"type":"rematch",%'
    ON CONFLICT DO NOTHING;
