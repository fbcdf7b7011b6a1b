-- Every unfinished game is in the index now, because it is abandoned some day. So all of them that are not in it yet are
-- due for a look; the servers enter the right times.
INSERT INTO owed (game, seq, due_at) SELECT game, 0, 0 FROM games WHERE is_over = 0 ON CONFLICT (game) DO NOTHING;

-- For a retention: finished games in the order of their age, and the seats of a game that is deleted.
CREATE INDEX games_over ON games (created_at, game) WHERE is_over = 1;
CREATE INDEX seats_by_game ON seats (game);
