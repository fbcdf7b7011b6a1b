-- The key that signs messages to push services. One row, made at the first start, so that all servers have the same.
CREATE TABLE push_key (
    id         SMALLINT NOT NULL PRIMARY KEY, -- always 1
    pkcs8      TEXT     NOT NULL,             -- base64url
    created_at BIGINT   NOT NULL              -- milliseconds since 1970
);

-- Where a player's browsers can be told that it is the player's turn.
CREATE TABLE push_subscriptions (
    subscription TEXT   NOT NULL PRIMARY KEY, -- hash of the endpoint
    identity     TEXT   NOT NULL,
    endpoint     TEXT   NOT NULL, -- address at the browser's push service
    public_key   TEXT   NOT NULL, -- of the browser, base64url
    secret       TEXT   NOT NULL, -- of the browser, base64url
    created_at   BIGINT NOT NULL, -- milliseconds since 1970
    hour_began   BIGINT NOT NULL, -- the hour in which messages were last counted
    hour_sent    BIGINT NOT NULL  -- messages in that hour
);

CREATE INDEX push_subscriptions_of_identity ON push_subscriptions (identity, created_at);

-- Messages to send. Written in the transaction of the event that makes it a player's turn, so that any server finds what
-- another one could not send. Whether a message is still wanted follows from the game.
CREATE TABLE push_owed (
    subscription TEXT   NOT NULL,
    game         TEXT   NOT NULL,
    seq          BIGINT NOT NULL, -- the event that made it the player's turn
    due_at       BIGINT NOT NULL, -- milliseconds since 1970
    attempts     BIGINT NOT NULL,
    PRIMARY KEY (subscription, game)
);

CREATE INDEX push_owed_by_time ON push_owed (due_at, subscription, game);
CREATE INDEX push_owed_of_game ON push_owed (game);
